/* kin-rollout-card.h: where a Deployment's rollout stands, in words and as a bar.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "controller/kin-rollout.h"

G_BEGIN_DECLS

#define KIN_TYPE_ROLLOUT_CARD (kin_rollout_card_get_type ())
G_DECLARE_FINAL_TYPE (KinRolloutCard, kin_rollout_card, KIN, ROLLOUT_CARD, AdwBin)

void       kin_rollout_card_set_rollout (KinRolloutCard *self,
                                         KinRollout     *rollout);

G_END_DECLS
