/* kin-listener.c: what one event handler has not been told yet, told in slices of time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-listener.h"

#include "cache/kin-cursor.h"
#include "cache/kin-shared-informer.h"

#define FIRST_CAPACITY 16

typedef enum
{
  NOTE_NOTHING,   /* an addition that a deletion has undone before it was told */
  NOTE_ADD,
  NOTE_UPDATE,
  NOTE_DELETE,
  NOTE_GAP,
  NOTE_WALK,
} NoteType;

typedef struct
{
  NoteType type;
  gboolean final_state_unknown;
  union
  {
    KinObject *object;
    KinWalk *walk;
  };
  KinObject *old_object;
} Note;

struct _KinHandlerRegistration
{
  grefcount ref_count;
  KinEventHandler handler;
  KinHandlerFlags flags;
  gpointer user_data;
  KinDeltaFifo *fifo;
  gboolean running;
  gboolean removed;

  /* A ring. Notes are numbered through; number n stands at n modulo the capacity, which is a power of 2. */
  Note *notes;
  gsize capacity;
  gsize first;
  gsize end;
  guint walk_position;     /* in the walk that is the first note */
  guint n_initial_walks;
  gsize backlog;

  /* Of a handler that came late, until what is in the cache has been collected. */
  KinCursor *cursor;
  KinWalk *collected;

  /* Of a handler that coalesces: key → 1 + number of its last note, if no walk came after it. */
  GHashTable *last_notes;
};

static Note *
get_note (KinListener *self,
          gsize        number)
{
  return &self->notes[number & (self->capacity - 1)];
}

static void
clear_note (Note *note)
{
  if (note->type == NOTE_WALK)
    g_clear_pointer (&note->walk, kin_walk_unref);
  else
    g_clear_pointer (&note->object, kin_object_unref);
  g_clear_pointer (&note->old_object, kin_object_unref);
}

static void
grow (KinListener *self)
{
  Note *old = self->notes;
  gsize old_capacity = self->capacity;

  self->capacity = MAX (FIRST_CAPACITY, 2 * old_capacity);
  self->notes = g_new (Note, self->capacity);
  for (gsize i = self->first; i < self->end; i++)
    *get_note (self, i) = old[i & (old_capacity - 1)];

  g_free (old);
}

/* Eats the references of the note. */
static void
push (KinListener *self,
      Note         note,
      gsize        weight)
{
  if (self->end - self->first == self->capacity)
    grow (self);

  *get_note (self, self->end++) = note;
  self->backlog += weight;
}

static void
push_change (KinListener *self,
             Note         note)
{
  push (self, note, 1);

  if (self->last_notes != NULL)
    g_hash_table_replace (self->last_notes, (gpointer) kin_object_get_key (note.object), GSIZE_TO_POINTER (self->end));
}

static Note *
find_last_note (KinListener *self,
                KinObject   *object)
{
  gsize number;

  if (self->last_notes == NULL)
    return NULL;

  number = GPOINTER_TO_SIZE (g_hash_table_lookup (self->last_notes, kin_object_get_key (object)));

  return number > 0 ? get_note (self, number - 1) : NULL;
}

/* The table's key is a string of the note's object, and goes with it. */
static void
set_note_object (KinListener *self,
                 Note        *note,
                 KinObject   *object)
{
  const char *key = kin_object_get_key (object);

  g_hash_table_replace (self->last_notes, (gpointer) key, g_hash_table_lookup (self->last_notes, key));
  kin_object_unref (note->object);
  note->object = kin_object_ref (object);
}

static void
undo_note (KinListener *self,
           Note        *note)
{
  g_hash_table_remove (self->last_notes, kin_object_get_key (note->object));
  clear_note (note);
  note->type = NOTE_NOTHING;
  self->backlog--;
}

static void
turn_into_deletion (KinListener *self,
                    Note        *note,
                    KinObject   *object,
                    gboolean     final_state_unknown)
{
  set_note_object (self, note, object);
  g_clear_pointer (&note->old_object, kin_object_unref);
  note->type = NOTE_DELETE;
  note->final_state_unknown = final_state_unknown;
}

