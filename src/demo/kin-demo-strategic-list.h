/* kin-demo-strategic-list.h: lists on their way through a strategic merge patch: found by key, and put in order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"

G_BEGIN_DECLS

GPtrArray *kin_demo_strategic_list_new          (yyjson_mut_val  *array);
void       kin_demo_strategic_list_write        (GPtrArray       *list,
                                                 yyjson_mut_val  *array);
int        kin_demo_strategic_list_find         (GPtrArray       *list,
                                                 yyjson_mut_val  *item,
                                                 const char      *key);
gboolean   kin_demo_strategic_list_check        (GPtrArray       *list,
                                                 GPtrArray       *other,
                                                 const char      *key,
                                                 GError         **error);
gboolean   kin_demo_strategic_list_check_order  (GPtrArray       *patch,
                                                 GPtrArray       *order,
                                                 const char      *key,
                                                 GError         **error);
GPtrArray *kin_demo_strategic_list_put_in_order (GPtrArray       *merged,
                                                 GPtrArray       *order,
                                                 GPtrArray       *before,
                                                 const char      *key);

void       kin_demo_strategic_append_value      (GString         *out,
                                                 yyjson_mut_val  *value);

G_END_DECLS
