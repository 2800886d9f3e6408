/* kin-row-table.h: the rows of a model that are alive, by identity.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/kin-row.h"

G_BEGIN_DECLS

typedef struct _KinRowTable KinRowTable;

typedef void (*KinRowFunc) (KinRow   *row,
                            gpointer  user_data);

KinRowTable *kin_row_table_new      (void);
void         kin_row_table_free     (KinRowTable *self);
guint        kin_row_table_get_size (KinRowTable *self);
KinRow      *kin_row_table_get      (KinRowTable *self,
                                     const char  *id);
void         kin_row_table_add      (KinRowTable *self,
                                     KinRow      *row);
void         kin_row_table_foreach  (KinRowTable *self,
                                     KinRowFunc   func,
                                     gpointer     user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinRowTable, kin_row_table_free)

G_END_DECLS
