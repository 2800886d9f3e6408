/* test-deployment-controller.c: each Deployment's rollout follows what happens to it, its ReplicaSets and pods.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "controller/kin-deployment-controller.h"

#include "fake-source.h"
#include "test-objects.h"

#define SECOND G_TIME_SPAN_SECOND

enum
{
  DEPLOYMENTS,
  REPLICA_SETS,
  PODS,
  N_SOURCES,
};

typedef struct
{
  KinClock *clock;
  KinInformerFactory *factory;
  KinDeploymentController *controller;
  FakeSource *sources[N_SOURCES];
  FakeWatch *watches[N_SOURCES];
  guint n_sources;
  GString *changed;   /* keys of the signals */
} Fixture;

static const char * const plurals[] = { "deployments", "replicasets", "pods" };

static KinListerWatcher *
make_source (KinKind    *kind,
             const char *namespace_,
             const char *label_selector,
             gpointer    user_data)
{
  Fixture *fixture = user_data;
  FakeSource *source = fake_source_new (kind, fixture->clock);

  g_assert_cmpuint (fixture->n_sources, <, N_SOURCES);
  g_assert_cmpstr (kin_resource_get_plural (kin_kind_get_resource (kind)), ==, plurals[fixture->n_sources]);
  g_assert_cmpstr (namespace_, ==, "shop");
  g_assert_null (label_selector);
  fixture->sources[fixture->n_sources++] = g_object_ref (source);

  return KIN_LISTER_WATCHER (source);
}

static void
rollout_changed_cb (KinDeploymentController *controller,
                    const char              *key,
                    Fixture                 *fixture)
{
  g_string_append_printf (fixture->changed, "%s ", key);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  fixture->clock = kin_clock_new_stepped (1000 * SECOND);
  fixture->changed = g_string_new (NULL);
  fixture->factory = kin_informer_factory_new (make_source, fixture, NULL, fixture->clock, 0);
  fixture->controller = kin_deployment_controller_new (fixture->factory, "shop", fixture->clock);
  g_signal_connect (fixture->controller, "rollout-changed", G_CALLBACK (rollout_changed_cb), fixture);
  g_assert_cmpuint (fixture->n_sources, ==, N_SOURCES);

  kin_deployment_controller_start (fixture->controller);
  kin_informer_factory_start (fixture->factory);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  kin_informer_factory_shutdown (fixture->factory);
  fake_settle ();

  if (fixture->controller != NULL)
    g_assert_finalize_object (fixture->controller);
  g_assert_finalize_object (fixture->factory);
  for (guint i = 0; i < N_SOURCES; i++)
    g_assert_finalize_object (fixture->sources[i]);
  g_assert_finalize_object (fixture->clock);
  g_string_free (fixture->changed, TRUE);
}

static KinKind *
get_kind (Fixture *fixture,
          guint    i)
{
  return kin_lister_watcher_get_kind (KIN_LISTER_WATCHER (fixture->sources[i]));
}

static KinObject *
make_deployment (Fixture    *fixture,
                 const char *uid,
                 guint       version,
                 const char *image,
                 const char *status)
{
  g_autofree char *json = g_strdup_printf ("{'metadata':{'name':'web','namespace':'shop','uid':'%s','resourceVersion':'%u','generation':1},"
                                           "'spec':{'replicas':1,'template':{'metadata':{'labels':{'app':'web'}},"
                                           "'spec':{'containers':[{'name':'web','image':'%s'}]}}},'status':{'observedGeneration':1%s}}",
                                           uid, version, image, status);

  return test_object_new (get_kind (fixture, DEPLOYMENTS), json);
}

static KinObject *
make_replica_set (Fixture    *fixture,
                  const char *name,
                  guint       version,
                  const char *owner_uid,
                  const char *image)
{
  g_autofree char *json = g_strdup_printf ("{'metadata':{'name':'%s','namespace':'shop','uid':'u-%s','resourceVersion':'%u',"
                                           "'ownerReferences':[{'kind':'Deployment','name':'web','uid':'%s','controller':true}]},"
                                           "'spec':{'replicas':1,'template':{'metadata':{'labels':{'app':'web','pod-template-hash':'%s'}},"
                                           "'spec':{'containers':[{'name':'web','image':'%s'}]}}}}",
                                           name, name, version, owner_uid, name, image);

  return test_object_new (get_kind (fixture, REPLICA_SETS), json);
}

static KinObject *
make_pod (Fixture    *fixture,
          const char *name,
          guint       version,
          const char *replica_set,
          gboolean    is_ready)
{
  g_autofree char *json = g_strdup_printf ("{'metadata':{'name':'%s','namespace':'shop','uid':'u-%s','resourceVersion':'%u',"
                                           "'ownerReferences':[{'kind':'ReplicaSet','name':'%s','uid':'u-%s','controller':true}]},"
                                           "'spec':{'containers':[{'name':'web'}]},'status':{'phase':'Running','containerStatuses':["
                                           "{'name':'web','ready':%s,'restartCount':0,'state':{'running':{}}}]}}",
                                           name, name, version, replica_set, replica_set, is_ready ? "true" : "false");

  return test_object_new (get_kind (fixture, PODS), json);
}

