/* kin-demo-replica-set.c: the replica set controller: it creates and deletes pods until there are as many as there are
 * to be.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-replica-set.h"

#include <string.h>

#include "demo/kin-demo-adoption.h"
#include "demo/kin-demo-error.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-rollout.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-world.h"
#include "object/kin-selector.h"

#define COMPONENT "replicaset-controller"

/* The most that are created or deleted at once. */
#define BURST 500

/* When pods could not be created or deleted. */
#define RETRY_US (10 * G_USEC_PER_SEC)

typedef struct
{
  KinDemoWorld *world;
  KinDemoObject *object;
  KinJson *json;
  KinJsonValue *spec;
  KinJsonValue *status;
  int replicas;
  gint64 min_ready_s;
  GPtrArray *active;          /* of KinDemoPodFacts */
  int terminating;
  const char *failure;        /* the reason, if pods could not be created or deleted */
  GError *error;
} Sync;

static void
sync_clear (Sync *sync)
{
  g_clear_pointer (&sync->active, g_ptr_array_unref);
  g_clear_pointer (&sync->json, kin_json_free);
  g_clear_pointer (&sync->object, kin_demo_object_unref);
  g_clear_error (&sync->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sync, sync_clear)

static void
take_pod (Sync          *sync,
          KinDemoObject *pod)
{
  g_autoptr(KinDemoPodFacts) facts = kin_demo_pod_facts_get (sync->world, pod);

  if (kin_demo_pod_facts_is_active (facts))
    g_ptr_array_add (sync->active, g_steal_pointer (&facts));
  else if (facts->terminating && facts->phase != KIN_DEMO_POD_SUCCEEDED && facts->phase != KIN_DEMO_POD_FAILED)
    sync->terminating++;
}

/* A pod whose labels were taken away is let go: somebody wants to look at it in peace. */
static void
collect_pods (Sync *sync)
{
  g_autoptr(KinSelector) selector = kin_selector_new_from_json (kin_json_get (sync->spec, "selector"), NULL);
  g_autoptr(GPtrArray) pods = kin_demo_store_list_owned (kin_demo_world_get_store (sync->world),
                                                         kin_demo_pod_get_kind (sync->world),
                                                         kin_demo_object_get_uid (sync->object));

  sync->active = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_demo_pod_facts_free);
  for (guint i = 0; i < pods->len; i++)
    {
      KinDemoObject *pod = g_ptr_array_index (pods, i);

      if (kin_demo_object_is_deleting (pod)
          || selector == NULL
          || kin_selector_matches_labels (selector, kin_demo_object_get_labels (pod)))
        take_pod (sync, pod);
      else
        kin_demo_adoption_release (sync->world, pod);
    }
}

static void
sync_init (Sync          *sync,
           KinDemoWorld  *world,
           KinDemoObject *object)
{
  KinJsonValue *root;

  sync->world = world;
  sync->object = kin_demo_object_ref (object);
  sync->json = kin_demo_object_parse (object);
  root = kin_json_get_root (sync->json);
  sync->spec = kin_json_get (root, "spec");
  sync->status = kin_json_get (root, "status");
  sync->replicas = (int) kin_json_get_integer (sync->spec, "replicas", 1);
  sync->min_ready_s = kin_json_get_integer (sync->spec, "minReadySeconds", 0);
  kin_demo_adoption_gather (world, object, root, kin_demo_pod_get_kind (world));
  collect_pods (sync);
}

static void
create_pods (Sync *sync,
             int   count)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (sync->object);
  yyjson_mut_val *template = kin_demo_get (yyjson_mut_doc_get_root (draft), "spec", "template", NULL);

  for (int i = 0; i < MIN (count, BURST); i++)
    {
      g_autoptr(KinDemoDraft) pod_draft = kin_demo_pod_new_draft (sync->object, template, NULL);
      g_autoptr(KinDemoObject) pod = NULL;

      pod = kin_demo_pod_create (sync->world, sync->object, pod_draft, COMPONENT, &sync->error);
      if (pod == NULL)
        {
          sync->failure = "FailedCreate";
          return;
        }

      g_ptr_array_add (sync->active, kin_demo_pod_facts_get (sync->world, pod));
    }
}

static int
compare_numbers (gint64 a,
                 gint64 b)
{
  return a < b ? -1 : a > b;
}

/* How many of the pods are on each node: those that have company go first. */
static GHashTable *
count_by_node (GPtrArray *pods)
{
  GHashTable *counts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < pods->len; i++)
    {
      KinDemoPodFacts *facts = g_ptr_array_index (pods, i);
      char *node = facts->node;

      if (node != NULL)
        g_hash_table_insert (counts, node, GINT_TO_POINTER (GPOINTER_TO_INT (g_hash_table_lookup (counts, node)) + 1));
    }

  return counts;
}

