/* kin-sidebar.h: the cluster, and its kinds by section.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "model/kin-cluster.h"
#include "model/kin-kind-item.h"
#include "ui/kin-context-button.h"

G_BEGIN_DECLS

#define KIN_TYPE_SIDEBAR (kin_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (KinSidebar, kin_sidebar, KIN, SIDEBAR, AdwBin)

KinContextButton *kin_sidebar_get_context_button (KinSidebar *self);
void              kin_sidebar_set_cluster        (KinSidebar *self,
                                                  KinCluster *cluster);
KinKindItem      *kin_sidebar_get_kind           (KinSidebar *self);
void              kin_sidebar_select             (KinSidebar *self,
                                                  const char *resource_id);

G_END_DECLS
