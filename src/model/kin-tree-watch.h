/* kin-tree-watch.h: tells which Deployments are concerned when ReplicaSets and pods change.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cache/kin-shared-informer.h"
#include "model/kin-row-table.h"

G_BEGIN_DECLS

typedef struct _KinTreeWatch KinTreeWatch;

/**
 * KinTreeWatchFunc:
 * @root_ids: (element-type utf8): the uids of the Deployments that are concerned
 * @rows: (element-type KinRow): those that are alive and whose object has changed
 *
 * Called once for a burst.
 */
typedef void (*KinTreeWatchFunc) (GHashTable *root_ids,
                                  GHashTable *rows,
                                  gpointer    user_data);

KinTreeWatch *kin_tree_watch_new        (KinSharedInformer *replica_sets,
                                         KinSharedInformer *pods,
                                         KinRowTable       *rows,
                                         KinTreeWatchFunc   func,
                                         gpointer           user_data);
void          kin_tree_watch_free       (KinTreeWatch      *self);
KinObject    *kin_tree_watch_get_newest (KinTreeWatch      *self,
                                         KinObject         *object);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinTreeWatch, kin_tree_watch_free)

G_END_DECLS
