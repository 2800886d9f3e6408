/* kin-http-watch.c: a watch that comes from an API server: bytes are read, workers make events of them.
 *
 * In a burst the next piece is read and cut while the last ones are being decoded and handed out; a few pieces ahead of
 * the reader it stops.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-http-watch.h"

#include <glib/gi18n.h>

#include "base/kin-clock.h"
#include "base/kin-error.h"
#include "base/kin-worker-pool.h"
#include "client/kin-watch-decoder.h"

#define DELIVERY_PRIORITY G_PRIORITY_DEFAULT_IDLE

/* One call hands out no more, so that a burst does not hold up the window. */
#define MAX_EVENTS 1000

/* How far the workers may be ahead of the reader. */
#define MAX_SLOTS 4

/* So few bytes are decoded where they were cut: a single event must not go from worker to worker. */
#define MAX_AT_ONCE (32 * 1024)

/* The events of one piece. */
typedef struct
{
  GPtrArray *events;     /* of KinWatchEvent; NULL = being decoded */
} Slot;

struct _KinHttpWatch
{
  KinWatch parent_instance;

  KinResponse *response;
  KinWatchDecoder *decoder;

  gboolean reading;
  GBytes *piece;         /* read, and not being cut yet */
  gboolean cutting;
  GQueue slots;          /* of Slot, in order */

  gboolean ended;        /* nothing more is read */
  gboolean closed;       /* and nothing that was is handed out */
  GError *error;         /* why, where the server did not end it */

  GTask *call;           /* the reader waits */
  GSource *call_source;  /* its cancellable */
};

G_DEFINE_FINAL_TYPE (KinHttpWatch, kin_http_watch, KIN_TYPE_WATCH)

typedef struct
{
  KinWatchDecoder *decoder;   /* lent by the watch, which has one job for it at a time */
  GBytes *piece;
} CutJob;

/* What was cut out of a piece: already decoded, or to be. */
typedef struct
{
  KinEventBatch *batch;
  GPtrArray *events;
} Cut;

static void pump (KinHttpWatch *self);

static void
cut_job_free (gpointer data)
{
  CutJob *job = data;

  g_bytes_unref (job->piece);
  g_free (job);
}

static void
cut_free (gpointer data)
{
  Cut *cut = data;

  g_clear_pointer (&cut->batch, kin_event_batch_free);
  g_clear_pointer (&cut->events, g_ptr_array_unref);
  g_free (cut);
}

static void
slot_free (gpointer data)
{
  Slot *slot = data;

  g_clear_pointer (&slot->events, g_ptr_array_unref);
  g_free (slot);
}

static gpointer
cut_work (gpointer   data,
          GError   **error)
{
  CutJob *job = data;
  Cut *cut = g_new0 (Cut, 1);

  cut->batch = kin_watch_decoder_split (job->decoder, job->piece);
  if (kin_event_batch_get_size (cut->batch) <= MAX_AT_ONCE)
    cut->events = kin_event_batch_decode (cut->batch);

  return cut;
}

static gpointer
decode_work (gpointer   data,
             GError   **error)
{
  return kin_event_batch_decode (data);
}

/* The call */

static GTask *
steal_call (KinHttpWatch *self)
{
  if (self->call_source != NULL)
    g_source_destroy (self->call_source);
  g_clear_pointer (&self->call_source, g_source_unref);

  return g_steal_pointer (&self->call);
}

/* Some of the slot's events; all of them, and the slot is used up. */
static GPtrArray *
take_events (KinHttpWatch *self,
             Slot         *slot)
{
  GPtrArray *events;

  if (slot->events->len <= MAX_EVENTS)
    {
      events = g_steal_pointer (&slot->events);
      g_queue_pop_head (&self->slots);
      slot_free (slot);
      return events;
    }

  events = g_ptr_array_new_full (MAX_EVENTS, (GDestroyNotify) kin_watch_event_free);
  for (guint i = 0; i < MAX_EVENTS; i++)
    g_ptr_array_add (events, g_steal_pointer (&slot->events->pdata[i]));

  g_ptr_array_set_free_func (slot->events, NULL);
  g_ptr_array_remove_range (slot->events, 0, MAX_EVENTS);
  g_ptr_array_set_free_func (slot->events, (GDestroyNotify) kin_watch_event_free);

  return events;
}

