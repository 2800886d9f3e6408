/* test-demo-endpoints.c: which pods are behind a service, as Endpoints and as EndpointSlices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-fixture.h"
#include "demo/kin-demo-endpoints.h"

static const KinDemoController * const table[] = {
  &kin_demo_endpoints_controller,
  NULL
};

static void
set_up (DemoFixture   *fixture,
        gconstpointer  data)
{
  demo_fixture_set_up (fixture, table, 2);
}

static void
tear_down (DemoFixture   *fixture,
           gconstpointer  data)
{
  demo_fixture_tear_down (fixture);
}

static void
add_service (DemoFixture *fixture)
{
  demo_fixture_create (fixture, "services",
                       "{'metadata': {'name': 'web', 'labels': {'tier': 'front'}}, 'spec': {'selector': {'app': 'web'}, "
                       "'ports': [{'name': 'http', 'protocol': 'TCP', 'port': 80, 'targetPort': 'www'}]}}");
  demo_fixture_step (fixture, 1);
}

static void
add_pod (DemoFixture *fixture,
         const char  *name,
         const char  *ip,
         int          port,
         gboolean     ready)
{
  g_autofree char *json = g_strdup_printf (
    "{'metadata': {'name': '%s', 'labels': {'app': 'web'}}, 'spec': {'nodeName': 'node-1', 'containers': [{'name': 'c', "
    "'image': 'i:1', 'ports': [{'name': 'www', 'containerPort': %d, 'protocol': 'TCP'}]}]}, "
    "'status': {'phase': 'Running', 'podIP': '%s', 'conditions': [{'type': 'Ready', 'status': '%s'}]}}",
    name, port, ip, ready ? "True" : "False");

  demo_fixture_create (fixture, "pods", json);
  demo_fixture_step (fixture, 1);
}

/* “10.0.0.1 10.0.0.2 - 10.0.0.3 :8080”: those that are ready - those that are not, and the port; a line a subset. */
static char *
dup_endpoints (DemoFixture *fixture)
{
  KinDemoObject *object = demo_fixture_get (fixture, "endpoints", "web");
  g_autoptr(KinJson) json = NULL;
  GString *words = g_string_new (NULL);
  KinJsonIter iter;
  KinJsonIter address_iter;
  KinJsonValue *subset;
  KinJsonValue *address;

  g_assert_nonnull (object);
  json = kin_demo_object_parse (object);
  kin_json_iter_init (&iter, kin_json_get (kin_json_get_root (json), "subsets"));
  while (kin_json_iter_next (&iter, NULL, &subset))
    {
      kin_json_iter_init (&address_iter, kin_json_get (subset, "addresses"));
      while (kin_json_iter_next (&address_iter, NULL, &address))
        g_string_append_printf (words, "%s ", kin_json_get_string (address, "ip"));
      g_string_append (words, "- ");
      kin_json_iter_init (&address_iter, kin_json_get (subset, "notReadyAddresses"));
      while (kin_json_iter_next (&address_iter, NULL, &address))
        g_string_append_printf (words, "%s ", kin_json_get_string (address, "ip"));
      g_string_append_printf (words, ":%d\n", (int) kin_json_get_integer (kin_json_array_get (kin_json_get (subset, "ports"), 0),
                                                                          "port", 0));
    }

  return g_string_free (words, FALSE);
}

static void
append_conditions (GString      *words,
                   KinJsonValue *conditions)
{
  if (kin_json_get_boolean (conditions, "ready", FALSE))
    g_string_append_c (words, 'r');
  if (kin_json_get_boolean (conditions, "serving", FALSE))
    g_string_append_c (words, 's');
  if (kin_json_get_boolean (conditions, "terminating", FALSE))
    g_string_append_c (words, 't');
}

static void
append_slice (GString       *words,
              KinDemoObject *slice)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (slice);
  KinJsonIter iter;
  KinJsonValue *endpoint;

  kin_json_iter_init (&iter, kin_json_get (kin_json_get_root (json), "endpoints"));
  while (kin_json_iter_next (&iter, NULL, &endpoint))
    {
      g_string_append_printf (words, "%s/", kin_json_value_get_string (kin_json_array_get (kin_json_get (endpoint, "addresses"),
                                                                                           0)));
      append_conditions (words, kin_json_get (endpoint, "conditions"));
      g_string_append_c (words, ' ');
    }

  g_string_append_c (words, '\n');
}

/* “10.0.0.1/rs”: ready, serving, terminating; a line a slice. */
static char *
dup_slices (DemoFixture *fixture)
{
  g_autoptr(GPtrArray) slices = demo_fixture_list (fixture, "endpointslices");
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < slices->len; i++)
    append_slice (words, g_ptr_array_index (slices, i));

  return g_string_free (words, FALSE);
}

