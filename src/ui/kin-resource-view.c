/* kin-resource-view.c: the rows of one kind in columns, to look through with mouse and keys.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-resource-view.h"

#include "model/kin-object-list.h"
#include "model/kin-tree-model.h"
#include "ui/kin-cell-label.h"
#include "ui/kin-list-column.h"
#include "ui/kin-name-cell.h"
#include "ui/kin-rollout-cell.h"
#include "ui/kin-selection.h"
#include "ui/kin-words.h"

struct _KinResourceView
{
  AdwBin parent_instance;

  GtkColumnView *column_view;

  KinRowList *model;
  GPtrArray *columns;
  KinSelection *selection;
  gboolean compact;
};

G_DEFINE_FINAL_TYPE (KinResourceView, kin_resource_view, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_COMPACT,
  PROP_SELECTED,
  N_PROPS
};

enum
{
  SIGNAL_OPEN,
  SIGNAL_SORT,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
sorter_changed_cb (KinResourceView *self,
                   GtkSorterChange  change,
                   GtkSorter       *sorter)
{
  GtkColumnViewSorter *view_sorter = GTK_COLUMN_VIEW_SORTER (sorter);
  GtkColumnViewColumn *primary = gtk_column_view_sorter_get_primary_sort_column (view_sorter);
  gboolean descending = gtk_column_view_sorter_get_primary_sort_order (view_sorter) == GTK_SORT_DESCENDING;
  GListModel *view_columns = gtk_column_view_get_columns (self->column_view);
  int sort = KIN_SORT_NAME;

  for (guint i = 0; i < self->columns->len; i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (view_columns, i);

      if (column == primary)
        sort = kin_list_column_get_sort (g_ptr_array_index (self->columns, i));
    }

  g_signal_emit (self, signals[SIGNAL_SORT], 0, sort, descending);
}

static GtkWidget *
create_cell (KinListColumn *column)
{
  switch (kin_list_column_get_role (column))
    {
    case KIN_LIST_COLUMN_NAME:
      return kin_name_cell_new (column);

    case KIN_LIST_COLUMN_STATUS:
    case KIN_LIST_COLUMN_ROLLOUT:
      return kin_rollout_cell_new (column);

    case KIN_LIST_COLUMN_NAMESPACE:
    case KIN_LIST_COLUMN_CELL:
    case KIN_LIST_COLUMN_AGE:
    default:
      return kin_cell_label_new (column);
    }
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkColumnViewCell        *cell,
          KinListColumn            *column)
{
  gtk_column_view_cell_set_child (cell, create_cell (column));
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkColumnViewCell        *cell,
         KinListColumn            *column)
{
  kin_row_cell_set_row (KIN_ROW_CELL (gtk_column_view_cell_get_child (cell)), gtk_column_view_cell_get_item (cell));
}

static void
unbind_cb (GtkSignalListItemFactory *factory,
           GtkColumnViewCell        *cell,
           KinListColumn            *column)
{
  kin_row_cell_set_row (KIN_ROW_CELL (gtk_column_view_cell_get_child (cell)), NULL);
}

static void
release_column (gpointer  data,
                GClosure *closure)
{
  kin_list_column_unref (data);
}

static void
connect_column (GtkListItemFactory *factory,
                const char         *signal_name,
                GCallback           callback,
                KinListColumn      *column)
{
  g_signal_connect_data (factory, signal_name, callback,
                         kin_list_column_ref (column), release_column, G_CONNECT_DEFAULT);
}

static void
append_column (KinResourceView *self,
               KinListColumn   *column)
{
  g_autoptr(GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autofree char *title = kin_words_dup_column (kin_list_column_get_header (column));
  g_autoptr(GtkColumnViewColumn) view_column = gtk_column_view_column_new (title, g_object_ref (factory));
  /* The model sorts; the header only asks for it. */
  g_autoptr(GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (NULL, NULL, NULL));

  connect_column (factory, "setup", G_CALLBACK (setup_cb), column);
  connect_column (factory, "bind", G_CALLBACK (bind_cb), column);
  connect_column (factory, "unbind", G_CALLBACK (unbind_cb), column);

  gtk_column_view_column_set_sorter (view_column, sorter);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, kin_list_column_get_role (column) == KIN_LIST_COLUMN_NAME);
  gtk_column_view_append_column (self->column_view, view_column);
}

