/* kin-arrangement.c: which objects a list shows, in which order, worked out by a worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-arrangement.h"

struct _KinArrangement
{
  KinIdTable   *objects; /* borrowed */
  KinRowFilter *filter;
  KinRowSort    sort;
};

/**
 * kin_arrangement_new:
 * @objects: (transfer none): must neither change nor go until it has run
 *
 * Makes the job of filtering and sorting @objects.
 */
KinArrangement *
kin_arrangement_new (KinIdTable       *objects,
                     KinRowFilter     *filter,
                     const KinRowSort *sort)
{
  KinArrangement *self;

  g_return_val_if_fail (objects != NULL, NULL);
  g_return_val_if_fail (filter != NULL, NULL);
  g_return_val_if_fail (sort != NULL, NULL);

  self = g_new0 (KinArrangement, 1);
  self->objects = objects;
  self->filter = kin_row_filter_ref (filter);
  self->sort = *sort;

  return self;
}

/**
 * kin_arrangement_free:
 *
 * Frees the job.
 */
void
kin_arrangement_free (KinArrangement *self)
{
  kin_row_filter_unref (self->filter);
  g_free (self);
}

/**
 * kin_arrangement_run:
 * @self: a #KinArrangement
 * @error: not set
 *
 * A #KinWorkFunc.
 *
 * Returns: (transfer full) (type GPtrArray): the objects to show, in order; they are borrowed from the table
 */
gpointer
kin_arrangement_run (gpointer   self,
                     GError   **error)
{
  KinArrangement *arrangement = self;
  GPtrArray *shown = g_ptr_array_new ();
  KinObject *object;
  guint cursor = 0;

  while ((object = kin_id_table_next (arrangement->objects, &cursor)) != NULL)
    if (kin_row_filter_matches (arrangement->filter, object))
      g_ptr_array_add (shown, object);
  g_ptr_array_sort_values_with_data (shown, kin_row_sort_compare, &arrangement->sort);

  return shown;
}
