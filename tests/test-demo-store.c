/* test-demo-store.c: the demo cluster's objects: their order, their versions and their history.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-world.h"

typedef struct
{
  KinDemoWorld *world;
  KinDemoStore *store;
  KinDemoKind *pods;
  KinDemoKind *nodes;
  GString *seen;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  KinDemoKinds *kinds;

  fixture->world = kin_demo_world_new (NULL, 1);
  fixture->store = kin_demo_world_get_store (fixture->world);
  kinds = kin_demo_world_get_kinds (fixture->world);
  fixture->pods = kin_demo_kinds_find (kinds, "", "v1", "pods");
  fixture->nodes = kin_demo_kinds_find (kinds, "", "v1", "nodes");
  fixture->seen = g_string_new (NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_string_free (fixture->seen, TRUE);
  g_assert_finalize_object (fixture->world);
}

static KinDemoObject *
put_text (Fixture    *fixture,
          const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_parse (text, strlen (text), &error);

  g_assert_no_error (error);

  return kin_demo_store_put (fixture->store, fixture->pods, draft);
}

/* A pod “namespace/name” in which a value stands for its state; its uid is its name. */
static KinDemoObject *
put (Fixture    *fixture,
     const char *key,
     int         value)
{
  g_auto(GStrv) parts = g_strsplit (key, "/", 2);
  g_autofree char *text = g_strdup_printf ("{\"metadata\":{\"namespace\":\"%s\",\"name\":\"%s\",\"uid\":\"%s\"},"
                                           "\"value\":%d}", parts[0], parts[1], parts[1], value);

  return put_text (fixture, text);
}

static void
take_away (Fixture    *fixture,
           const char *key)
{
  g_auto(GStrv) parts = g_strsplit (key, "/", 2);

  kin_demo_store_remove (fixture->store, kin_demo_store_get (fixture->store, fixture->pods, parts[0], parts[1]));
}

static int
get_value (KinDemoObject *object)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (object);

  return (int) kin_json_get_integer (kin_json_get_root (json), "value", -1);
}

/* “a/x=1 a/y=2”, and “(+3)” for what remains. */
static char *
describe_page (Fixture    *fixture,
               const char *namespace_,
               guint64     at,
               const char *after_key,
               guint       limit)
{
  g_autoptr(GError) error = NULL;
  guint64 n_remaining = 77;
  g_autoptr(GPtrArray) page = kin_demo_store_list_page (fixture->store, fixture->pods, namespace_, at, after_key, limit,
                                                        &n_remaining, &error);
  GString *words = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < page->len; i++)
    {
      KinDemoObject *object = g_ptr_array_index (page, i);

      g_string_append_printf (words, "%s=%d ", kin_demo_object_get_key (object), get_value (object));
    }
  g_string_append_printf (words, "(+%" G_GUINT64_FORMAT ")", n_remaining);

  return g_string_free (words, FALSE);
}

static void
assert_page (Fixture    *fixture,
             const char *namespace_,
             guint64     at,
             const char *after_key,
             guint       limit,
             const char *expected)
{
  g_autofree char *words = describe_page (fixture, namespace_, at, after_key, limit);

  g_assert_cmpstr (words, ==, expected);
}

static void
test_order (Fixture       *fixture,
            gconstpointer  data)
{
  put (fixture, "b/y", 1);
  put (fixture, "a-b/z", 2);
  put (fixture, "a/x", 3);
  put (fixture, "b/a", 4);
  put (fixture, "a0/x", 5);

  /* By bytes, as etcd: “-” before “/”, “/” before “0”. */
  assert_page (fixture, NULL, 0, NULL, 0, "a-b/z=2 a/x=3 a0/x=5 b/a=4 b/y=1 (+0)");
  assert_page (fixture, "a", 0, NULL, 0, "a/x=3 (+0)");
  assert_page (fixture, "b", 0, NULL, 0, "b/a=4 b/y=1 (+0)");
  assert_page (fixture, "none", 0, NULL, 0, "(+0)");

  g_assert_cmpuint (kin_demo_store_count (fixture->store, fixture->pods, NULL), ==, 5);
  g_assert_cmpuint (kin_demo_store_count (fixture->store, fixture->pods, "b"), ==, 2);
  g_assert_cmpuint (kin_demo_store_count (fixture->store, fixture->pods, "none"), ==, 0);
  g_assert_cmpuint (kin_demo_store_count (fixture->store, fixture->nodes, NULL), ==, 0);
}

