/* kin-demo-job.c: Jobs: so many pods at once, until so many have succeeded or too many have failed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-job.h"

#include "demo/kin-demo-job-indexes.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-recorder.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

#define COMPONENT "job-controller"
#define TRACKING "batch.kubernetes.io/job-tracking"
#define INDEX_KEY "batch.kubernetes.io/job-completion-index"
#define FIRST_BACKOFF_S 10
#define LONGEST_BACKOFF_S (10 * 60)

/* A Job while it is looked at. */
typedef struct
{
  KinDemoWorld *world;
  KinDemoObject *job;
  KinDemoDraft *draft;
  yyjson_mut_val *spec;
  yyjson_mut_val *status;
  char *now;
  gint64 now_s;
  gboolean indexed;

  GPtrArray *active;            /* of KinDemoPodFacts */
  KinDemoIndexes *done;         /* of an indexed Job */
  guint n_succeeded;
  guint n_failed;
  guint n_ready;
  guint n_restarts;
  gint64 last_failure_s;
} Sync;

static void
clear_sync (Sync *sync)
{
  g_clear_pointer (&sync->draft, yyjson_mut_doc_free);
  g_clear_pointer (&sync->now, g_free);
  g_clear_pointer (&sync->active, g_ptr_array_unref);
  g_clear_pointer (&sync->done, kin_demo_indexes_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sync, clear_sync)

static yyjson_mut_val *
get_conditions (Sync *sync)
{
  return kin_demo_get (sync->status, "conditions", NULL);
}

static gboolean
has_ended (Sync *sync)
{
  return kin_demo_condition_is_true (get_conditions (sync), "Complete") ||
         kin_demo_condition_is_true (get_conditions (sync), "Failed");
}

static void
set_condition (Sync       *sync,
               const char *type,
               gboolean    holds,
               const char *reason,
               const char *message)
{
  yyjson_mut_val *condition = kin_demo_set_condition (sync->draft, sync->status, type, holds, reason, message,
                                                      sync->now);

  kin_demo_set_string (sync->draft, condition, "lastProbeTime", sync->now);
}

static int
get_index (KinDemoObject *pod)
{
  const char * const *labels = kin_demo_object_get_labels (pod);

  for (guint i = 0; labels[i] != NULL; i += 2)
    {
      if (g_str_equal (labels[i], INDEX_KEY))
        return (int) g_ascii_strtoll (labels[i + 1], NULL, 10);
    }

  return -1;
}

/* When the last of its containers ended. */
static gint64
get_end (KinDemoObject *pod)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (pod);
  yyjson_mut_val *status;
  gint64 end = -1;
  gsize i;
  gsize n;

  yyjson_mut_arr_foreach (kin_demo_get (yyjson_mut_doc_get_root (draft), "status", "containerStatuses", NULL), i, n,
                          status)
    end = MAX (end, kin_demo_get_seconds (kin_demo_get (status, "state", "terminated", NULL), "finishedAt"));

  return end;
}

/* A pod that ended is counted once: it loses the finalizer that held it until then. */
static gboolean
take_finalizer (Sync          *sync,
                KinDemoObject *pod)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (pod);
  yyjson_mut_val *metadata = kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", NULL);

  if (!kin_demo_remove_word (kin_demo_get (metadata, "finalizers", NULL), TRACKING))
    return FALSE;

  if (yyjson_mut_arr_size (kin_demo_get (metadata, "finalizers", NULL)) == 0)
    kin_demo_remove (metadata, "finalizers");

  return kin_demo_upkeep_update (sync->world, pod, draft, KIN_DEMO_MANAGER, NULL);
}

static void
count_end (Sync            *sync,
           KinDemoPodFacts *pod)
{
  gboolean succeeded = pod->phase == KIN_DEMO_POD_SUCCEEDED;

  if (!succeeded)
    sync->last_failure_s = MAX (sync->last_failure_s, get_end (pod->object));

  if (!take_finalizer (sync, pod->object))
    return;

  if (!succeeded)
    sync->n_failed++;
  else if (!sync->indexed || kin_demo_indexes_add (sync->done, get_index (pod->object)))
    sync->n_succeeded++;
}

