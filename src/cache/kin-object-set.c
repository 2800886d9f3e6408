/* kin-object-set.c: the objects that share one value of an index: few stand in an array, many in a hash table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-object-set.h"

#include <string.h>

/* A ReplicaSet owns a handful of pods and there are many ReplicaSets; a namespace holds thousands and there are few. */
#define MAX_ARRAY 32

/* The objects belong to the indexer: the set only points at them. */
struct _KinObjectSet
{
  union
  {
    KinObject **array;
    GHashTable *table;
  };
  guint n_objects;
  guint n_allocated;   /* of the array; 0 = it is a table */
  char value[];
};

static gboolean
find (KinObjectSet *self,
      KinObject    *object,
      guint        *position)
{
  for (guint i = 0; i < self->n_objects; i++)
    if (self->array[i] == object)
      {
        *position = i;
        return TRUE;
      }

  return FALSE;
}

static void
become_table (KinObjectSet *self)
{
  g_autofree KinObject **array = self->array;

  self->table = g_hash_table_new (NULL, NULL);
  self->n_allocated = 0;

  for (guint i = 0; i < self->n_objects; i++)
    g_hash_table_add (self->table, array[i]);
}

static void
append (KinObjectSet *self,
        KinObject    *object)
{
  if (self->n_objects == self->n_allocated)
    {
      self->n_allocated *= 2;
      self->array = g_renew (KinObject *, self->array, self->n_allocated);
    }

  self->array[self->n_objects++] = object;
}

/**
 * kin_object_set_new:
 * @value: what the objects share
 *
 * Makes an empty set.
 *
 * Returns: (transfer full): the set
 */
KinObjectSet *
kin_object_set_new (const char *value)
{
  gsize size = strlen (value) + 1;
  KinObjectSet *self = g_malloc0 (sizeof (KinObjectSet) + size);

  self->n_allocated = 1;
  self->array = g_new (KinObject *, self->n_allocated);
  memcpy (self->value, value, size);

  return self;
}

/**
 * kin_object_set_free:
 * @self: (transfer full): a set
 *
 * Frees the set, not the objects.
 */
void
kin_object_set_free (KinObjectSet *self)
{
  g_return_if_fail (self != NULL);

  if (self->n_allocated > 0)
    g_free (self->array);
  else
    g_hash_table_unref (self->table);
  g_free (self);
}

/**
 * kin_object_set_get_value:
 * @self: a set
 *
 * Gets what the objects share.
 *
 * Returns: the value, which lives as long as the set
 */
const char *
kin_object_set_get_value (KinObjectSet *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->value;
}

/**
 * kin_object_set_get_size:
 * @self: a set
 *
 * Gets how many objects there are.
 *
 * Returns: their number
 */
guint
kin_object_set_get_size (KinObjectSet *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_objects;
}

/**
 * kin_object_set_add:
 * @self: a set
 * @object: an object, which may be in the set already
 *
 * Puts @object into the set, without a reference.
 */
void
kin_object_set_add (KinObjectSet *self,
                    KinObject    *object)
{
  guint position;

  g_return_if_fail (self != NULL);
  g_return_if_fail (object != NULL);

  if (self->n_allocated > 0 && find (self, object, &position))
    return;

  if (self->n_allocated > 0 && self->n_objects < MAX_ARRAY)
    {
      append (self, object);
      return;
    }

  if (self->n_allocated > 0)
    become_table (self);
  if (g_hash_table_add (self->table, object))
    self->n_objects++;
}

/**
 * kin_object_set_remove:
 * @self: a set
 * @object: an object, which need not be in the set
 *
 * Takes @object out. A set that has grown to a table stays one: it would soon grow again.
 */
void
kin_object_set_remove (KinObjectSet *self,
                       KinObject    *object)
{
  guint position;

  g_return_if_fail (self != NULL);
  g_return_if_fail (object != NULL);

  if (self->n_allocated == 0)
    {
      if (g_hash_table_remove (self->table, object))
        self->n_objects--;
    }
  else if (find (self, object, &position))
    {
      self->array[position] = self->array[--self->n_objects];
    }
}

/**
 * kin_object_set_collect:
 * @self: a set
 * @objects: (element-type KinObject): an array that unrefs its elements
 *
 * Appends the objects, with a reference each, in no order.
 */
void
kin_object_set_collect (KinObjectSet *self,
                        GPtrArray    *objects)
{
  GHashTableIter iter;
  gpointer object;

  g_return_if_fail (self != NULL);
  g_return_if_fail (objects != NULL);

  if (self->n_allocated > 0)
    {
      for (guint i = 0; i < self->n_objects; i++)
        g_ptr_array_add (objects, kin_object_ref (self->array[i]));
      return;
    }

  g_hash_table_iter_init (&iter, self->table);
  while (g_hash_table_iter_next (&iter, &object, NULL))
    g_ptr_array_add (objects, kin_object_ref (object));
}
