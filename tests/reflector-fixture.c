/* reflector-fixture.c: a reflector between a server that answers as told and a queue that is looked into.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "reflector-fixture.h"

void
fixture_set_up (Fixture       *fixture,
                gconstpointer  data)
{
  fixture->kind = fake_kind_new ();
  fixture->clock = kin_clock_new_stepped (1000 * SECOND);
  fixture->source = fake_source_new (fixture->kind, fixture->clock);
  fixture->fifo = kin_delta_fifo_new ();
  fixture->reflector = kin_reflector_new (KIN_LISTER_WATCHER (fixture->source), fixture->fifo, fixture->clock);
  kin_reflector_set_seed (fixture->reflector, 1);
}

void
fixture_tear_down (Fixture       *fixture,
                   gconstpointer  data)
{
  kin_reflector_stop (fixture->reflector);
  fake_source_expect_nothing (fixture->source);
  g_assert_cmpint (kin_clock_get_next_due (fixture->clock), ==, -1);

  g_assert_finalize_object (fixture->reflector);
  g_assert_finalize_object (fixture->fifo);
  g_assert_finalize_object (fixture->source);
  g_assert_finalize_object (fixture->clock);
  kin_kind_unref (fixture->kind);
}

KinObject *
fixture_make (Fixture    *fixture,
              const char *key,
              const char *version)
{
  return fake_object_new (fixture->kind, key, key, version);
}

void
fixture_assert_state (Fixture           *fixture,
                      KinReflectorState  state)
{
  fake_settle ();
  g_assert_cmpstr (kin_reflector_state_to_string (kin_reflector_get_state (fixture->reflector)), ==,
                   kin_reflector_state_to_string (state));
}

void
fixture_assert_version (Fixture    *fixture,
                        const char *version)
{
  fake_settle ();
  g_assert_cmpstr (kin_reflector_get_resource_version (fixture->reflector), ==, version);
}

static void
write_entry (const KinFifoEntry *entry,
             gpointer            user_data)
{
  GString *text = user_data;

  if (text->len > 0)
    g_string_append (text, ", ");

  switch (entry->type)
    {
    case KIN_FIFO_KEY:
      g_string_append (text, entry->key);
      for (guint i = 0; i < entry->n_deltas; i++)
        g_string_append_printf (text, " %c%s", "AUD"[entry->deltas[i].type],
                                kin_object_get_resource_version (entry->deltas[i].object));
      break;
    case KIN_FIFO_REPLACE:
      g_string_append (text, "list");
      for (guint i = 0; i < entry->objects->len; i++)
        g_string_append_printf (text, " %s", kin_object_get_key (entry->objects->pdata[i]));
      g_string_append_printf (text, " @%s", entry->resource_version);
      break;
    case KIN_FIFO_BOOKMARK:
      g_string_append_printf (text, "bookmark @%s", entry->resource_version);
      break;
    case KIN_FIFO_RESYNC:
      g_string_append (text, "resync");
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Takes what has come into the queue. */
void
fixture_assert_queue (Fixture    *fixture,
                      const char *expected)
{
  g_autoptr(GString) text = g_string_new (NULL);

  fake_settle ();
  while (kin_delta_fifo_pop (fixture->fifo, write_entry, text))
    ;
  g_assert_cmpstr (text->str, ==, expected);
}

/* Lets the time pass that the reflector wants to wait, which must lie in a range. */
void
fixture_wait_between (Fixture *fixture,
                      double   min_seconds,
                      double   max_seconds)
{
  gint64 wait;

  fake_settle ();
  wait = kin_reflector_get_retry_time (fixture->reflector) - kin_clock_get_monotonic (fixture->clock);
  g_assert_cmpfloat ((double) wait / SECOND, >=, min_seconds);
  g_assert_cmpfloat ((double) wait / SECOND, <=, max_seconds);

  fake_source_expect_nothing (fixture->source);
  kin_clock_advance (fixture->clock, wait - 1);
  fake_source_expect_nothing (fixture->source);
  kin_clock_advance (fixture->clock, 1);
}

void
fixture_pass (Fixture *fixture,
              gint64   time)
{
  fake_settle ();
  kin_clock_advance (fixture->clock, time);
  fake_settle ();
}

/* A first list at version 10, with one object, and the watch that follows it. */
FakeWatch *
fixture_start_watching (Fixture *fixture)
{
  FakeWatch *watch;

  kin_reflector_start (fixture->reflector);
  fixture_assert_state (fixture, KIN_REFLECTOR_LISTING);
  fake_call_list (fake_source_expect_list (fixture->source, "0", NULL, 500), "10", NULL, fixture_make (fixture, "n/a", "1"), NULL);
  watch = fake_call_watch (fake_source_expect_watch (fixture->source, "10"));
  fixture_assert_state (fixture, KIN_REFLECTOR_WATCHING);
  fixture_assert_queue (fixture, "list n/a @10");

  return watch;
}

/* Ends a scenario in which only the next request was of interest. */
FakeWatch *
fixture_list_and_watch (Fixture    *fixture,
                        const char *asked,
                        guint       limit,
                        const char *answered)
{
  fake_call_list (fake_source_expect_list (fixture->source, asked, NULL, limit), answered, NULL, NULL);

  return fake_call_watch (fake_source_expect_watch (fixture->source, answered));
}

GError *
fixture_connection_error (KinConnectionError code)
{
  return g_error_new_literal (KIN_CONNECTION_ERROR, code, "the line is dead");
}

void
fixture_fail_list (Fixture    *fixture,
                   const char *version,
                   guint       limit,
                   GError     *error)
{
  fake_call_fail (fake_source_expect_list (fixture->source, version, NULL, limit), error);
}

void
fixture_fail_watch (Fixture    *fixture,
                    const char *version,
                    GError     *error)
{
  fake_call_fail (fake_source_expect_watch (fixture->source, version), error);
}
