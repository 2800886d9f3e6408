/* kin-demo-pod-life.c: the life of a pod on its node: its containers one after the other, then side by side.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-pod-life.h"

#include "demo/kin-demo-container.h"
#include "demo/kin-demo-image.h"
#include "demo/kin-demo-recorder.h"
#include "demo/kin-demo-time.h"
#include "demo/kin-demo-world.h"
#include "object/kin-time.h"

/* Until the pod has its network. */
#define SANDBOX_US (300 * 1000)

/* Times are rounded to these, so that many pods' changes come in one go. */
#define GRAIN_US (100 * 1000)

static void
set_text (KinDemoPodLife *self,
          const char     *name,
          const char     *value)
{
  kin_demo_set_string (self->draft, self->status, name, value);
  self->changed = TRUE;
}

/* Both “podIP” and “podIPs”: [{“ip”: …}]. */
static void
set_address (KinDemoPodLife *self,
             const char     *name,
             const char     *names,
             const char     *address)
{
  yyjson_mut_val *entry = yyjson_mut_obj (self->draft);
  yyjson_mut_val *list = yyjson_mut_arr (self->draft);

  kin_demo_set_string (self->draft, entry, "ip", address);
  yyjson_mut_arr_append (list, entry);
  set_text (self, name, address);
  kin_demo_set (self->draft, self->status, names, list);
}

static void
fill_statuses (KinDemoPodLife *self,
               const char     *containers,
               const char     *statuses,
               const char     *reason)
{
  yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with (kin_demo_get (self->spec, containers, NULL));
  yyjson_mut_val *list = yyjson_mut_arr (self->draft);
  yyjson_mut_val *container;

  while ((container = yyjson_mut_arr_iter_next (&iter)) != NULL)
    kin_demo_container_fill (self->draft, yyjson_mut_arr_add_obj (self->draft, list),
                             kin_demo_get_string (container, "name", NULL),
                             kin_demo_get_string (container, "image", NULL), reason);

  if (yyjson_mut_arr_size (list) > 0)
    kin_demo_set (self->draft, self->status, statuses, list);
}

/* The kubelet has seen the pod. */
static void
begin (KinDemoPodLife *self)
{
  gboolean has_init = yyjson_mut_arr_size (kin_demo_get (self->spec, "initContainers", NULL)) > 0;
  const char *reason = has_init ? "PodInitializing" : "ContainerCreating";
  g_autofree char *now = kin_demo_time_dup (self->now);

  if (self->node->address != NULL)
    set_address (self, "hostIP", "hostIPs", self->node->address);
  set_text (self, "startTime", now);
  fill_statuses (self, "initContainers", "initContainerStatuses", "PodInitializing");
  fill_statuses (self, "containers", "containerStatuses", reason);
}

static gint64
get_start (KinDemoPodLife *self)
{
  return kin_time_parse (kin_demo_get_string (self->status, "startTime", NULL)) * G_USEC_PER_SEC + SANDBOX_US;
}

static void
give_address (KinDemoPodLife *self)
{
  g_autofree char *address = NULL;

  if (kin_demo_get (self->status, "podIP", NULL) != NULL)
    return;

  if (kin_demo_get_boolean (self->spec, FALSE, "hostNetwork", NULL))
    address = g_strdup (self->node->address);
  else
    address = kin_demo_node_facts_take_pod_ip (self->node);

  if (address != NULL)
    set_address (self, "podIP", "podIPs", address);
}

