/* kin-demo-strategy.h: what the API server sees to in objects of some kinds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-world.h"

G_BEGIN_DECLS

void kin_demo_strategy_normalize      (KinDemoKind     *kind,
                                       KinDemoDraft    *draft);
void kin_demo_strategy_prepare_create (KinDemoWorld    *world,
                                       KinDemoKind     *kind,
                                       KinDemoDraft    *draft);
void kin_demo_strategy_keep_rest      (KinDemoKind     *kind,
                                       KinDemoDraft    *draft,
                                       yyjson_mut_val  *old,
                                       const char      *subresource);
void kin_demo_strategy_prepare_update (KinDemoWorld    *world,
                                       KinDemoKind     *kind,
                                       KinDemoDraft    *draft,
                                       yyjson_mut_val  *old);

G_END_DECLS
