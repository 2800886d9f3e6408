/* test-demo-scheduler.c: on which node a pod comes to run, and what is said when there is none for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-fixture.h"
#include "demo/kin-demo-scheduler.h"

static const KinDemoController * const table[] = {
  &kin_demo_scheduler,
  NULL
};

#define NO_HELP(n) " no new claims to deallocate, preemption: 0/" n " nodes are available: " n \
                   " Preemption is not helpful for scheduling."

static void
set_up (DemoFixture   *fixture,
        gconstpointer  data)
{
  demo_fixture_set_up (fixture, table, GPOINTER_TO_UINT (data));
}

static void
tear_down (DemoFixture   *fixture,
           gconstpointer  data)
{
  demo_fixture_tear_down (fixture);
}

static void
add_pod (DemoFixture *fixture,
         const char  *name,
         const char  *more_spec)
{
  g_autofree char *json = g_strdup_printf ("{'metadata': {'name': '%s'}, 'spec': {%s%s'containers': [{'name': 'c', "
                                           "'image': 'i:1'}]}}", name, more_spec, *more_spec != '\0' ? ", " : "");

  demo_fixture_create (fixture, "pods", json);
  kin_demo_controllers_drain (fixture->controllers);
}

static void
assert_refused (DemoFixture *fixture,
                const char  *message)
{
  g_autofree char *events = demo_fixture_dup_events (fixture, "Pod", "pod");
  g_autofree char *expected = g_strdup_printf ("FailedScheduling: %s\n", message);

  demo_fixture_assert_at (fixture, "pods", "pod", "spec.nodeName", NULL);
  demo_fixture_assert_at (fixture, "pods", "pod", "status.phase", "Pending");
  demo_fixture_assert_at (fixture, "pods", "pod", "status.conditions.0.type", "PodScheduled");
  demo_fixture_assert_at (fixture, "pods", "pod", "status.conditions.0.status", "False");
  demo_fixture_assert_at (fixture, "pods", "pod", "status.conditions.0.reason", "Unschedulable");
  demo_fixture_assert_at (fixture, "pods", "pod", "status.conditions.0.message", message);
  g_assert_cmpstr (events, ==, expected);
}

static void
test_binds (DemoFixture   *fixture,
            gconstpointer  data)
{
  g_autofree char *events = NULL;

  add_pod (fixture, "pod", "");
  demo_fixture_assert_at (fixture, "pods", "pod", "spec.nodeName", "node-1");
  demo_fixture_assert_at (fixture, "pods", "pod", "status.conditions",
                          "[{'type':'PodScheduled','observedGeneration':1,'status':'True','lastProbeTime':null,"
                          "'lastTransitionTime':'2026-12-01T12:00:00Z'}]");
  demo_fixture_assert_at (fixture, "pods", "pod", "metadata.managedFields.1", NULL);

  events = demo_fixture_dup_events (fixture, "Pod", "pod");
  g_assert_cmpstr (events, ==, "Scheduled: Successfully assigned shop/pod to node-1\n");
}

static void
test_event_form (DemoFixture   *fixture,
                 gconstpointer  data)
{
  g_autoptr(GPtrArray) events = NULL;
  g_autofree char *time = NULL;
  g_autofree char *action = NULL;
  g_autofree char *component = NULL;
  g_autofree char *count = NULL;
  KinDemoObject *event;

  add_pod (fixture, "pod", "");
  events = demo_fixture_list (fixture, "events");
  g_assert_cmpuint (events->len, ==, 1);

  event = g_ptr_array_index (events, 0);
  time = demo_fixture_dup_at (event, "eventTime");
  action = demo_fixture_dup_at (event, "action");
  component = demo_fixture_dup_at (event, "reportingComponent");
  count = demo_fixture_dup_at (event, "count");
  g_assert_cmpstr (time, ==, "2026-12-01T12:00:00.000000Z");
  g_assert_cmpstr (action, ==, "Binding");
  g_assert_cmpstr (component, ==, "default-scheduler");
  g_assert_null (count);
}

static void
test_spreads (DemoFixture   *fixture,
              gconstpointer  data)
{
  int counts[3] = { 0 };

  for (int i = 0; i < 30; i++)
    {
      g_autofree char *name = g_strdup_printf ("pod-%d", i);
      g_autofree char *node = NULL;

      add_pod (fixture, name, "");
      node = demo_fixture_dup_at (demo_fixture_get (fixture, "pods", name), "spec.nodeName");
      g_assert_nonnull (node);
      counts[node[5] - '1']++;
    }

  for (int i = 0; i < 3; i++)
    g_assert_cmpint (counts[i], >, 3);
}

static void
test_selector (DemoFixture   *fixture,
               gconstpointer  data)
{
  for (int i = 0; i < 5; i++)
    {
      g_autofree char *name = g_strdup_printf ("pod-%d", i);

      add_pod (fixture, name, "'nodeSelector': {'disk': 'fast'}");
      demo_fixture_assert_at (fixture, "pods", name, "spec.nodeName", "node-1");
    }
}

static void
test_no_nodes (DemoFixture   *fixture,
               gconstpointer  data)
{
  add_pod (fixture, "pod", "");
  assert_refused (fixture, "no nodes available to schedule pods");
}

static void
test_refused (DemoFixture   *fixture,
              gconstpointer  data)
{
  demo_fixture_change (fixture, "nodes", "node-1", NULL, "{'spec': {'unschedulable': true}}");
  demo_fixture_change (fixture, "nodes", "node-2", NULL,
                       "{'spec': {'taints': [{'key': 'a', 'value': 'b', 'effect': 'NoSchedule'}]}}");
  add_pod (fixture, "pod", "'nodeSelector': {'disk': 'fast'}");
  assert_refused (fixture, "0/3 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 node(s) had "
                           "untolerated taint(s), 1 node(s) were unschedulable." NO_HELP ("3"));

  /* Nothing is told twice. */
  demo_fixture_step (fixture, 60);
  assert_refused (fixture, "0/3 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 node(s) had "
                           "untolerated taint(s), 1 node(s) were unschedulable." NO_HELP ("3"));
}

