/* test-demo-deletion.c: how objects of the demo cluster end: at once, or when nobody has to be waited for any more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "registry-fixture.h"

#define POD "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'nginx:1'}]}}"

static void
test_delete (RegistryFixture *fixture,
             gconstpointer    data)
{
  const KinDemoDeletion deletion = { .grace_s = -1 };
  g_autoptr(KinDemoObject) object = NULL;
  gboolean gone = FALSE;

  registry_assert_refused (fixture, registry_delete (fixture, fixture->config_maps, "x", &deletion, &gone),
                           KIN_DEMO_ERROR_NOT_FOUND, "configmaps \"x\" not found");

  registry_must_create (fixture, fixture->config_maps, "{'metadata':{'name':'x'}}");
  object = registry_delete (fixture, fixture->config_maps, "x", &deletion, &gone);
  g_assert_no_error (fixture->error);
  g_assert_true (gone);
  g_assert_cmpstr (kin_demo_object_get_name (object), ==, "x");
  g_assert_null (registry_get (fixture, fixture->config_maps, "x"));
}

static void
test_preconditions (RegistryFixture *fixture,
                    gconstpointer    data)
{
  const KinDemoDeletion other_uid = { .grace_s = -1, .uid = "abc" };
  const KinDemoDeletion other_version = { .grace_s = -1, .resource_version = "5" };
  g_autoptr(KinDemoObject) object = registry_create (fixture, fixture->deployments, REGISTRY_WEB);
  g_autofree char *uid_message = NULL;
  g_autofree char *version_message = NULL;

  uid_message = g_strdup_printf ("Operation cannot be fulfilled on Deployment.apps \"web\": the UID in the "
                                 "precondition (abc) does not match the UID in record (%s). The object might have "
                                 "been deleted and then recreated", kin_demo_object_get_uid (object));
  registry_assert_refused (fixture, registry_delete (fixture, fixture->deployments, "web", &other_uid, NULL),
                           KIN_DEMO_ERROR_CONFLICT, uid_message);

  version_message =
    g_strdup_printf ("Operation cannot be fulfilled on Deployment.apps \"web\": the ResourceVersion in the "
                     "precondition (5) does not match the ResourceVersion in record (%"
                     G_GUINT64_FORMAT
                     "). "
                     "The object might have been modified", kin_demo_object_get_version (object));
  registry_assert_refused (fixture, registry_delete (fixture, fixture->deployments, "web", &other_version, NULL),
                           KIN_DEMO_ERROR_CONFLICT, version_message);
}

static void
test_finalizers (RegistryFixture *fixture,
                 gconstpointer    data)
{
  const KinDemoDeletion deletion = { .grace_s = -1 };
  g_autoptr(KinDemoObject) begun = NULL;
  g_autoptr(KinDemoObject) again = NULL;
  g_autoptr(KinDemoObject) last = NULL;
  gboolean gone = TRUE;

  registry_must_create (fixture, fixture->config_maps,
                        "{'metadata':{'name':'x','finalizers':['a.io/b'],'generation':5}}");
  begun = registry_delete (fixture, fixture->config_maps, "x", &deletion, &gone);
  g_assert_no_error (fixture->error);
  g_assert_false (gone);
  g_assert_true (kin_demo_object_is_deleting (begun));
  registry_assert_at (begun, "metadata.deletionTimestamp", "'2026-12-01T12:00:00Z'");
  registry_assert_at (begun, "metadata.deletionGracePeriodSeconds", "0");
  registry_assert_at (begun, "metadata.generation", "6");

  again = registry_delete (fixture, fixture->config_maps, "x", &deletion, &gone);
  g_assert_true (again == begun);
  g_assert_false (gone);

  registry_assert_refused (fixture,
                           registry_update (fixture, fixture->config_maps, "x",
                                            "{'metadata':{'name':'x','finalizers':['a.io/b','a.io/c']}}"),
                           KIN_DEMO_ERROR_INVALID,
                           "ConfigMap \"x\" is invalid: metadata.finalizers: Forbidden: no new finalizers can be "
                           "added if the object is being deleted, found new finalizers []string{\"a.io/c\"}");

  last = registry_update (fixture, fixture->config_maps, "x", "{'metadata':{'name':'x'}}");
  g_assert_no_error (fixture->error);
  registry_assert_at (last, "metadata.deletionTimestamp", "'2026-12-01T12:00:00Z'");
  g_assert_null (registry_get (fixture, fixture->config_maps, "x"));
}

static void
assert_propagation (RegistryFixture    *fixture,
                    KinDemoPropagation  propagation,
                    gboolean            waits,
                    const char         *finalizers)
{
  const KinDemoDeletion deletion = { .propagation = propagation, .grace_s = -1 };
  const KinDemoDeletion background = { .propagation = KIN_DEMO_PROPAGATION_BACKGROUND, .grace_s = -1 };
  g_autoptr(KinDemoObject) object = NULL;
  g_autoptr(KinDemoObject) rest = NULL;
  gboolean gone;

  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  object = registry_delete (fixture, fixture->deployments, "web", &deletion, &gone);
  g_assert_no_error (fixture->error);
  g_assert_true (gone == !waits);
  if (!waits)
    return;

  registry_assert_at (object, "metadata.finalizers", finalizers);
  registry_assert_at (object, "metadata.generation", "2");

  /* Who asks again in another way changes his mind. */
  rest = registry_delete (fixture, fixture->deployments, "web", &background, &gone);
  g_assert_no_error (fixture->error);
  g_assert_true (gone);
  g_assert_null (registry_get (fixture, fixture->deployments, "web"));
}

