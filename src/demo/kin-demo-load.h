/* kin-demo-load.h: thousands of pods that change all the time, for whoever wants to see what a large cluster is like.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_LOAD (kin_demo_load_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoLoad, kin_demo_load, KIN, DEMO_LOAD, GObject)

KinDemoLoad *kin_demo_load_new          (KinDemoWorld *world,
                                         guint         n_pods);
void         kin_demo_load_set_rate     (KinDemoLoad  *self,
                                         double        rate);
guint64      kin_demo_load_get_n_events (KinDemoLoad  *self);

G_END_DECLS
