/* kin-watch-keeper.c: opens a watch, reads it, and puts a silent one to the proof.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-watch-keeper.h"

#include <glib/gi18n.h>

#include "base/kin-error.h"

/* Bookmarks come about once a minute; a connection that is silent for longer than this is put to the proof. */
#define MAX_SILENCE (40 * G_TIME_SPAN_SECOND)

struct _KinWatchKeeper
{
  grefcount ref_count;
  KinListerWatcher *source;
  KinClock *clock;
  const KinWatchKeeperFuncs *funcs;
  gpointer user_data;

  GCancellable *opening;    /* of the request in flight, or NULL */
  GCancellable *reading;
  KinWatch *watch;
  gint64 opening_since;     /* monotonic: when the newest request went out */
  gint64 watching_since;    /* the same, of the watch that runs */
  guint silence_handle;
};

/* A request in flight. It is still wanted as long as its cancellable is the keeper's. */
typedef struct
{
  KinWatchKeeper *keeper;
  GCancellable *cancellable;
} Call;

static void silence_cb (gpointer user_data);

static Call *
call_new (KinWatchKeeper  *self,
          GCancellable   **slot)
{
  Call *call = g_new (Call, 1);

  g_assert (*slot == NULL);

  *slot = g_cancellable_new ();
  g_ref_count_inc (&self->ref_count);
  call->keeper = self;
  call->cancellable = g_object_ref (*slot);

  return call;
}

static void
call_free (Call *call)
{
  kin_watch_keeper_unref (call->keeper);
  g_object_unref (call->cancellable);
  g_free (call);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Call, call_free)

static void
cancel (GCancellable **slot)
{
  if (*slot != NULL)
    g_cancellable_cancel (*slot);
  g_clear_object (slot);
}

static void
close_watch (KinWatchKeeper *self)
{
  cancel (&self->reading);
  if (self->watch != NULL)
    kin_watch_close (self->watch);
  g_clear_object (&self->watch);
}

static void
disarm_silence (KinWatchKeeper *self)
{
  if (self->silence_handle > 0)
    kin_clock_remove (self->clock, self->silence_handle);
  self->silence_handle = 0;
}

static void
arm_silence (KinWatchKeeper *self,
             gint64          delay)
{
  disarm_silence (self);
  self->silence_handle = kin_clock_add_timeout (self->clock, delay, silence_cb, self);
}

static gint64
get_silence (KinWatchKeeper *self)
{
  gint64 last = MAX (kin_watch_get_last_byte_time (self->watch), self->watching_since);

  return kin_clock_get_monotonic (self->clock) - last;
}

static void
give_up_opening (KinWatchKeeper *self)
{
  g_autoptr(GError) error = NULL;

  error = g_error_new_literal (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TIMED_OUT,
                               _("The server does not answer the request to watch"));
  kin_watch_keeper_close (self);
  self->funcs->refused (error, self->user_data);
}

/* A connection whose other end is gone, or whose proxy sleeps, gives no sign of it. So a second watch is asked for;
 * the first goes on until that one answers, for it may only be quiet. */
static void
silence_cb (gpointer user_data)
{
  KinWatchKeeper *self = user_data;

  self->silence_handle = 0;

  if (self->opening != NULL)
    give_up_opening (self);
  else if (get_silence (self) >= MAX_SILENCE)
    kin_watch_keeper_open (self);
  else
    arm_silence (self, MAX_SILENCE - get_silence (self));
}

/* The first watch has shown that it lives: the second is not needed. */
static void
call_off_second_watch (KinWatchKeeper *self)
{
  if (self->opening == NULL)
    return;

  cancel (&self->opening);
  arm_silence (self, MAX_SILENCE);
}

static void read_if_room (KinWatchKeeper *self);

static void
tell_events (KinWatchKeeper *self,
             KinWatch       *watch,
             GPtrArray      *events)
{
  call_off_second_watch (self);
  self->funcs->told (events, self->user_data);

  if (self->watch == watch)
    read_if_room (self);
}

/* If a second watch is on its way it goes on from the same version, and this one was dead. */
static void
tell_end (KinWatchKeeper *self,
          const GError   *error)
{
  close_watch (self);
  if (self->opening != NULL)
    return;

  disarm_silence (self);
  self->funcs->ended (error, self->user_data);
}

static void
read_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(Call) call = user_data;
  KinWatchKeeper *self = call->keeper;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) events = kin_watch_next_finish (KIN_WATCH (object), result, &error);

  if (call->cancellable != self->reading)
    return;

  g_clear_object (&self->reading);

  if (events != NULL && events->len > 0)
    tell_events (self, KIN_WATCH (object), events);
  else
    tell_end (self, error);
}

