/* test-rate-limiter.c: a key waits longer with each failure, and all keys together fail ten times a second at most.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "controller/kin-rate-limiter.h"

static void
test_doubles (void)
{
  g_autoptr(KinClock) clock = kin_clock_new_stepped (0);
  g_autoptr(KinRateLimiter) limiter = kin_rate_limiter_new (clock);
  const gint64 expected_ms[] = { 5, 10, 20, 40, 80, 160 };

  for (guint i = 0; i < G_N_ELEMENTS (expected_ms); i++)
    g_assert_cmpint (kin_rate_limiter_next (limiter, "shop/web"), ==, expected_ms[i] * 1000);

  g_assert_cmpint (kin_rate_limiter_next (limiter, "shop/other"), ==, 5000);
  g_assert_cmpuint (kin_rate_limiter_get_num_requeues (limiter, "shop/web"), ==, 6);
  g_assert_cmpuint (kin_rate_limiter_get_num_requeues (limiter, "shop/other"), ==, 1);
}

static void
test_cap (void)
{
  g_autoptr(KinClock) clock = kin_clock_new_stepped (0);
  g_autoptr(KinRateLimiter) limiter = kin_rate_limiter_new (clock);

  for (guint i = 0; i < 17; i++)
    kin_rate_limiter_next (limiter, "shop/web");
  g_assert_cmpint (kin_rate_limiter_next (limiter, "shop/web"), ==, 655360 * 1000);

  /* Far beyond 63 doublings: nothing overflows. */
  for (guint i = 0; i < 2000; i++)
    {
      kin_clock_advance (clock, G_TIME_SPAN_SECOND);
      g_assert_cmpint (kin_rate_limiter_next (limiter, "shop/web"), ==, 1000 * G_TIME_SPAN_SECOND);
    }
}

static void
test_forget (void)
{
  g_autoptr(KinClock) clock = kin_clock_new_stepped (0);
  g_autoptr(KinRateLimiter) limiter = kin_rate_limiter_new (clock);

  kin_rate_limiter_next (limiter, "shop/web");
  kin_rate_limiter_next (limiter, "shop/web");
  kin_rate_limiter_next (limiter, "shop/other");
  kin_rate_limiter_forget (limiter, "shop/web");
  kin_rate_limiter_forget (limiter, "never/seen");

  g_assert_cmpuint (kin_rate_limiter_get_num_requeues (limiter, "shop/web"), ==, 0);
  g_assert_cmpint (kin_rate_limiter_next (limiter, "shop/web"), ==, 5000);
  g_assert_cmpint (kin_rate_limiter_next (limiter, "shop/other"), ==, 10000);
}

static gint64
next_of_fresh_key (KinRateLimiter *limiter,
                   guint           i)
{
  g_autofree char *key = g_strdup_printf ("shop/web-%u", i);

  return kin_rate_limiter_next (limiter, key);
}

/* The bucket holds 100; each further token takes a tenth of a second, and the longer of both waits counts. */
static void
test_bucket (void)
{
  g_autoptr(KinClock) clock = kin_clock_new_stepped (0);
  g_autoptr(KinRateLimiter) limiter = kin_rate_limiter_new (clock);

  for (guint i = 0; i < 100; i++)
    g_assert_cmpint (next_of_fresh_key (limiter, i), ==, 5000);

  g_assert_cmpint (next_of_fresh_key (limiter, 100), ==, 100 * 1000);
  g_assert_cmpint (next_of_fresh_key (limiter, 101), ==, 200 * 1000);

  kin_clock_advance (clock, 250 * 1000);
  g_assert_cmpint (next_of_fresh_key (limiter, 102), ==, 50 * 1000);

  kin_clock_advance (clock, G_TIME_SPAN_HOUR);
  for (guint i = 200; i < 300; i++)
    g_assert_cmpint (next_of_fresh_key (limiter, i), ==, 5000);
  g_assert_cmpint (next_of_fresh_key (limiter, 300), ==, 100 * 1000);
}

static void
test_lets_go_of_clock (void)
{
  KinClock *clock = kin_clock_new_stepped (0);

  kin_rate_limiter_free (kin_rate_limiter_new (clock));
  g_assert_finalize_object (clock);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/rate-limiter/doubles", test_doubles);
  g_test_add_func ("/rate-limiter/cap", test_cap);
  g_test_add_func ("/rate-limiter/forget", test_forget);
  g_test_add_func ("/rate-limiter/bucket", test_bucket);
  g_test_add_func ("/rate-limiter/lets-go-of-clock", test_lets_go_of_clock);

  return g_test_run ();
}
