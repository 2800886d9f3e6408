/* kin-demo-container.c: the life of one container: its image is pulled, it starts, becomes ready, and perhaps it ends,
 * waits and starts again.
 *
 * How long each step takes follows from the pod's uid, which came by chance; when it began is in the status. So the
 * container's state is a function of time, and nobody has to remember anything.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-container.h"

#include "demo/kin-demo-image.h"
#include "demo/kin-demo-time.h"
#include "object/kin-time.h"

#define MILLI G_GINT64_CONSTANT (1000)
#define SECOND (1000 * MILLI)

/* How long a container that failed is kept from starting again: doubled each time, as the kubelet does. */
#define FIRST_BACK_OFF (10 * SECOND)
#define LONGEST_BACK_OFF (300 * SECOND)

static yyjson_mut_val *
get_state (KinDemoContainer *self,
           const char       *name)
{
  return kin_demo_get (self->status, "state", name, NULL);
}

static gint64
read_time (yyjson_mut_val *object,
           const char     *name)
{
  return kin_time_parse (kin_demo_get_string (object, name, NULL)) * G_USEC_PER_SEC;
}

static gint64
get_restarts (KinDemoContainer *self)
{
  return kin_demo_get_integer (self->status, 0, "restartCount", NULL);
}

static gboolean
is_on (KinDemoContainer *self,
       const char       *annotation)
{
  return g_strcmp0 (kin_demo_pod_life_get_annotation (self->life, annotation), "true") == 0;
}

static void
tell (KinDemoContainer *self,
      const char       *type,
      const char       *reason,
      const char       *message)
{
  kin_demo_pod_life_tell (self->life, self->field_path, type, reason, message);
}

static gint64
get_chance (KinDemoContainer *self,
            const char       *what,
            gint64            n,
            gint64            least,
            gint64            most)
{
  g_autofree char *key = g_strconcat (self->name, "/", what, NULL);

  return kin_demo_pod_life_get_chance (self->life, key, n, least, most);
}

/* Replaces the state; the value belongs to the draft. */
static yyjson_mut_val *
set_state (KinDemoContainer *self,
           const char       *name)
{
  KinDemoDraft *draft = self->life->draft;
  yyjson_mut_val *state = yyjson_mut_obj (draft);
  yyjson_mut_val *value = yyjson_mut_obj (draft);

  kin_demo_set (draft, state, name, value);
  kin_demo_set (draft, self->status, "state", state);
  self->life->changed = TRUE;

  return value;
}

static void
set_flags (KinDemoContainer *self,
           gboolean          ready,
           gboolean          started)
{
  kin_demo_set_boolean (self->life->draft, self->status, "ready", ready);
  kin_demo_set_boolean (self->life->draft, self->status, "started", started);
  self->life->changed = TRUE;
}

static void
set_time (KinDemoContainer *self,
          yyjson_mut_val   *object,
          const char       *name,
          gint64            time_us)
{
  g_autofree char *text = kin_demo_time_dup (time_us);

  kin_demo_set_string (self->life->draft, object, name, text);
}

static char *
dup_pull_error (KinDemoContainer *self)
{
  g_autofree char *full = kin_demo_image_dup_full_name (self->image);

  return g_strdup_printf ("rpc error: code = NotFound desc = failed to pull and unpack image \"%s\": failed to resolve "
                          "reference \"%s\": %s: not found", full, full, full);
}

static void
set_waiting (KinDemoContainer *self,
             const char       *reason,
             const char       *message)
{
  yyjson_mut_val *waiting = set_state (self, "waiting");

  kin_demo_set_string (self->life->draft, waiting, "reason", reason);
  kin_demo_set_string (self->life->draft, waiting, "message", message);
}

static gboolean
is_waiting_for (KinDemoContainer *self,
                const char       *reason)
{
  return g_strcmp0 (kin_demo_get_string (get_state (self, "waiting"), "reason", NULL), reason) == 0;
}

static char *
dup_pulling (KinDemoContainer *self)
{
  return g_strdup_printf ("Pulling image \"%s\"", self->image);
}

