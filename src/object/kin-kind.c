/* kin-kind.c: what all objects of one resource have in common: columns, and the dictionaries they are packed with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-kind.h"
#include "object/kin-kind-private.h"

#include <pthread.h>

#include "object/kin-columns.h"

/* Fewer objects than this are not worth a dictionary. Its samples are the first ones, so that a list of a
 * hundred thousand is packed well from its second percent on. */
#define N_SAMPLES 128
#define MAX_SAMPLE (16 * 1024)

typedef struct
{
  pthread_mutex_t lock;
  GPtrArray *samples;                     /* of GBytes; NULL once they were handed to the dictionary */
  _Atomic gboolean sampling;
  KinDictionary *_Atomic dictionary;      /* set once, freed with the kind */
} Part;

struct _KinKind
{
  int ref_count;
  KinResource *resource;
  const KinColumnSet *columns;            /* NULL for a kind that we know nothing of */
  Part parts[KIN_N_PARTS];
};

static const gsize capacities[KIN_N_PARTS] = {
  [KIN_PART_BODY] = 32 * 1024,
  [KIN_PART_MANAGED_FIELDS] = 8 * 1024,
};

static void
init_part (Part *part)
{
  pthread_mutex_init (&part->lock, NULL);
  part->samples = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  part->sampling = TRUE;
}

static void
clear_part (Part *part)
{
  KinDictionary *dictionary = part->dictionary;

  g_clear_pointer (&part->samples, g_ptr_array_unref);
  g_clear_pointer (&dictionary, kin_dictionary_free);
  pthread_mutex_destroy (&part->lock);
}

/* Returns the samples to the one thread that brought the last of them. */
static GPtrArray *
add_sample (Part       *part,
            const char *text,
            gsize       length)
{
  GPtrArray *complete = NULL;

  pthread_mutex_lock (&part->lock);
  if (part->samples != NULL)
    {
      g_ptr_array_add (part->samples, g_bytes_new (text, MIN (length, MAX_SAMPLE)));
      if (part->samples->len == N_SAMPLES)
        complete = g_steal_pointer (&part->samples);
    }
  pthread_mutex_unlock (&part->lock);

  return complete;
}

/**
 * kin_kind_new:
 * @resource: a resource
 *
 * Makes a kind, with kubectl's columns if it is built in. Name, namespace and age are not among them: every
 * object has those.
 *
 * Returns: (transfer full): a kind
 */
KinKind *
kin_kind_new (KinResource *resource)
{
  KinKind *self;

  g_return_val_if_fail (resource != NULL, NULL);

  self = g_new0 (KinKind, 1);
  self->ref_count = 1;
  self->resource = kin_resource_ref (resource);
  self->columns = kin_columns_find (kin_resource_get_group (resource), kin_resource_get_plural (resource));
  for (guint i = 0; i < KIN_N_PARTS; i++)
    init_part (&self->parts[i]);

  return self;
}

/**
 * kin_kind_ref:
 * @self: a kind
 *
 * Takes a reference, from any thread.
 *
 * Returns: (transfer full): @self
 */
KinKind *
kin_kind_ref (KinKind *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_int_inc (&self->ref_count);

  return self;
}

/**
 * kin_kind_unref:
 * @self: (transfer full): a kind
 *
 * Gives a reference back, from any thread.
 */
void
kin_kind_unref (KinKind *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;

  for (guint i = 0; i < KIN_N_PARTS; i++)
    clear_part (&self->parts[i]);
  kin_resource_unref (self->resource);
  g_free (self);
}

/**
 * kin_kind_get_resource:
 * @self: a kind
 *
 * Gets where the objects come from.
 *
 * Returns: (transfer none): the resource
 */
KinResource *
kin_kind_get_resource (KinKind *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->resource;
}

/**
 * kin_kind_get_n_columns:
 * @self: a kind
 *
 * Counts the columns.
 *
 * Returns: how many
 */
