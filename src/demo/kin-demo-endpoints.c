/* kin-demo-endpoints.c: the controller of Endpoints and EndpointSlices: it keeps them in step with the pods that each
 * service selects.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-endpoints.h"

#include "demo/kin-demo-controllers.h"
#include "demo/kin-demo-endpoint-group.h"
#include "demo/kin-demo-endpoint-slices.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-service-book.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-world.h"

/* Pods come in crowds: one write for many of them. */
#define BATCH_US (100 * 1000)

#define LABEL_MANAGED_BY "endpoints.kubernetes.io/managed-by"
#define LABEL_HEADLESS "service.kubernetes.io/headless"
#define ANNOTATION_TRIGGER "endpoints.kubernetes.io/last-change-trigger-time"

static const KinDemoWrite controller_write = { .manager = "kube-controller-manager" };

static KinDemoKind *
get_kind (KinDemoWorld *world)
{
  return kin_demo_kinds_find (kin_demo_world_get_kinds (world), "", "v1", "endpoints");
}

static KinDemoObject *
find_endpoints (KinDemoWorld *world,
                const char   *namespace_,
                const char   *name)
{
  return kin_demo_store_get (kin_demo_world_get_store (world), get_kind (world), namespace_, name);
}

static void
add_address (KinDemoDraft          *draft,
             yyjson_mut_val        *subset,
             const KinDemoEndpoint *endpoint)
{
  yyjson_mut_val *list = kin_demo_ensure_array (draft, subset, endpoint->is_ready ? "addresses" : "notReadyAddresses");
  yyjson_mut_val *address = yyjson_mut_arr_add_obj (draft, list);

  kin_demo_set_string (draft, address, "ip", endpoint->ip);
  kin_demo_set_string (draft, address, "nodeName", endpoint->node);
  kin_demo_set (draft, address, "targetRef", kin_demo_endpoint_new_target (endpoint, draft));
}

static void
add_ports (KinDemoDraft   *draft,
           yyjson_mut_val *subset,
           GPtrArray      *ports)
{
  for (guint i = 0; i < ports->len; i++)
    {
      KinDemoEndpointPort *port = g_ptr_array_index (ports, i);
      yyjson_mut_val *value = yyjson_mut_arr_add_obj (draft, kin_demo_ensure_array (draft, subset, "ports"));

      kin_demo_set_string (draft, value, "name", port->name);
      kin_demo_set_integer (draft, value, "port", port->number);
      kin_demo_set_string (draft, value, "protocol", port->protocol);
      kin_demo_set_string (draft, value, "appProtocol", port->app_protocol);
    }
}

/* Pods that are being deleted are in no subset, other than in slices. */
static yyjson_mut_val *
new_subsets (KinDemoDraft *draft,
             GPtrArray    *groups)
{
  yyjson_mut_val *subsets = yyjson_mut_arr (draft);

  for (guint i = 0; i < groups->len; i++)
    {
      KinDemoEndpointGroup *group = g_ptr_array_index (groups, i);
      yyjson_mut_val *subset = yyjson_mut_obj (draft);

      for (guint j = 0; j < group->endpoints->len; j++)
        {
          KinDemoEndpoint *endpoint = g_ptr_array_index (group->endpoints, j);

          if (!endpoint->is_terminating)
            add_address (draft, subset, endpoint);
        }

      if (yyjson_mut_obj_size (subset) == 0)
        continue;

      add_ports (draft, subset, group->ports);
      yyjson_mut_arr_append (subsets, subset);
    }

  return yyjson_mut_arr_size (subsets) > 0 ? subsets : NULL;
}

static yyjson_mut_val *
new_labels (KinDemoDraft  *draft,
            KinDemoObject *service,
            KinJsonValue  *spec)
{
  const char * const *labels = kin_demo_object_get_labels (service);
  yyjson_mut_val *value = yyjson_mut_obj (draft);

  kin_demo_set_string (draft, value, LABEL_MANAGED_BY, "endpoint-controller");
  if (g_strcmp0 (kin_json_get_string (spec, "clusterIP"), "None") == 0)
    kin_demo_set_string (draft, value, LABEL_HEADLESS, "");
  for (gsize i = 0; labels[i] != NULL; i += 2)
    kin_demo_set_string (draft, value, labels[i], labels[i + 1]);

  return value;
}

static gboolean
replace (KinDemoDraft   *draft,
         yyjson_mut_val *object,
         const char     *name,
         yyjson_mut_val *value)
{
  yyjson_mut_val *old = kin_demo_get (object, name, NULL);

  if (value == NULL)
    {
      kin_demo_remove (object, name);
      return old != NULL;
    }

  if (old != NULL && yyjson_mut_equals (old, value))
    return FALSE;

  kin_demo_set (draft, object, name, value);

  return TRUE;
}

