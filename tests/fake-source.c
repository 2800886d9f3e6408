/* fake-source.c: an API server that answers as a test tells it.
 *
 * A request waits until the test has looked at what it asks for and answers it. Cancelled requests end by themselves,
 * as real ones do; an answer that was given before comes through nevertheless, as real ones may.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fake-source.h"

#include "client/kin-status.h"

struct _FakeCall
{
  FakeSource *source;
  GTask *task;
  GSource *cancelled;
  gboolean is_list;

  char *resource_version;
  char *continue_token;
  guint limit;
  guint n_known;
  guint timeout;
  gboolean streamed;
};

struct _FakeSource
{
  GObject parent_instance;

  KinKind *kind;
  KinClock *clock;
  gboolean streams;
  GPtrArray *calls;   /* of FakeCall, those that wait */
};

struct _FakeWatch
{
  KinWatch parent_instance;

  KinClock *clock;
  GPtrArray *events;
  GTask *reader;
  GError *error;
  gboolean ended;
  gboolean closed;
};

static void fake_source_iface_init (KinListerWatcherInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (FakeSource, fake_source, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (KIN_TYPE_LISTER_WATCHER, fake_source_iface_init))
G_DEFINE_FINAL_TYPE (FakeWatch, fake_watch, KIN_TYPE_WATCH)

static void
fake_call_free (FakeCall *call)
{
  if (call->cancelled != NULL)
    g_source_destroy (call->cancelled);
  g_clear_pointer (&call->cancelled, g_source_unref);
  g_object_unref (call->task);
  g_free (call->resource_version);
  g_free (call->continue_token);
  g_free (call);
}

static gboolean
call_cancelled_cb (GCancellable *cancellable,
                   gpointer      user_data)
{
  fake_call_fail (user_data, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled"));

  return G_SOURCE_REMOVE;
}

static FakeCall *
add_call (FakeSource          *self,
          const char          *resource_version,
          GCancellable        *cancellable,
          GAsyncReadyCallback  callback,
          gpointer             user_data)
{
  FakeCall *call = g_new0 (FakeCall, 1);

  call->source = self;
  call->task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (call->task, add_call);
  g_task_set_check_cancellable (call->task, FALSE);
  call->resource_version = g_strdup (resource_version);

  call->cancelled = g_cancellable_source_new (cancellable);
  g_source_set_callback (call->cancelled, G_SOURCE_FUNC (call_cancelled_cb), call, NULL);
  g_source_attach (call->cancelled, NULL);

  g_ptr_array_add (self->calls, call);

  return call;
}

static void
fake_source_list_async (KinListerWatcher     *lister_watcher,
                        const KinListOptions *options,
                        GCancellable         *cancellable,
                        GAsyncReadyCallback   callback,
                        gpointer              user_data)
{
  FakeCall *call = add_call (FAKE_SOURCE (lister_watcher), options->resource_version, cancellable, callback, user_data);

  g_assert_null (options->resource_version_match);
  call->is_list = TRUE;
  call->continue_token = g_strdup (options->continue_token);
  call->limit = options->limit;
  call->n_known = options->known != NULL ? g_hash_table_size (options->known) : 0;
}

static KinListPage *
fake_source_list_finish (KinListerWatcher  *lister_watcher,
                         GAsyncResult      *result,
                         GError           **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
fake_source_watch_async (KinListerWatcher      *lister_watcher,
                         const KinWatchOptions *options,
                         GCancellable          *cancellable,
                         GAsyncReadyCallback    callback,
                         gpointer               user_data)
{
  FakeCall *call = add_call (FAKE_SOURCE (lister_watcher), options->resource_version, cancellable, callback, user_data);

  g_assert_true (options->allow_bookmarks);
  call->timeout = options->timeout_seconds;
  call->streamed = options->send_initial_events;
}

static KinWatch *
fake_source_watch_finish (KinListerWatcher  *lister_watcher,
                          GAsyncResult      *result,
                          GError           **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static KinKind *
fake_source_get_kind (KinListerWatcher *lister_watcher)
{
  return FAKE_SOURCE (lister_watcher)->kind;
}

static gboolean
fake_source_can_stream (KinListerWatcher *lister_watcher)
{
  return FAKE_SOURCE (lister_watcher)->streams;
}

static void
fake_source_refuse_streams (KinListerWatcher *lister_watcher)
{
  FAKE_SOURCE (lister_watcher)->streams = FALSE;
}

static void
fake_source_iface_init (KinListerWatcherInterface *iface)
{
  iface->list_async = fake_source_list_async;
  iface->list_finish = fake_source_list_finish;
  iface->watch_async = fake_source_watch_async;
  iface->watch_finish = fake_source_watch_finish;
  iface->get_kind = fake_source_get_kind;
  iface->can_stream = fake_source_can_stream;
  iface->refuse_streams = fake_source_refuse_streams;
}

static void
fake_source_finalize (GObject *object)
{
  FakeSource *self = FAKE_SOURCE (object);

  g_ptr_array_unref (self->calls);
  kin_kind_unref (self->kind);
  g_object_unref (self->clock);

  G_OBJECT_CLASS (fake_source_parent_class)->finalize (object);
}

static void
fake_source_class_init (FakeSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = fake_source_finalize;
}

static void
fake_source_init (FakeSource *self)
{
  self->calls = g_ptr_array_new_with_free_func ((GDestroyNotify) fake_call_free);
}

static GPtrArray *
steal_events (FakeWatch *self)
{
  GPtrArray *events = self->events;

  self->events = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_watch_event_free);

  return events;
}

static void
answer_reader (FakeWatch *self)
{
  g_autoptr(GTask) reader = NULL;

  if (self->reader == NULL || (self->events->len == 0 && !self->ended && self->error == NULL))
    return;

  reader = g_steal_pointer (&self->reader);
  if (self->events->len == 0 && self->error != NULL)
    g_task_return_error (reader, g_steal_pointer (&self->error));
  else
    g_task_return_pointer (reader, steal_events (self), (GDestroyNotify) g_ptr_array_unref);
}

static void
fake_watch_next_async (KinWatch            *watch,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  FakeWatch *self = FAKE_WATCH (watch);

  g_assert_null (self->reader);
  g_assert_false (self->closed);

  self->reader = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (self->reader, fake_watch_next_async);
  g_task_set_check_cancellable (self->reader, FALSE);
  answer_reader (self);
}

static GPtrArray *
fake_watch_next_finish (KinWatch      *watch,
                        GAsyncResult  *result,
                        GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
fake_watch_close (KinWatch *watch)
{
  FakeWatch *self = FAKE_WATCH (watch);

  self->closed = TRUE;
  self->ended = TRUE;
  answer_reader (self);
}

static void
fake_watch_finalize (GObject *object)
{
  FakeWatch *self = FAKE_WATCH (object);

  g_assert_true (self->closed);
  g_ptr_array_unref (self->events);
  g_clear_error (&self->error);
  g_object_unref (self->clock);

  G_OBJECT_CLASS (fake_watch_parent_class)->finalize (object);
}

static void
fake_watch_class_init (FakeWatchClass *klass)
{
  KinWatchClass *watch_class = KIN_WATCH_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = fake_watch_finalize;
  watch_class->next_async = fake_watch_next_async;
  watch_class->next_finish = fake_watch_next_finish;
  watch_class->close = fake_watch_close;
}

static void
fake_watch_init (FakeWatch *self)
{
  self->events = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_watch_event_free);
}

void
fake_settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

GError *
fake_status_error (int         code,
                   const char *reason,
                   int         retry_after)
{
  g_autofree char *body = g_strdup_printf ("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\","
                                           "\"message\":\"no\",\"reason\":\"%s\",\"code\":%d}", reason, code);

  return kin_error_new_from_http (code, "application/json", retry_after, body, strlen (body), "list pods", "server");
}

FakeSource *
fake_source_new (KinKind  *kind,
                 KinClock *clock)
{
  FakeSource *self = g_object_new (FAKE_TYPE_SOURCE, NULL);

  self->kind = kin_kind_ref (kind);
  self->clock = g_object_ref (clock);

  return self;
}

FakeCall *
fake_source_expect_list (FakeSource *self,
                         const char *resource_version,
                         const char *continue_token,
                         guint       limit)
{
  FakeCall *call;

  fake_settle ();
  g_assert_cmpuint (self->calls->len, >, 0);

  call = self->calls->pdata[0];
  g_assert_true (call->is_list);
  g_assert_cmpstr (call->resource_version, ==, resource_version);
  g_assert_cmpstr (call->continue_token, ==, continue_token);
  g_assert_cmpuint (call->limit, ==, limit);

  return call;
}

FakeCall *
fake_source_expect_watch (FakeSource *self,
                          const char *resource_version)
{
  FakeCall *call;

  fake_settle ();
  g_assert_cmpuint (self->calls->len, >, 0);

  call = self->calls->pdata[0];
  g_assert_false (call->is_list);
  g_assert_false (call->streamed);
  g_assert_cmpstr (call->resource_version, ==, resource_version);

  return call;
}

/* A first list as the beginning of a watch, of the newest state. */
FakeCall *
fake_source_expect_stream (FakeSource *self)
{
  FakeCall *call;

  fake_settle ();
  g_assert_cmpuint (self->calls->len, >, 0);

  call = self->calls->pdata[0];
  g_assert_true (call->streamed);
  g_assert_null (call->resource_version);

  return call;
}

void
fake_source_set_streams (FakeSource *self,
                         gboolean    streams)
{
  self->streams = streams;
}

gboolean
fake_source_get_streams (FakeSource *self)
{
  return self->streams;
}

void
fake_source_expect_nothing (FakeSource *self)
{
  fake_settle ();
  g_assert_cmpuint (self->calls->len, ==, 0);
}

guint
fake_source_get_n_calls (FakeSource *self)
{
  return self->calls->len;
}

FakeCall *
fake_source_get_call (FakeSource *self,
                      guint       position)
{
  g_assert_cmpuint (position, <, self->calls->len);

  return self->calls->pdata[position];
}

gboolean
fake_call_is_list (FakeCall *call)
{
  return call->is_list;
}

const char *
fake_call_get_version (FakeCall *call)
{
  return call->resource_version;
}

guint
fake_call_get_timeout (FakeCall *call)
{
  return call->timeout;
}

guint
fake_call_get_n_known (FakeCall *call)
{
  return call->n_known;
}

/* The task is returned last: its callback may be all that keeps the source. */
static GTask *
end_call (FakeCall *call)
{
  GTask *task = g_object_ref (call->task);

  g_ptr_array_remove (call->source->calls, call);

  return task;
}

void
fake_call_list (FakeCall   *call,
                const char *resource_version,
                const char *continue_token,
                ...)
{
  KinListPage *page = kin_list_page_new ();
  va_list objects;

  page->resource_version = g_strdup (resource_version);
  page->continue_token = g_strdup (continue_token);
  page->n_bytes = 100;

  va_start (objects, continue_token);
  for (KinObject *object = va_arg (objects, KinObject *); object != NULL; object = va_arg (objects, KinObject *))
    g_ptr_array_add (page->objects, object);
  va_end (objects);

  fake_call_list_page (call, page);
}

void
fake_call_list_page (FakeCall    *call,
                     KinListPage *page)
{
  g_autoptr(GTask) task = end_call (call);

  g_task_return_pointer (task, page, (GDestroyNotify) kin_list_page_free);
}

FakeWatch *
fake_call_watch (FakeCall *call)
{
  FakeWatch *watch = fake_call_begin_watch (call);

  fake_settle ();

  return watch;
}

FakeWatch *
fake_call_begin_watch (FakeCall *call)
{
  KinClock *clock = call->source->clock;
  g_autoptr(GTask) task = end_call (call);
  FakeWatch *watch = g_object_new (FAKE_TYPE_WATCH, NULL);

  watch->clock = g_object_ref (clock);
  kin_watch_touch (KIN_WATCH (watch), kin_clock_get_monotonic (clock));
  g_task_return_pointer (task, watch, g_object_unref);

  return watch;
}

void
fake_call_fail (FakeCall *call,
                GError   *error)
{
  g_autoptr(GTask) task = end_call (call);

  g_task_return_error (task, error);
}

static void
send_event (FakeWatch     *self,
            KinWatchEvent *event)
{
  event->n_bytes = 10;
  kin_watch_touch (KIN_WATCH (self), kin_clock_get_monotonic (self->clock));
  g_ptr_array_add (self->events, event);
  answer_reader (self);
}

void
fake_watch_send (FakeWatch         *self,
                 KinWatchEventType  type,
                 KinObject         *object)
{
  send_event (self, kin_watch_event_new (type, object));
}

void
fake_watch_send_bookmark (FakeWatch  *self,
                          const char *resource_version)
{
  fake_watch_send_foreign (self, KIN_WATCH_BOOKMARK, resource_version);
}

/* The bookmark that ends the initial events. */
void
fake_watch_send_initial_end (FakeWatch  *self,
                             const char *resource_version)
{
  KinWatchEvent *event = kin_watch_event_new (KIN_WATCH_BOOKMARK, NULL);

  event->resource_version = g_strdup (resource_version);
  event->initial_events_end = TRUE;
  send_event (self, event);
}

void
fake_watch_send_foreign (FakeWatch         *self,
                         KinWatchEventType  type,
                         const char        *resource_version)
{
  KinWatchEvent *event = kin_watch_event_new (type, NULL);

  event->resource_version = g_strdup (resource_version);
  send_event (self, event);
}

void
fake_watch_send_error (FakeWatch *self,
                       GError    *error)
{
  KinWatchEvent *event = kin_watch_event_new (KIN_WATCH_ERROR, NULL);

  event->error = error;
  send_event (self, event);
}

void
fake_watch_end (FakeWatch *self)
{
  self->ended = TRUE;
  answer_reader (self);
}

void
fake_watch_cut (FakeWatch *self,
                GError    *error)
{
  self->error = error;
  answer_reader (self);
}

gboolean
fake_watch_is_closed (FakeWatch *self)
{
  return self->closed;
}
