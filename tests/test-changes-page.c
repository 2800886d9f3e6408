/* test-changes-page.c: the newest change stays in sight, and an older one for whoever has scrolled to it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-change-item.h"
#include "ui/kin-changes-page.h"
#include "widget-util.h"

typedef struct
{
  GListStore *changes;
  GtkWidget *window;
  KinChangesPage *page;
  GtkAdjustment *adjustment;
} Fixture;

/* A gap needs no object, and says its time. */
static void
add_change (Fixture *fixture,
            guint    second)
{
  g_autoptr(KinChange) change = kin_change_new_gap (0, second * G_USEC_PER_SEC);
  g_autoptr(KinChangeItem) item = kin_change_item_new (change);

  g_list_store_insert (fixture->changes, 0, item);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  GtkWidget *list_view;

  fixture->changes = g_list_store_new (KIN_TYPE_CHANGE_ITEM);
  fixture->page = KIN_CHANGES_PAGE (kin_changes_page_new ());
  kin_changes_page_set_changes (fixture->page, G_LIST_MODEL (fixture->changes));
  fixture->window = widget_util_show (GTK_WIDGET (fixture->page));
  list_view = widget_util_find (GTK_WIDGET (fixture->page), GTK_TYPE_LIST_VIEW);
  fixture->adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list_view));

  for (guint i = 0; i < 60; i++)
    add_change (fixture, i);
  widget_util_draw (fixture->window);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_object_add_weak_pointer (G_OBJECT (fixture->page), (gpointer *) &fixture->page);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_null (fixture->page);
  g_assert_finalize_object (fixture->changes);
}

static void
test_newest_stays (Fixture       *fixture,
                   gconstpointer  data)
{
  g_assert_cmpfloat (gtk_adjustment_get_upper (fixture->adjustment), >, 2 * gtk_adjustment_get_page_size (fixture->adjustment));

  for (guint i = 60; i < 80; i++)
    {
      add_change (fixture, i);
      if (i % 5 == 0)
        widget_util_draw (fixture->window);
    }
  widget_util_draw (fixture->window);

  g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_value (fixture->adjustment), 0, 1);
}

static void
test_older_stays (Fixture       *fixture,
                  gconstpointer  data)
{
  double from_bottom;

  gtk_adjustment_set_value (fixture->adjustment, 300);
  widget_util_draw (fixture->window);
  from_bottom = gtk_adjustment_get_upper (fixture->adjustment) - gtk_adjustment_get_value (fixture->adjustment);

  add_change (fixture, 60);
  add_change (fixture, 61);
  widget_util_draw (fixture->window);

  g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_upper (fixture->adjustment) - gtk_adjustment_get_value (fixture->adjustment),
                                  from_bottom, 1);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add ("/changes-page/newest-stays", Fixture, NULL, set_up, test_newest_stays, tear_down);
  g_test_add ("/changes-page/older-stays", Fixture, NULL, set_up, test_older_stays, tear_down);

  return g_test_run ();
}
