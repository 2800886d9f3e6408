/* test-work-queue.c: a key waits once, is never processed twice at a time, and comes back when it was added meanwhile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "controller/kin-work-queue.h"

typedef struct
{
  KinClock *clock;
  KinWorkQueue *queue;
  guint n_notified;
} Fixture;

static void
count_notify_cb (gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->n_notified++;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  fixture->clock = kin_clock_new_stepped (0);
  fixture->queue = kin_work_queue_new (fixture->clock);
  kin_work_queue_set_notify (fixture->queue, count_notify_cb, fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_assert_finalize_object (fixture->queue);
  g_assert_cmpint (kin_clock_get_next_due (fixture->clock), ==, -1);
  g_assert_finalize_object (fixture->clock);
}

static void
assert_get (Fixture    *fixture,
            const char *expected)
{
  g_autofree char *key = kin_work_queue_get (fixture->queue);

  g_assert_cmpstr (key, ==, expected);
}

static void
test_first_in_first_out (Fixture       *fixture,
                         gconstpointer  user_data)
{
  kin_work_queue_add (fixture->queue, "c");
  kin_work_queue_add (fixture->queue, "a");
  kin_work_queue_add (fixture->queue, "b");

  g_assert_cmpuint (kin_work_queue_get_length (fixture->queue), ==, 3);
  assert_get (fixture, "c");
  assert_get (fixture, "a");
  assert_get (fixture, "b");
  assert_get (fixture, NULL);
}

static void
test_collapse (Fixture       *fixture,
               gconstpointer  user_data)
{
  kin_work_queue_add (fixture->queue, "a");
  kin_work_queue_add (fixture->queue, "b");
  kin_work_queue_add (fixture->queue, "a");

  g_assert_cmpuint (kin_work_queue_get_length (fixture->queue), ==, 2);
  assert_get (fixture, "a");
  assert_get (fixture, "b");
  kin_work_queue_done (fixture->queue, "a");
  kin_work_queue_done (fixture->queue, "b");
  assert_get (fixture, NULL);
}

static void
test_add_while_processing (Fixture       *fixture,
                           gconstpointer  user_data)
{
  kin_work_queue_add (fixture->queue, "a");
  assert_get (fixture, "a");

  kin_work_queue_add (fixture->queue, "a");
  kin_work_queue_add (fixture->queue, "a");
  g_assert_cmpuint (kin_work_queue_get_length (fixture->queue), ==, 0);
  assert_get (fixture, NULL);

  kin_work_queue_done (fixture->queue, "a");
  g_assert_cmpuint (kin_work_queue_get_length (fixture->queue), ==, 1);
  assert_get (fixture, "a");
  kin_work_queue_done (fixture->queue, "a");
  assert_get (fixture, NULL);
}

static void
test_reinsert (Fixture       *fixture,
               gconstpointer  user_data)
{
  kin_work_queue_add (fixture->queue, "a");
  assert_get (fixture, "a");
  kin_work_queue_add (fixture->queue, "a");
  kin_work_queue_done (fixture->queue, "a");
  assert_get (fixture, "a");
  kin_work_queue_done (fixture->queue, "a");
  kin_work_queue_add (fixture->queue, "a");
  assert_get (fixture, "a");
}

/* A done too many neither queues the key nor lets it run twice at a time. */
static void
test_done_without_get (Fixture       *fixture,
                       gconstpointer  user_data)
{
  kin_work_queue_add (fixture->queue, "a");
  kin_work_queue_done (fixture->queue, "a");
  kin_work_queue_done (fixture->queue, "never seen");

  g_assert_cmpuint (kin_work_queue_get_length (fixture->queue), ==, 1);
}

static void
test_notify (Fixture       *fixture,
             gconstpointer  user_data)
{
  kin_work_queue_add (fixture->queue, "a");
  kin_work_queue_add (fixture->queue, "b");
  g_assert_cmpuint (fixture->n_notified, ==, 1);

  assert_get (fixture, "a");
  assert_get (fixture, "b");
  kin_work_queue_add (fixture->queue, "a");
  g_assert_cmpuint (fixture->n_notified, ==, 1);
  kin_work_queue_done (fixture->queue, "a");
  g_assert_cmpuint (fixture->n_notified, ==, 2);
}

static void
test_add_after (Fixture       *fixture,
                gconstpointer  user_data)
{
  kin_work_queue_add_after (fixture->queue, "a", 100);
  kin_work_queue_add_after (fixture->queue, "at once", 0);
  kin_work_queue_add_after (fixture->queue, "overdue", -1);
  assert_get (fixture, "at once");
  assert_get (fixture, "overdue");
  assert_get (fixture, NULL);

  kin_clock_advance (fixture->clock, 99);
  assert_get (fixture, NULL);
  kin_clock_advance (fixture->clock, 1);
  assert_get (fixture, "a");
  g_assert_cmpint (kin_clock_get_next_due (fixture->clock), ==, -1);
}

