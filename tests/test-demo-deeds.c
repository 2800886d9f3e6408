/* test-demo-deeds.c: what people and programs do in the demo cluster's shop.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-bench.h"

#include "demo/kin-demo-deeds.h"

#define READY_S 40

/* A shop with one Deployment of three pods, and little else. */
static void
set_up (DemoBench *bench)
{
  demo_bench_init (bench);
  demo_bench_create (bench, "Namespace", NULL, "metadata: {name: shop}");
  demo_bench_create (bench, "Deployment", "shop",
                     "metadata: {name: checkout, labels: {app.kubernetes.io/version: 1.2.3}}\n"
                     "spec:\n"
                     "  replicas: 3\n"
                     "  selector: {matchLabels: {app: checkout}}\n"
                     "  template:\n"
                     "    metadata: {labels: {app: checkout}}\n"
                     "    spec: {terminationGracePeriodSeconds: 2, containers: [{name: checkout, image: "
                     "'registry.example.com/shop/checkout:1.2.3'}]}\n");
  demo_bench_live (bench, READY_S);
  demo_bench_assert_at (bench, "Deployment", "shop", "checkout", "/status/availableReplicas", "3");
}

static char *
dup_image (DemoBench *bench)
{
  return demo_bench_dup_at (bench, "Deployment", "shop", "checkout", "/spec/template/spec/containers/0/image");
}

static void
test_release (void)
{
  DemoBench bench;
  g_autoptr(KinDemoDeeds) deeds = NULL;
  g_autofree char *image = NULL;

  set_up (&bench);
  deeds = kin_demo_deeds_new (bench.world);
  kin_demo_deeds_release (deeds);
  demo_bench_live (&bench, 0);

  image = dup_image (&bench);
  g_assert_cmpstr (image, !=, "\"registry.example.com/shop/checkout:1.2.3\"");
  g_assert_true (g_str_has_prefix (image, "\"registry.example.com/shop/checkout:1."));
  demo_bench_assert_at (&bench, "Deployment", "shop", "checkout",
                        "/metadata/annotations/deployment.kubernetes.io~1revision", "\"2\"");
  g_assert_cmpint (kin_demo_deeds_get_wait (deeds), ==, -1);

  /* One that is on the move is left alone. */
  kin_demo_deeds_release (deeds);
  demo_bench_live (&bench, 0);
  demo_bench_assert_at (&bench, "Deployment", "shop", "checkout",
                        "/metadata/annotations/deployment.kubernetes.io~1revision", "\"2\"");

  g_clear_pointer (&deeds, kin_demo_deeds_free);
  demo_bench_clear (&bench);
}

/* As often as one likes: it never leaves the bounds. */
static void
test_scale (void)
{
  DemoBench bench;
  g_autoptr(KinDemoDeeds) deeds = NULL;
  gboolean seen[10] = { FALSE };

  set_up (&bench);
  deeds = kin_demo_deeds_new (bench.world);
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *replicas = NULL;

      kin_demo_deeds_scale (deeds);
      demo_bench_live (&bench, 20);
      replicas = demo_bench_dup_at (&bench, "Deployment", "shop", "checkout", "/spec/replicas");
      seen[*replicas - '0'] = TRUE;
    }

  g_assert_false (seen[0] || seen[1] || seen[6] || seen[7] || seen[8] || seen[9]);
  g_assert_true (seen[2] && seen[4]);

  g_clear_pointer (&deeds, kin_demo_deeds_free);
  demo_bench_clear (&bench);
}

static void
test_broken_image (void)
{
  DemoBench bench;
  g_autoptr(KinDemoDeeds) deeds = NULL;
  g_autofree char *broken = NULL;
  g_autofree char *undone = NULL;

  set_up (&bench);
  deeds = kin_demo_deeds_new (bench.world);
  kin_demo_deeds_break_image (deeds);
  broken = dup_image (&bench);
  g_assert_true (g_str_has_suffix (broken, "-broken\""));
  g_assert_cmpint (kin_demo_deeds_get_wait (deeds), ==, 30 * (gint64) G_USEC_PER_SEC);

  demo_bench_live (&bench, 29);
  kin_demo_deeds_finish (deeds);
  g_assert_cmpint (kin_demo_deeds_get_wait (deeds), ==, G_USEC_PER_SEC);

  demo_bench_live (&bench, 1);
  kin_demo_deeds_finish (deeds);
  undone = dup_image (&bench);
  g_assert_cmpstr (undone, ==, "\"registry.example.com/shop/checkout:1.2.3\"");
  g_assert_cmpint (kin_demo_deeds_get_wait (deeds), ==, -1);

  g_clear_pointer (&deeds, kin_demo_deeds_free);
  demo_bench_clear (&bench);
}