static void
fail_pull (KinDemoContainer *self)
{
  g_autofree char *error = dup_pull_error (self);
  g_autofree char *pulling = dup_pulling (self);
  g_autofree char *message = g_strdup_printf ("Failed to pull image \"%s\": %s", self->image, error);

  if (is_waiting_for (self, "ErrImagePull"))
    return;

  tell (self, "Normal", "Pulling", pulling);
  tell (self, "Warning", "Failed", message);
  tell (self, "Warning", "Failed", "Error: ErrImagePull");
  set_waiting (self, "ErrImagePull", error);
}

static void
back_off_pull (KinDemoContainer *self)
{
  g_autofree char *error = dup_pull_error (self);
  g_autofree char *words = g_strdup_printf ("Back-off pulling image \"%s\"", self->image);
  g_autofree char *message = g_strdup_printf ("%s: ErrImagePull: %s", words, error);

  if (is_waiting_for (self, "ImagePullBackOff"))
    return;

  tell (self, "Normal", "BackOff", words);
  tell (self, "Warning", "Failed", "Error: ImagePullBackOff");
  set_waiting (self, "ImagePullBackOff", message);
}

/* Attempt, failure, pause, attempt …: goes through the timetable to where the present is. */
static void
fail_in_turn (KinDemoContainer *self)
{
  gint64 attempt = get_chance (self, "fail", 0, 800 * MILLI, 2500 * MILLI);
  gint64 failure = self->since + attempt;
  gint64 pause = FIRST_BACK_OFF;

  if (!kin_demo_pod_life_reached (self->life, failure))
    return;

  while (failure + pause + attempt <= self->life->now)
    {
      failure += pause + attempt;
      pause = MIN (2 * pause, LONGEST_BACK_OFF);
    }

  if (!kin_demo_pod_life_reached (self->life, failure + pause / 2))
    {
      fail_pull (self);
    }
  else
    {
      back_off_pull (self);
      kin_demo_pod_life_reached (self->life, failure + pause + attempt);
    }
}

static gboolean
has_image (KinDemoContainer *self)
{
  return g_hash_table_contains (self->life->node->images, self->image);
}

static void
tell_pulled (KinDemoContainer *self)
{
  g_autofree char *pulling = dup_pulling (self);
  g_autofree char *message = NULL;
  double seconds = (self->life->now - self->since) / (double) SECOND;

  if (has_image (self) || !kin_demo_pod_life_has_told (self->life, self->field_path, "Normal", "Pulling", pulling))
    message = g_strdup_printf ("Container image \"%s\" already present on machine and can be accessed by the pod",
                               self->image);
  else
    message = g_strdup_printf ("Successfully pulled image \"%s\" in %.3fs (%.3fs including waiting). Image size: %"
                               G_GUINT64_FORMAT " bytes.", self->image, seconds, seconds,
                               kin_demo_image_get_size (self->image));

  tell (self, "Normal", "Pulled", message);
  g_hash_table_add (self->life->node->images, g_strdup (self->image));
}

static void
start (KinDemoContainer *self,
       gint64            time_us)
{
  KinDemoDraft *draft = self->life->draft;
  g_autofree char *image = kin_demo_image_dup_full_name (self->image);
  g_autofree char *image_id = kin_demo_image_dup_id (self->image);
  g_autofree char *id = kin_demo_image_dup_container_id (kin_demo_object_get_uid (self->life->object), self->name,
                                                         get_restarts (self));

  tell_pulled (self);
  tell (self, "Normal", "Created", "Container created");
  tell (self, "Normal", "Started", "Container started");

  set_time (self, set_state (self, "running"), "startedAt", time_us);
  kin_demo_remove (self->status, "started");   /* which stands behind the id */
  kin_demo_set_string (draft, self->status, "image", image);
  kin_demo_set_string (draft, self->status, "imageID", image_id);
  kin_demo_set_string (draft, self->status, "containerID", id);
  set_flags (self, FALSE, TRUE);
}

/* The state so far, if it is the container's end, becomes the last one. */
static void
keep_last_state (KinDemoContainer *self)
{
  yyjson_mut_val *state = kin_demo_get (self->status, "state", NULL);

  if (kin_demo_get (state, "terminated", NULL) != NULL)
    kin_demo_set (self->life->draft, self->status, "lastState", yyjson_mut_val_mut_copy (self->life->draft, state));
}

