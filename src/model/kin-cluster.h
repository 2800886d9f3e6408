/* kin-cluster.h: one cluster that a person has chosen, from the first call to its live lists.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cache/kin-informer-factory.h"
#include "config/kin-context.h"
#include "controller/kin-deployment-controller.h"

G_BEGIN_DECLS

typedef enum
{
  KIN_CLUSTER_CLOSED,
  KIN_CLUSTER_CONNECTING,
  KIN_CLUSTER_CONNECTED,
  KIN_CLUSTER_FAILED,
} KinClusterState;

#define KIN_TYPE_CLUSTER_STATE (kin_cluster_state_get_type ())
GType kin_cluster_state_get_type (void);

#define KIN_TYPE_CLUSTER (kin_cluster_get_type ())
G_DECLARE_FINAL_TYPE (KinCluster, kin_cluster, KIN, CLUSTER, GObject)

KinCluster              *kin_cluster_new                (KinContext  *context);
void                     kin_cluster_connect            (KinCluster  *self);
void                     kin_cluster_close              (KinCluster  *self);
KinContext              *kin_cluster_get_context        (KinCluster  *self);
KinClusterState          kin_cluster_get_state          (KinCluster  *self);
gboolean                 kin_cluster_is_live            (KinCluster  *self);
const GError            *kin_cluster_get_error          (KinCluster  *self);
gint64                   kin_cluster_get_retry_time     (KinCluster  *self);
const char              *kin_cluster_get_version        (KinCluster  *self);
GPtrArray               *kin_cluster_get_resources      (KinCluster  *self);
GPtrArray               *kin_cluster_get_failed_groups  (KinCluster  *self);
KinResource             *kin_cluster_find_resource      (KinCluster  *self,
                                                         const char  *typed);
const char              *kin_cluster_get_scope          (KinCluster  *self);
void                     kin_cluster_set_scope          (KinCluster  *self,
                                                         const char  *namespace_);
KinInformerFactory      *kin_cluster_get_factory        (KinCluster  *self);
KinDeploymentController *kin_cluster_get_controller     (KinCluster  *self);
KinSharedInformer       *kin_cluster_get_informer       (KinCluster  *self,
                                                         KinResource *resource);
GListModel              *kin_cluster_dup_changes        (KinCluster  *self,
                                                         KinObject   *object);

G_END_DECLS
