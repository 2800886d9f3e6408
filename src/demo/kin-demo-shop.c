/* kin-demo-shop.c: fills the demo cluster with a shop that has a past: what happened in it is lived through again, on
 * a clock that is stepped from one thing to the next.
 *
 * The past is lived through coarsely. Up to its last revision a Deployment has no pods: nobody could see them now.
 * Leases, autoscalers and schedules wake up only for the last minutes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-shop.h"

#include <string.h>

#include "base/kin-clock.h"
#include "demo/kin-demo-claim.h"
#include "demo/kin-demo-daemon-set.h"
#include "demo/kin-demo-definition.h"
#include "demo/kin-demo-deployment.h"
#include "demo/kin-demo-event-expiry.h"
#include "demo/kin-demo-garbage-collector.h"
#include "demo/kin-demo-job.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-kubelet.h"
#include "demo/kin-demo-manifest.h"
#include "demo/kin-demo-namespace.h"
#include "demo/kin-demo-node.h"
#include "demo/kin-demo-object.h"
#include "demo/kin-demo-release.h"
#include "demo/kin-demo-replica-set.h"
#include "demo/kin-demo-scheduler.h"
#include "demo/kin-demo-stateful-set.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

#define MINUTE_US (60 * (gint64) G_USEC_PER_SEC)
#define AWAKE_US (11 * MINUTE_US)

/* Who was awake all the time. */
static const KinDemoController * const awake[] = {
  &kin_demo_claim_controller,
  &kin_demo_daemon_set_controller,
  &kin_demo_definition_controller,
  &kin_demo_deployment_controller,
  &kin_demo_event_expiry_controller,
  &kin_demo_garbage_collector_controller,
  &kin_demo_job_controller,
  &kin_demo_kubelet,
  &kin_demo_namespace_controller,
  &kin_demo_replica_set_controller,
  &kin_demo_scheduler,
  &kin_demo_stateful_set_controller,
  NULL
};

typedef enum
{
  STEP_CREATE,
  STEP_RELEASE,
  STEP_CHANGE,
} StepType;

/* One thing that happened. */
typedef struct
{
  gint64 time_us;                       /* ago */
  guint order;
  StepType type;
  const KinDemoManifestEntry *entry;
  char *tag;                            /* (nullable) */
  gboolean last;                        /* of its revisions */
} Step;

static void
free_step (gpointer data)
{
  Step *step = data;

  g_free (step->tag);
  g_free (step);
}

static void
add_step (GPtrArray                  *steps,
          StepType                    type,
          const KinDemoManifestEntry *entry,
          gint64                      time_us,
          const char                 *tag,
          gboolean                    last)
{
  Step *step = g_new0 (Step, 1);

  step->time_us = time_us;
  step->order = steps->len;
  step->type = type;
  step->entry = entry;
  step->tag = g_strdup (tag);
  step->last = last;
  g_ptr_array_add (steps, step);
}

/* The longest ago first; what was done together stays in the file's order. */
static int
compare_steps (gconstpointer a,
               gconstpointer b)
{
  const Step *one = *(Step * const *) a;
  const Step *two = *(Step * const *) b;

  if (one->time_us != two->time_us)
    return one->time_us > two->time_us ? -1 : 1;

  return one->order < two->order ? -1 : one->order > two->order;
}

/* The tags that an image had, the first first. */
static GPtrArray *
invent_tags (const KinDemoManifestEntry *entry,
             GRand                      *random)
{
  GPtrArray *tags = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (tags, g_strdup (entry->tag));
  while (tags->len < entry->n_revisions)
    g_ptr_array_insert (tags, 0, kin_demo_release_dup_earlier_tag (g_ptr_array_index (tags, 0), random));

  return tags;
}

/* About as long after each other, the last when the file says. */
static gint64
get_release_time (const KinDemoManifestEntry *entry,
                  guint                       i,
                  GRand                      *random)
{
  gint64 span = (entry->age_us - entry->rolled_us) / MAX (entry->n_revisions - 1, 1);
  double jitter = g_rand_double_range (random, -0.3, 0.3);

  if (i + 1 == entry->n_revisions)
    return entry->rolled_us;

  return entry->age_us - (gint64) ((i + jitter) * (double) span);
}

