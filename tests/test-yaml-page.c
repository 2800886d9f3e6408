/* test-yaml-page.c: YAML that changes keeps its scroll, its selection and its search marks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gtksourceview/gtksource.h>

#include "base/kin-worker-pool.h"
#include "object/kin-object.h"
#include "ui/kin-yaml-page.h"
#include "widget-util.h"

#define N_ENTRIES 400

typedef struct
{
  KinKind *kind;
  GtkWidget *window;
  KinYamlPage *page;
  GtkTextView *view;
  GtkTextBuffer *buffer;
} Fixture;

/* Lets the window live until its text has what is expected. */
static void
wait_for_text (Fixture    *fixture,
               const char *wanted)
{
  guint bound = widget_util_bound ();

  for (;;)
    {
      GtkTextIter start;
      GtkTextIter end;
      g_autofree char *text = NULL;

      gtk_text_buffer_get_bounds (fixture->buffer, &start, &end);
      text = gtk_text_buffer_get_text (fixture->buffer, &start, &end, TRUE);
      if (strstr (text, wanted) != NULL)
        break;
      g_main_context_iteration (NULL, TRUE);
    }

  g_source_remove (bound);
}

static KinObject *
make_config_map (Fixture    *fixture,
                 const char *early_value,
                 const char *late_value,
                 guint       n_inserted)
{
  g_autoptr(GString) json = g_string_new ("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\","
                                          "\"namespace\":\"d\",\"uid\":\"u\",\"resourceVersion\":\"1\"},\"data\":{");
  g_autoptr(GError) error = NULL;
  KinObject *object;

  for (guint i = 0; i < n_inserted; i++)
    g_string_append_printf (json, "\"key-000-%03u\":\"inserted\",", i);
  for (guint i = 0; i < N_ENTRIES; i++)
    g_string_append_printf (json, "%s\"key-%03u\":\"%s\"", i > 0 ? "," : "", i,
                            i == 3 ? early_value : i == N_ENTRIES - 3 ? late_value : "same");
  g_string_append (json, "}}");

  object = kin_object_new_from_json (fixture->kind, json->str, json->len, &error);
  g_assert_no_error (error);

  return object;
}

static void
show (Fixture    *fixture,
      const char *early_value,
      const char *late_value,
      guint       n_inserted)
{
  g_autoptr(KinObject) object = make_config_map (fixture, early_value, late_value, n_inserted);

  kin_yaml_page_set_object (fixture->page, object);
}

/* How many pixels below the top of what is seen a line stands. */
static int
measure_line (Fixture    *fixture,
              const char *text)
{
  GdkRectangle visible;
  GtkTextIter start;
  GtkTextIter match;
  int y;

  gtk_text_buffer_get_start_iter (fixture->buffer, &start);
  g_assert_true (gtk_text_iter_forward_search (&start, text, 0, &match, NULL, NULL));
  gtk_text_view_get_visible_rect (fixture->view, &visible);
  gtk_text_view_get_line_yrange (fixture->view, &match, &y, NULL);

  return y - visible.y;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autoptr(KinResource) resource = kin_resource_new ("", "v1", "configmaps", "ConfigMap", TRUE);

  fixture->kind = kin_kind_new (resource);
  fixture->page = KIN_YAML_PAGE (kin_yaml_page_new ());
  fixture->window = widget_util_show (GTK_WIDGET (fixture->page));
  fixture->view = GTK_TEXT_VIEW (widget_util_find (GTK_WIDGET (fixture->page), GTK_TYPE_TEXT_VIEW));
  fixture->buffer = gtk_text_view_get_buffer (fixture->view);
  show (fixture, "old early", "old late", 0);
  wait_for_text (fixture, "old late");
  widget_util_draw (fixture->window);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_object_add_weak_pointer (G_OBJECT (fixture->page), (gpointer *) &fixture->page);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_null (fixture->page);
  kin_kind_unref (fixture->kind);
}

static void
scroll_to_line (Fixture *fixture,
                int      line)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_line (fixture->buffer, &iter, line);
  gtk_text_view_scroll_to_iter (fixture->view, &iter, 0, TRUE, 0, 0);
  widget_util_draw (fixture->window);
}

static void
test_scroll_stays (Fixture       *fixture,
                   gconstpointer  user_data)
{
  int before;

  scroll_to_line (fixture, N_ENTRIES / 2);
  before = measure_line (fixture, "key-200");
  g_assert_cmpint (before, >=, 0);
  g_assert_cmpint (before, <, 400);

  show (fixture, "new early", "new late", 30);
  wait_for_text (fixture, "new late");
  widget_util_draw (fixture->window);

  g_assert_cmpint (measure_line (fixture, "key-200"), ==, before);
}

static void
test_selection_stays (Fixture       *fixture,
                      gconstpointer  user_data)
{
  GtkTextIter start;
  GtkTextIter end;
  g_autofree char *selected = NULL;

  gtk_text_buffer_get_iter_at_line (fixture->buffer, &start, 100);
  gtk_text_buffer_get_iter_at_line (fixture->buffer, &end, 102);
  gtk_text_buffer_select_range (fixture->buffer, &start, &end);

  show (fixture, "new early", "new late", 5);
  wait_for_text (fixture, "new late");

  g_assert_true (gtk_text_buffer_get_selection_bounds (fixture->buffer, &start, &end));
  selected = gtk_text_buffer_get_text (fixture->buffer, &start, &end, TRUE);
  g_assert_cmpstr (selected, ==, "  key-098: same\n  key-099: same\n");
}

static void
count_deleted_cb (GtkTextBuffer *buffer,
                  GtkTextIter   *start,
                  GtkTextIter   *end,
                  guint         *n_lines)
{
  *n_lines += gtk_text_iter_get_line (end) - gtk_text_iter_get_line (start);
}

static void
test_only_changed_lines (Fixture       *fixture,
                         gconstpointer  user_data)
{
  guint n_deleted = 0;

  g_signal_connect (fixture->buffer, "delete-range", G_CALLBACK (count_deleted_cb), &n_deleted);
  show (fixture, "new early", "new late", 0);
  wait_for_text (fixture, "new late");

  g_assert_cmpuint (n_deleted, ==, 2);
}

static void
test_other_object (Fixture       *fixture,
                   gconstpointer  user_data)
{
  static const char json[] = "{\"metadata\":{\"name\":\"other\",\"namespace\":\"d\",\"uid\":\"v\"}}";
  g_autoptr(KinObject) other = kin_object_new_from_json (fixture->kind, json, strlen (json), NULL);
  GtkTextIter start;
  GtkTextIter end;
  g_autofree char *text = NULL;

  /* Two in a row: the one in the middle may never be shown in the place of the last. */
  show (fixture, "new early", "new late", 0);
  kin_yaml_page_set_object (fixture->page, other);
  wait_for_text (fixture, "name: other");

  gtk_text_buffer_get_bounds (fixture->buffer, &start, &end);
  text = gtk_text_buffer_get_text (fixture->buffer, &start, &end, TRUE);
  g_assert_null (strstr (text, "key-"));
}

int
main (int    argc,
      char **argv)
{
  int status;

  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();

#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/yaml-page/scroll-stays", test_scroll_stays);
  ADD ("/yaml-page/selection-stays", test_selection_stays);
  ADD ("/yaml-page/only-changed-lines", test_only_changed_lines);
  ADD ("/yaml-page/other-object", test_other_object);

  status = g_test_run ();
  kin_worker_pool_shutdown ();

  return status;
}
