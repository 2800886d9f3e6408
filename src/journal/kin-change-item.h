/* kin-change-item.h: a change as an item of a list model.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "journal/kin-change.h"

G_BEGIN_DECLS

#define KIN_TYPE_CHANGE_ITEM (kin_change_item_get_type ())
G_DECLARE_FINAL_TYPE (KinChangeItem, kin_change_item, KIN, CHANGE_ITEM, GObject)

KinChangeItem *kin_change_item_new        (KinChange     *change);
KinChange     *kin_change_item_get_change (KinChangeItem *self);

G_END_DECLS
