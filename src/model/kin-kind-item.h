/* kin-kind-item.h: one kind of the sidebar.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-resource.h"

G_BEGIN_DECLS

/* In the order of the sidebar. */
typedef enum
{
  KIN_SECTION_WORKLOADS,
  KIN_SECTION_NETWORK,
  KIN_SECTION_CONFIGURATION,
  KIN_SECTION_STORAGE,
  KIN_SECTION_ACCESS,
  KIN_SECTION_CLUSTER,
  KIN_SECTION_CUSTOM,
} KinSection;

#define KIN_TYPE_KIND_ITEM (kin_kind_item_get_type ())
G_DECLARE_FINAL_TYPE (KinKindItem, kin_kind_item, KIN, KIND_ITEM, GObject)

KinKindItem *kin_kind_item_new               (KinResource *resource);
KinResource *kin_kind_item_get_resource      (KinKindItem *self);
const char  *kin_kind_item_get_title         (KinKindItem *self);
const char  *kin_kind_item_get_section_title (KinKindItem *self);
const char  *kin_kind_item_get_icon_name     (KinKindItem *self);
gint64       kin_kind_item_get_count         (KinKindItem *self);
void         kin_kind_item_set_count         (KinKindItem *self,
                                              gint64       count);
int          kin_kind_item_compare           (KinKindItem *a,
                                              KinKindItem *b);

G_END_DECLS
