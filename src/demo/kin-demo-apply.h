/* kin-demo-apply.h: server-side apply.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"
#include "demo/kin-demo-kind.h"

G_BEGIN_DECLS

gboolean kin_demo_apply (KinDemoKind     *kind,
                         KinDemoDraft    *live,
                         yyjson_mut_val  *applied,
                         const char      *manager,
                         const char      *subresource,
                         gboolean         force,
                         gint64           now_s,
                         GError         **error);

G_END_DECLS