static int
get_company (GHashTable            *counts,
             const KinDemoPodFacts *pod)
{
  return pod->node != NULL ? GPOINTER_TO_INT (g_hash_table_lookup (counts, pod->node)) : 0;
}

/* Who is missed least comes first: not placed, not running, not ready, cheap, in company, ready or restarted lately,
 * young. */
static int
compare_pods (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const KinDemoPodFacts *one = *(const KinDemoPodFacts * const *) a;
  const KinDemoPodFacts *two = *(const KinDemoPodFacts * const *) b;
  const int order[] = {
    compare_numbers (one->node != NULL, two->node != NULL),
    compare_numbers (one->phase, two->phase),
    compare_numbers (one->ready, two->ready),
    compare_numbers (one->deletion_cost, two->deletion_cost),
    compare_numbers (get_company (user_data, two), get_company (user_data, one)),
    one->ready && two->ready ? compare_numbers (two->ready_since, one->ready_since) : 0,
    compare_numbers (two->restarts, one->restarts),
    compare_numbers (two->created, one->created),
  };

  for (gsize i = 0; i < G_N_ELEMENTS (order); i++)
    {
      if (order[i] != 0)
        return order[i];
    }

  return strcmp (kin_demo_object_get_uid (one->object), kin_demo_object_get_uid (two->object));
}

/* What is deleted counts as terminating at once, unless it was never placed and is gone. */
static gboolean
is_gone (Sync            *sync,
         KinDemoPodFacts *facts)
{
  return kin_demo_store_get (kin_demo_world_get_store (sync->world), kin_demo_pod_get_kind (sync->world),
                             kin_demo_object_get_namespace (facts->object),
                             kin_demo_object_get_name (facts->object)) == NULL;
}

static void
delete_pods (Sync *sync,
             int   count)
{
  g_autoptr(GHashTable) counts = count_by_node (sync->active);
  guint n_deleted = 0;

  g_ptr_array_sort_with_data (sync->active, compare_pods, counts);

  for (int i = 0; i < MIN (count, BURST); i++)
    {
      KinDemoPodFacts *facts = g_ptr_array_index (sync->active, i);

      if (!kin_demo_pod_delete (sync->world, sync->object, facts->object, COMPONENT, &sync->error))
        {
          sync->failure = "FailedDelete";
          break;
        }

      if (!is_gone (sync, facts))
        sync->terminating++;
      n_deleted++;
    }

  g_ptr_array_remove_range (sync->active, 0, n_deleted);
}

static gboolean
has_labels (KinDemoObject *pod,
            KinJsonValue  *labels)
{
  const char * const *present = kin_demo_object_get_labels (pod);
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;

  kin_json_iter_init (&iter, labels);
  while (kin_json_iter_next (&iter, &name, &value))
    {
      gboolean found = FALSE;

      for (gsize i = 0; present[i] != NULL && !found; i += 2)
        found = g_str_equal (present[i], name) && g_strcmp0 (present[i + 1], kin_json_value_get_string (value)) == 0;

      if (!found)
        return FALSE;
    }

  return TRUE;
}

/* The time until the next pod is available, of those that are ready but not for long enough. */
static gint64
get_wait (Sync *sync)
{
  gint64 now = kin_demo_world_get_now (sync->world);
  gint64 wait = -1;

  for (guint i = 0; i < sync->active->len; i++)
    {
      gint64 left = kin_demo_pod_facts_get_available (g_ptr_array_index (sync->active, i), sync->min_ready_s, now);

      if (left > 0 && (wait < 0 || left < wait))
        wait = left;
    }

  return wait;
}

static void
count_pods (Sync *sync,
            int  *labeled,
            int  *ready,
            int  *available)
{
  KinJsonValue *labels = kin_json_get_path (sync->spec, "template", "metadata", "labels", NULL);
  gint64 now = kin_demo_world_get_now (sync->world);

  for (guint i = 0; i < sync->active->len; i++)
    {
      KinDemoPodFacts *facts = g_ptr_array_index (sync->active, i);

      if (has_labels (facts->object, labels))
        ++*labeled;
      if (facts->ready)
        ++*ready;
      if (kin_demo_pod_facts_get_available (facts, sync->min_ready_s, now) == 0)
        ++*available;
    }
}

