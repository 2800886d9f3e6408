/* test-reflector-watch.c: what a reflector does about everything that can come of a watch.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "reflector-fixture.h"

static void
test_events_move_the_version (Fixture       *fixture,
                              gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/b", "10"));
  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "20"));
  fixture_assert_version (fixture, "20");
  fake_watch_send_bookmark (watch, "30");
  fixture_assert_version (fixture, "30");
  fake_watch_send (watch, KIN_WATCH_DELETED, fixture_make (fixture, "n/b", "40"));
  fixture_assert_version (fixture, "40");

  fixture_assert_queue (fixture, "n/b A10 D40, n/a U20, bookmark @30");
}

static void
test_versions_are_opaque (Fixture       *fixture,
                          gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "55"));
  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "32"));
  fixture_assert_version (fixture, "32");
  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "a1b2-7"));

  fixture_pass (fixture, 10 * SECOND);
  fake_watch_end (watch);
  fake_call_watch (fake_source_expect_watch (fixture->source, "a1b2-7"));
  fixture_assert_queue (fixture, "n/a U55 U32 Ua1b2-7");
}

static void
test_watch_timeout_is_random (Fixture       *fixture,
                              gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);
  guint last = 0;
  guint n_different = 0;

  for (guint i = 0; i < 20; i++)
    {
      FakeCall *call;
      guint timeout;

      fixture_pass (fixture, 2 * SECOND);
      fake_watch_end (watch);
      call = fake_source_expect_watch (fixture->source, "10");
      timeout = fake_call_get_timeout (call);
      g_assert_cmpuint (timeout, >=, 300);
      g_assert_cmpuint (timeout, <=, 600);
      n_different += timeout != last;
      last = timeout;
      watch = fake_call_watch (call);
    }

  g_assert_cmpuint (n_different, >, 15);
}

/* The ladder of the time without a server is not climbed further once the server says no. */
static void
test_expired_after_refused (Fixture       *fixture,
                            gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);
  double wait = 0.8;

  fixture_pass (fixture, 2 * SECOND);
  fake_watch_end (watch);
  for (guint i = 0; i < 4; i++, wait *= 2)
    {
      fixture_fail_watch (fixture, "10", fixture_connection_error (KIN_CONNECTION_ERROR_REFUSED));
      fixture_wait_between (fixture, wait, 2 * wait);
    }

  fixture_fail_watch (fixture, "10", fake_status_error (410, "Expired", 0));
  fixture_wait_between (fixture, 0.8, 1.6);
  fake_source_expect_list (fixture->source, "10", NULL, 0);
}

static void
test_watch_refused (Fixture       *fixture,
                    gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fixture_pass (fixture, 2 * SECOND);
  fake_watch_end (watch);
  fixture_fail_watch (fixture, "10", fixture_connection_error (KIN_CONNECTION_ERROR_REFUSED));
  fixture_assert_state (fixture, KIN_REFLECTOR_BACKING_OFF);
  g_assert_error (kin_reflector_get_last_error (fixture->reflector), KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_REFUSED);
  fixture_wait_between (fixture, 0.8, 1.6);
  fixture_fail_watch (fixture, "10", fixture_connection_error (KIN_CONNECTION_ERROR_REFUSED));
  fixture_wait_between (fixture, 1.6, 3.2);

  fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
  g_assert_null (kin_reflector_get_last_error (fixture->reflector));
  fixture_assert_queue (fixture, "");
}

static void
test_no_relist_on_too_many_requests (Fixture       *fixture,
                                     gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fixture_pass (fixture, 2 * SECOND);
  fake_watch_end (watch);
  fixture_fail_watch (fixture, "10", fake_status_error (429, "TooManyRequests", 0));
  fixture_wait_between (fixture, 0.8, 1.6);
  fixture_fail_watch (fixture, "10", fake_status_error (429, "TooManyRequests", 7));
  fixture_wait_between (fixture, 7, 7);
  fixture_fail_watch (fixture, "10", fake_status_error (503, "ServiceUnavailable", 5));
  fixture_wait_between (fixture, 5, 5);
  fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
  fixture_assert_queue (fixture, "");
}

