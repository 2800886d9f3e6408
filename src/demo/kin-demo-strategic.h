/* kin-demo-strategic.h: strategic merge patches, as kubectl sends them for the built-in kinds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-type.h"

G_BEGIN_DECLS

gboolean kin_demo_strategic_merge (const KinDemoType  *type,
                                   KinDemoDraft       *draft,
                                   yyjson_mut_val     *target,
                                   yyjson_mut_val     *patch,
                                   GError            **error);

G_END_DECLS
