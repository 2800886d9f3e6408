/* test-demo-patching.c: patches, applies and scales of objects of the demo cluster.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "registry-fixture.h"

static void
assert_scale (RegistryFixture *fixture,
              const char      *spec,
              const char      *status)
{
  KinDemoObject *object = registry_get (fixture, fixture->deployments, "web");
  g_autoptr(GBytes) scale = kin_demo_registry_dup_scale (fixture->registry, object);
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_read (scale);
  g_autoptr(KinDemoObject) whole = kin_demo_object_new (fixture->deployments, draft);

  registry_assert_at (whole, "apiVersion", "'autoscaling/v1'");
  registry_assert_at (whole, "kind", "'Scale'");
  g_assert_cmpstr (kin_demo_object_get_key (whole), ==, "shop/web");
  g_assert_cmpstr (kin_demo_object_get_uid (whole), ==, kin_demo_object_get_uid (object));
  g_assert_cmpuint (kin_demo_object_get_version (whole), ==, kin_demo_object_get_version (object));
  registry_assert_at (whole, "metadata.creationTimestamp", "'2026-12-01T12:00:00Z'");
  registry_assert_at (whole, "spec", spec);
  registry_assert_at (whole, "status", status);
}

static void
test_scale (RegistryFixture *fixture,
            gconstpointer    data)
{
  g_autoptr(KinDemoObject) scaled = NULL;
  g_autoptr(KinDemoObject) none = NULL;

  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  assert_scale (fixture, "{'replicas':2}", "{'replicas':0,'selector':'app=web'}");

  fixture->write.subresource = "scale";
  scaled = registry_update (fixture, fixture->deployments, "web", "{'metadata':{'name':'web'},'spec':{'replicas':5}}");
  g_assert_no_error (fixture->error);
  registry_assert_at (scaled, "spec.replicas", "5");
  registry_assert_at (scaled, "metadata.generation", "2");
  assert_scale (fixture, "{'replicas':5}", "{'replicas':0,'selector':'app=web'}");

  none = registry_update (fixture, fixture->deployments, "web", "{'metadata':{'name':'web'},'spec':{}}");
  g_assert_no_error (fixture->error);
  assert_scale (fixture, "{}", "{'replicas':0,'selector':'app=web'}");

  registry_assert_refused (fixture,
                           registry_update (fixture, fixture->deployments, "web",
                                            "{'metadata':{'name':'web'},'spec':{'replicas':-1}}"),
                           KIN_DEMO_ERROR_INVALID,
                           "Scale.autoscaling \"web\" is invalid: spec.replicas: Invalid value: -1: must be greater "
                           "than or equal to 0");
  registry_assert_refused (fixture,
                           registry_update (fixture, fixture->deployments, "web",
                                            "{'metadata':{'name':'web','resourceVersion':'5'},'spec':{'replicas':1}}"),
                           KIN_DEMO_ERROR_CONFLICT,
                           "Operation cannot be fulfilled on deployments.apps \"web\": the object has been "
                           "modified; please apply your changes to the latest version and try again");
}

static void
test_patch (RegistryFixture *fixture,
            gconstpointer    data)
{
  g_autoptr(KinDemoObject) merged = NULL;
  g_autoptr(KinDemoObject) edited = NULL;
  g_autoptr(KinDemoObject) strategic = NULL;

  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  merged = registry_patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE, "{'spec':{'replicas':3}}");
  g_assert_no_error (fixture->error);
  g_assert_false (fixture->created);
  registry_assert_at (merged, "spec.replicas", "3");
  registry_assert_at (merged, "metadata.generation", "2");

  edited = registry_patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_JSON,
                           "[{'op':'replace','path':'/spec/replicas','value':4}]");
  g_assert_no_error (fixture->error);
  registry_assert_at (edited, "spec.replicas", "4");

  strategic = registry_patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_STRATEGIC,
                              "{'spec':{'template':{'spec':{'containers':[{'name':'c','image':'nginx:2'}]}}}}");
  g_assert_no_error (fixture->error);
  registry_assert_at (strategic, "spec.template.spec.containers.0.image", "'nginx:2'");
  registry_assert_at (strategic, "spec.template.spec.containers.0.imagePullPolicy", "'IfNotPresent'");
  registry_assert_at (strategic, "metadata.generation", "4");
  g_assert_true (registry_get (fixture, fixture->deployments, "web") == strategic);
}

static void
test_patch_nothing (RegistryFixture *fixture,
                    gconstpointer    data)
{
  g_autoptr(KinDemoObject) object = registry_create (fixture, fixture->deployments, REGISTRY_WEB);
  g_autoptr(KinDemoObject) same = NULL;

  kin_clock_advance (fixture->clock, G_USEC_PER_SEC);
  same = registry_patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE,
                         "{'spec':{'replicas':2},'status':{'replicas':9},'metadata':{'generation':77,"
                         "'creationTimestamp':null}}");
  g_assert_no_error (fixture->error);
  g_assert_true (same == object);
}

static void
test_patch_refused (RegistryFixture *fixture,
                    gconstpointer    data)
{
  const KinDemoPatchType merge = KIN_DEMO_PATCH_MERGE;

  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  registry_assert_refused (fixture, registry_patch (fixture, fixture->deployments, "nope", merge, "{}"),
                           KIN_DEMO_ERROR_NOT_FOUND, "deployments.apps \"nope\" not found");
  registry_assert_refused (fixture,
                           registry_patch (fixture, fixture->deployments, "web", merge,
                                           "{'metadata':{'resourceVersion':'5'}}"), KIN_DEMO_ERROR_CONFLICT,
                           "Operation cannot be fulfilled on deployments.apps \"web\": the object has been "
                           "modified; please apply your changes to the latest version and try again");
  registry_assert_refused (fixture,
                           registry_patch (fixture, fixture->deployments, "web", merge, "{'metadata':{'name':'abc'}}"),
                           KIN_DEMO_ERROR_BAD_REQUEST,
                           "the name of the object (abc) does not match the name on the URL (web)");
  registry_assert_refused (fixture,
                           registry_patch (fixture, fixture->deployments, "web", merge,
                                           "{'metadata':{'namespace':'abc'}}"), KIN_DEMO_ERROR_BAD_REQUEST,
                           "the namespace of the provided object does not match the namespace sent on the request");
  registry_assert_refused (fixture,
                           registry_patch (fixture, fixture->deployments, "web", merge, "{'metadata':{'uid':'abc'}}"),
                           KIN_DEMO_ERROR_INVALID,
                           "Deployment.apps \"web\" is invalid: metadata.uid: Invalid value: \"abc\": field is "
                           "immutable");
}

static void
test_patch_unknown (RegistryFixture *fixture,
                    gconstpointer    data)
{
  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  fixture->write.validation = KIN_DEMO_VALIDATION_STRICT;
  registry_assert_refused (fixture,
                           registry_patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_STRATEGIC,
                                           "{'spec':{'foo':5}}"), KIN_DEMO_ERROR_INVALID,
                           " \"\" is invalid: patch: Invalid value: \"map[spec:map[foo:5]]\": strict decoding "
                           "error: unknown field \"spec.foo\"");

  g_assert_null (registry_patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE, "{'spec':{'foo':5}}"));
  g_assert_error (fixture->error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID);
  g_assert_true (g_str_has_prefix (fixture->error->message,
                                   " \"\" is invalid: patch: Invalid value: \"{\\\"apiVersion\\\":"));
  g_assert_nonnull (strstr (fixture->error->message, "\\\"foo\\\":5"));
  g_assert_true (g_str_has_suffix (fixture->error->message, "}\": strict decoding error: unknown field \"spec.foo\""));
  g_clear_error (&fixture->error);
}

static void
test_patch_scale (RegistryFixture *fixture,
                  gconstpointer    data)
{
  g_autoptr(KinDemoObject) object = NULL;

  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  fixture->write.subresource = "scale";
  object = registry_patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE, "{'spec':{'replicas':3}}");
  g_assert_no_error (fixture->error);
  registry_assert_at (object, "spec.replicas", "3");
  registry_assert_at (object, "spec.foo", NULL);
  registry_assert_refused (fixture,
                           registry_patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE,
                                           "{'spec':{'replicas':-1}}"), KIN_DEMO_ERROR_INVALID,
                           "Scale.autoscaling \"web\" is invalid: spec.replicas: Invalid value: -1: must be greater "
                           "than or equal to 0");
  registry_assert_refused (fixture,
                           registry_patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE,
                                           "{'metadata':{'name':'q'}}"), KIN_DEMO_ERROR_BAD_REQUEST,
                           "the name of the object (q) does not match the name on the URL (web)");
}

static void
test_patch_status (RegistryFixture *fixture,
                   gconstpointer    data)
{
  g_autoptr(KinDemoObject) object = NULL;

  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  fixture->write.subresource = "status";
  object = registry_patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE,
                           "{'spec':{'replicas':7},'status':{'replicas':99}}");
  g_assert_no_error (fixture->error);
  registry_assert_at (object, "spec.replicas", "2");
  registry_assert_at (object, "status.replicas", "99");
}

static void
test_apply (RegistryFixture *fixture,
            gconstpointer    data)
{
  g_autoptr(KinDemoObject) created = registry_patch (fixture, fixture->config_maps, "x", KIN_DEMO_PATCH_APPLY,
                                                     "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'x'},"
                                                     "'data':{'a':'b'}}");
  g_autoptr(KinDemoObject) same = NULL;
  g_autoptr(KinDemoObject) changed = NULL;

  g_assert_no_error (fixture->error);
  g_assert_true (fixture->created);
  registry_assert_at (created, "data", "{'a':'b'}");
  registry_assert_at (created, "metadata.namespace", "'shop'");
  registry_assert_at (created, "metadata.managedFields.0.operation", "'Apply'");

  kin_clock_advance (fixture->clock, G_USEC_PER_SEC);
  same = registry_patch (fixture, fixture->config_maps, "x", KIN_DEMO_PATCH_APPLY,
                         "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'x'},'data':{'a':'b'}}");
  g_assert_no_error (fixture->error);
  g_assert_false (fixture->created);
  g_assert_true (same == created);

  /* What one no longer applies goes. */
  changed = registry_patch (fixture, fixture->config_maps, "x", KIN_DEMO_PATCH_APPLY,
                            "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'x'},'data':{'c':'d'}}");
  g_assert_no_error (fixture->error);
  registry_assert_at (changed, "data", "{'c':'d'}");
}

