/* kin-demo-node-book.c: what the scheduler and the kubelets know of the nodes.
 *
 * A node is parsed again only when it has changed. Which images a node has, and which addresses its pods got, is
 * nowhere in the API: that is remembered here, once for each world.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-node-book.h"

#include <stdio.h>

#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-world.h"
#include "object/kin-json.h"

#define DATA_KEY "kinformer-demo-node-book"

/* Of a network that has not its own address, and one for the gateway. */
#define FIRST_POD 2

static void
taint_free (gpointer data)
{
  KinDemoTaint *self = data;

  g_free (self->key);
  g_free (self->value);
  g_free (self->effect);
  g_free (self);
}

static void
facts_free (gpointer data)
{
  KinDemoNodeFacts *self = data;

  g_clear_pointer (&self->object, kin_demo_object_unref);
  g_ptr_array_unref (self->taints);
  g_hash_table_unref (self->images);
  g_free (self->address);
  g_free (self);
}

static KinDemoNodeFacts *
facts_new (void)
{
  KinDemoNodeFacts *self = g_new0 (KinDemoNodeFacts, 1);

  self->taints = g_ptr_array_new_with_free_func (taint_free);
  self->images = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return self;
}

/* A node that says nothing of itself is taken for a good one. */
static gboolean
is_ready (KinJsonValue *conditions)
{
  KinJsonIter iter;
  KinJsonValue *condition;

  kin_json_iter_init (&iter, conditions);
  while (kin_json_iter_next (&iter, NULL, &condition))
    {
      if (g_strcmp0 (kin_json_get_string (condition, "type"), "Ready") == 0)
        return g_strcmp0 (kin_json_get_string (condition, "status"), "True") == 0;
    }

  return TRUE;
}

static void
read_taints (KinDemoNodeFacts *self,
             KinJsonValue     *taints)
{
  KinJsonIter iter;
  KinJsonValue *value;

  g_ptr_array_set_size (self->taints, 0);

  kin_json_iter_init (&iter, taints);
  while (kin_json_iter_next (&iter, NULL, &value))
    {
      KinDemoTaint *taint = g_new0 (KinDemoTaint, 1);

      taint->key = g_strdup (kin_json_get_string (value, "key"));
      taint->value = g_strdup (kin_json_get_string (value, "value"));
      taint->effect = g_strdup (kin_json_get_string (value, "effect"));
      g_ptr_array_add (self->taints, taint);
    }
}

static void
read_address (KinDemoNodeFacts *self,
              KinJsonValue     *addresses)
{
  KinJsonIter iter;
  KinJsonValue *address;

  g_clear_pointer (&self->address, g_free);

  kin_json_iter_init (&iter, addresses);
  while (kin_json_iter_next (&iter, NULL, &address))
    {
      if (g_strcmp0 (kin_json_get_string (address, "type"), "InternalIP") == 0)
        g_set_str (&self->address, kin_json_get_string (address, "address"));
    }
}

/* A node without a range of its own gets one that follows from its name. */
static void
read_network (KinDemoNodeFacts *self,
              const char       *cidr)
{
  guint bytes[4];
  guint prefix;

  if (cidr != NULL
      && sscanf (cidr, "%u.%u.%u.%u/%u", &bytes[0], &bytes[1], &bytes[2], &bytes[3], &prefix) == 5
      && bytes[0] < 256 && bytes[1] < 256 && bytes[2] < 256 && bytes[3] < 256 && prefix > 0 && prefix <= 30)
    {
      self->pod_network = bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
      self->pod_network_size = 1u << (32 - prefix);
    }
  else
    {
      self->pod_network = 10u << 24 | (g_str_hash (kin_demo_object_get_name (self->object)) & 0xff) << 16;
      self->pod_network_size = 1u << 16;
    }
}

