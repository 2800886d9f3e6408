/* kin-yaml-page.c: an object as YAML, changed in place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-yaml-page.h"

#include <gtksourceview/gtksource.h>

#include "base/kin-worker-pool.h"
#include "journal/kin-line-diff.h"
#include "object/kin-object.h"
#include "object/kin-yaml.h"

struct _KinYamlPage
{
  AdwBin parent_instance;

  GtkSearchBar *search_bar;
  GtkSearchEntry *search_entry;
  GtkWidget *scroller;
  GtkSourceView *view;
  GtkSourceBuffer *buffer;

  GtkSourceSearchContext *search;
  KinObject *object;         /* the newest one that was set */
  KinObject *shown;          /* the one whose text is in the buffer */
  char *text;                /* what the buffer holds */
  GCancellable *cancellable;
  gboolean writing;          /* a worker is at it: one at a time, the newest wins */
};

G_DEFINE_FINAL_TYPE (KinYamlPage, kin_yaml_page, ADW_TYPE_BIN)

/* What goes to the worker and comes back. */
typedef struct
{
  KinObject *object;
  char *old_text;
} YamlJob;

typedef struct
{
  char *text;
  GArray *hunks;
} YamlResult;

static void write_yaml (KinYamlPage *self);

static void
yaml_job_free (YamlJob *job)
{
  kin_object_unref (job->object);
  g_free (job->old_text);
  g_free (job);
}

static void
yaml_result_free (YamlResult *result)
{
  g_clear_pointer (&result->hunks, g_array_unref);
  g_free (result->text);
  g_free (result);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (YamlResult, yaml_result_free)

/* On a worker: an object may be a megabyte large. */
static gpointer
make_yaml (gpointer   data,
           GError   **error)
{
  YamlJob *job = data;
  g_autoptr(GBytes) body = kin_object_dup_body (job->object);
  g_autoptr(KinJson) json = NULL;
  g_autoptr(YamlResult) result = g_new0 (YamlResult, 1);

  if (body == NULL)
    {
      result->text = g_strdup ("");
    }
  else
    {
      json = kin_json_parse (g_bytes_get_data (body, NULL), g_bytes_get_size (body), error);
      if (json == NULL)
        return NULL;
      result->text = kin_yaml_from_json (kin_json_get_root (json));
    }
  result->hunks = kin_line_diff (job->old_text, result->text);

  return g_steal_pointer (&result);
}

static void
get_line_iter (KinYamlPage *self,
               guint        line,
               GtkTextIter *iter)
{
  if (!gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), iter, line))
    gtk_text_buffer_get_end_iter (GTK_TEXT_BUFFER (self->buffer), iter);
}

static char *
join_lines (char  **lines,
            guint   start,
            guint   n)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = start; i < start + n; i++)
    g_string_append_printf (text, "%s\n", lines[i]);

  return g_string_free_and_steal (g_steal_pointer (&text));
}

/* Lines that stay are not touched: marks, scroll, selection and search marks hang on them. */
static void
apply_hunk (KinYamlPage       *self,
            const KinLineHunk *hunk,
            char             **new_lines)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  g_autofree char *insertion = join_lines (new_lines, hunk->new_start, hunk->n_new);
  GtkTextIter start;
  GtkTextIter end;

  get_line_iter (self, hunk->old_start, &start);
  get_line_iter (self, hunk->old_start + hunk->n_old, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, insertion, -1);
}

static void
show_result (KinYamlPage *self,
             YamlResult  *result)
{
  g_auto(GStrv) lines = NULL;

  if (self->text[0] == '\0')
    {
      gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), result->text, -1);
    }
  else
    {
      lines = g_strsplit (result->text, "\n", -1);
      for (guint i = result->hunks->len; i > 0; i--)
        apply_hunk (self, &g_array_index (result->hunks, KinLineHunk, i - 1), lines);
    }

  g_set_str (&self->text, result->text);
}

static void
yaml_made_cb (GObject      *source,
              GAsyncResult *async_result,
              gpointer      user_data)
{
  g_autoptr(KinYamlPage) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(YamlResult) result = kin_worker_pool_push_finish (async_result, &error);

  self->writing = FALSE;
  if (g_cancellable_is_cancelled (self->cancellable))
    return;

  if (result != NULL)
    show_result (self, result);
  else
    g_warning ("The YAML of %s could not be made: %s",
               kin_object_get_key (self->shown), error->message);

  if (self->object != self->shown)
    write_yaml (self);
}

/* Another object begins with its own text, at its top. */
static void
clear_other_object (KinYamlPage *self)
{
  if (self->shown != NULL && self->object != NULL &&
      kin_object_same_identity (self->shown, self->object))
    return;

  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), "", 0);
  g_set_str (&self->text, "");
}

static void
write_yaml (KinYamlPage *self)
{
  YamlJob *job;

  clear_other_object (self);
  g_clear_pointer (&self->shown, kin_object_unref);
  if (self->object == NULL)
    return;

  job = g_new0 (YamlJob, 1);
  job->object = kin_object_ref (self->object);
  job->old_text = g_strdup (self->text);
  self->shown = kin_object_ref (self->object);
  self->writing = TRUE;
  kin_worker_pool_push_async (self, make_yaml, job, (GDestroyNotify) yaml_job_free,
                              (GDestroyNotify) yaml_result_free, G_PRIORITY_DEFAULT_IDLE,
                              self->cancellable, yaml_made_cb, g_object_ref (self));
}

