/* kin-demo-field-walk.h: the fields of an object, by its kind's schema.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-field-set.h"
#include "demo/kin-demo-schema.h"

G_BEGIN_DECLS

/**
 * KinDemoFieldChanges:
 * @changed: (nullable): fields that are new or have another value
 * @removed: (nullable): fields that are no longer there
 *
 * What two versions of an object differ in.
 */
typedef struct
{
  KinDemoFieldSet *changed;
  KinDemoFieldSet *removed;
} KinDemoFieldChanges;

KinDemoFieldChanges  kin_demo_field_walk_compare      (const KinDemoType   *type,
                                                       KinDemoDraft        *draft,
                                                       yyjson_mut_val      *old,
                                                       yyjson_mut_val      *new,
                                                       yyjson_mut_val      *blank,
                                                       const char * const  *skipped);
KinDemoFieldSet     *kin_demo_field_walk_collect      (const KinDemoType   *type,
                                                       KinDemoDraft        *draft,
                                                       yyjson_mut_val      *object,
                                                       char               **problem);
void                 kin_demo_field_walk_remove       (const KinDemoType   *type,
                                                       yyjson_mut_val      *object,
                                                       KinDemoFieldSet     *fields);
void                 kin_demo_field_walk_mark_parents (const KinDemoType   *type,
                                                       KinDemoDraft        *draft,
                                                       KinDemoFieldSet     *fields);
gboolean             kin_demo_field_walk_is_map       (const KinDemoType   *type,
                                                       yyjson_mut_val      *value);
gboolean             kin_demo_field_walk_is_keyed     (const KinDemoType   *type,
                                                       yyjson_mut_val      *value);

G_END_DECLS
