/* test-demo-autoscaler.c: more pods when there is more to do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-bench.h"

static void
set_up (DemoBench *bench)
{
  demo_bench_init (bench);
  demo_bench_create (bench, "Deployment", "default",
                     "metadata: {name: web}\n"
                     "spec:\n"
                     "  replicas: 3\n"
                     "  selector: {matchLabels: {app: web}}\n"
                     "  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: 'web:1'}]}}\n");
  demo_bench_create (bench, "HorizontalPodAutoscaler", "default",
                     "metadata: {name: web}\n"
                     "spec:\n"
                     "  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n"
                     "  minReplicas: 2\n"
                     "  maxReplicas: 8\n"
                     "  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, "
                     "averageUtilization: 70}}}]\n");
}

/* In the course of an hour it goes up and down, within its bounds. */
static void
test_follows (void)
{
  DemoBench bench;
  gboolean seen[10] = { FALSE };
  guint n_seen = 0;

  set_up (&bench);
  for (guint minute = 0; minute < 60; minute++)
    {
      g_autofree char *replicas = NULL;

      demo_bench_live (&bench, 60);
      replicas = demo_bench_dup_at (&bench, "Deployment", "default", "web", "/spec/replicas");
      seen[*replicas - '0'] = TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (seen); i++)
    n_seen += seen[i];

  g_assert_false (seen[0] || seen[1] || seen[9]);
  g_assert_cmpuint (n_seen, >=, 3);
  demo_bench_assert_condition (&bench, "HorizontalPodAutoscaler", "default", "web", "ScalingActive",
                               "True ValidMetricFound");
  demo_bench_assert_at (&bench, "HorizontalPodAutoscaler", "default", "web", "/status/currentMetrics/0/resource/name",
                        "\"cpu\"");
  g_assert_cmpuint (demo_bench_count_events (&bench, "default", "SuccessfulRescale", NULL), >=, 2);

  demo_bench_clear (&bench);
}

/* Someone switched it off: it does not wake it. */
static void
test_nothing (void)
{
  DemoBench bench;

  set_up (&bench);
  demo_bench_live (&bench, 30);
  demo_bench_patch (&bench, "Deployment", "default", "web", "{\"spec\":{\"replicas\":0}}");
  demo_bench_live (&bench, 10 * 60);
  demo_bench_assert_at (&bench, "Deployment", "default", "web", "/spec/replicas", "0");
  demo_bench_assert_condition (&bench, "HorizontalPodAutoscaler", "default", "web", "ScalingActive",
                               "False ScalingDisabled");

  demo_bench_clear (&bench);
}

static void
test_no_target (void)
{
  DemoBench bench;

  set_up (&bench);
  demo_bench_delete (&bench, "Deployment", "default", "web", KIN_DEMO_PROPAGATION_BACKGROUND);
  demo_bench_live (&bench, 30);
  demo_bench_assert_condition (&bench, "HorizontalPodAutoscaler", "default", "web", "AbleToScale",
                               "False FailedGetScale");
  g_assert_cmpuint (demo_bench_count_events (&bench, "default", "FailedGetScale",
                                             "deployments.apps \"web\" not found"), ==, 1);

  demo_bench_clear (&bench);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-autoscaler/follows", test_follows);
  g_test_add_func ("/demo-autoscaler/nothing", test_nothing);
  g_test_add_func ("/demo-autoscaler/no-target", test_no_target);

  return g_test_run ();
}
