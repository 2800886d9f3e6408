/* kin-demo-schema.h: the fields of all kinds that the simulated cluster serves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-type.h"
#include "object/kin-json.h"

G_BEGIN_DECLS

KinDemoSchema     *kin_demo_schema_new        (void);
KinDemoSchema     *kin_demo_schema_ref        (KinDemoSchema *self);
void               kin_demo_schema_unref      (KinDemoSchema *self);
const KinDemoType *kin_demo_schema_find       (KinDemoSchema *self,
                                               const char    *group,
                                               const char    *version,
                                               const char    *kind);
const KinDemoType *kin_demo_schema_add_custom (KinDemoSchema *self,
                                               const char    *group,
                                               const char    *version,
                                               const char    *kind,
                                               KinJsonValue  *open_api_v3_schema);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoSchema, kin_demo_schema_unref)

G_END_DECLS
