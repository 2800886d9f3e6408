/* kin-delta.h: one change of one object, as the server told it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-object.h"

G_BEGIN_DECLS

/**
 * KinDeltaType:
 * @KIN_DELTA_ADDED: the object is there
 * @KIN_DELTA_UPDATED: the object has changed
 * @KIN_DELTA_DELETED: the object is gone
 *
 * What the server called the change. Whether it is an addition or an update for a handler is decided by what
 * the cache holds. client-go's Replaced and Sync are no deltas here: a list and a resync are one entry each.
 */
typedef enum
{
  KIN_DELTA_ADDED,
  KIN_DELTA_UPDATED,
  KIN_DELTA_DELETED,
} KinDeltaType;

/**
 * KinDelta:
 * @type: what has become of the object
 * @object: the object's state; its last one if it is gone
 */
struct _KinDelta
{
  KinDeltaType  type;
  KinObject    *object;
};

G_END_DECLS
