/* test-demo-job.c: Jobs, and the CronJobs that make them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-bench.h"

#define POD_S 60

static const char job_text[] =
  "metadata: {name: once}\n"
  "spec:\n"
  "  completions: 3\n"
  "  parallelism: 2\n"
  "  template: {spec: {restartPolicy: Never, containers: [{name: once, image: 'once:1'}]}}\n";

static const char failing_text[] =
  "metadata: {name: failing}\n"
  "spec:\n"
  "  backoffLimit: 1\n"
  "  ttlSecondsAfterFinished: 600\n"
  "  template:\n"
  "    metadata: {annotations: {demo.kinformer/exit-code: '3'}}\n"
  "    spec: {restartPolicy: Never, containers: [{name: once, image: 'once:1'}]}\n";

static const char cron_text[] =
  "metadata: {name: tick}\n"
  "spec:\n"
  "  schedule: '*/5 * * * *'\n"
  "  successfulJobsHistoryLimit: 2\n"
  "  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: once, image: 'once:1'}]}}}}\n";

static void
test_completes (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "Job", "default", job_text);
  demo_bench_live (&bench, 0);
  g_assert_cmpuint (demo_bench_count (&bench, "Pod", "default"), ==, 2);
  demo_bench_assert_at (&bench, "Job", "default", "once", "/status/active", "2");
  demo_bench_assert_at (&bench, "Job", "default", "once", "/status/startTime", "\"2026-12-01T12:00:00Z\"");
  demo_bench_assert_at (&bench, "Job", "default", "once", "/metadata/labels/job-name", "\"once\"");
  demo_bench_assert_at (&bench, "Job", "default", "once",
                        "/spec/template/metadata/labels/batch.kubernetes.io~1job-name", "\"once\"");

  demo_bench_live (&bench, 3 * POD_S);
  g_assert_cmpuint (demo_bench_count (&bench, "Pod", "default"), ==, 3);
  demo_bench_assert_at (&bench, "Job", "default", "once", "/status/succeeded", "3");
  demo_bench_assert_at (&bench, "Job", "default", "once", "/status/active", "");
  demo_bench_assert_at (&bench, "Job", "default", "once", "/status/conditions/0/type", "\"SuccessCriteriaMet\"");
  demo_bench_assert_at (&bench, "Job", "default", "once", "/status/conditions/1/type", "\"Complete\"");
  demo_bench_assert_at (&bench, "Job", "default", "once", "/status/conditions/1/reason", "\"CompletionsReached\"");
  g_assert_cmpuint (demo_bench_count_events (&bench, "default", "Completed", "Job completed"), ==, 1);

  demo_bench_clear (&bench);
}

/* Tried twice, given up, and gone ten minutes later with its pods. */
static void
test_fails (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "Job", "default", failing_text);
  demo_bench_live (&bench, 2 * POD_S);
  demo_bench_assert_at (&bench, "Job", "default", "failing", "/status/failed", "2");
  demo_bench_assert_at (&bench, "Job", "default", "failing", "/status/conditions/1/type", "\"Failed\"");
  demo_bench_assert_at (&bench, "Job", "default", "failing", "/status/conditions/1/reason",
                        "\"BackoffLimitExceeded\"");
  g_assert_cmpuint (demo_bench_count (&bench, "Pod", "default"), ==, 2);

  demo_bench_live (&bench, 600);
  demo_bench_assert_names (&bench, "Job", "default", "");
  demo_bench_assert_names (&bench, "Pod", "default", "");

  demo_bench_clear (&bench);
}

static void
test_indexed (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "Job", "default",
                     "metadata: {name: numbered}\n"
                     "spec:\n"
                     "  completions: 4\n"
                     "  parallelism: 4\n"
                     "  completionMode: Indexed\n"
                     "  template: {spec: {restartPolicy: Never, containers: [{name: once, image: 'once:1'}]}}\n");
  demo_bench_live (&bench, 2 * POD_S);
  demo_bench_assert_at (&bench, "Job", "default", "numbered", "/status/completedIndexes", "\"0-3\"");
  demo_bench_assert_at (&bench, "Job", "default", "numbered", "/status/succeeded", "4");

  demo_bench_clear (&bench);
}