/* What is neither a cut nor a request to wait makes the list anew, at the last version. */
static void
assert_relists_after (Fixture *fixture,
                      GError  *error)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fixture_pass (fixture, 2 * SECOND);
  fake_watch_end (watch);
  fixture_fail_watch (fixture, "10", error);
  fixture_assert_state (fixture, KIN_REFLECTOR_BACKING_OFF);
  g_assert_nonnull (kin_reflector_get_last_error (fixture->reflector));
  fixture_wait_between (fixture, 0.8, 1.6);
  fixture_list_and_watch (fixture, "10", 0, "20");
}

static void
test_unavailable_watch (Fixture       *fixture,
                        gconstpointer  data)
{
  assert_relists_after (fixture, fake_status_error (503, "ServiceUnavailable", 0));
}

static void
test_unauthorized_watch (Fixture       *fixture,
                         gconstpointer  data)
{
  assert_relists_after (fixture, fake_status_error (401, "Unauthorized", 0));
}

static void
test_gone_as_http_status (Fixture       *fixture,
                          gconstpointer  data)
{
  assert_relists_after (fixture, fake_status_error (410, "Expired", 0));
}

/* A version that is gone does not come back, whatever the server says about when to ask again. */
static void
test_gone_with_retry_after (Fixture       *fixture,
                            gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fixture_pass (fixture, 2 * SECOND);
  fake_watch_end (watch);
  fixture_fail_watch (fixture, "10", fake_status_error (410, "Expired", 4));
  fixture_wait_between (fixture, 4, 4);
  fixture_list_and_watch (fixture, "10", 0, "20");
}

static void
test_internal_error_with_retry_after (Fixture       *fixture,
                                      gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fake_watch_send_error (watch, fake_status_error (500, "InternalError", 4));
  fixture_wait_between (fixture, 4, 4);
  fixture_list_and_watch (fixture, "10", 0, "20");
}

static void
test_tls_failure (Fixture       *fixture,
                  gconstpointer  data)
{
  assert_relists_after (fixture, fixture_connection_error (KIN_CONNECTION_ERROR_TLS));
}

static void
test_cut_while_opening (Fixture       *fixture,
                        gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fixture_pass (fixture, 2 * SECOND);
  fake_watch_end (watch);
  for (guint i = 0; i < 10; i++)
    {
      fixture_fail_watch (fixture, "10", fixture_connection_error (KIN_CONNECTION_ERROR_CLOSED));
      fixture_wait_between (fixture, 1, 1);
      fixture_assert_state (fixture, KIN_REFLECTOR_BACKING_OFF);
    }

  fixture_fail_watch (fixture, "10", fixture_connection_error (KIN_CONNECTION_ERROR_CLOSED));
  fixture_wait_between (fixture, 0.8, 1.6);
  fixture_list_and_watch (fixture, "10", 0, "20");
}

static void
test_clean_end (Fixture       *fixture,
                gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fixture_pass (fixture, SECOND);
  fake_watch_end (watch);
  watch = fake_call_watch (fake_source_expect_watch (fixture->source, "10"));

  /* One event is as good as a second of quiet. */
  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "11"));
  fake_settle ();
  fake_watch_end (watch);
  fake_call_watch (fake_source_expect_watch (fixture->source, "11"));
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
}

static void
test_cut_while_reading (Fixture       *fixture,
                        gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fixture_pass (fixture, 2 * SECOND);
  fake_watch_cut (watch, fixture_connection_error (KIN_CONNECTION_ERROR_CLOSED));
  watch = fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
  fixture_pass (fixture, 2 * SECOND);
  fake_watch_cut (watch, fixture_connection_error (KIN_CONNECTION_ERROR_TIMED_OUT));
  fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
  fixture_assert_queue (fixture, "");
}

