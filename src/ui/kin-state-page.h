/* kin-state-page.h: a page that says why there is nothing to see, and what to do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ui/kin-problem.h"

G_BEGIN_DECLS

#define KIN_TYPE_STATE_PAGE (kin_state_page_get_type ())
G_DECLARE_FINAL_TYPE (KinStatePage, kin_state_page, KIN, STATE_PAGE, AdwBin)

void       kin_state_page_set_problem    (KinStatePage *self,
                                          KinProblem   *problem);
void       kin_state_page_set_retry_time (KinStatePage *self,
                                          gint64        monotonic_us);

G_END_DECLS