/* The kubelet starts the container again. */
static void
test_crash (void)
{
  DemoBench bench;
  g_autoptr(KinDemoDeeds) deeds = NULL;
  g_autoptr(GPtrArray) pods = NULL;
  guint n_restarts = 0;

  set_up (&bench);
  deeds = kin_demo_deeds_new (bench.world);

  /* It may look in a namespace where there is nothing. */
  for (guint i = 0; i < 60 && n_restarts == 0; i++)
    {
      kin_demo_deeds_crash (deeds);
      demo_bench_live (&bench, 1);
      n_restarts = demo_bench_count_events (&bench, "shop", "Started", NULL) > 3;
    }
  demo_bench_live (&bench, READY_S);

  pods = kin_demo_store_list (kin_demo_world_get_store (bench.world), demo_bench_find_kind (&bench, "Pod"), "shop");
  n_restarts = 0;
  for (guint i = 0; i < pods->len; i++)
    {
      g_autoptr(KinJson) json = kin_demo_object_parse (g_ptr_array_index (pods, i));
      KinJsonValue *statuses = kin_json_get_path (kin_json_get_root (json), "status", "containerStatuses", NULL);
      KinJsonValue *status = kin_json_array_get (statuses, 0);
      const char *reason = kin_json_get_string (kin_json_get_path (status, "lastState", "terminated", NULL), "reason");

      if (kin_json_get_integer (status, "restartCount", 0) == 0)
        continue;

      n_restarts++;
      g_assert_cmpstr (reason, ==, "OOMKilled");
    }
  g_assert_cmpuint (n_restarts, >=, 1);

  g_clear_pointer (&pods, g_ptr_array_unref);
  g_clear_pointer (&deeds, kin_demo_deeds_free);
  demo_bench_clear (&bench);
}

static void
test_cordon (void)
{
  DemoBench bench;
  g_autoptr(KinDemoDeeds) deeds = NULL;
  guint n_cordoned = 0;

  set_up (&bench);
  deeds = kin_demo_deeds_new (bench.world);
  kin_demo_deeds_cordon (deeds);
  kin_demo_deeds_cordon (deeds);
  demo_bench_live (&bench, 0);
  for (guint i = 1; i <= 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("node-0%u", i);
      g_autofree char *cordoned = demo_bench_dup_at (&bench, "Node", NULL, name, "/spec/unschedulable");

      n_cordoned += g_str_equal (cordoned, "true");
    }
  g_assert_cmpuint (n_cordoned, ==, 1);
  g_assert_cmpuint (demo_bench_count_events (&bench, "default", "NodeNotSchedulable", NULL), ==, 1);

  demo_bench_live (&bench, 45);
  kin_demo_deeds_finish (deeds);
  demo_bench_live (&bench, 0);
  for (guint i = 1; i <= 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("node-0%u", i);

      demo_bench_assert_at (&bench, "Node", NULL, name, "/spec/unschedulable", "");
      demo_bench_assert_at (&bench, "Node", NULL, name, "/spec/taints", "");
    }

  g_clear_pointer (&deeds, kin_demo_deeds_free);
  demo_bench_clear (&bench);
}

/* Its limits keep Jobs that are run by hand from becoming more and more. */
static void
test_run_job (void)
{
  DemoBench bench;
  g_autoptr(KinDemoDeeds) deeds = NULL;

  set_up (&bench);
  demo_bench_create (&bench, "CronJob", "shop",
                     "metadata: {name: sitemap}\n"
                     "spec:\n"
                     "  schedule: '0 0 1 1 *'\n"
                     "  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: sitemap, image: "
                     "'tasks:1'}]}}}}\n");
  deeds = kin_demo_deeds_new (bench.world);
  for (guint i = 0; i < 6; i++)
    {
      kin_demo_deeds_run_job (deeds);
      demo_bench_live (&bench, 60);
    }
  g_assert_cmpuint (demo_bench_count (&bench, "Job", "shop"), ==, 3);

  g_clear_pointer (&deeds, kin_demo_deeds_free);
  demo_bench_clear (&bench);
}

