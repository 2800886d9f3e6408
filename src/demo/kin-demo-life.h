/* kin-demo-life.h: what people and programs do with the demo cluster's shop, so that there is something to see.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_LIFE (kin_demo_life_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoLife, kin_demo_life, KIN, DEMO_LIFE, GObject)

KinDemoLife *kin_demo_life_new (KinDemoWorld *world);

G_END_DECLS