static yyjson_mut_val *
find_status (KinDemoPodLife *self,
             const char     *statuses,
             const char     *name)
{
  yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with (kin_demo_get (self->status, statuses, NULL));
  yyjson_mut_val *status;

  while ((status = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (g_strcmp0 (kin_demo_get_string (status, "name", NULL), name) == 0)
        return status;
    }

  return NULL;
}

typedef void (*ContainerFunc) (KinDemoContainer *container,
                               gint64            time_us);

/* Calls the function for each container of a list. Returns when what comes after the list may start, if its
 * containers have to wait for each other. */
static gint64
for_each (KinDemoPodLife *self,
          const char     *containers,
          const char     *statuses,
          gint64          since,
          gboolean        in_turn,
          ContainerFunc   func,
          gint64          time_us)
{
  yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with (kin_demo_get (self->spec, containers, NULL));
  yyjson_mut_val *spec;

  while ((spec = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      yyjson_mut_val *status = find_status (self, statuses, kin_demo_get_string (spec, "name", NULL));
      g_auto(KinDemoContainer) container = { 0 };

      if (status == NULL)
        continue;

      kin_demo_container_init (&container, self, spec, status, containers, since);
      func (&container, time_us);
      if (in_turn)
        since = kin_demo_container_get_done (&container);
    }

  return since;
}

static void
go_on_cb (KinDemoContainer *container,
          gint64            time_us)
{
  kin_demo_container_go_on (container);
}

static void
kill_cb (KinDemoContainer *container,
         gint64            time_us)
{
  kin_demo_container_kill (container);
}

static void
stop_cb (KinDemoContainer *container,
         gint64            time_us)
{
  kin_demo_container_stop (container, time_us);
}

/**
 * kin_demo_pod_life_init:
 * @self: a life
 * @world: the cluster
 * @pod: a pod
 *
 * Looks at a pod and at its node, which may not exist.
 */
void
kin_demo_pod_life_init (KinDemoPodLife *self,
                        KinDemoWorld   *world,
                        KinDemoObject  *pod)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (KIN_IS_DEMO_WORLD (world));
  g_return_if_fail (pod != NULL);

  self->world = world;
  self->object = kin_demo_object_ref (pod);
  self->draft = kin_demo_object_edit (pod);
  self->root = yyjson_mut_doc_get_root (self->draft);
  self->spec = kin_demo_get (self->root, "spec", NULL);
  self->status = kin_demo_ensure_object (self->draft, self->root, "status", NULL);
  self->node = kin_demo_node_book_find (world, kin_demo_get_string (self->spec, "nodeName", NULL));
  self->now = kin_demo_world_get_now (world);
  self->due = G_MAXINT64;
}

/**
 * kin_demo_pod_life_clear:
 * @self: a life
 *
 * Lets go of it.
 */
void
kin_demo_pod_life_clear (KinDemoPodLife *self)
{
  g_clear_pointer (&self->draft, yyjson_mut_doc_free);
  g_clear_pointer (&self->object, kin_demo_object_unref);
}

/**
 * kin_demo_pod_life_go_on:
 * @self: the life of a pod on a node
 *
 * Brings the pod up to the present: its containers, its conditions and its phase.
 */
void
kin_demo_pod_life_go_on (KinDemoPodLife *self)
{
  gint64 since;

  g_return_if_fail (self != NULL && self->node != NULL);

  if (kin_demo_get (self->status, "startTime", NULL) == NULL)
    {
      begin (self);
    }
  else
    {
      since = for_each (self, "initContainers", "initContainerStatuses", get_start (self), TRUE, go_on_cb, 0);
      for_each (self, "containers", "containerStatuses", since, FALSE, go_on_cb, 0);

      /* Told with the first thing that is worth a write. */
      if (self->changed)
        give_address (self);
    }

  if (self->changed)
    kin_demo_pod_life_sum_up (self);
}

/**
 * kin_demo_pod_life_end:
 * @self: the life of a pod that is being deleted
 *
 * Stops its containers, which takes them a moment. When nothing is due any more the pod has ended.
 */
void
kin_demo_pod_life_end (KinDemoPodLife *self)
{
  gint64 grace;
  gint64 asked;
  gint64 ended;

  g_return_if_fail (self != NULL && self->node != NULL);

  grace = kin_demo_get_integer (self->root, 0, "metadata", "deletionGracePeriodSeconds", NULL) * G_USEC_PER_SEC;
  asked = kin_time_parse (kin_demo_get_string (self->root, "metadata", "deletionTimestamp", NULL)) * G_USEC_PER_SEC - grace;
  ended = asked + MIN (kin_demo_pod_life_get_chance (self, "end", 0, G_USEC_PER_SEC, 3 * G_USEC_PER_SEC), grace);

  for_each (self, "initContainers", "initContainerStatuses", G_MAXINT64, FALSE, kill_cb, 0);
  for_each (self, "containers", "containerStatuses", G_MAXINT64, FALSE, kill_cb, 0);
  if (!kin_demo_pod_life_reached (self, ended))
    return;

  for_each (self, "initContainers", "initContainerStatuses", G_MAXINT64, FALSE, stop_cb, ended);
  for_each (self, "containers", "containerStatuses", G_MAXINT64, FALSE, stop_cb, ended);
  if (self->changed)
    kin_demo_pod_life_sum_up (self);
}

/**
 * kin_demo_pod_life_reached:
 * @self: a life
 * @time_us: a moment, in microseconds since the epoch
 *
 * Asks whether a moment has come. If not, the pod will be looked at when it does.
 *
 * Returns: whether it is not in the future
 */
gboolean
kin_demo_pod_life_reached (KinDemoPodLife *self,
                           gint64          time_us)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (time_us <= self->now)
    return TRUE;

  self->due = MIN (self->due, time_us);

  return FALSE;
}

