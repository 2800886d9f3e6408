/* kin-cluster.c: one cluster that a person has chosen, from the first call to its live lists.
 *
 * Connecting asks for the version first: that shows whether the server can be reached and knows
 * us. Then come discovery, and the pipeline: the controllers before the factory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-cluster.h"

#include "base/kin-backoff.h"
#include "base/kin-error.h"
#include "client/kin-client.h"
#include "journal/kin-timeline.h"

/* What the changes of one kind may take; the oldest go first. */
#define TIMELINE_BUDGET (8 * 1024 * 1024)

/* What the rollouts are computed from. */
static const char * const controlled[] = { "deployments.apps", "replicasets.apps", "pods", NULL };

struct _KinCluster
{
  GObject parent_instance;

  KinContext *context;
  KinClient *client;
  char *version;
  GPtrArray *resources;
  GPtrArray *failed_groups;
  char *scope;
  gboolean scope_settled;  /* chosen, by a person or once by us, since the cluster was called */
  guint scope_timeout;

  KinInformerFactory *factory;
  KinDeploymentController *controller;
  GHashTable *timelines; /* KinSharedInformer → KinTimeline */

  KinClusterState state;
  gboolean lost;         /* an informer has lost its connection */
  GError *error;
  GCancellable *cancellable;
  guint generation;
  KinBackoff *backoff;
  guint retry_timeout;
  gint64 retry_time;
};

G_DEFINE_FINAL_TYPE (KinCluster, kin_cluster, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (KinClusterState, kin_cluster_state,
                    G_DEFINE_ENUM_VALUE (KIN_CLUSTER_CLOSED, "closed"),
                    G_DEFINE_ENUM_VALUE (KIN_CLUSTER_CONNECTING, "connecting"),
                    G_DEFINE_ENUM_VALUE (KIN_CLUSTER_CONNECTED, "connected"),
                    G_DEFINE_ENUM_VALUE (KIN_CLUSTER_FAILED, "failed"))

enum
{
  PROP_0,
  PROP_CONTEXT,
  PROP_STATE,
  PROP_LIVE,
  PROP_SCOPE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* A call in flight owns a reference to the cluster and knows for which attempt it was made. */
typedef struct
{
  KinCluster *cluster;
  guint generation;
} Attempt;

static Attempt *
attempt_new (KinCluster *self)
{
  Attempt *attempt = g_new (Attempt, 1);

  attempt->cluster = g_object_ref (self);
  attempt->generation = self->generation;

  return attempt;
}

static void
attempt_free (Attempt *attempt)
{
  g_object_unref (attempt->cluster);
  g_free (attempt);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Attempt, attempt_free)

static void
set_state (KinCluster      *self,
           KinClusterState  state)
{
  gboolean was_live = kin_cluster_is_live (self);

  if (self->state == state && state != KIN_CLUSTER_FAILED)
    return;

  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  if (kin_cluster_is_live (self) != was_live)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIVE]);
}

static void
clear_retry (KinCluster *self)
{
  if (self->retry_timeout != 0)
    kin_clock_remove (kin_clock_get_default (), self->retry_timeout);
  self->retry_timeout = 0;
  self->retry_time = 0;
}

static void
retry_cb (gpointer user_data)
{
  KinCluster *self = user_data;

  self->retry_timeout = 0;
  kin_cluster_connect (self);
}

/* A server that is not there may come back by itself; one that refuses us will not. */
static gboolean
may_pass_by_itself (const GError *error)
{
  return g_error_matches (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_REFUSED) ||
         g_error_matches (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_DNS) ||
         g_error_matches (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED) ||
         g_error_matches (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TIMED_OUT) ||
         g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_UNAVAILABLE) ||
         g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_TOO_MANY_REQUESTS);
}

static void
fail (KinCluster *self,
      GError     *error)
{
  g_clear_error (&self->error);
  self->error = error;

  if (may_pass_by_itself (error))
    {
      gint64 delay = kin_backoff_step (self->backoff);
      KinClock *clock = kin_clock_get_default ();

      self->retry_time = kin_clock_get_monotonic (clock) + delay;
      self->retry_timeout = kin_clock_add_timeout (clock, delay, retry_cb, self);
    }

  set_state (self, KIN_CLUSTER_FAILED);
}

/* One that may not list, or whose kind is gone, says nothing about the others. */
static gboolean
is_lost (KinSharedInformer *informer)
{
  KinReflector *reflector = kin_shared_informer_get_reflector (informer);
  const GError *error = kin_reflector_get_last_error (reflector);

  return kin_reflector_get_state (reflector) == KIN_REFLECTOR_BACKING_OFF &&
         error != NULL && error->domain == KIN_CONNECTION_ERROR;
}

