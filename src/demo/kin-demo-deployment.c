/* kin-demo-deployment.c: the deployment controller: it makes a ReplicaSet for each template, and moves the pods from
 * the old ones to the new one within the limits of the Deployment's strategy.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-deployment.h"

#include <string.h>

#include "demo/kin-demo-adoption.h"
#include "demo/kin-demo-error.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-recorder.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-rollout-status.h"
#include "demo/kin-demo-rollout.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-world.h"

#define MANAGER "kube-controller-manager"

/* When a ReplicaSet could not be created. */
#define RETRY_US (5 * G_USEC_PER_SEC)

/* Of an object's name. */
#define MAX_NAME 253

/* Of the Deployment's annotations these are not its ReplicaSets'. */
static const char * const own_annotations[] = {
  "kubectl.kubernetes.io/last-applied-configuration",
  KIN_DEMO_ANNOTATION_REVISION,
  KIN_DEMO_ANNOTATION_REVISION_HISTORY,
  KIN_DEMO_ANNOTATION_DESIRED,
  KIN_DEMO_ANNOTATION_MAX,
  "deprecated.deployment.rollback.to",
  NULL
};

static gboolean
set_annotation (KinDemoDraft   *draft,
                yyjson_mut_val *annotations,
                const char     *name,
                const char     *value)
{
  if (g_strcmp0 (kin_demo_get_string (annotations, name, NULL), value) == 0)
    return FALSE;

  kin_demo_set_string (draft, annotations, name, value);

  return TRUE;
}

static gboolean
set_annotation_number (KinDemoDraft   *draft,
                       yyjson_mut_val *annotations,
                       const char     *name,
                       gint64          value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  return set_annotation (draft, annotations, name, text);
}

/* Among them the change's cause, so that the history can tell it. */
static gboolean
copy_annotations (KinDemoRollout *rollout,
                  KinDemoDraft   *draft,
                  yyjson_mut_val *annotations)
{
  KinJsonValue *metadata = kin_json_get (kin_json_get_root (rollout->json), "metadata");
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;
  gboolean changed = FALSE;

  kin_json_iter_init (&iter, kin_json_get (metadata, "annotations"));
  while (kin_json_iter_next (&iter, &name, &value))
    {
      if (!g_strv_contains (own_annotations, name))
        changed |= set_annotation (draft, annotations, name, kin_json_value_get_string (value));
    }

  return changed;
}

/* A ReplicaSet that comes back by a rollback gets a new revision, and remembers the ones it had. */
static gboolean
raise_revision (KinDemoDraft   *draft,
                yyjson_mut_val *annotations,
                gint64          revision)
{
  const char *old = kin_demo_get_string (annotations, KIN_DEMO_ANNOTATION_REVISION, NULL);
  const char *history = kin_demo_get_string (annotations, KIN_DEMO_ANNOTATION_REVISION_HISTORY, NULL);

  if (old != NULL && g_ascii_strtoll (old, NULL, 10) >= revision)
    return FALSE;

  if (old != NULL)
    {
      g_autofree char *longer = history != NULL && *history != '\0' ? g_strconcat (history, ",", old, NULL)
                                                                    : g_strdup (old);

      set_annotation (draft, annotations, KIN_DEMO_ANNOTATION_REVISION_HISTORY, longer);
    }

  return set_annotation_number (draft, annotations, KIN_DEMO_ANNOTATION_REVISION, revision);
}

static gboolean
set_size_annotations (KinDemoRollout *rollout,
                      KinDemoDraft   *draft,
                      yyjson_mut_val *annotations)
{
  gboolean desired = set_annotation_number (draft, annotations, KIN_DEMO_ANNOTATION_DESIRED, rollout->replicas);
  gboolean max = set_annotation_number (draft, annotations, KIN_DEMO_ANNOTATION_MAX,
                                        rollout->replicas + rollout->max_surge);

  return desired || max;
}

static yyjson_mut_val *
ensure_annotations (KinDemoDraft *draft)
{
  return kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", "annotations", NULL);
}

static gboolean
update_set (KinDemoRollout    *rollout,
            KinDemoRolloutSet *set,
            KinDemoDraft      *draft)
{
  const KinDemoWrite write = { .manager = MANAGER };
  g_autoptr(GError) error = NULL;
  KinDemoObject *written;

  written = kin_demo_registry_update (kin_demo_world_get_registry (rollout->world),
                                      kin_demo_object_get_kind (set->object),
                                      kin_demo_object_get_namespace (set->object),
                                      kin_demo_object_get_name (set->object), draft, &write, &error);
  if (written == NULL)
    {
      g_debug ("ReplicaSet %s: %s", kin_demo_object_get_key (set->object), error->message);
      return FALSE;
    }

  kin_demo_rollout_set_take_object (set, written);

  return TRUE;
}