static void
tell_add (KinListener *self,
          KinObject   *object,
          gboolean     is_in_initial_list)
{
  if (self->handler.on_add != NULL)
    self->handler.on_add (object, is_in_initial_list, self->user_data);
}

static void
tell_update (KinListener *self,
             KinObject   *old_object,
             KinObject   *new_object)
{
  if (self->handler.on_update != NULL)
    self->handler.on_update (old_object, new_object, self->user_data);
}

static void
tell_delete (KinListener *self,
             KinObject   *object,
             gboolean     final_state_unknown)
{
  if (self->handler.on_delete != NULL)
    self->handler.on_delete (object, final_state_unknown, self->user_data);
}

static void
tell_note (KinListener *self,
           const Note  *note)
{
  switch (note->type)
    {
    case NOTE_ADD:
      tell_add (self, note->object, FALSE);
      break;
    case NOTE_UPDATE:
      tell_update (self, note->old_object, note->object);
      break;
    case NOTE_DELETE:
      tell_delete (self, note->object, note->final_state_unknown);
      break;
    case NOTE_GAP:
      if (self->handler.gap != NULL)
        self->handler.gap (self->user_data);
      break;
    case NOTE_NOTHING:
    case NOTE_WALK:
    default:
      break;
    }
}

static void
tell_step (KinListener       *self,
           KinWalkType        type,
           const KinWalkStep *step)
{
  if (step->new_object == NULL)
    tell_delete (self, step->old_object, TRUE);
  else if (step->old_object == NULL)
    tell_add (self, step->new_object, type == KIN_WALK_INITIAL);
  else if (step->old_object != step->new_object || self->flags & KIN_HANDLER_RESYNC)
    tell_update (self, step->old_object, step->new_object);
}

/* The walk stays the first note until its last step has been told: has_synced counts on it. */
static void
deliver_step (KinListener *self)
{
  KinWalk *walk = get_note (self, self->first)->walk;
  KinWalkType type = kin_walk_get_type (walk);

  if (self->walk_position < kin_walk_get_size (walk))
    {
      self->backlog--;
      tell_step (self, type, kin_walk_get_step (walk, self->walk_position++));
    }

  if (self->walk_position < kin_walk_get_size (walk))
    return;

  self->walk_position = 0;
  if (type == KIN_WALK_INITIAL)
    self->n_initial_walks--;
  clear_note (get_note (self, self->first++));
}

static void
forget_last_note (KinListener *self,
                  KinObject   *object,
                  gsize        number)
{
  const char *key = kin_object_get_key (object);

  if (GPOINTER_TO_SIZE (g_hash_table_lookup (self->last_notes, key)) == number + 1)
    g_hash_table_remove (self->last_notes, key);
}

/* The note is taken out first: the handler may make the ring grow. */
static void
deliver_note (KinListener *self)
{
  gsize number = self->first++;
  Note note = *get_note (self, number);

  if (note.type != NOTE_NOTHING)
    self->backlog--;
  if (self->last_notes != NULL && note.object != NULL)
    forget_last_note (self, note.object, number);

  tell_note (self, &note);
  clear_note (&note);
}

static void
deliver_one (KinListener *self)
{
  if (get_note (self, self->first)->type == NOTE_WALK)
    deliver_step (self);
  else
    deliver_note (self);
}

static void
append_cached (KinObject *object,
               gpointer   user_data)
{
  kin_walk_append (user_data, NULL, object);
}

/**
 * kin_listener_new:
 * @handler: what is told; copied
 * @flags: how it wants to be told
 * @user_data: for @handler
 * @fifo: the queue that says whether the cache has synced
 *
 * Makes a listener that does not run yet.
 *
 * Returns: (transfer full): the listener
 */
KinListener *
kin_listener_new (const KinEventHandler *handler,
                  KinHandlerFlags        flags,
                  gpointer               user_data,
                  KinDeltaFifo          *fifo)
{
  KinListener *self = g_new0 (KinListener, 1);

  g_ref_count_init (&self->ref_count);
  self->handler = *handler;
  self->flags = flags;
  self->user_data = user_data;
  self->fifo = g_object_ref (fifo);
  if (flags & KIN_HANDLER_COALESCE)
    self->last_notes = g_hash_table_new (g_str_hash, g_str_equal);

  return self;
}

