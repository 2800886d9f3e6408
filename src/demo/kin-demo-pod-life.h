/* kin-demo-pod-life.h: the life of a pod on its node, as a function of time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"
#include "demo/kin-demo-node-book.h"

G_BEGIN_DECLS

#define KIN_DEMO_ANNOTATION_CRASH "demo.kinformer/crash"
#define KIN_DEMO_ANNOTATION_OOM "demo.kinformer/oom"
#define KIN_DEMO_ANNOTATION_READY "demo.kinformer/ready"
#define KIN_DEMO_ANNOTATION_RUN_SECONDS "demo.kinformer/run-seconds"
#define KIN_DEMO_ANNOTATION_EXIT_CODE "demo.kinformer/exit-code"

/**
 * KinDemoPodLife:
 * @world: the cluster
 * @object: the pod as it is stored
 * @node: where it runs
 * @draft: the pod as it is going to be
 * @root: the pod in @draft
 * @spec: its spec
 * @status: its status
 * @now: the time, in microseconds since the epoch
 * @due: when something will happen next, %G_MAXINT64 for never
 * @changed: whether something has happened
 *
 * A pod whose life is brought up to the present.
 */
typedef struct
{
  KinDemoWorld *world;
  KinDemoObject *object;
  KinDemoNodeFacts *node;
  KinDemoDraft *draft;
  yyjson_mut_val *root;
  yyjson_mut_val *spec;
  yyjson_mut_val *status;
  gint64 now;
  gint64 due;
  gboolean changed;
} KinDemoPodLife;

void        kin_demo_pod_life_init           (KinDemoPodLife *self,
                                              KinDemoWorld   *world,
                                              KinDemoObject  *pod);
void        kin_demo_pod_life_clear          (KinDemoPodLife *self);
void        kin_demo_pod_life_go_on          (KinDemoPodLife *self);
void        kin_demo_pod_life_end            (KinDemoPodLife *self);
gboolean    kin_demo_pod_life_reached        (KinDemoPodLife *self,
                                              gint64          time_us);
gint64      kin_demo_pod_life_get_chance     (KinDemoPodLife *self,
                                              const char     *what,
                                              gint64          n,
                                              gint64          least_us,
                                              gint64          most_us);
const char *kin_demo_pod_life_get_annotation (KinDemoPodLife *self,
                                              const char     *name);
void        kin_demo_pod_life_tell           (KinDemoPodLife *self,
                                              const char     *field_path,
                                              const char     *type,
                                              const char     *reason,
                                              const char     *message);
gboolean    kin_demo_pod_life_has_told       (KinDemoPodLife *self,
                                              const char     *field_path,
                                              const char     *type,
                                              const char     *reason,
                                              const char     *message);

/* kin-demo-pod-status.c */
void        kin_demo_pod_life_sum_up         (KinDemoPodLife *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KinDemoPodLife, kin_demo_pod_life_clear)

G_END_DECLS