#define APPLIED(metadata, spec)                                                                                        \
  "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{" metadata "},'spec':{" spec "}}"

static void
test_apply_refused (RegistryFixture *fixture,
                    gconstpointer    data)
{
  const KinDemoPatchType apply = KIN_DEMO_PATCH_APPLY;

  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  fixture->write.manager = "other";
  g_assert_null (registry_patch (fixture, fixture->deployments, "web", apply,
                                 APPLIED ("'name':'web'", "'replicas':5")));
  registry_assert_status (fixture,
                          "{'kind':'Status','apiVersion':'v1','metadata':{},'status':'Failure','message':'Apply "
                          "failed with 1 conflict: conflict with \\'test\\' using apps/v1: .spec.replicas',"
                          "'reason':'Conflict','details':{'causes':[{'reason':'FieldManagerConflict',"
                          "'message':'conflict with \\'test\\' using apps/v1','field':'.spec.replicas'}]},"
                          "'code':409}");
  g_clear_error (&fixture->error);

  registry_assert_refused (fixture, registry_patch (fixture, fixture->deployments, "web", apply, "{'spec':{}}"),
                           KIN_DEMO_ERROR_BAD_REQUEST, "invalid object type: /, Kind=");
  registry_assert_refused (fixture,
                           registry_patch (fixture, fixture->deployments, "web", apply,
                                           "{'apiVersion':'v1','kind':'Pod'}"), KIN_DEMO_ERROR_BAD_REQUEST,
                           "invalid object type: /v1, Kind=Pod");
  registry_assert_refused (fixture,
                           registry_patch (fixture, fixture->deployments, "web", apply,
                                           APPLIED ("'managedFields':[{'manager':'x'}]", "")),
                           KIN_DEMO_ERROR_BAD_REQUEST, "metadata.managedFields must be nil");
  registry_assert_refused (fixture,
                           registry_patch (fixture, fixture->deployments, "web", apply, APPLIED ("", "'foo':5")),
                           KIN_DEMO_ERROR_PLAIN,
                           "failed to create typed patch object (/; apps/v1, Kind=Deployment): .spec.foo: field not "
                           "declared in schema");
  registry_assert_refused (fixture, registry_patch (fixture, fixture->deployments, "new", apply, APPLIED ("", "")),
                           KIN_DEMO_ERROR_BAD_REQUEST,
                           "the name of the object (new based on URL) was undeterminable: name must be provided");
  registry_assert_refused (fixture,
                           registry_patch (fixture, fixture->deployments, "new", apply,
                                           APPLIED ("'name':'new','uid':'5'", "")), KIN_DEMO_ERROR_CONFLICT,
                           "Operation cannot be fulfilled on deployments.apps \"new\": uid mismatch: the provided "
                           "object specified uid 5, and no existing object was found");
}

