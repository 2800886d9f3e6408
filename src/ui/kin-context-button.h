/* kin-context-button.h: the button that says which cluster is shown, and changes that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "model/kin-cluster.h"

G_BEGIN_DECLS

#define KIN_TYPE_CONTEXT_BUTTON (kin_context_button_get_type ())
G_DECLARE_FINAL_TYPE (KinContextButton, kin_context_button, KIN, CONTEXT_BUTTON, AdwBin)

void       kin_context_button_set_contexts (KinContextButton *self,
                                            GListModel       *contexts);
void       kin_context_button_set_cluster  (KinContextButton *self,
                                            KinCluster       *cluster);
void       kin_context_button_popup        (KinContextButton *self);

G_END_DECLS
