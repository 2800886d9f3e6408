/* kin-demo-disruption-budget.c: how many pods of a PodDisruptionBudget may be taken away just now.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-disruption-budget.h"

#include <string.h>

#include "demo/kin-demo-controllers.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"
#include "object/kin-selector.h"

typedef struct
{
  guint n_pods;
  guint n_healthy;
  guint n_wanted;       /* that their owners want */
} Tally;

/* Returns: how many replicas the owner of a pod wants; each owner is asked once */
static guint
ask_owner (KinDemoWorld  *world,
           KinDemoObject *pod,
           GHashTable    *asked)
{
  static const char * const plurals[] = { "replicasets", "statefulsets", NULL };
  const char *uid = kin_demo_object_get_owner_uid (pod);

  if (uid == NULL || !g_hash_table_add (asked, g_strdup (uid)))
    return 0;

  for (guint i = 0; plurals[i] != NULL; i++)
    {
      KinDemoKind *kind = kin_demo_upkeep_find_kind (world, "apps", "v1", plurals[i]);
      g_autoptr(GPtrArray) owners = kin_demo_store_list (kin_demo_world_get_store (world), kind,
                                                         kin_demo_object_get_namespace (pod));

      for (guint j = 0; j < owners->len; j++)
        {
          KinDemoObject *owner = g_ptr_array_index (owners, j);
          g_autoptr(KinJson) json = NULL;

          if (!g_str_equal (kin_demo_object_get_uid (owner), uid))
            continue;

          json = kin_demo_object_parse (owner);
          return (guint) kin_json_get_integer (kin_json_get (kin_json_get_root (json), "spec"), "replicas", 1);
        }
    }

  return 0;
}

static Tally
tally (KinDemoWorld *world,
       const char   *namespace_,
       KinSelector  *selector)
{
  g_autoptr(GPtrArray) pods = kin_demo_store_list (kin_demo_world_get_store (world), kin_demo_pod_get_kind (world),
                                                   namespace_);
  g_autoptr(GHashTable) asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Tally result = { 0 };

  for (guint i = 0; i < pods->len; i++)
    {
      KinDemoObject *pod = g_ptr_array_index (pods, i);
      g_autoptr(KinDemoPodFacts) facts = NULL;

      if (!kin_selector_matches_labels (selector, kin_demo_object_get_labels (pod)))
        continue;

      facts = kin_demo_pod_facts_new (pod);
      if (facts->phase == KIN_DEMO_POD_SUCCEEDED || facts->phase == KIN_DEMO_POD_FAILED)
        continue;

      result.n_pods++;
      result.n_healthy += facts->ready && !facts->terminating;
      result.n_wanted += ask_owner (world, pod, asked);
    }

  return result;
}

/* A number of pods that must be there counts the pods themselves; all else counts what is wanted. */
static void
weigh (yyjson_mut_val *spec,
       const Tally    *found,
       guint          *n_expected,
       guint          *n_desired)
{
  yyjson_mut_val *most = kin_demo_get (spec, "maxUnavailable", NULL);
  yyjson_mut_val *least = kin_demo_get (spec, "minAvailable", NULL);

  *n_expected = most == NULL && !yyjson_mut_is_str (least) ? found->n_pods : found->n_wanted;
  if (most != NULL)
    *n_desired = *n_expected - MIN (kin_demo_scale_amount (most, *n_expected), *n_expected);
  else
    *n_desired = least != NULL ? kin_demo_scale_amount (least, *n_expected) : *n_expected;
}

static void
set_status (KinDemoWorld *world,
            KinDemoDraft *draft,
            const Tally  *found)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *status = kin_demo_ensure_object (draft, root, "status", NULL);
  gint64 generation = kin_demo_get_integer (root, 0, "metadata", "generation", NULL);
  g_autofree char *now = kin_demo_world_dup_time (world);
  yyjson_mut_val *condition;
  guint n_expected;
  guint n_desired;
  guint n_allowed;

  weigh (kin_demo_get (root, "spec", NULL), found, &n_expected, &n_desired);
  n_allowed = n_expected > 0 ? found->n_healthy - MIN (n_desired, found->n_healthy) : 0;

  condition = kin_demo_set_condition (draft, status, "DisruptionAllowed", n_allowed > 0,
                                      n_allowed > 0 ? "SufficientPods" : "InsufficientPods", "", now);
  kin_demo_set_integer (draft, condition, "observedGeneration", generation);
  kin_demo_set_integer (draft, status, "currentHealthy", found->n_healthy);
  kin_demo_set_integer (draft, status, "desiredHealthy", n_desired);
  kin_demo_set_integer (draft, status, "disruptionsAllowed", n_allowed);
  kin_demo_set_integer (draft, status, "expectedPods", n_expected);
  kin_demo_set_integer (draft, status, "observedGeneration", generation);
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  g_autoptr(KinDemoObject) budget = kin_demo_upkeep_get (world, "policy", "v1", "poddisruptionbudgets", namespace_,
                                                         name);
  g_autoptr(KinJson) json = NULL;
  g_autoptr(KinSelector) selector = NULL;
  g_autoptr(KinDemoDraft) draft = NULL;
  Tally found;

  if (budget == NULL || kin_demo_object_is_deleting (budget))
    return -1;

  json = kin_demo_object_parse (budget);
  selector = kin_selector_new_from_json (kin_json_get_path (kin_json_get_root (json), "spec", "selector", NULL), NULL);
  if (selector == NULL)
    return -1;

  found = tally (world, namespace_, selector);
  draft = kin_demo_object_edit (budget);
  set_status (world, draft, &found);
  kin_demo_upkeep_update_status (world, budget, draft);

  return -1;
}

static void
map (KinDemoControllers *controllers,
     KinDemoWorld       *world,
     const KinDemoEvent *event)
{
  KinDemoKind *kind = kin_demo_upkeep_find_kind (world, "policy", "v1", "poddisruptionbudgets");
  const char *namespace_ = kin_demo_object_get_namespace (event->object);
  g_autoptr(GPtrArray) budgets = NULL;

  if (kin_demo_object_get_kind (event->object) != kin_demo_pod_get_kind (world))
    return;

  budgets = kin_demo_store_list (kin_demo_world_get_store (world), kind, namespace_);
  for (guint i = 0; i < budgets->len; i++)
    kin_demo_controllers_enqueue (controllers, &kin_demo_disruption_budget_controller, namespace_,
                                  kin_demo_object_get_name (g_ptr_array_index (budgets, i)), 0);
}

const KinDemoController kin_demo_disruption_budget_controller = {
  .name = "disruption-controller",
  .group = "policy",
  .version = "v1",
  .plural = "poddisruptionbudgets",
  .map = map,
  .reconcile = reconcile,
};
