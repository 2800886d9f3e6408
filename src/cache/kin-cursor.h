/* kin-cursor.h: goes through the cache a slice at a time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cache/kin-indexer.h"
#include "cache/kin-slice.h"

G_BEGIN_DECLS

typedef struct _KinCursor KinCursor;

KinCursor *kin_cursor_new     (KinIndexer     *indexer,
                               KinObjectFunc   func,
                               gpointer        user_data);
void       kin_cursor_free    (KinCursor      *self);
gboolean   kin_cursor_advance (KinCursor      *self,
                               const KinSlice *slice);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinCursor, kin_cursor_free)

G_END_DECLS
