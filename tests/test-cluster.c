/* test-cluster.c: a cluster is called, and what it says is believed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-cluster.h"

#include "base/kin-error.h"
#include "base/kin-worker-pool.h"
#include "test-server.h"

#define UNAUTHORIZED \
  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"Unauthorized\",\"reason\":\"Unauthorized\",\"code\":401}"

#define NO_STREAMS                                                                                                     \
  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"Invalid\",\"code\":422,"                 \
  "\"message\":\"sendInitialEvents is forbidden for watch\"}"
#define FORBIDDEN \
  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"forbidden\",\"reason\":\"Forbidden\",\"code\":403}"

#define POD \
  "{\"metadata\":{\"name\":\"web-1\",\"namespace\":\"shop\",\"uid\":\"u1\",\"resourceVersion\":\"7\"}}"

typedef struct
{
  KinTestServer *server;
  KinContext *context;
  KinCluster *cluster;
  gboolean unauthorized;
  const char *forbidden; /* (nullable): a regular expression of the paths that we may not list */
  GPtrArray *lists; /* the paths of the lists asked for */
  GPtrArray *watches; /* the messages of the watches, left open */
} Fixture;

static void
answer_kind (Fixture           *fixture,
             SoupServerMessage *message,
             const char        *path,
             GHashTable        *query)
{
  if (query != NULL && g_hash_table_contains (query, "sendInitialEvents"))
    {
      kin_test_answer (message, 422, "application/json", NO_STREAMS);
      return;
    }

  if (query != NULL && g_hash_table_contains (query, "watch"))
    {
      /* Nothing to tell yet. */
      soup_server_message_pause (message);
      g_ptr_array_add (fixture->watches, g_object_ref (message));
      return;
    }

  g_ptr_array_add (fixture->lists, g_strdup (path));
  if (fixture->forbidden != NULL && g_regex_match_simple (fixture->forbidden, path, 0, 0))
    {
      kin_test_answer (message, 403, "application/json", FORBIDDEN);
      return;
    }

  kin_test_answer (message, 200, "application/json",
                   g_str_has_suffix (path, "/pods") ? "{\"kind\":\"List\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[" POD "]}"
                                                    : "{\"kind\":\"List\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[]}");
}

static void
server_cb (SoupServer        *server,
           SoupServerMessage *message,
           const char        *path,
           GHashTable        *query,
           gpointer           user_data)
{
  Fixture *fixture = user_data;

  if (fixture->unauthorized)
    kin_test_answer (message, 401, "application/json", UNAUTHORIZED);
  else if (g_str_equal (path, "/version"))
    kin_test_answer (message, 200, "application/json", "{\"gitVersion\":\"v1.36.3\"}");
  else if (g_str_equal (path, "/api") || g_str_equal (path, "/apis"))
    kin_test_answer (message, 404, "text/plain", "404 page not found");
  else
    answer_kind (fixture, message, path, query);
}

static void
set_up (Fixture *fixture)
{
  *fixture = (Fixture) { 0 };
  fixture->lists = g_ptr_array_new_with_free_func (g_free);
  fixture->watches = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->server = kin_test_server_new (NULL, server_cb, fixture);
  fixture->context = kin_context_new_for_server (fixture->server->url);
  fixture->cluster = kin_cluster_new (fixture->context);
}

static void
tear_down (Fixture *fixture)
{
  kin_cluster_close (fixture->cluster);
  g_assert_cmpint (kin_cluster_get_state (fixture->cluster), ==, KIN_CLUSTER_CLOSED);
  kin_test_settle ();
  g_assert_finalize_object (fixture->cluster);

  g_ptr_array_unref (fixture->watches);
  if (fixture->server != NULL)
    kin_test_server_free (fixture->server);
  g_ptr_array_unref (fixture->lists);
  g_assert_finalize_object (fixture->context);
}

static void
wait_for_state (Fixture         *fixture,
                KinClusterState  state)
{
  kin_test_wait_for (kin_cluster_get_state (fixture->cluster) == state);
}

static void
test_connects (void)
{
  Fixture fixture;
  KinSharedInformer *pods;
  KinResource *resource;

  set_up (&fixture);
  g_assert_null (kin_cluster_get_resources (fixture.cluster));
  g_assert_null (kin_cluster_find_resource (fixture.cluster, "pods"));

  kin_cluster_connect (fixture.cluster);
  g_assert_cmpint (kin_cluster_get_state (fixture.cluster), ==, KIN_CLUSTER_CONNECTING);
  wait_for_state (&fixture, KIN_CLUSTER_CONNECTED);
  g_assert_cmpstr (kin_cluster_get_version (fixture.cluster), ==, "v1.36.3");
  g_assert_null (kin_cluster_get_error (fixture.cluster));
  g_assert_nonnull (kin_cluster_get_controller (fixture.cluster));

  resource = kin_cluster_find_resource (fixture.cluster, "pods");
  pods = kin_cluster_get_informer (fixture.cluster, resource);
  g_assert_true (kin_cluster_get_informer (fixture.cluster, resource) == pods);
  kin_test_wait_for (kin_shared_informer_has_synced (pods));
  g_assert_nonnull (kin_indexer_get (kin_shared_informer_get_indexer (pods), "shop/web-1"));

  tear_down (&fixture);
}

