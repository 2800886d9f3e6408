/* test-cursor.c: the cache is gone through in slices, and nothing is missed when it changes meanwhile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fake-object.h"

#include "cache/kin-cursor.h"
#include "cache/kin-known.h"

typedef struct
{
  KinKind *kind;
  KinClock *clock;
  KinIndexer *indexer;
  guint n_shown;
} Fixture;

static void
put (Fixture    *fixture,
     const char *key,
     const char *version)
{
  g_autoptr(KinObject) object = fake_object_new (fixture->kind, key, key, version);
  g_autoptr(KinObject) old = kin_indexer_put (fixture->indexer, object);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->kind = fake_kind_new ();
  fixture->clock = kin_clock_new_stepped (0);
  fixture->indexer = kin_indexer_new ();
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *key = g_strdup_printf ("n/%u", i);

      put (fixture, key, "1");
    }
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->indexer);
  g_assert_finalize_object (fixture->clock);
  kin_kind_unref (fixture->kind);
}

static void
take_a_while (KinObject *object,
              gpointer   user_data)
{
  Fixture *fixture = user_data;

  fixture->n_shown++;
  kin_clock_advance (fixture->clock, G_TIME_SPAN_MILLISECOND);
}

static gboolean
advance (Fixture   *fixture,
         KinCursor *cursor)
{
  KinSlice slice = kin_slice_begin (fixture->clock, 2 * G_TIME_SPAN_MILLISECOND);

  return kin_cursor_advance (cursor, &slice);
}

static void
test_slices (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(KinCursor) cursor = kin_cursor_new (fixture->indexer, take_a_while, fixture);

  g_assert_false (advance (fixture, cursor));
  g_assert_cmpuint (fixture->n_shown, ==, 2);
  g_assert_false (advance (fixture, cursor));
  g_assert_true (advance (fixture, cursor));
  g_assert_cmpuint (fixture->n_shown, ==, 5);
}

static void
test_written_meanwhile (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr(KinCursor) cursor = kin_cursor_new (fixture->indexer, take_a_while, fixture);
  g_autoptr(KinObject) removed = NULL;

  g_assert_false (advance (fixture, cursor));
  put (fixture, "n/5", "1");
  g_assert_false (advance (fixture, cursor));
  removed = kin_indexer_remove (fixture->indexer, "n/0");
  g_assert_false (advance (fixture, cursor));
  kin_indexer_commit (fixture->indexer, "2");
  g_assert_true (advance (fixture, cursor));
  g_assert_cmpuint (fixture->n_shown, ==, 6);
}

static void
collected_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  GHashTable **known = user_data;
  g_autoptr(GError) error = NULL;

  *known = kin_known_collect_finish (result, &error);
  if (*known == NULL)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_known (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(KinObject) without_uid = fake_object_new (fixture->kind, "n/m", "", "1");
  g_autoptr(KinObject) old = kin_indexer_put (fixture->indexer, without_uid);
  g_autoptr(GHashTable) known = NULL;

  kin_known_collect_async (fixture->indexer, fixture->clock, NULL, collected_cb, &known);
  settle ();
  g_assert_cmpuint (g_hash_table_size (known), ==, 5);
  g_assert_true (g_hash_table_lookup (known, "n/3") == kin_indexer_get (fixture->indexer, "n/3"));
}

static void
test_known_cancelled (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  GHashTable *known = NULL;

  kin_known_collect_async (fixture->indexer, fixture->clock, cancellable, collected_cb, &known);
  g_cancellable_cancel (cancellable);
  settle ();
  g_assert_null (known);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add ("/cursor/" path, Fixture, NULL, set_up, func, tear_down)

  ADD ("slices", test_slices);
  ADD ("written-meanwhile", test_written_meanwhile);
  ADD ("known", test_known);
  ADD ("known-cancelled", test_known_cancelled);

#undef ADD

  return g_test_run ();
}
