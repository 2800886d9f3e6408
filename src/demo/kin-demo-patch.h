/* kin-demo-patch.h: the patches that say what to change, as opposed to what is to be there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-type.h"

G_BEGIN_DECLS

gboolean kin_demo_patch_apply (KinDemoPatchType    patch_type,
                               const KinDemoType  *type,
                               KinDemoDraft       *draft,
                               const char         *text,
                               gsize               length,
                               GError            **error);

G_END_DECLS