static void
store (KinDemoWorld  *world,
       KinDemoObject *service,
       KinDemoObject *old,
       KinDemoDraft  *draft)
{
  KinDemoRegistry *registry = kin_demo_world_get_registry (world);
  const char *namespace_ = kin_demo_object_get_namespace (service);
  const char *name = kin_demo_object_get_name (service);
  g_autoptr(KinDemoObject) written = NULL;
  g_autoptr(GError) error = NULL;

  if (old != NULL)
    written = kin_demo_registry_update (registry, get_kind (world), namespace_, name, draft, &controller_write, &error);
  else
    written = kin_demo_registry_create (registry, get_kind (world), namespace_, draft, &controller_write, &error);

  if (written == NULL)
    g_debug ("Endpoints of %s: %s", kin_demo_object_get_key (service), error->message);
}

static void
write_endpoints (KinDemoWorld  *world,
                 KinDemoObject *service,
                 KinJsonValue  *spec,
                 GPtrArray     *groups)
{
  KinDemoObject *old = find_endpoints (world, kin_demo_object_get_namespace (service), kin_demo_object_get_name (service));
  g_autoptr(KinDemoDraft) draft = old != NULL ? kin_demo_object_edit (old) : kin_demo_draft_new ();
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *metadata = kin_demo_ensure_object (draft, root, "metadata", NULL);
  g_autofree char *now = kin_demo_world_dup_time (world);
  gboolean changed = old == NULL;

  kin_demo_set_string (draft, metadata, "name", kin_demo_object_get_name (service));
  changed |= replace (draft, metadata, "labels", new_labels (draft, service, spec));
  changed |= replace (draft, root, "subsets", new_subsets (draft, groups));
  if (!changed)
    return;

  kin_demo_set_string (draft, kin_demo_ensure_object (draft, metadata, "annotations", NULL), ANNOTATION_TRIGGER, now);
  store (world, service, old, draft);
}

static void
delete_endpoints (KinDemoWorld *world,
                  const char   *namespace_,
                  const char   *name)
{
  const KinDemoDeletion deletion = { .grace_s = -1 };
  g_autoptr(KinDemoObject) deleted = NULL;
  g_autoptr(GError) error = NULL;

  if (find_endpoints (world, namespace_, name) == NULL)
    return;

  deleted = kin_demo_registry_delete (kin_demo_world_get_registry (world), get_kind (world), namespace_, name, &deletion,
                                      NULL, &error);
  if (deleted == NULL)
    g_debug ("Endpoints %s: %s", name, error->message);
}

/* The slices of a service that is gone are left to the garbage collector: they have an owner, Endpoints have none. */
static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  KinDemoObject *service = kin_demo_store_get (kin_demo_world_get_store (world), kin_demo_service_book_get_kind (world),
                                               namespace_, name);
  g_autoptr(KinJson) json = NULL;
  g_autoptr(GPtrArray) groups = NULL;
  KinJsonValue *spec;

  if (service == NULL)
    {
      delete_endpoints (world, namespace_, name);
      return -1;
    }

  /* Without a selector they are somebody else's. */
  json = kin_demo_object_parse (service);
  spec = kin_json_get (kin_json_get_root (json), "spec");
  if (kin_json_value_get_size (kin_json_get (spec, "selector")) == 0 || kin_demo_object_is_deleting (service))
    return -1;

  groups = kin_demo_endpoint_groups_collect (world, service, spec);
  write_endpoints (world, service, spec, groups);
  kin_demo_endpoint_slices_write (world, service, groups);

  return -1;
}

static gboolean
concerns (KinDemoWorld       *world,
          KinDemoObject      *service,
          const KinDemoEvent *event)
{
  return kin_demo_service_book_selects (world, service, kin_demo_object_get_labels (event->object))
         || (event->previous != NULL
             && kin_demo_service_book_selects (world, service, kin_demo_object_get_labels (event->previous)));
}

static void
map_pod (KinDemoControllers *controllers,
         KinDemoWorld       *world,
         const KinDemoEvent *event)
{
  g_autoptr(GPtrArray) services = kin_demo_store_list (kin_demo_world_get_store (world),
                                                       kin_demo_service_book_get_kind (world),
                                                       kin_demo_object_get_namespace (event->object));

  for (guint i = 0; i < services->len; i++)
    {
      KinDemoObject *service = g_ptr_array_index (services, i);

      if (concerns (world, service, event))
        kin_demo_controllers_enqueue (controllers, &kin_demo_endpoints_controller,
                                      kin_demo_object_get_namespace (service), kin_demo_object_get_name (service),
                                      BATCH_US);
    }
}

static void
map (KinDemoControllers *controllers,
     KinDemoWorld       *world,
     const KinDemoEvent *event)
{
  KinDemoKind *kind = kin_demo_object_get_kind (event->object);

  if (kind == kin_demo_pod_get_kind (world))
    map_pod (controllers, world, event);
  else if (kind == kin_demo_service_book_get_kind (world) && event->type == KIN_DEMO_DELETED)
    kin_demo_service_book_forget (world, event->object);
}

const KinDemoController kin_demo_endpoints_controller = {
  .name = "endpoint-controller",
  .group = "",
  .version = "v1",
  .plural = "services",
  .map = map,
  .reconcile = reconcile,
};
