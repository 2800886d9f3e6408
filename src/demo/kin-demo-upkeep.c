/* kin-demo-upkeep.c: what most controllers do with stored objects: find, create, rewrite and delete them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-upkeep.h"

#include <string.h>

#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-world.h"
#include "object/kin-time.h"

/**
 * kin_demo_upkeep_find_kind:
 * @world: the cluster
 * @group: an API group
 * @version: its version
 * @plural: a resource of it
 *
 * Finds a kind.
 *
 * Returns: (transfer none) (nullable): the kind
 */
KinDemoKind *
kin_demo_upkeep_find_kind (KinDemoWorld *world,
                           const char   *group,
                           const char   *version,
                           const char   *plural)
{
  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);

  return kin_demo_kinds_find (kin_demo_world_get_kinds (world), group, version, plural);
}

/**
 * kin_demo_upkeep_get:
 * @world: the cluster
 * @group: an API group
 * @version: its version
 * @plural: a resource of it
 * @namespace_: (nullable): a namespace
 * @name: a name
 *
 * Gets an object as it is now.
 *
 * Returns: (transfer full) (nullable): the object, or %NULL if it is gone
 */
KinDemoObject *
kin_demo_upkeep_get (KinDemoWorld *world,
                     const char   *group,
                     const char   *version,
                     const char   *plural,
                     const char   *namespace_,
                     const char   *name)
{
  KinDemoKind *kind = kin_demo_upkeep_find_kind (world, group, version, plural);
  KinDemoObject *object;

  g_return_val_if_fail (kind != NULL && name != NULL, NULL);

  object = kin_demo_store_get (kin_demo_world_get_store (world), kind, namespace_, name);

  return object != NULL ? kin_demo_object_ref (object) : NULL;
}

/**
 * kin_demo_upkeep_get_referent:
 * @world: the cluster
 * @namespace_: (nullable): the namespace of the object that refers
 * @reference: an apiVersion, a kind and a name
 *
 * Gets what a reference names, whatever its uid.
 *
 * Returns: (transfer full) (nullable): the object, or %NULL if there is none
 */
KinDemoObject *
kin_demo_upkeep_get_referent (KinDemoWorld   *world,
                              const char     *namespace_,
                              yyjson_mut_val *reference)
{
  const char *api_version = kin_demo_get_string (reference, "apiVersion", NULL);
  const char *kind_name = kin_demo_get_string (reference, "kind", NULL);
  const char *name = kin_demo_get_string (reference, "name", NULL);
  const char *version;
  g_autofree char *group = NULL;
  KinDemoKind *kind;
  KinDemoObject *object;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);

  if (api_version == NULL || kind_name == NULL || name == NULL)
    return NULL;

  version = strrchr (api_version, '/');
  group = version != NULL ? g_strndup (api_version, (gsize) (version - api_version)) : g_strdup ("");
  kind = kin_demo_kinds_find_kind (kin_demo_world_get_kinds (world), group,
                                   version != NULL ? version + 1 : api_version, kind_name);
  if (kind == NULL)
    return NULL;

  if (!kin_resource_get_namespaced (kin_demo_kind_get_resource (kind)))
    namespace_ = NULL;
  object = kin_demo_store_get (kin_demo_world_get_store (world), kind, namespace_, name);

  return object != NULL ? kin_demo_object_ref (object) : NULL;
}

/**
 * kin_demo_upkeep_create:
 * @world: the cluster
 * @kind: a kind
 * @namespace_: (nullable): a namespace
 * @draft: the new object
 * @manager: who makes it
 * @error: return location for a refusal
 *
 * Creates an object.
 *
 * Returns: (transfer full) (nullable): the object as it is stored
 */
KinDemoObject *
kin_demo_upkeep_create (KinDemoWorld  *world,
                        KinDemoKind   *kind,
                        const char    *namespace_,
                        KinDemoDraft  *draft,
                        const char    *manager,
                        GError       **error)
{
  const KinDemoWrite write = { .manager = manager };

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);

  return kin_demo_registry_create (kin_demo_world_get_registry (world), kind, namespace_, draft, &write, error);
}

/**
 * kin_demo_upkeep_update:
 * @world: the cluster
 * @object: an object
 * @draft: what it is to become
 * @manager: who writes
 * @subresource: (nullable): "status"
 *
 * Writes an object anew. A refusal is no more than a word in the log: who keeps something up tries again.
 *
 * Returns: whether it was written, or is so already
 */
