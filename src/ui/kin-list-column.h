/* kin-list-column.h: what one column of a list shows of a row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "model/kin-row.h"
#include "model/kin-tree-model.h"

G_BEGIN_DECLS

typedef enum
{
  KIN_LIST_COLUMN_NAME,
  KIN_LIST_COLUMN_NAMESPACE,
  KIN_LIST_COLUMN_CELL,
  KIN_LIST_COLUMN_STATUS,
  KIN_LIST_COLUMN_ROLLOUT,
  KIN_LIST_COLUMN_AGE,
} KinListColumnRole;

typedef struct _KinListColumn KinListColumn;

#define KIN_TYPE_LIST_COLUMN (kin_list_column_get_type ())
GType kin_list_column_get_type (void);

GPtrArray         *kin_list_column_list_for_kind (KinKind             *kind);
GPtrArray         *kin_list_column_list_for_tree (KinKind             *deployments,
                                                  KinTreeModel        *tree);
KinListColumn     *kin_list_column_ref           (KinListColumn       *self);
void               kin_list_column_unref         (KinListColumn       *self);
KinListColumnRole  kin_list_column_get_role      (KinListColumn       *self);
const char        *kin_list_column_get_header    (KinListColumn       *self);
int                kin_list_column_get_sort      (KinListColumn       *self);
gboolean           kin_list_column_is_essential  (KinListColumn       *self);
gboolean           kin_list_column_is_numeric    (KinListColumn       *self);
int                kin_list_column_get_width     (KinListColumn       *self);
KinTreeModel      *kin_list_column_get_tree      (KinListColumn       *self);
char              *kin_list_column_dup_text      (KinListColumn       *self,
                                                  KinRow              *row,
                                                  gint64               now_s);
gboolean           kin_list_column_ticks         (KinListColumn       *self,
                                                  KinRow              *row);
guint64            kin_list_column_get_mask      (KinListColumn       *self,
                                                  KinRow              *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinListColumn, kin_list_column_unref)

G_END_DECLS
