/* kin-demo-addresses.h: the addresses and node ports that services get.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-world.h"

G_BEGIN_DECLS

void kin_demo_addresses_allot (KinDemoWorld   *world,
                               KinDemoKind    *services,
                               KinDemoDraft   *draft,
                               yyjson_mut_val *old);

G_END_DECLS
