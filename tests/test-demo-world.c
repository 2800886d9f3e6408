/* test-demo-world.c: the demo cluster's time, and its chance, which can be had again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-world.h"

/* 2026-12-01T12:00:00Z */
#define NOON (G_GINT64_CONSTANT (1796126400) * G_USEC_PER_SEC)

static void
test_time (void)
{
  KinClock *clock = kin_clock_new_stepped (NOON);
  KinDemoWorld *world = kin_demo_world_new (clock, 1);
  g_autofree char *noon = kin_demo_world_dup_time (world);
  g_autofree char *skewed = NULL;

  g_assert_cmpstr (noon, ==, "2026-12-01T12:00:00Z");
  kin_clock_advance (clock, 90 * G_USEC_PER_SEC);
  g_assert_cmpint (kin_demo_world_get_now (world), ==, NOON + 90 * G_USEC_PER_SEC);
  kin_demo_world_set_skew (world, -100 * G_USEC_PER_SEC);
  skewed = kin_demo_world_dup_time (world);
  g_assert_cmpstr (skewed, ==, "2026-12-01T11:59:50Z");

  g_assert_finalize_object (world);
  g_assert_finalize_object (clock);
}

static void
count_cb (KinDemoWorld *world,
          guint        *n_calls)
{
  (*n_calls)++;
}

static void
test_clock (void)
{
  KinClock *first = kin_clock_new_stepped (NOON);
  KinClock *second = kin_clock_new_stepped (NOON);
  KinDemoWorld *world = kin_demo_world_new (first, 1);
  guint n_calls = 0;

  g_signal_connect (world, "clock-changed", G_CALLBACK (count_cb), &n_calls);
  kin_demo_world_set_clock (world, first);
  g_assert_cmpuint (n_calls, ==, 0);
  kin_demo_world_set_clock (world, second);
  g_assert_cmpuint (n_calls, ==, 1);
  g_assert_true (kin_demo_world_get_clock (world) == second);
  g_assert_finalize_object (first);

  g_assert_finalize_object (world);
  g_assert_finalize_object (second);
}

static char *
draw (guint32 seed)
{
  KinDemoWorld *world = kin_demo_world_new (NULL, seed);
  g_autofree char *uid = kin_demo_world_dup_uid (world);
  g_autofree char *suffix = kin_demo_world_dup_suffix (world, 5);

  g_assert_finalize_object (world);
  g_assert_true (g_regex_match_simple ("^[bcdfghjklmnpqrstvwxz2456789]{5}$", suffix, 0, 0));
  g_assert_true (g_uuid_string_is_valid (uid));
  g_assert_true (g_regex_match_simple ("^.{8}-.{4}-4.{3}-[89ab].{3}-.{12}$", uid, 0, 0));

  return g_strconcat (uid, " ", suffix, NULL);
}

static void
test_chance (void)
{
  g_autofree char *one = draw (42);
  g_autofree char *same = draw (42);
  g_autofree char *other = draw (43);

  g_assert_cmpstr (one, ==, same);
  g_assert_cmpstr (one, !=, other);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-world/time", test_time);
  g_test_add_func ("/demo-world/clock", test_clock);
  g_test_add_func ("/demo-world/chance", test_chance);

  return g_test_run ();
}