static void
plan_releases (GPtrArray                  *steps,
               const KinDemoManifestEntry *entry,
               GRand                      *random)
{
  g_autoptr(GPtrArray) tags = invent_tags (entry, random);

  add_step (steps, STEP_CREATE, entry, entry->age_us, g_ptr_array_index (tags, 0), entry->n_revisions == 1);
  for (guint i = 1; i < entry->n_revisions; i++)
    add_step (steps, STEP_RELEASE, entry, get_release_time (entry, i, random), g_ptr_array_index (tags, i),
              i + 1 == entry->n_revisions);
}

static GPtrArray *
plan (GPtrArray *entries,
      GRand     *random)
{
  GPtrArray *steps = g_ptr_array_new_with_free_func (free_step);

  for (guint i = 0; i < entries->len; i++)
    {
      const KinDemoManifestEntry *entry = g_ptr_array_index (entries, i);

      if (entry->tag != NULL)
        plan_releases (steps, entry, random);
      else
        add_step (steps, STEP_CREATE, entry, entry->age_us, NULL, TRUE);

      if (entry->change != NULL)
        add_step (steps, STEP_CHANGE, entry, entry->changed_us, NULL, TRUE);
    }
  g_ptr_array_sort (steps, compare_steps);

  return steps;
}

static KinDemoKind *
find_kind (KinDemoWorld               *world,
           const KinDemoManifestEntry *entry)
{
  const char *slash = strchr (entry->api_version, '/');
  g_autofree char *group = slash != NULL ? g_strndup (entry->api_version, (gsize) (slash - entry->api_version))
                                         : g_strdup ("");

  return kin_demo_kinds_find_kind (kin_demo_world_get_kinds (world), group,
                                   slash != NULL ? slash + 1 : entry->api_version, entry->kind);
}

static KinDemoObject *
get_object (KinDemoWorld               *world,
            const KinDemoManifestEntry *entry)
{
  return kin_demo_store_get (kin_demo_world_get_store (world), find_kind (world, entry), entry->namespace_,
                             entry->name);
}

static void
set_replicas (KinDemoDraft               *draft,
              const KinDemoManifestEntry *entry,
              gboolean                    any)
{
  yyjson_mut_val *wanted = yyjson_mut_doc_get_root (entry->object);

  kin_demo_set_integer (draft, kin_demo_get (yyjson_mut_doc_get_root (draft), "spec", NULL), "replicas",
                        any ? kin_demo_get_integer (wanted, 1, "spec", "replicas", NULL) : 0);
}

static void
release (KinDemoDraft *draft,
         const Step   *step)
{
  g_autofree char *cause = kin_demo_release_dup_cause (step->entry->manager, step->entry->name, step->tag);

  kin_demo_release_set_tag (draft, step->tag);
  kin_demo_release_set_cause (draft, cause);
  set_replicas (draft, step->entry, step->last);
}

/* What a create leaves out: the API server takes no status then. */
static void
create_status (KinDemoWorld               *world,
               const KinDemoManifestEntry *entry,
               KinDemoObject              *created)
{
  g_autoptr(KinDemoDraft) draft = NULL;
  yyjson_mut_val *status = kin_demo_get (yyjson_mut_doc_get_root (entry->object), "status", NULL);

  if (status == NULL)
    return;

  draft = kin_demo_object_edit (created);
  kin_demo_set (draft, yyjson_mut_doc_get_root (draft), "status", yyjson_mut_val_mut_copy (draft, status));
  kin_demo_upkeep_update (world, created, draft, entry->manager, "status");
}

static void
create (KinDemoWorld               *world,
        const KinDemoManifestEntry *entry,
        KinDemoDraft               *draft)
{
  KinDemoKind *kind = find_kind (world, entry);
  g_autoptr(KinDemoObject) created = NULL;
  g_autoptr(GError) error = NULL;

  created = kin_demo_upkeep_create (world, kind, entry->namespace_, draft, entry->manager, &error);

  /* The file is a part of the program: what the API refuses is a mistake of ours. */
  g_assert_no_error (error);
  create_status (world, entry, created);
}

/* A node says that it is well as soon as it is there, also where nobody hears its heartbeats. */
static void
register_node (KinDemoWorld *world,
               const char   *name)
{
  kin_demo_node_controller.reconcile (world, NULL, name);
}

