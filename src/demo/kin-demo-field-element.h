/* kin-demo-field-element.h: one step of a field's path, as managedFields writes it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"
#include "demo/kin-demo-schema.h"

G_BEGIN_DECLS

gboolean kin_demo_field_element_set_item    (GString           *element,
                                             const KinDemoType *list,
                                             yyjson_mut_val    *item);
void     kin_demo_field_element_set_member  (GString           *element,
                                             const char        *name);
gboolean kin_demo_field_element_same_item   (const KinDemoType *list,
                                             yyjson_mut_val    *a,
                                             yyjson_mut_val    *b);
int      kin_demo_field_element_compare     (const char        *a,
                                             const char        *b);
void     kin_demo_field_element_append_path (const char        *element,
                                             GString           *path);

G_END_DECLS