static void
bind_row_cb (GtkSignalListItemFactory *factory,
             GtkColumnViewRow         *view_row,
             gpointer                  user_data)
{
  KinRow *row = gtk_column_view_row_get_item (view_row);

  gtk_column_view_row_set_accessible_label (view_row, kin_row_get_title (row));
}

static void
open_selected (KinResourceView *self)
{
  if (kin_selection_get_selected (self->selection) != NULL)
    g_signal_emit (self, signals[SIGNAL_OPEN], 0);
}

static void
open_selected_cb (gpointer user_data)
{
  g_autoptr(KinResourceView) self = user_data;

  if (self->selection != NULL)
    open_selected (self);
}

static void
activate_cb (KinResourceView *self,
             guint            position)
{
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  open_selected (self);
}

static gboolean
is_in_row (GtkWidget *widget,
           GtkWidget *view)
{
  for (; widget != NULL && widget != view; widget = gtk_widget_get_parent (widget))
    {
      if (GTK_IS_BUTTON (widget) && gtk_widget_get_opacity (widget) > 0)
        return FALSE;
      if (strcmp (gtk_widget_get_css_name (widget), "row") == 0)
        return TRUE;
    }

  return FALSE;
}

/* One click selects a row and shows it; the row itself has by then taken the click. */
static void
click_released_cb (KinResourceView *self,
                   int              n_press,
                   double           x,
                   double           y)
{
  GtkWidget *view = GTK_WIDGET (self->column_view);

  if (n_press == 1 && is_in_row (gtk_widget_pick (view, x, y, GTK_PICK_DEFAULT), view))
    g_idle_add_once (open_selected_cb, g_object_ref (self));
}

static void
select_parent (KinResourceView *self)
{
  int parent = kin_tree_model_get_parent (KIN_TREE_MODEL (self->model), kin_selection_get_position (self->selection));

  if (parent >= 0)
    gtk_column_view_scroll_to (self->column_view, parent, NULL,
                               GTK_LIST_SCROLL_FOCUS | GTK_LIST_SCROLL_SELECT, NULL);
}

static gboolean
expand_or_collapse (KinResourceView *self,
                    KinRow          *row,
                    gboolean         expand)
{
  if (kin_row_get_expandable (row) && kin_row_get_expanded (row) != expand)
    kin_tree_model_set_expanded (KIN_TREE_MODEL (self->model), row, expand);
  else if (!expand)
    select_parent (self);

  return GDK_EVENT_STOP;
}

static gboolean
key_pressed_cb (KinResourceView *self,
                guint            keyval,
                guint            keycode,
                GdkModifierType  state)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  KinRow *row = KIN_IS_TREE_MODEL (self->model) ? kin_selection_get_selected (self->selection) : NULL;

  if (row == NULL || (state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;

  if (keyval == GDK_KEY_Right || keyval == GDK_KEY_KP_Right)
    return expand_or_collapse (self, row, !rtl);
  if (keyval == GDK_KEY_Left || keyval == GDK_KEY_KP_Left)
    return expand_or_collapse (self, row, rtl);

  return GDK_EVENT_PROPAGATE;
}

/* A narrow window has room for what matters most. */
static void
show_columns (KinResourceView *self)
{
  GListModel *view_columns = gtk_column_view_get_columns (self->column_view);

  for (guint i = 0; self->columns != NULL && i < self->columns->len; i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (view_columns, i);
      gboolean essential = kin_list_column_is_essential (g_ptr_array_index (self->columns, i));

      gtk_column_view_column_set_visible (column, essential || !self->compact);
    }

  if (self->compact)
    gtk_widget_add_css_class (GTK_WIDGET (self->column_view), "compact");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->column_view), "compact");
}

static void
set_compact (KinResourceView *self,
             gboolean         compact)
{
  if (self->compact == compact)
    return;

  self->compact = compact;
  show_columns (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COMPACT]);
}

