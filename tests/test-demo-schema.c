/* test-demo-schema.c: the built-in kinds have the fields and merge rules that a real cluster's have.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-schema.h"
#include "object/kin-resource.h"

/* Walks members; a “[]” is a list's item. */
static const KinDemoType *
find_type (KinDemoSchema *schema,
           const char    *group,
           const char    *kind,
           const char    *path)
{
  g_auto(GStrv) names = g_strsplit (path, ".", -1);
  const KinDemoType *type = kin_demo_schema_find (schema, group, "v1", kind);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_assert_nonnull (type);
      type = g_str_equal (names[i], "[]") ? kin_demo_type_get_item (type) : kin_demo_type_get_member (type, names[i]);
    }

  return type;
}

/* Each kind that a server without discovery is asked for. */
static void
test_builtin (void)
{
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();
  g_autoptr(GPtrArray) resources = kin_resource_list_builtin ();

  for (guint i = 0; i < resources->len; i++)
    {
      KinResource *resource = resources->pdata[i];
      const KinDemoType *type = kin_demo_schema_find (schema, kin_resource_get_group (resource),
                                                      kin_resource_get_version (resource),
                                                      kin_resource_get_kind (resource));

      g_assert_nonnull (type);
      g_assert_cmpint (kin_demo_type_get_kind (kin_demo_type_get_member (type, "metadata")), ==, KIN_DEMO_TYPE_OBJECT);
      g_assert_cmpint (kin_demo_type_get_kind (kin_demo_type_get_member (type, "apiVersion")), ==, KIN_DEMO_TYPE_STRING);
    }
  g_assert_nonnull (kin_demo_schema_find (schema, "apiregistration.k8s.io", "v1", "APIService"));
  g_assert_nonnull (kin_demo_schema_find (schema, "autoscaling", "v1", "Scale"));
  g_assert_null (kin_demo_schema_find (schema, "apps", "v2", "Deployment"));
}

