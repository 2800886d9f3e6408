/* test-reflector.c: lists, pages, waits and stops of a reflector.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "reflector-fixture.h"

static void
test_first_list (Fixture       *fixture,
                 gconstpointer  data)
{
  KinReflectorCounts counts;

  fixture_assert_state (fixture, KIN_REFLECTOR_IDLE);
  g_assert_cmpint (kin_reflector_get_last_data_time (fixture->reflector), ==, 0);
  g_assert_null (kin_reflector_get_resource_version (fixture->reflector));

  fixture_start_watching (fixture);
  fixture_assert_version (fixture, "10");
  g_assert_cmpint (kin_reflector_get_last_data_time (fixture->reflector), ==, 1000 * SECOND);
  g_assert_null (kin_reflector_get_last_error (fixture->reflector));

  kin_reflector_get_counts (fixture->reflector, &counts);
  g_assert_cmpuint (counts.n_lists, ==, 1);
  g_assert_cmpuint (counts.n_watches, ==, 1);
  g_assert_cmpuint (counts.n_relists, ==, 0);
  g_assert_cmpuint (counts.n_bytes, ==, 100);
}

static void
test_pages (Fixture       *fixture,
            gconstpointer  data)
{
  FakeWatch *watch;

  kin_reflector_start (fixture->reflector);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "10", "t1", fixture_make (fixture, "n/a", "1"), NULL);
  fake_call_list (fake_source_expect_list (fixture->source, NULL, "t1", 500), "10", "t2", NULL);
  fake_call_list (fake_source_expect_list (fixture->source, NULL, "t2", 500), "11", NULL, fixture_make (fixture, "n/b", "2"), NULL);
  watch = fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
  fixture_assert_queue (fixture, "list n/a n/b @10");

  /* A first list in pages: there is no watch cache, and paging stays worth while. */
  fake_watch_send_error (watch, fake_status_error (410, "Expired", 0));
  fixture_wait_between (fixture, 0.8, 1.6);
  fixture_list_and_watch (fixture, "10", 500, "20");
}

static void
test_relist_is_not_paged (Fixture       *fixture,
                          gconstpointer  data)
{
  fake_watch_send_error (fixture_start_watching (fixture), fake_status_error (410, "Expired", 0));
  fixture_wait_between (fixture, 0.8, 1.6);
  fixture_list_and_watch (fixture, "10", 0, "20");
}

static void
test_expired_on_a_later_page (Fixture       *fixture,
                              gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "10", "t1", fixture_make (fixture, "n/a", "1"), NULL);
  fake_call_fail (fake_source_expect_list (fixture->source, NULL, "t1", 500), fake_status_error (410, "Expired", 0));
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 0), "12", NULL, fixture_make (fixture, "n/b", "2"), NULL);
  fake_call_watch (fake_source_expect_watch (fixture->source, "12"));
  fixture_assert_queue (fixture, "list n/b @12");
}

static void
test_error_on_a_later_page (Fixture       *fixture,
                            gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "10", "t1", fixture_make (fixture, "n/a", "1"), NULL);
  fake_call_fail (fake_source_expect_list (fixture->source, NULL, "t1", 500), fake_status_error (500, "InternalError", 0));
  fixture_wait_between (fixture, 0.8, 1.6);
  fixture_assert_queue (fixture, "");
  fixture_list_and_watch (fixture, "0", 500, "12");
}

/* RVs 0, 10, "", 10 as in client-go's TestReflectorExpiredExactResourceVersion, and on. */
static void
test_refused_version (Fixture *fixture,
                      GError  *error)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fake_watch_send_error (watch, fake_status_error (410, "Expired", 0));
  fixture_wait_between (fixture, 0.8, 1.6);
  fixture_fail_list (fixture, "10", 0, error);
  watch = fixture_list_and_watch (fixture, NULL, 500, "20");

  fake_watch_send_error (watch, fake_status_error (410, "Expired", 0));
  fixture_wait_between (fixture, 1.6, 3.2);
  fixture_list_and_watch (fixture, "20", 0, "30");
}