gboolean
kin_demo_upkeep_update (KinDemoWorld  *world,
                        KinDemoObject *object,
                        KinDemoDraft  *draft,
                        const char    *manager,
                        const char    *subresource)
{
  const KinDemoWrite write = { .manager = manager, .subresource = subresource };
  g_autoptr(KinDemoObject) stored = NULL;
  g_autoptr(GError) error = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), FALSE);
  g_return_val_if_fail (object != NULL && draft != NULL, FALSE);

  stored = kin_demo_registry_update (kin_demo_world_get_registry (world), kin_demo_object_get_kind (object),
                                     kin_demo_object_get_namespace (object), kin_demo_object_get_name (object), draft,
                                     &write, &error);
  if (stored == NULL)
    g_debug ("%s of %s was refused: %s", manager, kin_demo_object_get_key (object), error->message);

  return stored != NULL;
}

/**
 * kin_demo_upkeep_update_status:
 * @world: the cluster
 * @object: an object
 * @draft: the object with what its status is to become
 *
 * Writes an object's status as the controller manager does.
 *
 * Returns: whether it was written, or is so already
 */
gboolean
kin_demo_upkeep_update_status (KinDemoWorld  *world,
                               KinDemoObject *object,
                               KinDemoDraft  *draft)
{
  return kin_demo_upkeep_update (world, object, draft, KIN_DEMO_MANAGER, "status");
}

/**
 * kin_demo_upkeep_scale:
 * @world: the cluster
 * @object: an object that can be scaled
 * @n_replicas: how many replicas it is to have
 * @manager: who scales
 *
 * Scales an object, by its scale subresource.
 *
 * Returns: whether it was scaled
 */
gboolean
kin_demo_upkeep_scale (KinDemoWorld  *world,
                       KinDemoObject *object,
                       gint64         n_replicas,
                       const char    *manager)
{
  g_autoptr(GBytes) text = NULL;
  g_autoptr(KinDemoDraft) scale = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), FALSE);
  g_return_val_if_fail (object != NULL, FALSE);

  text = kin_demo_registry_dup_scale (kin_demo_world_get_registry (world), object);
  scale = kin_demo_draft_parse (g_bytes_get_data (text, NULL), g_bytes_get_size (text), NULL);
  kin_demo_set_integer (scale, kin_demo_get (yyjson_mut_doc_get_root (scale), "spec", NULL), "replicas", n_replicas);

  return kin_demo_upkeep_update (world, object, scale, manager, "scale");
}

/**
 * kin_demo_upkeep_delete:
 * @world: the cluster
 * @object: an object
 *
 * Deletes an object; what depends on it follows.
 *
 * Returns: whether it is deleted or on its way
 */
gboolean
kin_demo_upkeep_delete (KinDemoWorld  *world,
                        KinDemoObject *object)
{
  g_autoptr(KinDemoObject) deleted = NULL;
  g_autoptr(GError) error = NULL;
  KinDemoDeletion deletion = { .propagation = KIN_DEMO_PROPAGATION_BACKGROUND, .grace_s = -1 };

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), FALSE);
  g_return_val_if_fail (object != NULL, FALSE);

  deletion.uid = kin_demo_object_get_uid (object);
  deleted = kin_demo_registry_delete (kin_demo_world_get_registry (world), kin_demo_object_get_kind (object),
                                      kin_demo_object_get_namespace (object), kin_demo_object_get_name (object),
                                      &deletion, NULL, &error);

  return deleted != NULL;
}

/**
 * kin_demo_has_word:
 * @array: (nullable): an array of strings, such as finalizers
 * @word: a string
 *
 * Returns: whether @word is in it
 */
gboolean
kin_demo_has_word (yyjson_mut_val *array,
                   const char     *word)
{
  yyjson_mut_val *item;
  gsize i;
  gsize n;

  yyjson_mut_arr_foreach (array, i, n, item)
    {
      if (yyjson_mut_equals_str (item, word))
        return TRUE;
    }

  return FALSE;
}

/**
 * kin_demo_remove_word:
 * @array: (nullable): an array of strings, such as finalizers
 * @word: a string
 *
 * Takes a string out of an array.
 *
 * Returns: whether it was there
 */
