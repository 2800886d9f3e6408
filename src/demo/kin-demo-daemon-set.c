/* kin-demo-daemon-set.c: DaemonSets: one pod on each node that takes it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-daemon-set.h"

#include "demo/kin-demo-controllers.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-revision.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

#define COMPONENT "daemonset-controller"
#define REVISION_LABEL "controller-revision-hash"

/* What a pod of a DaemonSet stands besides what its template says. */
static const struct
{
  const char *key;
  const char *effect;
} tolerations[] = {
  { "node.kubernetes.io/not-ready", "NoExecute" },
  { "node.kubernetes.io/unreachable", "NoExecute" },
  { "node.kubernetes.io/disk-pressure", "NoSchedule" },
  { "node.kubernetes.io/memory-pressure", "NoSchedule" },
  { "node.kubernetes.io/pid-pressure", "NoSchedule" },
  { "node.kubernetes.io/unschedulable", "NoSchedule" },
};

/* A DaemonSet while it is looked at. */
typedef struct
{
  KinDemoWorld *world;
  KinDemoObject *set;
  KinDemoDraft *draft;
  yyjson_mut_val *spec;
  yyjson_mut_val *status;
  KinDemoRevision *update;
  gint64 min_ready_s;
  GHashTable *wanted;           /* names of nodes that take a pod → KinDemoPodFacts, nullable */
  GPtrArray *pods;              /* of KinDemoPodFacts */
  gint64 wait;                  /* microseconds until a pod is available, or -1 */
} Sync;

static void
clear_sync (Sync *sync)
{
  g_clear_pointer (&sync->draft, yyjson_mut_doc_free);
  g_clear_pointer (&sync->update, kin_demo_revision_free);
  g_clear_pointer (&sync->wanted, g_hash_table_unref);
  g_clear_pointer (&sync->pods, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sync, clear_sync)

static KinDemoKind *
get_node_kind (KinDemoWorld *world)
{
  return kin_demo_upkeep_find_kind (world, "", "v1", "nodes");
}

static gboolean
stands (yyjson_mut_val *toleration,
        yyjson_mut_val *taint)
{
  const char *key = kin_demo_get_string (toleration, "key", NULL);
  const char *effect = kin_demo_get_string (toleration, "effect", NULL);
  const char *value = kin_demo_get_string (toleration, "value", NULL);
  const char *taint_value = kin_demo_get_string (taint, "value", NULL);

  if (effect != NULL && g_strcmp0 (effect, kin_demo_get_string (taint, "effect", NULL)) != 0)
    return FALSE;
  if (key != NULL && g_strcmp0 (key, kin_demo_get_string (taint, "key", NULL)) != 0)
    return FALSE;

  return g_strcmp0 (kin_demo_get_string (toleration, "operator", NULL), "Exists") == 0 ||
         g_strcmp0 (value != NULL ? value : "", taint_value != NULL ? taint_value : "") == 0;
}

static gboolean
is_tolerated (yyjson_mut_val *taint,
              yyjson_mut_val *own)
{
  yyjson_mut_val *toleration;
  gsize i;
  gsize n;

  if (g_strcmp0 (kin_demo_get_string (taint, "effect", NULL), "PreferNoSchedule") == 0)
    return TRUE;

  for (i = 0; i < G_N_ELEMENTS (tolerations); i++)
    {
      if (g_strcmp0 (kin_demo_get_string (taint, "key", NULL), tolerations[i].key) == 0)
        return TRUE;
    }

  yyjson_mut_arr_foreach (own, i, n, toleration)
    {
      if (stands (toleration, taint))
        return TRUE;
    }

  return FALSE;
}

static gboolean
has_labels (yyjson_mut_val *labels,
            yyjson_mut_val *wanted)
{
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  gsize i;
  gsize n;

  yyjson_mut_obj_foreach (wanted, i, n, key, value)
    {
      if (!yyjson_mut_equals (value, yyjson_mut_obj_get (labels, yyjson_mut_get_str (key))))
        return FALSE;
    }

  return TRUE;
}

static gboolean
takes_pod (Sync          *sync,
           KinDemoObject *node)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (node);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *pod_spec = kin_demo_get (sync->spec, "template", "spec", NULL);
  yyjson_mut_val *taint;
  gsize i;
  gsize n;

  if (!has_labels (kin_demo_get (root, "metadata", "labels", NULL), kin_demo_get (pod_spec, "nodeSelector", NULL)))
    return FALSE;

  yyjson_mut_arr_foreach (kin_demo_get (root, "spec", "taints", NULL), i, n, taint)
    {
      if (!is_tolerated (taint, kin_demo_get (pod_spec, "tolerations", NULL)))
        return FALSE;
    }

  return TRUE;
}

