/* test-demo-deployment.c: how the demo cluster rolls Deployments.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-fixture.h"
#include "demo/kin-demo-adoption.h"
#include "demo/kin-demo-deployment.h"
#include "demo/kin-demo-kubelet.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-replica-set.h"
#include "demo/kin-demo-scheduler.h"

static const KinDemoController * const table[] = {
  &kin_demo_deployment_controller,
  &kin_demo_replica_set_controller,
  &kin_demo_replica_set_adoption_controller,
  &kin_demo_pod_adoption_controller,
  &kin_demo_scheduler,
  &kin_demo_kubelet,
  NULL
};

#define AVAILABLE "Available=True/MinimumReplicasAvailable"
#define COMPLETE AVAILABLE " Progressing=True/NewReplicaSetAvailable"

#define ROLLING(surge, unavailable) \
  "'strategy': {'type': 'RollingUpdate', 'rollingUpdate': {'maxSurge': " surge ", 'maxUnavailable': " unavailable "}}"
#define USUAL "'revisionHistoryLimit': 10, 'progressDeadlineSeconds': 600, " ROLLING ("1", "1")

/* What must hold at every moment. */
typedef struct
{
  int min_available;
  int max_pods;
} Bounds;

static void
set_up (DemoFixture   *fixture,
        gconstpointer  data)
{
  demo_fixture_set_up (fixture, table, 3);
}

static void
tear_down (DemoFixture   *fixture,
           gconstpointer  data)
{
  demo_fixture_tear_down (fixture);
}

static void
count_pods (DemoFixture *fixture,
            int         *n_ready,
            int         *n_active)
{
  g_autoptr(GPtrArray) pods = demo_fixture_list (fixture, "pods");

  *n_ready = 0;
  *n_active = 0;
  for (guint i = 0; i < pods->len; i++)
    {
      g_autoptr(KinDemoPodFacts) facts = kin_demo_pod_facts_new (g_ptr_array_index (pods, i));

      if (!kin_demo_pod_facts_is_active (facts))
        continue;

      ++*n_active;
      if (facts->ready)
        ++*n_ready;
    }
}

/* Goes on in small steps; the bounds must hold at each of them. */
static void
step_within (DemoFixture *fixture,
             double       seconds,
             Bounds       bounds)
{
  for (int i = 0; i < seconds * 20; i++)
    {
      int n_ready;
      int n_active;

      demo_fixture_step (fixture, 0.05);
      count_pods (fixture, &n_ready, &n_active);
      g_assert_cmpint (n_ready, >=, bounds.min_available);
      g_assert_cmpint (n_active, <=, bounds.max_pods);
    }
}

static void
assert_conditions (DemoFixture *fixture,
                   const char  *expected)
{
  g_autofree char *conditions = demo_fixture_dup_conditions (fixture, "deployments", "web");

  g_assert_cmpstr (conditions, ==, expected);
}

static void
assert_events (DemoFixture *fixture,
               const char  *expected)
{
  g_autofree char *events = demo_fixture_dup_events (fixture, "Deployment", "web");

  g_assert_cmpstr (events, ==, expected);
}

static void
set_image (DemoFixture *fixture,
           const char  *image)
{
  g_autofree char *patch = g_strdup_printf (
    "{'spec': {'template': {'spec': {'containers': [{'name': 'c', 'image': '%s'}]}}}}", image);

  demo_fixture_change (fixture, "deployments", "web", NULL, patch);
}

static void
scale (DemoFixture *fixture,
       int          replicas)
{
  g_autofree char *patch = g_strdup_printf ("{'spec': {'replicas': %d}}", replicas);

  demo_fixture_change (fixture, "deployments", "web", NULL, patch);
}

/* The ReplicaSet of an image. */
static KinDemoObject *
find_set (DemoFixture *fixture,
          const char  *image)
{
  g_autoptr(GPtrArray) sets = demo_fixture_list (fixture, "replicasets");

  for (guint i = 0; i < sets->len; i++)
    {
      g_autofree char *own = demo_fixture_dup_at (g_ptr_array_index (sets, i), "spec.template.spec.containers.0.image");

      if (g_strcmp0 (own, image) == 0)
        return g_ptr_array_index (sets, i);
    }

  return NULL;
}