gboolean
kin_demo_remove_word (yyjson_mut_val *array,
                      const char     *word)
{
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *item;

  if (!yyjson_mut_arr_iter_init (array, &iter))
    return FALSE;

  while ((item = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (!yyjson_mut_equals_str (item, word))
        continue;

      yyjson_mut_arr_iter_remove (&iter);
      return TRUE;
    }

  return FALSE;
}

/**
 * kin_demo_find_condition:
 * @conditions: (nullable): an array of conditions
 * @type: the type of one
 *
 * Returns: (transfer none) (nullable): the condition
 */
yyjson_mut_val *
kin_demo_find_condition (yyjson_mut_val *conditions,
                         const char     *type)
{
  yyjson_mut_val *condition;
  gsize i;
  gsize n;

  yyjson_mut_arr_foreach (conditions, i, n, condition)
    {
      if (g_strcmp0 (kin_demo_get_string (condition, "type", NULL), type) == 0)
        return condition;
    }

  return NULL;
}

/**
 * kin_demo_condition_is_true:
 * @conditions: (nullable): an array of conditions
 * @type: the type of one
 *
 * Returns: whether that condition is there and its status is "True"
 */
gboolean
kin_demo_condition_is_true (yyjson_mut_val *conditions,
                            const char     *type)
{
  return g_strcmp0 (kin_demo_get_string (kin_demo_find_condition (conditions, type), "status", NULL), "True") == 0;
}

/**
 * kin_demo_set_condition:
 * @draft: a document
 * @status: a status in it
 * @type: the type of a condition
 * @holds: whether it is true
 * @reason: why, in one word
 * @message: why, in a sentence
 * @now: the time
 *
 * Sets a condition. Its transition time moves only with its status.
 *
 * Returns: (transfer none): the condition
 */
yyjson_mut_val *
kin_demo_set_condition (KinDemoDraft   *draft,
                        yyjson_mut_val *status,
                        const char     *type,
                        gboolean        holds,
                        const char     *reason,
                        const char     *message,
                        const char     *now)
{
  yyjson_mut_val *conditions = kin_demo_ensure_array (draft, status, "conditions");
  yyjson_mut_val *condition = kin_demo_find_condition (conditions, type);
  const char *value = holds ? "True" : "False";

  if (condition == NULL)
    {
      condition = yyjson_mut_arr_add_obj (draft, conditions);
      kin_demo_set_string (draft, condition, "type", type);
    }

  if (g_strcmp0 (kin_demo_get_string (condition, "status", NULL), value) != 0)
    {
      kin_demo_set_string (draft, condition, "status", value);
      kin_demo_set_string (draft, condition, "lastTransitionTime", now);
    }
  kin_demo_set_string (draft, condition, "reason", reason);
  kin_demo_set_string (draft, condition, "message", message);

  return condition;
}

/**
 * kin_demo_copy_member:
 * @draft: a document
 * @target: an object in it
 * @source: (nullable): an object of any document
 * @name: the name of a member
 *
 * Copies a member, if it is there.
 */
void
kin_demo_copy_member (KinDemoDraft   *draft,
                      yyjson_mut_val *target,
                      yyjson_mut_val *source,
                      const char     *name)
{
  yyjson_mut_val *value = yyjson_mut_obj_get (source, name);

  if (value != NULL)
    kin_demo_set (draft, target, name, yyjson_mut_val_mut_copy (draft, value));
}

/**
 * kin_demo_get_seconds:
 * @object: (nullable): an object
 * @name: the name of a timestamp in it
 *
 * Returns: seconds since the epoch, or -1 if there is no such timestamp
 */
gint64
kin_demo_get_seconds (yyjson_mut_val *object,
                      const char     *name)
{
  const char *text = kin_demo_get_string (object, name, NULL);

  return text != NULL ? kin_time_parse (text) : -1;
}

/**
 * kin_demo_scale_amount:
 * @amount: (nullable): a number, or a percentage as text
 * @total: what the percentage is of
 *
 * Reads an IntOrString, rounded up as most of them are.
 *
 * Returns: the amount
 */
guint
kin_demo_scale_amount (yyjson_mut_val *amount,
                       guint           total)
{
  const char *text = yyjson_mut_get_str (amount);

  if (text == NULL)
    return (guint) MAX (yyjson_mut_get_sint (amount), 0);

  return (guint) ((g_ascii_strtoull (text, NULL, 10) * total + 99) / 100);
}
