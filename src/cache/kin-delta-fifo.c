/* kin-delta-fifo.c: what has changed and is not in the cache yet: keys in order, each with its deltas.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-delta-fifo.h"

#include "cache/kin-discard.h"

typedef struct _Entry Entry;

struct _Entry
{
  Entry *next;
  KinFifoEntryType type;

  /* Most keys have one delta by the time they are taken: it stands in `first`, and no array is made. */
  KinDelta *deltas;
  guint n_deltas;
  guint n_allocated;
  KinDelta first;

  GPtrArray *objects;
  char *resource_version;
};

struct _KinDeltaFifo
{
  GObject parent_instance;

  Entry *head;
  Entry *tail;
  guint size;

  /* The keys behind the last fence → their Entry. The key is the string of the entry's first object. */
  GHashTable *keys;
  guint n_deltas;          /* of all keys, before and behind fences */
  guint n_resyncs;
  gboolean is_full;
  gboolean has_synced;
  gboolean closed;

  GSourceOnceFunc notify;
  gpointer notify_data;
  GSourceOnceFunc room_notify;
  gpointer room_data;
};

G_DEFINE_FINAL_TYPE (KinDeltaFifo, kin_delta_fifo, G_TYPE_OBJECT)

static Entry *
entry_new (KinFifoEntryType type)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->type = type;
  entry->deltas = &entry->first;
  entry->n_allocated = 1;

  return entry;
}

static void
entry_free (Entry *entry)
{
  for (guint i = 0; i < entry->n_deltas; i++)
    kin_object_unref (entry->deltas[i].object);

  if (entry->deltas != &entry->first)
    g_free (entry->deltas);
  if (entry->objects != NULL)
    kin_discard (entry->objects, (GDestroyNotify) g_ptr_array_unref, entry->objects->len);
  g_free (entry->resource_version);
  g_free (entry);
}

static void
entry_reserve (Entry *entry)
{
  if (entry->n_deltas < entry->n_allocated)
    return;

  entry->n_allocated *= 2;
  if (entry->deltas != &entry->first)
    {
      entry->deltas = g_renew (KinDelta, entry->deltas, entry->n_allocated);
      return;
    }

  entry->deltas = g_new (KinDelta, entry->n_allocated);
  entry->deltas[0] = entry->first;
}

static void
entry_append (Entry        *entry,
              KinDeltaType  type,
              KinObject    *object)
{
  entry_reserve (entry);
  entry->deltas[entry->n_deltas++] = (KinDelta) { type, kin_object_ref (object) };
}

/* Of two deletions in a row the first tells how the object ended, the second nothing. */
static gboolean
entry_ends_deleted (Entry *entry)
{
  return entry->deltas[entry->n_deltas - 1].type == KIN_DELTA_DELETED;
}

static void
entry_show (Entry        *entry,
            gboolean      has_synced,
            KinFifoEntry *view)
{
  *view = (KinFifoEntry) {
    .type = entry->type,
    .key = entry->type == KIN_FIFO_KEY ? kin_object_get_key (entry->first.object) : NULL,
    .deltas = entry->deltas,
    .n_deltas = entry->n_deltas,
    .objects = entry->objects,
    .resource_version = entry->resource_version,
    .is_in_initial_list = entry->type == KIN_FIFO_REPLACE && !has_synced,
  };
}

static void
push (KinDeltaFifo *self,
      Entry        *entry)
{
  gboolean was_empty = self->head == NULL;

  if (was_empty)
    self->head = entry;
  else
    self->tail->next = entry;
  self->tail = entry;
  self->size++;

  if (was_empty && self->notify != NULL)
    self->notify (self->notify_data);
}

static Entry *
unlink_head (KinDeltaFifo *self)
{
  Entry *entry = self->head;

  self->head = entry->next;
  if (self->head == NULL)
    self->tail = NULL;
  self->size--;

  self->n_deltas -= entry->n_deltas;
  if (entry->type == KIN_FIFO_RESYNC)
    self->n_resyncs--;

  return entry;
}