static void
assert_set_at (DemoFixture *fixture,
               const char  *image,
               const char  *path,
               const char  *expected)
{
  KinDemoObject *set = find_set (fixture, image);
  g_autofree char *value = NULL;

  g_assert_nonnull (set);
  value = demo_fixture_dup_at (set, path);
  g_assert_cmpstr (value, ==, expected);
}

static char *
dup_revision (DemoFixture *fixture,
              const char  *image)
{
  KinDemoObject *set = find_set (fixture, image);
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (set);

  return g_strdup (kin_demo_get_string (yyjson_mut_doc_get_root (draft), "metadata", "annotations",
                                        "deployment.kubernetes.io/revision", NULL));
}

static char *
dup_annotation (KinDemoObject *object,
                const char    *name)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);

  return g_strdup (kin_demo_get_string (yyjson_mut_doc_get_root (draft), "metadata", "annotations", name, NULL));
}

static void
assert_annotation (KinDemoObject *object,
                   const char    *name,
                   const char    *expected)
{
  g_autofree char *value = dup_annotation (object, name);

  g_assert_cmpstr (value, ==, expected);
}

static void
test_create (DemoFixture   *fixture,
             gconstpointer  data)
{
  const char *name;
  g_autofree char *message = NULL;
  g_autofree char *event = NULL;
  g_autofree char *hash = NULL;

  demo_fixture_add_deployment (fixture, "web", "'replicas': 3, " USUAL);
  kin_demo_controllers_drain (fixture->controllers);
  assert_conditions (fixture, "Available=False/MinimumReplicasUnavailable Progressing=True/ReplicaSetUpdated");
  demo_fixture_assert_at (fixture, "deployments", "web", "status.unavailableReplicas", "3");
  demo_fixture_assert_at (fixture, "deployments", "web", "status.readyReplicas", NULL);

  demo_fixture_step (fixture, 30);
  assert_conditions (fixture, COMPLETE);
  name = kin_demo_object_get_name (find_set (fixture, "nginx:1"));
  hash = demo_fixture_dup_at (find_set (fixture, "nginx:1"), "spec.selector.matchLabels.pod-template-hash");
  g_assert_cmpstr (name + strlen ("web-"), ==, hash);
  g_assert_cmpuint (strspn (hash, "bcdfghjklmnpqrstvwxz2456789"), ==, strlen (hash));

  message = g_strdup_printf ("ReplicaSet \"%s\" has successfully progressed.", name);
  event = g_strdup_printf ("ScalingReplicaSet: Scaled up replica set %s from 0 to 3\n", name);
  demo_fixture_assert_at (fixture, "deployments", "web", "status.conditions.1.message", message);
  demo_fixture_assert_at (fixture, "deployments", "web", "status.observedGeneration", "1");
  demo_fixture_assert_at (fixture, "deployments", "web", "status.unavailableReplicas", NULL);
  demo_fixture_assert_at (fixture, "deployments", "web", "status.terminatingReplicas", "0");
  assert_annotation (demo_fixture_get (fixture, "deployments", "web"), "deployment.kubernetes.io/revision", "1");
  assert_annotation (find_set (fixture, "nginx:1"), "deployment.kubernetes.io/revision", "1");
  assert_annotation (find_set (fixture, "nginx:1"), "deployment.kubernetes.io/desired-replicas", "3");
  assert_annotation (find_set (fixture, "nginx:1"), "deployment.kubernetes.io/max-replicas", "4");
  assert_set_at (fixture, "nginx:1", "metadata.ownerReferences.0.name", "web");
  assert_set_at (fixture, "nginx:1", "metadata.ownerReferences.0.blockOwnerDeletion", "true");
  assert_set_at (fixture, "nginx:1", "status.fullyLabeledReplicas", "3");
  assert_events (fixture, event);
}