static void
answer (Fixture   *fixture,
        guint      i,
        KinObject *object)
{
  fake_call_list (fake_source_expect_list (fixture->sources[i], "0", NULL, 500), "1", NULL, object, NULL);
  fixture->watches[i] = fake_call_watch (fake_source_expect_watch (fixture->sources[i], "1"));
  fake_settle ();
}

/* web:1 is rolled out: one Deployment, ReplicaSet and pod. */
static void
answer_all (Fixture *fixture)
{
  answer (fixture, PODS, make_pod (fixture, "p1", 1, "rs1", TRUE));
  answer (fixture, REPLICA_SETS, make_replica_set (fixture, "rs1", 1, "d-1", "web:1"));
  answer (fixture, DEPLOYMENTS, make_deployment (fixture, "d-1", 1, "web:1", ",'replicas':1,'updatedReplicas':1,'availableReplicas':1"));
  g_assert_cmpstr (fixture->changed->str, ==, "shop/web ");
  g_string_truncate (fixture->changed, 0);
}

static void
send_event (Fixture           *fixture,
            guint              i,
            KinWatchEventType  type,
            KinObject         *object)
{
  fake_watch_send (fixture->watches[i], type, object);
  fake_settle ();
}

static void
assert_changed (Fixture    *fixture,
                const char *expected)
{
  g_assert_cmpstr (fixture->changed->str, ==, expected);
  g_string_truncate (fixture->changed, 0);
}

/* "5 u-rs1 *": state, new ReplicaSet and pods, with * ready, o starting, x failed, - old. */
static void
assert_rollout (Fixture    *fixture,
                const char *expected)
{
  KinRollout *rollout = kin_deployment_controller_get_rollout (fixture->controller, "shop/web");
  g_autoptr(GString) text = g_string_new (NULL);
  const char *uid;

  if (expected == NULL)
    {
      g_assert_null (rollout);
      return;
    }

  g_assert_nonnull (rollout);
  uid = kin_rollout_get_new_replica_set_uid (rollout);
  g_string_append_printf (text, "%d %s ", kin_rollout_get_state (rollout), uid != NULL ? uid : "none");
  for (gsize i = 0; i < kin_rollout_get_n_dots (rollout); i++)
    g_string_append_c (text, "*o-x"[kin_rollout_get_dot (rollout, i)]);

  g_assert_cmpstr (text->str, ==, expected);
}

#define COMPLETE "5"
#define UPDATING "2"

static void
test_waits_for_caches (Fixture       *fixture,
                       gconstpointer  user_data)
{
  answer (fixture, DEPLOYMENTS, make_deployment (fixture, "d-1", 1, "web:1", ",'replicas':1,'updatedReplicas':1,'availableReplicas':1"));
  answer (fixture, REPLICA_SETS, make_replica_set (fixture, "rs1", 1, "d-1", "web:1"));
  assert_changed (fixture, "");
  assert_rollout (fixture, NULL);

  answer (fixture, PODS, make_pod (fixture, "p1", 1, "rs1", TRUE));
  assert_changed (fixture, "shop/web ");
  assert_rollout (fixture, COMPLETE " u-rs1 *");
}

static void
test_rolls_out (Fixture       *fixture,
                gconstpointer  user_data)
{
  answer_all (fixture);

  send_event (fixture, DEPLOYMENTS, KIN_WATCH_MODIFIED, make_deployment (fixture, "d-1", 2, "web:2", ",'replicas':1"));
  assert_changed (fixture, "shop/web ");
  assert_rollout (fixture, UPDATING " none -");

  send_event (fixture, REPLICA_SETS, KIN_WATCH_ADDED, make_replica_set (fixture, "rs2", 3, "d-1", "web:2"));
  assert_changed (fixture, "shop/web ");
  assert_rollout (fixture, UPDATING " u-rs2 -");

  send_event (fixture, PODS, KIN_WATCH_ADDED, make_pod (fixture, "p2", 4, "rs2", FALSE));
  assert_changed (fixture, "shop/web ");
  assert_rollout (fixture, UPDATING " u-rs2 o-");

  send_event (fixture, PODS, KIN_WATCH_MODIFIED, make_pod (fixture, "p2", 5, "rs2", TRUE));
  send_event (fixture, PODS, KIN_WATCH_DELETED, make_pod (fixture, "p1", 6, "rs1", TRUE));
  assert_changed (fixture, "shop/web shop/web ");
  assert_rollout (fixture, UPDATING " u-rs2 *");

  send_event (fixture, DEPLOYMENTS, KIN_WATCH_MODIFIED,
              make_deployment (fixture, "d-1", 7, "web:2", ",'replicas':1,'updatedReplicas':1,'availableReplicas':1"));
  assert_changed (fixture, "shop/web ");
  assert_rollout (fixture, COMPLETE " u-rs2 *");
}