static void
test_very_short_watch (Fixture       *fixture,
                       gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fixture_pass (fixture, SECOND - 1);
  fake_watch_end (watch);
  fixture_wait_between (fixture, 0.8, 1.6);
  g_assert_error (kin_reflector_get_last_error (fixture->reflector), KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED);
  fixture_list_and_watch (fixture, "10", 0, "20");
}

/* A server that closes each watch after one event would be asked without end. */
static void
test_one_event_a_watch (Fixture       *fixture,
                        gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);
  gint64 begin = kin_clock_get_monotonic (fixture->clock);

  for (guint i = 0; i < 10; i++)
    {
      fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "11"));
      fake_settle ();
      fake_watch_end (watch);
      fake_settle ();
      if (i > 0)
        fixture_pass (fixture, SECOND);
      watch = fake_call_watch (fake_source_expect_watch (fixture->source, "11"));
      fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
    }

  g_assert_cmpint (kin_clock_get_monotonic (fixture->clock) - begin, ==, 9 * SECOND);
}

static void
test_error_event_too_many_requests (Fixture       *fixture,
                                    gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fake_watch_send_error (watch, fake_status_error (429, "TooManyRequests", 0));
  fixture_wait_between (fixture, 0.8, 1.6);
  watch = fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
  fake_watch_send_error (watch, fake_status_error (429, "TooManyRequests", 9));
  fixture_wait_between (fixture, 9, 9);
  fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
}

static void
assert_event_relists (Fixture *fixture,
                      GError  *error)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "15"));
  fake_watch_send_error (watch, error);
  fixture_wait_between (fixture, 0.8, 1.6);
  fixture_assert_queue (fixture, "n/a U15");
  fixture_list_and_watch (fixture, "15", 0, "20");
  fixture_assert_queue (fixture, "list @20");
}

static void
test_gone_as_error_event (Fixture       *fixture,
                          gconstpointer  data)
{
  assert_event_relists (fixture, fake_status_error (410, "Expired", 0));
}

static void
test_reason_gone (Fixture       *fixture,
                  gconstpointer  data)
{
  assert_event_relists (fixture, fake_status_error (410, "Gone", 0));
}

static void
test_internal_error_event (Fixture       *fixture,
                           gconstpointer  data)
{
  assert_event_relists (fixture, fake_status_error (500, "InternalError", 0));
}

static void
test_store_read_error (Fixture       *fixture,
                       gconstpointer  data)
{
  assert_event_relists (fixture, fake_status_error (500, "StoreReadError", 0));
}

static void
test_undecodable_event (Fixture       *fixture,
                        gconstpointer  data)
{
  assert_event_relists (fixture, g_error_new_literal (KIN_PARSE_ERROR, KIN_PARSE_ERROR_SYNTAX, "no JSON"));
}

static void
test_deleted_null (Fixture       *fixture,
                   gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fake_watch_send_foreign (watch, KIN_WATCH_DELETED, NULL);
  fixture_wait_between (fixture, 0.8, 1.6);
  g_assert_error (kin_reflector_get_last_error (fixture->reflector), KIN_PARSE_ERROR, KIN_PARSE_ERROR_MISSING);
  fixture_list_and_watch (fixture, "10", 0, "20");
}

static void
test_object_of_another_kind (Fixture       *fixture,
                             gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fake_watch_send_foreign (watch, KIN_WATCH_ADDED, "11");
  fake_watch_send_foreign (watch, KIN_WATCH_DELETED, "12");
  fixture_assert_version (fixture, "10");
  fixture_assert_queue (fixture, "");
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
}

static void
ignore_entry_cb (const KinFifoEntry *entry,
                 gpointer            user_data)
{
}