static void
test_finds_place_later (DemoFixture   *fixture,
                        gconstpointer  data)
{
  demo_fixture_change (fixture, "nodes", "node-1", NULL, "{'spec': {'unschedulable': true}}");
  add_pod (fixture, "pod", "");
  assert_refused (fixture, "0/1 nodes are available: 1 node(s) were unschedulable." NO_HELP ("1"));

  demo_fixture_change (fixture, "nodes", "node-1", NULL, "{'spec': {'unschedulable': null}}");
  demo_fixture_step (fixture, 10);
  demo_fixture_assert_at (fixture, "pods", "pod", "spec.nodeName", "node-1");
  demo_fixture_assert_at (fixture, "pods", "pod", "status.conditions.0.status", "True");
  demo_fixture_assert_at (fixture, "pods", "pod", "status.conditions.0.message", NULL);
}

static void
test_tolerates (DemoFixture   *fixture,
                gconstpointer  data)
{
  demo_fixture_change (fixture, "nodes", "node-1", NULL,
                       "{'spec': {'taints': [{'key': 'a', 'value': 'b', 'effect': 'NoSchedule'}]}}");
  add_pod (fixture, "other", "'tolerations': [{'key': 'a', 'operator': 'Equal', 'value': 'c'}]");
  add_pod (fixture, "equal", "'tolerations': [{'key': 'a', 'operator': 'Equal', 'value': 'b', 'effect': 'NoSchedule'}]");
  add_pod (fixture, "exists", "'tolerations': [{'operator': 'Exists'}]");
  demo_fixture_assert_at (fixture, "pods", "other", "spec.nodeName", NULL);
  demo_fixture_assert_at (fixture, "pods", "equal", "spec.nodeName", "node-1");
  demo_fixture_assert_at (fixture, "pods", "exists", "spec.nodeName", "node-1");
}

static void
test_not_ready (DemoFixture   *fixture,
                gconstpointer  data)
{
  demo_fixture_change (fixture, "nodes", "node-1", "status",
                       "{'status': {'conditions': [{'type': 'Ready', 'status': 'Unknown'}]}}");
  add_pod (fixture, "pod", "");
  assert_refused (fixture, "0/1 nodes are available: 1 node(s) had untolerated taint(s)." NO_HELP ("1"));
}

static void
test_not_ours (DemoFixture   *fixture,
               gconstpointer  data)
{
  add_pod (fixture, "placed", "'nodeName': 'elsewhere'");
  add_pod (fixture, "other", "'schedulerName': 'mine'");
  demo_fixture_assert_at (fixture, "pods", "placed", "spec.nodeName", "elsewhere");
  demo_fixture_assert_at (fixture, "pods", "other", "spec.nodeName", NULL);
}

static void
add_test (const char *path,
          guint       n_nodes,
          void      (*test) (DemoFixture *, gconstpointer))
{
  g_test_add (path, DemoFixture, GUINT_TO_POINTER (n_nodes), set_up, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/demo-scheduler/binds", 1, test_binds);
  add_test ("/demo-scheduler/event-form", 1, test_event_form);
  add_test ("/demo-scheduler/spreads", 3, test_spreads);
  add_test ("/demo-scheduler/selector", 3, test_selector);
  add_test ("/demo-scheduler/no-nodes", 0, test_no_nodes);
  add_test ("/demo-scheduler/refused", 3, test_refused);
  add_test ("/demo-scheduler/finds-place-later", 1, test_finds_place_later);
  add_test ("/demo-scheduler/tolerates", 1, test_tolerates);
  add_test ("/demo-scheduler/not-ready", 1, test_not_ready);
  add_test ("/demo-scheduler/not-ours", 1, test_not_ours);

  return g_test_run ();
}
