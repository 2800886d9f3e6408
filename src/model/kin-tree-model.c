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
#include "model/kin-tree-branches.h"
#include "model/kin-tree-node.h"
#include "model/kin-tree-watch.h"

struct _KinTreeModel
{
  GObject                  parent;

  KinObjectList           *roots;
  KinSharedInformer       *replica_sets;
  KinSharedInformer       *pods;
  KinTreeWatch            *watch;        /* of these two */
  KinDeploymentController *controller;

  GHashTable              *expanded;     /* set of ids of all levels */
  KinTreeBranches         *branches;     /* of each expanded root */
  KinRowTable             *rows;         /* below the roots */
  guint                    n_items;
  gboolean                 show_old;
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

static KinTreeSource
get_source (KinTreeModel *self)
{
  return (KinTreeSource) {
    .replica_sets = kin_shared_informer_get_indexer (self->replica_sets),
    .pods = kin_shared_informer_get_indexer (self->pods),
    .expanded = self->expanded,
    .nodes = kin_tree_branches_get_nodes (self->branches),
    .show_old = self->show_old,
  };
}

static KinTreeNode *
get_node (KinTreeModel *self,
          const char   *id)
{
  return g_hash_table_lookup (kin_tree_branches_get_nodes (self->branches), id);
}

static guint
get_n_roots (KinTreeModel *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->roots));
}

/* The branches have come, gone, moved or changed their size. */
static void
count_positions (KinTreeModel *self)
{
  self->n_items = get_n_roots (self) + kin_tree_branches_count (self->branches);
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

static GPtrArray *
list_nodes (KinTreeModel  *self,
            KinTreeBranch *branch)
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
refresh_branch (KinTreeModel  *self,
                KinTreeBranch *branch)
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

  kin_tree_branches_set_nodes (self->branches, branch, g_ptr_array_ref (nodes));
  count_positions (self);
  tell_items_changed (self, branch->start + 1 + first, old->len - first - last, nodes->len - first - last);
  /* Somebody who was told may have closed the branch. */
  update_rows (self, nodes);
}

static void
place_branch (KinTreeModel  *self,
              KinTreeBranch *branch,
              guint          index)
{
  kin_tree_branches_set_nodes (self->branches, branch, list_nodes (self, branch));
  kin_tree_branches_place (self->branches, branch, index);
}

/* Expanded roots that came, or came back. Returns how many rows are below those in the range. */
static guint
place_branches (KinTreeModel *self,
                guint         position,
                guint         n_added)
{
  g_autoptr(GPtrArray) unplaced = kin_tree_branches_list_unplaced (self->branches);
  guint n_below = 0;

  for (guint i = 0; i < unplaced->len; i++)
    {
      KinTreeBranch *branch = g_ptr_array_index (unplaced, i);
      int index = kin_object_list_find (self->roots, branch->id);

      if (index < 0 || (guint) index < position || (guint) index >= position + n_added)
        continue;
      place_branch (self, branch, (guint) index);
      n_below += branch->nodes->len;
    }

  return n_below;
}

