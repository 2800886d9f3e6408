/* kin-cell-label.h: a cell that is a line of text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ui/kin-row-cell.h"

G_BEGIN_DECLS

#define KIN_TYPE_CELL_LABEL (kin_cell_label_get_type ())
G_DECLARE_FINAL_TYPE (KinCellLabel, kin_cell_label, KIN, CELL_LABEL, KinRowCell)

GtkWidget *kin_cell_label_new (KinListColumn *column);

G_END_DECLS
