/* test-delta-fifo.c: keys in order, deltas in order, and lists as fences.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fake-object.h"

#include "cache/kin-delta-fifo.h"

typedef struct
{
  KinKind *kind;
  KinDeltaFifo *fifo;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->kind = fake_kind_new ();
  fixture->fifo = kin_delta_fifo_new ();
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->fifo);
  kin_kind_unref (fixture->kind);
}

static KinObject *
make (Fixture    *fixture,
      const char *key,
      const char *version)
{
  return fake_object_new (fixture->kind, key, key, version);
}

static void
push (Fixture      *fixture,
      KinDeltaType  type,
      const char   *key,
      const char   *version)
{
  g_autoptr(KinObject) object = make (fixture, key, version);

  if (type == KIN_DELTA_ADDED)
    kin_delta_fifo_add (fixture->fifo, object);
  else if (type == KIN_DELTA_UPDATED)
    kin_delta_fifo_update (fixture->fifo, object);
  else
    kin_delta_fifo_delete (fixture->fifo, object);
}

static void
push_list (Fixture    *fixture,
           const char *list_version,
           const char *key,
           const char *version)
{
  GPtrArray *objects = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);

  if (key != NULL)
    g_ptr_array_add (objects, make (fixture, key, version));
  kin_delta_fifo_replace (fixture->fifo, objects, list_version);
}

/* "a: A1 U2 D3", "list 10: a@1 initial", "bookmark 12", "resync" */
static void
write_entry (const KinFifoEntry *entry,
             gpointer            user_data)
{
  GString *text = user_data;

  switch (entry->type)
    {
    case KIN_FIFO_KEY:
      g_string_append_printf (text, "%s:", entry->key);
      for (guint i = 0; i < entry->n_deltas; i++)
        g_string_append_printf (text, " %c%s", "AUD"[entry->deltas[i].type],
                                kin_object_get_resource_version (entry->deltas[i].object));
      break;
    case KIN_FIFO_REPLACE:
      g_string_append_printf (text, "list %s:", entry->resource_version);
      for (guint i = 0; i < entry->objects->len; i++)
        g_string_append_printf (text, " %s@%s", kin_object_get_key (entry->objects->pdata[i]),
                                kin_object_get_resource_version (entry->objects->pdata[i]));
      if (entry->is_in_initial_list)
        g_string_append (text, " initial");
      break;
    case KIN_FIFO_BOOKMARK:
      g_string_append_printf (text, "bookmark %s", entry->resource_version);
      break;
    case KIN_FIFO_RESYNC:
      g_string_append (text, "resync");
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
assert_pops (Fixture    *fixture,
             const char *expected)
{
  g_autoptr(GString) text = g_string_new (NULL);

  g_assert_true (kin_delta_fifo_pop (fixture->fifo, write_entry, text));
  g_assert_cmpstr (text->str, ==, expected);
}

static void
assert_empty (Fixture *fixture)
{
  g_autoptr(GString) text = g_string_new (NULL);
  KinFifoEntry entry;

  g_assert_false (kin_delta_fifo_peek (fixture->fifo, &entry));
  g_assert_false (kin_delta_fifo_pop (fixture->fifo, write_entry, text));
  g_assert_cmpstr (text->str, ==, "");
  g_assert_cmpuint (kin_delta_fifo_get_size (fixture->fifo), ==, 0);
}

static void
test_key_keeps_its_place (Fixture       *fixture,
                          gconstpointer  data)
{
  push (fixture, KIN_DELTA_ADDED, "n/a", "1");
  push (fixture, KIN_DELTA_ADDED, "n/b", "2");
  push (fixture, KIN_DELTA_UPDATED, "n/a", "3");
  push (fixture, KIN_DELTA_UPDATED, "n/a", "4");
  push (fixture, KIN_DELTA_DELETED, "n/a", "5");
  push (fixture, KIN_DELTA_ADDED, "n/a", "6");

  g_assert_cmpuint (kin_delta_fifo_get_size (fixture->fifo), ==, 2);
  assert_pops (fixture, "n/a: A1 U3 U4 D5 A6");
  assert_pops (fixture, "n/b: A2");
  assert_empty (fixture);
}

static void
test_popped_key_queues_again (Fixture       *fixture,
                              gconstpointer  data)
{
  push (fixture, KIN_DELTA_ADDED, "n/a", "1");
  push (fixture, KIN_DELTA_ADDED, "n/b", "2");
  assert_pops (fixture, "n/a: A1");
  g_assert_false (kin_delta_fifo_has_key (fixture->fifo, "n/a"));

  push (fixture, KIN_DELTA_UPDATED, "n/a", "3");
  g_assert_true (kin_delta_fifo_has_key (fixture->fifo, "n/a"));
  assert_pops (fixture, "n/b: A2");
  assert_pops (fixture, "n/a: U3");
  assert_empty (fixture);
}

static void
test_trailing_deletes (Fixture       *fixture,
                       gconstpointer  data)
{
  push (fixture, KIN_DELTA_DELETED, "n/a", "1");
  push (fixture, KIN_DELTA_DELETED, "n/a", "2");
  push (fixture, KIN_DELTA_ADDED, "n/a", "3");
  push (fixture, KIN_DELTA_DELETED, "n/a", "4");
  push (fixture, KIN_DELTA_DELETED, "n/a", "5");

  assert_pops (fixture, "n/a: D1 A3 D4");
}

static void
test_replace_is_a_fence (Fixture       *fixture,
                         gconstpointer  data)
{
  push (fixture, KIN_DELTA_ADDED, "n/a", "1");
  push (fixture, KIN_DELTA_ADDED, "n/b", "2");
  push_list (fixture, "10", "n/a", "9");
  push (fixture, KIN_DELTA_UPDATED, "n/a", "11");
  push (fixture, KIN_DELTA_DELETED, "n/b", "12");
  push (fixture, KIN_DELTA_UPDATED, "n/a", "13");

  g_assert_cmpuint (kin_delta_fifo_get_size (fixture->fifo), ==, 5);
  assert_pops (fixture, "n/a: A1");
  g_assert_true (kin_delta_fifo_has_key (fixture->fifo, "n/a"));
  assert_pops (fixture, "n/b: A2");
  assert_pops (fixture, "list 10: n/a@9 initial");
  assert_pops (fixture, "n/a: U11 U13");
  assert_pops (fixture, "n/b: D12");
  assert_empty (fixture);
}

static void
test_two_lists (Fixture       *fixture,
                gconstpointer  data)
{
  push_list (fixture, "10", "n/a", "9");
  push_list (fixture, "20", NULL, NULL);

  assert_pops (fixture, "list 10: n/a@9 initial");
  assert_pops (fixture, "list 20:");
  assert_empty (fixture);
}

typedef struct
{
  Fixture *fixture;
  gboolean synced;
} SyncProbe;

static void
probe_sync (const KinFifoEntry *entry,
            gpointer            user_data)
{
  SyncProbe *probe = user_data;

  probe->synced = kin_delta_fifo_has_synced (probe->fixture->fifo);
}

static void
test_has_synced_after_processing (Fixture       *fixture,
                                  gconstpointer  data)
{
  SyncProbe probe = { fixture, TRUE };

  g_assert_false (kin_delta_fifo_has_synced (fixture->fifo));
  push_list (fixture, "10", "n/a", "9");
  g_assert_false (kin_delta_fifo_has_synced (fixture->fifo));

  g_assert_true (kin_delta_fifo_pop (fixture->fifo, probe_sync, &probe));
  g_assert_false (probe.synced);
  g_assert_true (kin_delta_fifo_has_synced (fixture->fifo));
}

static void
test_empty_list_syncs (Fixture       *fixture,
                       gconstpointer  data)
{
  push_list (fixture, "7", NULL, NULL);
  g_assert_false (kin_delta_fifo_has_synced (fixture->fifo));

  assert_pops (fixture, "list 7: initial");
  g_assert_true (kin_delta_fifo_has_synced (fixture->fifo));
}

static void
test_bookmarks_merge (Fixture       *fixture,
                      gconstpointer  data)
{
  kin_delta_fifo_bookmark (fixture->fifo, "5");
  kin_delta_fifo_bookmark (fixture->fifo, "6");
  push (fixture, KIN_DELTA_ADDED, "n/a", "7");
  kin_delta_fifo_bookmark (fixture->fifo, "8");

  assert_pops (fixture, "bookmark 6");
  assert_pops (fixture, "n/a: A7");
  assert_pops (fixture, "bookmark 8");
}

static void
test_resync_once (Fixture       *fixture,
                  gconstpointer  data)
{
  push (fixture, KIN_DELTA_ADDED, "n/a", "1");
  kin_delta_fifo_resync (fixture->fifo);
  kin_delta_fifo_resync (fixture->fifo);

  assert_pops (fixture, "n/a: A1");
  assert_pops (fixture, "resync");
  assert_empty (fixture);

  kin_delta_fifo_resync (fixture->fifo);
  assert_pops (fixture, "resync");
}

static void
count_cb (gpointer user_data)
{
  guint *n = user_data;

  (*n)++;
}

static void
test_notify_when_filled (Fixture       *fixture,
                         gconstpointer  data)
{
  guint n = 0;

  kin_delta_fifo_set_notify (fixture->fifo, count_cb, &n);
  push (fixture, KIN_DELTA_ADDED, "n/a", "1");
  push (fixture, KIN_DELTA_ADDED, "n/b", "2");
  g_assert_cmpuint (n, ==, 1);

  assert_pops (fixture, "n/a: A1");
  assert_pops (fixture, "n/b: A2");
  kin_delta_fifo_bookmark (fixture->fifo, "3");
  g_assert_cmpuint (n, ==, 2);
}

static void
test_clear (Fixture       *fixture,
            gconstpointer  data)
{
  push (fixture, KIN_DELTA_ADDED, "n/a", "1");
  kin_delta_fifo_resync (fixture->fifo);
  push_list (fixture, "10", "n/b", "9");
  push (fixture, KIN_DELTA_ADDED, "n/c", "11");
  kin_delta_fifo_clear (fixture->fifo);
  assert_empty (fixture);
  g_assert_false (kin_delta_fifo_has_synced (fixture->fifo));

  kin_delta_fifo_resync (fixture->fifo);
  push (fixture, KIN_DELTA_UPDATED, "n/c", "12");
  assert_pops (fixture, "resync");
  assert_pops (fixture, "n/c: U12");
}

static void
test_closed_still_pops (Fixture       *fixture,
                        gconstpointer  data)
{
  push (fixture, KIN_DELTA_ADDED, "n/a", "1");
  kin_delta_fifo_close (fixture->fifo);
  push (fixture, KIN_DELTA_UPDATED, "n/a", "2");
  push_list (fixture, "10", "n/b", "9");
  kin_delta_fifo_bookmark (fixture->fifo, "11");
  kin_delta_fifo_resync (fixture->fifo);

  assert_pops (fixture, "n/a: A1");
  assert_empty (fixture);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add ("/delta-fifo/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("key-keeps-its-place", test_key_keeps_its_place);
  ADD ("popped-key-queues-again", test_popped_key_queues_again);
  ADD ("trailing-deletes", test_trailing_deletes);
  ADD ("replace-is-a-fence", test_replace_is_a_fence);
  ADD ("two-lists", test_two_lists);
  ADD ("has-synced-after-processing", test_has_synced_after_processing);
  ADD ("empty-list-syncs", test_empty_list_syncs);
  ADD ("bookmarks-merge", test_bookmarks_merge);
  ADD ("resync-once", test_resync_once);
  ADD ("notify-when-filled", test_notify_when_filled);
  ADD ("clear", test_clear);
  ADD ("closed-still-pops", test_closed_still_pops);

  return g_test_run ();
}
