/* kin-tree-model.c: Deployments with their ReplicaSets, pods and containers as one flat list of rows.
 *
 * The roots are a KinObjectList, with its order, filter and exact changes. This model puts the open rows of each root
 * below it; only roots that are expanded cost anything, so that a closed tree is as quick as the list. What is expanded
 * is remembered by identity: it stays so when rows move, are filtered out and come back, or are listed again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-tree-model.h"

#include "model/kin-id-table.h"
#include "model/kin-object-list-private.h"
#include "model/kin-row-private.h"
#include "model/kin-tree-node.h"

/* An expanded root. */
typedef struct
{
  char      *id;
  gboolean   is_placed; /* the root is shown */
  guint      index;     /* of the root among the roots */
  guint      start;     /* position of the root */
  GPtrArray *nodes;     /* KinTreeNode: what is shown below it */
} Branch;

struct _KinTreeModel
{
  GObject                  parent;

  KinObjectList           *roots;
  KinSharedInformer       *replica_sets;
  KinSharedInformer       *pods;
  KinHandlerRegistration  *replica_sets_registration;
  KinHandlerRegistration  *pods_registration;
  KinDeploymentController *controller;

  GHashTable              *expanded;     /* set of ids of all levels */
  GHashTable              *branches;     /* id → Branch, for each expanded root */
  GPtrArray               *placed;       /* Branch, borrowed, by index */
  GHashTable              *nodes;        /* id → KinTreeNode, borrowed from the branches */
  KinRowTable             *rows;         /* below the roots */
  guint                    n_items;
  gboolean                 show_old;

  GHashTable              *dirty_roots;  /* set of ids: something below them has changed */
  GHashTable              *dirty_rows;   /* set of KinRow below the roots whose object has changed */
};

static void kin_tree_model_list_model_init (GListModelInterface *iface);
static void kin_tree_model_row_list_init (KinRowListInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (KinTreeModel, kin_tree_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, kin_tree_model_list_model_init)
                               G_IMPLEMENT_INTERFACE (KIN_TYPE_ROW_LIST, kin_tree_model_row_list_init))

enum
{
  PROP_0,
  PROP_N_ITEMS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static Branch *
branch_new (const char *id)
{
  Branch *branch = g_new0 (Branch, 1);

  branch->id = g_strdup (id);
  branch->nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_tree_node_unref);

  return branch;
}

static void
branch_free (gpointer data)
{
  Branch *branch = data;

  g_ptr_array_unref (branch->nodes);
  g_free (branch->id);
  g_free (branch);
}

static KinTreeSource
get_source (KinTreeModel *self)
{
  return (KinTreeSource) {
    .replica_sets = kin_shared_informer_get_indexer (self->replica_sets),
    .pods = kin_shared_informer_get_indexer (self->pods),
    .expanded = self->expanded,
    .nodes = self->nodes,
    .show_old = self->show_old,
  };
}

static guint
get_n_roots (KinTreeModel *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->roots));
}

static int
compare_branches (gconstpointer a,
                  gconstpointer b)
{
  const Branch *branch_a = a;
  const Branch *branch_b = b;

  return (branch_a->index > branch_b->index) - (branch_a->index < branch_b->index);
}

/* The branches have come, gone, moved or changed their size. */
static void
count_positions (KinTreeModel *self)
{
  guint n_below = 0;

  for (guint i = 0; i < self->placed->len; i++)
    {
      Branch *branch = g_ptr_array_index (self->placed, i);

      branch->start = branch->index + n_below;
      n_below += branch->nodes->len;
    }
  self->n_items = get_n_roots (self) + n_below;
}

