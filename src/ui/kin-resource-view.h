/* kin-resource-view.h: the rows of one kind in columns, to look through with mouse and keys.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "model/kin-row-list.h"
#include "model/kin-row.h"

G_BEGIN_DECLS

#define KIN_TYPE_RESOURCE_VIEW (kin_resource_view_get_type ())
G_DECLARE_FINAL_TYPE (KinResourceView, kin_resource_view, KIN, RESOURCE_VIEW, AdwBin)

void    kin_resource_view_set_model    (KinResourceView *self,
                                        KinRowList      *model,
                                        GPtrArray       *columns,
                                        const char      *title);
KinRow *kin_resource_view_get_selected (KinResourceView *self);

G_END_DECLS
