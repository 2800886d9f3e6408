/* kin-kind.h: what all objects of one resource have in common.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-cell.h"
#include "object/kin-json.h"
#include "object/kin-resource.h"

G_BEGIN_DECLS

KinKind         *kin_kind_new                 (KinResource  *resource);
KinKind         *kin_kind_ref                 (KinKind      *self);
void             kin_kind_unref               (KinKind      *self);
KinResource     *kin_kind_get_resource        (KinKind      *self);
guint            kin_kind_get_n_columns       (KinKind      *self);
const KinColumn *kin_kind_get_column          (KinKind      *self,
                                               guint         i);
int              kin_kind_find_column         (KinKind      *self,
                                               const char   *name);
KinCell         *kin_kind_dup_cells           (KinKind      *self,
                                               KinJsonValue *root);
gsize            kin_kind_get_dictionary_size (KinKind      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinKind, kin_kind_unref)

G_END_DECLS
