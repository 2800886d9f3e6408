/* kin-demo-pod.c: what controllers read of pods, and how they make and delete them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-pod.h"

#include "demo/kin-demo-kind.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-object.h"
#include "demo/kin-demo-recorder.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-world.h"
#include "object/kin-json.h"
#include "object/kin-resource.h"
#include "object/kin-time.h"

#define DATA_KEY "kinformer-demo-pod-facts"

static const struct
{
  const char *name;
  KinDemoPodPhase phase;
} phases[] = {
  { "Pending", KIN_DEMO_POD_PENDING },
  { "Running", KIN_DEMO_POD_RUNNING },
  { "Succeeded", KIN_DEMO_POD_SUCCEEDED },
  { "Failed", KIN_DEMO_POD_FAILED },
  { "Unknown", KIN_DEMO_POD_UNKNOWN },
};

static KinDemoPodPhase
parse_phase (const char *name)
{
  for (gsize i = 0; name != NULL && i < G_N_ELEMENTS (phases); i++)
    {
      if (g_str_equal (phases[i].name, name))
        return phases[i].phase;
    }

  return KIN_DEMO_POD_PENDING;
}

static void
read_ready (KinDemoPodFacts *self,
            KinJsonValue    *conditions)
{
  KinJsonIter iter;
  KinJsonValue *condition;

  kin_json_iter_init (&iter, conditions);
  while (kin_json_iter_next (&iter, NULL, &condition))
    {
      if (g_strcmp0 (kin_json_get_string (condition, "type"), "Ready") != 0)
        continue;

      self->ready = g_strcmp0 (kin_json_get_string (condition, "status"), "True") == 0;
      self->ready_since = kin_time_parse (kin_json_get_string (condition, "lastTransitionTime"));
    }
}

static int
count_restarts (KinJsonValue *statuses)
{
  KinJsonIter iter;
  KinJsonValue *status;
  gint64 most = 0;

  kin_json_iter_init (&iter, statuses);
  while (kin_json_iter_next (&iter, NULL, &status))
    most = MAX (most, kin_json_get_integer (status, "restartCount", 0));

  return (int) most;
}

static int
read_deletion_cost (KinJsonValue *metadata)
{
  const char *cost = kin_json_get_string (kin_json_get (metadata, "annotations"),
                                          "controller.kubernetes.io/pod-deletion-cost");

  return cost != NULL ? (int) g_ascii_strtoll (cost, NULL, 10) : 0;
}

/**
 * kin_demo_pod_facts_new:
 * @object: a pod
 *
 * Reads a pod.
 *
 * Returns: (transfer full): the facts
 */
KinDemoPodFacts *
kin_demo_pod_facts_new (KinDemoObject *object)
{
  g_autoptr(KinJson) json = NULL;
  KinDemoPodFacts *self;
  KinJsonValue *root;
  KinJsonValue *metadata;
  KinJsonValue *status;

  g_return_val_if_fail (object != NULL, NULL);

  json = kin_demo_object_parse (object);
  root = kin_json_get_root (json);
  metadata = kin_json_get (root, "metadata");
  status = kin_json_get (root, "status");

  self = g_new0 (KinDemoPodFacts, 1);
  g_ref_count_init (&self->ref_count);
  self->object = kin_demo_object_ref (object);
  self->phase = parse_phase (kin_json_get_string (status, "phase"));
  self->node = g_strdup (kin_json_get_string (kin_json_get (root, "spec"), "nodeName"));
  self->ip = g_strdup (kin_json_get_string (status, "podIP"));
  self->created = kin_time_parse (kin_json_get_string (metadata, "creationTimestamp"));
  self->restarts = count_restarts (kin_json_get (status, "containerStatuses"));
  self->deletion_cost = read_deletion_cost (metadata);
  self->terminating = kin_demo_object_is_deleting (object);
  read_ready (self, kin_json_get (status, "conditions"));

  return self;
}

static GHashTable *
get_known (KinDemoWorld *world)
{
  GHashTable *known = g_object_get_data (G_OBJECT (world), DATA_KEY);

  if (known == NULL)
    {
      known = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) kin_demo_pod_facts_free);
      g_object_set_data_full (G_OBJECT (world), DATA_KEY, known, (GDestroyNotify) g_hash_table_unref);
    }

  return known;
}

/**
 * kin_demo_pod_facts_get:
 * @world: the cluster
 * @object: a pod of its store
 *
 * Reads a pod, unless this version of it was read before: whoever owns many pods asks for all of them whenever one
 * changes.
 *
 * Returns: (transfer full): the facts
 */
