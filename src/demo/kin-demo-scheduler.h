/* kin-demo-scheduler.h: the scheduler: it finds a node for each pod.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controller.h"

G_BEGIN_DECLS

extern const KinDemoController kin_demo_scheduler;

G_END_DECLS
