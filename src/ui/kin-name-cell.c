/* kin-name-cell.c: a row's name; in a tree with its place, and the button that opens it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-name-cell.h"

#include <glib/gi18n.h>

#define INDENT 22

struct _KinNameCell
{
  KinRowCell parent_instance;

  GtkWidget *box;
  GtkWidget *expander;
  GtkLabel *owner_label;
  GtkLabel *name_label;

  GSignalGroup *row_signals;
};

G_DEFINE_FINAL_TYPE (KinNameCell, kin_name_cell, KIN_TYPE_ROW_CELL)

static KinTreeModel *
get_tree (KinNameCell *self)
{
  return kin_list_column_get_tree (kin_row_cell_get_column (KIN_ROW_CELL (self)));
}

/* What a child's name repeats of its owner's may be shortened, what is its own may not. */
static gsize
get_owner_length (KinRow *row)
{
  const char *owner = kin_object_get_owner_name (kin_row_get_object (row));

  if (kin_row_get_row_type (row) == KIN_ROW_CONTAINER || kin_row_get_depth (row) == 0 || owner == NULL)
    return 0;

  return g_str_has_prefix (kin_row_get_title (row), owner) ? strlen (owner) : 0;
}

static void
show_name (KinNameCell *self,
           KinRow      *row)
{
  const char *title = kin_row_get_title (row);
  gsize owner_length = get_owner_length (row);
  g_autofree char *owner = g_strndup (title, owner_length);

  gtk_label_set_label (self->owner_label, owner);
  gtk_widget_set_visible (GTK_WIDGET (self->owner_label), owner_length > 0);
  gtk_label_set_label (self->name_label, title + owner_length);
  gtk_label_set_ellipsize (self->name_label, owner_length > 0 ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_MIDDLE);

  /* The label of the name's own part stands for the whole. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->name_label), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

static void
show_expander (KinNameCell *self,
               KinRow      *row)
{
  gboolean expanded = kin_row_get_expanded (row);
  const char *words = expanded ? _("Collapse") : _("Expand");

  gtk_widget_set_margin_start (self->box, INDENT * kin_row_get_depth (row));
  gtk_widget_set_opacity (self->expander, kin_row_get_expandable (row) ? 1 : 0);
  gtk_widget_set_sensitive (self->expander, kin_row_get_expandable (row));
  gtk_widget_set_tooltip_text (self->expander, words);

  if (expanded)
    gtk_widget_set_state_flags (self->expander, GTK_STATE_FLAG_CHECKED, FALSE);
  else
    gtk_widget_unset_state_flags (self->expander, GTK_STATE_FLAG_CHECKED);

  gtk_accessible_update_state (GTK_ACCESSIBLE (self->expander),
                               GTK_ACCESSIBLE_STATE_EXPANDED, kin_row_get_expandable (row) ? expanded : GTK_ACCESSIBLE_VALUE_UNDEFINED,
                               -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->expander), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static void
kin_name_cell_update (KinRowCell *cell,
                      KinRow     *row)
{
  KinNameCell *self = KIN_NAME_CELL (cell);

  show_name (self, row);
  if (get_tree (self) == NULL)
    return;

  show_expander (self, row);
  if (kin_row_get_depth (row) == 0)
    gtk_widget_add_css_class (GTK_WIDGET (self->name_label), "heading");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->name_label), "heading");
}

static void
expander_clicked_cb (KinNameCell *self)
{
  KinRow *row = kin_row_cell_get_row (KIN_ROW_CELL (self));

  kin_tree_model_set_expanded (get_tree (self), row, !kin_row_get_expanded (row));
}

static void
row_expanded_cb (KinNameCell *self)
{
  KinRow *row = kin_row_cell_get_row (KIN_ROW_CELL (self));

  if (row != NULL)
    show_expander (self, row);
}

static gboolean
query_tooltip_cb (KinNameCell *self,
                  int          x,
                  int          y,
                  gboolean     keyboard,
                  GtkTooltip  *tooltip)
{
  KinRow *row = kin_row_cell_get_row (KIN_ROW_CELL (self));

  if (row == NULL ||
      !(pango_layout_is_ellipsized (gtk_label_get_layout (self->owner_label)) ||
        pango_layout_is_ellipsized (gtk_label_get_layout (self->name_label))))
    return FALSE;

  gtk_tooltip_set_text (tooltip, kin_row_get_title (row));

  return TRUE;
}

static void
kin_name_cell_constructed (GObject *object)
{
  KinNameCell *self = KIN_NAME_CELL (object);

  G_OBJECT_CLASS (kin_name_cell_parent_class)->constructed (object);

  gtk_widget_set_visible (self->expander, get_tree (self) != NULL);
}

static void
kin_name_cell_dispose (GObject *object)
{
  kin_row_cell_set_row (KIN_ROW_CELL (object), NULL);
  g_clear_object (&KIN_NAME_CELL (object)->row_signals);
  gtk_widget_dispose_template (GTK_WIDGET (object), KIN_TYPE_NAME_CELL);

  G_OBJECT_CLASS (kin_name_cell_parent_class)->dispose (object);
}

static void
kin_name_cell_class_init (KinNameCellClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = kin_name_cell_constructed;
  object_class->dispose = kin_name_cell_dispose;

  KIN_ROW_CELL_CLASS (klass)->update = kin_name_cell_update;

  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-name-cell.ui");
  gtk_widget_class_bind_template_child (widget_class, KinNameCell, box);
  gtk_widget_class_bind_template_child (widget_class, KinNameCell, expander);
  gtk_widget_class_bind_template_child (widget_class, KinNameCell, owner_label);
  gtk_widget_class_bind_template_child (widget_class, KinNameCell, name_label);
  gtk_widget_class_bind_template_callback (widget_class, expander_clicked_cb);
}

static void
kin_name_cell_init (KinNameCell *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->row_signals = g_signal_group_new (KIN_TYPE_ROW);
  g_signal_group_connect_swapped (self->row_signals, "notify::expandable", G_CALLBACK (row_expanded_cb), self);
  g_signal_group_connect_swapped (self->row_signals, "notify::expanded", G_CALLBACK (row_expanded_cb), self);
  g_object_bind_property (self, "row", self->row_signals, "target", G_BINDING_DEFAULT);

  gtk_widget_add_css_class (GTK_WIDGET (self), "name-cell");
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
}

/**
 * kin_name_cell_new:
 * @column: (transfer none): the column it stands in
 *
 * Returns: (transfer floating): an empty cell
 */
GtkWidget *
kin_name_cell_new (KinListColumn *column)
{
  g_return_val_if_fail (column != NULL, NULL);

  return g_object_new (KIN_TYPE_NAME_CELL, "column", column, NULL);
}
