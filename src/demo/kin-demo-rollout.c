/* kin-demo-rollout.c: a Deployment and its ReplicaSets: what is read of them, and the arithmetic of a rollout.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-rollout.h"

#include <string.h>

#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-object.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-template-hash.h"
#include "demo/kin-demo-world.h"
#include "object/kin-time.h"

/* More replicas than a cluster has room for; a few such numbers can be added up. */
#define MAX_COUNT 500000000

/* Kubernetes' way to say "without a limit" in fields of 32 bits. */
#define UNLIMITED G_MAXINT32

static int
read_annotation (KinJsonValue *metadata,
                 const char   *name)
{
  const char *text = kin_json_get_string (kin_json_get (metadata, "annotations"), name);
  gint64 number;

  return text != NULL && g_ascii_string_to_signed (text, 10, 0, G_MAXINT32, &number, NULL) ? (int) number : -1;
}

static int
clamp_count (gint64 count)
{
  return (int) CLAMP (count, -MAX_COUNT, MAX_COUNT);
}

static int
read_count (KinJsonValue *object,
            const char   *name,
            int           fallback)
{
  return (int) CLAMP (kin_json_get_integer (object, name, fallback), G_MININT32, G_MAXINT32);
}

/* A number, or a percentage of the replicas. */
static int
scale_value (KinJsonValue *value,
             int           replicas,
             gboolean      round_up)
{
  const char *text = kin_json_value_get_string (value);
  gint64 hundredths;

  if (text == NULL)
    return clamp_count (kin_json_value_get_integer (value));

  hundredths = (gint64) clamp_count (g_ascii_strtoll (text, NULL, 10)) * replicas;

  return clamp_count (round_up ? (hundredths + 99) / 100 : hundredths / 100);
}

static void
read_strategy (KinDemoRollout *self,
               KinJsonValue   *strategy)
{
  KinJsonValue *rolling = kin_json_get (strategy, "rollingUpdate");

  self->is_rolling = g_strcmp0 (kin_json_get_string (strategy, "type"), "Recreate") != 0;
  self->max_surge = 0;
  self->max_unavailable = 0;
  if (!self->is_rolling)
    return;

  self->max_surge = scale_value (kin_json_get (rolling, "maxSurge"), self->replicas, TRUE);
  self->max_unavailable = scale_value (kin_json_get (rolling, "maxUnavailable"), self->replicas, FALSE);

  /* Rounding may leave nothing that could move. */
  if (self->max_surge == 0 && self->max_unavailable == 0)
    self->max_unavailable = 1;
  self->max_unavailable = MIN (self->max_unavailable, self->replicas);
}

static void
read_deployment (KinDemoRollout *self)
{
  KinJsonValue *spec = kin_demo_rollout_get_spec (self);

  self->replicas = clamp_count (read_count (spec, "replicas", 1));
  self->is_paused = kin_json_get_boolean (spec, "paused", FALSE);
  self->min_ready_s = read_count (spec, "minReadySeconds", 0);
  self->deadline_s = kin_json_get_integer (spec, "progressDeadlineSeconds", UNLIMITED);
  if (self->deadline_s == UNLIMITED)
    self->deadline_s = -1;
  self->history_limit = read_count (spec, "revisionHistoryLimit", UNLIMITED);
  if (self->history_limit == UNLIMITED)
    self->history_limit = -1;
  read_strategy (self, kin_json_get (spec, "strategy"));

  g_free (self->hash);
  self->hash = kin_demo_template_hash_dup (kin_json_get (spec, "template"));
}

static void
set_free (gpointer data)
{
  KinDemoRolloutSet *self = data;

  kin_demo_object_unref (self->object);
  kin_json_free (self->json);
  g_free (self->hash);
  g_free (self);
}

static int
compare_sets (gconstpointer a,
              gconstpointer b)
{
  const KinDemoRolloutSet *one = *(const KinDemoRolloutSet * const *) a;
  const KinDemoRolloutSet *two = *(const KinDemoRolloutSet * const *) b;

  if (one->created != two->created)
    return one->created < two->created ? -1 : 1;

  return strcmp (kin_demo_object_get_name (one->object), kin_demo_object_get_name (two->object));
}