static void
test_versions (Fixture       *fixture,
               gconstpointer  data)
{
  guint64 start = kin_demo_store_get_version (fixture->store);
  g_autoptr(KinDemoObject) first = kin_demo_object_ref (put (fixture, "a/x", 1));
  KinDemoObject *second = put (fixture, "a/x", 2);
  g_autoptr(KinJson) json = kin_demo_object_parse (second);
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, start + 2);

  g_assert_cmpuint (start, >, 1000);
  g_assert_cmpuint (kin_demo_object_get_version (first), ==, start + 1);
  g_assert_cmpuint (kin_demo_object_get_version (second), ==, start + 2);
  g_assert_cmpuint (kin_demo_store_get_version (fixture->store), ==, start + 2);
  g_assert_true (kin_demo_store_get (fixture->store, fixture->pods, "a", "x") == second);
  g_assert_cmpint (get_value (first), ==, 1);

  g_assert_cmpstr (kin_json_get_string (kin_json_get (kin_json_get_root (json), "metadata"), "resourceVersion"), ==,
                   text);
  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (json), "apiVersion"), ==, "v1");
  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (json), "kind"), ==, "Pod");
}

static void
test_pages (Fixture       *fixture,
            gconstpointer  data)
{
  put (fixture, "a/1", 1);
  put (fixture, "a/2", 2);
  put (fixture, "b/1", 3);
  put (fixture, "b/2", 4);
  put (fixture, "c/1", 5);

  assert_page (fixture, NULL, 0, NULL, 2, "a/1=1 a/2=2 (+3)");
  assert_page (fixture, NULL, 0, "a/2", 2, "b/1=3 b/2=4 (+1)");
  assert_page (fixture, NULL, 0, "b/2", 2, "c/1=5 (+0)");
  assert_page (fixture, NULL, 0, "c/1", 2, "(+0)");
  assert_page (fixture, NULL, 0, "a/17", 1, "a/2=2 (+3)");
  assert_page (fixture, "b", 0, NULL, 1, "b/1=3 (+1)");
  assert_page (fixture, "b", 0, "b/1", 1, "b/2=4 (+0)");
  assert_page (fixture, "b", 0, "a/1", 1, "b/1=3 (+1)");
  assert_page (fixture, "b", 0, "c/1", 1, "(+0)");
}

static void
test_page_at_version (Fixture       *fixture,
                      gconstpointer  data)
{
  guint64 then;

  put (fixture, "a/1", 1);
  put (fixture, "a/2", 2);
  put (fixture, "a/4", 4);
  put (fixture, "b/1", 5);
  then = kin_demo_store_get_version (fixture->store);

  put (fixture, "a/2", 20);
  put (fixture, "a/3", 30);
  put (fixture, "a/2", 200);
  take_away (fixture, "a/4");
  put (fixture, "a/5", 50);
  take_away (fixture, "a/5");
  take_away (fixture, "b/1");
  put (fixture, "b/1", 500);

  assert_page (fixture, NULL, 0, NULL, 0, "a/1=1 a/2=200 a/3=30 b/1=500 (+0)");
  assert_page (fixture, NULL, then, NULL, 0, "a/1=1 a/2=2 a/4=4 b/1=5 (+0)");
  assert_page (fixture, NULL, then, NULL, 1, "a/1=1 (+3)");
  assert_page (fixture, NULL, then, "a/1", 1, "a/2=2 (+2)");
  assert_page (fixture, NULL, then, "a/2", 1, "a/4=4 (+1)");
  assert_page (fixture, NULL, then, "a/4", 1, "b/1=5 (+0)");
  assert_page (fixture, "a", then, NULL, 2, "a/1=1 a/2=2 (+1)");
  assert_page (fixture, NULL, then + 1, NULL, 0, "a/1=1 a/2=20 a/4=4 b/1=5 (+0)");
  assert_page (fixture, NULL, then + 2, NULL, 0, "a/1=1 a/2=20 a/3=30 a/4=4 b/1=5 (+0)");
  assert_page (fixture, NULL, then + 5, NULL, 0, "a/1=1 a/2=200 a/3=30 a/5=50 b/1=5 (+0)");
  assert_page (fixture, NULL, then - 4, NULL, 0, "(+0)");
}

static void
append_seen_cb (const KinDemoEvent *event,
                gpointer            user_data)
{
  static const char signs[] = { '+', '~', '-' };
  Fixture *fixture = user_data;

  g_assert_cmpuint (kin_demo_object_get_version (event->object), ==, event->version);
  g_assert_true ((event->previous == NULL) == (event->type == KIN_DEMO_ADDED));
  g_string_append_printf (fixture->seen, "%c%s=%d", signs[event->type], kin_demo_object_get_key (event->object),
                          get_value (event->object));
  if (event->previous != NULL)
    g_string_append_printf (fixture->seen, "<%d", get_value (event->previous));
  g_string_append_c (fixture->seen, ' ');
}

