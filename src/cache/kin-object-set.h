/* kin-object-set.h: the objects that share one value of an index.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-object.h"

G_BEGIN_DECLS

typedef struct _KinObjectSet KinObjectSet;

KinObjectSet *kin_object_set_new       (const char   *value);
void          kin_object_set_free      (KinObjectSet *self);
const char   *kin_object_set_get_value (KinObjectSet *self);
guint         kin_object_set_get_size  (KinObjectSet *self);
void          kin_object_set_add       (KinObjectSet *self,
                                        KinObject    *object);
void          kin_object_set_remove    (KinObjectSet *self,
                                        KinObject    *object);
void          kin_object_set_collect   (KinObjectSet *self,
                                        GPtrArray    *objects);

G_END_DECLS
