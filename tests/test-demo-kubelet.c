/* test-demo-kubelet.c: how pods live and die on their nodes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "demo-fixture.h"
#include "demo/kin-demo-image.h"
#include "demo/kin-demo-kubelet.h"
#include "demo/kin-demo-registry.h"

static const KinDemoController * const table[] = {
  &kin_demo_kubelet,
  NULL
};

#define READY "PodReadyToStartContainers=True Initialized=True Ready=True ContainersReady=True PodScheduled=True"

static void
set_up (DemoFixture   *fixture,
        gconstpointer  data)
{
  demo_fixture_set_up (fixture, table, 2);
}

static void
tear_down (DemoFixture   *fixture,
           gconstpointer  data)
{
  demo_fixture_tear_down (fixture);
}

/* A pod on node-1. */
static void
add_pod (DemoFixture *fixture,
         const char  *name,
         const char  *image,
         const char  *annotations,
         const char  *more_spec)
{
  g_autofree char *json = g_strdup_printf (
    "{'metadata': {'name': '%s', 'annotations': {%s}}, 'spec': {'nodeName': 'node-1', %s%s"
    "'containers': [{'name': 'c', 'image': '%s'}]}}",
    name, annotations, more_spec, *more_spec != '\0' ? ", " : "", image);

  demo_fixture_create (fixture, "pods", json);
}

static void
assert_at (DemoFixture *fixture,
           const char  *path,
           const char  *expected)
{
  demo_fixture_assert_at (fixture, "pods", "pod", path, expected);
}

static void
assert_conditions (DemoFixture *fixture,
                   const char  *expected)
{
  g_autofree char *conditions = demo_fixture_dup_conditions (fixture, "pods", "pod");

  g_assert_cmpstr (conditions, ==, expected);
}

static char *
dup_events (DemoFixture *fixture)
{
  return demo_fixture_dup_events (fixture, "Pod", "pod");
}

static void
assert_has_event (DemoFixture *fixture,
                  const char  *line)
{
  g_autofree char *events = dup_events (fixture);
  g_auto(GStrv) lines = g_strsplit (events, "\n", -1);

  if (!g_strv_contains ((const char * const *) lines, line))
    g_error ("“%s” is not among:\n%s", line, events);
}

static KinDemoObject *
get_pod (DemoFixture *fixture)
{
  return demo_fixture_get (fixture, "pods", "pod");
}

/* Goes on until what is at the path is as expected; returns after how many seconds it was. */
static double
step_until (DemoFixture *fixture,
            const char  *path,
            const char  *expected,
            double       at_most)
{
  for (double seconds = 0; seconds <= at_most; seconds += 0.1)
    {
      g_autofree char *value = demo_fixture_dup_at (get_pod (fixture), path);

      if (g_strcmp0 (value, expected) == 0)
        return seconds;
      demo_fixture_step (fixture, 0.1);
    }

  g_error ("%s did not become “%s” within %g s", path, expected, at_most);
}

static void
test_begins (DemoFixture   *fixture,
             gconstpointer  data)
{
  add_pod (fixture, "pod", "nginx:1", "", "");
  kin_demo_controllers_drain (fixture->controllers);

  assert_at (fixture, "status.phase", "Pending");
  assert_at (fixture, "status.hostIP", "192.168.0.1");
  assert_at (fixture, "status.podIP", NULL);
  assert_at (fixture, "status.startTime", "2026-12-01T12:00:00Z");
  assert_at (fixture, "status.containerStatuses",
             "[{'name':'c','state':{'waiting':{'reason':'ContainerCreating'}},'lastState':{},'ready':false,"
             "'restartCount':0,'image':'nginx:1','imageID':'','started':false}]");
  assert_at (fixture, "status.conditions.2.message", "containers with unready status: [c]");
  assert_conditions (fixture, "PodReadyToStartContainers=False Initialized=True Ready=False/ContainersNotReady "
                              "ContainersReady=False/ContainersNotReady PodScheduled=True");
}

