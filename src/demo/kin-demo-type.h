/* kin-demo-type.h: one node of the schema: a field's type, how it is merged, and what it is when it is left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"

G_BEGIN_DECLS

/**
 * KinDemoTypeKind:
 * @KIN_DEMO_TYPE_OBJECT: an object whose members are known by name
 * @KIN_DEMO_TYPE_MAP: an object with any names and one type of value
 * @KIN_DEMO_TYPE_LIST: an array
 * @KIN_DEMO_TYPE_STRING: a string
 * @KIN_DEMO_TYPE_INTEGER: a whole number
 * @KIN_DEMO_TYPE_NUMBER: any number
 * @KIN_DEMO_TYPE_BOOLEAN: true or false
 * @KIN_DEMO_TYPE_QUANTITY: a quantity such as “250m”, as a string or a number
 * @KIN_DEMO_TYPE_INT_OR_STRING: a whole number or a string such as “25%”
 * @KIN_DEMO_TYPE_ANY: whatever it is, it is kept
 *
 * What a value may be.
 */
typedef enum
{
  KIN_DEMO_TYPE_OBJECT,
  KIN_DEMO_TYPE_MAP,
  KIN_DEMO_TYPE_LIST,
  KIN_DEMO_TYPE_STRING,
  KIN_DEMO_TYPE_INTEGER,
  KIN_DEMO_TYPE_NUMBER,
  KIN_DEMO_TYPE_BOOLEAN,
  KIN_DEMO_TYPE_QUANTITY,
  KIN_DEMO_TYPE_INT_OR_STRING,
  KIN_DEMO_TYPE_ANY,
} KinDemoTypeKind;

/**
 * KinDemoListType:
 * @KIN_DEMO_LIST_ATOMIC: owned and replaced as a whole
 * @KIN_DEMO_LIST_SET: each value is there once, and owned by itself
 * @KIN_DEMO_LIST_MAP: each item is known by the values of its keys
 *
 * How server-side apply takes a list apart.
 */
typedef enum
{
  KIN_DEMO_LIST_ATOMIC,
  KIN_DEMO_LIST_SET,
  KIN_DEMO_LIST_MAP,
} KinDemoListType;

KinDemoTypeKind      kin_demo_type_get_kind        (const KinDemoType *self);
const KinDemoType   *kin_demo_type_get_member      (const KinDemoType *self,
                                                    const char        *name);
const KinDemoType   *kin_demo_type_get_item        (const KinDemoType *self);
KinDemoListType      kin_demo_type_get_list_type   (const KinDemoType *self);
const char * const  *kin_demo_type_get_list_keys   (const KinDemoType *self);
gboolean             kin_demo_type_is_atomic       (const KinDemoType *self);
const char          *kin_demo_type_get_merge_key   (const KinDemoType *self);
gboolean             kin_demo_type_get_retain_keys (const KinDemoType *self);

void                 kin_demo_type_fill_defaults   (const KinDemoType *self,
                                                    KinDemoDraft      *draft,
                                                    yyjson_mut_val    *value);
gboolean             kin_demo_type_check           (const KinDemoType *self,
                                                    KinDemoDraft      *draft,
                                                    yyjson_mut_val    *value,
                                                    GPtrArray         *unknown,
                                                    GError           **error);

G_END_DECLS