static void
tell_scaling (KinDemoRollout *rollout,
              const char     *name,
              int             from,
              int             to)
{
  g_autofree char *message = g_strdup_printf ("Scaled %s replica set %s from %d to %d", from < to ? "up" : "down", name,
                                              from, to);

  kin_demo_recorder_event (rollout->world, rollout->object, "Normal", "ScalingReplicaSet", NULL, message,
                           KIN_DEMO_DEPLOYMENT_COMPONENT);
}

/* Gives a ReplicaSet another size; with "force" its annotations are brought up to date even if it keeps it. */
static gboolean
scale_set (KinDemoRollout    *rollout,
           KinDemoRolloutSet *set,
           int                size,
           gboolean           force)
{
  int before = set->replicas;
  g_autoptr(KinDemoDraft) draft = NULL;
  gboolean changed;

  if (before == size && !force)
    return FALSE;

  draft = kin_demo_object_edit (set->object);
  changed = set_size_annotations (rollout, draft, ensure_annotations (draft)) || before != size;
  kin_demo_set_integer (draft, kin_demo_get (yyjson_mut_doc_get_root (draft), "spec", NULL), "replicas", size);

  if (!changed || !update_set (rollout, set, draft) || before == size)
    return FALSE;

  tell_scaling (rollout, kin_demo_object_get_name (set->object), before, size);

  return TRUE;
}

static char *
dup_set_name (KinDemoRollout *rollout)
{
  const char *name = kin_demo_object_get_name (rollout->object);
  int room = MAX_NAME - 1 - (int) strlen (rollout->hash);

  return g_strdup_printf ("%.*s-%s", room, name, rollout->hash);
}

static void
fill_set_spec (KinDemoRollout *rollout,
               KinDemoDraft   *draft,
               yyjson_mut_val *deployment_spec,
               int             size)
{
  yyjson_mut_val *spec = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "spec", NULL);
  yyjson_mut_val *selector = yyjson_mut_val_mut_copy (draft, kin_demo_get (deployment_spec, "selector", NULL));
  yyjson_mut_val *template = yyjson_mut_val_mut_copy (draft, kin_demo_get (deployment_spec, "template", NULL));

  kin_demo_set_integer (draft, spec, "replicas", size);
  if (rollout->min_ready_s > 0)
    kin_demo_set_integer (draft, spec, "minReadySeconds", rollout->min_ready_s);
  kin_demo_set (draft, spec, "selector", selector);
  kin_demo_set (draft, spec, "template", template);

  kin_demo_set_string (draft, kin_demo_ensure_object (draft, selector, "matchLabels", NULL), KIN_DEMO_LABEL_HASH,
                       rollout->hash);
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, template, "metadata", "labels", NULL), KIN_DEMO_LABEL_HASH,
                       rollout->hash);
}

static KinDemoDraft *
new_set_draft (KinDemoRollout *rollout,
               const char     *name,
               gint64          revision,
               int             size)
{
  g_autoptr(KinDemoDraft) deployment = kin_demo_object_edit (rollout->object);
  KinDemoDraft *draft = kin_demo_draft_new ();
  yyjson_mut_val *metadata = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", NULL);
  yyjson_mut_val *annotations;
  yyjson_mut_val *labels;

  fill_set_spec (rollout, draft, kin_demo_get (yyjson_mut_doc_get_root (deployment), "spec", NULL), size);
  labels = kin_demo_get (yyjson_mut_doc_get_root (draft), "spec", "template", "metadata", "labels", NULL);

  kin_demo_set_string (draft, metadata, "name", name);
  kin_demo_set (draft, metadata, "labels", yyjson_mut_val_mut_copy (draft, labels));
  annotations = ensure_annotations (draft);
  copy_annotations (rollout, draft, annotations);
  raise_revision (draft, annotations, revision);
  set_size_annotations (rollout, draft, annotations);
  yyjson_mut_arr_append (kin_demo_ensure_array (draft, metadata, "ownerReferences"),
                         kin_demo_owner_reference_new (draft, rollout->object));

  return draft;
}