static void
count_pods (Sync *sync)
{
  g_autoptr(GPtrArray) pods = kin_demo_store_list_owned (kin_demo_world_get_store (sync->world),
                                                         kin_demo_pod_get_kind (sync->world),
                                                         kin_demo_object_get_uid (sync->job));

  for (guint i = 0; i < pods->len; i++)
    {
      g_autoptr(KinDemoPodFacts) pod = kin_demo_pod_facts_new (g_ptr_array_index (pods, i));

      if (kin_demo_pod_facts_is_active (pod))
        {
          sync->n_ready += pod->ready;
          sync->n_restarts += (guint) pod->restarts;
          g_ptr_array_add (sync->active, g_steal_pointer (&pod));
        }
      else
        {
          count_end (sync, pod);
        }
    }
}

static void
begin (Sync          *sync,
       KinDemoWorld  *world,
       KinDemoObject *job)
{
  yyjson_mut_val *root;

  sync->world = world;
  sync->job = job;
  sync->draft = kin_demo_object_edit (job);
  sync->now = kin_demo_world_dup_time (world);
  sync->now_s = kin_demo_world_get_now (world) / G_USEC_PER_SEC;
  sync->active = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_demo_pod_facts_free);

  root = yyjson_mut_doc_get_root (sync->draft);
  sync->spec = kin_demo_get (root, "spec", NULL);
  sync->status = kin_demo_ensure_object (sync->draft, root, "status", NULL);
  sync->indexed = g_strcmp0 (kin_demo_get_string (sync->spec, "completionMode", NULL), "Indexed") == 0;
  sync->done = kin_demo_indexes_parse (kin_demo_get_string (sync->status, "completedIndexes", NULL));
  sync->n_succeeded = (guint) kin_demo_get_integer (sync->status, 0, "succeeded", NULL);
  sync->n_failed = (guint) kin_demo_get_integer (sync->status, 0, "failed", NULL);
  sync->last_failure_s = -1;
}

static void
set_count (Sync       *sync,
           const char *name,
           guint       count)
{
  if (count > 0)
    kin_demo_set_integer (sync->draft, sync->status, name, count);
  else
    kin_demo_remove (sync->status, name);
}

static void
write_status (Sync *sync)
{
  g_autofree char *indexes = kin_demo_indexes_dup_text (sync->done);

  set_count (sync, "active", sync->active->len);
  set_count (sync, "succeeded", sync->n_succeeded);
  set_count (sync, "failed", sync->n_failed);
  kin_demo_set_integer (sync->draft, sync->status, "ready", sync->n_ready);
  kin_demo_set_integer (sync->draft, sync->status, "terminating", 0);
  kin_demo_ensure_object (sync->draft, sync->status, "uncountedTerminatedPods", NULL);
  if (sync->indexed && *indexes != '\0')
    kin_demo_set_string (sync->draft, sync->status, "completedIndexes", indexes);

  kin_demo_upkeep_update_status (sync->world, sync->job, sync->draft);
}

static void
delete_active (Sync  *sync,
               guint  n_left)
{
  while (sync->active->len > n_left)
    {
      KinDemoPodFacts *pod = g_ptr_array_index (sync->active, sync->active->len - 1);

      kin_demo_pod_delete (sync->world, sync->job, pod->object, COMPONENT, NULL);
      g_ptr_array_remove_index (sync->active, sync->active->len - 1);
    }
}

static void
complete (Sync *sync)
{
  const char *message = "Reached expected number of succeeded pods";

  delete_active (sync, 0);
  sync->n_ready = 0;
  set_condition (sync, "SuccessCriteriaMet", TRUE, "CompletionsReached", message);
  set_condition (sync, "Complete", TRUE, "CompletionsReached", message);
  kin_demo_set_string (sync->draft, sync->status, "completionTime", sync->now);
  write_status (sync);
  kin_demo_recorder_event (sync->world, sync->job, "Normal", "Completed", NULL, "Job completed", COMPONENT);
}

static void
fail (Sync       *sync,
      const char *reason,
      const char *message)
{
  delete_active (sync, 0);
  sync->n_ready = 0;
  set_condition (sync, "FailureTarget", TRUE, reason, message);
  set_condition (sync, "Failed", TRUE, reason, message);
  write_status (sync);
  kin_demo_recorder_event (sync->world, sync->job, "Warning", reason, NULL, message, COMPONENT);
}

