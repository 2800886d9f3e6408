/* kin-demo-protobuf.h: reads objects in protobuf, in which Kubernetes' own clients send what they create.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"

G_BEGIN_DECLS

#define KIN_DEMO_PROTOBUF_TYPE "application/vnd.kubernetes.protobuf"

KinDemoDraft *kin_demo_protobuf_parse (const char  *data,
                                       gsize        length,
                                       GError     **error);

G_END_DECLS