static void
test_becomes_ready (DemoFixture   *fixture,
                    gconstpointer  data)
{
  g_autofree char *events = NULL;
  double seconds;

  add_pod (fixture, "pod", "nginx:1", "", "");
  step_until (fixture, "status.phase", "Running", 6);
  assert_at (fixture, "status.podIP", "10.244.1.2");
  assert_at (fixture, "status.podIPs", "[{'ip':'10.244.1.2'}]");
  assert_at (fixture, "status.containerStatuses.0.ready", "false");
  assert_at (fixture, "status.containerStatuses.0.started", "true");
  assert_at (fixture, "status.containerStatuses.0.image", "docker.io/library/nginx:1");

  seconds = step_until (fixture, "status.containerStatuses.0.ready", "true", 10);
  g_assert_cmpfloat (seconds, <=, 6.1);
  assert_conditions (fixture, READY);
  assert_at (fixture, "status.observedGeneration", "1");
  assert_at (fixture, "status.conditions.0.observedGeneration", "1");

  events = dup_events (fixture);
  g_assert_true (g_str_has_prefix (events, "Pulling: Pulling image \"nginx:1\"\n"
                                           "Pulled: Successfully pulled image \"nginx:1\" in "));
  g_assert_true (g_str_has_suffix (events, " bytes.\nCreated: Container created\nStarted: Container started\n"));
}

static void
test_event_form (DemoFixture   *fixture,
                 gconstpointer  data)
{
  g_autoptr(GPtrArray) events = NULL;
  g_autofree char *source = NULL;
  g_autofree char *involved = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *instance = NULL;
  KinDemoObject *event;

  add_pod (fixture, "pod", "nginx:1", "", "");
  demo_fixture_step (fixture, 0.5);
  events = demo_fixture_list (fixture, "events");
  g_assert_cmpuint (events->len, ==, 1);

  event = g_ptr_array_index (events, 0);
  source = demo_fixture_dup_at (event, "source");
  g_assert_cmpstr (source, ==, "{\"component\":\"kubelet\",\"host\":\"node-1\"}");
  instance = demo_fixture_dup_at (event, "reportingInstance");
  g_assert_cmpstr (instance, ==, "node-1");
  involved = demo_fixture_dup_at (event, "involvedObject.fieldPath");
  g_assert_cmpstr (involved, ==, "spec.containers{c}");
}

static void
test_image_present (DemoFixture   *fixture,
                    gconstpointer  data)
{
  add_pod (fixture, "first", "nginx:1", "", "");
  demo_fixture_step (fixture, 20);
  add_pod (fixture, "pod", "nginx:1", "", "");
  g_assert_cmpfloat (step_until (fixture, "status.phase", "Running", 6), <=, 1.5);
  assert_at (fixture, "status.podIP", "10.244.1.3");
  assert_has_event (fixture, "Pulled: Container image \"nginx:1\" already present on machine and can be accessed by the pod");
}

static void
test_initial_delay (DemoFixture   *fixture,
                    gconstpointer  data)
{
  g_autoptr(GPtrArray) pods = NULL;

  demo_fixture_create (fixture, "pods",
                       "{'metadata': {'name': 'pod'}, 'spec': {'nodeName': 'node-1', 'containers': [{'name': 'c', "
                       "'image': 'i:1', 'readinessProbe': {'httpGet': {'port': 80}, 'initialDelaySeconds': 30}}]}}");
  step_until (fixture, "status.phase", "Running", 6);
  g_assert_cmpfloat (step_until (fixture, "status.containerStatuses.0.ready", "true", 40), >=, 29);
}

static void
test_never_ready (DemoFixture   *fixture,
                  gconstpointer  data)
{
  add_pod (fixture, "pod", "nginx:1", "'demo.kinformer/ready': 'never'", "");
  demo_fixture_step (fixture, 3600);
  assert_at (fixture, "status.phase", "Running");
  assert_at (fixture, "status.containerStatuses.0.restartCount", "0");
  assert_conditions (fixture, "PodReadyToStartContainers=True Initialized=True Ready=False/ContainersNotReady "
                              "ContainersReady=False/ContainersNotReady PodScheduled=True");
}

