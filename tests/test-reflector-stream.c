/* test-reflector-stream.c: a first list that comes as the beginning of a watch, and all that can go wrong with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "reflector-fixture.h"

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture_set_up (fixture, data);
  fake_source_set_streams (fixture->source, TRUE);
}

static FakeWatch *
start_streaming (Fixture *fixture)
{
  FakeWatch *watch;

  kin_reflector_start (fixture->reflector);
  watch = fake_call_watch (fake_source_expect_stream (fixture->source));
  fixture_assert_state (fixture, KIN_REFLECTOR_STREAMING);

  return watch;
}

static void
assert_reason (Fixture    *fixture,
               const char *message)
{
  const GError *error = kin_reflector_get_last_error (fixture->reflector);

  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_end_mark (Fixture       *fixture,
               gconstpointer  data)
{
  FakeWatch *watch = start_streaming (fixture);
  KinReflectorCounts counts;

  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/b", "7"));
  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/a", "9"));
  fixture_assert_queue (fixture, "");
  g_assert_null (kin_reflector_get_resource_version (fixture->reflector));
  g_assert_cmpint (kin_reflector_get_last_data_time (fixture->reflector), ==, 0);

  fake_watch_send_initial_end (watch, "10");
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
  fixture_assert_queue (fixture, "list n/b n/a @10");
  fixture_assert_version (fixture, "10");

  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "12"));
  fixture_assert_queue (fixture, "n/a U12");
  fixture_assert_version (fixture, "12");
  g_assert_false (fake_watch_is_closed (watch));

  kin_reflector_get_counts (fixture->reflector, &counts);
  g_assert_cmpuint (counts.n_lists, ==, 1);
  g_assert_cmpuint (counts.n_watches, ==, 1);
  g_assert_cmpuint (counts.n_relists, ==, 0);
}

static void
test_mark_and_change_at_once (Fixture       *fixture,
                              gconstpointer  data)
{
  FakeWatch *watch;

  kin_reflector_start (fixture->reflector);
  watch = fake_call_begin_watch (fake_source_expect_stream (fixture->source));
  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/a", "9"));
  fake_watch_send_initial_end (watch, "10");
  fake_watch_send (watch, KIN_WATCH_DELETED, fixture_make (fixture, "n/a", "11"));

  fixture_assert_queue (fixture, "list n/a @10, n/a D11");
  fixture_assert_version (fixture, "11");
}

static void
test_empty (Fixture       *fixture,
            gconstpointer  data)
{
  FakeWatch *watch = start_streaming (fixture);

  fake_watch_send_initial_end (watch, "10");
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
  fixture_assert_queue (fixture, "list @10");
}

static void
test_changes_before_the_mark (Fixture       *fixture,
                              gconstpointer  data)
{
  FakeWatch *watch = start_streaming (fixture);

  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/a", "1"));
  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/b", "2"));
  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/c", "3"));
  fake_watch_send (watch, KIN_WATCH_MODIFIED, fixture_make (fixture, "n/a", "11"));
  fake_watch_send (watch, KIN_WATCH_DELETED, fixture_make (fixture, "n/b", "12"));
  fake_watch_send (watch, KIN_WATCH_DELETED, fixture_make (fixture, "n/never-told", "13"));
  fake_watch_send (watch, KIN_WATCH_DELETED, fixture_make (fixture, "n/c", "14"));
  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/c", "15"));
  fake_watch_send_initial_end (watch, "16");

  fixture_assert_queue (fixture, "list n/a n/c @16");
  fixture_assert_version (fixture, "16");
}

static void
test_bookmark_without_the_mark (Fixture       *fixture,
                                gconstpointer  data)
{
  FakeWatch *watch = start_streaming (fixture);

  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/a", "1"));
  fake_watch_send_bookmark (watch, "10");
  fixture_assert_state (fixture, KIN_REFLECTOR_STREAMING);
  fixture_assert_queue (fixture, "");

  fake_watch_send_initial_end (watch, "11");
  fixture_assert_queue (fixture, "list n/a @11");
}

/* In the same cycle, and not asked again: another informer of this server lists at once. */
static void
check_unsupported (Fixture    *fixture,
                   int         code,
                   const char *reason)
{
  kin_reflector_start (fixture->reflector);
  fake_call_fail (fake_source_expect_stream (fixture->source), fake_status_error (code, reason, 0));
  fixture_assert_state (fixture, KIN_REFLECTOR_LISTING);
  fixture_list_and_watch (fixture, "0", 500, "10");
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
  fixture_assert_queue (fixture, "list @10");
}

