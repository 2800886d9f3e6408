/* kin-watch.c: a running watch; nothing is read from the server while nobody asks for the next events.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-watch.h"

typedef struct
{
  gint64 last_byte_time;
} KinWatchPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (KinWatch, kin_watch, G_TYPE_OBJECT)

static void
kin_watch_class_init (KinWatchClass *klass)
{
}

static void
kin_watch_init (KinWatch *self)
{
}

/**
 * kin_watch_next_async:
 * @self: a watch
 * @cancellable: (nullable): a cancellable; cancelling it closes the watch
 * @callback: called when events have come, or the watch has ended
 * @user_data: for @callback
 *
 * Waits for the next events. One call at a time.
 */
void
kin_watch_next_async (KinWatch            *self,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  g_return_if_fail (KIN_IS_WATCH (self));

  KIN_WATCH_GET_CLASS (self)->next_async (self, cancellable, callback, user_data);
}

/**
 * kin_watch_next_finish:
 * @self: a watch
 * @result: what the callback was given
 * @error: return location
 *
 * An empty array says that the server ended the stream. A server whose bytes can't be understood is told as a last
 * %KIN_WATCH_ERROR, then as an end.
 *
 * Returns: (transfer full) (element-type KinWatchEvent): the events in order, or %NULL with @error set
 */
GPtrArray *
kin_watch_next_finish (KinWatch      *self,
                       GAsyncResult  *result,
                       GError       **error)
{
  g_return_val_if_fail (KIN_IS_WATCH (self), NULL);

  return KIN_WATCH_GET_CLASS (self)->next_finish (self, result, error);
}

/**
 * kin_watch_close:
 * @self: a watch
 *
 * Ends the watch. A call in flight is cancelled. May be called again.
 */
void
kin_watch_close (KinWatch *self)
{
  g_return_if_fail (KIN_IS_WATCH (self));

  KIN_WATCH_GET_CLASS (self)->close (self);
}

/**
 * kin_watch_get_last_byte_time:
 * @self: a watch
 *
 * Tells a quiet watch from a dead one.
 *
 * Returns: the monotonic time, in microseconds, when the last byte came
 */
gint64
kin_watch_get_last_byte_time (KinWatch *self)
{
  KinWatchPrivate *private = kin_watch_get_instance_private (self);

  g_return_val_if_fail (KIN_IS_WATCH (self), 0);

  return private->last_byte_time;
}

/**
 * kin_watch_touch:
 * @self: a watch
 * @monotonic_us: the time now
 *
 * Notes that bytes have come. For implementations.
 */
void
kin_watch_touch (KinWatch *self,
                 gint64    monotonic_us)
{
  KinWatchPrivate *private = kin_watch_get_instance_private (self);

  g_return_if_fail (KIN_IS_WATCH (self));

  private->last_byte_time = monotonic_us;
}
