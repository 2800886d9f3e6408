/* test-rollout.c: where a rollout stands is what `kubectl rollout status` says, and each pod has its dot.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "controller/kin-rollout.h"
#include "test-objects.h"

#define TEMPLATE(image) "'template':{'metadata':{'labels':{'app':'web'}},'spec':{'containers':[{'name':'web','image':'" image "'}]}}"
#define HASHED_TEMPLATE(hash, image) \
  "'template':{'metadata':{'creationTimestamp':null,'labels':{'app':'web','pod-template-hash':'" hash "'}},'spec':{'containers':[{'name':'web','image':'" image "'}]}}"

#define DEPLOYMENT(spec, status) \
  "{'metadata':{'name':'web','namespace':'shop','uid':'d-1','generation':2},'spec':{" spec "," TEMPLATE ("web:2") "},'status':{" status "}}"

#define REPLICA_SET(name, uid, created, replicas, hash, image) \
  "{'metadata':{'name':'" name "','namespace':'shop','uid':'" uid "','creationTimestamp':'" created "','ownerReferences':[" \
  "{'apiVersion':'apps/v1','kind':'Deployment','name':'web','uid':'d-1','controller':true}]}," \
  "'spec':{'replicas':" replicas "," HASHED_TEMPLATE (hash, image) "}}"

#define CONTAINER(ready, state) "'containerStatuses':[{'name':'web','ready':" ready ",'restartCount':0,'state':{" state "}}]"
#define RUNNING CONTAINER ("true", "'running':{}")
#define WAITING(reason) CONTAINER ("false", "'waiting':{'reason':'" reason "'}")
#define TERMINATED(reason) CONTAINER ("false", "'terminated':{'reason':'" reason "','exitCode':1}")

static KinObject *
make (const char *api_version,
      const char *plural,
      const char *kind_name,
      const char *json)
{
  g_autoptr(KinKind) kind = test_kind_new (api_version, plural, kind_name);

  return test_object_new (kind, json);
}

static KinObject *
make_deployment (const char *json)
{
  return make ("apps/v1", "deployments", "Deployment", json);
}

static KinObject *
make_pod (const char *owner_uid,
          const char *metadata,
          const char *spec,
          const char *status)
{
  g_autofree char *json = g_strdup_printf ("{'metadata':{'name':'p','namespace':'shop','uid':'p-1','ownerReferences':[{'kind':'ReplicaSet','name':'x',"
                                           "'uid':'%s','controller':true}]%s},'spec':{'containers':[{'name':'web'}]%s},'status':{%s}}",
                                           owner_uid, metadata, spec, status);

  return make ("v1", "pods", "Pod", json);
}

static GPtrArray *
make_replica_sets (const char * const *jsons)
{
  GPtrArray *objects = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);

  for (guint i = 0; jsons[i] != NULL; i++)
    g_ptr_array_add (objects, make ("apps/v1", "replicasets", "ReplicaSet", jsons[i]));

  return objects;
}

static KinRollout *
compute (const char *deployment_json)
{
  g_autoptr(KinObject) deployment = make_deployment (deployment_json);

  return kin_rollout_compute (deployment, NULL, NULL);
}

typedef struct
{
  const char *name;
  const char *deployment;
  KinRolloutState state;
  const char *message;
} StatusCase;

static const StatusCase status_cases[] = {
  {
    "not-observed",
    DEPLOYMENT ("'replicas':3", "'observedGeneration':1,'replicas':3,'updatedReplicas':3,'availableReplicas':3"),
    KIN_ROLLOUT_WAITING_FOR_OBSERVATION,
    "Waiting for deployment spec update to be observed...",
  },
  {
    "no-status-yet",
    DEPLOYMENT ("'replicas':3", ""),
    KIN_ROLLOUT_WAITING_FOR_OBSERVATION,
    "Waiting for deployment spec update to be observed...",
  },
  {
    "not-observed-before-deadline",
    DEPLOYMENT ("'replicas':3", "'observedGeneration':1,'conditions':[{'type':'Progressing','status':'False','reason':'ProgressDeadlineExceeded'}]"),
    KIN_ROLLOUT_WAITING_FOR_OBSERVATION,
    "Waiting for deployment spec update to be observed...",
  },
  {
    "deadline",
    DEPLOYMENT ("'replicas':3", "'observedGeneration':2,'replicas':4,'updatedReplicas':1,'availableReplicas':3,'conditions':["
                "{'type':'Available','status':'True','reason':'MinimumReplicasAvailable'},"
                "{'type':'Progressing','status':'False','reason':'ProgressDeadlineExceeded'}]"),
    KIN_ROLLOUT_DEADLINE_EXCEEDED,
    "deployment \"web\" exceeded its progress deadline",
  },
  {
    "deadline-of-another-condition",
    DEPLOYMENT ("'replicas':1", "'observedGeneration':2,'replicas':1,'updatedReplicas':1,'availableReplicas':1,'conditions':["
                "{'type':'Available','reason':'ProgressDeadlineExceeded'},{'type':'Progressing','reason':'NewReplicaSetAvailable'}]"),
    KIN_ROLLOUT_COMPLETE,
    "deployment \"web\" successfully rolled out",
  },
  {
    "updating",
    DEPLOYMENT ("'replicas':5", "'observedGeneration':2,'replicas':6,'updatedReplicas':2,'availableReplicas':5"),
    KIN_ROLLOUT_UPDATING,
    "Waiting for deployment \"web\" rollout to finish: 2 out of 5 new replicas have been updated...",
  },
  {
    "terminating-old",
    DEPLOYMENT ("'replicas':5", "'observedGeneration':2,'replicas':6,'updatedReplicas':5,'availableReplicas':4"),
    KIN_ROLLOUT_TERMINATING_OLD,
    "Waiting for deployment \"web\" rollout to finish: 1 old replicas are pending termination...",
  },
  {
    "waiting-for-availability",
    DEPLOYMENT ("'replicas':5", "'observedGeneration':2,'replicas':5,'updatedReplicas':5,'availableReplicas':4"),
    KIN_ROLLOUT_WAITING_FOR_AVAILABILITY,
    "Waiting for deployment \"web\" rollout to finish: 4 of 5 updated replicas are available...",
  },
  {
    "complete",
    DEPLOYMENT ("'replicas':5", "'observedGeneration':2,'replicas':5,'updatedReplicas':5,'availableReplicas':5"),
    KIN_ROLLOUT_COMPLETE,
    "deployment \"web\" successfully rolled out",
  },
  {
    "scaled-to-zero",
    DEPLOYMENT ("'replicas':0", "'observedGeneration':2"),
    KIN_ROLLOUT_COMPLETE,
    "deployment \"web\" successfully rolled out",
  },
  {
    "observed-is-ahead",
    DEPLOYMENT ("'replicas':0", "'observedGeneration':3"),
    KIN_ROLLOUT_COMPLETE,
    "deployment \"web\" successfully rolled out",
  },
  {
    "replicas-not-set",
    DEPLOYMENT ("'replicas':null", "'observedGeneration':2"),
    KIN_ROLLOUT_COMPLETE,
    "deployment \"web\" successfully rolled out",
  },
  {
    "paused-and-complete",
    DEPLOYMENT ("'replicas':1,'paused':true", "'observedGeneration':2,'replicas':1,'updatedReplicas':1,'availableReplicas':1"),
    KIN_ROLLOUT_COMPLETE,
    "deployment \"web\" successfully rolled out",
  },
  {
    /* spinnaker#5101: paused before its template was rolled out; it waits for ever, and so says kubectl. */
    "paused-with-new-template",
    DEPLOYMENT ("'replicas':2,'paused':true", "'observedGeneration':2,'replicas':2,'availableReplicas':2,'conditions':["
                "{'type':'Progressing','status':'Unknown','reason':'DeploymentPaused'}]"),
    KIN_ROLLOUT_UPDATING,
    "Waiting for deployment \"web\" rollout to finish: 0 out of 2 new replicas have been updated...",
  },
};

