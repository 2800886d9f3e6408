/* kin-demo-managed-fields.h: who owns which field of an object.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-field-walk.h"
#include "demo/kin-demo-kind.h"

G_BEGIN_DECLS

void                kin_demo_managed_fields_update  (KinDemoKind     *kind,
                                                     KinDemoDraft    *draft,
                                                     yyjson_mut_val  *old,
                                                     const char      *manager,
                                                     const char      *subresource,
                                                     gint64           now_s);
KinDemoFieldChanges kin_demo_managed_fields_compare (KinDemoKind     *kind,
                                                     KinDemoDraft    *draft,
                                                     yyjson_mut_val  *old,
                                                     const char      *subresource);
KinDemoFieldSet    *kin_demo_managed_fields_strip   (KinDemoFieldSet *fields,
                                                     KinDemoDraft    *draft);

G_END_DECLS
