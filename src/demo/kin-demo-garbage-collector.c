/* kin-demo-garbage-collector.c: deletes what belonged to something that is gone, and lets go what is to be deleted
 * only after, or without, all that belongs to it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-garbage-collector.h"

#include <string.h>

#include "demo/kin-demo-controllers.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

#define FOREGROUND "foregroundDeletion"
#define ORPHAN "orphan"

/* An owner, as a key names it: its uid, kind and name. */
typedef struct
{
  KinDemoWorld *world;
  const char *uid;
  const char *namespace_;
  KinDemoObject *object;      /* (nullable): as long as it is there */
} Owner;

/* What is done with one that belongs to the owner; whether it counts. */
typedef gboolean (*DependentFunc) (Owner         *owner,
                                   KinDemoObject *dependent);

static gboolean
refers_to (KinDemoObject *object,
           const char    *uid)
{
  gsize length;
  const char *text = g_bytes_get_data (kin_demo_object_get_text (object), &length);

  return memmem (text, length, uid, strlen (uid)) != NULL;
}

static yyjson_mut_val *
find_reference (yyjson_mut_val *references,
                const char     *uid)
{
  yyjson_mut_val *reference;
  gsize i;
  gsize n;

  yyjson_mut_arr_foreach (references, i, n, reference)
    {
      if (g_strcmp0 (kin_demo_get_string (reference, "uid", NULL), uid) == 0)
        return reference;
    }

  return NULL;
}

/* Most are controlled by what they belong to: those are found at once. Of the others, which are few, all kinds are
 * looked through but those of which there may be thousands. */
static guint
visit_kind (Owner         *owner,
            KinDemoKind   *kind,
            DependentFunc  func)
{
  KinDemoStore *store = kin_demo_world_get_store (owner->world);
  const char *plural = kin_resource_get_plural (kin_demo_kind_get_resource (kind));
  g_autoptr(GPtrArray) objects = NULL;
  guint n_visited = 0;

  if (kin_demo_store_count (store, kind, owner->namespace_) == 0)
    return 0;

  if (g_str_equal (plural, "pods") || g_str_equal (plural, "events"))
    objects = kin_demo_store_list_owned (store, kind, owner->uid);
  else
    objects = kin_demo_store_list (store, kind, owner->namespace_);

  for (guint i = 0; i < objects->len; i++)
    {
      KinDemoObject *object = g_ptr_array_index (objects, i);

      if (!g_str_equal (kin_demo_object_get_uid (object), owner->uid) && refers_to (object, owner->uid))
        n_visited += func (owner, object);
    }

  return n_visited;
}

static guint
visit (Owner         *owner,
       DependentFunc  func)
{
  GPtrArray *kinds = kin_demo_kinds_list (kin_demo_world_get_kinds (owner->world));
  guint n_visited = 0;

  for (guint i = 0; i < kinds->len; i++)
    n_visited += visit_kind (owner, g_ptr_array_index (kinds, i), func);

  return n_visited;
}

static gboolean
is_alive (KinDemoWorld   *world,
          const char     *namespace_,
          yyjson_mut_val *reference)
{
  g_autoptr(KinDemoObject) owner = kin_demo_upkeep_get_referent (world, namespace_, reference);

  return owner != NULL &&
         g_strcmp0 (kin_demo_object_get_uid (owner), kin_demo_get_string (reference, "uid", NULL)) == 0;
}

/* Takes out those of the owners that are gone. Returns: how many are left */
static guint
remove_dead_references (KinDemoWorld   *world,
                        const char     *namespace_,
                        yyjson_mut_val *references)
{
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *reference;

  yyjson_mut_arr_iter_init (references, &iter);
  while ((reference = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (!is_alive (world, namespace_, reference))
        yyjson_mut_arr_iter_remove (&iter);
    }

  return (guint) yyjson_mut_arr_size (references);
}

/* It goes with its last owner. */
static gboolean
collect (Owner         *owner,
         KinDemoObject *dependent)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (dependent);
  yyjson_mut_val *references = kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", "ownerReferences", NULL);

  if (kin_demo_object_is_deleting (dependent) || find_reference (references, owner->uid) == NULL)
    return FALSE;

  if (remove_dead_references (owner->world, kin_demo_object_get_namespace (dependent), references) > 0)
    kin_demo_upkeep_update (owner->world, dependent, draft, KIN_DEMO_MANAGER, NULL);
  else
    kin_demo_upkeep_delete (owner->world, dependent);

  return TRUE;
}

static gboolean
delete_in_foreground (Owner         *owner,
                      KinDemoObject *dependent)
{
  const KinDemoDeletion deletion = { .propagation = KIN_DEMO_PROPAGATION_FOREGROUND, .grace_s = -1 };
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (dependent);
  g_autoptr(KinDemoObject) deleted = NULL;
  yyjson_mut_val *references = kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", "ownerReferences", NULL);
  yyjson_mut_val *reference = find_reference (references, owner->uid);

  if (reference == NULL)
    return FALSE;

  if (!kin_demo_object_is_deleting (dependent))
    deleted = kin_demo_registry_delete (kin_demo_world_get_registry (owner->world),
                                        kin_demo_object_get_kind (dependent),
                                        kin_demo_object_get_namespace (dependent),
                                        kin_demo_object_get_name (dependent), &deletion, NULL, NULL);

  return kin_demo_get_boolean (reference, FALSE, "blockOwnerDeletion", NULL);
}