static void
test_init_containers (DemoFixture   *fixture,
                      gconstpointer  data)
{
  add_pod (fixture, "pod", "nginx:1", "", "'initContainers': [{'name': 'a', 'image': 'i:1'}, {'name': 'b', 'image': 'i:2'}]");
  kin_demo_controllers_drain (fixture->controllers);
  assert_at (fixture, "status.containerStatuses.0.state.waiting.reason", "PodInitializing");
  assert_conditions (fixture, "PodReadyToStartContainers=False Initialized=False/ContainersNotInitialized "
                              "Ready=False/ContainersNotReady ContainersReady=False/ContainersNotReady PodScheduled=True");
  assert_at (fixture, "status.conditions.1.message", "containers with incomplete status: [a b]");

  step_until (fixture, "status.initContainerStatuses.0.ready", "true", 10);
  assert_at (fixture, "status.initContainerStatuses.0.state.terminated.reason", "Completed");
  assert_at (fixture, "status.initContainerStatuses.0.state.terminated.exitCode", "0");
  assert_at (fixture, "status.conditions.1.message", "containers with incomplete status: [b]");
  assert_at (fixture, "status.phase", "Pending");
  assert_at (fixture, "status.containerStatuses.0.state.waiting.reason", "PodInitializing");

  demo_fixture_step (fixture, 20);
  assert_at (fixture, "status.phase", "Running");
  assert_conditions (fixture, READY);
}

static void
test_sidecar (DemoFixture   *fixture,
              gconstpointer  data)
{
  add_pod (fixture, "pod", "nginx:1", "", "'initContainers': [{'name': 'a', 'image': 'i:1', 'restartPolicy': 'Always'}]");
  demo_fixture_step (fixture, 60);
  assert_at (fixture, "status.initContainerStatuses.0.ready", "true");
  assert_at (fixture, "status.initContainerStatuses.0.restartCount", "0");
  assert_at (fixture, "status.phase", "Running");
  assert_conditions (fixture, READY);
}

static void
test_image_missing (DemoFixture   *fixture,
                    gconstpointer  data)
{
  add_pod (fixture, "pod", "shop/api:missing", "", "");
  step_until (fixture, "status.containerStatuses.0.state.waiting.reason", "ErrImagePull", 5);
  assert_at (fixture, "status.phase", "Pending");
  assert_at (fixture, "status.podIP", "10.244.1.2");
  assert_at (fixture, "status.containerStatuses.0.state.waiting.message",
             "rpc error: code = NotFound desc = failed to pull and unpack image \"docker.io/shop/api:missing\": failed to "
             "resolve reference \"docker.io/shop/api:missing\": docker.io/shop/api:missing: not found");

  step_until (fixture, "status.containerStatuses.0.state.waiting.reason", "ImagePullBackOff", 10);
  step_until (fixture, "status.containerStatuses.0.state.waiting.reason", "ErrImagePull", 15);
  step_until (fixture, "status.containerStatuses.0.state.waiting.reason", "ImagePullBackOff", 15);
  assert_at (fixture, "status.containerStatuses.0.restartCount", "0");
  assert_has_event (fixture, "Pulling: Pulling image \"shop/api:missing\" x2");
  assert_has_event (fixture, "BackOff: Back-off pulling image \"shop/api:missing\" x2");
  assert_has_event (fixture, "Failed: Error: ErrImagePull x2");
  assert_has_event (fixture, "Failed: Error: ImagePullBackOff x2");
}

/* However long nobody looked, the timetable is the same. */
static void
test_image_missing_for_long (DemoFixture   *fixture,
                             gconstpointer  data)
{
  add_pod (fixture, "pod", "broken", "", "");
  demo_fixture_step (fixture, 7200);
  step_until (fixture, "status.containerStatuses.0.state.waiting.reason", "ErrImagePull", 310);
  step_until (fixture, "status.containerStatuses.0.state.waiting.reason", "ImagePullBackOff", 160);

  demo_fixture_change (fixture, "pods", "pod", NULL,
                       "{'spec': {'containers': [{'name': 'c', 'image': 'good:1', 'imagePullPolicy': 'Always'}]}}");
  step_until (fixture, "status.phase", "Running", 1);
}

