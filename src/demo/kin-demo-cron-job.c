/* kin-demo-cron-job.c: CronJobs: makes a Job at each time of the schedule, and keeps the last few of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-cron-job.h"

#include "demo/kin-demo-cron.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-recorder.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-time.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

#define COMPONENT "cronjob-controller"

/* A CronJob while it is looked at. */
typedef struct
{
  KinDemoWorld *world;
  KinDemoObject *cron_job;
  KinDemoDraft *draft;
  yyjson_mut_val *root;
  yyjson_mut_val *spec;
  yyjson_mut_val *status;
  gint64 now_s;
} Sync;

typedef enum
{
  JOB_ACTIVE,
  JOB_COMPLETE,
  JOB_FAILED,
} JobState;

static KinDemoKind *
get_job_kind (KinDemoWorld *world)
{
  return kin_demo_upkeep_find_kind (world, "batch", "v1", "jobs");
}

static JobState
get_state (KinDemoObject *job,
           gint64        *start_s,
           char         **completion_time)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (job);
  yyjson_mut_val *status = kin_demo_get (yyjson_mut_doc_get_root (draft), "status", NULL);
  yyjson_mut_val *conditions = kin_demo_get (status, "conditions", NULL);

  if (start_s != NULL)
    *start_s = kin_demo_get_seconds (status, "startTime");
  if (completion_time != NULL)
    *completion_time = g_strdup (kin_demo_get_string (status, "completionTime", NULL));

  if (kin_demo_condition_is_true (conditions, "Complete"))
    return JOB_COMPLETE;

  return kin_demo_condition_is_true (conditions, "Failed") ? JOB_FAILED : JOB_ACTIVE;
}

static void
tell (Sync       *sync,
      const char *type,
      const char *reason,
      const char *format,
      ...) G_GNUC_PRINTF (4, 5);

static void
tell (Sync       *sync,
      const char *type,
      const char *reason,
      const char *format,
      ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  kin_demo_recorder_event (sync->world, sync->cron_job, type, reason, NULL, message, COMPONENT);
}

static void
see_end (Sync          *sync,
         KinDemoObject *job,
         JobState       state,
         const char    *completion_time)
{
  tell (sync, "Normal", "SawCompletedJob", "Saw completed job: %s, condition: %s", kin_demo_object_get_name (job),
        state == JOB_COMPLETE ? "Complete" : "Failed");
  if (state == JOB_COMPLETE && completion_time != NULL)
    kin_demo_set_string (sync->draft, sync->status, "lastSuccessfulTime", completion_time);
}

/* Takes those out of status.active that ended or went. */
static void
update_active (Sync *sync)
{
  yyjson_mut_val *active = kin_demo_get (sync->status, "active", NULL);
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *reference;

  if (!yyjson_mut_arr_iter_init (active, &iter))
    return;

  while ((reference = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      const char *name = kin_demo_get_string (reference, "name", NULL);
      g_autoptr(KinDemoObject) job = kin_demo_upkeep_get (sync->world, "batch", "v1", "jobs",
                                                          kin_demo_object_get_namespace (sync->cron_job), name);
      g_autofree char *completion_time = NULL;
      JobState state = job != NULL ? get_state (job, NULL, &completion_time) : JOB_FAILED;

      if (job == NULL)
        tell (sync, "Normal", "MissingJob", "Active job went missing: %s", name);
      else if (state != JOB_ACTIVE)
        see_end (sync, job, state, completion_time);

      if (state != JOB_ACTIVE)
        yyjson_mut_arr_iter_remove (&iter);
    }

  if (yyjson_mut_arr_size (active) == 0)
    kin_demo_remove (sync->status, "active");
}

static GPtrArray *
list_jobs (Sync *sync)
{
  return kin_demo_store_list_owned (kin_demo_world_get_store (sync->world), get_job_kind (sync->world),
                                    kin_demo_object_get_uid (sync->cron_job));
}

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  gint64 one;
  gint64 two;

  get_state (*(KinDemoObject * const *) a, &one, NULL);
  get_state (*(KinDemoObject * const *) b, &two, NULL);

  return one < two ? -1 : one > two;
}

static void
trim (Sync      *sync,
      GPtrArray *jobs,
      JobState   state,
      gint64     limit)
{
  g_autoptr(GPtrArray) ended = g_ptr_array_new ();

  for (guint i = 0; i < jobs->len; i++)
    {
      KinDemoObject *job = g_ptr_array_index (jobs, i);

      if (!kin_demo_object_is_deleting (job) && get_state (job, NULL, NULL) == state)
        g_ptr_array_add (ended, job);
    }

  g_ptr_array_sort (ended, compare_starts);
  for (guint i = 0; i + limit < ended->len; i++)
    {
      KinDemoObject *job = g_ptr_array_index (ended, i);

      if (kin_demo_upkeep_delete (sync->world, job))
        tell (sync, "Normal", "SuccessfulDelete", "Deleted job %s", kin_demo_object_get_name (job));
    }
}

