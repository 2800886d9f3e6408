/* test-demo-stateful-set.c: pods with numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-bench.h"

#define READY_S 40

static const char set_text[] =
  "metadata: {name: db}\n"
  "spec:\n"
  "  serviceName: db\n"
  "  replicas: 3\n"
  "  selector: {matchLabels: {app: db}}\n"
  "  volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: "
  "{storage: 1Gi}}}}]\n"
  "  template:\n"
  "    metadata: {labels: {app: db}}\n"
  "    spec: {terminationGracePeriodSeconds: 2, containers: [{name: db, image: 'db:1'}]}\n";

static char *
dup_revision (DemoBench  *bench,
              const char *pod)
{
  return demo_bench_dup_at (bench, "Pod", "default", pod, "/metadata/labels/controller-revision-hash");
}

/* The next one is made when the one before is ready. */
static void
test_in_order (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "StatefulSet", "default", set_text);

  demo_bench_live (&bench, 0);
  demo_bench_assert_names (&bench, "Pod", "default", "db-0");
  demo_bench_assert_names (&bench, "PersistentVolumeClaim", "default", "data-db-0");
  g_assert_cmpuint (demo_bench_count_events (&bench, "default", "SuccessfulCreate",
                                             "Create Claim data-db-0 Pod db-0 in StatefulSet db success"), ==, 1);
  g_assert_cmpuint (demo_bench_count_events (&bench, "default", "SuccessfulCreate",
                                             "Create Pod db-0 in StatefulSet db successful"), ==, 1);
  demo_bench_assert_at (&bench, "Pod", "default", "db-0", "/spec/hostname", "\"db-0\"");
  demo_bench_assert_at (&bench, "Pod", "default", "db-0", "/spec/subdomain", "\"db\"");
  demo_bench_assert_at (&bench, "Pod", "default", "db-0", "/metadata/labels/apps.kubernetes.io~1pod-index", "\"0\"");
  demo_bench_assert_at (&bench, "Pod", "default", "db-0", "/spec/volumes/0/persistentVolumeClaim/claimName",
                        "\"data-db-0\"");

  demo_bench_live (&bench, 3 * READY_S);
  demo_bench_assert_names (&bench, "Pod", "default", "db-0 db-1 db-2");
  demo_bench_assert_at (&bench, "StatefulSet", "default", "db", "/status/readyReplicas", "3");
  demo_bench_assert_at (&bench, "StatefulSet", "default", "db", "/status/currentReplicas", "3");
  demo_bench_assert_at (&bench, "StatefulSet", "default", "db", "/status/updatedReplicas", "3");
  demo_bench_assert_at (&bench, "StatefulSet", "default", "db", "/status/observedGeneration", "1");

  demo_bench_clear (&bench);
}

/* From the highest down to the partition; the lower ones keep what they have. */
static void
test_partition (void)
{
  DemoBench bench;
  g_autofree char *old = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "StatefulSet", "default", set_text);
  demo_bench_live (&bench, 3 * READY_S);
  old = dup_revision (&bench, "db-0");

  demo_bench_patch (&bench, "StatefulSet", "default", "db",
                    "{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"partition\":1}},"
                    "\"template\":{\"spec\":{\"containers\":[{\"name\":\"db\",\"image\":\"db:2\"}]}}}}");
  demo_bench_live (&bench, 3 * READY_S);

  first = dup_revision (&bench, "db-0");
  second = dup_revision (&bench, "db-1");
  third = dup_revision (&bench, "db-2");
  g_assert_cmpstr (first, ==, old);
  g_assert_cmpstr (second, !=, old);
  g_assert_cmpstr (third, ==, second);
  demo_bench_assert_at (&bench, "Pod", "default", "db-2", "/spec/containers/0/image", "\"db:2\"");
  demo_bench_assert_at (&bench, "StatefulSet", "default", "db", "/status/currentRevision", old);
  demo_bench_assert_at (&bench, "StatefulSet", "default", "db", "/status/updateRevision", second);
  demo_bench_assert_at (&bench, "StatefulSet", "default", "db", "/status/currentReplicas", "1");
  demo_bench_assert_at (&bench, "StatefulSet", "default", "db", "/status/updatedReplicas", "2");
  g_assert_cmpuint (demo_bench_count (&bench, "ControllerRevision", "default"), ==, 2);

  /* One that has to be made anew below the partition is made as it was. */
  demo_bench_delete (&bench, "Pod", "default", "db-0", KIN_DEMO_PROPAGATION_DEFAULT);
  demo_bench_live (&bench, 2 * READY_S);
  demo_bench_assert_at (&bench, "Pod", "default", "db-0", "/metadata/labels/controller-revision-hash", old);
  demo_bench_assert_at (&bench, "Pod", "default", "db-0", "/spec/containers/0/image", "\"db:1\"");

  demo_bench_patch (&bench, "StatefulSet", "default", "db",
                    "{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"partition\":0}}}}");
  demo_bench_live (&bench, 2 * READY_S);
  demo_bench_assert_at (&bench, "Pod", "default", "db-0", "/metadata/labels/controller-revision-hash", second);
  demo_bench_assert_at (&bench, "StatefulSet", "default", "db", "/status/currentRevision", second);
  demo_bench_assert_at (&bench, "StatefulSet", "default", "db", "/status/currentReplicas", "3");

  demo_bench_clear (&bench);
}

