/* kin-object.c: one object of the API, immutable: what a row shows, ready to use, and all the rest, packed.
 *
 * An object is one piece of memory: the struct, its cells, its strings, then the packed body and managed fields.
 * What many objects share (namespace, labels, owner) is interned. There may be 100,000 of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-object.h"
#include "object/kin-object-private.h"

#include <string.h>

#include "base/kin-interned.h"

static const char *
at (KinObject *self,
    guint32    offset)
{
  return (const char *) self + offset;
}

static GBytes *
unpack (KinObject *self,
        KinPart    part)
{
  const KinPacked *packed = &self->packed[part];
  const char *data = at (self, self->packed_start);

  if (packed->length == 0)
    return NULL;

  if (part == KIN_PART_MANAGED_FIELDS)
    data += self->packed[KIN_PART_BODY].size;

  return kin_dictionary_unpack (packed->with_dictionary ? kin_kind_get_dictionary (self->kind, part) : NULL, data,
                                packed->size, packed->length);
}

static const char *
skip_string (const char *text)
{
  return text + strlen (text) + 1;
}

/**
 * kin_object_ref:
 * @self: an object
 *
 * Takes a reference, from any thread.
 *
 * Returns: (transfer full): @self
 */
KinObject *
kin_object_ref (KinObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_int_inc (&self->ref_count);

  return self;
}

/**
 * kin_object_unref:
 * @self: (transfer full): an object
 *
 * Gives a reference back, from any thread.
 */
void
kin_object_unref (KinObject *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;

  kin_interned_unref (self->namespace_);
  g_clear_pointer (&self->labels, kin_interned_unref);
  g_clear_pointer (&self->owner, kin_interned_unref);
  kin_kind_unref (self->kind);
  g_free (self);
}

/**
 * kin_object_get_kind:
 * @self: an object
 *
 * Gets the kind of the object.
 *
 * Returns: (transfer none): the kind
 */
KinKind *
kin_object_get_kind (KinObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->kind;
}

/**
 * kin_object_get_key:
 * @self: an object
 *
 * Gets what the object is known by in caches and queues.
 *
 * Returns: (transfer none): “namespace/name”, or “name” if it is in none
 */
const char *
kin_object_get_key (KinObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return at (self, self->key);
}

/**
 * kin_object_get_name:
 * @self: an object
 *
 * Gets the name.
 *
 * Returns: (transfer none): the name
 */
const char *
kin_object_get_name (KinObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return at (self, self->name);
}

/**
 * kin_object_get_namespace:
 * @self: an object
 *
 * Gets the namespace.
 *
 * Returns: (transfer none): the namespace; empty if the object is in none
 */
const char *
kin_object_get_namespace (KinObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->namespace_;
}

/**
 * kin_object_get_uid:
 * @self: an object
 *
 * Gets what tells the object from another of the same name that came later.
 *
 * Returns: (transfer none): the uid; empty if it has none, as those of metrics.k8s.io
 */
const char *
kin_object_get_uid (KinObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return at (self, self->uid);
}

/**
 * kin_object_get_resource_version:
 * @self: an object
 *
 * Gets the version, which means nothing but to the server.
 *
 * Returns: (transfer none): the version; empty if it has none
 */
const char *
kin_object_get_resource_version (KinObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return at (self, self->resource_version);
}

/**
 * kin_object_get_creation_time:
 * @self: an object
 *
 * Gets when the object was made.
 *
 * Returns: unix seconds, or 0 if that is not known
 */
gint64
kin_object_get_creation_time (KinObject *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->creation_time;
}

/**
 * kin_object_get_deletion_time:
 * @self: an object
 *
 * Gets when the object is to be gone, if it is being deleted.
 *
 * Returns: unix seconds, or 0 if it is not
 */
gint64
kin_object_get_deletion_time (KinObject *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->deletion_time;
}

/**
 * kin_object_get_generation:
 * @self: an object
 *
 * Gets the number that goes up with each change of what is wanted.
 *
 * Returns: the generation, or 0 if the kind has none
 */
gint64
kin_object_get_generation (KinObject *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->generation;
}

/**
 * kin_object_get_owner_uid:
 * @self: an object
 *
 * Gets the uid of the owner that is its controller.
 *
 * Returns: (transfer none) (nullable): the uid
 */
