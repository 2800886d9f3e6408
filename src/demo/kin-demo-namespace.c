/* kin-demo-namespace.c: what every namespace has, and how it goes: all that is in it is deleted first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-namespace.h"

#include "demo/kin-demo-controllers.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

#define FINALIZER "kubernetes"

static const char authority[] =
  "-----BEGIN CERTIFICATE-----\n"
  "VGhpcyBpcyB0aGUgYXV0aG9yaXR5IG9mIGEgZGVtbyBjbHVzdGVyLCB3aGljaCBz\n"
  "aWducyBub3RoaW5nIGFuZCBpcyB0cnVzdGVkIGJ5IG5vYm9keS4=\n"
  "-----END CERTIFICATE-----\n";

static gboolean
is_there (KinDemoWorld *world,
          const char   *plural,
          const char   *namespace_,
          const char   *name)
{
  return kin_demo_store_get (kin_demo_world_get_store (world), kin_demo_upkeep_find_kind (world, "", "v1", plural),
                             namespace_, name) != NULL;
}

static void
create_named (KinDemoWorld *world,
              const char   *plural,
              const char   *namespace_,
              const char   *name,
              KinDemoDraft *draft)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  g_autoptr(KinDemoObject) created = NULL;

  kin_demo_set_string (draft, kin_demo_ensure_object (draft, root, "metadata", NULL), "name", name);
  created = kin_demo_upkeep_create (world, kin_demo_upkeep_find_kind (world, "", "v1", plural), namespace_, draft,
                                    KIN_DEMO_MANAGER, NULL);
}

static void
create_account (KinDemoWorld *world,
                const char   *namespace_)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();

  create_named (world, "serviceaccounts", namespace_, "default", draft);
}

static void
create_authority (KinDemoWorld *world,
                  const char   *namespace_)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);

  kin_demo_set_string (draft, kin_demo_ensure_object (draft, root, "metadata", "annotations", NULL),
                       "kubernetes.io/description",
                       "Contains a CA bundle that can be used to verify the kube-apiserver when using internal "
                       "endpoints such as the internal service IP or kubernetes.default.svc. No other usage is "
                       "guaranteed across distributions of Kubernetes clusters.");
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, root, "data", NULL), "ca.crt", authority);
  create_named (world, "configmaps", namespace_, "kube-root-ca.crt", draft);
}

static void
furnish (KinDemoWorld *world,
         const char   *namespace_)
{
  if (!is_there (world, "serviceaccounts", namespace_, "default"))
    create_account (world, namespace_);
  if (!is_there (world, "configmaps", namespace_, "kube-root-ca.crt"))
    create_authority (world, namespace_);
}

/* Deletes what is there and counts what still is: pods take their time. */
static guint
empty_kind (KinDemoWorld *world,
            KinDemoKind  *kind,
            const char   *namespace_)
{
  KinDemoStore *store = kin_demo_world_get_store (world);
  g_autoptr(GPtrArray) objects = NULL;

  if (kin_demo_store_count (store, kind, namespace_) == 0)
    return 0;

  objects = kin_demo_store_list (store, kind, namespace_);
  for (guint i = 0; i < objects->len; i++)
    {
      KinDemoObject *object = g_ptr_array_index (objects, i);

      if (!kin_demo_object_is_deleting (object))
        kin_demo_upkeep_delete (world, object);
    }

  return kin_demo_store_count (store, kind, namespace_);
}

/* Returns: (nullable): what remains, in the words of the condition */
static char *
empty (KinDemoWorld *world,
       const char   *namespace_)
{
  GPtrArray *kinds = kin_demo_kinds_list (kin_demo_world_get_kinds (world));
  g_autoptr(GString) remains = g_string_new (NULL);

  for (guint i = 0; i < kinds->len; i++)
    {
      KinDemoKind *kind = g_ptr_array_index (kinds, i);
      KinResource *resource = kin_demo_kind_get_resource (kind);
      guint n_left;

      if (!kin_resource_get_namespaced (resource))
        continue;

      n_left = empty_kind (world, kind, namespace_);
      if (n_left > 0)
        g_string_append_printf (remains, "%s%s.%s has %u resource instances", remains->len > 0 ? ", " : "",
                                kin_resource_get_plural (resource), kin_resource_get_group (resource), n_left);
    }

  return remains->len > 0 ? g_strdup_printf ("Some resources are remaining: %s", remains->str) : NULL;
}

static void
tell_progress (KinDemoWorld  *world,
               KinDemoObject *namespace_,
               const char    *remains)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (namespace_);
  g_autofree char *now = kin_demo_world_dup_time (world);
  yyjson_mut_val *status = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "status", NULL);

  kin_demo_set_string (draft, status, "phase", "Terminating");
  kin_demo_set_condition (draft, status, "NamespaceDeletionDiscoveryFailure", FALSE, "ResourcesDiscovered",
                          "All resources successfully discovered", now);
  kin_demo_set_condition (draft, status, "NamespaceDeletionGroupVersionParsingFailure", FALSE, "ParsedGroupVersions",
                          "All legacy kube types successfully parsed", now);
  kin_demo_set_condition (draft, status, "NamespaceDeletionContentFailure", FALSE, "ContentDeleted",
                          "All content successfully deleted, may be waiting on finalization", now);
  kin_demo_set_condition (draft, status, "NamespaceContentRemaining", remains != NULL,
                          remains != NULL ? "SomeResourcesRemain" : "ContentRemoved",
                          remains != NULL ? remains : "All content successfully removed", now);
  kin_demo_set_condition (draft, status, "NamespaceFinalizersRemaining", FALSE, "ContentHasNoFinalizers",
                          "All content-preserving finalizers finished", now);
  kin_demo_upkeep_update_status (world, namespace_, draft);
}

static void
finalize (KinDemoWorld *world,
          const char   *name)
{
  g_autoptr(KinDemoObject) namespace_ = kin_demo_upkeep_get (world, "", "v1", "namespaces", NULL, name);
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (namespace_);

  kin_demo_remove_word (kin_demo_get (yyjson_mut_doc_get_root (draft), "spec", "finalizers", NULL), FINALIZER);
  kin_demo_upkeep_update (world, namespace_, draft, KIN_DEMO_MANAGER, "finalize");
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *unused,
           const char   *name)
{
  g_autoptr(KinDemoObject) namespace_ = kin_demo_upkeep_get (world, "", "v1", "namespaces", NULL, name);
  g_autofree char *remains = NULL;

  if (namespace_ == NULL)
    return -1;

  if (!kin_demo_object_is_deleting (namespace_))
    {
      furnish (world, name);
      return -1;
    }

  remains = empty (world, name);
  tell_progress (world, namespace_, remains);
  if (remains == NULL)
    finalize (world, name);

  return -1;
}

/* What must be there is made again, and what goes may have been the last of a namespace that goes. */
static void
map (KinDemoControllers *controllers,
     KinDemoWorld       *world,
     const KinDemoEvent *event)
{
  const char *name = kin_demo_object_get_namespace (event->object);

  if (event->type == KIN_DEMO_DELETED && name != NULL)
    kin_demo_controllers_enqueue (controllers, &kin_demo_namespace_controller, NULL, name, 0);
}

const KinDemoController kin_demo_namespace_controller = {
  .name = "namespace-controller",
  .group = "",
  .version = "v1",
  .plural = "namespaces",
  .map = map,
  .reconcile = reconcile,
};
