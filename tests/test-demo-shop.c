/* test-demo-shop.c: the demo cluster's shop, which has a past.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-bench.h"

#include "demo/kin-demo-schema.h"
#include "object/kin-time.h"

/* 2026-12-01T12:00:00Z */
#define NOW_US DEMO_BENCH_START

static void
shop_init (DemoBench *bench,
           guint32    seed)
{
  bench->clock = kin_clock_new_stepped (NOW_US - KIN_DEMO_SHOP_AGE_US);
  bench->world = kin_demo_world_new (bench->clock, seed);
  bench->controllers = kin_demo_shop_populate (bench->world, NOW_US);
}

/* All objects with their uids and versions, a line each. */
static char *
dup_inventory (DemoBench *bench)
{
  GPtrArray *kinds = kin_demo_kinds_list (kin_demo_world_get_kinds (bench->world));
  g_autoptr(GString) inventory = g_string_new (NULL);

  for (guint i = 0; i < kinds->len; i++)
    {
      g_autoptr(GPtrArray) objects = kin_demo_store_list (kin_demo_world_get_store (bench->world),
                                                          g_ptr_array_index (kinds, i), NULL);

      for (guint j = 0; j < objects->len; j++)
        {
          KinDemoObject *object = g_ptr_array_index (objects, j);

          g_string_append_printf (inventory, "%s %s %s %" G_GUINT64_FORMAT "\n",
                                  kin_demo_kind_get_id (g_ptr_array_index (kinds, i)),
                                  kin_demo_object_get_key (object), kin_demo_object_get_uid (object),
                                  kin_demo_object_get_version (object));
        }
    }

  return g_string_free_and_steal (g_steal_pointer (&inventory));
}

static void
test_inventory (gconstpointer user_data)
{
  DemoBench *bench = (DemoBench *) user_data;

  demo_bench_assert_names (bench, "Namespace", NULL,
                           "default kube-node-lease kube-public kube-system monitoring payments platform shop warehouse");
  demo_bench_assert_names (bench, "Node", NULL, "control-01 node-01 node-02 node-03 node-04");
  g_assert_cmpuint (demo_bench_count (bench, "Deployment", NULL), ==, 34);
  demo_bench_assert_names (bench, "StatefulSet", NULL, "alertmanager prometheus postgres redis kafka");
  demo_bench_assert_names (bench, "DaemonSet", NULL, "kube-proxy log-agent node-exporter");
  g_assert_cmpuint (demo_bench_count (bench, "PersistentVolumeClaim", NULL), ==, 14);
  g_assert_cmpuint (demo_bench_count (bench, "PersistentVolume", NULL), ==, 14);
  g_assert_cmpuint (demo_bench_count (bench, "Order", "shop"), ==, 4);
  demo_bench_assert_at (bench, "Order", "shop", "order-100482", "/status/phase", "\"Delivered\"");
  g_assert_cmpint (kin_clock_get_real (bench->clock), ==, NOW_US);
}

/* Revisions with causes and tags that lead to what runs now. */
static void
test_history (gconstpointer user_data)
{
  DemoBench *bench = (DemoBench *) user_data;

  demo_bench_assert_at (bench, "Deployment", "shop", "cart", "/metadata/creationTimestamp",
                        "\"2026-11-22T12:00:00Z\"");
  demo_bench_assert_at (bench, "Deployment", "shop", "cart",
                        "/metadata/annotations/deployment.kubernetes.io~1revision", "\"5\"");
  demo_bench_assert_at (bench, "Deployment", "shop", "cart",
                        "/metadata/annotations/kubernetes.io~1change-cause", "\"sync cart 2.4.1\"");
  demo_bench_assert_at (bench, "Deployment", "shop", "cart", "/spec/template/spec/containers/0/image",
                        "\"registry.example.com/shop/cart:2.4.1\"");
  demo_bench_assert_at (bench, "Deployment", "shop", "cart", "/status/readyReplicas", "4");
  demo_bench_assert_at (bench, "Deployment", "shop", "cart", "/status/updatedReplicas", "4");
  demo_bench_assert_at (bench, "StatefulSet", "payments", "postgres", "/status/readyReplicas", "3");
  demo_bench_assert_at (bench, "DaemonSet", "monitoring", "node-exporter", "/status/numberReady", "5");
}