static void
test_status (gconstpointer user_data)
{
  const StatusCase *test = user_data;
  g_autoptr(KinRollout) rollout = compute (test->deployment);
  g_autofree char *message = kin_rollout_dup_message (rollout);

  g_assert_cmpint (kin_rollout_get_state (rollout), ==, test->state);
  g_assert_cmpstr (message, ==, test->message);
  g_assert_cmpint (kin_rollout_is_paused (rollout), ==, strstr (test->name, "paused") != NULL);
}

static void
test_figures (void)
{
  g_autoptr(KinRollout) rollout = compute (DEPLOYMENT ("'replicas':5", "'observedGeneration':2,'replicas':6,'updatedReplicas':2,'readyReplicas':4,"
                                                       "'availableReplicas':3"));

  g_assert_cmpint (kin_rollout_get_desired (rollout), ==, 5);
  g_assert_cmpint (kin_rollout_get_updated (rollout), ==, 2);
  g_assert_cmpint (kin_rollout_get_ready (rollout), ==, 4);
  g_assert_cmpint (kin_rollout_get_available (rollout), ==, 3);
  g_assert_cmpint (kin_rollout_get_total (rollout), ==, 6);
  g_assert_null (kin_rollout_get_new_replica_set_uid (rollout));
  g_assert_null (kin_rollout_get_old_image (rollout));
  g_assert_cmpstr (kin_rollout_get_new_image (rollout), ==, "web:2");
  g_assert_cmpuint (kin_rollout_get_n_dots (rollout), ==, 0);
}

