/* test-demo-namespace.c: what is in every namespace and on every node, volumes, kinds that come and go.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-bench.h"

static void
test_furnished (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "Namespace", NULL, "metadata: {name: mine}");
  demo_bench_live (&bench, 0);
  demo_bench_assert_names (&bench, "ServiceAccount", "mine", "default");
  demo_bench_assert_names (&bench, "ConfigMap", "mine", "kube-root-ca.crt");
  demo_bench_assert_at (&bench, "Namespace", NULL, "mine", "/status/phase", "\"Active\"");

  demo_bench_delete (&bench, "ServiceAccount", "mine", "default", KIN_DEMO_PROPAGATION_DEFAULT);
  demo_bench_live (&bench, 0);
  demo_bench_assert_names (&bench, "ServiceAccount", "mine", "default");

  demo_bench_clear (&bench);
}

/* It waits for the pod that takes its time. */
static void
test_deleted (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "Namespace", NULL, "metadata: {name: mine}");
  demo_bench_live (&bench, 0);
  demo_bench_create (&bench, "Pod", "mine",
                     "metadata: {name: web}\n"
                     "spec: {terminationGracePeriodSeconds: 30, containers: [{name: web, image: 'web:1'}]}\n");
  demo_bench_live (&bench, 30);

  demo_bench_delete (&bench, "Namespace", NULL, "mine", KIN_DEMO_PROPAGATION_DEFAULT);
  demo_bench_live (&bench, 0);
  demo_bench_assert_at (&bench, "Namespace", NULL, "mine", "/status/phase", "\"Terminating\"");
  demo_bench_assert_at (&bench, "Namespace", NULL, "mine", "/status/conditions/3/type",
                        "\"NamespaceContentRemaining\"");
  demo_bench_assert_at (&bench, "Namespace", NULL, "mine", "/status/conditions/3/message",
                        "\"Some resources are remaining: pods. has 1 resource instances\"");
  demo_bench_assert_names (&bench, "ConfigMap", "mine", "");

  demo_bench_live (&bench, 60);
  g_assert_null (demo_bench_get (&bench, "Namespace", NULL, "mine"));
  g_assert_cmpuint (demo_bench_count (&bench, "Pod", "mine"), ==, 0);
  g_assert_cmpuint (demo_bench_count (&bench, "Event", "mine"), ==, 0);

  demo_bench_clear (&bench);
}

/* A lease every ten seconds, a status every five minutes. */
static void
test_nodes (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_assert_names (&bench, "Node", NULL, "control-01 node-01 node-02 node-03 node-04");
  demo_bench_assert_at (&bench, "Node", NULL, "node-01", "/status/conditions/3/reason", "\"KubeletReady\"");
  demo_bench_assert_at (&bench, "Node", NULL, "node-01", "/status/conditions/3/lastHeartbeatTime",
                        "\"2026-12-01T12:00:00Z\"");

  demo_bench_live (&bench, 299);
  demo_bench_assert_at (&bench, "Lease", "kube-node-lease", "node-01", "/spec/renewTime",
                        "\"2026-12-01T12:04:50.000000Z\"");
  demo_bench_assert_at (&bench, "Node", NULL, "node-01", "/status/conditions/3/lastHeartbeatTime",
                        "\"2026-12-01T12:00:00Z\"");

  demo_bench_live (&bench, 1);
  demo_bench_assert_at (&bench, "Node", NULL, "node-01", "/status/conditions/3/lastHeartbeatTime",
                        "\"2026-12-01T12:05:00Z\"");

  demo_bench_clear (&bench);
}

static void
test_events_expire (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "Pod", "default", "metadata: {name: web}\nspec: {containers: [{name: web, image: 'web:1'}]}\n");
  demo_bench_live (&bench, 60);
  g_assert_cmpuint (demo_bench_count_events (&bench, "default", "Scheduled", NULL), ==, 1);

  demo_bench_live (&bench, 60 * 60);
  g_assert_cmpuint (demo_bench_count (&bench, "Event", "default"), ==, 0);

  demo_bench_clear (&bench);
}

/* A volume comes with the claim, and goes with it. */
static void
test_claim (void)
{
  DemoBench bench;
  g_autofree char *volume = NULL;
  g_autofree char *name = NULL;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "StorageClass", NULL,
                     "metadata: {name: fast, annotations: {storageclass.kubernetes.io/is-default-class: 'true'}}\n"
                     "provisioner: csi.storage.example.com\n");
  demo_bench_create (&bench, "PersistentVolumeClaim", "default",
                     "metadata: {name: data}\n"
                     "spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n");
  demo_bench_live (&bench, 0);
  demo_bench_assert_at (&bench, "PersistentVolumeClaim", "default", "data", "/status/phase", "\"Bound\"");
  demo_bench_assert_at (&bench, "PersistentVolumeClaim", "default", "data", "/status/capacity/storage", "\"1Gi\"");
  volume = demo_bench_dup_names (&bench, "PersistentVolume", NULL);
  name = g_strdup_printf ("\"%s\"", volume);
  demo_bench_assert_at (&bench, "PersistentVolumeClaim", "default", "data", "/spec/volumeName", name);
  demo_bench_assert_at (&bench, "PersistentVolume", NULL, volume, "/status/phase", "\"Bound\"");
  demo_bench_assert_at (&bench, "PersistentVolume", NULL, volume, "/spec/claimRef/name", "\"data\"");

  demo_bench_delete (&bench, "PersistentVolumeClaim", "default", "data", KIN_DEMO_PROPAGATION_DEFAULT);
  demo_bench_live (&bench, 0);
  demo_bench_assert_names (&bench, "PersistentVolumeClaim", "default", "");
  demo_bench_assert_names (&bench, "PersistentVolume", NULL, "");

  demo_bench_clear (&bench);
}

