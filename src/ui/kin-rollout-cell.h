/* kin-rollout-cell.h: a cell that shows how it goes: dots for many pods, a word for one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ui/kin-row-cell.h"

G_BEGIN_DECLS

#define KIN_TYPE_ROLLOUT_CELL (kin_rollout_cell_get_type ())
G_DECLARE_FINAL_TYPE (KinRolloutCell, kin_rollout_cell, KIN, ROLLOUT_CELL, KinRowCell)

GtkWidget *kin_rollout_cell_new (KinListColumn *column);

G_END_DECLS
