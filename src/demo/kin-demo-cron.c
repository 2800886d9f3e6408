/* kin-demo-cron.c: when a cron job is to run: five fields, or a word such as @hourly.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-cron.h"

#include <string.h>

#include "demo/kin-demo-error.h"

/* A schedule such as the 30th of February never comes. */
#define MAX_YEARS 5

typedef enum
{
  FIELD_MINUTE,
  FIELD_HOUR,
  FIELD_DAY,
  FIELD_MONTH,
  FIELD_WEEKDAY,
  N_FIELDS,
} Field;

struct _KinDemoCron
{
  guint64 allowed[N_FIELDS];      /* a bit for each value */
  gboolean any_day;
  gboolean any_weekday;
  gint64 every;                   /* seconds, of @every; 0 if the fields count */
};

static const struct
{
  guint min;
  guint max;
  const char *names;              /* nullable: words of three letters, the first stands for min */
} bounds[N_FIELDS] = {
  [FIELD_MINUTE] = { 0, 59, NULL },
  [FIELD_HOUR] = { 0, 23, NULL },
  [FIELD_DAY] = { 1, 31, NULL },
  [FIELD_MONTH] = { 1, 12, "janfebmaraprmayjunjulaugsepoctnovdec" },
  [FIELD_WEEKDAY] = { 0, 6, "sunmontuewedthufrisat" },
};

static const struct
{
  const char *word;
  const char *fields;
} words[] = {
  { "@yearly", "0 0 1 1 *" },
  { "@annually", "0 0 1 1 *" },
  { "@monthly", "0 0 1 * *" },
  { "@weekly", "0 0 * * 0" },
  { "@daily", "0 0 * * *" },
  { "@midnight", "0 0 * * *" },
  { "@hourly", "0 * * * *" },
};

static gboolean
parse_name (const char *text,
            Field       field,
            guint      *value)
{
  const char *names = bounds[field].names;

  for (guint i = 0; names != NULL && names[i] != '\0' && strlen (text) == 3; i += 3)
    {
      if (g_ascii_strncasecmp (text, names + i, 3) != 0)
        continue;

      *value = bounds[field].min + i / 3;
      return TRUE;
    }

  return FALSE;
}

static gboolean
parse_value (const char  *text,
             Field        field,
             guint       *value,
             GError     **error)
{
  guint64 number;

  if (parse_name (text, field, value))
    return TRUE;

  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT16, &number, NULL))
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID, "failed to parse int from %s", text);
      return FALSE;
    }

  *value = (guint) number;

  return TRUE;
}

static gboolean
check_range (const char  *text,
             Field        field,
             guint        first,
             guint        last,
             GError     **error)
{
  if (first < bounds[field].min)
    g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID, "beginning of range (%u) below minimum (%u): %s",
                 first, bounds[field].min, text);
  else if (last > bounds[field].max)
    g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID, "end of range (%u) above maximum (%u): %s",
                 last, bounds[field].max, text);
  else if (first > last)
    g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID,
                 "beginning of range (%u) beyond end of range (%u): %s", first, last, text);
  else
    return TRUE;

  return FALSE;
}

/* "*", "5", "mon-fri". One value with a step goes on to the end of the field. */
static gboolean
parse_span (const char  *text,
            Field        field,
            gboolean     has_step,
            guint       *first,
            guint       *last,
            GError     **error)
{
  g_auto(GStrv) ends = NULL;

  *first = bounds[field].min;
  *last = bounds[field].max;
  if (g_str_equal (text, "*") || g_str_equal (text, "?"))
    return TRUE;

  /* Nothing at all has no pieces. */
  ends = g_strsplit (text, "-", 2);
  if (!parse_value (ends[0] != NULL ? ends[0] : "", field, first, error))
    return FALSE;
  if (ends[1] != NULL)
    return parse_value (ends[1], field, last, error);
  if (!has_step)
    *last = *first;

  return TRUE;
}

static gboolean
parse_step (const char  *text,
            const char  *part,
            guint       *step,
            GError     **error)
{
  guint64 number;

  if (g_ascii_string_to_unsigned (text, 10, 1, 1000, &number, NULL))
    {
      *step = (guint) number;
      return TRUE;
    }

  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID, "step of range should be a positive number: %s", part);

  return FALSE;
}

/* One part of a list: a span, perhaps with a step. */
static gboolean
parse_part (KinDemoCron  *self,
            const char   *part,
            Field         field,
            GError      **error)
{
  g_auto(GStrv) pieces = g_strsplit (part, "/", 2);
  gboolean has_step = pieces[0] != NULL && pieces[1] != NULL;
  guint first;
  guint last;
  guint step = 1;

  if (has_step && !parse_step (pieces[1], part, &step, error))
    return FALSE;
  if (!parse_span (pieces[0] != NULL ? pieces[0] : "", field, has_step, &first, &last, error) ||
      !check_range (part, field, first, last, error))
    return FALSE;

  for (guint value = first; value <= last; value += step)
    self->allowed[field] |= G_GUINT64_CONSTANT (1) << value;

  return TRUE;
}

