/* test-demo-open-api.c: the descriptions hold what kubectl reads in them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-open-api.h"
#include "demo/kin-demo-schema.h"

#define DEPLOYMENT "/apis/apps/v1/namespaces/{namespace}/deployments/{name}"

#define CRD                                                                                                            \
  "{\"metadata\":{\"name\":\"orders.shop.example.com\"},\"spec\":{\"group\":\"shop.example.com\","                     \
  "\"scope\":\"Namespaced\",\"names\":{\"kind\":\"Order\",\"plural\":\"orders\",\"singular\":\"order\","               \
  "\"listKind\":\"OrderList\"},\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,"                       \
  "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"description\":\"What a customer wants.\","                   \
  "\"properties\":{\"spec\":{\"type\":\"object\",\"required\":[\"size\"],"                                             \
  "\"properties\":{\"size\":{\"type\":\"integer\",\"description\":\"How many.\"},"                                    \
  "\"notes\":{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}}}}}}]}}"

typedef struct
{
  KinDemoSchema *schema;
  KinDemoKinds *kinds;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->schema = kin_demo_schema_new ();
  self->kinds = kin_demo_kinds_new (self->schema);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_assert_finalize_object (self->kinds);
  kin_demo_schema_unref (self->schema);
}

static KinJson *
parse (GBytes *text)
{
  g_autoptr(GError) error = NULL;
  KinJson *document;

  g_assert_nonnull (text);
  document = kin_json_parse (g_bytes_get_data (text, NULL), g_bytes_get_size (text), &error);
  g_assert_no_error (error);

  return document;
}

static KinJson *
describe (Fixture    *self,
          const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) text = kin_demo_open_api_dup (self->kinds, path, &error);

  g_assert_no_error (error);

  return parse (text);
}

static KinJsonValue *
get_schema (KinJson    *document,
            const char *name)
{
  return kin_json_get_path (kin_json_get_root (document), "components", "schemas", name, NULL);
}

static void
assert_text (KinJsonValue *value,
             const char   *expected)
{
  g_autofree char *text = NULL;

  g_assert_nonnull (value);
  text = kin_json_value_dup_text (value);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_index (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr(KinJson) document = describe (self, "/openapi/v3");
  KinJsonValue *paths = kin_json_get (kin_json_get_root (document), "paths");

  g_assert_true (g_str_has_prefix (kin_json_get_string (kin_json_get (paths, "api/v1"), "serverRelativeURL"),
                                   "/openapi/v3/api/v1?hash="));
  g_assert_true (g_str_has_prefix (kin_json_get_string (kin_json_get (paths, "apis/apps/v1"), "serverRelativeURL"),
                                   "/openapi/v3/apis/apps/v1?hash="));
}

/* How merges and applies take it apart, and which words explain it. */
static void
test_schemas (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr(KinJson) document = describe (self, "/openapi/v3/apis/apps/v1");
  KinJsonValue *deployment = get_schema (document, "io.k8s.api.apps.v1.Deployment");
  KinJsonValue *spec = kin_json_get (get_schema (document, "io.k8s.api.apps.v1.DeploymentSpec"), "properties");
  KinJsonValue *container = kin_json_get (get_schema (document, "io.k8s.api.core.v1.Container"), "properties");
  KinJsonValue *ports = kin_json_get (container, "ports");

  assert_text (kin_json_get (deployment, "x-kubernetes-group-version-kind"),
               "[{\"group\":\"apps\",\"version\":\"v1\",\"kind\":\"Deployment\"}]");
  g_assert_nonnull (kin_json_get_string (deployment, "description"));
  assert_text (kin_json_get (get_schema (document, "io.k8s.api.apps.v1.DeploymentSpec"), "required"),
               "[\"selector\",\"template\"]");

  g_assert_cmpstr (kin_json_get_string (kin_json_get (spec, "replicas"), "type"), ==, "integer");
  g_assert_cmpstr (kin_json_get_string (kin_json_get (spec, "replicas"), "format"), ==, "int32");
  assert_text (kin_json_get_path (spec, "strategy", "allOf", NULL),
               "[{\"$ref\":\"#/components/schemas/io.k8s.api.apps.v1.DeploymentStrategy\"}]");
  g_assert_cmpstr (kin_json_get_string (kin_json_get (spec, "strategy"), "x-kubernetes-patch-strategy"), ==, "retainKeys");

  g_assert_cmpstr (kin_json_get_string (ports, "x-kubernetes-list-type"), ==, "map");
  assert_text (kin_json_get (ports, "x-kubernetes-list-map-keys"), "[\"containerPort\",\"protocol\"]");
  g_assert_cmpstr (kin_json_get_string (ports, "x-kubernetes-patch-merge-key"), ==, "containerPort");
  g_assert_cmpstr (kin_json_get_string (ports, "x-kubernetes-patch-strategy"), ==, "merge");
  assert_text (kin_json_get_path (container, "imagePullPolicy", "enum", NULL), "[\"Always\",\"IfNotPresent\",\"Never\"]");
  g_assert_cmpstr (kin_json_get_string (get_schema (document, "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector"),
                                        "x-kubernetes-map-type"), ==, "atomic");
}

