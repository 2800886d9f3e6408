/* kin-selection.h: one selected row, remembered by identity.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "model/kin-row.h"
#include "model/kin-row-list.h"

G_BEGIN_DECLS

#define KIN_TYPE_SELECTION (kin_selection_get_type ())
G_DECLARE_FINAL_TYPE (KinSelection, kin_selection, KIN, SELECTION, GObject)

KinSelection *kin_selection_new          (KinRowList   *model);
void          kin_selection_set_model    (KinSelection *self,
                                          KinRowList   *model);
KinRow       *kin_selection_get_selected (KinSelection *self);
guint         kin_selection_get_position (KinSelection *self);
gboolean      kin_selection_select_id    (KinSelection *self,
                                          const char   *id);

G_END_DECLS
