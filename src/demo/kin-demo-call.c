/* kin-demo-call.c: what all writes have in common: the steps from what was sent to what is stored.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-call.h"

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-managed-fields.h"
#include "demo/kin-demo-metadata.h"
#include "demo/kin-demo-scale.h"
#include "demo/kin-demo-strategy.h"
#include "demo/kin-demo-type.h"
#include "demo/kin-demo-validate.h"

static char *
join_unknown (GPtrArray *unknown)
{
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < unknown->len; i++)
    g_string_append_printf (words, "%s%s", i > 0 ? ", " : "", (const char *) g_ptr_array_index (unknown, i));

  return g_string_free (words, FALSE);
}

static void
warn_of_unknown (const KinDemoWrite *write,
                 GPtrArray          *unknown)
{
  if (write->validation != KIN_DEMO_VALIDATION_WARN || write->warnings == NULL)
    return;

  for (guint i = 0; i < unknown->len; i++)
    g_ptr_array_add (write->warnings, g_strdup (g_ptr_array_index (unknown, i)));
}

static void
set_strict (KinDemoKind  *kind,
            const char   *unknown,
            GError      **error)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);

  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
               "%s in version \"%s\" cannot be handled as a %s: strict decoding error: %s",
               kin_resource_get_kind (resource), kin_resource_get_version (resource), kin_resource_get_kind (resource),
               unknown);
}

static void
fill (KinDemoKind  *kind,
      KinDemoDraft *draft)
{
  kin_demo_type_fill_defaults (kin_demo_kind_get_type_ (kind), draft, yyjson_mut_doc_get_root (draft));
  kin_demo_strategy_normalize (kind, draft);
}

static void
settle_owners (const KinDemoCall *call,
               KinDemoDraft      *draft,
               yyjson_mut_val    *old)
{
  const char *manager = call->write->manager != NULL ? call->write->manager : "unknown";

  if (!call->owned)
    kin_demo_managed_fields_update (call->kind, draft, old, manager, call->write->subresource,
                                    kin_demo_call_get_now_s (call));
}

static gboolean
check_namespace (const KinDemoCall  *call,
                 const char         *name,
                 GError            **error)
{
  KinResource *resource = kin_demo_kind_get_resource (call->kind);
  KinDemoKind *namespaces = kin_demo_kinds_find (kin_demo_world_get_kinds (call->world), "", "v1", "namespaces");
  KinDemoObject *stored;
  g_autofree char *cause = NULL;
  GError *refusal;

  if (!kin_resource_get_namespaced (resource))
    return TRUE;

  stored = kin_demo_store_get (kin_demo_world_get_store (call->world), namespaces, NULL, call->namespace_);
  if (stored == NULL)
    {
      g_propagate_error (error,
                         kin_demo_error_new_not_found (kin_demo_kind_get_resource (namespaces), call->namespace_));
      return FALSE;
    }
  if (!kin_demo_object_is_deleting (stored))
    return TRUE;

  refusal = kin_demo_error_new_object (KIN_DEMO_ERROR_FORBIDDEN, resource, name,
                                       "%s \"%s\" is forbidden: unable to create new content in namespace %s "
                                       "because it is being terminated", kin_resource_get_id (resource), name,
                                       call->namespace_);
  cause = g_strdup_printf ("namespace %s is being terminated", call->namespace_);
  kin_demo_error_add_cause (refusal, "NamespaceTerminating", "metadata.namespace", cause);
  g_propagate_error (error, refusal);

  return FALSE;
}

static gboolean
check_is_new (const KinDemoCall  *call,
              const char         *name,
              GError            **error)
{
  KinResource *resource = kin_demo_kind_get_resource (call->kind);

  if (kin_demo_store_get (kin_demo_world_get_store (call->world), call->kind, call->namespace_, name) == NULL)
    return TRUE;

  g_propagate_error (error,
                     kin_demo_error_new_object (KIN_DEMO_ERROR_ALREADY_EXISTS, resource, name,
                                                "%s \"%s\" already exists", kin_resource_get_id (resource), name));

  return FALSE;
}

static gboolean
has_status (KinDemoKind *kind)
{
  return (kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_STATUS) != 0;
}

/* Nodes bring their status with them. */
static gboolean
may_bring_status (KinDemoKind *kind)
{
  return !has_status (kind) || g_str_equal (kin_demo_kind_get_id (kind), "nodes");
}

/**
 * kin_demo_call_get_now_s:
 * @call: a write
 *
 * Gets the cluster's time.
 *
 * Returns: seconds since 1970
 */
gint64
kin_demo_call_get_now_s (const KinDemoCall *call)
{
  return kin_demo_world_get_now (call->world) / G_USEC_PER_SEC;
}

/**
 * kin_demo_call_find_stored:
 * @call: a write
 * @error: return location for a #GError
 *
 * Finds what is written to.
 *
 * Returns: (transfer full): the object, or %NULL with %KIN_DEMO_ERROR_NOT_FOUND
 */
