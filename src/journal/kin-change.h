/* kin-change.h: one event of a watch as a person reads it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "journal/kin-diff.h"

G_BEGIN_DECLS

/**
 * KinChangeType:
 * @KIN_CHANGE_ADDED: the object was created
 * @KIN_CHANGE_MODIFIED: some of its fields changed
 * @KIN_CHANGE_DELETED: the object was deleted
 * @KIN_CHANGE_GAP: nobody looked for a while: changes may be missing
 */
typedef enum
{
  KIN_CHANGE_ADDED,
  KIN_CHANGE_MODIFIED,
  KIN_CHANGE_DELETED,
  KIN_CHANGE_GAP,
} KinChangeType;

/**
 * KinChangeParts:
 * @KIN_CHANGE_SPEC: what is wanted: anything that is neither status nor metadata
 * @KIN_CHANGE_STATUS: what is
 * @KIN_CHANGE_METADATA: what it is called, and by whom it is owned
 */
typedef enum
{
  KIN_CHANGE_SPEC = 1 << 0,
  KIN_CHANGE_STATUS = 1 << 1,
  KIN_CHANGE_METADATA = 1 << 2,
} KinChangeParts;

KinChange      *kin_change_new             (KinChangeType  type,
                                            KinObject     *old_object,
                                            KinObject     *new_object,
                                            gint64         real_us);
KinChange      *kin_change_new_gap         (gint64         from_real_us,
                                            gint64         to_real_us);
KinChange      *kin_change_ref             (KinChange     *self);
void            kin_change_unref           (KinChange     *self);
KinChangeType   kin_change_get_change_type (KinChange     *self);
gint64          kin_change_get_time        (KinChange     *self);
gint64          kin_change_get_gap_start   (KinChange     *self);
KinObject      *kin_change_get_object      (KinChange     *self);
KinObject      *kin_change_get_old_object  (KinChange     *self);
GPtrArray      *kin_change_get_fields      (KinChange     *self);
KinChangeParts  kin_change_get_parts       (KinChange     *self);
char           *kin_change_dup_managers    (KinChange     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinChange, kin_change_unref)

G_END_DECLS
