/* kin-kind-row.h: one kind of the sidebar: icon, title, what goes on, count.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "model/kin-kind-item.h"

G_BEGIN_DECLS

#define KIN_TYPE_KIND_ROW (kin_kind_row_get_type ())
G_DECLARE_FINAL_TYPE (KinKindRow, kin_kind_row, KIN, KIND_ROW, GtkListBoxRow)

GtkWidget   *kin_kind_row_new      (KinKindItem *item);
KinKindItem *kin_kind_row_get_item (KinKindRow  *self);
void         kin_kind_row_set_news (KinKindRow  *self,
                                    const char  *words);

G_END_DECLS