KinDemoObject *
kin_demo_call_find_stored (const KinDemoCall  *call,
                           GError            **error)
{
  KinDemoObject *stored = kin_demo_store_get (kin_demo_world_get_store (call->world), call->kind, call->namespace_,
                                              call->name);

  if (stored != NULL)
    return kin_demo_object_ref (stored);

  g_propagate_error (error, kin_demo_error_new_not_found (kin_demo_kind_get_resource (call->kind), call->name));

  return NULL;
}

/**
 * kin_demo_call_check_is_object:
 * @draft: what was sent
 * @error: return location for a #GError
 *
 * Tells whether a document is an object.
 *
 * Returns: whether it is; if not, %KIN_DEMO_ERROR_BAD_REQUEST is set
 */
gboolean
kin_demo_call_check_is_object (KinDemoDraft  *draft,
                               GError       **error)
{
  if (yyjson_mut_is_obj (yyjson_mut_doc_get_root (draft)))
    return TRUE;

  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                       "couldn't get version/kind; json parse error: the body is no object");

  return FALSE;
}

/**
 * kin_demo_call_check_fields:
 * @call: a write
 * @draft: an object
 * @strict: (out): what is to be refused: such as “unknown field "spec.foo"”; left as it is if nothing is
 * @error: return location for a #GError
 *
 * Drops the fields that the schema does not have, and says so as the write wants it.
 *
 * Returns: whether all fields have the right types; if not, %KIN_DEMO_ERROR_BAD_REQUEST is set
 */
gboolean
kin_demo_call_check_fields (const KinDemoCall  *call,
                            KinDemoDraft       *draft,
                            char              **strict,
                            GError            **error)
{
  g_autoptr(GPtrArray) unknown = g_ptr_array_new_with_free_func (g_free);

  if (!kin_demo_type_check (kin_demo_kind_get_type_ (call->kind), draft, yyjson_mut_doc_get_root (draft), unknown,
                            error))
    return FALSE;

  warn_of_unknown (call->write, unknown);
  if (call->write->validation == KIN_DEMO_VALIDATION_STRICT && unknown->len > 0)
    *strict = join_unknown (unknown);

  return TRUE;
}

/**
 * kin_demo_call_decode:
 * @call: a write
 * @draft: an object that was sent whole
 * @error: return location for a #GError
 *
 * Tells whether what was sent is an object of the kind.
 *
 * Returns: whether it is; if not, %KIN_DEMO_ERROR_BAD_REQUEST is set
 */
gboolean
kin_demo_call_decode (const KinDemoCall  *call,
                      KinDemoDraft       *draft,
                      GError            **error)
{
  g_autofree char *strict = NULL;

  if (!kin_demo_call_check_is_object (draft, error) || !kin_demo_metadata_settle_type (call->kind, draft, error) ||
      !kin_demo_call_check_fields (call, draft, &strict, error))
    return FALSE;

  if (strict != NULL)
    set_strict (call->kind, strict, error);

  return strict == NULL;
}

/**
 * kin_demo_call_store:
 * @call: a write
 * @draft: an object
 *
 * Stores an object, unless this is a dry run.
 *
 * Returns: (transfer full): the object
 */
KinDemoObject *
kin_demo_call_store (const KinDemoCall *call,
                     KinDemoDraft      *draft)
{
  if (call->write->dry_run)
    return kin_demo_object_new (call->kind, draft);

  return kin_demo_object_ref (kin_demo_store_put (kin_demo_world_get_store (call->world), call->kind, draft));
}

/**
 * kin_demo_call_finish_create:
 * @call: a write
 * @draft: a new object
 * @error: return location for a #GError
 *
 * Fills in what was left out, checks the object and stores it.
 *
 * Returns: (transfer full): the object, or %NULL with a %KIN_DEMO_ERROR
 */
KinDemoObject *
kin_demo_call_finish_create (const KinDemoCall  *call,
                             KinDemoDraft       *draft,
                             GError            **error)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  const char *name;

  if (!kin_demo_metadata_settle_name (call->world, call->kind, draft, error))
    return NULL;
  name = kin_demo_get_string (root, "metadata", "name", NULL);
  if (!check_namespace (call, name, error))
    return NULL;

  fill (call->kind, draft);
  if (!may_bring_status (call->kind))
    kin_demo_remove (root, "status");
  kin_demo_metadata_begin (call->world, call->kind, draft);
  settle_owners (call, draft, NULL);

  kin_demo_strategy_prepare_create (call->world, call->kind, draft);
  if (!kin_demo_validate (call->kind, root, NULL, call->write->subresource, error) || !check_is_new (call, name, error))
    return NULL;

  return kin_demo_call_store (call, draft);
}