static void
tell_failure (KinDemoRollout *rollout,
              const char     *name,
              const GError   *error)
{
  g_autofree char *message = NULL;

  /* Its namespace is being emptied: nothing can be made there any more, and nobody wants to hear of it. */
  if (g_error_matches (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_FORBIDDEN))
    return;

  message = g_strdup_printf ("Failed to create new replica set \"%s\": %s", name, error->message);
  if (rollout->deadline_s >= 0)
    kin_demo_rollout_announce (rollout, 0, "False", "ReplicaSetCreateError", message);
  kin_demo_recorder_event (rollout->world, rollout->object, "Warning", "ReplicaSetCreateError", NULL, message,
                           KIN_DEMO_DEPLOYMENT_COMPONENT);
}

static gboolean
create_set (KinDemoRollout *rollout)
{
  gint64 revision = kin_demo_rollout_get_max_revision (rollout) + 1;
  int size = kin_demo_rollout_get_new_size (rollout);
  g_autofree char *name = dup_set_name (rollout);
  g_autofree char *message = g_strdup_printf ("Created new replica set \"%s\"", name);
  g_autoptr(KinDemoDraft) draft = new_set_draft (rollout, name, revision, size);
  const KinDemoWrite write = { .manager = MANAGER };
  g_autoptr(GError) error = NULL;
  KinDemoObject *created;

  created = kin_demo_registry_create (kin_demo_world_get_registry (rollout->world),
                                      kin_demo_rollout_get_set_kind (rollout->world),
                                      kin_demo_object_get_namespace (rollout->object), draft, &write, &error);
  if (created == NULL)
    {
      tell_failure (rollout, name, error);
      return FALSE;
    }

  kin_demo_rollout_add_set (rollout, created);
  if (size > 0)
    tell_scaling (rollout, name, 0, size);
  kin_demo_rollout_announce (rollout, revision, "True", rollout->deadline_s >= 0 ? "NewReplicaSetCreated" : NULL,
                             message);

  return TRUE;
}

/* The annotations and the readiness of the new ReplicaSet follow the Deployment's. */
static gboolean
refresh_new_set (KinDemoRollout *rollout)
{
  KinDemoRolloutSet *set = rollout->new_set;
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (set->object);
  yyjson_mut_val *spec = kin_demo_get (yyjson_mut_doc_get_root (draft), "spec", NULL);
  yyjson_mut_val *annotations = ensure_annotations (draft);
  gboolean changed = copy_annotations (rollout, draft, annotations);

  changed |= raise_revision (draft, annotations, kin_demo_rollout_get_max_revision (rollout) + 1);
  if (kin_demo_get_integer (spec, 0, "minReadySeconds", NULL) != rollout->min_ready_s)
    {
      kin_demo_set_integer (draft, spec, "minReadySeconds", rollout->min_ready_s);
      changed = TRUE;
    }

  return changed && update_set (rollout, set, draft);
}

/* The Deployment tells which revision it is at, and that it found a ReplicaSet if nothing is known of its progress. */
static void
follow_new_set (KinDemoRollout *rollout)
{
  KinJsonValue *metadata = kin_json_get (kin_json_get_root (rollout->json), "metadata");
  const char *revision = kin_json_get_string (kin_json_get (metadata, "annotations"), KIN_DEMO_ANNOTATION_REVISION);
  gboolean found = rollout->deadline_s >= 0 && kin_demo_rollout_get_progress_reason (rollout) == NULL;
  gboolean moved = revision == NULL || g_ascii_strtoll (revision, NULL, 10) != rollout->new_set->revision;
  g_autofree char *message = NULL;

  if (!found && !moved)
    return;

  message = g_strdup_printf ("Found new replica set \"%s\"", kin_demo_object_get_name (rollout->new_set->object));
  kin_demo_rollout_announce (rollout, rollout->new_set->revision, "True", found ? "FoundNewReplicaSet" : NULL, message);
}

static gboolean
sync_new_set (KinDemoRollout *rollout,
              gboolean        create)
{
  if (rollout->new_set != NULL)
    {
      refresh_new_set (rollout);
      follow_new_set (rollout);
      return TRUE;
    }

  return create ? create_set (rollout) : TRUE;
}