static void
test_apply_force (RegistryFixture *fixture,
                  gconstpointer    data)
{
  g_autoptr(KinDemoObject) object = NULL;

  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  fixture->write.manager = "other";
  fixture->write.force = TRUE;
  object = registry_patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_APPLY,
                           APPLIED ("'name':'web'", "'replicas':5"));
  g_assert_no_error (fixture->error);
  registry_assert_at (object, "spec.replicas", "5");
  registry_assert_at (object, "metadata.generation", "2");
}

static void
test_apply_scale (RegistryFixture *fixture,
                  gconstpointer    data)
{
  g_autoptr(KinDemoObject) object = NULL;

  registry_must_create (fixture, fixture->deployments, REGISTRY_WEB);
  fixture->write.subresource = "scale";
  fixture->write.force = TRUE;
  object = registry_patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_APPLY,
                           "{'apiVersion':'autoscaling/v1','kind':'Scale','metadata':{'name':'web'},"
                           "'spec':{'replicas':6}}");
  g_assert_no_error (fixture->error);
  registry_assert_at (object, "spec.replicas", "6");
  registry_assert_at (object, "kind", "'Deployment'");
}

#define ADD(name, func)                                                                                                \
  g_test_add ("/demo-patching/" name, RegistryFixture, NULL, registry_set_up, func, registry_tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("scale", test_scale);
  ADD ("patch", test_patch);
  ADD ("patch-nothing", test_patch_nothing);
  ADD ("patch-refused", test_patch_refused);
  ADD ("patch-unknown", test_patch_unknown);
  ADD ("patch-scale", test_patch_scale);
  ADD ("patch-status", test_patch_status);
  ADD ("apply", test_apply);
  ADD ("apply-refused", test_apply_refused);
  ADD ("apply-force", test_apply_force);
  ADD ("apply-scale", test_apply_scale);

  return g_test_run ();
}
