/* test-object-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-object-list.h"

#include <string.h>

#include "base/kin-worker-pool.h"
#include "model-feed.h"

#define N_MANY 100000

/* ConfigMaps: their only column counts what is in data. */
#define COLUMN_DATA 0

static const char *data_texts[] = { "", "\"a\":\"\"", "\"a\":\"\",\"b\":\"\"", "\"a\":\"\",\"b\":\"\",\"c\":\"\"" };

static KinObject *
make_map (ModelFeed  *feed,
          const char *namespace_,
          const char *name,
          guint       version,
          guint       n_data,
          const char *label)
{
  return model_feed_make (feed,
                          "{\"metadata\":{\"namespace\":\"%s\",\"name\":\"%s\",\"uid\":\"u-%s-%s\",\"resourceVersion\":\"%u\","
                          "\"creationTimestamp\":\"2026-01-01T00:00:00Z\",\"labels\":{\"app\":\"%s\"}},\"data\":{%s}}",
                          namespace_, name, namespace_, name, version, label, data_texts[n_data]);
}

static void
put_map (ModelFeed  *feed,
         const char *name,
         guint       version,
         guint       n_data)
{
  g_autoptr(KinObject) object = make_map (feed, "shop", name, version, n_data, "web");

  model_feed_put (feed, object);
}

static void
put_many (ModelFeed *feed,
          guint      n)
{
  g_autoptr(GPtrArray) objects = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);

  /* In no order: 7919 is prime. */
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("map-%06u", (i * 7919) % n);

      g_ptr_array_add (objects, make_map (feed, "shop", name, 1, 1, "web"));
    }

  model_feed_replace (feed, objects);
}

static void
assert_changes (Shadow     *shadow,
                const char *expected)
{
  g_autofree char *changes = shadow_dup_changes (shadow);

  g_assert_cmpstr (changes, ==, expected);
}

static void
assert_titles (gpointer    model,
               const char *expected)
{
  g_autofree char *titles = model_dup_titles (model);

  g_assert_cmpstr (titles, ==, expected);
}

