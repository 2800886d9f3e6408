/* kin-demo-endpoint-slices.h: the EndpointSlices of a service.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-object.h"

G_BEGIN_DECLS

void kin_demo_endpoint_slices_write (KinDemoWorld  *world,
                                     KinDemoObject *service,
                                     GPtrArray     *groups);

G_END_DECLS
