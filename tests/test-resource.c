/* test-resource.c: names, paths and what people type.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-resource.h"

static void
test_names (void)
{
  g_autoptr(KinResource) pods = kin_resource_new ("", "v1", "pods", "Pod", TRUE);
  g_autoptr(KinResource) deployments = kin_resource_new ("apps", "v1", "deployments", "Deployment", TRUE);

  g_assert_cmpstr (kin_resource_get_group (pods), ==, "");
  g_assert_cmpstr (kin_resource_get_version (pods), ==, "v1");
  g_assert_cmpstr (kin_resource_get_plural (pods), ==, "pods");
  g_assert_cmpstr (kin_resource_get_singular (pods), ==, "pod");
  g_assert_cmpstr (kin_resource_get_kind (pods), ==, "Pod");
  g_assert_cmpstr (kin_resource_get_api_version (pods), ==, "v1");
  g_assert_cmpstr (kin_resource_get_id (pods), ==, "pods");
  g_assert_true (kin_resource_get_namespaced (pods));
  g_assert_cmpint (kin_resource_get_verbs (pods) & (KIN_VERB_LIST | KIN_VERB_WATCH), ==, KIN_VERB_LIST | KIN_VERB_WATCH);
  g_assert_null (kin_resource_get_short_names (pods)[0]);

  g_assert_cmpstr (kin_resource_get_api_version (deployments), ==, "apps/v1");
  g_assert_cmpstr (kin_resource_get_id (deployments), ==, "deployments.apps");
}

static void
test_full (void)
{
  const char *short_names[] = { "wd", "wid", NULL };
  const char *categories[] = { "all", NULL };
  g_autoptr(KinResource) widgets =
      kin_resource_new_full ("acme.io", "v1beta1", "widgets", "wgt", "Widget", FALSE, KIN_VERB_GET, short_names, categories);

  g_assert_cmpstr (kin_resource_get_singular (widgets), ==, "wgt");
  g_assert_false (kin_resource_get_namespaced (widgets));
  g_assert_cmpint (kin_resource_get_verbs (widgets), ==, KIN_VERB_GET);
  g_assert_cmpstrv (kin_resource_get_short_names (widgets), short_names);
  g_assert_cmpstrv (kin_resource_get_categories (widgets), categories);
}

static void
assert_path (KinResource *resource,
             const char  *namespace_,
             const char  *name,
             const char  *subresource,
             const char  *expected)
{
  g_autofree char *path = kin_resource_dup_path (resource, namespace_, name, subresource);

  g_assert_cmpstr (path, ==, expected);
}

static void
test_path (void)
{
  g_autoptr(KinResource) pods = kin_resource_new ("", "v1", "pods", "Pod", TRUE);
  g_autoptr(KinResource) deployments = kin_resource_new ("apps", "v1", "deployments", "Deployment", TRUE);
  g_autoptr(KinResource) roles = kin_resource_new ("rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", FALSE);

  assert_path (pods, NULL, NULL, NULL, "/api/v1/pods");
  assert_path (pods, "shop", NULL, NULL, "/api/v1/namespaces/shop/pods");
  assert_path (pods, "shop", "web-0", "log", "/api/v1/namespaces/shop/pods/web-0/log");
  assert_path (deployments, "shop", "checkout", "scale", "/apis/apps/v1/namespaces/shop/deployments/checkout/scale");
  assert_path (roles, NULL, "system:controller:x", NULL,
               "/apis/rbac.authorization.k8s.io/v1/clusterroles/system:controller:x");
  assert_path (roles, NULL, "a/b %41?c#d", NULL,
               "/apis/rbac.authorization.k8s.io/v1/clusterroles/a%2Fb%20%2541%3Fc%23d");
}

static void
test_equal (void)
{
  g_autoptr(KinResource) one = kin_resource_new ("apps", "v1", "deployments", "Deployment", TRUE);
  g_autoptr(KinResource) two = kin_resource_new ("apps", "v1", "deployments", "Deployment", TRUE);
  g_autoptr(KinResource) beta = kin_resource_new ("apps", "v1beta1", "deployments", "Deployment", TRUE);
  g_autoptr(KinResource) other = kin_resource_new ("extensions", "v1", "deployments", "Deployment", TRUE);

  g_assert_true (kin_resource_equal (one, two));
  g_assert_cmpuint (kin_resource_hash (one), ==, kin_resource_hash (two));
  g_assert_false (kin_resource_equal (one, beta));
  g_assert_false (kin_resource_equal (one, other));
}

static void
test_match (void)
{
  g_autoptr(GPtrArray) candidates = kin_resource_list_builtin ();
  static const struct
  {
    const char *typed;
    const char *id;
  } cases[] = {
    { "pods", "pods" }, { "pod", "pods" }, { "po", "pods" }, { "Pod", "pods" }, { "PODS", "pods" },
    { "deploy", "deployments.apps" }, { "deployments.apps", "deployments.apps" },
    { "deployments.v1.apps", "deployments.apps" }, { "deploy.apps", "deployments.apps" },
    { "apps/v1/deployments", "deployments.apps" }, { "v1/pods", "pods" }, { "pods.v1", "pods" },
    { "events", "events" }, { "ingresses.networking.k8s.io", "ingresses.networking.k8s.io" },
    { "ing.v1.networking.k8s.io", "ingresses.networking.k8s.io" }, { "crd", "customresourcedefinitions.apiextensions.k8s.io" },
    { "endpoints", "endpoints" }, { "hpa", "horizontalpodautoscalers.autoscaling" },
  };
  const char * const unknown[] = { "", "poods", "pods.apps", "v2/pods", "apps/v1/pods", "deployments.v2.apps", "." };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      KinResource *resource = kin_resource_match (candidates, cases[i].typed);

      g_assert_nonnull (resource);
      g_assert_cmpstr (kin_resource_get_id (resource), ==, cases[i].id);
    }

  for (guint i = 0; i < G_N_ELEMENTS (unknown); i++)
    g_assert_null (kin_resource_match (candidates, unknown[i]));
}

/* A custom kind called Pod, and one whose short name is another's plural, come second. */
static void
test_match_ambiguous (void)
{
  g_autoptr(GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_resource_unref);
  const char *short_names[] = { "pods", NULL };

  g_ptr_array_add (candidates, kin_resource_new_full ("acme.io", "v1", "podiums", NULL, "Podium", TRUE, KIN_VERB_GET,
                                                      short_names, NULL));
  g_ptr_array_add (candidates, kin_resource_new ("", "v1", "pods", "Pod", TRUE));
  g_ptr_array_add (candidates, kin_resource_new ("acme.io", "v1", "pods", "Pod", TRUE));

  g_assert_cmpstr (kin_resource_get_id (kin_resource_match (candidates, "pods")), ==, "pods");
  g_assert_cmpstr (kin_resource_get_id (kin_resource_match (candidates, "pod")), ==, "pods");
  g_assert_cmpstr (kin_resource_get_id (kin_resource_match (candidates, "pods.acme.io")), ==, "pods.acme.io");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/resource/names", test_names);
  g_test_add_func ("/resource/full", test_full);
  g_test_add_func ("/resource/path", test_path);
  g_test_add_func ("/resource/equal", test_equal);
  g_test_add_func ("/resource/match", test_match);
  g_test_add_func ("/resource/match-ambiguous", test_match_ambiguous);

  return g_test_run ();
}
