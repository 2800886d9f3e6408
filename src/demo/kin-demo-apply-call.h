/* kin-demo-apply-call.h: a server-side apply.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-call.h"

G_BEGIN_DECLS

KinDemoObject *kin_demo_apply_call (const KinDemoCall  *call,
                                    const char         *text,
                                    gsize               length,
                                    gboolean           *created,
                                    GError            **error);

G_END_DECLS
