/* kin-rollout.c: where a Deployment's rollout stands, worked out from it, its ReplicaSets and their pods.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "controller/kin-rollout.h"

#include <string.h>

#include "object/kin-json.h"
#include "object/kin-time.h"

#define N_DOT_KINDS (KIN_POD_DOT_FAILED + 1)

struct _KinRollout
{
  char *name;
  KinRolloutState state;
  gboolean paused;
  gint64 revision;
  gint64 desired;
  gint64 updated;
  gint64 ready;
  gint64 available;
  gint64 total;
  gint64 started;
  char *new_replica_set_uid;
  char *new_image;
  char *old_image;
  gsize n_dots[N_DOT_KINDS];
};

static const KinPodDot dot_order[] = {
  KIN_POD_DOT_READY,
  KIN_POD_DOT_STARTING,
  KIN_POD_DOT_FAILED,
  KIN_POD_DOT_OLD,
};

/* What kubectl prints as the STATUS of a pod that will not become ready if nothing changes. */
static const char * const failed_statuses[] = {
  "ContainerCannotRun",
  "ContainerStatusUnknown",
  "CrashLoopBackOff",
  "CreateContainerConfigError",
  "CreateContainerError",
  "DeadlineExceeded",
  "ErrImageNeverPull",
  "ErrImagePull",
  "Error",
  "Evicted",
  "Failed",
  "ImageInspectError",
  "ImagePullBackOff",
  "InvalidImageName",
  "OOMKilled",
  "PostStartHookError",
  "PreStartHookError",
  "RegistryUnavailable",
  "RunContainerError",
  "StartError",
  "UnexpectedAdmissionError",
  NULL,
};

/* A ReplicaSet with its body parsed. */
typedef struct
{
  KinObject *object;
  KinJson *body;
} ReplicaSet;

static KinJson *
parse_body (KinObject *object)
{
  g_autoptr(GBytes) bytes = kin_object_dup_body (object);

  if (bytes == NULL)
    return NULL;

  return kin_json_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL);
}

static void
clear_replica_set (gpointer data)
{
  ReplicaSet *replica_set = data;

  kin_json_free (replica_set->body);
}

/* Those that have no body are left out: nothing can be said of their template. */
static GArray *
parse_replica_sets (GPtrArray *objects)
{
  GArray *replica_sets = g_array_new (FALSE, FALSE, sizeof (ReplicaSet));

  g_array_set_clear_func (replica_sets, clear_replica_set);

  for (guint i = 0; objects != NULL && i < objects->len; i++)
    {
      KinObject *object = g_ptr_array_index (objects, i);
      ReplicaSet replica_set = { object, parse_body (object) };

      if (replica_set.body != NULL)
        g_array_append_val (replica_sets, replica_set);
    }

  return replica_sets;
}

static KinJsonValue *
get_template (KinJson *body)
{
  return kin_json_get_path (kin_json_get_root (body), "spec", "template", NULL);
}

/* Every member of @a but @ignored is in @b and equal. A null member counts as none. */
static gboolean
is_part_of (KinJsonValue *a,
            KinJsonValue *b,
            const char   *ignored)
{
  KinJsonIter iter;
  const char *name;
  KinJsonValue *value;

  if (a == NULL)
    return TRUE;

  kin_json_iter_init (&iter, a);
  while (kin_json_iter_next (&iter, &name, &value))
    {
      KinJsonValue *other = kin_json_get (b, name);

      if (strcmp (name, ignored) == 0 || kin_json_value_get_type (value) == KIN_JSON_NULL)
        continue;
      if (other == NULL || !kin_json_value_equal (value, other))
        return FALSE;
    }

  return TRUE;
}

static gboolean
equal_but_for (KinJsonValue *a,
               KinJsonValue *b,
               const char   *ignored)
{
  return is_part_of (a, b, ignored) && is_part_of (b, a, ignored);
}

static gboolean
templates_equal (KinJsonValue *a,
                 KinJsonValue *b)
{
  KinJsonValue *a_metadata = kin_json_get (a, "metadata");
  KinJsonValue *b_metadata = kin_json_get (b, "metadata");

  return equal_but_for (a, b, "metadata") &&
         equal_but_for (a_metadata, b_metadata, "labels") &&
         equal_but_for (kin_json_get (a_metadata, "labels"), kin_json_get (b_metadata, "labels"), "pod-template-hash");
}

