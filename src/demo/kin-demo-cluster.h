/* kin-demo-cluster.h: the whole demo cluster: its objects, its controllers, a shop in it, and life.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-clock.h"
#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

/**
 * KinDemoOptions:
 * @seed: what chance begins with: a run can be repeated
 * @n_objects: how many pods there are besides the shop's
 * @rate: how many events a second happen to those
 * @quiet: whether there is no shop and no life, only what every cluster has: for tests
 * @clock: (nullable): the clock; %NULL for the system's
 *
 * What a demo cluster is to be like.
 */
typedef struct
{
  guint32 seed;
  guint n_objects;
  double rate;
  gboolean quiet;
  KinClock *clock;
} KinDemoOptions;

#define KIN_TYPE_DEMO_CLUSTER (kin_demo_cluster_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoCluster, kin_demo_cluster, KIN, DEMO_CLUSTER, GObject)

KinDemoCluster *kin_demo_cluster_new       (const KinDemoOptions *options);
KinDemoWorld   *kin_demo_cluster_get_world (KinDemoCluster       *self);
void            kin_demo_cluster_set_rate  (KinDemoCluster       *self,
                                            double                rate);

G_END_DECLS
