/* kin-field-path.h: where in an object a walk is, as a person writes it and as field ownership knows it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "object/kin-json.h"

G_BEGIN_DECLS

typedef struct _KinFieldPath KinFieldPath;

/**
 * KinPathStep:
 * @name: (nullable): the member's name; %NULL for an element of a list
 * @element: (nullable): the element; %NULL for a member
 * @index: the element's place in its list
 */
typedef struct
{
  const char *name;
  KinJsonValue *element;
  gsize index;
} KinPathStep;

KinFieldPath      *kin_field_path_new          (void);
void               kin_field_path_free         (KinFieldPath *self);
void               kin_field_path_push_member  (KinFieldPath *self,
                                                const char   *name);
void               kin_field_path_push_element (KinFieldPath *self,
                                                const char   *key,
                                                KinJsonValue *element);
void               kin_field_path_push_index   (KinFieldPath *self,
                                                gsize         index,
                                                KinJsonValue *element);
void               kin_field_path_pop          (KinFieldPath *self);
const char        *kin_field_path_get_text     (KinFieldPath *self);
guint              kin_field_path_get_n_steps  (KinFieldPath *self);
const KinPathStep *kin_field_path_get_step     (KinFieldPath *self,
                                                guint         i);
gboolean           kin_field_path_is_member    (KinFieldPath *self,
                                                guint         i,
                                                const char   *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinFieldPath, kin_field_path_free)

G_END_DECLS
