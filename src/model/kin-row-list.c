/* kin-row-list.c: a GListModel of KinRow in which an identity can be found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-row-list.h"

G_DEFINE_INTERFACE (KinRowList, kin_row_list, G_TYPE_LIST_MODEL)

static void
kin_row_list_default_init (KinRowListInterface *iface)
{
}

/**
 * kin_row_list_find:
 * @id: an identity, see kin_row_get_id()
 *
 * Finds a row without making any.
 *
 * Returns: its position, or -1 if it has none now
 */
int
kin_row_list_find (KinRowList *self,
                   const char *id)
{
  g_return_val_if_fail (KIN_IS_ROW_LIST (self), -1);
  g_return_val_if_fail (id != NULL, -1);

  return KIN_ROW_LIST_GET_IFACE (self)->find (self, id);
}

/**
 * kin_row_list_has:
 * @id: an identity
 *
 * A row that a burst moves far is taken out with one #GListModel::items-changed and put in with another. In between it
 * has no position, yet it is not gone.
 *
 * Returns: whether the row is shown, or will be at the end of the burst
 */
gboolean
kin_row_list_has (KinRowList *self,
                  const char *id)
{
  g_return_val_if_fail (KIN_IS_ROW_LIST (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  return KIN_ROW_LIST_GET_IFACE (self)->has (self, id);
}
