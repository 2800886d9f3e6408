/* kin-demo-deeds.c: single things that people and programs do with the demo cluster's shop, and what they put right a
 * while later.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-deeds.h"

#include "base/kin-clock.h"
#include "demo/kin-demo-object.h"
#include "demo/kin-demo-orders.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-release.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

#define SECOND_US ((gint64) G_USEC_PER_SEC)
#define UNDO_IMAGE_US (30 * SECOND_US)
#define UNCORDON_US (45 * SECOND_US)
#define FEWEST_REPLICAS 2
#define MOST_REPLICAS 5

typedef void (*LaterFunc) (KinDemoDeeds *self,
                           const char   *namespace_,
                           const char   *name,
                           const char   *text);

/* What is to be put right. */
typedef struct
{
  gint64 due_us;                /* by the clock's monotonic time */
  LaterFunc func;
  char *namespace_;
  char *name;
  char *text;
} Later;

struct _KinDemoDeeds
{
  KinDemoWorld *world;
  GPtrArray *later;             /* of Later */
};

static const char * const shop_namespaces[] = { "monitoring", "payments", "platform", "shop", "warehouse" };

/* Settings that people change to and fro. */
static const struct
{
  const char *namespace_;
  const char *name;
  const char *key;
  const char *values[3];
  const char *restarts;         /* (nullable): the Deployment that reads it only when it starts */
} settings[] = {
  { "shop", "frontend-theme", "banner",
    { "Free shipping this week", "Tea of the month: oolong", "Order by noon, sent today" }, "frontend" },
  { "shop", "shop-settings", "LOG_LEVEL", { "info", "debug", "warn" }, "catalog" },
  { "platform", "feature-flags", "one-page-checkout", { "false", "true", "10%" }, NULL },
  { "platform", "feature-flags", "dark-theme", { "true", "false", "50%" }, "feature-flags" },
  { "payments", "payments-settings", "RETRY_LIMIT", { "5", "3", "8" }, NULL },
  { "warehouse", "warehouse-settings", "SCAN_INTERVAL", { "5s", "2s", "10s" }, "inventory" },
};

/* Notes that programs leave. */
static const struct
{
  const char *key;
  const char *manager;
  const char *values[3];
} notes[] = {
  { "cost.shop.example.com/class", "cost-report", { "a", "b", "c" } },
  { "audit.shop.example.com/result", "audit-bot", { "passed", "passed-with-notes", "overdue" } },
  { "backup.shop.example.com/policy", "backup-operator", { "daily", "hourly", "weekly" } },
};

static void
free_later (gpointer data)
{
  Later *later = data;

  g_free (later->namespace_);
  g_free (later->name);
  g_free (later->text);
  g_free (later);
}

static gint64
get_time (KinDemoDeeds *self)
{
  return kin_clock_get_monotonic (kin_demo_world_get_clock (self->world));
}

static void
do_later (KinDemoDeeds *self,
          gint64        delay_us,
          LaterFunc     func,
          const char   *namespace_,
          const char   *name,
          const char   *text)
{
  Later *later = g_new0 (Later, 1);

  later->due_us = get_time (self) + delay_us;
  later->func = func;
  later->namespace_ = g_strdup (namespace_);
  later->name = g_strdup (name);
  later->text = g_strdup (text);
  g_ptr_array_add (self->later, later);
}

static gboolean
is_pending (KinDemoDeeds *self,
            LaterFunc     func)
{
  for (guint i = 0; i < self->later->len; i++)
    {
      if (((Later *) g_ptr_array_index (self->later, i))->func == func)
        return TRUE;
    }

  return FALSE;
}

static guint
choose (KinDemoDeeds *self,
        guint         n)
{
  return (guint) g_rand_int_range (kin_demo_world_get_random (self->world), 0, (gint32) n);
}

static GPtrArray *
list (KinDemoDeeds *self,
      const char   *group,
      const char   *plural,
      const char   *namespace_)
{
  return kin_demo_store_list (kin_demo_world_get_store (self->world),
                              kin_demo_upkeep_find_kind (self->world, group, "v1", plural), namespace_);
}

