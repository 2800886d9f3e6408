/* test-demo-cron.c: when a cron job is to run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-cron.h"
#include "demo/kin-demo-error.h"

/* The next three times, as "01-31 12:05 01-31 12:10 …" in the zone. */
static char *
dup_next_times (const char *schedule,
                const char *after,
                const char *zone)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoCron) cron = kin_demo_cron_parse (schedule, &error);
  g_autoptr(GDateTime) start = g_date_time_new_from_iso8601 (after, NULL);
  g_autoptr(GTimeZone) used = g_time_zone_new_identifier (zone);
  g_autoptr(GString) times = g_string_new (NULL);
  gint64 time = g_date_time_to_unix (start);

  g_assert_no_error (error);

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr(GDateTime) next = NULL;
      g_autoptr(GDateTime) local = NULL;
      g_autofree char *text = NULL;

      time = kin_demo_cron_get_next (cron, time, used);
      g_assert_cmpint (time, >, 0);

      next = g_date_time_new_from_unix_utc (time);
      local = g_date_time_to_timezone (next, used);
      text = g_date_time_format (local, "%m-%d %H:%M");
      g_string_append_printf (times, "%s%s", i > 0 ? ", " : "", text);
    }

  return g_string_free_and_steal (g_steal_pointer (&times));
}

static void
test_next (void)
{
  static const struct
  {
    const char *schedule;
    const char *times;
  } cases[] = {
    { "* * * * *", "12-01 12:01, 12-01 12:02, 12-01 12:03" },
    { "*/15 * * * *", "12-01 12:15, 12-01 12:30, 12-01 12:45" },
    { "5,35 13 * * *", "12-01 13:05, 12-01 13:35, 12-02 13:05" },
    { "0-10/5 14-15 * * *", "12-01 14:00, 12-01 14:05, 12-01 14:10" },
    { "50/4 * * * *", "12-01 12:50, 12-01 12:54, 12-01 12:58" },
    { "0 0 31 * *", "12-31 00:00, 01-31 00:00, 03-31 00:00" },
    { "30 2 * jan-FEB *", "01-01 02:30, 01-02 02:30, 01-03 02:30" },
    { "0 9 * * mon-fri", "12-02 09:00, 12-03 09:00, 12-04 09:00" },
    { "0 9 * * 0", "12-06 09:00, 12-13 09:00, 12-20 09:00" },
    { "0 0 13 * fri", "12-04 00:00, 12-11 00:00, 12-13 00:00" },
    { "0 0 29 2 *", "02-29 00:00, 02-29 00:00, 02-29 00:00" },
    { "@hourly", "12-01 13:00, 12-01 14:00, 12-01 15:00" },
    { "@daily", "12-02 00:00, 12-03 00:00, 12-04 00:00" },
    { "@weekly", "12-06 00:00, 12-13 00:00, 12-20 00:00" },
    { "@monthly", "01-01 00:00, 02-01 00:00, 03-01 00:00" },
    { "@every 1h30m", "12-01 13:30, 12-01 15:00, 12-01 16:30" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *times = dup_next_times (cases[i].schedule, "2026-12-01T12:00:00Z", "UTC");

      g_assert_cmpstr (times, ==, cases[i].times);
    }
}

static void
test_zone (void)
{
  g_autofree char *times = dup_next_times ("30 2 * * *", "2026-12-01T12:00:00Z", "+05:30");

  g_assert_cmpstr (times, ==, "12-02 02:30, 12-03 02:30, 12-04 02:30");
}

static void
test_never (void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoCron) cron = kin_demo_cron_parse ("0 0 30 2 *", &error);

  g_assert_no_error (error);
  g_assert_cmpint (kin_demo_cron_get_next (cron, 1796126400, NULL), ==, -1);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *schedule;
    const char *message;
  } cases[] = {
    { "", "expected exactly 5 fields, found 0: []" },
    { "* * *", "expected exactly 5 fields, found 3: [* * *]" },
    { "60 * * * *", "end of range (60) above maximum (59): 60" },
    { "* * 0 * *", "beginning of range (0) below minimum (1): 0" },
    { "30-10 * * * *", "beginning of range (30) beyond end of range (10): 30-10" },
    { "*/0 * * * *", "step of range should be a positive number: */0" },
    { "often * * * *", "failed to parse int from often" },
    { "0 0 1 , *", "failed to parse int from " },
    { "0 0 1 / *", "step of range should be a positive number: /" },
    { "0 0 1 /2 *", "failed to parse int from " },
    { "@sometimes", "unrecognized descriptor: @sometimes" },
    { "@every", "unrecognized descriptor: @every" },
    { "@every soon", "unrecognized descriptor: @every soon" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (kin_demo_cron_parse (cases[i].schedule, &error));
      g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-cron/next", test_next);
  g_test_add_func ("/demo-cron/zone", test_zone);
  g_test_add_func ("/demo-cron/never", test_never);
  g_test_add_func ("/demo-cron/refused", test_refused);

  return g_test_run ();
}