/* Half a queue has to be taken first: who fills it should not be stopped and started for each delta. */
static void
tell_room (KinDeltaFifo *self)
{
  if (!self->is_full || self->n_deltas > KIN_DELTA_FIFO_ROOM / 2)
    return;

  self->is_full = FALSE;
  if (self->room_notify != NULL)
    self->room_notify (self->room_data);
}

static void
append_delta (KinDeltaFifo *self,
              Entry        *entry,
              KinDeltaType  type,
              KinObject    *object)
{
  entry_append (entry, type, object);
  self->n_deltas++;
  self->is_full |= self->n_deltas >= KIN_DELTA_FIFO_ROOM;
}

/* A fence has taken the keys before it out of the table; one of the same name behind it must stay. */
static void
forget_key (KinDeltaFifo *self,
            Entry        *entry)
{
  const char *key = kin_object_get_key (entry->first.object);

  if (g_hash_table_lookup (self->keys, key) == entry)
    g_hash_table_remove (self->keys, key);
}

static void
queue_delta (KinDeltaFifo *self,
             KinDeltaType  type,
             KinObject    *object)
{
  const char *key = kin_object_get_key (object);
  Entry *entry;

  if (self->closed)
    return;

  entry = g_hash_table_lookup (self->keys, key);
  if (entry != NULL)
    {
      if (type != KIN_DELTA_DELETED || !entry_ends_deleted (entry))
        append_delta (self, entry, type, object);
      return;
    }

  entry = entry_new (KIN_FIFO_KEY);
  append_delta (self, entry, type, object);
  g_hash_table_insert (self->keys, (gpointer) key, entry);
  push (self, entry);
}

static void
kin_delta_fifo_finalize (GObject *object)
{
  KinDeltaFifo *self = KIN_DELTA_FIFO (object);

  kin_delta_fifo_clear (self);
  g_hash_table_unref (self->keys);

  G_OBJECT_CLASS (kin_delta_fifo_parent_class)->finalize (object);
}

static void
kin_delta_fifo_class_init (KinDeltaFifoClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = kin_delta_fifo_finalize;
}

static void
kin_delta_fifo_init (KinDeltaFifo *self)
{
  self->keys = g_hash_table_new (g_str_hash, g_str_equal);
}

/**
 * kin_delta_fifo_new:
 *
 * Makes an empty queue.
 *
 * Returns: (transfer full): the queue
 */
KinDeltaFifo *
kin_delta_fifo_new (void)
{
  return g_object_new (KIN_TYPE_DELTA_FIFO, NULL);
}

/**
 * kin_delta_fifo_add:
 * @self: a queue
 * @object: an object that has come to be
 *
 * Queues an addition. A key that is queued already keeps its place.
 */
void
kin_delta_fifo_add (KinDeltaFifo *self,
                    KinObject    *object)
{
  g_return_if_fail (KIN_IS_DELTA_FIFO (self));
  g_return_if_fail (object != NULL);

  queue_delta (self, KIN_DELTA_ADDED, object);
}

/**
 * kin_delta_fifo_update:
 * @self: a queue
 * @object: an object that has changed
 *
 * Queues an update. A key that is queued already keeps its place.
 */
void
kin_delta_fifo_update (KinDeltaFifo *self,
                       KinObject    *object)
{
  g_return_if_fail (KIN_IS_DELTA_FIFO (self));
  g_return_if_fail (object != NULL);

  queue_delta (self, KIN_DELTA_UPDATED, object);
}

/**
 * kin_delta_fifo_delete:
 * @self: a queue
 * @object: the last state of an object that is gone
 *
 * Queues a deletion, unless the key's last delta is one.
 */
void
kin_delta_fifo_delete (KinDeltaFifo *self,
                       KinObject    *object)
{
  g_return_if_fail (KIN_IS_DELTA_FIFO (self));
  g_return_if_fail (object != NULL);

  queue_delta (self, KIN_DELTA_DELETED, object);
}