/* Rolls from one image to another, and looks at every step. */
static void
check_rolling (DemoFixture *fixture,
               const char  *spec,
               Bounds       bounds)
{
  demo_fixture_add_deployment (fixture, "web", spec);
  demo_fixture_step (fixture, 60);
  assert_conditions (fixture, COMPLETE);

  set_image (fixture, "nginx:2");
  step_within (fixture, 120, bounds);
  assert_conditions (fixture, COMPLETE);
  assert_set_at (fixture, "nginx:1", "status.replicas", "0");
  assert_set_at (fixture, "nginx:1", "spec.replicas", "0");
  demo_fixture_assert_at (fixture, "deployments", "web", "status.observedGeneration", "2");
  assert_annotation (demo_fixture_get (fixture, "deployments", "web"), "deployment.kubernetes.io/revision", "2");
}

static void
test_rolling (DemoFixture   *fixture,
              gconstpointer  data)
{
  check_rolling (fixture, "'replicas': 4, " USUAL, (Bounds) { 3, 5 });
}

static void
test_rolling_percent (DemoFixture   *fixture,
                      gconstpointer  data)
{
  check_rolling (fixture, "'replicas': 10, 'progressDeadlineSeconds': 600, " ROLLING ("'25%'", "'25%'"),
                 (Bounds) { 8, 13 });
}

static void
test_rolling_surge_only (DemoFixture   *fixture,
                         gconstpointer  data)
{
  check_rolling (fixture, "'replicas': 3, 'progressDeadlineSeconds': 600, " ROLLING ("1", "0"), (Bounds) { 3, 4 });
}

static void
test_rolling_without_surge (DemoFixture   *fixture,
                            gconstpointer  data)
{
  check_rolling (fixture, "'replicas': 5, 'progressDeadlineSeconds': 600, " ROLLING ("0", "2"), (Bounds) { 3, 5 });
}

/* 1 % of 2 is nothing: one pod may be missing nevertheless, or nothing would ever move. */
static void
test_rolling_rounds_to_nothing (DemoFixture   *fixture,
                                gconstpointer  data)
{
  check_rolling (fixture, "'replicas': 2, 'progressDeadlineSeconds': 600, " ROLLING ("0", "'1%'"), (Bounds) { 1, 2 });
}

static void
test_rolling_events (DemoFixture   *fixture,
                     gconstpointer  data)
{
  g_autofree char *old_name = NULL;
  g_autofree char *new_name = NULL;
  g_autofree char *expected = NULL;

  demo_fixture_add_deployment (fixture, "web", "'replicas': 2, 'progressDeadlineSeconds': 600, " ROLLING ("1", "0"));
  demo_fixture_step (fixture, 30);
  set_image (fixture, "nginx:2");
  demo_fixture_step (fixture, 60);

  old_name = g_strdup (kin_demo_object_get_name (find_set (fixture, "nginx:1")));
  new_name = g_strdup (kin_demo_object_get_name (find_set (fixture, "nginx:2")));
  expected = g_strdup_printf ("ScalingReplicaSet: Scaled up replica set %s from 0 to 2\n"
                              "ScalingReplicaSet: Scaled up replica set %s from 0 to 1\n"
                              "ScalingReplicaSet: Scaled down replica set %s from 2 to 1\n"
                              "ScalingReplicaSet: Scaled up replica set %s from 1 to 2\n"
                              "ScalingReplicaSet: Scaled down replica set %s from 1 to 0\n",
                              old_name, new_name, old_name, new_name, old_name);
  assert_events (fixture, expected);
}

static void
test_rollback (DemoFixture   *fixture,
               gconstpointer  data)
{
  g_autofree char *first = NULL;
  g_autofree char *revision = NULL;
  g_autoptr(GPtrArray) sets = NULL;

  demo_fixture_add_deployment (fixture, "web", "'replicas': 3, " USUAL);
  demo_fixture_step (fixture, 30);
  first = g_strdup (kin_demo_object_get_name (find_set (fixture, "nginx:1")));
  set_image (fixture, "nginx:2");
  demo_fixture_step (fixture, 60);

  set_image (fixture, "nginx:1");
  step_within (fixture, 60, (Bounds) { 2, 4 });
  assert_conditions (fixture, COMPLETE);

  sets = demo_fixture_list (fixture, "replicasets");
  g_assert_cmpuint (sets->len, ==, 2);
  g_assert_cmpstr (kin_demo_object_get_name (find_set (fixture, "nginx:1")), ==, first);
  revision = dup_revision (fixture, "nginx:1");
  g_assert_cmpstr (revision, ==, "3");
  assert_annotation (find_set (fixture, "nginx:1"), "deployment.kubernetes.io/revision-history", "1");
  assert_annotation (demo_fixture_get (fixture, "deployments", "web"), "deployment.kubernetes.io/revision", "3");
  assert_set_at (fixture, "nginx:2", "spec.replicas", "0");
}

