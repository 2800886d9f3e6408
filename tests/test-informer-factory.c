/* test-informer-factory.c: informers that are shared, started once, and waited for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fake-source.h"

#include "cache/kin-informer-factory.h"

typedef struct
{
  KinClock *clock;
  KinInformerFactory *factory;
  KinResource *pods;
  KinResource *deployments;

  GPtrArray *sources;   /* of FakeSource, in the order in which they were made */
  GString *made;        /* "default/app=x " for each */
} Fixture;

static KinListerWatcher *
make_source (KinKind    *kind,
             const char *namespace_,
             const char *label_selector,
             gpointer    user_data)
{
  Fixture *fixture = user_data;
  FakeSource *source = fake_source_new (kind, fixture->clock);

  g_string_append_printf (fixture->made, "%s:%s:%s ", kin_resource_get_id (kin_kind_get_resource (kind)),
                          namespace_ != NULL ? namespace_ : "-", label_selector != NULL ? label_selector : "-");
  g_ptr_array_add (fixture->sources, g_object_ref (source));

  return KIN_LISTER_WATCHER (source);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->clock = kin_clock_new_stepped (0);
  fixture->factory = kin_informer_factory_new (make_source, fixture, NULL, fixture->clock, 0);
  fixture->pods = kin_resource_new ("", "v1", "pods", "Pod", TRUE);
  fixture->deployments = kin_resource_new ("apps", "v1", "deployments", "Deployment", TRUE);
  fixture->sources = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->made = g_string_new (NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  kin_informer_factory_shutdown (fixture->factory);
  for (guint i = 0; i < fixture->sources->len; i++)
    fake_source_expect_nothing (fixture->sources->pdata[i]);

  g_assert_finalize_object (fixture->factory);
  while (fixture->sources->len > 0)
    g_assert_finalize_object (g_ptr_array_steal_index (fixture->sources, 0));
  g_assert_finalize_object (fixture->clock);

  g_ptr_array_unref (fixture->sources);
  g_string_free (fixture->made, TRUE);
  kin_resource_unref (fixture->pods);
  kin_resource_unref (fixture->deployments);
}

static void
sync_nth (Fixture *fixture,
          guint    n)
{
  FakeSource *source = fixture->sources->pdata[n];

  fake_call_list (fake_source_expect_list (source, "0", NULL, 500), "10", NULL, NULL);
  fake_call_watch (fake_source_expect_watch (source, "10"));
}

static void
wait_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  GHashTable **results = user_data;
  g_autoptr(GError) error = NULL;

  *results = kin_informer_factory_wait_for_cache_sync_finish (KIN_INFORMER_FACTORY (object), result, &error);
  g_assert_no_error (error);
}

static void
assert_synced (GHashTable        *results,
               KinSharedInformer *informer,
               gboolean           expected)
{
  gpointer synced;

  g_assert_true (g_hash_table_lookup_extended (results, informer, NULL, &synced));
  g_assert_cmpint (GPOINTER_TO_INT (synced), ==, expected);
}

static void
test_shared (Fixture       *fixture,
             gconstpointer  data)
{
  KinSharedInformer *all = kin_informer_factory_get_informer (fixture->factory, fixture->pods, NULL, NULL);
  KinSharedInformer *shop = kin_informer_factory_get_informer (fixture->factory, fixture->pods, "shop", NULL);
  KinSharedInformer *selected = kin_informer_factory_get_informer (fixture->factory, fixture->pods, "shop", "app=x");
  KinSharedInformer *others = kin_informer_factory_get_informer (fixture->factory, fixture->deployments, NULL, NULL);
  g_autoptr(KinResource) same = kin_resource_new ("", "v1", "pods", "Pod", TRUE);
  GListModel *informers = kin_informer_factory_get_informers (fixture->factory);
  KinSharedInformer *expected[] = { all, shop, selected, others };

  g_assert_true (kin_informer_factory_get_informer (fixture->factory, same, "", "") == all);
  g_assert_true (kin_informer_factory_get_informer (fixture->factory, same, "shop", "app=x") == selected);
  g_assert_cmpstr (fixture->made->str, ==, "pods:-:- pods:shop:- pods:shop:app=x deployments.apps:-:- ");
  g_assert_true (kin_shared_informer_get_kind (shop) == kin_shared_informer_get_kind (all));
  g_assert_true (kin_shared_informer_get_kind (others) != kin_shared_informer_get_kind (all));

  g_assert_cmpuint (g_list_model_get_n_items (informers), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr(KinSharedInformer) informer = g_list_model_get_item (informers, i);

      g_assert_true (informer == expected[i]);
    }
}