/* How many of the placed branches begin before a position, or belong to a root before an index. */
static guint
bisect_branches (KinTreeModel *self,
                 guint         value,
                 gboolean      is_index)
{
  guint low = 0;
  guint high = self->placed->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      Branch *branch = g_ptr_array_index (self->placed, middle);

      if ((is_index ? branch->index : branch->start) < value)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

static guint
get_root_position (KinTreeModel *self,
                   guint         index)
{
  guint n = bisect_branches (self, index, TRUE);
  Branch *branch;

  if (n == 0)
    return index;

  branch = g_ptr_array_index (self->placed, n - 1);
  return branch->start + branch->nodes->len + index - branch->index;
}

/* What is at a position: a node, or the root at *index. */
static KinTreeNode *
look_up (KinTreeModel  *self,
         guint          position,
         Branch       **branch,
         guint         *index)
{
  guint n = bisect_branches (self, position + 1, FALSE);

  *index = position;
  *branch = NULL;
  if (n == 0)
    return NULL;

  *branch = g_ptr_array_index (self->placed, n - 1);
  if (position > (*branch)->start && position - (*branch)->start <= (*branch)->nodes->len)
    return g_ptr_array_index ((*branch)->nodes, position - (*branch)->start - 1);

  *index = (*branch)->index + (position - (*branch)->start);
  if (position > (*branch)->start)
    *index -= (*branch)->nodes->len;

  return NULL;
}

static void
tell_items_changed (KinTreeModel *self,
                    guint         position,
                    guint         n_removed,
                    guint         n_added)
{
  if (n_removed == 0 && n_added == 0)
    return;

  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
  if (n_removed != n_added)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ITEMS]);
}

static void
forget_nodes (KinTreeModel *self,
              Branch       *branch)
{
  for (guint i = 0; i < branch->nodes->len; i++)
    {
      KinTreeNode *node = g_ptr_array_index (branch->nodes, i);

      if (g_hash_table_lookup (self->nodes, node->id) == node)
        g_hash_table_remove (self->nodes, node->id);
    }
}

static void
set_nodes (KinTreeModel *self,
           Branch       *branch,
           GPtrArray    *nodes)
{
  forget_nodes (self, branch);
  g_ptr_array_unref (branch->nodes);
  branch->nodes = nodes;

  for (guint i = 0; i < nodes->len; i++)
    {
      KinTreeNode *node = g_ptr_array_index (nodes, i);

      node->root_id = branch->id;
      g_hash_table_replace (self->nodes, node->id, node);
    }
}

static GPtrArray *
list_nodes (KinTreeModel *self,
            Branch       *branch)
{
  KinTreeSource source = get_source (self);

  return kin_tree_source_list_nodes (&source, branch->id);
}

static gboolean
nodes_equal (GPtrArray *a,
             guint      index_a,
             GPtrArray *b,
             guint      index_b)
{
  KinTreeNode *node_a = g_ptr_array_index (a, index_a);
  KinTreeNode *node_b = g_ptr_array_index (b, index_b);

  return g_str_equal (node_a->id, node_b->id);
}

static void
update_row (KinTreeModel *self,
            KinTreeNode  *node)
{
  KinRow *row = kin_row_table_get (self->rows, node->id);
  g_autoptr(KinRow) kept = row != NULL ? g_object_ref (row) : NULL;

  if (kept == NULL)
    return;

  if (node->container != NULL)
    kin_row_set_container (kept, node->object, node->container);
  else
    kin_row_set_object (kept, node->object);
  kin_row_set_expandable (kept, node->expandable);
}

static void
update_rows (KinTreeModel *self,
             GPtrArray    *nodes)
{
  for (guint i = 0; i < nodes->len && kin_row_table_get_size (self->rows) > 0; i++)
    update_row (self, g_ptr_array_index (nodes, i));
}

/* Lists a branch anew and tells what came and went: the range from the first difference to the last. */
static void
refresh_branch (KinTreeModel *self,
                Branch       *branch)
{
  g_autoptr(GPtrArray) old = g_ptr_array_ref (branch->nodes);
  g_autoptr(GPtrArray) nodes = list_nodes (self, branch);
  guint n_same = MIN (old->len, nodes->len);
  guint first = 0;
  guint last = 0;

  while (first < n_same && nodes_equal (old, first, nodes, first))
    first++;
  while (last < n_same - first && nodes_equal (old, old->len - 1 - last, nodes, nodes->len - 1 - last))
    last++;

  set_nodes (self, branch, g_ptr_array_ref (nodes));
  count_positions (self);
  tell_items_changed (self, branch->start + 1 + first, old->len - first - last, nodes->len - first - last);
  /* Somebody who was told may have closed the branch. */
  update_rows (self, nodes);
}

