/* kin-demo-kubelet.h: the kubelets: they run the pods of their nodes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controller.h"

G_BEGIN_DECLS

extern const KinDemoController kin_demo_kubelet;

G_END_DECLS