static void
test_start_what_is_new (Fixture       *fixture,
                        gconstpointer  data)
{
  KinSharedInformer *first = kin_informer_factory_get_informer (fixture->factory, fixture->pods, NULL, NULL);
  KinSharedInformer *stopped = kin_informer_factory_get_informer (fixture->factory, fixture->pods, "shop", NULL);
  KinSharedInformer *later;

  kin_informer_factory_start (fixture->factory);
  kin_shared_informer_stop (stopped);
  later = kin_informer_factory_get_informer (fixture->factory, fixture->deployments, NULL, NULL);
  g_assert_false (kin_shared_informer_is_started (later));

  kin_informer_factory_start (fixture->factory);
  g_assert_true (kin_shared_informer_is_started (first));
  g_assert_true (kin_shared_informer_is_started (later));
  g_assert_false (kin_shared_informer_is_started (stopped));
}

static void
test_wait (Fixture       *fixture,
           gconstpointer  data)
{
  KinSharedInformer *pods = kin_informer_factory_get_informer (fixture->factory, fixture->pods, NULL, NULL);
  KinSharedInformer *deployments = kin_informer_factory_get_informer (fixture->factory, fixture->deployments, NULL, NULL);
  g_autoptr(GHashTable) results = NULL;

  kin_informer_factory_start (fixture->factory);
  kin_informer_factory_get_informer (fixture->factory, fixture->pods, "never-started", NULL);
  kin_informer_factory_wait_for_cache_sync_async (fixture->factory, NULL, wait_cb, &results);

  sync_nth (fixture, 1);
  g_assert_null (results);
  sync_nth (fixture, 0);
  g_assert_nonnull (results);
  g_assert_cmpuint (g_hash_table_size (results), ==, 2);
  assert_synced (results, pods, TRUE);
  assert_synced (results, deployments, TRUE);
}

static void
shut_down_cb (KinSharedInformer  *informer,
              GParamSpec         *pspec,
              KinInformerFactory *factory)
{
  kin_informer_factory_shutdown (factory);
}

/* None is started that nobody would stop any more. */
static void
test_shutdown_while_starting (Fixture       *fixture,
                              gconstpointer  data)
{
  KinSharedInformer *first = kin_informer_factory_get_informer (fixture->factory, fixture->pods, NULL, NULL);
  KinSharedInformer *second = kin_informer_factory_get_informer (fixture->factory, fixture->deployments, NULL, NULL);

  g_signal_connect_object (first, "notify::state", G_CALLBACK (shut_down_cb), fixture->factory, G_CONNECT_DEFAULT);
  kin_informer_factory_start (fixture->factory);
  g_assert_false (kin_shared_informer_is_started (first));
  g_assert_false (kin_shared_informer_is_started (second));
}

static void
wait_and_shut_down_cb (GObject      *object,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  wait_cb (object, result, user_data);
  kin_informer_factory_shutdown (KIN_INFORMER_FACTORY (object));
}

