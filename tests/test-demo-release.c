/* test-demo-release.c: another version of what a Deployment runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-release.h"

static void
test_earlier (void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (1);
  g_autofree char *patch = kin_demo_release_dup_earlier_tag ("2.4.1", random);
  g_autofree char *minor = kin_demo_release_dup_earlier_tag ("v2.4.0", random);
  g_autofree char *major = kin_demo_release_dup_earlier_tag ("2.0.0", random);

  g_assert_cmpstr (patch, ==, "2.4.0");
  g_assert_true (g_str_has_prefix (minor, "v2.3."));
  g_assert_true (g_str_has_prefix (major, "1."));
}

static void
test_later (void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (1);
  guint n_patches = 0;
  guint n_minors = 0;

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *tag = kin_demo_release_dup_later_tag ("v0.9.4", random);

      n_patches += g_str_equal (tag, "v0.9.5");
      n_minors += g_str_equal (tag, "v0.10.0");
    }

  g_assert_cmpuint (n_patches + n_minors, ==, 100);
  g_assert_cmpuint (n_patches, >, n_minors);
  g_assert_cmpuint (n_minors, >, 0);
}

/* A port is not a tag. */
static void
test_set_tag (void)
{
  static const char text[] = "{\"metadata\":{\"labels\":{\"app.kubernetes.io/version\":\"1.0.0\"}},\"spec\":{\"template\":"
                             "{\"spec\":{\"containers\":[{\"image\":\"registry.example.com:5000/cart:1.0.0\"}]}}}}";
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_parse (text, strlen (text), NULL);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  g_autofree char *before = kin_demo_release_dup_tag (root);

  g_assert_cmpstr (before, ==, "1.0.0");
  kin_demo_release_set_tag (draft, "1.1.0");
  g_assert_cmpstr (yyjson_mut_get_str (yyjson_mut_ptr_get (root, "/spec/template/spec/containers/0/image")), ==,
                   "registry.example.com:5000/cart:1.1.0");
  g_assert_cmpstr (kin_demo_get_string (root, "metadata", "labels", "app.kubernetes.io/version", NULL), ==, "1.1.0");
}

static void
test_cause (void)
{
  g_autofree char *argo = kin_demo_release_dup_cause ("argocd-controller", "cart", "1.1.0");
  g_autofree char *helm = kin_demo_release_dup_cause ("helm", "cart", "1.1.0");
  g_autofree char *kubectl = kin_demo_release_dup_cause ("kubectl-client-side-apply", "cart", "1.1.0");

  g_assert_cmpstr (argo, ==, "sync cart 1.1.0");
  g_assert_cmpstr (helm, ==, "upgrade cart to 1.1.0");
  g_assert_cmpstr (kubectl, ==, "kubectl apply --filename=cart.yaml --record=true");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-release/earlier", test_earlier);
  g_test_add_func ("/demo-release/later", test_later);
  g_test_add_func ("/demo-release/set-tag", test_set_tag);
  g_test_add_func ("/demo-release/cause", test_cause);

  return g_test_run ();
}