static void
assert_behind (DemoFixture *fixture,
               const char  *endpoints,
               const char  *slices)
{
  g_autofree char *own_endpoints = dup_endpoints (fixture);
  g_autofree char *own_slices = dup_slices (fixture);

  g_assert_cmpstr (own_endpoints, ==, endpoints);
  g_assert_cmpstr (own_slices, ==, slices);
}

static void
test_without_pods (DemoFixture   *fixture,
                   gconstpointer  data)
{
  add_service (fixture);
  assert_behind (fixture, "", "\n");
  demo_fixture_assert_at (fixture, "endpoints", "web", "metadata.labels",
                          "{'endpoints.kubernetes.io/managed-by':'endpoint-controller','tier':'front'}");
}

static void
test_pods (DemoFixture   *fixture,
           gconstpointer  data)
{
  g_autofree char *name = NULL;

  add_service (fixture);
  add_pod (fixture, "b", "10.0.0.2", 8080, TRUE);
  add_pod (fixture, "a", "10.0.0.1", 8080, TRUE);
  add_pod (fixture, "c", "10.0.0.3", 8080, FALSE);
  assert_behind (fixture, "10.0.0.1 10.0.0.2 - 10.0.0.3 :8080\n", "10.0.0.1/rs 10.0.0.2/rs 10.0.0.3/ \n");
  demo_fixture_assert_at (fixture, "endpoints", "web", "subsets.0.addresses.0.targetRef.name", "a");
  demo_fixture_assert_at (fixture, "endpoints", "web", "subsets.0.addresses.0.nodeName", "node-1");
  demo_fixture_assert_at (fixture, "endpoints", "web", "subsets.0.ports", "[{'name':'http','port':8080,'protocol':'TCP'}]");

  demo_fixture_change (fixture, "pods", "c", "status", "{'status': {'conditions': [{'type': 'Ready', 'status': 'True'}]}}");
  demo_fixture_step (fixture, 1);
  assert_behind (fixture, "10.0.0.1 10.0.0.2 10.0.0.3 - :8080\n", "10.0.0.1/rs 10.0.0.2/rs 10.0.0.3/rs \n");

  demo_fixture_change (fixture, "pods", "b", NULL, "{'metadata': {'labels': {'app': 'other'}}}");
  demo_fixture_step (fixture, 1);
  assert_behind (fixture, "10.0.0.1 10.0.0.3 - :8080\n", "10.0.0.1/rs 10.0.0.3/rs \n");
}

static void
test_terminating (DemoFixture   *fixture,
                  gconstpointer  data)
{
  add_service (fixture);
  add_pod (fixture, "a", "10.0.0.1", 8080, TRUE);
  add_pod (fixture, "b", "10.0.0.2", 8080, TRUE);
  demo_fixture_delete (fixture, "pods", "a");
  demo_fixture_step (fixture, 1);
  assert_behind (fixture, "10.0.0.2 - :8080\n", "10.0.0.1/st 10.0.0.2/rs \n");
}

static void
test_ended (DemoFixture   *fixture,
            gconstpointer  data)
{
  add_service (fixture);
  add_pod (fixture, "a", "10.0.0.1", 8080, FALSE);
  demo_fixture_change (fixture, "pods", "a", "status", "{'status': {'phase': 'Succeeded'}}");
  demo_fixture_step (fixture, 1);
  assert_behind (fixture, "", "\n");
}

/* A port that is meant by name has another number in other pods. */
static void
test_two_ports (DemoFixture   *fixture,
                gconstpointer  data)
{
  g_autoptr(GPtrArray) slices = NULL;

  add_service (fixture);
  add_pod (fixture, "a", "10.0.0.1", 8080, TRUE);
  add_pod (fixture, "b", "10.0.0.2", 9090, TRUE);
  slices = demo_fixture_list (fixture, "endpointslices");
  g_assert_cmpuint (slices->len, ==, 2);

  demo_fixture_delete (fixture, "pods", "b");
  demo_fixture_change (fixture, "pods", "b", "status", "{'status': {'phase': 'Failed'}}");
  demo_fixture_step (fixture, 1);
  assert_behind (fixture, "10.0.0.1 - :8080\n", "10.0.0.1/rs \n");
}