/* An event that changes nothing of the rollout is no signal. */
static void
test_equal_is_no_change (Fixture       *fixture,
                         gconstpointer  user_data)
{
  answer_all (fixture);

  send_event (fixture, PODS, KIN_WATCH_MODIFIED, make_pod (fixture, "p1", 2, "rs1", TRUE));
  send_event (fixture, REPLICA_SETS, KIN_WATCH_MODIFIED, make_replica_set (fixture, "rs1", 3, "d-1", "web:1"));
  assert_changed (fixture, "");
}

/* The owner is the one with that UID, not the one with that name. */
static void
test_owner_by_uid (Fixture       *fixture,
                   gconstpointer  user_data)
{
  answer_all (fixture);

  send_event (fixture, REPLICA_SETS, KIN_WATCH_ADDED, make_replica_set (fixture, "stray", 2, "d-0", "web:1"));
  send_event (fixture, PODS, KIN_WATCH_ADDED, make_pod (fixture, "p2", 3, "stray", TRUE));
  assert_changed (fixture, "");
  assert_rollout (fixture, COMPLETE " u-rs1 *");

  /* Deleted and made anew under its name: what the old one owned is not the new one's. */
  send_event (fixture, DEPLOYMENTS, KIN_WATCH_DELETED, make_deployment (fixture, "d-1", 4, "web:1", ""));
  send_event (fixture, DEPLOYMENTS, KIN_WATCH_ADDED, make_deployment (fixture, "d-2", 5, "web:1", ""));
  assert_changed (fixture, "shop/web shop/web ");
  assert_rollout (fixture, UPDATING " none ");
}

static void
test_adopted (Fixture       *fixture,
              gconstpointer  user_data)
{
  answer_all (fixture);

  send_event (fixture, REPLICA_SETS, KIN_WATCH_MODIFIED, make_replica_set (fixture, "rs1", 2, "d-0", "web:1"));
  assert_changed (fixture, "shop/web ");
  assert_rollout (fixture, COMPLETE " none ");

  send_event (fixture, REPLICA_SETS, KIN_WATCH_MODIFIED, make_replica_set (fixture, "rs1", 3, "d-1", "web:1"));
  assert_changed (fixture, "shop/web ");
  assert_rollout (fixture, COMPLETE " u-rs1 *");
}

static void
test_replica_set_deleted (Fixture       *fixture,
                          gconstpointer  user_data)
{
  answer_all (fixture);

  send_event (fixture, REPLICA_SETS, KIN_WATCH_DELETED, make_replica_set (fixture, "rs1", 2, "d-1", "web:1"));
  assert_changed (fixture, "shop/web ");
  assert_rollout (fixture, COMPLETE " none ");

  send_event (fixture, PODS, KIN_WATCH_DELETED, make_pod (fixture, "p1", 3, "rs1", TRUE));
  assert_changed (fixture, "");
}

static void
test_deployment_deleted (Fixture       *fixture,
                         gconstpointer  user_data)
{
  answer_all (fixture);

  send_event (fixture, DEPLOYMENTS, KIN_WATCH_DELETED, make_deployment (fixture, "d-1", 2, "web:1", ""));
  assert_changed (fixture, "shop/web ");
  assert_rollout (fixture, NULL);
}

static void
test_stop (Fixture       *fixture,
           gconstpointer  user_data)
{
  answer_all (fixture);
  kin_deployment_controller_stop (fixture->controller);

  send_event (fixture, DEPLOYMENTS, KIN_WATCH_DELETED, make_deployment (fixture, "d-1", 2, "web:1", ""));
  assert_changed (fixture, "");
  assert_rollout (fixture, COMPLETE " u-rs1 *");
}

static void
let_go_cb (KinDeploymentController *controller,
           const char              *key,
           Fixture                 *fixture)
{
  g_clear_object (&fixture->controller);
}

static void
test_let_go_in_signal (Fixture       *fixture,
                       gconstpointer  user_data)
{
  answer_all (fixture);
  g_signal_connect (fixture->controller, "rollout-changed", G_CALLBACK (let_go_cb), fixture);

  send_event (fixture, PODS, KIN_WATCH_MODIFIED, make_pod (fixture, "p1", 2, "rs1", FALSE));
  assert_changed (fixture, "shop/web ");
  g_assert_null (fixture->controller);
}

static void
add_test (const char *path,
          void      (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/deployment-controller/waits-for-caches", test_waits_for_caches);
  add_test ("/deployment-controller/rolls-out", test_rolls_out);
  add_test ("/deployment-controller/equal-is-no-change", test_equal_is_no_change);
  add_test ("/deployment-controller/owner-by-uid", test_owner_by_uid);
  add_test ("/deployment-controller/adopted", test_adopted);
  add_test ("/deployment-controller/replica-set-deleted", test_replica_set_deleted);
  add_test ("/deployment-controller/deployment-deleted", test_deployment_deleted);
  add_test ("/deployment-controller/stop", test_stop);
  add_test ("/deployment-controller/let-go-in-signal", test_let_go_in_signal);

  return g_test_run ();
}
