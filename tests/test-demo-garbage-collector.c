/* test-demo-garbage-collector.c: what belongs to something goes with it, before it, or stays.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-bench.h"

#define READY_S 40

static const char deployment_text[] =
  "metadata: {name: web}\n"
  "spec:\n"
  "  replicas: 2\n"
  "  selector: {matchLabels: {app: web}}\n"
  "  template:\n"
  "    metadata: {labels: {app: web}}\n"
  "    spec: {terminationGracePeriodSeconds: 2, containers: [{name: web, image: 'web:1'}]}\n";

static void
set_up (DemoBench *bench)
{
  demo_bench_init (bench);
  demo_bench_create (bench, "Deployment", "default", deployment_text);
  demo_bench_live (bench, READY_S);
  g_assert_cmpuint (demo_bench_count (bench, "ReplicaSet", "default"), ==, 1);
  g_assert_cmpuint (demo_bench_count (bench, "Pod", "default"), ==, 2);
}

/* It is gone at once, the others follow. */
static void
test_background (void)
{
  DemoBench bench;

  set_up (&bench);
  demo_bench_delete (&bench, "Deployment", "default", "web", KIN_DEMO_PROPAGATION_BACKGROUND);
  demo_bench_assert_names (&bench, "Deployment", "default", "");
  g_assert_cmpuint (demo_bench_count (&bench, "ReplicaSet", "default"), ==, 1);

  demo_bench_live (&bench, 0);
  g_assert_cmpuint (demo_bench_count (&bench, "ReplicaSet", "default"), ==, 0);
  g_assert_cmpuint (demo_bench_count (&bench, "Pod", "default"), ==, 2);

  demo_bench_live (&bench, READY_S);
  g_assert_cmpuint (demo_bench_count (&bench, "Pod", "default"), ==, 0);

  demo_bench_clear (&bench);
}

/* It stays until the last of its pods is gone. */
static void
test_foreground (void)
{
  DemoBench bench;

  set_up (&bench);
  demo_bench_delete (&bench, "Deployment", "default", "web", KIN_DEMO_PROPAGATION_FOREGROUND);
  demo_bench_live (&bench, 0);
  g_assert_true (kin_demo_object_is_deleting (demo_bench_get (&bench, "Deployment", "default", "web")));
  g_assert_cmpuint (demo_bench_count (&bench, "ReplicaSet", "default"), ==, 1);
  g_assert_cmpuint (demo_bench_count (&bench, "Pod", "default"), ==, 2);

  demo_bench_live (&bench, READY_S);
  demo_bench_assert_names (&bench, "Deployment", "default", "");
  demo_bench_assert_names (&bench, "ReplicaSet", "default", "");
  demo_bench_assert_names (&bench, "Pod", "default", "");

  demo_bench_clear (&bench);
}

/* Its ReplicaSet goes on without it, and belongs to nobody. */
static void
test_orphan (void)
{
  DemoBench bench;
  g_autofree char *name = NULL;

  set_up (&bench);
  name = demo_bench_dup_names (&bench, "ReplicaSet", "default");
  demo_bench_delete (&bench, "Deployment", "default", "web", KIN_DEMO_PROPAGATION_ORPHAN);
  demo_bench_live (&bench, READY_S);

  demo_bench_assert_names (&bench, "Deployment", "default", "");
  demo_bench_assert_names (&bench, "ReplicaSet", "default", name);
  demo_bench_assert_at (&bench, "ReplicaSet", "default", name, "/metadata/ownerReferences", "");
  g_assert_cmpuint (demo_bench_count (&bench, "Pod", "default"), ==, 2);

  demo_bench_clear (&bench);
}

static char *
dup_uid (DemoBench  *bench,
         const char *name)
{
  return g_strdup (kin_demo_object_get_uid (demo_bench_get (bench, "ConfigMap", "default", name)));
}

/* One of two owners goes: the other keeps it, and the reference to the dead one is taken out. */
static void
test_two_owners (void)
{
  DemoBench bench;
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;
  g_autofree char *text = NULL;

  demo_bench_init (&bench);
  demo_bench_create (&bench, "ConfigMap", "default", "metadata: {name: one}");
  demo_bench_create (&bench, "ConfigMap", "default", "metadata: {name: two}");
  one = dup_uid (&bench, "one");
  two = dup_uid (&bench, "two");
  text = g_strdup_printf ("metadata:\n"
                          "  name: kept\n"
                          "  ownerReferences:\n"
                          "  - {apiVersion: v1, kind: ConfigMap, name: one, uid: %s}\n"
                          "  - {apiVersion: v1, kind: ConfigMap, name: two, uid: %s}\n", one, two);
  demo_bench_create (&bench, "Secret", "default", text);

  demo_bench_delete (&bench, "ConfigMap", "default", "one", KIN_DEMO_PROPAGATION_DEFAULT);
  demo_bench_live (&bench, 0);
  demo_bench_assert_names (&bench, "Secret", "default", "kept");
  demo_bench_assert_at (&bench, "Secret", "default", "kept", "/metadata/ownerReferences/0/name", "\"two\"");
  demo_bench_assert_at (&bench, "Secret", "default", "kept", "/metadata/ownerReferences/1", "");

  demo_bench_delete (&bench, "ConfigMap", "default", "two", KIN_DEMO_PROPAGATION_DEFAULT);
  demo_bench_live (&bench, 0);
  demo_bench_assert_names (&bench, "Secret", "default", "");

  demo_bench_clear (&bench);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-garbage-collector/background", test_background);
  g_test_add_func ("/demo-garbage-collector/foreground", test_foreground);
  g_test_add_func ("/demo-garbage-collector/orphan", test_orphan);
  g_test_add_func ("/demo-garbage-collector/two-owners", test_two_owners);

  return g_test_run ();
}
