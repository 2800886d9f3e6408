/* test-kind-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-kind-list.h"

#define LIVE (KIN_VERB_LIST | KIN_VERB_WATCH)

static void
add_resource (GPtrArray  *resources,
              const char *group,
              const char *version,
              const char *plural,
              const char *kind,
              KinVerbs    verbs)
{
  g_ptr_array_add (resources, kin_resource_new_full (group, version, plural, "", kind, TRUE, verbs, NULL, NULL));
}

static GPtrArray *
new_resources (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) kin_resource_unref);
}

static void
test_titles (void)
{
  const char *rows[][4] = {
    { "apps", "deployments", "Deployment", "Deployments" },
    { "apps", "statefulsets", "StatefulSet", "Stateful Sets" },
    { "", "configmaps", "ConfigMap", "Config Maps" },
    { "networking.k8s.io", "ingresses", "Ingress", "Ingresses" },
    { "networking.k8s.io", "ingressclasses", "IngressClass", "Ingress Classes" },
    { "networking.k8s.io", "networkpolicies", "NetworkPolicy", "Network Policies" },
    { "", "endpoints", "Endpoints", "Endpoints" },
    { "storage.k8s.io", "csidrivers", "CSIDriver", "CSI Drivers" },
    { "apiregistration.k8s.io", "apiservices", "APIService", "API Services" },
    { "networking.k8s.io", "ipaddresses", "IPAddress", "IP Addresses" },
    { "networking.k8s.io", "servicecidrs", "ServiceCIDR", "Service CIDRs" },
    { "gateway.networking.k8s.io", "gateways", "Gateway", "Gateways" },
    { "monitoring.coreos.com", "prometheuses", "Prometheus", "Prometheuses" },
    { "example.com", "oddly-named", "Battery", "Batteries" },
    { "example.com", "oddly-named", "Box", "Boxes" },
    { "example.com", "oddly-named", "Monkey", "Monkeys" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(KinResource) resource = kin_resource_new (rows[i][0], "v1", rows[i][1], rows[i][2], TRUE);
      g_autoptr(KinKindItem) item = kin_kind_item_new (resource);

      g_assert_cmpstr (kin_kind_item_get_title (item), ==, rows[i][3]);
    }
}

static char *
dup_kinds (KinKindList *list)
{
  GString *kinds = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr(KinKindItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);

      g_string_append_printf (kinds, "%s: %s\n", kin_kind_item_get_section_title (item), kin_kind_item_get_title (item));
    }

  return g_string_free_and_steal (kinds);
}

static void
test_order (void)
{
  KinKindList *list = kin_kind_list_new ();
  g_autoptr(GPtrArray) resources = new_resources ();
  g_autofree char *kinds = NULL;

  add_resource (resources, "zoo.example.com", "v1", "lions", "Lion", LIVE);
  add_resource (resources, "zoo.example.com", "v1", "bears", "Bear", LIVE);
  add_resource (resources, "art.example.com", "v1", "paintings", "Painting", LIVE);
  add_resource (resources, "", "v1", "pods", "Pod", LIVE);
  add_resource (resources, "", "v1", "nodes", "Node", LIVE);
  add_resource (resources, "", "v1", "bindings", "Binding", KIN_VERB_CREATE);
  add_resource (resources, "", "v1", "componentstatuses", "ComponentStatus", KIN_VERB_LIST);
  add_resource (resources, "", "v1", "events", "Event", LIVE);
  add_resource (resources, "events.k8s.io", "v1", "events", "Event", LIVE);
  add_resource (resources, "", "v1", "services", "Service", LIVE);
  add_resource (resources, "apps", "v1", "statefulsets", "StatefulSet", LIVE);
  add_resource (resources, "apps", "v1", "deployments", "Deployment", LIVE);
  add_resource (resources, "apps", "v1beta1", "deployments", "Deployment", LIVE);
  add_resource (resources, "apps", "v1", "novelties", "Novelty", LIVE);

  kin_kind_list_set_resources (list, resources);
  kinds = dup_kinds (list);
  g_assert_cmpstr (kinds, ==,
                   "Workloads: Deployments\n"
                   "Workloads: Stateful Sets\n"
                   "Workloads: Pods\n"
                   "Network: Services\n"
                   "Cluster: Nodes\n"
                   "Cluster: Events\n"
                   "Cluster: Novelties\n"
                   "art.example.com: Paintings\n"
                   "zoo.example.com: Bears\n"
                   "zoo.example.com: Lions\n");
  g_assert_cmpstr (kin_resource_get_version (kin_kind_item_get_resource (kin_kind_list_find (list, "deployments.apps"))), ==, "v1");
  g_assert_null (kin_kind_list_find (list, "bindings"));

  g_assert_finalize_object (list);
}

static void
items_changed_cb (GListModel *model,
                  guint       position,
                  guint       n_removed,
                  guint       n_added,
                  GString    *changes)
{
  g_string_append_printf (changes, "%u,%u,%u ", position, n_removed, n_added);
}

/* A custom resource is installed while the window is open. */
static void
test_items_stay (void)
{
  KinKindList *list = kin_kind_list_new ();
  g_autoptr(GPtrArray) resources = new_resources ();
  g_autoptr(GString) changes = g_string_new (NULL);
  KinKindItem *pods;

  g_signal_connect (list, "items-changed", G_CALLBACK (items_changed_cb), changes);
  add_resource (resources, "", "v1", "pods", "Pod", LIVE);
  add_resource (resources, "zoo.example.com", "v1", "lions", "Lion", LIVE);
  kin_kind_list_set_resources (list, resources);
  pods = kin_kind_list_find (list, "pods");
  kin_kind_item_set_count (pods, 12);

  add_resource (resources, "", "v1", "services", "Service", LIVE);
  kin_kind_list_set_resources (list, resources);
  kin_kind_list_set_resources (list, resources);

  g_assert_true (kin_kind_list_find (list, "pods") == pods);
  g_assert_cmpint (kin_kind_item_get_count (pods), ==, 12);
  g_assert_cmpstr (changes->str, ==, "0,0,2 1,0,1 ");

  g_assert_finalize_object (list);
}

static void
notify_cb (guint *n)
{
  (*n)++;
}

static void
test_count (void)
{
  g_autoptr(KinResource) resource = kin_resource_new ("", "v1", "pods", "Pod", TRUE);
  KinKindItem *item = kin_kind_item_new (resource);
  guint n = 0;

  g_signal_connect_swapped (item, "notify::count", G_CALLBACK (notify_cb), &n);
  g_assert_cmpint (kin_kind_item_get_count (item), ==, -1);
  kin_kind_item_set_count (item, 3);
  kin_kind_item_set_count (item, 3);
  g_assert_cmpint (kin_kind_item_get_count (item), ==, 3);
  g_assert_cmpuint (n, ==, 1);

  g_assert_finalize_object (item);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/kind-list/titles", test_titles);
  g_test_add_func ("/kind-list/sections-and-order", test_order);
  g_test_add_func ("/kind-list/items-stay-the-same", test_items_stay);
  g_test_add_func ("/kind-list/count", test_count);

  return g_test_run ();
}