/* Until no worker has anything to do: what one brings may give it more. */
static void
settle_workers (void)
{
  for (guint i = 0; i < 3; i++)
    {
      model_settle ();
      kin_worker_pool_shutdown ();
    }
  model_settle ();
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
test_initial_list (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  g_autoptr(Shadow) shadow = shadow_new (list, FALSE);

  put_many (feed, N_MANY);
  model_wait_for_size (list, N_MANY);

  assert_changes (shadow, "0,0,100000");
  g_assert_cmpuint (kin_object_list_get_n_total (list), ==, N_MANY);
  g_assert_cmpuint (kin_object_list_get_n_rows_made (list), ==, 0);

  for (guint i = 0; i < N_MANY; i += 977)
    {
      g_autofree char *name = g_strdup_printf ("map-%06u", i);
      g_autofree char *id = g_strdup_printf ("u-shop-%s", name);
      g_autoptr(KinRow) row = g_list_model_get_item (G_LIST_MODEL (list), i);

      g_assert_cmpstr (kin_row_get_title (row), ==, name);
      g_assert_cmpint (kin_object_list_find (list, id), ==, (int) i);
    }
  g_assert_cmpuint (kin_object_list_get_n_rows_made (list), ==, 0);

  g_clear_pointer (&shadow, shadow_free);
  g_assert_finalize_object (list);
}

/* Each in a list of 100,000: the exact ranges, and the rows that are made. */
static void
test_changes_of_many (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  g_autoptr(Shadow) shadow = shadow_new (list, FALSE);
  g_autoptr(KinRow) row = NULL;

  put_many (feed, N_MANY);
  model_wait_for_size (list, N_MANY);
  assert_changes (shadow, "0,0,100000");

  put_map (feed, "map-050000", 2, 2);
  model_settle ();
  assert_changes (shadow, "");

  model_feed_delete (feed, "shop/map-050000");
  model_settle ();
  assert_changes (shadow, "50000,1,0");

  put_map (feed, "map-050000a", 1, 1);
  model_settle ();
  assert_changes (shadow, "50000,0,1");

  /* One burst: the range from the first to the last. */
  model_feed_delete (feed, "shop/map-000010");
  put_map (feed, "map-000020a", 1, 1);
  model_feed_delete (feed, "shop/map-000030");
  model_settle ();
  assert_changes (shadow, "10,21,20");

  /* One burst, far apart: two ranges, the last one first. */
  model_feed_delete (feed, "shop/map-000000");
  model_feed_delete (feed, "shop/map-099999");
  model_settle ();
  assert_changes (shadow, "99998,1,0 0,1,0");

  g_assert_cmpuint (kin_object_list_get_n_rows_made (list), ==, 0);
  g_assert_cmpuint (shadow_get_size (shadow), ==, N_MANY - 3);

  /* A row that is looked at is the only one that is made, also when it moves. */
  kin_object_list_set_sort (list, COLUMN_DATA, FALSE);
  settle_workers ();
  assert_changes (shadow, "");

  row = g_list_model_get_item (G_LIST_MODEL (list), 40000);
  g_assert_cmpuint (kin_object_list_get_n_rows_made (list), ==, 1);
  put_map (feed, kin_row_get_title (row), 3, 3);
  model_settle ();
  assert_changes (shadow, "99997,0,1 40000,1,0");
  g_assert_cmpint (kin_object_list_find (list, kin_row_get_id (row)), ==, 99996);
  g_assert_cmpuint (kin_object_list_get_n_rows_made (list), ==, 1);
  g_assert_cmpuint (kin_row_get_changed_columns (row), ==, 1 << COLUMN_DATA);

  g_clear_object (&row);
  g_assert_cmpuint (kin_object_list_get_n_rows_made (list), ==, 0);
  g_clear_pointer (&shadow, shadow_free);
  g_assert_finalize_object (list);
}

static void
test_update_in_place (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  g_autoptr(Shadow) shadow = shadow_new (list, FALSE);
  g_autoptr(KinRow) row = NULL;
  guint n_changed = 0;

  put_map (feed, "a", 1, 0);
  put_map (feed, "b", 1, 0);
  model_settle ();
  assert_changes (shadow, "0,0,2");

  row = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_signal_connect_swapped (row, "changed", G_CALLBACK (count_cb), &n_changed);
  g_assert_cmpint (kin_row_get_changed_time (row), ==, 0);

  /* Two versions in one burst are one change. */
  put_map (feed, "a", 2, 2);
  put_map (feed, "a", 3, 1);
  put_map (feed, "b", 2, 1);
  model_settle ();
  assert_changes (shadow, "");
  g_assert_cmpuint (n_changed, ==, 1);
  g_assert_cmpstr (kin_object_get_resource_version (kin_row_get_object (row)), ==, "3");
  g_assert_cmpuint (kin_row_get_changed_columns (row), ==, 1 << COLUMN_DATA);
  g_assert_cmpint (kin_row_get_changed_time (row), >, 0);
  g_assert_cmpuint (kin_object_list_get_n_rows_made (list), ==, 1);

  /* What nobody looked at is right when somebody does. */
  {
    g_autoptr(KinRow) other = g_list_model_get_item (G_LIST_MODEL (list), 1);

    g_assert_cmpstr (kin_object_get_resource_version (kin_row_get_object (other)), ==, "2");
  }

  g_clear_object (&row);
  g_clear_pointer (&shadow, shadow_free);
  g_assert_finalize_object (list);
}

static void
test_move (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  g_autoptr(Shadow) shadow = shadow_new (list, FALSE);
  g_autoptr(KinRow) row = NULL;
  g_autoptr(KinRow) same = NULL;

  kin_object_list_set_sort (list, COLUMN_DATA, FALSE);
  put_map (feed, "a", 1, 0);
  put_map (feed, "b", 1, 1);
  put_map (feed, "c", 1, 1);
  put_map (feed, "d", 1, 2);
  put_map (feed, "e", 1, 3);
  model_settle ();
  assert_titles (list, "a b c d e");
  assert_changes (shadow, "0,0,5");

  row = g_list_model_get_item (G_LIST_MODEL (list), 1);
  put_map (feed, "b", 2, 2);
  model_settle ();
  assert_titles (list, "a c b d e");
  assert_changes (shadow, "1,2,2");
  same = g_list_model_get_item (G_LIST_MODEL (list), 2);
  g_assert_true (same == row);
  g_assert_cmpuint (kin_row_get_changed_columns (row), ==, 1 << COLUMN_DATA);

  /* Down, and the others stay. */
  put_map (feed, "e", 2, 0);
  model_settle ();
  assert_titles (list, "a e c b d");
  assert_changes (shadow, "1,4,4");

  kin_object_list_set_sort (list, COLUMN_DATA, TRUE);
  assert_titles (list, "b d c a e");
  assert_changes (shadow, "0,5,5");

  g_clear_object (&row);
  g_clear_object (&same);
  g_clear_pointer (&shadow, shadow_free);
  g_assert_finalize_object (list);
}

/* Rows of the same second must not dance. */
static void
test_ties (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  g_autoptr(Shadow) shadow = shadow_new (list, FALSE);

  kin_object_list_set_sort (list, KIN_SORT_AGE, TRUE);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%02u", (i * 7) % 20);

      put_map (feed, name, 1, 0);
      model_settle ();
    }
  assert_titles (list, "m00 m01 m02 m03 m04 m05 m06 m07 m08 m09 m10 m11 m12 m13 m14 m15 m16 m17 m18 m19");

  g_free (shadow_dup_changes (shadow));
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%02u", (i * 3) % 20);

      put_map (feed, name, 2, i % 4);
      model_settle ();
    }
  assert_changes (shadow, "");

  kin_object_list_set_sort (list, KIN_SORT_AGE, FALSE);
  assert_changes (shadow, "");

  g_clear_pointer (&shadow, shadow_free);
  g_assert_finalize_object (list);
}

