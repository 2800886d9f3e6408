/* kin-columns-pod.c: the columns of pods, whose status kubectl works out from all their containers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-columns.h"

#include "object/kin-time.h"

typedef struct
{
  KinJsonValue *spec;
  KinJsonValue *status;
  KinJsonValue *conditions;

  GString *reason;
  guint n_ready;
  guint n_total;
  gint64 restarts;
  gint64 last_restart;
  gint64 sidecar_restarts;
  gint64 last_sidecar_restart;
} PodState;

static const KinColumn pod_columns[] = {
  { "READY", KIN_CELL_RATIO, FALSE, TRUE },
  { "STATUS", KIN_CELL_TEXT, FALSE, FALSE },
  { "RESTARTS", KIN_CELL_RESTARTS, FALSE, TRUE },
  { "IP", KIN_CELL_TEXT, TRUE, FALSE },
  { "NODE", KIN_CELL_TEXT, TRUE, FALSE },
  { "NOMINATED NODE", KIN_CELL_TEXT, TRUE, FALSE },
  { "READINESS GATES", KIN_CELL_RATIO, TRUE, TRUE },
};

static gboolean
is_text (KinJsonValue *object,
         const char   *name,
         const char   *text)
{
  return g_strcmp0 (kin_json_get_string (object, name), text) == 0;
}

static gboolean
has_text (KinJsonValue *object,
          const char   *name)
{
  const char *text = kin_json_get_string (object, name);

  return text != NULL && *text != '\0';
}

/* An init container that goes on running beside the others. */
static gboolean
is_sidecar (KinJsonValue *container)
{
  return is_text (container, "restartPolicy", "Always");
}

static KinJsonValue *
find_named (KinJsonValue *array,
            const char   *member,
            const char   *name)
{
  KinJsonIter iter;
  KinJsonValue *element;

  kin_json_iter_init (&iter, array);
  while (name != NULL && kin_json_iter_next (&iter, NULL, &element))
    {
      if (is_text (element, member, name))
        return element;
    }

  return NULL;
}

static gboolean
is_condition_true (PodState   *pod,
                   const char *type)
{
  return is_text (find_named (pod->conditions, "type", type), "status", "True");
}

static gint64
get_last_termination (KinJsonValue *container_status)
{
  KinJsonValue *terminated = kin_json_get (kin_json_get (container_status, "lastState"), "terminated");

  return kin_time_parse (kin_json_get_string (terminated, "finishedAt"));
}

/* "Error", or, when the kubelet gave no reason, "Signal:9" or "ExitCode:1". */
static void
set_terminated_reason (PodState     *pod,
                       const char   *prefix,
                       KinJsonValue *terminated)
{
  gint64 signal_number = kin_json_get_integer (terminated, "signal", 0);

  if (has_text (terminated, "reason"))
    g_string_printf (pod->reason, "%s%s", prefix, kin_json_get_string (terminated, "reason"));
  else if (signal_number != 0)
    g_string_printf (pod->reason, "%sSignal:%" G_GINT64_FORMAT, prefix, signal_number);
  else
    g_string_printf (pod->reason, "%sExitCode:%" G_GINT64_FORMAT, prefix,
                     kin_json_get_integer (terminated, "exitCode", 0));
}

static void
begin_reason (PodState *pod)
{
  KinJsonIter iter;
  KinJsonValue *condition;

  if (has_text (pod->status, "reason"))
    g_string_assign (pod->reason, kin_json_get_string (pod->status, "reason"));
  else if (has_text (pod->status, "phase"))
    g_string_assign (pod->reason, kin_json_get_string (pod->status, "phase"));

  kin_json_iter_init (&iter, pod->conditions);
  while (kin_json_iter_next (&iter, NULL, &condition))
    {
      if (is_text (condition, "type", "PodScheduled") && is_text (condition, "reason", "SchedulingGated"))
        g_string_assign (pod->reason, "SchedulingGated");
    }
}

