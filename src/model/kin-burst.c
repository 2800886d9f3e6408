/* kin-burst.c: turns one burst of changes of a sorted array into few exact items-changed.
 *
 * Changes that stand near each other become one run, from the first of them to the last. They must not all become one
 * whatever lies between: when the row at which a view is anchored falls into such a range, GTK asks for each row of it,
 * so that two deletions at either end of 100,000 would make 100,000 rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-burst.h"

#include "object/kin-object.h"

/* As many rows may lie between the first and the last change of a run; in a long array more, so that there are never
 * more than MAX_RUNS runs. */
#define MIN_SPAN 1024
#define MAX_RUNS 32

typedef struct
{
  guint      start;   /* these are positions before the burst */
  guint      end;
  GPtrArray *objects; /* what comes there; borrowed */
} Run;

struct _KinBurst
{
  KinSpliceArray *array;
  GArray         *runs;
  guint           span;
};

static void
clear_run (gpointer data)
{
  Run *run = data;

  g_ptr_array_unref (run->objects);
}

static Run *
begin_run (KinBurst *self,
           guint     position)
{
  Run run = { position, position, g_ptr_array_new () };

  g_array_append_val (self->runs, run);

  return &g_array_index (self->runs, Run, self->runs->len - 1);
}

/* The run that goes on at position: the last one, with what lies between left as it is, or a new one if that would make
 * it too long. */
static Run *
continue_run (KinBurst *self,
              guint     position)
{
  Run *run = self->runs->len > 0 ? &g_array_index (self->runs, Run, self->runs->len - 1) : NULL;

  g_assert (run == NULL || position >= run->end);

  if (run == NULL || (position > run->end && position - run->start > self->span))
    return begin_run (self, position);

  kin_splice_array_collect (self->array, run->end, position - run->end, run->objects);
  run->end = position;

  return run;
}

/* What a run leaves in its place at either end was no change of the list, though it may be a newer version. */
static void
trim_run (KinBurst *self,
          Run      *run,
          guint    *first,
          guint    *n_added)
{
  *first = 0;
  *n_added = run->objects->len;

  while (run->start < run->end && *n_added > 0 &&
         kin_object_same_identity (kin_splice_array_get (self->array, run->start), g_ptr_array_index (run->objects, *first)))
    {
      kin_splice_array_set (self->array, run->start++, g_ptr_array_index (run->objects, *first));
      (*first)++;
      (*n_added)--;
    }

  while (run->start < run->end && *n_added > 0 &&
         kin_object_same_identity (kin_splice_array_get (self->array, run->end - 1), g_ptr_array_index (run->objects, *first + *n_added - 1)))
    {
      kin_splice_array_set (self->array, --run->end, g_ptr_array_index (run->objects, *first + *n_added - 1));
      (*n_added)--;
    }
}

static int
compare_positions (gconstpointer a,
                   gconstpointer b)
{
  guint position_a = *(const guint *) a;
  guint position_b = *(const guint *) b;

  return (position_a > position_b) - (position_a < position_b);
}

/**
 * kin_burst_new:
 * @array: (element-type KinObject): must outlive the burst, and change only in place until it is applied
 *
 * Begins a burst. Its changes are told in the order of their positions, which are those before the burst; what is put
 * before an object is told before that object's removal.
 */
KinBurst *
kin_burst_new (KinSpliceArray *array)
{
  KinBurst *self;

  g_return_val_if_fail (array != NULL, NULL);

  self = g_new0 (KinBurst, 1);
  self->array = array;
  self->runs = g_array_new (FALSE, FALSE, sizeof (Run));
  self->span = MAX (MIN_SPAN, kin_splice_array_get_size (array) / MAX_RUNS);
  g_array_set_clear_func (self->runs, clear_run);

  return self;
}

/**
 * kin_burst_free:
 *
 * Frees the burst.
 */
void
kin_burst_free (KinBurst *self)
{
  g_array_unref (self->runs);
  g_free (self);
}

/**
 * kin_burst_remove:
 *
 * Takes out @n_removed objects from @position on.
 */
void
kin_burst_remove (KinBurst *self,
                  guint     position,
                  guint     n_removed)
{
  g_return_if_fail (self != NULL);

  continue_run (self, position)->end += n_removed;
}

