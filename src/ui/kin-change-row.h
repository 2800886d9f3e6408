/* kin-change-row.h: one change of an object, field by field.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "base/kin-types.h"

G_BEGIN_DECLS

#define KIN_TYPE_CHANGE_ROW (kin_change_row_get_type ())
G_DECLARE_FINAL_TYPE (KinChangeRow, kin_change_row, KIN, CHANGE_ROW, GtkWidget)

GtkWidget *kin_change_row_new        (void);
void       kin_change_row_set_change (KinChangeRow *self,
                                      KinChange    *change);
char      *kin_change_row_dup_words  (KinChangeRow *self);

G_END_DECLS