/* The oldest of those with the template counts: there may be more than one. */
static void
find_new_set (KinDemoRollout *self)
{
  self->new_set = NULL;

  for (guint i = 0; i < self->sets->len && self->new_set == NULL; i++)
    {
      KinDemoRolloutSet *set = g_ptr_array_index (self->sets, i);

      if (g_str_equal (set->hash, self->hash))
        self->new_set = set;
    }
}

static void
load_sets (KinDemoRollout *self)
{
  g_autoptr(GPtrArray) objects = NULL;

  objects = kin_demo_store_list_owned (kin_demo_world_get_store (self->world),
                                       kin_demo_rollout_get_set_kind (self->world),
                                       kin_demo_object_get_uid (self->object));

  for (guint i = 0; i < objects->len; i++)
    {
      KinDemoRolloutSet *set = g_new0 (KinDemoRolloutSet, 1);

      kin_demo_rollout_set_take_object (set, kin_demo_object_ref (g_ptr_array_index (objects, i)));
      g_ptr_array_add (self->sets, set);
    }

  g_ptr_array_sort (self->sets, compare_sets);
  find_new_set (self);
}

/**
 * kin_demo_rollout_new:
 * @world: the cluster
 * @object: a Deployment
 *
 * Reads a Deployment and the ReplicaSets that it owns.
 *
 * Returns: (transfer full): what there is
 */
KinDemoRollout *
kin_demo_rollout_new (KinDemoWorld  *world,
                      KinDemoObject *object)
{
  KinDemoRollout *self;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (object != NULL, NULL);

  self = g_new0 (KinDemoRollout, 1);
  self->world = g_object_ref (world);
  self->sets = g_ptr_array_new_with_free_func (set_free);
  kin_demo_rollout_take_object (self, kin_demo_object_ref (object));
  load_sets (self);

  return self;
}

/**
 * kin_demo_rollout_free:
 * @self: a rollout
 *
 * Frees it.
 */
void
kin_demo_rollout_free (KinDemoRollout *self)
{
  g_ptr_array_unref (self->sets);
  kin_json_free (self->json);
  kin_demo_object_unref (self->object);
  g_free (self->hash);
  g_object_unref (self->world);
  g_free (self);
}

/**
 * kin_demo_rollout_take_object:
 * @self: a rollout
 * @object: (transfer full): the Deployment as it was written
 *
 * Reads the Deployment again.
 */
void
kin_demo_rollout_take_object (KinDemoRollout *self,
                              KinDemoObject  *object)
{
  g_return_if_fail (self != NULL && object != NULL);

  g_clear_pointer (&self->json, kin_json_free);
  g_clear_pointer (&self->object, kin_demo_object_unref);
  self->object = object;
  self->json = kin_demo_object_parse (object);
  read_deployment (self);
}

/**
 * kin_demo_rollout_add_set:
 * @self: a rollout
 * @object: (transfer full): a new ReplicaSet
 *
 * Adds a ReplicaSet that was created; it is the new one.
 */
void
kin_demo_rollout_add_set (KinDemoRollout *self,
                          KinDemoObject  *object)
{
  KinDemoRolloutSet *set;

  g_return_if_fail (self != NULL && object != NULL);

  set = g_new0 (KinDemoRolloutSet, 1);
  kin_demo_rollout_set_take_object (set, object);
  g_ptr_array_add (self->sets, set);
  g_ptr_array_sort (self->sets, compare_sets);
  self->new_set = set;
}

/**
 * kin_demo_rollout_get_spec:
 * @self: a rollout
 *
 * Returns: (transfer none) (nullable): the Deployment's spec
 */
KinJsonValue *
kin_demo_rollout_get_spec (const KinDemoRollout *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return kin_json_get (kin_json_get_root (self->json), "spec");
}

/**
 * kin_demo_rollout_get_status:
 * @self: a rollout
 *
 * Returns: (transfer none) (nullable): the Deployment's status
 */
