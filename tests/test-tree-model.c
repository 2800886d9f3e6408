/* test-tree-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-tree-model.h"

#include <string.h>

#include "base/kin-worker-pool.h"
#include "model-feed.h"

#define N_MANY 10000

/* The three informers and a tree on them. */
typedef struct
{
  ModelFeed    *deployments;
  ModelFeed    *replica_sets;
  ModelFeed    *pods;
  KinTreeModel *tree;
  Shadow       *shadow;
  guint         version;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->deployments = model_feed_new ("deployments.apps");
  self->replica_sets = model_feed_new ("replicasets.apps");
  self->pods = model_feed_new ("pods");
  self->tree = kin_tree_model_new (model_feed_get_informer (self->deployments),
                                   model_feed_get_informer (self->replica_sets),
                                   model_feed_get_informer (self->pods),
                                   NULL);
  self->shadow = shadow_new (self->tree, TRUE);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_clear_pointer (&self->shadow, shadow_free);
  g_assert_cmpuint (kin_tree_model_get_n_rows_made (self->tree), ==, 0);
  g_assert_finalize_object (self->tree);
  model_feed_free (self->deployments);
  model_feed_free (self->replica_sets);
  model_feed_free (self->pods);
}

static void
put_available (Fixture    *self,
               const char *name,
               guint       n_available)
{
  model_feed_put_json (self->deployments,
                       "{\"metadata\":{\"namespace\":\"n\",\"name\":\"%s\",\"uid\":\"%s\",\"resourceVersion\":\"%u\"},"
                       "\"spec\":{\"replicas\":1},\"status\":{\"availableReplicas\":%u}}",
                       name, name, ++self->version, n_available);
}

static void
put_deployment (Fixture    *self,
                const char *name)
{
  put_available (self, name, 0);
}

static void
put_replica_set (Fixture    *self,
                 const char *name,
                 const char *owner,
                 guint       n_desired,
                 guint       revision)
{
  model_feed_put_json (self->replica_sets,
                       "{\"metadata\":{\"namespace\":\"n\",\"name\":\"%s\",\"uid\":\"%s\",\"resourceVersion\":\"%u\","
                       "\"annotations\":{\"deployment.kubernetes.io/revision\":\"%u\"},"
                       "\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"%s\",\"uid\":\"%s\",\"controller\":true}]},"
                       "\"spec\":{\"replicas\":%u}}",
                       name, name, ++self->version, revision, owner, owner, n_desired);
}

static void
put_pod (Fixture    *self,
         const char *name,
         const char *owner,
         const char *state)
{
  model_feed_put_json (self->pods,
                       "{\"metadata\":{\"namespace\":\"n\",\"name\":\"%s\",\"uid\":\"%s\",\"resourceVersion\":\"%u\","
                       "\"ownerReferences\":[{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"name\":\"%s\",\"uid\":\"%s\",\"controller\":true}]},"
                       "\"spec\":{\"initContainers\":[{\"name\":\"setup\",\"image\":\"i:1\"},{\"name\":\"proxy\",\"image\":\"p:1\",\"restartPolicy\":\"Always\"}],"
                       "\"containers\":[{\"name\":\"app\",\"image\":\"a:1\"}]},"
                       "\"status\":{\"initContainerStatuses\":[{\"name\":\"setup\",\"state\":{\"terminated\":{\"reason\":\"Completed\"}}}],"
                       "\"containerStatuses\":[{\"name\":\"app\",\"ready\":true,\"restartCount\":2,\"state\":%s}]}}",
                       name, name, ++self->version, owner, owner, state);
}

#define RUNNING "{\"running\":{}}"

static KinRow *
dup_row (Fixture    *self,
         const char *id)
{
  int position = kin_tree_model_find (self->tree, id);

  g_assert_cmpint (position, >=, 0);

  return g_list_model_get_item (G_LIST_MODEL (self->tree), (guint) position);
}

