/* kin-demo-scheduler.c: the scheduler: it finds a node for each pod, by chance among those that fit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-scheduler.h"

#include <string.h>

#include "demo/kin-demo-json.h"
#include "demo/kin-demo-node-book.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-recorder.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-world.h"
#include "object/kin-json.h"

#define NAME "default-scheduler"

/* When no node fitted. */
#define RETRY_US (5 * G_USEC_PER_SEC)

static const char *
find_label (const char * const *labels,
            const char         *name)
{
  for (gsize i = 0; labels[i] != NULL; i += 2)
    {
      if (g_str_equal (labels[i], name))
        return labels[i + 1];
    }

  return NULL;
}

static gboolean
matches_selector (const KinDemoNodeFacts *node,
                  KinJsonValue           *selector)
{
  const char * const *labels = kin_demo_object_get_labels (node->object);
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;

  kin_json_iter_init (&iter, selector);
  while (kin_json_iter_next (&iter, &name, &value))
    {
      if (g_strcmp0 (find_label (labels, name), kin_json_value_get_string (value)) != 0)
        return FALSE;
    }

  return TRUE;
}

/* Of the affinities only the one by which a DaemonSet says which node is meant. */
static gboolean
is_meant (const KinDemoNodeFacts *node,
          KinJsonValue           *spec)
{
  KinJsonValue *terms = kin_json_get_path (spec, "affinity", "nodeAffinity",
                                           "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms", NULL);
  KinJsonValue *field = kin_json_array_get (kin_json_get (kin_json_array_get (terms, 0), "matchFields"), 0);
  KinJsonValue *name = kin_json_array_get (kin_json_get (field, "values"), 0);

  return name == NULL || g_strcmp0 (kin_json_value_get_string (name), kin_demo_object_get_name (node->object)) == 0;
}

static gboolean
tolerates (KinJsonValue       *toleration,
           const KinDemoTaint *taint)
{
  const char *key = kin_json_get_string (toleration, "key");
  const char *effect = kin_json_get_string (toleration, "effect");
  const char *value = kin_json_get_string (toleration, "value");

  if (effect != NULL && g_strcmp0 (effect, taint->effect) != 0)
    return FALSE;

  if (g_strcmp0 (kin_json_get_string (toleration, "operator"), "Exists") == 0)
    return key == NULL || g_strcmp0 (key, taint->key) == 0;

  return g_strcmp0 (key, taint->key) == 0
         && g_strcmp0 (value != NULL ? value : "", taint->value != NULL ? taint->value : "") == 0;
}

