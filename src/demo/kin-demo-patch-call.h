/* kin-demo-patch-call.h: a patch of an object.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-call.h"

G_BEGIN_DECLS

KinDemoObject *kin_demo_patch_call (const KinDemoCall  *call,
                                    KinDemoPatchType    type,
                                    const char         *text,
                                    gsize               length,
                                    GError            **error);

G_END_DECLS