/* Who has waited may shut the factory down at once, while other waits end or go on. */
static void
test_shutdown_by_who_waited (Fixture       *fixture,
                             gconstpointer  data)
{
  KinSharedInformer *pods = kin_informer_factory_get_informer (fixture->factory, fixture->pods, NULL, NULL);
  KinSharedInformer *deployments = kin_informer_factory_get_informer (fixture->factory, fixture->deployments, NULL, NULL);
  g_autoptr(GHashTable) one = NULL;
  g_autoptr(GHashTable) two = NULL;
  g_autoptr(GHashTable) both = NULL;

  kin_shared_informer_start (pods);
  kin_informer_factory_wait_for_cache_sync_async (fixture->factory, NULL, wait_and_shut_down_cb, &one);
  kin_informer_factory_wait_for_cache_sync_async (fixture->factory, NULL, wait_and_shut_down_cb, &two);
  kin_shared_informer_start (deployments);
  kin_informer_factory_wait_for_cache_sync_async (fixture->factory, NULL, wait_and_shut_down_cb, &both);

  fake_call_list (fake_source_expect_list (fixture->sources->pdata[0], "0", NULL, 500), "10", NULL, NULL);
  fake_settle ();
  assert_synced (one, pods, TRUE);
  assert_synced (two, pods, TRUE);
  assert_synced (both, pods, TRUE);
  assert_synced (both, deployments, FALSE);
}

static void
test_wait_for_nothing (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr(GHashTable) results = NULL;

  kin_informer_factory_wait_for_cache_sync_async (fixture->factory, NULL, wait_cb, &results);
  g_assert_null (results);
  fake_settle ();
  g_assert_cmpuint (g_hash_table_size (results), ==, 0);
}

static void
test_wait_with_one_forbidden (Fixture       *fixture,
                              gconstpointer  data)
{
  KinSharedInformer *pods = kin_informer_factory_get_informer (fixture->factory, fixture->pods, NULL, NULL);
  KinSharedInformer *deployments = kin_informer_factory_get_informer (fixture->factory, fixture->deployments, NULL, NULL);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GHashTable) results = NULL;

  kin_informer_factory_start (fixture->factory);
  kin_informer_factory_wait_for_cache_sync_async (fixture->factory, cancellable, wait_cb, &results);
  fake_call_fail (fake_source_expect_list (fixture->sources->pdata[0], "0", NULL, 500),
                  fake_status_error (403, "Forbidden", 0));
  sync_nth (fixture, 1);
  g_assert_null (results);

  g_cancellable_cancel (cancellable);
  fake_settle ();
  assert_synced (results, pods, FALSE);
  assert_synced (results, deployments, TRUE);
}

static void
test_shutdown (Fixture       *fixture,
               gconstpointer  data)
{
  KinSharedInformer *pods = kin_informer_factory_get_informer (fixture->factory, fixture->pods, NULL, NULL);
  g_autoptr(GHashTable) results = NULL;

  kin_informer_factory_start (fixture->factory);
  kin_informer_factory_wait_for_cache_sync_async (fixture->factory, NULL, wait_cb, &results);
  fake_settle ();
  kin_informer_factory_shutdown (fixture->factory);
  fake_settle ();
  assert_synced (results, pods, FALSE);
  g_assert_false (kin_shared_informer_is_started (pods));

  kin_informer_factory_get_informer (fixture->factory, fixture->deployments, NULL, NULL);
  kin_informer_factory_start (fixture->factory);
  fake_source_expect_nothing (fixture->sources->pdata[1]);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add ("/factory/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("shared", test_shared);
  ADD ("start-what-is-new", test_start_what_is_new);
  ADD ("wait", test_wait);
  ADD ("shutdown-while-starting", test_shutdown_while_starting);
  ADD ("shutdown-by-who-waited", test_shutdown_by_who_waited);
  ADD ("wait-for-nothing", test_wait_for_nothing);
  ADD ("wait-with-one-forbidden", test_wait_with_one_forbidden);
  ADD ("shutdown", test_shutdown);

  return g_test_run ();
}