static void
test_unsupported (Fixture       *fixture,
                  gconstpointer  data)
{
  check_unsupported (fixture, 422, "Invalid");
  g_assert_false (fake_source_get_streams (fixture->source));
}

static void
test_bad_request (Fixture       *fixture,
                  gconstpointer  data)
{
  check_unsupported (fixture, 400, "BadRequest");
  g_assert_false (fake_source_get_streams (fixture->source));
}

static void
test_forbidden (Fixture       *fixture,
                gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);
  fake_call_fail (fake_source_expect_stream (fixture->source), fake_status_error (403, "Forbidden", 0));
  fixture_fail_list (fixture, "0", 500, fake_status_error (403, "Forbidden", 0));
  fixture_assert_state (fixture, KIN_REFLECTOR_FORBIDDEN);

  fixture_wait_between (fixture, 60, 66);
  fake_source_expect_stream (fixture->source);
}

static void
test_internal_error (Fixture       *fixture,
                     gconstpointer  data)
{
  check_unsupported (fixture, 500, "InternalError");
  g_assert_true (fake_source_get_streams (fixture->source));
}

static void
test_too_many_requests (Fixture       *fixture,
                        gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);
  fake_call_fail (fake_source_expect_stream (fixture->source), fake_status_error (429, "TooManyRequests", 0));
  fixture_assert_state (fixture, KIN_REFLECTOR_BACKING_OFF);
  fixture_wait_between (fixture, 0.8, 1.6);
  fake_source_expect_stream (fixture->source);
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);
  fake_call_fail (fake_source_expect_stream (fixture->source), fixture_connection_error (KIN_CONNECTION_ERROR_REFUSED));
  fixture_wait_between (fixture, 0.8, 1.6);
  fake_source_expect_stream (fixture->source);
}

static void
test_error_event (Fixture       *fixture,
                  gconstpointer  data)
{
  FakeWatch *watch = start_streaming (fixture);

  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/a", "1"));
  fake_watch_send_error (watch, fake_status_error (410, "Expired", 0));
  fixture_assert_state (fixture, KIN_REFLECTOR_LISTING);
  fixture_list_and_watch (fixture, "0", 500, "10");
  fixture_assert_queue (fixture, "list @10");
}

/* Objects that keep coming put the silence off, but not the end. */
static void
test_no_mark_in_a_flood (Fixture       *fixture,
                         gconstpointer  data)
{
  FakeWatch *watch = start_streaming (fixture);

  for (guint i = 0; i < 44; i++)
    {
      fixture_pass (fixture, 4 * SECOND);
      fixture_assert_state (fixture, KIN_REFLECTOR_STREAMING);
      fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/a", "1"));
    }

  fixture_pass (fixture, 4 * SECOND - 1);
  fixture_assert_state (fixture, KIN_REFLECTOR_STREAMING);
  fixture_pass (fixture, 1);
  assert_reason (fixture, "The server did not say where the streamed list ends");
  fixture_list_and_watch (fixture, "0", 500, "10");
  fixture_assert_queue (fixture, "list @10");
}

static void
test_no_mark (Fixture       *fixture,
              gconstpointer  data)
{
  FakeWatch *watch = start_streaming (fixture);

  fixture_pass (fixture, 3 * SECOND);
  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/a", "1"));
  fixture_pass (fixture, 5 * SECOND - 1);
  fixture_assert_state (fixture, KIN_REFLECTOR_STREAMING);

  fixture_pass (fixture, 1);
  fixture_assert_state (fixture, KIN_REFLECTOR_LISTING);
  assert_reason (fixture, "The server did not say where the streamed list ends");
  g_assert_false (fake_source_get_streams (fixture->source));
  fixture_list_and_watch (fixture, "0", 500, "10");
  fixture_assert_queue (fixture, "list @10");
  g_assert_null (kin_reflector_get_last_error (fixture->reflector));
}