KinJsonValue *
kin_demo_rollout_get_status (const KinDemoRollout *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return kin_json_get (kin_json_get_root (self->json), "status");
}

/**
 * kin_demo_rollout_get_max_revision:
 * @self: a rollout
 *
 * Returns: the highest revision of the old ReplicaSets, 0 if there is none
 */
gint64
kin_demo_rollout_get_max_revision (const KinDemoRollout *self)
{
  gint64 highest = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->sets->len; i++)
    {
      KinDemoRolloutSet *set = g_ptr_array_index (self->sets, i);

      if (set != self->new_set)
        highest = MAX (highest, set->revision);
    }

  return highest;
}

/* Adds up one field of all ReplicaSets. */
static int
sum (const KinDemoRollout *self,
     gsize                 offset)
{
  int total = 0;

  for (guint i = 0; i < self->sets->len; i++)
    total += G_STRUCT_MEMBER (int, g_ptr_array_index (self->sets, i), offset);

  return total;
}

/**
 * kin_demo_rollout_count_replicas:
 * @self: a rollout
 *
 * Returns: how many pods all ReplicaSets together are to have
 */
int
kin_demo_rollout_count_replicas (const KinDemoRollout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return sum (self, G_STRUCT_OFFSET (KinDemoRolloutSet, replicas));
}

/**
 * kin_demo_rollout_count_existing:
 * @self: a rollout
 *
 * Returns: how many pods all ReplicaSets together have
 */
int
kin_demo_rollout_count_existing (const KinDemoRollout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return sum (self, G_STRUCT_OFFSET (KinDemoRolloutSet, existing));
}

/**
 * kin_demo_rollout_count_ready:
 * @self: a rollout
 *
 * Returns: how many of the pods are ready
 */
int
kin_demo_rollout_count_ready (const KinDemoRollout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return sum (self, G_STRUCT_OFFSET (KinDemoRolloutSet, ready));
}

/**
 * kin_demo_rollout_count_available:
 * @self: a rollout
 *
 * Returns: how many of the pods are available
 */
int
kin_demo_rollout_count_available (const KinDemoRollout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return sum (self, G_STRUCT_OFFSET (KinDemoRolloutSet, available));
}

/**
 * kin_demo_rollout_count_terminating:
 * @self: a rollout
 *
 * Returns: how many pods are being deleted
 */
int
kin_demo_rollout_count_terminating (const KinDemoRollout *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return sum (self, G_STRUCT_OFFSET (KinDemoRolloutSet, terminating));
}

/**
 * kin_demo_rollout_get_new_size:
 * @self: a rollout
 *
 * Works out how many pods the new ReplicaSet, which may not exist yet, can have at once.
 *
 * Returns: a number of replicas
 */
int
kin_demo_rollout_get_new_size (const KinDemoRollout *self)
{
  int present;
  int room;

  g_return_val_if_fail (self != NULL, 0);

  if (!self->is_rolling)
    return self->replicas;

  present = self->new_set != NULL ? self->new_set->replicas : 0;
  room = self->replicas + self->max_surge - kin_demo_rollout_count_replicas (self);
  if (room <= 0)
    return present;

  return present + MIN (room, self->replicas - present);
}

/**
 * kin_demo_rollout_list_active:
 * @self: a rollout
 * @with_new: whether the new one is among them
 *
 * Lists the ReplicaSets that are to have pods, the oldest first.
 *
 * Returns: (transfer container) (element-type KinDemoRolloutSet): ReplicaSets
 */
GPtrArray *
kin_demo_rollout_list_active (const KinDemoRollout *self,
                              gboolean              with_new)
{
  GPtrArray *active;

  g_return_val_if_fail (self != NULL, NULL);

  active = g_ptr_array_new ();
  for (guint i = 0; i < self->sets->len; i++)
    {
      KinDemoRolloutSet *set = g_ptr_array_index (self->sets, i);

      if (set->replicas > 0 && (with_new || set != self->new_set))
        g_ptr_array_add (active, set);
    }

  return active;
}

