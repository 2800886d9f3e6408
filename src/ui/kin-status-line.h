/* kin-status-line.h: the line below a list: how it is kept up to date, in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "cache/kin-shared-informer.h"

G_BEGIN_DECLS

#define KIN_TYPE_STATUS_LINE (kin_status_line_get_type ())
G_DECLARE_FINAL_TYPE (KinStatusLine, kin_status_line, KIN, STATUS_LINE, GtkWidget)

void       kin_status_line_set_informer (KinStatusLine     *self,
                                         KinSharedInformer *informer);
void       kin_status_line_set_count    (KinStatusLine     *self,
                                         const char        *words);

G_END_DECLS
