/* kin-deployment-controller.c: keeps each Deployment's rollout worked out while it, its ReplicaSets and pods change.
 *
 * Like Kubernetes' deployment controller it is woken by all three kinds and looks at one Deployment at a time,
 * but it only computes: it has no way to write to the cluster.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "controller/kin-deployment-controller.h"

#include <string.h>

#include "base/kin-error.h"
#include "controller/kin-controller.h"

struct _KinDeploymentController
{
  GObject parent_instance;

  KinController *controller;
  KinSharedInformer *deployments;
  KinSharedInformer *replica_sets;
  KinSharedInformer *pods;

  GHashTable *rollouts;   /* key → KinRollout */
};

G_DEFINE_FINAL_TYPE (KinDeploymentController, kin_deployment_controller, G_TYPE_OBJECT)

enum
{
  ROLLOUT_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* The owner is the one with that UID: another may have come in its name. */
static KinObject *
find_owner (KinSharedInformer *owners,
            const char        *owner_kind,
            KinObject         *object)
{
  g_autofree char *key = NULL;
  KinObject *owner;

  if (g_strcmp0 (kin_object_get_owner_kind (object), owner_kind) != 0)
    return NULL;

  key = g_strdup_printf ("%s/%s", kin_object_get_namespace (object), kin_object_get_owner_name (object));
  owner = kin_indexer_get (kin_shared_informer_get_indexer (owners), key);
  if (owner == NULL || strcmp (kin_object_get_uid (owner), kin_object_get_owner_uid (object)) != 0)
    return NULL;

  return owner;
}

static char *
dup_key_of_replica_set (KinObject *replica_set,
                        gpointer   user_data)
{
  KinDeploymentController *self = user_data;
  KinObject *deployment = find_owner (self->deployments, "Deployment", replica_set);

  return deployment != NULL ? g_strdup (kin_object_get_key (deployment)) : NULL;
}

static char *
dup_key_of_pod (KinObject *pod,
                gpointer   user_data)
{
  KinDeploymentController *self = user_data;
  KinObject *replica_set = find_owner (self->replica_sets, "ReplicaSet", pod);

  return replica_set != NULL ? dup_key_of_replica_set (replica_set, self) : NULL;
}

static GPtrArray *
list_owned (KinSharedInformer *dependents,
            KinObject         *owner)
{
  return kin_indexer_by_index (kin_shared_informer_get_indexer (dependents), KIN_INDEX_OWNER_UID, kin_object_get_uid (owner));
}

static GPtrArray *
list_pods (KinDeploymentController *self,
           GPtrArray               *replica_sets)
{
  GPtrArray *pods = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);

  for (guint i = 0; i < replica_sets->len; i++)
    g_ptr_array_extend_and_steal (pods, list_owned (self->pods, g_ptr_array_index (replica_sets, i)));

  return pods;
}

static void
forget_rollout (KinDeploymentController *self,
                const char              *key)
{
  if (g_hash_table_remove (self->rollouts, key))
    g_signal_emit (self, signals[ROLLOUT_CHANGED], 0, key);
}

static void
take_rollout (KinDeploymentController *self,
              const char              *key,
              KinRollout              *rollout)
{
  KinRollout *known = g_hash_table_lookup (self->rollouts, key);

  if (known != NULL && kin_rollout_equal (known, rollout))
    {
      kin_rollout_unref (rollout);
      return;
    }

  g_hash_table_insert (self->rollouts, g_strdup (key), rollout);
  g_signal_emit (self, signals[ROLLOUT_CHANGED], 0, key);
}

static gboolean
sync_deployment (const char  *key,
                 gpointer     user_data,
                 GError     **error)
{
  KinDeploymentController *self = user_data;
  KinObject *deployment = kin_indexer_get (kin_shared_informer_get_indexer (self->deployments), key);
  g_autoptr(GPtrArray) replica_sets = NULL;
  g_autoptr(GPtrArray) pods = NULL;
  g_autoptr(KinRollout) rollout = NULL;

  if (deployment == NULL)
    {
      forget_rollout (self, key);
      return TRUE;
    }

  replica_sets = list_owned (self->replica_sets, deployment);
  pods = list_pods (self, replica_sets);
  rollout = kin_rollout_compute (deployment, replica_sets, pods);
  if (rollout == NULL)
    {
      g_set_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_MISSING, "Deployment “%s” has no body", key);
      return FALSE;
    }

  take_rollout (self, key, g_steal_pointer (&rollout));

  return TRUE;
}

