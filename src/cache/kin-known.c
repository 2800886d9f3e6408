/* kin-known.c: collects what the cache holds, for a list that takes over what has not changed.
 *
 * Hashing 100,000 uids takes as long as several frames, so it is done in slices. While a list is about to be asked for
 * no watch runs, and soon nothing is written to the cache any more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-known.h"

#include "cache/kin-cursor.h"

#define COLLECT_BUDGET 2000   /* µs */

typedef struct
{
  KinClock *clock;
  GHashTable *known;
  KinCursor *cursor;
} Collection;

static void
collection_free (gpointer data)
{
  Collection *self = data;

  g_object_unref (self->clock);
  kin_cursor_free (self->cursor);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_free (self);
}

static void
add_known (KinObject *object,
           gpointer   user_data)
{
  const char *uid = kin_object_get_uid (object);

  if (*uid != '\0')
    g_hash_table_replace (user_data, (gpointer) uid, kin_object_ref (object));
}

static gboolean
collect_cb (gpointer user_data)
{
  GTask *task = user_data;
  Collection *self = g_task_get_task_data (task);
  KinSlice slice = kin_slice_begin (self->clock, COLLECT_BUDGET);

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;

  if (!kin_cursor_advance (self->cursor, &slice))
    return G_SOURCE_CONTINUE;

  g_task_return_pointer (task, g_steal_pointer (&self->known), (GDestroyNotify) g_hash_table_unref);

  return G_SOURCE_REMOVE;
}

/**
 * kin_known_collect_async:
 * @indexer: the cache
 * @clock: the time
 * @cancellable: (nullable): gives it up
 * @callback: called with the result
 * @user_data: for @callback
 *
 * Collects the objects that have a uid.
 */
void
kin_known_collect_async (KinIndexer          *indexer,
                         KinClock            *clock,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  g_autoptr(GSource) source = NULL;
  Collection *self;

  g_return_if_fail (KIN_IS_INDEXER (indexer));
  g_return_if_fail (KIN_IS_CLOCK (clock));

  self = g_new0 (Collection, 1);
  self->clock = g_object_ref (clock);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) kin_object_unref);
  self->cursor = kin_cursor_new (indexer, add_known, self->known);

  task = g_task_new (indexer, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_known_collect_async);
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (task, self, collection_free);

  source = g_idle_source_new ();
  g_task_attach_source (task, source, collect_cb);
}

/**
 * kin_known_collect_finish:
 * @result: what the callback was given
 * @error: where to put why not: it was given up
 *
 * Takes the objects.
 *
 * Returns: (transfer full) (element-type utf8 KinObject): the objects by uid, or %NULL
 */
GHashTable *
kin_known_collect_finish (GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, kin_known_collect_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
