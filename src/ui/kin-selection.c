/* kin-selection.c: one selected row, remembered by identity.
 *
 * GtkSingleSelection asks its model for every row of a range to find the selected one again. This one asks the model
 * where the identity is, so that no row is made that nobody looks at, and the selection never jumps to a neighbour.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-selection.h"

struct _KinSelection
{
  GObject     parent;

  KinRowList *model;
  KinRow     *selected;
  guint       position; /* GTK_INVALID_LIST_POSITION also while a burst moves the row */
};

static void kin_selection_list_model_init (GListModelInterface *iface);
static void kin_selection_selection_model_init (GtkSelectionModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (KinSelection, kin_selection, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, kin_selection_list_model_init)
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL, kin_selection_selection_model_init))

enum
{
  PROP_0,
  PROP_MODEL,
  PROP_SELECTED,
  PROP_POSITION,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
tell_selection_changed (KinSelection *self,
                        guint         position)
{
  if (position != GTK_INVALID_LIST_POSITION)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), position, 1);
}

static void
set_position (KinSelection *self,
              guint         position)
{
  if (self->position == position)
    return;

  self->position = position;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_POSITION]);
}

/* Tells the old and the new place, and none between. */
static void
select_row (KinSelection *self,
            KinRow       *row,
            guint         position)
{
  guint old_position = self->position;

  if (!g_set_object (&self->selected, row))
    return;

  g_object_freeze_notify (G_OBJECT (self));
  set_position (self, position);
  tell_selection_changed (self, old_position);
  tell_selection_changed (self, position);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
select_position (KinSelection *self,
                 guint         position)
{
  g_autoptr(KinRow) row = g_list_model_get_item (G_LIST_MODEL (self->model), position);

  if (row != NULL)
    select_row (self, row, position);
}

/* Where the selected row is once a range of its model has changed. */
static guint
get_new_position (KinSelection *self,
                  guint         position,
                  guint         n_removed,
                  guint         n_added)
{
  int found;

  if (self->position != GTK_INVALID_LIST_POSITION && self->position < position)
    return self->position;
  if (self->position != GTK_INVALID_LIST_POSITION && self->position >= position + n_removed)
    return self->position - n_removed + n_added;

  found = kin_row_list_find (self->model, kin_row_get_id (self->selected));
  return found >= 0 ? (guint) found : GTK_INVALID_LIST_POSITION;
}

/* The range that changed is asked for anew by everyone, so that no selection-changed is due. */
static void
items_changed_cb (KinSelection *self,
                  guint         position,
                  guint         n_removed,
                  guint         n_added)
{
  g_object_freeze_notify (G_OBJECT (self));

  if (self->selected != NULL)
    {
      set_position (self, get_new_position (self, position, n_removed, n_added));
      if (self->position == GTK_INVALID_LIST_POSITION &&
          !kin_row_list_has (self->model, kin_row_get_id (self->selected)))
        {
          g_clear_object (&self->selected);
          g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
        }
    }

  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
detach_model (KinSelection *self)
{
  if (self->model == NULL)
    return;

  g_signal_handlers_disconnect_by_func (self->model, items_changed_cb, self);
  g_clear_object (&self->model);
}

static GType
kin_selection_get_item_type (GListModel *model)
{
  return KIN_TYPE_ROW;
}

static guint
kin_selection_get_n_items (GListModel *model)
{
  KinSelection *self = KIN_SELECTION (model);

  return self->model != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->model)) : 0;
}

static gpointer
kin_selection_get_item (GListModel *model,
                        guint       position)
{
  KinSelection *self = KIN_SELECTION (model);

  return self->model != NULL ? g_list_model_get_item (G_LIST_MODEL (self->model), position) : NULL;
}

static void
kin_selection_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = kin_selection_get_item_type;
  iface->get_n_items = kin_selection_get_n_items;
  iface->get_item = kin_selection_get_item;
}

static gboolean
kin_selection_is_selected (GtkSelectionModel *model,
                           guint              position)
{
  KinSelection *self = KIN_SELECTION (model);

  return self->position == position && position != GTK_INVALID_LIST_POSITION;
}

static GtkBitset *
kin_selection_get_selection_in_range (GtkSelectionModel *model,
                                      guint              position,
                                      guint              n_items)
{
  KinSelection *self = KIN_SELECTION (model);
  GtkBitset *selection = gtk_bitset_new_empty ();

  if (self->position != GTK_INVALID_LIST_POSITION)
    gtk_bitset_add (selection, self->position);

  return selection;
}

static gboolean
kin_selection_select_item (GtkSelectionModel *model,
                           guint              position,
                           gboolean           unselect_rest)
{
  KinSelection *self = KIN_SELECTION (model);

  if (self->model != NULL)
    select_position (self, position);

  return TRUE;
}

static gboolean
kin_selection_unselect_item (GtkSelectionModel *model,
                             guint              position)
{
  KinSelection *self = KIN_SELECTION (model);

  if (kin_selection_is_selected (model, position))
    select_row (self, NULL, GTK_INVALID_LIST_POSITION);

  return TRUE;
}