static void
test_none_last (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("services");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  int column = kin_kind_find_column (kin_shared_informer_get_kind (model_feed_get_informer (feed)), "SELECTOR");

  model_feed_put_json (feed, "{\"metadata\":{\"namespace\":\"n\",\"name\":\"none\",\"uid\":\"1\"},\"spec\":{}}");
  model_feed_put_json (feed, "{\"metadata\":{\"namespace\":\"n\",\"name\":\"x\",\"uid\":\"2\"},\"spec\":{\"selector\":{\"a\":\"x\"}}}");
  model_feed_put_json (feed, "{\"metadata\":{\"namespace\":\"n\",\"name\":\"y\",\"uid\":\"3\"},\"spec\":{\"selector\":{\"a\":\"y\"}}}");
  model_settle ();

  g_assert_cmpint (column, >=, 0);
  kin_object_list_set_sort (list, column, FALSE);
  assert_titles (list, "x y none");
  kin_object_list_set_sort (list, column, TRUE);
  assert_titles (list, "y x none");

  g_assert_finalize_object (list);
}

static void
test_recreated (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  g_autoptr(Shadow) shadow = shadow_new (list, FALSE);
  g_autoptr(KinRow) row = NULL;
  g_autoptr(KinRow) other = NULL;

  put_map (feed, "a", 1, 0);
  model_settle ();
  row = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_free (shadow_dup_changes (shadow));

  model_feed_put_json (feed, "{\"metadata\":{\"namespace\":\"shop\",\"name\":\"a\",\"uid\":\"second\",\"resourceVersion\":\"9\"}}");
  model_settle ();
  assert_changes (shadow, "0,1,1");
  other = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_true (other != row);
  g_assert_cmpstr (kin_row_get_id (other), ==, "second");
  g_assert_cmpint (kin_object_list_find (list, "u-shop-a"), ==, -1);

  g_clear_object (&row);
  g_clear_object (&other);
  g_clear_pointer (&shadow, shadow_free);
  g_assert_finalize_object (list);
}