static gboolean
set_free (Owner         *owner,
          KinDemoObject *dependent)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (dependent);
  yyjson_mut_val *metadata = kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", NULL);
  yyjson_mut_val *references = kin_demo_get (metadata, "ownerReferences", NULL);
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *reference;

  yyjson_mut_arr_iter_init (references, &iter);
  while ((reference = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (g_strcmp0 (kin_demo_get_string (reference, "uid", NULL), owner->uid) == 0)
        yyjson_mut_arr_iter_remove (&iter);
    }

  if (yyjson_mut_arr_size (references) == 0)
    kin_demo_remove (metadata, "ownerReferences");
  kin_demo_upkeep_update (owner->world, dependent, draft, KIN_DEMO_MANAGER, NULL);

  return TRUE;
}

static void
let_go (Owner      *owner,
        const char *finalizer)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (owner->object);

  if (kin_demo_remove_word (kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", "finalizers", NULL), finalizer))
    kin_demo_upkeep_update (owner->world, owner->object, draft, KIN_DEMO_MANAGER, NULL);
}

static gboolean
has_finalizer (KinDemoObject *object,
               const char    *finalizer)
{
  g_autoptr(KinDemoDraft) draft = NULL;

  if (!kin_demo_object_is_deleting (object))
    return FALSE;

  draft = kin_demo_object_edit (object);

  return kin_demo_has_word (kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", "finalizers", NULL), finalizer);
}

static KinDemoKind *
find_kind (KinDemoWorld *world,
           const char   *id)
{
  GPtrArray *kinds = kin_demo_kinds_list (kin_demo_world_get_kinds (world));

  for (guint i = 0; i < kinds->len; i++)
    {
      if (g_str_equal (kin_demo_kind_get_id (g_ptr_array_index (kinds, i)), id))
        return g_ptr_array_index (kinds, i);
    }

  return NULL;
}

static KinDemoObject *
find_owner (KinDemoWorld *world,
            const char   *namespace_,
            char        **parts)
{
  KinDemoKind *kind = find_kind (world, parts[1]);
  KinDemoObject *object = kind != NULL ? kin_demo_store_get (kin_demo_world_get_store (world), kind, namespace_,
                                                             parts[2]) : NULL;

  if (object == NULL || !g_str_equal (kin_demo_object_get_uid (object), parts[0]))
    return NULL;

  return kin_demo_object_ref (object);
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  g_auto(GStrv) parts = g_strsplit (name, " ", 3);
  g_autoptr(KinDemoObject) object = find_owner (world, namespace_, parts);
  Owner owner = { world, parts[0], namespace_, object };

  if (object == NULL)
    {
      visit (&owner, collect);
    }
  else if (has_finalizer (object, ORPHAN))
    {
      visit (&owner, set_free);
      let_go (&owner, ORPHAN);
    }
  else if (has_finalizer (object, FOREGROUND) && visit (&owner, delete_in_foreground) == 0)
    {
      let_go (&owner, FOREGROUND);
    }

  return -1;
}

static void
enqueue (KinDemoControllers *controllers,
         KinDemoObject      *owner)
{
  g_autofree char *key = g_strjoin (" ", kin_demo_object_get_uid (owner),
                                    kin_demo_kind_get_id (kin_demo_object_get_kind (owner)),
                                    kin_demo_object_get_name (owner), NULL);

  kin_demo_controllers_enqueue (controllers, &kin_demo_garbage_collector_controller,
                                kin_demo_object_get_namespace (owner), key, 0);
}

/* Those that wait for the last of what belongs to them. */
static void
enqueue_owners (KinDemoControllers *controllers,
                KinDemoWorld       *world,
                KinDemoObject      *dependent)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (dependent);
  yyjson_mut_val *reference;
  gsize i;
  gsize n;

  yyjson_mut_arr_foreach (kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", "ownerReferences", NULL), i, n,
                          reference)
    {
      g_autoptr(KinDemoObject) owner = kin_demo_upkeep_get_referent (world, kin_demo_object_get_namespace (dependent),
                                                                     reference);

      if (owner != NULL && kin_demo_object_is_deleting (owner))
        enqueue (controllers, owner);
    }
}

static void
map (KinDemoControllers *controllers,
     KinDemoWorld       *world,
     const KinDemoEvent *event)
{
  if (event->type != KIN_DEMO_DELETED)
    {
      if (kin_demo_object_is_deleting (event->object))
        enqueue (controllers, event->object);
      return;
    }

  enqueue (controllers, event->object);
  enqueue_owners (controllers, world, event->object);
}

/* It looks after no kind of its own: all of them come by map. */
const KinDemoController kin_demo_garbage_collector_controller = {
  .name = "garbage-collector-controller",
  .map = map,
  .reconcile = reconcile,
};