static void
set_expanded (Fixture    *self,
              const char *id,
              gboolean    expanded)
{
  g_autoptr(KinRow) row = dup_row (self, id);

  kin_tree_model_set_expanded (self->tree, row, expanded);
  g_assert_true (kin_row_get_expanded (row) == expanded);
}

static void
assert_changes (Fixture    *self,
                const char *expected)
{
  g_autofree char *changes = shadow_dup_changes (self->shadow);

  g_assert_cmpstr (changes, ==, expected);
  shadow_assert_equal (self->shadow);
}

static void
assert_rows (Fixture    *self,
             const char *expected)
{
  g_autofree char *titles = model_dup_titles (self->tree);

  g_assert_cmpstr (titles, ==, expected);
}

/* Two Deployments; the first has a new ReplicaSet with two pods, and one of the past. */
static void
put_shop (Fixture *self)
{
  put_deployment (self, "d1");
  put_deployment (self, "d2");
  put_replica_set (self, "r1", "d1", 0, 1);
  put_replica_set (self, "r2", "d1", 2, 2);
  put_replica_set (self, "s1", "d2", 1, 1);
  put_pod (self, "p1", "r2", RUNNING);
  put_pod (self, "p2", "r2", RUNNING);
  put_pod (self, "q1", "s1", RUNNING);
  model_settle ();
  assert_changes (self, "0,0,2");
}

static void
test_expand (Fixture       *self,
             gconstpointer  data)
{
  put_shop (self);
  assert_rows (self, "d1 d2");

  set_expanded (self, "d1", TRUE);
  assert_rows (self, "d1 .r2 d2");
  assert_changes (self, "1,0,1");

  set_expanded (self, "r2", TRUE);
  assert_rows (self, "d1 .r2 ..p1 ..p2 d2");
  assert_changes (self, "2,0,2");

  set_expanded (self, "p2", TRUE);
  assert_rows (self, "d1 .r2 ..p1 ..p2 ...setup ...proxy ...app d2");
  assert_changes (self, "4,0,3");

  g_assert_cmpint (kin_tree_model_get_parent (self->tree, 0), ==, -1);
  g_assert_cmpint (kin_tree_model_get_parent (self->tree, 1), ==, 0);
  g_assert_cmpint (kin_tree_model_get_parent (self->tree, 3), ==, 1);
  g_assert_cmpint (kin_tree_model_get_parent (self->tree, 6), ==, 3);
  g_assert_cmpint (kin_tree_model_get_parent (self->tree, 7), ==, -1);

  /* What was open below stays so. */
  set_expanded (self, "d1", FALSE);
  assert_rows (self, "d1 d2");
  assert_changes (self, "1,6,0");
  g_assert_true (kin_tree_model_get_expanded_id (self->tree, "r2"));
  set_expanded (self, "d1", TRUE);
  assert_rows (self, "d1 .r2 ..p1 ..p2 ...setup ...proxy ...app d2");
  assert_changes (self, "1,0,6");
}

