/* kin-demo-scale.h: the scale subresource: how many replicas, and nothing else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-object.h"

G_BEGIN_DECLS

KinDemoDraft *kin_demo_scale_new   (KinDemoKind     *kind,
                                    yyjson_mut_val  *object);
gboolean      kin_demo_scale_check (KinDemoDraft    *scale,
                                    GError         **error);
void          kin_demo_scale_apply (KinDemoKind     *kind,
                                    KinDemoDraft    *draft,
                                    KinDemoDraft    *scale);

G_END_DECLS