static void
place_branch (KinTreeModel *self,
              Branch       *branch,
              guint         index)
{
  branch->is_placed = TRUE;
  branch->index = index;
  set_nodes (self, branch, list_nodes (self, branch));
  g_ptr_array_add (self->placed, branch);
  g_ptr_array_sort_values (self->placed, compare_branches);
}

/* Takes the branches of the removed roots out and moves those behind. Returns how many rows were below the former. */
static guint
shift_branches (KinTreeModel *self,
                guint         position,
                guint         n_removed,
                guint         n_added)
{
  guint n_below = 0;

  for (guint i = self->placed->len; i > 0; i--)
    {
      Branch *branch = g_ptr_array_index (self->placed, i - 1);

      if (branch->index < position)
        break;
      if (branch->index >= position + n_removed)
        {
          branch->index += n_added - n_removed;
          continue;
        }
      n_below += branch->nodes->len;
      branch->is_placed = FALSE;
      g_ptr_array_remove_index (self->placed, i - 1);
    }

  return n_below;
}

/* Expanded roots that came, or came back. Returns how many rows are below those in the range. */
static guint
place_branches (KinTreeModel *self,
                guint         position,
                guint         n_added)
{
  guint n_below = 0;
  GHashTableIter iter;
  gpointer value;

  if (self->placed->len == g_hash_table_size (self->branches))
    return 0;

  g_hash_table_iter_init (&iter, self->branches);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Branch *branch = value;
      int index = branch->is_placed ? -1 : kin_object_list_find (self->roots, branch->id);

      if (index < 0 || (guint) index < position || (guint) index >= position + n_added)
        continue;
      place_branch (self, branch, (guint) index);
      n_below += branch->nodes->len;
    }

  return n_below;
}

static Branch *
find_stray_branch (KinTreeModel *self,
                   int          *index)
{
  GHashTableIter iter;
  gpointer value;

  if (self->placed->len == g_hash_table_size (self->branches))
    return NULL;

  g_hash_table_iter_init (&iter, self->branches);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Branch *branch = value;

      *index = branch->is_placed ? -1 : kin_object_list_find (self->roots, branch->id);
      if (*index >= 0)
        return branch;
    }

  return NULL;
}

/* A burst that moves a root far may tell that it has come before it tells that it has gone. Its branch then stayed in
 * the old place until now, and the new place is outside the range that was told. */
static void
place_stray_branches (KinTreeModel *self)
{
  Branch *branch;
  int index;

  while ((branch = find_stray_branch (self, &index)) != NULL)
    {
      place_branch (self, branch, (guint) index);
      count_positions (self);
      tell_items_changed (self, branch->start + 1, 0, branch->nodes->len);
    }
}

/* Roots that are no longer shown, and not on their way to another place. */
static void
clear_gone_branches (KinTreeModel *self)
{
  GHashTableIter iter;
  gpointer value;

  if (self->placed->len == g_hash_table_size (self->branches))
    return;

  g_hash_table_iter_init (&iter, self->branches);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Branch *branch = value;

      if (!branch->is_placed && branch->nodes->len > 0 && !kin_row_list_has (KIN_ROW_LIST (self->roots), branch->id))
        set_nodes (self, branch, g_ptr_array_new_with_free_func ((GDestroyNotify) kin_tree_node_unref));
    }
}

static void
roots_changed_cb (KinTreeModel *self,
                  guint         position,
                  guint         n_removed,
                  guint         n_added)
{
  guint start = get_root_position (self, position);

  n_removed += shift_branches (self, position, n_removed, n_added);
  n_added += place_branches (self, position, n_added);
  count_positions (self);
  clear_gone_branches (self);
  tell_items_changed (self, start, n_removed, n_added);
  place_stray_branches (self);
}

