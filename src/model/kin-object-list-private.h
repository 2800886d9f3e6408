/* kin-object-list-private.h: what the tree asks of the list of its roots.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/kin-object-list.h"
#include "model/kin-row-table.h"

G_BEGIN_DECLS

void         kin_object_list_set_row_func (KinObjectList *self,
                                           KinRowFunc     func,
                                           gpointer       user_data);
KinRowTable *kin_object_list_get_rows     (KinObjectList *self);

G_END_DECLS
