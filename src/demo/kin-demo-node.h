/* kin-demo-node.h: the kubelet's word that a node is well.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controller.h"

G_BEGIN_DECLS

extern const KinDemoController kin_demo_node_controller;

G_END_DECLS
