/* kin-demo-endpoint-group.c: the pods behind a service, by the ports that it reaches on them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-endpoint-group.h"

#include <string.h>

#include "demo/kin-demo-node-book.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-service-book.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-world.h"

static void
port_free (gpointer data)
{
  KinDemoEndpointPort *self = data;

  g_free (self->name);
  g_free (self->protocol);
  g_free (self->app_protocol);
  g_free (self);
}

static void
endpoint_free (gpointer data)
{
  KinDemoEndpoint *self = data;

  kin_demo_object_unref (self->pod);
  g_free (self->ip);
  g_free (self->node);
  g_free (self->zone);
  g_free (self);
}

static void
group_free (gpointer data)
{
  KinDemoEndpointGroup *self = data;

  g_ptr_array_unref (self->ports);
  g_ptr_array_unref (self->endpoints);
  g_free (self);
}

static gint64
find_container_port (KinJsonValue *containers,
                     const char   *name)
{
  KinJsonIter iter;
  KinJsonIter port_iter;
  KinJsonValue *container;
  KinJsonValue *port;

  kin_json_iter_init (&iter, containers);
  while (kin_json_iter_next (&iter, NULL, &container))
    {
      kin_json_iter_init (&port_iter, kin_json_get (container, "ports"));
      while (kin_json_iter_next (&port_iter, NULL, &port))
        {
          if (g_strcmp0 (kin_json_get_string (port, "name"), name) == 0)
            return kin_json_get_integer (port, "containerPort", 0);
        }
    }

  return 0;
}

/* What the service's port is on this pod; 0 if the pod has none of that name. */
static gint64
resolve_port (KinJsonValue *port,
              KinJsonValue *containers)
{
  KinJsonValue *target = kin_json_get (port, "targetPort");
  const char *name = kin_json_value_get_string (target);

  if (name != NULL)
    return find_container_port (containers, name);

  return target != NULL ? kin_json_value_get_integer (target) : kin_json_get_integer (port, "port", 0);
}

static KinDemoEndpointPort *
port_new (KinJsonValue *port,
          gint64        number)
{
  KinDemoEndpointPort *self = g_new0 (KinDemoEndpointPort, 1);
  const char *protocol = kin_json_get_string (port, "protocol");

  self->name = g_strdup (kin_json_get_string (port, "name"));
  self->number = number;
  self->protocol = g_strdup (protocol != NULL ? protocol : "TCP");
  self->app_protocol = g_strdup (kin_json_get_string (port, "appProtocol"));

  return self;
}

static GPtrArray *
resolve_ports (KinJsonValue *service_spec,
               KinJsonValue *pod_spec)
{
  GPtrArray *ports = g_ptr_array_new_with_free_func (port_free);
  KinJsonIter iter;
  KinJsonValue *port;

  kin_json_iter_init (&iter, kin_json_get (service_spec, "ports"));
  while (kin_json_iter_next (&iter, NULL, &port))
    {
      gint64 number = resolve_port (port, kin_json_get (pod_spec, "containers"));

      if (number > 0)
        g_ptr_array_add (ports, port_new (port, number));
    }

  return ports;
}

static gboolean
ports_are_equal (GPtrArray *a,
                 GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;

  for (guint i = 0; i < a->len; i++)
    {
      KinDemoEndpointPort *one = g_ptr_array_index (a, i);
      KinDemoEndpointPort *two = g_ptr_array_index (b, i);

      if (one->number != two->number || g_strcmp0 (one->name, two->name) != 0)
        return FALSE;
    }

  return TRUE;
}

static KinDemoEndpointGroup *
ensure_group (GPtrArray *groups,
              GPtrArray *ports)
{
  KinDemoEndpointGroup *group;

  for (guint i = 0; i < groups->len; i++)
    {
      group = g_ptr_array_index (groups, i);
      if (ports_are_equal (group->ports, ports))
        return group;
    }

  group = g_new0 (KinDemoEndpointGroup, 1);
  group->ports = g_ptr_array_ref (ports);
  group->endpoints = g_ptr_array_new_with_free_func (endpoint_free);
  g_ptr_array_add (groups, group);

  return group;
}

