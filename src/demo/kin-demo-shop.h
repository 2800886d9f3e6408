/* kin-demo-shop.h: fills the demo cluster with a shop that has a past.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controllers.h"
#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

#define KIN_DEMO_SHOP_AGE_US (46 * 24 * 60 * 60 * (gint64) G_USEC_PER_SEC)

KinDemoControllers *kin_demo_shop_populate      (KinDemoWorld *world,
                                                 gint64        until_us);
void                kin_demo_shop_create_basics (KinDemoWorld *world);

G_END_DECLS