static void
test_children_come_and_go (Fixture       *self,
                           gconstpointer  data)
{
  put_shop (self);
  set_expanded (self, "d1", TRUE);
  set_expanded (self, "r2", TRUE);
  set_expanded (self, "d2", TRUE);
  assert_rows (self, "d1 .r2 ..p1 ..p2 d2 .s1");
  g_free (shadow_dup_changes (self->shadow));

  put_pod (self, "p1a", "r2", RUNNING);
  model_settle ();
  assert_rows (self, "d1 .r2 ..p1 ..p1a ..p2 d2 .s1");
  assert_changes (self, "3,0,1");

  /* In a closed ReplicaSet nothing is to be seen. */
  put_pod (self, "q2", "s1", RUNNING);
  model_settle ();
  assert_changes (self, "");

  model_feed_delete (self->pods, "n/p1");
  model_settle ();
  assert_changes (self, "2,1,0");

  /* A rollout: the new ReplicaSet stands above, the old one goes with its last pod. */
  put_replica_set (self, "r3", "d1", 2, 3);
  put_replica_set (self, "r2", "d1", 0, 2);
  model_settle ();
  assert_rows (self, "d1 .r3 .r2 ..p1a ..p2 d2 .s1");
  assert_changes (self, "1,0,1");
  model_feed_delete (self->pods, "n/p1a");
  model_feed_delete (self->pods, "n/p2");
  model_settle ();
  assert_rows (self, "d1 .r3 d2 .s1");
  assert_changes (self, "2,3,0");

  /* Rolled back: the old one is the newest again. */
  put_replica_set (self, "r2", "d1", 2, 4);
  model_settle ();
  assert_rows (self, "d1 .r2 .r3 d2 .s1");
  assert_changes (self, "1,0,1");

  model_feed_delete (self->deployments, "n/d1");
  model_settle ();
  assert_rows (self, "d2 .s1");
  assert_changes (self, "0,3,0");
}

static void
test_old_ones (Fixture       *self,
               gconstpointer  data)
{
  put_shop (self);
  set_expanded (self, "d1", TRUE);
  assert_rows (self, "d1 .r2 d2");
  g_free (shadow_dup_changes (self->shadow));

  kin_tree_model_set_show_old (self->tree, TRUE);
  assert_rows (self, "d1 .r2 .r1 d2");
  assert_changes (self, "2,0,1");
  kin_tree_model_set_show_old (self->tree, FALSE);
  assert_changes (self, "2,1,0");
}

static void
test_expandable (Fixture       *self,
                 gconstpointer  data)
{
  g_autoptr(KinRow) root = NULL;
  g_autoptr(KinRow) replica_set = NULL;

  put_deployment (self, "d1");
  model_settle ();
  root = dup_row (self, "d1");
  g_assert_false (kin_row_get_expandable (root));

  put_replica_set (self, "r1", "d1", 0, 1);
  model_settle ();
  g_assert_false (kin_row_get_expandable (root));
  kin_tree_model_set_expanded (self->tree, root, TRUE);
  g_assert_false (kin_row_get_expanded (root));

  put_pod (self, "p1", "r1", RUNNING);
  model_settle ();
  g_assert_true (kin_row_get_expandable (root));

  kin_tree_model_set_expanded (self->tree, root, TRUE);
  replica_set = dup_row (self, "r1");
  g_assert_true (kin_row_get_expandable (replica_set));

  put_replica_set (self, "r1", "d1", 1, 1);
  model_feed_delete (self->pods, "n/p1");
  model_settle ();
  g_assert_true (kin_row_get_expandable (root));
  g_assert_false (kin_row_get_expandable (replica_set));
}

