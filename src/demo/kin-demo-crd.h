/* kin-demo-crd.h: what a CustomResourceDefinition says of the resource that it made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-kind.h"

G_BEGIN_DECLS

KinJsonValue *kin_demo_crd_get_version (KinDemoKind *kind);

G_END_DECLS
