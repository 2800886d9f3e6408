/* kin-context-row.h: one context to choose: its name, its server, or why it can't be used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "config/kin-context.h"

G_BEGIN_DECLS

#define KIN_TYPE_CONTEXT_ROW (kin_context_row_get_type ())
G_DECLARE_FINAL_TYPE (KinContextRow, kin_context_row, KIN, CONTEXT_ROW, GtkListBoxRow)

GtkWidget  *kin_context_row_new         (KinContext    *context,
                                         gboolean       current);
KinContext *kin_context_row_get_context (KinContextRow *self);

G_END_DECLS