static gboolean
has_word (const char * const *words,
          gsize               n_words,
          const char         *word)
{
  for (gsize i = 0; i < n_words; i++)
    {
      if (g_strcmp0 (words[i], word) == 0)
        return TRUE;
    }

  return FALSE;
}

/* All its pods are as they are to be: those that are in trouble, or on the move, are left alone. */
static gboolean
is_settled (KinDemoObject *deployment)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (deployment);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *status = kin_demo_get (root, "status", NULL);
  gint64 n_wanted = kin_demo_get_integer (root, 1, "spec", "replicas", NULL);

  return n_wanted > 0 &&
         !kin_demo_get_boolean (root, FALSE, "spec", "paused", NULL) &&
         kin_demo_get_integer (status, 0, "observedGeneration", NULL) ==
         kin_demo_get_integer (root, 0, "metadata", "generation", NULL) &&
         kin_demo_get_integer (status, 0, "replicas", NULL) == n_wanted &&
         kin_demo_get_integer (status, 0, "updatedReplicas", NULL) == n_wanted &&
         kin_demo_get_integer (status, 0, "availableReplicas", NULL) == n_wanted;
}

/* Returns: (transfer full) (nullable): a Deployment of the shop, by chance */
static KinDemoObject *
choose_deployment (KinDemoDeeds *self)
{
  g_autoptr(GPtrArray) deployments = list (self, "apps", "deployments", NULL);
  g_autoptr(GPtrArray) settled = g_ptr_array_new ();

  for (guint i = 0; i < deployments->len; i++)
    {
      KinDemoObject *deployment = g_ptr_array_index (deployments, i);

      if (has_word (shop_namespaces, G_N_ELEMENTS (shop_namespaces), kin_demo_object_get_namespace (deployment)) &&
          is_settled (deployment))
        g_ptr_array_add (settled, deployment);
    }

  if (settled->len == 0)
    return NULL;

  return kin_demo_object_ref (g_ptr_array_index (settled, choose (self, settled->len)));
}

/* Who looks after the Deployments of a namespace. */
static const char *
get_manager (KinDemoObject *deployment)
{
  return g_str_equal (kin_demo_object_get_namespace (deployment), "monitoring") ? "helm" : "argocd-controller";
}

static void
set_tag (KinDemoDeeds  *self,
         KinDemoObject *deployment,
         const char    *tag,
         const char    *manager,
         const char    *cause)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (deployment);

  kin_demo_release_set_tag (draft, tag);
  kin_demo_release_set_cause (draft, cause);
  kin_demo_upkeep_update (self->world, deployment, draft, manager, NULL);
}

static char *
dup_tag (KinDemoObject *deployment)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (deployment);

  return kin_demo_release_dup_tag (yyjson_mut_doc_get_root (draft));
}

static void
release (KinDemoDeeds  *self,
         KinDemoObject *deployment)
{
  const char *manager = get_manager (deployment);
  g_autofree char *tag = dup_tag (deployment);
  g_autofree char *next = kin_demo_release_dup_later_tag (tag, kin_demo_world_get_random (self->world));
  g_autofree char *cause = kin_demo_release_dup_cause (manager, kin_demo_object_get_name (deployment), next);

  set_tag (self, deployment, next, manager, cause);
}

/* Someone notices, and takes it back. */
static void
undo_image (KinDemoDeeds *self,
            const char   *namespace_,
            const char   *name,
            const char   *tag)
{
  g_autoptr(KinDemoObject) deployment = kin_demo_upkeep_get (self->world, "apps", "v1", "deployments", namespace_,
                                                             name);
  g_autofree char *cause = g_strdup_printf ("roll %s back to %s", name, tag);

  if (deployment != NULL)
    set_tag (self, deployment, tag, "kubectl-rollout", cause);
}