static void
test_filter (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  g_autoptr(Shadow) shadow = shadow_new (list, FALSE);
  const char *names[] = { "alpha", "beta", "gamma", "delta" };
  const char *namespaces[] = { "shop", "shop", "Bank", "bank" };
  const char *labels[] = { "web", "db", "web", "Größe" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr(KinObject) object = make_map (feed, namespaces[i], names[i], 1, 1, labels[i]);

      model_feed_put (feed, object);
    }
  model_settle ();
  assert_titles (list, "alpha beta delta gamma");
  g_free (shadow_dup_changes (shadow));

  kin_object_list_set_query (list, " SHOP  al");
  assert_titles (list, "alpha");
  assert_changes (shadow, "1,3,0");
  g_assert_cmpuint (kin_object_list_get_n_total (list), ==, 4);
  g_assert_false (kin_row_list_has (KIN_ROW_LIST (list), "u-shop-beta"));
  g_assert_cmpint (kin_object_list_find (list, "u-shop-beta"), ==, -1);

  kin_object_list_set_query (list, "app=web");
  assert_titles (list, "alpha gamma");
  assert_changes (shadow, "1,0,1");

  kin_object_list_set_query (list, "GRÖSSE");
  assert_titles (list, "delta");
  kin_object_list_set_query (list, "größer");
  assert_titles (list, "");

  kin_object_list_set_query (list, NULL);
  kin_object_list_set_namespaces (list, (const char *[]) { "shop", NULL });
  assert_titles (list, "alpha beta");
  kin_object_list_set_namespaces (list, (const char *[]) { NULL });
  assert_titles (list, "");
  kin_object_list_set_namespaces (list, NULL);
  assert_titles (list, "alpha beta delta gamma");

  /* Rows that come and go by what is in them. */
  kin_object_list_set_query (list, "late");
  g_free (shadow_dup_changes (shadow));
  {
    g_autoptr(KinObject) object = make_map (feed, "shop", "beta", 2, 1, "late");

    model_feed_put (feed, object);
  }
  model_settle ();
  assert_changes (shadow, "0,0,1");
  put_map (feed, "beta", 3, 1);
  model_settle ();
  assert_changes (shadow, "0,1,0");

  g_clear_pointer (&shadow, shadow_free);
  g_assert_finalize_object (list);
}

static void
test_relist (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  g_autoptr(Shadow) shadow = shadow_new (list, FALSE);
  g_autoptr(GPtrArray) objects = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);
  g_autoptr(KinRow) row = NULL;
  g_autoptr(KinRow) same = NULL;

  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      put_map (feed, name, 1, 0);
    }
  model_settle ();
  row = g_list_model_get_item (G_LIST_MODEL (list), 7);
  g_free (shadow_dup_changes (shadow));

  /* m3 is gone, m5a is new, m7 has changed. */
  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      if (i != 3)
        g_ptr_array_add (objects, make_map (feed, "shop", name, i == 7 ? 2 : 1, i == 7 ? 1 : 0, "web"));
    }
  g_ptr_array_add (objects, make_map (feed, "shop", "m5a", 1, 0, "web"));
  model_feed_replace (feed, objects);
  model_settle ();

  assert_titles (list, "m0 m1 m2 m4 m5 m5a m6 m7 m8 m9");
  assert_changes (shadow, "3,3,3");
  same = g_list_model_get_item (G_LIST_MODEL (list), 7);
  g_assert_true (same == row);
  g_assert_cmpuint (kin_row_get_changed_columns (row), ==, 1 << COLUMN_DATA);

  g_clear_object (&row);
  g_clear_object (&same);
  g_clear_pointer (&shadow, shadow_free);
  g_assert_finalize_object (list);
}

