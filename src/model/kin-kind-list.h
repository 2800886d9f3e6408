/* kin-kind-list.h: the kinds of the sidebar.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/kin-kind-item.h"

G_BEGIN_DECLS

#define KIN_TYPE_KIND_LIST (kin_kind_list_get_type ())
G_DECLARE_FINAL_TYPE (KinKindList, kin_kind_list, KIN, KIND_LIST, GObject)

KinKindList *kin_kind_list_new           (void);
void         kin_kind_list_set_resources (KinKindList *self,
                                          GPtrArray   *resources);
KinKindItem *kin_kind_list_find          (KinKindList *self,
                                          const char  *resource_id);

G_END_DECLS
