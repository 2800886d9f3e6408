/* test-demo-informer.c: our informer stays in step with the demo cluster, whatever goes wrong on the way.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "base/kin-worker-pool.h"
#include "cache/kin-informer-factory.h"
#include "client/kin-client.h"
#include "demo-world.h"
#include "demo/kin-demo-server.h"
#include "test-util.h"

/* Long enough for a watch that has gone silent to be given up, too, if it is stepped often enough. */
#define STEP (2 * G_USEC_PER_SEC)

/* For what is under way over sockets and in the workers: time goes on only when all of that rests. */
#define REST_MS 20

/* The clock is both sides': nobody waits in earnest. */
typedef struct
{
  KinClock *clock;
  KinDemoWorld *world;
  KinDemoFaults *faults;
  KinDemoServer *server;
  KinClient *client;
  KinInformerFactory *factory;
  KinSharedInformer *informer;
} Fixture;

static KinListerWatcher *
make_lister_watcher (KinKind    *kind,
                     const char *namespace_,
                     const char *label_selector,
                     gpointer    user_data)
{
  return kin_client_new_lister_watcher (user_data, kind, namespace_, label_selector, NULL);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr(GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr(KinResource) resource = kin_resource_new ("", "v1", "configmaps", "ConfigMap", TRUE);
  g_autoptr(KinContext) context = NULL;
  g_autofree char *url = NULL;
  g_autoptr(GError) error = NULL;

  fixture->clock = kin_clock_new_stepped (NOON);
  /* A watch over HTTP takes the time of its last byte from the system's clock. */
  kin_clock_advance (fixture->clock, g_get_monotonic_time ());
  fixture->world = demo_world_new (fixture->clock);
  fixture->faults = kin_demo_faults_new ();
  fixture->server = kin_demo_server_new (fixture->world, fixture->faults, "/x");
  kin_demo_server_listen (fixture->server, address, &error);
  g_assert_no_error (error);

  url = kin_demo_server_dup_url (fixture->server);
  context = kin_context_new_for_server (url);
  fixture->client = kin_client_new (context);
  fixture->factory = kin_informer_factory_new (make_lister_watcher, fixture->client, NULL, fixture->clock, 0);
  fixture->informer = kin_informer_factory_get_informer (fixture->factory, resource, NULL, NULL);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("old-%u", i);

      demo_world_put (fixture->world, "shop", name, "front");
    }
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  kin_informer_factory_shutdown (fixture->factory);
  kin_client_close (fixture->client);
  kin_test_settle ();
  g_object_unref (fixture->factory);
  g_object_unref (fixture->client);
  kin_demo_server_stop (fixture->server);
  g_assert_finalize_object (fixture->server);
  g_object_unref (fixture->faults);
  g_object_unref (fixture->world);
  kin_test_settle ();
  g_object_unref (fixture->clock);
}

static void
append_object_cb (KinObject *object,
                  gpointer   user_data)
{
  g_ptr_array_add (user_data, g_strdup_printf ("%s %s", kin_object_get_key (object), kin_object_get_resource_version (object)));
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char **) a, *(const char **) b);
}

static char *
join_lines (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);

  return g_strjoinv ("\n", (char **) lines->pdata);
}

static char *
dup_ours (Fixture *fixture)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  kin_indexer_foreach (kin_shared_informer_get_indexer (fixture->informer), append_object_cb, lines);

  return join_lines (lines);
}

static char *
dup_theirs (Fixture *fixture)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GPtrArray) objects = kin_demo_store_list (kin_demo_world_get_store (fixture->world),
                                                      demo_world_find (fixture->world, "", "configmaps"), NULL);

  for (guint i = 0; i < objects->len; i++)
    g_ptr_array_add (lines, g_strdup_printf ("%s %" G_GUINT64_FORMAT, kin_demo_object_get_key (objects->pdata[i]),
                                             kin_demo_object_get_version (objects->pdata[i])));

  return join_lines (lines);
}

static gboolean
is_in_step (Fixture *fixture)
{
  g_autofree char *ours = dup_ours (fixture);
  g_autofree char *theirs = dup_theirs (fixture);

  return g_str_equal (ours, theirs);
}

static void
rest_cb (gpointer user_data)
{
  gboolean *rested = user_data;

  *rested = TRUE;
}

/* Runs until nothing happens for a moment. */
static void
rest (void)
{
  gboolean rested = FALSE;
  guint timeout = g_timeout_add_once (REST_MS, rest_cb, &rested);

  while (!rested)
    {
      g_main_context_iteration (NULL, TRUE);
      if (!rested && g_main_context_pending (NULL))
        {
          g_source_remove (timeout);
          timeout = g_timeout_add_once (REST_MS, rest_cb, &rested);
        }
    }
}

static void
wait_in_step (Fixture *fixture)
{
  guint bound = g_timeout_add_seconds_once (KIN_TEST_TIMEOUT_S, kin_test_timeout_cb, NULL);

  rest ();
  while (!is_in_step (fixture))
    {
      kin_clock_advance (fixture->clock, STEP);
      rest ();
    }
  g_source_remove (bound);
}

static void
change (Fixture *fixture,
        guint    round)
{
  g_autofree char *old = g_strdup_printf ("old-%u", round);
  g_autofree char *next = g_strdup_printf ("old-%u", round + 1);
  g_autofree char *new = g_strdup_printf ("new-%u", round);

  demo_world_put (fixture->world, "shop", new, "front");
  demo_world_remove (fixture->world, "shop", old);
  demo_world_put (fixture->world, "shop", next, "back");
  demo_world_put (fixture->world, "bank", new, "front");
}

