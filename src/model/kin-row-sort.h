/* kin-row-sort.h: the order in which a list shows its objects.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What every object has, beside the columns of its kind. */
#define KIN_SORT_NAME (-1)
#define KIN_SORT_NAMESPACE (-2)
#define KIN_SORT_AGE (-3)

typedef struct
{
  int      column; /* of the kind, or KIN_SORT_* */
  gboolean descending;
} KinRowSort;

int kin_row_sort_compare (gconstpointer a,
                          gconstpointer b,
                          gpointer      sort);

G_END_DECLS
