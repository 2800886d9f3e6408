/* test-selection.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-selection.h"

#include "base/kin-worker-pool.h"
#include "model-feed.h"
#include "model/kin-object-list.h"

#define N_MANY 100000

static void
put_map (ModelFeed  *feed,
         const char *name,
         guint       version,
         guint       n_data)
{
  static const char *data[] = { "", "\"a\":\"\"", "\"a\":\"\",\"b\":\"\"" };

  model_feed_put_json (feed,
                       "{\"metadata\":{\"namespace\":\"shop\",\"name\":\"%s\",\"uid\":\"u-%s\",\"resourceVersion\":\"%u\"},\"data\":{%s}}",
                       name, name, version, data[n_data]);
}

static void
put_many (ModelFeed *feed,
          guint      n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%06u", i);

      put_map (feed, name, 1, 0);
    }
}

static void
settle (void)
{
  for (guint i = 0; i < 3; i++)
    {
      model_settle ();
      kin_worker_pool_shutdown ();
    }
  model_settle ();
}

typedef struct
{
  GString *told; /* what the selection model emitted, in order */
  guint    n_selected;
} Log;

static void
selection_changed_cb (GtkSelectionModel *model,
                      guint              position,
                      guint              n_items,
                      Log               *log)
{
  g_string_append_printf (log->told, "selection:%u,%u ", position, n_items);
}

static void
items_changed_cb (GListModel *model,
                  guint       position,
                  guint       n_removed,
                  guint       n_added,
                  Log        *log)
{
  g_string_append_printf (log->told, "items:%u,%u,%u ", position, n_removed, n_added);
}

static void
notify_selected_cb (Log *log)
{
  log->n_selected++;
}

static void
follow (KinSelection *selection,
        Log          *log)
{
  log->told = g_string_new (NULL);
  log->n_selected = 0;
  g_signal_connect (selection, "selection-changed", G_CALLBACK (selection_changed_cb), log);
  g_signal_connect (selection, "items-changed", G_CALLBACK (items_changed_cb), log);
  g_signal_connect_swapped (selection, "notify::selected", G_CALLBACK (notify_selected_cb), log);
}

static void
assert_told (Log        *log,
             const char *expected,
             guint       n_selected)
{
  g_assert_cmpstr (log->told->str, ==, expected);
  g_assert_cmpuint (log->n_selected, ==, n_selected);
  g_string_truncate (log->told, 0);
  log->n_selected = 0;
}

static void
assert_selected (KinSelection *selection,
                 const char   *id,
                 guint         position)
{
  KinRow *row = kin_selection_get_selected (selection);
  g_autoptr(GtkBitset) all = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (selection));

  g_assert_cmpuint (kin_selection_get_position (selection), ==, position);
  if (id == NULL)
    {
      g_assert_null (row);
      g_assert_true (gtk_bitset_is_empty (all));
      return;
    }

  g_assert_cmpstr (kin_row_get_id (row), ==, id);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (selection), position));
  g_assert_cmpuint (gtk_bitset_get_size (all), ==, 1);
  g_assert_true (gtk_bitset_contains (all, position));
}

static void
test_select (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  KinSelection *selection = kin_selection_new (KIN_ROW_LIST (list));
  GtkSelectionModel *model = GTK_SELECTION_MODEL (selection);
  Log log;

  put_many (feed, 10);
  model_settle ();
  follow (selection, &log);
  assert_selected (selection, NULL, GTK_INVALID_LIST_POSITION);

  gtk_selection_model_select_item (model, 5, TRUE);
  assert_selected (selection, "u-m000005", 5);
  assert_told (&log, "selection:5,1 ", 1);

  gtk_selection_model_select_item (model, 2, TRUE);
  assert_selected (selection, "u-m000002", 2);
  assert_told (&log, "selection:5,1 selection:2,1 ", 1);

  gtk_selection_model_select_item (model, 2, TRUE);
  assert_told (&log, "", 0);

  g_assert_true (kin_selection_select_id (selection, "u-m000009"));
  assert_told (&log, "selection:2,1 selection:9,1 ", 1);
  g_assert_false (kin_selection_select_id (selection, "nobody"));
  assert_selected (selection, "u-m000009", 9);

  gtk_selection_model_unselect_item (model, 3);
  assert_told (&log, "", 0);
  gtk_selection_model_unselect_item (model, 9);
  assert_selected (selection, NULL, GTK_INVALID_LIST_POSITION);
  assert_told (&log, "selection:9,1 ", 1);
  g_assert_cmpuint (kin_object_list_get_n_rows_made (list), ==, 0);

  g_string_free (log.told, TRUE);
  g_assert_finalize_object (selection);
  g_assert_finalize_object (list);
}

