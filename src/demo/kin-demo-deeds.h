/* kin-demo-deeds.h: single things that people and programs do with the demo cluster's shop.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

/**
 * KinDemoDeeds:
 *
 * What is done, and what is to be put right later.
 */
typedef struct _KinDemoDeeds KinDemoDeeds;

KinDemoDeeds *kin_demo_deeds_new           (KinDemoWorld *world);
void          kin_demo_deeds_free          (KinDemoDeeds *self);
void          kin_demo_deeds_finish        (KinDemoDeeds *self);
gint64        kin_demo_deeds_get_wait      (KinDemoDeeds *self);

void          kin_demo_deeds_release_first (KinDemoDeeds *self);
void          kin_demo_deeds_release       (KinDemoDeeds *self);
void          kin_demo_deeds_scale         (KinDemoDeeds *self);
void          kin_demo_deeds_break_image   (KinDemoDeeds *self);
void          kin_demo_deeds_crash         (KinDemoDeeds *self);
void          kin_demo_deeds_run_job       (KinDemoDeeds *self);
void          kin_demo_deeds_place_order   (KinDemoDeeds *self);
void          kin_demo_deeds_move_order    (KinDemoDeeds *self);
void          kin_demo_deeds_edit_config   (KinDemoDeeds *self);
void          kin_demo_deeds_annotate      (KinDemoDeeds *self);
void          kin_demo_deeds_cordon        (KinDemoDeeds *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoDeeds, kin_demo_deeds_free)

G_END_DECLS