static void
test_definition (void)
{
  DemoBench bench;
  KinDemoKinds *kinds;

  demo_bench_init (&bench);
  kinds = kin_demo_world_get_kinds (bench.world);
  demo_bench_create (&bench, "CustomResourceDefinition", NULL,
                     "metadata: {name: lamps.example.com}\n"
                     "spec:\n"
                     "  group: example.com\n"
                     "  scope: Namespaced\n"
                     "  names: {kind: Lamp, listKind: LampList, plural: lamps, singular: lamp}\n"
                     "  versions:\n"
                     "  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, "
                     "x-kubernetes-preserve-unknown-fields: true}}}\n");
  demo_bench_live (&bench, 0);
  demo_bench_assert_at (&bench, "CustomResourceDefinition", NULL, "lamps.example.com", "/status/conditions/1/type",
                        "\"Established\"");
  demo_bench_assert_at (&bench, "CustomResourceDefinition", NULL, "lamps.example.com", "/status/conditions/1/status",
                        "\"True\"");
  demo_bench_assert_at (&bench, "CustomResourceDefinition", NULL, "lamps.example.com", "/status/storedVersions",
                        "[\"v1\"]");
  g_assert_nonnull (kin_demo_kinds_find (kinds, "example.com", "v1", "lamps"));
  demo_bench_create (&bench, "Lamp", "default", "metadata: {name: desk}\nspec: {watts: 5}\n");

  demo_bench_delete (&bench, "CustomResourceDefinition", NULL, "lamps.example.com", KIN_DEMO_PROPAGATION_DEFAULT);
  demo_bench_live (&bench, 0);
  g_assert_null (demo_bench_get (&bench, "CustomResourceDefinition", NULL, "lamps.example.com"));
  g_assert_null (kin_demo_kinds_find (kinds, "example.com", "v1", "lamps"));

  demo_bench_clear (&bench);
}

static void
test_disruption_budget (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "PodDisruptionBudget", "default",
                     "metadata: {name: web}\nspec: {minAvailable: 2, selector: {matchLabels: {app: web}}}\n");
  demo_bench_create (&bench, "PodDisruptionBudget", "default",
                     "metadata: {name: half}\nspec: {maxUnavailable: 50%, selector: {matchLabels: {app: web}}}\n");
  demo_bench_create (&bench, "Deployment", "default",
                     "metadata: {name: web}\n"
                     "spec:\n"
                     "  replicas: 3\n"
                     "  selector: {matchLabels: {app: web}}\n"
                     "  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: 'web:1'}]}}\n");
  demo_bench_live (&bench, 0);
  demo_bench_assert_at (&bench, "PodDisruptionBudget", "default", "web", "/status/conditions/0/reason",
                        "\"InsufficientPods\"");

  demo_bench_live (&bench, 60);
  demo_bench_assert_at (&bench, "PodDisruptionBudget", "default", "web", "/status/conditions/0/reason",
                        "\"SufficientPods\"");
  demo_bench_assert_at (&bench, "PodDisruptionBudget", "default", "web", "/status/currentHealthy", "3");
  demo_bench_assert_at (&bench, "PodDisruptionBudget", "default", "web", "/status/desiredHealthy", "2");
  demo_bench_assert_at (&bench, "PodDisruptionBudget", "default", "web", "/status/disruptionsAllowed", "1");
  demo_bench_assert_at (&bench, "PodDisruptionBudget", "default", "half", "/status/expectedPods", "3");
  demo_bench_assert_at (&bench, "PodDisruptionBudget", "default", "half", "/status/disruptionsAllowed", "2");

  demo_bench_clear (&bench);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-namespace/furnished", test_furnished);
  g_test_add_func ("/demo-namespace/deleted", test_deleted);
  g_test_add_func ("/demo-namespace/nodes", test_nodes);
  g_test_add_func ("/demo-namespace/events-expire", test_events_expire);
  g_test_add_func ("/demo-namespace/claim", test_claim);
  g_test_add_func ("/demo-namespace/definition", test_definition);
  g_test_add_func ("/demo-namespace/disruption-budget", test_disruption_budget);

  return g_test_run ();
}
