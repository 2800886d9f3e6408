/* kin-shared-informer.c: one cache of one resource, kept live, for everyone who wants to know of it.
 *
 * The reflector fills the queue; the process loop takes from it, changes the cache and gives what has changed to
 * each handler's listener; the listeners tell it. The last two take turns on the main loop, a few milliseconds at a
 * time and below the priority of drawing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-shared-informer.h"

#include "cache/kin-cursor.h"
#include "cache/kin-fence.h"
#include "cache/kin-listener.h"

/* GTK draws at 120, and a frame at 60 Hz has 16 ms. The budgets are microseconds. */
#define TURN_PRIORITY G_PRIORITY_DEFAULT_IDLE
#define PROCESS_BUDGET 1500
#define DELIVER_BUDGET 2000

struct _KinSharedInformer
{
  GObject parent_instance;

  KinListerWatcher *source;
  KinClock *clock;
  KinDeltaFifo *fifo;
  KinIndexer *indexer;
  KinReflector *reflector;

  GPtrArray *listeners;    /* of KinListener */
  guint next_listener;     /* whose turn it is */
  KinFence *fence;         /* while the list that is next in the queue is compared with the cache */
  KinCursor *resync;       /* while a resync is next: it fills the walk */
  KinWalk *resync_walk;
  GSource *turn;           /* while there is something to do */
  gboolean started;
  guint64 n_unchanged;
};