static void
read_nodes (Sync *sync)
{
  g_autoptr(GPtrArray) nodes = kin_demo_store_list (kin_demo_world_get_store (sync->world),
                                                    get_node_kind (sync->world), NULL);

  sync->wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < nodes->len; i++)
    {
      KinDemoObject *node = g_ptr_array_index (nodes, i);

      if (!kin_demo_object_is_deleting (node) && takes_pod (sync, node))
        g_hash_table_insert (sync->wanted, g_strdup (kin_demo_object_get_name (node)), NULL);
    }
}

/* Of two pods on a node the one that is not going stands for it. */
static void
place_pod (Sync            *sync,
           KinDemoPodFacts *pod)
{
  KinDemoPodFacts *there;

  if (pod->node == NULL || !g_hash_table_lookup_extended (sync->wanted, pod->node, NULL, (gpointer *) &there))
    return;

  if (there == NULL || there->terminating)
    g_hash_table_insert (sync->wanted, g_strdup (pod->node), pod);
}

static void
read_pods (Sync *sync)
{
  g_autoptr(GPtrArray) pods = kin_demo_store_list_owned (kin_demo_world_get_store (sync->world),
                                                         kin_demo_pod_get_kind (sync->world),
                                                         kin_demo_object_get_uid (sync->set));

  g_clear_pointer (&sync->pods, g_ptr_array_unref);
  g_clear_pointer (&sync->wanted, g_hash_table_unref);
  read_nodes (sync);
  sync->pods = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_demo_pod_facts_free);
  for (guint i = 0; i < pods->len; i++)
    {
      g_ptr_array_add (sync->pods, kin_demo_pod_facts_new (g_ptr_array_index (pods, i)));
      place_pod (sync, g_ptr_array_index (sync->pods, i));
    }
}

static void
begin (Sync          *sync,
       KinDemoWorld  *world,
       KinDemoObject *set)
{
  yyjson_mut_val *root;

  sync->world = world;
  sync->set = set;
  sync->update = kin_demo_revision_ensure (world, set, REVISION_LABEL);
  sync->draft = kin_demo_object_edit (set);
  sync->wait = -1;

  root = yyjson_mut_doc_get_root (sync->draft);
  sync->spec = kin_demo_get (root, "spec", NULL);
  sync->status = kin_demo_ensure_object (sync->draft, root, "status", NULL);
  sync->min_ready_s = kin_demo_get_integer (sync->spec, 0, "minReadySeconds", NULL);
  read_pods (sync);
}

static gboolean
is_updated (Sync            *sync,
            KinDemoPodFacts *pod)
{
  const char * const *labels = kin_demo_object_get_labels (pod->object);

  for (guint i = 0; labels[i] != NULL; i += 2)
    {
      if (g_str_equal (labels[i], REVISION_LABEL))
        return g_str_equal (labels[i + 1], sync->update->hash);
    }

  return FALSE;
}

static gboolean
is_available (Sync            *sync,
              KinDemoPodFacts *pod)
{
  gint64 left = kin_demo_pod_facts_get_available (pod, sync->min_ready_s, kin_demo_world_get_now (sync->world));

  if (left > 0)
    sync->wait = sync->wait < 0 ? left : MIN (sync->wait, left);

  return left == 0 && !pod->terminating;
}

/* Only this node will do: the scheduler is left no choice. */
static void
bind_to_node (KinDemoDraft   *draft,
              yyjson_mut_val *spec,
              const char     *node)
{
  yyjson_mut_val *required = kin_demo_ensure_object (draft, spec, "affinity", "nodeAffinity",
                                                     "requiredDuringSchedulingIgnoredDuringExecution", NULL);
  yyjson_mut_val *term;
  yyjson_mut_val *field;

  kin_demo_remove (required, "nodeSelectorTerms");
  term = yyjson_mut_arr_add_obj (draft, kin_demo_ensure_array (draft, required, "nodeSelectorTerms"));
  field = yyjson_mut_arr_add_obj (draft, kin_demo_ensure_array (draft, term, "matchFields"));
  kin_demo_set_string (draft, field, "key", "metadata.name");
  kin_demo_set_string (draft, field, "operator", "In");
  yyjson_mut_arr_add_strcpy (draft, kin_demo_ensure_array (draft, field, "values"), node);
}

