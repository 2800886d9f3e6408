/* model-feed.c: an informer whose queue a test fills by hand, and a listener that checks every items-changed of a model.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model-feed.h"

#include <string.h>

#define MAX_WAIT_S 60

struct _ModelFeed
{
  KinKind           *kind;
  KinClock          *clock;   /* NULL if the informer is another's */
  KinSharedInformer *informer;
  GHashTable        *objects; /* key → KinObject: what the server has */
};

/* A source whose list never comes: the test fills the queue in its stead. */
#define SILENT_TYPE_SOURCE (silent_source_get_type ())
G_DECLARE_FINAL_TYPE (SilentSource, silent_source, SILENT, SOURCE, GObject)

struct _SilentSource
{
  GObject  parent;

  KinKind *kind;
};

static void silent_source_lister_watcher_init (KinListerWatcherInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SilentSource, silent_source, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (KIN_TYPE_LISTER_WATCHER, silent_source_lister_watcher_init))

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  g_task_return_error_if_cancelled (G_TASK (user_data));

  return G_SOURCE_REMOVE;
}

static void
silent_source_list_async (KinListerWatcher     *source,
                          const KinListOptions *options,
                          GCancellable         *cancellable,
                          GAsyncReadyCallback   callback,
                          gpointer              user_data)
{
  g_autoptr(GTask) task = g_task_new (source, cancellable, callback, user_data);
  g_autoptr(GSource) source_cancelled = g_cancellable_source_new (cancellable);

  g_task_set_source_tag (task, silent_source_list_async);
  g_task_attach_source (task, source_cancelled, G_SOURCE_FUNC (cancelled_cb));
}

static KinListPage *
silent_source_list_finish (KinListerWatcher  *source,
                           GAsyncResult      *result,
                           GError           **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static KinKind *
silent_source_get_kind (KinListerWatcher *source)
{
  return SILENT_SOURCE (source)->kind;
}

static void
silent_source_lister_watcher_init (KinListerWatcherInterface *iface)
{
  iface->list_async = silent_source_list_async;
  iface->list_finish = silent_source_list_finish;
  iface->get_kind = silent_source_get_kind;
}

static void
silent_source_finalize (GObject *object)
{
  kin_kind_unref (SILENT_SOURCE (object)->kind);

  G_OBJECT_CLASS (silent_source_parent_class)->finalize (object);
}

static void
silent_source_class_init (SilentSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = silent_source_finalize;
}

static void
silent_source_init (SilentSource *self)
{
}

/* A KinListerWatcherMaker. */
KinListerWatcher *
model_feed_make_source (KinKind    *kind,
                        const char *namespace_,
                        const char *label_selector,
                        gpointer    user_data)
{
  SilentSource *source = g_object_new (SILENT_TYPE_SOURCE, NULL);

  source->kind = kin_kind_ref (kind);

  return KIN_LISTER_WATCHER (source);
}

/* Feeds an informer that somebody else has made, and starts and stops. */
ModelFeed *
model_feed_new_for (KinSharedInformer *informer)
{
  ModelFeed *self = g_new0 (ModelFeed, 1);

  self->kind = kin_kind_ref (kin_shared_informer_get_kind (informer));
  self->informer = g_object_ref (informer);
  self->objects = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) kin_object_unref);

  return self;
}

/* resource: "deployments.apps", of the built-in ones. */
ModelFeed *
model_feed_new (const char *resource)
{
  g_autoptr(GPtrArray) resources = kin_resource_list_builtin ();
  g_autoptr(KinKind) kind = kin_kind_new (kin_resource_match (resources, resource));
  g_autoptr(KinListerWatcher) source = model_feed_make_source (kind, NULL, NULL, NULL);
  /* Time stands still, so that no slice is ever over: all that waits is one burst. */
  KinClock *clock = kin_clock_new_stepped (0);
  g_autoptr(KinSharedInformer) informer = kin_shared_informer_new (source, clock, 0);
  ModelFeed *self = model_feed_new_for (informer);

  self->clock = clock;
  kin_shared_informer_start (informer);

  return self;
}

void
model_feed_free (ModelFeed *self)
{
  if (self->clock != NULL)
    {
      kin_shared_informer_stop (self->informer);
      model_settle ();
      g_assert_finalize_object (self->informer);
      g_assert_finalize_object (self->clock);
    }
  else
    g_object_unref (self->informer);

  g_hash_table_unref (self->objects);
  kin_kind_unref (self->kind);
  g_free (self);
}

KinSharedInformer *
model_feed_get_informer (ModelFeed *self)
{
  return self->informer;
}

static KinObject *
make_object (ModelFeed  *self,
             const char *json)
{
  g_autoptr(GError) error = NULL;
  KinObject *object = kin_object_new_from_json (self->kind, json, strlen (json), &error);

  g_assert_no_error (error);

  return object;
}

KinObject *
model_feed_make (ModelFeed  *self,
                 const char *format,
                 ...)
{
  g_autofree char *json = NULL;
  va_list args;

  va_start (args, format);
  json = g_strdup_vprintf (format, args);
  va_end (args);

  return make_object (self, json);
}

void
model_feed_put (ModelFeed *self,
                KinObject *object)
{
  const char *key = kin_object_get_key (object);
  KinDeltaFifo *fifo = kin_shared_informer_get_fifo (self->informer);

  if (g_hash_table_contains (self->objects, key))
    kin_delta_fifo_update (fifo, object);
  else
    kin_delta_fifo_add (fifo, object);
  g_hash_table_replace (self->objects, (gpointer) key, kin_object_ref (object));
}