static void
uncordon (KinDemoDeeds *self,
          const char   *namespace_,
          const char   *name,
          const char   *text)
{
  g_autoptr(KinDemoObject) node = kin_demo_upkeep_get (self->world, "", "v1", "nodes", NULL, name);
  g_autoptr(KinDemoDraft) draft = NULL;

  if (node == NULL)
    return;

  draft = kin_demo_object_edit (node);
  kin_demo_remove (kin_demo_get (yyjson_mut_doc_get_root (draft), "spec", NULL), "unschedulable");
  kin_demo_upkeep_update (self->world, node, draft, "kubectl-uncordon", NULL);
}

/* What an autoscaler looks after is not scaled by hand. */
static gboolean
is_autoscaled (KinDemoDeeds  *self,
               KinDemoObject *deployment)
{
  KinDemoKind *kind = kin_demo_upkeep_find_kind (self->world, "autoscaling", "v2", "horizontalpodautoscalers");

  /* In the shop they have the same name. */
  return kin_demo_store_get (kin_demo_world_get_store (self->world), kind,
                             kin_demo_object_get_namespace (deployment), kin_demo_object_get_name (deployment)) != NULL;
}

static void
restart (KinDemoDeeds *self,
         const char   *namespace_,
         const char   *name)
{
  g_autoptr(KinDemoObject) deployment = kin_demo_upkeep_get (self->world, "apps", "v1", "deployments", namespace_,
                                                             name);
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autofree char *now = kin_demo_world_dup_time (self->world);
  yyjson_mut_val *template;

  if (deployment == NULL || !is_settled (deployment))
    return;

  draft = kin_demo_object_edit (deployment);
  template = kin_demo_get (yyjson_mut_doc_get_root (draft), "spec", "template", NULL);
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, template, "metadata", "annotations", NULL),
                       "kubectl.kubernetes.io/restartedAt", now);
  kin_demo_upkeep_update (self->world, deployment, draft, "kubectl-rollout", NULL);
}

/* Another value than it has. */
static const char *
choose_value (KinDemoDeeds       *self,
              const char * const *values,
              const char         *now)
{
  guint i = choose (self, 3);

  return g_strcmp0 (values[i], now) == 0 ? values[(i + 1) % 3] : values[i];
}

/* The container dies, as one does that takes more memory than it may; the kubelet sees to the rest. */
static void
kill_container (KinDemoDeeds  *self,
                KinDemoObject *pod)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (pod);
  g_autofree char *now = kin_demo_world_dup_time (self->world);
  yyjson_mut_val *statuses = kin_demo_get (yyjson_mut_doc_get_root (draft), "status", "containerStatuses", NULL);
  yyjson_mut_val *status = yyjson_mut_arr_get_first (statuses);
  yyjson_mut_val *running = kin_demo_get (status, "state", "running", NULL);
  yyjson_mut_val *terminated = yyjson_mut_obj (draft);

  if (running == NULL)
    return;

  kin_demo_copy_member (draft, terminated, status, "containerID");
  kin_demo_set_integer (draft, terminated, "exitCode", 137);
  kin_demo_set_string (draft, terminated, "finishedAt", now);
  kin_demo_set_string (draft, terminated, "reason", "OOMKilled");
  kin_demo_copy_member (draft, terminated, running, "startedAt");

  kin_demo_remove (kin_demo_get (status, "state", NULL), "running");
  kin_demo_set (draft, kin_demo_get (status, "state", NULL), "terminated", terminated);
  kin_demo_set_boolean (draft, status, "ready", FALSE);
  kin_demo_set_boolean (draft, status, "started", FALSE);
  kin_demo_upkeep_update (self->world, pod, draft, "kubelet", "status");
}

