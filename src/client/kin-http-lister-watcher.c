/* kin-http-lister-watcher.c: lists and watches one resource of an API server, in one namespace or in all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-http-lister-watcher.h"

#include <glib/gi18n.h>
#include <string.h>

#include "client/kin-http-watch.h"
#include "client/kin-list-reader.h"

struct _KinHttpListerWatcher
{
  GObject parent_instance;

  KinTransport *transport;
  KinKind *kind;
  char *namespace_;        /* NULL = all */
  char *label_selector;
  char *field_selector;
  char *list_words;        /* "list pods in shop" */
  char *watch_words;
};

static void kin_http_lister_watcher_iface_init (KinListerWatcherInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (KinHttpListerWatcher, kin_http_lister_watcher, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (KIN_TYPE_LISTER_WATCHER, kin_http_lister_watcher_iface_init))

static void
add_parameter (GString    *path,
               const char *name,
               const char *value)
{
  if (value == NULL || *value == '\0')
    return;

  g_string_append_c (path, strchr (path->str, '?') != NULL ? '&' : '?');
  g_string_append_printf (path, "%s=", name);
  g_string_append_uri_escaped (path, value, NULL, FALSE);
}

static void
add_number (GString    *path,
            const char *name,
            guint       number)
{
  g_autofree char *text = g_strdup_printf ("%u", number);

  if (number > 0)
    add_parameter (path, name, text);
}

static GString *
begin_path (KinHttpListerWatcher *self)
{
  g_autofree char *base = kin_resource_dup_path (kin_kind_get_resource (self->kind), self->namespace_, NULL, NULL);
  GString *path = g_string_new (base);

  add_parameter (path, "labelSelector", self->label_selector);
  add_parameter (path, "fieldSelector", self->field_selector);

  return path;
}

static char *
dup_list_path (KinHttpListerWatcher *self,
               const KinListOptions *options)
{
  GString *path = begin_path (self);

  add_number (path, "limit", options->limit);
  add_parameter (path, "continue", options->continue_token);
  add_parameter (path, "resourceVersion", options->resource_version);
  add_parameter (path, "resourceVersionMatch", options->resource_version_match);

  return g_string_free_and_steal (path);
}

static char *
dup_watch_path (KinHttpListerWatcher  *self,
                const KinWatchOptions *options)
{
  GString *path = begin_path (self);

  add_parameter (path, "watch", "true");
  add_parameter (path, "resourceVersion", options->resource_version);
  add_number (path, "timeoutSeconds", options->timeout_seconds);
  if (options->allow_bookmarks)
    add_parameter (path, "allowWatchBookmarks", "true");
  if (options->send_initial_events)
    {
      add_parameter (path, "sendInitialEvents", "true");
      add_parameter (path, "resourceVersionMatch", "NotOlderThan");
    }

  return g_string_free_and_steal (path);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  KinListPage *page = kin_list_reader_read_finish (KIN_RESPONSE (source), result, &error);

  if (page != NULL)
    g_task_return_pointer (task, page, (GDestroyNotify) kin_list_page_free);
  else
    g_task_return_error (task, error);
}

static void
list_sent_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  KinHttpListerWatcher *self = g_task_get_source_object (task);
  GHashTable *known = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr(KinResponse) response = kin_transport_send_finish (KIN_TRANSPORT (source), result, &error);

  if (response == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  kin_list_reader_read_async (response, self->kind, known, g_task_get_cancellable (task), read_cb, g_object_ref (task));
}

static void
kin_http_lister_watcher_list_async (KinListerWatcher     *lister_watcher,
                                    const KinListOptions *options,
                                    GCancellable         *cancellable,
                                    GAsyncReadyCallback   callback,
                                    gpointer              user_data)
{
  KinHttpListerWatcher *self = KIN_HTTP_LISTER_WATCHER (lister_watcher);
  g_autofree char *path = dup_list_path (self, options);
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);
  KinRequest request = {
    .path = path,
    .what = self->list_words,
    .flags = KIN_REQUEST_LIST | KIN_REQUEST_GZIP,
  };

  g_task_set_source_tag (task, kin_http_lister_watcher_list_async);
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  if (options->known != NULL)
    g_task_set_task_data (task, g_hash_table_ref (options->known), (GDestroyNotify) g_hash_table_unref);

  kin_transport_send_async (self->transport, &request, cancellable, list_sent_cb, g_steal_pointer (&task));
}

static KinListPage *
kin_http_lister_watcher_list_finish (KinListerWatcher  *lister_watcher,
                                     GAsyncResult      *result,
                                     GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, lister_watcher), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
watch_sent_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  KinHttpListerWatcher *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr(KinResponse) response = kin_transport_send_finish (KIN_TRANSPORT (source), result, &error);

  if (response != NULL)
    g_task_return_pointer (task, kin_http_watch_new (response, self->kind), g_object_unref);
  else
    g_task_return_error (task, error);
}

