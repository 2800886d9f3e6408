/* test-demo-discovery.c: what is served is told in kube-apiserver's documents, one by one and all in one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-discovery.h"
#include "demo/kin-demo-error.h"
#include "demo/kin-demo-schema.h"

#include "demo-json.h"

typedef struct
{
  KinDemoSchema *schema;
  KinDemoKinds *kinds;
} Fixture;

static const char * const crd =
  "{'metadata':{'name':'shirts.example.com'},'spec':{'group':'example.com','scope':'Namespaced',"
  "'names':{'plural':'shirts','singular':'shirt','kind':'Shirt','shortNames':['sh'],'categories':['all']},"
  "'versions':[{'name':'v2','served':true,'storage':true,'subresources':{'status':{}},"
  "'schema':{'openAPIV3Schema':{'type':'object'}}}]}}";

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autofree char *text = demo_json_dup_text (crd);
  g_autoptr(KinJson) json = kin_json_parse (text, strlen (text), NULL);
  g_autoptr(GError) error = NULL;

  fixture->schema = kin_demo_schema_new ();
  fixture->kinds = kin_demo_kinds_new (fixture->schema);
  kin_demo_kinds_add_custom (fixture->kinds, kin_json_get_root (json), &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_assert_finalize_object (fixture->kinds);
  kin_demo_schema_unref (fixture->schema);
}

static char *
dup_document (Fixture            *fixture,
              const char         *path,
              gboolean            aggregated,
              const char * const *stale_groups,
              const char         *expected_type)
{
  g_autoptr(GError) error = NULL;
  const char *content_type = NULL;
  g_autoptr(GBytes) bytes = kin_demo_discovery_dup (fixture->kinds, path, aggregated, stale_groups, &content_type, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (content_type, ==, expected_type);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
assert_document (Fixture    *fixture,
                 const char *path,
                 const char *expected)
{
  g_autofree char *text = dup_document (fixture, path, FALSE, NULL, "application/json");
  g_autofree char *json = demo_json_dup_text (expected);

  g_assert_cmpstr (text, ==, json);
}

static void
assert_contains (const char *text,
                 const char *expected)
{
  g_autofree char *json = demo_json_dup_text (expected);

  g_assert_nonnull (strstr (text, json));
}

static void
test_version (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autofree char *text = dup_document (fixture, "/version", TRUE, NULL, "application/json");

  assert_contains (text, "'gitVersion': 'v1.36.0+kinformer'");
  assert_contains (text, "'platform': 'linux/amd64'");
}

static void
test_groups (Fixture       *fixture,
             gconstpointer  user_data)
{
  static const char * const names[] = {
    "apiregistration.k8s.io", "apps", "authentication.k8s.io", "authorization.k8s.io", "autoscaling", "batch",
    "networking.k8s.io", "policy", "rbac.authorization.k8s.io", "storage.k8s.io", "apiextensions.k8s.io",
    "scheduling.k8s.io", "coordination.k8s.io", "discovery.k8s.io", "example.com",
  };
  g_autofree char *text = dup_document (fixture, "/apis", FALSE, NULL, "application/json");
  g_autoptr(KinJson) json = kin_json_parse (text, strlen (text), NULL);
  KinJsonValue *groups = kin_json_get (kin_json_get_root (json), "groups");

  g_assert_cmpuint (kin_json_value_get_size (groups), ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (kin_json_get_string (kin_json_array_get (groups, i), "name"), ==, names[i]);
  assert_contains (text, "{'name':'autoscaling','versions':[{'groupVersion':'autoscaling/v2','version':'v2'}],"
                         "'preferredVersion':{'groupVersion':'autoscaling/v2','version':'v2'}}");
}

static void
test_documents (Fixture       *fixture,
                gconstpointer  user_data)
{
  assert_document (fixture, "/api/",
                   "{'kind':'APIVersions','versions':['v1'],'serverAddressByClientCIDRs':"
                   "[{'clientCIDR':'0.0.0.0/0','serverAddress':'localhost'}]}");
  assert_document (fixture, "/apis/policy",
                   "{'kind':'APIGroup','apiVersion':'v1','name':'policy','versions':[{'groupVersion':'policy/v1',"
                   "'version':'v1'}],'preferredVersion':{'groupVersion':'policy/v1','version':'v1'}}");
  assert_document (fixture, "/apis/policy/v1",
                   "{'kind':'APIResourceList','apiVersion':'v1','groupVersion':'policy/v1','resources':["
                   "{'name':'poddisruptionbudgets','singularName':'poddisruptionbudget','namespaced':true,"
                   "'kind':'PodDisruptionBudget','verbs':['create','delete','deletecollection','get','list','patch',"
                   "'update','watch'],'shortNames':['pdb']},"
                   "{'name':'poddisruptionbudgets/status','singularName':'','namespaced':true,"
                   "'kind':'PodDisruptionBudget','verbs':['get','patch','update']}]}");
  assert_document (fixture, "/apis/example.com/v2",
                   "{'kind':'APIResourceList','apiVersion':'v1','groupVersion':'example.com/v2','resources':["
                   "{'name':'shirts','singularName':'shirt','namespaced':true,'kind':'Shirt',"
                   "'verbs':['delete','deletecollection','get','list','patch','create','update','watch'],"
                   "'shortNames':['sh'],'categories':['all']},"
                   "{'name':'shirts/status','singularName':'','namespaced':true,'kind':'Shirt',"
                   "'verbs':['get','patch','update']}]}");
  assert_document (fixture, "/apis/authentication.k8s.io/v1",
                   "{'kind':'APIResourceList','apiVersion':'v1','groupVersion':'authentication.k8s.io/v1','resources':["
                   "{'name':'selfsubjectreviews','singularName':'selfsubjectreview','namespaced':false,"
                   "'kind':'SelfSubjectReview','verbs':['create']}]}");
}

static void
test_subresources (Fixture       *fixture,
                   gconstpointer  user_data)
{
  g_autofree char *apps = dup_document (fixture, "/apis/apps/v1", FALSE, NULL, "application/json");
  g_autofree char *core = dup_document (fixture, "/api/v1", FALSE, NULL, "application/json");

  assert_contains (apps, "},{'name':'deployments/scale','singularName':'','namespaced':true,'group':'autoscaling',"
                         "'version':'v1','kind':'Scale','verbs':['get','patch','update']},"
                         "{'name':'deployments/status','singularName':'','namespaced':true,'kind':'Deployment',");
  assert_contains (core, "{'kind':'APIResourceList','groupVersion':'v1','resources':[{'name':'configmaps',");
  assert_contains (core, "{'name':'pods/log','singularName':'','namespaced':true,'kind':'Pod','verbs':['get']},"
                         "{'name':'pods/status',");
  assert_contains (core, "{'name':'namespaces','singularName':'namespace','namespaced':false,'kind':'Namespace',"
                         "'verbs':['create','delete','get','list','patch','update','watch'],'shortNames':['ns']},"
                         "{'name':'namespaces/finalize',");
}

static void
test_aggregated (Fixture       *fixture,
                 gconstpointer  user_data)
{
  const char *type = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  g_autofree char *core = dup_document (fixture, "/api", TRUE, NULL, type);
  g_autofree char *groups = dup_document (fixture, "/apis", TRUE, NULL, type);

  assert_contains (core, "{'kind':'APIGroupDiscoveryList','apiVersion':'apidiscovery.k8s.io/v2','metadata':{},"
                         "'items':[{'metadata':{},'versions':[{'version':'v1','resources':[{'resource':'configmaps',"
                         "'responseKind':{'group':'','version':'','kind':'ConfigMap'},'scope':'Namespaced',"
                         "'singularResource':'configmap','verbs':['create','delete','deletecollection','get','list',"
                         "'patch','update','watch'],'shortNames':['cm']},");
  assert_contains (groups, "'shortNames':['deploy'],'categories':['all'],'subresources':[{'subresource':'scale',"
                           "'responseKind':{'group':'autoscaling','version':'v1','kind':'Scale'},"
                           "'verbs':['get','patch','update']},{'subresource':'status','responseKind':{'group':'',"
                           "'version':'','kind':'Deployment'},'verbs':['get','patch','update']}]}");
  assert_contains (groups, "{'metadata':{'name':'example.com'},'versions':[{'version':'v2','resources':["
                           "{'resource':'shirts','responseKind':{'group':'example.com','version':'v2','kind':'Shirt'},");
  g_assert_true (g_str_has_suffix (groups, "\"freshness\":\"Current\"}]}]}"));
}

/* A group of an API server that is registered and does not answer. */
static void
test_stale (Fixture       *fixture,
            gconstpointer  user_data)
{
  static const char * const stale[] = { "metrics.k8s.io", "batch", NULL };
  g_autofree char *aggregated = dup_document (fixture, "/apis", TRUE, stale,
                                              "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
  g_autofree char *group = dup_document (fixture, "/apis/metrics.k8s.io", FALSE, stale, "application/json");
  g_autoptr(GError) error = NULL;

  assert_contains (aggregated, "{'metadata':{'name':'batch'},'versions':[{'version':'v1','freshness':'Stale'}]}");
  assert_contains (aggregated, "{'metadata':{'name':'metrics.k8s.io'},'versions':[{'version':'v1beta1',"
                               "'freshness':'Stale'}]}");
  assert_contains (group, "'preferredVersion':{'groupVersion':'metrics.k8s.io/v1beta1','version':'v1beta1'}");

  g_assert_null (kin_demo_discovery_dup (fixture->kinds, "/apis/metrics.k8s.io/v1beta1", FALSE, stale, NULL, &error));
  g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_UNAVAILABLE);
}

static void
test_not_found (Fixture       *fixture,
                gconstpointer  user_data)
{
  static const char * const paths[] = {
    "/", "/api/v2", "/api/v1/x", "/apis/none", "/apis/apps/v9", "/apis/apps/v1/x", "/version/x", "/apis//v1", "/x",
  };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (kin_demo_discovery_dup (fixture->kinds, paths[i], FALSE, NULL, NULL, &error));
      g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_NOT_FOUND);
    }
}

#define ADD(path, function) g_test_add ("/demo-discovery/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("version", test_version);
  ADD ("groups", test_groups);
  ADD ("documents", test_documents);
  ADD ("subresources", test_subresources);
  ADD ("aggregated", test_aggregated);
  ADD ("stale", test_stale);
  ADD ("not-found", test_not_found);

  return g_test_run ();
}
