/* kin-splice-array.c: a long row of pointers that is cheap to cut, to fill and to search.
 *
 * The pointers stand in chunks, so that a change in the midst of 100,000 moves a few hundred of them and not half; the
 * start of each chunk is remembered, so that a position is found by bisection. A pointer takes about 11 bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-splice-array.h"

#include <string.h>

#define CHUNK_SIZE 256
/* New chunks are not filled to the brim: the next item would have to split them. */
#define CHUNK_FILL 192

typedef struct
{
  guint n_items;
  gpointer items[CHUNK_SIZE];
} Chunk;

struct _KinSpliceArray
{
  GPtrArray *chunks;         /* none is empty */
  GArray    *starts;         /* guint, one a chunk: the position of its first item */
  guint      n_valid_starts; /* those behind are worked out when they are asked for */
  guint      n_items;
};

static Chunk *
get_chunk (KinSpliceArray *self,
           guint           index)
{
  return g_ptr_array_index (self->chunks, index);
}

static void
ensure_starts (KinSpliceArray *self)
{
  guint start = 0;

  if (self->n_valid_starts == self->chunks->len)
    return;

  g_array_set_size (self->starts, self->chunks->len);
  if (self->n_valid_starts > 0)
    start = g_array_index (self->starts, guint, self->n_valid_starts - 1) + get_chunk (self, self->n_valid_starts - 1)->n_items;

  for (guint i = self->n_valid_starts; i < self->chunks->len; i++)
    {
      g_array_index (self->starts, guint, i) = start;
      start += get_chunk (self, i)->n_items;
    }
  self->n_valid_starts = self->chunks->len;
}

/* The size of the chunk at index has changed, or chunks from there on came and went. */
static void
invalidate_starts (KinSpliceArray *self,
                   guint           index)
{
  self->n_valid_starts = MIN (self->n_valid_starts, index);
}

/* The chunk in which position lies; the last one for the position behind everything. */
static guint
find_chunk (KinSpliceArray *self,
            guint           position,
            guint          *offset)
{
  guint low = 0;
  guint high;

  ensure_starts (self);
  high = self->chunks->len;
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->starts, guint, middle) <= position)
        low = middle;
      else
        high = middle;
    }

  *offset = position - g_array_index (self->starts, guint, low);
  return low;
}

static void
insert_chunk (KinSpliceArray *self,
              guint           index)
{
  g_ptr_array_insert (self->chunks, (int) index, g_new0 (Chunk, 1));
}

/* Appends to the chunk at index and to as many new ones behind it as it takes; returns the last of them. */
static guint
append_items (KinSpliceArray *self,
              guint           index,
              gpointer       *items,
              guint           n_items)
{
  while (n_items > 0)
    {
      Chunk *chunk = get_chunk (self, index);
      guint n = chunk->n_items < CHUNK_FILL ? MIN (CHUNK_FILL - chunk->n_items, n_items) : 0;

      if (n == 0)
        {
          insert_chunk (self, ++index);
          continue;
        }
      memcpy (chunk->items + chunk->n_items, items, n * sizeof (gpointer));
      chunk->n_items += n;
      items += n;
      n_items -= n;
    }

  return index;
}

static void
split_and_insert (KinSpliceArray *self,
                  guint           index,
                  guint           offset,
                  gpointer       *items,
                  guint           n_items)
{
  Chunk *chunk = get_chunk (self, index);
  guint n_tail = chunk->n_items - offset;
  g_autofree gpointer *tail = g_memdup2 (chunk->items + offset, n_tail * sizeof (gpointer));

  chunk->n_items = offset;
  index = append_items (self, index, items, n_items);
  append_items (self, index, tail, n_tail);
}

static void
insert_items (KinSpliceArray *self,
              guint           position,
              gpointer       *items,
              guint           n_items)
{
  Chunk *chunk;
  guint offset;
  guint index;

  if (self->chunks->len == 0)
    insert_chunk (self, 0);

  index = find_chunk (self, position, &offset);
  chunk = get_chunk (self, index);
  if (chunk->n_items + n_items <= CHUNK_SIZE)
    {
      memmove (chunk->items + offset + n_items, chunk->items + offset, (chunk->n_items - offset) * sizeof (gpointer));
      memcpy (chunk->items + offset, items, n_items * sizeof (gpointer));
      chunk->n_items += n_items;
    }
  else
    split_and_insert (self, index, offset, items, n_items);

  self->n_items += n_items;
  invalidate_starts (self, index + 1);
}

/* Two neighbours that fit into one chunk with room to spare become one, or deletions would leave a chunk for each item. */
static void
merge_with_next (KinSpliceArray *self,
                 guint           index)
{
  Chunk *chunk;
  Chunk *next;

  if (index + 1 >= self->chunks->len)
    return;

  chunk = get_chunk (self, index);
  next = get_chunk (self, index + 1);
  if (chunk->n_items + next->n_items > CHUNK_FILL)
    return;

  memcpy (chunk->items + chunk->n_items, next->items, next->n_items * sizeof (gpointer));
  chunk->n_items += next->n_items;
  g_ptr_array_remove_index (self->chunks, index + 1);
}

