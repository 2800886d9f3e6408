/* kin-demo-field-set.h: a set of the fields of an object.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"

G_BEGIN_DECLS

/**
 * KinDemoFieldSet:
 *
 * Some fields of an object, in the form that managedFields has them in: a tree of path elements, in which a node
 * is a field of the set if it is empty or holds a “.”. A set is a value of a draft and lives as long; %NULL is the
 * empty set. So entries are altered where they stand, and what does not change is never read.
 */
typedef yyjson_mut_val KinDemoFieldSet;

KinDemoFieldSet *kin_demo_field_set_copy       (KinDemoFieldSet  *self,
                                                KinDemoDraft     *draft);
gboolean         kin_demo_field_set_is_empty   (KinDemoFieldSet  *self);
gboolean         kin_demo_field_set_is_member  (KinDemoFieldSet  *node);
void             kin_demo_field_set_mark       (KinDemoFieldSet **node,
                                                KinDemoDraft     *draft);
void             kin_demo_field_set_add_child  (KinDemoFieldSet **node,
                                                KinDemoDraft     *draft,
                                                const char       *element,
                                                KinDemoFieldSet  *child);
KinDemoFieldSet *kin_demo_field_set_unite      (KinDemoFieldSet  *self,
                                                KinDemoDraft     *draft,
                                                KinDemoFieldSet  *other);
KinDemoFieldSet *kin_demo_field_set_subtract   (KinDemoFieldSet  *self,
                                                KinDemoFieldSet  *other);
KinDemoFieldSet *kin_demo_field_set_intersect  (KinDemoFieldSet  *self,
                                                KinDemoDraft     *draft,
                                                KinDemoFieldSet  *other);
GPtrArray       *kin_demo_field_set_list_paths (KinDemoFieldSet  *self);

G_END_DECLS