const char *
kin_object_get_owner_uid (KinObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->owner;
}

/**
 * kin_object_get_owner_name:
 * @self: an object
 *
 * Gets the name of the owner that is its controller.
 *
 * Returns: (transfer none) (nullable): the name
 */
const char *
kin_object_get_owner_name (KinObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->owner != NULL ? skip_string (self->owner) : NULL;
}

/**
 * kin_object_get_owner_kind:
 * @self: an object
 *
 * Gets the kind of the owner that is its controller.
 *
 * Returns: (transfer none) (nullable): the kind, such as “ReplicaSet”
 */
const char *
kin_object_get_owner_kind (KinObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->owner != NULL ? skip_string (skip_string (self->owner)) : NULL;
}

/**
 * kin_object_get_n_labels:
 * @self: an object
 *
 * Counts the labels.
 *
 * Returns: how many
 */
guint
kin_object_get_n_labels (KinObject *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_labels;
}

/**
 * kin_object_get_nth_label:
 * @self: an object
 * @i: which label
 * @name: (out) (transfer none): its name
 * @value: (out) (transfer none): its value
 *
 * Gets a label, in the order in which the server sent them.
 */
void
kin_object_get_nth_label (KinObject   *self,
                          guint        i,
                          const char **name,
                          const char **value)
{
  const char *cursor;

  g_return_if_fail (self != NULL);
  g_return_if_fail (i < self->n_labels);

  cursor = self->labels;
  for (guint n = 0; n < 2 * i; n++)
    cursor = skip_string (cursor);

  *name = cursor;
  *value = skip_string (cursor);
}

/**
 * kin_object_get_label:
 * @self: an object
 * @name: the name of a label
 *
 * Gets the value of a label.
 *
 * Returns: (transfer none) (nullable): the value, or %NULL if there is no such label
 */
const char *
kin_object_get_label (KinObject  *self,
                      const char *name)
{
  const char *cursor;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  cursor = self->labels;
  for (guint i = 0; i < self->n_labels; i++)
    {
      const char *value = skip_string (cursor);

      if (g_str_equal (cursor, name))
        return value;

      cursor = skip_string (value);
    }

  return NULL;
}

/**
 * kin_object_get_cell:
 * @self: an object
 * @column: a column of its kind
 *
 * Gets what stands in a column.
 *
 * Returns: (transfer none): the cell, as long as the object lives
 */
const KinCell *
kin_object_get_cell (KinObject *self,
                     guint      column)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (column < self->n_cells, NULL);

  return &self->cells[column];
}

/**
 * kin_object_dup_body:
 * @self: an object
 *
 * Gets the object as the server sent it, but for its managed fields.
 *
 * Returns: (transfer full) (nullable): JSON, with a NUL behind its end; %NULL if the object has no body
 */
GBytes *
kin_object_dup_body (KinObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return unpack (self, KIN_PART_BODY);
}

/**
 * kin_object_dup_managed_fields:
 * @self: an object
 *
 * Gets who set which field.
 *
 * Returns: (transfer full) (nullable): a JSON array, with a NUL behind its end, as it came; %NULL if there is none
 */
GBytes *
kin_object_dup_managed_fields (KinObject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return unpack (self, KIN_PART_MANAGED_FIELDS);
}

/**
 * kin_object_get_memory:
 * @self: an object
 *
 * Gets what the object takes by itself, without what it shares with others.
 *
 * Returns: bytes
 */
gsize
kin_object_get_memory (KinObject *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->packed_start + self->packed[KIN_PART_BODY].size + self->packed[KIN_PART_MANAGED_FIELDS].size;
}

/**
 * kin_object_same_identity:
 * @a: an object
 * @b: another of the same kind and cluster
 *
 * Tells whether both are the same object, perhaps in two versions: by uid, or by name where they have none.
 *
 * Returns: whether they are
 */
gboolean
kin_object_same_identity (KinObject *a,
                          KinObject *b)
{
  const char *uid;

  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  uid = kin_object_get_uid (a);
  if (*uid != '\0' || *kin_object_get_uid (b) != '\0')
    return g_str_equal (uid, kin_object_get_uid (b));

  return g_str_equal (kin_object_get_key (a), kin_object_get_key (b));
}