/* Keeps the newest of the old ReplicaSets, for a rollback. */
static int
compare_revisions (gconstpointer a,
                   gconstpointer b)
{
  const KinDemoRolloutSet *one = *(const KinDemoRolloutSet * const *) a;
  const KinDemoRolloutSet *two = *(const KinDemoRolloutSet * const *) b;

  if (one->revision != two->revision)
    return one->revision < two->revision ? -1 : 1;

  return one->created < two->created ? -1 : one->created > two->created;
}

static gboolean
is_idle (const KinDemoRolloutSet *set)
{
  gint64 generation = kin_json_get_integer (kin_demo_rollout_set_get_metadata (set), "generation", 0);
  gint64 observed = kin_json_get_integer (kin_demo_rollout_set_get_status (set), "observedGeneration", 0);

  return set->replicas == 0 && set->existing == 0 && generation <= observed;
}

static void
delete_set (KinDemoRollout    *rollout,
            KinDemoRolloutSet *set)
{
  const KinDemoDeletion deletion = { .propagation = KIN_DEMO_PROPAGATION_BACKGROUND, .grace_s = -1 };
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoObject) deleted = NULL;

  deleted = kin_demo_registry_delete (kin_demo_world_get_registry (rollout->world),
                                      kin_demo_object_get_kind (set->object),
                                      kin_demo_object_get_namespace (set->object),
                                      kin_demo_object_get_name (set->object), &deletion, NULL, &error);
  if (deleted == NULL)
    g_debug ("ReplicaSet %s: %s", kin_demo_object_get_key (set->object), error->message);
}

static void
clean_up (KinDemoRollout *rollout)
{
  g_autoptr(GPtrArray) old = NULL;

  if (rollout->history_limit < 0)
    return;

  old = g_ptr_array_new ();
  for (guint i = 0; i < rollout->sets->len; i++)
    {
      KinDemoRolloutSet *set = g_ptr_array_index (rollout->sets, i);

      if (set != rollout->new_set && !kin_demo_object_is_deleting (set->object))
        g_ptr_array_add (old, set);
    }

  g_ptr_array_sort (old, compare_revisions);
  for (int i = 0; i < (int) old->len - rollout->history_limit; i++)
    {
      if (is_idle (g_ptr_array_index (old, i)))
        delete_set (rollout, g_ptr_array_index (old, i));
    }
}

/* The one ReplicaSet that a change of size concerns, if there is but one. */
static KinDemoRolloutSet *
find_active_or_latest (KinDemoRollout *rollout)
{
  g_autoptr(GPtrArray) active = kin_demo_rollout_list_active (rollout, TRUE);

  if (active->len > 1)
    return NULL;

  if (active->len == 1)
    return g_ptr_array_index (active, 0);

  if (rollout->new_set != NULL || rollout->sets->len == 0)
    return rollout->new_set;

  return g_ptr_array_index (rollout->sets, rollout->sets->len - 1);
}

static gboolean
is_saturated (const KinDemoRollout *rollout)
{
  const KinDemoRolloutSet *set = rollout->new_set;

  return set != NULL
         && set->replicas == rollout->replicas
         && set->desired == rollout->replicas
         && set->available == rollout->replicas;
}

static int
compare_sizes_newer (gconstpointer a,
                     gconstpointer b)
{
  const KinDemoRolloutSet *one = *(const KinDemoRolloutSet * const *) a;
  const KinDemoRolloutSet *two = *(const KinDemoRolloutSet * const *) b;

  if (one->replicas != two->replicas)
    return one->replicas > two->replicas ? -1 : 1;

  return one->created > two->created ? -1 : one->created < two->created;
}

static int
compare_sizes_older (gconstpointer a,
                     gconstpointer b)
{
  const KinDemoRolloutSet *one = *(const KinDemoRolloutSet * const *) a;
  const KinDemoRolloutSet *two = *(const KinDemoRolloutSet * const *) b;

  if (one->replicas != two->replicas)
    return one->replicas > two->replicas ? -1 : 1;

  return one->created < two->created ? -1 : one->created > two->created;
}