static void
trim_history (Sync *sync)
{
  g_autoptr(GPtrArray) jobs = list_jobs (sync);

  trim (sync, jobs, JOB_COMPLETE, kin_demo_get_integer (sync->spec, 3, "successfulJobsHistoryLimit", NULL));
  trim (sync, jobs, JOB_FAILED, kin_demo_get_integer (sync->spec, 1, "failedJobsHistoryLimit", NULL));
}

/* The latest time in a span, or -1. */
static gint64
find_last_between (KinDemoCron *cron,
                   GTimeZone   *zone,
                   gint64       after_s,
                   gint64       until_s)
{
  gint64 last = -1;

  for (gint64 time = kin_demo_cron_get_next (cron, after_s, zone); time >= 0 && time <= until_s;
       time = kin_demo_cron_get_next (cron, time, zone))
    last = time;

  return last;
}

/* The latest time that has come since it ran last. After a long sleep there may be thousands: the near past is
 * looked at first. */
static gint64
find_due (Sync        *sync,
          KinDemoCron *cron,
          GTimeZone   *zone)
{
  static const gint64 spans[] = { 60 * 60, 25 * 60 * 60, 32 * 24 * 60 * 60 };
  gint64 deadline = kin_demo_get_integer (sync->spec, -1, "startingDeadlineSeconds", NULL);
  gint64 earliest = kin_demo_get_seconds (sync->status, "lastScheduleTime");

  if (earliest < 0)
    earliest = kin_demo_get_seconds (kin_demo_get (sync->root, "metadata", NULL), "creationTimestamp");
  if (deadline >= 0)
    earliest = MAX (earliest, sync->now_s - deadline);

  for (gsize i = 0; i < G_N_ELEMENTS (spans) && sync->now_s - spans[i] > earliest; i++)
    {
      gint64 due = find_last_between (cron, zone, sync->now_s - spans[i], sync->now_s);

      if (due >= 0)
        return due;
    }

  return find_last_between (cron, zone, earliest, sync->now_s);
}

/* Returns: whether a Job may be started beside those that are active */
static gboolean
settle_concurrency (Sync *sync)
{
  const char *policy = kin_demo_get_string (sync->spec, "concurrencyPolicy", NULL);
  yyjson_mut_val *active = kin_demo_get (sync->status, "active", NULL);
  yyjson_mut_val *reference;
  gsize i;
  gsize n;

  if (active == NULL || g_strcmp0 (policy, "Forbid") == 0)
    {
      if (active != NULL)
        tell (sync, "Normal", "JobAlreadyActive",
              "Not starting job because prior execution is running and concurrency policy is Forbid");
      return active == NULL;
    }

  if (g_strcmp0 (policy, "Replace") != 0)
    return TRUE;

  yyjson_mut_arr_foreach (active, i, n, reference)
    {
      g_autoptr(KinDemoObject) job = kin_demo_upkeep_get (sync->world, "batch", "v1", "jobs",
                                                          kin_demo_object_get_namespace (sync->cron_job),
                                                          kin_demo_get_string (reference, "name", NULL));

      if (job != NULL && kin_demo_upkeep_delete (sync->world, job))
        tell (sync, "Normal", "SuccessfulDelete", "Deleted job %s", kin_demo_object_get_name (job));
    }
  kin_demo_remove (sync->status, "active");

  return TRUE;
}

static KinDemoDraft *
make_job (Sync   *sync,
          gint64  due_s)
{
  KinDemoDraft *draft = kin_demo_draft_new ();
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *metadata = kin_demo_ensure_object (draft, root, "metadata", NULL);
  yyjson_mut_val *template = kin_demo_get (sync->spec, "jobTemplate", NULL);
  yyjson_mut_val *annotations;
  g_autofree char *time = kin_demo_time_dup (due_s * G_USEC_PER_SEC);
  g_autofree char *name = g_strdup_printf ("%s-%" G_GINT64_FORMAT, kin_demo_object_get_name (sync->cron_job),
                                           due_s / 60);

  kin_demo_set_string (draft, metadata, "name", name);
  kin_demo_copy_member (draft, metadata, kin_demo_get (template, "metadata", NULL), "labels");
  kin_demo_copy_member (draft, metadata, kin_demo_get (template, "metadata", NULL), "annotations");
  annotations = kin_demo_ensure_object (draft, metadata, "annotations", NULL);
  kin_demo_set_string (draft, annotations, "batch.kubernetes.io/cronjob-scheduled-timestamp", time);
  yyjson_mut_arr_append (kin_demo_ensure_array (draft, metadata, "ownerReferences"),
                         kin_demo_owner_reference_new (draft, sync->cron_job));
  kin_demo_copy_member (draft, root, template, "spec");

  return draft;
}