static void
do_create (KinDemoWorld *world,
           const Step   *step)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_copy (step->entry->object);

  if (step->tag != NULL)
    release (draft, step);
  create (world, step->entry, draft);
  if (g_str_equal (step->entry->kind, "Node"))
    register_node (world, step->entry->name);
}

static void
do_release (KinDemoWorld *world,
            const Step   *step)
{
  KinDemoObject *object = get_object (world, step->entry);
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);

  release (draft, step);
  kin_demo_upkeep_update (world, object, draft, step->entry->manager, NULL);
}

static void
do_change (KinDemoWorld *world,
           const Step   *step)
{
  const KinDemoManifestEntry *entry = step->entry;
  KinDemoObject *object = get_object (world, entry);
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);
  g_autoptr(KinDemoDraft) patch = kin_demo_draft_parse (entry->change, strlen (entry->change), NULL);
  yyjson_mut_val *changed = yyjson_mut_merge_patch (draft, yyjson_mut_doc_get_root (draft),
                                                    yyjson_mut_doc_get_root (patch));

  yyjson_mut_doc_set_root (draft, changed);
  if (entry->change_cause != NULL)
    kin_demo_release_set_cause (draft, entry->change_cause);
  kin_demo_upkeep_update (world, object, draft, entry->change_manager, NULL);
}

static void
do_step (KinDemoWorld *world,
         const Step   *step)
{
  switch (step->type)
    {
    case STEP_CREATE:
      do_create (world, step);
      break;
    case STEP_RELEASE:
      do_release (world, step);
      break;
    case STEP_CHANGE:
      do_change (world, step);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Returns: the first step that was not done */
static guint
live_through (KinDemoWorld       *world,
              KinDemoControllers *controllers,
              GPtrArray          *steps,
              guint               first,
              gint64              until_us,
              gint64              ago_us)
{
  for (; first < steps->len; first++)
    {
      const Step *step = g_ptr_array_index (steps, first);

      if (step->time_us < ago_us)
        break;

      kin_demo_controllers_settle (controllers, until_us - step->time_us);
      do_step (world, step);
    }
  kin_demo_controllers_settle (controllers, until_us - ago_us);

  return first;
}

/**
 * kin_demo_shop_populate:
 * @world: an empty world, whose clock is stepped and stands %KIN_DEMO_SHOP_AGE_US before @until_us
 * @until_us: the present, in microseconds since the epoch
 *
 * Fills the world with the shop and lives through its past. Then it is @until_us by the world's clock.
 *
 * Returns: (transfer full): the controllers, at work
 */
KinDemoControllers *
kin_demo_shop_populate (KinDemoWorld *world,
                        gint64        until_us)
{
  g_autoptr(GPtrArray) entries = NULL;
  g_autoptr(GPtrArray) steps = NULL;
  g_autoptr(KinDemoControllers) past = NULL;
  KinDemoControllers *present;
  guint next;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);

  entries = kin_demo_manifest_load ();
  steps = plan (entries, kin_demo_world_get_random (world));

  past = kin_demo_controllers_new_for (world, awake);
  next = live_through (world, past, steps, 0, until_us, AWAKE_US);
  g_object_run_dispose (G_OBJECT (past));

  present = kin_demo_controllers_new (world);
  live_through (world, present, steps, next, until_us, 0);

  return present;
}

static gboolean
is_basic (const KinDemoManifestEntry *entry)
{
  return g_str_equal (entry->manager, "kube-apiserver") || g_str_equal (entry->kind, "Node");
}

/**
 * kin_demo_shop_create_basics:
 * @world: an empty world
 *
 * Creates what every cluster has: the first namespaces, nodes, and what the API server itself makes.
 */
void
kin_demo_shop_create_basics (KinDemoWorld *world)
{
  g_autoptr(GPtrArray) entries = NULL;

  g_return_if_fail (KIN_IS_DEMO_WORLD (world));

  entries = kin_demo_manifest_load ();
  for (guint i = 0; i < entries->len; i++)
    {
      const KinDemoManifestEntry *entry = g_ptr_array_index (entries, i);
      g_autoptr(KinDemoDraft) draft = kin_demo_draft_copy (entry->object);

      if (is_basic (entry))
        create (world, entry, draft);
    }
}