static gboolean
ends_with_error (GPtrArray *events)
{
  const KinWatchEvent *last = events->len > 0 ? g_ptr_array_index (events, events->len - 1) : NULL;

  return last != NULL && last->type == KIN_WATCH_ERROR;
}

static void
forget (KinHttpWatch *self)
{
  Slot *slot;

  self->ended = TRUE;
  self->closed = TRUE;
  while ((slot = g_queue_pop_head (&self->slots)) != NULL)
    slot_free (slot);
  g_clear_pointer (&self->piece, g_bytes_unref);
  g_clear_error (&self->error);
  kin_response_close (self->response);
}

static void
return_events (KinHttpWatch *self,
               GPtrArray    *events)
{
  g_autoptr(GTask) call = steal_call (self);

  /* It ends a watch, whatever comes after it. */
  if (ends_with_error (events))
    forget (self);

  g_task_return_pointer (call, events, (GDestroyNotify) g_ptr_array_unref);
}

/* The end is told again and again, an error once. */
static void
return_end (KinHttpWatch *self)
{
  g_autoptr(GTask) call = steal_call (self);

  kin_response_close (self->response);
  if (self->error != NULL)
    g_task_return_error (call, g_steal_pointer (&self->error));
  else
    g_task_return_pointer (call, g_ptr_array_new (), (GDestroyNotify) g_ptr_array_unref);
}

/* Gives the reader what is first in line, if that is there. */
static void
serve_call (KinHttpWatch *self)
{
  Slot *slot;

  while ((slot = g_queue_peek_head (&self->slots)) != NULL && slot->events != NULL && slot->events->len == 0)
    {
      g_queue_pop_head (&self->slots);
      slot_free (slot);
    }

  if (self->call == NULL)
    return;

  if (slot != NULL && slot->events != NULL)
    return_events (self, take_events (self, slot));
  else if (self->closed || (slot == NULL && self->ended && self->piece == NULL && !self->cutting))
    return_end (self);
}

static gboolean
call_cancelled_cb (GCancellable *cancellable,
                   gpointer      user_data)
{
  KinHttpWatch *self = user_data;
  g_autoptr(GTask) call = steal_call (self);

  forget (self);
  g_task_return_error_if_cancelled (call);

  return G_SOURCE_REMOVE;
}

static void
keep_call (KinHttpWatch *self,
           GTask        *call)
{
  GCancellable *cancellable = g_task_get_cancellable (call);

  self->call = g_object_ref (call);
  if (cancellable == NULL)
    return;

  self->call_source = g_cancellable_source_new (cancellable);
  g_source_set_static_name (self->call_source, "[kinformer] watch cancelled");
  g_source_set_callback (self->call_source, G_SOURCE_FUNC (call_cancelled_cb), self, NULL);
  g_source_attach (self->call_source, g_main_context_get_thread_default ());
}

/* The pieces */

static void
decoded_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Slot *slot = user_data;
  KinHttpWatch *self = KIN_HTTP_WATCH (source);
  g_autoptr(GPtrArray) events = kin_worker_pool_push_finish (result, NULL);

  /* A watch that was closed meanwhile has no slots any more. */
  if (!self->closed)
    slot->events = g_steal_pointer (&events);

  pump (self);
}

static void
add_slot (KinHttpWatch *self,
          Cut          *cut)
{
  Slot *slot = g_new0 (Slot, 1);

  slot->events = g_steal_pointer (&cut->events);
  g_queue_push_tail (&self->slots, slot);

  if (slot->events == NULL)
    kin_worker_pool_push_async (self, decode_work, g_steal_pointer (&cut->batch), (GDestroyNotify) kin_event_batch_free,
                                (GDestroyNotify) g_ptr_array_unref, DELIVERY_PRIORITY, NULL, decoded_cb, slot);
}

static void
cut_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  KinHttpWatch *self = KIN_HTTP_WATCH (source);
  Cut *cut = kin_worker_pool_push_finish (result, NULL);

  self->cutting = FALSE;
  if (!self->closed)
    {
      /* What can't be understood is told by the last event of the batch. */
      self->ended |= kin_event_batch_is_broken (cut->batch);
      add_slot (self, cut);
    }

  cut_free (cut);
  pump (self);
}

