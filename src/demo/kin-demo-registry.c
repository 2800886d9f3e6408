/* kin-demo-registry.c: the verbs that write, with all that the API server does when one writes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-registry.h"

#include "demo/kin-demo-apply-call.h"
#include "demo/kin-demo-call.h"
#include "demo/kin-demo-deletion.h"
#include "demo/kin-demo-error.h"
#include "demo/kin-demo-metadata.h"
#include "demo/kin-demo-patch-call.h"
#include "demo/kin-demo-scale.h"

struct _KinDemoRegistry
{
  GObject parent_instance;

  KinDemoWorld *world;          /* unowned: the world owns this */
};

G_DEFINE_FINAL_TYPE (KinDemoRegistry, kin_demo_registry, G_TYPE_OBJECT)

static gboolean
check_has_no_version (KinDemoDraft  *draft,
                      GError       **error)
{
  const char *version = kin_demo_get_string (yyjson_mut_doc_get_root (draft), "metadata", "resourceVersion", NULL);

  if (version == NULL || *version == '\0')
    return TRUE;

  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_PLAIN,
                       "resourceVersion should not be set on objects to be created");

  return FALSE;
}

static gboolean
match_uid (const KinDemoCall  *call,
           KinDemoDraft       *draft,
           KinDemoObject      *stored,
           GError            **error)
{
  KinResource *resource = kin_demo_kind_get_resource (call->kind);
  const char *uid = kin_demo_get_string (yyjson_mut_doc_get_root (draft), "metadata", "uid", NULL);

  if (uid == NULL || *uid == '\0' || g_strcmp0 (uid, kin_demo_object_get_uid (stored)) == 0)
    return TRUE;

  g_propagate_error (error, kin_demo_error_new_object (
    KIN_DEMO_ERROR_CONFLICT, resource, call->name,
    "Operation cannot be fulfilled on %s \"%s\": Precondition failed: UID in precondition: %s, UID in object meta: %s",
    kin_resource_get_id (resource), call->name, uid, kin_demo_object_get_uid (stored)));

  return FALSE;
}

static void
kin_demo_registry_class_init (KinDemoRegistryClass *klass)
{
}

static void
kin_demo_registry_init (KinDemoRegistry *self)
{
}

/**
 * kin_demo_registry_new:
 * @world: the world to write to, which outlives the registry
 *
 * Makes the registry of a world.
 *
 * Returns: (transfer full): a registry
 */
KinDemoRegistry *
kin_demo_registry_new (KinDemoWorld *world)
{
  KinDemoRegistry *self = g_object_new (KIN_TYPE_DEMO_REGISTRY, NULL);

  self->world = world;

  return self;
}

/**
 * kin_demo_registry_create:
 * @self: a registry
 * @kind: what the path names
 * @namespace_: (nullable): the namespace that the path names
 * @draft: what was sent; it is changed
 * @write: how one writes
 * @error: return location for a #GError
 *
 * Creates an object.
 *
 * Returns: (transfer full): the object, or %NULL with a %KIN_DEMO_ERROR
 */
KinDemoObject *
kin_demo_registry_create (KinDemoRegistry     *self,
                          KinDemoKind         *kind,
                          const char          *namespace_,
                          KinDemoDraft        *draft,
                          const KinDemoWrite  *write,
                          GError             **error)
{
  KinDemoCall call;

  g_return_val_if_fail (KIN_IS_DEMO_REGISTRY (self), NULL);
  g_return_val_if_fail (kind != NULL && draft != NULL && write != NULL, NULL);

  call = (KinDemoCall) { self->world, kind, namespace_, NULL, write, FALSE };

  if (!kin_demo_call_decode (&call, draft, error) ||
      !kin_demo_metadata_settle_namespace (kind, draft, namespace_, error) ||
      !check_has_no_version (draft, error))
    return NULL;

  kin_demo_remove (kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", NULL), "managedFields");

  return kin_demo_call_finish_create (&call, draft, error);
}

/**
 * kin_demo_registry_update:
 * @self: a registry
 * @kind: what the path names
 * @namespace_: (nullable): the namespace that the path names
 * @name: the object that the path names
 * @draft: what was sent, a Scale if the subresource is “scale”; it is changed
 * @write: how one writes
 * @error: return location for a #GError
 *
 * Replaces an object, or what a subresource is of it. If that changes nothing, nothing is stored.
 *
 * Returns: (transfer full): the object, or %NULL with a %KIN_DEMO_ERROR
 */
KinDemoObject *
kin_demo_registry_update (KinDemoRegistry     *self,
                          KinDemoKind         *kind,
                          const char          *namespace_,
                          const char          *name,
                          KinDemoDraft        *draft,
                          const KinDemoWrite  *write,
                          GError             **error)
{
  KinDemoCall call;
  g_autoptr(KinDemoObject) stored = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_REGISTRY (self), NULL);
  g_return_val_if_fail (kind != NULL && name != NULL && draft != NULL && write != NULL, NULL);

  call = (KinDemoCall) { self->world, kind, namespace_, name, write, FALSE };

  if (!kin_demo_call_is_scale (&call) && (!kin_demo_call_decode (&call, draft, error) ||
                            !kin_demo_metadata_settle_namespace (kind, draft, namespace_, error) ||
                            !kin_demo_metadata_match_name (draft, name, error)))
    return NULL;

  stored = kin_demo_call_find_stored (&call, error);
  if (stored == NULL)
    return NULL;

  if (kin_demo_call_is_scale (&call))
    return kin_demo_call_finish_scale (&call, draft, stored, error);

  if (!match_uid (&call, draft, stored, error) || !kin_demo_metadata_match_version (kind, draft, stored, error))
    return NULL;

  return kin_demo_call_finish_update (&call, draft, stored, error);
}