/**
 * kin_demo_call_is_same:
 * @draft: the new state of an object
 * @old: the old one
 *
 * Tells whether nothing has changed: then nothing is stored, and there is no event.
 *
 * Returns: whether both are the same
 */
gboolean
kin_demo_call_is_same (KinDemoDraft   *draft,
                       yyjson_mut_val *old)
{
  return yyjson_mut_equals (yyjson_mut_doc_get_root (draft), old);
}

/**
 * kin_demo_call_finish_update:
 * @call: a write
 * @draft: the new state of an object
 * @stored: the old one
 * @error: return location for a #GError
 *
 * Takes over what is not written in this way, checks the object and stores it, unless nothing has changed.
 *
 * Returns: (transfer full): the object, or %NULL with a %KIN_DEMO_ERROR
 */
KinDemoObject *
kin_demo_call_finish_update (const KinDemoCall  *call,
                             KinDemoDraft       *draft,
                             KinDemoObject      *stored,
                             GError            **error)
{
  g_autoptr(KinDemoDraft) old_draft = kin_demo_object_edit (stored);
  yyjson_mut_val *old = yyjson_mut_doc_get_root (old_draft);

  fill (call->kind, draft);
  kin_demo_metadata_keep (draft, old);
  kin_demo_strategy_keep_rest (call->kind, draft, old, call->write->subresource);
  kin_demo_strategy_prepare_update (call->world, call->kind, draft, old);
  if (!kin_demo_metadata_check_finalizers (call->kind, yyjson_mut_doc_get_root (draft), old, error) ||
      !kin_demo_validate (call->kind, yyjson_mut_doc_get_root (draft), old, call->write->subresource, error))
    return NULL;

  kin_demo_metadata_raise_generation (draft, old);
  settle_owners (call, draft, old);
  if (kin_demo_call_is_same (draft, old))
    return kin_demo_object_ref (stored);

  if (!kin_demo_metadata_is_finished (yyjson_mut_doc_get_root (draft)))
    return kin_demo_call_store (call, draft);

  if (!call->write->dry_run)
    kin_demo_store_remove (kin_demo_world_get_store (call->world), stored);

  return kin_demo_object_new (call->kind, draft);
}

/**
 * kin_demo_call_check_uid_kept:
 * @call: a write
 * @draft: the new state of an object
 * @stored: the old one
 * @error: return location for a #GError
 *
 * Tells whether a patch left the uid alone.
 *
 * Returns: whether it did; if not, %KIN_DEMO_ERROR_INVALID is set
 */
gboolean
kin_demo_call_check_uid_kept (const KinDemoCall  *call,
                              KinDemoDraft       *draft,
                              KinDemoObject      *stored,
                              GError            **error)
{
  KinResource *resource = kin_demo_kind_get_resource (call->kind);
  const char *uid = kin_demo_get_string (yyjson_mut_doc_get_root (draft), "metadata", "uid", NULL);
  g_autofree char *message = NULL;
  GError *refusal;

  if (uid == NULL || g_strcmp0 (uid, kin_demo_object_get_uid (stored)) == 0)
    return TRUE;

  refusal = kin_demo_error_new_invalid (kin_resource_get_group (resource), kin_resource_get_kind (resource),
                                        call->name);
  message = g_strdup_printf ("Invalid value: \"%s\": field is immutable", uid);
  kin_demo_error_add_field (refusal, "FieldValueInvalid", "metadata.uid", message);
  g_propagate_error (error, refusal);

  return FALSE;
}

/**
 * kin_demo_call_is_scale:
 * @call: a write
 *
 * Tells whether a Scale is written.
 *
 * Returns: whether one is
 */
gboolean
kin_demo_call_is_scale (const KinDemoCall *call)
{
  return g_strcmp0 (call->write->subresource, "scale") == 0;
}

/**
 * kin_demo_call_finish_scale:
 * @call: a write
 * @scale: the new Scale of an object
 * @stored: the object
 * @error: return location for a #GError
 *
 * Checks a Scale and stores what it says in the object: a Scale itself is made anew each time.
 *
 * Returns: (transfer full): the object, or %NULL with a %KIN_DEMO_ERROR
 */
KinDemoObject *
kin_demo_call_finish_scale (const KinDemoCall  *call,
                            KinDemoDraft       *scale,
                            KinDemoObject      *stored,
                            GError            **error)
{
  g_autoptr(KinDemoDraft) draft = NULL;

  if (!kin_demo_call_check_is_object (scale, error) || !kin_demo_metadata_match_name (scale, call->name, error) ||
      !kin_demo_metadata_match_version (call->kind, scale, stored, error) || !kin_demo_scale_check (scale, error))
    return NULL;

  draft = kin_demo_object_edit (stored);
  kin_demo_scale_apply (call->kind, draft, scale);

  return kin_demo_call_finish_update (call, draft, stored, error);
}