static void
suspend (Sync *sync)
{
  delete_active (sync, 0);
  sync->n_ready = 0;
  if (!kin_demo_condition_is_true (get_conditions (sync), "Suspended"))
    {
      kin_demo_remove (sync->status, "startTime");
      set_condition (sync, "Suspended", TRUE, "JobSuspended", "Job suspended");
      kin_demo_recorder_event (sync->world, sync->job, "Normal", "Suspended", NULL, "Job suspended", COMPONENT);
    }
  write_status (sync);
}

static void
resume (Sync *sync)
{
  if (kin_demo_condition_is_true (get_conditions (sync), "Suspended"))
    {
      set_condition (sync, "Suspended", FALSE, "JobResumed", "Job resumed");
      kin_demo_recorder_event (sync->world, sync->job, "Normal", "Resumed", NULL, "Job resumed", COMPONENT);
    }
  if (kin_demo_get (sync->status, "startTime", NULL) == NULL)
    kin_demo_set_string (sync->draft, sync->status, "startTime", sync->now);
}

/* The lowest index that is neither done nor being worked at. */
static int
find_free_index (Sync *sync)
{
  int index = 0;

  for (gboolean taken = TRUE; taken; index += taken)
    {
      taken = kin_demo_indexes_contains (sync->done, index);
      for (guint i = 0; i < sync->active->len && !taken; i++)
        taken = get_index (((KinDemoPodFacts *) g_ptr_array_index (sync->active, i))->object) == index;
    }

  return index;
}

static void
tell_index (KinDemoDraft   *draft,
            yyjson_mut_val *container,
            const char     *env_name)
{
  yyjson_mut_val *variable = yyjson_mut_arr_add_obj (draft, kin_demo_ensure_array (draft, container, "env"));
  yyjson_mut_val *field = kin_demo_ensure_object (draft, variable, "valueFrom", "fieldRef", NULL);

  kin_demo_set_string (draft, variable, "name", env_name);
  kin_demo_set_string (draft, field, "fieldPath", "metadata.labels['" INDEX_KEY "']");
}

static void
set_index (Sync         *sync,
           KinDemoDraft *pod,
           int           index)
{
  g_autofree char *text = g_strdup_printf ("%d", index);
  g_autofree char *host = g_strconcat (kin_demo_object_get_name (sync->job), "-", text, NULL);
  g_autofree char *prefix = g_strconcat (host, "-", NULL);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (pod);
  yyjson_mut_val *metadata = kin_demo_get (root, "metadata", NULL);
  yyjson_mut_val *container;
  gsize i;
  gsize n;

  kin_demo_set_string (pod, metadata, "generateName", prefix);
  kin_demo_set_string (pod, kin_demo_ensure_object (pod, metadata, "labels", NULL), INDEX_KEY, text);
  kin_demo_set_string (pod, kin_demo_ensure_object (pod, metadata, "annotations", NULL), INDEX_KEY, text);
  kin_demo_set_string (pod, kin_demo_get (root, "spec", NULL), "hostname", host);
  yyjson_mut_arr_foreach (kin_demo_get (root, "spec", "containers", NULL), i, n, container)
    tell_index (pod, container, "JOB_COMPLETION_INDEX");
}

static gboolean
start_pod (Sync *sync)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_pod_new_draft (sync->job, kin_demo_get (sync->spec, "template", NULL), NULL);
  g_autoptr(KinDemoObject) pod = NULL;
  yyjson_mut_val *metadata = kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", NULL);

  yyjson_mut_arr_add_str (draft, kin_demo_ensure_array (draft, metadata, "finalizers"), TRACKING);
  if (sync->indexed)
    set_index (sync, draft, find_free_index (sync));

  pod = kin_demo_pod_create (sync->world, sync->job, draft, COMPONENT, NULL);
  if (pod == NULL)
    return FALSE;

  g_ptr_array_add (sync->active, kin_demo_pod_facts_new (pod));

  return TRUE;
}

/* Returns: seconds until another pod may be tried after failures */
static gint64
get_backoff (Sync *sync)
{
  gint64 wait = FIRST_BACKOFF_S << MIN (MAX (sync->n_failed, 1) - 1, 6);

  if (sync->last_failure_s < 0)
    return 0;

  return MAX (sync->last_failure_s + MIN (wait, LONGEST_BACKOFF_S) - sync->now_s, 0);
}

