/* kin-resource-page.h: the live list, or tree, of one kind.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "model/kin-cluster.h"
#include "model/kin-row.h"

G_BEGIN_DECLS

#define KIN_TYPE_RESOURCE_PAGE (kin_resource_page_get_type ())
G_DECLARE_FINAL_TYPE (KinResourcePage, kin_resource_page, KIN, RESOURCE_PAGE, AdwBin)

GtkWidget   *kin_resource_page_new            (KinCluster      *cluster,
                                               KinResource     *resource);
KinRow      *kin_resource_page_get_selected   (KinResourcePage *self);
gboolean     kin_resource_page_is_forbidden   (KinResourcePage *self);
void         kin_resource_page_set_namespace  (KinResourcePage *self,
                                               const char      *namespace_);
void         kin_resource_page_retry          (KinResourcePage *self);
void         kin_resource_page_focus_list     (KinResourcePage *self);

G_END_DECLS
