/* test-demo-watch.c: watches of the demo cluster.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-world.h"

#define PATH "/api/v1/namespaces/shop/configmaps?watch=1"
#define TABLE "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"

typedef struct
{
  KinClock *clock;
  KinDemoWorld *world;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->clock = kin_clock_new_stepped (NOON);
  fixture->world = demo_world_new (fixture->clock);
  demo_world_put (fixture->world, "shop", "a", "front");
  demo_world_put (fixture->world, "shop", "b", "back");
  demo_world_put (fixture->world, "tools", "c", "front");
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->world);
  g_assert_finalize_object (fixture->clock);
}

static KinDemoWatch *
open_watch_as (Fixture    *fixture,
               const char *target,
               const char *accept)
{
  g_autoptr(KinDemoResponse) response = demo_world_send (fixture->world, "GET", target, accept, NULL, NULL);

  g_assert_cmpuint (response->status, ==, 200);
  g_assert_nonnull (response->watch);

  return g_steal_pointer (&response->watch);
}

static KinDemoWatch *
open_watch (Fixture    *fixture,
            const char *target)
{
  return open_watch_as (fixture, target, NULL);
}

static char *
read_text (KinDemoWatch *watch)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GBytes) piece = kin_demo_watch_read (watch);

  while (piece != NULL)
    {
      g_string_append_len (text, g_bytes_get_data (piece, NULL), g_bytes_get_size (piece));
      g_bytes_unref (piece);
      piece = kin_demo_watch_read (watch);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
append_event (const char *line,
              GString    *out)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(KinJson) json = kin_json_parse (line, strlen (line), &error);
  KinJsonValue *object = kin_json_get (kin_json_get_root (json), "object");
  KinJsonValue *metadata = kin_json_get (object, "metadata");
  const char *name = kin_json_get_string (metadata, "name");
  const char *version = kin_json_get_string (metadata, "resourceVersion");

  g_assert_no_error (error);

  if (out->len > 0)
    g_string_append_c (out, ' ');
  g_string_append (out, kin_json_get_string (kin_json_get_root (json), "type"));
  if (name != NULL)
    g_string_append_printf (out, ":%s", name);
  if (version != NULL)
    g_string_append_printf (out, "@%s", version);
  if (kin_json_get (object, "code") != NULL)
    g_string_append_printf (out, ":%d", (int) kin_json_get_integer (object, "code", 0));
  if (kin_json_get_path (metadata, "annotations", "k8s.io/initial-events-end", NULL) != NULL)
    g_string_append (out, "!");
}

/* The events that wait: TYPE:name@version, with “!” for the end mark. */
static void
assert_events (KinDemoWatch *watch,
               const char   *expected)
{
  g_autofree char *text = read_text (watch);
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr(GString) events = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*lines[i] != '\0')
        append_event (lines[i], events);
    }

  g_assert_cmpstr (events->str, ==, expected);
}

static void
test_initial (Fixture       *fixture,
              gconstpointer  data)
{
  static const char * const targets[] = {
    PATH,
    PATH "&resourceVersion=0",
    PATH "&resourceVersion=",
    PATH "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=4200",
  };

  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      KinDemoWatch *watch = open_watch (fixture, targets[i]);

      assert_events (watch, "ADDED:a@4201 ADDED:b@4202");
      g_assert_false (kin_demo_watch_has_ended (watch));
      g_assert_finalize_object (watch);
    }
}

static void
test_end_mark (Fixture       *fixture,
               gconstpointer  data)
{
  static const char * const targets[] = {
    PATH "&allowWatchBookmarks=true",
    PATH "&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
  };

  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    {
      KinDemoWatch *watch = open_watch (fixture, targets[i]);

      assert_events (watch, "ADDED:a@4201 ADDED:b@4202 BOOKMARK@4203!");
      g_assert_finalize_object (watch);
    }
}

static void
test_changes (Fixture       *fixture,
              gconstpointer  data)
{
  KinDemoWatch *watch = open_watch (fixture, PATH "&resourceVersion=4203");

  assert_events (watch, "");
  demo_world_put (fixture->world, "shop", "a", "back");
  demo_world_put (fixture->world, "shop", "d", "front");
  demo_world_put (fixture->world, "tools", "e", "front");
  demo_world_remove (fixture->world, "shop", "b");
  assert_events (watch, "MODIFIED:a@4204 ADDED:d@4205 DELETED:b@4207");

  g_assert_finalize_object (watch);
}

