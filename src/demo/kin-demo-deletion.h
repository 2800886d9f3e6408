/* kin-demo-deletion.h: the beginning of an object's end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-world.h"

G_BEGIN_DECLS

gboolean kin_demo_deletion_check (const KinDemoDeletion  *deletion,
                                  KinDemoObject          *stored,
                                  GError                **error);
gboolean kin_demo_deletion_begin (const KinDemoDeletion  *deletion,
                                  KinDemoWorld           *world,
                                  KinDemoKind            *kind,
                                  KinDemoDraft           *draft);

G_END_DECLS