/* Two of one template can be there after a collision or a race: Kubernetes takes the oldest, then the first by name. */
static gboolean
goes_before (KinObject *a,
             KinObject *b)
{
  gint64 a_time = kin_object_get_creation_time (a);
  gint64 b_time = kin_object_get_creation_time (b);

  if (a_time != b_time)
    return a_time < b_time;

  return strcmp (kin_object_get_name (a), kin_object_get_name (b)) < 0;
}

static const ReplicaSet *
find_new_replica_set (GArray       *replica_sets,
                      KinJsonValue *template)
{
  const ReplicaSet *found = NULL;

  for (guint i = 0; i < replica_sets->len; i++)
    {
      const ReplicaSet *candidate = &g_array_index (replica_sets, ReplicaSet, i);

      if (!templates_equal (get_template (candidate->body), template))
        continue;
      if (found == NULL || goes_before (candidate->object, found->object))
        found = candidate;
    }

  return found;
}

static gint64
get_replicas (const ReplicaSet *replica_set)
{
  return kin_json_get_integer (kin_json_get (kin_json_get_root (replica_set->body), "spec"), "replicas", 0);
}

static const ReplicaSet *
find_largest_old_replica_set (GArray           *replica_sets,
                              const ReplicaSet *new_replica_set)
{
  const ReplicaSet *found = NULL;

  for (guint i = 0; i < replica_sets->len; i++)
    {
      const ReplicaSet *candidate = &g_array_index (replica_sets, ReplicaSet, i);

      if (candidate == new_replica_set || get_replicas (candidate) <= 0)
        continue;
      if (found == NULL || get_replicas (candidate) > get_replicas (found))
        found = candidate;
    }

  return found;
}

static const char *
find_image (KinJsonValue *template,
            const char   *container)
{
  KinJsonValue *containers = kin_json_get_path (template, "spec", "containers", NULL);

  for (gsize i = 0; i < kin_json_value_get_size (containers); i++)
    {
      KinJsonValue *candidate = kin_json_array_get (containers, i);

      if (container == NULL || g_strcmp0 (kin_json_get_string (candidate, "name"), container) == 0)
        return kin_json_get_string (candidate, "image");
    }

  return NULL;
}

/* The container whose image the rollout changes; else the first. */
static const char *
find_container (KinJsonValue *new_template,
                KinJsonValue *old_template)
{
  KinJsonValue *containers = kin_json_get_path (new_template, "spec", "containers", NULL);

  for (gsize i = 0; i < kin_json_value_get_size (containers); i++)
    {
      KinJsonValue *container = kin_json_array_get (containers, i);
      const char *name = kin_json_get_string (container, "name");
      const char *old_image = name != NULL ? find_image (old_template, name) : NULL;

      if (old_image != NULL && g_strcmp0 (old_image, kin_json_get_string (container, "image")) != 0)
        return name;
    }

  return kin_json_get_string (kin_json_array_get (containers, 0), "name");
}

static void
find_images (KinRollout       *self,
             KinJsonValue     *new_template,
             const ReplicaSet *old_replica_set)
{
  KinJsonValue *old_template = old_replica_set != NULL ? get_template (old_replica_set->body) : NULL;
  const char *container = find_container (new_template, old_template);

  self->new_image = g_strdup (find_image (new_template, container));
  self->old_image = g_strdup (find_image (old_template, container));
}

static KinJsonValue *
find_condition (KinJsonValue *status,
                const char   *type)
{
  KinJsonValue *conditions = kin_json_get (status, "conditions");

  for (gsize i = 0; i < kin_json_value_get_size (conditions); i++)
    {
      KinJsonValue *condition = kin_json_array_get (conditions, i);

      if (g_strcmp0 (kin_json_get_string (condition, "type"), type) == 0)
        return condition;
    }

  return NULL;
}

/* A rollback takes an old ReplicaSet again: then the condition's time is nearer to the truth. */
static gint64
find_start (const ReplicaSet *new_replica_set,
            KinJsonValue     *progressing)
{
  gint64 created = new_replica_set != NULL ? kin_object_get_creation_time (new_replica_set->object) : 0;
  const char *transition = kin_json_get_string (progressing, "lastTransitionTime");

  return MAX (created, transition != NULL ? kin_time_parse (transition) : 0);
}