/* A list made late, and one that goes while a worker is at it. */
static void
test_late_and_early (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list;

  put_many (feed, 5000);
  model_settle ();

  list = kin_object_list_new (model_feed_get_informer (feed));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  model_wait_for_size (list, 5000);
  g_assert_cmpuint (kin_object_list_get_n_total (list), ==, 5000);

  kin_object_list_set_sort (list, KIN_SORT_NAME, TRUE);
  g_object_add_weak_pointer (G_OBJECT (list), (gpointer *) &list);
  g_object_unref (list);
  while (list != NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* What a worker brings that is no longer wanted is not shown. */
static void
test_asked_again (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  g_autoptr(Shadow) shadow = shadow_new (list, FALSE);

  put_many (feed, 5000);
  model_wait_for_size (list, 5000);
  assert_changes (shadow, "0,0,5000");

  kin_object_list_set_sort (list, KIN_SORT_NAME, TRUE);
  kin_object_list_set_sort (list, KIN_SORT_NAME, FALSE);
  settle_workers ();
  assert_changes (shadow, "");

  kin_object_list_set_query (list, "map-00000");
  kin_object_list_set_query (list, "map-000001");
  settle_workers ();
  assert_titles (list, "map-000001");
  assert_changes (shadow, "0,5000,1");

  /* Rows that follow each other are one range, however many. */
  kin_object_list_set_query (list, "map-00");
  settle_workers ();
  g_free (shadow_dup_changes (shadow));
  kin_object_list_set_query (list, "map-0049");
  settle_workers ();
  assert_changes (shadow, "0,4900,0");

  g_clear_pointer (&shadow, shadow_free);
  g_assert_finalize_object (list);
}

/* What a person who reads the objects would expect, worked out without any of the list's own code. */
typedef struct
{
  GHashTable *maps;   /* name → Map */
  guint       version;
  int         column;
  gboolean    descending;
  const char *query;
} Naive;

typedef struct
{
  char  name[16];
  guint n_data;
  guint label;
} Map;

static const char *fuzz_labels[] = { "red", "green", "blue" };

static int
compare_maps (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const Map *map_a = a;
  const Map *map_b = b;
  Naive *naive = user_data;
  int sign = naive->descending ? -1 : 1;

  if (naive->column == COLUMN_DATA && map_a->n_data != map_b->n_data)
    return map_a->n_data < map_b->n_data ? -sign : sign;

  return strcmp (map_a->name, map_b->name) * (naive->column == KIN_SORT_NAME ? sign : 1);
}

static void
assert_as_expected (KinObjectList *list,
                    Naive         *naive)
{
  g_autoptr(GPtrArray) expected = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, naive->maps);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (naive->query == NULL || g_str_equal (fuzz_labels[((Map *) value)->label], naive->query))
      g_ptr_array_add (expected, value);
  g_ptr_array_sort_values_with_data (expected, compare_maps, naive);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, expected->len);
  g_assert_cmpuint (kin_object_list_get_n_total (list), ==, g_hash_table_size (naive->maps));
  for (guint i = 0; i < expected->len; i++)
    {
      g_autoptr(KinRow) row = g_list_model_get_item (G_LIST_MODEL (list), i);
      const Map *map = g_ptr_array_index (expected, i);

      g_assert_cmpstr (kin_row_get_title (row), ==, map->name);
      g_assert_cmpint (kin_cell_get_integer (kin_object_get_cell (kin_row_get_object (row), COLUMN_DATA)), ==, map->n_data);
    }
}

static void
change_at_random (ModelFeed *feed,
                  Naive     *naive,
                  guint      n_names)
{
  g_autofree char *name = g_strdup_printf ("m%05d", g_test_rand_int_range (0, (int) n_names));
  Map *map = g_hash_table_lookup (naive->maps, name);
  g_autoptr(KinObject) object = NULL;

  if (map != NULL && g_test_rand_int_range (0, 3) == 0)
    {
      g_autofree char *key = g_strconcat ("shop/", name, NULL);

      model_feed_delete (feed, key);
      g_hash_table_remove (naive->maps, name);
      return;
    }

  if (map == NULL)
    {
      map = g_new0 (Map, 1);
      g_strlcpy (map->name, name, sizeof map->name);
      g_hash_table_insert (naive->maps, map->name, map);
    }
  map->n_data = (guint) g_test_rand_int_range (0, 4);
  map->label = (guint) g_test_rand_int_range (0, 3);
  object = make_map (feed, "shop", map->name, ++naive->version, map->n_data, fuzz_labels[map->label]);
  model_feed_put (feed, object);
}

