/* kin-status-pill.h: a status word on a ground that tells how well things are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define KIN_TYPE_STATUS_PILL (kin_status_pill_get_type ())
G_DECLARE_FINAL_TYPE (KinStatusPill, kin_status_pill, KIN, STATUS_PILL, AdwBin)

GtkWidget *kin_status_pill_new        (void);
void       kin_status_pill_set_status (KinStatusPill *self,
                                       const char    *status,
                                       gboolean       ready);

G_END_DECLS