static KinRollout *
get_rollout (KinTreeModel *self,
             KinObject    *deployment)
{
  if (self->controller == NULL)
    return NULL;

  return kin_deployment_controller_get_rollout (self->controller, kin_object_get_key (deployment));
}

static gboolean
is_root_expandable (KinTreeModel *self,
                    const char   *id)
{
  KinTreeSource source = get_source (self);

  return kin_tree_source_has_replica_set (&source, id);
}

/* A root is looked at for the first time. */
static void
complete_root (KinRow   *row,
               gpointer  user_data)
{
  KinTreeModel *self = user_data;
  const char *id = kin_row_get_id (row);

  kin_row_place (row, 0, is_root_expandable (self, id), g_hash_table_contains (self->expanded, id),
                 get_rollout (self, kin_row_get_object (row)));
}

static void
update_root (KinRow   *row,
             gpointer  user_data)
{
  KinTreeModel *self = user_data;

  kin_row_set_expandable (row, is_root_expandable (self, kin_row_get_id (row)));
}

static KinRow *
get_node_row (KinTreeModel *self,
              KinTreeNode  *node)
{
  KinRow *row = kin_row_table_get (self->rows, node->id);

  if (row != NULL)
    return g_object_ref (row);

  row = node->container != NULL ? kin_row_new_container (node->object, node->container) : kin_row_new (node->object);
  kin_row_place (row, node->depth, node->expandable, g_hash_table_contains (self->expanded, node->id), NULL);
  kin_row_table_add (self->rows, row);

  return row;
}

static void
rollout_changed_cb (KinTreeModel *self,
                    const char   *key)
{
  KinIndexer *indexer = kin_shared_informer_get_indexer (kin_object_list_get_informer (self->roots));
  KinObject *deployment = kin_indexer_get (indexer, key);
  KinRow *row = NULL;
  g_autoptr(KinRow) kept = NULL;

  if (deployment != NULL)
    row = kin_row_table_get (kin_object_list_get_rows (self->roots), kin_id_table_id_of (deployment));
  if (row == NULL)
    return;

  kept = g_object_ref (row);
  kin_row_set_rollout (kept, get_rollout (self, deployment));
}

static void
mark_dirty (GHashTable *set,
            const char *id)
{
  if (id != NULL && !g_hash_table_contains (set, id))
    g_hash_table_add (set, g_strdup (id));
}

/* A row may be looked at elsewhere while its branch is closed. */
static void
mark_row_dirty (KinTreeModel *self,
                KinObject    *object)
{
  KinRow *row = kin_row_table_get (self->rows, kin_id_table_id_of (object));

  if (row != NULL && !g_hash_table_contains (self->dirty_rows, row))
    g_hash_table_add (self->dirty_rows, g_object_ref (row));
}

static void
mark_replica_set (KinTreeModel *self,
                  KinObject    *replica_set)
{
  mark_dirty (self->dirty_roots, kin_object_get_owner_uid (replica_set));
  mark_row_dirty (self, replica_set);
}

/* The Deployment of a pod is its ReplicaSet's owner. */
static void
mark_pod (KinTreeModel *self,
          KinObject    *pod)
{
  const char *owner_uid = kin_object_get_owner_uid (pod);
  g_autofree char *key = NULL;
  KinObject *replica_set;

  mark_row_dirty (self, pod);
  if (owner_uid == NULL)
    return;

  key = g_strconcat (kin_object_get_namespace (pod), "/", kin_object_get_owner_name (pod), NULL);
  replica_set = kin_indexer_get (kin_shared_informer_get_indexer (self->replica_sets), key);
  if (replica_set != NULL && g_str_equal (kin_object_get_uid (replica_set), owner_uid))
    mark_dirty (self->dirty_roots, kin_object_get_owner_uid (replica_set));
}

static void
replica_set_added (KinObject *object,
                   gboolean   is_in_initial_list,
                   gpointer   user_data)
{
  mark_replica_set (user_data, object);
}

