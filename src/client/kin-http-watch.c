/* kin-http-watch.c: a watch that comes from an API server: bytes are read, a worker makes events of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-http-watch.h"

#include "base/kin-clock.h"
#include "base/kin-worker-pool.h"
#include "client/kin-watch-decoder.h"

#define DELIVERY_PRIORITY G_PRIORITY_DEFAULT_IDLE

/* One call hands out no more, so that a burst does not hold up the window. */
#define MAX_BATCH 1000

struct _KinHttpWatch
{
  KinWatch parent_instance;

  KinResponse *response;
  KinWatchDecoder *decoder;
  GPtrArray *events;     /* of KinWatchEvent: decoded and not handed out; NULL = none */
  gboolean ended;        /* nothing comes after events */
  gboolean in_call;
};

G_DEFINE_FINAL_TYPE (KinHttpWatch, kin_http_watch, KIN_TYPE_WATCH)

typedef struct
{
  KinWatchDecoder *decoder;   /* lent by the watch, which the call keeps */
  GBytes *bytes;
} Job;

static void read_more (GTask *task);

static void
job_free (gpointer data)
{
  Job *job = data;

  g_bytes_unref (job->bytes);
  g_free (job);
}

static gpointer
decode_work (gpointer   data,
             GError   **error)
{
  Job *job = data;

  return kin_watch_decoder_feed (job->decoder, job->bytes);
}

/* An array owns its events: taking some over leaves the rest to it. */
static GPtrArray *
take_batch (KinHttpWatch *self)
{
  GPtrArray *batch;

  if (self->events == NULL)
    return g_ptr_array_new_with_free_func ((GDestroyNotify) kin_watch_event_free);

  if (self->events->len <= MAX_BATCH)
    return g_steal_pointer (&self->events);

  batch = g_ptr_array_new_full (MAX_BATCH, (GDestroyNotify) kin_watch_event_free);
  for (guint i = 0; i < MAX_BATCH; i++)
    g_ptr_array_add (batch, g_steal_pointer (&self->events->pdata[i]));

  g_ptr_array_set_free_func (self->events, NULL);
  g_ptr_array_remove_range (self->events, 0, MAX_BATCH);
  g_ptr_array_set_free_func (self->events, (GDestroyNotify) kin_watch_event_free);

  return batch;
}

static void
return_batch (KinHttpWatch *self,
              GTask        *task)
{
  self->in_call = FALSE;
  g_task_return_pointer (task, take_batch (self), (GDestroyNotify) g_ptr_array_unref);
}

static void
return_error (KinHttpWatch *self,
              GTask        *task,
              GError       *error)
{
  self->in_call = FALSE;
  self->ended = TRUE;
  g_task_return_error (task, error);
}

static gboolean
ends_with_error (GPtrArray *events)
{
  const KinWatchEvent *last = events->len > 0 ? g_ptr_array_index (events, events->len - 1) : NULL;

  return last != NULL && last->type == KIN_WATCH_ERROR;
}

static void
decoded_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  KinHttpWatch *self = KIN_HTTP_WATCH (source);
  g_autoptr(GPtrArray) events = kin_worker_pool_push_finish (result, NULL);

  if (self->ended || events->len == 0)
    {
      read_more (task);
      return;
    }

  if (ends_with_error (events))
    {
      self->ended = TRUE;
      kin_response_close (self->response);
    }

  self->events = g_steal_pointer (&events);
  return_batch (self, task);
}

static void
bytes_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  KinHttpWatch *self = g_task_get_source_object (task);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = kin_response_read_finish (KIN_RESPONSE (source), result, &error);
  Job *job;

  if (bytes == NULL)
    {
      return_error (self, task, g_steal_pointer (&error));
      return;
    }

  /* What is left of an event that was cut off is worth nothing: the next watch begins before it. */
  if (g_bytes_get_size (bytes) == 0)
    {
      self->ended = TRUE;
      kin_response_close (self->response);
      return_batch (self, task);
      return;
    }

  kin_watch_touch (KIN_WATCH (self), kin_clock_get_monotonic (kin_clock_get_default ()));

  job = g_new (Job, 1);
  job->decoder = self->decoder;
  job->bytes = g_steal_pointer (&bytes);
  kin_worker_pool_push_async (self, decode_work, job, job_free, (GDestroyNotify) g_ptr_array_unref,
                              DELIVERY_PRIORITY, NULL, decoded_cb, g_steal_pointer (&task));
}

/* On a closed response this fails, as it should. */
static void
read_more (GTask *task)
{
  KinHttpWatch *self = g_task_get_source_object (task);

  kin_response_read_async (self->response, g_task_get_cancellable (task), bytes_cb, g_object_ref (task));
}

static void
kin_http_watch_next_async (KinWatch            *watch,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  KinHttpWatch *self = KIN_HTTP_WATCH (watch);
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (!self->in_call);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_http_watch_next_async);
  g_task_set_priority (task, DELIVERY_PRIORITY);

  self->in_call = TRUE;
  if (self->events != NULL || self->ended)
    return_batch (self, task);
  else
    read_more (task);
}

static GPtrArray *
kin_http_watch_next_finish (KinWatch      *watch,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, watch), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
kin_http_watch_close (KinWatch *watch)
{
  KinHttpWatch *self = KIN_HTTP_WATCH (watch);

  self->ended = TRUE;
  g_clear_pointer (&self->events, g_ptr_array_unref);
  kin_response_close (self->response);
}

static void
kin_http_watch_finalize (GObject *object)
{
  KinHttpWatch *self = KIN_HTTP_WATCH (object);

  g_clear_object (&self->response);
  g_clear_pointer (&self->events, g_ptr_array_unref);
  g_clear_pointer (&self->decoder, kin_watch_decoder_free);

  G_OBJECT_CLASS (kin_http_watch_parent_class)->finalize (object);
}

static void
kin_http_watch_class_init (KinHttpWatchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  KinWatchClass *watch_class = KIN_WATCH_CLASS (klass);

  object_class->finalize = kin_http_watch_finalize;
  watch_class->next_async = kin_http_watch_next_async;
  watch_class->next_finish = kin_http_watch_next_finish;
  watch_class->close = kin_http_watch_close;
}

static void
kin_http_watch_init (KinHttpWatch *self)
{
}

/**
 * kin_http_watch_new:
 * @response: the answer to a watch request
 * @kind: the kind of its objects
 *
 * Returns: (transfer full): a watch that has read nothing yet
 */
KinWatch *
kin_http_watch_new (KinResponse *response,
                    KinKind     *kind)
{
  KinHttpWatch *self;

  g_return_val_if_fail (KIN_IS_RESPONSE (response), NULL);
  g_return_val_if_fail (kind != NULL, NULL);

  self = g_object_new (KIN_TYPE_HTTP_WATCH, NULL);
  self->response = g_object_ref (response);
  self->decoder = kin_watch_decoder_new (kind, kin_response_get_compressed (response), kin_response_get_what (response));
  kin_watch_touch (KIN_WATCH (self), kin_clock_get_monotonic (kin_clock_get_default ()));

  return KIN_WATCH (self);
}
