/* kin-demo-stateful-set.h: StatefulSets.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controller.h"

G_BEGIN_DECLS

extern const KinDemoController kin_demo_stateful_set_controller;

G_END_DECLS