static void
test_replay (Fixture       *fixture,
             gconstpointer  data)
{
  KinDemoWatch *watch;
  KinDemoWatch *none;

  demo_world_put (fixture->world, "shop", "a", "back");
  demo_world_remove (fixture->world, "shop", "b");

  watch = open_watch (fixture, PATH "&resourceVersion=4202");
  assert_events (watch, "MODIFIED:a@4204 DELETED:b@4205");
  demo_world_put (fixture->world, "shop", "f", "front");
  assert_events (watch, "ADDED:f@4206");

  /* From now on, whatever there is. */
  none = open_watch (fixture, PATH "&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0");
  assert_events (none, "");
  demo_world_put (fixture->world, "shop", "f", "back");
  assert_events (none, "MODIFIED:f@4207");

  g_assert_finalize_object (watch);
  g_assert_finalize_object (none);
}

static void
test_selector (Fixture       *fixture,
               gconstpointer  data)
{
  KinDemoWatch *watch = open_watch (fixture, PATH "&labelSelector=tier%3Dfront");
  g_autofree char *text = NULL;

  assert_events (watch, "ADDED:a@4201");
  demo_world_put (fixture->world, "shop", "b", "front");
  demo_world_put (fixture->world, "shop", "b", "front");
  assert_events (watch, "ADDED:b@4204 MODIFIED:b@4205");

  /* It is told as it was last seen, at the version at which it went. */
  demo_world_put (fixture->world, "shop", "a", "back");
  text = read_text (watch);
  g_assert_cmpstr (text, ==,
                   "{\"type\":\"DELETED\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\","
                   "\"namespace\":\"shop\",\"uid\":\"uid-a\",\"resourceVersion\":\"4206\",\"labels\":{\"tier\":\"front\"}}}}\n");

  demo_world_put (fixture->world, "shop", "a", "back");
  demo_world_remove (fixture->world, "shop", "a");
  assert_events (watch, "");
  demo_world_remove (fixture->world, "shop", "b");
  assert_events (watch, "DELETED:b@4209");

  g_assert_finalize_object (watch);
}

static void
test_expired (Fixture       *fixture,
              gconstpointer  data)
{
  KinDemoWatch *watch = open_watch (fixture, PATH "&resourceVersion=1");
  g_autofree char *text = read_text (watch);

  g_assert_cmpstr (text, ==,
                   "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                   "\"message\":\"too old resource version: 1 (4200)\",\"reason\":\"Expired\",\"code\":410}}\n");
  g_assert_true (kin_demo_watch_has_ended (watch));
  g_assert_finalize_object (watch);
}

static void
test_future (Fixture       *fixture,
             gconstpointer  data)
{
  KinDemoWatch *streaming = open_watch (fixture, PATH "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=9999");
  KinDemoWatch *waiting = open_watch (fixture, PATH "&resourceVersion=4204");

  assert_events (streaming, "ERROR:504");
  g_assert_true (kin_demo_watch_has_ended (streaming));

  /* It is quiet until then. */
  demo_world_put (fixture->world, "shop", "a", "x");
  assert_events (waiting, "");
  demo_world_put (fixture->world, "shop", "a", "y");
  assert_events (waiting, "MODIFIED:a@4205");

  g_assert_finalize_object (streaming);
  g_assert_finalize_object (waiting);
}

static void
test_bookmarks (Fixture       *fixture,
                gconstpointer  data)
{
  KinDemoWatch *watch = open_watch (fixture, PATH "&resourceVersion=4203&allowWatchBookmarks=true&timeoutSeconds=100");
  KinDemoWatch *silent = open_watch (fixture, PATH "&resourceVersion=4203&timeoutSeconds=100");

  kin_clock_advance (fixture->clock, 53 * G_USEC_PER_SEC);
  assert_events (watch, "");

  demo_world_put (fixture->world, "tools", "c", "x");
  kin_clock_advance (fixture->clock, 14 * G_USEC_PER_SEC);
  assert_events (watch, "BOOKMARK@4204");

  /* One more before the end. */
  kin_clock_advance (fixture->clock, 30 * G_USEC_PER_SEC);
  assert_events (watch, "");
  kin_clock_advance (fixture->clock, 1 * G_USEC_PER_SEC);
  assert_events (watch, "BOOKMARK@4204");
  g_assert_false (kin_demo_watch_has_ended (watch));
  kin_clock_advance (fixture->clock, 2 * G_USEC_PER_SEC);
  assert_events (watch, "");
  g_assert_true (kin_demo_watch_has_ended (watch));
  assert_events (silent, "");
  g_assert_true (kin_demo_watch_has_ended (silent));

  g_assert_finalize_object (watch);
  g_assert_finalize_object (silent);
}

