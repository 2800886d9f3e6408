/* kin-diff.h: what changed between two states of an object, field by field.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "object/kin-object.h"

G_BEGIN_DECLS

typedef enum
{
  KIN_FIELD_ADDED,
  KIN_FIELD_REMOVED,
  KIN_FIELD_CHANGED,
} KinFieldChangeType;

/**
 * KinFieldChange:
 * @type: what happened to the field
 * @path: `spec.template.spec.containers[web].image`, `metadata.annotations["deploy/ticket"]`
 * @old_text: (nullable): its value as it was, %NULL when it was added
 * @new_text: (nullable): its value as it is, %NULL when it was removed
 * @manager: (nullable): the field manager that did it, %NULL when that can't be told
 *
 * A value is shown as compact JSON, a text without its quotes unless it could be taken for something else.
 */
struct _KinFieldChange
{
  KinFieldChangeType type;
  char *path;
  char *old_text;
  char *new_text;
  char *manager;
};

void       kin_field_change_free (KinFieldChange *self);
GPtrArray *kin_diff_objects      (KinObject      *old_object,
                                  KinObject      *new_object,
                                  gboolean        with_noise);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinFieldChange, kin_field_change_free)

G_END_DECLS
