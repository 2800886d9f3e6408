/* kin-demo-adoption.c: objects that nobody owns find the controller whose selector they match.
 *
 * Both ways round: an owner that is new gathers what is there, an object that is new or was let go is offered to the
 * owners. So nobody has to look through a namespace again and again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-adoption.h"

#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-world.h"
#include "object/kin-selector.h"

#define POD_CONTROLLER "pod-adoption"
#define SET_CONTROLLER "replica-set-adoption"

static gboolean
update (KinDemoWorld  *world,
        KinDemoObject *object,
        KinDemoDraft  *draft)
{
  const KinDemoWrite write = { .manager = "kube-controller-manager" };
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoObject) written = NULL;

  written = kin_demo_registry_update (kin_demo_world_get_registry (world), kin_demo_object_get_kind (object),
                                      kin_demo_object_get_namespace (object), kin_demo_object_get_name (object), draft,
                                      &write, &error);
  if (written == NULL)
    g_debug ("Owner of %s: %s", kin_demo_object_get_key (object), error->message);

  return written != NULL;
}

static gboolean
adopt (KinDemoWorld  *world,
       KinDemoObject *owner,
       KinDemoObject *child)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (child);
  yyjson_mut_val *metadata = kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", NULL);

  yyjson_mut_arr_append (kin_demo_ensure_array (draft, metadata, "ownerReferences"),
                         kin_demo_owner_reference_new (draft, owner));

  return update (world, child, draft);
}

static KinSelector *
new_selector (KinJsonValue *owner)
{
  return kin_selector_new_from_json (kin_json_get_path (owner, "spec", "selector", NULL), NULL);
}

/* A selector that selects everything is a mistake: nothing is adopted by it. */
static gboolean
selects (KinSelector   *selector,
         KinDemoObject *child)
{
  return selector != NULL
         && !kin_selector_is_empty (selector)
         && kin_selector_matches_labels (selector, kin_demo_object_get_labels (child));
}

static gboolean
is_orphan (KinDemoObject *child)
{
  return kin_demo_object_get_owner_uid (child) == NULL && !kin_demo_object_is_deleting (child);
}

static gboolean
is_new (KinJsonValue *owner)
{
  return kin_json_get_integer (kin_json_get (owner, "status"), "observedGeneration", 0) == 0;
}

static gboolean
offer (KinDemoWorld  *world,
       KinDemoObject *child,
       KinDemoObject *owner)
{
  g_autoptr(KinJson) json = NULL;
  g_autoptr(KinSelector) selector = NULL;

  if (kin_demo_object_is_deleting (owner))
    return FALSE;

  json = kin_demo_object_parse (owner);
  selector = new_selector (kin_json_get_root (json));

  return selects (selector, child) && adopt (world, owner, child);
}

static void
find_owner (KinDemoWorld  *world,
            KinDemoObject *child,
            const char    *plural)
{
  KinDemoKind *kind = kin_demo_kinds_find (kin_demo_world_get_kinds (world), "apps", "v1", plural);
  g_autoptr(GPtrArray) owners = kin_demo_store_list (kin_demo_world_get_store (world), kind,
                                                     kin_demo_object_get_namespace (child));

  for (guint i = 0; i < owners->len; i++)
    {
      if (offer (world, child, g_ptr_array_index (owners, i)))
        return;
    }
}

static gint64
reconcile_pod (KinDemoWorld *world,
               const char   *namespace_,
               const char   *name)
{
  KinDemoObject *pod = kin_demo_store_get (kin_demo_world_get_store (world), kin_demo_pod_get_kind (world), namespace_,
                                           name);
  g_autoptr(KinDemoPodFacts) facts = NULL;

  if (pod == NULL || !is_orphan (pod))
    return -1;

  facts = kin_demo_pod_facts_get (world, pod);
  if (kin_demo_pod_facts_is_active (facts))
    find_owner (world, pod, "replicasets");

  return -1;
}

static gint64
reconcile_set (KinDemoWorld *world,
               const char   *namespace_,
               const char   *name)
{
  KinDemoKind *kind = kin_demo_kinds_find (kin_demo_world_get_kinds (world), "apps", "v1", "replicasets");
  KinDemoObject *set = kin_demo_store_get (kin_demo_world_get_store (world), kind, namespace_, name);

  if (set != NULL && is_orphan (set))
    find_owner (world, set, "deployments");

  return -1;
}

const KinDemoController kin_demo_pod_adoption_controller = {
  .name = POD_CONTROLLER,
  .group = "",
  .version = "v1",
  .plural = "pods",
  .reconcile = reconcile_pod,
};

const KinDemoController kin_demo_replica_set_adoption_controller = {
  .name = SET_CONTROLLER,
  .group = "apps",
  .version = "v1",
  .plural = "replicasets",
  .reconcile = reconcile_set,
};

/**
 * kin_demo_adoption_gather:
 * @world: the cluster
 * @owner: an object with a selector
 * @owner_root: what is in it
 * @kind: what it may own
 *
 * Adopts what @owner selects and nobody owns, if its controller has not looked after @owner before.
 *
 * Returns: whether something was adopted
 */
gboolean
kin_demo_adoption_gather (KinDemoWorld  *world,
                          KinDemoObject *owner,
                          KinJsonValue  *owner_root,
                          KinDemoKind   *kind)
{
  g_autoptr(KinSelector) selector = NULL;
  g_autoptr(GPtrArray) children = NULL;
  gboolean adopted = FALSE;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), FALSE);
  g_return_val_if_fail (owner != NULL && kind != NULL, FALSE);

  if (!is_new (owner_root) || kin_demo_object_is_deleting (owner))
    return FALSE;

  selector = new_selector (owner_root);
  children = kin_demo_store_list (kin_demo_world_get_store (world), kind, kin_demo_object_get_namespace (owner));
  for (guint i = 0; i < children->len; i++)
    {
      KinDemoObject *child = g_ptr_array_index (children, i);

      if (is_orphan (child) && selects (selector, child))
        adopted |= adopt (world, owner, child);
    }

  return adopted;
}

/**
 * kin_demo_adoption_release:
 * @world: the cluster
 * @child: an object that has an owner
 *
 * Lets an object go that its owner's selector does not match any more.
 *
 * Returns: whether it was let go
 */
gboolean
kin_demo_adoption_release (KinDemoWorld  *world,
                           KinDemoObject *child)
{
  g_autoptr(KinDemoDraft) draft = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), FALSE);
  g_return_val_if_fail (child != NULL, FALSE);

  draft = kin_demo_object_edit (child);
  kin_demo_remove (kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", NULL), "ownerReferences");

  return update (world, child, draft);
}
