/* kin-row-filter.h: which objects a list shows: those in some namespaces that hold all words of a query.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-object.h"

G_BEGIN_DECLS

typedef struct _KinRowFilter KinRowFilter;

KinRowFilter *kin_row_filter_new     (const char         *query,
                                      const char * const *namespaces);
KinRowFilter *kin_row_filter_ref     (KinRowFilter       *self);
void          kin_row_filter_unref   (KinRowFilter       *self);
gboolean      kin_row_filter_matches (KinRowFilter       *self,
                                      KinObject          *object);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinRowFilter, kin_row_filter_unref)

G_END_DECLS