static gboolean
has_parameter (KinJsonValue *operation,
               const char   *name)
{
  KinJsonIter iter;
  KinJsonValue *parameter;

  kin_json_iter_init (&iter, kin_json_get (operation, "parameters"));
  while (kin_json_iter_next (&iter, NULL, &parameter))
    {
      if (g_strcmp0 (kin_json_get_string (parameter, "name"), name) == 0)
        return g_str_equal (kin_json_get_string (parameter, "in"), "query");
    }

  return FALSE;
}

/* What kubectl looks for before it trusts the server to validate, and before it merges. */
static void
test_paths (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr(KinJson) document = describe (self, "/openapi/v3/apis/apps/v1");
  KinJsonValue *paths = kin_json_get (kin_json_get_root (document), "paths");
  KinJsonValue *patch = kin_json_get_path (paths, DEPLOYMENT, "patch", NULL);

  assert_text (kin_json_get (patch, "x-kubernetes-group-version-kind"),
               "{\"group\":\"apps\",\"version\":\"v1\",\"kind\":\"Deployment\"}");
  g_assert_true (has_parameter (patch, "fieldValidation"));
  g_assert_true (has_parameter (patch, "dryRun"));
  g_assert_true (has_parameter (patch, "force"));
  g_assert_nonnull (kin_json_get_path (patch, "requestBody", "content", "application/strategic-merge-patch+json", NULL));

  g_assert_nonnull (kin_json_get_path (paths, "/apis/apps/v1/deployments", "get", NULL));
  g_assert_null (kin_json_get_path (paths, "/apis/apps/v1/deployments", "post", NULL));
  g_assert_true (has_parameter (kin_json_get_path (paths, "/apis/apps/v1/namespaces/{namespace}/deployments", "post", NULL),
                                "fieldValidation"));
  g_assert_true (has_parameter (kin_json_get_path (paths, DEPLOYMENT, "delete", NULL), "propagationPolicy"));
  g_assert_nonnull (kin_json_get_path (paths, DEPLOYMENT "/status", "put", NULL));
  assert_text (kin_json_get_path (paths, DEPLOYMENT "/scale", "patch", "x-kubernetes-group-version-kind", NULL),
               "{\"group\":\"autoscaling\",\"version\":\"v1\",\"kind\":\"Scale\"}");
}

