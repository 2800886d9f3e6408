/* kin-demo-blank.h: an object before anyone wrote to it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"
#include "demo/kin-demo-kind.h"

G_BEGIN_DECLS

yyjson_mut_val *kin_demo_blank_new (KinDemoKind  *kind,
                                    KinDemoDraft *draft);

G_END_DECLS
