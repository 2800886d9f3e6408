/* kin-fence.c: compares a whole list with the cache, a slice at a time, and makes of it what handlers are told.
 *
 * The replacement is staged beside what readers see, so that 100,000 objects do not hold up the main loop and the
 * swap itself is one step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-fence.h"

typedef enum
{
  STAGING,
  FINDING_DELETED,
  TELLING_LISTED,
  READY,
} Phase;

struct _KinFence
{
  KinIndexer *indexer;
  GPtrArray *objects;
  KinWalk *walk;

  Phase phase;
  guint position;          /* in `pairs` */
  GHashTableIter cached;   /* while FINDING_DELETED */

  /* One for each object of the list, empty for one that a later object of the same key overrides. The
   * references are the cache's. */
  KinWalkStep *pairs;
  guint n_kept;            /* objects of the cache that the list has too */
  guint n_unchanged;
};

/* From the end: of two objects of one key the last one counts. */
static void
stage_one (KinFence *self,
           guint     position)
{
  KinObject *object = self->objects->pdata[position];
  KinObject *cached = kin_indexer_get (self->indexer, kin_object_get_key (object));

  if (cached != NULL && kin_fence_same_version (cached, object))
    object = cached;

  if (!kin_indexer_stage (self->indexer, object))
    return;

  self->pairs[position].new_object = object;
  if (cached == NULL || !kin_object_same_identity (cached, object))
    return;

  self->pairs[position].old_object = cached;
  self->n_kept++;
  if (cached == object)
    self->n_unchanged++;
}

static gboolean
stage (KinFence       *self,
       const KinSlice *slice)
{
  while (self->position > 0)
    {
      stage_one (self, --self->position);
      if (kin_slice_is_over (slice))
        return FALSE;
    }

  /* Usually nothing was missed, and the cache need not be gone through. */
  self->phase = self->n_kept == kin_indexer_get_size (self->indexer) ? TELLING_LISTED : FINDING_DELETED;
  kin_indexer_iter_init (self->indexer, &self->cached);

  return TRUE;
}

/* An object that was recreated under its name counts as deleted too: the new one is then told as added. */
static gboolean
find_deleted (KinFence       *self,
              const KinSlice *slice)
{
  gpointer key, object;

  while (g_hash_table_iter_next (&self->cached, &key, &object))
    {
      KinObject *staged = kin_indexer_get_staged (self->indexer, key);

      if (staged == NULL || !kin_object_same_identity (staged, object))
        kin_walk_append (self->walk, object, NULL);
      if (kin_slice_is_over (slice))
        return FALSE;
    }

  self->phase = TELLING_LISTED;

  return TRUE;
}

static gboolean
tell_listed (KinFence       *self,
             const KinSlice *slice)
{
  while (self->position < self->objects->len)
    {
      const KinWalkStep *pair = &self->pairs[self->position++];

      if (pair->new_object != NULL)
        kin_walk_append (self->walk, pair->old_object, pair->new_object);
      if (kin_slice_is_over (slice))
        return FALSE;
    }

  self->phase = READY;

  return TRUE;
}

/**
 * kin_fence_new:
 * @indexer: the cache; nothing else may be written to it until the fence is committed or freed
 * @objects: (element-type KinObject): the list
 * @type: what the list is to handlers
 *
 * Makes the comparison of a list with the cache.
 *
 * Returns: (transfer full): the comparison, which has not begun
 */
KinFence *
kin_fence_new (KinIndexer  *indexer,
               GPtrArray   *objects,
               KinWalkType  type)
{
  KinFence *self = g_new0 (KinFence, 1);

  self->indexer = g_object_ref (indexer);
  self->objects = g_ptr_array_ref (objects);
  self->walk = kin_walk_new (type);
  self->pairs = g_new0 (KinWalkStep, objects->len);
  self->position = objects->len;

  return self;
}

/**
 * kin_fence_free:
 * @self: (transfer full): a comparison
 *
 * Frees it; what it has staged is dropped if it was not committed.
 */
void
kin_fence_free (KinFence *self)
{
  g_return_if_fail (self != NULL);

  kin_indexer_abandon (self->indexer);
  g_clear_object (&self->indexer);
  g_ptr_array_unref (self->objects);
  kin_walk_unref (self->walk);
  g_free (self->pairs);
  g_free (self);
}

/**
 * kin_fence_advance:
 * @self: a comparison
 * @slice: the time it may take
 *
 * Goes on, by one object at least.
 *
 * Returns: %TRUE once it can be committed
 */
gboolean
kin_fence_advance (KinFence       *self,
                   const KinSlice *slice)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (slice != NULL, FALSE);

  if (self->phase == STAGING && !stage (self, slice))
    return FALSE;
  if (self->phase == FINDING_DELETED && !find_deleted (self, slice))
    return FALSE;
  if (self->phase == TELLING_LISTED && !tell_listed (self, slice))
    return FALSE;

  return TRUE;
}

/**
 * kin_fence_get_n_unchanged:
 * @self: a comparison that is ready
 *
 * Gets how many objects of the list the cache had already, in the same version.
 *
 * Returns: their number
 */
guint
kin_fence_get_n_unchanged (KinFence *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_unchanged;
}

/**
 * kin_fence_commit:
 * @self: a comparison that is ready
 * @resource_version: (nullable): the list's
 *
 * Swaps the list into the cache.
 *
 * Returns: (transfer none): what handlers are to be told: what was missed when it went, then the list in its order
 */
KinWalk *
kin_fence_commit (KinFence   *self,
                  const char *resource_version)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (self->phase == READY, NULL);

  kin_indexer_commit (self->indexer, resource_version);

  return self->walk;
}

/**
 * kin_fence_same_version:
 * @a: an object
 * @b: another of the same key
 *
 * Tells whether two objects are the same state of the same object. Versions are compared for nothing but being
 * equal; objects without one, such as metrics, never are.
 *
 * Returns: %TRUE if there is nothing to tell
 */
gboolean
kin_fence_same_version (KinObject *a,
                        KinObject *b)
{
  const char *version = kin_object_get_resource_version (a);

  if (a == b)
    return TRUE;

  return version != NULL && *version != '\0' &&
         g_strcmp0 (version, kin_object_get_resource_version (b)) == 0 &&
         kin_object_same_identity (a, b);
}