static void
restart (KinDemoContainer *self,
         gint64            time_us)
{
  keep_last_state (self);
  kin_demo_set_integer (self->life->draft, self->status, "restartCount", get_restarts (self) + 1);
  start (self, time_us);
}

static void
end (KinDemoContainer *self,
     gint64            time_us,
     gint64            exit_code,
     const char       *reason)
{
  KinDemoDraft *draft = self->life->draft;
  g_autofree char *started = g_strdup (kin_demo_get_string (get_state (self, "running"), "startedAt", NULL));
  g_autofree char *id = g_strdup (kin_demo_get_string (self->status, "containerID", NULL));
  yyjson_mut_val *terminated = set_state (self, "terminated");

  kin_demo_set_integer (draft, terminated, "exitCode", exit_code);
  kin_demo_set_string (draft, terminated, "reason", reason);
  kin_demo_set_string (draft, terminated, "startedAt", started);
  set_time (self, terminated, "finishedAt", time_us);
  kin_demo_set_string (draft, terminated, "containerID", id);
  set_flags (self, self->is_init && exit_code == 0, FALSE);
}

static gboolean
pull_and_start (KinDemoContainer *self)
{
  gint64 time_us;

  if (self->since == G_MAXINT64)
    return FALSE;

  if (kin_demo_image_is_missing (self->image))
    {
      fail_in_turn (self);
      return FALSE;
    }

  time_us = self->since + (has_image (self) ? get_chance (self, "create", 0, 200 * MILLI, 900 * MILLI)
                                            : get_chance (self, "pull", 0, 1000 * MILLI, 4500 * MILLI));
  if (!has_image (self))
    {
      g_autofree char *pulling = dup_pulling (self);

      if (!kin_demo_pod_life_has_told (self->life, self->field_path, "Normal", "Pulling", pulling))
        tell (self, "Normal", "Pulling", pulling);
    }

  if (!kin_demo_pod_life_reached (self->life, time_us))
    return FALSE;

  start (self, time_us);

  return TRUE;
}

static gboolean
crashes (KinDemoContainer *self)
{
  return !self->is_init && (is_on (self, KIN_DEMO_ANNOTATION_CRASH) || kin_demo_image_crashes (self->image));
}

static const char *
get_restart_policy (KinDemoContainer *self)
{
  const char *own = kin_demo_get_string (self->spec, "restartPolicy", NULL);
  const char *policy = kin_demo_get_string (self->life->spec, "restartPolicy", NULL);

  if (own != NULL)
    return own;

  return policy != NULL ? policy : "Always";
}

/* How long it runs before it ends by itself, -1 for ever. */
static gint64
get_run_time (KinDemoContainer *self)
{
  const char *seconds = kin_demo_pod_life_get_annotation (self->life, KIN_DEMO_ANNOTATION_RUN_SECONDS);
  gint64 n = get_restarts (self);

  if (self->is_init)
    return get_chance (self, "run", n, 500 * MILLI, 2000 * MILLI);

  if (crashes (self))
    return get_chance (self, "run", n, 1000 * MILLI, 4000 * MILLI);

  if (is_on (self, KIN_DEMO_ANNOTATION_OOM))
    return get_chance (self, "run", n, 20 * SECOND, 60 * SECOND);

  if (seconds != NULL)
    return (gint64) (g_ascii_strtod (seconds, NULL) * SECOND);

  return g_str_equal (get_restart_policy (self), "Always") ? -1 : get_chance (self, "run", n, 5 * SECOND, 30 * SECOND);
}

static gint64
get_exit_code (KinDemoContainer *self)
{
  const char *code = kin_demo_pod_life_get_annotation (self->life, KIN_DEMO_ANNOTATION_EXIT_CODE);

  if (self->is_init)
    return 0;

  if (code != NULL)
    return g_ascii_strtoll (code, NULL, 10);

  return crashes (self) ? 1 : 0;
}

static void
end_by_itself (KinDemoContainer *self,
               gint64            time_us)
{
  gint64 exit_code = get_exit_code (self);

  if (!self->is_init && !crashes (self) && is_on (self, KIN_DEMO_ANNOTATION_OOM))
    end (self, time_us, 137, "OOMKilled");
  else
    end (self, time_us, exit_code, exit_code == 0 ? "Completed" : "Error");
}