/* From the spec: the status of a new pod names no container yet. */
static void
count_containers (PodState *pod)
{
  KinJsonIter iter;
  KinJsonValue *container;

  pod->n_total = (guint) kin_json_value_get_size (kin_json_get (pod->spec, "containers"));

  kin_json_iter_init (&iter, kin_json_get (pod->spec, "initContainers"));
  while (kin_json_iter_next (&iter, NULL, &container))
    {
      if (is_sidecar (container))
        pod->n_total++;
    }
}

static void
count_init_restarts (PodState     *pod,
                     KinJsonValue *container_status,
                     gboolean      sidecar)
{
  gint64 restarts = kin_json_get_integer (container_status, "restartCount", 0);
  gint64 last = get_last_termination (container_status);

  pod->restarts += restarts;
  pod->last_restart = MAX (pod->last_restart, last);
  if (sidecar)
    {
      pod->sidecar_restarts += restarts;
      pod->last_sidecar_restart = MAX (pod->last_sidecar_restart, last);
    }
}

/* Returns whether the pod waits for this init container; then the reason says how. */
static gboolean
waits_for_init_container (PodState     *pod,
                          KinJsonValue *container_status,
                          gboolean      sidecar,
                          guint         i)
{
  KinJsonValue *state = kin_json_get (container_status, "state");
  KinJsonValue *terminated = kin_json_get (state, "terminated");
  KinJsonValue *waiting = kin_json_get (state, "waiting");

  if (terminated != NULL && kin_json_get_integer (terminated, "exitCode", 0) == 0)
    return FALSE;

  if (sidecar && kin_json_get_boolean (container_status, "started", FALSE))
    {
      if (kin_json_get_boolean (container_status, "ready", FALSE))
        pod->n_ready++;
      return FALSE;
    }

  if (terminated != NULL)
    set_terminated_reason (pod, "Init:", terminated);
  else if (has_text (waiting, "reason") && !is_text (waiting, "reason", "PodInitializing"))
    g_string_printf (pod->reason, "Init:%s", kin_json_get_string (waiting, "reason"));
  else
    g_string_printf (pod->reason, "Init:%u/%u", i,
                     (guint) kin_json_value_get_size (kin_json_get (pod->spec, "initContainers")));

  return TRUE;
}

/* Returns whether the pod is still initializing. */
static gboolean
look_at_init_containers (PodState *pod)
{
  KinJsonValue *containers = kin_json_get (pod->spec, "initContainers");
  KinJsonIter iter;
  KinJsonValue *container_status;

  kin_json_iter_init (&iter, kin_json_get (pod->status, "initContainerStatuses"));
  for (guint i = 0; kin_json_iter_next (&iter, NULL, &container_status); i++)
    {
      const char *name = kin_json_get_string (container_status, "name");
      gboolean sidecar = is_sidecar (find_named (containers, "name", name));

      count_init_restarts (pod, container_status, sidecar);
      if (waits_for_init_container (pod, container_status, sidecar, i))
        return TRUE;
    }

  return FALSE;
}

typedef struct
{
  gboolean has_running;
  char *error_reason;      /* of the first container that ended with an error */
} ContainersState;

static void
look_at_container (PodState        *pod,
                   ContainersState *containers,
                   KinJsonValue    *container_status)
{
  KinJsonValue *state = kin_json_get (container_status, "state");
  KinJsonValue *waiting = kin_json_get (state, "waiting");
  KinJsonValue *terminated = kin_json_get (state, "terminated");

  pod->restarts += kin_json_get_integer (container_status, "restartCount", 0);
  pod->last_restart = MAX (pod->last_restart, get_last_termination (container_status));

  if (has_text (waiting, "reason"))
    {
      g_string_assign (pod->reason, kin_json_get_string (waiting, "reason"));
    }
  else if (terminated != NULL)
    {
      set_terminated_reason (pod, "", terminated);
      if (kin_json_get_integer (terminated, "exitCode", 0) != 0)
        g_set_str (&containers->error_reason, pod->reason->str);
    }
  else if (kin_json_get_boolean (container_status, "ready", FALSE) && kin_json_get (state, "running") != NULL)
    {
      containers->has_running = TRUE;
      pod->n_ready++;
    }
}