static void
test_crash (DemoFixture   *fixture,
            gconstpointer  data)
{
  g_autofree char *message = NULL;
  g_autofree char *event = NULL;
  const char *uid;

  add_pod (fixture, "pod", "nginx:1", "'demo.kinformer/crash': 'true'", "");
  uid = kin_demo_object_get_uid (get_pod (fixture));
  message = g_strdup_printf ("back-off 10s restarting failed container=c pod=pod_shop(%s)", uid);
  event = g_strdup_printf ("BackOff: Back-off restarting failed container c in pod pod_shop(%s)", uid);

  step_until (fixture, "status.containerStatuses.0.state.terminated.reason", "Error", 12);
  assert_at (fixture, "status.containerStatuses.0.state.terminated.exitCode", "1");
  assert_at (fixture, "status.phase", "Running");

  /* The first restart comes at once. */
  g_assert_cmpfloat (step_until (fixture, "status.containerStatuses.0.restartCount", "1", 3), <=, 1.2);
  assert_at (fixture, "status.containerStatuses.0.lastState.terminated.exitCode", "1");
  step_until (fixture, "status.containerStatuses.0.state.waiting.reason", "CrashLoopBackOff", 7);
  assert_at (fixture, "status.containerStatuses.0.state.waiting.message", message);
  assert_at (fixture, "status.containerStatuses.0.ready", "false");
  assert_has_event (fixture, event);

  g_assert_cmpfloat (step_until (fixture, "status.containerStatuses.0.restartCount", "2", 12), >=, 8);
  step_until (fixture, "status.containerStatuses.0.state.waiting.reason", "CrashLoopBackOff", 7);
  g_assert_cmpfloat (step_until (fixture, "status.containerStatuses.0.restartCount", "3", 22), >=, 18);
}

static void
test_crash_for_long (DemoFixture   *fixture,
                     gconstpointer  data)
{
  g_autofree char *restarts = NULL;

  add_pod (fixture, "pod", "api:2-crash", "", "");
  demo_fixture_step (fixture, 3600);
  restarts = demo_fixture_dup_at (get_pod (fixture), "status.containerStatuses.0.restartCount");

  /* 10 + 20 + 40 + 80 + 160 s, then each 5 minutes. */
  g_assert_cmpint (atoi (restarts), >=, 15);
  g_assert_cmpint (atoi (restarts), <=, 17);
}

static void
test_out_of_memory (DemoFixture   *fixture,
                    gconstpointer  data)
{
  add_pod (fixture, "pod", "nginx:1", "'demo.kinformer/oom': 'true'", "");
  step_until (fixture, "status.containerStatuses.0.ready", "true", 12);
  step_until (fixture, "status.containerStatuses.0.restartCount", "1", 70);
  assert_at (fixture, "status.containerStatuses.0.lastState.terminated.reason", "OOMKilled");
  assert_at (fixture, "status.containerStatuses.0.lastState.terminated.exitCode", "137");
}

static void
test_succeeds (DemoFixture   *fixture,
               gconstpointer  data)
{
  add_pod (fixture, "pod", "nginx:1", "'demo.kinformer/run-seconds': '20'", "'restartPolicy': 'Never'");
  step_until (fixture, "status.phase", "Running", 6);
  g_assert_cmpfloat (step_until (fixture, "status.phase", "Succeeded", 25), >=, 18.9);
  assert_at (fixture, "status.containerStatuses.0.state.terminated.reason", "Completed");
  assert_conditions (fixture, "PodReadyToStartContainers=False Initialized=True/PodCompleted Ready=False/PodCompleted "
                              "ContainersReady=False/PodCompleted PodScheduled=True");

  demo_fixture_step (fixture, 3600);
  assert_at (fixture, "status.phase", "Succeeded");
  assert_at (fixture, "status.containerStatuses.0.restartCount", "0");
}