static KinDemoObject *
choose_pod (KinDemoDeeds *self)
{
  const char *namespace_ = shop_namespaces[choose (self, G_N_ELEMENTS (shop_namespaces))];
  g_autoptr(GPtrArray) pods = list (self, "", "pods", namespace_);
  g_autoptr(GPtrArray) ready = g_ptr_array_new ();

  for (guint i = 0; i < pods->len; i++)
    {
      g_autoptr(KinDemoPodFacts) facts = kin_demo_pod_facts_new (g_ptr_array_index (pods, i));

      if (facts->ready && !facts->terminating)
        g_ptr_array_add (ready, g_ptr_array_index (pods, i));
    }

  return ready->len > 0 ? kin_demo_object_ref (g_ptr_array_index (ready, choose (self, ready->len))) : NULL;
}

static void
set_spec (KinDemoDraft   *draft,
          yyjson_mut_val *template)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);

  kin_demo_copy_member (draft, kin_demo_get (root, "metadata", NULL), kin_demo_get (template, "metadata", NULL),
                        "labels");
  kin_demo_copy_member (draft, root, template, "spec");
}

/* kubectl create job --from: its cron job's limits keep it from staying for ever. */
static void
run_job (KinDemoDeeds  *self,
         KinDemoObject *cron_job)
{
  g_autoptr(KinDemoDraft) source = kin_demo_object_edit (cron_job);
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  g_autoptr(KinDemoObject) created = NULL;
  g_autofree char *suffix = kin_demo_world_dup_suffix (self->world, 5);
  g_autofree char *name = g_strdup_printf ("%s-manual-%s", kin_demo_object_get_name (cron_job), suffix);
  yyjson_mut_val *metadata = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", NULL);

  kin_demo_set_string (draft, metadata, "name", name);
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, metadata, "annotations", NULL),
                       "cronjob.kubernetes.io/instantiate", "manual");
  yyjson_mut_arr_append (kin_demo_ensure_array (draft, metadata, "ownerReferences"),
                         kin_demo_owner_reference_new (draft, cron_job));
  set_spec (draft, kin_demo_get (yyjson_mut_doc_get_root (source), "spec", "jobTemplate", NULL));

  created = kin_demo_upkeep_create (self->world, kin_demo_upkeep_find_kind (self->world, "batch", "v1", "jobs"),
                                    kin_demo_object_get_namespace (cron_job), draft, "kubectl-create", NULL);
}

/**
 * kin_demo_deeds_new:
 * @world: a world with the shop in it
 *
 * Begins with nothing done.
 *
 * Returns: (transfer full): deeds
 */
KinDemoDeeds *
kin_demo_deeds_new (KinDemoWorld *world)
{
  KinDemoDeeds *self;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);

  self = g_new0 (KinDemoDeeds, 1);
  self->world = g_object_ref (world);
  self->later = g_ptr_array_new_with_free_func (free_later);

  return self;
}

/**
 * kin_demo_deeds_free:
 * @self: deeds
 *
 * Frees deeds; what was to be put right stays as it is.
 */
void
kin_demo_deeds_free (KinDemoDeeds *self)
{
  g_ptr_array_unref (self->later);
  g_object_unref (self->world);
  g_free (self);
}

/**
 * kin_demo_deeds_finish:
 * @self: deeds
 *
 * Puts right what is due.
 */
void
kin_demo_deeds_finish (KinDemoDeeds *self)
{
  gint64 now_us;

  g_return_if_fail (self != NULL);

  now_us = get_time (self);
  for (guint i = 0; i < self->later->len;)
    {
      Later *later = g_ptr_array_index (self->later, i);

      if (later->due_us > now_us)
        {
          i++;
          continue;
        }

      g_ptr_array_steal_index (self->later, i);
      later->func (self, later->namespace_, later->name, later->text);
      free_later (later);
    }
}

/**
 * kin_demo_deeds_get_wait:
 * @self: deeds
 *
 * Returns: microseconds until something is to be put right, or -1
 */
gint64
kin_demo_deeds_get_wait (KinDemoDeeds *self)
{
  gint64 first = G_MAXINT64;

  g_return_val_if_fail (self != NULL, -1);

  for (guint i = 0; i < self->later->len; i++)
    first = MIN (first, ((Later *) g_ptr_array_index (self->later, i))->due_us);

  return first < G_MAXINT64 ? MAX (first - get_time (self), 0) : -1;
}