static void
assert_seen (Fixture    *fixture,
             const char *expected)
{
  g_assert_cmpstr (fixture->seen->str, ==, expected);
  g_string_truncate (fixture->seen, 0);
}

static void
test_replay (Fixture       *fixture,
             gconstpointer  data)
{
  guint64 start = kin_demo_store_get_version (fixture->store);
  g_autoptr(GError) error = NULL;

  put (fixture, "a/1", 1);
  put (fixture, "a/2", 2);
  put (fixture, "a/1", 3);
  take_away (fixture, "a/1");

  g_assert_true (kin_demo_store_replay (fixture->store, fixture->pods, start, append_seen_cb, fixture, &error));
  assert_seen (fixture, "+a/1=1 +a/2=2 ~a/1=3<1 -a/1=3<3 ");
  g_assert_true (kin_demo_store_replay (fixture->store, fixture->pods, start + 2, append_seen_cb, fixture, &error));
  assert_seen (fixture, "~a/1=3<1 -a/1=3<3 ");
  g_assert_true (kin_demo_store_replay (fixture->store, fixture->pods, start + 4, append_seen_cb, fixture, &error));
  g_assert_true (kin_demo_store_replay (fixture->store, fixture->nodes, start, append_seen_cb, fixture, &error));
  assert_seen (fixture, "");
}

static void
test_subscribe (Fixture       *fixture,
                gconstpointer  data)
{
  guint id;

  put (fixture, "a/1", 1);
  id = kin_demo_store_subscribe (fixture->store, append_seen_cb, fixture);
  put (fixture, "a/1", 2);
  put (fixture, "a/2", 3);
  take_away (fixture, "a/2");
  assert_seen (fixture, "~a/1=2<1 +a/2=3 -a/2=3<3 ");

  kin_demo_store_unsubscribe (fixture->store, id);
  put (fixture, "a/3", 1);
  assert_seen (fixture, "");
}

static void
write_once_cb (const KinDemoEvent *event,
               gpointer            user_data)
{
  Fixture *fixture = user_data;

  if (get_value (event->object) < 3)
    g_assert_cmpint (get_value (put (fixture, "a/1", get_value (event->object) + 1)), ==,
                     get_value (event->object) + 1);
}

static void
test_subscriber_writes (Fixture       *fixture,
                        gconstpointer  data)
{
  guint writer = kin_demo_store_subscribe (fixture->store, write_once_cb, fixture);
  guint reader = kin_demo_store_subscribe (fixture->store, append_seen_cb, fixture);

  /* What is lent is what was put, though it is no longer what is stored. */
  g_assert_cmpint (get_value (put (fixture, "a/1", 1)), ==, 1);
  g_assert_cmpint (get_value (kin_demo_store_get (fixture->store, fixture->pods, "a", "1")), ==, 3);
  assert_seen (fixture, "+a/1=1 ~a/1=2<1 ~a/1=3<2 ");

  kin_demo_store_unsubscribe (fixture->store, writer);
  kin_demo_store_unsubscribe (fixture->store, reader);
}

typedef struct
{
  KinDemoStore *store;
  guint id;
  guint n_calls;
} Leaver;

static void
leave_cb (const KinDemoEvent *event,
          gpointer            user_data)
{
  Leaver *leaver = user_data;

  leaver->n_calls++;
  kin_demo_store_unsubscribe (leaver->store, leaver->id);
}

static void
test_subscriber_leaves (Fixture       *fixture,
                        gconstpointer  data)
{
  Leaver leaver = { fixture->store, 0, 0 };
  guint reader;

  leaver.id = kin_demo_store_subscribe (fixture->store, leave_cb, &leaver);
  reader = kin_demo_store_subscribe (fixture->store, append_seen_cb, fixture);
  put (fixture, "a/1", 1);
  put (fixture, "a/1", 2);

  g_assert_cmpuint (leaver.n_calls, ==, 1);
  assert_seen (fixture, "+a/1=1 ~a/1=2<1 ");
  kin_demo_store_unsubscribe (fixture->store, reader);
}

static void
assert_expired (Fixture    *fixture,
                guint64     since,
                const char *message)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GError) list_error = NULL;

  g_assert_false (kin_demo_store_replay (fixture->store, fixture->pods, since, append_seen_cb, fixture, &error));
  g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_EXPIRED);
  g_assert_cmpstr (error->message, ==, message);
  assert_seen (fixture, "");

  g_assert_null (kin_demo_store_list_page (fixture->store, fixture->pods, NULL, since, NULL, 0, NULL, &list_error));
  g_assert_error (list_error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_EXPIRED);
}