static void
test_fails (DemoFixture   *fixture,
            gconstpointer  data)
{
  add_pod (fixture, "pod", "nginx:1", "'demo.kinformer/exit-code': '3'", "'restartPolicy': 'Never'");
  step_until (fixture, "status.phase", "Failed", 60);
  assert_at (fixture, "status.containerStatuses.0.state.terminated.exitCode", "3");
  assert_at (fixture, "status.containerStatuses.0.state.terminated.reason", "Error");
  assert_conditions (fixture, "PodReadyToStartContainers=False Initialized=True Ready=False/PodFailed "
                              "ContainersReady=False/PodFailed PodScheduled=True");
}

static void
test_fails_and_tries_again (DemoFixture   *fixture,
                            gconstpointer  data)
{
  add_pod (fixture, "pod", "nginx:1", "'demo.kinformer/exit-code': '3'", "'restartPolicy': 'OnFailure'");
  step_until (fixture, "status.containerStatuses.0.state.waiting.reason", "CrashLoopBackOff", 120);
  assert_at (fixture, "status.phase", "Running");
  demo_fixture_change (fixture, "pods", "pod", NULL, "{'metadata': {'annotations': {'demo.kinformer/exit-code': '0'}}}");
  step_until (fixture, "status.phase", "Succeeded", 60);
}

static void
test_terminates (DemoFixture   *fixture,
                 gconstpointer  data)
{
  double seconds;

  add_pod (fixture, "pod", "nginx:1", "", "");
  demo_fixture_step (fixture, 20);
  demo_fixture_delete (fixture, "pods", "pod");
  kin_demo_controllers_drain (fixture->controllers);
  assert_has_event (fixture, "Killing: Stopping container c");
  assert_at (fixture, "metadata.deletionGracePeriodSeconds", "30");
  assert_at (fixture, "status.containerStatuses.0.ready", "true");

  for (seconds = 0; get_pod (fixture) != NULL && seconds < 5; seconds += 0.1)
    demo_fixture_step (fixture, 0.1);
  g_assert_cmpfloat (seconds, >=, 0.9);
  g_assert_cmpfloat (seconds, <=, 3.1);
  assert_has_event (fixture, "Killing: Stopping container c");
}

static void
test_terminates_unplaced (DemoFixture   *fixture,
                          gconstpointer  data)
{
  demo_fixture_create (fixture, "pods", "{'metadata': {'name': 'pod'}, 'spec': {'containers': [{'name': 'c', "
                                        "'image': 'i:1'}]}}");
  demo_fixture_delete (fixture, "pods", "pod");
  kin_demo_controllers_drain (fixture->controllers);
  g_assert_null (get_pod (fixture));
}

static void
test_finalizer (DemoFixture   *fixture,
                gconstpointer  data)
{
  add_pod (fixture, "pod", "nginx:1", "", "");
  demo_fixture_change (fixture, "pods", "pod", NULL, "{'metadata': {'finalizers': ['example.com/mine']}}");
  demo_fixture_step (fixture, 20);
  demo_fixture_delete (fixture, "pods", "pod");
  demo_fixture_step (fixture, 600);
  assert_at (fixture, "metadata.deletionGracePeriodSeconds", "0");
  assert_at (fixture, "status.phase", "Succeeded");

  demo_fixture_change (fixture, "pods", "pod", NULL, "{'metadata': {'finalizers': null}}");
  demo_fixture_step (fixture, 1);
  g_assert_null (get_pod (fixture));
}

static void
set_node_ready (DemoFixture *fixture,
                const char  *status)
{
  g_autofree char *patch = g_strdup_printf ("{'status': {'conditions': [{'type': 'Ready', 'status': '%s'}]}}", status);

  demo_fixture_change (fixture, "nodes", "node-1", "status", patch);
}

static void
test_dead_node (DemoFixture   *fixture,
                gconstpointer  data)
{
  set_node_ready (fixture, "Unknown");
  add_pod (fixture, "pod", "nginx:1", "", "");
  demo_fixture_step (fixture, 60);
  assert_at (fixture, "status.startTime", NULL);

  set_node_ready (fixture, "True");
  demo_fixture_step (fixture, 20);
  assert_conditions (fixture, READY);

  set_node_ready (fixture, "Unknown");
  demo_fixture_delete (fixture, "pods", "pod");
  demo_fixture_step (fixture, 60);
  g_assert_nonnull (get_pod (fixture));
  set_node_ready (fixture, "True");
  demo_fixture_step (fixture, 1);
  g_assert_null (get_pod (fixture));
}