/* The past was simulated on one clock, the present goes by another. */
static void
test_clock_changed (Fixture       *fixture,
                    gconstpointer  data)
{
  KinDemoWatch *watch = open_watch (fixture, PATH "&resourceVersion=4203&timeoutSeconds=10");
  KinClock *other = kin_clock_new_stepped (NOON);

  kin_clock_advance (fixture->clock, 4 * G_USEC_PER_SEC);
  kin_demo_world_set_clock (fixture->world, other);
  g_assert_cmpint (kin_clock_get_next_due (fixture->clock), ==, -1);

  kin_clock_advance (other, 5 * G_USEC_PER_SEC);
  g_assert_false (kin_demo_watch_has_ended (watch));
  kin_clock_advance (other, 1 * G_USEC_PER_SEC);
  g_assert_true (kin_demo_watch_has_ended (watch));

  g_assert_finalize_object (watch);
  kin_demo_world_set_clock (fixture->world, fixture->clock);
  g_assert_finalize_object (other);
}

static void
count_cb (KinDemoWatch *watch,
          guint        *count)
{
  (*count)++;
}

static void
test_ready (Fixture       *fixture,
            gconstpointer  data)
{
  KinDemoWatch *watch = open_watch (fixture, PATH "&resourceVersion=4203&timeoutSeconds=10");
  guint count = 0;

  g_signal_connect (watch, "ready", G_CALLBACK (count_cb), &count);
  demo_world_put (fixture->world, "shop", "a", "1");
  demo_world_put (fixture->world, "shop", "a", "2");
  g_assert_cmpuint (count, ==, 1);
  assert_events (watch, "MODIFIED:a@4204 MODIFIED:a@4205");
  demo_world_put (fixture->world, "shop", "a", "3");
  g_assert_cmpuint (count, ==, 2);
  assert_events (watch, "MODIFIED:a@4206");
  kin_clock_advance (fixture->clock, 10 * G_USEC_PER_SEC);
  g_assert_cmpuint (count, ==, 3);

  g_assert_finalize_object (watch);
}

static void
test_slow (Fixture       *fixture,
           gconstpointer  data)
{
  KinDemoWatch *watch = open_watch (fixture, PATH);
  g_autoptr(GBytes) before = NULL;

  kin_demo_watch_set_backlog (watch, 1000);
  for (guint i = 0; i < 5; i++)
    demo_world_put (fixture->world, "shop", "a", "front");
  g_assert_false (kin_demo_watch_has_ended (watch));
  assert_events (watch, "ADDED:a@4201 ADDED:b@4202 MODIFIED:a@4204 MODIFIED:a@4205 MODIFIED:a@4206 MODIFIED:a@4207 MODIFIED:a@4208");

  for (guint i = 0; i < 20; i++)
    demo_world_put (fixture->world, "shop", "a", "front");
  g_assert_true (kin_demo_watch_has_ended (watch));
  assert_events (watch, "");

  g_assert_finalize_object (watch);
}

static void
test_table (Fixture       *fixture,
            gconstpointer  data)
{
  KinDemoWatch *watch = open_watch_as (fixture, PATH, TABLE);
  g_autofree char *text = read_text (watch);
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr(KinJson) first = kin_json_parse (lines[0], strlen (lines[0]), NULL);
  g_autoptr(KinJson) second = kin_json_parse (lines[1], strlen (lines[1]), NULL);
  KinJsonValue *table = kin_json_get (kin_json_get_root (first), "object");
  KinJsonValue *next = kin_json_get (kin_json_get_root (second), "object");

  g_assert_cmpstr (kin_json_get_string (table, "kind"), ==, "Table");
  g_assert_cmpstr (kin_json_get_string (kin_json_get (table, "metadata"), "resourceVersion"), ==, "4201");
  g_assert_cmpint (kin_json_value_get_type (kin_json_get (table, "columnDefinitions")), ==, KIN_JSON_ARRAY);
  g_assert_cmpuint (kin_json_value_get_size (kin_json_get (table, "rows")), ==, 1);
  g_assert_cmpint (kin_json_value_get_type (kin_json_get (next, "columnDefinitions")), ==, KIN_JSON_NULL);
  g_assert_cmpuint (kin_json_value_get_size (kin_json_get (next, "rows")), ==, 1);

  g_assert_finalize_object (watch);
}