static void
test_revision (void)
{
  const struct
  {
    const char *annotations;
    gint64 revision;
  } cases[] = {
    { "", 0 },
    { ",'annotations':{'deployment.kubernetes.io/revision':'7'}", 7 },
    { ",'annotations':{'deployment.kubernetes.io/revision':'seven'}", 0 },
    { ",'annotations':{'deployment.kubernetes.io/revision':''}", 0 },
    { ",'annotations':{'other':'7'}", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = g_strdup_printf ("{'metadata':{'name':'web'%s},'spec':{}}", cases[i].annotations);
      g_autoptr(KinRollout) rollout = compute (json);

      g_assert_cmpint (kin_rollout_get_revision (rollout), ==, cases[i].revision);
    }
}

static void
assert_new_replica_set (const char * const *replica_sets,
                        const char         *expected_uid)
{
  g_autoptr(KinObject) deployment = make_deployment (DEPLOYMENT ("'replicas':3", "'observedGeneration':2"));
  g_autoptr(GPtrArray) objects = make_replica_sets (replica_sets);
  g_autoptr(KinRollout) rollout = kin_rollout_compute (deployment, objects, NULL);

  g_assert_cmpstr (kin_rollout_get_new_replica_set_uid (rollout), ==, expected_uid);
}

static void
test_new_replica_set (void)
{
  const char * const usual[] = {
    REPLICA_SET ("web-a", "r-1", "2026-01-01T00:00:00Z", "1", "a", "web:1"),
    REPLICA_SET ("web-b", "r-2", "2026-01-02T00:00:00Z", "2", "b", "web:2"),
    NULL,
  };
  const char * const none[] = {
    REPLICA_SET ("web-a", "r-1", "2026-01-01T00:00:00Z", "1", "a", "web:1"),
    NULL,
  };
  const char * const several[] = {
    REPLICA_SET ("web-c", "r-3", "2026-01-03T00:00:00Z", "0", "c", "web:2"),
    REPLICA_SET ("web-z", "r-2", "2026-01-02T00:00:00Z", "0", "z", "web:2"),
    REPLICA_SET ("web-b", "r-1", "2026-01-02T00:00:00Z", "3", "b", "web:2"),
    NULL,
  };

  assert_new_replica_set (usual, "r-2");
  assert_new_replica_set (none, NULL);
  assert_new_replica_set (several, "r-1");
}

/* Only that one label is left out of the comparison. */
static void
test_template_must_be_equal (void)
{
  const char * const other_label[] = {
    "{'metadata':{'name':'web-b','namespace':'shop','uid':'r-1'},'spec':{'replicas':1,'template':{'metadata':{'labels':"
    "{'app':'web','extra':'x','pod-template-hash':'b'}},'spec':{'containers':[{'name':'web','image':'web:2'}]}}}}",
    NULL,
  };
  const char * const restarted[] = {
    "{'metadata':{'name':'web-b','namespace':'shop','uid':'r-1'},'spec':{'replicas':1,'template':{'metadata':{'labels':{'app':'web'},"
    "'annotations':{'kubectl.kubernetes.io/restartedAt':'now'}},'spec':{'containers':[{'name':'web','image':'web:2'}]}}}}",
    NULL,
  };

  assert_new_replica_set (other_label, NULL);
  assert_new_replica_set (restarted, NULL);
}

static void
test_images (void)
{
  const char * const replica_sets[] = {
    REPLICA_SET ("web-a", "r-1", "2026-01-01T00:00:00Z", "1", "a", "web:0"),
    REPLICA_SET ("web-b", "r-2", "2026-01-02T00:00:00Z", "4", "b", "web:1"),
    REPLICA_SET ("web-c", "r-3", "2026-01-03T00:00:00Z", "0", "c", "web:x"),
    REPLICA_SET ("web-d", "r-4", "2026-01-04T00:00:00Z", "1", "d", "web:2"),
    NULL,
  };
  g_autoptr(KinObject) deployment = make_deployment (DEPLOYMENT ("'replicas':3", "'observedGeneration':2"));
  g_autoptr(GPtrArray) objects = make_replica_sets (replica_sets);
  g_autoptr(KinRollout) rollout = kin_rollout_compute (deployment, objects, NULL);

  g_assert_cmpstr (kin_rollout_get_new_image (rollout), ==, "web:2");
  g_assert_cmpstr (kin_rollout_get_old_image (rollout), ==, "web:1");
}

static void
test_image_of_changed_container (void)
{
  const char * const replica_sets[] = {
    "{'metadata':{'name':'web-a','uid':'r-1'},'spec':{'replicas':1,'template':{'spec':{'containers':"
    "[{'name':'proxy','image':'envoy:1'},{'name':'web','image':'web:1'}]}}}}",
    NULL,
  };
  g_autoptr(KinObject) deployment =
    make_deployment ("{'metadata':{'name':'web','uid':'d-1'},'spec':{'template':{'spec':{'containers':"
                     "[{'name':'proxy','image':'envoy:1'},{'name':'web','image':'web:2'}]}}}}");
  g_autoptr(GPtrArray) objects = make_replica_sets (replica_sets);
  g_autoptr(KinRollout) rollout = kin_rollout_compute (deployment, objects, NULL);

  g_assert_cmpstr (kin_rollout_get_new_image (rollout), ==, "web:2");
  g_assert_cmpstr (kin_rollout_get_old_image (rollout), ==, "web:1");
}

/* 2026-01-02 and 2026-01-05 */
static void
test_started (void)
{
  const char * const replica_sets[] = {
    REPLICA_SET ("web-b", "r-1", "2026-01-02T00:00:00Z", "3", "b", "web:2"),
    NULL,
  };
  g_autoptr(KinObject) plain = make_deployment (DEPLOYMENT ("'replicas':3", "'observedGeneration':2"));
  g_autoptr(KinObject) rolled_back = make_deployment (DEPLOYMENT ("'replicas':3", "'conditions':["
                                                                  "{'type':'Progressing','lastTransitionTime':'2026-01-05T00:00:00Z'}]"));
  g_autoptr(GPtrArray) objects = make_replica_sets (replica_sets);
  g_autoptr(KinRollout) unknown = kin_rollout_compute (plain, NULL, NULL);
  g_autoptr(KinRollout) created = kin_rollout_compute (plain, objects, NULL);
  g_autoptr(KinRollout) again = kin_rollout_compute (rolled_back, objects, NULL);

  g_assert_cmpint (kin_rollout_get_started (unknown), ==, 0);
  g_assert_cmpint (kin_rollout_get_started (created), ==, 1767312000);
  g_assert_cmpint (kin_rollout_get_started (again), ==, 1767571200);
}

static KinRollout *
compute_with_pods (GPtrArray *pods)
{
  const char * const replica_sets[] = {
    REPLICA_SET ("web-a", "r-1", "2026-01-01T00:00:00Z", "1", "a", "web:1"),
    REPLICA_SET ("web-b", "r-2", "2026-01-02T00:00:00Z", "2", "b", "web:2"),
    NULL,
  };
  g_autoptr(KinObject) deployment = make_deployment (DEPLOYMENT ("'replicas':3", "'observedGeneration':2"));
  g_autoptr(GPtrArray) objects = make_replica_sets (replica_sets);

  return kin_rollout_compute (deployment, objects, pods);
}

typedef struct
{
  const char *name;
  const char *owner_uid;
  const char *metadata;
  const char *spec;
  const char *status;
  KinPodDot dot;
} DotCase;

static const DotCase dot_cases[] = {
  { "ready", "r-2", "", "", "'phase':'Running'," RUNNING, KIN_POD_DOT_READY },
  { "pending", "r-2", "", "", "'phase':'Pending'", KIN_POD_DOT_STARTING },
  { "creating", "r-2", "", "", "'phase':'Pending'," WAITING ("ContainerCreating"), KIN_POD_DOT_STARTING },
  { "running-not-ready", "r-2", "", "", "'phase':'Running'," CONTAINER ("false", "'running':{}"), KIN_POD_DOT_STARTING },
  { "crash-loop", "r-2", "", "", "'phase':'Running'," WAITING ("CrashLoopBackOff"), KIN_POD_DOT_FAILED },
  { "image-back-off", "r-2", "", "", "'phase':'Pending'," WAITING ("ImagePullBackOff"), KIN_POD_DOT_FAILED },
  { "image-error", "r-2", "", "", "'phase':'Pending'," WAITING ("ErrImagePull"), KIN_POD_DOT_FAILED },
  { "config-error", "r-2", "", "", "'phase':'Pending'," WAITING ("CreateContainerConfigError"), KIN_POD_DOT_FAILED },
  { "error", "r-2", "", "", "'phase':'Running'," TERMINATED ("Error"), KIN_POD_DOT_FAILED },
  { "out-of-memory", "r-2", "", "", "'phase':'Running'," TERMINATED ("OOMKilled"), KIN_POD_DOT_FAILED },
  { "exit-code", "r-2", "", "", "'phase':'Running'," TERMINATED (""), KIN_POD_DOT_FAILED },
  { "evicted", "r-2", "", "", "'phase':'Failed','reason':'Evicted'", KIN_POD_DOT_FAILED },
  {
    "init-crash-loop", "r-2", "", ",'initContainers':[{'name':'i'}]",
    "'phase':'Pending','initContainerStatuses':[{'name':'i','ready':false,'restartCount':2,'state':{'waiting':{'reason':'CrashLoopBackOff'}}}]",
    KIN_POD_DOT_FAILED,
  },
  {
    "init-running", "r-2", "", ",'initContainers':[{'name':'i'}]",
    "'phase':'Pending','initContainerStatuses':[{'name':'i','ready':false,'restartCount':0,'state':{'running':{}}}]," WAITING ("PodInitializing"),
    KIN_POD_DOT_STARTING,
  },
  {
    "readiness-gate", "r-2", "", ",'readinessGates':[{'conditionType':'lb'}]",
    "'phase':'Running'," RUNNING, KIN_POD_DOT_STARTING,
  },
  {
    "readiness-gate-open", "r-2", "", ",'readinessGates':[{'conditionType':'lb'}]",
    "'phase':'Running','conditions':[{'type':'lb','status':'True'}]," RUNNING, KIN_POD_DOT_READY,
  },
  { "old", "r-1", "", "", "'phase':'Running'," RUNNING, KIN_POD_DOT_OLD },
  { "old-and-failing", "r-1", "", "", "'phase':'Running'," WAITING ("CrashLoopBackOff"), KIN_POD_DOT_OLD },
  { "terminating", "r-2", ",'deletionTimestamp':'2026-01-01T00:00:00Z'", "", "'phase':'Running'," RUNNING, KIN_POD_DOT_OLD },
};

static void
test_dot (gconstpointer user_data)
{
  const DotCase *test = user_data;
  g_autoptr(GPtrArray) pods = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);
  g_autoptr(KinRollout) rollout = NULL;

  g_ptr_array_add (pods, make_pod (test->owner_uid, test->metadata, test->spec, test->status));
  rollout = compute_with_pods (pods);

  g_assert_cmpuint (kin_rollout_get_n_dots (rollout), ==, 1);
  g_assert_cmpint (kin_rollout_get_dot (rollout, 0), ==, test->dot);
}

