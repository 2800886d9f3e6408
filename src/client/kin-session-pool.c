/* kin-session-pool.c: HTTP sessions that are never given more streams than a server allows.
 *
 * An API server allows 100 streams on an HTTP/2 connection, and a session keeps one connection to it: one request
 * more would wait there for ever, without an error. Here it waits where it is seen, and can be cancelled.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-session-pool.h"

#include <glib/gi18n.h>

#include "base/kin-error.h"

typedef struct
{
  SoupSession *session;
  guint n_streams;
} Slot;

struct _KinSessionPool
{
  GObject parent_instance;

  guint max_streams;
  guint max_sessions;
  KinSessionFunc make_session;
  gpointer make_session_data;

  GPtrArray *slots;    /* of Slot */
  GQueue waiting;      /* of GTask */
  gboolean closed;
  guint64 n_bytes;
};

struct _KinSessionLease
{
  KinSessionPool *pool;
  Slot *slot;
};

G_DEFINE_FINAL_TYPE (KinSessionPool, kin_session_pool, G_TYPE_OBJECT)

static void
slot_free (gpointer data)
{
  Slot *slot = data;

  g_object_unref (slot->session);
  g_free (slot);
}

static Slot *
find_slot (KinSessionPool *self)
{
  Slot *slot;

  for (guint i = 0; i < self->slots->len; i++)
    {
      slot = g_ptr_array_index (self->slots, i);
      if (slot->n_streams < self->max_streams)
        return slot;
    }

  if (self->slots->len >= self->max_sessions)
    return NULL;

  slot = g_new0 (Slot, 1);
  slot->session = self->make_session (self->make_session_data);
  g_ptr_array_add (self->slots, slot);

  return slot;
}

static KinSessionLease *
lease_new (KinSessionPool *self,
           Slot           *slot)
{
  KinSessionLease *lease = g_new (KinSessionLease, 1);

  lease->pool = g_object_ref (self);
  lease->slot = slot;
  slot->n_streams++;

  return lease;
}

static void
return_lease (KinSessionPool *self,
              GTask          *task,
              Slot           *slot)
{
  g_task_return_pointer (task, lease_new (self, slot), (GDestroyNotify) kin_session_lease_free);
}

/* A source's data is the task; the queue owns the task, and the task its source. */
static gboolean
waiting_cancelled_cb (GCancellable *cancellable,
                      gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  KinSessionPool *self = g_task_get_source_object (task);

  g_queue_remove (&self->waiting, task);
  g_task_return_error_if_cancelled (task);

  return G_SOURCE_REMOVE;
}

static void
destroy_source (gpointer data)
{
  GSource *source = data;

  g_source_destroy (source);
  g_source_unref (source);
}

static void
wait_for_stream (KinSessionPool *self,
                 GTask          *task)
{
  GCancellable *cancellable = g_task_get_cancellable (task);

  if (cancellable != NULL)
    {
      GSource *source = g_cancellable_source_new (cancellable);

      g_source_set_static_name (source, "[kinformer] waiting for a stream");
      g_source_set_callback (source, G_SOURCE_FUNC (waiting_cancelled_cb), task, NULL);
      g_source_attach (source, g_main_context_get_thread_default ());
      g_task_set_task_data (task, source, destroy_source);
    }

  g_queue_push_tail (&self->waiting, g_object_ref (task));
}

static void
serve_waiting (KinSessionPool *self)
{
  Slot *slot;

  while (!g_queue_is_empty (&self->waiting) && (slot = find_slot (self)) != NULL)
    {
      g_autoptr(GTask) task = g_queue_pop_head (&self->waiting);

      g_task_set_task_data (task, NULL, NULL);
      return_lease (self, task, slot);
    }
}

static void
kin_session_pool_finalize (GObject *object)
{
  KinSessionPool *self = KIN_SESSION_POOL (object);

  g_clear_pointer (&self->slots, g_ptr_array_unref);

  G_OBJECT_CLASS (kin_session_pool_parent_class)->finalize (object);
}

static void
kin_session_pool_class_init (KinSessionPoolClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = kin_session_pool_finalize;
}

static void
kin_session_pool_init (KinSessionPool *self)
{
  self->slots = g_ptr_array_new_with_free_func (slot_free);
  g_queue_init (&self->waiting);
}

/**
 * kin_session_pool_new:
 * @max_streams: streams a session
 * @max_sessions: sessions in all
 * @make_session: makes a session
 * @user_data: for @make_session; outlives the pool's use
 *
 * Returns: (transfer full): a pool without sessions
 */