static void
test_change_cause (DemoFixture   *fixture,
                   gconstpointer  data)
{
  demo_fixture_add_deployment (fixture, "web", "'replicas': 1, " USUAL);
  demo_fixture_change (fixture, "deployments", "web", NULL,
                       "{'metadata': {'annotations': {'kubernetes.io/change-cause': 'the beginning', "
                       "'kubectl.kubernetes.io/last-applied-configuration': '{}'}}}");
  demo_fixture_step (fixture, 30);
  demo_fixture_change (fixture, "deployments", "web", NULL,
                       "{'metadata': {'annotations': {'kubernetes.io/change-cause': 'a new image'}}, "
                       "'spec': {'template': {'spec': {'containers': [{'name': 'c', 'image': 'nginx:2'}]}}}}");
  demo_fixture_step (fixture, 30);

  assert_annotation (find_set (fixture, "nginx:1"), "kubernetes.io/change-cause", "the beginning");
  assert_annotation (find_set (fixture, "nginx:1"), "kubectl.kubernetes.io/last-applied-configuration", NULL);
  assert_annotation (find_set (fixture, "nginx:2"), "kubernetes.io/change-cause", "a new image");
}

static void
test_scale (DemoFixture   *fixture,
            gconstpointer  data)
{
  demo_fixture_add_deployment (fixture, "web", "'replicas': 2, " USUAL);
  demo_fixture_step (fixture, 30);

  scale (fixture, 5);
  demo_fixture_step (fixture, 30);
  demo_fixture_assert_at (fixture, "deployments", "web", "status.availableReplicas", "5");
  assert_annotation (find_set (fixture, "nginx:1"), "deployment.kubernetes.io/desired-replicas", "5");

  scale (fixture, 1);
  kin_demo_controllers_drain (fixture->controllers);
  demo_fixture_assert_at (fixture, "deployments", "web", "status.replicas", "1");
  demo_fixture_assert_at (fixture, "deployments", "web", "status.terminatingReplicas", "4");
  demo_fixture_step (fixture, 30);
  demo_fixture_assert_at (fixture, "deployments", "web", "status.terminatingReplicas", "0");
  assert_conditions (fixture, "Progressing=True/NewReplicaSetAvailable " AVAILABLE);

  scale (fixture, 0);
  demo_fixture_step (fixture, 30);
  demo_fixture_assert_at (fixture, "deployments", "web", "status.replicas", NULL);
}

static void
test_pause (DemoFixture   *fixture,
            gconstpointer  data)
{
  demo_fixture_add_deployment (fixture, "web", "'replicas': 2, " USUAL);
  demo_fixture_step (fixture, 30);

  demo_fixture_change (fixture, "deployments", "web", NULL, "{'spec': {'paused': true}}");
  set_image (fixture, "nginx:2");
  demo_fixture_step (fixture, 30);
  assert_conditions (fixture, AVAILABLE " Progressing=Unknown/DeploymentPaused");
  demo_fixture_assert_at (fixture, "deployments", "web", "status.conditions.1.message", "Deployment is paused");
  demo_fixture_assert_at (fixture, "deployments", "web", "status.updatedReplicas", NULL);
  g_assert_null (find_set (fixture, "nginx:2"));

  /* It can be scaled meanwhile. */
  scale (fixture, 3);
  demo_fixture_step (fixture, 30);
  assert_set_at (fixture, "nginx:1", "status.availableReplicas", "3");

  demo_fixture_change (fixture, "deployments", "web", NULL, "{'spec': {'paused': null}}");
  step_within (fixture, 60, (Bounds) { 2, 4 });
  assert_conditions (fixture, COMPLETE);
  assert_set_at (fixture, "nginx:2", "status.availableReplicas", "3");
}

