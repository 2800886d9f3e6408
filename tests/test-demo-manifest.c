/* test-demo-manifest.c: the demo cluster's shop, as its file tells of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-manifest.h"
#include "demo/kin-demo-schema.h"
#include "demo/kin-demo-type.h"

static const KinDemoType *
find_type (KinDemoSchema              *schema,
           const KinDemoManifestEntry *entry)
{
  const char *slash = strchr (entry->api_version, '/');
  g_autofree char *group = slash != NULL ? g_strndup (entry->api_version, (gsize) (slash - entry->api_version))
                                         : g_strdup ("");

  return kin_demo_schema_find (schema, group, slash != NULL ? slash + 1 : entry->api_version, entry->kind);
}

static void
check_fields (KinDemoSchema              *schema,
              const KinDemoManifestEntry *entry)
{
  g_autoptr(GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GError) error = NULL;

  kin_demo_type_check (find_type (schema, entry), entry->object, yyjson_mut_doc_get_root (entry->object), unknown,
                       &error);
  g_assert_no_error (error);
  for (guint i = 0; i < unknown->len; i++)
    g_error ("%s %s: %s", entry->kind, entry->name, (char *) g_ptr_array_index (unknown, i));
}

static void
test_fields (void)
{
  KinDemoSchema *schema = kin_demo_schema_new ();
  g_autoptr(GPtrArray) entries = kin_demo_manifest_load ();
  guint n_custom = 0;

  for (guint i = 0; i < entries->len; i++)
    {
      const KinDemoManifestEntry *entry = g_ptr_array_index (entries, i);

      if (find_type (schema, entry) == NULL)
        n_custom++;
      else
        check_fields (schema, entry);
    }
  g_assert_cmpuint (n_custom, ==, 4);

  kin_demo_schema_unref (schema);
}

static const KinDemoManifestEntry *
find_entry (GPtrArray  *entries,
            const char *kind,
            const char *namespace_,
            const char *name)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const KinDemoManifestEntry *entry = g_ptr_array_index (entries, i);

      if (g_str_equal (entry->kind, kind) && g_strcmp0 (entry->namespace_, namespace_) == 0 &&
          g_str_equal (entry->name, name))
        return entry;
    }

  g_assert_not_reached ();
}

/* What the defaults say, with the object's own name and tag, and what it says itself. */
static void
test_merged (void)
{
  g_autoptr(GPtrArray) entries = kin_demo_manifest_load ();
  const KinDemoManifestEntry *cart = find_entry (entries, "Deployment", "shop", "cart");
  yyjson_mut_val *root = yyjson_mut_doc_get_root (cart->object);
  yyjson_mut_val *container = yyjson_mut_ptr_get (root, "/spec/template/spec/containers/0");

  g_assert_cmpstr (cart->api_version, ==, "apps/v1");
  g_assert_cmpstr (cart->tag, ==, "2.4.1");
  g_assert_cmpstr (cart->manager, ==, "argocd-controller");
  g_assert_cmpint (cart->age_us, ==, 9 * 24 * 60 * 60 * (gint64) G_USEC_PER_SEC);
  g_assert_cmpint (cart->rolled_us, ==, 51 * 60 * 60 * (gint64) G_USEC_PER_SEC);
  g_assert_cmpuint (cart->n_revisions, ==, 5);
  g_assert_null (cart->change);

  g_assert_cmpstr (kin_demo_get_string (root, "metadata", "name", NULL), ==, "cart");
  g_assert_cmpstr (kin_demo_get_string (root, "metadata", "namespace", NULL), ==, "shop");
  g_assert_cmpint (kin_demo_get_integer (root, 0, "spec", "replicas", NULL), ==, 4);
  g_assert_cmpstr (kin_demo_get_string (container, "image", NULL), ==, "registry.example.com/shop/cart:2.4.1");
  g_assert_cmpstr (kin_demo_get_string (container, "resources", "requests", "cpu", NULL), ==, "100m");
  g_assert_null (kin_demo_get (root, "past", NULL));
  g_assert_null (kin_demo_get (root, "tag", NULL));
}

/* A member that is null takes a default away, in the elements of arrays as well. */
static void
test_without (void)
{
  g_autoptr(GPtrArray) entries = kin_demo_manifest_load ();
  const KinDemoManifestEntry *frontend = find_entry (entries, "PodDisruptionBudget", "shop", "frontend");
  const KinDemoManifestEntry *metrics = find_entry (entries, "Deployment", "kube-system", "metrics-server");
  yyjson_mut_val *budget = kin_demo_get (yyjson_mut_doc_get_root (frontend->object), "spec", NULL);
  yyjson_mut_val *container = yyjson_mut_ptr_get (yyjson_mut_doc_get_root (metrics->object),
                                                  "/spec/template/spec/containers/0");

  g_assert_null (kin_demo_get (budget, "minAvailable", NULL));
  g_assert_cmpint (kin_demo_get_integer (budget, 0, "maxUnavailable", NULL), ==, 1);
  g_assert_null (kin_demo_get (container, "envFrom", NULL));
}

static void
test_change (void)
{
  g_autoptr(GPtrArray) entries = kin_demo_manifest_load ();
  const KinDemoManifestEntry *reviews = find_entry (entries, "Deployment", "shop", "reviews");

  g_assert_cmpstr (reviews->change, ==,
                   "{\"spec\":{\"paused\":true,\"template\":{\"metadata\":{\"annotations\":"
                   "{\"survey.shop.example.com/sample\":\"0.2\"}}}}}");
  g_assert_cmpstr (reviews->change_manager, ==, "kubectl-rollout");
  g_assert_cmpstr (reviews->change_cause, ==, "hold until the survey is over");
  g_assert_cmpint (reviews->changed_us, ==, 5 * 60 * 60 * (gint64) G_USEC_PER_SEC);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-manifest/fields", test_fields);
  g_test_add_func ("/demo-manifest/merged", test_merged);
  g_test_add_func ("/demo-manifest/without", test_without);
  g_test_add_func ("/demo-manifest/change", test_change);

  return g_test_run ();
}
