/* kin-overview-page.h: what matters of one object at a glance.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "base/kin-types.h"

G_BEGIN_DECLS

#define KIN_TYPE_OVERVIEW_PAGE (kin_overview_page_get_type ())
G_DECLARE_FINAL_TYPE (KinOverviewPage, kin_overview_page, KIN, OVERVIEW_PAGE, AdwBin)

void       kin_overview_page_set_object (KinOverviewPage *self,
                                         KinObject       *object);

G_END_DECLS