/**
 * kin_demo_deeds_release_first:
 * @self: deeds
 *
 * Rolls out a new version of what a customer knows best.
 */
void
kin_demo_deeds_release_first (KinDemoDeeds *self)
{
  g_autoptr(KinDemoObject) deployment = NULL;

  g_return_if_fail (self != NULL);

  deployment = kin_demo_upkeep_get (self->world, "apps", "v1", "deployments", "shop", "checkout");
  if (deployment != NULL)
    release (self, deployment);
}

/**
 * kin_demo_deeds_release:
 * @self: deeds
 *
 * Rolls out a new version of something.
 */
void
kin_demo_deeds_release (KinDemoDeeds *self)
{
  g_autoptr(KinDemoObject) deployment = NULL;

  g_return_if_fail (self != NULL);

  deployment = choose_deployment (self);
  if (deployment != NULL)
    release (self, deployment);
}

/**
 * kin_demo_deeds_scale:
 * @self: deeds
 *
 * Scales something up or down by one.
 */
void
kin_demo_deeds_scale (KinDemoDeeds *self)
{
  g_autoptr(KinDemoObject) deployment = NULL;
  g_autoptr(KinJson) json = NULL;
  gint64 n_replicas;

  g_return_if_fail (self != NULL);

  deployment = choose_deployment (self);
  if (deployment == NULL || is_autoscaled (self, deployment))
    return;

  json = kin_demo_object_parse (deployment);
  n_replicas = kin_json_get_integer (kin_json_get (kin_json_get_root (json), "spec"), "replicas", 1);

  /* What is alone is so on purpose. */
  if (n_replicas < FEWEST_REPLICAS)
    return;

  /* The more there are the rather one goes: what is scaled comes back. */
  n_replicas += (gint64) choose (self, MOST_REPLICAS) < n_replicas - 1 ? -1 : 1;
  n_replicas = CLAMP (n_replicas, FEWEST_REPLICAS, MOST_REPLICAS);
  kin_demo_upkeep_scale (self->world, deployment, n_replicas, "kubectl-scale");
}

/**
 * kin_demo_deeds_break_image:
 * @self: deeds
 *
 * Rolls out an image that nobody can pull, which is undone half a minute later.
 */
void
kin_demo_deeds_break_image (KinDemoDeeds *self)
{
  g_autoptr(KinDemoObject) deployment = NULL;
  g_autofree char *tag = NULL;
  g_autofree char *next = NULL;
  g_autofree char *broken = NULL;
  g_autofree char *cause = NULL;

  g_return_if_fail (self != NULL);

  deployment = is_pending (self, undo_image) ? NULL : choose_deployment (self);
  if (deployment == NULL)
    return;

  tag = dup_tag (deployment);
  next = kin_demo_release_dup_later_tag (tag, kin_demo_world_get_random (self->world));
  broken = g_strconcat (next, "-broken", NULL);
  cause = g_strdup_printf ("try %s %s", kin_demo_object_get_name (deployment), broken);
  set_tag (self, deployment, broken, "kubectl-set", cause);
  do_later (self, UNDO_IMAGE_US, undo_image, kin_demo_object_get_namespace (deployment),
            kin_demo_object_get_name (deployment), tag);
}

/**
 * kin_demo_deeds_crash:
 * @self: deeds
 *
 * Lets a container die.
 */
void
kin_demo_deeds_crash (KinDemoDeeds *self)
{
  g_autoptr(KinDemoObject) pod = NULL;

  g_return_if_fail (self != NULL);

  pod = choose_pod (self);
  if (pod != NULL)
    kill_container (self, pod);
}

/**
 * kin_demo_deeds_run_job:
 * @self: deeds
 *
 * Runs a cron job out of turn.
 */
