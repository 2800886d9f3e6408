/* kin-tree-node.c: the open rows below one Deployment: its ReplicaSets, their pods, their containers.
 *
 * They are listed anew from the caches whenever something of them has changed, in whatever order the three informers
 * told it. What costs something to know is taken over from the nodes of before.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-tree-node.h"

#include <string.h>

#include "object/kin-json.h"

static KinTreeNode *
new_node (const char *id,
          KinObject  *object,
          guint       depth)
{
  KinTreeNode *self = g_new0 (KinTreeNode, 1);

  g_ref_count_init (&self->ref_count);
  self->id = g_strdup (id);
  self->object = kin_object_ref (object);
  self->depth = depth;
  self->parent = -1;

  return self;
}

static gint64
get_number (KinObject  *object,
            const char *column_name)
{
  int column = kin_kind_find_column (kin_object_get_kind (object), column_name);

  return column >= 0 ? kin_cell_get_integer (kin_object_get_cell (object, (guint) column)) : 0;
}

static gboolean
has_pods (const KinTreeSource *self,
          const char          *replica_set_id)
{
  g_autoptr(GPtrArray) pods = kin_indexer_by_index (self->pods, KIN_INDEX_OWNER_UID, replica_set_id);

  return pods->len > 0;
}

/* A Deployment keeps ten ReplicaSets of its past: they matter when one wants to go back, not when one looks on. */
static gboolean
is_shown (const KinTreeSource *self,
          KinObject           *replica_set)
{
  return self->show_old || get_number (replica_set, "DESIRED") > 0 || has_pods (self, kin_object_get_uid (replica_set));
}

/* The revision is an annotation, which is only in the body. */
static gint64
read_revision (KinObject *replica_set)
{
  g_autoptr(GBytes) body = kin_object_dup_body (replica_set);
  g_autoptr(KinJson) json = NULL;
  KinJsonValue *annotations;
  const char *text;

  if (body != NULL)
    json = kin_json_parse (g_bytes_get_data (body, NULL), g_bytes_get_size (body), NULL);
  if (json == NULL)
    return 0;

  annotations = kin_json_get_path (kin_json_get_root (json), "metadata", "annotations", NULL);
  text = kin_json_get_string (annotations, "deployment.kubernetes.io/revision");

  return text != NULL ? g_ascii_strtoll (text, NULL, 10) : 0;
}

static int
compare_replica_sets (gconstpointer a,
                      gconstpointer b)
{
  const KinTreeNode *node_a = a;
  const KinTreeNode *node_b = b;
  gint64 time_a = kin_object_get_creation_time (node_a->object);
  gint64 time_b = kin_object_get_creation_time (node_b->object);

  if (node_a->revision != node_b->revision)
    return node_a->revision > node_b->revision ? -1 : 1;
  if (time_a != time_b)
    return time_a > time_b ? -1 : 1;

  return strcmp (kin_object_get_name (node_a->object), kin_object_get_name (node_b->object));
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  int result = strcmp (kin_object_get_name ((KinObject *) a), kin_object_get_name ((KinObject *) b));

  return result != 0 ? result : strcmp (kin_object_get_uid ((KinObject *) a), kin_object_get_uid ((KinObject *) b));
}

static GPtrArray *
list_replica_sets (const KinTreeSource *self,
                   const char          *root_id)
{
  g_autoptr(GPtrArray) replica_sets = kin_indexer_by_index (self->replica_sets, KIN_INDEX_OWNER_UID, root_id);
  GPtrArray *nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_tree_node_unref);

  for (guint i = 0; i < replica_sets->len; i++)
    {
      KinObject *object = g_ptr_array_index (replica_sets, i);
      const char *id = kin_object_get_uid (object);
      KinTreeNode *known = g_hash_table_lookup (self->nodes, id);
      KinTreeNode *node;

      if (!is_shown (self, object))
        continue;
      node = new_node (id, object, 1);
      node->revision = known != NULL && known->object == object ? known->revision : read_revision (object);
      node->expandable = has_pods (self, id);
      g_ptr_array_add (nodes, node);
    }

  g_ptr_array_sort_values (nodes, compare_replica_sets);

  return nodes;
}

