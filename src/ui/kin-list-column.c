/* kin-list-column.c: what one column of a list shows of a row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-list-column.h"

#include "model/kin-object-list.h"
#include "ui/kin-tree-words.h"

/* KinRow's bit for “something that is no cell has changed”. */
#define OTHER_BIT 63

struct _KinListColumn
{
  gatomicrefcount ref_count;
  KinListColumnRole role;
  KinKind *kind;
  int cell;
  KinTreeModel *tree;
};

G_DEFINE_BOXED_TYPE (KinListColumn, kin_list_column, kin_list_column_ref, kin_list_column_unref)

/* In characters: long values are what takes the place in a list. */
static const struct
{
  const char *header;
  int width;
} widths[] = {
  { "CONTAINERS", 12 },
  { "IMAGES", 24 },
  { "LABELS", 24 },
  { "NODE", 14 },
  { "PORT(S)", 16 },
  { "SELECTOR", 22 },
  { "STATUS", 18 },
  { "TYPE", 16 },
};

static KinListColumn *
kin_list_column_new (KinListColumnRole  role,
                     KinKind           *kind,
                     int                cell,
                     KinTreeModel      *tree)
{
  KinListColumn *self = g_new0 (KinListColumn, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->role = role;
  self->kind = kin_kind_ref (kind);
  self->cell = cell;
  g_set_object (&self->tree, tree);

  return self;
}

static KinListColumnRole
get_cell_role (KinKind *kind,
               guint    cell)
{
  const char *resource = kin_resource_get_id (kin_kind_get_resource (kind));
  const char *header = kin_kind_get_column (kind, cell)->name;

  if (strcmp (header, "STATUS") == 0 && (strcmp (resource, "pods") == 0 || strcmp (resource, "nodes") == 0 || strcmp (resource, "namespaces") == 0))
    return KIN_LIST_COLUMN_STATUS;

  return KIN_LIST_COLUMN_CELL;
}

static void
add_cells (GPtrArray    *columns,
           KinKind      *kind,
           KinTreeModel *tree,
           gboolean      wide)
{
  for (guint i = 0; i < kin_kind_get_n_columns (kind); i++)
    {
      if (kin_kind_get_column (kind, i)->wide != wide)
        continue;

      g_ptr_array_add (columns, kin_list_column_new (get_cell_role (kind, i), kind, i, tree));
      /* The dots say what the numbers after them add up to. */
      if (tree != NULL && strcmp (kin_kind_get_column (kind, i)->name, "READY") == 0)
        g_ptr_array_add (columns, kin_list_column_new (KIN_LIST_COLUMN_ROLLOUT, kind, -1, tree));
    }
}

static GPtrArray *
list_columns (KinKind      *kind,
              KinTreeModel *tree)
{
  GPtrArray *columns = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_list_column_unref);

  g_ptr_array_add (columns, kin_list_column_new (KIN_LIST_COLUMN_NAME, kind, -1, tree));
  if (kin_resource_get_namespaced (kin_kind_get_resource (kind)))
    g_ptr_array_add (columns, kin_list_column_new (KIN_LIST_COLUMN_NAMESPACE, kind, -1, tree));
  add_cells (columns, kind, tree, FALSE);
  g_ptr_array_add (columns, kin_list_column_new (KIN_LIST_COLUMN_AGE, kind, -1, tree));
  add_cells (columns, kind, tree, TRUE);

  return columns;
}

static char *
dup_tree_text (KinListColumn *self,
               KinRow        *row,
               gint64         now_s)
{
  const char *header = kin_kind_get_column (self->kind, self->cell)->name;
  const KinCell *cell;

  if (strcmp (header, "READY") == 0)
    return kin_tree_words_dup_ready (row);
  if (strcmp (header, "IMAGES") == 0)
    return kin_tree_words_dup_images (row);

  cell = kin_tree_words_find_cell (row, header, NULL);

  return cell != NULL ? kin_cell_dup_text (cell, now_s) : NULL;
}

