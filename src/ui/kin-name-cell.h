/* kin-name-cell.h: a row's name; in a tree with its place, and the button that opens it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ui/kin-row-cell.h"

G_BEGIN_DECLS

#define KIN_TYPE_NAME_CELL (kin_name_cell_get_type ())
G_DECLARE_FINAL_TYPE (KinNameCell, kin_name_cell, KIN, NAME_CELL, KinRowCell)

GtkWidget *kin_name_cell_new (KinListColumn *column);

G_END_DECLS