static void
select_match (KinYamlPage       *self,
              const GtkTextIter *start,
              const GtkTextIter *end)
{
  gtk_text_buffer_select_range (GTK_TEXT_BUFFER (self->buffer), start, end);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view),
                                gtk_text_buffer_get_insert (GTK_TEXT_BUFFER (self->buffer)),
                                0.1, FALSE, 0, 0);
}

static void
find_next_cb (KinYamlPage *self)
{
  GtkTextIter from;
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), NULL, &from);
  if (gtk_source_search_context_forward (self->search, &from, &start, &end, NULL))
    select_match (self, &start, &end);
}

static void
find_previous_cb (KinYamlPage *self)
{
  GtkTextIter from;
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), &from, NULL);
  if (gtk_source_search_context_backward (self->search, &from, &start, &end, NULL))
    select_match (self, &start, &end);
}

static void
search_changed_cb (KinYamlPage *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search_entry));
  GtkSourceSearchSettings *settings = gtk_source_search_context_get_settings (self->search);

  gtk_source_search_settings_set_search_text (settings, *text != '\0' ? text : NULL);
  find_next_cb (self);
}

static void
follow_style (KinYamlPage *self)
{
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());

  gtk_source_buffer_set_style_scheme (self->buffer,
                                      gtk_source_style_scheme_manager_get_scheme (manager, dark ? "Adwaita-dark" : "Adwaita"));
}

/* GtkSourceGutter does not free the list of what it still holds. */
static void
empty_gutter (KinYamlPage *self)
{
  GtkSourceGutter *gutter = gtk_source_view_get_gutter (self->view, GTK_TEXT_WINDOW_LEFT);
  GtkWidget *renderer;

  while ((renderer = gtk_widget_get_first_child (GTK_WIDGET (gutter))) != NULL)
    gtk_source_gutter_remove (gutter, GTK_SOURCE_GUTTER_RENDERER (renderer));
}

static void
kin_yaml_page_dispose (GObject *object)
{
  KinYamlPage *self = KIN_YAML_PAGE (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->search);
  g_clear_pointer (&self->object, kin_object_unref);
  g_clear_pointer (&self->shown, kin_object_unref);
  if (self->view != NULL)
    empty_gutter (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_YAML_PAGE);

  G_OBJECT_CLASS (kin_yaml_page_parent_class)->dispose (object);
}

static void
kin_yaml_page_finalize (GObject *object)
{
  KinYamlPage *self = KIN_YAML_PAGE (object);

  g_clear_object (&self->cancellable);
  g_free (self->text);

  G_OBJECT_CLASS (kin_yaml_page_parent_class)->finalize (object);
}

static void
kin_yaml_page_class_init (KinYamlPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = kin_yaml_page_dispose;
  object_class->finalize = kin_yaml_page_finalize;

  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  g_type_ensure (GTK_SOURCE_TYPE_BUFFER);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-yaml-page.ui");
  gtk_widget_class_bind_template_child (widget_class, KinYamlPage, search_bar);
  gtk_widget_class_bind_template_child (widget_class, KinYamlPage, search_entry);
  gtk_widget_class_bind_template_child (widget_class, KinYamlPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, KinYamlPage, view);
  gtk_widget_class_bind_template_child (widget_class, KinYamlPage, buffer);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, find_next_cb);
  gtk_widget_class_bind_template_callback (widget_class, find_previous_cb);
}

static void
kin_yaml_page_init (KinYamlPage *self)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  g_autoptr(GtkSourceSearchSettings) settings = gtk_source_search_settings_new ();

  self->text = g_strdup ("");
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));

  gtk_source_search_settings_set_wrap_around (settings, TRUE);
  self->search = gtk_source_search_context_new (self->buffer, settings);
  gtk_source_buffer_set_language (self->buffer, gtk_source_language_manager_get_language (languages, "yaml"));
  gtk_search_bar_connect_entry (self->search_bar, GTK_EDITABLE (self->search_entry));
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (follow_style), self, G_CONNECT_SWAPPED);
  follow_style (self);
}

/**
 * kin_yaml_page_new:
 *
 * Returns: (transfer floating): an empty page
 */
GtkWidget *
kin_yaml_page_new (void)
{
  return g_object_new (KIN_TYPE_YAML_PAGE, NULL);
}

/**
 * kin_yaml_page_set_object:
 * @self: the page
 * @object: (nullable) (transfer none): what to show
 *
 * Shows @object without its managedFields. When it is a newer state of what is shown, only the lines
 * that differ are replaced: scroll, selection and search stay.
 */
void
kin_yaml_page_set_object (KinYamlPage *self,
                          KinObject   *object)
{
  g_return_if_fail (KIN_IS_YAML_PAGE (self));

  if (self->object == object)
    return;

  g_clear_pointer (&self->object, kin_object_unref);
  if (object != NULL)
    self->object = kin_object_ref (object);
  if (!self->writing)
    write_yaml (self);
}

/**
 * kin_yaml_page_begin_search:
 * @self: the page
 *
 * Opens the search bar and puts the cursor into it.
 */
void
kin_yaml_page_begin_search (KinYamlPage *self)
{
  g_return_if_fail (KIN_IS_YAML_PAGE (self));

  gtk_search_bar_set_search_mode (self->search_bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
}