/* A person has chosen a row, and another one goes: what was chosen stays chosen. */
static void
test_neighbour_goes (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  KinSelection *selection = kin_selection_new (KIN_ROW_LIST (list));
  Log log;

  put_many (feed, 10);
  model_settle ();
  kin_selection_select_id (selection, "u-m000005");
  follow (selection, &log);

  model_feed_delete (feed, "shop/m000002");
  model_settle ();
  assert_selected (selection, "u-m000005", 4);
  assert_told (&log, "items:2,1,0 ", 0);

  model_feed_delete (feed, "shop/m000007");
  model_settle ();
  assert_selected (selection, "u-m000005", 4);
  assert_told (&log, "items:6,1,0 ", 0);

  model_feed_delete (feed, "shop/m000005");
  model_settle ();
  assert_selected (selection, NULL, GTK_INVALID_LIST_POSITION);
  assert_told (&log, "items:4,1,0 ", 1);

  g_string_free (log.told, TRUE);
  g_assert_finalize_object (selection);
  g_assert_finalize_object (list);
}

static void
test_many (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  KinSelection *selection = kin_selection_new (KIN_ROW_LIST (list));
  Log log;

  put_many (feed, N_MANY);
  model_wait_for_size (list, N_MANY);
  kin_object_list_set_sort (list, 0, FALSE);
  settle ();
  kin_selection_select_id (selection, "u-m060000");
  follow (selection, &log);

  /* Far down and back: out with one change, in with another, and never lost in between. */
  put_map (feed, "m060000", 2, 1);
  model_settle ();
  assert_selected (selection, "u-m060000", N_MANY - 1);
  assert_told (&log, "items:100000,0,1 items:60000,1,0 ", 0);

  put_map (feed, "m060000", 3, 0);
  model_settle ();
  assert_selected (selection, "u-m060000", 60000);
  assert_told (&log, "items:99999,1,0 items:60000,0,1 ", 0);

  /* Near. */
  model_feed_delete (feed, "shop/m060002");
  model_feed_delete (feed, "shop/m059998");
  model_settle ();
  assert_selected (selection, "u-m060000", 59999);
  assert_told (&log, "items:59998,5,3 ", 0);

  /* All of it. */
  kin_object_list_set_sort (list, KIN_SORT_NAME, TRUE);
  settle ();
  assert_selected (selection, "u-m060000", 39998);
  assert_told (&log, "items:0,99998,99998 ", 0);

  g_assert_cmpuint (kin_object_list_get_n_rows_made (list), ==, 1);

  g_string_free (log.told, TRUE);
  g_assert_finalize_object (selection);
  g_assert_finalize_object (list);
}

static void
test_filtered_out (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  KinSelection *selection = kin_selection_new (KIN_ROW_LIST (list));
  Log log;

  put_many (feed, 10);
  model_settle ();
  kin_selection_select_id (selection, "u-m000005");
  follow (selection, &log);

  kin_object_list_set_query (list, "m000005");
  assert_selected (selection, "u-m000005", 0);
  assert_told (&log, "items:0,10,1 ", 0);

  kin_object_list_set_query (list, "m000004");
  assert_selected (selection, NULL, GTK_INVALID_LIST_POSITION);
  assert_told (&log, "items:0,1,1 ", 1);

  g_string_free (log.told, TRUE);
  g_assert_finalize_object (selection);
  g_assert_finalize_object (list);
}

static void
test_other_model (void)
{
  g_autoptr(ModelFeed) feed = model_feed_new ("configmaps");
  KinObjectList *list = kin_object_list_new (model_feed_get_informer (feed));
  KinObjectList *other = kin_object_list_new (model_feed_get_informer (feed));
  KinSelection *selection = kin_selection_new (NULL);
  Log log;

  put_many (feed, 3);
  model_settle ();
  follow (selection, &log);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (selection)), ==, 0);
  g_assert_false (kin_selection_select_id (selection, "u-m000001"));

  kin_selection_set_model (selection, KIN_ROW_LIST (list));
  assert_told (&log, "items:0,0,3 ", 0);
  kin_selection_select_id (selection, "u-m000001");
  assert_told (&log, "selection:1,1 ", 1);

  kin_selection_set_model (selection, KIN_ROW_LIST (other));
  assert_selected (selection, NULL, GTK_INVALID_LIST_POSITION);
  assert_told (&log, "selection:1,1 items:0,3,3 ", 1);
  g_assert_finalize_object (list);

  g_string_free (log.told, TRUE);
  g_assert_finalize_object (selection);
  g_assert_finalize_object (other);
}

int
main (int   argc,
      char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/selection/select-and-unselect", test_select);
  g_test_add_func ("/selection/stays-when-a-neighbour-goes", test_neighbour_goes);
  g_test_add_func ("/selection/makes-no-row-of-100000", test_many);
  g_test_add_func ("/selection/filtered-out-is-unselected", test_filtered_out);
  g_test_add_func ("/selection/other-model", test_other_model);

  result = g_test_run ();
  kin_worker_pool_shutdown ();

  return result;
}