/* Expansion belongs to the object, not to the place. */
static void
test_expansion_stays (Fixture       *self,
                      gconstpointer  data)
{
  g_autoptr(GPtrArray) objects = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);
  const char *names[] = { "d0", "d1", "d2" };

  put_shop (self);
  set_expanded (self, "d1", TRUE);
  set_expanded (self, "r2", TRUE);
  assert_rows (self, "d1 .r2 ..p1 ..p2 d2");
  g_free (shadow_dup_changes (self->shadow));

  kin_tree_model_set_sort (self->tree, KIN_SORT_NAME, TRUE);
  assert_rows (self, "d2 d1 .r2 ..p1 ..p2");
  assert_changes (self, "0,5,5");

  kin_tree_model_set_query (self->tree, "d2");
  assert_rows (self, "d2");
  assert_changes (self, "1,4,0");
  kin_tree_model_set_query (self->tree, "");
  assert_rows (self, "d2 d1 .r2 ..p1 ..p2");
  assert_changes (self, "1,0,4");

  /* A relist in which all versions are new, and a Deployment too. */
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_ptr_array_add (objects, model_feed_make (self->deployments,
                                               "{\"metadata\":{\"namespace\":\"n\",\"name\":\"%s\",\"uid\":\"%s\",\"resourceVersion\":\"%u\"},"
                                               "\"spec\":{\"replicas\":2}}",
                                               names[i], names[i], ++self->version));
  model_feed_replace (self->deployments, objects);
  model_settle ();
  assert_rows (self, "d2 d1 .r2 ..p1 ..p2 d0");
  assert_changes (self, "5,0,1");

  /* Gone, and back with the same identity. */
  model_feed_delete (self->deployments, "n/d1");
  model_settle ();
  put_deployment (self, "d1");
  model_settle ();
  assert_rows (self, "d2 d1 .r2 ..p1 ..p2 d0");
  assert_changes (self, "1,4,0 1,0,4");
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
test_containers (Fixture       *self,
                 gconstpointer  data)
{
  g_autoptr(KinRow) setup = NULL;
  g_autoptr(KinRow) proxy = NULL;
  g_autoptr(KinRow) app = NULL;
  guint n_changed = 0;

  put_shop (self);
  set_expanded (self, "d1", TRUE);
  set_expanded (self, "r2", TRUE);
  set_expanded (self, "p1", TRUE);
  setup = dup_row (self, "p1/setup");
  proxy = dup_row (self, "p1/proxy");
  app = dup_row (self, "p1/app");

  g_assert_cmpint (kin_row_get_row_type (setup), ==, KIN_ROW_CONTAINER);
  g_assert_true (kin_row_get_container_init (setup));
  g_assert_cmpstr (kin_row_get_container_state (setup), ==, "Completed");
  g_assert_false (kin_row_get_container_init (proxy));
  g_assert_cmpstr (kin_row_get_container_state (proxy), ==, "Waiting");
  g_assert_cmpstr (kin_row_get_container_image (app), ==, "a:1");
  g_assert_cmpstr (kin_row_get_container_state (app), ==, "Running");
  g_assert_true (kin_row_get_container_ready (app));
  g_assert_cmpint (kin_row_get_container_restarts (app), ==, 2);
  g_assert_false (kin_row_get_expandable (app));

  g_signal_connect_swapped (app, "changed", G_CALLBACK (count_cb), &n_changed);
  g_signal_connect_swapped (setup, "changed", G_CALLBACK (count_cb), &n_changed);
  g_free (shadow_dup_changes (self->shadow));
  put_pod (self, "p1", "r2", "{\"waiting\":{\"reason\":\"CrashLoopBackOff\"}}");
  model_settle ();
  g_assert_cmpstr (kin_row_get_container_state (app), ==, "CrashLoopBackOff");
  g_assert_cmpuint (kin_row_get_changed_columns (app), ==, KIN_ROW_CHANGED_OTHER);
  g_assert_cmpuint (n_changed, ==, 1);
  assert_changes (self, "");

  put_pod (self, "p1", "r2", "{\"terminated\":{\"exitCode\":3}}");
  model_settle ();
  g_assert_cmpstr (kin_row_get_container_state (app), ==, "ExitCode:3");
}

/* Someone looks at a pod whose branch has been closed. */
static void
test_row_of_closed_branch (Fixture       *self,
                           gconstpointer  data)
{
  g_autoptr(KinRow) pod = NULL;
  g_autoptr(KinRow) same = NULL;
  g_autofree char *version = NULL;
  guint n_changed = 0;

  put_shop (self);
  set_expanded (self, "d1", TRUE);
  set_expanded (self, "r2", TRUE);
  pod = dup_row (self, "p1");
  set_expanded (self, "d1", FALSE);
  g_assert_cmpint (kin_tree_model_find (self->tree, "p1"), ==, -1);

  g_signal_connect_swapped (pod, "changed", G_CALLBACK (count_cb), &n_changed);
  put_pod (self, "p1", "r2", "{\"waiting\":{\"reason\":\"CrashLoopBackOff\"}}");
  model_settle ();
  version = g_strdup_printf ("%u", self->version);
  g_assert_cmpstr (kin_object_get_resource_version (kin_row_get_object (pod)), ==, version);
  g_assert_cmpuint (n_changed, ==, 1);

  set_expanded (self, "d1", TRUE);
  same = dup_row (self, "p1");
  g_assert_true (same == pod);
}