static gboolean
kin_selection_unselect_all (GtkSelectionModel *model)
{
  select_row (KIN_SELECTION (model), NULL, GTK_INVALID_LIST_POSITION);

  return TRUE;
}

static void
kin_selection_selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = kin_selection_is_selected;
  iface->get_selection_in_range = kin_selection_get_selection_in_range;
  iface->select_item = kin_selection_select_item;
  iface->unselect_item = kin_selection_unselect_item;
  iface->unselect_all = kin_selection_unselect_all;
}

static void
kin_selection_dispose (GObject *object)
{
  KinSelection *self = KIN_SELECTION (object);

  detach_model (self);
  g_clear_object (&self->selected);
  self->position = GTK_INVALID_LIST_POSITION;

  G_OBJECT_CLASS (kin_selection_parent_class)->dispose (object);
}

static void
kin_selection_get_property (GObject    *object,
                            guint       property_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  KinSelection *self = KIN_SELECTION (object);

  switch (property_id)
    {
    case PROP_MODEL:
      g_value_set_object (value, self->model);
      break;
    case PROP_SELECTED:
      g_value_set_object (value, self->selected);
      break;
    case PROP_POSITION:
      g_value_set_uint (value, self->position);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
kin_selection_set_property (GObject      *object,
                            guint         property_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  switch (property_id)
    {
    case PROP_MODEL:
      kin_selection_set_model (KIN_SELECTION (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
kin_selection_class_init (KinSelectionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_selection_dispose;
  object_class->get_property = kin_selection_get_property;
  object_class->set_property = kin_selection_set_property;

  /**
   * KinSelection:model:
   *
   * The rows to select from.
   */
  properties[PROP_MODEL] =
    g_param_spec_object ("model", NULL, NULL, KIN_TYPE_ROW_LIST,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinSelection:selected:
   *
   * The selected row.
   */
  properties[PROP_SELECTED] =
    g_param_spec_object ("selected", NULL, NULL, KIN_TYPE_ROW,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinSelection:position:
   *
   * The position of the selected row.
   */
  properties[PROP_POSITION] =
    g_param_spec_uint ("position", NULL, NULL, 0, G_MAXUINT, GTK_INVALID_LIST_POSITION,
                       G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
kin_selection_init (KinSelection *self)
{
  self->position = GTK_INVALID_LIST_POSITION;
}

/**
 * kin_selection_new:
 * @model: (nullable) (transfer none): the rows to select from
 *
 * Makes a selection of nothing.
 *
 * Returns: (transfer full): a selection
 */
KinSelection *
kin_selection_new (KinRowList *model)
{
  g_return_val_if_fail (model == NULL || KIN_IS_ROW_LIST (model), NULL);

  return g_object_new (KIN_TYPE_SELECTION, "model", model, NULL);
}

/**
 * kin_selection_set_model:
 * @model: (nullable): the rows to select from
 *
 * Selects from other rows, none at first.
 */
void
kin_selection_set_model (KinSelection *self,
                         KinRowList   *model)
{
  guint n_removed;

  g_return_if_fail (KIN_IS_SELECTION (self));
  g_return_if_fail (model == NULL || KIN_IS_ROW_LIST (model));

  if (self->model == model)
    return;

  g_object_freeze_notify (G_OBJECT (self));
  select_row (self, NULL, GTK_INVALID_LIST_POSITION);

  n_removed = kin_selection_get_n_items (G_LIST_MODEL (self));
  detach_model (self);
  if (model != NULL)
    {
      self->model = g_object_ref (model);
      g_signal_connect_swapped (model, "items-changed", G_CALLBACK (items_changed_cb), self);
    }

  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_removed, kin_selection_get_n_items (G_LIST_MODEL (self)));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODEL]);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * kin_selection_get_selected:
 *
 * Returns: (transfer none) (nullable): the selected row
 */
KinRow *
kin_selection_get_selected (KinSelection *self)
{
  g_return_val_if_fail (KIN_IS_SELECTION (self), NULL);

  return self->selected;
}

/**
 * kin_selection_get_position:
 *
 * Returns: the position of the selected row, or %GTK_INVALID_LIST_POSITION
 */
guint
kin_selection_get_position (KinSelection *self)
{
  g_return_val_if_fail (KIN_IS_SELECTION (self), GTK_INVALID_LIST_POSITION);

  return self->position;
}

/**
 * kin_selection_select_id:
 * @id: (nullable): the identity of a row, or %NULL to select nothing
 *
 * Selects a row by its identity.
 *
 * Returns: %FALSE if it is not in the model; then nothing changes
 */
gboolean
kin_selection_select_id (KinSelection *self,
                         const char   *id)
{
  int position;

  g_return_val_if_fail (KIN_IS_SELECTION (self), FALSE);

  if (id == NULL)
    {
      select_row (self, NULL, GTK_INVALID_LIST_POSITION);
      return TRUE;
    }

  position = self->model != NULL ? kin_row_list_find (self->model, id) : -1;
  if (position < 0)
    return FALSE;

  select_position (self, (guint) position);
  return TRUE;
}