static gint64
parse_revision (KinJsonValue *root)
{
  KinJsonValue *annotations = kin_json_get_path (root, "metadata", "annotations", NULL);
  const char *text = kin_json_get_string (annotations, "deployment.kubernetes.io/revision");
  gint64 revision = 0;

  if (text == NULL || !g_ascii_string_to_signed (text, 10, 0, G_MAXINT64, &revision, NULL))
    return 0;

  return revision;
}

static void
read_figures (KinRollout   *self,
              KinJsonValue *spec,
              KinJsonValue *status)
{
  self->paused = kin_json_get_boolean (spec, "paused", FALSE);
  self->desired = kin_json_get_integer (spec, "replicas", 1);
  self->updated = kin_json_get_integer (status, "updatedReplicas", 0);
  self->ready = kin_json_get_integer (status, "readyReplicas", 0);
  self->available = kin_json_get_integer (status, "availableReplicas", 0);
  self->total = kin_json_get_integer (status, "replicas", 0);
}

/* In kubectl's order. That it is paused is not asked: a paused rollout goes on waiting for its update. */
static KinRolloutState
find_state (KinRollout   *self,
            gint64        generation,
            KinJsonValue *spec,
            KinJsonValue *status)
{
  KinJsonValue *progressing = find_condition (status, "Progressing");

  if (generation > kin_json_get_integer (status, "observedGeneration", 0))
    return KIN_ROLLOUT_WAITING_FOR_OBSERVATION;
  if (g_strcmp0 (kin_json_get_string (progressing, "reason"), "ProgressDeadlineExceeded") == 0)
    return KIN_ROLLOUT_DEADLINE_EXCEEDED;
  if (kin_json_get (spec, "replicas") != NULL && self->updated < self->desired)
    return KIN_ROLLOUT_UPDATING;
  if (self->total > self->updated)
    return KIN_ROLLOUT_TERMINATING_OLD;
  if (self->available < self->updated)
    return KIN_ROLLOUT_WAITING_FOR_AVAILABILITY;

  return KIN_ROLLOUT_COMPLETE;
}

static const KinCell *
get_pod_cell (KinObject  *pod,
              const char *column_name)
{
  int column = kin_kind_find_column (kin_object_get_kind (pod), column_name);

  return column >= 0 ? kin_object_get_cell (pod, column) : NULL;
}

static gboolean
is_failed_status (const char *status)
{
  if (g_str_has_prefix (status, "Init:"))
    status += strlen ("Init:");

  return g_strv_contains (failed_statuses, status) ||
         g_str_has_prefix (status, "ExitCode:") ||
         g_str_has_prefix (status, "Signal:");
}

static gboolean
is_full (const KinCell *ratio)
{
  return kin_cell_get_integer (ratio) >= kin_cell_get_total (ratio);
}

static gboolean
is_ready (KinObject *pod)
{
  const KinCell *containers = get_pod_cell (pod, "READY");
  const KinCell *gates = get_pod_cell (pod, "READINESS GATES");

  if (containers == NULL || kin_cell_get_total (containers) == 0 || !is_full (containers))
    return FALSE;

  return gates == NULL || kin_cell_get_type_ (gates) != KIN_CELL_RATIO || is_full (gates);
}

static KinPodDot
find_dot (KinRollout *self,
          KinObject  *pod)
{
  const KinCell *status = get_pod_cell (pod, "STATUS");
  const char *status_text = status != NULL ? kin_cell_get_text (status) : NULL;

  if (g_strcmp0 (kin_object_get_owner_uid (pod), self->new_replica_set_uid) != 0 ||
      kin_object_get_deletion_time (pod) != 0)
    return KIN_POD_DOT_OLD;
  if (status_text != NULL && is_failed_status (status_text))
    return KIN_POD_DOT_FAILED;

  return is_ready (pod) ? KIN_POD_DOT_READY : KIN_POD_DOT_STARTING;
}

static void
count_dots (KinRollout *self,
            GPtrArray  *pods)
{
  for (guint i = 0; pods != NULL && i < pods->len; i++)
    self->n_dots[find_dot (self, g_ptr_array_index (pods, i))]++;
}

static void
clear_rollout (gpointer data)
{
  KinRollout *self = data;

  g_free (self->name);
  g_free (self->new_replica_set_uid);
  g_free (self->new_image);
  g_free (self->old_image);
}

