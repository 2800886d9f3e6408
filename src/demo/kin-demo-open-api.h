/* kin-demo-open-api.h: describes all kinds to clients: what kubectl asks before it creates, applies or explains.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-kinds.h"

G_BEGIN_DECLS

GBytes *kin_demo_open_api_dup       (KinDemoKinds  *kinds,
                                     const char    *path,
                                     GError       **error);
GBytes *kin_demo_open_api_dup_index (KinDemoKinds  *kinds);
GBytes *kin_demo_open_api_dup_v3    (KinDemoKinds  *kinds,
                                     const char    *group,
                                     const char    *version);

G_END_DECLS
