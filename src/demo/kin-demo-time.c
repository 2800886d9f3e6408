/* kin-demo-time.c: writes the API's timestamps, which object/ only reads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-time.h"

#include <time.h>

static void
split (gint64     real_us,
       struct tm *utc)
{
  time_t seconds = (time_t) (real_us / G_USEC_PER_SEC);

  gmtime_r (&seconds, utc);
}

/**
 * kin_demo_time_dup:
 * @real_us: microseconds since the epoch
 *
 * Writes a time as most fields have it: “2026-12-01T12:00:00Z”.
 *
 * Returns: (transfer full): the text
 */
char *
kin_demo_time_dup (gint64 real_us)
{
  struct tm utc;

  split (real_us, &utc);

  return g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02dZ", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                          utc.tm_hour, utc.tm_min, utc.tm_sec);
}

/**
 * kin_demo_time_dup_micro:
 * @real_us: microseconds since the epoch
 *
 * Writes a time as Events and Leases have it: “2026-12-01T12:00:00.123456Z”.
 *
 * Returns: (transfer full): the text
 */
char *
kin_demo_time_dup_micro (gint64 real_us)
{
  struct tm utc;

  split (real_us, &utc);

  return g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                          utc.tm_hour, utc.tm_min, utc.tm_sec, (int) (real_us % G_USEC_PER_SEC));
}