guint
kin_kind_get_n_columns (KinKind *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->columns != NULL ? self->columns->n_columns : 0;
}

/**
 * kin_kind_get_column:
 * @self: a kind
 * @i: a position
 *
 * Gets a column.
 *
 * Returns: (transfer none): the column
 */
const KinColumn *
kin_kind_get_column (KinKind *self,
                     guint    i)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (i < kin_kind_get_n_columns (self), NULL);

  return &self->columns->columns[i];
}

/**
 * kin_kind_find_column:
 * @self: a kind
 * @name: a header as kubectl prints it
 *
 * Finds a column by its name.
 *
 * Returns: its position, or -1 if there is none
 */
int
kin_kind_find_column (KinKind    *self,
                      const char *name)
{
  g_return_val_if_fail (self != NULL, -1);
  g_return_val_if_fail (name != NULL, -1);

  for (guint i = 0; i < kin_kind_get_n_columns (self); i++)
    {
      if (g_str_equal (self->columns->columns[i].name, name))
        return (int) i;
    }

  return -1;
}

/**
 * kin_kind_dup_cells:
 * @self: a kind
 * @root: an object
 *
 * Makes the row of an object that is not kept.
 *
 * Returns: (transfer full): a cell for each column, for kin_cell_get_nth(); to be freed with g_free()
 */
KinCell *
kin_kind_dup_cells (KinKind      *self,
                    KinJsonValue *root)
{
  KinCellRow row;
  KinCell *cells;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (root != NULL, NULL);

  kin_cell_row_init (&row);
  kin_kind_fill_row (self, root, &row);
  cells = g_malloc (MAX (kin_cell_row_get_size (&row), 1));
  kin_cell_row_copy (&row, cells);
  kin_cell_row_clear (&row);

  return cells;
}

/**
 * kin_kind_get_dictionary_size:
 * @self: a kind
 *
 * Gets what the dictionaries take, for the figures on the page of the informers.
 *
 * Returns: bytes; 0 until there have been enough objects
 */
gsize
kin_kind_get_dictionary_size (KinKind *self)
{
  gsize size = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < KIN_N_PARTS; i++)
    size += kin_dictionary_get_size (self->parts[i].dictionary);

  return size;
}

/**
 * kin_kind_fill_row:
 * @self: a kind
 * @root: an object
 * @row: an empty row
 *
 * Adds a cell for each column.
 */
void
kin_kind_fill_row (KinKind      *self,
                   KinJsonValue *root,
                   KinCellRow   *row)
{
  if (self->columns == NULL)
    return;

  self->columns->fill (root, row);
  g_assert (row->cells->len == self->columns->n_columns);
}

/**
 * kin_kind_offer_sample:
 * @self: a kind
 * @part: which part of an object
 * @text: the part
 * @length: its length
 *
 * Lets the kind learn from an object, until it has learned enough. The thread that comes with the last sample
 * makes the dictionary, which takes a millisecond or two; the others go on without meanwhile.
 */
void
kin_kind_offer_sample (KinKind    *self,
                       KinPart     part,
                       const char *text,
                       gsize       length)
{
  Part *learning = &self->parts[part];
  g_autoptr(GPtrArray) samples = NULL;

  if (!learning->sampling)
    return;

  samples = add_sample (learning, text, length);
  if (samples == NULL)
    return;

  learning->sampling = FALSE;
  learning->dictionary = kin_dictionary_new (samples, capacities[part]);
}

/**
 * kin_kind_get_dictionary:
 * @self: a kind
 * @part: which part of an object
 *
 * Gets the dictionary to pack with from now on. Once there is one it stays, as long as the kind lives.
 *
 * Returns: (transfer none) (nullable): the dictionary, or %NULL if there is none yet
 */
KinDictionary *
kin_kind_get_dictionary (KinKind *self,
                         KinPart  part)
{
  return self->parts[part].dictionary;
}
