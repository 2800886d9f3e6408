/* kin-columns-workload.c: the columns of what makes pods.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-columns.h"

#include "object/kin-time.h"

#define CONTAINER_COLUMNS                                                                                              \
  { "CONTAINERS", KIN_CELL_TEXT, TRUE, FALSE },                                                                        \
  { "IMAGES", KIN_CELL_TEXT, TRUE, FALSE }

#define SELECTOR_COLUMN { "SELECTOR", KIN_CELL_TEXT, TRUE, FALSE }

static const KinColumn deployment_columns[] = {
  { "READY", KIN_CELL_RATIO, FALSE, TRUE },
  { "UP-TO-DATE", KIN_CELL_INTEGER, FALSE, TRUE },
  { "AVAILABLE", KIN_CELL_INTEGER, FALSE, TRUE },
  CONTAINER_COLUMNS,
  SELECTOR_COLUMN,
};

static const KinColumn replica_set_columns[] = {
  { "DESIRED", KIN_CELL_INTEGER, FALSE, TRUE },
  { "CURRENT", KIN_CELL_INTEGER, FALSE, TRUE },
  { "READY", KIN_CELL_INTEGER, FALSE, TRUE },
  CONTAINER_COLUMNS,
  SELECTOR_COLUMN,
};

static const KinColumn stateful_set_columns[] = {
  { "READY", KIN_CELL_RATIO, FALSE, TRUE },
  CONTAINER_COLUMNS,
};

static const KinColumn daemon_set_columns[] = {
  { "DESIRED", KIN_CELL_INTEGER, FALSE, TRUE },
  { "CURRENT", KIN_CELL_INTEGER, FALSE, TRUE },
  { "READY", KIN_CELL_INTEGER, FALSE, TRUE },
  { "UP-TO-DATE", KIN_CELL_INTEGER, FALSE, TRUE },
  { "AVAILABLE", KIN_CELL_INTEGER, FALSE, TRUE },
  { "NODE SELECTOR", KIN_CELL_TEXT, FALSE, FALSE },
  CONTAINER_COLUMNS,
  SELECTOR_COLUMN,
};

static const KinColumn job_columns[] = {
  { "STATUS", KIN_CELL_TEXT, FALSE, FALSE },
  { "COMPLETIONS", KIN_CELL_RATIO, FALSE, TRUE },
  { "DURATION", KIN_CELL_DURATION, FALSE, TRUE },
  CONTAINER_COLUMNS,
  SELECTOR_COLUMN,
};

static const KinColumn cron_job_columns[] = {
  { "SCHEDULE", KIN_CELL_TEXT, FALSE, FALSE },
  { "TIMEZONE", KIN_CELL_TEXT, FALSE, FALSE },
  { "SUSPEND", KIN_CELL_TEXT, FALSE, FALSE },
  { "ACTIVE", KIN_CELL_INTEGER, FALSE, TRUE },
  { "LAST SCHEDULE", KIN_CELL_TIME, FALSE, TRUE },
  CONTAINER_COLUMNS,
  SELECTOR_COLUMN,
};

static const KinColumn controller_revision_columns[] = {
  { "CONTROLLER", KIN_CELL_TEXT, FALSE, FALSE },
  { "REVISION", KIN_CELL_INTEGER, FALSE, TRUE },
};

/* In the order of kubectl: the first that is true is the job's state. */
static const struct
{
  const char *condition;
  const char *status;
} job_ends[] = {
  { "Complete", "Complete" },
  { "Failed", "Failed" },
}, job_states[] = {
  { "Suspended", "Suspended" },
  { "FailureTarget", "FailureTarget" },
  { "SuccessCriteriaMet", "SuccessCriteriaMet" },
};

static KinJsonValue *
get_pod_spec (KinJsonValue *spec)
{
  return kin_json_get (kin_json_get (spec, "template"), "spec");
}

static void
add_count (KinCellRow   *row,
           KinJsonValue *object,
           const char   *name)
{
  kin_cell_row_add_integer (row, kin_json_get_integer (object, name, 0));
}

/* A server that fills in no defaults leaves a single replica out. */
static gint64
get_replicas (KinJsonValue *spec)
{
  return kin_json_get_integer (spec, "replicas", 1);
}