KinSessionPool *
kin_session_pool_new (guint          max_streams,
                      guint          max_sessions,
                      KinSessionFunc make_session,
                      gpointer       user_data)
{
  KinSessionPool *self;

  g_return_val_if_fail (make_session != NULL, NULL);

  self = g_object_new (KIN_TYPE_SESSION_POOL, NULL);
  self->max_streams = max_streams;
  self->max_sessions = max_sessions;
  self->make_session = make_session;
  self->make_session_data = user_data;

  return self;
}

/**
 * kin_session_pool_set_limits:
 * @self: a pool
 * @max_streams: streams a session
 * @max_sessions: sessions in all
 *
 * For tests: other limits, from the next acquire on.
 */
void
kin_session_pool_set_limits (KinSessionPool *self,
                             guint           max_streams,
                             guint           max_sessions)
{
  g_return_if_fail (KIN_IS_SESSION_POOL (self));

  self->max_streams = max_streams;
  self->max_sessions = max_sessions;
}

/**
 * kin_session_pool_acquire_async:
 * @self: a pool
 * @cancellable: (nullable): a cancellable
 * @callback: called once there is a free stream
 * @user_data: for @callback
 *
 * Asks for a stream of a session. Who asks first is served first.
 */
void
kin_session_pool_acquire_async (KinSessionPool      *self,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  Slot *slot;

  g_return_if_fail (KIN_IS_SESSION_POOL (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_session_pool_acquire_async);

  if (self->closed)
    g_task_return_new_error_literal (task, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED, _("The connection was closed"));
  else if (g_queue_is_empty (&self->waiting) && (slot = find_slot (self)) != NULL)
    return_lease (self, task, slot);
  else
    wait_for_stream (self, task);
}

/**
 * kin_session_pool_acquire_finish:
 * @self: a pool
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full): one stream of a session, or %NULL with @error set
 */
KinSessionLease *
kin_session_pool_acquire_finish (KinSessionPool  *self,
                                 GAsyncResult    *result,
                                 GError         **error)
{
  g_return_val_if_fail (KIN_IS_SESSION_POOL (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * kin_session_pool_get_n_waiting:
 * @self: a pool
 *
 * Returns: how many wait for a free stream
 */
guint
kin_session_pool_get_n_waiting (KinSessionPool *self)
{
  g_return_val_if_fail (KIN_IS_SESSION_POOL (self), 0);

  return g_queue_get_length (&self->waiting);
}

/**
 * kin_session_pool_get_n_sessions:
 * @self: a pool
 *
 * Returns: how many sessions there are
 */
guint
kin_session_pool_get_n_sessions (KinSessionPool *self)
{
  g_return_val_if_fail (KIN_IS_SESSION_POOL (self), 0);

  return self->slots->len;
}

/**
 * kin_session_pool_get_n_bytes:
 * @self: a pool
 *
 * Returns: how many bytes its streams have brought
 */
guint64
kin_session_pool_get_n_bytes (KinSessionPool *self)
{
  g_return_val_if_fail (KIN_IS_SESSION_POOL (self), 0);

  return self->n_bytes;
}

/**
 * kin_session_pool_close:
 * @self: a pool
 *
 * Ends what waits and what is being sent, and refuses what comes later. Streams that are being read are their
 * readers' to close.
 */
void
kin_session_pool_close (KinSessionPool *self)
{
  g_return_if_fail (KIN_IS_SESSION_POOL (self));

  self->closed = TRUE;

  while (!g_queue_is_empty (&self->waiting))
    {
      g_autoptr(GTask) task = g_queue_pop_head (&self->waiting);

      g_task_set_task_data (task, NULL, NULL);
      g_task_return_new_error_literal (task, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED, _("The connection was closed"));
    }

  for (guint i = 0; i < self->slots->len; i++)
    {
      Slot *slot = g_ptr_array_index (self->slots, i);

      soup_session_abort (slot->session);
    }
}

/**
 * kin_session_lease_get_session:
 * @self: a lease
 *
 * Returns: (transfer none): the session that one request may be sent by
 */
SoupSession *
kin_session_lease_get_session (KinSessionLease *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->slot->session;
}

/**
 * kin_session_lease_count_bytes:
 * @self: a lease
 * @n_bytes: how many bytes have just come
 *
 * Adds to what the pool's streams have brought.
 */
void
kin_session_lease_count_bytes (KinSessionLease *self,
                               gsize            n_bytes)
{
  g_return_if_fail (self != NULL);

  self->pool->n_bytes += n_bytes;
}

/**
 * kin_session_lease_free:
 * @self: (transfer full): a lease
 *
 * Gives the stream back, to whoever waits for one.
 */
void
kin_session_lease_free (KinSessionLease *self)
{
  g_autoptr(KinSessionPool) pool = NULL;

  g_return_if_fail (self != NULL);

  pool = self->pool;
  self->slot->n_streams--;
  g_free (self);

  if (!pool->closed)
    serve_waiting (pool);
}