KinDemoPodFacts *
kin_demo_pod_facts_get (KinDemoWorld  *world,
                        KinDemoObject *object)
{
  GHashTable *known;
  KinDemoPodFacts *facts;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (object != NULL, NULL);

  known = get_known (world);
  facts = g_hash_table_lookup (known, kin_demo_object_get_uid (object));
  if (facts == NULL || facts->object != object)
    {
      facts = kin_demo_pod_facts_new (object);
      g_hash_table_replace (known, (gpointer) kin_demo_object_get_uid (object), facts);
    }

  g_ref_count_inc (&facts->ref_count);

  return facts;
}

/**
 * kin_demo_pod_facts_forget:
 * @world: the cluster
 * @object: a pod that is gone
 *
 * Forgets what was read of a pod.
 */
void
kin_demo_pod_facts_forget (KinDemoWorld  *world,
                           KinDemoObject *object)
{
  g_return_if_fail (KIN_IS_DEMO_WORLD (world));
  g_return_if_fail (object != NULL);

  g_hash_table_remove (get_known (world), kin_demo_object_get_uid (object));
}

/**
 * kin_demo_pod_facts_free:
 * @self: facts
 *
 * Lets go of them.
 */
void
kin_demo_pod_facts_free (KinDemoPodFacts *self)
{
  if (!g_ref_count_dec (&self->ref_count))
    return;

  kin_demo_object_unref (self->object);
  g_free (self->node);
  g_free (self->ip);
  g_free (self);
}

/**
 * kin_demo_pod_facts_is_active:
 * @self: facts
 *
 * Returns: whether the pod counts as one of its owner's replicas: it has not ended and is not being deleted
 */
gboolean
kin_demo_pod_facts_is_active (const KinDemoPodFacts *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->phase != KIN_DEMO_POD_SUCCEEDED && self->phase != KIN_DEMO_POD_FAILED && !self->terminating;
}

/**
 * kin_demo_pod_facts_get_available:
 * @self: facts
 * @min_ready_s: for how many seconds a pod must have been ready
 * @now_us: the time, in microseconds since the epoch
 *
 * Returns: 0 if the pod is available, else the microseconds until it will be; -1 if it is not ready
 */
gint64
kin_demo_pod_facts_get_available (const KinDemoPodFacts *self,
                                  gint64                 min_ready_s,
                                  gint64                 now_us)
{
  g_return_val_if_fail (self != NULL, -1);

  if (!self->ready)
    return -1;

  if (min_ready_s <= 0)
    return 0;

  return MAX ((self->ready_since + min_ready_s) * G_USEC_PER_SEC - now_us, 0);
}

/**
 * kin_demo_pod_get_kind:
 * @world: the cluster
 *
 * Returns: (transfer none): the kind of pods
 */
KinDemoKind *
kin_demo_pod_get_kind (KinDemoWorld *world)
{
  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);

  return kin_demo_kinds_find (kin_demo_world_get_kinds (world), "", "v1", "pods");
}

/**
 * kin_demo_owner_reference_new:
 * @draft: whose value it will be
 * @owner: a controller's object
 *
 * Makes an owner reference that says that @owner controls.
 *
 * Returns: (transfer none): a value of @draft, for metadata.ownerReferences
 */
yyjson_mut_val *
kin_demo_owner_reference_new (KinDemoDraft  *draft,
                              KinDemoObject *owner)
{
  KinResource *resource;
  yyjson_mut_val *reference;

  g_return_val_if_fail (draft != NULL && owner != NULL, NULL);

  resource = kin_demo_kind_get_resource (kin_demo_object_get_kind (owner));
  reference = yyjson_mut_obj (draft);

  kin_demo_set_string (draft, reference, "apiVersion", kin_resource_get_api_version (resource));
  kin_demo_set_string (draft, reference, "kind", kin_resource_get_kind (resource));
  kin_demo_set_string (draft, reference, "name", kin_demo_object_get_name (owner));
  kin_demo_set_string (draft, reference, "uid", kin_demo_object_get_uid (owner));
  kin_demo_set_boolean (draft, reference, "controller", TRUE);
  kin_demo_set_boolean (draft, reference, "blockOwnerDeletion", TRUE);

  return reference;
}

static void
copy_member (KinDemoDraft   *draft,
             yyjson_mut_val *target,
             yyjson_mut_val *source,
             const char     *name)
{
  yyjson_mut_val *value = kin_demo_get (source, name, NULL);

  if (value != NULL)
    kin_demo_set (draft, target, name, yyjson_mut_val_mut_copy (draft, value));
}