static void
note_started (Sync          *sync,
              KinDemoObject *job,
              gint64         due_s)
{
  yyjson_mut_val *reference = yyjson_mut_arr_add_obj (sync->draft,
                                                      kin_demo_ensure_array (sync->draft, sync->status, "active"));
  g_autofree char *version = g_strdup_printf ("%" G_GUINT64_FORMAT, kin_demo_object_get_version (job));
  g_autofree char *time = kin_demo_time_dup (due_s * G_USEC_PER_SEC);

  kin_demo_set_string (sync->draft, reference, "apiVersion", "batch/v1");
  kin_demo_set_string (sync->draft, reference, "kind", "Job");
  kin_demo_set_string (sync->draft, reference, "name", kin_demo_object_get_name (job));
  kin_demo_set_string (sync->draft, reference, "namespace", kin_demo_object_get_namespace (job));
  kin_demo_set_string (sync->draft, reference, "resourceVersion", version);
  kin_demo_set_string (sync->draft, reference, "uid", kin_demo_object_get_uid (job));
  kin_demo_set_string (sync->draft, sync->status, "lastScheduleTime", time);
  tell (sync, "Normal", "SuccessfulCreate", "Created job %s", kin_demo_object_get_name (job));
}

static void
start (Sync   *sync,
       gint64  due_s)
{
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(KinDemoObject) job = NULL;
  g_autoptr(GError) error = NULL;

  if (!settle_concurrency (sync))
    return;

  draft = make_job (sync, due_s);
  job = kin_demo_upkeep_create (sync->world, get_job_kind (sync->world),
                                kin_demo_object_get_namespace (sync->cron_job), draft, KIN_DEMO_MANAGER, &error);
  if (job != NULL)
    note_started (sync, job, due_s);
  else
    tell (sync, "Warning", "FailedCreate", "Error creating job: %s", error->message);
}

/* Returns: microseconds until the next time, or -1 */
static gint64
follow_schedule (Sync *sync)
{
  const char *schedule = kin_demo_get_string (sync->spec, "schedule", NULL);
  const char *zone_name = kin_demo_get_string (sync->spec, "timeZone", NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoCron) cron = kin_demo_cron_parse (schedule, &error);
  g_autoptr(GTimeZone) zone = zone_name != NULL ? g_time_zone_new_identifier (zone_name) : NULL;
  gint64 due;
  gint64 next;

  if (cron == NULL)
    {
      tell (sync, "Warning", "UnparseableSchedule", "unparseable schedule: \"%s\" : %s", schedule, error->message);
      return -1;
    }
  if (zone_name != NULL && zone == NULL)
    {
      tell (sync, "Warning", "UnknownTimeZone", "invalid timeZone: \"%s\": unknown time zone %s", zone_name, zone_name);
      return -1;
    }

  due = find_due (sync, cron, zone);
  if (due >= 0)
    start (sync, due);

  next = kin_demo_cron_get_next (cron, sync->now_s, zone);

  return next >= 0 ? next * G_USEC_PER_SEC - kin_demo_world_get_now (sync->world) : -1;
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  g_autoptr(KinDemoObject) cron_job = kin_demo_upkeep_get (world, "batch", "v1", "cronjobs", namespace_, name);
  g_autoptr(KinDemoDraft) draft = NULL;
  Sync sync;
  gint64 wait = -1;

  if (cron_job == NULL || kin_demo_object_is_deleting (cron_job))
    return -1;

  draft = kin_demo_object_edit (cron_job);
  sync = (Sync) {
    .world = world,
    .cron_job = cron_job,
    .draft = draft,
    .root = yyjson_mut_doc_get_root (draft),
    .now_s = kin_demo_world_get_now (world) / G_USEC_PER_SEC,
  };
  sync.spec = kin_demo_get (sync.root, "spec", NULL);
  sync.status = kin_demo_ensure_object (draft, sync.root, "status", NULL);

  update_active (&sync);
  trim_history (&sync);
  if (!kin_demo_get_boolean (sync.spec, FALSE, "suspend", NULL))
    wait = follow_schedule (&sync);
  kin_demo_upkeep_update_status (world, cron_job, draft);

  return wait;
}

const KinDemoController kin_demo_cron_job_controller = {
  .name = COMPONENT,
  .group = "batch",
  .version = "v1",
  .plural = "cronjobs",
  .reconcile = reconcile,
};
