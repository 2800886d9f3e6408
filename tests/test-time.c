/* test-time.c: timestamps are read to the second and to the microsecond, and what is none is 0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-time.h"

static void
test_parse (void)
{
  g_assert_cmpint (kin_time_parse ("1970-01-01T00:00:01Z"), ==, 1);
  g_assert_cmpint (kin_time_parse ("2026-11-01T10:00:09Z"), ==, 1793527209);
  g_assert_cmpint (kin_time_parse ("2024-02-29T23:59:59Z"), ==, 1709251199);
  g_assert_cmpint (kin_time_parse ("2100-03-01T00:00:00Z"), ==, 4107542400);
  g_assert_cmpint (kin_time_parse ("1969-12-31T23:59:00Z"), ==, -60);
}

static void
test_zone (void)
{
  g_assert_cmpint (kin_time_parse ("2026-11-01T10:00:09+02:00"), ==, 1793520009);
  g_assert_cmpint (kin_time_parse ("2026-11-01T10:00:09-05:30"), ==, 1793547009);
  g_assert_cmpint (kin_time_parse ("2026-11-01t10:00:09z"), ==, 1793527209);
}

static void
test_fraction (void)
{
  g_assert_cmpint (kin_time_parse ("2026-11-01T10:00:09.999999Z"), ==, 1793527209);
  g_assert_cmpint (kin_time_parse_micro ("2026-11-01T10:00:09.25Z"), ==, G_GINT64_CONSTANT (1793527209250000));
  g_assert_cmpint (kin_time_parse_micro ("2026-11-01T10:00:09.000001234Z"), ==, G_GINT64_CONSTANT (1793527209000001));
  g_assert_cmpint (kin_time_parse_micro ("2026-11-01T10:00:09Z"), ==, G_GINT64_CONSTANT (1793527209000000));
}

/* Every day of two centuries, beside GLib's own calendar. */
static void
test_calendar (void)
{
  g_autoptr(GDateTime) day = g_date_time_new_utc (1899, 12, 31, 12, 0, 0);

  for (guint i = 0; i < 366 * 210; i++)
    {
      g_autoptr(GDateTime) next = g_date_time_add_days (day, 1);
      g_autofree char *text = g_date_time_format (next, "%Y-%m-%dT%H:%M:%SZ");

      g_assert_cmpint (kin_time_parse (text), ==, g_date_time_to_unix (next));
      g_date_time_unref (day);
      day = g_steal_pointer (&next);
    }
}

static void
test_none (void)
{
  const char * const none[] = {
    "", "now", "2026-11-01", "2026-11-01T10:00:09", "2026-13-01T10:00:09Z", "2026-11-32T10:00:09Z",
    "2026-11-01T24:00:09Z", "2026-11-01T10:00:09.Z", "2026-11-01T10:00:09Zulu", "2026-11-01T10:00:09+2:00",
    "202-11-01T10:00:09Z", "0001-01-01T00:00:00Z", "2026-11-01 10:00:09Z",
  };

  g_assert_cmpint (kin_time_parse (NULL), ==, 0);
  g_assert_cmpint (kin_time_parse_micro (NULL), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_assert_cmpint (kin_time_parse (none[i]), ==, 0);
      g_assert_cmpint (kin_time_parse_micro (none[i]), ==, 0);
    }
}

static void
test_clock (void)
{
  g_autofree char *text = kin_time_dup_clock (G_GINT64_CONSTANT (1793527209) * G_USEC_PER_SEC);

  /* The tests run in UTC. */
  g_assert_cmpstr (text, ==, "10:00:09");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/time/parse", test_parse);
  g_test_add_func ("/time/zone", test_zone);
  g_test_add_func ("/time/fraction", test_fraction);
  g_test_add_func ("/time/calendar", test_calendar);
  g_test_add_func ("/time/none", test_none);
  g_test_add_func ("/time/clock", test_clock);

  return g_test_run ();
}
