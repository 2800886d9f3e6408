/* kin-demo-endpoints.h: the controller of Endpoints and EndpointSlices: which pods are behind a service.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controller.h"

G_BEGIN_DECLS

extern const KinDemoController kin_demo_endpoints_controller;

G_END_DECLS
