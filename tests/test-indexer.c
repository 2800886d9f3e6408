/* test-indexer.c: the cache and its indices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fake-object.h"

#include "cache/kin-fence.h"
#include "cache/kin-indexer.h"

typedef struct
{
  KinKind *kind;
  KinClock *clock;
  KinIndexer *indexer;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->kind = fake_kind_new ();
  fixture->clock = kin_clock_new_stepped (0);
  fixture->indexer = kin_indexer_new ();
  g_assert_true (kin_indexer_add_index (fixture->indexer, KIN_INDEX_NAMESPACE, kin_indexer_index_by_namespace, NULL, NULL));
  g_assert_true (kin_indexer_add_index (fixture->indexer, KIN_INDEX_OWNER_UID, kin_indexer_index_by_owner_uid, NULL, NULL));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->indexer);
  g_assert_finalize_object (fixture->clock);
  kin_kind_unref (fixture->kind);
}

/* FALSE: the key was new. */
static gboolean
put (Fixture    *fixture,
     const char *key,
     const char *version,
     const char *owner_uid)
{
  g_autoptr(KinObject) object = fake_object_new_owned (fixture->kind, key, key, version, owner_uid);
  g_autoptr(KinObject) old = kin_indexer_put (fixture->indexer, object);

  g_assert_true (kin_indexer_get (fixture->indexer, key) == object);

  return old != NULL;
}

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  return g_strcmp0 (kin_object_get_key (*(KinObject **) a), kin_object_get_key (*(KinObject **) b));
}

static void
assert_index (Fixture    *fixture,
              const char *name,
              const char *value,
              const char *expected)
{
  g_autoptr(GPtrArray) objects = kin_indexer_by_index (fixture->indexer, name, value);
  g_autoptr(GString) text = g_string_new (NULL);

  g_ptr_array_sort (objects, compare_keys);
  for (guint i = 0; i < objects->len; i++)
    g_string_append_printf (text, "%s%s@%s", i > 0 ? " " : "", kin_object_get_key (objects->pdata[i]),
                            kin_object_get_resource_version (objects->pdata[i]));

  g_assert_cmpstr (text->str, ==, expected);
  g_assert_cmpuint (kin_indexer_count_by_index (fixture->indexer, name, value), ==, objects->len);
}

static void
assert_values (Fixture    *fixture,
               const char *name,
               const char *expected)
{
  g_auto(GStrv) values = kin_indexer_list_index_values (fixture->indexer, name);
  g_autofree char *text = g_strjoinv (" ", values);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_put_and_remove (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr(KinObject) removed = NULL;

  g_assert_false (put (fixture, "n/a", "1", NULL));
  g_assert_true (put (fixture, "n/a", "2", NULL));
  g_assert_false (put (fixture, "node", "3", NULL));
  g_assert_cmpuint (kin_indexer_get_size (fixture->indexer), ==, 2);
  assert_index (fixture, KIN_INDEX_NAMESPACE, "n", "n/a@2");
  assert_index (fixture, KIN_INDEX_NAMESPACE, "", "node@3");

  removed = kin_indexer_remove (fixture->indexer, "n/a");
  g_assert_cmpstr (kin_object_get_resource_version (removed), ==, "2");
  g_assert_null (kin_indexer_get (fixture->indexer, "n/a"));
  g_assert_null (kin_indexer_remove (fixture->indexer, "n/a"));
  g_assert_cmpuint (kin_indexer_get_size (fixture->indexer), ==, 1);
}

static void
test_value_moves (Fixture       *fixture,
                  gconstpointer  data)
{
  put (fixture, "n/a", "1", "rs-1");
  put (fixture, "n/b", "2", "rs-1");
  put (fixture, "n/a", "3", "rs-2");
  assert_index (fixture, KIN_INDEX_OWNER_UID, "rs-1", "n/b@2");
  assert_index (fixture, KIN_INDEX_OWNER_UID, "rs-2", "n/a@3");
  assert_index (fixture, KIN_INDEX_NAMESPACE, "n", "n/a@3 n/b@2");
  assert_values (fixture, KIN_INDEX_OWNER_UID, "rs-1 rs-2");

  put (fixture, "n/a", "4", NULL);
  assert_index (fixture, KIN_INDEX_OWNER_UID, "rs-2", "");
}

static void
test_empty_sets_go (Fixture       *fixture,
                    gconstpointer  data)
{
  put (fixture, "n/a", "1", "rs-1");
  put (fixture, "m/b", "2", "rs-2");
  kin_object_unref (kin_indexer_remove (fixture->indexer, "n/a"));

  assert_values (fixture, KIN_INDEX_OWNER_UID, "rs-2");
  assert_values (fixture, KIN_INDEX_NAMESPACE, "m");
  assert_values (fixture, "no such index", "");
}

static void
test_big_set (Fixture       *fixture,
              gconstpointer  data)
{
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *key = g_strdup_printf ("n/%02u", i);

      put (fixture, key, "1", NULL);
    }
  g_assert_cmpuint (kin_indexer_count_by_index (fixture->indexer, KIN_INDEX_NAMESPACE, "n"), ==, 100);

  for (guint i = 2; i < 100; i++)
    {
      g_autofree char *key = g_strdup_printf ("n/%02u", i);

      put (fixture, key, "2", NULL);
      kin_object_unref (kin_indexer_remove (fixture->indexer, key));
    }
  assert_index (fixture, KIN_INDEX_NAMESPACE, "n", "n/00@1 n/01@1");
}

