/* kin-demo-namespace.h: what every namespace has, and how it goes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controller.h"

G_BEGIN_DECLS

extern const KinDemoController kin_demo_namespace_controller;

G_END_DECLS
