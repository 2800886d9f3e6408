/* kin-object-pane.h: one object beside the list: overview, changes, YAML.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "model/kin-cluster.h"
#include "model/kin-row.h"

G_BEGIN_DECLS

#define KIN_TYPE_OBJECT_PANE (kin_object_pane_get_type ())
G_DECLARE_FINAL_TYPE (KinObjectPane, kin_object_pane, KIN, OBJECT_PANE, AdwBin)

void       kin_object_pane_set_object (KinObjectPane *self,
                                       KinCluster    *cluster,
                                       KinRow        *row);

G_END_DECLS