/* All of one key: what counts is how much is to be done. While nothing is read, silence proves nothing. */
static void
test_full_queue_stops_reading (Fixture       *fixture,
                               gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);
  KinReflectorCounts counts;

  for (guint i = 0; i < KIN_DELTA_FIFO_ROOM; i++)
    fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "11"));
  fake_settle ();
  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/b", "12"));
  fake_settle ();
  fixture_assert_version (fixture, "11");

  kin_clock_advance (fixture->clock, 60 * SECOND);
  fake_source_expect_nothing (fixture->source);
  fixture_assert_version (fixture, "11");

  g_assert_true (kin_delta_fifo_pop (fixture->fifo, ignore_entry_cb, NULL));
  fake_settle ();
  fixture_assert_version (fixture, "12");
  fixture_assert_queue (fixture, "n/b U12");

  kin_reflector_get_counts (fixture->reflector, &counts);
  g_assert_cmpuint (counts.n_bytes, ==, 100 + 10 * (KIN_DELTA_FIFO_ROOM + 1));
}

static void
test_bookmark_only (Fixture       *fixture,
                    gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *version = g_strdup_printf ("%u", 100 + i);

      fixture_pass (fixture, 30 * SECOND);
      fake_watch_send_bookmark (watch, version);
    }

  fake_settle ();
  fake_watch_cut (watch, fixture_connection_error (KIN_CONNECTION_ERROR_CLOSED));
  fake_call_watch (fake_source_expect_watch (fixture->source, "159"));
  g_assert_cmpint (kin_reflector_get_last_data_time (fixture->reflector), ==, 2800 * SECOND);
}

/* Who may list but not watch must not be asked in a hot loop. */
static void
test_forbidden_watch (Fixture       *fixture,
                      gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "10", NULL, NULL);
  fixture_fail_watch (fixture, "10", fake_status_error (403, "Forbidden", 0));
  fixture_assert_state (fixture, KIN_REFLECTOR_FORBIDDEN);
  fixture_wait_between (fixture, 60, 66);
  fake_call_list (fake_source_expect_list (fixture->source, "10", NULL, 0), "11", NULL, NULL);
  fixture_fail_watch (fixture, "11", fake_status_error (403, "Forbidden", 0));
  fixture_wait_between (fixture, 120, 132);
  fixture_list_and_watch (fixture, "11", 0, "12");
}

static void
test_gone_resource (Fixture       *fixture,
                    gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fixture_pass (fixture, 2 * SECOND);
  fake_watch_end (watch);
  fixture_fail_watch (fixture, "10", fake_status_error (404, "NotFound", 0));
  fixture_assert_state (fixture, KIN_REFLECTOR_GONE);
  fixture_wait_between (fixture, 60, 66);
  fixture_fail_list (fixture, "10", 0, fake_status_error (404, "NotFound", 0));
  fixture_assert_state (fixture, KIN_REFLECTOR_GONE);
  fixture_wait_between (fixture, 120, 132);
  fixture_list_and_watch (fixture, "10", 0, "20");
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
}

/* A proxy that still holds the connection, and nothing behind it. */
static void
test_silent_watch_is_replaced (Fixture       *fixture,
                               gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  g_object_add_weak_pointer (G_OBJECT (watch), (gpointer *) &watch);
  fixture_pass (fixture, 30 * SECOND);
  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "11"));
  fixture_pass (fixture, 40 * SECOND - 1);
  fake_source_expect_nothing (fixture->source);
  fixture_pass (fixture, 1);
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
  g_assert_false (fake_watch_is_closed (watch));

  fake_call_watch (fake_source_expect_watch (fixture->source, "11"));
  g_assert_null (watch);
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
  fixture_assert_queue (fixture, "n/a U11");
}

static void
test_quiet_watch_goes_on (Fixture       *fixture,
                          gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fixture_pass (fixture, 40 * SECOND);
  fake_source_expect_watch (fixture->source, "10");
  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "11"));
  fake_source_expect_nothing (fixture->source);
  g_assert_false (fake_watch_is_closed (watch));

  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "12"));
  fixture_assert_queue (fixture, "n/a U11 U12");
}

