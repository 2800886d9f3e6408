/* kin-changes-page.h: the changes of one object, newest first, as they come.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define KIN_TYPE_CHANGES_PAGE (kin_changes_page_get_type ())
G_DECLARE_FINAL_TYPE (KinChangesPage, kin_changes_page, KIN, CHANGES_PAGE, AdwBin)

GtkWidget *kin_changes_page_new         (void);
void       kin_changes_page_set_changes (KinChangesPage *self,
                                         GListModel     *changes);

G_END_DECLS
