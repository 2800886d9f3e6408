/* kin-demo-orders.h: the orders of the shop's customers: objects of a kind of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

void kin_demo_orders_place (KinDemoWorld *world);
void kin_demo_orders_move  (KinDemoWorld *world);

G_END_DECLS
