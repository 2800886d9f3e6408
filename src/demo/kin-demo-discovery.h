/* kin-demo-discovery.h: the documents in which clients look up what is served.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-kinds.h"

G_BEGIN_DECLS

GBytes *kin_demo_discovery_dup (KinDemoKinds         *kinds,
                                const char           *path,
                                gboolean              aggregated,
                                const char * const   *stale_groups,
                                const char          **content_type,
                                GError              **error);

G_END_DECLS