static void
fill_deployment (KinJsonValue *root,
                 KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");
  KinJsonValue *status = kin_json_get (root, "status");

  kin_cell_row_add_ratio (row, kin_json_get_integer (status, "readyReplicas", 0), get_replicas (spec));
  add_count (row, status, "updatedReplicas");
  add_count (row, status, "availableReplicas");
  kin_columns_add_containers (row, get_pod_spec (spec));
  kin_columns_add_selector (row, kin_json_get (spec, "selector"));
}

static void
add_replicas (KinCellRow   *row,
              KinJsonValue *root)
{
  KinJsonValue *status = kin_json_get (root, "status");

  kin_cell_row_add_integer (row, get_replicas (kin_json_get (root, "spec")));
  add_count (row, status, "replicas");
  add_count (row, status, "readyReplicas");
}

static void
fill_replica_set (KinJsonValue *root,
                  KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");

  add_replicas (row, root);
  kin_columns_add_containers (row, get_pod_spec (spec));
  kin_columns_add_selector (row, kin_json_get (spec, "selector"));
}

/* The ancestor of the replica set: its selector is labels and nothing else. */
static void
fill_replication_controller (KinJsonValue *root,
                             KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");

  add_replicas (row, root);
  kin_columns_add_containers (row, get_pod_spec (spec));
  kin_columns_add_labels (row, kin_json_get (spec, "selector"));
}

static void
fill_stateful_set (KinJsonValue *root,
                   KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");
  KinJsonValue *status = kin_json_get (root, "status");

  kin_cell_row_add_ratio (row, kin_json_get_integer (status, "readyReplicas", 0), get_replicas (spec));
  kin_columns_add_containers (row, get_pod_spec (spec));
}

static void
fill_daemon_set (KinJsonValue *root,
                 KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");
  KinJsonValue *status = kin_json_get (root, "status");
  KinJsonValue *pod_spec = get_pod_spec (spec);

  add_count (row, status, "desiredNumberScheduled");
  add_count (row, status, "currentNumberScheduled");
  add_count (row, status, "numberReady");
  add_count (row, status, "updatedNumberScheduled");
  add_count (row, status, "numberAvailable");
  kin_columns_add_labels (row, kin_json_get (pod_spec, "nodeSelector"));
  kin_columns_add_containers (row, pod_spec);
  kin_columns_add_selector (row, kin_json_get (spec, "selector"));
}

static const char *
find_job_status (KinJsonValue *root)
{
  for (guint i = 0; i < G_N_ELEMENTS (job_ends); i++)
    {
      if (kin_columns_is_condition (root, job_ends[i].condition))
        return job_ends[i].status;
    }

  if (kin_json_get_path (root, "metadata", "deletionTimestamp", NULL) != NULL)
    return "Terminating";

  for (guint i = 0; i < G_N_ELEMENTS (job_states); i++)
    {
      if (kin_columns_is_condition (root, job_states[i].condition))
        return job_states[i].status;
    }

  return "Running";
}

static void
add_completions (KinCellRow   *row,
                 KinJsonValue *spec,
                 KinJsonValue *status)
{
  gint64 succeeded = kin_json_get_integer (status, "succeeded", 0);
  gint64 parallelism = kin_json_get_integer (spec, "parallelism", 0);

  if (kin_json_get (spec, "completions") == NULL && parallelism > 1)
    {
      g_string_append_printf (kin_cell_row_begin_text (row), "%" G_GINT64_FORMAT "/1 of %" G_GINT64_FORMAT, succeeded,
                              parallelism);
      kin_cell_row_end_text (row, "");
      return;
    }

  kin_cell_row_add_ratio (row, succeeded, kin_json_get_integer (spec, "completions", 1));
}

/* The duration of a job that runs is its age since the start, and goes on. */
static void
add_job_duration (KinCellRow   *row,
                  KinJsonValue *status)
{
  gint64 start = kin_time_parse (kin_json_get_string (status, "startTime"));
  gint64 end = kin_time_parse (kin_json_get_string (status, "completionTime"));

  if (start == 0)
    kin_cell_row_add_text (row, "");
  else if (end == 0)
    kin_cell_row_add_time (row, start);
  else
    kin_cell_row_add_duration (row, end - start);
}