/**
 * kin_demo_registry_patch:
 * @self: a registry
 * @kind: what the path names
 * @namespace_: (nullable): the namespace that the path names
 * @name: the object that the path names
 * @type: what kind of patch
 * @text: the patch, as JSON; of a Scale if the subresource is “scale”
 * @length: how many bytes
 * @write: how one writes
 * @created: (out) (optional): whether an apply created the object
 * @error: return location for a #GError
 *
 * Patches an object, or what a subresource is of it.
 *
 * Returns: (transfer full): the object, or %NULL with a %KIN_DEMO_ERROR
 */
KinDemoObject *
kin_demo_registry_patch (KinDemoRegistry     *self,
                         KinDemoKind         *kind,
                         const char          *namespace_,
                         const char          *name,
                         KinDemoPatchType     type,
                         const char          *text,
                         gsize                length,
                         const KinDemoWrite  *write,
                         gboolean            *created,
                         GError             **error)
{
  KinDemoCall call;
  gboolean is_new = FALSE;
  KinDemoObject *object;

  g_return_val_if_fail (KIN_IS_DEMO_REGISTRY (self), NULL);
  g_return_val_if_fail (kind != NULL && name != NULL && text != NULL && write != NULL, NULL);
  g_return_val_if_fail (type != KIN_DEMO_PATCH_APPLY || write->manager != NULL, NULL);

  call = (KinDemoCall) { self->world, kind, namespace_, name, write, FALSE };
  if (type == KIN_DEMO_PATCH_APPLY)
    object = kin_demo_apply_call (&call, text, length, &is_new, error);
  else
    object = kin_demo_patch_call (&call, type, text, length, error);

  if (created != NULL)
    *created = is_new && object != NULL;

  return object;
}

/**
 * kin_demo_registry_delete:
 * @self: a registry
 * @kind: what the path names
 * @namespace_: (nullable): the namespace that the path names
 * @name: the object that the path names
 * @deletion: how one deletes
 * @gone: (out) (optional): whether the object is gone; if not, its deletion has begun
 * @error: return location for a #GError
 *
 * Deletes an object, or begins to: finalizers and a pod's grace are waited for.
 *
 * Returns: (transfer full): the last state of the object, or %NULL with a %KIN_DEMO_ERROR
 */
KinDemoObject *
kin_demo_registry_delete (KinDemoRegistry        *self,
                          KinDemoKind            *kind,
                          const char             *namespace_,
                          const char             *name,
                          const KinDemoDeletion  *deletion,
                          gboolean               *gone,
                          GError                **error)
{
  const KinDemoWrite write = { .dry_run = deletion != NULL && deletion->dry_run };
  KinDemoCall call;
  g_autoptr(KinDemoObject) stored = NULL;
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(KinDemoDraft) old = NULL;
  gboolean waits;

  g_return_val_if_fail (KIN_IS_DEMO_REGISTRY (self), NULL);
  g_return_val_if_fail (kind != NULL && name != NULL && deletion != NULL, NULL);

  call = (KinDemoCall) { self->world, kind, namespace_, name, &write, FALSE };

  stored = kin_demo_call_find_stored (&call, error);
  if (stored == NULL)
    return NULL;
  if (!kin_demo_deletion_check (deletion, stored, error))
    return NULL;

  draft = kin_demo_object_edit (stored);
  waits = kin_demo_deletion_begin (deletion, self->world, kind, draft);
  if (gone != NULL)
    *gone = !waits;

  if (!waits)
    {
      if (!deletion->dry_run)
        kin_demo_store_remove (kin_demo_world_get_store (self->world), stored);
      return g_steal_pointer (&stored);
    }

  old = kin_demo_object_edit (stored);
  if (kin_demo_call_is_same (draft, yyjson_mut_doc_get_root (old)))
    return g_steal_pointer (&stored);

  return kin_demo_call_store (&call, draft);
}

/**
 * kin_demo_registry_dup_scale:
 * @self: a registry
 * @object: an object of a kind that can be scaled
 *
 * Makes the Scale of an object.
 *
 * Returns: (transfer full): JSON
 */
GBytes *
kin_demo_registry_dup_scale (KinDemoRegistry *self,
                             KinDemoObject   *object)
{
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(KinDemoDraft) scale = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_REGISTRY (self), NULL);
  g_return_val_if_fail (object != NULL, NULL);

  draft = kin_demo_object_edit (object);
  scale = kin_demo_scale_new (kin_demo_object_get_kind (object), yyjson_mut_doc_get_root (draft));

  return kin_demo_draft_write (scale);
}