static void
read_node (KinDemoNodeFacts *self,
           KinDemoObject    *object)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (object);
  KinJsonValue *root = kin_json_get_root (json);
  KinJsonValue *spec = kin_json_get (root, "spec");
  KinJsonValue *status = kin_json_get (root, "status");

  g_clear_pointer (&self->object, kin_demo_object_unref);
  self->object = kin_demo_object_ref (object);
  self->is_unschedulable = kin_json_get_boolean (spec, "unschedulable", FALSE);
  self->is_ready = is_ready (kin_json_get (status, "conditions"));
  read_taints (self, kin_json_get (spec, "taints"));
  read_address (self, kin_json_get (status, "addresses"));
  read_network (self, kin_json_get_string (spec, "podCIDR"));
}

static GHashTable *
get_book (KinDemoWorld *world)
{
  GHashTable *book = g_object_get_data (G_OBJECT (world), DATA_KEY);

  if (book == NULL)
    {
      book = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, facts_free);
      g_object_set_data_full (G_OBJECT (world), DATA_KEY, book, (GDestroyNotify) g_hash_table_unref);
    }

  return book;
}

static KinDemoNodeFacts *
look_up (KinDemoWorld  *world,
         KinDemoObject *object)
{
  GHashTable *book = get_book (world);
  const char *name = kin_demo_object_get_name (object);
  KinDemoNodeFacts *facts = g_hash_table_lookup (book, name);

  if (facts == NULL)
    {
      facts = facts_new ();
      g_hash_table_insert (book, g_strdup (name), facts);
    }

  if (facts->object != object)
    read_node (facts, object);

  return facts;
}

/**
 * kin_demo_node_book_get_kind:
 * @world: the cluster
 *
 * Returns: (transfer none): the kind of nodes
 */
KinDemoKind *
kin_demo_node_book_get_kind (KinDemoWorld *world)
{
  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);

  return kin_demo_kinds_find (kin_demo_world_get_kinds (world), "", "v1", "nodes");
}

/**
 * kin_demo_node_book_find:
 * @world: the cluster
 * @name: (nullable): a node's name
 *
 * Returns: (transfer none) (nullable): what is known of it, %NULL if there is no such node
 */
KinDemoNodeFacts *
kin_demo_node_book_find (KinDemoWorld *world,
                         const char   *name)
{
  KinDemoObject *object;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);

  if (name == NULL)
    return NULL;

  object = kin_demo_store_get (kin_demo_world_get_store (world), kin_demo_node_book_get_kind (world), NULL, name);

  return object != NULL ? look_up (world, object) : NULL;
}

/**
 * kin_demo_node_book_list:
 * @world: the cluster
 *
 * Returns: (transfer container) (element-type KinDemoNodeFacts): all nodes, by name
 */
GPtrArray *
kin_demo_node_book_list (KinDemoWorld *world)
{
  g_autoptr(GPtrArray) objects = NULL;
  GPtrArray *nodes;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);

  objects = kin_demo_store_list (kin_demo_world_get_store (world), kin_demo_node_book_get_kind (world), NULL);
  nodes = g_ptr_array_sized_new (objects->len);
  for (guint i = 0; i < objects->len; i++)
    g_ptr_array_add (nodes, look_up (world, g_ptr_array_index (objects, i)));

  return nodes;
}

/**
 * kin_demo_node_facts_take_pod_ip:
 * @self: a node
 *
 * Takes the next address of the node's range for pods.
 *
 * Returns: (transfer full): an IP address
 */
char *
kin_demo_node_facts_take_pod_ip (KinDemoNodeFacts *self)
{
  guint32 address;

  g_return_val_if_fail (self != NULL, NULL);

  address = self->pod_network + FIRST_POD + self->last_pod % (self->pod_network_size - FIRST_POD - 1);
  self->last_pod++;

  return g_strdup_printf ("%u.%u.%u.%u", address >> 24, (address >> 16) & 0xff, (address >> 8) & 0xff, address & 0xff);
}

/**
 * kin_demo_node_is_ready:
 * @node: a node
 *
 * Returns: whether its kubelet works
 */
gboolean
kin_demo_node_is_ready (KinDemoObject *node)
{
  g_autoptr(KinJson) json = NULL;

  g_return_val_if_fail (node != NULL, FALSE);

  json = kin_demo_object_parse (node);

  return is_ready (kin_json_get_path (kin_json_get_root (json), "status", "conditions", NULL));
}
