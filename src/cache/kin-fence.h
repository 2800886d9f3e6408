/* kin-fence.h: compares a whole list with the cache, a slice at a time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cache/kin-indexer.h"
#include "cache/kin-slice.h"
#include "cache/kin-walk.h"

G_BEGIN_DECLS

typedef struct _KinFence KinFence;

KinFence *kin_fence_new             (KinIndexer     *indexer,
                                     GPtrArray      *objects,
                                     KinWalkType     type);
void      kin_fence_free            (KinFence       *self);
gboolean  kin_fence_advance         (KinFence       *self,
                                     const KinSlice *slice);
guint     kin_fence_get_n_unchanged (KinFence       *self);
KinWalk  *kin_fence_commit          (KinFence       *self,
                                     const char     *resource_version);
gboolean  kin_fence_same_version    (KinObject      *a,
                                     KinObject      *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinFence, kin_fence_free)

G_END_DECLS
