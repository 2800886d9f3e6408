/* test-change-log.c: the changes of an informer as lines for people.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>

#include "fake-source.h"

#include "journal/kin-change-log.h"

#define SECOND G_TIME_SPAN_SECOND

typedef struct
{
  KinKind *kind;
  KinClock *clock;
  FakeSource *source;
  KinSharedInformer *informer;
  KinChangeLog *log;
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
  fixture->log = kin_change_log_new (fixture->informer, fixture->stream, FALSE);
  kin_shared_informer_start (fixture->informer);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  kin_change_log_free (fixture->log);
  kin_shared_informer_stop (fixture->informer);
  fake_source_expect_nothing (fixture->source);
  fclose (fixture->stream);
  free (fixture->text);

  g_assert_finalize_object (fixture->informer);
  g_assert_finalize_object (fixture->source);
  g_assert_finalize_object (fixture->clock);
  kin_kind_unref (fixture->kind);
}

static void
assert_news (Fixture    *fixture,
             const char *expected)
{
  fake_settle ();
  fflush (fixture->stream);

  g_assert_cmpstr (fixture->text + fixture->seen, ==, expected);
  fixture->seen = fixture->length;
}

static KinObject *
make_pod (Fixture    *fixture,
          const char *version,
          const char *node)
{
  g_autofree char *json = g_strdup_printf ("{\"metadata\":{\"name\":\"a\",\"namespace\":\"d\",\"uid\":\"u\",\"resourceVersion\":\"%s\"},"
                                           "\"spec\":{\"nodeName\":\"%s\"}}", version, node);
  g_autoptr(GError) error = NULL;
  KinObject *object = kin_object_new_from_json (fixture->kind, json, strlen (json), &error);

  g_assert_no_error (error);

  return object;
}

static void
test_changes (Fixture       *fixture,
              gconstpointer  data)
{
  FakeWatch *watch;

  /* What was there already is no change. */
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "7", NULL,
                  make_pod (fixture, "5", "n1"), NULL);
  watch = fake_call_watch (fake_source_expect_watch (fixture->source, "7"));
  assert_news (fixture, "");

  fake_watch_send (watch, KIN_WATCH_MODIFIED, make_pod (fixture, "8", "n2"));
  assert_news (fixture, "00:16:40  pods d/a  spec  by an unknown manager\n"
                        "  spec.nodeName  n1 → n2\n");

  /* A new version in which nothing differs that anyone wants to read. */
  fake_watch_send (watch, KIN_WATCH_MODIFIED, make_pod (fixture, "9", "n2"));
  assert_news (fixture, "");

  fake_watch_send (watch, KIN_WATCH_DELETED, make_pod (fixture, "10", "n2"));
  assert_news (fixture, "00:16:40  pods d/a  deleted\n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/change-log/changes", Fixture, NULL, set_up, test_changes, tear_down);

  return g_test_run ();
}