void
kin_demo_deeds_run_job (KinDemoDeeds *self)
{
  g_autoptr(GPtrArray) cron_jobs = NULL;

  g_return_if_fail (self != NULL);

  cron_jobs = list (self, "batch", "cronjobs", NULL);
  if (cron_jobs->len > 0)
    run_job (self, g_ptr_array_index (cron_jobs, choose (self, cron_jobs->len)));
}

/**
 * kin_demo_deeds_place_order:
 * @self: deeds
 *
 * A customer orders something. Old orders are forgotten.
 */
void
kin_demo_deeds_place_order (KinDemoDeeds *self)
{
  g_return_if_fail (self != NULL);

  kin_demo_orders_place (self->world);
}

/**
 * kin_demo_deeds_move_order:
 * @self: deeds
 *
 * An order comes nearer to its customer.
 */
void
kin_demo_deeds_move_order (KinDemoDeeds *self)
{
  g_return_if_fail (self != NULL);

  kin_demo_orders_move (self->world);
}

/**
 * kin_demo_deeds_edit_config:
 * @self: deeds
 *
 * Changes a setting, and restarts who reads it only when it starts.
 */
void
kin_demo_deeds_edit_config (KinDemoDeeds *self)
{
  g_autoptr(KinDemoObject) config = NULL;
  g_autoptr(KinDemoDraft) draft = NULL;
  yyjson_mut_val *data;
  guint i;

  g_return_if_fail (self != NULL);

  i = choose (self, G_N_ELEMENTS (settings));
  config = kin_demo_upkeep_get (self->world, "", "v1", "configmaps", settings[i].namespace_, settings[i].name);
  if (config == NULL)
    return;

  draft = kin_demo_object_edit (config);
  data = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "data", NULL);
  kin_demo_set_string (draft, data, settings[i].key,
                       choose_value (self, settings[i].values, kin_demo_get_string (data, settings[i].key, NULL)));
  kin_demo_upkeep_update (self->world, config, draft, "kubectl-edit", NULL);
  if (settings[i].restarts != NULL)
    restart (self, settings[i].namespace_, settings[i].restarts);
}

/**
 * kin_demo_deeds_annotate:
 * @self: deeds
 *
 * A program notes something on a Deployment; nothing rolls.
 */
void
kin_demo_deeds_annotate (KinDemoDeeds *self)
{
  g_autoptr(KinDemoObject) deployment = NULL;
  g_autoptr(KinDemoDraft) draft = NULL;
  yyjson_mut_val *annotations;
  guint i;

  g_return_if_fail (self != NULL);

  deployment = choose_deployment (self);
  if (deployment == NULL)
    return;

  i = choose (self, G_N_ELEMENTS (notes));
  draft = kin_demo_object_edit (deployment);
  annotations = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", "annotations", NULL);
  kin_demo_set_string (draft, annotations, notes[i].key,
                       choose_value (self, notes[i].values, kin_demo_get_string (annotations, notes[i].key, NULL)));
  kin_demo_upkeep_update (self->world, deployment, draft, notes[i].manager, NULL);
}

/**
 * kin_demo_deeds_cordon:
 * @self: deeds
 *
 * Takes a node out for a while.
 */
void
kin_demo_deeds_cordon (KinDemoDeeds *self)
{
  g_autoptr(GPtrArray) nodes = NULL;
  g_autoptr(KinDemoDraft) draft = NULL;
  KinDemoObject *node;

  g_return_if_fail (self != NULL);

  nodes = list (self, "", "nodes", NULL);
  if (is_pending (self, uncordon) || nodes->len < 2)
    return;

  /* The first is the control plane. */
  node = g_ptr_array_index (nodes, 1 + choose (self, nodes->len - 1));
  draft = kin_demo_object_edit (node);
  kin_demo_set_boolean (draft, kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "spec", NULL),
                        "unschedulable", TRUE);
  kin_demo_upkeep_update (self->world, node, draft, "kubectl-cordon", NULL);
  do_later (self, UNCORDON_US, uncordon, NULL, kin_demo_object_get_name (node), NULL);
}
