/* kin-demo-disruption-budget.h: how many pods may be taken away just now.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controller.h"

G_BEGIN_DECLS

extern const KinDemoController kin_demo_disruption_budget_controller;

G_END_DECLS