static void
test_expired_list (Fixture       *fixture,
                   gconstpointer  data)
{
  test_refused_version (fixture, fake_status_error (410, "Expired", 0));
}

static void
test_gone_list (Fixture       *fixture,
                gconstpointer  data)
{
  test_refused_version (fixture, fake_status_error (410, "Gone", 0));
}

static void
test_version_too_large (Fixture       *fixture,
                        gconstpointer  data)
{
  GError *error = fake_status_error (504, "Timeout", 0);

  error->code = KIN_API_ERROR_VERSION_TOO_LARGE;
  test_refused_version (fixture, error);
}

static void
test_newest_refused_too (Fixture       *fixture,
                         gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);
  fixture_fail_list (fixture, "0", 500, fake_status_error (410, "Expired", 0));
  fixture_fail_list (fixture, NULL, 500, fake_status_error (410, "Expired", 0));
  fixture_wait_between (fixture, 0.8, 1.6);
  fixture_list_and_watch (fixture, NULL, 500, "10");
}

static void
test_list_without_version (Fixture       *fixture,
                           gconstpointer  data)
{
  FakeWatch *watch;

  kin_reflector_start (fixture->reflector);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), NULL, NULL, NULL);
  watch = fake_call_watch (fake_source_expect_watch (fixture->source, ""));

  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/a", "7"));
  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/b", "5"));
  fixture_assert_version (fixture, "");
  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/b", "8"));
  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/c", "9"));
  fixture_assert_version (fixture, "9");
}

/* A new watch from nowhere would tell what there is, but not what has gone in between. */
static void
test_ended_without_version (Fixture       *fixture,
                            gconstpointer  data)
{
  FakeWatch *watch;

  kin_reflector_start (fixture->reflector);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), NULL, NULL, NULL);
  watch = fake_call_watch (fake_source_expect_watch (fixture->source, ""));
  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/a", "7"));
  fake_settle ();

  kin_clock_advance (fixture->clock, 2 * SECOND);
  fake_watch_end (watch);
  fixture_list_and_watch (fixture, NULL, 500, "10");
}

static void
test_retry_after_on_list (Fixture       *fixture,
                          gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);
  fixture_fail_list (fixture, "0", 500, fake_status_error (429, "TooManyRequests", 3));
  fixture_assert_state (fixture, KIN_REFLECTOR_BACKING_OFF);
  fixture_wait_between (fixture, 3, 3);
  fixture_list_and_watch (fixture, "0", 500, "10");
}

static void
test_forbidden_list (Fixture       *fixture,
                     gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);
  fixture_fail_list (fixture, "0", 500, fake_status_error (403, "Forbidden", 0));
  fixture_assert_state (fixture, KIN_REFLECTOR_FORBIDDEN);
  g_assert_error (kin_reflector_get_last_error (fixture->reflector), KIN_API_ERROR, KIN_API_ERROR_FORBIDDEN);
  fixture_wait_between (fixture, 60, 66);
  fixture_fail_list (fixture, "0", 500, fake_status_error (403, "Forbidden", 0));
  fixture_wait_between (fixture, 120, 132);
  fixture_fail_list (fixture, "0", 500, fake_status_error (403, "Forbidden", 0));
  fixture_wait_between (fixture, 240, 264);
  fixture_fail_list (fixture, "0", 500, fake_status_error (403, "Forbidden", 0));
  fixture_wait_between (fixture, 300, 330);
  fixture_list_and_watch (fixture, "0", 500, "10");
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
}

static void
test_backoff_grows (Fixture       *fixture,
                    gconstpointer  data)
{
  const double steps[] = { 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30 };

  kin_reflector_start (fixture->reflector);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      fixture_fail_list (fixture, "0", 500, fixture_connection_error (KIN_CONNECTION_ERROR_REFUSED));
      fixture_assert_state (fixture, KIN_REFLECTOR_BACKING_OFF);
      fixture_wait_between (fixture, steps[i], 2 * steps[i]);
      fixture_assert_state (fixture, KIN_REFLECTOR_LISTING);
    }
  fixture_list_and_watch (fixture, "0", 500, "10");
}

