/* kin-row-cell.h: a cell that follows one row, and flashes when what it shows has changed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "model/kin-row.h"
#include "ui/kin-list-column.h"

G_BEGIN_DECLS

#define KIN_TYPE_ROW_CELL (kin_row_cell_get_type ())
G_DECLARE_DERIVABLE_TYPE (KinRowCell, kin_row_cell, KIN, ROW_CELL, GtkWidget)

struct _KinRowCellClass
{
  GtkWidgetClass parent_class;

  /* Shows the row as it is now. */
  void (*update) (KinRowCell *self,
                  KinRow     *row);
};

KinListColumn *kin_row_cell_get_column (KinRowCell *self);
KinRow        *kin_row_cell_get_row    (KinRowCell *self);
void           kin_row_cell_set_row    (KinRowCell *self,
                                        KinRow     *row);

G_END_DECLS
