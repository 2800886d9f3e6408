/* kin-tree-branches.c: the expanded roots of a tree, and which row is at which position.
 *
 * Roots are counted by their index among the roots, rows by their position in the flat list. Only expanded roots are
 * known here: what is between two of them is counted, not kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-tree-branches.h"

struct _KinTreeBranches
{
  GHashTable *branches; /* id → KinTreeBranch */
  GPtrArray  *placed;   /* KinTreeBranch, borrowed, by index */
  GHashTable *nodes;    /* id → KinTreeNode, borrowed from the branches */
};

static GPtrArray *
new_nodes (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) kin_tree_node_unref);
}

static void
branch_free (gpointer data)
{
  KinTreeBranch *branch = data;

  g_ptr_array_unref (branch->nodes);
  g_free (branch->id);
  g_free (branch);
}

static int
compare_branches (gconstpointer a,
                  gconstpointer b)
{
  const KinTreeBranch *branch_a = a;
  const KinTreeBranch *branch_b = b;

  return (branch_a->index > branch_b->index) - (branch_a->index < branch_b->index);
}

/* How many of the placed branches belong to a root before index. */
static guint
bisect_by_index (KinTreeBranches *self,
                 guint            index)
{
  guint low = 0;
  guint high = self->placed->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (kin_tree_branches_get_placed (self, middle)->index < index)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/* How many of the placed branches begin at position or before. */
static guint
bisect_by_position (KinTreeBranches *self,
                    guint            position)
{
  guint low = 0;
  guint high = self->placed->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (kin_tree_branches_get_placed (self, middle)->start <= position)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

/* A pod that is adopted may be in two branches for a moment: the later one counts. */
static void
forget_nodes (KinTreeBranches *self,
              KinTreeBranch   *branch)
{
  for (guint i = 0; i < branch->nodes->len; i++)
    {
      KinTreeNode *node = g_ptr_array_index (branch->nodes, i);

      if (g_hash_table_lookup (self->nodes, node->id) == node)
        g_hash_table_remove (self->nodes, node->id);
    }
}

/**
 * kin_tree_branches_new:
 *
 * Makes a tree in which nothing is expanded.
 */
KinTreeBranches *
kin_tree_branches_new (void)
{
  KinTreeBranches *self = g_new0 (KinTreeBranches, 1);

  self->branches = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, branch_free);
  self->placed = g_ptr_array_new ();
  self->nodes = g_hash_table_new (g_str_hash, g_str_equal);

  return self;
}

/**
 * kin_tree_branches_free:
 *
 * Frees the branches and their nodes.
 */
void
kin_tree_branches_free (KinTreeBranches *self)
{
  kin_tree_branches_clear (self);
  g_ptr_array_unref (self->placed);
  g_hash_table_unref (self->nodes);
  g_hash_table_unref (self->branches);
  g_free (self);
}

/**
 * kin_tree_branches_clear:
 *
 * Removes all branches.
 */
void
kin_tree_branches_clear (KinTreeBranches *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_set_size (self->placed, 0);
  g_hash_table_remove_all (self->nodes);
  g_hash_table_remove_all (self->branches);
}

/**
 * kin_tree_branches_add:
 * @id: of a root without a branch
 *
 * Adds a branch that has no place yet.
 *
 * Returns: (transfer none): the branch
 */
KinTreeBranch *
kin_tree_branches_add (KinTreeBranches *self,
                       const char      *id)
{
  KinTreeBranch *branch;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (id != NULL, NULL);

  branch = g_new0 (KinTreeBranch, 1);
  branch->id = g_strdup (id);
  branch->nodes = new_nodes ();
  g_hash_table_insert (self->branches, branch->id, branch);

  return branch;
}

/**
 * kin_tree_branches_remove:
 *
 * Removes and frees a branch.
 */
void
kin_tree_branches_remove (KinTreeBranches *self,
                          KinTreeBranch   *branch)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (branch != NULL);

  forget_nodes (self, branch);
  g_ptr_array_remove (self->placed, branch);
  g_hash_table_remove (self->branches, branch->id);
}

/**
 * kin_tree_branches_get:
 *
 * Returns: (transfer none) (nullable): the branch of a root
 */
KinTreeBranch *
kin_tree_branches_get (KinTreeBranches *self,
                       const char      *id)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return g_hash_table_lookup (self->branches, id);
}

/**
 * kin_tree_branches_get_placed:
 *
 * Returns: (transfer none) (nullable): the branch of the shown root with @i expanded ones above it
 */
KinTreeBranch *
kin_tree_branches_get_placed (KinTreeBranches *self,
                              guint            i)
{
  g_return_val_if_fail (self != NULL, NULL);

  return i < self->placed->len ? g_ptr_array_index (self->placed, i) : NULL;
}