static void
test_retry_now (Fixture       *fixture,
                gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);
  fixture_fail_list (fixture, "0", 500, fake_status_error (403, "Forbidden", 0));
  fake_source_expect_nothing (fixture->source);

  kin_reflector_retry_now (fixture->reflector);
  fixture_assert_state (fixture, KIN_REFLECTOR_LISTING);
  g_assert_cmpint (kin_reflector_get_retry_time (fixture->reflector), ==, 0);
  fixture_list_and_watch (fixture, "0", 500, "10");

  kin_reflector_retry_now (fixture->reflector);
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
}

static void
test_stop_while_listing (Fixture       *fixture,
                         gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);
  fake_source_expect_list (fixture->source, "0", NULL, 500);
  kin_reflector_stop (fixture->reflector);
  fixture_assert_state (fixture, KIN_REFLECTOR_STOPPED);
  fake_source_expect_nothing (fixture->source);
  fixture_assert_queue (fixture, "");
}

/* The answer has been given, but its callback has not run. */
static void
test_stale_list (Fixture       *fixture,
                 gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "10", NULL, fixture_make (fixture, "n/old", "1"), NULL);
  kin_reflector_stop (fixture->reflector);
  kin_reflector_start (fixture->reflector);

  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "20", NULL, fixture_make (fixture, "n/new", "2"), NULL);
  fake_call_watch (fake_source_expect_watch (fixture->source, "20"));
  fixture_assert_queue (fixture, "list n/new @20");
}

static void
test_stop_while_watching (Fixture       *fixture,
                          gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  g_object_add_weak_pointer (G_OBJECT (watch), (gpointer *) &watch);
  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "11"));
  kin_reflector_stop (fixture->reflector);
  fixture_assert_queue (fixture, "");
  g_assert_null (watch);

  kin_reflector_start (fixture->reflector);
  fixture_list_and_watch (fixture, "10", 0, "20");
}

static void
test_stop_while_backing_off (Fixture       *fixture,
                             gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);
  fixture_fail_list (fixture, "0", 500, fixture_connection_error (KIN_CONNECTION_ERROR_DNS));
  fixture_assert_state (fixture, KIN_REFLECTOR_BACKING_OFF);
  kin_reflector_stop (fixture->reflector);
  g_assert_cmpint (kin_reflector_get_retry_time (fixture->reflector), ==, 0);
  g_assert_null (kin_reflector_get_last_error (fixture->reflector));
}

static void
stop_when_watching_cb (KinReflector *reflector)
{
  if (kin_reflector_get_state (reflector) == KIN_REFLECTOR_WATCHING)
    kin_reflector_stop (reflector);
}

static void
test_stopped_by_who_hears (Fixture       *fixture,
                           gconstpointer  data)
{
  g_signal_connect (fixture->reflector, "notify::state", G_CALLBACK (stop_when_watching_cb), NULL);
  kin_reflector_start (fixture->reflector);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "10", NULL, NULL);
  fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
  fixture_assert_state (fixture, KIN_REFLECTOR_STOPPED);
}

static void
count_cb (GObject    *object,
          GParamSpec *pspec,
          gpointer    user_data)
{
  guint *n = user_data;

  (*n)++;
}

static void
test_state_is_notified (Fixture       *fixture,
                        gconstpointer  data)
{
  guint n = 0;

  g_signal_connect (fixture->reflector, "notify::state", G_CALLBACK (count_cb), &n);
  kin_reflector_start (fixture->reflector);
  g_assert_cmpuint (n, ==, 1);
  fixture_fail_list (fixture, "0", 500, fixture_connection_error (KIN_CONNECTION_ERROR_DNS));
  fake_settle ();
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (kin_reflector_get_state_since (fixture->reflector), ==, 1000 * SECOND);

  fixture_wait_between (fixture, 0.8, 1.6);
  g_assert_cmpuint (n, ==, 3);
  fixture_list_and_watch (fixture, "0", 500, "10");
  g_assert_cmpuint (n, ==, 4);
  g_signal_handlers_disconnect_by_func (fixture->reflector, count_cb, &n);
}