static void
read_watch (KinWatchKeeper *self)
{
  Call *call = call_new (self, &self->reading);

  kin_watch_next_async (self->watch, self->reading, read_cb, call);
}

/* A watch that is not read has no bytes to show for itself, and is not asked for any. */
static void
read_if_room (KinWatchKeeper *self)
{
  if (self->funcs->has_room (self->user_data))
    read_watch (self);
  else
    disarm_silence (self);
}

static void
adopt_watch (KinWatchKeeper *self,
             KinWatch       *watch)
{
  close_watch (self);

  self->watch = watch;
  self->watching_since = self->opening_since;
  arm_silence (self, MAX_SILENCE);
  read_if_room (self);

  self->funcs->opened (self->user_data);
}

static void
open_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(Call) call = user_data;
  KinWatchKeeper *self = call->keeper;
  g_autoptr(GError) error = NULL;
  g_autoptr(KinWatch) watch = kin_lister_watcher_watch_finish (KIN_LISTER_WATCHER (object), result, &error);

  if (call->cancellable != self->opening)
    {
      if (watch != NULL)
        kin_watch_close (watch);
      return;
    }

  g_clear_object (&self->opening);

  if (watch != NULL)
    {
      adopt_watch (self, g_steal_pointer (&watch));
      return;
    }

  kin_watch_keeper_close (self);
  self->funcs->refused (error, self->user_data);
}

/**
 * kin_watch_keeper_new:
 * @source: where the watch comes from
 * @clock: the time
 * @funcs: what is told; lives as long as the keeper
 * @user_data: for @funcs; the keeper is closed before it dies
 *
 * Makes a keeper without a watch.
 *
 * Returns: (transfer full): the keeper
 */
KinWatchKeeper *
kin_watch_keeper_new (KinListerWatcher          *source,
                      KinClock                  *clock,
                      const KinWatchKeeperFuncs *funcs,
                      gpointer                   user_data)
{
  KinWatchKeeper *self = g_new0 (KinWatchKeeper, 1);

  g_ref_count_init (&self->ref_count);
  self->source = g_object_ref (source);
  self->clock = g_object_ref (clock);
  self->funcs = funcs;
  self->user_data = user_data;

  return self;
}

/**
 * kin_watch_keeper_unref:
 * @self: (transfer full): a keeper that is closed
 *
 * Drops a reference; requests that were given up may have others.
 */
void
kin_watch_keeper_unref (KinWatchKeeper *self)
{
  g_return_if_fail (self != NULL);

  if (!g_ref_count_dec (&self->ref_count))
    return;

  g_clear_object (&self->source);
  g_clear_object (&self->clock);
  g_free (self);
}

/**
 * kin_watch_keeper_open:
 * @self: a keeper that is not opening a watch
 *
 * Asks for a watch. One that runs goes on until the new one answers.
 */
void
kin_watch_keeper_open (KinWatchKeeper *self)
{
  KinWatchOptions options = { 0, };
  Call *call;

  g_return_if_fail (self != NULL);
  g_return_if_fail (self->opening == NULL);

  self->funcs->prepare (&options, self->user_data);
  self->opening_since = kin_clock_get_monotonic (self->clock);
  arm_silence (self, MAX_SILENCE);

  call = call_new (self, &self->opening);
  kin_lister_watcher_watch_async (self->source, &options, self->opening, open_cb, call);
}

/**
 * kin_watch_keeper_resume:
 * @self: a keeper
 *
 * Reads on where there was no room for more events before. Does nothing if the watch is being read, or there is none.
 */
void
kin_watch_keeper_resume (KinWatchKeeper *self)
{
  g_return_if_fail (self != NULL);

  if (self->watch == NULL || self->reading != NULL)
    return;

  arm_silence (self, MAX_SILENCE);
  read_watch (self);
}

/**
 * kin_watch_keeper_close:
 * @self: a keeper
 *
 * Gives up what is in flight. Nothing is told afterwards until it is opened again.
 */
void
kin_watch_keeper_close (KinWatchKeeper *self)
{
  g_return_if_fail (self != NULL);

  cancel (&self->opening);
  close_watch (self);
  disarm_silence (self);
}

/**
 * kin_watch_keeper_get_age:
 * @self: a keeper
 *
 * Gets how long ago the watch that runs, or was the last to run, was asked for.
 *
 * Returns: microseconds
 */
gint64
kin_watch_keeper_get_age (KinWatchKeeper *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return kin_clock_get_monotonic (self->clock) - self->watching_since;
}