static void
set_fault (KinDemoWatch       *watch,
           KinDemoFaultAction  action,
           guint               after_events)
{
  const KinDemoFault fault = { .action = action, .after_events = after_events };
  g_autoptr(KinDemoFault) copy = kin_demo_fault_copy (&fault);

  kin_demo_watch_set_fault (watch, copy);
}

static void
test_faults (Fixture       *fixture,
             gconstpointer  data)
{
  KinDemoWatch *unmarked = open_watch (fixture, PATH "&allowWatchBookmarks=true");
  KinDemoWatch *bookmarks = open_watch (fixture, PATH "&allowWatchBookmarks=true&resourceVersion=4203");
  KinDemoWatch *gone = open_watch (fixture, PATH);
  KinDemoWatch *at_once = open_watch (fixture, PATH "&resourceVersion=4203");

  set_fault (unmarked, KIN_DEMO_FAULT_NO_END_MARK, 0);
  assert_events (unmarked, "ADDED:a@4201 ADDED:b@4202");

  set_fault (bookmarks, KIN_DEMO_FAULT_BOOKMARKS_ONLY, 0);
  demo_world_put (fixture->world, "shop", "a", "x");
  kin_clock_advance (fixture->clock, 66 * G_USEC_PER_SEC);
  assert_events (bookmarks, "BOOKMARK@4204");

  set_fault (gone, KIN_DEMO_FAULT_GONE_EVENT, 1);
  assert_events (gone, "ADDED:a@4201 ERROR:410");
  g_assert_true (kin_demo_watch_has_ended (gone));

  set_fault (at_once, KIN_DEMO_FAULT_GONE_EVENT, 0);
  assert_events (at_once, "ERROR:410");

  g_assert_finalize_object (unmarked);
  g_assert_finalize_object (bookmarks);
  g_assert_finalize_object (gone);
  g_assert_finalize_object (at_once);
}

static void
test_refusals (Fixture       *fixture,
               gconstpointer  data)
{
  static const struct
  {
    const char *query;
    guint status;
    const char *message;
  } refusals[] = {
    { "&sendInitialEvents=true", 422,
      "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: sendInitialEvents requires setting "
      "resourceVersionMatch to NotOlderThan" },
    { "&resourceVersionMatch=NotOlderThan", 422,
      "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for "
      "watch unless sendInitialEvents is provided" },
    { "&sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=5", 422,
      "ListOptions.meta.k8s.io \"\" is invalid: [resourceVersionMatch: Forbidden: sendInitialEvents requires setting "
      "resourceVersionMatch to NotOlderThan, resourceVersionMatch: Unsupported value: \"Exact\": supported values: "
      "\"NotOlderThan\"]" },
    { "&continue=x", 422,
      "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when "
      "continue is provided" },
    { "&timeoutSeconds=abc", 400, "strconv.ParseInt: parsing \"abc\": invalid syntax" },
    { "&resourceVersion=abc", 500,
      "resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid syntax" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autofree char *target = g_strconcat (PATH, refusals[i].query, NULL);

      demo_world_assert_refused (fixture->world, target, refusals[i].status, refusals[i].message);
    }
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/demo-watch/initial", test_initial);
  ADD ("/demo-watch/end-mark", test_end_mark);
  ADD ("/demo-watch/changes", test_changes);
  ADD ("/demo-watch/replay", test_replay);
  ADD ("/demo-watch/selector", test_selector);
  ADD ("/demo-watch/expired", test_expired);
  ADD ("/demo-watch/future", test_future);
  ADD ("/demo-watch/bookmarks", test_bookmarks);
  ADD ("/demo-watch/clock-changed", test_clock_changed);
  ADD ("/demo-watch/ready", test_ready);
  ADD ("/demo-watch/slow", test_slow);
  ADD ("/demo-watch/table", test_table);
  ADD ("/demo-watch/faults", test_faults);
  ADD ("/demo-watch/refusals", test_refusals);

  return g_test_run ();
}