/* By how much a ReplicaSet grows when it keeps its share of the whole. */
static int
get_fraction (const KinDemoRollout    *self,
              const KinDemoRolloutSet *set)
{
  int max_before = set->max > 0 ? set->max : kin_demo_rollout_count_existing (self);
  double size;

  if (self->replicas == 0)
    return -set->replicas;

  if (max_before == 0)
    return 0;

  size = (double) set->replicas * (self->replicas + self->max_surge) / max_before;

  return (int) (size + 0.5) - set->replicas;
}

/**
 * kin_demo_rollout_get_proportion:
 * @self: a rollout
 * @set: one of its ReplicaSets
 * @to_add: how many pods are to be added in all, negative to take some away
 * @added: how many of them the ReplicaSets before this one took
 *
 * Works out a ReplicaSet's share when the Deployment is scaled amidst a rollout.
 *
 * Returns: how many pods to add to @set
 */
int
kin_demo_rollout_get_proportion (const KinDemoRollout    *self,
                                 const KinDemoRolloutSet *set,
                                 int                      to_add,
                                 int                      added)
{
  int fraction;

  g_return_val_if_fail (self != NULL && set != NULL, 0);

  if (set->replicas == 0 || to_add == 0 || to_add == added)
    return 0;

  fraction = get_fraction (self, set);

  return to_add > 0 ? MIN (fraction, to_add - added) : MAX (fraction, to_add - added);
}

/**
 * kin_demo_rollout_get_set_kind:
 * @world: the cluster
 *
 * Returns: (transfer none): the kind of ReplicaSets
 */
KinDemoKind *
kin_demo_rollout_get_set_kind (KinDemoWorld *world)
{
  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);

  return kin_demo_kinds_find (kin_demo_world_get_kinds (world), "apps", "v1", "replicasets");
}

/**
 * kin_demo_rollout_set_take_object:
 * @self: a ReplicaSet of a rollout
 * @object: (transfer full): the ReplicaSet as it was written
 *
 * Reads it.
 */
void
kin_demo_rollout_set_take_object (KinDemoRolloutSet *self,
                                  KinDemoObject     *object)
{
  KinJsonValue *metadata;
  KinJsonValue *spec;
  KinJsonValue *status;

  g_return_if_fail (self != NULL && object != NULL);

  g_clear_pointer (&self->json, kin_json_free);
  g_clear_pointer (&self->object, kin_demo_object_unref);
  g_clear_pointer (&self->hash, g_free);
  self->object = object;
  self->json = kin_demo_object_parse (object);

  metadata = kin_demo_rollout_set_get_metadata (self);
  spec = kin_json_get (kin_json_get_root (self->json), "spec");
  status = kin_demo_rollout_set_get_status (self);

  self->hash = kin_demo_template_hash_dup (kin_json_get (spec, "template"));
  self->created = kin_time_parse (kin_json_get_string (metadata, "creationTimestamp"));
  self->revision = MAX (read_annotation (metadata, KIN_DEMO_ANNOTATION_REVISION), 0);
  self->desired = read_annotation (metadata, KIN_DEMO_ANNOTATION_DESIRED);
  self->max = read_annotation (metadata, KIN_DEMO_ANNOTATION_MAX);
  self->replicas = clamp_count (read_count (spec, "replicas", 1));
  self->existing = clamp_count (read_count (status, "replicas", 0));
  self->ready = read_count (status, "readyReplicas", 0);
  self->available = read_count (status, "availableReplicas", 0);
  self->terminating = read_count (status, "terminatingReplicas", 0);
}

/**
 * kin_demo_rollout_set_get_metadata:
 * @self: a ReplicaSet of a rollout
 *
 * Returns: (transfer none) (nullable): its metadata
 */
KinJsonValue *
kin_demo_rollout_set_get_metadata (const KinDemoRolloutSet *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return kin_json_get (kin_json_get_root (self->json), "metadata");
}

/**
 * kin_demo_rollout_set_get_status:
 * @self: a ReplicaSet of a rollout
 *
 * Returns: (transfer none) (nullable): its status
 */
KinJsonValue *
kin_demo_rollout_set_get_status (const KinDemoRolloutSet *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return kin_json_get (kin_json_get_root (self->json), "status");
}
