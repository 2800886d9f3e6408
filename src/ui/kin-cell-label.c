/* kin-cell-label.c: a cell that is a line of text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-cell-label.h"

#include "ui/kin-ticker.h"

struct _KinCellLabel
{
  KinRowCell parent_instance;

  GtkLabel *label;
  guint ticker;
};

G_DEFINE_FINAL_TYPE (KinCellLabel, kin_cell_label, KIN_TYPE_ROW_CELL)

static void
show_text (KinCellLabel *self)
{
  KinRowCell *cell = KIN_ROW_CELL (self);
  g_autofree char *text = kin_list_column_dup_text (kin_row_cell_get_column (cell), kin_row_cell_get_row (cell),
                                                    g_get_real_time () / G_USEC_PER_SEC);

  gtk_label_set_label (self->label, text != NULL ? text : "");
}

static void
tick_cb (gpointer user_data)
{
  show_text (user_data);
}

static void
stop_ticking (KinCellLabel *self)
{
  g_clear_handle_id (&self->ticker, kin_ticker_remove);
}

static void
kin_cell_label_update (KinRowCell *cell,
                       KinRow     *row)
{
  KinCellLabel *self = KIN_CELL_LABEL (cell);
  gboolean ticks = kin_list_column_ticks (kin_row_cell_get_column (cell), row);

  if (ticks && self->ticker == 0)
    self->ticker = kin_ticker_add (tick_cb, self);
  else if (!ticks)
    stop_ticking (self);

  show_text (self);
}

static void
row_set_cb (KinCellLabel *self)
{
  if (kin_row_cell_get_row (KIN_ROW_CELL (self)) == NULL)
    stop_ticking (self);
}

/* The full text of what the column is too narrow for. */
static gboolean
query_tooltip_cb (KinCellLabel *self,
                  int           x,
                  int           y,
                  gboolean      keyboard,
                  GtkTooltip   *tooltip)
{
  if (!pango_layout_is_ellipsized (gtk_label_get_layout (self->label)))
    return FALSE;

  gtk_tooltip_set_text (tooltip, gtk_label_get_label (self->label));

  return TRUE;
}

static void
kin_cell_label_constructed (GObject *object)
{
  KinCellLabel *self = KIN_CELL_LABEL (object);
  KinListColumn *column = kin_row_cell_get_column (KIN_ROW_CELL (self));
  gboolean numeric = kin_list_column_is_numeric (column);
  int width = kin_list_column_get_width (column);

  G_OBJECT_CLASS (kin_cell_label_parent_class)->constructed (object);

  gtk_label_set_xalign (self->label, numeric ? 1 : 0);
  gtk_label_set_width_chars (self->label, width);
  gtk_label_set_max_width_chars (self->label, width);
  if (numeric)
    gtk_widget_add_css_class (GTK_WIDGET (self->label), "numeric");
  if (kin_list_column_get_role (column) == KIN_LIST_COLUMN_NAMESPACE)
    gtk_widget_add_css_class (GTK_WIDGET (self->label), "dimmed");
}

static void
kin_cell_label_dispose (GObject *object)
{
  KinCellLabel *self = KIN_CELL_LABEL (object);

  stop_ticking (self);

  G_OBJECT_CLASS (kin_cell_label_parent_class)->dispose (object);
}

static void
kin_cell_label_class_init (KinCellLabelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = kin_cell_label_constructed;
  object_class->dispose = kin_cell_label_dispose;

  KIN_ROW_CELL_CLASS (klass)->update = kin_cell_label_update;
}

static void
kin_cell_label_init (KinCellLabel *self)
{
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (self->label, TRUE);
  gtk_widget_set_parent (GTK_WIDGET (self->label), GTK_WIDGET (self));

  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
  g_signal_connect (self, "notify::row", G_CALLBACK (row_set_cb), NULL);
}

/**
 * kin_cell_label_new:
 * @column: (transfer none): the column it stands in
 *
 * Returns: (transfer floating): an empty cell
 */
GtkWidget *
kin_cell_label_new (KinListColumn *column)
{
  g_return_val_if_fail (column != NULL, NULL);

  return g_object_new (KIN_TYPE_CELL_LABEL, "column", column, NULL);
}
