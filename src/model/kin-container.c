/* kin-container.c: what is shown of one container of a pod.
 *
 * A pod's containers are read from its body only when its row is open: nine pods in ten are never looked into.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-container.h"

#include "object/kin-json.h"

struct _KinContainer
{
  grefcount ref_count;
  char     *name;
  char     *image;
  char     *state;
  gboolean  is_ready;
  gboolean  is_init;
  gint64    restarts;
};

static KinJsonValue *
find_status (KinJsonValue *statuses,
             const char   *name)
{
  for (gsize i = 0; i < kin_json_value_get_size (statuses); i++)
    {
      KinJsonValue *status = kin_json_array_get (statuses, i);

      if (g_strcmp0 (kin_json_get_string (status, "name"), name) == 0)
        return status;
    }

  return NULL;
}

/* A container that ended without a reason is told by its signal or exit code, as kubectl does for a pod. */
static char *
dup_terminated_state (KinJsonValue *terminated)
{
  const char *reason = kin_json_get_string (terminated, "reason");
  gint64 signal_number = kin_json_get_integer (terminated, "signal", 0);

  if (reason != NULL && *reason != '\0')
    return g_strdup (reason);
  if (signal_number != 0)
    return g_strdup_printf ("Signal:%" G_GINT64_FORMAT, signal_number);

  return g_strdup_printf ("ExitCode:%" G_GINT64_FORMAT, kin_json_get_integer (terminated, "exitCode", 0));
}

/* Kubernetes' own words, not translated: they are what one looks for. */
static char *
dup_state (KinJsonValue *status)
{
  KinJsonValue *state = kin_json_get (status, "state");
  KinJsonValue *terminated = kin_json_get (state, "terminated");
  const char *reason = kin_json_get_string (kin_json_get (state, "waiting"), "reason");

  if (terminated != NULL)
    return dup_terminated_state (terminated);
  if (kin_json_get (state, "running") != NULL)
    return g_strdup ("Running");

  return g_strdup (reason != NULL && *reason != '\0' ? reason : "Waiting");
}

static KinContainer *
read_container (KinJsonValue *spec,
                KinJsonValue *status,
                gboolean      is_init)
{
  KinContainer *self = g_new0 (KinContainer, 1);
  const char *image = kin_json_get_string (spec, "image");

  g_ref_count_init (&self->ref_count);
  self->name = g_strdup (kin_json_get_string (spec, "name"));
  self->image = g_strdup (image != NULL ? image : "");
  self->state = dup_state (status);
  self->is_ready = kin_json_get_boolean (status, "ready", FALSE);
  self->restarts = kin_json_get_integer (status, "restartCount", 0);
  /* A sidecar stands among the init containers but runs as long as the pod does. */
  self->is_init = is_init && g_strcmp0 (kin_json_get_string (spec, "restartPolicy"), "Always") != 0;

  return self;
}

static void
read_containers (GPtrArray    *containers,
                 KinJsonValue *root,
                 const char   *spec_name,
                 const char   *status_name,
                 gboolean      is_init)
{
  KinJsonValue *specs = kin_json_get_path (root, "spec", spec_name, NULL);
  KinJsonValue *statuses = kin_json_get_path (root, "status", status_name, NULL);

  for (gsize i = 0; i < kin_json_value_get_size (specs); i++)
    {
      KinJsonValue *spec = kin_json_array_get (specs, i);
      const char *name = kin_json_get_string (spec, "name");

      if (name != NULL)
        g_ptr_array_add (containers, read_container (spec, find_status (statuses, name), is_init));
    }
}

/**
 * kin_container_list_of_pod:
 * @pod: a pod
 *
 * Reads the pod's body. Init containers and sidecars come first, then the containers, then ephemeral ones, each as the
 * spec has them.
 *
 * Returns: (transfer full) (element-type KinContainer): its containers; none if the body is not there
 */
GPtrArray *
kin_container_list_of_pod (KinObject *pod)
{
  g_autoptr(GPtrArray) containers = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_container_unref);
  g_autoptr(GBytes) body = NULL;
  g_autoptr(KinJson) json = NULL;
  KinJsonValue *root;

  g_return_val_if_fail (pod != NULL, NULL);

  body = kin_object_dup_body (pod);
  if (body != NULL)
    json = kin_json_parse (g_bytes_get_data (body, NULL), g_bytes_get_size (body), NULL);
  if (json == NULL)
    return g_steal_pointer (&containers);

  root = kin_json_get_root (json);
  read_containers (containers, root, "initContainers", "initContainerStatuses", TRUE);
  read_containers (containers, root, "containers", "containerStatuses", FALSE);
  read_containers (containers, root, "ephemeralContainers", "ephemeralContainerStatuses", FALSE);

  return g_steal_pointer (&containers);
}

/**
 * kin_container_dup_id:
 * @pod: its pod
 * @name: its name
 *
 * Returns: (transfer full): the identity of a container's row
 */
char *
kin_container_dup_id (KinObject  *pod,
                      const char *name)
{
  g_return_val_if_fail (pod != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return g_strconcat (kin_object_get_uid (pod), "/", name, NULL);
}

/**
 * kin_container_ref:
 *
 * Returns: (transfer full): @self
 */
KinContainer *
kin_container_ref (KinContainer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_ref_count_inc (&self->ref_count);

  return self;
}

/**
 * kin_container_unref:
 *
 * Drops a reference.
 */
void
kin_container_unref (KinContainer *self)
{
  g_return_if_fail (self != NULL);

  if (!g_ref_count_dec (&self->ref_count))
    return;

  g_free (self->name);
  g_free (self->image);
  g_free (self->state);
  g_free (self);
}

/**
 * kin_container_equal:
 *
 * Returns: whether both show the same
 */
gboolean
kin_container_equal (const KinContainer *a,
                     const KinContainer *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return g_str_equal (a->name, b->name) &&
         g_str_equal (a->image, b->image) &&
         g_str_equal (a->state, b->state) &&
         a->is_ready == b->is_ready &&
         a->is_init == b->is_init &&
         a->restarts == b->restarts;
}

/**
 * kin_container_get_name:
 *
 * Returns: (transfer none): its name
 */
const char *
kin_container_get_name (const KinContainer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name;
}

/**
 * kin_container_get_image:
 *
 * Returns: (transfer none): the image of the spec, or ""
 */
const char *
kin_container_get_image (const KinContainer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->image;
}

/**
 * kin_container_get_state:
 *
 * Returns: (transfer none): "Running", or why it is not: "CrashLoopBackOff", "Completed"
 */
const char *
kin_container_get_state (const KinContainer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->state;
}

/**
 * kin_container_get_ready:
 *
 * Returns: whether it is ready
 */
gboolean
kin_container_get_ready (const KinContainer *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_ready;
}

/**
 * kin_container_get_restarts:
 *
 * Returns: how often it was started again
 */
gint64
kin_container_get_restarts (const KinContainer *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->restarts;
}

/**
 * kin_container_get_init:
 *
 * Returns: whether it runs before the others, and ends; a sidecar does not
 */
gboolean
kin_container_get_init (const KinContainer *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_init;
}