static void
assert_references (KinJson      *document,
                   KinJsonValue *value)
{
  KinJsonIter iter;
  KinJsonValue *member;
  const char *name;

  if (kin_json_value_get_type (value) != KIN_JSON_OBJECT && kin_json_value_get_type (value) != KIN_JSON_ARRAY)
    return;

  kin_json_iter_init (&iter, value);
  while (kin_json_iter_next (&iter, &name, &member))
    {
      const char *reference = kin_json_value_get_string (member);

      if (g_strcmp0 (name, "$ref") == 0 && reference != NULL)
        g_assert_nonnull (get_schema (document, reference + strlen ("#/components/schemas/")));
      else
        assert_references (document, member);
    }
}

/* Nothing refers to what is not there. */
static void
test_references (Fixture       *self,
                 gconstpointer  data)
{
  GPtrArray *kinds = kin_demo_kinds_list (self->kinds);

  for (guint i = 0; i < kinds->len; i++)
    {
      KinResource *resource = kin_demo_kind_get_resource (kinds->pdata[i]);
      g_autoptr(GBytes) text = kin_demo_open_api_dup_v3 (self->kinds, kin_resource_get_group (resource),
                                                         kin_resource_get_version (resource));
      g_autoptr(KinJson) document = parse (text);

      assert_references (document, kin_json_get_root (document));
    }
}

static char *
dup_address (Fixture    *self,
             const char *name)
{
  g_autoptr(KinJson) document = describe (self, "/openapi/v3");

  return g_strdup (kin_json_get_string (kin_json_get_path (kin_json_get_root (document), "paths", name, NULL),
                                        "serverRelativeURL"));
}

/* A kind that comes later is described, too, and changes no address but its own. */
static void
test_custom (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *before = dup_address (self, "apis/apps/v1");
  g_autoptr(KinJson) crd = kin_json_parse (CRD, strlen (CRD), NULL);
  g_autofree char *after = NULL;
  g_autofree char *own = NULL;
  g_autoptr(KinJson) document = NULL;
  g_autoptr(GError) error = NULL;
  KinJsonValue *order;
  KinJsonValue *content;

  kin_demo_kinds_add_custom (self->kinds, kin_json_get_root (crd), &error);
  g_assert_no_error (error);
  after = dup_address (self, "apis/apps/v1");
  own = dup_address (self, "apis/shop.example.com/v1");
  g_assert_cmpstr (before, ==, after);
  g_assert_nonnull (own);

  document = describe (self, "/openapi/v3/apis/shop.example.com/v1");
  order = get_schema (document, "com.example.shop.v1.Order");
  g_assert_cmpstr (kin_json_get_string (order, "description"), ==, "What a customer wants.");
  assert_text (kin_json_get_path (order, "properties", "spec", NULL),
               "{\"type\":\"object\",\"properties\":{\"size\":{\"description\":\"How many.\",\"type\":\"integer\"},"
               "\"notes\":{\"x-kubernetes-preserve-unknown-fields\":true}},\"required\":[\"size\"]}");
  content = kin_json_get_path (kin_json_get_root (document), "paths",
                               "/apis/shop.example.com/v1/namespaces/{namespace}/orders/{name}", "patch", "requestBody",
                               "content", NULL);
  g_assert_nonnull (kin_json_get (content, "application/apply-patch+yaml"));
  g_assert_null (kin_json_get (content, "application/strategic-merge-patch+json"));
}

static void
test_absent (Fixture       *self,
             gconstpointer  data)
{
  static const char * const paths[] = {
    "/openapi/v2", "/openapi/v3/api", "/openapi/v3/apis/apps", "/openapi/v3/apis/apps/v9", "/openapi/v3/apis/apps/v1/x",
  };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (kin_demo_open_api_dup (self->kinds, paths[i], &error));
      g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_NOT_FOUND);
    }
}

static void
add_test (const char *path,
          void      (*test) (Fixture *self, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/demo-open-api/index", test_index);
  add_test ("/demo-open-api/schemas", test_schemas);
  add_test ("/demo-open-api/paths", test_paths);
  add_test ("/demo-open-api/references", test_references);
  add_test ("/demo-open-api/custom", test_custom);
  add_test ("/demo-open-api/absent", test_absent);

  return g_test_run ();
}