static void
replica_set_updated (KinObject *old_object,
                     KinObject *new_object,
                     gpointer   user_data)
{
  mark_replica_set (user_data, old_object);
  mark_replica_set (user_data, new_object);
}

static void
replica_set_deleted (KinObject *object,
                     gboolean   final_state_unknown,
                     gpointer   user_data)
{
  mark_replica_set (user_data, object);
}

static void
pod_added (KinObject *object,
           gboolean   is_in_initial_list,
           gpointer   user_data)
{
  mark_pod (user_data, object);
}

static void
pod_updated (KinObject *old_object,
             KinObject *new_object,
             gpointer   user_data)
{
  mark_pod (user_data, old_object);
  mark_pod (user_data, new_object);
}

static void
pod_deleted (KinObject *object,
             gboolean   final_state_unknown,
             gpointer   user_data)
{
  mark_pod (user_data, object);
}

static void
refresh_roots (KinTreeModel *self)
{
  g_autoptr(GHashTable) dirty = g_steal_pointer (&self->dirty_roots);
  GHashTableIter iter;
  gpointer id;

  self->dirty_roots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_hash_table_iter_init (&iter, dirty);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      KinRow *row = kin_row_table_get (kin_object_list_get_rows (self->roots), id);
      g_autoptr(KinRow) kept = row != NULL ? g_object_ref (row) : NULL;
      Branch *branch;

      if (kept != NULL)
        update_root (kept, self);

      branch = g_hash_table_lookup (self->branches, id);
      if (branch != NULL && branch->is_placed)
        refresh_branch (self, branch);
    }
}

/* The newest version is in the cache, whichever one was told. */
static KinObject *
get_newest (KinTreeModel *self,
            KinObject    *object)
{
  KinSharedInformer *informers[] = { self->replica_sets, self->pods };

  for (guint i = 0; i < G_N_ELEMENTS (informers); i++)
    {
      KinObject *newest = kin_indexer_get (kin_shared_informer_get_indexer (informers[i]), kin_object_get_key (object));

      if (newest != NULL && kin_object_same_identity (newest, object))
        return newest;
    }

  return NULL;
}

static void
refresh_rows (KinTreeModel *self)
{
  g_autoptr(GHashTable) dirty = g_steal_pointer (&self->dirty_rows);
  GHashTableIter iter;
  gpointer row;

  self->dirty_rows = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);

  g_hash_table_iter_init (&iter, dirty);
  while (g_hash_table_iter_next (&iter, &row, NULL))
    {
      KinObject *newest = get_newest (self, kin_row_get_object (row));

      if (newest != NULL)
        kin_row_set_object (row, newest);
    }
}

static void
children_end (gpointer user_data)
{
  KinTreeModel *self = user_data;

  refresh_roots (self);
  refresh_rows (self);
}

static const KinEventHandler replica_set_handler = {
  .on_add = replica_set_added,
  .on_update = replica_set_updated,
  .on_delete = replica_set_deleted,
  .end = children_end,
};

static const KinEventHandler pod_handler = {
  .on_add = pod_added,
  .on_update = pod_updated,
  .on_delete = pod_deleted,
  .end = children_end,
};

static void
expand_root (KinTreeModel *self,
             const char   *id)
{
  Branch *branch = branch_new (id);
  int index = kin_object_list_find (self->roots, id);

  g_hash_table_insert (self->branches, branch->id, branch);
  if (index < 0)
    return;

  place_branch (self, branch, (guint) index);
  count_positions (self);
  tell_items_changed (self, branch->start + 1, 0, branch->nodes->len);
}

static void
collapse_root (KinTreeModel *self,
               Branch       *branch)
{
  guint start = branch->start;
  guint n_removed = branch->is_placed ? branch->nodes->len : 0;

  forget_nodes (self, branch);
  g_ptr_array_remove (self->placed, branch);
  g_hash_table_remove (self->branches, branch->id);
  count_positions (self);
  tell_items_changed (self, start + 1, n_removed, 0);
}

