/* kin-demo-pod-log.h: what the containers of the demo cluster say.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-request.h"
#include "demo/kin-demo-world.h"

G_BEGIN_DECLS

GBytes *kin_demo_pod_log_dup (KinDemoWorld          *world,
                              const KinDemoRequest  *request,
                              KinDemoObject         *pod,
                              GError               **error);

G_END_DECLS
