/* kin-demo-custom-validate.h: holds custom resources to the schema of their definition.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-complaints.h"
#include "demo/kin-demo-type.h"

G_BEGIN_DECLS

void kin_demo_custom_validate (const KinDemoType *type,
                               yyjson_mut_val    *object,
                               KinDemoComplaints *complaints);

G_END_DECLS
