/* test-demo-cluster.c: the whole demo cluster, its life and its load.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-bench.h"

#include "demo/kin-demo-cluster.h"

#define STEP_US (200 * 1000)

/* A cluster on a stepped clock; its controllers run in the main context. */
typedef struct
{
  DemoBench bench;              /* without controllers of its own */
  KinDemoCluster *cluster;
} Scene;

static void
scene_init (Scene   *scene,
            gboolean quiet,
            guint32  seed,
            guint    n_objects)
{
  KinDemoOptions options = { .seed = seed, .n_objects = n_objects, .quiet = quiet };

  scene->bench.clock = kin_clock_new_stepped (DEMO_BENCH_START);
  options.clock = scene->bench.clock;
  scene->cluster = kin_demo_cluster_new (&options);
  scene->bench.world = g_object_ref (kin_demo_cluster_get_world (scene->cluster));
}

static void
scene_clear (Scene *scene)
{
  g_assert_finalize_object (scene->cluster);
  g_assert_finalize_object (scene->bench.world);
  g_assert_cmpint (kin_clock_get_next_due (scene->bench.clock), ==, -1);
  g_assert_finalize_object (scene->bench.clock);
}

static void
live (Scene *scene,
      int    seconds)
{
  for (gint64 left = seconds * (gint64) G_USEC_PER_SEC; left > 0; left -= STEP_US)
    {
      while (g_main_context_iteration (NULL, FALSE))
        ;
      kin_clock_advance (scene->bench.clock, STEP_US);
    }
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_quiet (void)
{
  Scene scene;
  guint64 version;

  scene_init (&scene, TRUE, 1, 0);
  demo_bench_assert_names (&scene.bench, "Namespace", NULL, "default kube-node-lease kube-public kube-system");
  demo_bench_assert_names (&scene.bench, "Node", NULL, "control-01 node-01 node-02 node-03 node-04");
  demo_bench_assert_names (&scene.bench, "ServiceAccount", "default", "default");
  demo_bench_assert_names (&scene.bench, "Service", "default", "kubernetes");
  demo_bench_assert_names (&scene.bench, "Deployment", NULL, "");
  demo_bench_assert_names (&scene.bench, "Event", NULL, "");

  /* Only the nodes' leases are renewed. */
  version = kin_demo_store_get_version (kin_demo_world_get_store (scene.bench.world));
  live (&scene, 59);
  g_assert_cmpuint (kin_demo_store_get_version (kin_demo_world_get_store (scene.bench.world)), ==, version + 5 * 5);

  scene_clear (&scene);
}

static guint
count_broken (Scene *scene)
{
  g_autoptr(GPtrArray) deployments = kin_demo_store_list (kin_demo_world_get_store (scene->bench.world),
                                                          demo_bench_find_kind (&scene->bench, "Deployment"), NULL);
  guint n_broken = 0;

  for (guint i = 0; i < deployments->len; i++)
    {
      gsize length;
      const char *text = g_bytes_get_data (kin_demo_object_get_text (g_ptr_array_index (deployments, i)), &length);

      n_broken += g_strstr_len (text, (gssize) length, "-broken\"") != NULL;
    }

  return n_broken;
}

static char *
dup_pods (Scene *scene)
{
  g_autoptr(GPtrArray) pods = kin_demo_store_list (kin_demo_world_get_store (scene->bench.world),
                                                   demo_bench_find_kind (&scene->bench, "Pod"), NULL);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < pods->len; i++)
    g_string_append_printf (text, "%s %s %" G_GUINT64_FORMAT "\n",
                            kin_demo_object_get_key (g_ptr_array_index (pods, i)),
                            kin_demo_object_get_uid (g_ptr_array_index (pods, i)),
                            kin_demo_object_get_version (g_ptr_array_index (pods, i)));

  return g_string_free_and_steal (g_steal_pointer (&text));
}

/* Whoever looks sees a rollout at once. Some minutes later it is still the shop that it was, and much has happened in
 * it. With the same seed the same happens again. */