/* The new one tells no more than that it was resumed until something moves. */
static void
test_resume (DemoFixture   *fixture,
             gconstpointer  data)
{
  demo_fixture_add_deployment (fixture, "web", "'replicas': 2, 'paused': true, " USUAL);
  demo_fixture_step (fixture, 2000);
  assert_conditions (fixture, "Progressing=Unknown/DeploymentPaused Available=False/MinimumReplicasUnavailable");

  set_image (fixture, "nginx:missing");
  demo_fixture_change (fixture, "deployments", "web", NULL, "{'spec': {'paused': null}}");
  demo_fixture_step (fixture, 30);
  assert_conditions (fixture, "Available=False/MinimumReplicasUnavailable Progressing=True/ReplicaSetUpdated");
  demo_fixture_step (fixture, 600);
  assert_conditions (fixture, "Available=False/MinimumReplicasUnavailable Progressing=False/ProgressDeadlineExceeded");
}

static void
test_deadline (DemoFixture   *fixture,
               gconstpointer  data)
{
  g_autofree char *message = NULL;

  demo_fixture_add_deployment (fixture, "web", "'replicas': 3, 'progressDeadlineSeconds': 60, " ROLLING ("1", "0"));
  demo_fixture_step (fixture, 300);
  assert_conditions (fixture, COMPLETE);

  set_image (fixture, "nginx:missing");
  step_within (fixture, 58, (Bounds) { 3, 4 });
  assert_conditions (fixture, AVAILABLE " Progressing=True/ReplicaSetUpdated");
  step_within (fixture, 5, (Bounds) { 3, 4 });
  assert_conditions (fixture, AVAILABLE " Progressing=False/ProgressDeadlineExceeded");
  message = g_strdup_printf ("ReplicaSet \"%s\" has timed out progressing.",
                             kin_demo_object_get_name (find_set (fixture, "nginx:missing")));
  demo_fixture_assert_at (fixture, "deployments", "web", "status.conditions.1.message", message);
  demo_fixture_assert_at (fixture, "deployments", "web", "status.unavailableReplicas", "1");

  /* The way out: another image. The pod that is stuck gives up its place. */
  set_image (fixture, "nginx:3");
  step_within (fixture, 60, (Bounds) { 3, 4 });
  assert_conditions (fixture, COMPLETE);
  assert_set_at (fixture, "nginx:missing", "spec.replicas", "0");
}

static void
test_without_deadline (DemoFixture   *fixture,
                       gconstpointer  data)
{
  demo_fixture_add_deployment (fixture, "web",
                               "'replicas': 1, 'progressDeadlineSeconds': 2147483647, " ROLLING ("1", "0"));
  demo_fixture_step (fixture, 30);
  assert_conditions (fixture, AVAILABLE);
}

static void
assert_no_mixture (DemoFixture *fixture)
{
  g_autoptr(GPtrArray) pods = demo_fixture_list (fixture, "pods");
  int n_new = 0;

  for (guint i = 0; i < pods->len; i++)
    {
      g_autofree char *image = demo_fixture_dup_at (g_ptr_array_index (pods, i), "spec.containers.0.image");

      n_new += g_strcmp0 (image, "nginx:2") == 0;
    }

  g_assert_true (n_new == 0 || n_new == (int) pods->len);
}

static void
test_recreate (DemoFixture   *fixture,
               gconstpointer  data)
{
  demo_fixture_add_deployment (fixture, "web",
                               "'replicas': 3, 'progressDeadlineSeconds': 600, 'strategy': {'type': 'Recreate'}");
  demo_fixture_step (fixture, 30);
  assert_conditions (fixture, COMPLETE);

  set_image (fixture, "nginx:2");
  for (int i = 0; i < 600; i++)
    {
      demo_fixture_step (fixture, 0.05);
      assert_no_mixture (fixture);
    }

  demo_fixture_assert_at (fixture, "deployments", "web", "status.availableReplicas", "3");
  demo_fixture_assert_at (fixture, "deployments", "web", "status.updatedReplicas", "3");
  assert_annotation (find_set (fixture, "nginx:2"), "deployment.kubernetes.io/max-replicas", "3");
  assert_conditions (fixture, "Available=True/MinimumReplicasAvailable Progressing=True/NewReplicaSetAvailable");
}