/**
 * kin_listener_unref:
 * @self: (transfer full): a listener
 *
 * Drops a reference; with the last one what was not told is dropped too.
 */
void
kin_listener_unref (KinListener *self)
{
  g_return_if_fail (self != NULL);

  if (!g_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->cursor, kin_cursor_free);
  g_clear_pointer (&self->collected, kin_walk_unref);
  g_clear_pointer (&self->last_notes, g_hash_table_unref);
  while (self->first < self->end)
    clear_note (get_note (self, self->first++));
  g_free (self->notes);
  g_clear_object (&self->fifo);
  g_free (self);
}

/**
 * kin_listener_set_running:
 * @self: a listener
 * @running: whether it may tell its handler what it has
 *
 * A listener that does not run keeps what it is given. May be called from inside its handler.
 */
void
kin_listener_set_running (KinListener *self,
                          gboolean     running)
{
  g_return_if_fail (self != NULL);

  self->running = running && !self->removed;
}

/**
 * kin_listener_remove:
 * @self: a listener
 *
 * From now on the handler is told nothing. May be called from inside it.
 */
void
kin_listener_remove (KinListener *self)
{
  g_return_if_fail (self != NULL);

  self->removed = TRUE;
  self->running = FALSE;
}

/**
 * kin_listener_begin_late:
 * @self: a listener that has been given nothing yet
 * @indexer: the cache; nothing may be written to it until it has been collected
 *
 * The handler is to be told what is in the cache already. For 100,000 objects that is collected in slices.
 */
void
kin_listener_begin_late (KinListener *self,
                         KinIndexer  *indexer)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (self->cursor == NULL);

  self->collected = kin_walk_new (KIN_WALK_INITIAL);
  self->cursor = kin_cursor_new (indexer, append_cached, self->collected);
  self->n_initial_walks++;
  self->backlog += kin_indexer_get_size (indexer);
}

/**
 * kin_listener_is_late:
 * @self: a listener
 *
 * Tells whether the cache is still to be collected.
 *
 * Returns: %TRUE if so
 */
gboolean
kin_listener_is_late (KinListener *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->cursor != NULL;
}

/**
 * kin_listener_catch_up:
 * @self: a listener
 * @slice: the time it may take
 *
 * Goes on collecting the cache, by one object at least.
 *
 * Returns: %TRUE once there is nothing to collect
 */
gboolean
kin_listener_catch_up (KinListener    *self,
                       const KinSlice *slice)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->cursor == NULL)
    return TRUE;

  if (!kin_cursor_advance (self->cursor, slice))
    return FALSE;

  g_clear_pointer (&self->cursor, kin_cursor_free);
  push (self, (Note) { .type = NOTE_WALK, .walk = g_steal_pointer (&self->collected) }, 0);

  return TRUE;
}

/**
 * kin_listener_add:
 * @self: a listener
 * @object: an object that is new
 *
 * Queues an addition.
 */
void
kin_listener_add (KinListener *self,
                  KinObject   *object)
{
  g_return_if_fail (self != NULL);

  push_change (self, (Note) { .type = NOTE_ADD, .object = kin_object_ref (object) });
}

/**
 * kin_listener_update:
 * @self: a listener
 * @old_object: an object
 * @new_object: its newer state
 *
 * Queues an update. It merges with an addition or update that waits, if the handler has asked for that.
 */
void
kin_listener_update (KinListener *self,
                     KinObject   *old_object,
                     KinObject   *new_object)
{
  Note *last;

  g_return_if_fail (self != NULL);

  last = find_last_note (self, new_object);
  if (last != NULL && last->type != NOTE_DELETE)
    {
      set_note_object (self, last, new_object);
      return;
    }

  push_change (self, (Note) {
    .type = NOTE_UPDATE,
    .object = kin_object_ref (new_object),
    .old_object = kin_object_ref (old_object),
  });
}

/**
 * kin_listener_sync:
 * @self: a listener
 * @object: an object that has not changed
 *
 * Queues an update that changes nothing, if the handler has asked for those.
 */