static void
remove_items (KinSpliceArray *self,
              guint           position,
              guint           n_items)
{
  guint offset;
  guint index = find_chunk (self, position, &offset);
  guint first = index;

  self->n_items -= n_items;
  while (n_items > 0)
    {
      Chunk *chunk = get_chunk (self, index);
      guint n = MIN (chunk->n_items - offset, n_items);

      memmove (chunk->items + offset, chunk->items + offset + n, (chunk->n_items - offset - n) * sizeof (gpointer));
      chunk->n_items -= n;
      n_items -= n;
      if (chunk->n_items > 0)
        index++;
      else
        g_ptr_array_remove_index (self->chunks, index);
      offset = 0;
    }

  merge_with_next (self, first);
  if (first > 0)
    merge_with_next (self, --first);
  invalidate_starts (self, first);
}

/* The last chunk whose first item sorts before key, or the first one. */
static guint
bisect_chunks (KinSpliceArray   *self,
               gconstpointer     key,
               GCompareDataFunc  compare,
               gpointer          user_data)
{
  guint low = 0;
  guint high = self->chunks->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (compare (get_chunk (self, middle)->items[0], key, user_data) < 0)
        low = middle;
      else
        high = middle;
    }

  return low;
}

/**
 * kin_splice_array_new:
 *
 * Makes an empty array. It does not own what it points to.
 */
KinSpliceArray *
kin_splice_array_new (void)
{
  KinSpliceArray *self = g_new0 (KinSpliceArray, 1);

  self->chunks = g_ptr_array_new_with_free_func (g_free);
  self->starts = g_array_new (FALSE, FALSE, sizeof (guint));

  return self;
}

/**
 * kin_splice_array_free:
 *
 * Frees the array, not the items.
 */
void
kin_splice_array_free (KinSpliceArray *self)
{
  g_ptr_array_unref (self->chunks);
  g_array_unref (self->starts);
  g_free (self);
}

/**
 * kin_splice_array_get_size:
 *
 * Returns: how many items there are
 */
guint
kin_splice_array_get_size (KinSpliceArray *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_items;
}

/**
 * kin_splice_array_get:
 *
 * Returns: (transfer none): the item at @position, which must exist
 */
gpointer
kin_splice_array_get (KinSpliceArray *self,
                      guint           position)
{
  guint offset;
  guint index;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (position < self->n_items, NULL);

  index = find_chunk (self, position, &offset);
  return get_chunk (self, index)->items[offset];
}

/**
 * kin_splice_array_set:
 *
 * Puts @item in the place of the one at @position.
 */
void
kin_splice_array_set (KinSpliceArray *self,
                      guint           position,
                      gpointer        item)
{
  guint offset;
  guint index;

  g_return_if_fail (self != NULL);
  g_return_if_fail (position < self->n_items);

  index = find_chunk (self, position, &offset);
  get_chunk (self, index)->items[offset] = item;
}

/**
 * kin_splice_array_splice:
 * @added: (array length=n_added) (nullable): what comes in their place
 *
 * Takes out @n_removed items from @position on and puts @added there.
 */
void
kin_splice_array_splice (KinSpliceArray *self,
                         guint           position,
                         guint           n_removed,
                         gpointer       *added,
                         guint           n_added)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (position <= self->n_items && n_removed <= self->n_items - position);
  g_return_if_fail (n_added == 0 || added != NULL);

  if (n_removed > 0)
    remove_items (self, position, n_removed);
  if (n_added > 0)
    insert_items (self, position, added, n_added);
}

/**
 * kin_splice_array_collect:
 * @items: what is appended to
 *
 * Appends the @n_items items from @position on to @items.
 */
void
kin_splice_array_collect (KinSpliceArray *self,
                          guint           position,
                          guint           n_items,
                          GPtrArray      *items)
{
  guint n_before;
  guint offset;

  g_return_if_fail (self != NULL);
  g_return_if_fail (items != NULL);
  g_return_if_fail (position <= self->n_items && n_items <= self->n_items - position);

  if (n_items == 0)
    return;

  n_before = items->len;
  g_ptr_array_set_size (items, (int) (n_before + n_items));
  for (guint index = find_chunk (self, position, &offset); n_items > 0; index++, offset = 0)
    {
      Chunk *chunk = get_chunk (self, index);
      guint n = MIN (chunk->n_items - offset, n_items);

      memcpy (items->pdata + n_before, chunk->items + offset, n * sizeof (gpointer));
      n_before += n;
      n_items -= n;
    }
}

/**
 * kin_splice_array_bisect:
 * @compare: gets an item, @key and @user_data; the items must be sorted by it
 *
 * Returns: the position of the first item that does not sort before @key
 */
guint
kin_splice_array_bisect (KinSpliceArray   *self,
                         gconstpointer     key,
                         GCompareDataFunc  compare,
                         gpointer          user_data)
{
  guint low = 0;
  guint index;
  guint high;
  Chunk *chunk;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (compare != NULL, 0);

  if (self->n_items == 0)
    return 0;

  index = bisect_chunks (self, key, compare, user_data);
  chunk = get_chunk (self, index);
  high = chunk->n_items;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare (chunk->items[middle], key, user_data) < 0)
        low = middle + 1;
      else
        high = middle;
    }

  ensure_starts (self);
  return g_array_index (self->starts, guint, index) + low;
}