static void
test_silent_watch_ends (Fixture       *fixture,
                        gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  fixture_pass (fixture, 40 * SECOND);
  fake_watch_cut (watch, fixture_connection_error (KIN_CONNECTION_ERROR_TIMED_OUT));
  fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
  fake_source_expect_nothing (fixture->source);
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
}

static void
test_server_does_not_answer (Fixture       *fixture,
                             gconstpointer  data)
{
  fixture_start_watching (fixture);

  fixture_pass (fixture, 40 * SECOND);
  fake_source_expect_watch (fixture->source, "10");
  fixture_pass (fixture, 40 * SECOND);
  fixture_assert_state (fixture, KIN_REFLECTOR_BACKING_OFF);
  g_assert_error (kin_reflector_get_last_error (fixture->reflector), KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TIMED_OUT);
  fixture_wait_between (fixture, 1, 1);
  fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
}

/* Someone sets the clock, forwards and back: nothing that waits takes notice. */
static void
test_wall_clock_jumps (Fixture       *fixture,
                       gconstpointer  data)
{
  FakeWatch *watch = fixture_start_watching (fixture);

  kin_clock_step_real (fixture->clock, G_TIME_SPAN_HOUR);
  fixture_pass (fixture, 39 * SECOND);
  fake_source_expect_nothing (fixture->source);
  kin_clock_step_real (fixture->clock, -2 * G_TIME_SPAN_HOUR);
  fake_watch_send_error (watch, fake_status_error (410, "Expired", 0));
  fixture_wait_between (fixture, 0.8, 1.6);
  fixture_list_and_watch (fixture, "10", 0, "20");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add ("/reflector/" path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  ADD ("events-move-the-version", test_events_move_the_version);
  ADD ("versions-are-opaque", test_versions_are_opaque);
  ADD ("watch-timeout-is-random", test_watch_timeout_is_random);
  ADD ("expired-after-refused", test_expired_after_refused);
  ADD ("watch-refused", test_watch_refused);
  ADD ("no-relist-on-too-many-requests", test_no_relist_on_too_many_requests);
  ADD ("unavailable-watch", test_unavailable_watch);
  ADD ("unauthorized-watch", test_unauthorized_watch);
  ADD ("gone-as-http-status", test_gone_as_http_status);
  ADD ("gone-with-retry-after", test_gone_with_retry_after);
  ADD ("internal-error-with-retry-after", test_internal_error_with_retry_after);
  ADD ("tls-failure", test_tls_failure);
  ADD ("cut-while-opening", test_cut_while_opening);
  ADD ("clean-end", test_clean_end);
  ADD ("cut-while-reading", test_cut_while_reading);
  ADD ("very-short-watch", test_very_short_watch);
  ADD ("one-event-a-watch", test_one_event_a_watch);
  ADD ("error-event-too-many-requests", test_error_event_too_many_requests);
  ADD ("gone-as-error-event", test_gone_as_error_event);
  ADD ("reason-gone", test_reason_gone);
  ADD ("internal-error-event", test_internal_error_event);
  ADD ("store-read-error", test_store_read_error);
  ADD ("undecodable-event", test_undecodable_event);
  ADD ("deleted-null", test_deleted_null);
  ADD ("object-of-another-kind", test_object_of_another_kind);
  ADD ("full-queue-stops-reading", test_full_queue_stops_reading);
  ADD ("bookmark-only", test_bookmark_only);
  ADD ("forbidden-watch", test_forbidden_watch);
  ADD ("gone-resource", test_gone_resource);
  ADD ("silent-watch-is-replaced", test_silent_watch_is_replaced);
  ADD ("quiet-watch-goes-on", test_quiet_watch_goes_on);
  ADD ("silent-watch-ends", test_silent_watch_ends);
  ADD ("server-does-not-answer", test_server_does_not_answer);
  ADD ("wall-clock-jumps", test_wall_clock_jumps);

  return g_test_run ();
}