static void
emit_both_halves (KinObject         *object,
                  KinIndexValueFunc  emit,
                  gpointer           sink,
                  gpointer           user_data)
{
  guint *n_calls = user_data;

  (*n_calls)++;
  emit (kin_object_get_namespace (object), sink);
  emit (kin_object_get_name (object), sink);
  emit (kin_object_get_name (object), sink);
}

static void
test_index_added_later (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  guint n_calls = 0;

  put (fixture, "n/a", "1", NULL);
  put (fixture, "a/n", "2", NULL);

  g_assert_false (kin_indexer_has_index (fixture->indexer, "halves"));
  g_assert_true (kin_indexer_add_index (fixture->indexer, "halves", emit_both_halves, &n_calls, &error));
  g_assert_no_error (error);
  g_assert_true (kin_indexer_has_index (fixture->indexer, "halves"));
  g_assert_cmpuint (n_calls, ==, 2);
  assert_index (fixture, "halves", "n", "a/n@2 n/a@1");

  g_assert_false (kin_indexer_add_index (fixture->indexer, "halves", emit_both_halves, &n_calls, &error));
  g_assert_error (error, KIN_INDEXER_ERROR, KIN_INDEXER_ERROR_CONFLICT);
  g_assert_cmpuint (n_calls, ==, 2);
}

static void
stage (Fixture    *fixture,
       const char *key,
       const char *version)
{
  g_autoptr(KinObject) object = fake_object_new (fixture->kind, key, key, version);

  g_assert_true (kin_indexer_stage (fixture->indexer, object));
  g_assert_false (kin_indexer_stage (fixture->indexer, object));
}

static void
test_replacement_is_one_step (Fixture       *fixture,
                              gconstpointer  data)
{
  guint n_calls = 0;

  put (fixture, "n/a", "1", NULL);
  put (fixture, "n/b", "2", NULL);
  stage (fixture, "n/b", "3");
  stage (fixture, "m/c", "4");
  g_assert_true (kin_indexer_add_index (fixture->indexer, "halves", emit_both_halves, &n_calls, NULL));

  assert_index (fixture, KIN_INDEX_NAMESPACE, "n", "n/a@1 n/b@2");
  assert_index (fixture, KIN_INDEX_NAMESPACE, "m", "");
  g_assert_null (kin_indexer_get_resource_version (fixture->indexer));

  kin_indexer_commit (fixture->indexer, "10");
  assert_index (fixture, KIN_INDEX_NAMESPACE, "n", "n/b@3");
  assert_index (fixture, "halves", "c", "m/c@4");
  assert_values (fixture, KIN_INDEX_NAMESPACE, "m n");
  g_assert_cmpstr (kin_indexer_get_resource_version (fixture->indexer), ==, "10");

  kin_indexer_commit (fixture->indexer, "11");
  g_assert_cmpuint (kin_indexer_get_size (fixture->indexer), ==, 0);
  assert_values (fixture, KIN_INDEX_NAMESPACE, "");
}

static void
test_abandoned_replacement (Fixture       *fixture,
                            gconstpointer  data)
{
  put (fixture, "n/a", "1", NULL);
  stage (fixture, "n/b", "3");
  kin_indexer_abandon (fixture->indexer);
  g_assert_null (kin_indexer_get_staged (fixture->indexer, "n/b"));

  assert_index (fixture, KIN_INDEX_NAMESPACE, "n", "n/a@1");
}

static GPtrArray *
make_list (Fixture    *fixture,
           const char *first_key,
           ...)
{
  GPtrArray *objects = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);
  va_list arguments;

  va_start (arguments, first_key);
  for (const char *key = first_key; key != NULL; key = va_arg (arguments, const char *))
    {
      const char *uid = va_arg (arguments, const char *);
      const char *version = va_arg (arguments, const char *);

      g_ptr_array_add (objects, fake_object_new (fixture->kind, key, uid, version));
    }
  va_end (arguments);

  return objects;
}