static void
test_earliest_delay_wins (Fixture       *fixture,
                          gconstpointer  user_data)
{
  kin_work_queue_add_after (fixture->queue, "sooner", 100);
  kin_work_queue_add_after (fixture->queue, "sooner", 50);
  kin_work_queue_add_after (fixture->queue, "not later", 60);
  kin_work_queue_add_after (fixture->queue, "not later", 100);

  kin_clock_advance (fixture->clock, 50);
  assert_get (fixture, "sooner");
  kin_work_queue_done (fixture->queue, "sooner");
  assert_get (fixture, NULL);
  kin_clock_advance (fixture->clock, 10);
  assert_get (fixture, "not later");
  kin_work_queue_done (fixture->queue, "not later");

  kin_clock_advance (fixture->clock, 1000);
  assert_get (fixture, NULL);
}

static void
test_delays_fire_in_order (Fixture       *fixture,
                           gconstpointer  user_data)
{
  kin_work_queue_add_after (fixture->queue, "c", 300);
  kin_work_queue_add_after (fixture->queue, "a", 100);
  kin_work_queue_add_after (fixture->queue, "b", 200);
  kin_clock_advance (fixture->clock, 1000);

  assert_get (fixture, "a");
  assert_get (fixture, "b");
  assert_get (fixture, "c");
}

static void
test_add_leaves_delay (Fixture       *fixture,
                       gconstpointer  user_data)
{
  kin_work_queue_add_after (fixture->queue, "a", 100);
  kin_work_queue_add (fixture->queue, "a");
  assert_get (fixture, "a");
  kin_work_queue_done (fixture->queue, "a");
  assert_get (fixture, NULL);

  kin_clock_advance (fixture->clock, 100);
  assert_get (fixture, "a");
}

static void
test_rate_limited (Fixture       *fixture,
                   gconstpointer  user_data)
{
  const gint64 waits_ms[] = { 5, 10, 20 };

  for (guint i = 0; i < G_N_ELEMENTS (waits_ms); i++)
    {
      kin_work_queue_add_rate_limited (fixture->queue, "a");
      g_assert_cmpuint (kin_work_queue_get_num_requeues (fixture->queue, "a"), ==, i + 1);
      kin_clock_advance (fixture->clock, waits_ms[i] * 1000 - 1);
      assert_get (fixture, NULL);
      kin_clock_advance (fixture->clock, 1);
      assert_get (fixture, "a");
      kin_work_queue_done (fixture->queue, "a");
    }

  kin_work_queue_forget (fixture->queue, "a");
  g_assert_cmpuint (kin_work_queue_get_num_requeues (fixture->queue, "a"), ==, 0);
  kin_work_queue_add_rate_limited (fixture->queue, "a");
  kin_clock_advance (fixture->clock, 5000);
  assert_get (fixture, "a");
}

static void
test_shut_down (Fixture       *fixture,
                gconstpointer  user_data)
{
  kin_work_queue_add (fixture->queue, "a");
  kin_work_queue_add (fixture->queue, "b");
  assert_get (fixture, "a");
  kin_work_queue_add (fixture->queue, "a");
  kin_work_queue_add_after (fixture->queue, "delayed", 100);

  g_assert_false (kin_work_queue_is_shutting_down (fixture->queue));
  kin_work_queue_shut_down (fixture->queue);
  g_assert_true (kin_work_queue_is_shutting_down (fixture->queue));

  kin_work_queue_add (fixture->queue, "late");
  kin_work_queue_add_after (fixture->queue, "late", 0);
  kin_work_queue_add_after (fixture->queue, "late", 1);
  kin_work_queue_add_rate_limited (fixture->queue, "late");
  kin_clock_advance (fixture->clock, 1000 * 1000);

  /* What was added before, even while it was being processed, is still to be had. */
  assert_get (fixture, "b");
  kin_work_queue_done (fixture->queue, "a");
  assert_get (fixture, "a");
  assert_get (fixture, NULL);
}

static void
test_freed_with_delays (Fixture       *fixture,
                        gconstpointer  user_data)
{
  kin_work_queue_add (fixture->queue, "queued");
  kin_work_queue_add_after (fixture->queue, "delayed", 100);
  kin_work_queue_add_after (fixture->queue, "delayed too", 200);
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

  add_test ("/work-queue/first-in-first-out", test_first_in_first_out);
  add_test ("/work-queue/collapse", test_collapse);
  add_test ("/work-queue/add-while-processing", test_add_while_processing);
  add_test ("/work-queue/reinsert", test_reinsert);
  add_test ("/work-queue/done-without-get", test_done_without_get);
  add_test ("/work-queue/notify", test_notify);
  add_test ("/work-queue/add-after", test_add_after);
  add_test ("/work-queue/earliest-delay-wins", test_earliest_delay_wins);
  add_test ("/work-queue/delays-fire-in-order", test_delays_fire_in_order);
  add_test ("/work-queue/add-leaves-delay", test_add_leaves_delay);
  add_test ("/work-queue/rate-limited", test_rate_limited);
  add_test ("/work-queue/shut-down", test_shut_down);
  add_test ("/work-queue/freed-with-delays", test_freed_with_delays);

  return g_test_run ();
}