static void
look_at_containers (PodState *pod)
{
  KinJsonValue *statuses = kin_json_get (pod->status, "containerStatuses");
  ContainersState containers = { 0 };

  pod->restarts = pod->sidecar_restarts;
  pod->last_restart = pod->last_sidecar_restart;

  /* Backwards, so that the first container has the last word. */
  for (gsize i = kin_json_value_get_size (statuses); i > 0; i--)
    look_at_container (pod, &containers, kin_json_array_get (statuses, i - 1));

  /* One container is done, but the pod is not if another still runs. */
  if (g_str_equal (pod->reason->str, "Completed"))
    {
      if (containers.has_running && is_condition_true (pod, "Ready"))
        g_string_assign (pod->reason, "Running");
      else if (containers.error_reason != NULL)
        g_string_assign (pod->reason, containers.error_reason);
      else if (containers.has_running)
        g_string_assign (pod->reason, "NotReady");
    }

  g_free (containers.error_reason);
}

static void
look_at_deletion (PodState     *pod,
                  KinJsonValue *root)
{
  if (!has_text (kin_json_get (root, "metadata"), "deletionTimestamp"))
    return;

  if (is_text (pod->status, "reason", "NodeLost"))
    g_string_assign (pod->reason, "Unknown");
  else if (!is_text (pod->status, "phase", "Failed") && !is_text (pod->status, "phase", "Succeeded"))
    g_string_assign (pod->reason, "Terminating");
}

static void
add_readiness_gates (PodState   *pod,
                     KinCellRow *row)
{
  KinJsonValue *gates = kin_json_get (pod->spec, "readinessGates");
  guint n_true = 0;
  KinJsonIter iter;
  KinJsonValue *gate;

  if (kin_json_value_get_size (gates) == 0)
    {
      kin_cell_row_add_none (row);
      return;
    }

  kin_json_iter_init (&iter, gates);
  while (kin_json_iter_next (&iter, NULL, &gate))
    {
      const char *type = kin_json_get_string (gate, "conditionType");

      if (type != NULL && is_condition_true (pod, type))
        n_true++;
    }

  kin_cell_row_add_ratio (row, n_true, (gint64) kin_json_value_get_size (gates));
}

static void
fill_pod (KinJsonValue *root,
          KinCellRow   *row)
{
  PodState pod = {
    .spec = kin_json_get (root, "spec"),
    .status = kin_json_get (root, "status"),
    .reason = g_string_sized_new (32),
  };

  pod.conditions = kin_json_get (pod.status, "conditions");
  begin_reason (&pod);
  count_containers (&pod);
  if (!look_at_init_containers (&pod) || is_condition_true (&pod, "Initialized"))
    look_at_containers (&pod);
  look_at_deletion (&pod, root);

  kin_cell_row_add_ratio (row, pod.n_ready, pod.n_total);
  kin_cell_row_add_text (row, pod.reason->str);
  kin_cell_row_add_restarts (row, pod.restarts, pod.last_restart);
  kin_cell_row_add_word (row, kin_json_get_string (kin_json_array_get (kin_json_get (pod.status, "podIPs"), 0), "ip"),
                         NULL);
  kin_cell_row_add_word (row, kin_json_get_string (pod.spec, "nodeName"), NULL);
  kin_cell_row_add_word (row, kin_json_get_string (pod.status, "nominatedNodeName"), NULL);
  add_readiness_gates (&pod, row);

  g_string_free (pod.reason, TRUE);
}

const KinColumnSet kin_columns_pod[] = {
  KIN_COLUMN_SET ("", "pods", pod_columns, fill_pod),
  { 0 },
};
