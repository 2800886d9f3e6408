/* kin-demo-rollout-status.c: writes the status of a Deployment: its counts, whether it has the pods that it needs, and
 * whether its rollout goes on, is complete, or has come to a stand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-rollout-status.h"

#include "demo/kin-demo-object.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-world.h"
#include "object/kin-time.h"

typedef struct
{
  int replicas;
  int updated;
  int ready;
  int available;
} Counts;

/* A status that is being written. */
typedef struct
{
  KinDemoDraft *draft;
  yyjson_mut_val *status;
  yyjson_mut_val *conditions;
  char *now;
} Sheet;

static void
sheet_init (Sheet          *sheet,
            KinDemoRollout *rollout)
{
  yyjson_mut_val *conditions;

  sheet->draft = kin_demo_object_edit (rollout->object);
  sheet->status = kin_demo_ensure_object (sheet->draft, yyjson_mut_doc_get_root (sheet->draft), "status", NULL);

  /* A copy: a value can stand in one place only, and this one is put into another status. */
  conditions = kin_demo_get (sheet->status, "conditions", NULL);
  sheet->conditions = yyjson_mut_is_arr (conditions) ? yyjson_mut_val_mut_copy (sheet->draft, conditions)
                                                     : yyjson_mut_arr (sheet->draft);
  sheet->now = kin_demo_world_dup_time (rollout->world);
}

static void
sheet_clear (Sheet *sheet)
{
  yyjson_mut_doc_free (sheet->draft);
  g_free (sheet->now);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sheet, sheet_clear)

/* Refused when the Deployment is gone or its namespace is: then there is nothing to tell. */
static void
sheet_write (Sheet          *sheet,
             KinDemoRollout *rollout)
{
  const KinDemoWrite write = { .manager = "kube-controller-manager", .subresource = "status" };
  g_autoptr(GError) error = NULL;
  KinDemoObject *written;

  written = kin_demo_registry_update (kin_demo_world_get_registry (rollout->world),
                                      kin_demo_object_get_kind (rollout->object),
                                      kin_demo_object_get_namespace (rollout->object),
                                      kin_demo_object_get_name (rollout->object), sheet->draft, &write, &error);
  if (written != NULL)
    kin_demo_rollout_take_object (rollout, written);
  else
    g_debug ("Status of Deployment %s: %s", kin_demo_object_get_key (rollout->object), error->message);
}

