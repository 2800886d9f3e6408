/* kin-demo-apply-call.c: a server-side apply, from what was sent to what is stored.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-apply-call.h"

#include <string.h>

#include "demo/kin-demo-apply.h"
#include "demo/kin-demo-error.h"
#include "demo/kin-demo-metadata.h"
#include "demo/kin-demo-scale.h"
#include "demo/kin-demo-type.h"

static gboolean
check_applied_type (const char      *api_version,
                    const char      *kind,
                    yyjson_mut_val  *applied,
                    GError         **error)
{
  const char *own_version = kin_demo_get_string (applied, "apiVersion", NULL);
  const char *own_kind = kin_demo_get_string (applied, "kind", NULL);

  if (g_strcmp0 (own_version, api_version) == 0 && g_strcmp0 (own_kind, kind) == 0)
    return TRUE;

  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "invalid object type: %s%s, Kind=%s",
               own_version != NULL && strchr (own_version, '/') != NULL ? "" : "/",
               own_version != NULL ? own_version : "", own_kind != NULL ? own_kind : "");

  return FALSE;
}

/* What was merged is read by the schema as a body is: quantities in their one way, no nulls. */
static gboolean
merge_applied (const KinDemoCall  *call,
               KinDemoDraft       *live,
               yyjson_mut_val     *applied,
               GError            **error)
{
  return kin_demo_apply (call->kind, live, applied, call->write->manager, call->write->subresource, call->write->force,
                         kin_demo_call_get_now_s (call), error) &&
         kin_demo_type_check (kin_demo_kind_get_type_ (call->kind), live, yyjson_mut_doc_get_root (live), NULL, error);
}

static gboolean
check_uid_not_wanted (const KinDemoCall  *call,
                      KinDemoDraft       *draft,
                      GError            **error)
{
  KinResource *resource = kin_demo_kind_get_resource (call->kind);
  const char *uid = kin_demo_get_string (yyjson_mut_doc_get_root (draft), "metadata", "uid", NULL);

  if (uid == NULL)
    return TRUE;

  g_propagate_error (error,
                     kin_demo_error_new_object (KIN_DEMO_ERROR_CONFLICT, resource, call->name,
                                                "Operation cannot be fulfilled on %s \"%s\": uid mismatch: the "
                                                "provided object specified uid %s, and no existing object was found",
                                                kin_resource_get_id (resource), call->name, uid));

  return FALSE;
}

static KinDemoObject *
apply_new (const KinDemoCall  *call,
           KinDemoDraft       *applied,
           GError            **error)
{
  g_autoptr(KinDemoDraft) live = yyjson_mut_doc_new (NULL);

  if (!kin_demo_metadata_match_name (applied, call->name, error) || !check_uid_not_wanted (call, applied, error) ||
      !merge_applied (call, live, yyjson_mut_doc_get_root (applied), error) ||
      !kin_demo_metadata_settle_namespace (call->kind, live, call->namespace_, error))
    return NULL;

  return kin_demo_call_finish_create (call, live, error);
}

static KinDemoObject *
apply_to (const KinDemoCall  *call,
          yyjson_mut_val     *applied,
          KinDemoObject      *stored,
          GError            **error)
{
  g_autoptr(KinDemoDraft) live = kin_demo_object_edit (stored);

  if (!merge_applied (call, live, applied, error) ||
      !kin_demo_metadata_settle_namespace (call->kind, live, call->namespace_, error) ||
      !kin_demo_metadata_match_name (live, call->name, error) ||
      !kin_demo_metadata_match_version (call->kind, live, stored, error) ||
      !kin_demo_call_check_uid_kept (call, live, stored, error))
    return NULL;

  return kin_demo_call_finish_update (call, live, stored, error);
}

static KinDemoObject *
apply_object (const KinDemoCall  *call,
              KinDemoDraft       *applied,
              KinDemoObject      *stored,
              GError            **error)
{
  KinResource *resource = kin_demo_kind_get_resource (call->kind);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (applied);

  if (!check_applied_type (kin_resource_get_api_version (resource), kin_resource_get_kind (resource), root, error))
    return NULL;

  return stored != NULL ? apply_to (call, root, stored, error) : apply_new (call, applied, error);
}

/* Who applies a Scale applies the one field of the object that it is. */
static KinDemoObject *
apply_scale (const KinDemoCall  *call,
             KinDemoDraft       *scale,
             KinDemoObject      *stored,
             GError            **error)
{
  KinResource *resource = kin_demo_kind_get_resource (call->kind);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (scale);
  g_autoptr(KinDemoDraft) applied = kin_demo_draft_new ();
  yyjson_mut_val *object = yyjson_mut_doc_get_root (applied);

  if (!check_applied_type ("autoscaling/v1", "Scale", root, error) || !kin_demo_scale_check (scale, error))
    return NULL;

  kin_demo_set_string (applied, object, "apiVersion", kin_resource_get_api_version (resource));
  kin_demo_set_string (applied, object, "kind", kin_resource_get_kind (resource));
  kin_demo_set_copy (applied, object, "metadata", kin_demo_get (root, "metadata", NULL));
  kin_demo_scale_apply (call->kind, applied, scale);

  return apply_to (call, object, stored, error);
}

/**
 * kin_demo_apply_call:
 * @call: a write
 * @text: what is applied, as JSON; a Scale if the subresource is “scale”
 * @length: how many bytes
 * @created: (out): whether the object was created
 * @error: return location for a #GError
 *
 * Applies what a manager wants of an object, which is created if it is not there.
 *
 * Returns: (transfer full): the object, or %NULL with a %KIN_DEMO_ERROR
 */
KinDemoObject *
kin_demo_apply_call (const KinDemoCall  *call,
                     const char         *text,
                     gsize               length,
                     gboolean           *created,
                     GError            **error)
{
  KinDemoCall owned = *call;
  g_autoptr(KinDemoDraft) applied = NULL;
  g_autoptr(KinDemoObject) stored = NULL;
  g_autoptr(GError) missing = NULL;

  *created = FALSE;
  owned.owned = TRUE;

  applied = kin_demo_draft_parse (text, length, error);
  if (applied == NULL || !kin_demo_call_check_is_object (applied, error))
    return NULL;

  stored = kin_demo_call_find_stored (call, &missing);
  if (stored == NULL && call->write->subresource != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&missing));
      return NULL;
    }

  *created = stored == NULL;

  return kin_demo_call_is_scale (call) ? apply_scale (&owned, applied, stored, error)
                                       : apply_object (&owned, applied, stored, error);
}
