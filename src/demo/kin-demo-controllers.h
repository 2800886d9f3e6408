/* kin-demo-controllers.h: the controllers of the demo cluster at work: their queue and what fills it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controller.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_CONTROLLERS (kin_demo_controllers_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoControllers, kin_demo_controllers, KIN, DEMO_CONTROLLERS, GObject)

KinDemoControllers *kin_demo_controllers_new        (KinDemoWorld                     *world);
KinDemoControllers *kin_demo_controllers_new_for    (KinDemoWorld                     *world,
                                                     const KinDemoController * const  *table);
void                kin_demo_controllers_enqueue    (KinDemoControllers               *self,
                                                     const KinDemoController          *controller,
                                                     const char                       *namespace_,
                                                     const char                       *name,
                                                     gint64                            delay_us);
void                kin_demo_controllers_drain      (KinDemoControllers               *self);
void                kin_demo_controllers_settle     (KinDemoControllers               *self,
                                                     gint64                            until_real_us);
guint               kin_demo_controllers_get_length (KinDemoControllers               *self);

G_END_DECLS
