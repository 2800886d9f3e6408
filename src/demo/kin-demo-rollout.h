/* kin-demo-rollout.h: a Deployment and its ReplicaSets, as the deployment controller sees them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"
#include "object/kin-json.h"

G_BEGIN_DECLS

#define KIN_DEMO_DEPLOYMENT_COMPONENT "deployment-controller"
#define KIN_DEMO_ANNOTATION_REVISION "deployment.kubernetes.io/revision"
#define KIN_DEMO_ANNOTATION_REVISION_HISTORY "deployment.kubernetes.io/revision-history"
#define KIN_DEMO_ANNOTATION_DESIRED "deployment.kubernetes.io/desired-replicas"
#define KIN_DEMO_ANNOTATION_MAX "deployment.kubernetes.io/max-replicas"
#define KIN_DEMO_LABEL_HASH "pod-template-hash"

/**
 * KinDemoRolloutSet:
 * @object: the ReplicaSet
 * @json: what is in it
 * @hash: the name of its template
 * @created: unix seconds
 * @revision: its revision, 0 if it has none
 * @replicas: how many it is to have
 * @existing: how many it has
 * @ready: how many are ready
 * @available: how many are available
 * @terminating: how many are being deleted
 * @desired: the Deployment's replicas when this one was scaled last, -1 if that is not known
 * @max: the same with the surge
 *
 * One ReplicaSet of a rollout.
 */
typedef struct
{
  KinDemoObject *object;
  KinJson *json;
  char *hash;
  gint64 created;
  gint64 revision;
  int replicas;
  int existing;
  int ready;
  int available;
  int terminating;
  int desired;
  int max;
} KinDemoRolloutSet;

/**
 * KinDemoRollout:
 * @world: the cluster
 * @object: the Deployment
 * @json: what is in it
 * @sets: (element-type KinDemoRolloutSet): its ReplicaSets, the oldest first
 * @new_set: (nullable): the one whose template is the Deployment's
 * @hash: the name of the Deployment's template
 * @replicas: how many pods there are to be
 * @max_surge: how many more there may be meanwhile
 * @max_unavailable: how many of them may be unavailable meanwhile
 * @is_rolling: whether pods are replaced step by step
 * @is_paused: whether the rollout is held
 * @deadline_s: after how many seconds without progress it counts as failed, -1 for never
 * @history_limit: how many old ReplicaSets are kept, -1 for all
 * @min_ready_s: for how many seconds a pod must be ready to be available
 *
 * All that the deployment controller has to look at.
 */
typedef struct
{
  KinDemoWorld *world;
  KinDemoObject *object;
  KinJson *json;
  GPtrArray *sets;
  KinDemoRolloutSet *new_set;
  char *hash;
  int replicas;
  int max_surge;
  int max_unavailable;
  gboolean is_rolling;
  gboolean is_paused;
  gint64 deadline_s;
  int history_limit;
  int min_ready_s;
} KinDemoRollout;

KinDemoRollout    *kin_demo_rollout_new               (KinDemoWorld            *world,
                                                       KinDemoObject           *object);
void               kin_demo_rollout_free              (KinDemoRollout          *self);
void               kin_demo_rollout_take_object       (KinDemoRollout          *self,
                                                       KinDemoObject           *object);
void               kin_demo_rollout_add_set           (KinDemoRollout          *self,
                                                       KinDemoObject           *object);
KinJsonValue      *kin_demo_rollout_get_spec          (const KinDemoRollout    *self);
KinJsonValue      *kin_demo_rollout_get_status        (const KinDemoRollout    *self);
gint64             kin_demo_rollout_get_max_revision  (const KinDemoRollout    *self);
int                kin_demo_rollout_count_replicas    (const KinDemoRollout    *self);
int                kin_demo_rollout_count_existing    (const KinDemoRollout    *self);
int                kin_demo_rollout_count_ready       (const KinDemoRollout    *self);
int                kin_demo_rollout_count_available   (const KinDemoRollout    *self);
int                kin_demo_rollout_count_terminating (const KinDemoRollout    *self);
int                kin_demo_rollout_get_new_size      (const KinDemoRollout    *self);
GPtrArray         *kin_demo_rollout_list_active       (const KinDemoRollout    *self,
                                                       gboolean                 with_new);
int                kin_demo_rollout_get_proportion    (const KinDemoRollout    *self,
                                                       const KinDemoRolloutSet *set,
                                                       int                      to_add,
                                                       int                      added);

KinDemoKind       *kin_demo_rollout_get_set_kind      (KinDemoWorld            *world);
void               kin_demo_rollout_set_take_object   (KinDemoRolloutSet       *self,
                                                       KinDemoObject           *object);
KinJsonValue      *kin_demo_rollout_set_get_metadata  (const KinDemoRolloutSet *self);
KinJsonValue      *kin_demo_rollout_set_get_status    (const KinDemoRolloutSet *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoRollout, kin_demo_rollout_free)

G_END_DECLS
