/* kin-row-cell.c: a cell that follows one row, and flashes when what it shows has changed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-row-cell.h"

/* As long as the animation in style.css. */
#define FLASH_US (1500 * G_TIME_SPAN_MILLISECOND)

typedef struct
{
  KinListColumn *column;
  KinRow *row;
  guint flash_timeout;
  gboolean flash_toggle;
} KinRowCellPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (KinRowCell, kin_row_cell, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_COLUMN,
  PROP_ROW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
end_flash (KinRowCell *self)
{
  KinRowCellPrivate *priv = kin_row_cell_get_instance_private (self);

  g_clear_handle_id (&priv->flash_timeout, g_source_remove);
  gtk_widget_remove_css_class (GTK_WIDGET (self), "flash");
  gtk_widget_remove_css_class (GTK_WIDGET (self), "flash-again");
  gtk_widget_remove_css_class (GTK_WIDGET (self), "flash-still");
}

static void
flash_timeout_cb (gpointer user_data)
{
  KinRowCell *self = user_data;
  KinRowCellPrivate *priv = kin_row_cell_get_instance_private (self);

  priv->flash_timeout = 0;
  end_flash (self);
}

static gboolean
has_animations (KinRowCell *self)
{
  gboolean enabled;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &enabled, NULL);

  return enabled;
}

static void
flash (KinRowCell *self)
{
  KinRowCellPrivate *priv = kin_row_cell_get_instance_private (self);
  const char *css_class = "flash-still";

  end_flash (self);

  /* A CSS animation begins anew only under another name. */
  if (has_animations (self))
    {
      priv->flash_toggle = !priv->flash_toggle;
      css_class = priv->flash_toggle ? "flash" : "flash-again";
    }

  gtk_widget_add_css_class (GTK_WIDGET (self), css_class);
  priv->flash_timeout = g_timeout_add_once (FLASH_US / G_TIME_SPAN_MILLISECOND, flash_timeout_cb, self);
}

/* A row that has just changed may also be new on screen: its change moved it. */
static void
flash_if_changed (KinRowCell *self)
{
  KinRowCellPrivate *priv = kin_row_cell_get_instance_private (self);
  gint64 changed = kin_row_get_changed_time (priv->row);
  guint64 mask = kin_list_column_get_mask (priv->column, priv->row);

  if (changed == 0 || g_get_monotonic_time () - changed > FLASH_US)
    return;

  if ((kin_row_get_changed_columns (priv->row) & mask) != 0)
    flash (self);
}

static void
row_changed_cb (KinRowCell *self)
{
  KinRowCellPrivate *priv = kin_row_cell_get_instance_private (self);

  KIN_ROW_CELL_GET_CLASS (self)->update (self, priv->row);
  flash_if_changed (self);
}

static void
kin_row_cell_dispose (GObject *object)
{
  KinRowCell *self = KIN_ROW_CELL (object);
  GtkWidget *child;

  kin_row_cell_set_row (self, NULL);
  end_flash (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (kin_row_cell_parent_class)->dispose (object);
}

static void
kin_row_cell_finalize (GObject *object)
{
  KinRowCellPrivate *priv = kin_row_cell_get_instance_private (KIN_ROW_CELL (object));

  g_clear_pointer (&priv->column, kin_list_column_unref);

  G_OBJECT_CLASS (kin_row_cell_parent_class)->finalize (object);
}

static void
kin_row_cell_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  KinRowCellPrivate *priv = kin_row_cell_get_instance_private (KIN_ROW_CELL (object));

  switch (prop_id)
    {
    case PROP_COLUMN:
      g_value_set_boxed (value, priv->column);
      break;

    case PROP_ROW:
      g_value_set_object (value, priv->row);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_row_cell_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  KinRowCell *self = KIN_ROW_CELL (object);
  KinRowCellPrivate *priv = kin_row_cell_get_instance_private (self);

  switch (prop_id)
    {
    case PROP_COLUMN:
      priv->column = g_value_dup_boxed (value);
      break;

    case PROP_ROW:
      kin_row_cell_set_row (self, g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_row_cell_class_init (KinRowCellClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = kin_row_cell_dispose;
  object_class->finalize = kin_row_cell_finalize;
  object_class->get_property = kin_row_cell_get_property;
  object_class->set_property = kin_row_cell_set_property;

  properties[PROP_COLUMN] =
    g_param_spec_boxed ("column", NULL, NULL,
                        KIN_TYPE_LIST_COLUMN,
                        G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  properties[PROP_ROW] =
    g_param_spec_object ("row", NULL, NULL,
                         KIN_TYPE_ROW,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "row-cell");
}

static void
kin_row_cell_init (KinRowCell *self)
{
}

/**
 * kin_row_cell_get_column:
 * @self: the cell
 *
 * Returns: (transfer none): the column it stands in
 */
KinListColumn *
kin_row_cell_get_column (KinRowCell *self)
{
  KinRowCellPrivate *priv = kin_row_cell_get_instance_private (self);

  g_return_val_if_fail (KIN_IS_ROW_CELL (self), NULL);

  return priv->column;
}

/**
 * kin_row_cell_get_row:
 * @self: the cell
 *
 * Returns: (transfer none) (nullable): the row it follows
 */
KinRow *
kin_row_cell_get_row (KinRowCell *self)
{
  KinRowCellPrivate *priv = kin_row_cell_get_instance_private (self);

  g_return_val_if_fail (KIN_IS_ROW_CELL (self), NULL);

  return priv->row;
}

/**
 * kin_row_cell_set_row:
 * @self: the cell
 * @row: (nullable) (transfer none): the row to follow; %NULL when the view recycles the cell
 */
void
kin_row_cell_set_row (KinRowCell *self,
                      KinRow     *row)
{
  KinRowCellPrivate *priv = kin_row_cell_get_instance_private (self);

  g_return_if_fail (KIN_IS_ROW_CELL (self));
  g_return_if_fail (row == NULL || KIN_IS_ROW (row));

  if (priv->row == row)
    return;

  if (priv->row != NULL)
    g_signal_handlers_disconnect_by_func (priv->row, row_changed_cb, self);
  end_flash (self);

  g_set_object (&priv->row, row);
  if (row != NULL)
    {
      g_signal_connect_swapped (row, "changed", G_CALLBACK (row_changed_cb), self);
      row_changed_cb (self);
    }

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ROW]);
}
