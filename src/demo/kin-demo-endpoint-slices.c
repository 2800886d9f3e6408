/* kin-demo-endpoint-slices.c: writes the EndpointSlices of a service: at most 100 pods in each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-endpoint-slices.h"

#include "demo/kin-demo-endpoint-group.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-world.h"

#define MAX_ENDPOINTS 100

#define LABEL_MANAGED_BY "endpointslice.kubernetes.io/managed-by"
#define LABEL_SERVICE "kubernetes.io/service-name"
#define ANNOTATION_TRIGGER "endpoints.kubernetes.io/last-change-trigger-time"

static const KinDemoWrite controller_write = { .manager = "kube-controller-manager" };

static KinDemoKind *
get_kind (KinDemoWorld *world)
{
  return kin_demo_kinds_find (kin_demo_world_get_kinds (world), "discovery.k8s.io", "v1", "endpointslices");
}

static yyjson_mut_val *
new_endpoint (KinDemoDraft          *draft,
              const KinDemoEndpoint *endpoint)
{
  yyjson_mut_val *value = yyjson_mut_obj (draft);
  yyjson_mut_val *addresses = kin_demo_ensure_array (draft, value, "addresses");
  yyjson_mut_val *conditions = kin_demo_ensure_object (draft, value, "conditions", NULL);

  yyjson_mut_arr_add_strcpy (draft, addresses, endpoint->ip);
  kin_demo_set_boolean (draft, conditions, "ready", endpoint->is_ready && !endpoint->is_terminating);
  kin_demo_set_boolean (draft, conditions, "serving", endpoint->is_ready);
  kin_demo_set_boolean (draft, conditions, "terminating", endpoint->is_terminating);
  kin_demo_set (draft, value, "targetRef", kin_demo_endpoint_new_target (endpoint, draft));
  kin_demo_set_string (draft, value, "nodeName", endpoint->node);
  kin_demo_set_string (draft, value, "zone", endpoint->zone);

  return value;
}

static yyjson_mut_val *
new_endpoints (KinDemoDraft *draft,
               GPtrArray    *endpoints,
               guint         first)
{
  yyjson_mut_val *list = yyjson_mut_arr (draft);

  for (guint i = first; i < endpoints->len && i < first + MAX_ENDPOINTS; i++)
    yyjson_mut_arr_append (list, new_endpoint (draft, g_ptr_array_index (endpoints, i)));

  return list;
}

static yyjson_mut_val *
new_ports (KinDemoDraft *draft,
           GPtrArray    *ports)
{
  yyjson_mut_val *list = yyjson_mut_arr (draft);

  for (guint i = 0; i < ports->len; i++)
    {
      KinDemoEndpointPort *port = g_ptr_array_index (ports, i);
      yyjson_mut_val *value = yyjson_mut_arr_add_obj (draft, list);

      kin_demo_set_string (draft, value, "name", port->name != NULL ? port->name : "");
      kin_demo_set_string (draft, value, "protocol", port->protocol);
      kin_demo_set_integer (draft, value, "port", port->number);
      kin_demo_set_string (draft, value, "appProtocol", port->app_protocol);
    }

  return list;
}

/* The service's own labels, and two by which the slices are found. */
static yyjson_mut_val *
new_labels (KinDemoDraft  *draft,
            KinDemoObject *service)
{
  const char * const *labels = kin_demo_object_get_labels (service);
  yyjson_mut_val *value = yyjson_mut_obj (draft);

  for (gsize i = 0; labels[i] != NULL; i += 2)
    kin_demo_set_string (draft, value, labels[i], labels[i + 1]);
  kin_demo_set_string (draft, value, LABEL_MANAGED_BY, "endpointslice-controller.k8s.io");
  kin_demo_set_string (draft, value, LABEL_SERVICE, kin_demo_object_get_name (service));

  return value;
}

static void
stamp (KinDemoWorld   *world,
       KinDemoDraft   *draft,
       yyjson_mut_val *metadata)
{
  g_autofree char *now = kin_demo_world_dup_time (world);

  kin_demo_set_string (draft, kin_demo_ensure_object (draft, metadata, "annotations", NULL), ANNOTATION_TRIGGER, now);
}