static void
test_suspended (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "Job", "default", job_text);
  demo_bench_patch (&bench, "Job", "default", "once", "{\"spec\":{\"suspend\":true}}");
  demo_bench_live (&bench, POD_S);
  demo_bench_assert_names (&bench, "Pod", "default", "");
  demo_bench_assert_at (&bench, "Job", "default", "once", "/status/conditions/0/type", "\"Suspended\"");
  demo_bench_assert_at (&bench, "Job", "default", "once", "/status/startTime", "");

  demo_bench_patch (&bench, "Job", "default", "once", "{\"spec\":{\"suspend\":false}}");
  demo_bench_live (&bench, 0);
  g_assert_cmpuint (demo_bench_count (&bench, "Pod", "default"), ==, 2);
  demo_bench_assert_at (&bench, "Job", "default", "once", "/status/conditions/0/status", "\"False\"");

  demo_bench_clear (&bench);
}

/* 12:05, 12:10, 12:15: the first is forgotten. */
static void
test_cron (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "CronJob", "default", cron_text);
  demo_bench_live (&bench, 299);
  demo_bench_assert_names (&bench, "Job", "default", "");

  demo_bench_live (&bench, 1);
  demo_bench_assert_names (&bench, "Job", "default", "tick-29935445");
  demo_bench_assert_at (&bench, "CronJob", "default", "tick", "/status/active/0/name", "\"tick-29935445\"");
  demo_bench_assert_at (&bench, "CronJob", "default", "tick", "/status/lastScheduleTime",
                        "\"2026-12-01T12:05:00Z\"");

  demo_bench_live (&bench, 12 * 60);
  demo_bench_assert_names (&bench, "Job", "default", "tick-29935450 tick-29935455");
  demo_bench_assert_at (&bench, "CronJob", "default", "tick", "/status/active", "");
  g_assert_cmpuint (demo_bench_count (&bench, "Pod", "default"), ==, 2);

  demo_bench_clear (&bench);
}

static void
test_cron_suspended (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "CronJob", "default", cron_text);
  demo_bench_patch (&bench, "CronJob", "default", "tick", "{\"spec\":{\"suspend\":true}}");
  demo_bench_live (&bench, 60 * 60);
  demo_bench_assert_names (&bench, "Job", "default", "");

  /* Of all the times that it missed it makes up for the last. */
  demo_bench_patch (&bench, "CronJob", "default", "tick", "{\"spec\":{\"suspend\":false}}");
  demo_bench_live (&bench, 0);
  demo_bench_assert_names (&bench, "Job", "default", "tick-29935500");

  demo_bench_clear (&bench);
}

/* A Job that never ends keeps the next from starting, or makes way for it. */
static void
test_cron_concurrency (void)
{
  DemoBench bench;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "CronJob", "default", cron_text);
  demo_bench_patch (&bench, "CronJob", "default", "tick",
                    "{\"spec\":{\"concurrencyPolicy\":\"Forbid\",\"jobTemplate\":{\"spec\":{\"template\":{\"metadata\":"
                    "{\"annotations\":{\"demo.kinformer/run-seconds\":\"86400\"}}}}}}}");
  demo_bench_live (&bench, 11 * 60);
  demo_bench_assert_names (&bench, "Job", "default", "tick-29935445");
  g_assert_cmpuint (demo_bench_count_events (&bench, "default", "JobAlreadyActive", NULL), ==, 1);

  demo_bench_patch (&bench, "CronJob", "default", "tick", "{\"spec\":{\"concurrencyPolicy\":\"Replace\"}}");
  demo_bench_live (&bench, 2 * 60);
  demo_bench_assert_names (&bench, "Job", "default", "tick-29935450");

  demo_bench_clear (&bench);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-job/completes", test_completes);
  g_test_add_func ("/demo-job/fails", test_fails);
  g_test_add_func ("/demo-job/indexed", test_indexed);
  g_test_add_func ("/demo-job/suspended", test_suspended);
  g_test_add_func ("/demo-job/cron", test_cron);
  g_test_add_func ("/demo-job/cron-suspended", test_cron_suspended);
  g_test_add_func ("/demo-job/cron-concurrency", test_cron_concurrency);

  return g_test_run ();
}