/* A note by another manager: nothing rolls. */
static void
test_annotate (void)
{
  DemoBench bench;
  g_autoptr(KinDemoDeeds) deeds = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  set_up (&bench);
  deeds = kin_demo_deeds_new (bench.world);
  before = demo_bench_dup_at (&bench, "Deployment", "shop", "checkout", "/metadata/annotations");
  kin_demo_deeds_annotate (deeds);
  demo_bench_live (&bench, 0);
  after = demo_bench_dup_at (&bench, "Deployment", "shop", "checkout", "/metadata/annotations");
  g_assert_cmpuint (strlen (after), >, strlen (before));
  demo_bench_assert_at (&bench, "Deployment", "shop", "checkout", "/metadata/generation", "1");

  g_clear_pointer (&deeds, kin_demo_deeds_free);
  demo_bench_clear (&bench);
}

/* The oldest are forgotten, and each comes to its customer in the end. */
static void
test_orders (void)
{
  DemoBench bench;
  g_autoptr(KinDemoDeeds) deeds = NULL;

  set_up (&bench);
  demo_bench_create (&bench, "CustomResourceDefinition", NULL,
                     "metadata: {name: orders.shop.example.com}\n"
                     "spec:\n"
                     "  group: shop.example.com\n"
                     "  scope: Namespaced\n"
                     "  names: {kind: Order, listKind: OrderList, plural: orders, singular: order}\n"
                     "  versions:\n"
                     "  - {name: v1, served: true, storage: true, subresources: {status: {}}, schema: {openAPIV3Schema: "
                     "{type: object, x-kubernetes-preserve-unknown-fields: true}}}\n");
  demo_bench_live (&bench, 0);
  deeds = kin_demo_deeds_new (bench.world);

  kin_demo_deeds_place_order (deeds);
  demo_bench_assert_names (&bench, "Order", "shop", "order-100486");
  demo_bench_assert_at (&bench, "Order", "shop", "order-100486", "/status/phase", "\"Placed\"");
  for (guint i = 0; i < 100; i++)
    kin_demo_deeds_move_order (deeds);
  demo_bench_assert_at (&bench, "Order", "shop", "order-100486", "/status/phase", "\"Delivered\"");

  for (guint i = 0; i < 14; i++)
    kin_demo_deeds_place_order (deeds);
  g_assert_cmpuint (demo_bench_count (&bench, "Order", "shop"), ==, 12);
  g_assert_null (demo_bench_get (&bench, "Order", "shop", "order-100488"));
  g_assert_nonnull (demo_bench_get (&bench, "Order", "shop", "order-100489"));
  g_assert_nonnull (demo_bench_get (&bench, "Order", "shop", "order-100500"));

  g_clear_pointer (&deeds, kin_demo_deeds_free);
  demo_bench_clear (&bench);
}

/* The setting has another value, and who reads it at the start only is restarted. */
static void
test_edit_config (void)
{
  DemoBench bench;
  g_autoptr(KinDemoDeeds) deeds = NULL;
  g_autofree char *level = g_strdup ("\"info\"");

  set_up (&bench);
  demo_bench_create (&bench, "ConfigMap", "shop", "metadata: {name: shop-settings}\ndata: {LOG_LEVEL: info}\n");
  demo_bench_create (&bench, "Deployment", "shop",
                     "metadata: {name: catalog}\n"
                     "spec:\n"
                     "  selector: {matchLabels: {app: catalog}}\n"
                     "  template: {metadata: {labels: {app: catalog}}, spec: {containers: [{name: catalog, image: 'c:1'}]}}\n");
  demo_bench_live (&bench, READY_S);
  deeds = kin_demo_deeds_new (bench.world);

  for (guint i = 0; i < 100 && g_str_equal (level, "\"info\""); i++)
    {
      kin_demo_deeds_edit_config (deeds);
      g_free (level);
      level = demo_bench_dup_at (&bench, "ConfigMap", "shop", "shop-settings", "/data/LOG_LEVEL");
    }
  g_assert_cmpstr (level, !=, "\"info\"");
  demo_bench_assert_at (&bench, "Deployment", "shop", "catalog",
                        "/spec/template/metadata/annotations/kubectl.kubernetes.io~1restartedAt",
                        "\"2026-12-01T12:01:20Z\"");

  g_clear_pointer (&deeds, kin_demo_deeds_free);
  demo_bench_clear (&bench);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-deeds/release", test_release);
  g_test_add_func ("/demo-deeds/scale", test_scale);
  g_test_add_func ("/demo-deeds/broken-image", test_broken_image);
  g_test_add_func ("/demo-deeds/crash", test_crash);
  g_test_add_func ("/demo-deeds/cordon", test_cordon);
  g_test_add_func ("/demo-deeds/run-job", test_run_job);
  g_test_add_func ("/demo-deeds/annotate", test_annotate);
  g_test_add_func ("/demo-deeds/orders", test_orders);
  g_test_add_func ("/demo-deeds/edit-config", test_edit_config);

  return g_test_run ();
}