static void
update_live (KinCluster *self)
{
  gboolean was_live = kin_cluster_is_live (self);
  GHashTableIter iter;
  gpointer informer;
  gboolean lost = FALSE;

  g_hash_table_iter_init (&iter, self->timelines);
  while (!lost && g_hash_table_iter_next (&iter, &informer, NULL))
    lost = is_lost (informer);

  self->lost = lost;
  if (kin_cluster_is_live (self) != was_live)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIVE]);
}

static void
clear_scope_timeout (KinCluster *self)
{
  if (self->scope_timeout != 0)
    kin_clock_remove (kin_clock_get_default (), self->scope_timeout);
  self->scope_timeout = 0;
}

static void
scope_cb (gpointer user_data)
{
  KinCluster *self = user_data;

  self->scope_timeout = 0;
  kin_cluster_set_scope (self, kin_context_get_namespace (self->context));
}

static gboolean
is_controlled (KinSharedInformer *informer)
{
  KinResource *resource = kin_kind_get_resource (kin_shared_informer_get_kind (informer));

  return g_strv_contains (controlled, kin_resource_get_id (resource));
}

/* One that has been listed before keeps what it has shown, even if it may not be listed any more. */
static gboolean
is_forbidden_from_the_start (KinSharedInformer *informer)
{
  return kin_shared_informer_get_state (informer) == KIN_REFLECTOR_FORBIDDEN &&
         !kin_shared_informer_has_synced (informer);
}

static gboolean
may_list_nothing (KinCluster *self)
{
  GHashTableIter iter;
  gpointer informer;
  guint n_forbidden = 0;

  g_hash_table_iter_init (&iter, self->timelines);
  while (g_hash_table_iter_next (&iter, &informer, NULL))
    {
      if (!is_controlled (informer))
        continue;
      if (!is_forbidden_from_the_start (informer))
        return FALSE;
      n_forbidden++;
    }

  return n_forbidden > 0;
}

/* Who may not see the whole cluster begins in the context's namespace, as with kubectl. */
static void
settle_scope (KinCluster *self)
{
  if (self->scope != NULL || self->scope_settled || !may_list_nothing (self))
    return;

  self->scope_settled = TRUE;
  /* Later: whoever tells us of it is one of those that a new scope puts away. */
  self->scope_timeout = kin_clock_add_timeout (kin_clock_get_default (), 0, scope_cb, self);
}

static void
informer_state_changed_cb (KinCluster *self)
{
  update_live (self);
  settle_scope (self);
}

static KinTimeline *
ensure_timeline (KinCluster        *self,
                 KinSharedInformer *informer)
{
  KinTimeline *timeline = g_hash_table_lookup (self->timelines, informer);

  if (timeline == NULL)
    {
      timeline = kin_timeline_new (informer, TIMELINE_BUDGET);
      g_hash_table_insert (self->timelines, g_object_ref (informer), timeline);
      g_signal_connect_object (informer, "notify::state", G_CALLBACK (informer_state_changed_cb), self, G_CONNECT_SWAPPED);
    }

  return timeline;
}

static KinSharedInformer *
ensure_informer (KinCluster  *self,
                 KinResource *resource)
{
  const char *namespace_ = kin_resource_get_namespaced (resource) ? self->scope : NULL;
  KinSharedInformer *informer = kin_informer_factory_get_informer (self->factory, resource, namespace_, NULL);

  /* From the first list on, or the first changes would be missing. */
  ensure_timeline (self, informer);

  return informer;
}

static void
start_pipeline (KinCluster *self)
{
  gboolean complete = TRUE;

  self->factory = kin_informer_factory_new_for_client (self->client, 0);

  for (guint i = 0; controlled[i] != NULL; i++)
    {
      KinResource *resource = kin_cluster_find_resource (self, controlled[i]);

      if (resource != NULL)
        ensure_informer (self, resource);
      else
        complete = FALSE;
    }

  if (complete)
    {
      self->controller = kin_deployment_controller_new (self->factory, self->scope, kin_clock_get_default ());
      kin_deployment_controller_start (self->controller);
    }

  kin_informer_factory_start (self->factory);
}

static void
stop_pipeline (KinCluster *self)
{
  GHashTableIter iter;
  gpointer timeline;

  g_hash_table_iter_init (&iter, self->timelines);
  while (g_hash_table_iter_next (&iter, NULL, &timeline))
    kin_timeline_detach (timeline);
  g_hash_table_remove_all (self->timelines);
  update_live (self);

  if (self->controller != NULL)
    kin_deployment_controller_stop (self->controller);
  g_clear_object (&self->controller);

  if (self->factory != NULL)
    kin_informer_factory_shutdown (self->factory);
  g_clear_object (&self->factory);
}

