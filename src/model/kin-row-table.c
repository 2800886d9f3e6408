/* kin-row-table.c: the rows of a model that are alive, by identity.
 *
 * It keeps no row alive: whoever looks at an object keeps its row, and while one does, everyone gets the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-row-table.h"

struct _KinRowTable
{
  GHashTable *rows; /* id → KinRow, both borrowed from the row */
};

static void
row_gone_cb (gpointer  user_data,
             GObject  *where_the_row_was)
{
  KinRowTable *self = user_data;

  /* Weak references are told in dispose(): the row still has its id. */
  g_hash_table_remove (self->rows, kin_row_get_id ((KinRow *) where_the_row_was));
}

/**
 * kin_row_table_new:
 *
 * Makes an empty table.
 */
KinRowTable *
kin_row_table_new (void)
{
  KinRowTable *self = g_new0 (KinRowTable, 1);

  self->rows = g_hash_table_new (g_str_hash, g_str_equal);

  return self;
}

/**
 * kin_row_table_free:
 *
 * Frees the table. Rows that are still alive live on.
 */
void
kin_row_table_free (KinRowTable *self)
{
  GHashTableIter iter;
  gpointer row;

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    g_object_weak_unref (row, row_gone_cb, self);

  g_hash_table_unref (self->rows);
  g_free (self);
}

/**
 * kin_row_table_get_size:
 *
 * Returns: how many rows are alive
 */
guint
kin_row_table_get_size (KinRowTable *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return g_hash_table_size (self->rows);
}

/**
 * kin_row_table_get:
 *
 * Returns: (transfer none) (nullable): the row of that identity, if one is alive
 */
KinRow *
kin_row_table_get (KinRowTable *self,
                   const char  *id)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return g_hash_table_lookup (self->rows, id);
}

/**
 * kin_row_table_add:
 *
 * Remembers a new row for as long as it lives.
 */
void
kin_row_table_add (KinRowTable *self,
                   KinRow      *row)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (KIN_IS_ROW (row));
  g_return_if_fail (!g_hash_table_contains (self->rows, kin_row_get_id (row)));

  g_hash_table_insert (self->rows, (gpointer) kin_row_get_id (row), row);
  g_object_weak_ref (G_OBJECT (row), row_gone_cb, self);
}

/**
 * kin_row_table_foreach:
 * @func: may make and drop rows
 *
 * Calls @func for each row that is alive now.
 */
void
kin_row_table_foreach (KinRowTable *self,
                       KinRowFunc   func,
                       gpointer     user_data)
{
  g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer row;

  g_return_if_fail (self != NULL);
  g_return_if_fail (func != NULL);

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    g_ptr_array_add (rows, g_object_ref (row));

  for (guint i = 0; i < rows->len; i++)
    func (g_ptr_array_index (rows, i), user_data);
}