static void
selected_cb (KinResourceView *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

static void
kin_resource_view_dispose (GObject *object)
{
  KinResourceView *self = KIN_RESOURCE_VIEW (object);

  if (self->column_view != NULL)
    {
      /* Columns that go change the sorter, which nobody needs to hear of any more. */
      g_signal_handlers_disconnect_by_func (gtk_column_view_get_sorter (self->column_view), sorter_changed_cb, self);
      gtk_column_view_set_model (self->column_view, NULL);
    }
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_RESOURCE_VIEW);
  g_clear_pointer (&self->columns, g_ptr_array_unref);

  G_OBJECT_CLASS (kin_resource_view_parent_class)->dispose (object);
}

static void
kin_resource_view_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  KinResourceView *self = KIN_RESOURCE_VIEW (object);

  switch (prop_id)
    {
    case PROP_COMPACT:
      g_value_set_boolean (value, self->compact);
      break;

    case PROP_SELECTED:
      g_value_set_object (value, kin_resource_view_get_selected (self));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_resource_view_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_COMPACT:
      set_compact (KIN_RESOURCE_VIEW (object), g_value_get_boolean (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_resource_view_class_init (KinResourceViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = kin_resource_view_dispose;
  object_class->get_property = kin_resource_view_get_property;
  object_class->set_property = kin_resource_view_set_property;

  /**
   * KinResourceView:compact:
   *
   * Whether only the columns that matter most are shown.
   */
  properties[PROP_COMPACT] =
    g_param_spec_boolean ("compact", NULL, NULL,
                          FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinResourceView:selected: (nullable)
   *
   * The row that is selected.
   */
  properties[PROP_SELECTED] =
    g_param_spec_object ("selected", NULL, NULL,
                         KIN_TYPE_ROW,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * KinResourceView::open:
   * @self: the view
   *
   * A person wants to see the selected row closer.
   */
  signals[SIGNAL_OPEN] =
    g_signal_new ("open", KIN_TYPE_RESOURCE_VIEW, G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);

  /**
   * KinResourceView::sort:
   * @self: the view
   * @column: what to sort the model by
   * @descending: whether the greatest come first
   *
   * A person has asked for another order.
   */
  signals[SIGNAL_SORT] =
    g_signal_new ("sort", KIN_TYPE_RESOURCE_VIEW, G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_BOOLEAN);

  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-resource-view.ui");
  gtk_widget_class_bind_template_child (widget_class, KinResourceView, column_view);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_row_cb);
  gtk_widget_class_bind_template_callback (widget_class, click_released_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_pressed_cb);
}

static void
kin_resource_view_init (KinResourceView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  g_signal_connect_object (gtk_column_view_get_sorter (self->column_view), "changed",
                           G_CALLBACK (sorter_changed_cb), self, G_CONNECT_SWAPPED);
}

/**
 * kin_resource_view_set_model:
 * @self: the view, which has no model yet
 * @model: (transfer none): the rows
 * @columns: (transfer none) (element-type KinListColumn): the columns to show them in
 * @title: what they are, for those who listen
 */
void
kin_resource_view_set_model (KinResourceView *self,
                             KinRowList      *model,
                             GPtrArray       *columns,
                             const char      *title)
{
  g_return_if_fail (KIN_IS_RESOURCE_VIEW (self));
  g_return_if_fail (self->model == NULL);
  g_return_if_fail (KIN_IS_ROW_LIST (model));

  self->model = g_object_ref (model);
  self->columns = g_ptr_array_ref (columns);
  for (guint i = 0; i < columns->len; i++)
    append_column (self, g_ptr_array_index (columns, i));
  show_columns (self);

  self->selection = kin_selection_new (model);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected_cb), self, G_CONNECT_SWAPPED);
  gtk_column_view_set_model (self->column_view, GTK_SELECTION_MODEL (self->selection));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->column_view), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

/**
 * kin_resource_view_get_selected:
 * @self: the view
 *
 * Returns: (transfer none) (nullable): the row that is selected
 */
KinRow *
kin_resource_view_get_selected (KinResourceView *self)
{
  g_return_val_if_fail (KIN_IS_RESOURCE_VIEW (self), NULL);

  return self->selection != NULL ? kin_selection_get_selected (self->selection) : NULL;
}