static void
test_slice (DemoFixture   *fixture,
            gconstpointer  data)
{
  g_autoptr(GPtrArray) slices = NULL;
  g_autofree char *labels = NULL;
  g_autofree char *ports = NULL;
  g_autofree char *endpoint = NULL;
  g_autofree char *time = NULL;
  KinDemoObject *slice;

  demo_fixture_change (fixture, "nodes", "node-1", NULL,
                       "{'metadata': {'labels': {'topology.kubernetes.io/zone': 'zone-a'}}}");
  add_service (fixture);
  add_pod (fixture, "a", "10.0.0.1", 8080, TRUE);
  slices = demo_fixture_list (fixture, "endpointslices");
  g_assert_cmpuint (slices->len, ==, 1);

  slice = g_ptr_array_index (slices, 0);
  g_assert_true (g_str_has_prefix (kin_demo_object_get_name (slice), "web-"));
  g_assert_cmpstr (kin_demo_object_get_owner_uid (slice), ==,
                   kin_demo_object_get_uid (demo_fixture_get (fixture, "services", "web")));
  labels = demo_fixture_dup_at (slice, "metadata.labels");
  g_assert_cmpstr (labels, ==, "{\"tier\":\"front\",\"endpointslice.kubernetes.io/managed-by\":"
                               "\"endpointslice-controller.k8s.io\",\"kubernetes.io/service-name\":\"web\"}");
  ports = demo_fixture_dup_at (slice, "ports");
  g_assert_cmpstr (ports, ==, "[{\"name\":\"http\",\"protocol\":\"TCP\",\"port\":8080}]");
  endpoint = demo_fixture_dup_at (slice, "endpoints.0.zone");
  g_assert_cmpstr (endpoint, ==, "zone-a");
  time = demo_fixture_dup_at (slice, "addressType");
  g_assert_cmpstr (time, ==, "IPv4");
}

static void
test_batches (DemoFixture   *fixture,
              gconstpointer  data)
{
  g_autoptr(GPtrArray) slices = NULL;
  guint64 version;

  add_service (fixture);
  add_pod (fixture, "a", "10.0.0.1", 8080, TRUE);
  slices = demo_fixture_list (fixture, "endpointslices");
  version = kin_demo_object_get_version (g_ptr_array_index (slices, 0));

  /* What does not concern the service changes nothing. */
  demo_fixture_change (fixture, "pods", "a", NULL, "{'metadata': {'annotations': {'a': 'b'}}}");
  demo_fixture_step (fixture, 1);
  g_clear_pointer (&slices, g_ptr_array_unref);
  slices = demo_fixture_list (fixture, "endpointslices");
  g_assert_cmpuint (kin_demo_object_get_version (g_ptr_array_index (slices, 0)), ==, version);
}

static void
test_many (DemoFixture   *fixture,
           gconstpointer  data)
{
  g_autoptr(GPtrArray) slices = NULL;

  add_service (fixture);
  for (int i = 0; i < 150; i++)
    {
      g_autofree char *name = g_strdup_printf ("pod-%d", i);
      g_autofree char *ip = g_strdup_printf ("10.0.0.%d", i);

      add_pod (fixture, name, ip, 8080, TRUE);
    }

  slices = demo_fixture_list (fixture, "endpointslices");
  g_assert_cmpuint (slices->len, ==, 2);
}

static void
test_service_goes (DemoFixture   *fixture,
                   gconstpointer  data)
{
  add_service (fixture);
  demo_fixture_delete (fixture, "services", "web");
  demo_fixture_step (fixture, 1);
  g_assert_null (demo_fixture_get (fixture, "endpoints", "web"));
}

static void
test_without_selector (DemoFixture   *fixture,
                       gconstpointer  data)
{
  demo_fixture_create (fixture, "services", "{'metadata': {'name': 'web'}, 'spec': {'ports': [{'port': 80}]}}");
  add_pod (fixture, "a", "10.0.0.1", 8080, TRUE);
  g_assert_null (demo_fixture_get (fixture, "endpoints", "web"));
}

static void
add_test (const char *path,
          void      (*test) (DemoFixture *, gconstpointer))
{
  g_test_add (path, DemoFixture, NULL, set_up, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/demo-endpoints/without-pods", test_without_pods);
  add_test ("/demo-endpoints/pods", test_pods);
  add_test ("/demo-endpoints/terminating", test_terminating);
  add_test ("/demo-endpoints/ended", test_ended);
  add_test ("/demo-endpoints/two-ports", test_two_ports);
  add_test ("/demo-endpoints/slice", test_slice);
  add_test ("/demo-endpoints/batches", test_batches);
  add_test ("/demo-endpoints/many", test_many);
  add_test ("/demo-endpoints/service-goes", test_service_goes);
  add_test ("/demo-endpoints/without-selector", test_without_selector);

  return g_test_run ();
}
