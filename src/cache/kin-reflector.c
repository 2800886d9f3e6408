/* kin-reflector.c: keeps one KinDeltaFifo in step with one resource of the API server.
 *
 * It lists, watches from the list's resourceVersion on, and decides for everything that can go wrong whether the
 * watch goes on where it was or the list has to be made anew. State is told last in each step: who hears of it may
 * stop the reflector.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-reflector.h"

#include <glib/gi18n.h>

#include "base/kin-error.h"
#include "cache/kin-initial-events.h"
#include "cache/kin-pager.h"
#include "cache/kin-position.h"
#include "cache/kin-retry.h"
#include "cache/kin-verdict.h"
#include "cache/kin-watch-keeper.h"

/* The server ends a watch after a random time in this range, so that not all clients come back at once. */
#define MIN_WATCH_SECONDS 300
#define MAX_WATCH_SECONDS 600

/* A watch that ends sooner than this without an event has told nothing. */
#define SHORT_WATCH (1 * G_TIME_SPAN_SECOND)

typedef enum
{
  THEN_LIST,
  THEN_WATCH,
} NextStep;

struct _KinReflector
{
  GObject parent_instance;

  KinListerWatcher *source;
  KinDeltaFifo *sink;
  KinClock *clock;
  KinIndexer *cache;
  gint64 resync_period;

  KinReflectorState state;
  GError *last_error;
  gint64 retry_time;
  gint64 state_since;
  gint64 last_data_time;
  KinReflectorCounts counts;

  KinPosition position;

  KinRetry *retry;
  GRand *random;

  GCancellable *listing;           /* of the list in flight, or NULL */
  KinInitialEvents *streaming;     /* what has come of the list that the watch begins with, or NULL */
  KinWatchKeeper *keeper;
  guint64 n_watch_events;

  guint retry_handle;
  NextStep next_step;
  guint resync_handle;
};