static void
test_dots_in_order (void)
{
  const KinPodDot expected[] = { KIN_POD_DOT_READY, KIN_POD_DOT_READY, KIN_POD_DOT_STARTING, KIN_POD_DOT_FAILED, KIN_POD_DOT_OLD };
  g_autoptr(GPtrArray) pods = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);
  g_autoptr(KinRollout) rollout = NULL;

  g_ptr_array_add (pods, make_pod ("r-1", "", "", "'phase':'Running'," RUNNING));
  g_ptr_array_add (pods, make_pod ("r-2", "", "", "'phase':'Running'," WAITING ("CrashLoopBackOff")));
  g_ptr_array_add (pods, make_pod ("r-2", "", "", "'phase':'Running'," RUNNING));
  g_ptr_array_add (pods, make_pod ("r-2", "", "", "'phase':'Pending'"));
  g_ptr_array_add (pods, make_pod ("r-2", "", "", "'phase':'Running'," RUNNING));
  rollout = compute_with_pods (pods);

  g_assert_cmpuint (kin_rollout_get_n_dots (rollout), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpint (kin_rollout_get_dot (rollout, i), ==, expected[i]);
}

static void
test_equal (void)
{
  g_autoptr(KinRollout) one = compute (DEPLOYMENT ("'replicas':5", "'observedGeneration':2,'replicas':5,'updatedReplicas':5,'availableReplicas':4"));
  g_autoptr(KinRollout) same = compute (DEPLOYMENT ("'replicas':5", "'observedGeneration':2,'replicas':5,'updatedReplicas':5,'availableReplicas':4,'x':1"));
  g_autoptr(KinRollout) other = compute (DEPLOYMENT ("'replicas':5", "'observedGeneration':2,'replicas':5,'updatedReplicas':5,'availableReplicas':3"));
  g_autoptr(KinRollout) paused = compute (DEPLOYMENT ("'replicas':5,'paused':true",
                                                      "'observedGeneration':2,'replicas':5,'updatedReplicas':5,'availableReplicas':4"));
  g_autoptr(GPtrArray) pods = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);
  g_autoptr(KinRollout) without_pods = compute_with_pods (pods);
  g_autoptr(KinRollout) with_pod = NULL;

  g_ptr_array_add (pods, make_pod ("r-1", "", "", ""));
  with_pod = compute_with_pods (pods);

  g_assert_true (kin_rollout_equal (one, same));
  g_assert_false (kin_rollout_equal (one, other));
  g_assert_false (kin_rollout_equal (one, paused));
  g_assert_false (kin_rollout_equal (with_pod, without_pods));
}

static void
add_status_tests (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (status_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/rollout/status/%s", status_cases[i].name);

      g_test_add_data_func (path, &status_cases[i], test_status);
    }
}

static void
add_dot_tests (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (dot_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/rollout/dot/%s", dot_cases[i].name);

      g_test_add_data_func (path, &dot_cases[i], test_dot);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_status_tests ();
  add_dot_tests ();
  g_test_add_func ("/rollout/figures", test_figures);
  g_test_add_func ("/rollout/revision", test_revision);
  g_test_add_func ("/rollout/new-replica-set", test_new_replica_set);
  g_test_add_func ("/rollout/template-must-be-equal", test_template_must_be_equal);
  g_test_add_func ("/rollout/images", test_images);
  g_test_add_func ("/rollout/image-of-changed-container", test_image_of_changed_container);
  g_test_add_func ("/rollout/started", test_started);
  g_test_add_func ("/rollout/dots-in-order", test_dots_in_order);
  g_test_add_func ("/rollout/equal", test_equal);

  return g_test_run ();
}