void
kin_listener_sync (KinListener *self,
                   KinObject   *object)
{
  g_return_if_fail (self != NULL);

  if (self->flags & KIN_HANDLER_RESYNC)
    kin_listener_update (self, object, object);
}

/**
 * kin_listener_delete:
 * @self: a listener
 * @object: the last state of an object that is gone
 * @final_state_unknown: whether newer states were missed
 *
 * Queues a deletion. If the handler has asked for merging, it takes the place of an update that waits, and together
 * with an addition that waits it comes to nothing.
 */
void
kin_listener_delete (KinListener *self,
                     KinObject   *object,
                     gboolean     final_state_unknown)
{
  Note *last;

  g_return_if_fail (self != NULL);

  last = find_last_note (self, object);
  if (last != NULL && last->type == NOTE_ADD)
    undo_note (self, last);
  else if (last != NULL && last->type == NOTE_UPDATE)
    turn_into_deletion (self, last, object, final_state_unknown);
  else
    push_change (self, (Note) {
      .type = NOTE_DELETE,
      .object = kin_object_ref (object),
      .final_state_unknown = final_state_unknown,
    });
}

/**
 * kin_listener_walk:
 * @self: a listener
 * @walk: many changes
 *
 * Queues a walk, and before a relist's the gap. Nothing merges across it.
 */
void
kin_listener_walk (KinListener *self,
                   KinWalk     *walk)
{
  KinWalkType type;

  g_return_if_fail (self != NULL);
  g_return_if_fail (walk != NULL);

  type = kin_walk_get_type (walk);
  if (type == KIN_WALK_RESYNC && !(self->flags & KIN_HANDLER_RESYNC))
    return;

  if (self->last_notes != NULL)
    g_hash_table_remove_all (self->last_notes);
  if (type == KIN_WALK_RELIST)
    push (self, (Note) { .type = NOTE_GAP }, 1);
  if (type == KIN_WALK_INITIAL)
    self->n_initial_walks++;
  push (self, (Note) { .type = NOTE_WALK, .walk = kin_walk_ref (walk) }, kin_walk_get_size (walk));
}

/**
 * kin_listener_deliver:
 * @self: a listener
 * @slice: the time it may take
 *
 * Tells the handler what waits, one thing at least, between its begin and its end.
 */
void
kin_listener_deliver (KinListener    *self,
                      const KinSlice *slice)
{
  g_autoptr(KinListener) alive = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (slice != NULL);

  if (!kin_listener_has_more (self))
    return;

  /* The handler may remove itself: what it is being shown must outlive that. */
  g_ref_count_inc (&self->ref_count);
  alive = self;

  if (self->handler.begin != NULL)
    self->handler.begin (self->user_data);

  while (kin_listener_has_more (self))
    {
      deliver_one (self);
      if (kin_slice_is_over (slice))
        break;
    }

  if (!self->removed && self->handler.end != NULL)
    self->handler.end (self->user_data);
}

/**
 * kin_listener_has_more:
 * @self: a listener
 *
 * Tells whether there is something that the handler may be told now.
 *
 * Returns: %TRUE if there is
 */
gboolean
kin_listener_has_more (KinListener *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->running && self->first < self->end;
}

/**
 * kin_handler_registration_has_synced:
 * @registration: a handler that has not been removed
 *
 * Tells whether the informer has synced and the handler has been told every object of the first list, or those that
 * were in the cache when it came.
 *
 * Returns: %TRUE if so
 */
gboolean
kin_handler_registration_has_synced (KinHandlerRegistration *registration)
{
  g_return_val_if_fail (registration != NULL, FALSE);

  return registration->n_initial_walks == 0 && kin_delta_fifo_has_synced (registration->fifo);
}

/**
 * kin_handler_registration_get_backlog:
 * @registration: a handler that has not been removed
 *
 * Gets how much the handler has not been told yet: a slow one shows here.
 *
 * Returns: how many notifications wait
 */
gsize
kin_handler_registration_get_backlog (KinHandlerRegistration *registration)
{
  g_return_val_if_fail (registration != NULL, 0);

  return registration->backlog;
}
