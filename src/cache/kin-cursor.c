/* kin-cursor.c: goes through the cache a slice at a time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-cursor.h"

struct _KinCursor
{
  KinIndexer *indexer;
  KinObjectFunc func;
  gpointer user_data;

  GHashTableIter iter;
  guint64 n_writes;   /* of the indexer, when the iterator was made */
};

static void
begin (KinCursor *self)
{
  kin_indexer_iter_init (self->indexer, &self->iter);
  self->n_writes = kin_indexer_get_n_writes (self->indexer);
}

/**
 * kin_cursor_new:
 * @indexer: the cache
 * @func: is shown each object
 * @user_data: for @func
 *
 * Makes a cursor before the first object.
 *
 * Returns: (transfer full): the cursor
 */
KinCursor *
kin_cursor_new (KinIndexer    *indexer,
                KinObjectFunc  func,
                gpointer       user_data)
{
  KinCursor *self;

  g_return_val_if_fail (KIN_IS_INDEXER (indexer), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  self = g_new0 (KinCursor, 1);
  self->indexer = g_object_ref (indexer);
  self->func = func;
  self->user_data = user_data;
  begin (self);

  return self;
}

/**
 * kin_cursor_free:
 * @self: (transfer full): a cursor
 */
void
kin_cursor_free (KinCursor *self)
{
  g_return_if_fail (self != NULL);

  g_object_unref (self->indexer);
  g_free (self);
}

/**
 * kin_cursor_advance:
 * @self: a cursor that has not come to the end
 * @slice: the time it may take
 *
 * Goes on, by one object at least. If something was written to the cache meanwhile it begins anew.
 *
 * Returns: %TRUE once all objects have been shown
 */
gboolean
kin_cursor_advance (KinCursor      *self,
                    const KinSlice *slice)
{
  gpointer object;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (slice != NULL, FALSE);

  if (self->n_writes != kin_indexer_get_n_writes (self->indexer))
    begin (self);

  while (g_hash_table_iter_next (&self->iter, NULL, &object))
    {
      self->func (object, self->user_data);
      if (kin_slice_is_over (slice))
        return FALSE;
    }

  return TRUE;
}