static char *
dup_reason (DemoBench  *bench,
            const char *namespace_,
            const char *prefix)
{
  g_autoptr(GPtrArray) pods = kin_demo_store_list (kin_demo_world_get_store (bench->world),
                                                   demo_bench_find_kind (bench, "Pod"), namespace_);

  for (guint i = 0; i < pods->len; i++)
    {
      g_autoptr(KinJson) json = kin_demo_object_parse (g_ptr_array_index (pods, i));
      KinJsonValue *statuses = kin_json_get_path (kin_json_get_root (json), "status", "containerStatuses", NULL);
      KinJsonValue *waiting = kin_json_get_path (kin_json_array_get (statuses, 0), "state", "waiting", NULL);

      if (g_str_has_prefix (kin_demo_object_get_name (g_ptr_array_index (pods, i)), prefix) && waiting != NULL)
        return g_strdup (kin_json_get_string (waiting, "reason"));
    }

  return NULL;
}

/* What goes wrong on purpose. */
static void
test_trouble (gconstpointer user_data)
{
  DemoBench *bench = (DemoBench *) user_data;
  g_autofree char *pull = NULL;
  g_autofree char *crash = NULL;

  pull = dup_reason (bench, "payments", "fraud-check-");
  g_assert_true (g_strcmp0 (pull, "ImagePullBackOff") == 0 || g_strcmp0 (pull, "ErrImagePull") == 0);
  crash = dup_reason (bench, "warehouse", "label-printer-");
  g_assert_cmpstr (crash, ==, "CrashLoopBackOff");

  demo_bench_assert_at (bench, "Deployment", "payments", "payments", "/status/updatedReplicas", "1");
  demo_bench_assert_at (bench, "Deployment", "payments", "payments", "/status/readyReplicas", "3");
  demo_bench_assert_condition (bench, "Deployment", "payments", "payments", "Progressing",
                               "False ProgressDeadlineExceeded");
  demo_bench_assert_at (bench, "Deployment", "shop", "recommender", "/status/updatedReplicas", "1");
  demo_bench_assert_at (bench, "Deployment", "shop", "recommender", "/status/readyReplicas", "2");
  demo_bench_assert_at (bench, "Deployment", "shop", "reviews", "/spec/paused", "true");
  demo_bench_assert_at (bench, "CronJob", "warehouse", "stocktake", "/spec/suspend", "true");
  demo_bench_assert_at (bench, "CronJob", "warehouse", "stocktake", "/status/lastScheduleTime", "");
}

static void
test_events_are_recent (gconstpointer user_data)
{
  DemoBench *bench = (DemoBench *) user_data;
  g_autoptr(GPtrArray) events = NULL;

  events = kin_demo_store_list (kin_demo_world_get_store (bench->world), demo_bench_find_kind (bench, "Event"), NULL);
  g_assert_cmpuint (events->len, >, 10);
  for (guint i = 0; i < events->len; i++)
    {
      g_autoptr(KinJson) json = kin_demo_object_parse (g_ptr_array_index (events, i));
      const char *last = kin_json_get_string (kin_json_get_root (json), "lastTimestamp");

      if (last != NULL)
        g_assert_cmpint (kin_time_parse_micro (last), >, NOW_US - 61 * 60 * (gint64) G_USEC_PER_SEC);
    }}

static char *
dup_inventory_of (guint32 seed)
{
  DemoBench bench;
  char *inventory;

  shop_init (&bench, seed);
  inventory = dup_inventory (&bench);
  demo_bench_clear (&bench);

  return inventory;
}

static void
test_seed (gconstpointer user_data)
{
  g_autofree char *first = dup_inventory ((DemoBench *) user_data);
  g_autofree char *same = dup_inventory_of (1);
  g_autofree char *other = dup_inventory_of (2);

  /* Not g_assert_cmpstr(): they are long. */
  g_assert_true (g_str_equal (first, same));
  g_assert_false (g_str_equal (first, other));
}

int
main (int   argc,
      char *argv[])
{
  DemoBench bench;
  int failures;

  g_test_init (&argc, &argv, NULL);
  shop_init (&bench, 1);

  g_test_add_data_func ("/demo-shop/inventory", &bench, test_inventory);
  g_test_add_data_func ("/demo-shop/history", &bench, test_history);
  g_test_add_data_func ("/demo-shop/trouble", &bench, test_trouble);
  g_test_add_data_func ("/demo-shop/events-are-recent", &bench, test_events_are_recent);
  g_test_add_data_func ("/demo-shop/seed", &bench, test_seed);

  failures = g_test_run ();
  demo_bench_clear (&bench);

  return failures;
}