/**
 * kin_tree_branches_list_unplaced:
 *
 * Returns: (transfer container) (element-type KinTreeBranch): the branches whose roots are not shown
 */
GPtrArray *
kin_tree_branches_list_unplaced (KinTreeBranches *self)
{
  GPtrArray *unplaced;
  GHashTableIter iter;
  gpointer value;

  g_return_val_if_fail (self != NULL, NULL);

  unplaced = g_ptr_array_new ();
  if (self->placed->len == g_hash_table_size (self->branches))
    return unplaced;

  g_hash_table_iter_init (&iter, self->branches);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (!((KinTreeBranch *) value)->is_placed)
      g_ptr_array_add (unplaced, value);

  return unplaced;
}

/**
 * kin_tree_branches_get_nodes:
 *
 * Returns: (transfer none) (element-type utf8 KinTreeNode): the nodes of all branches by their ids
 */
GHashTable *
kin_tree_branches_get_nodes (KinTreeBranches *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->nodes;
}

/**
 * kin_tree_branches_set_nodes:
 * @nodes: (transfer full) (nullable) (element-type KinTreeNode): what is below it now
 *
 * Puts other nodes into a branch.
 */
void
kin_tree_branches_set_nodes (KinTreeBranches *self,
                             KinTreeBranch   *branch,
                             GPtrArray       *nodes)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (branch != NULL);

  forget_nodes (self, branch);
  g_ptr_array_unref (branch->nodes);
  branch->nodes = nodes != NULL ? nodes : new_nodes ();

  for (guint i = 0; i < branch->nodes->len; i++)
    {
      KinTreeNode *node = g_ptr_array_index (branch->nodes, i);

      node->root_id = branch->id;
      g_hash_table_replace (self->nodes, node->id, node);
    }
}

/**
 * kin_tree_branches_place:
 * @branch: a branch without a place
 * @index: of its root
 *
 * Tells that the root of a branch is shown.
 */
void
kin_tree_branches_place (KinTreeBranches *self,
                         KinTreeBranch   *branch,
                         guint            index)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (branch != NULL && !branch->is_placed);

  branch->is_placed = TRUE;
  branch->index = index;
  g_ptr_array_add (self->placed, branch);
  g_ptr_array_sort_values (self->placed, compare_branches);
}

/**
 * kin_tree_branches_shift:
 * @index: of the first root that changed
 *
 * Follows a change of the roots: the branches of those that were removed lose their place, those behind are moved.
 *
 * Returns: how many rows were below the roots that were removed
 */
guint
kin_tree_branches_shift (KinTreeBranches *self,
                         guint            index,
                         guint            n_removed,
                         guint            n_added)
{
  guint n_below = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = self->placed->len; i > 0; i--)
    {
      KinTreeBranch *branch = g_ptr_array_index (self->placed, i - 1);

      if (branch->index < index)
        break;
      if (branch->index >= index + n_removed)
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

/**
 * kin_tree_branches_count:
 *
 * Counts the positions anew, once branches have come, gone, moved or changed their size.
 *
 * Returns: how many rows are below roots
 */
guint
kin_tree_branches_count (KinTreeBranches *self)
{
  guint n_below = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->placed->len; i++)
    {
      KinTreeBranch *branch = g_ptr_array_index (self->placed, i);

      branch->start = branch->index + n_below;
      n_below += branch->nodes->len;
    }

  return n_below;
}

/**
 * kin_tree_branches_get_root_position:
 *
 * Returns: the position of the root at @index
 */
guint
kin_tree_branches_get_root_position (KinTreeBranches *self,
                                     guint            index)
{
  KinTreeBranch *above;
  guint n;

  g_return_val_if_fail (self != NULL, 0);

  n = bisect_by_index (self, index);
  if (n == 0)
    return index;

  above = g_ptr_array_index (self->placed, n - 1);
  return above->start + above->nodes->len + index - above->index;
}

/**
 * kin_tree_branches_look_up:
 * @branch: (out) (nullable): the last branch that begins at @position or above
 * @index: (out): of the root that is at @position, if one is
 *
 * Returns: (transfer none) (nullable): the node at @position, or %NULL for a root
 */
KinTreeNode *
kin_tree_branches_look_up (KinTreeBranches  *self,
                           guint             position,
                           KinTreeBranch   **branch,
                           guint            *index)
{
  guint offset;
  guint n;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (branch != NULL && index != NULL, NULL);

  *index = position;
  *branch = NULL;
  n = bisect_by_position (self, position);
  if (n == 0)
    return NULL;

  *branch = g_ptr_array_index (self->placed, n - 1);
  offset = position - (*branch)->start;
  if (offset > 0 && offset <= (*branch)->nodes->len)
    return g_ptr_array_index ((*branch)->nodes, offset - 1);

  *index = (*branch)->index + (offset > 0 ? offset - (*branch)->nodes->len : 0);
  return NULL;
}
