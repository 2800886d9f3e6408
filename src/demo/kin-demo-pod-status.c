/* kin-demo-pod-status.c: what a pod's containers amount to: its phase and its conditions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-pod-life.h"

#include "demo/kin-demo-world.h"

/* The containers of a pod, counted. */
typedef struct
{
  int n_new;                 /* that never started */
  int n_running;
  int n_succeeded;
  int n_failed;
  GString *unready;          /* names, with spaces between them */
  GString *incomplete;       /* of init containers */
} Count;

static void
count_clear (Count *count)
{
  g_string_free (count->unready, TRUE);
  g_string_free (count->incomplete, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Count, count_clear)

static void
append_name (GString        *names,
             yyjson_mut_val *status)
{
  if (names->len > 0)
    g_string_append_c (names, ' ');
  g_string_append (names, kin_demo_get_string (status, "name", NULL));
}

static void
count_container (Count          *count,
                 yyjson_mut_val *status)
{
  yyjson_mut_val *end = kin_demo_get (status, "state", "terminated", NULL);

  if (end == NULL)
    end = kin_demo_get (status, "lastState", "terminated", NULL);

  if (kin_demo_get (status, "state", "running", NULL) != NULL)
    count->n_running++;
  else if (end == NULL)
    count->n_new++;
  else if (kin_demo_get_integer (end, 0, "exitCode", NULL) == 0)
    count->n_succeeded++;
  else
    count->n_failed++;

  if (!kin_demo_get_boolean (status, FALSE, "ready", NULL))
    append_name (count->unready, status);
}

/* An init container with a restart policy of its own has done its part once it has started. */
static gboolean
is_complete (yyjson_mut_val *status)
{
  return kin_demo_get_boolean (status, FALSE, "ready", NULL) || kin_demo_get_boolean (status, FALSE, "started", NULL);
}

static gboolean
is_sidecar (KinDemoPodLife *self,
            const char     *name)
{
  yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with (kin_demo_get (self->spec, "initContainers", NULL));
  yyjson_mut_val *container;

  while ((container = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (g_strcmp0 (kin_demo_get_string (container, "name", NULL), name) == 0)
        return g_strcmp0 (kin_demo_get_string (container, "restartPolicy", NULL), "Always") == 0;
    }

  return FALSE;
}

static void
count_init_container (KinDemoPodLife *self,
                      Count          *count,
                      yyjson_mut_val *status)
{
  gboolean sidecar = is_sidecar (self, kin_demo_get_string (status, "name", NULL));

  if (sidecar ? !is_complete (status) : !kin_demo_get_boolean (status, FALSE, "ready", NULL))
    append_name (count->incomplete, status);

  if (sidecar && !kin_demo_get_boolean (status, FALSE, "ready", NULL))
    append_name (count->unready, status);
}

static void
count_init (Count          *count,
            KinDemoPodLife *self)
{
  yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with (kin_demo_get (self->status, "initContainerStatuses", NULL));
  yyjson_mut_val *status;

  count->unready = g_string_new (NULL);
  count->incomplete = g_string_new (NULL);

  while ((status = yyjson_mut_arr_iter_next (&iter)) != NULL)
    count_init_container (self, count, status);

  iter = yyjson_mut_arr_iter_with (kin_demo_get (self->status, "containerStatuses", NULL));
  while ((status = yyjson_mut_arr_iter_next (&iter)) != NULL)
    count_container (count, status);
}

/* As the kubelet works it out. What has ended stays so. */
static const char *
get_phase (KinDemoPodLife *self,
           const Count    *count)
{
  const char *before = kin_demo_get_string (self->status, "phase", NULL);
  const char *policy = kin_demo_get_string (self->spec, "restartPolicy", NULL);
  gboolean deleting = kin_demo_object_is_deleting (self->object);

  if (g_strcmp0 (before, "Succeeded") == 0 || g_strcmp0 (before, "Failed") == 0)
    return before;

  if (count->incomplete->len > 0 || count->n_new > 0)
    return "Pending";

  if (count->n_running > 0 || (g_strcmp0 (policy, "Always") == 0 && !deleting))
    return "Running";

  if (count->n_failed == 0)
    return "Succeeded";

  return g_strcmp0 (policy, "Never") == 0 || deleting ? "Failed" : "Running";
}

static yyjson_mut_val *
find_condition (KinDemoPodLife *self,
                const char     *type)
{
  yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with (kin_demo_get (self->status, "conditions", NULL));
  yyjson_mut_val *condition;

  while ((condition = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (g_strcmp0 (kin_demo_get_string (condition, "type", NULL), type) == 0)
        return condition;
    }

  return NULL;
}

static void
add_condition (KinDemoPodLife *self,
               yyjson_mut_val *conditions,
               const char     *type,
               gboolean        holds,
               const char     *reason,
               const char     *message)
{
  yyjson_mut_val *old = find_condition (self, type);
  yyjson_mut_val *condition = yyjson_mut_arr_add_obj (self->draft, conditions);
  g_autofree char *now = kin_demo_world_dup_time (self->world);
  const char *status = holds ? "True" : "False";
  const char *transition = now;

  if (g_strcmp0 (kin_demo_get_string (old, "status", NULL), status) == 0)
    transition = kin_demo_get_string (old, "lastTransitionTime", NULL);

  kin_demo_set_string (self->draft, condition, "type", type);
  kin_demo_set_integer (self->draft, condition, "observedGeneration",
                        kin_demo_get_integer (self->root, 1, "metadata", "generation", NULL));
  kin_demo_set_string (self->draft, condition, "status", status);
  kin_demo_set (self->draft, condition, "lastProbeTime", yyjson_mut_null (self->draft));
  kin_demo_set_string (self->draft, condition, "lastTransitionTime", transition);
  kin_demo_set_string (self->draft, condition, "reason", reason);
  kin_demo_set_string (self->draft, condition, "message", message);
}

/* “Ready” and “ContainersReady” say the same of a pod without readiness gates. */
static void
add_ready (KinDemoPodLife *self,
           yyjson_mut_val *conditions,
           const Count    *count,
           const char     *phase)
{
  g_autofree char *message = NULL;
  const char *reason = NULL;

  if (g_str_equal (phase, "Succeeded"))
    {
      reason = "PodCompleted";
    }
  else if (g_str_equal (phase, "Failed"))
    {
      reason = "PodFailed";
    }
  else if (count->unready->len > 0)
    {
      reason = "ContainersNotReady";
      message = g_strdup_printf ("containers with unready status: [%s]", count->unready->str);
    }

  add_condition (self, conditions, "Ready", reason == NULL, reason, message);
  add_condition (self, conditions, "ContainersReady", reason == NULL, reason, message);
}

static void
add_initialized (KinDemoPodLife *self,
                 yyjson_mut_val *conditions,
                 const Count    *count,
                 const char     *phase)
{
  g_autofree char *message = NULL;

  if (g_str_equal (phase, "Succeeded"))
    {
      add_condition (self, conditions, "Initialized", TRUE, "PodCompleted", NULL);
    }
  else if (count->incomplete->len == 0)
    {
      add_condition (self, conditions, "Initialized", TRUE, NULL, NULL);
    }
  else
    {
      message = g_strdup_printf ("containers with incomplete status: [%s]", count->incomplete->str);
      add_condition (self, conditions, "Initialized", FALSE, "ContainersNotInitialized", message);
    }
}

static gboolean
is_the_kubelets (const char *type)
{
  static const char * const types[] = {
    "PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled", NULL
  };

  return type != NULL && g_strv_contains (types, type);
}

/* Conditions of others stay, before the kubelet's own. */
static void
keep_conditions (KinDemoPodLife *self,
                 yyjson_mut_val *conditions)
{
  yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with (kin_demo_get (self->status, "conditions", NULL));
  yyjson_mut_val *condition;

  while ((condition = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (!is_the_kubelets (kin_demo_get_string (condition, "type", NULL)))
        yyjson_mut_arr_append (conditions, yyjson_mut_val_mut_copy (self->draft, condition));
    }
}

static gboolean
has_sandbox (KinDemoPodLife *self,
             const char     *phase)
{
  return kin_demo_get (self->status, "podIP", NULL) != NULL
         && !g_str_equal (phase, "Succeeded")
         && !g_str_equal (phase, "Failed");
}

static void
move_member (KinDemoPodLife *self,
             yyjson_mut_val *status,
             const char     *name)
{
  yyjson_mut_val *value = kin_demo_get (self->status, name, NULL);

  if (value != NULL && kin_demo_get (status, name, NULL) == NULL)
    kin_demo_set (self->draft, status, name, yyjson_mut_val_mut_copy (self->draft, value));
}

/* The API's order of a status' members, as far as kubelets write them. */
static void
put_in_order (KinDemoPodLife *self,
              const char     *phase,
              yyjson_mut_val *conditions)
{
  static const char * const names[] = {
    "message", "reason", "nominatedNodeName", "hostIP", "hostIPs", "podIP", "podIPs", "startTime",
    "initContainerStatuses", "containerStatuses", "qosClass"
  };
  yyjson_mut_val *status = yyjson_mut_obj (self->draft);
  yyjson_mut_obj_iter iter = yyjson_mut_obj_iter_with (self->status);
  yyjson_mut_val *key;

  kin_demo_set_integer (self->draft, status, "observedGeneration",
                        kin_demo_get_integer (self->root, 1, "metadata", "generation", NULL));
  kin_demo_set_string (self->draft, status, "phase", phase);
  kin_demo_set (self->draft, status, "conditions", conditions);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    move_member (self, status, names[i]);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    move_member (self, status, yyjson_mut_get_str (key));

  kin_demo_set (self->draft, self->root, "status", status);
  self->status = status;
}

/**
 * kin_demo_pod_life_sum_up:
 * @self: a life
 *
 * Works out the pod's phase and conditions from its containers.
 */
void
kin_demo_pod_life_sum_up (KinDemoPodLife *self)
{
  g_auto(Count) count = { 0 };
  yyjson_mut_val *conditions;
  g_autofree char *phase = NULL;

  g_return_if_fail (self != NULL);

  count_init (&count, self);
  phase = g_strdup (get_phase (self, &count));
  conditions = yyjson_mut_arr (self->draft);

  keep_conditions (self, conditions);
  add_condition (self, conditions, "PodReadyToStartContainers", has_sandbox (self, phase), NULL, NULL);
  add_initialized (self, conditions, &count, phase);
  add_ready (self, conditions, &count, phase);
  add_condition (self, conditions, "PodScheduled", TRUE, NULL, NULL);
  put_in_order (self, phase, conditions);
}
