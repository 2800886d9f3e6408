/* test-demo-registry.c: what the demo cluster does when one creates and updates, and what it says when one may not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "registry-fixture.h"

static void
test_create (RegistryFixture *fixture,
             gconstpointer    data)
{
  g_autoptr(KinDemoObject) object = registry_create (fixture, fixture->deployments, REGISTRY_WEB);

  g_assert_no_error (fixture->error);
  g_assert_true (registry_get (fixture, fixture->deployments, "web") == object);
  g_assert_cmpuint (strlen (kin_demo_object_get_uid (object)), ==, 36);
  registry_assert_at (object, "metadata.namespace", "'shop'");
  registry_assert_at (object, "metadata.creationTimestamp", "'2026-12-01T12:00:00Z'");
  registry_assert_at (object, "metadata.generation", "1");
  registry_assert_at (object, "metadata.managedFields.0.manager", "'test'");
  registry_assert_at (object, "spec.replicas", "2");
}

static void
test_create_takes_nothing_of_the_servers (RegistryFixture *fixture,
                                          gconstpointer    data)
{
  g_autoptr(KinDemoObject) object =
    registry_create (fixture, fixture->config_maps,
                     "{'metadata':{'name':'x','uid':'mine','creationTimestamp':'2020-01-01T00:00:00Z',"
                     "'deletionTimestamp':'2020-01-01T00:00:00Z','deletionGracePeriodSeconds':5,'selfLink':'/x',"
                     "'managedFields':[{'manager':'liar'}]}}");

  g_assert_no_error (fixture->error);
  g_assert_cmpstr (kin_demo_object_get_uid (object), !=, "mine");
  g_assert_false (kin_demo_object_is_deleting (object));
  registry_assert_at (object, "metadata.creationTimestamp", "'2026-12-01T12:00:00Z'");
  registry_assert_at (object, "metadata.deletionGracePeriodSeconds", NULL);
  registry_assert_at (object, "metadata.selfLink", NULL);
  registry_assert_at (object, "metadata.managedFields.0.manager", NULL);
  registry_assert_at (object, "metadata.generation", NULL);
}

static void
test_generate_name (RegistryFixture *fixture,
                    gconstpointer    data)
{
  g_autoptr(KinDemoObject) object = registry_create (fixture, fixture->config_maps,
                                                     "{'metadata':{'generateName':'x-'}}");

  g_assert_no_error (fixture->error);
  g_assert_true (g_regex_match_simple ("^x-[bcdfghjklmnpqrstvwxz2456789]{5}$", kin_demo_object_get_name (object), 0,
                                       0));
}

static void
test_create_refused (RegistryFixture *fixture,
                     gconstpointer    data)
{
  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  g_assert_null (registry_create (fixture, fixture->deployments, REGISTRY_WEB));
  registry_assert_status (fixture,
                          "{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure',"
                          "'message':'deployments.apps \\'web\\' already exists','reason':'AlreadyExists',"
                          "'details':{'name':'web','group':'apps','kind':'deployments'},'code':409}");
  g_clear_error (&fixture->error);

  g_assert_null (registry_create (fixture, fixture->config_maps, "{}"));
  registry_assert_status (fixture,
                          "{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure','message':'ConfigMap "
                          "\\'\\' is invalid: metadata.name: Required value: name or generateName is required',"
                          "'reason':'Invalid','details':{'kind':'ConfigMap',"
                          "'causes':[{'reason':'FieldValueRequired','message':'Required value: name or generateName "
                          "is required','field':'metadata.name'}]},'code':422}");
  g_clear_error (&fixture->error);

  registry_assert_refused (fixture,
                           registry_create (fixture, fixture->config_maps,
                                            "{'metadata':{'name':'x','namespace':'other'}}"),
                           KIN_DEMO_ERROR_BAD_REQUEST,
                           "the namespace of the provided object does not match the namespace sent on the request");
  registry_assert_refused (fixture,
                           registry_create (fixture, fixture->config_maps, "{'kind':'Secret','metadata':{'name':'x'}}"),
                           KIN_DEMO_ERROR_BAD_REQUEST,
                           "Secret in version \"v1\" cannot be handled as a ConfigMap: converting (v1.Secret) to "
                           "(core.ConfigMap): unknown conversion");
  registry_assert_refused (fixture,
                           registry_create (fixture, fixture->config_maps,
                                            "{'apiVersion':'v9','metadata':{'name':'x'}}"), KIN_DEMO_ERROR_BAD_REQUEST,
                           "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: no kind \"ConfigMap\" is "
                           "registered for version \"v9\" in scheme \"pkg/runtime/scheme.go:111\"");

  g_assert_null (registry_create (fixture, fixture->config_maps, "{'metadata':{'name':'x','resourceVersion':'5'}}"));
  registry_assert_status (fixture,
                          "{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure',"
                          "'message':'resourceVersion should not be set on objects to be created','code':500}");
  g_clear_error (&fixture->error);
  g_assert_null (registry_get (fixture, fixture->config_maps, "x"));
}

static void
test_namespace_missing (RegistryFixture *fixture,
                        gconstpointer    data)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_parse ("{\"metadata\":{\"name\":\"x\"}}", 25, NULL);

  registry_assert_refused (fixture,
                           kin_demo_registry_create (fixture->registry, fixture->config_maps, "nope", draft,
                                                     &fixture->write, &fixture->error), KIN_DEMO_ERROR_NOT_FOUND,
                           "namespaces \"nope\" not found");
}

#define UNKNOWN                                                                                                        \
  "{'metadata':{'name':'web','foo':1},'spec':{'foo':5,'selector':{'matchLabels':{'app':'web'}},"                       \
  "'template':{'metadata':{'labels':{'app':'web'}},'spec':{'containers':[{'name':'c','image':'i',"                     \
  "'imagee':'nginx:1'}]}}}}"

static void
test_unknown_fields (RegistryFixture *fixture,
                     gconstpointer    data)
{
  g_autoptr(GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(KinDemoObject) object = NULL;

  fixture->write.validation = KIN_DEMO_VALIDATION_STRICT;
  registry_assert_refused (fixture, registry_create (fixture, fixture->deployments, UNKNOWN),
                           KIN_DEMO_ERROR_BAD_REQUEST,
                           "Deployment in version \"v1\" cannot be handled as a Deployment: strict decoding error: "
                           "unknown field \"metadata.foo\", unknown field \"spec.foo\", unknown field "
                           "\"spec.template.spec.containers[0].imagee\"");

  fixture->write.validation = KIN_DEMO_VALIDATION_WARN;
  fixture->write.warnings = warnings;
  object = registry_create (fixture, fixture->deployments, UNKNOWN);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (warnings->len, ==, 3);
  g_assert_cmpstr (g_ptr_array_index (warnings, 1), ==, "unknown field \"spec.foo\"");
  registry_assert_at (object, "spec.foo", NULL);

  fixture->write.validation = KIN_DEMO_VALIDATION_IGNORE;
  g_clear_pointer (&object, kin_demo_object_unref);
  object = registry_update (fixture, fixture->deployments, "web", UNKNOWN);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (warnings->len, ==, 3);
}

static void
test_wrong_type (RegistryFixture *fixture,
                 gconstpointer    data)
{
  registry_assert_refused (fixture, registry_create (fixture, fixture->config_maps, "{'metadata':5}"),
                           KIN_DEMO_ERROR_BAD_REQUEST,
                           "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot unmarshal "
                           "number into Go struct field ConfigMap.metadata of type v1.ObjectMeta");
}

static void
test_defaults (RegistryFixture *fixture,
               gconstpointer    data)
{
  g_autoptr(KinDemoObject) deployment = registry_create (fixture, fixture->deployments, REGISTRY_WEB);
  g_autoptr(KinDemoObject) service = registry_create (fixture, fixture->services,
                                                      "{'metadata':{'name':'s'},'spec':{'ports':[{'port':80}]}}");

  g_assert_no_error (fixture->error);
  registry_assert_at (deployment, "spec.strategy",
                      "{'type':'RollingUpdate','rollingUpdate':{'maxSurge':'25%','maxUnavailable':'25%'}}");
  registry_assert_at (deployment, "spec.template.spec.dnsPolicy", "'ClusterFirst'");
  registry_assert_at (deployment, "status", "{}");
  registry_assert_at (service, "spec.ports.0.targetPort", "80");
  registry_assert_at (service, "spec.type", "'ClusterIP'");
  registry_assert_at (service, "status", "{'loadBalancer':{}}");
}

static void
test_invalid (RegistryFixture *fixture,
              gconstpointer    data)
{
  registry_assert_refused (fixture, registry_create (fixture, fixture->config_maps, "{'metadata':{'name':'A'}}"),
                           KIN_DEMO_ERROR_INVALID,
                           "ConfigMap \"A\" is invalid: metadata.name: Invalid value: \"A\": a lowercase RFC 1123 "
                           "subdomain must consist of lower case alphanumeric characters, '-' or '.', and must "
                           "start and end with an alphanumeric character (e.g. 'example.com', regex used for "
                           "validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");

  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  registry_assert_refused (fixture,
                           registry_patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE,
                                           "{'spec':{'replicas':-1}}"), KIN_DEMO_ERROR_INVALID,
                           "Deployment.apps \"web\" is invalid: spec.replicas: Invalid value: -1: must be greater "
                           "than or equal to 0");
}

static void
test_update (RegistryFixture *fixture,
             gconstpointer    data)
{
  g_autoptr(KinDemoObject) first = registry_create (fixture, fixture->config_maps,
                                                    "{'metadata':{'name':'x'},'data':{'a':'1'}}");
  g_autoptr(KinDemoObject) second = registry_update (fixture, fixture->config_maps, "x",
                                                     "{'metadata':{'name':'x','creationTimestamp':'2020-01-01T00:00:"
                                                     "00Z'},'data':{'a':'2'}}");

  g_assert_no_error (fixture->error);
  g_assert_true (registry_get (fixture, fixture->config_maps, "x") == second);
  g_assert_cmpuint (kin_demo_object_get_version (second), ==, kin_demo_object_get_version (first) + 1);
  g_assert_cmpstr (kin_demo_object_get_uid (second), ==, kin_demo_object_get_uid (first));
  registry_assert_at (second, "metadata.creationTimestamp", "'2026-12-01T12:00:00Z'");
  registry_assert_at (second, "data", "{'a':'2'}");
}

static void
test_update_nothing (RegistryFixture *fixture,
                     gconstpointer    data)
{
  g_autoptr(KinDemoObject) first = registry_create (fixture, fixture->deployments, REGISTRY_WEB);
  g_autoptr(KinDemoObject) second = NULL;
  guint64 version = kin_demo_store_get_version (fixture->store);

  kin_clock_advance (fixture->clock, G_USEC_PER_SEC);
  second = registry_update (fixture, fixture->deployments, "web", REGISTRY_WEB);
  g_assert_no_error (fixture->error);
  g_assert_true (second == first);
  g_assert_cmpuint (kin_demo_store_get_version (fixture->store), ==, version);
}

static void
test_update_refused (RegistryFixture *fixture,
                     gconstpointer    data)
{
  g_autofree char *message = NULL;

  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  registry_must_create (fixture, fixture->config_maps, "{'metadata':{'name':'x'}}");

  registry_assert_refused (fixture,
                           registry_update (fixture, fixture->config_maps, "nope", "{'metadata':{'name':'nope'}}"),
                           KIN_DEMO_ERROR_NOT_FOUND, "configmaps \"nope\" not found");
  registry_assert_refused (fixture, registry_update (fixture, fixture->config_maps, "x", "{'metadata':{'name':'y'}}"),
                           KIN_DEMO_ERROR_BAD_REQUEST,
                           "the name of the object (y) does not match the name on the URL (x)");
  registry_assert_refused (fixture, registry_update (fixture, fixture->config_maps, "x", "{'data':{}}"),
                           KIN_DEMO_ERROR_BAD_REQUEST,
                           "the name of the object (x based on URL) was undeterminable: name must be provided");
  registry_assert_refused (fixture,
                           registry_update (fixture, fixture->config_maps, "x",
                                            "{'metadata':{'name':'x','resourceVersion':'5'}}"),
                           KIN_DEMO_ERROR_CONFLICT,
                           "Operation cannot be fulfilled on configmaps \"x\": the object has been modified; please "
                           "apply your changes to the latest version and try again");

  message = g_strdup_printf ("Operation cannot be fulfilled on configmaps \"x\": Precondition failed: UID in "
                             "precondition: abc, UID in object meta: %s",
                             kin_demo_object_get_uid (registry_get (fixture, fixture->config_maps, "x")));
  registry_assert_refused (fixture,
                           registry_update (fixture, fixture->config_maps, "x",
                                            "{'metadata':{'name':'x','uid':'abc'}}"), KIN_DEMO_ERROR_CONFLICT, message);
}

static void
test_generation (RegistryFixture *fixture,
                 gconstpointer    data)
{
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(KinDemoObject) object = registry_create (fixture, fixture->deployments, REGISTRY_WEB);

  draft = kin_demo_object_edit (object);
  kin_demo_set_string (draft,
                       kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", "annotations", NULL),
                       "a", "b");
  kin_demo_object_unref (object);
  object = kin_demo_registry_update (fixture->registry, fixture->deployments, "shop", "web", draft, &fixture->write,
                                     &fixture->error);
  g_assert_no_error (fixture->error);
  registry_assert_at (object, "metadata.generation", "1");
  registry_assert_at (object, "metadata.annotations.a", "'b'");

  g_clear_pointer (&draft, yyjson_mut_doc_free);
  draft = kin_demo_object_edit (object);
  kin_demo_set_integer (draft, kin_demo_get (yyjson_mut_doc_get_root (draft), "spec", NULL), "replicas", 3);
  kin_demo_object_unref (object);
  object = kin_demo_registry_update (fixture->registry, fixture->deployments, "shop", "web", draft, &fixture->write,
                                     &fixture->error);
  g_assert_no_error (fixture->error);
  registry_assert_at (object, "metadata.generation", "2");
}

static void
test_status (RegistryFixture *fixture,
             gconstpointer    data)
{
  g_autoptr(KinDemoObject) object = NULL;

  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  fixture->write.subresource = "status";
  object = registry_update (fixture, fixture->deployments, "web",
                            "{'metadata':{'name':'web','labels':{'x':'y'},'annotations':{'i':'j'}},"
                            "'spec':{'replicas':9,'selector':{'matchLabels':{'app':'web'}}},'status':{'replicas':7}}");
  g_assert_no_error (fixture->error);
  registry_assert_at (object, "spec.replicas", "2");
  registry_assert_at (object, "spec.template.metadata.labels.app", "'web'");
  registry_assert_at (object, "metadata.labels", NULL);
  registry_assert_at (object, "metadata.annotations.i", "'j'");
  registry_assert_at (object, "metadata.generation", "1");
  registry_assert_at (object, "status.replicas", "7");
  g_clear_pointer (&object, kin_demo_object_unref);

  fixture->write.subresource = NULL;
  object = registry_update (fixture, fixture->deployments, "web", REGISTRY_WEB);
  g_assert_no_error (fixture->error);
  registry_assert_at (object, "status.replicas", "7");
}

static void
test_dry_run (RegistryFixture *fixture,
              gconstpointer    data)
{
  const KinDemoDeletion deletion = { .grace_s = -1, .dry_run = TRUE };
  guint64 version = kin_demo_store_get_version (fixture->store);
  g_autoptr(KinDemoObject) made = NULL;
  g_autoptr(KinDemoObject) gone_object = NULL;
  gboolean gone = FALSE;

  fixture->write.dry_run = TRUE;
  made = registry_create (fixture, fixture->config_maps, "{'metadata':{'name':'x'}}");
  g_assert_no_error (fixture->error);
  g_assert_nonnull (kin_demo_object_get_uid (made));
  g_assert_null (registry_get (fixture, fixture->config_maps, "x"));
  g_assert_cmpuint (kin_demo_store_get_version (fixture->store), ==, version);

  fixture->write.dry_run = FALSE;
  registry_must_create (fixture, fixture->config_maps, "{'metadata':{'name':'x'}}");
  gone_object = registry_delete (fixture, fixture->config_maps, "x", &deletion, &gone);
  g_assert_no_error (fixture->error);
  g_assert_true (gone);
  g_assert_true (registry_get (fixture, fixture->config_maps, "x") == gone_object);
}

static void
test_pod (RegistryFixture *fixture,
          gconstpointer    data)
{
  g_autoptr(KinDemoObject) plain = registry_create (fixture, fixture->pods,
                                                    "{'metadata':{'name':'a'},'spec':{'containers':[{'name':'c',"
                                                    "'image':'i'}]},'status':{'phase':'Running'}}");
  g_autoptr(KinDemoObject) burstable = registry_create (fixture, fixture->pods,
                                                        "{'metadata':{'name':'b'},'spec':{'containers':[{'name':'c',"
                                                        "'image':'i','resources':{'requests':{'cpu':'1'}}}]}}");
  g_autoptr(KinDemoObject) guaranteed = registry_create (fixture, fixture->pods,
                                                         "{'metadata':{'name':'g'},'spec':{'containers':[{'name':'c'"
                                                         ",'image':'i','resources':{'requests':{'cpu':'1',"
                                                         "'memory':'1Gi'},'limits':{'cpu':'1000m',"
                                                         "'memory':'1024Mi'}}}]}}");

  g_assert_no_error (fixture->error);
  registry_assert_at (plain, "status.phase", "'Pending'");
  registry_assert_at (plain, "status.qosClass", "'BestEffort'");
  registry_assert_at (plain, "spec.serviceAccountName", "'default'");
  registry_assert_at (plain, "spec.tolerations.1.key", "'node.kubernetes.io/unreachable'");
  registry_assert_at (burstable, "status.qosClass", "'Burstable'");
  registry_assert_at (guaranteed, "status.qosClass", "'Guaranteed'");
}

static void
test_secret (RegistryFixture *fixture,
             gconstpointer    data)
{
  g_autoptr(KinDemoObject) object = registry_create (fixture, fixture->secrets,
                                                     "{'metadata':{'name':'s'},'stringData':{'a':'b','c':'x'},"
                                                     "'data':{'c':'eQ=='}}");

  g_assert_no_error (fixture->error);
  registry_assert_at (object, "data.a", "'Yg=='");
  registry_assert_at (object, "data.c", "'eA=='");
  registry_assert_at (object, "stringData", NULL);
}

static char *
dup_string_at (KinDemoObject *object,
               const char    *member)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);

  return g_strdup (kin_demo_get_string (yyjson_mut_doc_get_root (draft), "spec", member, NULL));
}

static gint64
get_node_port (KinDemoObject *object)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);

  return yyjson_mut_get_sint (yyjson_mut_doc_ptr_get (draft, "/spec/ports/0/nodePort"));
}

static void
test_service (RegistryFixture *fixture,
              gconstpointer    data)
{
  g_autoptr(KinDemoObject) node_port = registry_create (fixture, fixture->services,
                                                        "{'metadata':{'name':'s'},'spec':{'type':'NodePort',"
                                                        "'ports':[{'port':80,'protocol':'TCP'}]}}");
  g_autoptr(KinDemoObject) headless = registry_create (fixture, fixture->services,
                                                       "{'metadata':{'name':'h'},'spec':{'type':'ClusterIP',"
                                                       "'clusterIP':'None','ports':[{'port':80}]}}");
  g_autoptr(KinDemoObject) external = registry_create (fixture, fixture->services,
                                                       "{'metadata':{'name':'e'},'spec':{'type':'ExternalName',"
                                                       "'externalName':'a.b'}}");
  g_autoptr(KinDemoObject) kept = NULL;
  g_autoptr(KinDemoObject) inner = NULL;
  g_autofree char *address = dup_string_at (node_port, "clusterIP");
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", address);

  g_assert_no_error (fixture->error);
  g_assert_true (g_regex_match_simple ("^10\\.(9[6-9]|10[0-9]|11[01])\\.\\d+\\.\\d+$", address, 0, 0));
  registry_assert_at (node_port, "spec.clusterIPs.0", quoted);
  registry_assert_at (node_port, "spec.ipFamilyPolicy", "'SingleStack'");
  g_assert_cmpint (get_node_port (node_port), >=, 30000);
  g_assert_cmpint (get_node_port (node_port), <=, 32767);
  registry_assert_at (headless, "spec.clusterIPs", "['None']");
  registry_assert_at (external, "spec.clusterIP", NULL);

  kept = registry_update (fixture, fixture->services, "s",
                          "{'metadata':{'name':'s'},'spec':{'type':'NodePort','ports':[{'port':80,'protocol':'TCP',"
                          "'targetPort':8080}]}}");
  g_assert_no_error (fixture->error);
  registry_assert_at (kept, "spec.clusterIP", quoted);
  g_assert_cmpint (get_node_port (kept), ==, get_node_port (node_port));

  inner = registry_update (fixture, fixture->services, "s",
                           "{'metadata':{'name':'s'},'spec':{'type':'ClusterIP','ports':[{'port':80,"
                           "'protocol':'TCP','nodePort':31000}]}}");
  g_assert_no_error (fixture->error);
  registry_assert_at (inner, "spec.clusterIP", quoted);
  registry_assert_at (inner, "spec.ports.0.nodePort", NULL);
}

#define ADD(name, func)                                                                                                \
  g_test_add ("/demo-registry/" name, RegistryFixture, NULL, registry_set_up, func, registry_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("create", test_create);
  ADD ("create-takes-nothing-of-the-servers", test_create_takes_nothing_of_the_servers);
  ADD ("generate-name", test_generate_name);
  ADD ("create-refused", test_create_refused);
  ADD ("namespace-missing", test_namespace_missing);
  ADD ("unknown-fields", test_unknown_fields);
  ADD ("wrong-type", test_wrong_type);
  ADD ("defaults", test_defaults);
  ADD ("invalid", test_invalid);
  ADD ("update", test_update);
  ADD ("update-nothing", test_update_nothing);
  ADD ("update-refused", test_update_refused);
  ADD ("generation", test_generation);
  ADD ("status", test_status);
  ADD ("dry-run", test_dry_run);
  ADD ("pod", test_pod);
  ADD ("secret", test_secret);
  ADD ("service", test_service);

  return g_test_run ();
}