static void
toggle_node (KinTreeModel *self,
             const char   *id)
{
  KinTreeNode *node = g_hash_table_lookup (self->nodes, id);
  Branch *branch = node != NULL ? g_hash_table_lookup (self->branches, node->root_id) : NULL;

  if (branch != NULL && branch->is_placed)
    refresh_branch (self, branch);
}

static GType
kin_tree_model_get_item_type (GListModel *model)
{
  return KIN_TYPE_ROW;
}

static guint
kin_tree_model_get_n_items (GListModel *model)
{
  return KIN_TREE_MODEL (model)->n_items;
}

static gpointer
kin_tree_model_get_item (GListModel *model,
                         guint       position)
{
  KinTreeModel *self = KIN_TREE_MODEL (model);
  KinTreeNode *node;
  Branch *branch;
  guint index;

  if (position >= self->n_items)
    return NULL;

  node = look_up (self, position, &branch, &index);
  if (node != NULL)
    return get_node_row (self, node);

  return g_list_model_get_item (G_LIST_MODEL (self->roots), index);
}

static void
kin_tree_model_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = kin_tree_model_get_item_type;
  iface->get_n_items = kin_tree_model_get_n_items;
  iface->get_item = kin_tree_model_get_item;
}

static int
kin_tree_model_row_list_find (KinRowList *list,
                              const char *id)
{
  KinTreeModel *self = KIN_TREE_MODEL (list);
  KinTreeNode *node = g_hash_table_lookup (self->nodes, id);
  Branch *branch;
  int index;

  if (node != NULL)
    {
      branch = g_hash_table_lookup (self->branches, node->root_id);
      return branch->is_placed ? (int) (branch->start + 1 + node->index) : -1;
    }

  index = kin_object_list_find (self->roots, id);
  return index >= 0 ? (int) get_root_position (self, (guint) index) : -1;
}

static gboolean
kin_tree_model_row_list_has (KinRowList *list,
                             const char *id)
{
  KinTreeModel *self = KIN_TREE_MODEL (list);
  KinTreeNode *node = g_hash_table_lookup (self->nodes, id);

  return kin_row_list_has (KIN_ROW_LIST (self->roots), node != NULL ? node->root_id : id);
}

static void
kin_tree_model_row_list_init (KinRowListInterface *iface)
{
  iface->find = kin_tree_model_row_list_find;
  iface->has = kin_tree_model_row_list_has;
}

static void
kin_tree_model_dispose (GObject *object)
{
  KinTreeModel *self = KIN_TREE_MODEL (object);

  if (self->replica_sets_registration != NULL)
    kin_shared_informer_remove_handler (self->replica_sets, g_steal_pointer (&self->replica_sets_registration));
  if (self->pods_registration != NULL)
    kin_shared_informer_remove_handler (self->pods, g_steal_pointer (&self->pods_registration));
  if (self->roots != NULL)
    kin_object_list_set_row_func (self->roots, NULL, NULL);

  g_ptr_array_set_size (self->placed, 0);
  g_hash_table_remove_all (self->nodes);
  g_hash_table_remove_all (self->branches);
  g_hash_table_remove_all (self->dirty_rows);
  self->n_items = 0;
  g_clear_object (&self->roots);
  g_clear_object (&self->replica_sets);
  g_clear_object (&self->pods);
  g_clear_object (&self->controller);

  G_OBJECT_CLASS (kin_tree_model_parent_class)->dispose (object);
}

static void
kin_tree_model_finalize (GObject *object)
{
  KinTreeModel *self = KIN_TREE_MODEL (object);

  g_clear_pointer (&self->placed, g_ptr_array_unref);
  g_clear_pointer (&self->nodes, g_hash_table_unref);
  g_clear_pointer (&self->branches, g_hash_table_unref);
  g_clear_pointer (&self->expanded, g_hash_table_unref);
  g_clear_pointer (&self->dirty_roots, g_hash_table_unref);
  g_clear_pointer (&self->dirty_rows, g_hash_table_unref);
  g_clear_pointer (&self->rows, kin_row_table_free);

  G_OBJECT_CLASS (kin_tree_model_parent_class)->finalize (object);
}

