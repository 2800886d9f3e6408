/* kin-rollout-cell.c: a cell that shows how it goes: dots for many pods, a word for one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-rollout-cell.h"

#include "ui/kin-rollout-dots.h"
#include "ui/kin-status-pill.h"
#include "ui/kin-tree-words.h"

struct _KinRolloutCell
{
  KinRowCell parent_instance;

  KinRolloutDots *dots;
  KinStatusPill *pill;
};

G_DEFINE_FINAL_TYPE (KinRolloutCell, kin_rollout_cell, KIN_TYPE_ROW_CELL)

static gint64
get_integer (KinRow     *row,
             const char *header)
{
  const KinCell *cell = kin_tree_words_find_cell (row, header, NULL);

  return cell != NULL ? MAX (kin_cell_get_integer (cell), 0) : 0;
}

static void
show_dots (KinRolloutCell *self,
           gboolean        dots)
{
  gtk_widget_set_visible (GTK_WIDGET (self->dots), dots);
  gtk_widget_set_visible (GTK_WIDGET (self->pill), !dots);
}

static void
show_replica_set (KinRolloutCell *self,
                  KinRow         *row)
{
  KinTreeModel *tree = kin_list_column_get_tree (kin_row_cell_get_column (KIN_ROW_CELL (self)));
  gint64 current = get_integer (row, "CURRENT");
  gint64 ready = MIN (get_integer (row, "READY"), current);

  if (kin_tree_words_is_new (tree, row))
    kin_rollout_dots_set_counts (self->dots, ready, current - ready, 0, 0);
  else
    kin_rollout_dots_set_counts (self->dots, 0, 0, 0, current);

  show_dots (self, TRUE);
}

static gboolean
is_ready (KinRow *row)
{
  const KinCell *ready = kin_tree_words_find_cell (row, "READY", NULL);

  return ready == NULL || kin_cell_get_type_ (ready) != KIN_CELL_RATIO ||
         kin_cell_get_integer (ready) == kin_cell_get_total (ready);
}

static void
show_status (KinRolloutCell *self,
             KinRow         *row)
{
  const KinCell *status = kin_tree_words_find_cell (row, "STATUS", NULL);
  g_autofree char *text = status != NULL ? kin_cell_dup_text (status, 0) : NULL;

  if (kin_row_get_row_type (row) == KIN_ROW_CONTAINER)
    kin_status_pill_set_status (self->pill, kin_row_get_container_state (row), kin_row_get_container_ready (row));
  else if (text != NULL)
    kin_status_pill_set_status (self->pill, text, is_ready (row));

  show_dots (self, FALSE);
}

static void
kin_rollout_cell_update (KinRowCell *cell,
                         KinRow     *row)
{
  KinRolloutCell *self = KIN_ROLLOUT_CELL (cell);
  KinListColumn *column = kin_row_cell_get_column (cell);

  if (kin_list_column_get_role (column) == KIN_LIST_COLUMN_STATUS || kin_row_get_depth (row) > 1)
    {
      show_status (self, row);
    }
  else if (kin_row_get_depth (row) == 1)
    {
      show_replica_set (self, row);
    }
  else
    {
      kin_rollout_dots_set_rollout (self->dots, kin_row_get_rollout (row));
      show_dots (self, TRUE);
    }
}

static void
kin_rollout_cell_class_init (KinRolloutCellClass *klass)
{
  KIN_ROW_CELL_CLASS (klass)->update = kin_rollout_cell_update;
}

static void
kin_rollout_cell_init (KinRolloutCell *self)
{
  self->dots = KIN_ROLLOUT_DOTS (kin_rollout_dots_new ());
  gtk_widget_set_valign (GTK_WIDGET (self->dots), GTK_ALIGN_CENTER);
  gtk_widget_set_parent (GTK_WIDGET (self->dots), GTK_WIDGET (self));

  self->pill = KIN_STATUS_PILL (kin_status_pill_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->pill), GTK_WIDGET (self));

  gtk_widget_add_css_class (GTK_WIDGET (self), "rollout-cell");
}

/**
 * kin_rollout_cell_new:
 * @column: (transfer none): the column it stands in
 *
 * Returns: (transfer floating): an empty cell
 */
GtkWidget *
kin_rollout_cell_new (KinListColumn *column)
{
  g_return_val_if_fail (column != NULL, NULL);

  return g_object_new (KIN_TYPE_ROLLOUT_CELL, "column", column, NULL);
}
