/* kin-deployment-controller.h: keeps each Deployment's rollout worked out while it, its ReplicaSets and pods change.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cache/kin-informer-factory.h"
#include "controller/kin-rollout.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEPLOYMENT_CONTROLLER (kin_deployment_controller_get_type ())
G_DECLARE_FINAL_TYPE (KinDeploymentController, kin_deployment_controller, KIN, DEPLOYMENT_CONTROLLER, GObject)

KinDeploymentController *kin_deployment_controller_new         (KinInformerFactory      *factory,
                                                                const char              *namespace_,
                                                                KinClock                *clock);
void                     kin_deployment_controller_start       (KinDeploymentController *self);
void                     kin_deployment_controller_stop        (KinDeploymentController *self);
KinRollout              *kin_deployment_controller_get_rollout (KinDeploymentController *self,
                                                                const char              *key);

G_END_DECLS