static void
fill_job (KinJsonValue *root,
          KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");
  KinJsonValue *status = kin_json_get (root, "status");

  kin_cell_row_add_text (row, find_job_status (root));
  add_completions (row, spec, status);
  add_job_duration (row, status);
  kin_columns_add_containers (row, get_pod_spec (spec));
  kin_columns_add_selector (row, kin_json_get (spec, "selector"));
}

/* Printed with a capital, unlike other kinds' booleans. */
static void
add_suspend (KinCellRow   *row,
             KinJsonValue *value)
{
  if (value == NULL)
    kin_cell_row_add_text (row, "<unset>");
  else
    kin_cell_row_add_text (row, kin_json_value_get_boolean (value) ? "True" : "False");
}

static void
add_optional_time (KinCellRow   *row,
                   KinJsonValue *value)
{
  if (value == NULL)
    kin_cell_row_add_none (row);
  else
    kin_cell_row_add_time (row, kin_time_parse (kin_json_value_get_string (value)));
}

static void
fill_cron_job (KinJsonValue *root,
               KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");
  KinJsonValue *status = kin_json_get (root, "status");
  KinJsonValue *job_spec = kin_json_get_path (spec, "jobTemplate", "spec", NULL);

  kin_cell_row_add_text (row, kin_json_get_string (spec, "schedule"));
  kin_cell_row_add_word (row, kin_json_get_string (spec, "timeZone"), NULL);
  add_suspend (row, kin_json_get (spec, "suspend"));
  kin_cell_row_add_integer (row, (gint64) kin_json_value_get_size (kin_json_get (status, "active")));
  add_optional_time (row, kin_json_get (status, "lastScheduleTime"));
  kin_columns_add_containers (row, get_pod_spec (job_spec));
  kin_columns_add_selector (row, kin_json_get (job_spec, "selector"));
}

/* "statefulset.apps/db" */
static void
add_controller (KinCellRow   *row,
                KinJsonValue *root)
{
  KinJsonIter iter;
  KinJsonValue *owner;

  kin_json_iter_init (&iter, kin_json_get_path (root, "metadata", "ownerReferences", NULL));
  while (kin_json_iter_next (&iter, NULL, &owner))
    {
      const char *kind = kin_json_get_string (owner, "kind");
      const char *name = kin_json_get_string (owner, "name");
      const char *api_version = kin_json_get_string (owner, "apiVersion");
      g_auto(GStrv) group = g_strsplit (api_version != NULL ? api_version : "", "/", 2);
      g_autofree char *small_kind = NULL;

      if (!kin_json_get_boolean (owner, "controller", FALSE) || kind == NULL || name == NULL)
        continue;

      small_kind = g_ascii_strdown (kind, -1);
      g_string_append (kin_cell_row_begin_text (row), small_kind);
      if (g_strv_length (group) == 2)
        kin_cell_row_join (row, ".", group[0]);
      kin_cell_row_join (row, "/", name);
      kin_cell_row_end_text (row, "");
      return;
    }

  kin_cell_row_add_none (row);
}

static void
fill_controller_revision (KinJsonValue *root,
                          KinCellRow   *row)
{
  add_controller (row, root);
  add_count (row, root, "revision");
}

const KinColumnSet kin_columns_workload[] = {
  KIN_COLUMN_SET ("apps", "deployments", deployment_columns, fill_deployment),
  KIN_COLUMN_SET ("apps", "replicasets", replica_set_columns, fill_replica_set),
  KIN_COLUMN_SET ("", "replicationcontrollers", replica_set_columns, fill_replication_controller),
  KIN_COLUMN_SET ("apps", "statefulsets", stateful_set_columns, fill_stateful_set),
  KIN_COLUMN_SET ("apps", "daemonsets", daemon_set_columns, fill_daemon_set),
  KIN_COLUMN_SET ("batch", "jobs", job_columns, fill_job),
  KIN_COLUMN_SET ("batch", "cronjobs", cron_job_columns, fill_cron_job),
  KIN_COLUMN_SET ("apps", "controllerrevisions", controller_revision_columns, fill_controller_revision),
  { 0 },
};
