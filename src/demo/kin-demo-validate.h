/* kin-demo-validate.h: what the API server refuses although all fields are known and of their types.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"

G_BEGIN_DECLS

gboolean kin_demo_validate (KinDemoKind     *kind,
                            yyjson_mut_val  *object,
                            yyjson_mut_val  *old,
                            const char      *subresource,
                            GError         **error);

G_END_DECLS