static void
test_keeps_others_conditions (DemoFixture   *fixture,
                              gconstpointer  data)
{
  add_pod (fixture, "pod", "nginx:1", "", "");
  demo_fixture_change (fixture, "pods", "pod", "status",
                       "{'status': {'conditions': [{'type': 'example.com/gate', 'status': 'True'}]}}");
  demo_fixture_step (fixture, 20);
  assert_conditions (fixture, "example.com/gate=True " READY);
}

static void
test_image_names (void)
{
  g_autofree char *plain = kin_demo_image_dup_full_name ("nginx");
  g_autofree char *path = kin_demo_image_dup_full_name ("shop/api:1");
  g_autofree char *host = kin_demo_image_dup_full_name ("ghcr.io/shop/api:1");
  g_autofree char *port = kin_demo_image_dup_full_name ("localhost:5000/api");
  g_autofree char *id = kin_demo_image_dup_id ("nginx:1");

  g_assert_cmpstr (plain, ==, "docker.io/library/nginx:latest");
  g_assert_cmpstr (path, ==, "docker.io/shop/api:1");
  g_assert_cmpstr (host, ==, "ghcr.io/shop/api:1");
  g_assert_cmpstr (port, ==, "localhost:5000/api:latest");
  g_assert_true (g_str_has_prefix (id, "docker.io/library/nginx@sha256:"));
  g_assert_cmpuint (strlen (id), ==, strlen ("docker.io/library/nginx@sha256:") + 64);

  g_assert_true (kin_demo_image_is_missing ("a:missing"));
  g_assert_true (kin_demo_image_is_missing ("a:does-not-exist"));
  g_assert_true (kin_demo_image_is_missing ("shop/broken-api:1"));
  g_assert_false (kin_demo_image_is_missing ("missing:1"));
  g_assert_true (kin_demo_image_crashes ("a:crash-1"));
  g_assert_false (kin_demo_image_crashes ("crash:1"));
}

static void
add_test (const char *path,
          void      (*test) (DemoFixture *, gconstpointer))
{
  g_test_add (path, DemoFixture, NULL, set_up, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/demo-kubelet/begins", test_begins);
  add_test ("/demo-kubelet/becomes-ready", test_becomes_ready);
  add_test ("/demo-kubelet/event-form", test_event_form);
  add_test ("/demo-kubelet/image-present", test_image_present);
  add_test ("/demo-kubelet/initial-delay", test_initial_delay);
  add_test ("/demo-kubelet/never-ready", test_never_ready);
  add_test ("/demo-kubelet/init-containers", test_init_containers);
  add_test ("/demo-kubelet/sidecar", test_sidecar);
  add_test ("/demo-kubelet/image-missing", test_image_missing);
  add_test ("/demo-kubelet/image-missing-for-long", test_image_missing_for_long);
  add_test ("/demo-kubelet/crash", test_crash);
  add_test ("/demo-kubelet/crash-for-long", test_crash_for_long);
  add_test ("/demo-kubelet/out-of-memory", test_out_of_memory);
  add_test ("/demo-kubelet/succeeds", test_succeeds);
  add_test ("/demo-kubelet/fails", test_fails);
  add_test ("/demo-kubelet/fails-and-tries-again", test_fails_and_tries_again);
  add_test ("/demo-kubelet/terminates", test_terminates);
  add_test ("/demo-kubelet/terminates-unplaced", test_terminates_unplaced);
  add_test ("/demo-kubelet/finalizer", test_finalizer);
  add_test ("/demo-kubelet/dead-node", test_dead_node);
  add_test ("/demo-kubelet/keeps-others-conditions", test_keeps_others_conditions);
  g_test_add_func ("/demo-kubelet/image-names", test_image_names);

  return g_test_run ();
}
