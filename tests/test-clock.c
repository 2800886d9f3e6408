/* test-clock.c: both kinds of clock tell the time and fire what is due, in order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "base/kin-clock.h"

#define REAL (G_GINT64_CONSTANT (1753000000) * G_USEC_PER_SEC)

typedef struct
{
  KinClock *clock;
  GString *log;
  guint victim;
} Fixture;

static Fixture *
fixture_new (void)
{
  Fixture *fixture = g_new0 (Fixture, 1);

  fixture->clock = kin_clock_new_stepped (REAL);
  fixture->log = g_string_new (NULL);

  return fixture;
}

static void
fixture_free (Fixture *fixture)
{
  g_assert_finalize_object (fixture->clock);
  g_string_free (fixture->log, TRUE);
  g_free (fixture);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

static void
append_time (Fixture    *fixture,
             const char *name)
{
  g_string_append_printf (fixture->log, "%s@%" G_GINT64_FORMAT " ", name,
                          kin_clock_get_monotonic (fixture->clock) - G_USEC_PER_SEC);
}

static void
a_cb (gpointer user_data)
{
  append_time (user_data, "a");
}

static void
b_cb (gpointer user_data)
{
  append_time (user_data, "b");
}

static void
add_cb (gpointer user_data)
{
  Fixture *fixture = user_data;

  append_time (fixture, "add");
  kin_clock_add_timeout (fixture->clock, 5, a_cb, fixture);
  kin_clock_add_timeout (fixture->clock, 500, b_cb, fixture);
}

static void
remove_cb (gpointer user_data)
{
  Fixture *fixture = user_data;

  append_time (fixture, "remove");
  kin_clock_remove (fixture->clock, fixture->victim);
}

static void
test_stands_still (void)
{
  g_autoptr(Fixture) fixture = fixture_new ();

  g_assert_cmpint (kin_clock_get_monotonic (fixture->clock), ==, G_USEC_PER_SEC);
  g_assert_cmpint (kin_clock_get_real (fixture->clock), ==, REAL);
  g_assert_cmpint (kin_clock_get_next_due (fixture->clock), ==, -1);

  kin_clock_advance (fixture->clock, 250);

  g_assert_cmpint (kin_clock_get_monotonic (fixture->clock), ==, G_USEC_PER_SEC + 250);
  g_assert_cmpint (kin_clock_get_real (fixture->clock), ==, REAL + 250);
}

static void
test_order (void)
{
  g_autoptr(Fixture) fixture = fixture_new ();

  kin_clock_add_timeout (fixture->clock, 30, a_cb, fixture);
  kin_clock_add_timeout (fixture->clock, 20, b_cb, fixture);
  kin_clock_add_timeout (fixture->clock, 20, a_cb, fixture);
  kin_clock_add_timeout (fixture->clock, -7, b_cb, fixture);

  g_assert_cmpint (kin_clock_get_next_due (fixture->clock), ==, G_USEC_PER_SEC);
  kin_clock_advance (fixture->clock, 29);
  g_assert_cmpstr (fixture->log->str, ==, "b@0 b@20 a@20 ");
  g_assert_cmpint (kin_clock_get_next_due (fixture->clock), ==, G_USEC_PER_SEC + 30);

  kin_clock_advance (fixture->clock, 1);
  g_assert_cmpstr (fixture->log->str, ==, "b@0 b@20 a@20 a@30 ");
  g_assert_cmpint (kin_clock_get_next_due (fixture->clock), ==, -1);
}

static void
test_add_from_callback (void)
{
  g_autoptr(Fixture) fixture = fixture_new ();

  kin_clock_add_timeout (fixture->clock, 10, add_cb, fixture);
  kin_clock_add_timeout (fixture->clock, 16, b_cb, fixture);
  kin_clock_advance (fixture->clock, 100);

  g_assert_cmpstr (fixture->log->str, ==, "add@10 a@15 b@16 ");
  g_assert_cmpint (kin_clock_get_next_due (fixture->clock), ==, G_USEC_PER_SEC + 510);
}

static void
test_remove_from_callback (void)
{
  g_autoptr(Fixture) fixture = fixture_new ();

  kin_clock_add_timeout (fixture->clock, 10, remove_cb, fixture);
  fixture->victim = kin_clock_add_timeout (fixture->clock, 10, b_cb, fixture);
  kin_clock_add_timeout (fixture->clock, 11, a_cb, fixture);
  kin_clock_advance (fixture->clock, 100);

  g_assert_cmpstr (fixture->log->str, ==, "remove@10 a@11 ");
}

static void
test_real_jumps (void)
{
  g_autoptr(Fixture) fixture = fixture_new ();

  kin_clock_add_timeout (fixture->clock, 10, a_cb, fixture);
  kin_clock_step_real (fixture->clock, -G_TIME_SPAN_HOUR);

  g_assert_cmpint (kin_clock_get_real (fixture->clock), ==, REAL - G_TIME_SPAN_HOUR);
  g_assert_cmpint (kin_clock_get_monotonic (fixture->clock), ==, G_USEC_PER_SEC);
  g_assert_cmpstr (fixture->log->str, ==, "");

  kin_clock_advance (fixture->clock, 10);
  g_assert_cmpstr (fixture->log->str, ==, "a@10 ");
  g_assert_cmpint (kin_clock_get_real (fixture->clock), ==, REAL - G_TIME_SPAN_HOUR + 10);
}

static void
test_fired_handle_is_gone (void)
{
  g_autoptr(Fixture) fixture = fixture_new ();
  guint handle = kin_clock_add_timeout (fixture->clock, 10, a_cb, fixture);

  kin_clock_advance (fixture->clock, 10);

  g_test_expect_message (NULL, G_LOG_LEVEL_CRITICAL, "*remove_timeout*");
  kin_clock_remove (fixture->clock, handle);
  g_test_assert_expected_messages ();
}

typedef struct
{
  GMainLoop *loop;
  guint n_called;
} Waiter;

static void
quit_cb (gpointer user_data)
{
  Waiter *waiter = user_data;

  waiter->n_called++;
  g_main_loop_quit (waiter->loop);
}

static void
never_cb (gpointer user_data)
{
  g_assert_not_reached ();
}

static void
test_system (void)
{
  g_autoptr(GMainContext) context = g_main_context_new ();
  g_autoptr(GMainContextPusher) pusher = g_main_context_pusher_new (context);
  Waiter waiter = { .loop = g_main_loop_new (context, FALSE) };
  KinClock *clock = kin_clock_get_default ();
  gint64 before = kin_clock_get_monotonic (clock);
  guint removed = kin_clock_add_timeout (clock, 1, never_cb, NULL);
  guint kept = kin_clock_add_timeout (clock, 3000, quit_cb, &waiter);

  g_assert_cmpuint (removed, >, 0);
  g_assert_cmpuint (kept, !=, removed);
  kin_clock_remove (clock, removed);
  g_main_loop_run (waiter.loop);

  g_assert_cmpint (kin_clock_get_monotonic (clock) - before, >=, 3000);
  g_assert_cmpuint (waiter.n_called, ==, 1);
  g_assert_null (g_main_context_find_source_by_id (context, kept));
  g_assert_false (g_main_context_iteration (context, FALSE));
  g_main_loop_unref (waiter.loop);
}

static void
test_system_time (void)
{
  KinClock *clock = kin_clock_get_default ();
  gint64 before = g_get_real_time ();
  gint64 real = kin_clock_get_real (clock);

  g_assert_true (clock == kin_clock_get_default ());
  g_assert_cmpint (real, >=, before);
  g_assert_cmpint (real, <=, g_get_real_time ());
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/clock/stepped/stands-still", test_stands_still);
  g_test_add_func ("/clock/stepped/order", test_order);
  g_test_add_func ("/clock/stepped/add-from-callback", test_add_from_callback);
  g_test_add_func ("/clock/stepped/remove-from-callback", test_remove_from_callback);
  g_test_add_func ("/clock/stepped/real-jumps", test_real_jumps);
  g_test_add_func ("/clock/stepped/fired-handle-is-gone", test_fired_handle_is_gone);
  g_test_add_func ("/clock/system/timeouts", test_system);
  g_test_add_func ("/clock/system/time", test_system_time);

  return g_test_run ();
}