/* A watch meets it when all connections have been cut; then something changes, and more of it later. */
static void
test_watch (Fixture       *fixture,
            gconstpointer  data)
{
  KinDemoFault fault = *(const KinDemoFault *) data;
  guint id;

  kin_informer_factory_start (fixture->factory);
  wait_in_step (fixture);

  fault.scope = KIN_DEMO_FAULT_WATCHES;
  fault.resource = "configmaps";
  fault.count = 2;
  id = kin_demo_faults_add (fixture->faults, &fault);
  kin_demo_server_close_all (fixture->server);
  for (guint round = 0; round < 8; round += 2)
    {
      change (fixture, round);
      wait_in_step (fixture);
    }

  g_assert_cmpuint (kin_demo_faults_get_n_hits (fixture->faults, id), >, 0);
}

/* The first list meets it. */
static void
test_list (Fixture       *fixture,
           gconstpointer  data)
{
  KinDemoFault fault = *(const KinDemoFault *) data;
  guint id;

  fault.resource = "configmaps";
  fault.count = 1;
  id = kin_demo_faults_add (fixture->faults, &fault);
  kin_informer_factory_start (fixture->factory);
  wait_in_step (fixture);
  g_assert_cmpuint (kin_demo_faults_get_n_hits (fixture->faults, id), ==, 1);

  change (fixture, 0);
  wait_in_step (fixture);
}

static void
test_restart (Fixture       *fixture,
              gconstpointer  data)
{
  kin_informer_factory_start (fixture->factory);
  wait_in_step (fixture);
  change (fixture, 0);
  kin_demo_server_restart (fixture->server, 3 * G_USEC_PER_SEC);
  change (fixture, 2);
  wait_in_step (fixture);
}

int
main (int    argc,
      char **argv)
{
  static const struct
  {
    const char *name;
    KinDemoFault fault;
  } watches[] = {
    { "cut", { .action = KIN_DEMO_FAULT_CUT } },
    { "cut-after-events", { .action = KIN_DEMO_FAULT_CUT, .after_events = 2 } },
    { "cut-in-an-event", { .action = KIN_DEMO_FAULT_CUT, .after_bytes = 50 } },
    { "stall", { .action = KIN_DEMO_FAULT_STALL, .after_events = 1 } },
    { "half-open", { .action = KIN_DEMO_FAULT_HALF_OPEN, .after_events = 1 } },
    { "slow", { .action = KIN_DEMO_FAULT_SLOW, .bytes_per_second = 2000 } },
    { "bytes", { .action = KIN_DEMO_FAULT_BYTES } },
    { "truncate", { .action = KIN_DEMO_FAULT_TRUNCATE } },
    { "double", { .action = KIN_DEMO_FAULT_DOUBLE } },
    { "garbage", { .action = KIN_DEMO_FAULT_GARBAGE } },
    { "unauthorized", { .action = KIN_DEMO_FAULT_STATUS, .status = 401 } },
    { "forbidden", { .action = KIN_DEMO_FAULT_STATUS, .status = 403 } },
    { "gone", { .action = KIN_DEMO_FAULT_STATUS, .status = 410 } },
    { "too-many-requests", { .action = KIN_DEMO_FAULT_STATUS, .status = 429, .retry_after = 2 } },
    { "internal", { .action = KIN_DEMO_FAULT_STATUS, .status = 500 } },
    { "unavailable", { .action = KIN_DEMO_FAULT_STATUS, .status = 503, .retry_after = 1 } },
    { "gone-event", { .action = KIN_DEMO_FAULT_GONE_EVENT, .after_events = 1 } },
    { "html", { .action = KIN_DEMO_FAULT_HTML } },
  };
  static const struct
  {
    const char *name;
    KinDemoFault fault;
  } lists[] = {
    { "cut", { .action = KIN_DEMO_FAULT_CUT } },
    { "cut-after-bytes", { .action = KIN_DEMO_FAULT_CUT, .after_bytes = 1000 } },
    { "slow", { .action = KIN_DEMO_FAULT_SLOW, .bytes_per_second = 5000 } },
    { "bytes", { .action = KIN_DEMO_FAULT_BYTES } },
    { "truncate", { .action = KIN_DEMO_FAULT_TRUNCATE } },
    { "garbage", { .action = KIN_DEMO_FAULT_GARBAGE } },
    { "too-many-requests", { .action = KIN_DEMO_FAULT_STATUS, .status = 429, .retry_after = 2 } },
    { "unavailable", { .action = KIN_DEMO_FAULT_STATUS, .status = 503 } },
    { "html", { .action = KIN_DEMO_FAULT_HTML } },
    { "no-end-mark", { .action = KIN_DEMO_FAULT_NO_END_MARK } },
  };
  int status;

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (watches); i++)
    {
      g_autofree char *path = g_strconcat ("/demo-informer/watch/", watches[i].name, NULL);

      g_test_add (path, Fixture, &watches[i].fault, set_up, test_watch, tear_down);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *path = g_strconcat ("/demo-informer/list/", lists[i].name, NULL);

      g_test_add (path, Fixture, &lists[i].fault, set_up, test_list, tear_down);
    }
  g_test_add ("/demo-informer/restart", Fixture, NULL, set_up, test_restart, tear_down);

  status = g_test_run ();
  kin_worker_pool_shutdown ();

  return status;
}