G_DEFINE_FINAL_TYPE (KinReflector, kin_reflector, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_STATE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* A list in flight. It is still wanted as long as its cancellable is the reflector's. */
typedef struct
{
  KinReflector *reflector;
  GCancellable *cancellable;
  char *resource_version;   /* what was asked for */
} ListCall;

static void list (KinReflector *self);
static void list_or_stream (KinReflector *self);

static void
list_call_free (ListCall *call)
{
  g_object_unref (call->reflector);
  g_object_unref (call->cancellable);
  g_free (call->resource_version);
  g_free (call);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ListCall, list_call_free)

static void
clear_timeout (KinReflector *self,
               guint        *handle)
{
  if (*handle > 0)
    kin_clock_remove (self->clock, *handle);
  *handle = 0;
}

static void
cancel_list (KinReflector *self)
{
  if (self->listing != NULL)
    g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
}

/* Leaves nothing in flight, whatever the reflector was doing. */
static void
drop_requests (KinReflector *self)
{
  cancel_list (self);
  g_clear_pointer (&self->streaming, kin_initial_events_free);
  kin_watch_keeper_close (self->keeper);
  clear_timeout (self, &self->retry_handle);
}

static void
drop_everything (KinReflector *self)
{
  drop_requests (self);
  clear_timeout (self, &self->resync_handle);
}

static void
set_state (KinReflector      *self,
           KinReflectorState  state,
           gint64             retry_time)
{
  if (state != self->state)
    self->state_since = kin_clock_get_real (self->clock);
  self->state = state;
  self->retry_time = retry_time;

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
set_last_error (KinReflector *self,
                const GError *error)
{
  GError *copy = error != NULL ? g_error_copy (error) : NULL;

  g_clear_error (&self->last_error);
  self->last_error = copy;
}

static void
note_data (KinReflector *self)
{
  self->last_data_time = kin_clock_get_real (self->clock);
}

/* While a watch is tried again the reason stays, but there is no time to wait for any more. */
static void
retry_watch (KinReflector *self)
{
  kin_watch_keeper_open (self->keeper);
  if (self->retry_time > 0)
    set_state (self, self->state, 0);
}

/* A watch from nowhere can't be gone on with: what has been deleted meanwhile, a new one would not tell. */
static void
go_on (KinReflector *self)
{
  if (self->next_step == THEN_LIST || !kin_position_can_resume (&self->position))
    list_or_stream (self);
  else
    retry_watch (self);
}

static void
retry_cb (gpointer user_data)
{
  g_autoptr(KinReflector) self = g_object_ref (KIN_REFLECTOR (user_data));

  self->retry_handle = 0;
  go_on (self);
}

/* Gives up what there is and goes on with `next` after `delay`. */
static void
wait_then (KinReflector      *self,
           NextStep           next,
           gint64             delay,
           KinReflectorState  state,
           const GError      *error)
{
  drop_requests (self);
  set_last_error (self, error);

  self->next_step = next;
  self->retry_handle = kin_clock_add_timeout (self->clock, delay, retry_cb, self);

  set_state (self, state, kin_clock_get_monotonic (self->clock) + delay);
}

static void
wait_slowly (KinReflector      *self,
             KinReflectorState  state,
             const GError      *error)
{
  wait_then (self, THEN_LIST, kin_retry_after_refusal (self->retry), state, error);
}

static void
back_off (KinReflector *self,
          const GError *error,
          NextStep      next)
{
  wait_then (self, next, kin_retry_after_error (self->retry, error), KIN_REFLECTOR_BACKING_OFF, error);
}

static void
reopen (KinReflector *self,
        const GError *error)
{
  gint64 delay = kin_retry_after_cut (self->retry);

  if (delay >= 0)
    wait_then (self, THEN_WATCH, delay, KIN_REFLECTOR_BACKING_OFF, error);
  else
    back_off (self, error, THEN_LIST);
}

static void
fail_short_watch (KinReflector *self)
{
  g_autoptr(GError) error = NULL;

  error = g_error_new_literal (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED,
                               _("The server ended the watch at once"));
  back_off (self, error, THEN_LIST);
}

/* Nothing is lost: it goes on from the last version. */
static void
rewatch (KinReflector *self)
{
  gint64 lasted = kin_watch_keeper_get_age (self->keeper);
  gint64 delay;

  if (lasted < SHORT_WATCH && self->n_watch_events == 0)
    {
      fail_short_watch (self);
      return;
    }

  self->next_step = THEN_WATCH;
  delay = kin_retry_after_watch (self->retry, lasted);
  if (delay > 0)
    self->retry_handle = kin_clock_add_timeout (self->clock, delay, retry_cb, self);
  else
    go_on (self);
}

static void
act (KinReflector *self,
     KinVerdict    verdict,
     const GError *error)
{
  switch (verdict)
    {
    case KIN_VERDICT_REWATCH:
      rewatch (self);
      break;
    case KIN_VERDICT_REOPEN:
      reopen (self, error);
      break;
    case KIN_VERDICT_WAIT_AND_WATCH:
      back_off (self, error, THEN_WATCH);
      break;
    case KIN_VERDICT_WAIT_AND_LIST:
      back_off (self, error, THEN_LIST);
      break;
    case KIN_VERDICT_LIST_NEWEST:
      self->position.is_lost = TRUE;
      list (self);
      break;
    case KIN_VERDICT_FORBIDDEN:
      wait_slowly (self, KIN_REFLECTOR_FORBIDDEN, error);
      break;
    case KIN_VERDICT_GONE:
      wait_slowly (self, KIN_REFLECTOR_GONE, error);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* The server, or what stands before it, can't: it is not asked again. */
static void
give_up_streaming (KinReflector *self,
                   const char   *reason)
{
  g_autoptr(GError) error = g_error_new_literal (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_FAILED, reason);

  kin_lister_watcher_refuse_streams (self->source);
  drop_requests (self);
  set_last_error (self, error);
  list (self);
}

/* For this once: another time it may succeed. */
static void
list_instead (KinReflector *self)
{
  drop_requests (self);
  list (self);
}

static void
stream_overdue_cb (gpointer user_data)
{
  give_up_streaming (user_data, _("The server did not say where the streamed list ends"));
}

/* The server did not begin to stream. One that does not know what is asked for says that the request is bad. */
static void
fail_to_stream (KinReflector *self,
                const GError *error)
{
  switch (kin_verdict_on_stream (error))
    {
    case KIN_STREAM_AGAIN:
      back_off (self, error, THEN_LIST);
      break;
    case KIN_STREAM_NEVER:
      give_up_streaming (self, error->message);
      break;
    case KIN_STREAM_NOT_NOW:
    default:
      list_instead (self);
    }
}

/* The stream is over before the list was whole. */
static void
end_stream (KinReflector *self,
            const GError *error)
{
  g_autoptr(GError) cut = NULL;
  gint64 delay = kin_retry_after_cut (self->retry);

  if (delay < 0 || (self->n_watch_events == 0 && kin_watch_keeper_get_age (self->keeper) < SHORT_WATCH))
    {
      list_instead (self);
      return;
    }

  cut = g_error_new_literal (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED,
                             _("The connection was closed before the list was whole"));
  wait_then (self, THEN_LIST, delay, KIN_REFLECTOR_BACKING_OFF, error != NULL ? error : cut);
}

static void
watch_refused_cb (const GError *error,
                  gpointer      user_data)
{
  KinReflector *self = user_data;

  if (self->streaming != NULL)
    fail_to_stream (self, error);
  else
    act (self, kin_verdict_on_opening (error), error);
}

static void
resync_cb (gpointer user_data)
{
  KinReflector *self = user_data;

  self->resync_handle = kin_clock_add_timeout (self->clock, self->resync_period, resync_cb, self);
  kin_delta_fifo_resync (self->sink);
}

/* Lists do not put it off: a server that makes us list often would keep the resync from ever coming. */
static void
arm_resync (KinReflector *self)
{
  if (self->resync_period > 0 && self->resync_handle == 0)
    self->resync_handle = kin_clock_add_timeout (self->clock, self->resync_period, resync_cb, self);
}

static void
watch_opened_cb (gpointer user_data)
{
  KinReflector *self = user_data;

  self->n_watch_events = 0;
  if (self->streaming != NULL)
    return;

  kin_retry_note_watch (self->retry);
  set_last_error (self, NULL);

  if (self->state != KIN_REFLECTOR_WATCHING)
    set_state (self, KIN_REFLECTOR_WATCHING, 0);
}

static void
prepare_watch_cb (KinWatchOptions *options,
                  gpointer         user_data)
{
  KinReflector *self = user_data;

  options->resource_version = self->position.version;
  options->send_initial_events = self->streaming != NULL;
  options->timeout_seconds = g_rand_int_range (self->random, MIN_WATCH_SECONDS, MAX_WATCH_SECONDS + 1);
  options->allow_bookmarks = TRUE;

  kin_position_begin_watch (&self->position);
  self->counts.n_watches++;
}

static void
take_change (KinReflector        *self,
             const KinWatchEvent *event)
{
  if (event->type == KIN_WATCH_ADDED)
    kin_delta_fifo_add (self->sink, event->object);
  else if (event->type == KIN_WATCH_MODIFIED)
    kin_delta_fifo_update (self->sink, event->object);
  else
    kin_delta_fifo_delete (self->sink, event->object);

  kin_position_take_event (&self->position, event);
}

static void
take_bookmark (KinReflector        *self,
               const KinWatchEvent *event)
{
  kin_position_take_event (&self->position, event);
  if (event->resource_version != NULL)
    kin_delta_fifo_bookmark (self->sink, event->resource_version);
}

/* The server has removed an object that it can't read: which one it was, only a new list tells. */
static void
take_nameless_deletion (KinReflector *self)
{
  g_autoptr(GError) error = NULL;

  error = g_error_new_literal (KIN_PARSE_ERROR, KIN_PARSE_ERROR_MISSING,
                               _("The server told of a deletion, but not of which object"));
  back_off (self, error, THEN_LIST);
}

static void take_list (KinReflector *self,
                       GPtrArray    *objects,
                       const char   *resource_version);

/* The same stream goes on as the watch. FALSE: it is over. */
static gboolean
take_initial_event (KinReflector        *self,
                    const KinWatchEvent *event)
{
  g_autoptr(KinInitialEvents) whole = NULL;

  if (event->type == KIN_WATCH_ERROR)
    {
      fail_to_stream (self, event->error);
      return FALSE;
    }

  if (!kin_initial_events_take (self->streaming, event))
    return TRUE;

  whole = g_steal_pointer (&self->streaming);
  kin_position_take_list (&self->position, "", FALSE, event->resource_version);
  kin_position_begin_watch (&self->position);
  take_list (self, kin_initial_events_steal_objects (whole), event->resource_version);
  watch_opened_cb (self);

  return self->state == KIN_REFLECTOR_WATCHING;
}

/* FALSE: the watch is over. An object of another kind is left out, and so is its version. */
static gboolean
take_event (KinReflector        *self,
            const KinWatchEvent *event)
{
  self->n_watch_events++;
  self->counts.n_events++;
  self->counts.n_bytes += event->n_bytes;

  if (self->streaming != NULL)
    return take_initial_event (self, event);

  if (event->type == KIN_WATCH_ERROR)
    {
      act (self, kin_verdict_on_event (event->error), event->error);
      return FALSE;
    }

  /* That the history is gone is no news of the objects: they are as old as before. */
  note_data (self);

  if (event->type == KIN_WATCH_DELETED && event->object == NULL && event->resource_version == NULL)
    {
      take_nameless_deletion (self);
      return FALSE;
    }

  if (event->type == KIN_WATCH_BOOKMARK)
    take_bookmark (self, event);
  else if (event->object != NULL)
    take_change (self, event);

  return TRUE;
}

static void
watch_told_cb (GPtrArray *events,
               gpointer   user_data)
{
  KinReflector *self = user_data;

  for (guint i = 0; i < events->len; i++)
    if (!take_event (self, events->pdata[i]))
      return;
}

static gboolean
has_room_cb (gpointer user_data)
{
  KinReflector *self = user_data;

  return !kin_delta_fifo_is_full (self->sink);
}

static void
sink_has_room_cb (gpointer user_data)
{
  KinReflector *self = user_data;

  kin_watch_keeper_resume (self->keeper);
}

static void
watch_ended_cb (const GError *error,
                gpointer      user_data)
{
  KinReflector *self = user_data;

  if (self->streaming != NULL)
    end_stream (self, error);
  else
    act (self, kin_verdict_on_end (error), error);
}

static const KinWatchKeeperFuncs keeper_funcs = {
  .prepare = prepare_watch_cb,
  .opened = watch_opened_cb,
  .refused = watch_refused_cb,
  .told = watch_told_cb,
  .has_room = has_room_cb,
  .ended = watch_ended_cb,
};

static void
take_list (KinReflector *self,
           GPtrArray    *objects,
           const char   *resource_version)
{
  if (self->last_data_time > 0)
    self->counts.n_relists++;
  note_data (self);

  kin_retry_note_list (self->retry);
  kin_delta_fifo_replace (self->sink, objects, resource_version);
  arm_resync (self);
}

static void
accept_list (KinReflector *self,
             KinListPage  *page)
{
  self->counts.n_bytes += page->n_bytes;
  take_list (self, g_ptr_array_ref (page->objects), page->resource_version);
  kin_watch_keeper_open (self->keeper);
}

static void
list_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(ListCall) call = user_data;
  KinReflector *self = call->reflector;
  g_autoptr(GError) error = NULL;
  gboolean paginated;
  g_autoptr(KinListPage) page = kin_pager_list_finish (result, &paginated, &error);

  if (call->cancellable != self->listing)   /* stopped, or stopped and started again, meanwhile */
    return;

  g_clear_object (&self->listing);

  if (page == NULL)
    {
      act (self, kin_verdict_on_list (error, call->resource_version), error);
      return;
    }

  kin_position_take_list (&self->position, call->resource_version, paginated, page->resource_version);
  accept_list (self, page);
}

static ListCall *
list_call_new (KinReflector *self)
{
  ListCall *call = g_new (ListCall, 1);

  g_assert (self->listing == NULL);

  self->listing = g_cancellable_new ();
  call->reflector = g_object_ref (self);
  call->cancellable = g_object_ref (self->listing);
  call->resource_version = g_strdup (kin_position_get_list_version (&self->position));

  return call;
}

static void
list (KinReflector *self)
{
  ListCall *call = list_call_new (self);
  KinIndexer *cache = self->last_data_time > 0 ? self->cache : NULL;
  KinListOptions options = {
    .resource_version = *call->resource_version != '\0' ? call->resource_version : NULL,
    .limit = kin_position_get_page_size (&self->position),
  };

  self->counts.n_lists++;
  kin_pager_list_async (self->source, &options, cache, self->clock, self->listing, list_cb, call);

  if (self->state != KIN_REFLECTOR_LISTING)
    set_state (self, KIN_REFLECTOR_LISTING, 0);
}

/* A first list may come as a stream, which spares the server from holding all of it at once. A relist may not: a list
 * can take over the objects that we have, and where one of its pages fails what we have is still there. */
static void
list_or_stream (KinReflector *self)
{
  if (self->last_data_time > 0 || self->position.is_lost || !kin_lister_watcher_can_stream (self->source))
    {
      list (self);
      return;
    }

  self->streaming = kin_initial_events_new (self->clock, stream_overdue_cb, self);
  self->counts.n_lists++;
  kin_watch_keeper_open (self->keeper);
  set_state (self, KIN_REFLECTOR_STREAMING, 0);
}

static void
kin_reflector_dispose (GObject *object)
{
  KinReflector *self = KIN_REFLECTOR (object);

  if (self->keeper != NULL)
    {
      kin_delta_fifo_set_room_notify (self->sink, NULL, NULL);
      drop_everything (self);
    }
  g_clear_pointer (&self->keeper, kin_watch_keeper_unref);
  g_clear_object (&self->cache);
  g_clear_object (&self->source);
  g_clear_object (&self->sink);

  G_OBJECT_CLASS (kin_reflector_parent_class)->dispose (object);
}

static void
kin_reflector_finalize (GObject *object)
{
  KinReflector *self = KIN_REFLECTOR (object);

  g_clear_object (&self->clock);
  g_clear_error (&self->last_error);
  g_clear_pointer (&self->retry, kin_retry_free);
  g_clear_pointer (&self->random, g_rand_free);
  kin_position_clear (&self->position);

  G_OBJECT_CLASS (kin_reflector_parent_class)->finalize (object);
}

static void
kin_reflector_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  KinReflector *self = KIN_REFLECTOR (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_reflector_class_init (KinReflectorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_reflector_dispose;
  object_class->finalize = kin_reflector_finalize;
  object_class->get_property = kin_reflector_get_property;

  /**
   * KinReflector:state:
   *
   * What the reflector is doing. Notified as well when the reason or the time of the next try changes.
   */
  properties[PROP_STATE] =
    g_param_spec_enum ("state", NULL, NULL,
                       KIN_TYPE_REFLECTOR_STATE, KIN_REFLECTOR_IDLE,
                       G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
kin_reflector_init (KinReflector *self)
{
  self->random = g_rand_new ();
}

/**
 * kin_reflector_new:
 * @source: where the list and the watch come from
 * @sink: what is kept in step
 * @clock: the time
 *
 * Makes a reflector that does nothing yet.
 *
 * Returns: (transfer full): the reflector
 */
KinReflector *
kin_reflector_new (KinListerWatcher *source,
                   KinDeltaFifo     *sink,
                   KinClock         *clock)
{
  KinReflector *self;

  g_return_val_if_fail (KIN_IS_LISTER_WATCHER (source), NULL);
  g_return_val_if_fail (KIN_IS_DELTA_FIFO (sink), NULL);
  g_return_val_if_fail (KIN_IS_CLOCK (clock), NULL);

  self = g_object_new (KIN_TYPE_REFLECTOR, NULL);
  self->source = g_object_ref (source);
  self->sink = g_object_ref (sink);
  self->clock = g_object_ref (clock);
  self->retry = kin_retry_new (clock);
  self->keeper = kin_watch_keeper_new (source, clock, &keeper_funcs, self);
  kin_delta_fifo_set_room_notify (sink, sink_has_room_cb, self);
  self->state_since = kin_clock_get_real (clock);

  return self;
}

/**
 * kin_reflector_set_resync_period:
 * @self: a reflector
 * @period_us: how often the cache is told again, in microseconds; 0 = never
 *
 * Sets the resync period, before the start.
 */
void
kin_reflector_set_resync_period (KinReflector *self,
                                 gint64        period_us)
{
  g_return_if_fail (KIN_IS_REFLECTOR (self));
  g_return_if_fail (period_us >= 0);

  self->resync_period = period_us;
}

/**
 * kin_reflector_set_cache:
 * @self: a reflector
 * @cache: where what is listed ends up
 *
 * Sets where the objects are that a relist may take over instead of making them anew, before the start.
 */
void
kin_reflector_set_cache (KinReflector *self,
                         KinIndexer   *cache)
{
  g_return_if_fail (KIN_IS_REFLECTOR (self));
  g_return_if_fail (KIN_IS_INDEXER (cache));

  g_set_object (&self->cache, cache);
}

/**
 * kin_reflector_set_seed:
 * @self: a reflector
 * @seed: any number
 *
 * Makes the watches' random timeouts and the jitter of the backoff repeatable, for tests.
 */
void
kin_reflector_set_seed (KinReflector *self,
                        guint32       seed)
{
  g_return_if_fail (KIN_IS_REFLECTOR (self));

  g_rand_set_seed (self->random, seed);
  kin_retry_set_seed (self->retry, seed);
}

/**
 * kin_reflector_start:
 * @self: a reflector
 *
 * Lists and watches, for ever. One that was stopped lists again, at the version that it had.
 */
void
kin_reflector_start (KinReflector *self)
{
  g_return_if_fail (KIN_IS_REFLECTOR (self));

  if (self->state == KIN_REFLECTOR_IDLE || self->state == KIN_REFLECTOR_STOPPED)
    list_or_stream (self);
}

/**
 * kin_reflector_stop:
 * @self: a reflector
 *
 * Gives everything up at once: nothing reaches the queue afterwards.
 */
void
kin_reflector_stop (KinReflector *self)
{
  g_return_if_fail (KIN_IS_REFLECTOR (self));

  if (self->state == KIN_REFLECTOR_IDLE || self->state == KIN_REFLECTOR_STOPPED)
    return;

  drop_everything (self);
  set_last_error (self, NULL);
  set_state (self, KIN_REFLECTOR_STOPPED, 0);
}

/**
 * kin_reflector_retry_now:
 * @self: a reflector
 *
 * Ends a wait for the next try, as a person has asked for it. Does nothing if the reflector does not wait.
 */
void
kin_reflector_retry_now (KinReflector *self)
{
  g_return_if_fail (KIN_IS_REFLECTOR (self));

  if (self->retry_handle == 0)
    return;

  clear_timeout (self, &self->retry_handle);
  retry_cb (self);
}

/**
 * kin_reflector_get_state:
 * @self: a reflector
 *
 * Gets what the reflector is doing.
 *
 * Returns: the state
 */
KinReflectorState
kin_reflector_get_state (KinReflector *self)
{
  g_return_val_if_fail (KIN_IS_REFLECTOR (self), KIN_REFLECTOR_IDLE);

  return self->state;
}

/**
 * kin_reflector_get_last_error:
 * @self: a reflector
 *
 * Gets why the reflector is not watching.
 *
 * Returns: (transfer none) (nullable): the reason; %NULL once it is well again
 */
const GError *
kin_reflector_get_last_error (KinReflector *self)
{
  g_return_val_if_fail (KIN_IS_REFLECTOR (self), NULL);

  return self->last_error;
}

/**
 * kin_reflector_get_retry_time:
 * @self: a reflector
 *
 * Gets when the reflector tries again.
 *
 * Returns: monotonic microseconds, or 0 if it does not wait
 */
gint64
kin_reflector_get_retry_time (KinReflector *self)
{
  g_return_val_if_fail (KIN_IS_REFLECTOR (self), 0);

  return self->retry_time;
}

/**
 * kin_reflector_get_last_data_time:
 * @self: a reflector
 *
 * Gets of when the data are: the last list, event or bookmark.
 *
 * Returns: microseconds since the epoch, or 0 if there was none
 */
gint64
kin_reflector_get_last_data_time (KinReflector *self)
{
  g_return_val_if_fail (KIN_IS_REFLECTOR (self), 0);

  return self->last_data_time;
}

/**
 * kin_reflector_get_state_since:
 * @self: a reflector
 *
 * Gets since when the reflector has been in its state.
 *
 * Returns: microseconds since the epoch
 */
gint64
kin_reflector_get_state_since (KinReflector *self)
{
  g_return_val_if_fail (KIN_IS_REFLECTOR (self), 0);

  return self->state_since;
}

/**
 * kin_reflector_get_resource_version:
 * @self: a reflector
 *
 * Gets the version from which a watch would go on.
 *
 * Returns: (nullable): the version; %NULL before the first list
 */
const char *
kin_reflector_get_resource_version (KinReflector *self)
{
  g_return_val_if_fail (KIN_IS_REFLECTOR (self), NULL);

  return self->position.version;
}

/**
 * kin_reflector_get_counts:
 * @self: a reflector
 * @counts: (out caller-allocates): what it has done
 *
 * Gets what the reflector has done since it was made.
 */
void
kin_reflector_get_counts (KinReflector       *self,
                          KinReflectorCounts *counts)
{
  g_return_if_fail (KIN_IS_REFLECTOR (self));
  g_return_if_fail (counts != NULL);

  *counts = self->counts;
}
