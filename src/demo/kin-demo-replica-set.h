/* kin-demo-replica-set.h: the replica set controller: it keeps a number of pods.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controller.h"

G_BEGIN_DECLS

extern const KinDemoController kin_demo_replica_set_controller;

G_END_DECLS