static KinTreeBranch *
find_stray_branch (KinTreeModel *self,
                   int          *index)
{
  g_autoptr(GPtrArray) unplaced = kin_tree_branches_list_unplaced (self->branches);

  for (guint i = 0; i < unplaced->len; i++)
    {
      KinTreeBranch *branch = g_ptr_array_index (unplaced, i);

      *index = kin_object_list_find (self->roots, branch->id);
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
  KinTreeBranch *branch;
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
  g_autoptr(GPtrArray) unplaced = kin_tree_branches_list_unplaced (self->branches);

  for (guint i = 0; i < unplaced->len; i++)
    {
      KinTreeBranch *branch = g_ptr_array_index (unplaced, i);

      if (!kin_row_list_has (KIN_ROW_LIST (self->roots), branch->id))
        kin_tree_branches_set_nodes (self->branches, branch, NULL);
    }
}

static void
roots_changed_cb (KinTreeModel *self,
                  guint         position,
                  guint         n_removed,
                  guint         n_added)
{
  guint start = kin_tree_branches_get_root_position (self->branches, position);

  n_removed += kin_tree_branches_shift (self->branches, position, n_removed, n_added);
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
refresh_root (KinTreeModel *self,
              const char   *id)
{
  KinRow *row = kin_row_table_get (kin_object_list_get_rows (self->roots), id);
  g_autoptr(KinRow) kept = row != NULL ? g_object_ref (row) : NULL;
  KinTreeBranch *branch;

  if (kept != NULL)
    update_root (kept, self);

  branch = kin_tree_branches_get (self->branches, id);
  if (branch != NULL && branch->is_placed)
    refresh_branch (self, branch);
}

/* ReplicaSets and pods have changed. A row may be looked at elsewhere while its branch is closed. */
static void
children_changed (GHashTable *root_ids,
                  GHashTable *rows,
                  gpointer    user_data)
{
  /* Who is told may drop the tree. */
  g_autoptr(KinTreeModel) self = g_object_ref (KIN_TREE_MODEL (user_data));
  GHashTableIter iter;
  gpointer id;
  gpointer row;

  g_hash_table_iter_init (&iter, root_ids);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    refresh_root (self, id);

  g_hash_table_iter_init (&iter, rows);
  while (g_hash_table_iter_next (&iter, &row, NULL))
    {
      KinObject *newest = kin_tree_watch_get_newest (self->watch, kin_row_get_object (row));

      if (newest != NULL)
        kin_row_set_object (row, newest);
    }
}

static void
expand_root (KinTreeModel *self,
             const char   *id)
{
  KinTreeBranch *branch = kin_tree_branches_add (self->branches, id);
  int index = kin_object_list_find (self->roots, id);

  if (index < 0)
    return;

  place_branch (self, branch, (guint) index);
  count_positions (self);
  tell_items_changed (self, branch->start + 1, 0, branch->nodes->len);
}

static void
collapse_root (KinTreeModel  *self,
               KinTreeBranch *branch)
{
  guint start = branch->start;
  guint n_removed = branch->is_placed ? branch->nodes->len : 0;

  kin_tree_branches_remove (self->branches, branch);
  count_positions (self);
  tell_items_changed (self, start + 1, n_removed, 0);
}

static void
toggle_node (KinTreeModel *self,
             const char   *id)
{
  KinTreeNode *node = get_node (self, id);
  KinTreeBranch *branch = node != NULL ? kin_tree_branches_get (self->branches, node->root_id) : NULL;

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
  KinTreeBranch *branch;
  guint index;

  if (position >= self->n_items)
    return NULL;

  node = kin_tree_branches_look_up (self->branches, position, &branch, &index);
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
  KinTreeNode *node = get_node (self, id);
  KinTreeBranch *branch;
  int index;

  if (node != NULL)
    {
      branch = kin_tree_branches_get (self->branches, node->root_id);
      return branch->is_placed ? (int) (branch->start + 1 + node->index) : -1;
    }

  index = kin_object_list_find (self->roots, id);
  return index >= 0 ? (int) kin_tree_branches_get_root_position (self->branches, (guint) index) : -1;
}

static gboolean
kin_tree_model_row_list_has (KinRowList *list,
                             const char *id)
{
  KinTreeModel *self = KIN_TREE_MODEL (list);
  KinTreeNode *node = get_node (self, id);

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

  g_clear_pointer (&self->watch, kin_tree_watch_free);
  if (self->roots != NULL)
    kin_object_list_set_row_func (self->roots, NULL, NULL);

  kin_tree_branches_clear (self->branches);
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

  g_clear_pointer (&self->branches, kin_tree_branches_free);
  g_clear_pointer (&self->expanded, g_hash_table_unref);
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
  self->branches = kin_tree_branches_new ();
  self->rows = kin_row_table_new ();
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

  self->watch = kin_tree_watch_new (replica_sets, pods, self->rows, children_changed, self);

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
  KinTreeBranch *branch;

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

  branch = kin_tree_branches_get (self->branches, id);
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
  KinTreeBranch *branch;

  g_return_if_fail (KIN_IS_TREE_MODEL (self));

  show = show != FALSE;
  if (self->show_old == show)
    return;

  self->show_old = show;
  kin_row_table_foreach (kin_object_list_get_rows (self->roots), update_root, self);

  for (guint i = 0; (branch = kin_tree_branches_get_placed (self->branches, i)) != NULL; i++)
    refresh_branch (self, branch);
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
  KinTreeBranch *branch;
  guint index;

  g_return_val_if_fail (KIN_IS_TREE_MODEL (self), -1);
  g_return_val_if_fail (position < self->n_items, -1);

  node = kin_tree_branches_look_up (self->branches, position, &branch, &index);
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