/* Old and new ReplicaSets grow or shrink by their share, so that a rollout is neither hastened nor held up. */
static void
scale_in_proportion (KinDemoRollout *rollout)
{
  g_autoptr(GPtrArray) active = kin_demo_rollout_list_active (rollout, TRUE);
  int allowed = rollout->replicas > 0 ? rollout->replicas + rollout->max_surge : 0;
  int to_add = allowed - kin_demo_rollout_count_replicas (rollout);
  g_autofree int *sizes = g_new0 (int, active->len);
  int added = 0;

  if (to_add != 0)
    g_ptr_array_sort (active, to_add > 0 ? compare_sizes_newer : compare_sizes_older);

  for (guint i = 0; i < active->len; i++)
    {
      KinDemoRolloutSet *set = g_ptr_array_index (active, i);
      int proportion = kin_demo_rollout_get_proportion (rollout, set, to_add, added);

      sizes[i] = set->replicas + proportion;
      added += proportion;
    }

  /* What rounding left over is the largest one's. */
  if (active->len > 0)
    sizes[0] = MAX (sizes[0] + to_add - added, 0);

  for (guint i = 0; i < active->len; i++)
    scale_set (rollout, g_ptr_array_index (active, i), sizes[i], TRUE);
}

static void
scale_all (KinDemoRollout *rollout)
{
  KinDemoRolloutSet *only = find_active_or_latest (rollout);

  if (only != NULL)
    {
      scale_set (rollout, only, rollout->replicas, FALSE);
    }
  else if (is_saturated (rollout))
    {
      g_autoptr(GPtrArray) old = kin_demo_rollout_list_active (rollout, FALSE);

      for (guint i = 0; i < old->len; i++)
        scale_set (rollout, g_ptr_array_index (old, i), 0, FALSE);
    }
  else if (rollout->is_rolling)
    {
      scale_in_proportion (rollout);
    }
}

/* The Deployment was scaled, or is paused: its pods stay with the ReplicaSets that they have. */
static gint64
sync_size (KinDemoRollout *rollout)
{
  sync_new_set (rollout, FALSE);
  scale_all (rollout);
  if (rollout->is_paused)
    clean_up (rollout);

  return kin_demo_rollout_sync_status (rollout, FALSE);
}

static gboolean
was_scaled (const KinDemoRollout *rollout)
{
  g_autoptr(GPtrArray) active = kin_demo_rollout_list_active (rollout, TRUE);

  for (guint i = 0; i < active->len; i++)
    {
      KinDemoRolloutSet *set = g_ptr_array_index (active, i);

      if (set->desired >= 0 && set->desired != rollout->replicas)
        return TRUE;
    }

  return FALSE;
}

static gboolean
scale_up_new (KinDemoRollout *rollout)
{
  KinDemoRolloutSet *set = rollout->new_set;

  if (set->replicas > rollout->replicas)
    return scale_set (rollout, set, rollout->replicas, FALSE);

  return scale_set (rollout, set, kin_demo_rollout_get_new_size (rollout), FALSE);
}

/* Pods that are not available anyway go first: nobody misses them, and they would stop the rollout. */
static int
scale_down_unhealthy (KinDemoRollout *rollout,
                      GPtrArray      *old,
                      int             limit)
{
  int total = 0;

  for (guint i = 0; i < old->len && total < limit; i++)
    {
      KinDemoRolloutSet *set = g_ptr_array_index (old, i);
      int count = MIN (limit - total, set->replicas - set->available);

      if (count > 0 && scale_set (rollout, set, set->replicas - count, FALSE))
        total += count;
    }

  return total;
}

static int
scale_down_available (KinDemoRollout *rollout,
                      GPtrArray      *old)
{
  int limit = kin_demo_rollout_count_available (rollout) - (rollout->replicas - rollout->max_unavailable);
  int total = 0;

  for (guint i = 0; i < old->len && total < limit; i++)
    {
      KinDemoRolloutSet *set = g_ptr_array_index (old, i);
      int count = MIN (limit - total, set->replicas);

      if (count > 0 && scale_set (rollout, set, set->replicas - count, FALSE))
        total += count;
    }

  return total;
}

static gboolean
scale_down_old (KinDemoRollout *rollout)
{
  g_autoptr(GPtrArray) old = kin_demo_rollout_list_active (rollout, FALSE);
  int new_unavailable = rollout->new_set->replicas - rollout->new_set->available;
  int limit = kin_demo_rollout_count_replicas (rollout) - (rollout->replicas - rollout->max_unavailable)
              - new_unavailable;
  int total;

  if (old->len == 0 || limit <= 0)
    return FALSE;

  total = scale_down_unhealthy (rollout, old, limit);
  total += scale_down_available (rollout, old);

  return total > 0;
}

static gint64
roll (KinDemoRollout *rollout)
{
  if (!sync_new_set (rollout, TRUE))
    return RETRY_US;

  if (!scale_up_new (rollout) && !scale_down_old (rollout) && kin_demo_rollout_is_complete (rollout))
    clean_up (rollout);

  return kin_demo_rollout_sync_status (rollout, TRUE);
}