/**
 * kin_demo_pod_life_get_chance:
 * @self: a life
 * @what: what is left to chance
 * @n: which time it is
 * @least_us: the shortest it may take
 * @most_us: the longest
 *
 * Gets how long something takes. It is the same whenever one asks, since it follows from the pod's uid.
 *
 * Returns: microseconds
 */
gint64
kin_demo_pod_life_get_chance (KinDemoPodLife *self,
                              const char     *what,
                              gint64          n,
                              gint64          least_us,
                              gint64          most_us)
{
  guint32 hash;

  g_return_val_if_fail (self != NULL && what != NULL && most_us >= least_us, 0);

  hash = kin_demo_image_hash (kin_demo_object_get_uid (self->object), what, n);

  return least_us + hash % ((most_us - least_us) / GRAIN_US + 1) * GRAIN_US;
}

/**
 * kin_demo_pod_life_get_annotation:
 * @self: a life
 * @name: an annotation's name
 *
 * Returns: (nullable): the pod's annotation
 */
const char *
kin_demo_pod_life_get_annotation (KinDemoPodLife *self,
                                  const char     *name)
{
  g_return_val_if_fail (self != NULL, NULL);

  return kin_demo_get_string (self->root, "metadata", "annotations", name, NULL);
}

static KinDemoEventSource
get_source (KinDemoPodLife *self,
            const char     *field_path)
{
  return (KinDemoEventSource) {
    .component = "kubelet",
    .host = kin_demo_object_get_name (self->node->object),
    .field_path = field_path,
  };
}

/**
 * kin_demo_pod_life_tell:
 * @self: the life of a pod on a node
 * @field_path: (nullable): which part of the pod it is about
 * @type: "Normal" or "Warning"
 * @reason: one word in camel case
 * @message: a sentence
 *
 * Writes an Event about the pod.
 */
void
kin_demo_pod_life_tell (KinDemoPodLife *self,
                        const char     *field_path,
                        const char     *type,
                        const char     *reason,
                        const char     *message)
{
  KinDemoEventSource source;

  g_return_if_fail (self != NULL && self->node != NULL);

  source = get_source (self, field_path);
  kin_demo_recorder_event_from (self->world, self->object, &source, type, reason, message);
}

/**
 * kin_demo_pod_life_has_told:
 * @self: the life of a pod on a node
 * @field_path: (nullable): which part of the pod it is about
 * @type: "Normal" or "Warning"
 * @reason: one word in camel case
 * @message: a sentence
 *
 * Returns: whether there is such an Event about the pod
 */
gboolean
kin_demo_pod_life_has_told (KinDemoPodLife *self,
                            const char     *field_path,
                            const char     *type,
                            const char     *reason,
                            const char     *message)
{
  KinDemoEventSource source;

  g_return_val_if_fail (self != NULL && self->node != NULL, FALSE);

  source = get_source (self, field_path);

  return kin_demo_recorder_has_event (self->world, self->object, &source, type, reason, message);
}
