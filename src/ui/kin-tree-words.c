/* kin-tree-words.c: what the Deployments' columns say of ReplicaSets, pods and containers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-tree-words.h"

#include <glib/gi18n.h>

#include "object/kin-json.h"

/* The revision is an annotation: it stands in the body only, which is read for rows in sight. */
static char *
dup_revision (KinObject *object)
{
  g_autoptr(GBytes) body = kin_object_dup_body (object);
  g_autoptr(KinJson) json = NULL;
  KinJsonValue *annotations;

  if (body == NULL)
    return NULL;

  json = kin_json_parse (g_bytes_get_data (body, NULL), g_bytes_get_size (body), NULL);
  if (json == NULL)
    return NULL;

  annotations = kin_json_get_path (kin_json_get_root (json), "metadata", "annotations", NULL);

  return g_strdup (kin_json_get_string (annotations, "deployment.kubernetes.io/revision"));
}

static KinRow *
dup_parent (KinTreeModel *tree,
            KinRow       *row)
{
  int position = kin_tree_model_find (tree, kin_row_get_id (row));
  int parent = position >= 0 ? kin_tree_model_get_parent (tree, position) : -1;

  return parent >= 0 ? g_list_model_get_item (G_LIST_MODEL (tree), parent) : NULL;
}

static char *
dup_replica_set_words (KinTreeModel *tree,
                       KinRow       *row)
{
  g_autofree char *revision = dup_revision (kin_row_get_object (row));
  gboolean is_new = kin_tree_words_is_new (tree, row);

  if (revision == NULL)
    return g_strdup (is_new ? _("new") : _("old"));

  if (is_new)
    /* Translators: of a ReplicaSet: %s is the number of the rollout it came with. */
    return g_strdup_printf (_("rev %s, new"), revision);

  /* Translators: of a ReplicaSet: %s is the number of the rollout it came with. */
  return g_strdup_printf (_("rev %s, old"), revision);
}

static char *
dup_container_words (KinRow *row)
{
  gint64 restarts = kin_row_get_container_restarts (row);

  if (restarts > 0)
    return g_strdup_printf (ngettext ("%u restart", "%u restarts", restarts), (guint) restarts);

  return g_strdup (kin_row_get_container_init (row) ? _("init container") : _("container"));
}

/**
 * kin_tree_words_find_cell:
 * @row: a row
 * @header: the header of one of the Deployments' columns
 * @index: (out) (optional): the cell's number, -1 if there is none
 *
 * Finds the cell of that name among those of the row's own kind.
 *
 * Returns: (transfer none) (nullable): the cell
 */
const KinCell *
kin_tree_words_find_cell (KinRow     *row,
                          const char *header,
                          int        *index)
{
  KinObject *object = kin_row_get_object (row);
  int found = -1;

  if (kin_row_get_row_type (row) == KIN_ROW_OBJECT)
    found = kin_kind_find_column (kin_object_get_kind (object), header);
  if (index != NULL)
    *index = found;

  return found >= 0 ? kin_object_get_cell (object, found) : NULL;
}

/**
 * kin_tree_words_is_new:
 * @tree: the tree
 * @row: the row of a ReplicaSet
 *
 * Returns: whether it is the one that its Deployment rolls out
 */
gboolean
kin_tree_words_is_new (KinTreeModel *tree,
                       KinRow       *row)
{
  g_autoptr(KinRow) parent = dup_parent (tree, row);
  KinRollout *rollout = parent != NULL ? kin_row_get_rollout (parent) : NULL;

  return rollout != NULL &&
         g_strcmp0 (kin_rollout_get_new_replica_set_uid (rollout), kin_object_get_uid (kin_row_get_object (row))) == 0;
}

/**
 * kin_tree_words_dup_where:
 * @tree: the tree
 * @row: a row of it
 *
 * What stands in the namespace's column: of a ReplicaSet its revision, of a pod its node.
 *
 * Returns: (transfer full): the words
 */
char *
kin_tree_words_dup_where (KinTreeModel *tree,
                          KinRow       *row)
{
  const KinCell *node;

  if (kin_row_get_row_type (row) == KIN_ROW_CONTAINER)
    return dup_container_words (row);
  if (kin_row_get_depth (row) == 0)
    return g_strdup (kin_object_get_namespace (kin_row_get_object (row)));
  if (kin_row_get_depth (row) == 1)
    return dup_replica_set_words (tree, row);

  node = kin_tree_words_find_cell (row, "NODE", NULL);

  return g_strdup (node != NULL ? kin_cell_get_text (node) : NULL);
}

/**
 * kin_tree_words_dup_ready:
 * @row: a row of the tree
 *
 * Returns: (transfer full): how many are ready of how many, as “3/4”
 */
char *
kin_tree_words_dup_ready (KinRow *row)
{
  const KinCell *ready = kin_tree_words_find_cell (row, "READY", NULL);
  const KinCell *desired = kin_tree_words_find_cell (row, "DESIRED", NULL);

  if (kin_row_get_row_type (row) == KIN_ROW_CONTAINER)
    return g_strdup (kin_row_get_container_ready (row) ? "1/1" : "0/1");
  if (ready == NULL)
    return NULL;
  if (desired == NULL)
    return kin_cell_dup_text (ready, 0);

  return g_strdup_printf ("%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT,
                          kin_cell_get_integer (ready), kin_cell_get_integer (desired));
}

/**
 * kin_tree_words_dup_images:
 * @row: a row of the tree
 *
 * Returns: (transfer full) (nullable): the images it runs
 */
char *
kin_tree_words_dup_images (KinRow *row)
{
  const KinCell *images = kin_tree_words_find_cell (row, "IMAGES", NULL);

  if (kin_row_get_row_type (row) == KIN_ROW_CONTAINER)
    return g_strdup (kin_row_get_container_image (row));

  return images != NULL ? kin_cell_dup_text (images, 0) : NULL;
}