static gint64
get_ready_delay (KinDemoContainer *self)
{
  gint64 initial = kin_demo_get_integer (self->spec, 0, "readinessProbe", "initialDelaySeconds", NULL);

  return initial * SECOND + get_chance (self, "ready", get_restarts (self), SECOND, 6 * SECOND);
}

static gboolean
becomes_ready (KinDemoContainer *self)
{
  return !self->is_init
         && !crashes (self)
         && !kin_demo_get_boolean (self->status, FALSE, "ready", NULL)
         && g_strcmp0 (kin_demo_pod_life_get_annotation (self->life, KIN_DEMO_ANNOTATION_READY), "never") != 0;
}

static gboolean
run (KinDemoContainer *self)
{
  gint64 started = read_time (get_state (self, "running"), "startedAt");
  gint64 run_time = get_run_time (self);

  if (run_time >= 0 && kin_demo_pod_life_reached (self->life, started + run_time))
    {
      end_by_itself (self, started + run_time);
      return TRUE;
    }

  if (becomes_ready (self) && kin_demo_pod_life_reached (self->life, started + get_ready_delay (self)))
    set_flags (self, TRUE, TRUE);

  return FALSE;
}

static gboolean
is_to_restart (KinDemoContainer *self)
{
  const char *policy = get_restart_policy (self);
  gint64 exit_code = kin_demo_get_integer (get_state (self, "terminated"), 0, "exitCode", NULL);

  if (self->is_init || g_str_equal (policy, "Never"))
    return FALSE;

  return exit_code != 0 || g_str_equal (policy, "Always");
}

static gint64
get_back_off (KinDemoContainer *self)
{
  gint64 restarts = MAX (get_restarts (self), 1);

  return restarts > 6 ? LONGEST_BACK_OFF : MIN (FIRST_BACK_OFF << (restarts - 1), LONGEST_BACK_OFF);
}

static char *
dup_pod_words (KinDemoContainer *self)
{
  KinDemoObject *pod = self->life->object;

  return g_strdup_printf ("%s_%s(%s)", kin_demo_object_get_name (pod), kin_demo_object_get_namespace (pod),
                          kin_demo_object_get_uid (pod));
}

static void
back_off (KinDemoContainer *self)
{
  g_autofree char *pod = dup_pod_words (self);
  g_autofree char *words = g_strdup_printf ("Back-off restarting failed container %s in pod %s", self->name, pod);
  gint64 seconds = get_back_off (self) / SECOND;
  g_autofree char *span = seconds < 60 ? g_strdup_printf ("%ds", (int) seconds)
                                       : g_strdup_printf ("%dm%ds", (int) (seconds / 60), (int) (seconds % 60));
  g_autofree char *message = g_strdup_printf ("back-off %s restarting failed container=%s pod=%s", span, self->name, pod);

  keep_last_state (self);
  set_waiting (self, "CrashLoopBackOff", message);
  tell (self, "Warning", "BackOff", words);
}

/* The first time it is started again at once, then it has to wait. */
static gboolean
end_of_run (KinDemoContainer *self)
{
  gint64 time_us = read_time (get_state (self, "terminated"), "finishedAt") + SECOND;

  if (!is_to_restart (self) || !kin_demo_pod_life_reached (self->life, time_us))
    return FALSE;

  if (get_restarts (self) == 0)
    restart (self, time_us);
  else
    back_off (self);

  return TRUE;
}

static gboolean
wait_for_restart (KinDemoContainer *self)
{
  gint64 finished = read_time (kin_demo_get (self->status, "lastState", "terminated", NULL), "finishedAt");
  gint64 time_us = finished + get_back_off (self);

  if (!kin_demo_pod_life_reached (self->life, time_us))
    return FALSE;

  restart (self, time_us);

  return TRUE;
}

static gboolean
step (KinDemoContainer *self)
{
  if (get_state (self, "running") != NULL)
    return run (self);

  if (get_state (self, "terminated") != NULL)
    return end_of_run (self);

  return is_waiting_for (self, "CrashLoopBackOff") ? wait_for_restart (self) : pull_and_start (self);
}