static void
test_cut_before_the_mark (Fixture       *fixture,
                          gconstpointer  data)
{
  FakeWatch *watch = start_streaming (fixture);

  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/a", "1"));
  fake_watch_end (watch);
  fixture_assert_state (fixture, KIN_REFLECTOR_BACKING_OFF);
  assert_reason (fixture, "The connection was closed before the list was whole");
  fixture_wait_between (fixture, 1, 1);

  watch = fake_call_watch (fake_source_expect_stream (fixture->source));
  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/b", "2"));
  fake_watch_send_initial_end (watch, "10");
  fixture_assert_queue (fixture, "list n/b @10");
  g_assert_null (kin_reflector_get_last_error (fixture->reflector));
}

/* A server that always cuts it is asked for a plain list in the end. */
static void
test_cut_each_time (Fixture       *fixture,
                    gconstpointer  data)
{
  kin_reflector_start (fixture->reflector);

  for (guint i = 0; i < 11; i++)
    {
      FakeWatch *watch = fake_call_watch (fake_source_expect_stream (fixture->source));

      fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/a", "1"));
      fake_watch_cut (watch, fixture_connection_error (KIN_CONNECTION_ERROR_CLOSED));
      fixture_pass (fixture, SECOND);
    }

  fixture_list_and_watch (fixture, "0", 500, "10");
}

static void
test_very_short_stream (Fixture       *fixture,
                        gconstpointer  data)
{
  FakeWatch *watch = start_streaming (fixture);

  fake_watch_end (watch);
  fixture_list_and_watch (fixture, "0", 500, "10");
  g_assert_true (fake_source_get_streams (fixture->source));
}

static void
test_relist_is_no_stream (Fixture       *fixture,
                          gconstpointer  data)
{
  FakeWatch *watch = start_streaming (fixture);

  fake_watch_send_initial_end (watch, "10");
  fake_watch_send_error (watch, fake_status_error (410, "Expired", 0));
  fixture_wait_between (fixture, 0.8, 1.6);
  fake_source_expect_list (fixture->source, "10", NULL, 0);
}

static void
test_stop (Fixture       *fixture,
           gconstpointer  data)
{
  FakeWatch *watch = start_streaming (fixture);

  fake_watch_send (watch, KIN_WATCH_ADDED, fixture_make (fixture, "n/a", "1"));
  kin_reflector_stop (fixture->reflector);
  fixture_assert_state (fixture, KIN_REFLECTOR_STOPPED);

  kin_reflector_start (fixture->reflector);
  watch = fake_call_watch (fake_source_expect_stream (fixture->source));
  fake_watch_send_initial_end (watch, "10");
  fixture_assert_queue (fixture, "list @10");
}

static void
stop_cb (KinReflector *reflector,
         GParamSpec   *pspec,
         gpointer      user_data)
{
  if (kin_reflector_get_state (reflector) == KIN_REFLECTOR_WATCHING)
    kin_reflector_stop (reflector);
}

static void
test_stopped_at_the_mark (Fixture       *fixture,
                          gconstpointer  data)
{
  FakeWatch *watch = start_streaming (fixture);

  g_signal_connect (fixture->reflector, "notify::state", G_CALLBACK (stop_cb), NULL);
  fake_watch_send_initial_end (watch, "10");
  fixture_assert_state (fixture, KIN_REFLECTOR_STOPPED);
  fixture_assert_queue (fixture, "list @10");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add ("/reflector-stream/" path, Fixture, NULL, set_up, func, fixture_tear_down)
  ADD ("end-mark", test_end_mark);
  ADD ("mark-and-change-at-once", test_mark_and_change_at_once);
  ADD ("empty", test_empty);
  ADD ("changes-before-the-mark", test_changes_before_the_mark);
  ADD ("bookmark-without-the-mark", test_bookmark_without_the_mark);
  ADD ("unsupported", test_unsupported);
  ADD ("bad-request", test_bad_request);
  ADD ("forbidden", test_forbidden);
  ADD ("internal-error", test_internal_error);
  ADD ("too-many-requests", test_too_many_requests);
  ADD ("refused", test_refused);
  ADD ("error-event", test_error_event);
  ADD ("no-mark", test_no_mark);
  ADD ("no-mark-in-a-flood", test_no_mark_in_a_flood);
  ADD ("cut-before-the-mark", test_cut_before_the_mark);
  ADD ("cut-each-time", test_cut_each_time);
  ADD ("very-short-stream", test_very_short_stream);
  ADD ("relist-is-no-stream", test_relist_is_no_stream);
  ADD ("stop", test_stop);
  ADD ("stopped-at-the-mark", test_stopped_at_the_mark);

  return g_test_run ();
}