/* Closed, an update of one of many makes no row and looks at no other. */
static void
test_many (Fixture       *self,
           gconstpointer  data)
{
  g_clear_pointer (&self->shadow, shadow_free);
  self->shadow = shadow_new (self->tree, FALSE);

  for (guint i = 0; i < N_MANY; i++)
    {
      g_autofree char *name = g_strdup_printf ("d%05u", i);
      g_autofree char *child = g_strdup_printf ("r%05u", i);

      put_deployment (self, name);
      put_replica_set (self, child, name, 1, 1);
      put_pod (self, name, child, RUNNING);
    }
  model_wait_for_size (self->tree, N_MANY);
  g_free (shadow_dup_changes (self->shadow));

  put_deployment (self, "d05000");
  put_pod (self, "d05000", "r05000", "{}");
  model_settle ();
  g_assert_cmpuint (kin_tree_model_get_n_rows_made (self->tree), ==, 0);

  set_expanded (self, "d05000", TRUE);
  set_expanded (self, "d09000", TRUE);
  put_replica_set (self, "r05000a", "d05000", 1, 2);
  model_feed_delete (self->deployments, "n/d00007");
  put_deployment (self, "d07000a");
  model_settle ();
  g_assert_cmpuint (kin_tree_model_get_n_rows_made (self->tree), ==, 0);
  g_assert_cmpint (kin_tree_model_find (self->tree, "d05000"), ==, 4999);
  g_assert_cmpint (kin_tree_model_find (self->tree, "r05000"), ==, 5001);
  g_assert_cmpint (kin_tree_model_find (self->tree, "d09000"), ==, 9002);
  g_assert_cmpuint (shadow_get_size (self->shadow), ==, N_MANY + 3);
}

/* Between the two changes that a far move takes, the children have no place; then they are below their root again. */
static void
test_far_move (Fixture       *self,
               gconstpointer  data)
{
  KinKind *kind = kin_shared_informer_get_kind (model_feed_get_informer (self->deployments));
  int column = kin_kind_find_column (kind, "AVAILABLE");
  g_autoptr(KinRow) pod = NULL;

  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *name = g_strdup_printf ("d%05u", i);

      put_deployment (self, name);
    }
  put_replica_set (self, "r", "d00500", 1, 1);
  put_pod (self, "p", "r", RUNNING);
  model_wait_for_size (self->tree, 3000);
  g_assert_cmpint (column, >=, 0);
  kin_tree_model_set_sort (self->tree, column, FALSE);
  kin_worker_pool_shutdown ();
  model_settle ();
  set_expanded (self, "d00500", TRUE);
  set_expanded (self, "r", TRUE);
  pod = dup_row (self, "p");
  g_free (shadow_dup_changes (self->shadow));

  /* Down: it has come before it has gone. */
  put_available (self, "d00500", 7);
  model_settle ();
  g_assert_cmpint (kin_tree_model_find (self->tree, "p"), ==, 3001);
  assert_changes (self, "3002,0,1 500,3,0 3000,0,2");

  /* Up: it has gone before it has come. */
  put_available (self, "d00500", 0);
  model_settle ();
  g_assert_cmpint (kin_tree_model_find (self->tree, "p"), ==, 502);
  assert_changes (self, "2999,3,0 500,0,3");
}