static gboolean
parse_field (KinDemoCron  *self,
             const char   *text,
             Field         field,
             GError      **error)
{
  g_auto(GStrv) parts = g_strsplit (text, ",", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (!parse_part (self, parts[i], field, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
is_any (const char *text)
{
  return *text == '*' || *text == '?';
}

static gboolean
parse_fields (KinDemoCron  *self,
              const char   *text,
              GError      **error)
{
  g_auto(GStrv) fields = g_regex_split_simple ("\\s+", text, 0, 0);
  guint n_fields = g_strv_length (fields);

  if (n_fields != N_FIELDS)
    {
      g_autofree char *found = g_strjoinv (" ", fields);

      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID, "expected exactly %d fields, found %u: [%s]",
                   N_FIELDS, n_fields, found);
      return FALSE;
    }

  for (guint i = 0; i < N_FIELDS; i++)
    {
      if (!parse_field (self, fields[i], (Field) i, error))
        return FALSE;
    }

  self->any_day = is_any (fields[FIELD_DAY]);
  self->any_weekday = is_any (fields[FIELD_WEEKDAY]);

  return TRUE;
}

/* A duration as Go writes it: "1h30m", "90s". */
static gint64
parse_duration (const char *text)
{
  gint64 seconds = 0;

  while (*text != '\0')
    {
      char *end;
      guint64 number = g_ascii_strtoull (text, &end, 10);

      if (!g_ascii_isdigit (*text) || number > G_MAXINT32 || *end == '\0' || strchr ("hms", *end) == NULL)
        return 0;

      seconds += (gint64) number * (*end == 'h' ? 3600 : *end == 'm' ? 60 : 1);
      text = end + 1;
    }

  return seconds;
}

static gboolean
parse_word (KinDemoCron  *self,
            const char   *text,
            GError      **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (g_str_equal (text, words[i].word))
        return parse_fields (self, words[i].fields, error);
    }

  if (g_str_has_prefix (text, "@every "))
    self->every = parse_duration (text + strlen ("@every "));
  if (self->every > 0)
    return TRUE;

  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID, "unrecognized descriptor: %s", text);

  return FALSE;
}

static gboolean
is_allowed (KinDemoCron *self,
            Field        field,
            int          value)
{
  return (self->allowed[field] >> value & 1) != 0;
}

/* Where both say something, either is enough: cron's old rule. */
static gboolean
is_day (KinDemoCron *self,
        GDateTime   *time)
{
  gboolean day = is_allowed (self, FIELD_DAY, g_date_time_get_day_of_month (time));
  gboolean weekday = is_allowed (self, FIELD_WEEKDAY, g_date_time_get_day_of_week (time) % 7);

  return self->any_day || self->any_weekday ? day && weekday : day || weekday;
}

/* The first moment after a time at which the first field that forbids it has another value; %NULL if none does. */
static GDateTime *
skip_forbidden (KinDemoCron *self,
                GDateTime   *time,
                GTimeZone   *zone)
{
  int year = g_date_time_get_year (time);
  int month = g_date_time_get_month (time);
  int day = g_date_time_get_day_of_month (time);

  if (!is_allowed (self, FIELD_MONTH, month))
    return g_date_time_new (zone, month == 12 ? year + 1 : year, month == 12 ? 1 : month + 1, 1, 0, 0, 0);

  if (!is_day (self, time))
    {
      g_autoptr(GDateTime) midnight = g_date_time_new (zone, year, month, day, 0, 0, 0);

      return g_date_time_add_days (midnight, 1);
    }

  if (!is_allowed (self, FIELD_HOUR, g_date_time_get_hour (time)))
    return g_date_time_add_minutes (time, 60 - g_date_time_get_minute (time));

  if (!is_allowed (self, FIELD_MINUTE, g_date_time_get_minute (time)))
    return g_date_time_add_minutes (time, 1);

  return NULL;
}

/**
 * kin_demo_cron_parse:
 * @text: a schedule, such as "0-30/5 8,12 * * mon-fri" or "@daily"
 * @error: where to put what is wrong with it, in the words of the API server
 *
 * Reads a schedule.
 *
 * Returns: (transfer full) (nullable): the schedule, or %NULL with @error set
 */
KinDemoCron *
kin_demo_cron_parse (const char  *text,
                     GError     **error)
{
  g_autoptr(KinDemoCron) self = NULL;
  g_autofree char *stripped = NULL;
  gboolean parsed;

  g_return_val_if_fail (text != NULL, NULL);

  self = g_new0 (KinDemoCron, 1);
  stripped = g_strstrip (g_strdup (text));
  parsed = *stripped == '@' ? parse_word (self, stripped, error) : parse_fields (self, stripped, error);

  return parsed ? g_steal_pointer (&self) : NULL;
}

/**
 * kin_demo_cron_free:
 * @self: a schedule
 *
 * Frees a schedule.
 */
void
kin_demo_cron_free (KinDemoCron *self)
{
  g_free (self);
}

/**
 * kin_demo_cron_get_next:
 * @self: a schedule
 * @after_s: seconds since the epoch
 * @zone: (nullable): where the hours are meant; %NULL for UTC
 *
 * Finds the next time that fits.
 *
 * Returns: seconds since the epoch, later than @after_s, or -1 if there is none in the next years
 */
gint64
kin_demo_cron_get_next (KinDemoCron *self,
                        gint64       after_s,
                        GTimeZone   *zone)
{
  g_autoptr(GTimeZone) used = NULL;
  g_autoptr(GDateTime) utc = NULL;
  g_autoptr(GDateTime) time = NULL;
  int last_year;

  g_return_val_if_fail (self != NULL, -1);

  if (self->every > 0)
    return after_s + self->every;

  used = zone != NULL ? g_time_zone_ref (zone) : g_time_zone_new_utc ();
  utc = g_date_time_new_from_unix_utc (after_s - after_s % 60 + 60);
  time = g_date_time_to_timezone (utc, used);
  last_year = g_date_time_get_year (time) + MAX_YEARS;

  while (g_date_time_get_year (time) <= last_year)
    {
      GDateTime *later = skip_forbidden (self, time, used);

      if (later == NULL)
        return g_date_time_to_unix (time);

      g_date_time_unref (time);
      time = later;
    }

  return -1;
}