static void
test_life (void)
{
  Scene scene;
  Scene again;
  guint n_pods;
  guint64 version;
  g_autofree char *then = NULL;
  g_autofree char *then_again = NULL;

  scene_init (&scene, FALSE, 3, 0);
  n_pods = demo_bench_count (&scene.bench, "Pod", NULL);
  version = kin_demo_store_get_version (kin_demo_world_get_store (scene.bench.world));
  live (&scene, 3);
  demo_bench_assert_at (&scene.bench, "Deployment", "shop", "checkout", "/status/updatedReplicas", "1");
  demo_bench_assert_at (&scene.bench, "Deployment", "shop", "checkout", "/status/replicas", "5");
  demo_bench_assert_condition (&scene.bench, "Deployment", "shop", "checkout", "Progressing",
                               "True ReplicaSetUpdated");
  live (&scene, 27);
  then = dup_pods (&scene);

  live (&scene, 3 * 60);
  g_assert_cmpuint (kin_demo_store_get_version (kin_demo_world_get_store (scene.bench.world)), >, version + 600);
  g_assert_cmpuint (demo_bench_count (&scene.bench, "Pod", NULL), >, n_pods * 3 / 4);
  g_assert_cmpuint (demo_bench_count (&scene.bench, "Pod", NULL), <, n_pods * 5 / 3);
  g_assert_cmpuint (demo_bench_count (&scene.bench, "Deployment", NULL), ==, 34);
  g_assert_cmpuint (demo_bench_count (&scene.bench, "Order", NULL), <=, 12);
  g_assert_cmpuint (demo_bench_count (&scene.bench, "Job", NULL), <, 40);
  g_assert_cmpuint (demo_bench_count (&scene.bench, "ReplicaSet", NULL), <=, 34 * 7);
  g_assert_cmpuint (count_broken (&scene), <=, 1);
  scene_clear (&scene);

  scene_init (&again, FALSE, 3, 0);
  live (&again, 30);
  then_again = dup_pods (&again);
  scene_clear (&again);

  /* Not g_assert_cmpstr(): they are long. */
  g_assert_true (g_str_equal (then, then_again));
}

typedef struct
{
  guint n_added;
  guint n_modified;
  guint n_deleted;
} Tally;

static void
pod_event_cb (const KinDemoEvent *event,
              gpointer            user_data)
{
  Tally *tally = user_data;

  if (!g_str_equal (kin_demo_kind_get_id (kin_demo_object_get_kind (event->object)), "pods"))
    return;

  tally->n_added += event->type == KIN_DEMO_ADDED;
  tally->n_modified += event->type == KIN_DEMO_MODIFIED;
  tally->n_deleted += event->type == KIN_DEMO_DELETED;
}

/* A thousand to a namespace, at the rate that was asked for; as many come as go. */
static void
test_load (void)
{
  Scene scene;
  Tally tally = { 0 };
  guint subscription;

  scene_init (&scene, TRUE, 1, 1500);
  g_assert_cmpuint (demo_bench_count (&scene.bench, "Pod", "load-0"), ==, 1000);
  g_assert_cmpuint (demo_bench_count (&scene.bench, "Pod", "load-1"), ==, 500);
  demo_bench_assert_at (&scene.bench, "Pod", "load-1", "load-0001499", "/status/phase", "\"Running\"");
  live (&scene, 1);

  subscription = kin_demo_store_subscribe (kin_demo_world_get_store (scene.bench.world), pod_event_cb, &tally);
  kin_demo_cluster_set_rate (scene.cluster, 200);
  live (&scene, 10);
  g_assert_cmpuint (tally.n_added + tally.n_modified + tally.n_deleted, >=, 1999);
  g_assert_cmpuint (tally.n_added + tally.n_modified + tally.n_deleted, <=, 2001);
  g_assert_cmpuint (tally.n_added, ==, tally.n_deleted);
  g_assert_cmpuint (tally.n_added, >, 50);
  g_assert_cmpuint (demo_bench_count (&scene.bench, "Pod", NULL), ==, 1500);

  kin_demo_cluster_set_rate (scene.cluster, 0);
  tally = (Tally) { 0 };
  live (&scene, 2);
  g_assert_cmpuint (tally.n_modified, ==, 0);

  kin_demo_store_unsubscribe (kin_demo_world_get_store (scene.bench.world), subscription);
  scene_clear (&scene);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-cluster/quiet", test_quiet);
  g_test_add_func ("/demo-cluster/life", test_life);
  g_test_add_func ("/demo-cluster/load", test_load);

  return g_test_run ();
}