static void
add_tolerations (KinDemoDraft   *draft,
                 yyjson_mut_val *spec)
{
  yyjson_mut_val *list = kin_demo_ensure_array (draft, spec, "tolerations");

  for (gsize i = 0; i < G_N_ELEMENTS (tolerations); i++)
    {
      yyjson_mut_val *toleration = yyjson_mut_arr_add_obj (draft, list);

      kin_demo_set_string (draft, toleration, "key", tolerations[i].key);
      kin_demo_set_string (draft, toleration, "operator", "Exists");
      kin_demo_set_string (draft, toleration, "effect", tolerations[i].effect);
    }
}

static void
create_pod (Sync       *sync,
            const char *node)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_pod_new_draft (sync->set, kin_demo_get (sync->spec, "template", NULL), NULL);
  g_autoptr(KinDemoObject) pod = NULL;
  g_autofree char *generation = g_strdup_printf ("%" G_GINT64_FORMAT, sync->update->number);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *labels = kin_demo_ensure_object (draft, root, "metadata", "labels", NULL);
  yyjson_mut_val *spec = kin_demo_get (root, "spec", NULL);

  kin_demo_set_string (draft, labels, REVISION_LABEL, sync->update->hash);
  kin_demo_set_string (draft, labels, "pod-template-generation", generation);
  bind_to_node (draft, spec, node);
  add_tolerations (draft, spec);

  pod = kin_demo_pod_create (sync->world, sync->set, draft, COMPONENT, NULL);
}

static void
delete_pod (Sync            *sync,
            KinDemoPodFacts *pod)
{
  if (!pod->terminating)
    kin_demo_pod_delete (sync->world, sync->set, pod->object, COMPONENT, NULL);
}

/* The node that a pod which is not placed yet was made for. */
static char *
dup_intended_node (KinDemoPodFacts *pod)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (pod->object);
  KinJsonValue *terms = kin_json_get_path (kin_json_get_root (json), "spec", "affinity", "nodeAffinity",
                                           "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms", NULL);
  KinJsonValue *field = kin_json_array_get (kin_json_get (kin_json_array_get (terms, 0), "matchFields"), 0);

  return g_strdup (kin_json_value_get_string (kin_json_array_get (kin_json_get (field, "values"), 0)));
}

/* Those that are still to be scheduled stand for their nodes, too. */
static void
place_pending (Sync *sync)
{
  for (guint i = 0; i < sync->pods->len; i++)
    {
      KinDemoPodFacts *pod = g_ptr_array_index (sync->pods, i);

      if (pod->node != NULL)
        continue;

      pod->node = dup_intended_node (pod);
      place_pod (sync, pod);
    }
}

/* Where none is wanted, and where there are two, and where it ended. */
static void
delete_superfluous (Sync *sync)
{
  for (guint i = 0; i < sync->pods->len; i++)
    {
      KinDemoPodFacts *pod = g_ptr_array_index (sync->pods, i);
      gboolean ended = pod->phase == KIN_DEMO_POD_FAILED || pod->phase == KIN_DEMO_POD_SUCCEEDED;

      if (ended || pod->node == NULL || g_hash_table_lookup (sync->wanted, pod->node) != pod)
        delete_pod (sync, pod);
    }
}

static void
create_missing (Sync *sync)
{
  g_autoptr(GPtrArray) nodes = g_hash_table_get_keys_as_ptr_array (sync->wanted);

  /* In one order, so that a seed makes a run repeatable. */
  g_ptr_array_sort_values (nodes, (GCompareFunc) G_CALLBACK (g_strcmp0));
  for (guint i = 0; i < nodes->len; i++)
    {
      if (g_hash_table_lookup (sync->wanted, g_ptr_array_index (nodes, i)) == NULL)
        create_pod (sync, g_ptr_array_index (nodes, i));
    }
}

/* Those that serve nobody go at once, others as far as the set may spare them. */
static void
replace_old (Sync *sync)
{
  guint n_nodes = g_hash_table_size (sync->wanted);
  guint n_spare = kin_demo_scale_amount (kin_demo_get (sync->spec, "updateStrategy", "rollingUpdate",
                                                       "maxUnavailable", NULL), n_nodes);
  guint n_missing = 0;

  if (g_strcmp0 (kin_demo_get_string (sync->spec, "updateStrategy", "type", NULL), "OnDelete") == 0)
    return;

  for (guint i = 0; i < sync->pods->len; i++)
    {
      KinDemoPodFacts *pod = g_ptr_array_index (sync->pods, i);

      if (is_available (sync, pod))
        continue;

      n_missing++;
      if (!is_updated (sync, pod))
        delete_pod (sync, pod);
    }

  for (guint i = 0; i < sync->pods->len && n_missing < MAX (n_spare, 1); i++)
    {
      KinDemoPodFacts *pod = g_ptr_array_index (sync->pods, i);

      if (is_updated (sync, pod) || !is_available (sync, pod))
        continue;

      delete_pod (sync, pod);
      n_missing++;
    }
}

