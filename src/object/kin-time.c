/* kin-time.c: the API's timestamps, read fast: every object has several.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-time.h"

#include <time.h>

#define SECONDS_A_DAY (24 * 60 * 60)

typedef struct
{
  const char *text;    /* NULL once something did not fit */
} Reader;

static int
read_number (Reader *reader,
             guint   n_digits,
             int     min,
             int     max)
{
  int number = 0;

  for (guint i = 0; reader->text != NULL && i < n_digits; i++)
    {
      if (!g_ascii_isdigit (*reader->text))
        reader->text = NULL;
      else
        number = 10 * number + (*reader->text++ - '0');
    }

  if (number < min || number > max)
    reader->text = NULL;

  return number;
}

static void
read_char (Reader *reader,
           char    c)
{
  if (reader->text == NULL || g_ascii_toupper (*reader->text) != c)
    reader->text = NULL;
  else
    reader->text++;
}

/* Nanoseconds may be there; anything below a microsecond is cut off. */
static int
read_fraction (Reader *reader)
{
  int micro = 0;
  int worth = 100000;

  if (reader->text == NULL || *reader->text != '.')
    return 0;

  reader->text++;
  if (!g_ascii_isdigit (*reader->text))
    reader->text = NULL;

  for (; reader->text != NULL && g_ascii_isdigit (*reader->text); reader->text++)
    {
      micro += worth * (*reader->text - '0');
      worth /= 10;
    }

  return micro;
}

static int
read_zone (Reader *reader)
{
  int sign;
  int hours;
  int minutes;

  if (reader->text == NULL || (*reader->text != '+' && *reader->text != '-'))
    {
      read_char (reader, 'Z');
      return 0;
    }

  sign = *reader->text++ == '-' ? -1 : 1;
  hours = read_number (reader, 2, 0, 23);
  read_char (reader, ':');
  minutes = read_number (reader, 2, 0, 59);

  return sign * (hours * 3600 + minutes * 60);
}

/* Counts in years that begin in March, so that the leap day comes last. */
static gint64
count_days (int year,
            int month,
            int day)
{
  int shifted = month > 2 ? year : year - 1;
  int era = shifted / 400;
  int year_of_era = shifted - era * 400;
  int day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;

  return (gint64) era * 146097 + day_of_era - 719468;
}

static gboolean
parse (const char *rfc3339,
       gint64     *seconds,
       int        *micro)
{
  Reader reader = { rfc3339 };
  int year, month, day, hour, minute, second;

  /* Go writes its zero time as year 1: no time at all. */
  year = read_number (&reader, 4, 2, 9999);
  read_char (&reader, '-');
  month = read_number (&reader, 2, 1, 12);
  read_char (&reader, '-');
  day = read_number (&reader, 2, 1, 31);
  read_char (&reader, 'T');
  hour = read_number (&reader, 2, 0, 23);
  read_char (&reader, ':');
  minute = read_number (&reader, 2, 0, 59);
  read_char (&reader, ':');
  second = read_number (&reader, 2, 0, 60);
  *micro = read_fraction (&reader);
  *seconds = -read_zone (&reader);
  *seconds += count_days (year, month, day) * SECONDS_A_DAY + hour * 3600 + minute * 60 + second;

  return reader.text != NULL && *reader.text == '\0';
}

/**
 * kin_time_parse:
 * @rfc3339: (nullable): a timestamp such as “2026-11-01T10:00:09Z”
 *
 * Reads a timestamp.
 *
 * Returns: unix seconds, or 0 if @rfc3339 is none
 */
gint64
kin_time_parse (const char *rfc3339)
{
  gint64 seconds;
  int micro;

  return rfc3339 != NULL && parse (rfc3339, &seconds, &micro) ? seconds : 0;
}

/**
 * kin_time_parse_micro:
 * @rfc3339: (nullable): a timestamp such as “2026-11-01T10:00:09.250000Z”
 *
 * Reads a timestamp of leases and events, which are finer than seconds.
 *
 * Returns: microseconds since the epoch, or 0 if @rfc3339 is none
 */
gint64
kin_time_parse_micro (const char *rfc3339)
{
  gint64 seconds;
  int micro;

  return rfc3339 != NULL && parse (rfc3339, &seconds, &micro) ? seconds * G_USEC_PER_SEC + micro : 0;
}

/**
 * kin_time_dup_clock:
 * @real_us: a time, in microseconds since the epoch
 *
 * Writes the time of day in the user's time zone, such as “12:04:45”.
 *
 * Returns: (transfer full): the text
 */
char *
kin_time_dup_clock (gint64 real_us)
{
  time_t seconds = (time_t) (real_us / G_USEC_PER_SEC);
  struct tm local = { 0 };

  localtime_r (&seconds, &local);

  return g_strdup_printf ("%02d:%02d:%02d", local.tm_hour, local.tm_min, local.tm_sec);
}