static void
cut_piece (KinHttpWatch *self)
{
  CutJob *job = g_new (CutJob, 1);

  job->decoder = self->decoder;
  job->piece = g_steal_pointer (&self->piece);
  self->cutting = TRUE;
  kin_worker_pool_push_async (self, cut_work, job, cut_job_free, cut_free, DELIVERY_PRIORITY, NULL, cut_cb, NULL);
}

static GWeakRef *
weak_ref_new (KinHttpWatch *self)
{
  GWeakRef *weak = g_new (GWeakRef, 1);

  g_weak_ref_init (weak, self);

  return weak;
}

static void
weak_ref_free (GWeakRef *weak)
{
  g_weak_ref_clear (weak);
  g_free (weak);
}

/* Reading ahead does not keep a watch that nobody has any more: letting go of it ends the reading. What is left of an
 * event that was cut off is worth nothing: the next watch begins before it. */
static void
piece_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  GWeakRef *weak = user_data;
  g_autoptr(KinHttpWatch) self = g_weak_ref_get (weak);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) piece = kin_response_read_finish (KIN_RESPONSE (source), result, &error);

  weak_ref_free (weak);
  if (self == NULL)
    return;

  self->reading = FALSE;
  if (!self->closed && piece != NULL && g_bytes_get_size (piece) > 0)
    {
      kin_watch_touch (KIN_WATCH (self), kin_clock_get_monotonic (kin_clock_get_default ()));
      self->piece = g_steal_pointer (&piece);
    }
  else if (!self->closed)
    {
      self->ended = TRUE;
      self->error = g_steal_pointer (&error);
    }

  pump (self);
}

static void
read_piece (KinHttpWatch *self)
{
  self->reading = TRUE;
  kin_response_read_async (self->response, NULL, piece_cb, weak_ref_new (self));
}

/* Starts whatever can be started now, and gives the reader what there is. */
static void
pump (KinHttpWatch *self)
{
  if (self->piece != NULL && !self->cutting)
    cut_piece (self);

  if (!self->ended && !self->reading && self->piece == NULL && g_queue_get_length (&self->slots) < MAX_SLOTS)
    read_piece (self);

  serve_call (self);
}

static void
kin_http_watch_next_async (KinWatch            *watch,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  KinHttpWatch *self = KIN_HTTP_WATCH (watch);
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (self->call == NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_http_watch_next_async);
  g_task_set_priority (task, DELIVERY_PRIORITY);

  keep_call (self, task);
  pump (self);
}

static GPtrArray *
kin_http_watch_next_finish (KinWatch      *watch,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, watch), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* A call that waits is told by what is under way for it, not from in here. */
static void
kin_http_watch_close (KinWatch *watch)
{
  KinHttpWatch *self = KIN_HTTP_WATCH (watch);

  forget (self);
  if (self->call != NULL)
    self->error = g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED,
                               _("%s: the watch was closed"), kin_response_get_what (self->response));
}

static void
kin_http_watch_dispose (GObject *object)
{
  KinHttpWatch *self = KIN_HTTP_WATCH (object);

  forget (self);

  G_OBJECT_CLASS (kin_http_watch_parent_class)->dispose (object);
}

static void
kin_http_watch_finalize (GObject *object)
{
  KinHttpWatch *self = KIN_HTTP_WATCH (object);

  g_clear_object (&self->response);
  g_clear_pointer (&self->decoder, kin_watch_decoder_free);

  G_OBJECT_CLASS (kin_http_watch_parent_class)->finalize (object);
}

static void
kin_http_watch_class_init (KinHttpWatchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  KinWatchClass *watch_class = KIN_WATCH_CLASS (klass);

  object_class->dispose = kin_http_watch_dispose;
  object_class->finalize = kin_http_watch_finalize;
  watch_class->next_async = kin_http_watch_next_async;
  watch_class->next_finish = kin_http_watch_next_finish;
  watch_class->close = kin_http_watch_close;
}

static void
kin_http_watch_init (KinHttpWatch *self)
{
  g_queue_init (&self->slots);
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
