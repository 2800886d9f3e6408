/* kin-managed-fields.h: who set a field, by the field ownership that the API server keeps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "journal/kin-field-path.h"

G_BEGIN_DECLS

typedef struct _KinManagedFields KinManagedFields;

KinManagedFields *kin_managed_fields_new          (GBytes           *old_json,
                                                   GBytes           *new_json);
void              kin_managed_fields_free         (KinManagedFields *self);
const char       *kin_managed_fields_find_setter  (KinManagedFields *self,
                                                   KinFieldPath     *path);
const char       *kin_managed_fields_find_remover (KinManagedFields *self);
const char       *kin_managed_fields_find_creator (KinManagedFields *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinManagedFields, kin_managed_fields_free)

G_END_DECLS