/**
 * kin_delta_fifo_replace:
 * @self: a queue
 * @objects: (transfer full) (element-type KinObject): the whole list
 * @resource_version: the list's
 *
 * Queues a list. What was queued before it is taken before it; what comes later goes behind it, under the same
 * keys or others.
 */
void
kin_delta_fifo_replace (KinDeltaFifo *self,
                        GPtrArray    *objects,
                        const char   *resource_version)
{
  g_autoptr(GPtrArray) taken = objects;
  Entry *entry;

  g_return_if_fail (KIN_IS_DELTA_FIFO (self));
  g_return_if_fail (objects != NULL);

  if (self->closed)
    return;

  g_hash_table_remove_all (self->keys);

  entry = entry_new (KIN_FIFO_REPLACE);
  entry->objects = g_steal_pointer (&taken);
  entry->resource_version = g_strdup (resource_version);
  push (self, entry);
}

/**
 * kin_delta_fifo_resync:
 * @self: a queue
 *
 * Queues that the cache is to be told again. It is read when the entry is taken, so that it can't tell a state
 * older than what was queued before; a resync that still waits serves for this one too.
 */
void
kin_delta_fifo_resync (KinDeltaFifo *self)
{
  g_return_if_fail (KIN_IS_DELTA_FIFO (self));

  if (self->closed || self->n_resyncs > 0)
    return;

  self->n_resyncs++;
  push (self, entry_new (KIN_FIFO_RESYNC));
}

/**
 * kin_delta_fifo_bookmark:
 * @self: a queue
 * @resource_version: the bookmark's
 *
 * Queues a newer resourceVersion, so that the cache's follows while nothing changes.
 */
void
kin_delta_fifo_bookmark (KinDeltaFifo *self,
                         const char   *resource_version)
{
  Entry *entry;

  g_return_if_fail (KIN_IS_DELTA_FIFO (self));
  g_return_if_fail (resource_version != NULL);

  if (self->closed)
    return;

  if (self->tail != NULL && self->tail->type == KIN_FIFO_BOOKMARK)
    {
      g_set_str (&self->tail->resource_version, resource_version);
      return;
    }

  entry = entry_new (KIN_FIFO_BOOKMARK);
  entry->resource_version = g_strdup (resource_version);
  push (self, entry);
}

/**
 * kin_delta_fifo_peek:
 * @self: a queue
 * @entry: (out): the entry that the next pop takes; valid until then
 *
 * Looks at the next entry without taking it.
 *
 * Returns: %FALSE if the queue is empty
 */
gboolean
kin_delta_fifo_peek (KinDeltaFifo *self,
                     KinFifoEntry *entry)
{
  g_return_val_if_fail (KIN_IS_DELTA_FIFO (self), FALSE);
  g_return_val_if_fail (entry != NULL, FALSE);

  if (self->head == NULL)
    return FALSE;

  entry_show (self->head, self->has_synced, entry);

  return TRUE;
}

/**
 * kin_delta_fifo_pop:
 * @self: a queue
 * @func: handles the entry; it may queue more
 * @user_data: for @func
 *
 * Takes the next entry. Once @func has handled the first list, the queue has synced.
 *
 * Returns: %FALSE if the queue is empty
 */
gboolean
kin_delta_fifo_pop (KinDeltaFifo *self,
                    KinPopFunc    func,
                    gpointer      user_data)
{
  KinFifoEntry view;
  Entry *entry;

  g_return_val_if_fail (KIN_IS_DELTA_FIFO (self), FALSE);
  g_return_val_if_fail (func != NULL, FALSE);

  if (self->head == NULL)
    return FALSE;

  entry = unlink_head (self);
  if (entry->type == KIN_FIFO_KEY)
    forget_key (self, entry);

  entry_show (entry, self->has_synced, &view);
  func (&view, user_data);

  if (entry->type == KIN_FIFO_REPLACE)
    self->has_synced = TRUE;
  entry_free (entry);
  tell_room (self);

  return TRUE;
}