/**
 * kin_demo_container_init:
 * @self: a container
 * @life: its pod's life
 * @spec: what it is to be
 * @status: what it is
 * @list: where it stands in the pod's spec: “containers” or “initContainers”
 * @since: when it may start, in microseconds since the epoch; %G_MAXINT64 if that is not known
 *
 * Looks at a container.
 */
void
kin_demo_container_init (KinDemoContainer *self,
                         KinDemoPodLife   *life,
                         yyjson_mut_val   *spec,
                         yyjson_mut_val   *status,
                         const char       *list,
                         gint64            since)
{
  const char *image;

  g_return_if_fail (self != NULL && life != NULL);

  image = kin_demo_get_string (spec, "image", NULL);
  self->life = life;
  self->spec = spec;
  self->status = status;
  self->name = kin_demo_get_string (spec, "name", NULL);
  self->image = image != NULL ? image : "";
  self->field_path = g_strdup_printf ("spec.%s{%s}", list, self->name);
  self->is_init = g_str_equal (list, "initContainers")
                  && g_strcmp0 (kin_demo_get_string (spec, "restartPolicy", NULL), "Always") != 0;
  self->since = since;
}

/**
 * kin_demo_container_clear:
 * @self: a container
 *
 * Lets go of it.
 */
void
kin_demo_container_clear (KinDemoContainer *self)
{
  g_clear_pointer (&self->field_path, g_free);
}

/**
 * kin_demo_container_go_on:
 * @self: a container
 *
 * Brings its life up to the present.
 */
void
kin_demo_container_go_on (KinDemoContainer *self)
{
  g_return_if_fail (self != NULL);

  while (step (self))
    continue;
}

/**
 * kin_demo_container_kill:
 * @self: a container
 *
 * Tells that a container that runs is being stopped.
 */
void
kin_demo_container_kill (KinDemoContainer *self)
{
  g_autofree char *message = NULL;

  g_return_if_fail (self != NULL);

  if (get_state (self, "running") == NULL)
    return;

  message = g_strdup_printf ("Stopping container %s", self->name);
  if (!kin_demo_pod_life_has_told (self->life, self->field_path, "Normal", "Killing", message))
    tell (self, "Normal", "Killing", message);
}

/**
 * kin_demo_container_stop:
 * @self: a container
 * @time_us: when it ended, in microseconds since the epoch
 *
 * Ends a container that runs; it obeys, and says that all is well.
 */
void
kin_demo_container_stop (KinDemoContainer *self,
                         gint64            time_us)
{
  g_return_if_fail (self != NULL);

  if (get_state (self, "running") != NULL)
    end (self, time_us, 0, "Completed");
}

/**
 * kin_demo_container_get_done:
 * @self: an init container
 *
 * Gets when the next one may start.
 *
 * Returns: microseconds since the epoch, or %G_MAXINT64 if that is not known
 */
gint64
kin_demo_container_get_done (KinDemoContainer *self)
{
  yyjson_mut_val *running;
  yyjson_mut_val *terminated;

  g_return_val_if_fail (self != NULL, G_MAXINT64);

  running = get_state (self, "running");
  terminated = get_state (self, "terminated");
  if (self->is_init && terminated != NULL)
    return read_time (terminated, "finishedAt");

  return !self->is_init && running != NULL ? read_time (running, "startedAt") : G_MAXINT64;
}

/**
 * kin_demo_container_fill:
 * @draft: the pod
 * @status: an empty container status
 * @name: the container's name
 * @image: its image
 * @reason: what it waits for
 *
 * Fills in the status of a container that was never started.
 */
void
kin_demo_container_fill (KinDemoDraft   *draft,
                         yyjson_mut_val *status,
                         const char     *name,
                         const char     *image,
                         const char     *reason)
{
  g_return_if_fail (draft != NULL && status != NULL);

  kin_demo_set_string (draft, status, "name", name);
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, status, "state", "waiting", NULL), "reason", reason);
  kin_demo_ensure_object (draft, status, "lastState", NULL);
  kin_demo_set_boolean (draft, status, "ready", FALSE);
  kin_demo_set_integer (draft, status, "restartCount", 0);
  kin_demo_set_string (draft, status, "image", image);
  kin_demo_set_string (draft, status, "imageID", "");
  kin_demo_set_boolean (draft, status, "started", FALSE);
}
