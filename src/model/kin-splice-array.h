/* kin-splice-array.h: a long row of pointers that is cheap to cut, to fill and to search.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _KinSpliceArray KinSpliceArray;

KinSpliceArray *kin_splice_array_new      (void);
void            kin_splice_array_free     (KinSpliceArray   *self);
guint           kin_splice_array_get_size (KinSpliceArray   *self);
gpointer        kin_splice_array_get      (KinSpliceArray   *self,
                                           guint             position);
void            kin_splice_array_set      (KinSpliceArray   *self,
                                           guint             position,
                                           gpointer          item);
void            kin_splice_array_splice   (KinSpliceArray   *self,
                                           guint             position,
                                           guint             n_removed,
                                           gpointer         *added,
                                           guint             n_added);
void            kin_splice_array_collect  (KinSpliceArray   *self,
                                           guint             position,
                                           guint             n_items,
                                           GPtrArray        *items);
guint           kin_splice_array_bisect   (KinSpliceArray   *self,
                                           gconstpointer     key,
                                           GCompareDataFunc  compare,
                                           gpointer          user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinSpliceArray, kin_splice_array_free)

G_END_DECLS