/**
 * kin_burst_insert:
 * @object: (transfer none): a #KinObject
 *
 * Puts @object before the one at @position.
 */
void
kin_burst_insert (KinBurst *self,
                  guint     position,
                  gpointer  object)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (object != NULL);

  g_ptr_array_add (continue_run (self, position)->objects, object);
}

/**
 * kin_burst_place:
 * @removed: (element-type guint): positions of what goes, in no order
 * @inserted: (element-type KinObject): what comes, in no order
 * @compare: the order of the array
 *
 * Makes the whole burst of single changes.
 */
void
kin_burst_place (KinBurst         *self,
                 GArray           *removed,
                 GPtrArray        *inserted,
                 GCompareDataFunc  compare,
                 gpointer          user_data)
{
  guint n_told = 0;

  g_return_if_fail (self != NULL);
  g_return_if_fail (removed != NULL && inserted != NULL);
  g_return_if_fail (compare != NULL);

  g_array_sort (removed, compare_positions);
  g_ptr_array_sort_values_with_data (inserted, compare, user_data);

  for (guint i = 0; i < inserted->len; i++)
    {
      gpointer object = g_ptr_array_index (inserted, i);
      guint position = kin_splice_array_bisect (self->array, object, compare, user_data);

      for (; n_told < removed->len && g_array_index (removed, guint, n_told) < position; n_told++)
        kin_burst_remove (self, g_array_index (removed, guint, n_told), 1);
      kin_burst_insert (self, position, object);
    }

  for (; n_told < removed->len; n_told++)
    kin_burst_remove (self, g_array_index (removed, guint, n_told), 1);
}

/**
 * kin_burst_merge:
 * @objects: (element-type KinObject): what the array is to hold, in its order
 * @compare: the order
 *
 * Makes the whole burst from what distinguishes @objects from the array: both are in the same order, so that the
 * differences are found by going through them once. Newer versions that stay take their place at once.
 */
void
kin_burst_merge (KinBurst         *self,
                 GPtrArray        *objects,
                 GCompareDataFunc  compare,
                 gpointer          user_data)
{
  guint position = 0;
  guint n_old;

  g_return_if_fail (self != NULL);
  g_return_if_fail (objects != NULL);
  g_return_if_fail (compare != NULL);

  n_old = kin_splice_array_get_size (self->array);
  for (guint i = 0; i < objects->len; i++)
    {
      KinObject *object = g_ptr_array_index (objects, i);
      gboolean is_same = FALSE;

      for (; position < n_old && !is_same; position++)
        {
          KinObject *old = kin_splice_array_get (self->array, position);

          is_same = old == object || kin_object_same_identity (old, object);
          if (is_same)
            kin_splice_array_set (self->array, position, object);
          else if (compare (old, object, user_data) > 0)
            break;
          else
            kin_burst_remove (self, position, 1);
        }
      if (!is_same)
        kin_burst_insert (self, position, object);
    }

  if (position < n_old)
    kin_burst_remove (self, position, n_old - position);
}

/**
 * kin_burst_replace:
 * @objects: (element-type KinObject): what the array is to hold
 *
 * Makes the whole burst of one range, for another order: nothing is where it was, but for what happens to stay at
 * either end.
 */
void
kin_burst_replace (KinBurst  *self,
                   GPtrArray *objects)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (objects != NULL);

  for (guint i = 0; i < objects->len; i++)
    kin_burst_insert (self, 0, g_ptr_array_index (objects, i));
  kin_burst_remove (self, 0, kin_splice_array_get_size (self->array));
}

/**
 * kin_burst_apply:
 * @func: (scope call): called for each run, once it is in the array
 *
 * Changes the array, the last run first, so that the positions of the others still hold.
 */
void
kin_burst_apply (KinBurst     *self,
                 KinBurstFunc  func,
                 gpointer      user_data)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (func != NULL);

  for (guint i = self->runs->len; i > 0; i--)
    {
      Run *run = &g_array_index (self->runs, Run, i - 1);
      guint first;
      guint n_added;

      trim_run (self, run, &first, &n_added);
      if (run->end == run->start && n_added == 0)
        continue;

      kin_splice_array_splice (self->array, run->start, run->end - run->start, run->objects->pdata + first, n_added);
      func (run->start, run->end - run->start, n_added, user_data);
    }
}