static void
ask_at_random (KinObjectList *list,
               Naive         *naive)
{
  int columns[] = { KIN_SORT_NAME, COLUMN_DATA };

  if (g_test_rand_bit ())
    {
      naive->column = columns[g_test_rand_int_range (0, 2)];
      naive->descending = g_test_rand_bit ();
      kin_object_list_set_sort (list, naive->column, naive->descending);
      return;
    }

  naive->query = g_test_rand_bit () ? fuzz_labels[g_test_rand_int_range (0, 3)] : NULL;
  kin_object_list_set_query (list, naive->query);
}

static void
run_random (guint n_names,
            guint n_rounds,
            guint most)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  g_autoptr(Shadow) shadow = shadow_new (list, TRUE);
  g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func (g_object_unref);
  Naive naive = { g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free), 0, KIN_SORT_NAME, FALSE, NULL };

  for (guint i = 0; i < n_names; i++)
    change_at_random (feed, &naive, n_names);

  for (guint round = 0; round < n_rounds; round++)
    {
      guint n_changes = (guint) g_test_rand_int_range (0, (int) most);
      guint n_items;

      for (guint i = 0; i < n_changes; i++)
        change_at_random (feed, &naive, n_names);
      /* Sometimes in the midst of a burst, sometimes while a worker is at the last one. */
      if (g_test_rand_int_range (0, 4) == 0)
        ask_at_random (list, &naive);
      if (g_test_rand_int_range (0, 3) == 0)
        continue;

      settle_workers ();
      shadow_assert_equal (shadow);
      assert_as_expected (list, &naive);

      n_items = g_list_model_get_n_items (G_LIST_MODEL (list));
      if (n_items > 0)
        g_ptr_array_add (kept, g_list_model_get_item (G_LIST_MODEL (list), (guint) g_test_rand_int_range (0, (int) n_items)));
      if (kept->len > 20)
        g_ptr_array_remove_index_fast (kept, 0);
    }

  settle_workers ();
  shadow_assert_equal (shadow);
  assert_as_expected (list, &naive);

  g_ptr_array_set_size (kept, 0);
  g_assert_cmpuint (kin_object_list_get_n_rows_made (list), ==, 0);
  g_hash_table_unref (naive.maps);
  g_clear_pointer (&shadow, shadow_free);
  g_assert_finalize_object (list);
}

static void
test_random_few (void)
{
  run_random (60, 600, 12);
}

static void
test_random_many (void)
{
  run_random (6000, 40, 400);
}

int
main (int   argc,
      char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/object-list/initial-list-of-100000-makes-no-row", test_initial_list);
  g_test_add_func ("/object-list/exact-changes-of-100000", test_changes_of_many);
  g_test_add_func ("/object-list/update-in-place-tells-the-row", test_update_in_place);
  g_test_add_func ("/object-list/row-that-moves-stays-the-same", test_move);
  g_test_add_func ("/object-list/equal-ages-do-not-dance", test_ties);
  g_test_add_func ("/object-list/no-value-is-last-both-ways", test_none_last);
  g_test_add_func ("/object-list/recreated-is-another-row", test_recreated);
  g_test_add_func ("/object-list/filter", test_filter);
  g_test_add_func ("/object-list/relist-is-one-change", test_relist);
  g_test_add_func ("/object-list/made-late-gone-early", test_late_and_early);
  g_test_add_func ("/object-list/asked-again-while-a-worker-is-at-it", test_asked_again);
  g_test_add_func ("/object-list/random-few", test_random_few);
  g_test_add_func ("/object-list/random-many", test_random_many);

  result = g_test_run ();
  kin_worker_pool_shutdown ();

  return result;
}
