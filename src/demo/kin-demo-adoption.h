/* kin-demo-adoption.h: objects that nobody owns find the controller whose selector they match.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controller.h"
#include "object/kin-json.h"

G_BEGIN_DECLS

extern const KinDemoController kin_demo_pod_adoption_controller;
extern const KinDemoController kin_demo_replica_set_adoption_controller;

gboolean kin_demo_adoption_gather  (KinDemoWorld  *world,
                                    KinDemoObject *owner,
                                    KinJsonValue  *owner_root,
                                    KinDemoKind   *kind);
gboolean kin_demo_adoption_release (KinDemoWorld  *world,
                                    KinDemoObject *child);

G_END_DECLS
