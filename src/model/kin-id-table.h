/* kin-id-table.h: objects by identity, in as little memory as can be.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-object.h"

G_BEGIN_DECLS

typedef struct _KinIdTable KinIdTable;

const char *kin_id_table_id_of    (KinObject  *object);
KinIdTable *kin_id_table_new      (void);
void        kin_id_table_free     (KinIdTable *self);
guint       kin_id_table_get_size (KinIdTable *self);
KinObject  *kin_id_table_get      (KinIdTable *self,
                                   const char *id);
KinObject  *kin_id_table_put      (KinIdTable *self,
                                   KinObject  *object);
KinObject  *kin_id_table_remove   (KinIdTable *self,
                                   const char *id);
KinObject  *kin_id_table_next     (KinIdTable *self,
                                   guint      *cursor);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinIdTable, kin_id_table_free)

G_END_DECLS
