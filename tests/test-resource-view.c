/* test-resource-view.c: a list that changes under whoever reads it keeps its place and its selection.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model-feed.h"
#include "widget-util.h"

#include "base/kin-worker-pool.h"
#include "model/kin-object-list.h"
#include "ui/kin-list-column.h"
#include "ui/kin-resource-view.h"

#define N_PODS 1000

typedef struct
{
  ModelFeed *feed;
  KinObjectList *list;
  KinResourceView *view;
  GtkWidget *window;
  GtkColumnView *column_view;
} Fixture;

static KinObject *
make_pod (Fixture    *fixture,
          const char *name,
          const char *node)
{
  return model_feed_make (fixture->feed,
                          "{\"metadata\":{\"namespace\":\"n\",\"name\":\"%s\",\"uid\":\"u-%s\",\"resourceVersion\":\"%s-%s\"},"
                          "\"spec\":{\"nodeName\":\"%s\",\"containers\":[{\"name\":\"c\"}]}}",
                          name, name, name, node, node);
}

static void
put_pod (Fixture    *fixture,
         const char *name,
         const char *node)
{
  g_autoptr(KinObject) pod = make_pod (fixture, name, node);

  model_feed_put (fixture->feed, pod);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr(GPtrArray) pods = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);
  g_autoptr(GPtrArray) columns = NULL;
  KinKind *kind;

  fixture->feed = model_feed_new ("pods");
  fixture->list = kin_object_list_new (model_feed_get_informer (fixture->feed));
  for (guint i = 0; i < N_PODS; i++)
    {
      g_autofree char *name = g_strdup_printf ("pod-%04u", i);

      g_ptr_array_add (pods, make_pod (fixture, name, "node-1"));
    }
  model_feed_replace (fixture->feed, pods);
  model_settle ();
  model_wait_for_size (fixture->list, N_PODS);

  kind = kin_shared_informer_get_kind (model_feed_get_informer (fixture->feed));
  columns = kin_list_column_list_for_kind (kind);
  fixture->view = g_object_new (KIN_TYPE_RESOURCE_VIEW, NULL);
  kin_resource_view_set_model (fixture->view, KIN_ROW_LIST (fixture->list), columns, "Pods");
  fixture->window = widget_util_show (GTK_WIDGET (fixture->view));
  fixture->column_view = GTK_COLUMN_VIEW (widget_util_find (GTK_WIDGET (fixture->view), GTK_TYPE_COLUMN_VIEW));
  widget_util_draw (fixture->window);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_object_add_weak_pointer (G_OBJECT (fixture->view), (gpointer *) &fixture->view);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_null (fixture->view);
  g_assert_finalize_object (fixture->list);
  model_feed_free (fixture->feed);
}

static GtkWidget *
find_label (GtkWidget  *widget,
            const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
      g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), text) == 0)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_label (child, text);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* Where a row stands in the window. */
static double
measure_row (Fixture    *fixture,
             const char *name)
{
  GtkWidget *label = find_label (fixture->window, name);
  graphene_rect_t bounds;

  g_assert_nonnull (label);
  g_assert_true (gtk_widget_compute_bounds (label, fixture->window, &bounds));

  return bounds.origin.y;
}

static void
scroll_to_middle (Fixture *fixture)
{
  gtk_column_view_scroll_to (fixture->column_view, N_PODS / 2, NULL, GTK_LIST_SCROLL_NONE, NULL);
  widget_util_draw (fixture->window);
}

static void
draw_change (Fixture *fixture)
{
  model_settle ();
  widget_util_draw (fixture->window);
}

static void
test_scroll_stays (Fixture       *fixture,
                   gconstpointer  data)
{
  double before;

  scroll_to_middle (fixture);
  before = measure_row (fixture, "pod-0495");

  for (guint i = 0; i < 25; i++)
    {
      g_autofree char *name = g_strdup_printf ("pod-0003-%u", i);

      put_pod (fixture, name, "node-1");
    }
  draw_change (fixture);
  g_assert_cmpfloat_with_epsilon (measure_row (fixture, "pod-0495"), before, 1);

  model_feed_delete (fixture->feed, "n/pod-0001");
  model_feed_delete (fixture->feed, "n/pod-0002");
  put_pod (fixture, "pod-0495", "node-2");
  draw_change (fixture);
  g_assert_cmpfloat_with_epsilon (measure_row (fixture, "pod-0495"), before, 1);
}

static void
test_selection_stays (Fixture       *fixture,
                      gconstpointer  data)
{
  GtkSelectionModel *selection = gtk_column_view_get_model (fixture->column_view);
  KinRow *row;

  gtk_selection_model_select_item (selection, 5, TRUE);
  row = kin_resource_view_get_selected (fixture->view);
  g_assert_cmpstr (kin_row_get_title (row), ==, "pod-0005");

  model_feed_delete (fixture->feed, "n/pod-0002");
  put_pod (fixture, "pod-0001-a", "node-1");
  put_pod (fixture, "pod-0001-b", "node-1");
  put_pod (fixture, "pod-0005", "node-2");
  draw_change (fixture);

  g_assert_true (kin_resource_view_get_selected (fixture->view) == row);
  g_assert_true (gtk_selection_model_is_selected (selection, 6));
}

int
main (int    argc,
      char **argv)
{
  int status;

  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add ("/resource-view/scroll-stays", Fixture, NULL, set_up, test_scroll_stays, tear_down);
  g_test_add ("/resource-view/selection-stays", Fixture, NULL, set_up, test_selection_stays, tear_down);

  status = g_test_run ();
  kin_worker_pool_shutdown ();

  return status;
}
