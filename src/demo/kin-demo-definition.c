/* kin-demo-definition.c: kinds that a CustomResourceDefinition makes: served as soon as it is there, and gone with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-definition.h"

#include "demo/kin-demo-controllers.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

#define GROUP "apiextensions.k8s.io"
#define PLURAL "customresourcedefinitions"
#define MANAGER "kube-apiserver"
#define FINALIZER "customresourcecleanup.apiextensions.k8s.io"

static KinDemoKind *
find_served (KinDemoWorld   *world,
             yyjson_mut_val *spec)
{
  yyjson_mut_val *version;
  gsize i;
  gsize n;

  yyjson_mut_arr_foreach (kin_demo_get (spec, "versions", NULL), i, n, version)
    {
      KinDemoKind *kind = kin_demo_upkeep_find_kind (world, kin_demo_get_string (spec, "group", NULL),
                                                     kin_demo_get_string (version, "name", NULL),
                                                     kin_demo_get_string (spec, "names", "plural", NULL));

      if (kind != NULL)
        return kind;
    }

  return NULL;
}

static void
store_version (KinDemoDraft   *draft,
               yyjson_mut_val *spec,
               yyjson_mut_val *status)
{
  yyjson_mut_val *stored = kin_demo_ensure_array (draft, status, "storedVersions");
  yyjson_mut_val *version;
  gsize i;
  gsize n;

  yyjson_mut_arr_foreach (kin_demo_get (spec, "versions", NULL), i, n, version)
    {
      const char *name = kin_demo_get_string (version, "name", NULL);

      if (kin_demo_get_boolean (version, FALSE, "storage", NULL) && !kin_demo_has_word (stored, name))
        yyjson_mut_arr_add_strcpy (draft, stored, name);
    }
}

static void
establish (KinDemoWorld  *world,
           KinDemoObject *crd)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (crd);
  g_autofree char *now = kin_demo_world_dup_time (world);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *spec = kin_demo_get (root, "spec", NULL);
  yyjson_mut_val *status = kin_demo_ensure_object (draft, root, "status", NULL);

  kin_demo_set (draft, status, "acceptedNames", yyjson_mut_val_mut_copy (draft, kin_demo_get (spec, "names", NULL)));
  kin_demo_set_condition (draft, status, "NamesAccepted", TRUE, "NoConflicts", "no conflicts found", now);
  kin_demo_set_condition (draft, status, "Established", TRUE, "InitialNamesAccepted",
                          "the initial names have been accepted", now);
  store_version (draft, spec, status);
  kin_demo_upkeep_update (world, crd, draft, MANAGER, "status");
}

/* So that no object outlives the kind. */
static void
hold (KinDemoWorld  *world,
      KinDemoObject *crd)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (crd);
  yyjson_mut_val *metadata = kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", NULL);
  yyjson_mut_val *finalizers = kin_demo_ensure_array (draft, metadata, "finalizers");

  if (kin_demo_has_word (finalizers, FINALIZER))
    return;

  yyjson_mut_arr_add_strcpy (draft, finalizers, FINALIZER);
  kin_demo_upkeep_update (world, crd, draft, MANAGER, NULL);
}

static void
delete_objects (KinDemoWorld *world,
                KinDemoKind  *kind)
{
  g_autoptr(GPtrArray) objects = kin_demo_store_list (kin_demo_world_get_store (world), kind, NULL);

  for (guint i = 0; i < objects->len; i++)
    {
      if (!kin_demo_object_is_deleting (g_ptr_array_index (objects, i)))
        kin_demo_upkeep_delete (world, g_ptr_array_index (objects, i));
    }
}

static void
finalize (KinDemoWorld  *world,
          KinDemoObject *crd)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (crd);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  KinDemoKind *kind = find_served (world, kin_demo_get (root, "spec", NULL));

  if (kind != NULL)
    delete_objects (world, kind);
  if (kind != NULL && kin_demo_store_count (kin_demo_world_get_store (world), kind, NULL) > 0)
    return;

  if (kin_demo_remove_word (kin_demo_get (root, "metadata", "finalizers", NULL), FINALIZER))
    kin_demo_upkeep_update (world, crd, draft, MANAGER, NULL);
}

static void
serve (KinDemoWorld  *world,
       KinDemoObject *crd)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (crd);
  g_autoptr(GError) error = NULL;

  if (!kin_demo_kinds_add_custom (kin_demo_world_get_kinds (world), kin_json_get_root (json), &error))
    g_debug ("%s can't be served: %s", kin_demo_object_get_name (crd), error->message);
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  g_autoptr(KinDemoObject) crd = kin_demo_upkeep_get (world, GROUP, "v1", PLURAL, NULL, name);
  g_autoptr(KinDemoObject) held = NULL;

  if (crd == NULL)
    {
      kin_demo_kinds_remove_custom (kin_demo_world_get_kinds (world), name);
      return -1;
    }

  if (kin_demo_object_is_deleting (crd))
    {
      finalize (world, crd);
      return -1;
    }

  serve (world, crd);
  hold (world, crd);
  held = kin_demo_upkeep_get (world, GROUP, "v1", PLURAL, NULL, name);
  establish (world, held);

  return -1;
}

/* The last object of a kind that goes. */
static void
map (KinDemoControllers *controllers,
     KinDemoWorld       *world,
     const KinDemoEvent *event)
{
  KinDemoKind *kind = kin_demo_object_get_kind (event->object);
  KinJsonValue *crd = kin_demo_kind_get_crd (kind);

  if (event->type == KIN_DEMO_DELETED && crd != NULL)
    kin_demo_controllers_enqueue (controllers, &kin_demo_definition_controller, NULL,
                                  kin_json_get_string (kin_json_get (crd, "metadata"), "name"), 0);
}

const KinDemoController kin_demo_definition_controller = {
  .name = "definition-controller",
  .group = GROUP,
  .version = "v1",
  .plural = PLURAL,
  .map = map,
  .reconcile = reconcile,
};