/**
 * kin_rollout_compute:
 * @deployment: a Deployment
 * @replica_sets: (nullable) (element-type KinObject): the ReplicaSets whose controller it is, by UID
 * @pods: (nullable) (element-type KinObject): the pods whose controllers these are, by UID
 *
 * Works out where the rollout stands, as `kubectl rollout status` does, and what becomes of each pod.
 *
 * Returns: (transfer full) (nullable): the rollout, or %NULL if the Deployment has no body to look at
 */
KinRollout *
kin_rollout_compute (KinObject *deployment,
                     GPtrArray *replica_sets,
                     GPtrArray *pods)
{
  g_autoptr(KinJson) body = NULL;
  g_autoptr(GArray) parsed = NULL;
  const ReplicaSet *new_replica_set;
  KinJsonValue *root;
  KinJsonValue *status;
  KinRollout *self;

  g_return_val_if_fail (deployment != NULL, NULL);

  body = parse_body (deployment);
  if (body == NULL)
    return NULL;

  root = kin_json_get_root (body);
  status = kin_json_get (root, "status");
  parsed = parse_replica_sets (replica_sets);
  new_replica_set = find_new_replica_set (parsed, get_template (body));

  self = g_rc_box_new0 (KinRollout);
  self->name = g_strdup (kin_object_get_name (deployment));
  self->revision = parse_revision (root);
  self->started = find_start (new_replica_set, find_condition (status, "Progressing"));
  self->new_replica_set_uid = new_replica_set != NULL ? g_strdup (kin_object_get_uid (new_replica_set->object)) : NULL;
  read_figures (self, kin_json_get (root, "spec"), status);
  self->state = find_state (self, kin_object_get_generation (deployment), kin_json_get (root, "spec"), status);
  find_images (self, get_template (body), find_largest_old_replica_set (parsed, new_replica_set));
  count_dots (self, pods);

  return self;
}

/**
 * kin_rollout_ref:
 * @self: a rollout
 *
 * Returns: (transfer full): @self
 */
KinRollout *
kin_rollout_ref (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_rc_box_acquire (self);
}

/**
 * kin_rollout_unref:
 * @self: (transfer full): a rollout
 *
 * Gives up a reference.
 */
void
kin_rollout_unref (KinRollout *self)
{
  g_return_if_fail (self != NULL);

  g_rc_box_release_full (self, clear_rollout);
}

/**
 * kin_rollout_get_state:
 * @self: a rollout
 *
 * Returns: how far it has come
 */
KinRolloutState
kin_rollout_get_state (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, KIN_ROLLOUT_WAITING_FOR_OBSERVATION);

  return self->state;
}

/**
 * kin_rollout_dup_message:
 * @self: a rollout
 *
 * Gets the sentence that `kubectl rollout status` prints, in its own language.
 *
 * Returns: (transfer full): a sentence without a newline
 */
