/* kin-row-list.h: a GListModel of KinRow in which an identity can be found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define KIN_TYPE_ROW_LIST (kin_row_list_get_type ())
G_DECLARE_INTERFACE (KinRowList, kin_row_list, KIN, ROW_LIST, GListModel)

struct _KinRowListInterface
{
  GTypeInterface parent;

  int      (*find) (KinRowList *self,
                    const char *id);
  gboolean (*has)  (KinRowList *self,
                    const char *id);
};

int      kin_row_list_find (KinRowList *self,
                            const char *id);
gboolean kin_row_list_has  (KinRowList *self,
                            const char *id);

G_END_DECLS
