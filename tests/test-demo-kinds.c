/* test-demo-kinds.c: what the demo cluster serves, built in and by definition.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-schema.h"

#define CRD(storage, shorts)                                                                                           \
  "{\"spec\":{\"group\":\"shop.example\",\"scope\":\"Namespaced\",\"names\":{\"plural\":\"backups\",\"kind\":\"Backup\","   \
  "\"singular\":\"backup\",\"shortNames\":[" shorts "],\"categories\":[\"all\"]},\"versions\":[{\"name\":\"v1alpha1\","     \
  "\"served\":true,\"storage\":false},{\"name\":\"v1\",\"served\":true,\"storage\":" storage ",\"subresources\":{"          \
  "\"status\":{},\"scale\":{\"specReplicasPath\":\".spec.copies\"}}}]}}"

static KinDemoKinds *
make_kinds (void)
{
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();

  return kin_demo_kinds_new (schema);
}

static void
test_builtin (void)
{
  KinDemoKinds *kinds = make_kinds ();
  g_autoptr(GPtrArray) known = kin_resource_list_builtin ();

  /* Whatever a client takes for granted is there, and its fields are known. */
  for (guint i = 0; i < known->len; i++)
    {
      KinResource *resource = g_ptr_array_index (known, i);
      KinDemoKind *kind = kin_demo_kinds_find (kinds, kin_resource_get_group (resource),
                                               kin_resource_get_version (resource), kin_resource_get_plural (resource));

      g_assert_nonnull (kind);
      g_assert_nonnull (kin_demo_kind_get_type_ (kind));
      g_assert_null (kin_demo_kind_get_crd (kind));
      g_assert_cmpstr (kin_resource_get_kind (kin_demo_kind_get_resource (kind)), ==, kin_resource_get_kind (resource));
      g_assert_true (kin_resource_get_namespaced (kin_demo_kind_get_resource (kind)) == kin_resource_get_namespaced (resource));
    }

  g_assert_finalize_object (kinds);
}

static void
test_discovery (void)
{
  static const char * const shorts[] = { "crd", "crds", NULL };
  static const char * const all[] = { "all", NULL };
  KinDemoKinds *kinds = make_kinds ();
  KinDemoKind *definitions = kin_demo_kinds_find_kind (kinds, "apiextensions.k8s.io", "v1", "CustomResourceDefinition");
  KinDemoKind *deployments = kin_demo_kinds_find_kind (kinds, "apps", "v1", "Deployment");
  KinDemoKind *namespaces = kin_demo_kinds_find (kinds, "", "v1", "namespaces");
  KinDemoKind *first = g_ptr_array_index (kin_demo_kinds_list (kinds), 0);

  g_assert_cmpstrv (kin_resource_get_short_names (kin_demo_kind_get_resource (definitions)), shorts);
  g_assert_cmpstrv (kin_resource_get_categories (kin_demo_kind_get_resource (deployments)), all);
  g_assert_cmpint (kin_demo_kind_get_flags (deployments), ==, KIN_DEMO_KIND_STATUS | KIN_DEMO_KIND_SCALE);
  g_assert_cmpstr (kin_demo_kind_get_id (deployments), ==, "deployments.apps");
  g_assert_false (kin_resource_get_verbs (kin_demo_kind_get_resource (namespaces)) & KIN_VERB_DELETE_COLLECTION);
  g_assert_true (kin_resource_get_verbs (kin_demo_kind_get_resource (deployments)) & KIN_VERB_DELETE_COLLECTION);
  g_assert_cmpstr (kin_demo_kind_get_id (first), ==, "configmaps");
  g_assert_null (kin_demo_kinds_find (kinds, "apps", "v1beta1", "deployments"));
  g_assert_null (kin_demo_kinds_find (kinds, "", "v1", "frogs"));

  g_assert_finalize_object (kinds);
}

static void
count_cb (KinDemoKinds *kinds,
          guint        *n_calls)
{
  (*n_calls)++;
}

static gboolean
add (KinDemoKinds  *kinds,
     const char    *text,
     GError       **error)
{
  g_autoptr(KinJson) crd = kin_json_parse (text, strlen (text), NULL);

  g_assert_nonnull (crd);

  return kin_demo_kinds_add_custom (kinds, kin_json_get_root (crd), error);
}

