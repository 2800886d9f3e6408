/* kin-walk.h: many changes that wait as one: what a list, a late handler or a resync has to tell.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-object.h"

G_BEGIN_DECLS

/**
 * KinWalkType:
 * @KIN_WALK_INITIAL: the first list, or the cache's content for a handler that came later
 * @KIN_WALK_RELIST: a later list: between it and what was told before changes may have been missed
 * @KIN_WALK_RESYNC: the cache's content for handlers that want it again
 */
typedef enum
{
  KIN_WALK_INITIAL,
  KIN_WALK_RELIST,
  KIN_WALK_RESYNC,
} KinWalkType;

/**
 * KinWalkStep:
 * @old_object: (nullable): the object before
 * @new_object: (nullable): the object after
 *
 * One step: without an old object an addition, without a new one a deletion that was missed, with the same in
 * both places an object that has not changed, else an update.
 */
typedef struct
{
  KinObject *old_object;
  KinObject *new_object;
} KinWalkStep;

typedef struct _KinWalk KinWalk;

KinWalk           *kin_walk_new      (KinWalkType    type);
KinWalk           *kin_walk_ref      (KinWalk       *self);
void               kin_walk_unref    (KinWalk       *self);
void               kin_walk_append   (KinWalk       *self,
                                      KinObject     *old_object,
                                      KinObject     *new_object);
KinWalkType        kin_walk_get_type (KinWalk       *self);
guint              kin_walk_get_size (KinWalk       *self);
const KinWalkStep *kin_walk_get_step (KinWalk       *self,
                                      guint          position);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinWalk, kin_walk_unref)

G_END_DECLS