static void
test_resync (Fixture       *fixture,
             gconstpointer  data)
{
  FakeWatch *watch;

  kin_reflector_set_resync_period (fixture->reflector, 30 * SECOND);
  watch = fixture_start_watching (fixture);

  fixture_pass (fixture, 30 * SECOND - 1);
  fixture_assert_queue (fixture, "");
  fake_watch_send_bookmark (watch, "11");
  fixture_assert_queue (fixture, "bookmark @11");
  fixture_pass (fixture, 1);
  fixture_assert_queue (fixture, "resync");
  fake_watch_send_bookmark (watch, "12");
  fixture_pass (fixture, 30 * SECOND);
  fixture_assert_queue (fixture, "bookmark @12, resync");

  kin_reflector_stop (fixture->reflector);
  fixture_pass (fixture, 300 * SECOND);
  fixture_assert_queue (fixture, "");
}

static KinIndexer *
cache_two (Fixture *fixture)
{
  KinIndexer *cache = kin_indexer_new ();
  g_autoptr(KinObject) a = fixture_make (fixture, "n/a", "1");
  g_autoptr(KinObject) b = fixture_make (fixture, "n/b", "2");

  g_assert_null (kin_indexer_put (cache, a));
  g_assert_null (kin_indexer_put (cache, b));

  return cache;
}

static void
test_relist_knows_the_cache (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autoptr(KinIndexer) cache = cache_two (fixture);
  FakeCall *call;

  kin_reflector_set_cache (fixture->reflector, cache);
  kin_reflector_start (fixture->reflector);
  call = fake_source_expect_list (fixture->source, "0", NULL, 500);
  g_assert_cmpuint (fake_call_get_n_known (call), ==, 0);
  fake_call_list (call, "10", NULL, NULL);

  fake_watch_send_error (fake_call_watch (fake_source_expect_watch (fixture->source, "10")),
                         fake_status_error (410, "Expired", 0));
  fixture_wait_between (fixture, 0.8, 1.6);
  call = fake_source_expect_list (fixture->source, "10", NULL, 0);
  g_assert_cmpuint (fake_call_get_n_known (call), ==, 2);
  fake_call_list (call, "20", NULL, NULL);
  fake_call_watch (fake_source_expect_watch (fixture->source, "20"));
}

static void
test_stop_while_collecting (Fixture       *fixture,
                            gconstpointer  data)
{
  g_autoptr(KinIndexer) cache = cache_two (fixture);

  kin_reflector_set_cache (fixture->reflector, cache);
  fixture_start_watching (fixture);
  kin_reflector_stop (fixture->reflector);
  kin_reflector_start (fixture->reflector);
  kin_reflector_stop (fixture->reflector);
  fake_source_expect_nothing (fixture->source);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add ("/reflector/" path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  ADD ("first-list", test_first_list);
  ADD ("pages", test_pages);
  ADD ("relist-is-not-paged", test_relist_is_not_paged);
  ADD ("expired-on-a-later-page", test_expired_on_a_later_page);
  ADD ("error-on-a-later-page", test_error_on_a_later_page);
  ADD ("expired-list", test_expired_list);
  ADD ("gone-list", test_gone_list);
  ADD ("version-too-large", test_version_too_large);
  ADD ("newest-refused-too", test_newest_refused_too);
  ADD ("list-without-version", test_list_without_version);
  ADD ("ended-without-version", test_ended_without_version);
  ADD ("retry-after-on-list", test_retry_after_on_list);
  ADD ("forbidden-list", test_forbidden_list);
  ADD ("backoff-grows", test_backoff_grows);
  ADD ("retry-now", test_retry_now);
  ADD ("stop-while-listing", test_stop_while_listing);
  ADD ("stop-while-collecting", test_stop_while_collecting);
  ADD ("stale-list", test_stale_list);
  ADD ("stop-while-watching", test_stop_while_watching);
  ADD ("stop-while-backing-off", test_stop_while_backing_off);
  ADD ("stopped-by-who-hears", test_stopped_by_who_hears);
  ADD ("state-is-notified", test_state_is_notified);
  ADD ("resync", test_resync);
  ADD ("relist-knows-the-cache", test_relist_knows_the_cache);

  return g_test_run ();
}
