/* kin-row-sort.c: the order in which a list shows its objects.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-row-sort.h"

#include <string.h>

#include "object/kin-object.h"

/* An object without a value stands at the end in either direction: nobody sorts to look at those. */
static int
compare_cells (KinObject        *a,
               KinObject        *b,
               const KinRowSort *sort)
{
  const KinCell *cell_a = kin_object_get_cell (a, (guint) sort->column);
  const KinCell *cell_b = kin_object_get_cell (b, (guint) sort->column);
  int result = kin_cell_compare (cell_a, cell_b);

  if (!sort->descending || kin_cell_get_type_ (cell_a) == KIN_CELL_NONE || kin_cell_get_type_ (cell_b) == KIN_CELL_NONE)
    return result;

  return -result;
}

static int
compare_ages (KinObject *a,
              KinObject *b)
{
  gint64 time_a = kin_object_get_creation_time (a);
  gint64 time_b = kin_object_get_creation_time (b);

  return (time_a < time_b) - (time_a > time_b);
}

static int
compare_by_column (KinObject        *a,
                   KinObject        *b,
                   const KinRowSort *sort)
{
  int result;

  switch (sort->column)
    {
    case KIN_SORT_NAME:
      result = strcmp (kin_object_get_name (a), kin_object_get_name (b));
      break;
    case KIN_SORT_NAMESPACE:
      result = strcmp (kin_object_get_namespace (a), kin_object_get_namespace (b));
      break;
    case KIN_SORT_AGE:
      result = compare_ages (a, b);
      break;
    default:
      return compare_cells (a, b, sort);
    }

  return sort->descending ? -result : result;
}

/**
 * kin_row_sort_compare:
 * @a: a #KinObject
 * @b: another one of the same kind
 * @sort: a #KinRowSort
 *
 * A #GCompareDataFunc. Objects that are equal in the column follow each other by namespace, name and uid, in this order
 * whatever the direction, so that rows do not dance. An ascending age has the youngest first, as one reads the column.
 *
 * Returns: less than, equal to or greater than zero; zero for the same identity only
 */
int
kin_row_sort_compare (gconstpointer a,
                      gconstpointer b,
                      gpointer      sort)
{
  KinObject *object_a = (KinObject *) a;
  KinObject *object_b = (KinObject *) b;
  int result = compare_by_column (object_a, object_b, sort);

  if (result == 0)
    result = strcmp (kin_object_get_namespace (object_a), kin_object_get_namespace (object_b));
  if (result == 0)
    result = strcmp (kin_object_get_name (object_a), kin_object_get_name (object_b));
  if (result == 0)
    result = strcmp (kin_object_get_uid (object_a), kin_object_get_uid (object_b));

  return result;
}