static char *
dup_age (KinRow *row,
         gint64  now_s)
{
  gint64 created = kin_object_get_creation_time (kin_row_get_object (row));

  if (created == 0 || kin_row_get_row_type (row) == KIN_ROW_CONTAINER)
    return NULL;

  return kin_age_dup_text (now_s - created);
}

static gboolean
is_column (KinListColumn *self,
           const char    *header)
{
  return self->cell >= 0 && strcmp (kin_kind_get_column (self->kind, self->cell)->name, header) == 0;
}

/**
 * kin_list_column_list_for_kind:
 * @kind: the kind of a flat list
 *
 * Returns: (transfer full) (element-type KinListColumn): the columns of `kubectl get -o wide`
 */
GPtrArray *
kin_list_column_list_for_kind (KinKind *kind)
{
  g_return_val_if_fail (kind != NULL, NULL);

  return list_columns (kind, NULL);
}

/**
 * kin_list_column_list_for_tree:
 * @deployments: the kind of the tree's roots
 * @tree: (transfer none): the tree
 *
 * Returns: (transfer full) (element-type KinListColumn): the Deployments' columns, which say what
 *   they can of the other rows too
 */
GPtrArray *
kin_list_column_list_for_tree (KinKind      *deployments,
                               KinTreeModel *tree)
{
  g_return_val_if_fail (deployments != NULL, NULL);
  g_return_val_if_fail (KIN_IS_TREE_MODEL (tree), NULL);

  return list_columns (deployments, tree);
}

/**
 * kin_list_column_ref:
 * @self: a column
 *
 * Returns: (transfer full): @self
 */
KinListColumn *
kin_list_column_ref (KinListColumn *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

/**
 * kin_list_column_unref:
 * @self: (transfer full): a column
 */
void
kin_list_column_unref (KinListColumn *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  kin_kind_unref (self->kind);
  g_clear_object (&self->tree);
  g_free (self);
}

/**
 * kin_list_column_get_role:
 * @self: a column
 *
 * Returns: what it shows
 */
KinListColumnRole
kin_list_column_get_role (KinListColumn *self)
{
  g_return_val_if_fail (self != NULL, KIN_LIST_COLUMN_CELL);

  return self->role;
}

/**
 * kin_list_column_get_header:
 * @self: a column
 *
 * Returns: (transfer none): its header as kubectl prints it
 */
const char *
kin_list_column_get_header (KinListColumn *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  switch (self->role)
    {
    case KIN_LIST_COLUMN_NAME:
      return "NAME";

    case KIN_LIST_COLUMN_NAMESPACE:
      return "NAMESPACE";

    case KIN_LIST_COLUMN_AGE:
      return "AGE";

    case KIN_LIST_COLUMN_ROLLOUT:
      return "ROLLOUT";

    case KIN_LIST_COLUMN_CELL:
    case KIN_LIST_COLUMN_STATUS:
    default:
      return kin_kind_get_column (self->kind, self->cell)->name;
    }
}

/**
 * kin_list_column_get_sort:
 * @self: a column
 *
 * Returns: what the models are to be sorted by for it
 */
int
kin_list_column_get_sort (KinListColumn *self)
{
  g_return_val_if_fail (self != NULL, KIN_SORT_NAME);

  switch (self->role)
    {
    case KIN_LIST_COLUMN_NAME:
      return KIN_SORT_NAME;

    case KIN_LIST_COLUMN_NAMESPACE:
      return KIN_SORT_NAMESPACE;

    case KIN_LIST_COLUMN_AGE:
      return KIN_SORT_AGE;

    case KIN_LIST_COLUMN_ROLLOUT:
      return kin_kind_find_column (self->kind, "READY");

    case KIN_LIST_COLUMN_CELL:
    case KIN_LIST_COLUMN_STATUS:
    default:
      return self->cell;
    }
}

/**
 * kin_list_column_is_essential:
 * @self: a column
 *
 * Returns: whether a narrow window shows it, too
 */
gboolean
kin_list_column_is_essential (KinListColumn *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  switch (self->role)
    {
    case KIN_LIST_COLUMN_NAME:
    case KIN_LIST_COLUMN_STATUS:
    case KIN_LIST_COLUMN_ROLLOUT:
      return TRUE;

    case KIN_LIST_COLUMN_NAMESPACE:
    case KIN_LIST_COLUMN_AGE:
      return FALSE;

    case KIN_LIST_COLUMN_CELL:
    default:
      /* kubectl prints first what matters most. */
      return self->cell == 0;
    }
}

/**
 * kin_list_column_is_numeric:
 * @self: a column
 *
 * Returns: whether its figures are to stand one under the other
 */
gboolean
kin_list_column_is_numeric (KinListColumn *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->role == KIN_LIST_COLUMN_AGE)
    return TRUE;

  return self->cell >= 0 && kin_kind_get_column (self->kind, self->cell)->numeric;
}

