/* kin-demo-upkeep.h: what most controllers do with stored objects: find, create, rewrite and delete them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-object.h"

G_BEGIN_DECLS

#define KIN_DEMO_MANAGER "kube-controller-manager"

KinDemoKind    *kin_demo_upkeep_find_kind     (KinDemoWorld    *world,
                                               const char      *group,
                                               const char      *version,
                                               const char      *plural);
KinDemoObject  *kin_demo_upkeep_get           (KinDemoWorld    *world,
                                               const char      *group,
                                               const char      *version,
                                               const char      *plural,
                                               const char      *namespace_,
                                               const char      *name);
KinDemoObject  *kin_demo_upkeep_get_referent  (KinDemoWorld    *world,
                                               const char      *namespace_,
                                               yyjson_mut_val  *reference);
KinDemoObject  *kin_demo_upkeep_create        (KinDemoWorld    *world,
                                               KinDemoKind     *kind,
                                               const char      *namespace_,
                                               KinDemoDraft    *draft,
                                               const char      *manager,
                                               GError         **error);
gboolean        kin_demo_upkeep_update        (KinDemoWorld    *world,
                                               KinDemoObject   *object,
                                               KinDemoDraft    *draft,
                                               const char      *manager,
                                               const char      *subresource);
gboolean        kin_demo_upkeep_update_status (KinDemoWorld    *world,
                                               KinDemoObject   *object,
                                               KinDemoDraft    *draft);
gboolean        kin_demo_upkeep_scale         (KinDemoWorld    *world,
                                               KinDemoObject   *object,
                                               gint64           n_replicas,
                                               const char      *manager);
gboolean        kin_demo_upkeep_delete        (KinDemoWorld    *world,
                                               KinDemoObject   *object);

gboolean        kin_demo_has_word             (yyjson_mut_val  *array,
                                               const char      *word);
gboolean        kin_demo_remove_word          (yyjson_mut_val  *array,
                                               const char      *word);
yyjson_mut_val *kin_demo_find_condition       (yyjson_mut_val  *conditions,
                                               const char      *type);
gboolean        kin_demo_condition_is_true    (yyjson_mut_val  *conditions,
                                               const char      *type);
yyjson_mut_val *kin_demo_set_condition        (KinDemoDraft    *draft,
                                               yyjson_mut_val  *status,
                                               const char      *type,
                                               gboolean         holds,
                                               const char      *reason,
                                               const char      *message,
                                               const char      *now);
void            kin_demo_copy_member          (KinDemoDraft    *draft,
                                               yyjson_mut_val  *target,
                                               yyjson_mut_val  *source,
                                               const char      *name);
gint64          kin_demo_get_seconds          (yyjson_mut_val  *object,
                                               const char      *name);
guint           kin_demo_scale_amount         (yyjson_mut_val  *amount,
                                               guint            total);

G_END_DECLS