/**
 * kin_demo_pod_new_draft:
 * @owner: whose pod it will be
 * @template: a PodTemplateSpec, of any document
 * @name: (nullable): its name, or %NULL for one that is made from the owner's
 *
 * Makes a pod from a template.
 *
 * Returns: (transfer full): a draft, to be altered and created
 */
KinDemoDraft *
kin_demo_pod_new_draft (KinDemoObject  *owner,
                        yyjson_mut_val *template,
                        const char     *name)
{
  KinDemoDraft *draft;
  yyjson_mut_val *root;
  yyjson_mut_val *metadata;
  yyjson_mut_val *source;
  g_autofree char *prefix = NULL;

  g_return_val_if_fail (owner != NULL && template != NULL, NULL);

  draft = kin_demo_draft_new ();
  root = yyjson_mut_doc_get_root (draft);
  metadata = kin_demo_ensure_object (draft, root, "metadata", NULL);
  source = kin_demo_get (template, "metadata", NULL);
  prefix = g_strconcat (kin_demo_object_get_name (owner), "-", NULL);

  kin_demo_set_string (draft, metadata, name != NULL ? "name" : "generateName", name != NULL ? name : prefix);
  copy_member (draft, metadata, source, "labels");
  copy_member (draft, metadata, source, "annotations");
  copy_member (draft, metadata, source, "finalizers");
  yyjson_mut_arr_append (kin_demo_ensure_array (draft, metadata, "ownerReferences"),
                         kin_demo_owner_reference_new (draft, owner));
  copy_member (draft, root, template, "spec");

  return draft;
}

/**
 * kin_demo_pod_create:
 * @world: the cluster
 * @owner: whose pod it is
 * @draft: the pod
 * @component: which controller does it: “replicaset-controller”
 * @error: return location for a refusal
 *
 * Creates a pod in the owner's namespace, and tells of it by an Event about the owner.
 *
 * Returns: (transfer full) (nullable): the pod
 */
KinDemoObject *
kin_demo_pod_create (KinDemoWorld   *world,
                     KinDemoObject  *owner,
                     KinDemoDraft   *draft,
                     const char     *component,
                     GError        **error)
{
  const KinDemoWrite write = { .manager = "kube-controller-manager" };
  g_autofree char *message = NULL;
  g_autoptr(GError) refusal = NULL;
  KinDemoObject *pod;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (owner != NULL && draft != NULL && component != NULL, NULL);

  pod = kin_demo_registry_create (kin_demo_world_get_registry (world), kin_demo_pod_get_kind (world),
                                  kin_demo_object_get_namespace (owner), draft, &write, &refusal);
  if (pod == NULL)
    {
      message = g_strdup_printf ("Error creating: %s", refusal->message);
      kin_demo_recorder_event (world, owner, "Warning", "FailedCreate", NULL, message, component);
      g_propagate_error (error, g_steal_pointer (&refusal));
      return NULL;
    }

  message = g_strdup_printf ("Created pod: %s", kin_demo_object_get_name (pod));
  kin_demo_recorder_event (world, owner, "Normal", "SuccessfulCreate", NULL, message, component);

  return pod;
}

/**
 * kin_demo_pod_delete:
 * @world: the cluster
 * @owner: whose pod it is
 * @pod: what to delete, with the grace that it asks for
 * @component: which controller does it
 * @error: return location for a refusal
 *
 * Deletes a pod, and tells of it by an Event about the owner.
 *
 * Returns: whether it was done
 */
gboolean
kin_demo_pod_delete (KinDemoWorld   *world,
                     KinDemoObject  *owner,
                     KinDemoObject  *pod,
                     const char     *component,
                     GError        **error)
{
  const KinDemoDeletion deletion = { .propagation = KIN_DEMO_PROPAGATION_BACKGROUND, .grace_s = -1 };
  g_autofree char *name = NULL;
  g_autofree char *message = NULL;
  g_autoptr(KinDemoObject) deleted = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), FALSE);
  g_return_val_if_fail (owner != NULL && pod != NULL && component != NULL, FALSE);

  name = g_strdup (kin_demo_object_get_name (pod));
  deleted = kin_demo_registry_delete (kin_demo_world_get_registry (world), kin_demo_pod_get_kind (world),
                                      kin_demo_object_get_namespace (pod), name, &deletion, NULL, error);
  if (deleted == NULL)
    return FALSE;

  message = g_strdup_printf ("Deleted pod: %s", name);
  kin_demo_recorder_event (world, owner, "Normal", "SuccessfulDelete", NULL, message, component);

  return TRUE;
}
