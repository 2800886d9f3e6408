/* test-demo-replica-set.c: how many pods there are, and which of them go.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-fixture.h"
#include "demo/kin-demo-adoption.h"
#include "demo/kin-demo-kubelet.h"
#include "demo/kin-demo-replica-set.h"
#include "demo/kin-demo-scheduler.h"

static const KinDemoController * const table[] = {
  &kin_demo_replica_set_controller,
  &kin_demo_pod_adoption_controller,
  &kin_demo_scheduler,
  &kin_demo_kubelet,
  NULL
};

/* Nobody runs the pods: their status is what the test writes. */
static const KinDemoController * const bare_table[] = {
  &kin_demo_replica_set_controller,
  NULL
};

#define TEMPLATE "'template': {'metadata': {'labels': {'app': 'web'}}, 'spec': {'containers': [{'name': 'c', 'image': 'i:1'}]}}"
#define SELECTOR "'selector': {'matchLabels': {'app': 'web'}}"

static void
set_up (DemoFixture   *fixture,
        gconstpointer  data)
{
  demo_fixture_set_up (fixture, data, 2);
}

static void
tear_down (DemoFixture   *fixture,
           gconstpointer  data)
{
  demo_fixture_tear_down (fixture);
}

static void
add_set (DemoFixture *fixture,
         int          replicas)
{
  g_autofree char *json = g_strdup_printf ("{'metadata': {'name': 'web'}, 'spec': {'replicas': %d, " SELECTOR ", " TEMPLATE
                                           "}}", replicas);

  demo_fixture_create (fixture, "replicasets", json);
}

static void
scale (DemoFixture *fixture,
       int          replicas)
{
  g_autofree char *patch = g_strdup_printf ("{'spec': {'replicas': %d}}", replicas);

  demo_fixture_change (fixture, "replicasets", "web", NULL, patch);
  kin_demo_controllers_drain (fixture->controllers);
}

/* A pod of the ReplicaSet “web”, which has room for it. */
static void
add_pod (DemoFixture *fixture,
         const char  *name,
         const char  *metadata,
         const char  *status)
{
  KinDemoObject *set = demo_fixture_get (fixture, "replicasets", "web");
  g_autofree char *json = NULL;

  json = g_strdup_printf (
    "{'metadata': {'name': '%s', 'labels': {'app': 'web'}, %s%s'ownerReferences': [{'apiVersion': 'apps/v1', "
    "'kind': 'ReplicaSet', 'name': 'web', 'uid': '%s', 'controller': true}]}, "
    "'spec': {'nodeName': 'node-1', 'containers': [{'name': 'c', 'image': 'i:1'}]}, 'status': {%s}}",
    name, metadata, *metadata != '\0' ? ", " : "", kin_demo_object_get_uid (set), status);
  demo_fixture_create (fixture, "pods", json);
}

/* Names of the pods that are not being deleted. */
static char *
dup_pods (DemoFixture *fixture)
{
  g_autoptr(GPtrArray) pods = demo_fixture_list (fixture, "pods");
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < pods->len; i++)
    {
      KinDemoObject *pod = g_ptr_array_index (pods, i);

      if (!kin_demo_object_is_deleting (pod))
        g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "", kin_demo_object_get_name (pod));
    }

  return g_string_free (names, FALSE);
}

static void
assert_pods (DemoFixture *fixture,
             const char  *expected)
{
  g_autofree char *names = dup_pods (fixture);

  g_assert_cmpstr (names, ==, expected);
}

static void
test_create (DemoFixture   *fixture,
             gconstpointer  data)
{
  g_autoptr(GPtrArray) pods = NULL;
  g_autofree char *events = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *owner = NULL;
  KinDemoObject *pod;

  add_set (fixture, 1);
  demo_fixture_step (fixture, 30);

  pods = demo_fixture_list (fixture, "pods");
  g_assert_cmpuint (pods->len, ==, 1);
  pod = g_ptr_array_index (pods, 0);
  g_assert_true (g_str_has_prefix (kin_demo_object_get_name (pod), "web-"));
  g_assert_cmpuint (strlen (kin_demo_object_get_name (pod)), ==, strlen ("web-xxxxx"));
  g_assert_cmpstr (kin_demo_object_get_owner_uid (pod), ==,
                   kin_demo_object_get_uid (demo_fixture_get (fixture, "replicasets", "web")));
  owner = demo_fixture_dup_at (pod, "metadata.ownerReferences.0.blockOwnerDeletion");
  g_assert_cmpstr (owner, ==, "true");

  demo_fixture_assert_at (fixture, "replicasets", "web", "status",
                          "{'replicas':1,'fullyLabeledReplicas':1,'readyReplicas':1,'availableReplicas':1,"
                          "'terminatingReplicas':0,'observedGeneration':1}");
  events = demo_fixture_dup_events (fixture, "ReplicaSet", "web");
  expected = g_strdup_printf ("SuccessfulCreate: Created pod: %s\n", kin_demo_object_get_name (pod));
  g_assert_cmpstr (events, ==, expected);
}