static guint
count_wanted (Sync *sync)
{
  guint parallelism = (guint) kin_demo_get_integer (sync->spec, 1, "parallelism", NULL);
  gint64 completions = kin_demo_get_integer (sync->spec, -1, "completions", NULL);

  if (completions < 0)
    return sync->n_succeeded > 0 ? sync->active->len : parallelism;

  return MIN (parallelism, (guint) MAX (completions - sync->n_succeeded, 0));
}

/* Returns: microseconds until it is to be looked at again, or -1 */
static gint64
start_pods (Sync *sync)
{
  guint n_wanted = count_wanted (sync);
  gint64 backoff;

  if (sync->active->len >= n_wanted)
    {
      delete_active (sync, n_wanted);
      return -1;
    }

  backoff = get_backoff (sync);
  if (backoff > 0)
    return backoff * G_USEC_PER_SEC;

  while (sync->active->len < n_wanted)
    {
      if (!start_pod (sync))
        return G_USEC_PER_SEC;
    }

  return -1;
}

static gboolean
is_complete (Sync *sync)
{
  gint64 completions = kin_demo_get_integer (sync->spec, -1, "completions", NULL);

  if (completions < 0)
    return sync->n_succeeded > 0 && sync->active->len == 0;

  return sync->n_succeeded >= completions;
}

static gint64
get_deadline (Sync *sync)
{
  gint64 limit = kin_demo_get_integer (sync->spec, -1, "activeDeadlineSeconds", NULL);
  gint64 start = kin_demo_get_seconds (sync->status, "startTime");

  return limit < 0 || limit > G_MAXINT32 || start < 0 ? G_MAXINT64 : start + limit;
}

static gint64
go_on (Sync *sync)
{
  gint64 limit = kin_demo_get_integer (sync->spec, 6, "backoffLimit", NULL);
  gint64 deadline;
  gint64 wait;

  resume (sync);
  deadline = get_deadline (sync);

  if (sync->n_failed > limit || sync->n_restarts > limit)
    {
      fail (sync, "BackoffLimitExceeded", "Job has reached the specified backoff limit");
      return -1;
    }
  if (sync->now_s >= deadline)
    {
      fail (sync, "DeadlineExceeded", "Job was active longer than specified deadline");
      return -1;
    }
  if (is_complete (sync))
    {
      complete (sync);
      return -1;
    }

  wait = start_pods (sync);
  write_status (sync);
  if (wait < 0 && deadline < G_MAXINT64)
    wait = (deadline - sync->now_s) * G_USEC_PER_SEC;

  return wait;
}

/* A Job that ended may have a time after which it goes. */
static gint64
clean_up (Sync *sync)
{
  gint64 lifetime = kin_demo_get_integer (sync->spec, -1, "ttlSecondsAfterFinished", NULL);
  yyjson_mut_val *failed = kin_demo_find_condition (get_conditions (sync), "Failed");
  gint64 end = kin_demo_get_seconds (sync->status, "completionTime");

  if (lifetime < 0)
    return -1;

  if (end < 0)
    end = kin_demo_get_seconds (failed, "lastTransitionTime");
  if (end + lifetime > sync->now_s)
    return (end + lifetime - sync->now_s) * G_USEC_PER_SEC;

  kin_demo_upkeep_delete (sync->world, sync->job);

  return -1;
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  g_autoptr(KinDemoObject) job = kin_demo_upkeep_get (world, "batch", "v1", "jobs", namespace_, name);
  g_auto(Sync) sync = { 0 };

  if (job == NULL || kin_demo_object_is_deleting (job))
    return -1;

  begin (&sync, world, job);
  if (has_ended (&sync))
    return clean_up (&sync);

  count_pods (&sync);
  if (!kin_demo_get_boolean (sync.spec, FALSE, "suspend", NULL))
    return go_on (&sync);

  suspend (&sync);

  return -1;
}

const KinDemoController kin_demo_job_controller = {
  .name = COMPONENT,
  .group = "batch",
  .version = "v1",
  .plural = "jobs",
  .reconcile = reconcile,
};