static void
kin_http_lister_watcher_watch_async (KinListerWatcher      *lister_watcher,
                                     const KinWatchOptions *options,
                                     GCancellable          *cancellable,
                                     GAsyncReadyCallback    callback,
                                     gpointer               user_data)
{
  KinHttpListerWatcher *self = KIN_HTTP_LISTER_WATCHER (lister_watcher);
  g_autofree char *path = dup_watch_path (self, options);
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);
  KinRequest request = {
    .path = path,
    .what = self->watch_words,
    .flags = KIN_REQUEST_WATCH,
  };

  g_task_set_source_tag (task, kin_http_lister_watcher_watch_async);
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);

  kin_transport_send_async (self->transport, &request, cancellable, watch_sent_cb, g_steal_pointer (&task));
}

static KinWatch *
kin_http_lister_watcher_watch_finish (KinListerWatcher  *lister_watcher,
                                      GAsyncResult      *result,
                                      GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, lister_watcher), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static KinKind *
kin_http_lister_watcher_get_kind (KinListerWatcher *lister_watcher)
{
  return KIN_HTTP_LISTER_WATCHER (lister_watcher)->kind;
}

static gboolean
kin_http_lister_watcher_can_stream (KinListerWatcher *lister_watcher)
{
  return kin_transport_get_streams_lists (KIN_HTTP_LISTER_WATCHER (lister_watcher)->transport);
}

static void
kin_http_lister_watcher_refuse_streams (KinListerWatcher *lister_watcher)
{
  kin_transport_refuse_streamed_lists (KIN_HTTP_LISTER_WATCHER (lister_watcher)->transport);
}

static void
kin_http_lister_watcher_iface_init (KinListerWatcherInterface *iface)
{
  iface->list_async = kin_http_lister_watcher_list_async;
  iface->list_finish = kin_http_lister_watcher_list_finish;
  iface->watch_async = kin_http_lister_watcher_watch_async;
  iface->watch_finish = kin_http_lister_watcher_watch_finish;
  iface->get_kind = kin_http_lister_watcher_get_kind;
  iface->can_stream = kin_http_lister_watcher_can_stream;
  iface->refuse_streams = kin_http_lister_watcher_refuse_streams;
}

static void
kin_http_lister_watcher_finalize (GObject *object)
{
  KinHttpListerWatcher *self = KIN_HTTP_LISTER_WATCHER (object);

  g_clear_object (&self->transport);
  g_clear_pointer (&self->kind, kin_kind_unref);
  g_clear_pointer (&self->namespace_, g_free);
  g_clear_pointer (&self->label_selector, g_free);
  g_clear_pointer (&self->field_selector, g_free);
  g_clear_pointer (&self->list_words, g_free);
  g_clear_pointer (&self->watch_words, g_free);

  G_OBJECT_CLASS (kin_http_lister_watcher_parent_class)->finalize (object);
}

static void
kin_http_lister_watcher_class_init (KinHttpListerWatcherClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = kin_http_lister_watcher_finalize;
}

static void
kin_http_lister_watcher_init (KinHttpListerWatcher *self)
{
}

/**
 * kin_http_lister_watcher_new:
 * @transport: the way to the cluster
 * @kind: what to list
 * @namespace_: (nullable): where; %NULL = everywhere
 * @label_selector: (nullable): which
 * @field_selector: (nullable): which
 *
 * Returns: (transfer full): the lister-watcher
 */
KinListerWatcher *
kin_http_lister_watcher_new (KinTransport *transport,
                             KinKind      *kind,
                             const char   *namespace_,
                             const char   *label_selector,
                             const char   *field_selector)
{
  KinHttpListerWatcher *self;
  const char *id;

  g_return_val_if_fail (KIN_IS_TRANSPORT (transport), NULL);
  g_return_val_if_fail (kind != NULL, NULL);

  id = kin_resource_get_id (kin_kind_get_resource (kind));
  self = g_object_new (KIN_TYPE_HTTP_LISTER_WATCHER, NULL);
  self->transport = g_object_ref (transport);
  self->kind = kin_kind_ref (kind);
  self->namespace_ = g_strdup (namespace_);
  self->label_selector = g_strdup (label_selector);
  self->field_selector = g_strdup (field_selector);

  if (namespace_ != NULL)
    {
      /* Translators: what was asked of the API: its verb, a kind such as “pods”, and a namespace. Begins a message. */
      self->list_words = g_strdup_printf (_("list %s in %s"), id, namespace_);
      /* Translators: what was asked of the API: its verb, a kind such as “pods”, and a namespace. Begins a message. */
      self->watch_words = g_strdup_printf (_("watch %s in %s"), id, namespace_);
    }
  else
    {
      /* Translators: what was asked of the API: its verb and a kind such as “pods”. Begins a message. */
      self->list_words = g_strdup_printf (_("list %s"), id);
      /* Translators: what was asked of the API: its verb and a kind such as “pods”. Begins a message. */
      self->watch_words = g_strdup_printf (_("watch %s"), id);
    }

  return KIN_LISTER_WATCHER (self);
}