char *
kin_rollout_dup_message (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  switch (self->state)
    {
    case KIN_ROLLOUT_WAITING_FOR_OBSERVATION:
      return g_strdup ("Waiting for deployment spec update to be observed...");

    case KIN_ROLLOUT_DEADLINE_EXCEEDED:
      return g_strdup_printf ("deployment \"%s\" exceeded its progress deadline", self->name);

    case KIN_ROLLOUT_UPDATING:
      return g_strdup_printf ("Waiting for deployment \"%s\" rollout to finish: %" G_GINT64_FORMAT " out of %" G_GINT64_FORMAT
                              " new replicas have been updated...", self->name, self->updated, self->desired);

    case KIN_ROLLOUT_TERMINATING_OLD:
      return g_strdup_printf ("Waiting for deployment \"%s\" rollout to finish: %" G_GINT64_FORMAT
                              " old replicas are pending termination...", self->name, self->total - self->updated);

    case KIN_ROLLOUT_WAITING_FOR_AVAILABILITY:
      return g_strdup_printf ("Waiting for deployment \"%s\" rollout to finish: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                              " updated replicas are available...", self->name, self->available, self->updated);

    case KIN_ROLLOUT_COMPLETE:
    default:
      return g_strdup_printf ("deployment \"%s\" successfully rolled out", self->name);
    }
}

/**
 * kin_rollout_is_paused:
 * @self: a rollout
 *
 * Returns: whether a person has paused it
 */
gboolean
kin_rollout_is_paused (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->paused;
}

/**
 * kin_rollout_get_revision:
 * @self: a rollout
 *
 * Returns: the number that Kubernetes has given to the template, or 0 if it has none yet
 */
gint64
kin_rollout_get_revision (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->revision;
}

/**
 * kin_rollout_get_desired:
 * @self: a rollout
 *
 * Returns: how many pods the Deployment asks for
 */
gint64
kin_rollout_get_desired (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->desired;
}

/**
 * kin_rollout_get_updated:
 * @self: a rollout
 *
 * Returns: how many pods of the new template there are
 */
gint64
kin_rollout_get_updated (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->updated;
}

/**
 * kin_rollout_get_ready:
 * @self: a rollout
 *
 * Returns: how many pods are ready, of whatever template
 */
gint64
kin_rollout_get_ready (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->ready;
}

/**
 * kin_rollout_get_available:
 * @self: a rollout
 *
 * Returns: how many pods have been ready for long enough, of whatever template
 */
gint64
kin_rollout_get_available (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->available;
}

/**
 * kin_rollout_get_total:
 * @self: a rollout
 *
 * Returns: how many pods there are, of whatever template
 */
gint64
kin_rollout_get_total (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->total;
}

/**
 * kin_rollout_get_started:
 * @self: a rollout
 *
 * Returns: when it began, in seconds since the epoch, or 0 if that is not known
 */
gint64
kin_rollout_get_started (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->started;
}

/**
 * kin_rollout_get_new_replica_set_uid:
 * @self: a rollout
 *
 * Returns: (nullable): the UID of the ReplicaSet that has the Deployment's template
 */
const char *
kin_rollout_get_new_replica_set_uid (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->new_replica_set_uid;
}

/**
 * kin_rollout_get_new_image:
 * @self: a rollout
 *
 * Returns: (nullable): the image of the container that the rollout changes, else of the first one
 */
const char *
kin_rollout_get_new_image (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->new_image;
}

/**
 * kin_rollout_get_old_image:
 * @self: a rollout
 *
 * Returns: (nullable): the same container's image in the old ReplicaSet that has most pods, if there is one left
 */
const char *
kin_rollout_get_old_image (KinRollout *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->old_image;
}

/**
 * kin_rollout_get_n_dots:
 * @self: a rollout
 *
 * Returns: how many pods there are to draw
 */
gsize
kin_rollout_get_n_dots (KinRollout *self)
{
  gsize n = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < N_DOT_KINDS; i++)
    n += self->n_dots[i];

  return n;
}

/**
 * kin_rollout_get_dot:
 * @self: a rollout
 * @i: below kin_rollout_get_n_dots()
 *
 * Gets what to draw for the pods in order: the ready ones, those that start, those that failed, then the old ones.
 *
 * Returns: what becomes of the pod
 */
KinPodDot
kin_rollout_get_dot (KinRollout *self,
                     gsize       i)
{
  g_return_val_if_fail (self != NULL, KIN_POD_DOT_OLD);

  for (guint kind = 0; kind < G_N_ELEMENTS (dot_order); kind++)
    {
      gsize n = self->n_dots[dot_order[kind]];

      if (i < n)
        return dot_order[kind];
      i -= n;
    }

  g_return_val_if_reached (KIN_POD_DOT_OLD);
}

/**
 * kin_rollout_equal:
 * @a: a rollout
 * @b: another
 *
 * Returns: whether they would be shown alike
 */
gboolean
kin_rollout_equal (KinRollout *a,
                   KinRollout *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->state == b->state &&
         a->paused == b->paused &&
         a->revision == b->revision &&
         a->desired == b->desired &&
         a->updated == b->updated &&
         a->ready == b->ready &&
         a->available == b->available &&
         a->total == b->total &&
         a->started == b->started &&
         strcmp (a->name, b->name) == 0 &&
         g_strcmp0 (a->new_replica_set_uid, b->new_replica_set_uid) == 0 &&
         g_strcmp0 (a->new_image, b->new_image) == 0 &&
         g_strcmp0 (a->old_image, b->old_image) == 0 &&
         memcmp (a->n_dots, b->n_dots, sizeof a->n_dots) == 0;
}