/* A template that was had before is its old revision, with a new number. */
static void
test_back (void)
{
  DemoBench bench;
  g_autofree char *old = NULL;
  g_autofree char *name = NULL;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "StatefulSet", "default", set_text);
  demo_bench_live (&bench, 0);
  old = demo_bench_dup_at (&bench, "StatefulSet", "default", "db", "/status/updateRevision");
  name = g_strndup (old + 1, strlen (old) - 2);
  demo_bench_assert_at (&bench, "ControllerRevision", "default", name, "/revision", "1");
  demo_bench_assert_at (&bench, "ControllerRevision", "default", name, "/data/spec/template/$patch", "\"replace\"");

  demo_bench_patch (&bench, "StatefulSet", "default", "db",
                    "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"db\",\"image\":\"db:2\"}]}}}}");
  demo_bench_live (&bench, 0);
  demo_bench_patch (&bench, "StatefulSet", "default", "db",
                    "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"db\",\"image\":\"db:1\"}]}}}}");
  demo_bench_live (&bench, 0);

  demo_bench_assert_at (&bench, "StatefulSet", "default", "db", "/status/updateRevision", old);
  demo_bench_assert_at (&bench, "ControllerRevision", "default", name, "/revision", "3");
  g_assert_cmpuint (demo_bench_count (&bench, "ControllerRevision", "default"), ==, 2);

  demo_bench_clear (&bench);
}

/* The highest go first, one after the other; their claims stay. */
static void
test_scale_down (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "StatefulSet", "default", set_text);
  demo_bench_live (&bench, 3 * READY_S);

  demo_bench_patch (&bench, "StatefulSet", "default", "db", "{\"spec\":{\"replicas\":1}}");
  demo_bench_live (&bench, 0);
  g_assert_true (kin_demo_object_is_deleting (demo_bench_get (&bench, "Pod", "default", "db-2")));
  g_assert_false (kin_demo_object_is_deleting (demo_bench_get (&bench, "Pod", "default", "db-1")));

  demo_bench_live (&bench, READY_S);
  demo_bench_assert_names (&bench, "Pod", "default", "db-0");
  demo_bench_assert_names (&bench, "PersistentVolumeClaim", "default", "data-db-0 data-db-1 data-db-2");
  demo_bench_assert_at (&bench, "StatefulSet", "default", "db", "/status/replicas", "1");

  demo_bench_clear (&bench);
}

static void
test_parallel (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "StatefulSet", "default", set_text);
  demo_bench_create (&bench, "StatefulSet", "default",
                     "metadata: {name: queue}\n"
                     "spec:\n"
                     "  serviceName: queue\n"
                     "  replicas: 3\n"
                     "  podManagementPolicy: Parallel\n"
                     "  selector: {matchLabels: {app: queue}}\n"
                     "  template:\n"
                     "    metadata: {labels: {app: queue}}\n"
                     "    spec: {containers: [{name: queue, image: 'queue:1'}]}\n");
  demo_bench_live (&bench, 0);
  demo_bench_assert_names (&bench, "Pod", "default", "db-0 queue-0 queue-1 queue-2");

  demo_bench_clear (&bench);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-stateful-set/in-order", test_in_order);
  g_test_add_func ("/demo-stateful-set/partition", test_partition);
  g_test_add_func ("/demo-stateful-set/back", test_back);
  g_test_add_func ("/demo-stateful-set/scale-down", test_scale_down);
  g_test_add_func ("/demo-stateful-set/parallel", test_parallel);

  return g_test_run ();
}