static gboolean
is_tolerated (KinJsonValue       *tolerations,
              const KinDemoTaint *taint)
{
  KinJsonIter iter;
  KinJsonValue *toleration;

  kin_json_iter_init (&iter, tolerations);
  while (kin_json_iter_next (&iter, NULL, &toleration))
    {
      if (tolerates (toleration, taint))
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_kept_away (const KinDemoNodeFacts *node,
              KinJsonValue           *tolerations)
{
  /* The node lifecycle controller would taint it a moment later. */
  if (!node->is_ready)
    return TRUE;

  for (guint i = 0; i < node->taints->len; i++)
    {
      const KinDemoTaint *taint = g_ptr_array_index (node->taints, i);

      if (g_strcmp0 (taint->effect, "PreferNoSchedule") != 0 && !is_tolerated (tolerations, taint))
        return TRUE;
    }

  return FALSE;
}

/* Why a pod cannot run on a node, or NULL; the scheduler's own words. */
static const char *
get_objection (const KinDemoNodeFacts *node,
               KinJsonValue           *spec)
{
  static const KinDemoTaint cordon = {
    .key = (char *) "node.kubernetes.io/unschedulable",
    .effect = (char *) "NoSchedule",
  };
  KinJsonValue *tolerations = kin_json_get (spec, "tolerations");

  if (node->is_unschedulable && !is_tolerated (tolerations, &cordon))
    return "node(s) were unschedulable";

  if (is_kept_away (node, tolerations))
    return "node(s) had untolerated taint(s)";

  if (!matches_selector (node, kin_json_get (spec, "nodeSelector")) || !is_meant (node, spec))
    return "node(s) didn't match Pod's node affinity/selector";

  return NULL;
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* “1 node(s) were unschedulable, 3 node(s) didn't match …” */
static char *
dup_histogram (GHashTable *objections)
{
  g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer words;
  gpointer count;

  g_hash_table_iter_init (&iter, objections);
  while (g_hash_table_iter_next (&iter, &words, &count))
    g_ptr_array_add (parts, g_strdup_printf ("%d %s", GPOINTER_TO_INT (count), (const char *) words));

  g_ptr_array_sort (parts, compare_texts);
  g_ptr_array_add (parts, NULL);

  return g_strjoinv (", ", (char **) parts->pdata);
}

static char *
dup_refusal (GPtrArray    *nodes,
             KinJsonValue *spec)
{
  g_autoptr(GHashTable) objections = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *histogram = NULL;

  if (nodes->len == 0)
    return g_strdup ("no nodes available to schedule pods");

  for (guint i = 0; i < nodes->len; i++)
    {
      const char *objection = get_objection (g_ptr_array_index (nodes, i), spec);
      int count = GPOINTER_TO_INT (g_hash_table_lookup (objections, objection));

      g_hash_table_insert (objections, (gpointer) objection, GINT_TO_POINTER (count + 1));
    }

  histogram = dup_histogram (objections);

  return g_strdup_printf ("0/%u nodes are available: %s. no new claims to deallocate, preemption: 0/%u nodes are available: "
                          "%u Preemption is not helpful for scheduling.", nodes->len, histogram, nodes->len, nodes->len);
}

static KinDemoNodeFacts *
choose_node (KinDemoWorld *world,
             GPtrArray    *nodes,
             KinJsonValue *spec)
{
  g_autoptr(GPtrArray) fitting = g_ptr_array_new ();

  for (guint i = 0; i < nodes->len; i++)
    {
      if (get_objection (g_ptr_array_index (nodes, i), spec) == NULL)
        g_ptr_array_add (fitting, g_ptr_array_index (nodes, i));
    }

  if (fitting->len == 0)
    return NULL;

  return g_ptr_array_index (fitting, g_rand_int_range (kin_demo_world_get_random (world), 0, (gint32) fitting->len));
}

static yyjson_mut_val *
find_condition (yyjson_mut_val *conditions)
{
  yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with (conditions);
  yyjson_mut_val *condition;

  while ((condition = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (g_strcmp0 (kin_demo_get_string (condition, "type", NULL), "PodScheduled") == 0)
        return condition;
    }

  return NULL;
}

static void
set_condition (KinDemoWorld *world,
               KinDemoDraft *draft,
               const char   *status,
               const char   *reason,
               const char   *message)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *conditions = kin_demo_ensure_array (draft, kin_demo_ensure_object (draft, root, "status", NULL),
                                                      "conditions");
  yyjson_mut_val *condition = find_condition (conditions);
  g_autofree char *now = kin_demo_world_dup_time (world);

  if (condition == NULL)
    {
      condition = yyjson_mut_arr_add_obj (draft, conditions);
      kin_demo_set_string (draft, condition, "type", "PodScheduled");
      kin_demo_set_integer (draft, condition, "observedGeneration",
                            kin_demo_get_integer (root, 1, "metadata", "generation", NULL));
    }

  if (g_strcmp0 (kin_demo_get_string (condition, "status", NULL), status) != 0)
    {
      kin_demo_set_string (draft, condition, "status", status);
      kin_demo_set (draft, condition, "lastProbeTime", yyjson_mut_null (draft));
      kin_demo_set_string (draft, condition, "lastTransitionTime", now);
    }

  kin_demo_set_string (draft, condition, "reason", reason);
  kin_demo_set_string (draft, condition, "message", message);
}

/* A Binding is not a write of the pod: nobody becomes the owner of its fields, and nothing is validated. */
static void
bind (KinDemoWorld     *world,
      KinDemoObject    *pod,
      KinDemoNodeFacts *node)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (pod);
  const char *name = kin_demo_object_get_name (node->object);
  g_autofree char *message = g_strdup_printf ("Successfully assigned %s/%s to %s", kin_demo_object_get_namespace (pod),
                                              kin_demo_object_get_name (pod), name);

  kin_demo_set_string (draft, kin_demo_get (yyjson_mut_doc_get_root (draft), "spec", NULL), "nodeName", name);
  set_condition (world, draft, "True", NULL, NULL);
  pod = kin_demo_store_put (kin_demo_world_get_store (world), kin_demo_object_get_kind (pod), draft);

  kin_demo_recorder_event (world, pod, "Normal", "Scheduled", "Binding", message, NAME);
}

/* Told again only when there is something new to say. */
static void
refuse (KinDemoWorld  *world,
        KinDemoObject *pod,
        const char    *message)
{
  const KinDemoWrite write = { .manager = "kube-scheduler", .subresource = "status" };
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (pod);
  yyjson_mut_val *conditions = kin_demo_get (yyjson_mut_doc_get_root (draft), "status", "conditions", NULL);
  g_autoptr(KinDemoObject) written = NULL;
  g_autoptr(GError) error = NULL;

  if (g_strcmp0 (kin_demo_get_string (find_condition (conditions), "message", NULL), message) == 0)
    return;

  set_condition (world, draft, "False", "Unschedulable", message);
  written = kin_demo_registry_update (kin_demo_world_get_registry (world), kin_demo_object_get_kind (pod),
                                      kin_demo_object_get_namespace (pod), kin_demo_object_get_name (pod), draft, &write,
                                      &error);
  if (written == NULL)
    g_debug ("Pod %s: %s", kin_demo_object_get_key (pod), error->message);
  else
    kin_demo_recorder_event (world, written, "Warning", "FailedScheduling", "Scheduling", message, NAME);
}

static gboolean
is_ours (KinDemoObject *pod,
         KinJsonValue  *spec)
{
  const char *scheduler = kin_json_get_string (spec, "schedulerName");

  return !kin_demo_object_is_deleting (pod)
         && (scheduler == NULL || g_str_equal (scheduler, NAME))
         && kin_json_value_get_size (kin_json_get (spec, "schedulingGates")) == 0;
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  KinDemoObject *pod = kin_demo_store_get (kin_demo_world_get_store (world), kin_demo_pod_get_kind (world), namespace_,
                                           name);
  g_autoptr(KinDemoPodFacts) facts = NULL;
  g_autoptr(GPtrArray) nodes = NULL;
  g_autoptr(KinJson) json = NULL;
  g_autofree char *message = NULL;
  KinDemoNodeFacts *node;
  KinJsonValue *spec;

  if (pod == NULL)
    return -1;

  facts = kin_demo_pod_facts_get (world, pod);
  if (facts->node != NULL)
    return -1;

  json = kin_demo_object_parse (pod);
  spec = kin_json_get (kin_json_get_root (json), "spec");
  if (!is_ours (pod, spec))
    return -1;

  nodes = kin_demo_node_book_list (world);
  node = choose_node (world, nodes, spec);
  if (node != NULL)
    {
      bind (world, pod, node);
      return -1;
    }

  message = dup_refusal (nodes, spec);
  refuse (world, pod, message);

  return RETRY_US;
}

const KinDemoController kin_demo_scheduler = {
  .name = NAME,
  .group = "",
  .version = "v1",
  .plural = "pods",
  .reconcile = reconcile,
};