static void
test_custom (void)
{
  static const char * const shorts[] = { "bk", NULL };
  static const char * const new_shorts[] = { "bkp", NULL };
  KinDemoKinds *kinds = make_kinds ();
  guint n_builtin = kin_demo_kinds_list (kinds)->len;
  guint n_calls = 0;
  g_autoptr(GError) error = NULL;
  KinDemoKind *kind;

  g_signal_connect (kinds, "changed", G_CALLBACK (count_cb), &n_calls);
  g_assert_true (add (kinds, CRD ("true", "\"bk\""), &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_calls, ==, 1);

  kind = kin_demo_kinds_find (kinds, "shop.example", "v1", "backups");
  g_assert_true (kin_demo_kinds_find_kind (kinds, "shop.example", "v1", "Backup") == kind);
  g_assert_null (kin_demo_kinds_find (kinds, "shop.example", "v1alpha1", "backups"));
  g_assert_cmpint (kin_demo_kind_get_flags (kind), ==,
                   KIN_DEMO_KIND_CUSTOM | KIN_DEMO_KIND_STATUS | KIN_DEMO_KIND_SCALE);
  g_assert_true (kin_resource_get_namespaced (kin_demo_kind_get_resource (kind)));
  g_assert_cmpstrv (kin_resource_get_short_names (kin_demo_kind_get_resource (kind)), shorts);
  g_assert_cmpstr (kin_json_get_string (kin_json_get (kin_demo_kind_get_crd (kind), "spec"), "group"), ==,
                   "shop.example");

  /* Another definition of the same name takes its place. */
  g_assert_true (add (kinds, CRD ("true", "\"bkp\""), &error));
  g_assert_cmpuint (kin_demo_kinds_list (kinds)->len, ==, n_builtin + 1);
  kind = kin_demo_kinds_find (kinds, "shop.example", "v1", "backups");
  g_assert_cmpstrv (kin_resource_get_short_names (kin_demo_kind_get_resource (kind)), new_shorts);

  kin_demo_kinds_remove_custom (kinds, "pods");
  kin_demo_kinds_remove_custom (kinds, "backups.shop.example");
  kin_demo_kinds_remove_custom (kinds, "backups.shop.example");
  g_assert_cmpuint (kin_demo_kinds_list (kinds)->len, ==, n_builtin);
  g_assert_cmpuint (n_calls, ==, 3);

  g_assert_finalize_object (kinds);
}

static void
test_custom_schema (void)
{
  KinDemoKinds *kinds = make_kinds ();
  g_autoptr(GError) error = NULL;
  const KinDemoType *spec;

  g_assert_true (add (kinds,
                      "{\"spec\":{\"group\":\"a.example\",\"names\":{\"plural\":\"zoos\",\"kind\":\"Zoo\"},"
                      "\"versions\":[{\"name\":\"v1\",\"storage\":true,"
                      "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\","
                      "\"properties\":{\"spec\":{\"type\":\"object\","
                      "\"properties\":{\"cages\":{\"type\":\"integer\"}}}}}}}]}}", &error));
  g_assert_no_error (error);
  spec = kin_demo_type_get_member (kin_demo_kind_get_type_ (kin_demo_kinds_find (kinds, "a.example", "v1", "zoos")),
                                   "spec");
  g_assert_cmpint (kin_demo_type_get_kind (kin_demo_type_get_member (spec, "cages")), ==, KIN_DEMO_TYPE_INTEGER);
  g_assert_null (kin_demo_type_get_member (spec, "gates"));

  g_assert_finalize_object (kinds);
}

static void
test_custom_refused (void)
{
  KinDemoKinds *kinds = make_kinds ();
  g_autoptr(GError) error = NULL;

  g_assert_false (add (kinds, CRD ("false", ""), &error));
  g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID);

  g_assert_finalize_object (kinds);
}

static void
test_custom_order (void)
{
  KinDemoKinds *kinds = make_kinds ();
  guint n_builtin = kin_demo_kinds_list (kinds)->len;
  g_autoptr(GError) error = NULL;

  g_assert_true (add (kinds, CRD ("true", ""), &error));
  g_assert_true (add (kinds,
                      "{\"spec\":{\"group\":\"a.example\",\"scope\":\"Cluster\",\"names\":{\"plural\":\"zoos\","
                      "\"kind\":\"Zoo\"},\"versions\":[{\"name\":\"v1\",\"storage\":true}]}}", &error));
  g_assert_cmpstr (kin_demo_kind_get_id (g_ptr_array_index (kin_demo_kinds_list (kinds), n_builtin)), ==,
                   "zoos.a.example");
  g_assert_cmpstr (kin_demo_kind_get_id (g_ptr_array_index (kin_demo_kinds_list (kinds), n_builtin + 1)), ==,
                   "backups.shop.example");

  g_assert_finalize_object (kinds);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-kinds/builtin", test_builtin);
  g_test_add_func ("/demo-kinds/discovery", test_discovery);
  g_test_add_func ("/demo-kinds/custom", test_custom);
  g_test_add_func ("/demo-kinds/custom-schema", test_custom_schema);
  g_test_add_func ("/demo-kinds/custom-refused", test_custom_refused);
  g_test_add_func ("/demo-kinds/custom-order", test_custom_order);

  return g_test_run ();
}