static void
test_records_from_the_start (void)
{
  Fixture fixture;
  KinSharedInformer *pods;
  g_autoptr(GListModel) changes = NULL;

  set_up (&fixture);
  kin_cluster_connect (fixture.cluster);
  wait_for_state (&fixture, KIN_CLUSTER_CONNECTED);

  pods = kin_cluster_get_informer (fixture.cluster, kin_cluster_find_resource (fixture.cluster, "pods"));
  kin_test_wait_for (kin_shared_informer_has_synced (pods));
  changes = kin_cluster_dup_changes (fixture.cluster, kin_indexer_get (kin_shared_informer_get_indexer (pods), "shop/web-1"));
  g_assert_nonnull (changes);

  tear_down (&fixture);
}

static gboolean
has_listed (Fixture    *fixture,
            const char *path)
{
  return g_ptr_array_find_with_equal_func (fixture->lists, path, g_str_equal, NULL);
}

static void
test_scope (void)
{
  Fixture fixture;
  KinInformerFactory *factory;

  set_up (&fixture);
  kin_cluster_connect (fixture.cluster);
  wait_for_state (&fixture, KIN_CLUSTER_CONNECTED);
  kin_test_wait_for (has_listed (&fixture, "/api/v1/pods"));

  factory = g_object_ref (kin_cluster_get_factory (fixture.cluster));
  kin_cluster_set_scope (fixture.cluster, "shop");
  g_assert_true (kin_cluster_get_factory (fixture.cluster) != factory);
  g_object_unref (factory);
  kin_test_wait_for (has_listed (&fixture, "/api/v1/namespaces/shop/pods"));
  g_assert_cmpstr (kin_cluster_get_scope (fixture.cluster), ==, "shop");

  tear_down (&fixture);
}

static void
count_cb (guint *n_told)
{
  (*n_told)++;
}

/* How many of the lists that rollouts need may not be had. */
static guint
count_forbidden (Fixture *fixture)
{
  static const char * const typed[] = { "deployments.apps", "replicasets.apps", "pods" };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      KinResource *resource = kin_cluster_find_resource (fixture->cluster, typed[i]);

      if (kin_shared_informer_get_state (kin_cluster_get_informer (fixture->cluster, resource)) == KIN_REFLECTOR_FORBIDDEN)
        n++;
    }

  return n;
}

static void
connect_forbidden (Fixture    *fixture,
                   const char *forbidden,
                   guint      *n_told)
{
  set_up (fixture);
  fixture->forbidden = forbidden;
  g_signal_connect_swapped (fixture->cluster, "notify::scope", G_CALLBACK (count_cb), n_told);
  kin_cluster_connect (fixture->cluster);
  wait_for_state (fixture, KIN_CLUSTER_CONNECTED);
}

#define EVERYWHERE "."
#define IN_ALL_NAMESPACES "^(?!.*/namespaces/)"

static void
test_forbidden_in_all_namespaces (void)
{
  Fixture fixture;
  KinSharedInformer *pods;
  guint n_told = 0;

  connect_forbidden (&fixture, IN_ALL_NAMESPACES, &n_told);
  kin_test_wait_for (n_told == 1);
  g_assert_cmpstr (kin_cluster_get_scope (fixture.cluster), ==, "default");

  pods = kin_cluster_get_informer (fixture.cluster, kin_cluster_find_resource (fixture.cluster, "pods"));
  kin_test_wait_for (kin_shared_informer_has_synced (pods));
  kin_test_wait_for (fixture.watches->len == 3);
  g_assert_cmpuint (fixture.lists->len, ==, 6);
  g_assert_true (has_listed (&fixture, "/api/v1/pods"));
  g_assert_true (has_listed (&fixture, "/api/v1/namespaces/default/pods"));
  g_assert_true (has_listed (&fixture, "/apis/apps/v1/namespaces/default/deployments"));
  g_assert_true (has_listed (&fixture, "/apis/apps/v1/namespaces/default/replicasets"));
  g_assert_cmpuint (count_forbidden (&fixture), ==, 0);

  /* Who chooses all the namespaces is told that it may not be. */
  kin_cluster_set_scope (fixture.cluster, NULL);
  kin_test_wait_for (count_forbidden (&fixture) == 3);
  kin_test_settle ();
  g_assert_null (kin_cluster_get_scope (fixture.cluster));
  g_assert_cmpuint (n_told, ==, 2);

  tear_down (&fixture);
}

static void
test_forbidden_everywhere (void)
{
  Fixture fixture;
  guint n_told = 0;

  connect_forbidden (&fixture, EVERYWHERE, &n_told);
  kin_test_wait_for (n_told == 1);
  kin_test_wait_for (count_forbidden (&fixture) == 3);
  kin_test_settle ();
  g_assert_cmpstr (kin_cluster_get_scope (fixture.cluster), ==, "default");
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_cmpuint (fixture.lists->len, ==, 6);

  tear_down (&fixture);
}