/* The controller works the rollouts out in its own time; each is told once. */
static void
test_rollout (Fixture       *self,
              gconstpointer  data)
{
  KinClock *clock = kin_clock_new_stepped (0);
  KinInformerFactory *factory = kin_informer_factory_new (model_feed_make_source, NULL, NULL, clock, 0);
  KinDeploymentController *controller = kin_deployment_controller_new (factory, NULL, clock);
  GListModel *informers = kin_informer_factory_get_informers (factory);
  g_autoptr(KinSharedInformer) deployments = g_list_model_get_item (informers, 0);
  g_autoptr(KinSharedInformer) replica_sets = g_list_model_get_item (informers, 1);
  g_autoptr(KinSharedInformer) pods = g_list_model_get_item (informers, 2);
  KinTreeModel *tree = kin_tree_model_new (deployments, replica_sets, pods, controller);
  ModelFeed *feeds[] = { model_feed_new_for (deployments), model_feed_new_for (replica_sets), model_feed_new_for (pods) };
  int available = kin_kind_find_column (kin_shared_informer_get_kind (deployments), "AVAILABLE");
  g_autoptr(GPtrArray) nothing = g_ptr_array_new ();
  g_autoptr(KinRow) row = NULL;
  guint n_changed = 0;

  kin_deployment_controller_start (controller);
  kin_informer_factory_start (factory);
  for (guint i = 0; i < G_N_ELEMENTS (feeds); i++)
    model_feed_replace (feeds[i], nothing);
  model_feed_put_json (feeds[0],
                       "{\"metadata\":{\"namespace\":\"n\",\"name\":\"d\",\"uid\":\"d\",\"resourceVersion\":\"1\",\"generation\":1},"
                       "\"spec\":{\"replicas\":2},\"status\":{\"observedGeneration\":1,\"replicas\":2,\"updatedReplicas\":2,\"availableReplicas\":1}}");
  model_settle ();

  /* Known before somebody looks: nothing flashes. */
  row = g_list_model_get_item (G_LIST_MODEL (tree), 0);
  g_assert_nonnull (kin_row_get_rollout (row));
  g_assert_cmpint (kin_rollout_get_available (kin_row_get_rollout (row)), ==, 1);
  g_assert_cmpuint (kin_row_get_changed_columns (row), ==, 0);

  g_signal_connect_swapped (row, "notify::rollout", G_CALLBACK (count_cb), &n_changed);
  model_feed_put_json (feeds[0],
                       "{\"metadata\":{\"namespace\":\"n\",\"name\":\"d\",\"uid\":\"d\",\"resourceVersion\":\"2\",\"generation\":1},"
                       "\"spec\":{\"replicas\":2},\"status\":{\"observedGeneration\":1,\"replicas\":2,\"updatedReplicas\":2,\"availableReplicas\":2}}");
  model_settle ();
  g_assert_cmpuint (n_changed, ==, 1);
  g_assert_cmpint (kin_rollout_get_state (kin_row_get_rollout (row)), ==, KIN_ROLLOUT_COMPLETE);

  /* The cell that the rollout is of still flashes. */
  g_assert_cmpuint (kin_row_get_changed_columns (row) & KIN_ROW_CHANGED_OTHER, !=, 0);
  g_assert_cmpuint (kin_row_get_changed_columns (row) & (1u << available), !=, 0);

  g_assert_finalize_object (g_steal_pointer (&row));
  g_assert_finalize_object (tree);
  kin_deployment_controller_stop (controller);
  kin_informer_factory_shutdown (factory);
  model_settle ();
  g_assert_finalize_object (controller);
  for (guint i = 0; i < G_N_ELEMENTS (feeds); i++)
    g_clear_pointer (&feeds[i], model_feed_free);
  g_clear_object (&deployments);
  g_clear_object (&replica_sets);
  g_clear_object (&pods);
  g_assert_finalize_object (factory);
  g_assert_finalize_object (clock);
}

/* Random changes of all three, against a tree worked out from the caches in the plainest way. */
typedef struct
{
  Fixture    *fixture;
  GHashTable *deployments;  /* set of names */
  GHashTable *replica_sets; /* name → GUINT desired + 1 */
  GHashTable *pods;         /* set of names */
  GHashTable *expanded;     /* set of names */
  gboolean    descending;
  gboolean    show_old;
  const char *query;
} Random;

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (a, b);
}

