/* kin-demo-open-api-private.h: the two halves of a description: schemas and paths.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"
#include "demo/kin-demo-kind.h"

G_BEGIN_DECLS

#define KIN_DEMO_OPEN_API_REFERENCE "#/components/schemas/"

void            kin_demo_open_api_add_schemas  (KinDemoDraft   *draft,
                                                yyjson_mut_val *schemas,
                                                KinDemoKind    *kind);
void            kin_demo_open_api_add_paths    (KinDemoDraft   *draft,
                                                yyjson_mut_val *paths,
                                                KinDemoKind    *kind);

char           *kin_demo_open_api_dup_name     (KinDemoKind    *kind);
yyjson_mut_val *kin_demo_open_api_new_gvk      (KinDemoDraft   *draft,
                                                const char     *group,
                                                const char     *version,
                                                const char     *kind);

G_END_DECLS
