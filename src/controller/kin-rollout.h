/* kin-rollout.h: where a Deployment's rollout stands.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "object/kin-object.h"

G_BEGIN_DECLS

typedef struct _KinRollout KinRollout;

/**
 * KinRolloutState:
 * @KIN_ROLLOUT_WAITING_FOR_OBSERVATION: the Deployment's controller has not seen the new spec yet
 * @KIN_ROLLOUT_DEADLINE_EXCEEDED: there was no progress for too long
 * @KIN_ROLLOUT_UPDATING: not all pods of the new template have been made
 * @KIN_ROLLOUT_TERMINATING_OLD: pods of older templates are still there
 * @KIN_ROLLOUT_WAITING_FOR_AVAILABILITY: pods of the new template are not available yet
 * @KIN_ROLLOUT_COMPLETE: it is done
 *
 * In the order in which `kubectl rollout status` asks for them.
 */
typedef enum
{
  KIN_ROLLOUT_WAITING_FOR_OBSERVATION,
  KIN_ROLLOUT_DEADLINE_EXCEEDED,
  KIN_ROLLOUT_UPDATING,
  KIN_ROLLOUT_TERMINATING_OLD,
  KIN_ROLLOUT_WAITING_FOR_AVAILABILITY,
  KIN_ROLLOUT_COMPLETE,
} KinRolloutState;

/**
 * KinPodDot:
 * @KIN_POD_DOT_READY: a pod of the new ReplicaSet that is ready
 * @KIN_POD_DOT_STARTING: a pod of the new ReplicaSet that is not ready yet
 * @KIN_POD_DOT_OLD: a pod of an older ReplicaSet, or one that is terminating
 * @KIN_POD_DOT_FAILED: a pod of the new ReplicaSet that can't start or has crashed
 */
typedef enum
{
  KIN_POD_DOT_READY,
  KIN_POD_DOT_STARTING,
  KIN_POD_DOT_OLD,
  KIN_POD_DOT_FAILED,
} KinPodDot;

KinRollout      *kin_rollout_compute                 (KinObject  *deployment,
                                                      GPtrArray  *replica_sets,
                                                      GPtrArray  *pods);
KinRollout      *kin_rollout_ref                     (KinRollout *self);
void             kin_rollout_unref                   (KinRollout *self);
KinRolloutState  kin_rollout_get_state               (KinRollout *self);
char            *kin_rollout_dup_message             (KinRollout *self);
gboolean         kin_rollout_is_paused               (KinRollout *self);
gint64           kin_rollout_get_revision            (KinRollout *self);
gint64           kin_rollout_get_desired             (KinRollout *self);
gint64           kin_rollout_get_updated             (KinRollout *self);
gint64           kin_rollout_get_ready               (KinRollout *self);
gint64           kin_rollout_get_available           (KinRollout *self);
gint64           kin_rollout_get_total               (KinRollout *self);
gint64           kin_rollout_get_started             (KinRollout *self);
const char      *kin_rollout_get_new_replica_set_uid (KinRollout *self);
const char      *kin_rollout_get_new_image           (KinRollout *self);
const char      *kin_rollout_get_old_image           (KinRollout *self);
gsize            kin_rollout_get_n_dots              (KinRollout *self);
KinPodDot        kin_rollout_get_dot                 (KinRollout *self,
                                                      gsize       i);
gboolean         kin_rollout_equal                   (KinRollout *a,
                                                      KinRollout *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinRollout, kin_rollout_unref)

G_END_DECLS