/**
 * kin_delta_fifo_has_key:
 * @self: a queue
 * @key: namespace/name
 *
 * Tells whether deltas of @key are queued behind the last list.
 *
 * Returns: %TRUE if there are some
 */
gboolean
kin_delta_fifo_has_key (KinDeltaFifo *self,
                        const char   *key)
{
  g_return_val_if_fail (KIN_IS_DELTA_FIFO (self), FALSE);
  g_return_val_if_fail (key != NULL, FALSE);

  return g_hash_table_contains (self->keys, key);
}

/**
 * kin_delta_fifo_get_size:
 * @self: a queue
 *
 * Gets the queue's depth.
 *
 * Returns: how many entries wait: keys, and lists, bookmarks and resyncs, one each
 */
guint
kin_delta_fifo_get_size (KinDeltaFifo *self)
{
  g_return_val_if_fail (KIN_IS_DELTA_FIFO (self), 0);

  return self->size;
}

/**
 * kin_delta_fifo_has_synced:
 * @self: a queue
 *
 * Tells whether the first list, were it empty, has been taken and handled.
 *
 * Returns: %TRUE from then on
 */
gboolean
kin_delta_fifo_has_synced (KinDeltaFifo *self)
{
  g_return_val_if_fail (KIN_IS_DELTA_FIFO (self), FALSE);

  return self->has_synced;
}

/**
 * kin_delta_fifo_set_notify:
 * @self: a queue
 * @func: (nullable): called when there is something to take again
 * @user_data: for @func
 *
 * Sets who is told when the empty queue gets an entry. There is one who takes, hence one who is told.
 */
void
kin_delta_fifo_set_notify (KinDeltaFifo    *self,
                           GSourceOnceFunc  func,
                           gpointer         user_data)
{
  g_return_if_fail (KIN_IS_DELTA_FIFO (self));

  self->notify = func;
  self->notify_data = user_data;
}

/**
 * kin_delta_fifo_is_full:
 * @self: a queue
 *
 * Tells whether so many deltas wait that who fills the queue should wait too: for the function that
 * kin_delta_fifo_set_room_notify() has set. What is queued all the same is not refused.
 *
 * Returns: %TRUE from %KIN_DELTA_FIFO_ROOM deltas on, until half of them have been taken
 */
gboolean
kin_delta_fifo_is_full (KinDeltaFifo *self)
{
  g_return_val_if_fail (KIN_IS_DELTA_FIFO (self), FALSE);

  return self->is_full;
}

/**
 * kin_delta_fifo_set_room_notify:
 * @self: a queue
 * @func: (nullable): called when a queue that was full has room again
 * @user_data: for @func
 *
 * Sets who is told that it may go on. There is one who fills the queue.
 */
void
kin_delta_fifo_set_room_notify (KinDeltaFifo    *self,
                                GSourceOnceFunc  func,
                                gpointer         user_data)
{
  g_return_if_fail (KIN_IS_DELTA_FIFO (self));

  self->room_notify = func;
  self->room_data = user_data;
}

/**
 * kin_delta_fifo_clear:
 * @self: a queue
 *
 * Drops what is queued. Who does so has to list again.
 */
void
kin_delta_fifo_clear (KinDeltaFifo *self)
{
  g_return_if_fail (KIN_IS_DELTA_FIFO (self));

  g_hash_table_remove_all (self->keys);
  while (self->head != NULL)
    entry_free (unlink_head (self));
  tell_room (self);
}

/**
 * kin_delta_fifo_close:
 * @self: a queue
 *
 * From now on nothing more is queued: nobody will take it. What is queued may still be taken.
 */
void
kin_delta_fifo_close (KinDeltaFifo *self)
{
  g_return_if_fail (KIN_IS_DELTA_FIFO (self));

  self->closed = TRUE;
}
