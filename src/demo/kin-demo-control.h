/* kin-demo-control.h: the paths by which a test tells the demo cluster what is to go wrong.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-faults.h"
#include "demo/kin-demo-world.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_CONTROL (kin_demo_control_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoControl, kin_demo_control, KIN, DEMO_CONTROL, GObject)

KinDemoControl *kin_demo_control_new    (KinDemoWorld    *world,
                                         KinDemoFaults   *faults);
guint           kin_demo_control_handle (KinDemoControl  *self,
                                         const char      *method,
                                         const char      *path,
                                         GBytes          *body,
                                         GBytes         **answer);

G_END_DECLS