void
model_feed_put_json (ModelFeed  *self,
                     const char *format,
                     ...)
{
  g_autofree char *json = NULL;
  g_autoptr(KinObject) object = NULL;
  va_list args;

  va_start (args, format);
  json = g_strdup_vprintf (format, args);
  va_end (args);
  object = make_object (self, json);

  model_feed_put (self, object);
}

void
model_feed_delete (ModelFeed  *self,
                   const char *key)
{
  KinObject *object = g_hash_table_lookup (self->objects, key);

  g_assert_nonnull (object);
  kin_delta_fifo_delete (kin_shared_informer_get_fifo (self->informer), object);
  g_hash_table_remove (self->objects, key);
}

/* A list: whatever is not in objects (not taken) is gone. */
void
model_feed_replace (ModelFeed *self,
                    GPtrArray *objects)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);

  g_hash_table_remove_all (self->objects);
  for (guint i = 0; i < objects->len; i++)
    {
      KinObject *object = g_ptr_array_index (objects, i);

      g_ptr_array_add (copy, kin_object_ref (object));
      g_hash_table_replace (self->objects, (gpointer) kin_object_get_key (object), kin_object_ref (object));
    }

  kin_delta_fifo_replace (kin_shared_informer_get_fifo (self->informer), copy, "1");
}

/* Lets everything happen that is waiting to. */
void
model_settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
too_late_cb (gpointer user_data)
{
  g_assert_not_reached ();
}

/* For what a worker does. */
void
model_wait_for_size (gpointer model,
                     guint    n_items)
{
  guint timeout = g_timeout_add_seconds_once (MAX_WAIT_S, too_late_cb, NULL);

  while (g_list_model_get_n_items (model) != n_items)
    g_main_context_iteration (NULL, TRUE);

  g_source_remove (timeout);
  model_settle ();
}

struct _Shadow
{
  GListModel *model;
  gboolean    asks;    /* for each row that is added; otherwise only sizes are known */
  GPtrArray  *ids;
  guint       n_items;
  GString    *changes; /* since they were last asked for: "+position,removed,added " */
};

static void
items_changed_cb (Shadow *self,
                  guint   position,
                  guint   n_removed,
                  guint   n_added)
{
  g_assert_cmpuint (position + n_removed, <=, self->n_items);
  self->n_items += n_added - n_removed;
  g_assert_cmpuint (g_list_model_get_n_items (self->model), ==, self->n_items);
  g_string_append_printf (self->changes, "%s%u,%u,%u", self->changes->len > 0 ? " " : "", position, n_removed, n_added);

  if (!self->asks)
    return;

  if (n_removed > 0)
    g_ptr_array_remove_range (self->ids, position, n_removed);
  for (guint i = 0; i < n_added; i++)
    {
      g_autoptr(KinRow) row = g_list_model_get_item (self->model, position + i);

      g_ptr_array_insert (self->ids, (int) (position + i), g_strdup (kin_row_get_id (row)));
    }
}

Shadow *
shadow_new (gpointer model,
            gboolean asks)
{
  Shadow *self = g_new0 (Shadow, 1);

  self->model = g_object_ref (model);
  self->asks = asks;
  self->ids = g_ptr_array_new_with_free_func (g_free);
  self->changes = g_string_new (NULL);
  g_signal_connect_swapped (model, "items-changed", G_CALLBACK (items_changed_cb), self);

  if (g_list_model_get_n_items (self->model) > 0)
    items_changed_cb (self, 0, 0, g_list_model_get_n_items (self->model));
  g_string_truncate (self->changes, 0);

  return self;
}

void
shadow_free (Shadow *self)
{
  g_signal_handlers_disconnect_by_func (self->model, items_changed_cb, self);
  g_object_unref (self->model);
  g_ptr_array_unref (self->ids);
  g_string_free (self->changes, TRUE);
  g_free (self);
}

/* The changes since the last call: "position,removed,added", with spaces between. */
char *
shadow_dup_changes (Shadow *self)
{
  char *changes = g_strdup (self->changes->str);

  g_string_truncate (self->changes, 0);

  return changes;
}

guint
shadow_get_size (Shadow *self)
{
  return self->n_items;
}

/* The model is what its items-changed told, and finds each of its rows. */
void
shadow_assert_equal (Shadow *self)
{
  g_assert_cmpuint (g_list_model_get_n_items (self->model), ==, self->ids->len);

  for (guint i = 0; i < self->ids->len; i++)
    {
      g_autoptr(KinRow) row = g_list_model_get_item (self->model, i);

      g_assert_cmpstr (kin_row_get_id (row), ==, g_ptr_array_index (self->ids, i));
      g_assert_cmpint (kin_row_list_find (KIN_ROW_LIST (self->model), kin_row_get_id (row)), ==, (int) i);
      g_assert_true (kin_row_list_has (KIN_ROW_LIST (self->model), kin_row_get_id (row)));
    }
}

/* The rows' titles from top to bottom, each behind as many dots as it is deep. */
char *
model_dup_titles (gpointer model)
{
  GString *titles = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr(KinRow) row = g_list_model_get_item (model, i);

      g_string_append_printf (titles, "%s%.*s%s", i > 0 ? " " : "", (int) kin_row_get_depth (row), "...", kin_row_get_title (row));
    }

  return g_string_free_and_steal (titles);
}