static void
kin_tree_model_get_property (GObject    *object,
                             guint       property_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  switch (property_id)
    {
    case PROP_N_ITEMS:
      g_value_set_uint (value, KIN_TREE_MODEL (object)->n_items);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
kin_tree_model_class_init (KinTreeModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_tree_model_dispose;
  object_class->finalize = kin_tree_model_finalize;
  object_class->get_property = kin_tree_model_get_property;

  /**
   * KinTreeModel:n-items:
   *
   * How many rows are shown, of all levels.
   */
  properties[PROP_N_ITEMS] =
    g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
kin_tree_model_init (KinTreeModel *self)
{
  self->expanded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->branches = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, branch_free);
  self->placed = g_ptr_array_new ();
  self->nodes = g_hash_table_new (g_str_hash, g_str_equal);
  self->rows = kin_row_table_new ();
  self->dirty_roots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->dirty_rows = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
}

/**
 * kin_tree_model_new:
 * @deployments: the roots
 * @replica_sets: what they own
 * @pods: what those own
 * @controller: (nullable): knows the Deployments' rollouts
 *
 * Makes a tree that follows the three informers, with all roots closed and sorted by name.
 *
 * Returns: (transfer full): a tree
 */
KinTreeModel *
kin_tree_model_new (KinSharedInformer       *deployments,
                    KinSharedInformer       *replica_sets,
                    KinSharedInformer       *pods,
                    KinDeploymentController *controller)
{
  KinTreeModel *self;

  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (deployments), NULL);
  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (replica_sets), NULL);
  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (pods), NULL);
  g_return_val_if_fail (controller == NULL || KIN_IS_DEPLOYMENT_CONTROLLER (controller), NULL);

  self = g_object_new (KIN_TYPE_TREE_MODEL, NULL);
  self->replica_sets = g_object_ref (replica_sets);
  self->pods = g_object_ref (pods);
  self->roots = kin_object_list_new (deployments);
  kin_object_list_set_row_func (self->roots, complete_root, self);
  g_signal_connect_object (self->roots, "items-changed", G_CALLBACK (roots_changed_cb), self, G_CONNECT_SWAPPED);

  if (g_set_object (&self->controller, controller))
    g_signal_connect_object (controller, "rollout-changed", G_CALLBACK (rollout_changed_cb), self, G_CONNECT_SWAPPED);

  self->replica_sets_registration =
    kin_shared_informer_add_handler (replica_sets, &replica_set_handler, KIN_HANDLER_COALESCE, self);
  self->pods_registration =
    kin_shared_informer_add_handler (pods, &pod_handler, KIN_HANDLER_COALESCE, self);

  return self;
}

/**
 * kin_tree_model_set_expanded:
 * @row: one of its rows
 * @expanded: whether to show what is below it
 *
 * Opens or closes a row. What was open below it is so again when it is opened again.
 */
void
kin_tree_model_set_expanded (KinTreeModel *self,
                             KinRow       *row,
                             gboolean      expanded)
{
  g_autofree char *id = NULL;
  Branch *branch;

  g_return_if_fail (KIN_IS_TREE_MODEL (self));
  g_return_if_fail (KIN_IS_ROW (row));

  id = g_strdup (kin_row_get_id (row));
  if (g_hash_table_contains (self->expanded, id) == (expanded != FALSE) || (expanded && !kin_row_get_expandable (row)))
    return;

  if (expanded)
    g_hash_table_add (self->expanded, g_strdup (id));
  else
    g_hash_table_remove (self->expanded, id);
  kin_row_set_expanded (row, expanded);

  branch = g_hash_table_lookup (self->branches, id);
  if (branch != NULL)
    collapse_root (self, branch);
  else if (kin_row_get_depth (row) == 0)
    expand_root (self, id);
  else
    toggle_node (self, id);
}

/**
 * kin_tree_model_get_expanded_id:
 * @id: an identity
 *
 * Returns: whether what is below it is shown, or would be if it were there
 */