/* The example of Kubernetes' manual. */
static void
test_proportional (DemoFixture   *fixture,
                   gconstpointer  data)
{
  demo_fixture_add_deployment (fixture, "web", "'replicas': 10, 'progressDeadlineSeconds': 600, " ROLLING ("3", "2"));
  demo_fixture_step (fixture, 60);
  set_image (fixture, "nginx:missing");
  demo_fixture_step (fixture, 30);
  assert_set_at (fixture, "nginx:1", "spec.replicas", "8");
  assert_set_at (fixture, "nginx:missing", "spec.replicas", "5");

  scale (fixture, 15);
  demo_fixture_step (fixture, 30);
  assert_set_at (fixture, "nginx:1", "spec.replicas", "11");
  assert_set_at (fixture, "nginx:missing", "spec.replicas", "7");
  assert_annotation (find_set (fixture, "nginx:1"), "deployment.kubernetes.io/max-replicas", "18");
}

static void
test_history_limit (DemoFixture   *fixture,
                    gconstpointer  data)
{
  demo_fixture_add_deployment (fixture, "web",
                               "'replicas': 1, 'progressDeadlineSeconds': 600, 'revisionHistoryLimit': 2, "
                               ROLLING ("1", "0"));
  demo_fixture_step (fixture, 30);

  for (int i = 2; i <= 5; i++)
    {
      g_autofree char *image = g_strdup_printf ("nginx:%d", i);

      set_image (fixture, image);
      demo_fixture_step (fixture, 60);
    }

  g_assert_null (find_set (fixture, "nginx:1"));
  g_assert_null (find_set (fixture, "nginx:2"));
  g_assert_nonnull (find_set (fixture, "nginx:3"));
  g_assert_nonnull (find_set (fixture, "nginx:4"));
  g_assert_nonnull (find_set (fixture, "nginx:5"));
}

static void
test_min_ready_seconds (DemoFixture   *fixture,
                        gconstpointer  data)
{
  demo_fixture_add_deployment (fixture, "web", "'replicas': 2, 'minReadySeconds': 40, " USUAL);
  demo_fixture_step (fixture, 30);
  demo_fixture_assert_at (fixture, "deployments", "web", "status.readyReplicas", "2");
  demo_fixture_assert_at (fixture, "deployments", "web", "status.availableReplicas", NULL);

  demo_fixture_step (fixture, 30);
  demo_fixture_assert_at (fixture, "deployments", "web", "status.availableReplicas", "2");
  assert_conditions (fixture, COMPLETE);

  demo_fixture_change (fixture, "deployments", "web", NULL, "{'spec': {'minReadySeconds': 10}}");
  demo_fixture_step (fixture, 1);
  assert_set_at (fixture, "nginx:1", "spec.minReadySeconds", "10");
}

static void
test_adopts (DemoFixture   *fixture,
             gconstpointer  data)
{
  g_autofree char *uid = NULL;

  demo_fixture_add_deployment (fixture, "web", "'replicas': 2, " USUAL);
  demo_fixture_step (fixture, 30);

  demo_fixture_change (fixture, "replicasets", kin_demo_object_get_name (find_set (fixture, "nginx:1")), NULL,
                       "{'metadata': {'ownerReferences': null}}");
  g_assert_null (kin_demo_object_get_owner_uid (find_set (fixture, "nginx:1")));
  demo_fixture_step (fixture, 1);
  uid = g_strdup (kin_demo_object_get_uid (demo_fixture_get (fixture, "deployments", "web")));
  g_assert_cmpstr (kin_demo_object_get_owner_uid (find_set (fixture, "nginx:1")), ==, uid);
}