static void
count_nodes (Sync *sync)
{
  GHashTableIter iter;
  gpointer value;
  guint n_wanted = g_hash_table_size (sync->wanted);
  guint n_there = 0;
  guint n_ready = 0;
  guint n_available = 0;
  guint n_updated = 0;

  g_hash_table_iter_init (&iter, sync->wanted);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      KinDemoPodFacts *pod = value;

      if (pod == NULL)
        continue;

      n_there++;
      n_ready += pod->ready;
      n_available += is_available (sync, pod);
      n_updated += is_updated (sync, pod);
    }

  kin_demo_set_integer (sync->draft, sync->status, "currentNumberScheduled", n_there);
  kin_demo_set_integer (sync->draft, sync->status, "desiredNumberScheduled", n_wanted);
  kin_demo_set_integer (sync->draft, sync->status, "numberAvailable", n_available);
  kin_demo_set_integer (sync->draft, sync->status, "numberUnavailable", n_wanted - n_available);
  kin_demo_set_integer (sync->draft, sync->status, "numberMisscheduled", 0);
  kin_demo_set_integer (sync->draft, sync->status, "numberReady", n_ready);
  kin_demo_set_integer (sync->draft, sync->status, "updatedNumberScheduled", n_updated);
}

/* These are left out of the JSON when they are 0. */
static void
remove_zeros (yyjson_mut_val *status)
{
  static const char * const names[] = { "numberAvailable", "numberUnavailable", "updatedNumberScheduled", NULL };

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (kin_demo_get_integer (status, 0, names[i], NULL) == 0)
        kin_demo_remove (status, names[i]);
    }
}

static void
write_status (Sync *sync)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (sync->draft);

  read_pods (sync);
  place_pending (sync);
  count_nodes (sync);
  remove_zeros (sync->status);
  kin_demo_set_integer (sync->draft, sync->status, "observedGeneration",
                        kin_demo_get_integer (root, 0, "metadata", "generation", NULL));
  kin_demo_upkeep_update_status (sync->world, sync->set, sync->draft);
}

static void
trim_history (Sync *sync)
{
  g_autoptr(GHashTable) live = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_hash_table_add (live, g_strdup (sync->update->name));
  for (guint i = 0; i < sync->pods->len; i++)
    {
      KinDemoPodFacts *pod = g_ptr_array_index (sync->pods, i);
      const char * const *labels = kin_demo_object_get_labels (pod->object);

      for (guint j = 0; labels[j] != NULL; j += 2)
        {
          if (g_str_equal (labels[j], REVISION_LABEL))
            g_hash_table_add (live, g_strconcat (kin_demo_object_get_name (sync->set), "-", labels[j + 1], NULL));
        }
    }

  kin_demo_revision_trim (sync->world, sync->set, live);
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  g_autoptr(KinDemoObject) set = kin_demo_upkeep_get (world, "apps", "v1", "daemonsets", namespace_, name);
  g_auto(Sync) sync = { 0 };

  if (set == NULL || kin_demo_object_is_deleting (set))
    return -1;

  begin (&sync, world, set);
  place_pending (&sync);
  delete_superfluous (&sync);
  create_missing (&sync);
  replace_old (&sync);
  write_status (&sync);
  trim_history (&sync);

  return sync.wait;
}

static void
map (KinDemoControllers *controllers,
     KinDemoWorld       *world,
     const KinDemoEvent *event)
{
  KinDemoKind *kind = kin_demo_upkeep_find_kind (world, "apps", "v1", "daemonsets");
  g_autoptr(GPtrArray) sets = NULL;

  if (kin_demo_object_get_kind (event->object) != get_node_kind (world))
    return;

  sets = kin_demo_store_list (kin_demo_world_get_store (world), kind, NULL);
  for (guint i = 0; i < sets->len; i++)
    kin_demo_controllers_enqueue (controllers, &kin_demo_daemon_set_controller,
                                  kin_demo_object_get_namespace (g_ptr_array_index (sets, i)),
                                  kin_demo_object_get_name (g_ptr_array_index (sets, i)), 0);
}

const KinDemoController kin_demo_daemon_set_controller = {
  .name = COMPONENT,
  .group = "apps",
  .version = "v1",
  .plural = "daemonsets",
  .map = map,
  .reconcile = reconcile,
};