/**
 * kin_list_column_get_width:
 * @self: a column
 *
 * Returns: how many characters it is made for
 */
int
kin_list_column_get_width (KinListColumn *self)
{
  g_return_val_if_fail (self != NULL, 0);

  if (self->role == KIN_LIST_COLUMN_NAME)
    return 24;
  if (kin_list_column_is_numeric (self))
    return 5;

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      if (is_column (self, widths[i].header))
        return widths[i].width;
    }

  return 12;
}

/**
 * kin_list_column_get_tree:
 * @self: a column
 *
 * Returns: (transfer none) (nullable): the tree it is a column of
 */
KinTreeModel *
kin_list_column_get_tree (KinListColumn *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->tree;
}

/**
 * kin_list_column_dup_text:
 * @self: a column
 * @row: a row
 * @now_s: the time that ages are counted to, in seconds since the epoch
 *
 * Returns: (transfer full) (nullable): what the column says of @row
 */
char *
kin_list_column_dup_text (KinListColumn *self,
                          KinRow        *row,
                          gint64         now_s)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (KIN_IS_ROW (row), NULL);

  switch (self->role)
    {
    case KIN_LIST_COLUMN_NAME:
      return g_strdup (kin_row_get_title (row));

    case KIN_LIST_COLUMN_NAMESPACE:
      if (self->tree != NULL)
        return kin_tree_words_dup_where (self->tree, row);
      return g_strdup (kin_object_get_namespace (kin_row_get_object (row)));

    case KIN_LIST_COLUMN_AGE:
      return dup_age (row, now_s);

    case KIN_LIST_COLUMN_ROLLOUT:
      return NULL;

    case KIN_LIST_COLUMN_CELL:
    case KIN_LIST_COLUMN_STATUS:
    default:
      if (self->tree != NULL)
        return dup_tree_text (self, row, now_s);
      return kin_cell_dup_text (kin_object_get_cell (kin_row_get_object (row), self->cell), now_s);
    }
}

/**
 * kin_list_column_ticks:
 * @self: a column
 * @row: a row
 *
 * Returns: whether what the column says of @row changes with time alone
 */
gboolean
kin_list_column_ticks (KinListColumn *self,
                       KinRow        *row)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->role == KIN_LIST_COLUMN_AGE)
    return kin_row_get_row_type (row) != KIN_ROW_CONTAINER;
  if (self->role != KIN_LIST_COLUMN_CELL || self->tree != NULL)
    return FALSE;

  return kin_cell_ticks (kin_object_get_cell (kin_row_get_object (row), self->cell));
}

/**
 * kin_list_column_get_mask:
 * @self: a column
 * @row: a row
 *
 * Returns: the bits of kin_row_get_changed_columns() that stand for what the column shows of @row
 */
guint64
kin_list_column_get_mask (KinListColumn *self,
                          KinRow        *row)
{
  int cell;

  g_return_val_if_fail (self != NULL, 0);

  cell = self->cell;
  if (cell < 0)
    return 0;
  if (self->tree != NULL)
    kin_tree_words_find_cell (row, kin_kind_get_column (self->kind, self->cell)->name, &cell);
  if (kin_row_get_row_type (row) == KIN_ROW_CONTAINER)
    return is_column (self, "READY") ? G_GUINT64_CONSTANT (1) << OTHER_BIT : 0;

  return cell >= 0 && cell < OTHER_BIT ? G_GUINT64_CONSTANT (1) << cell : 0;
}