static void
test_propagation (RegistryFixture *fixture,
                  gconstpointer    data)
{
  assert_propagation (fixture, KIN_DEMO_PROPAGATION_DEFAULT, FALSE, NULL);
  assert_propagation (fixture, KIN_DEMO_PROPAGATION_BACKGROUND, FALSE, NULL);
  assert_propagation (fixture, KIN_DEMO_PROPAGATION_FOREGROUND, TRUE, "['foregroundDeletion']");
  assert_propagation (fixture, KIN_DEMO_PROPAGATION_ORPHAN, TRUE, "['orphan']");
}

/* As the scheduler and the kubelet do, past the API. */
static void
run_pod (RegistryFixture *fixture,
         const char      *phase)
{
  g_autoptr(KinDemoDraft) draft = NULL;
  yyjson_mut_val *root;

  registry_must_create (fixture, fixture->pods, POD);
  draft = kin_demo_object_edit (registry_get (fixture, fixture->pods, "p"));
  root = yyjson_mut_doc_get_root (draft);
  kin_demo_set_string (draft, kin_demo_get (root, "spec", NULL), "nodeName", "n");
  kin_demo_set_string (draft, kin_demo_get (root, "status", NULL), "phase", phase);
  kin_demo_store_put (fixture->store, fixture->pods, draft);
}

static void
assert_pod_deletion (RegistryFixture *fixture,
                     gint64           grace_s,
                     gboolean         gone,
                     const char      *time,
                     const char      *grace)
{
  const KinDemoDeletion deletion = { .grace_s = grace_s };
  gboolean is_gone;
  g_autoptr(KinDemoObject) object = registry_delete (fixture, fixture->pods, "p", &deletion, &is_gone);

  g_assert_no_error (fixture->error);
  g_assert_true (is_gone == gone);
  g_assert_true ((registry_get (fixture, fixture->pods, "p") == NULL) == gone);
  if (gone)
    return;

  registry_assert_at (object, "metadata.deletionTimestamp", time);
  registry_assert_at (object, "metadata.deletionGracePeriodSeconds", grace);
}