static void
test_replaces (DemoFixture   *fixture,
               gconstpointer  data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  add_set (fixture, 1);
  demo_fixture_step (fixture, 30);
  before = dup_pods (fixture);

  demo_fixture_delete (fixture, "pods", before);
  kin_demo_controllers_drain (fixture->controllers);
  demo_fixture_assert_at (fixture, "replicasets", "web", "status.replicas", "1");
  demo_fixture_assert_at (fixture, "replicasets", "web", "status.terminatingReplicas", "1");
  after = dup_pods (fixture);
  g_assert_cmpstr (after, !=, before);

  demo_fixture_step (fixture, 30);
  g_assert_null (demo_fixture_get (fixture, "pods", before));
  assert_pods (fixture, after);
  demo_fixture_assert_at (fixture, "replicasets", "web", "status.readyReplicas", "1");
}

static void
test_deletes_who_is_missed_least (DemoFixture   *fixture,
                                  gconstpointer  data)
{
  add_set (fixture, 0);
  kin_demo_controllers_drain (fixture->controllers);
  demo_fixture_change (fixture, "replicasets", "web", NULL, "{'spec': {'replicas': 6}}");
  add_pod (fixture, "old", "",
           "'phase': 'Running', 'conditions': [{'type': 'Ready', 'status': 'True', "
           "'lastTransitionTime': '2026-12-01T10:00:00Z'}]");
  add_pod (fixture, "new", "",
           "'phase': 'Running', 'conditions': [{'type': 'Ready', 'status': 'True', "
           "'lastTransitionTime': '2026-12-01T11:00:00Z'}]");
  add_pod (fixture, "cheap", "'annotations': {'controller.kubernetes.io/pod-deletion-cost': '-5'}",
           "'phase': 'Running', 'conditions': [{'type': 'Ready', 'status': 'True', "
           "'lastTransitionTime': '2026-12-01T09:00:00Z'}]");
  add_pod (fixture, "unready", "",
           "'phase': 'Running', 'conditions': [{'type': 'Ready', 'status': 'False', "
           "'lastTransitionTime': '2026-12-01T09:00:00Z'}]");
  add_pod (fixture, "restarted", "",
           "'phase': 'Running', 'conditions': [{'type': 'Ready', 'status': 'False', "
           "'lastTransitionTime': '2026-12-01T09:00:00Z'}], 'containerStatuses': [{'name': 'c', 'restartCount': 3}]");
  add_pod (fixture, "pending", "", "'phase': 'Pending'");
  kin_demo_controllers_drain (fixture->controllers);
  assert_pods (fixture, "cheap new old pending restarted unready");

  scale (fixture, 5);
  assert_pods (fixture, "cheap new old restarted unready");
  scale (fixture, 4);
  assert_pods (fixture, "cheap new old unready");
  scale (fixture, 3);
  assert_pods (fixture, "cheap new old");
  scale (fixture, 2);
  assert_pods (fixture, "new old");
  scale (fixture, 1);
  assert_pods (fixture, "old");
  demo_fixture_assert_at (fixture, "replicasets", "web", "status.terminatingReplicas", "5");
}

static void
test_ended_pods_do_not_count (DemoFixture   *fixture,
                              gconstpointer  data)
{
  g_autofree char *pods = NULL;

  add_set (fixture, 0);
  kin_demo_controllers_drain (fixture->controllers);
  demo_fixture_change (fixture, "replicasets", "web", NULL, "{'spec': {'replicas': 1}}");
  add_pod (fixture, "failed", "", "'phase': 'Failed'");
  kin_demo_controllers_drain (fixture->controllers);

  pods = dup_pods (fixture);
  g_assert_true (g_str_has_prefix (pods, "failed web-"));
  demo_fixture_assert_at (fixture, "replicasets", "web", "status.replicas", "1");
}