static void
test_bound (Fixture       *fixture,
            gconstpointer  data)
{
  guint64 start = kin_demo_store_get_version (fixture->store);
  g_autoptr(GError) error = NULL;

  kin_demo_store_set_history (fixture->store, 100);
  for (int i = 1; i <= 250; i++)
    put (fixture, "a/1", i);

  g_assert_cmpuint (kin_demo_store_get_oldest (fixture->store), ==, start + 150);
  assert_page (fixture, NULL, start + 150, NULL, 0, "a/1=150 (+0)");
  assert_expired (fixture, start + 149, "too old resource version: 4349 (4350)");

  kin_demo_store_set_history (fixture->store, 2);
  g_assert_true (kin_demo_store_replay (fixture->store, fixture->pods, start + 248, append_seen_cb, fixture, &error));
  assert_seen (fixture, "~a/1=249<248 ~a/1=250<249 ");
  assert_expired (fixture, start + 247, "too old resource version: 4447 (4448)");
}

static void
test_compact (Fixture       *fixture,
              gconstpointer  data)
{
  guint64 start = kin_demo_store_get_version (fixture->store);

  put (fixture, "a/1", 1);
  kin_demo_store_compact (fixture->store);

  g_assert_cmpuint (kin_demo_store_get_oldest (fixture->store), ==, start + 1);
  assert_page (fixture, NULL, start + 1, NULL, 0, "a/1=1 (+0)");
  assert_expired (fixture, start, "too old resource version: 4200 (4201)");
}

static void
test_too_large (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (kin_demo_store_list_page (fixture->store, fixture->pods, NULL, 99999999, NULL, 0, NULL, &error));
  g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_VERSION_TOO_LARGE);
  g_assert_cmpstr (error->message, ==, "Timeout: Too large resource version: 99999999, current: 4200");
}

static void
put_owned (Fixture    *fixture,
           const char *name,
           const char *owner)
{
  g_autofree char *text =
    g_strdup_printf ("{\"metadata\":{\"namespace\":\"a\",\"name\":\"%s\",\"ownerReferences\":[{\"uid\":\"other\"},"
                     "{\"uid\":\"%s\",\"controller\":true}]}}", name, owner);

  put_text (fixture, text);
}

static void
assert_owned (Fixture    *fixture,
              const char *owner,
              const char *expected)
{
  g_autoptr(GPtrArray) list = kin_demo_store_list_owned (fixture->store, fixture->pods, owner);
  g_autoptr(GString) names = g_string_new (NULL);

  for (guint i = 0; i < list->len; i++)
    g_string_append_printf (names, "%s ", kin_demo_object_get_name (g_ptr_array_index (list, i)));
  g_assert_cmpstr (names->str, ==, expected);
}

static void
test_owned (Fixture       *fixture,
            gconstpointer  data)
{
  put_owned (fixture, "2", "o");
  put_owned (fixture, "1", "o");
  put_owned (fixture, "3", "p");
  assert_owned (fixture, "o", "1 2 ");
  assert_owned (fixture, "other", "");

  put_owned (fixture, "2", "p");
  assert_owned (fixture, "o", "1 ");
  assert_owned (fixture, "p", "2 3 ");

  put_owned (fixture, "1", "o");
  take_away (fixture, "a/1");
  assert_owned (fixture, "o", "");
}

static void
test_remove_stale (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr(KinDemoObject) old = kin_demo_object_ref (put (fixture, "a/1", 1));
  guint64 version;

  /* An older version of the same object will do, another object of that name will not. */
  put (fixture, "a/1", 2);
  kin_demo_store_remove (fixture->store, old);
  g_assert_null (kin_demo_store_get (fixture->store, fixture->pods, "a", "1"));

  put_text (fixture, "{\"metadata\":{\"namespace\":\"a\",\"name\":\"1\",\"uid\":\"another\"}}");
  version = kin_demo_store_get_version (fixture->store);
  kin_demo_store_remove (fixture->store, old);
  g_assert_nonnull (kin_demo_store_get (fixture->store, fixture->pods, "a", "1"));
  g_assert_cmpuint (kin_demo_store_get_version (fixture->store), ==, version);
}

#define ADD(name, func) g_test_add ("/demo-store/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("order", test_order);
  ADD ("versions", test_versions);
  ADD ("pages", test_pages);
  ADD ("page-at-version", test_page_at_version);
  ADD ("replay", test_replay);
  ADD ("subscribe", test_subscribe);
  ADD ("subscriber-writes", test_subscriber_writes);
  ADD ("subscriber-leaves", test_subscriber_leaves);
  ADD ("bound", test_bound);
  ADD ("compact", test_compact);
  ADD ("too-large", test_too_large);
  ADD ("owned", test_owned);
  ADD ("remove-stale", test_remove_stale);

  return g_test_run ();
}