static gboolean
has_running_pods (KinDemoRollout    *rollout,
                  KinDemoRolloutSet *set)
{
  g_autoptr(GPtrArray) pods = kin_demo_store_list_owned (kin_demo_world_get_store (rollout->world),
                                                         kin_demo_pod_get_kind (rollout->world),
                                                         kin_demo_object_get_uid (set->object));

  for (guint i = 0; i < pods->len; i++)
    {
      g_autoptr(KinDemoPodFacts) facts = kin_demo_pod_facts_get (rollout->world, g_ptr_array_index (pods, i));

      if (facts->phase != KIN_DEMO_POD_SUCCEEDED && facts->phase != KIN_DEMO_POD_FAILED)
        return TRUE;
    }

  return FALSE;
}

static gboolean
has_old_pods (KinDemoRollout *rollout)
{
  for (guint i = 0; i < rollout->sets->len; i++)
    {
      KinDemoRolloutSet *set = g_ptr_array_index (rollout->sets, i);

      if (set != rollout->new_set && (set->existing > 0 || has_running_pods (rollout, set)))
        return TRUE;
    }

  return FALSE;
}

static gboolean
scale_down_all_old (KinDemoRollout *rollout)
{
  g_autoptr(GPtrArray) old = kin_demo_rollout_list_active (rollout, FALSE);
  gboolean scaled = FALSE;

  for (guint i = 0; i < old->len; i++)
    scaled |= scale_set (rollout, g_ptr_array_index (old, i), 0, FALSE);

  return scaled;
}

/* The new pods come when the last old one has ended, and not before. */
static gint64
recreate (KinDemoRollout *rollout)
{
  sync_new_set (rollout, FALSE);

  if (scale_down_all_old (rollout) || has_old_pods (rollout))
    return kin_demo_rollout_sync_status (rollout, TRUE);

  if (!sync_new_set (rollout, TRUE))
    return RETRY_US;

  scale_set (rollout, rollout->new_set, rollout->replicas, FALSE);
  if (kin_demo_rollout_is_complete (rollout))
    clean_up (rollout);

  return kin_demo_rollout_sync_status (rollout, TRUE);
}

/* While it is held the time does not count: a rollout that is resumed has its whole deadline again. */
static void
note_pause (KinDemoRollout *rollout)
{
  const char *reason = kin_demo_rollout_get_progress_reason (rollout);
  gboolean noted = g_strcmp0 (reason, "DeploymentPaused") == 0;

  if (rollout->deadline_s < 0 || g_strcmp0 (reason, "ProgressDeadlineExceeded") == 0)
    return;

  if (rollout->is_paused && !noted)
    kin_demo_rollout_announce (rollout, 0, "Unknown", "DeploymentPaused", "Deployment is paused");
  else if (!rollout->is_paused && noted)
    kin_demo_rollout_announce (rollout, 0, "Unknown", "DeploymentResumed", "Deployment is resumed");
}

static gint64
sync_deployment (KinDemoRollout *rollout)
{
  if (kin_demo_object_is_deleting (rollout->object))
    return kin_demo_rollout_sync_status (rollout, FALSE);

  note_pause (rollout);
  if (rollout->is_paused || was_scaled (rollout))
    return sync_size (rollout);

  return rollout->is_rolling ? roll (rollout) : recreate (rollout);
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  KinDemoKind *kind = kin_demo_kinds_find (kin_demo_world_get_kinds (world), "apps", "v1", "deployments");
  KinDemoObject *object = kin_demo_store_get (kin_demo_world_get_store (world), kind, namespace_, name);
  g_autoptr(KinDemoRollout) rollout = NULL;

  if (object == NULL)
    return -1;

  rollout = kin_demo_rollout_new (world, object);
  if (kin_demo_adoption_gather (world, object, kin_json_get_root (rollout->json), kin_demo_rollout_get_set_kind (world)))
    {
      kin_demo_rollout_free (rollout);
      rollout = kin_demo_rollout_new (world, object);
    }

  return sync_deployment (rollout);
}

const KinDemoController kin_demo_deployment_controller = {
  .name = KIN_DEMO_DEPLOYMENT_COMPONENT,
  .group = "apps",
  .version = "v1",
  .plural = "deployments",
  .reconcile = reconcile,
};
