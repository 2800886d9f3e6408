/* test-event-log.c: each call of a handler and each state of the reflector is one line of JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>

#include "fake-source.h"

#include "cache/kin-event-log.h"
#include "object/kin-json.h"

#define SECOND G_TIME_SPAN_SECOND

typedef struct
{
  KinKind *kind;
  KinClock *clock;
  FakeSource *source;
  KinSharedInformer *informer;
  KinEventLog *log;
  FILE *stream;
  char *text;
  size_t length;
  size_t seen;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->kind = fake_kind_new ();
  fixture->clock = kin_clock_new_stepped (1000 * SECOND);
  fixture->source = fake_source_new (fixture->kind, fixture->clock);
  fixture->informer = kin_shared_informer_new (KIN_LISTER_WATCHER (fixture->source), fixture->clock, 0);
  fixture->stream = open_memstream (&fixture->text, &fixture->length);
  fixture->log = kin_event_log_new (fixture->informer, fixture->stream);
  kin_shared_informer_start (fixture->informer);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  kin_event_log_free (fixture->log);
  kin_shared_informer_stop (fixture->informer);
  fake_source_expect_nothing (fixture->source);
  fclose (fixture->stream);
  free (fixture->text);

  g_assert_finalize_object (fixture->informer);
  g_assert_finalize_object (fixture->source);
  g_assert_finalize_object (fixture->clock);
  kin_kind_unref (fixture->kind);
}

/* The lines that came since the last call, without their times, which every line must have. */
static char *
dup_news (Fixture *fixture)
{
  g_autoptr(GString) news = g_string_new (NULL);
  g_auto(GStrv) lines = NULL;

  fake_settle ();
  lines = g_strsplit (fixture->text + fixture->seen, "\n", -1);
  fixture->seen = fixture->length;

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_autoptr(KinJson) json = kin_json_parse (lines[i], strlen (lines[i]), NULL);

      g_assert_nonnull (json);
      g_assert_cmpstr (kin_json_get_string (kin_json_get_root (json), "time"), ==, "1970-01-01T00:16:40.000000Z");
      g_string_append_printf (news, "%s\n", strstr (lines[i], "\"type\""));
    }

  return g_string_free_and_steal (g_steal_pointer (&news));
}

static void
assert_news (Fixture    *fixture,
             const char *expected)
{
  g_autofree char *news = dup_news (fixture);

  g_assert_cmpstr (news, ==, expected);
}

static FakeWatch *
list_one (Fixture *fixture)
{
  FakeWatch *watch;

  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "7", NULL,
                  fake_object_new (fixture->kind, "d/a", "u", "5"), NULL);
  watch = fake_call_watch (fake_source_expect_watch (fixture->source, "7"));
  assert_news (fixture,
               "\"type\":\"state\",\"state\":\"listing\",\"reason\":\"\"}\n"
               "\"type\":\"add\",\"key\":\"d/a\",\"uid\":\"u\",\"resourceVersion\":\"5\",\"initial\":true,\"finalStateUnknown\":false}\n"
               "\"type\":\"state\",\"state\":\"watching\",\"reason\":\"\"}\n");

  return watch;
}

static void
test_events (Fixture       *fixture,
             gconstpointer  data)
{
  FakeWatch *watch = list_one (fixture);

  fake_watch_send (watch, KIN_WATCH_MODIFIED, fake_object_new (fixture->kind, "d/a", "u", "8"));
  assert_news (fixture, "\"type\":\"update\",\"key\":\"d/a\",\"uid\":\"u\",\"resourceVersion\":\"8\",\"initial\":false,\"finalStateUnknown\":false}\n");

  fake_watch_send (watch, KIN_WATCH_ADDED, fake_object_new (fixture->kind, "b", "v", "9"));
  assert_news (fixture, "\"type\":\"add\",\"key\":\"b\",\"uid\":\"v\",\"resourceVersion\":\"9\",\"initial\":false,\"finalStateUnknown\":false}\n");

  fake_watch_send (watch, KIN_WATCH_DELETED, fake_object_new (fixture->kind, "d/a", "u", "10"));
  assert_news (fixture, "\"type\":\"delete\",\"key\":\"d/a\",\"uid\":\"u\",\"resourceVersion\":\"10\",\"initial\":false,\"finalStateUnknown\":false}\n");
}

static void
test_reason (Fixture       *fixture,
             gconstpointer  data)
{
  GError *error = fake_status_error (403, "Forbidden", 0);
  g_autofree char *message = g_strdup (error->message);
  g_autoptr(GString) quoted = g_string_new (NULL);
  g_autofree char *news = NULL;
  g_autofree char *expected = NULL;

  kin_json_append_quoted (quoted, message);
  fake_call_fail (fake_source_expect_list (fixture->source, "0", NULL, 500), error);
  news = dup_news (fixture);
  expected = g_strdup_printf ("\"type\":\"state\",\"state\":\"forbidden\",\"reason\":%s,\"retryInSeconds\":", quoted->str);

  g_assert_nonnull (strstr (news, expected));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/event-log/events", Fixture, NULL, set_up, test_events, tear_down);
  g_test_add ("/event-log/reason", Fixture, NULL, set_up, test_reason, tear_down);

  return g_test_run ();
}