static GPtrArray *
list_names (GHashTable *names,
            const char *prefix)
{
  GPtrArray *found = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (g_str_has_prefix (name, prefix))
      g_ptr_array_add (found, name);
  g_ptr_array_sort_values (found, compare_names);

  return found;
}

static void
append_pods (Random     *self,
             GString    *rows,
             const char *replica_set)
{
  g_autofree char *prefix = g_strconcat (replica_set, "-", NULL);
  g_autoptr(GPtrArray) pods = list_names (self->pods, prefix);

  for (guint i = 0; i < pods->len; i++)
    {
      const char *pod = g_ptr_array_index (pods, i);

      g_string_append_printf (rows, " ..%s", pod);
      if (g_hash_table_contains (self->expanded, pod))
        g_string_append (rows, " ...setup ...proxy ...app");
    }
}

static void
append_replica_sets (Random     *self,
                     GString    *rows,
                     const char *deployment)
{
  g_autofree char *prefix = g_strconcat (deployment, "-", NULL);
  g_autoptr(GPtrArray) replica_sets = list_names (self->replica_sets, prefix);

  /* Their revision is the last digit of their name: the newest is above. */
  for (guint i = replica_sets->len; i > 0; i--)
    {
      const char *name = g_ptr_array_index (replica_sets, i - 1);
      g_autofree char *pod_prefix = g_strconcat (name, "-", NULL);
      g_autoptr(GPtrArray) pods = list_names (self->pods, pod_prefix);

      if (!self->show_old && pods->len == 0 && GPOINTER_TO_UINT (g_hash_table_lookup (self->replica_sets, name)) == 1)
        continue;
      g_string_append_printf (rows, " .%s", name);
      if (g_hash_table_contains (self->expanded, name))
        append_pods (self, rows, name);
    }
}

static char *
dup_expected (Random *self)
{
  GString *rows = g_string_new (NULL);
  g_autoptr(GPtrArray) deployments = list_names (self->deployments, "");

  for (guint i = 0; i < deployments->len; i++)
    {
      const char *name = g_ptr_array_index (deployments, self->descending ? deployments->len - 1 - i : i);

      if (self->query != NULL && strstr (name, self->query) == NULL)
        continue;
      g_string_append_printf (rows, " %s", name);
      if (g_hash_table_contains (self->expanded, name))
        append_replica_sets (self, rows, name);
    }

  return g_strchug (g_string_free_and_steal (rows));
}

static void
change_at_random (Random *self)
{
  g_autofree char *deployment = g_strdup_printf ("d%02d", g_test_rand_int_range (0, 12));
  g_autofree char *replica_set = g_strdup_printf ("%s-%d", deployment, g_test_rand_int_range (1, 4));
  g_autofree char *pod = g_strdup_printf ("%s-%d", replica_set, g_test_rand_int_range (1, 4));
  GHashTable *sets[] = { self->deployments, self->replica_sets, self->pods };
  ModelFeed *feeds[] = { self->fixture->deployments, self->fixture->replica_sets, self->fixture->pods };
  const char *names[] = { deployment, replica_set, pod };
  int level = g_test_rand_int_range (0, 3);
  guint n_desired = (guint) g_test_rand_int_range (0, 2);

  if (g_hash_table_contains (sets[level], names[level]) && g_test_rand_int_range (0, 3) == 0)
    {
      g_autofree char *key = g_strconcat ("n/", names[level], NULL);

      model_feed_delete (feeds[level], key);
      g_hash_table_remove (sets[level], names[level]);
      return;
    }

  if (level == 0)
    put_deployment (self->fixture, deployment);
  else if (level == 1)
    put_replica_set (self->fixture, replica_set, deployment, n_desired, (guint) (replica_set[strlen (replica_set) - 1] - '0'));
  else
    put_pod (self->fixture, pod, replica_set, RUNNING);
  g_hash_table_replace (sets[level], g_strdup (names[level]), GUINT_TO_POINTER (n_desired + 1));
}