static void
take_node (GPtrArray   *nodes,
           KinTreeNode *node,
           int          parent)
{
  node->index = nodes->len;
  node->parent = parent;
  g_ptr_array_add (nodes, node);
}

/* Of a version that was looked into before they are known. */
static GPtrArray *
list_containers (const KinTreeSource *self,
                 KinTreeNode         *pod)
{
  KinTreeNode *known = g_hash_table_lookup (self->nodes, pod->id);

  if (known != NULL && known->object == pod->object && known->containers != NULL)
    return g_ptr_array_ref (known->containers);

  return kin_container_list_of_pod (pod->object);
}

static void
add_containers (const KinTreeSource *self,
                GPtrArray           *nodes,
                KinTreeNode         *pod)
{
  int parent = (int) pod->index;

  pod->containers = list_containers (self, pod);
  for (guint i = 0; i < pod->containers->len; i++)
    {
      KinContainer *container = g_ptr_array_index (pod->containers, i);
      g_autofree char *id = kin_container_dup_id (pod->object, kin_container_get_name (container));
      KinTreeNode *node = new_node (id, pod->object, 3);

      node->container = kin_container_ref (container);
      take_node (nodes, node, parent);
    }
}

static void
add_pods (const KinTreeSource *self,
          GPtrArray           *nodes,
          KinTreeNode         *replica_set)
{
  int parent = (int) replica_set->index;
  g_autoptr(GPtrArray) pods = kin_indexer_by_index (self->pods, KIN_INDEX_OWNER_UID, replica_set->id);

  g_ptr_array_sort_values (pods, compare_names);
  for (guint i = 0; i < pods->len; i++)
    {
      KinObject *pod = g_ptr_array_index (pods, i);
      KinTreeNode *node = new_node (kin_object_get_uid (pod), pod, 2);

      /* The API server refuses a pod without containers. */
      node->expandable = TRUE;
      take_node (nodes, node, parent);
      if (g_hash_table_contains (self->expanded, node->id))
        add_containers (self, nodes, node);
    }
}

/**
 * kin_tree_node_ref:
 *
 * Returns: (transfer full): @self
 */
KinTreeNode *
kin_tree_node_ref (KinTreeNode *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_ref_count_inc (&self->ref_count);

  return self;
}

/**
 * kin_tree_node_unref:
 *
 * Drops a reference.
 */
void
kin_tree_node_unref (KinTreeNode *self)
{
  g_return_if_fail (self != NULL);

  if (!g_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->container, kin_container_unref);
  g_clear_pointer (&self->containers, g_ptr_array_unref);
  kin_object_unref (self->object);
  g_free (self->id);
  g_free (self);
}

/**
 * kin_tree_source_list_nodes:
 * @root_id: the uid of a Deployment
 *
 * Lists the open rows below it, from top to bottom: ReplicaSets with the newest revision first, pods by name, containers
 * as the pod has them.
 *
 * Returns: (transfer full) (element-type KinTreeNode): the rows
 */
GPtrArray *
kin_tree_source_list_nodes (const KinTreeSource *self,
                            const char          *root_id)
{
  g_autoptr(GPtrArray) replica_sets = NULL;
  GPtrArray *nodes;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (root_id != NULL, NULL);

  replica_sets = list_replica_sets (self, root_id);
  nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_tree_node_unref);
  for (guint i = 0; i < replica_sets->len; i++)
    {
      KinTreeNode *node = kin_tree_node_ref (g_ptr_array_index (replica_sets, i));

      take_node (nodes, node, -1);
      if (g_hash_table_contains (self->expanded, node->id))
        add_pods (self, nodes, node);
    }

  return nodes;
}

/**
 * kin_tree_source_has_replica_set:
 * @root_id: the uid of a Deployment
 *
 * Returns: whether there is a ReplicaSet to be shown below it
 */
gboolean
kin_tree_source_has_replica_set (const KinTreeSource *self,
                                 const char          *root_id)
{
  g_autoptr(GPtrArray) replica_sets = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (root_id != NULL, FALSE);

  replica_sets = kin_indexer_by_index (self->replica_sets, KIN_INDEX_OWNER_UID, root_id);
  for (guint i = 0; i < replica_sets->len; i++)
    if (is_shown (self, g_ptr_array_index (replica_sets, i)))
      return TRUE;

  return FALSE;
}
