/* test-backoff.c: the waits grow, stay within their jitter, flatten at the cap and start anew.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "base/kin-backoff.h"

static void
test_grows_to_cap (void)
{
  g_autoptr(KinClock) clock = kin_clock_new_stepped (0);
  g_autoptr(KinBackoff) backoff = kin_backoff_new (clock, 100, 1000, 2.0, 0.0, 0);
  const gint64 expected[] = { 100, 200, 400, 800, 1000, 1000, 1000 };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpint (kin_backoff_step (backoff), ==, expected[i]);
}

static void
test_reflector_figures (void)
{
  g_autoptr(KinClock) clock = kin_clock_new_stepped (0);
  g_autoptr(KinBackoff) backoff = kin_backoff_new_reflector (clock);
  const gint64 base_ms[] = { 800, 1600, 3200, 6400, 12800, 25600, 30000, 30000 };

  for (guint i = 0; i < G_N_ELEMENTS (base_ms); i++)
    {
      gint64 wait = kin_backoff_step (backoff);

      g_assert_cmpint (wait, >=, base_ms[i] * 1000);
      g_assert_cmpint (wait, <, 2 * base_ms[i] * 1000);
    }
}

static void
test_jitter_is_spread (void)
{
  g_autoptr(KinClock) clock = kin_clock_new_stepped (0);
  gint64 lowest = G_MAXINT64;
  gint64 highest = 0;

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr(KinBackoff) backoff = kin_backoff_new (clock, 1000, 1000, 1.0, 1.0, 0);
      gint64 wait;

      kin_backoff_set_seed (backoff, i);
      wait = kin_backoff_step (backoff);
      lowest = MIN (lowest, wait);
      highest = MAX (highest, wait);
    }

  g_assert_cmpint (lowest, >=, 1000);
  g_assert_cmpint (lowest, <, 1100);
  g_assert_cmpint (highest, >, 1900);
  g_assert_cmpint (highest, <, 2000);
}

static void
test_seed_repeats (void)
{
  g_autoptr(KinClock) clock = kin_clock_new_stepped (0);
  g_autoptr(KinBackoff) one = kin_backoff_new_reflector (clock);
  g_autoptr(KinBackoff) two = kin_backoff_new_reflector (clock);

  kin_backoff_set_seed (one, 42);
  kin_backoff_set_seed (two, 42);

  for (guint i = 0; i < 10; i++)
    g_assert_cmpint (kin_backoff_step (one), ==, kin_backoff_step (two));
}

/* The window is measured from the last start, not from the last step: client-go's rule. */
static void
test_starts_anew (void)
{
  g_autoptr(KinClock) clock = kin_clock_new_stepped (0);
  g_autoptr(KinBackoff) backoff = kin_backoff_new (clock, 100, 1000, 2.0, 0.0, 5000);

  g_assert_cmpint (kin_backoff_step (backoff), ==, 100);
  kin_clock_advance (clock, 3000);
  g_assert_cmpint (kin_backoff_step (backoff), ==, 200);
  kin_clock_advance (clock, 2000);
  g_assert_cmpint (kin_backoff_step (backoff), ==, 400);
  kin_clock_advance (clock, 1);
  g_assert_cmpint (kin_backoff_step (backoff), ==, 100);
  g_assert_cmpint (kin_backoff_step (backoff), ==, 200);
}

static void
test_wall_clock_does_not_matter (void)
{
  g_autoptr(KinClock) clock = kin_clock_new_stepped (0);
  g_autoptr(KinBackoff) backoff = kin_backoff_new (clock, 100, 1000, 2.0, 0.0, 5000);

  g_assert_cmpint (kin_backoff_step (backoff), ==, 100);
  kin_clock_step_real (clock, G_TIME_SPAN_HOUR);
  g_assert_cmpint (kin_backoff_step (backoff), ==, 200);
}

static void
test_lets_go_of_clock (void)
{
  KinClock *clock = kin_clock_new_stepped (0);

  kin_backoff_free (kin_backoff_new_reflector (clock));
  g_assert_finalize_object (clock);
}

static void
test_restart (void)
{
  g_autoptr(KinClock) clock = kin_clock_new_stepped (0);
  g_autoptr(KinBackoff) backoff = kin_backoff_new (clock, 100, 1000, 2.0, 0.0, 0);

  kin_backoff_step (backoff);
  kin_backoff_step (backoff);
  kin_backoff_restart (backoff);

  g_assert_cmpint (kin_backoff_step (backoff), ==, 100);
  g_assert_cmpint (kin_backoff_step (backoff), ==, 200);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/backoff/grows-to-cap", test_grows_to_cap);
  g_test_add_func ("/backoff/restart", test_restart);
  g_test_add_func ("/backoff/reflector-figures", test_reflector_figures);
  g_test_add_func ("/backoff/jitter-is-spread", test_jitter_is_spread);
  g_test_add_func ("/backoff/seed-repeats", test_seed_repeats);
  g_test_add_func ("/backoff/starts-anew", test_starts_anew);
  g_test_add_func ("/backoff/wall-clock-does-not-matter", test_wall_clock_does_not_matter);
  g_test_add_func ("/backoff/lets-go-of-clock", test_lets_go_of_clock);

  return g_test_run ();
}