/* What can't be listed and watched has no place in a window of live lists. */
static GPtrArray *
pick_watchable (GPtrArray *resources)
{
  GPtrArray *watchable = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_resource_unref);

  for (guint i = 0; i < resources->len; i++)
    {
      KinResource *resource = g_ptr_array_index (resources, i);

      if ((kin_resource_get_verbs (resource) & KIN_VERB_LIST) && (kin_resource_get_verbs (resource) & KIN_VERB_WATCH))
        g_ptr_array_add (watchable, kin_resource_ref (resource));
    }

  return watchable;
}

static void
discover_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(Attempt) attempt = user_data;
  KinCluster *self = attempt->cluster;
  g_autoptr(GPtrArray) failed_groups = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) resources = kin_client_discover_finish (KIN_CLIENT (source), result, &failed_groups, &error);

  if (attempt->generation != self->generation)
    return;

  if (resources == NULL)
    {
      fail (self, g_steal_pointer (&error));
      return;
    }

  g_clear_error (&self->error);
  g_clear_pointer (&self->resources, g_ptr_array_unref);
  g_clear_pointer (&self->failed_groups, g_ptr_array_unref);
  self->resources = pick_watchable (resources);
  self->failed_groups = g_steal_pointer (&failed_groups);
  start_pipeline (self);
  set_state (self, KIN_CLUSTER_CONNECTED);
}

static void
version_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(Attempt) attempt = user_data;
  KinCluster *self = attempt->cluster;
  g_autoptr(GError) error = NULL;
  g_autofree char *version = kin_client_get_version_finish (KIN_CLIENT (source), result, &error);

  if (attempt->generation != self->generation)
    return;

  /* A server of a part of the API may have no /version; discovery has its own way for those. */
  if (version == NULL && !g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_NOT_FOUND))
    {
      fail (self, g_steal_pointer (&error));
      return;
    }

  g_set_str (&self->version, version);
  kin_client_discover_async (self->client, self->cancellable, discover_cb, g_steal_pointer (&attempt));
}

