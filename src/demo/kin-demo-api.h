/* kin-demo-api.h: the demo cluster's API, without HTTP.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-request.h"
#include "demo/kin-demo-response.h"

G_BEGIN_DECLS

KinDemoResponse *kin_demo_api_handle   (KinDemoWorld         *world,
                                        const KinDemoRequest *request);
gboolean         kin_demo_api_is_watch (const KinDemoRequest *request);

G_END_DECLS