gboolean
kin_tree_model_get_expanded_id (KinTreeModel *self,
                                const char   *id)
{
  g_return_val_if_fail (KIN_IS_TREE_MODEL (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  return g_hash_table_contains (self->expanded, id);
}

/**
 * kin_tree_model_set_query:
 * @query: (nullable): words, see kin_row_filter_new()
 *
 * Shows the Deployments that hold all words, and what is below them.
 */
void
kin_tree_model_set_query (KinTreeModel *self,
                          const char   *query)
{
  g_return_if_fail (KIN_IS_TREE_MODEL (self));

  kin_object_list_set_query (self->roots, query);
}

/**
 * kin_tree_model_set_namespaces:
 * @namespaces: (nullable): %NULL for all
 *
 * Shows the Deployments of these namespaces.
 */
void
kin_tree_model_set_namespaces (KinTreeModel       *self,
                               const char * const *namespaces)
{
  g_return_if_fail (KIN_IS_TREE_MODEL (self));

  kin_object_list_set_namespaces (self->roots, namespaces);
}

/**
 * kin_tree_model_set_sort:
 * @column: a column of Deployments, or one of KIN_SORT_*
 * @descending: the largest first
 *
 * Sorts the Deployments. Below them ReplicaSets stand with the newest revision first, and pods by name.
 */
void
kin_tree_model_set_sort (KinTreeModel *self,
                         int           column,
                         gboolean      descending)
{
  g_return_if_fail (KIN_IS_TREE_MODEL (self));

  kin_object_list_set_sort (self->roots, column, descending);
}

/**
 * kin_tree_model_set_show_old:
 * @show: whether to show ReplicaSets that want no pods and have none
 *
 * Shows or hides the ReplicaSets of the past.
 */
void
kin_tree_model_set_show_old (KinTreeModel *self,
                             gboolean      show)
{
  g_return_if_fail (KIN_IS_TREE_MODEL (self));

  show = show != FALSE;
  if (self->show_old == show)
    return;

  self->show_old = show;
  kin_row_table_foreach (kin_object_list_get_rows (self->roots), update_root, self);

  for (guint i = 0; i < self->placed->len; i++)
    refresh_branch (self, g_ptr_array_index (self->placed, i));
}

/**
 * kin_tree_model_find:
 * @id: an identity
 *
 * Finds a row without making one.
 *
 * Returns: its position, or -1 if it is not shown
 */
int
kin_tree_model_find (KinTreeModel *self,
                     const char   *id)
{
  g_return_val_if_fail (KIN_IS_TREE_MODEL (self), -1);
  g_return_val_if_fail (id != NULL, -1);

  return kin_tree_model_row_list_find (KIN_ROW_LIST (self), id);
}

/**
 * kin_tree_model_get_parent:
 * @position: of a row
 *
 * Returns: the position of the row it is below, or -1 for a Deployment
 */
int
kin_tree_model_get_parent (KinTreeModel *self,
                           guint         position)
{
  KinTreeNode *node;
  Branch *branch;
  guint index;

  g_return_val_if_fail (KIN_IS_TREE_MODEL (self), -1);
  g_return_val_if_fail (position < self->n_items, -1);

  node = look_up (self, position, &branch, &index);
  if (node == NULL)
    return -1;

  return (int) branch->start + 1 + node->parent;
}

/**
 * kin_tree_model_get_n_total:
 *
 * Returns: how many Deployments there are, shown or not
 */
guint
kin_tree_model_get_n_total (KinTreeModel *self)
{
  g_return_val_if_fail (KIN_IS_TREE_MODEL (self), 0);

  return kin_object_list_get_n_total (self->roots);
}

/**
 * kin_tree_model_get_n_rows_made:
 *
 * Returns: how many #KinRow are alive: those that someone looks at
 */
guint
kin_tree_model_get_n_rows_made (KinTreeModel *self)
{
  g_return_val_if_fail (KIN_IS_TREE_MODEL (self), 0);

  return kin_object_list_get_n_rows_made (self->roots) + kin_row_table_get_size (self->rows);
}