/* "-n/a@1" is told as deleted, "+n/b@2" as added, "n/c@3>4" as updated, "=n/d@5" has not changed. */
static char *
write_walk (KinWalk *walk)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < kin_walk_get_size (walk); i++)
    {
      const KinWalkStep *step = kin_walk_get_step (walk, i);
      KinObject *any = step->new_object != NULL ? step->new_object : step->old_object;
      const char *version = kin_object_get_resource_version (any);

      g_string_append (text, i > 0 ? " " : "");
      if (step->new_object == NULL)
        g_string_append_printf (text, "-%s@%s", kin_object_get_key (any), version);
      else if (step->old_object == NULL)
        g_string_append_printf (text, "+%s@%s", kin_object_get_key (any), version);
      else if (step->old_object == step->new_object)
        g_string_append_printf (text, "=%s@%s", kin_object_get_key (any), version);
      else
        g_string_append_printf (text, "%s@%s>%s", kin_object_get_key (any),
                                kin_object_get_resource_version (step->old_object), version);
    }

  return g_string_free (text, FALSE);
}

static void
assert_fence (Fixture    *fixture,
              GPtrArray  *list,
              const char *expected)
{
  g_autoptr(KinFence) fence = kin_fence_new (fixture->indexer, list, KIN_WALK_RELIST);
  KinSlice slice = kin_slice_begin (fixture->clock, 1);
  g_autofree char *text = NULL;

  g_assert_true (kin_fence_advance (fence, &slice));
  text = write_walk (kin_fence_commit (fence, "100"));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_fence_deletes_first_then_list_order (Fixture       *fixture,
                                          gconstpointer  data)
{
  g_autoptr(GPtrArray) list = make_list (fixture, "n/d", "n/d", "4", "n/c", "n/c", "9", "n/b", "n/b", "2", NULL);
  KinObject *unchanged;

  put (fixture, "n/a", "1", NULL);
  put (fixture, "n/b", "2", NULL);
  put (fixture, "n/c", "3", NULL);
  unchanged = kin_indexer_get (fixture->indexer, "n/b");

  assert_fence (fixture, list, "-n/a@1 +n/d@4 n/c@3>9 =n/b@2");
  g_assert_true (kin_indexer_get (fixture->indexer, "n/b") == unchanged);
  assert_index (fixture, KIN_INDEX_NAMESPACE, "n", "n/b@2 n/c@9 n/d@4");
}

static void
test_fence_last_duplicate_wins (Fixture       *fixture,
                                gconstpointer  data)
{
  g_autoptr(GPtrArray) list = make_list (fixture, "n/a", "n/a", "5", "n/b", "n/b", "6", "n/a", "n/a", "7", NULL);

  assert_fence (fixture, list, "+n/b@6 +n/a@7");
  assert_index (fixture, KIN_INDEX_NAMESPACE, "n", "n/a@7 n/b@6");
}

static void
test_fence_recreated_is_another (Fixture       *fixture,
                                 gconstpointer  data)
{
  g_autoptr(GPtrArray) list = make_list (fixture, "n/a", "other-uid", "5", NULL);

  put (fixture, "n/a", "1", NULL);
  assert_fence (fixture, list, "-n/a@1 +n/a@5");
}

static void
test_fence_without_versions (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autoptr(GPtrArray) list = make_list (fixture, "n/a", "", "", NULL);
  g_autoptr(KinObject) object = fake_object_new (fixture->kind, "n/a", "", "");

  g_assert_null (kin_indexer_put (fixture->indexer, object));
  assert_fence (fixture, list, "n/a@>");
}

static void
test_fence_in_slices (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr(GPtrArray) list = make_list (fixture, "n/b", "n/b", "3", "n/c", "n/c", "4", NULL);
  g_autoptr(KinFence) fence = NULL;
  g_autofree char *text = NULL;
  guint n_slices = 1;

  put (fixture, "n/a", "1", NULL);
  put (fixture, "n/b", "2", NULL);
  fence = kin_fence_new (fixture->indexer, list, KIN_WALK_RELIST);

  for (KinSlice slice = kin_slice_begin (fixture->clock, 0);
       !kin_fence_advance (fence, &slice);
       n_slices++)
    assert_index (fixture, KIN_INDEX_NAMESPACE, "n", "n/a@1 n/b@2");

  g_assert_cmpuint (n_slices, >=, 6);
  text = write_walk (kin_fence_commit (fence, "10"));
  g_assert_cmpstr (text, ==, "-n/a@1 n/b@2>3 +n/c@4");
  assert_index (fixture, KIN_INDEX_NAMESPACE, "n", "n/b@3 n/c@4");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add ("/indexer/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("put-and-remove", test_put_and_remove);
  ADD ("value-moves", test_value_moves);
  ADD ("empty-sets-go", test_empty_sets_go);
  ADD ("big-set", test_big_set);
  ADD ("index-added-later", test_index_added_later);
  ADD ("replacement-is-one-step", test_replacement_is_one_step);
  ADD ("abandoned-replacement", test_abandoned_replacement);
  ADD ("fence/deletes-first-then-list-order", test_fence_deletes_first_then_list_order);
  ADD ("fence/last-duplicate-wins", test_fence_last_duplicate_wins);
  ADD ("fence/recreated-is-another", test_fence_recreated_is_another);
  ADD ("fence/without-versions", test_fence_without_versions);
  ADD ("fence/in-slices", test_fence_in_slices);

  return g_test_run ();
}