static void
test_gathers (DemoFixture   *fixture,
              gconstpointer  data)
{
  demo_fixture_create (fixture, "pods", "{'metadata': {'name': 'stray', 'labels': {'app': 'web'}}, "
                                        "'spec': {'containers': [{'name': 'c', 'image': 'i:1'}]}}");
  demo_fixture_step (fixture, 30);
  add_set (fixture, 1);
  kin_demo_controllers_drain (fixture->controllers);
  assert_pods (fixture, "stray");
  demo_fixture_assert_at (fixture, "pods", "stray", "metadata.ownerReferences.0.name", "web");
  demo_fixture_assert_at (fixture, "replicasets", "web", "status.readyReplicas", "1");
}

/* One too many: either the one that came or another goes, and it was adopted before. */
static void
test_adopts_a_newcomer (DemoFixture   *fixture,
                        gconstpointer  data)
{
  g_autofree char *before = NULL;

  add_set (fixture, 1);
  demo_fixture_step (fixture, 30);
  before = dup_pods (fixture);

  demo_fixture_create (fixture, "pods", "{'metadata': {'name': 'stray', 'labels': {'app': 'web'}}, "
                                        "'spec': {'containers': [{'name': 'c', 'image': 'i:1'}]}}");
  kin_demo_controllers_drain (fixture->controllers);
  assert_pods (fixture, before);
}

static void
test_lets_go (DemoFixture   *fixture,
              gconstpointer  data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  add_set (fixture, 1);
  demo_fixture_step (fixture, 30);
  before = dup_pods (fixture);

  demo_fixture_change (fixture, "pods", before, NULL, "{'metadata': {'labels': {'app': 'under-the-microscope'}}}");
  demo_fixture_step (fixture, 30);
  g_assert_null (kin_demo_object_get_owner_uid (demo_fixture_get (fixture, "pods", before)));
  demo_fixture_assert_at (fixture, "replicasets", "web", "status.replicas", "1");
  after = dup_pods (fixture);
  g_assert_cmpuint (strlen (after), ==, 2 * strlen (before) + 1);
}

static void
test_min_ready_seconds (DemoFixture   *fixture,
                        gconstpointer  data)
{
  demo_fixture_create (fixture, "replicasets", "{'metadata': {'name': 'web'}, 'spec': {'replicas': 0, "
                                               "'minReadySeconds': 10, " SELECTOR ", " TEMPLATE "}}");
  kin_demo_controllers_drain (fixture->controllers);
  demo_fixture_change (fixture, "replicasets", "web", NULL, "{'spec': {'replicas': 1}}");
  add_pod (fixture, "pod", "",
           "'phase': 'Running', 'conditions': [{'type': 'Ready', 'status': 'True', "
           "'lastTransitionTime': '2026-12-01T12:00:00Z'}]");

  demo_fixture_step (fixture, 9.9);
  demo_fixture_assert_at (fixture, "replicasets", "web", "status.readyReplicas", "1");
  demo_fixture_assert_at (fixture, "replicasets", "web", "status.availableReplicas", NULL);
  demo_fixture_step (fixture, 0.2);
  demo_fixture_assert_at (fixture, "replicasets", "web", "status.availableReplicas", "1");
}

static void
test_many (DemoFixture   *fixture,
           gconstpointer  data)
{
  add_set (fixture, 600);
  kin_demo_controllers_drain (fixture->controllers);
  demo_fixture_step (fixture, 1);
  demo_fixture_assert_at (fixture, "replicasets", "web", "status.replicas", "600");
}

static void
add_test (const char                      *path,
          const KinDemoController * const *controllers,
          void                           (*test) (DemoFixture *, gconstpointer))
{
  g_test_add (path, DemoFixture, controllers, set_up, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/demo-replica-set/create", table, test_create);
  add_test ("/demo-replica-set/replaces", table, test_replaces);
  add_test ("/demo-replica-set/deletes-who-is-missed-least", bare_table, test_deletes_who_is_missed_least);
  add_test ("/demo-replica-set/ended-pods-do-not-count", bare_table, test_ended_pods_do_not_count);
  add_test ("/demo-replica-set/gathers", table, test_gathers);
  add_test ("/demo-replica-set/adopts-a-newcomer", table, test_adopts_a_newcomer);
  add_test ("/demo-replica-set/lets-go", table, test_lets_go);
  add_test ("/demo-replica-set/min-ready-seconds", bare_table, test_min_ready_seconds);
  add_test ("/demo-replica-set/many", bare_table, test_many);

  return g_test_run ();
}