static void
test_finds_what_was_there (DemoFixture   *fixture,
                           gconstpointer  data)
{
  g_autoptr(GPtrArray) sets = NULL;
  g_autofree char *message = NULL;

  demo_fixture_create (fixture, "replicasets",
                       "{'metadata': {'name': 'older', 'labels': {'app': 'web'}}, 'spec': {'replicas': 2, "
                       "'selector': {'matchLabels': {'app': 'web'}}, 'template': {'metadata': {'labels': {'app': 'web'}}, "
                       "'spec': {'containers': [{'name': 'c', 'image': 'nginx:1'}]}}}}");
  demo_fixture_step (fixture, 30);
  demo_fixture_add_deployment (fixture, "web", "'replicas': 2, " USUAL);
  kin_demo_controllers_drain (fixture->controllers);

  sets = demo_fixture_list (fixture, "replicasets");
  g_assert_cmpuint (sets->len, ==, 1);
  demo_fixture_assert_at (fixture, "replicasets", "older", "metadata.ownerReferences.0.name", "web");
  assert_annotation (find_set (fixture, "nginx:1"), "deployment.kubernetes.io/revision", "1");
  demo_fixture_step (fixture, 5);
  message = demo_fixture_dup_at (demo_fixture_get (fixture, "deployments", "web"), "status.conditions.1.message");
  g_assert_cmpstr (message, ==, "ReplicaSet \"older\" has successfully progressed.");
}

/* Without the controller of ReplicaSets, so that their status stays as it is written here. */
static void
test_failure (void)
{
  DemoFixture fixture = { 0 };
  const char *name;

  demo_fixture_set_up (&fixture, (const KinDemoController * const []) { &kin_demo_deployment_controller, NULL }, 0);
  demo_fixture_add_deployment (&fixture, "web", "'replicas': 2, " USUAL);
  kin_demo_controllers_drain (fixture.controllers);
  assert_conditions (&fixture, "Progressing=True/NewReplicaSetCreated Available=False/MinimumReplicasUnavailable");

  name = kin_demo_object_get_name (find_set (&fixture, "nginx:1"));
  demo_fixture_change (&fixture, "replicasets", name, "status",
                       "{'status': {'conditions': [{'type': 'ReplicaFailure', 'status': 'True', 'reason': 'FailedCreate', "
                       "'lastTransitionTime': '2026-12-01T12:00:30Z', 'message': 'no more pods'}]}}");
  kin_demo_controllers_drain (fixture.controllers);
  assert_conditions (&fixture, "Progressing=True/NewReplicaSetCreated Available=False/MinimumReplicasUnavailable "
                               "ReplicaFailure=True/FailedCreate");
  demo_fixture_assert_at (&fixture, "deployments", "web", "status.conditions.2.message", "no more pods");

  name = kin_demo_object_get_name (find_set (&fixture, "nginx:1"));
  demo_fixture_change (&fixture, "replicasets", name, "status", "{'status': {'conditions': null}}");
  kin_demo_controllers_drain (fixture.controllers);
  assert_conditions (&fixture, "Progressing=True/NewReplicaSetCreated Available=False/MinimumReplicasUnavailable");

  demo_fixture_tear_down (&fixture);
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

  add_test ("/demo-deployment/create", test_create);
  add_test ("/demo-deployment/rolling", test_rolling);
  add_test ("/demo-deployment/rolling-percent", test_rolling_percent);
  add_test ("/demo-deployment/rolling-surge-only", test_rolling_surge_only);
  add_test ("/demo-deployment/rolling-without-surge", test_rolling_without_surge);
  add_test ("/demo-deployment/rolling-rounds-to-nothing", test_rolling_rounds_to_nothing);
  add_test ("/demo-deployment/rolling-events", test_rolling_events);
  add_test ("/demo-deployment/rollback", test_rollback);
  add_test ("/demo-deployment/change-cause", test_change_cause);
  add_test ("/demo-deployment/scale", test_scale);
  add_test ("/demo-deployment/pause", test_pause);
  add_test ("/demo-deployment/resume", test_resume);
  add_test ("/demo-deployment/deadline", test_deadline);
  add_test ("/demo-deployment/without-deadline", test_without_deadline);
  add_test ("/demo-deployment/recreate", test_recreate);
  add_test ("/demo-deployment/proportional", test_proportional);
  add_test ("/demo-deployment/history-limit", test_history_limit);
  add_test ("/demo-deployment/min-ready-seconds", test_min_ready_seconds);
  add_test ("/demo-deployment/adopts", test_adopts);
  add_test ("/demo-deployment/finds-what-was-there", test_finds_what_was_there);
  g_test_add_func ("/demo-deployment/failure", test_failure);

  return g_test_run ();
}
