/* kin-demo-world.h: what the parts of the demo cluster share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-clock.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-schema.h"
#include "demo/kin-demo-store.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_WORLD (kin_demo_world_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoWorld, kin_demo_world, KIN, DEMO_WORLD, GObject)

KinDemoWorld    *kin_demo_world_new          (KinClock     *clock,
                                              guint32       seed);
KinDemoSchema   *kin_demo_world_get_schema   (KinDemoWorld *self);
KinDemoKinds    *kin_demo_world_get_kinds    (KinDemoWorld *self);
KinDemoStore    *kin_demo_world_get_store    (KinDemoWorld *self);
KinDemoRegistry *kin_demo_world_get_registry (KinDemoWorld *self);

KinClock        *kin_demo_world_get_clock    (KinDemoWorld *self);
void             kin_demo_world_set_clock    (KinDemoWorld *self,
                                              KinClock     *clock);
gint64           kin_demo_world_get_now      (KinDemoWorld *self);
void             kin_demo_world_set_skew     (KinDemoWorld *self,
                                              gint64        skew_us);
char            *kin_demo_world_dup_time     (KinDemoWorld *self);

GRand           *kin_demo_world_get_random   (KinDemoWorld *self);
char            *kin_demo_world_dup_uid      (KinDemoWorld *self);
char            *kin_demo_world_dup_suffix   (KinDemoWorld *self,
                                              guint         length);

G_END_DECLS
