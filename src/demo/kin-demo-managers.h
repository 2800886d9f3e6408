/* kin-demo-managers.h: the entries of an object's managedFields.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-field-set.h"

G_BEGIN_DECLS

/**
 * KinDemoManager:
 * @name: who wrote
 * @operation: “Update” or “Apply”
 * @api_version: in which version
 * @subresource: (nullable): through what
 *
 * What an entry is found by. One manager's applies are one entry in whatever version they are.
 */
typedef struct
{
  const char *name;
  const char *operation;
  const char *api_version;
  const char *subresource;
} KinDemoManager;

typedef struct _KinDemoManagers KinDemoManagers;

KinDemoManagers *kin_demo_managers_new         (KinDemoDraft         *draft,
                                                yyjson_mut_val       *entries);
void             kin_demo_managers_free        (KinDemoManagers      *self);
guint            kin_demo_managers_get_n       (KinDemoManagers      *self);
yyjson_mut_val  *kin_demo_managers_get         (KinDemoManagers      *self,
                                                guint                 i);
yyjson_mut_val  *kin_demo_managers_find        (KinDemoManagers      *self,
                                                const KinDemoManager *manager);
yyjson_mut_val  *kin_demo_managers_add         (KinDemoManagers      *self,
                                                const KinDemoManager *manager,
                                                KinDemoFieldSet      *fields);
void             kin_demo_managers_set_time    (KinDemoManagers      *self,
                                                yyjson_mut_val       *entry,
                                                gint64                now_s);
KinDemoFieldSet *kin_demo_managers_get_fields  (yyjson_mut_val       *entry);
void             kin_demo_managers_set_fields  (KinDemoManagers      *self,
                                                yyjson_mut_val       *entry,
                                                KinDemoFieldSet      *fields);
void             kin_demo_managers_subtract    (yyjson_mut_val       *entry,
                                                KinDemoFieldSet      *fields);
void             kin_demo_managers_cap         (KinDemoManagers      *self);
void             kin_demo_managers_store       (KinDemoManagers      *self,
                                                yyjson_mut_val       *metadata);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoManagers, kin_demo_managers_free)

G_END_DECLS