static KinSharedInformer *
get_informer (KinInformerFactory *factory,
              const char         *group,
              const char         *plural,
              const char         *kind,
              const char         *namespace_)
{
  g_autoptr(KinResource) resource = kin_resource_new (group, "v1", plural, kind, TRUE);

  return kin_informer_factory_get_informer (factory, resource, namespace_, NULL);
}

static void
kin_deployment_controller_dispose (GObject *object)
{
  KinDeploymentController *self = KIN_DEPLOYMENT_CONTROLLER (object);

  if (self->controller != NULL)
    kin_controller_stop (self->controller);
  g_clear_object (&self->controller);
  g_clear_object (&self->deployments);
  g_clear_object (&self->replica_sets);
  g_clear_object (&self->pods);

  G_OBJECT_CLASS (kin_deployment_controller_parent_class)->dispose (object);
}

static void
kin_deployment_controller_finalize (GObject *object)
{
  KinDeploymentController *self = KIN_DEPLOYMENT_CONTROLLER (object);

  g_hash_table_unref (self->rollouts);

  G_OBJECT_CLASS (kin_deployment_controller_parent_class)->finalize (object);
}

static void
kin_deployment_controller_class_init (KinDeploymentControllerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_deployment_controller_dispose;
  object_class->finalize = kin_deployment_controller_finalize;

  /**
   * KinDeploymentController::rollout-changed:
   * @self: a controller
   * @key: the Deployment's
   *
   * The rollout of @key is another than before, or it is gone.
   */
  signals[ROLLOUT_CHANGED] =
    g_signal_new ("rollout-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
kin_deployment_controller_init (KinDeploymentController *self)
{
  self->rollouts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) kin_rollout_unref);
}

/**
 * kin_deployment_controller_new:
 * @factory: makes the informers, or lends those that it has
 * @namespace_: (nullable): where to look; %NULL for all namespaces
 * @clock: where the time is taken from
 *
 * Makes a controller. Start it, then the factory.
 *
 * Returns: (transfer full): a controller
 */
KinDeploymentController *
kin_deployment_controller_new (KinInformerFactory *factory,
                               const char         *namespace_,
                               KinClock           *clock)
{
  KinDeploymentController *self;

  g_return_val_if_fail (KIN_IS_INFORMER_FACTORY (factory), NULL);
  g_return_val_if_fail (KIN_IS_CLOCK (clock), NULL);

  self = g_object_new (KIN_TYPE_DEPLOYMENT_CONTROLLER, NULL);
  self->deployments = g_object_ref (get_informer (factory, "apps", "deployments", "Deployment", namespace_));
  self->replica_sets = g_object_ref (get_informer (factory, "apps", "replicasets", "ReplicaSet", namespace_));
  self->pods = g_object_ref (get_informer (factory, "", "pods", "Pod", namespace_));

  self->controller = kin_controller_new (clock, sync_deployment, self);
  kin_controller_watch (self->controller, self->deployments, NULL);
  kin_controller_watch (self->controller, self->replica_sets, dup_key_of_replica_set);
  kin_controller_watch (self->controller, self->pods, dup_key_of_pod);

  return self;
}

/**
 * kin_deployment_controller_start:
 * @self: a controller
 *
 * Begins to work as soon as the caches of Deployments, ReplicaSets and pods have synced.
 */
void
kin_deployment_controller_start (KinDeploymentController *self)
{
  g_return_if_fail (KIN_IS_DEPLOYMENT_CONTROLLER (self));

  kin_controller_start (self->controller);
}

/**
 * kin_deployment_controller_stop:
 * @self: a controller
 *
 * Ends for good. The rollouts that are known stay.
 */
void
kin_deployment_controller_stop (KinDeploymentController *self)
{
  g_return_if_fail (KIN_IS_DEPLOYMENT_CONTROLLER (self));

  kin_controller_stop (self->controller);
}

/**
 * kin_deployment_controller_get_rollout:
 * @self: a controller
 * @key: a Deployment's
 *
 * Returns: (transfer none) (nullable): its rollout, if it has been worked out
 */
KinRollout *
kin_deployment_controller_get_rollout (KinDeploymentController *self,
                                       const char              *key)
{
  g_return_val_if_fail (KIN_IS_DEPLOYMENT_CONTROLLER (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  return g_hash_table_lookup (self->rollouts, key);
}
