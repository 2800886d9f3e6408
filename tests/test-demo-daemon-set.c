/* test-demo-daemon-set.c: one pod on each node.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-bench.h"

#define READY_S 40

static const char set_text[] =
  "metadata: {name: agent}\n"
  "spec:\n"
  "  selector: {matchLabels: {app: agent}}\n"
  "  template:\n"
  "    metadata: {labels: {app: agent}}\n"
  "    spec: {terminationGracePeriodSeconds: 2, containers: [{name: agent, image: 'agent:1'}]}\n";

/* The nodes that have a pod, and what it runs: "node-01=agent:1 node-02=…", sorted. */
static char *
dup_places (DemoBench *bench)
{
  g_autoptr(GPtrArray) pods = kin_demo_store_list (kin_demo_world_get_store (bench->world),
                                                   demo_bench_find_kind (bench, "Pod"), "default");
  g_autoptr(GPtrArray) places = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < pods->len; i++)
    {
      g_autoptr(KinJson) json = kin_demo_object_parse (g_ptr_array_index (pods, i));
      KinJsonValue *spec = kin_json_get (kin_json_get_root (json), "spec");
      KinJsonValue *container = kin_json_array_get (kin_json_get (spec, "containers"), 0);

      g_ptr_array_add (places, g_strdup_printf ("%s=%s", kin_json_get_string (spec, "nodeName"),
                                                kin_json_get_string (container, "image")));
    }
  g_ptr_array_sort_values (places, (GCompareFunc) G_CALLBACK (g_strcmp0));
  g_ptr_array_add (places, NULL);

  return g_strjoinv (" ", (char **) places->pdata);
}

static void
assert_places (DemoBench  *bench,
               const char *expected)
{
  g_autofree char *places = dup_places (bench);

  g_assert_cmpstr (places, ==, expected);
}

/* The control plane has a taint that this one does not stand. */
static void
test_nodes (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "DaemonSet", "default", set_text);
  demo_bench_live (&bench, READY_S);

  assert_places (&bench, "node-01=agent:1 node-02=agent:1 node-03=agent:1 node-04=agent:1");
  demo_bench_assert_at (&bench, "DaemonSet", "default", "agent", "/status/desiredNumberScheduled", "4");
  demo_bench_assert_at (&bench, "DaemonSet", "default", "agent", "/status/currentNumberScheduled", "4");
  demo_bench_assert_at (&bench, "DaemonSet", "default", "agent", "/status/numberReady", "4");
  demo_bench_assert_at (&bench, "DaemonSet", "default", "agent", "/status/numberAvailable", "4");
  demo_bench_assert_at (&bench, "DaemonSet", "default", "agent", "/status/numberUnavailable", "");
  demo_bench_assert_at (&bench, "DaemonSet", "default", "agent", "/status/updatedNumberScheduled", "4");

  demo_bench_patch (&bench, "DaemonSet", "default", "agent",
                    "{\"spec\":{\"template\":{\"spec\":{\"tolerations\":[{\"operator\":\"Exists\"}]}}}}");
  demo_bench_live (&bench, 6 * READY_S);
  assert_places (&bench, "control-01=agent:1 node-01=agent:1 node-02=agent:1 node-03=agent:1 node-04=agent:1");

  demo_bench_clear (&bench);
}

static void
test_selector (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "DaemonSet", "default", set_text);
  demo_bench_live (&bench, READY_S);
  demo_bench_patch (&bench, "DaemonSet", "default", "agent",
                    "{\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":"
                    "{\"topology.kubernetes.io/zone\":\"north-b\"}}}}}");
  demo_bench_live (&bench, 4 * READY_S);

  assert_places (&bench, "node-02=agent:1 node-03=agent:1");
  demo_bench_assert_at (&bench, "DaemonSet", "default", "agent", "/status/desiredNumberScheduled", "2");

  demo_bench_clear (&bench);
}

/* A node that comes gets one, a node that is cordoned keeps its own. */
static void
test_node_comes (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "DaemonSet", "default", set_text);
  demo_bench_live (&bench, READY_S);

  demo_bench_create (&bench, "Node", NULL, "metadata: {name: node-05}");
  demo_bench_patch (&bench, "Node", NULL, "node-01", "{\"spec\":{\"unschedulable\":true}}");
  demo_bench_live (&bench, READY_S);
  assert_places (&bench, "node-01=agent:1 node-02=agent:1 node-03=agent:1 node-04=agent:1 node-05=agent:1");
  demo_bench_assert_at (&bench, "Node", NULL, "node-01", "/spec/taints/0/key",
                        "\"node.kubernetes.io/unschedulable\"");

  demo_bench_clear (&bench);
}

/* One node after the other. */
static void
test_update (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "DaemonSet", "default", set_text);
  demo_bench_live (&bench, READY_S);

  demo_bench_patch (&bench, "DaemonSet", "default", "agent",
                    "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"agent\",\"image\":\"agent:2\"}]}}}}");
  demo_bench_live (&bench, 1);
  demo_bench_assert_at (&bench, "DaemonSet", "default", "agent", "/status/numberUnavailable", "1");
  demo_bench_assert_at (&bench, "DaemonSet", "default", "agent", "/status/observedGeneration", "2");

  demo_bench_live (&bench, 4 * READY_S);
  assert_places (&bench, "node-01=agent:2 node-02=agent:2 node-03=agent:2 node-04=agent:2");
  demo_bench_assert_at (&bench, "DaemonSet", "default", "agent", "/status/updatedNumberScheduled", "4");
  g_assert_cmpuint (demo_bench_count (&bench, "ControllerRevision", "default"), ==, 2);

  demo_bench_clear (&bench);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-daemon-set/nodes", test_nodes);
  g_test_add_func ("/demo-daemon-set/selector", test_selector);
  g_test_add_func ("/demo-daemon-set/node-comes", test_node_comes);
  g_test_add_func ("/demo-daemon-set/update", test_update);

  return g_test_run ();
}