static char *
dup_zone (KinDemoWorld *world,
          const char   *node)
{
  KinDemoNodeFacts *facts = kin_demo_node_book_find (world, node);
  const char * const *labels = facts != NULL ? kin_demo_object_get_labels (facts->object) : NULL;

  for (gsize i = 0; labels != NULL && labels[i] != NULL; i += 2)
    {
      if (g_str_equal (labels[i], "topology.kubernetes.io/zone"))
        return g_strdup (labels[i + 1]);
    }

  return NULL;
}

static KinDemoEndpoint *
endpoint_new (KinDemoWorld          *world,
              const KinDemoPodFacts *facts,
              gboolean               always_ready)
{
  KinDemoEndpoint *self = g_new0 (KinDemoEndpoint, 1);

  self->pod = kin_demo_object_ref (facts->object);
  self->ip = g_strdup (facts->ip);
  self->node = g_strdup (facts->node);
  self->zone = dup_zone (world, facts->node);
  self->is_ready = facts->ready || always_ready;
  self->is_terminating = facts->terminating;

  return self;
}

static void
add_pod (KinDemoWorld  *world,
         GPtrArray     *groups,
         KinJsonValue  *spec,
         KinDemoObject *pod)
{
  g_autoptr(KinDemoPodFacts) facts = kin_demo_pod_facts_get (world, pod);
  g_autoptr(KinJson) json = NULL;
  g_autoptr(GPtrArray) ports = NULL;

  if (facts->ip == NULL || facts->phase == KIN_DEMO_POD_SUCCEEDED || facts->phase == KIN_DEMO_POD_FAILED)
    return;

  json = kin_demo_object_parse (pod);
  ports = resolve_ports (spec, kin_json_get (kin_json_get_root (json), "spec"));
  g_ptr_array_add (ensure_group (groups, ports)->endpoints,
                   endpoint_new (world, facts, kin_json_get_boolean (spec, "publishNotReadyAddresses", FALSE)));
}

static int
compare_endpoints (gconstpointer a,
                   gconstpointer b)
{
  const KinDemoEndpoint *one = *(const KinDemoEndpoint * const *) a;
  const KinDemoEndpoint *two = *(const KinDemoEndpoint * const *) b;

  return strcmp (one->ip, two->ip);
}

/**
 * kin_demo_endpoint_groups_collect:
 * @world: the cluster
 * @service: a service with a selector
 * @spec: its spec
 *
 * Finds the pods that a service selects and that have an address.
 *
 * Returns: (transfer full) (element-type KinDemoEndpointGroup): the groups
 */
GPtrArray *
kin_demo_endpoint_groups_collect (KinDemoWorld  *world,
                                  KinDemoObject *service,
                                  KinJsonValue  *spec)
{
  g_autoptr(GPtrArray) pods = NULL;
  GPtrArray *groups;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (service != NULL, NULL);

  groups = g_ptr_array_new_with_free_func (group_free);
  pods = kin_demo_store_list (kin_demo_world_get_store (world), kin_demo_pod_get_kind (world),
                              kin_demo_object_get_namespace (service));
  for (guint i = 0; i < pods->len; i++)
    {
      KinDemoObject *pod = g_ptr_array_index (pods, i);

      if (kin_demo_service_book_selects (world, service, kin_demo_object_get_labels (pod)))
        add_pod (world, groups, spec, pod);
    }

  for (guint i = 0; i < groups->len; i++)
    g_ptr_array_sort (((KinDemoEndpointGroup *) g_ptr_array_index (groups, i))->endpoints, compare_endpoints);

  return groups;
}

/**
 * kin_demo_endpoint_new_target:
 * @self: a pod behind a service
 * @draft: whose value it will be
 *
 * Makes a reference to the pod.
 *
 * Returns: (transfer none): a value of @draft
 */
yyjson_mut_val *
kin_demo_endpoint_new_target (const KinDemoEndpoint *self,
                              KinDemoDraft          *draft)
{
  yyjson_mut_val *target;

  g_return_val_if_fail (self != NULL && draft != NULL, NULL);

  target = yyjson_mut_obj (draft);
  kin_demo_set_string (draft, target, "kind", "Pod");
  kin_demo_set_string (draft, target, "namespace", kin_demo_object_get_namespace (self->pod));
  kin_demo_set_string (draft, target, "name", kin_demo_object_get_name (self->pod));
  kin_demo_set_string (draft, target, "uid", kin_demo_object_get_uid (self->pod));

  return target;
}
