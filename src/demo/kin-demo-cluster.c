/* kin-demo-cluster.c: the whole demo cluster: its objects, its controllers, a shop in it, and life.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-cluster.h"

#include "demo/kin-demo-controllers.h"
#include "demo/kin-demo-life.h"
#include "demo/kin-demo-load.h"
#include "demo/kin-demo-shop.h"
#include "demo/kin-demo-world.h"

struct _KinDemoCluster
{
  GObject parent_instance;

  KinDemoWorld *world;
  KinDemoControllers *controllers;
  KinDemoLife *life;            /* (nullable) */
  KinDemoLoad *load;            /* (nullable) */
};

G_DEFINE_FINAL_TYPE (KinDemoCluster, kin_demo_cluster, G_TYPE_OBJECT)

static void
make_quiet (KinDemoCluster *self,
            KinClock       *clock,
            guint32         seed)
{
  self->world = kin_demo_world_new (clock, seed);
  self->controllers = kin_demo_controllers_new (self->world);
  kin_demo_shop_create_basics (self->world);
  kin_demo_controllers_drain (self->controllers);
}

/* Its past is over before anybody looks. */
static void
make_shop (KinDemoCluster *self,
           KinClock       *clock,
           guint32         seed)
{
  gint64 now_us = kin_clock_get_real (clock);
  g_autoptr(KinClock) past = kin_clock_new_stepped (now_us - KIN_DEMO_SHOP_AGE_US);

  self->world = kin_demo_world_new (past, seed);
  self->controllers = kin_demo_shop_populate (self->world, now_us);
  kin_demo_world_set_clock (self->world, clock);
}

static void
kin_demo_cluster_dispose (GObject *object)
{
  KinDemoCluster *self = KIN_DEMO_CLUSTER (object);

  /* Others may hold the world or what is in it: nothing is to happen in it any more. */
  if (self->life != NULL)
    g_object_run_dispose (G_OBJECT (self->life));
  if (self->load != NULL)
    g_object_run_dispose (G_OBJECT (self->load));
  if (self->controllers != NULL)
    g_object_run_dispose (G_OBJECT (self->controllers));

  g_clear_object (&self->life);
  g_clear_object (&self->load);
  g_clear_object (&self->controllers);
  g_clear_object (&self->world);

  G_OBJECT_CLASS (kin_demo_cluster_parent_class)->dispose (object);
}

static void
kin_demo_cluster_class_init (KinDemoClusterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_demo_cluster_dispose;
}

static void
kin_demo_cluster_init (KinDemoCluster *self)
{
}

/**
 * kin_demo_cluster_new:
 * @options: what it is to be like
 *
 * Makes a cluster. It lives in the main context that is thread-default now.
 *
 * Returns: (transfer full): a cluster
 */
KinDemoCluster *
kin_demo_cluster_new (const KinDemoOptions *options)
{
  KinDemoCluster *self;
  KinClock *clock;

  g_return_val_if_fail (options != NULL, NULL);

  self = g_object_new (KIN_TYPE_DEMO_CLUSTER, NULL);
  clock = options->clock != NULL ? options->clock : kin_clock_get_default ();

  if (options->quiet)
    make_quiet (self, clock, options->seed);
  else
    make_shop (self, clock, options->seed);

  if (!options->quiet)
    self->life = kin_demo_life_new (self->world);
  if (options->n_objects > 0)
    self->load = kin_demo_load_new (self->world, options->n_objects);
  if (self->load != NULL)
    kin_demo_load_set_rate (self->load, options->rate);

  return self;
}

/**
 * kin_demo_cluster_get_world:
 * @self: a cluster
 *
 * Gets what is in it.
 *
 * Returns: (transfer none): the world
 */
KinDemoWorld *
kin_demo_cluster_get_world (KinDemoCluster *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_CLUSTER (self), NULL);

  return self->world;
}

/**
 * kin_demo_cluster_set_rate:
 * @self: a cluster
 * @rate: events a second
 *
 * Sets how much happens to the pods that are there besides the shop's, if there are any.
 */
void
kin_demo_cluster_set_rate (KinDemoCluster *self,
                           double          rate)
{
  g_return_if_fail (KIN_IS_DEMO_CLUSTER (self));

  if (self->load != NULL)
    kin_demo_load_set_rate (self->load, rate);
}
