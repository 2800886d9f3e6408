/* kin-kind-list.c: the kinds of the sidebar.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-kind-list.h"

struct _KinKindList
{
  GObject    parent;

  GPtrArray *items; /* KinKindItem, in order */
};

static void kin_kind_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (KinKindList, kin_kind_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, kin_kind_list_model_init))

static int
compare_items (gconstpointer a,
               gconstpointer b)
{
  return kin_kind_item_compare ((KinKindItem *) a, (KinKindItem *) b);
}

static gboolean
is_wanted (KinResource *resource)
{
  KinVerbs needed = KIN_VERB_LIST | KIN_VERB_WATCH;

  if ((kin_resource_get_verbs (resource) & needed) != needed)
    return FALSE;

  /* The same objects as the core group's events. */
  return !g_str_equal (kin_resource_get_id (resource), "events.events.k8s.io");
}

/* An item that is there already stays, with whatever the window has bound to it. */
static KinKindItem *
take_item (KinKindList *self,
           KinResource *resource)
{
  KinKindItem *item = kin_kind_list_find (self, kin_resource_get_id (resource));

  if (item != NULL && kin_resource_equal (kin_kind_item_get_resource (item), resource))
    return g_object_ref (item);

  return kin_kind_item_new (resource);
}

static GPtrArray *
make_items (KinKindList *self,
            GPtrArray   *resources)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < resources->len; i++)
    {
      KinResource *resource = g_ptr_array_index (resources, i);

      /* A group may be served in several versions: the first is the one it prefers. */
      if (is_wanted (resource) && g_hash_table_add (seen, (gpointer) kin_resource_get_id (resource)))
        g_ptr_array_add (items, take_item (self, resource));
    }
  g_ptr_array_sort_values (items, compare_items);

  return items;
}

static GType
kin_kind_list_get_item_type (GListModel *model)
{
  return KIN_TYPE_KIND_ITEM;
}

static guint
kin_kind_list_get_n_items (GListModel *model)
{
  return KIN_KIND_LIST (model)->items->len;
}

static gpointer
kin_kind_list_get_item (GListModel *model,
                        guint       position)
{
  KinKindList *self = KIN_KIND_LIST (model);

  return position < self->items->len ? g_object_ref (g_ptr_array_index (self->items, position)) : NULL;
}

static void
kin_kind_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = kin_kind_list_get_item_type;
  iface->get_n_items = kin_kind_list_get_n_items;
  iface->get_item = kin_kind_list_get_item;
}

static void
kin_kind_list_finalize (GObject *object)
{
  KinKindList *self = KIN_KIND_LIST (object);

  g_clear_pointer (&self->items, g_ptr_array_unref);

  G_OBJECT_CLASS (kin_kind_list_parent_class)->finalize (object);
}

static void
kin_kind_list_class_init (KinKindListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = kin_kind_list_finalize;
}

static void
kin_kind_list_init (KinKindList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * kin_kind_list_new:
 *
 * Makes an empty list.
 *
 * Returns: (transfer full): a list
 */
KinKindList *
kin_kind_list_new (void)
{
  return g_object_new (KIN_TYPE_KIND_LIST, NULL);
}

/**
 * kin_kind_list_set_resources:
 * @resources: (element-type KinResource): what discovery found
 *
 * Shows the kinds that can be listed and watched, by section and in the usual order.
 */
void
kin_kind_list_set_resources (KinKindList *self,
                             GPtrArray   *resources)
{
  g_autoptr(GPtrArray) old = NULL;
  guint n_same;
  guint first = 0;
  guint last = 0;

  g_return_if_fail (KIN_IS_KIND_LIST (self));
  g_return_if_fail (resources != NULL);

  old = self->items;
  self->items = make_items (self, resources);
  n_same = MIN (old->len, self->items->len);

  while (first < n_same && g_ptr_array_index (old, first) == g_ptr_array_index (self->items, first))
    first++;
  while (last < n_same - first &&
         g_ptr_array_index (old, old->len - 1 - last) == g_ptr_array_index (self->items, self->items->len - 1 - last))
    last++;

  if (first + last < MAX (old->len, self->items->len))
    g_list_model_items_changed (G_LIST_MODEL (self), first, old->len - first - last, self->items->len - first - last);
}

/**
 * kin_kind_list_find:
 * @resource_id: "deployments.apps"
 *
 * Returns: (transfer none) (nullable): the item of that resource
 */
KinKindItem *
kin_kind_list_find (KinKindList *self,
                    const char  *resource_id)
{
  g_return_val_if_fail (KIN_IS_KIND_LIST (self), NULL);
  g_return_val_if_fail (resource_id != NULL, NULL);

  for (guint i = 0; i < self->items->len; i++)
    {
      KinKindItem *item = g_ptr_array_index (self->items, i);

      if (g_str_equal (kin_resource_get_id (kin_kind_item_get_resource (item)), resource_id))
        return item;
    }

  return NULL;
}