static void
stop_attempt (KinCluster *self)
{
  self->generation++;
  clear_retry (self);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
close_client (KinCluster *self)
{
  stop_attempt (self);
  clear_scope_timeout (self);
  self->scope_settled = FALSE;
  stop_pipeline (self);
  if (self->client != NULL)
    kin_client_close (self->client);
  g_clear_object (&self->client);
}

static void
kin_cluster_dispose (GObject *object)
{
  KinCluster *self = KIN_CLUSTER (object);

  close_client (self);
  g_clear_object (&self->context);

  G_OBJECT_CLASS (kin_cluster_parent_class)->dispose (object);
}

static void
kin_cluster_finalize (GObject *object)
{
  KinCluster *self = KIN_CLUSTER (object);

  g_clear_pointer (&self->timelines, g_hash_table_unref);
  g_clear_pointer (&self->resources, g_ptr_array_unref);
  g_clear_pointer (&self->failed_groups, g_ptr_array_unref);
  g_clear_pointer (&self->backoff, kin_backoff_free);
  g_clear_pointer (&self->version, g_free);
  g_clear_pointer (&self->scope, g_free);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (kin_cluster_parent_class)->finalize (object);
}

static void
kin_cluster_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  KinCluster *self = KIN_CLUSTER (object);

  switch (prop_id)
    {
    case PROP_CONTEXT:
      g_value_set_object (value, self->context);
      break;

    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;

    case PROP_LIVE:
      g_value_set_boolean (value, kin_cluster_is_live (self));
      break;

    case PROP_SCOPE:
      g_value_set_string (value, self->scope);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_cluster_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  KinCluster *self = KIN_CLUSTER (object);

  switch (prop_id)
    {
    case PROP_CONTEXT:
      self->context = g_value_dup_object (value);
      break;

    case PROP_SCOPE:
      kin_cluster_set_scope (self, g_value_get_string (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_cluster_class_init (KinClusterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_cluster_dispose;
  object_class->finalize = kin_cluster_finalize;
  object_class->get_property = kin_cluster_get_property;
  object_class->set_property = kin_cluster_set_property;

  properties[PROP_CONTEXT] =
    g_param_spec_object ("context", NULL, NULL,
                         KIN_TYPE_CONTEXT,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  /**
   * KinCluster:state:
   *
   * How far the cluster is; notified too when an attempt fails after another.
   */
  properties[PROP_STATE] =
    g_param_spec_enum ("state", NULL, NULL,
                       KIN_TYPE_CLUSTER_STATE, KIN_CLUSTER_CLOSED,
                       G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinCluster:live:
   *
   * Whether what the lists show is what the server has: connected, and no list has lost its connection.
   */
  properties[PROP_LIVE] =
    g_param_spec_boolean ("live", NULL, NULL,
                          FALSE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinCluster:scope: (nullable)
   *
   * The only namespace that is listed and watched, for those who may not see them all. Becomes the
   * context's namespace by itself, once, where nothing may be listed in all of them.
   */
  properties[PROP_SCOPE] =
    g_param_spec_string ("scope", NULL, NULL,
                         NULL,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
kin_cluster_init (KinCluster *self)
{
  self->timelines = g_hash_table_new_full (NULL, NULL, g_object_unref, g_object_unref);
  self->backoff = kin_backoff_new_reflector (kin_clock_get_default ());
}

/**
 * kin_cluster_new:
 * @context: (transfer none): where the cluster is and who we are
 *
 * Returns: (transfer full): a cluster that has not been called yet
 */
KinCluster *
kin_cluster_new (KinContext *context)
{
  g_return_val_if_fail (KIN_IS_CONTEXT (context), NULL);

  return g_object_new (KIN_TYPE_CLUSTER, "context", context, NULL);
}

/**
 * kin_cluster_connect:
 * @self: the cluster
 *
 * Calls the cluster: a first time, after a failure, or at once instead of at the time set.
 */
void
kin_cluster_connect (KinCluster *self)
{
  g_return_if_fail (KIN_IS_CLUSTER (self));

  if (self->state == KIN_CLUSTER_CONNECTED)
    return;

  stop_attempt (self);
  if (self->client == NULL)
    self->client = kin_client_new (self->context);
  self->cancellable = g_cancellable_new ();

  set_state (self, KIN_CLUSTER_CONNECTING);
  kin_client_get_version_async (self->client, self->cancellable, version_cb, attempt_new (self));
}

/**
 * kin_cluster_close:
 * @self: the cluster
 *
 * Stops everything that runs for the cluster. It may be connected again.
 */
void
kin_cluster_close (KinCluster *self)
{
  g_return_if_fail (KIN_IS_CLUSTER (self));

  close_client (self);
  set_state (self, KIN_CLUSTER_CLOSED);
}

/**
 * kin_cluster_get_context:
 * @self: the cluster
 *
 * Returns: (transfer none): its context
 */
KinContext *
kin_cluster_get_context (KinCluster *self)
{
  g_return_val_if_fail (KIN_IS_CLUSTER (self), NULL);

  return self->context;
}

/**
 * kin_cluster_get_state:
 * @self: the cluster
 *
 * Returns: how far it is
 */
KinClusterState
kin_cluster_get_state (KinCluster *self)
{
  g_return_val_if_fail (KIN_IS_CLUSTER (self), KIN_CLUSTER_CLOSED);

  return self->state;
}

/**
 * kin_cluster_is_live:
 * @self: the cluster
 *
 * Returns: whether what the lists show is what the server has
 */
gboolean
kin_cluster_is_live (KinCluster *self)
{
  g_return_val_if_fail (KIN_IS_CLUSTER (self), FALSE);

  return self->state == KIN_CLUSTER_CONNECTED && !self->lost;
}

/**
 * kin_cluster_get_error:
 * @self: the cluster
 *
 * Returns: (transfer none) (nullable): why the last attempt failed
 */
const GError *
kin_cluster_get_error (KinCluster *self)
{
  g_return_val_if_fail (KIN_IS_CLUSTER (self), NULL);

  return self->error;
}

/**
 * kin_cluster_get_retry_time:
 * @self: the cluster
 *
 * Returns: when it will be called again, in monotonic microseconds, or 0
 */
gint64
kin_cluster_get_retry_time (KinCluster *self)
{
  g_return_val_if_fail (KIN_IS_CLUSTER (self), 0);

  return self->retry_time;
}

/**
 * kin_cluster_get_version:
 * @self: the cluster
 *
 * Returns: (transfer none) (nullable): the server's version, such as “v1.36.3”
 */
const char *
kin_cluster_get_version (KinCluster *self)
{
  g_return_val_if_fail (KIN_IS_CLUSTER (self), NULL);

  return self->version;
}

/**
 * kin_cluster_get_resources:
 * @self: the cluster
 *
 * Returns: (transfer none) (nullable) (element-type KinResource): what can be listed and watched;
 *   %NULL until it has been connected once
 */
GPtrArray *
kin_cluster_get_resources (KinCluster *self)
{
  g_return_val_if_fail (KIN_IS_CLUSTER (self), NULL);

  return self->resources;
}

/**
 * kin_cluster_get_failed_groups:
 * @self: the cluster
 *
 * Returns: (transfer none) (nullable) (element-type utf8): the API groups whose servers did not
 *   answer
 */
GPtrArray *
kin_cluster_get_failed_groups (KinCluster *self)
{
  g_return_val_if_fail (KIN_IS_CLUSTER (self), NULL);

  return self->failed_groups;
}

/**
 * kin_cluster_find_resource:
 * @self: the cluster
 * @typed: a name as kubectl takes it, such as “deployments.apps”
 *
 * Returns: (transfer none) (nullable): what the cluster has under that name
 */
KinResource *
kin_cluster_find_resource (KinCluster *self,
                           const char *typed)
{
  g_return_val_if_fail (KIN_IS_CLUSTER (self), NULL);
  g_return_val_if_fail (typed != NULL, NULL);

  if (self->resources == NULL)
    return NULL;

  return kin_resource_match (self->resources, typed);
}

/**
 * kin_cluster_get_scope:
 * @self: the cluster
 *
 * Returns: (transfer none) (nullable): the only namespace that is watched, %NULL for all
 */
const char *
kin_cluster_get_scope (KinCluster *self)
{
  g_return_val_if_fail (KIN_IS_CLUSTER (self), NULL);

  return self->scope;
}

/**
 * kin_cluster_set_scope:
 * @self: the cluster
 * @namespace_: (nullable): the only namespace to list and watch, %NULL for all
 *
 * For those who may not list a whole cluster. All lists begin anew.
 */
void
kin_cluster_set_scope (KinCluster *self,
                       const char *namespace_)
{
  g_return_if_fail (KIN_IS_CLUSTER (self));

  if (!g_set_str (&self->scope, namespace_))
    return;

  clear_scope_timeout (self);
  self->scope_settled = TRUE;
  if (self->state == KIN_CLUSTER_CONNECTED)
    {
      stop_pipeline (self);
      start_pipeline (self);
    }

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SCOPE]);
}

/**
 * kin_cluster_get_factory:
 * @self: the cluster
 *
 * Returns: (transfer none) (nullable): the factory of its informers while it is connected
 */
KinInformerFactory *
kin_cluster_get_factory (KinCluster *self)
{
  g_return_val_if_fail (KIN_IS_CLUSTER (self), NULL);

  return self->factory;
}

/**
 * kin_cluster_get_controller:
 * @self: the cluster
 *
 * Returns: (transfer none) (nullable): what computes the rollouts; %NULL where the cluster has no
 *   Deployments
 */
KinDeploymentController *
kin_cluster_get_controller (KinCluster *self)
{
  g_return_val_if_fail (KIN_IS_CLUSTER (self), NULL);

  return self->controller;
}

/**
 * kin_cluster_get_informer:
 * @self: the cluster
 * @resource: (transfer none): one of its resources
 *
 * Gives the shared informer of @resource, started, its changes being recorded.
 *
 * Returns: (transfer none) (nullable): the informer while the cluster is connected
 */
KinSharedInformer *
kin_cluster_get_informer (KinCluster  *self,
                          KinResource *resource)
{
  KinSharedInformer *informer;

  g_return_val_if_fail (KIN_IS_CLUSTER (self), NULL);
  g_return_val_if_fail (resource != NULL, NULL);

  if (self->factory == NULL)
    return NULL;

  informer = ensure_informer (self, resource);
  kin_informer_factory_start (self->factory);

  return informer;
}

/**
 * kin_cluster_dup_changes:
 * @self: the cluster
 * @object: (transfer none): an object of one of its lists
 *
 * Returns: (transfer full) (nullable): the live list of the object's #KinChangeItem, newest first;
 *   %NULL for objects that have no identity over time
 */
GListModel *
kin_cluster_dup_changes (KinCluster *self,
                         KinObject  *object)
{
  KinSharedInformer *informer;
  const char *uid;

  g_return_val_if_fail (KIN_IS_CLUSTER (self), NULL);
  g_return_val_if_fail (object != NULL, NULL);

  uid = kin_object_get_uid (object);
  if (self->factory == NULL || *uid == '\0')
    return NULL;

  informer = ensure_informer (self, kin_kind_get_resource (kin_object_get_kind (object)));

  return kin_timeline_get_changes (ensure_timeline (self, informer), uid);
}