static void
test_forbidden_in_part (void)
{
  Fixture fixture;
  guint n_told = 0;

  connect_forbidden (&fixture, "/(deployments|replicasets)$", &n_told);
  kin_test_wait_for (count_forbidden (&fixture) == 2 && fixture.watches->len == 1);
  kin_test_settle ();
  g_assert_null (kin_cluster_get_scope (fixture.cluster));
  g_assert_cmpuint (n_told, ==, 0);

  tear_down (&fixture);
}

/* A person who is faster than the answers is not overruled. */
static void
test_forbidden_but_chosen (void)
{
  Fixture fixture;
  guint n_told = 0;

  connect_forbidden (&fixture, EVERYWHERE, &n_told);
  kin_test_wait_for (count_forbidden (&fixture) == 3);
  g_assert_null (kin_cluster_get_scope (fixture.cluster));
  kin_cluster_set_scope (fixture.cluster, "shop");
  kin_test_wait_for (count_forbidden (&fixture) == 3);
  kin_test_settle ();
  g_assert_cmpstr (kin_cluster_get_scope (fixture.cluster), ==, "shop");
  g_assert_cmpuint (n_told, ==, 1);

  tear_down (&fixture);
}

static void
test_unauthorized (void)
{
  Fixture fixture;

  set_up (&fixture);
  fixture.unauthorized = TRUE;
  kin_cluster_connect (fixture.cluster);
  wait_for_state (&fixture, KIN_CLUSTER_FAILED);
  g_assert_error (kin_cluster_get_error (fixture.cluster), KIN_API_ERROR, KIN_API_ERROR_UNAUTHORIZED);
  /* It will not pass by itself. */
  g_assert_cmpint (kin_cluster_get_retry_time (fixture.cluster), ==, 0);

  fixture.unauthorized = FALSE;
  kin_cluster_connect (fixture.cluster);
  wait_for_state (&fixture, KIN_CLUSTER_CONNECTED);
  g_assert_null (kin_cluster_get_error (fixture.cluster));

  tear_down (&fixture);
}

static void
test_refused (void)
{
  Fixture fixture;

  set_up (&fixture);
  g_clear_pointer (&fixture.server, kin_test_server_free);
  kin_cluster_connect (fixture.cluster);
  wait_for_state (&fixture, KIN_CLUSTER_FAILED);
  g_assert_error (kin_cluster_get_error (fixture.cluster), KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_REFUSED);
  g_assert_cmpint (kin_cluster_get_retry_time (fixture.cluster), >, 0);

  tear_down (&fixture);
}

static void
test_lost (void)
{
  Fixture fixture;
  guint n_told = 0;

  set_up (&fixture);
  g_signal_connect_swapped (fixture.cluster, "notify::live", G_CALLBACK (count_cb), &n_told);
  g_assert_false (kin_cluster_is_live (fixture.cluster));

  kin_cluster_connect (fixture.cluster);
  wait_for_state (&fixture, KIN_CLUSTER_CONNECTED);
  g_assert_true (kin_cluster_is_live (fixture.cluster));
  g_assert_cmpuint (n_told, ==, 1);

  /* The lists have come; the connections are gone, and nobody listens any more. */
  kin_test_wait_for (fixture.watches->len == 3);
  g_ptr_array_set_size (fixture.watches, 0);
  g_clear_pointer (&fixture.server, kin_test_server_free);
  kin_test_wait_for (!kin_cluster_is_live (fixture.cluster));
  g_assert_cmpint (kin_cluster_get_state (fixture.cluster), ==, KIN_CLUSTER_CONNECTED);
  g_assert_cmpuint (n_told, ==, 2);

  tear_down (&fixture);
}

static void
test_closed_meanwhile (void)
{
  Fixture fixture;

  set_up (&fixture);
  kin_cluster_connect (fixture.cluster);
  kin_cluster_close (fixture.cluster);
  kin_test_settle ();
  g_assert_cmpint (kin_cluster_get_state (fixture.cluster), ==, KIN_CLUSTER_CLOSED);

  tear_down (&fixture);
}

int
main (int    argc,
      char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cluster/connects", test_connects);
  g_test_add_func ("/cluster/records-from-the-start", test_records_from_the_start);
  g_test_add_func ("/cluster/scope", test_scope);
  g_test_add_func ("/cluster/forbidden-in-all-namespaces", test_forbidden_in_all_namespaces);
  g_test_add_func ("/cluster/forbidden-everywhere", test_forbidden_everywhere);
  g_test_add_func ("/cluster/forbidden-in-part", test_forbidden_in_part);
  g_test_add_func ("/cluster/forbidden-but-chosen", test_forbidden_but_chosen);
  g_test_add_func ("/cluster/unauthorized", test_unauthorized);
  g_test_add_func ("/cluster/refused", test_refused);
  g_test_add_func ("/cluster/lost", test_lost);
  g_test_add_func ("/cluster/closed-meanwhile", test_closed_meanwhile);
  result = g_test_run ();
  kin_worker_pool_shutdown ();

  return result;
}
