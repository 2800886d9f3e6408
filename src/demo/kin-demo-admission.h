/* kin-demo-admission.h: what the API server adds to new objects on behalf of their controllers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"
#include "demo/kin-demo-kind.h"

G_BEGIN_DECLS

void kin_demo_admission_admit (KinDemoWorld *world,
                               KinDemoKind  *kind,
                               KinDemoDraft *draft);

G_END_DECLS
