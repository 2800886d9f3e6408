/* kin-demo-metadata.h: what the API server sees to in the metadata of every object.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-world.h"

G_BEGIN_DECLS

gboolean kin_demo_metadata_settle_type      (KinDemoKind     *kind,
                                             KinDemoDraft    *draft,
                                             GError         **error);
gboolean kin_demo_metadata_settle_namespace (KinDemoKind     *kind,
                                             KinDemoDraft    *draft,
                                             const char      *namespace_,
                                             GError         **error);
gboolean kin_demo_metadata_settle_name      (KinDemoWorld    *world,
                                             KinDemoKind     *kind,
                                             KinDemoDraft    *draft,
                                             GError         **error);
gboolean kin_demo_metadata_match_name       (KinDemoDraft    *draft,
                                             const char      *name,
                                             GError         **error);
gboolean kin_demo_metadata_match_version    (KinDemoKind     *kind,
                                             KinDemoDraft    *draft,
                                             KinDemoObject   *stored,
                                             GError         **error);
void     kin_demo_metadata_begin            (KinDemoWorld    *world,
                                             KinDemoKind     *kind,
                                             KinDemoDraft    *draft);
void     kin_demo_metadata_keep             (KinDemoDraft    *draft,
                                             yyjson_mut_val  *old);
gboolean kin_demo_metadata_check_finalizers (KinDemoKind     *kind,
                                             yyjson_mut_val  *object,
                                             yyjson_mut_val  *old,
                                             GError         **error);
void     kin_demo_metadata_raise_generation (KinDemoDraft    *draft,
                                             yyjson_mut_val  *old);
gboolean kin_demo_metadata_is_finished      (yyjson_mut_val  *object);

G_END_DECLS