static yyjson_mut_val *
find_failure (yyjson_mut_val *conditions)
{
  yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with (conditions);
  yyjson_mut_val *condition;

  while ((condition = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (g_strcmp0 (kin_demo_get_string (condition, "type", NULL), "ReplicaFailure") == 0)
        return condition;
    }

  return NULL;
}

/* The only condition that a ReplicaSet has. One that is there already stays as it is. */
static void
put_failure (Sync           *sync,
             KinDemoDraft   *draft,
             yyjson_mut_val *old,
             yyjson_mut_val *status)
{
  yyjson_mut_val *before = find_failure (kin_demo_get (old, "conditions", NULL));
  g_autofree char *now = kin_demo_world_dup_time (sync->world);
  yyjson_mut_val *condition;

  if (sync->failure == NULL)
    return;

  condition = before != NULL ? yyjson_mut_val_mut_copy (draft, before) : yyjson_mut_obj (draft);
  if (before == NULL)
    {
      kin_demo_set_string (draft, condition, "type", "ReplicaFailure");
      kin_demo_set_string (draft, condition, "status", "True");
      kin_demo_set_string (draft, condition, "lastTransitionTime", now);
      kin_demo_set_string (draft, condition, "reason", sync->failure);
      kin_demo_set_string (draft, condition, "message", sync->error->message);
    }

  yyjson_mut_arr_append (kin_demo_ensure_array (draft, status, "conditions"), condition);
}

static void
add_count (KinDemoDraft   *draft,
           yyjson_mut_val *status,
           const char     *name,
           int             count)
{
  if (count > 0)
    kin_demo_set_integer (draft, status, name, count);
}

static void
fill_status (Sync           *sync,
             KinDemoDraft   *draft,
             yyjson_mut_val *status)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  int labeled = 0;
  int ready = 0;
  int available = 0;

  count_pods (sync, &labeled, &ready, &available);
  kin_demo_set_integer (draft, status, "replicas", sync->active->len);
  add_count (draft, status, "fullyLabeledReplicas", labeled);
  add_count (draft, status, "readyReplicas", ready);
  add_count (draft, status, "availableReplicas", available);
  kin_demo_set_integer (draft, status, "terminatingReplicas", sync->terminating);
  kin_demo_set_integer (draft, status, "observedGeneration",
                        kin_demo_get_integer (root, 0, "metadata", "generation", NULL));
  put_failure (sync, draft, kin_demo_get (root, "status", NULL), status);
}

static void
write_status (Sync *sync)
{
  const KinDemoWrite write = { .manager = "kube-controller-manager", .subresource = "status" };
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (sync->object);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *status = yyjson_mut_obj (draft);
  g_autoptr(KinDemoObject) written = NULL;
  g_autoptr(GError) error = NULL;

  fill_status (sync, draft, status);
  if (yyjson_mut_equals (status, kin_demo_get (root, "status", NULL)))
    return;

  kin_demo_set (draft, root, "status", status);
  written = kin_demo_registry_update (kin_demo_world_get_registry (sync->world), kin_demo_object_get_kind (sync->object),
                                      kin_demo_object_get_namespace (sync->object),
                                      kin_demo_object_get_name (sync->object), draft, &write, &error);
  if (written == NULL)
    g_debug ("Status of ReplicaSet %s: %s", kin_demo_object_get_key (sync->object), error->message);
}

static void
manage_pods (Sync *sync)
{
  int missing = sync->replicas - (int) sync->active->len;

  if (kin_demo_object_is_deleting (sync->object))
    return;

  if (missing > 0)
    create_pods (sync, missing);
  else if (missing < 0)
    delete_pods (sync, -missing);

  /* The namespace is being emptied: there is nothing to complain of. */
  if (g_error_matches (sync->error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_FORBIDDEN))
    sync->failure = NULL;
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  KinDemoObject *object = kin_demo_store_get (kin_demo_world_get_store (world), kin_demo_rollout_get_set_kind (world),
                                              namespace_, name);
  g_auto(Sync) sync = { 0 };

  if (object == NULL)
    return -1;

  sync_init (&sync, world, object);
  manage_pods (&sync);
  write_status (&sync);

  if (sync.failure != NULL)
    return RETRY_US;

  /* More than one burst. */
  if (sync.error == NULL && (int) sync.active->len != sync.replicas && !kin_demo_object_is_deleting (sync.object))
    return 0;

  return get_wait (&sync);
}

const KinDemoController kin_demo_replica_set_controller = {
  .name = COMPONENT,
  .group = "apps",
  .version = "v1",
  .plural = "replicasets",
  .reconcile = reconcile,
};