static void
test_pod_grace (RegistryFixture *fixture,
                gconstpointer    data)
{
  run_pod (fixture, "Running");
  assert_pod_deletion (fixture, -1, FALSE, "'2026-12-01T12:00:30Z'", "30");
  assert_pod_deletion (fixture, -1, FALSE, "'2026-12-01T12:00:30Z'", "30");
  assert_pod_deletion (fixture, 60, FALSE, "'2026-12-01T12:00:30Z'", "30");
  assert_pod_deletion (fixture, 10, FALSE, "'2026-12-01T12:00:10Z'", "10");
  kin_clock_advance (fixture->clock, 20 * G_USEC_PER_SEC);
  assert_pod_deletion (fixture, 5, FALSE, "'2026-12-01T12:00:20Z'", "1");
  assert_pod_deletion (fixture, 0, TRUE, NULL, NULL);

  run_pod (fixture, "Running");
  assert_pod_deletion (fixture, 0, TRUE, NULL, NULL);
  run_pod (fixture, "Succeeded");
  assert_pod_deletion (fixture, -1, TRUE, NULL, NULL);
  registry_must_create (fixture, fixture->pods, POD);
  assert_pod_deletion (fixture, -1, TRUE, NULL, NULL);
}

static void
test_namespace (RegistryFixture *fixture,
                gconstpointer    data)
{
  const KinDemoDeletion deletion = { .grace_s = -1 };
  g_autoptr(KinDemoObject) begun = NULL;
  g_autoptr(KinDemoObject) last = NULL;
  gboolean gone = TRUE;

  registry_assert_at (registry_get (fixture, fixture->namespaces, "shop"), "spec.finalizers", "['kubernetes']");
  registry_assert_at (registry_get (fixture, fixture->namespaces, "shop"), "status.phase", "'Active'");
  registry_assert_at (registry_get (fixture, fixture->namespaces, "shop"), "metadata.labels",
                      "{'kubernetes.io/metadata.name':'shop'}");

  begun = registry_delete (fixture, fixture->namespaces, "shop", &deletion, &gone);
  g_assert_no_error (fixture->error);
  g_assert_false (gone);
  registry_assert_at (begun, "status.phase", "'Terminating'");
  registry_assert_at (begun, "metadata.deletionTimestamp", "'2026-12-01T12:00:00Z'");
  registry_assert_at (begun, "metadata.deletionGracePeriodSeconds", NULL);

  g_assert_null (registry_create (fixture, fixture->config_maps, "{'metadata':{'name':'late'}}"));
  registry_assert_status (fixture,
                          "{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure',"
                          "'message':'configmaps \\'late\\' is forbidden: unable to create new content in namespace "
                          "shop because it is being terminated','reason':'Forbidden','details':{'name':'late',"
                          "'kind':'configmaps','causes':[{'reason':'NamespaceTerminating','message':'namespace shop "
                          "is being terminated','field':'metadata.namespace'}]},'code':403}");
  g_clear_error (&fixture->error);

  fixture->write.subresource = "finalize";
  last = registry_update (fixture, fixture->namespaces, "shop",
                          "{'metadata':{'name':'shop'},'spec':{'finalizers':[]}}");
  g_assert_no_error (fixture->error);
  registry_assert_at (last, "status.phase", "'Terminating'");
  g_assert_null (registry_get (fixture, fixture->namespaces, "shop"));
}

static void
test_immortal_namespace (RegistryFixture *fixture,
                         gconstpointer    data)
{
  const KinDemoDeletion deletion = { .grace_s = -1 };

  registry_must_create (fixture, fixture->namespaces, "{'metadata':{'name':'kube-system'}}");
  registry_assert_refused (fixture, registry_delete (fixture, fixture->namespaces, "kube-system", &deletion, NULL),
                           KIN_DEMO_ERROR_FORBIDDEN,
                           "namespaces \"kube-system\" is forbidden: this namespace may not be deleted");
}

#define ADD(name, func)                                                                                                \
  g_test_add ("/demo-deletion/" name, RegistryFixture, NULL, registry_set_up, func, registry_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("delete", test_delete);
  ADD ("preconditions", test_preconditions);
  ADD ("finalizers", test_finalizers);
  ADD ("propagation", test_propagation);
  ADD ("pod-grace", test_pod_grace);
  ADD ("namespace", test_namespace);
  ADD ("immortal-namespace", test_immortal_namespace);

  return g_test_run ();
}
