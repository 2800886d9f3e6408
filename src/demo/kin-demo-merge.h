/* kin-demo-merge.h: what is applied, merged into what is there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"
#include "demo/kin-demo-schema.h"

G_BEGIN_DECLS

yyjson_mut_val *kin_demo_merge (const KinDemoType *type,
                                KinDemoDraft      *draft,
                                yyjson_mut_val    *live,
                                yyjson_mut_val    *applied);

G_END_DECLS
