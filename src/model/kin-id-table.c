/* kin-id-table.c: objects by identity, in as little memory as can be.
 *
 * The key of an object is a text that the object holds already, so a slot is one pointer (11 to 21 bytes an object; a
 * GHashTable takes 27 to 53). Open addressing with linear probing; a removal closes the gap behind it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-id-table.h"

#define MIN_SLOTS 16

struct _KinIdTable
{
  KinObject **slots;
  guint       n_slots;   /* a power of two */
  guint       n_objects; /* at most three quarters of the slots */
};

static guint
get_home (KinIdTable *self,
          const char *id)
{
  /* g_str_hash() alone differs in its low bits too little for a table without primes. */
  return (g_str_hash (id) * 2654435769u) >> (guint) __builtin_clz (self->n_slots - 1);
}

/* The slot that holds the identity, or the empty one where it would go. */
static guint
find_slot (KinIdTable *self,
           const char *id)
{
  guint i = get_home (self, id);

  while (self->slots[i] != NULL && !g_str_equal (kin_id_table_id_of (self->slots[i]), id))
    i = (i + 1) & (self->n_slots - 1);

  return i;
}

static void
resize (KinIdTable *self,
        guint       n_slots)
{
  g_autofree KinObject **old_slots = g_steal_pointer (&self->slots);
  guint n_old_slots = self->n_slots;

  self->slots = g_new0 (KinObject *, n_slots);
  self->n_slots = n_slots;
  for (guint i = 0; i < n_old_slots; i++)
    if (old_slots[i] != NULL)
      self->slots[find_slot (self, kin_id_table_id_of (old_slots[i]))] = old_slots[i];
}

/* Moves up what stands behind the empty slot because its own was taken, or it would no longer be found. */
static void
close_gap (KinIdTable *self,
           guint       gap)
{
  guint mask = self->n_slots - 1;

  for (guint i = (gap + 1) & mask; self->slots[i] != NULL; i = (i + 1) & mask)
    {
      guint home = get_home (self, kin_id_table_id_of (self->slots[i]));

      if (((i - home) & mask) < ((i - gap) & mask))
        continue;
      self->slots[gap] = g_steal_pointer (&self->slots[i]);
      gap = i;
    }
}

/**
 * kin_id_table_id_of:
 *
 * Returns: (transfer none): what tells @object from all others of its resource: its uid, or its key if it has none
 */
const char *
kin_id_table_id_of (KinObject *object)
{
  const char *uid = kin_object_get_uid (object);

  return *uid != '\0' ? uid : kin_object_get_key (object);
}

/**
 * kin_id_table_new:
 *
 * Makes an empty table.
 */
KinIdTable *
kin_id_table_new (void)
{
  KinIdTable *self = g_new0 (KinIdTable, 1);

  resize (self, MIN_SLOTS);

  return self;
}

/**
 * kin_id_table_free:
 *
 * Frees the table and drops its objects.
 */
void
kin_id_table_free (KinIdTable *self)
{
  for (guint i = 0; i < self->n_slots; i++)
    g_clear_pointer (&self->slots[i], kin_object_unref);
  g_free (self->slots);
  g_free (self);
}

/**
 * kin_id_table_get_size:
 *
 * Returns: how many objects there are
 */
guint
kin_id_table_get_size (KinIdTable *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_objects;
}

/**
 * kin_id_table_get:
 *
 * Returns: (transfer none) (nullable): the object of that identity
 */
KinObject *
kin_id_table_get (KinIdTable *self,
                  const char *id)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return self->slots[find_slot (self, id)];
}

/**
 * kin_id_table_put:
 *
 * Keeps @object, in the place of one with the same identity.
 *
 * Returns: (transfer full) (nullable): the one that was there
 */
KinObject *
kin_id_table_put (KinIdTable *self,
                  KinObject  *object)
{
  KinObject *old;
  guint i;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (object != NULL, NULL);

  if ((self->n_objects + 1) * 4 > self->n_slots * 3)
    resize (self, self->n_slots * 2);

  i = find_slot (self, kin_id_table_id_of (object));
  old = self->slots[i];
  self->slots[i] = kin_object_ref (object);
  if (old == NULL)
    self->n_objects++;

  return old;
}

/**
 * kin_id_table_remove:
 *
 * Returns: (transfer full) (nullable): the object of that identity, which is no longer in the table
 */
KinObject *
kin_id_table_remove (KinIdTable *self,
                     const char *id)
{
  KinObject *object;
  guint i;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (id != NULL, NULL);

  i = find_slot (self, id);
  object = g_steal_pointer (&self->slots[i]);
  if (object == NULL)
    return NULL;

  close_gap (self, i);
  self->n_objects--;
  if (self->n_slots > MIN_SLOTS && self->n_objects * 8 < self->n_slots)
    resize (self, self->n_slots / 2);

  return object;
}

/**
 * kin_id_table_next:
 * @cursor: 0 at first
 *
 * Goes through the objects in no order. The table must not change meanwhile.
 *
 * Returns: (transfer none) (nullable): the next one
 */
KinObject *
kin_id_table_next (KinIdTable *self,
                   guint      *cursor)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (cursor != NULL, NULL);

  while (*cursor < self->n_slots)
    {
      KinObject *object = self->slots[(*cursor)++];

      if (object != NULL)
        return object;
    }

  return NULL;
}