static void
create_slice (KinDemoWorld  *world,
              KinDemoObject *service,
              GPtrArray     *ports,
              GPtrArray     *endpoints,
              guint          first)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *metadata = kin_demo_ensure_object (draft, root, "metadata", NULL);
  g_autofree char *prefix = g_strconcat (kin_demo_object_get_name (service), "-", NULL);
  g_autoptr(KinDemoObject) created = NULL;
  g_autoptr(GError) error = NULL;

  kin_demo_set_string (draft, metadata, "generateName", prefix);
  kin_demo_set (draft, metadata, "labels", new_labels (draft, service));
  stamp (world, draft, metadata);
  yyjson_mut_arr_append (kin_demo_ensure_array (draft, metadata, "ownerReferences"),
                         kin_demo_owner_reference_new (draft, service));
  kin_demo_set_string (draft, root, "addressType", "IPv4");
  kin_demo_set (draft, root, "endpoints", new_endpoints (draft, endpoints, first));
  kin_demo_set (draft, root, "ports", new_ports (draft, ports));

  created = kin_demo_registry_create (kin_demo_world_get_registry (world), get_kind (world),
                                      kin_demo_object_get_namespace (service), draft, &controller_write, &error);
  if (created == NULL)
    g_debug ("EndpointSlice of %s: %s", kin_demo_object_get_key (service), error->message);
}

static gboolean
replace (KinDemoDraft   *draft,
         yyjson_mut_val *object,
         const char     *name,
         yyjson_mut_val *value)
{
  if (yyjson_mut_equals (kin_demo_get (object, name, NULL), value))
    return FALSE;

  kin_demo_set (draft, object, name, value);

  return TRUE;
}

static void
update_slice (KinDemoWorld  *world,
              KinDemoObject *service,
              KinDemoObject *slice,
              GPtrArray     *ports,
              GPtrArray     *endpoints,
              guint          first)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (slice);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *metadata = kin_demo_get (root, "metadata", NULL);
  gboolean changed = replace (draft, metadata, "labels", new_labels (draft, service));
  g_autoptr(KinDemoObject) written = NULL;
  g_autoptr(GError) error = NULL;

  changed |= replace (draft, root, "endpoints", new_endpoints (draft, endpoints, first));
  changed |= replace (draft, root, "ports", new_ports (draft, ports));
  if (!changed)
    return;

  stamp (world, draft, metadata);
  written = kin_demo_registry_update (kin_demo_world_get_registry (world), get_kind (world),
                                      kin_demo_object_get_namespace (slice), kin_demo_object_get_name (slice), draft,
                                      &controller_write, &error);
  if (written == NULL)
    g_debug ("EndpointSlice %s: %s", kin_demo_object_get_key (slice), error->message);
}

static void
delete_slice (KinDemoWorld  *world,
              KinDemoObject *slice)
{
  const KinDemoDeletion deletion = { .grace_s = -1 };
  g_autoptr(KinDemoObject) deleted = NULL;
  g_autoptr(GError) error = NULL;

  deleted = kin_demo_registry_delete (kin_demo_world_get_registry (world), get_kind (world),
                                      kin_demo_object_get_namespace (slice), kin_demo_object_get_name (slice), &deletion,
                                      NULL, &error);
  if (deleted == NULL)
    g_debug ("EndpointSlice %s: %s", kin_demo_object_get_key (slice), error->message);
}

/* Writes one group's slices over those that are there, from the given one on. Returns how many there are then. */
static guint
write_group (KinDemoWorld  *world,
             KinDemoObject *service,
             GPtrArray     *slices,
             guint          next,
             GPtrArray     *ports,
             GPtrArray     *endpoints)
{
  guint first = 0;

  do
    {
      if (next < slices->len)
        update_slice (world, service, g_ptr_array_index (slices, next), ports, endpoints, first);
      else
        create_slice (world, service, ports, endpoints, first);

      next++;
      first += MAX_ENDPOINTS;
    }
  while (first < endpoints->len);

  return next;
}

/**
 * kin_demo_endpoint_slices_write:
 * @world: the cluster
 * @service: a service with a selector
 * @groups: (element-type KinDemoEndpointGroup): the pods behind it
 *
 * Brings the EndpointSlices of a service up to date. A service without pods has one that is empty.
 */
void
kin_demo_endpoint_slices_write (KinDemoWorld  *world,
                                KinDemoObject *service,
                                GPtrArray     *groups)
{
  g_autoptr(GPtrArray) slices = NULL;
  g_autoptr(GPtrArray) nothing = g_ptr_array_new ();
  guint next = 0;

  g_return_if_fail (KIN_IS_DEMO_WORLD (world));
  g_return_if_fail (service != NULL && groups != NULL);

  slices = kin_demo_store_list_owned (kin_demo_world_get_store (world), get_kind (world), kin_demo_object_get_uid (service));
  for (guint i = 0; i < groups->len; i++)
    {
      KinDemoEndpointGroup *group = g_ptr_array_index (groups, i);

      next = write_group (world, service, slices, next, group->ports, group->endpoints);
    }

  if (groups->len == 0)
    next = write_group (world, service, slices, next, nothing, nothing);

  for (; next < slices->len; next++)
    delete_slice (world, g_ptr_array_index (slices, next));
}