static void
test_types (void)
{
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();
  static const struct
  {
    const char *path;
    KinDemoTypeKind kind;
  } cases[] = {
    { "spec.replicas", KIN_DEMO_TYPE_INTEGER },
    { "spec.paused", KIN_DEMO_TYPE_BOOLEAN },
    { "spec.strategy", KIN_DEMO_TYPE_OBJECT },
    { "spec.strategy.rollingUpdate.maxSurge", KIN_DEMO_TYPE_INT_OR_STRING },
    { "spec.template.metadata.labels", KIN_DEMO_TYPE_MAP },
    { "spec.template.metadata.labels.app", KIN_DEMO_TYPE_STRING },
    { "spec.template.spec.containers", KIN_DEMO_TYPE_LIST },
    { "spec.template.spec.containers.[].resources.limits.cpu", KIN_DEMO_TYPE_QUANTITY },
    { "spec.template.spec.containers.[].livenessProbe.httpGet.httpHeaders.[].name", KIN_DEMO_TYPE_STRING },
    { "metadata.managedFields.[].fieldsV1", KIN_DEMO_TYPE_ANY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (kin_demo_type_get_kind (find_type (schema, "apps", "Deployment", cases[i].path)), ==, cases[i].kind);

  g_assert_null (find_type (schema, "apps", "Deployment", "spec.replicaz"));
  g_assert_null (find_type (schema, "apps", "Deployment", "spec.replicas.more"));
  g_assert_cmpint (kin_demo_type_get_kind (NULL), ==, KIN_DEMO_TYPE_ANY);
}

static void
assert_keys (const KinDemoType *type,
             const char        *joined)
{
  g_autofree char *keys = g_strjoinv (" ", (char **) kin_demo_type_get_list_keys (type));

  g_assert_cmpint (kin_demo_type_get_list_type (type), ==, KIN_DEMO_LIST_MAP);
  g_assert_cmpstr (keys, ==, joined);
}

static void
test_lists (void)
{
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();
  const KinDemoType *ports = find_type (schema, "", "Pod", "spec.containers.[].ports");
  const KinDemoType *finalizers = find_type (schema, "", "Pod", "metadata.finalizers");
  const KinDemoType *claims = find_type (schema, "", "Pod", "spec.containers.[].resources.claims");
  const KinDemoType *addresses = find_type (schema, "", "Pod", "status.hostIPs");
  const KinDemoType *args = find_type (schema, "", "Pod", "spec.containers.[].args");

  assert_keys (ports, "containerPort protocol");
  g_assert_cmpstr (kin_demo_type_get_merge_key (ports), ==, "containerPort");
  assert_keys (find_type (schema, "", "Pod", "spec.topologySpreadConstraints"), "topologyKey whenUnsatisfiable");

  g_assert_cmpint (kin_demo_type_get_list_type (finalizers), ==, KIN_DEMO_LIST_SET);
  g_assert_cmpstr (kin_demo_type_get_merge_key (finalizers), ==, "");

  assert_keys (claims, "name");
  g_assert_null (kin_demo_type_get_merge_key (claims));

  g_assert_cmpint (kin_demo_type_get_list_type (addresses), ==, KIN_DEMO_LIST_ATOMIC);
  g_assert_cmpstr (kin_demo_type_get_merge_key (addresses), ==, "ip");

  g_assert_cmpint (kin_demo_type_get_list_type (args), ==, KIN_DEMO_LIST_ATOMIC);
  g_assert_null (kin_demo_type_get_merge_key (args));
}

static void
test_wholes (void)
{
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();

  g_assert_true (kin_demo_type_is_atomic (find_type (schema, "apps", "Deployment", "spec.selector")));
  g_assert_true (kin_demo_type_is_atomic (find_type (schema, "", "Service", "spec.selector")));
  g_assert_false (kin_demo_type_is_atomic (find_type (schema, "apps", "Deployment", "metadata.labels")));
  g_assert_true (kin_demo_type_is_atomic (find_type (schema, "", "Service", "metadata.ownerReferences.[]")));
  g_assert_false (kin_demo_type_is_atomic (find_type (schema, "", "PersistentVolume", "spec.claimRef")));
  g_assert_true (kin_demo_type_get_retain_keys (find_type (schema, "apps", "Deployment", "spec.strategy")));
  g_assert_true (kin_demo_type_get_retain_keys (find_type (schema, "", "Pod", "spec.volumes")));
  g_assert_false (kin_demo_type_get_retain_keys (find_type (schema, "", "Pod", "spec.containers")));
}

#define WIDGET                                                                                                         \
  "{\"type\":\"object\",\"properties\":{\"spec\":{\"type\":\"object\",\"properties\":{"                                  \
  "\"size\":{\"type\":\"integer\"},\"either\":{\"x-kubernetes-int-or-string\":true},"                                  \
  "\"free\":{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true},"                                      \
  "\"whole\":{\"type\":\"object\",\"x-kubernetes-map-type\":\"atomic\",\"additionalProperties\":{\"type\":\"string\"}},"   \
  "\"list\":{\"type\":\"array\",\"x-kubernetes-list-type\":\"map\",\"x-kubernetes-list-map-keys\":[\"key\"],"              \
  "\"items\":{\"type\":\"object\",\"properties\":{\"key\":{\"type\":\"string\"}}}}}}}}"

static void
test_custom (void)
{
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();
  g_autoptr(KinJson) document = kin_json_parse (WIDGET, strlen (WIDGET), NULL);
  const KinDemoType *type;
  const KinDemoType *spec;
  const KinDemoType *again;

  type = kin_demo_schema_add_custom (schema, "test.example", "v1", "Widget", kin_json_get_root (document));
  g_assert_true (type == kin_demo_schema_find (schema, "test.example", "v1", "Widget"));
  spec = kin_demo_type_get_member (type, "spec");

  g_assert_cmpint (kin_demo_type_get_kind (kin_demo_type_get_member (spec, "size")), ==, KIN_DEMO_TYPE_INTEGER);
  g_assert_cmpint (kin_demo_type_get_kind (kin_demo_type_get_member (spec, "either")), ==, KIN_DEMO_TYPE_INT_OR_STRING);
  g_assert_cmpint (kin_demo_type_get_kind (kin_demo_type_get_member (spec, "free")), ==, KIN_DEMO_TYPE_ANY);
  g_assert_true (kin_demo_type_is_atomic (kin_demo_type_get_member (spec, "whole")));
  assert_keys (kin_demo_type_get_member (spec, "list"), "key");
  g_assert_null (kin_demo_type_get_merge_key (kin_demo_type_get_member (spec, "list")));
  g_assert_null (kin_demo_type_get_member (spec, "other"));
  g_assert_cmpint (kin_demo_type_get_kind (kin_demo_type_get_member (kin_demo_type_get_member (type, "metadata"), "labels")),
                   ==, KIN_DEMO_TYPE_MAP);

  /* Who still has the former one may go on with it. */
  again = kin_demo_schema_add_custom (schema, "test.example", "v1", "Widget", NULL);
  g_assert_true (again != type);
  g_assert_cmpint (kin_demo_type_get_kind (kin_demo_type_get_member (spec, "size")), ==, KIN_DEMO_TYPE_INTEGER);
  g_assert_cmpint (kin_demo_type_get_kind (kin_demo_type_get_member (again, "anything")), ==, KIN_DEMO_TYPE_ANY);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-schema/builtin", test_builtin);
  g_test_add_func ("/demo-schema/types", test_types);
  g_test_add_func ("/demo-schema/lists", test_lists);
  g_test_add_func ("/demo-schema/wholes", test_wholes);
  g_test_add_func ("/demo-schema/custom", test_custom);

  return g_test_run ();
}