G_DEFINE_FINAL_TYPE (KinSharedInformer, kin_shared_informer, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_STATE,
  PROP_HAS_SYNCED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
tell_added (KinSharedInformer *self,
            KinObject         *object)
{
  for (guint i = 0; i < self->listeners->len; i++)
    kin_listener_add (self->listeners->pdata[i], object);
}

static void
tell_updated (KinSharedInformer *self,
              KinObject         *old_object,
              KinObject         *new_object)
{
  for (guint i = 0; i < self->listeners->len; i++)
    kin_listener_update (self->listeners->pdata[i], old_object, new_object);
}

static void
tell_deleted (KinSharedInformer *self,
              KinObject         *object,
              gboolean           final_state_unknown)
{
  for (guint i = 0; i < self->listeners->len; i++)
    kin_listener_delete (self->listeners->pdata[i], object, final_state_unknown);
}

static void
tell_unchanged (KinSharedInformer *self,
                KinObject         *object)
{
  self->n_unchanged++;

  for (guint i = 0; i < self->listeners->len; i++)
    kin_listener_sync (self->listeners->pdata[i], object);
}

static void
tell_walk (KinSharedInformer *self,
           KinWalk           *walk)
{
  for (guint i = 0; i < self->listeners->len; i++)
    kin_listener_walk (self->listeners->pdata[i], walk);
}

/* What the server calls an addition may be known here, after a watch was opened again, and the reverse: the cache
 * decides. An object that was recreated under its name is another one, of whose end nobody told us. */
static void
handle_present (KinSharedInformer *self,
                KinObject         *object)
{
  KinObject *cached = kin_indexer_get (self->indexer, kin_object_get_key (object));
  g_autoptr(KinObject) old = NULL;

  if (cached != NULL && kin_fence_same_version (cached, object))
    {
      tell_unchanged (self, cached);
      return;
    }

  old = kin_indexer_put (self->indexer, object);
  if (old != NULL && kin_object_same_identity (old, object))
    {
      tell_updated (self, old, object);
      return;
    }

  if (old != NULL)
    tell_deleted (self, old, TRUE);
  tell_added (self, object);
}

/* If it was recreated and is gone again, and we heard of the second end only, the first one is what handlers know. */
static void
handle_deleted (KinSharedInformer *self,
                KinObject         *object)
{
  g_autoptr(KinObject) old = kin_indexer_remove (self->indexer, kin_object_get_key (object));

  if (old == NULL)
    return;

  if (kin_object_same_identity (old, object))
    tell_deleted (self, object, FALSE);
  else
    tell_deleted (self, old, TRUE);
}

static void
handle_deltas (KinSharedInformer *self,
               const KinDelta    *deltas,
               guint              n_deltas)
{
  for (guint i = 0; i < n_deltas; i++)
    {
      if (deltas[i].type == KIN_DELTA_DELETED)
        handle_deleted (self, deltas[i].object);
      else
        handle_present (self, deltas[i].object);

      kin_indexer_set_resource_version (self->indexer, kin_object_get_resource_version (deltas[i].object));
    }
}

static void
handle_list (KinSharedInformer *self,
             const char        *resource_version)
{
  g_autoptr(KinFence) fence = g_steal_pointer (&self->fence);

  self->n_unchanged += kin_fence_get_n_unchanged (fence);
  tell_walk (self, kin_fence_commit (fence, resource_version));
}

/* An object whose next change is queued already is left to that. */
static void
append_sync (KinObject *object,
             gpointer   user_data)
{
  KinSharedInformer *self = user_data;

  if (!kin_delta_fifo_has_key (self->fifo, kin_object_get_key (object)))
    kin_walk_append (self->resync_walk, object, object);
}

static void
drop_resync (KinSharedInformer *self)
{
  g_clear_pointer (&self->resync, kin_cursor_free);
  g_clear_pointer (&self->resync_walk, kin_walk_unref);
}

static void
handle_resync (KinSharedInformer *self)
{
  tell_walk (self, self->resync_walk);
  drop_resync (self);
}

static void
handle_entry (const KinFifoEntry *entry,
              gpointer            user_data)
{
  KinSharedInformer *self = user_data;

  switch (entry->type)
    {
    case KIN_FIFO_KEY:
      handle_deltas (self, entry->deltas, entry->n_deltas);
      break;
    case KIN_FIFO_REPLACE:
      handle_list (self, entry->resource_version);
      break;
    case KIN_FIFO_BOOKMARK:
      kin_indexer_set_resource_version (self->indexer, entry->resource_version);
      break;
    case KIN_FIFO_RESYNC:
      handle_resync (self);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* A list stays in the queue until it has been compared with the cache. TRUE: it may be taken. */
static gboolean
prepare_list (KinSharedInformer  *self,
              const KinFifoEntry *entry,
              const KinSlice     *slice)
{
  if (self->fence == NULL)
    self->fence = kin_fence_new (self->indexer, entry->objects,
                                 entry->is_in_initial_list ? KIN_WALK_INITIAL : KIN_WALK_RELIST);

  return kin_fence_advance (self->fence, slice);
}

static gboolean
prepare_resync (KinSharedInformer *self,
                const KinSlice    *slice)
{
  if (self->resync == NULL)
    {
      self->resync_walk = kin_walk_new (KIN_WALK_RESYNC);
      self->resync = kin_cursor_new (self->indexer, append_sync, self);
    }

  return kin_cursor_advance (self->resync, slice);
}

static gboolean
prepare_entry (KinSharedInformer  *self,
               const KinFifoEntry *entry,
               const KinSlice     *slice)
{
  if (entry->type == KIN_FIFO_REPLACE)
    return prepare_list (self, entry, slice);
  if (entry->type == KIN_FIFO_RESYNC)
    return prepare_resync (self, slice);

  return TRUE;
}

/* Who came late is told the cache as it is now: until that has been collected, nothing is taken from the queue. */
static gboolean
catch_up (KinSharedInformer *self,
          const KinSlice    *slice)
{
  for (guint i = 0; i < self->listeners->len; i++)
    if (!kin_listener_catch_up (self->listeners->pdata[i], slice))
      return FALSE;

  return TRUE;
}

static void
process (KinSharedInformer *self)
{
  KinSlice slice = kin_slice_begin (self->clock, PROCESS_BUDGET);
  KinFifoEntry entry;

  while (catch_up (self, &slice) && kin_delta_fifo_peek (self->fifo, &entry))
    {
      if (!prepare_entry (self, &entry, &slice))
        return;

      kin_delta_fifo_pop (self->fifo, handle_entry, self);
      if (entry.is_in_initial_list)
        g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HAS_SYNCED]);

      if (kin_slice_is_over (&slice))
        return;
    }
}

static KinListener *
take_next_listener (KinSharedInformer *self)
{
  if (self->listeners->len == 0)
    return NULL;

  if (self->next_listener >= self->listeners->len)
    self->next_listener = 0;

  return self->listeners->pdata[self->next_listener++];
}

/* Each in its turn: a handler that is slow takes the time of one slice, and the others go on after it. Handlers come
 * and go while they are told. */
static void
deliver (KinSharedInformer *self)
{
  KinSlice slice = kin_slice_begin (self->clock, DELIVER_BUDGET);

  for (guint n = self->listeners->len; n > 0; n--)
    {
      KinListener *listener = take_next_listener (self);

      if (listener == NULL)
        break;

      kin_listener_deliver (listener, &slice);
      if (kin_slice_is_over (&slice))
        break;
    }
}

/* Asked at the end of a turn: a handler that came in the middle of it may have been passed over. */
static gboolean
has_work (KinSharedInformer *self)
{
  for (guint i = 0; i < self->listeners->len; i++)
    if (kin_listener_has_more (self->listeners->pdata[i]) || kin_listener_is_late (self->listeners->pdata[i]))
      return TRUE;

  return kin_delta_fifo_get_size (self->fifo) > 0;
}

static gboolean
turn_cb (gpointer user_data)
{
  g_autoptr(KinSharedInformer) self = g_object_ref (KIN_SHARED_INFORMER (user_data));
  GSource *turn = self->turn;

  process (self);
  deliver (self);

  /* A handler, or who heard that the cache has synced, may have stopped us and even started us again. */
  if (self->turn != turn)
    return G_SOURCE_REMOVE;

  if (has_work (self))
    return G_SOURCE_CONTINUE;

  g_clear_pointer (&self->turn, g_source_unref);

  return G_SOURCE_REMOVE;
}

static void
schedule (KinSharedInformer *self)
{
  g_autoptr(GMainContext) context = NULL;

  if (self->turn != NULL || !self->started)
    return;

  context = g_main_context_ref_thread_default ();
  self->turn = g_idle_source_new ();
  g_source_set_priority (self->turn, TURN_PRIORITY);
  g_source_set_static_name (self->turn, "[kinformer] informer");
  g_source_set_callback (self->turn, turn_cb, self, NULL);
  g_source_attach (self->turn, context);
}

static void
unschedule (KinSharedInformer *self)
{
  if (self->turn != NULL)
    g_source_destroy (self->turn);
  g_clear_pointer (&self->turn, g_source_unref);
}

static void
fifo_notify_cb (gpointer user_data)
{
  schedule (user_data);
}

static void
reflector_state_cb (KinSharedInformer *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
set_listeners_running (KinSharedInformer *self,
                       gboolean           running)
{
  for (guint i = 0; i < self->listeners->len; i++)
    kin_listener_set_running (self->listeners->pdata[i], running);
}

static void
kin_shared_informer_dispose (GObject *object)
{
  KinSharedInformer *self = KIN_SHARED_INFORMER (object);

  if (self->fifo != NULL)
    {
      kin_shared_informer_stop (self);
      kin_delta_fifo_set_notify (self->fifo, NULL, NULL);
      kin_delta_fifo_close (self->fifo);
    }

  g_ptr_array_set_size (self->listeners, 0);
  g_clear_object (&self->reflector);
  g_clear_object (&self->fifo);
  g_clear_object (&self->indexer);
  g_clear_object (&self->source);
  g_clear_object (&self->clock);

  G_OBJECT_CLASS (kin_shared_informer_parent_class)->dispose (object);
}

static void
kin_shared_informer_finalize (GObject *object)
{
  KinSharedInformer *self = KIN_SHARED_INFORMER (object);

  g_ptr_array_unref (self->listeners);

  G_OBJECT_CLASS (kin_shared_informer_parent_class)->finalize (object);
}

static void
kin_shared_informer_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  KinSharedInformer *self = KIN_SHARED_INFORMER (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_enum (value, kin_shared_informer_get_state (self));
      break;
    case PROP_HAS_SYNCED:
      g_value_set_boolean (value, kin_shared_informer_has_synced (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_shared_informer_class_init (KinSharedInformerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_shared_informer_dispose;
  object_class->finalize = kin_shared_informer_finalize;
  object_class->get_property = kin_shared_informer_get_property;

  /**
   * KinSharedInformer:state:
   *
   * The reflector's state, notified together with it.
   */
  properties[PROP_STATE] =
    g_param_spec_enum ("state", NULL, NULL,
                       KIN_TYPE_REFLECTOR_STATE, KIN_REFLECTOR_IDLE,
                       G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinSharedInformer:has-synced:
   *
   * Whether the first list is in the cache.
   */
  properties[PROP_HAS_SYNCED] =
    g_param_spec_boolean ("has-synced", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
kin_shared_informer_init (KinSharedInformer *self)
{
  self->listeners = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_listener_unref);
}

static KinIndexer *
create_indexer (void)
{
  KinIndexer *indexer = kin_indexer_new ();

  kin_indexer_add_index (indexer, KIN_INDEX_NAMESPACE, kin_indexer_index_by_namespace, NULL, NULL);
  kin_indexer_add_index (indexer, KIN_INDEX_OWNER_UID, kin_indexer_index_by_owner_uid, NULL, NULL);

  return indexer;
}

/**
 * kin_shared_informer_new:
 * @source: where the list and the watch come from
 * @clock: the time
 * @resync_period_us: how often handlers that want it are told the cache again, in microseconds; 0 = never
 *
 * Makes an informer that has not been started.
 *
 * Returns: (transfer full): the informer
 */
KinSharedInformer *
kin_shared_informer_new (KinListerWatcher *source,
                         KinClock         *clock,
                         gint64            resync_period_us)
{
  KinSharedInformer *self;

  g_return_val_if_fail (KIN_IS_LISTER_WATCHER (source), NULL);
  g_return_val_if_fail (KIN_IS_CLOCK (clock), NULL);

  self = g_object_new (KIN_TYPE_SHARED_INFORMER, NULL);
  self->source = g_object_ref (source);
  self->clock = g_object_ref (clock);
  self->indexer = create_indexer ();
  self->fifo = kin_delta_fifo_new ();
  kin_delta_fifo_set_notify (self->fifo, fifo_notify_cb, self);

  self->reflector = kin_reflector_new (source, self->fifo, clock);
  kin_reflector_set_resync_period (self->reflector, resync_period_us);
  kin_reflector_set_cache (self->reflector, self->indexer);
  g_signal_connect_object (self->reflector, "notify::state", G_CALLBACK (reflector_state_cb), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * kin_shared_informer_get_kind:
 * @self: an informer
 *
 * Gets the kind of its objects.
 *
 * Returns: (transfer none): the kind
 */
KinKind *
kin_shared_informer_get_kind (KinSharedInformer *self)
{
  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (self), NULL);

  return kin_lister_watcher_get_kind (self->source);
}

/**
 * kin_shared_informer_get_clock:
 * @self: an informer
 *
 * Gets the clock by which it and its handlers measure time.
 *
 * Returns: (transfer none): the clock
 */
KinClock *
kin_shared_informer_get_clock (KinSharedInformer *self)
{
  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (self), NULL);

  return self->clock;
}

/**
 * kin_shared_informer_get_indexer:
 * @self: an informer
 *
 * Gets the cache. It is indexed by KIN_INDEX_NAMESPACE and KIN_INDEX_OWNER_UID.
 *
 * Returns: (transfer none): the cache
 */
KinIndexer *
kin_shared_informer_get_indexer (KinSharedInformer *self)
{
  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (self), NULL);

  return self->indexer;
}

/**
 * kin_shared_informer_get_reflector:
 * @self: an informer
 *
 * Gets the reflector, which knows the state, its reason, and what has been done.
 *
 * Returns: (transfer none): the reflector
 */
KinReflector *
kin_shared_informer_get_reflector (KinSharedInformer *self)
{
  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (self), NULL);

  return self->reflector;
}

/**
 * kin_shared_informer_get_fifo:
 * @self: an informer
 *
 * Gets the queue between the reflector and the cache.
 *
 * Returns: (transfer none): the queue
 */
KinDeltaFifo *
kin_shared_informer_get_fifo (KinSharedInformer *self)
{
  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (self), NULL);

  return self->fifo;
}

/**
 * kin_shared_informer_get_state:
 * @self: an informer
 *
 * Gets the reflector's state.
 *
 * Returns: the state
 */
KinReflectorState
kin_shared_informer_get_state (KinSharedInformer *self)
{
  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (self), KIN_REFLECTOR_IDLE);

  return kin_reflector_get_state (self->reflector);
}

/**
 * kin_shared_informer_get_n_unchanged:
 * @self: an informer
 *
 * Gets how often the server told of an object in the version that was known: handlers do not hear of those.
 *
 * Returns: the number
 */
guint64
kin_shared_informer_get_n_unchanged (KinSharedInformer *self)
{
  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (self), 0);

  return self->n_unchanged;
}

/**
 * kin_shared_informer_add_handler:
 * @self: an informer, started or not
 * @handler: what is to be told; copied
 * @flags: how
 * @user_data: for @handler; lives until the handler has been removed
 *
 * Adds a handler. It is first told an addition for each object that is in the cache, then what follows: nothing is
 * lost, and nothing comes twice. May be called from inside a handler.
 *
 * Returns: (transfer none): what removes the handler; it lives until then, or as long as the informer
 */
KinHandlerRegistration *
kin_shared_informer_add_handler (KinSharedInformer     *self,
                                 const KinEventHandler *handler,
                                 KinHandlerFlags        flags,
                                 gpointer               user_data)
{
  KinListener *listener;

  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (self), NULL);
  g_return_val_if_fail (handler != NULL, NULL);

  listener = kin_listener_new (handler, flags, user_data, self->fifo);
  kin_listener_set_running (listener, self->started);
  g_ptr_array_add (self->listeners, listener);

  if (kin_indexer_get_size (self->indexer) == 0)
    return listener;

  kin_listener_begin_late (listener, self->indexer);
  schedule (self);

  return listener;
}

/**
 * kin_shared_informer_remove_handler:
 * @self: an informer
 * @registration: (transfer full): what kin_shared_informer_add_handler() returned
 *
 * Removes a handler. It is told nothing after that, not even the end of a slice. May be called from inside it.
 */
void
kin_shared_informer_remove_handler (KinSharedInformer      *self,
                                    KinHandlerRegistration *registration)
{
  guint position;

  g_return_if_fail (KIN_IS_SHARED_INFORMER (self));
  g_return_if_fail (g_ptr_array_find (self->listeners, registration, &position));

  kin_listener_remove (registration);
  g_ptr_array_remove_index (self->listeners, position);
}

/**
 * kin_shared_informer_start:
 * @self: an informer
 *
 * Starts the informer in the main context that is thread-default: there its handlers are called. One that was stopped
 * goes on with the cache that it has.
 */
void
kin_shared_informer_start (KinSharedInformer *self)
{
  g_return_if_fail (KIN_IS_SHARED_INFORMER (self));

  if (self->started)
    return;

  self->started = TRUE;
  set_listeners_running (self, TRUE);
  schedule (self);
  kin_reflector_start (self->reflector);
}

/**
 * kin_shared_informer_stop:
 * @self: an informer
 *
 * Stops the informer. The cache stays; handlers are told nothing until it is started again, and then first what they
 * had not been told.
 */
void
kin_shared_informer_stop (KinSharedInformer *self)
{
  g_return_if_fail (KIN_IS_SHARED_INFORMER (self));

  if (!self->started)
    return;

  self->started = FALSE;
  set_listeners_running (self, FALSE);
  unschedule (self);
  g_clear_pointer (&self->fence, kin_fence_free);
  drop_resync (self);
  kin_delta_fifo_clear (self->fifo);
  kin_reflector_stop (self->reflector);
}

/**
 * kin_shared_informer_is_started:
 * @self: an informer
 *
 * Tells whether the informer runs.
 *
 * Returns: %TRUE if it does
 */
gboolean
kin_shared_informer_is_started (KinSharedInformer *self)
{
  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (self), FALSE);

  return self->started;
}

/**
 * kin_shared_informer_has_synced:
 * @self: an informer
 *
 * Tells whether the first list is in the cache.
 *
 * Returns: %TRUE from then on
 */
gboolean
kin_shared_informer_has_synced (KinSharedInformer *self)
{
  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (self), FALSE);

  return kin_delta_fifo_has_synced (self->fifo);
}