static void
toggle_at_random (Random *self)
{
  KinTreeModel *tree = self->fixture->tree;
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (tree));
  g_autoptr(KinRow) row = NULL;
  gboolean expanded;

  if (n_items == 0)
    return;

  row = g_list_model_get_item (G_LIST_MODEL (tree), (guint) g_test_rand_int_range (0, (int) n_items));
  expanded = !kin_row_get_expanded (row);
  if (expanded && !kin_row_get_expandable (row))
    return;

  kin_tree_model_set_expanded (tree, row, expanded);
  if (expanded)
    g_hash_table_add (self->expanded, g_strdup (kin_row_get_id (row)));
  else
    g_hash_table_remove (self->expanded, kin_row_get_id (row));
}

static void
ask_at_random (Random *self)
{
  switch (g_test_rand_int_range (0, 6))
    {
    case 0:
      self->descending = !self->descending;
      kin_tree_model_set_sort (self->fixture->tree, KIN_SORT_NAME, self->descending);
      break;
    case 1:
      self->query = self->query == NULL ? "d1" : NULL;
      kin_tree_model_set_query (self->fixture->tree, self->query);
      break;
    case 2:
      self->show_old = !self->show_old;
      kin_tree_model_set_show_old (self->fixture->tree, self->show_old);
      break;
    default:
      toggle_at_random (self);
    }
}

static GHashTable *
new_names (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
test_random (Fixture       *self,
             gconstpointer  data)
{
  Random random = { self, new_names (), new_names (), new_names (), new_names (), FALSE, FALSE, NULL };
  g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint round = 0; round < 1500; round++)
    {
      int n_changes = g_test_rand_int_range (0, 8);
      g_autofree char *expected = NULL;
      guint n_items;

      for (int i = 0; i < n_changes; i++)
        change_at_random (&random);
      ask_at_random (&random);
      if (g_test_rand_int_range (0, 4) == 0)
        continue;

      model_settle ();
      expected = dup_expected (&random);
      assert_rows (self, expected);
      shadow_assert_equal (self->shadow);

      n_items = g_list_model_get_n_items (G_LIST_MODEL (self->tree));
      if (n_items > 0)
        g_ptr_array_add (kept, g_list_model_get_item (G_LIST_MODEL (self->tree), (guint) g_test_rand_int_range (0, (int) n_items)));
      if (kept->len > 10)
        g_ptr_array_remove_index_fast (kept, 0);
    }

  g_hash_table_unref (random.deployments);
  g_hash_table_unref (random.replica_sets);
  g_hash_table_unref (random.pods);
  g_hash_table_unref (random.expanded);
}

static void
add_test (const char *path,
          void      (*func) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, func, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);

  add_test ("/tree-model/expand-and-collapse", test_expand);
  add_test ("/tree-model/children-come-and-go", test_children_come_and_go);
  add_test ("/tree-model/replica-sets-of-the-past-are-hidden", test_old_ones);
  add_test ("/tree-model/expandable-is-what-has-children", test_expandable);
  add_test ("/tree-model/expansion-stays-with-the-object", test_expansion_stays);
  add_test ("/tree-model/containers", test_containers);
  add_test ("/tree-model/row-of-a-closed-branch-is-told", test_row_of_closed_branch);
  add_test ("/tree-model/update-of-10000-makes-no-row", test_many);
  add_test ("/tree-model/far-move-takes-the-children", test_far_move);
  add_test ("/tree-model/rollout-is-told-once", test_rollout);
  add_test ("/tree-model/random", test_random);

  result = g_test_run ();
  kin_worker_pool_shutdown ();

  return result;
}
