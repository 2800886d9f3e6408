/* kin-demo-garbage-collector.h: objects whose owners are gone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controller.h"

G_BEGIN_DECLS

extern const KinDemoController kin_demo_garbage_collector_controller;

G_END_DECLS