static yyjson_mut_val *
find_condition (Sheet      *sheet,
                const char *type)
{
  yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with (sheet->conditions);
  yyjson_mut_val *condition;

  while ((condition = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (g_strcmp0 (kin_demo_get_string (condition, "type", NULL), type) == 0)
        return condition;
    }

  return NULL;
}

static void
remove_condition (Sheet      *sheet,
                  const char *type)
{
  yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with (sheet->conditions);
  yyjson_mut_val *condition;

  while ((condition = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (g_strcmp0 (kin_demo_get_string (condition, "type", NULL), type) == 0)
        yyjson_mut_arr_iter_remove (&iter);
    }
}

static void
append_condition (Sheet      *sheet,
                  const char *type,
                  const char *status,
                  const char *reason,
                  const char *message,
                  const char *transition)
{
  yyjson_mut_val *condition = yyjson_mut_arr_add_obj (sheet->draft, sheet->conditions);

  kin_demo_set_string (sheet->draft, condition, "type", type);
  kin_demo_set_string (sheet->draft, condition, "status", status);
  kin_demo_set_string (sheet->draft, condition, "lastUpdateTime", sheet->now);
  kin_demo_set_string (sheet->draft, condition, "lastTransitionTime", transition);
  kin_demo_set_string (sheet->draft, condition, "reason", reason);
  kin_demo_set_string (sheet->draft, condition, "message", message);
}

static gboolean
member_is (yyjson_mut_val *condition,
           const char     *name,
           const char     *value)
{
  return g_strcmp0 (kin_demo_get_string (condition, name, NULL), value) == 0;
}

/* A condition moves to the end when it changes; its transition is when its status changed. */
static void
renew_condition (Sheet      *sheet,
                 const char *type,
                 const char *status,
                 const char *reason,
                 const char *message)
{
  yyjson_mut_val *old = find_condition (sheet, type);
  g_autofree char *transition = NULL;

  if (old != NULL && member_is (old, "status", status))
    transition = g_strdup (kin_demo_get_string (old, "lastTransitionTime", NULL));

  remove_condition (sheet, type);
  append_condition (sheet, type, status, reason, message, transition != NULL ? transition : sheet->now);
}

static void
set_condition (Sheet      *sheet,
               const char *type,
               const char *status,
               const char *reason,
               const char *message)
{
  yyjson_mut_val *old = find_condition (sheet, type);

  if (old == NULL || !member_is (old, "status", status) || !member_is (old, "reason", reason))
    renew_condition (sheet, type, status, reason, message);
}

static void
read_counts (Counts       *counts,
             KinJsonValue *status)
{
  counts->replicas = (int) kin_json_get_integer (status, "replicas", 0);
  counts->updated = (int) kin_json_get_integer (status, "updatedReplicas", 0);
  counts->ready = (int) kin_json_get_integer (status, "readyReplicas", 0);
  counts->available = (int) kin_json_get_integer (status, "availableReplicas", 0);
}

static void
take_counts (Counts               *counts,
             const KinDemoRollout *rollout)
{
  counts->replicas = kin_demo_rollout_count_existing (rollout);
  counts->updated = rollout->new_set != NULL ? rollout->new_set->existing : 0;
  counts->ready = kin_demo_rollout_count_ready (rollout);
  counts->available = kin_demo_rollout_count_available (rollout);
}

static void
add_count (Sheet          *sheet,
           yyjson_mut_val *status,
           const char     *name,
           gint64          count)
{
  if (count != 0)
    kin_demo_set_integer (sheet->draft, status, name, count);
}

static gint64
get_generation (const KinDemoRollout *rollout)
{
  return kin_json_get_integer (kin_json_get (kin_json_get_root (rollout->json), "metadata"), "generation", 0);
}

/* In the API's order, and without what is 0: but that no pod is being deleted is told. */
static yyjson_mut_val *
new_status (Sheet          *sheet,
            KinDemoRollout *rollout,
            const Counts   *counts)
{
  yyjson_mut_val *status = yyjson_mut_obj (sheet->draft);
  yyjson_mut_val *collisions = kin_demo_get (sheet->status, "collisionCount", NULL);
  int wanted = kin_demo_rollout_count_replicas (rollout);

  add_count (sheet, status, "observedGeneration", get_generation (rollout));
  add_count (sheet, status, "replicas", counts->replicas);
  add_count (sheet, status, "updatedReplicas", counts->updated);
  add_count (sheet, status, "readyReplicas", counts->ready);
  add_count (sheet, status, "availableReplicas", counts->available);
  add_count (sheet, status, "unavailableReplicas", MAX (wanted - counts->available, 0));
  kin_demo_set_integer (sheet->draft, status, "terminatingReplicas", kin_demo_rollout_count_terminating (rollout));
  kin_demo_set (sheet->draft, status, "conditions", sheet->conditions);
  if (collisions != NULL)
    kin_demo_set (sheet->draft, status, "collisionCount", yyjson_mut_val_mut_copy (sheet->draft, collisions));

  return status;
}

static void
judge_availability (Sheet                *sheet,
                    const KinDemoRollout *rollout,
                    const Counts         *counts)
{
  if (counts->available >= rollout->replicas - rollout->max_unavailable)
    set_condition (sheet, "Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability.");
  else
    set_condition (sheet, "Available", "False", "MinimumReplicasUnavailable",
                   "Deployment does not have minimum availability.");
}

static gboolean
counts_are_complete (const Counts         *counts,
                     const KinDemoRollout *rollout)
{
  return counts->updated == rollout->replicas
         && counts->replicas == rollout->replicas
         && counts->available == rollout->replicas;
}

static gboolean
has_progressed (const Counts *before,
                const Counts *after)
{
  return after->updated > before->updated
         || after->replicas - after->updated < before->replicas - before->updated
         || after->ready > before->ready
         || after->available > before->available;
}

static gint64
get_deadline (Sheet                *sheet,
              const KinDemoRollout *rollout)
{
  yyjson_mut_val *condition = find_condition (sheet, "Progressing");
  gint64 since = kin_time_parse (kin_demo_get_string (condition, "lastUpdateTime", NULL));

  return (since + rollout->deadline_s) * G_USEC_PER_SEC;
}

static gboolean
has_timed_out (Sheet                *sheet,
               const KinDemoRollout *rollout)
{
  yyjson_mut_val *condition = find_condition (sheet, "Progressing");

  if (condition == NULL || member_is (condition, "reason", "NewReplicaSetAvailable"))
    return FALSE;

  if (member_is (condition, "reason", "ProgressDeadlineExceeded"))
    return TRUE;

  return get_deadline (sheet, rollout) < kin_demo_world_get_now (rollout->world);
}

static char *
dup_sentence (const KinDemoRollout *rollout,
              const char           *rest)
{
  KinDemoObject *object = rollout->new_set != NULL ? rollout->new_set->object : rollout->object;

  return g_strdup_printf ("%s \"%s\" %s", rollout->new_set != NULL ? "ReplicaSet" : "Deployment",
                          kin_demo_object_get_name (object), rest);
}

static void
judge_progress (Sheet                *sheet,
                const KinDemoRollout *rollout,
                const Counts         *before,
                const Counts         *after)
{
  yyjson_mut_val *current = find_condition (sheet, "Progressing");
  g_autofree char *sentence = NULL;

  /* It was complete and no new rollout has begun: pods that come and go are none of its business. */
  if (after->replicas == after->updated && member_is (current, "reason", "NewReplicaSetAvailable"))
    return;

  if (counts_are_complete (after, rollout))
    {
      sentence = dup_sentence (rollout, "has successfully progressed.");
      set_condition (sheet, "Progressing", "True", "NewReplicaSetAvailable", sentence);
    }
  else if (has_progressed (before, after))
    {
      /* Written even if it says the same: the deadline counts from its time. */
      sentence = dup_sentence (rollout, "is progressing.");
      renew_condition (sheet, "Progressing", "True", "ReplicaSetUpdated", sentence);
    }
  else if (has_timed_out (sheet, rollout))
    {
      sentence = dup_sentence (rollout, "has timed out progressing.");
      set_condition (sheet, "Progressing", "False", "ProgressDeadlineExceeded", sentence);
    }
}

static KinJsonValue *
find_failure (const KinDemoRolloutSet *set)
{
  KinJsonIter iter;
  KinJsonValue *condition;

  kin_json_iter_init (&iter, kin_json_get (kin_demo_rollout_set_get_status (set), "conditions"));
  while (kin_json_iter_next (&iter, NULL, &condition))
    {
      if (g_strcmp0 (kin_json_get_string (condition, "type"), "ReplicaFailure") == 0)
        return condition;
    }

  return NULL;
}

/* The new one's failure goes before the old ones'. */
static void
copy_failure (Sheet                *sheet,
              const KinDemoRollout *rollout)
{
  KinJsonValue *failure = rollout->new_set != NULL ? find_failure (rollout->new_set) : NULL;

  for (guint i = 0; i < rollout->sets->len && failure == NULL; i++)
    failure = find_failure (g_ptr_array_index (rollout->sets, i));

  if (failure == NULL)
    remove_condition (sheet, "ReplicaFailure");
  else
    set_condition (sheet, "ReplicaFailure", kin_json_get_string (failure, "status"),
                   kin_json_get_string (failure, "reason"), kin_json_get_string (failure, "message"));
}

/* When to look whether the deadline has passed; a second later, since times are whole seconds. */
static gint64
get_wait (Sheet                *sheet,
          const KinDemoRollout *rollout,
          const Counts         *counts)
{
  yyjson_mut_val *condition = find_condition (sheet, "Progressing");

  if (rollout->deadline_s < 0 || condition == NULL || counts_are_complete (counts, rollout))
    return -1;

  if (member_is (condition, "reason", "ProgressDeadlineExceeded")
      || member_is (condition, "reason", "NewReplicaSetAvailable"))
    return -1;

  return MAX (get_deadline (sheet, rollout) - kin_demo_world_get_now (rollout->world), 0) + G_USEC_PER_SEC;
}

/**
 * kin_demo_rollout_get_progress_reason:
 * @self: a rollout
 *
 * Returns: (nullable): the reason of the condition Progressing, %NULL if there is no such condition
 */
const char *
kin_demo_rollout_get_progress_reason (const KinDemoRollout *self)
{
  KinJsonIter iter;
  KinJsonValue *condition;

  g_return_val_if_fail (self != NULL, NULL);

  kin_json_iter_init (&iter, kin_json_get (kin_demo_rollout_get_status (self), "conditions"));
  while (kin_json_iter_next (&iter, NULL, &condition))
    {
      if (g_strcmp0 (kin_json_get_string (condition, "type"), "Progressing") == 0)
        return kin_json_get_string (condition, "reason");
    }

  return NULL;
}

/**
 * kin_demo_rollout_announce:
 * @self: a rollout
 * @revision: the revision that the Deployment is at, 0 to leave it as it is
 * @status: the status of the condition Progressing
 * @reason: (nullable): its reason, %NULL to leave the condition as it is
 * @message: (nullable): its message
 *
 * Writes at once which revision is rolled out, and what has just happened.
 */
void
kin_demo_rollout_announce (KinDemoRollout *self,
                           gint64          revision,
                           const char     *status,
                           const char     *reason,
                           const char     *message)
{
  g_auto(Sheet) sheet = { 0 };

  g_return_if_fail (self != NULL);

  sheet_init (&sheet, self);
  if (reason != NULL)
    set_condition (&sheet, "Progressing", status, reason, message);
  if (yyjson_mut_arr_size (sheet.conditions) > 0)
    kin_demo_set (sheet.draft, sheet.status, "conditions", sheet.conditions);

  if (revision > 0)
    {
      yyjson_mut_val *annotations = kin_demo_ensure_object (sheet.draft, yyjson_mut_doc_get_root (sheet.draft),
                                                            "metadata", "annotations", NULL);
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, revision);

      kin_demo_set_string (sheet.draft, annotations, KIN_DEMO_ANNOTATION_REVISION, text);
    }

  sheet_write (&sheet, self);
}

/**
 * kin_demo_rollout_is_complete:
 * @self: a rollout
 *
 * Returns: whether the Deployment's status says that all pods are new and available, and no old ones are left
 */
gboolean
kin_demo_rollout_is_complete (const KinDemoRollout *self)
{
  KinJsonValue *status;
  Counts counts;

  g_return_val_if_fail (self != NULL, FALSE);

  status = kin_demo_rollout_get_status (self);
  read_counts (&counts, status);

  return counts_are_complete (&counts, self)
         && kin_json_get_integer (status, "observedGeneration", 0) >= get_generation (self);
}

/**
 * kin_demo_rollout_sync_status:
 * @self: a rollout
 * @judge: whether progress is judged: not while the Deployment is paused or was scaled
 *
 * Writes the Deployment's status as it is now.
 *
 * Returns: microseconds until the progress is to be judged again, or -1
 */
gint64
kin_demo_rollout_sync_status (KinDemoRollout *self,
                              gboolean        judge)
{
  g_auto(Sheet) sheet = { 0 };
  yyjson_mut_val *status;
  Counts before;
  Counts after;
  gint64 wait = -1;

  g_return_val_if_fail (self != NULL, -1);

  read_counts (&before, kin_demo_rollout_get_status (self));
  take_counts (&after, self);

  sheet_init (&sheet, self);
  judge_availability (&sheet, self, &after);
  if (judge && self->deadline_s < 0)
    remove_condition (&sheet, "Progressing");
  else if (judge)
    judge_progress (&sheet, self, &before, &after);
  if (judge)
    {
      copy_failure (&sheet, self);
      wait = get_wait (&sheet, self, &after);
    }

  status = new_status (&sheet, self, &after);
  if (!yyjson_mut_equals (status, sheet.status))
    {
      kin_demo_set (sheet.draft, yyjson_mut_doc_get_root (sheet.draft), "status", status);
      sheet_write (&sheet, self);
    }

  return wait;
}
