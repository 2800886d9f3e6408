/* kin-demo-patch-call.c: a patch of an object, from what was sent to what is stored.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-patch-call.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-go-text.h"
#include "demo/kin-demo-metadata.h"
#include "demo/kin-demo-patch.h"
#include "demo/kin-demo-scale.h"

/* The error of a patch whose outcome is no object of the kind: it quotes the patch or the outcome. */
static void
set_patch_invalid (KinDemoPatchType   type,
                   const char        *text,
                   gsize              length,
                   GBytes            *outcome,
                   const char        *message,
                   GError           **error)
{
  g_autofree char *quoted = NULL;
  g_autofree char *whole = NULL;
  GError *refusal;

  if (type == KIN_DEMO_PATCH_STRATEGIC)
    {
      g_autoptr(KinDemoDraft) patch = kin_demo_draft_parse (text, length, NULL);
      g_autofree char *words = kin_demo_go_text_format (patch != NULL ? yyjson_mut_doc_get_root (patch) : NULL);

      quoted = kin_demo_go_text_quote (words, strlen (words));
    }
  else
    {
      quoted = kin_demo_go_text_quote (g_bytes_get_data (outcome, NULL), g_bytes_get_size (outcome));
    }

  whole = g_strdup_printf ("Invalid value: %s: %s", quoted, message);
  refusal = kin_demo_error_new_invalid ("", "", "");
  kin_demo_error_add_field (refusal, "FieldValueInvalid", "patch", whole);
  g_propagate_error (error, refusal);
}

/* Without “Deployment in version "v1" cannot be handled as a Deployment”. */
static char *
dup_bare (const char *message)
{
  const char *colon = strstr (message, ": ");

  return g_strdup (colon != NULL ? colon + 2 : message);
}

/* Tells what is wrong with the outcome of a patch, or NULL. */
static char *
find_patch_fault (const KinDemoCall *call,
                  KinDemoDraft      *draft)
{
  KinResource *resource = kin_demo_kind_get_resource (call->kind);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  const char *kind = kin_demo_get_string (root, "kind", NULL);
  const char *api_version = kin_demo_get_string (root, "apiVersion", NULL);
  g_autofree char *strict = NULL;
  g_autoptr(GError) failure = NULL;

  if (g_strcmp0 (kind, kin_resource_get_kind (resource)) != 0 ||
      g_strcmp0 (api_version, kin_resource_get_api_version (resource)) != 0)
    return g_strdup_printf ("no kind \"%s\" is registered for version \"%s\" in scheme \"pkg/runtime/scheme.go:111\"",
                            kind != NULL ? kind : "", api_version != NULL ? api_version : "");
  if (!kin_demo_call_check_fields (call, draft, &strict, &failure))
    return dup_bare (failure->message);

  return strict != NULL ? g_strconcat ("strict decoding error: ", strict, NULL) : NULL;
}

static KinDemoObject *
patch_object (const KinDemoCall  *call,
              KinDemoPatchType    type,
              const char         *text,
              gsize               length,
              KinDemoObject      *stored,
              GError            **error)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (stored);
  g_autoptr(GBytes) outcome = NULL;
  g_autofree char *fault = NULL;

  if (!kin_demo_patch_apply (type, kin_demo_kind_get_type_ (call->kind), draft, text, length, error) ||
      !kin_demo_call_check_is_object (draft, error))
    return NULL;

  /* To be quoted as it is, before the fields that are not known are taken out of it. */
  outcome = kin_demo_draft_write (draft);
  fault = find_patch_fault (call, draft);
  if (fault != NULL)
    {
      set_patch_invalid (type, text, length, outcome, fault, error);
      return NULL;
    }

  if (!kin_demo_metadata_settle_namespace (call->kind, draft, call->namespace_, error) ||
      !kin_demo_metadata_match_name (draft, call->name, error) ||
      !kin_demo_metadata_match_version (call->kind, draft, stored, error) ||
      !kin_demo_call_check_uid_kept (call, draft, stored, error))
    return NULL;

  return kin_demo_call_finish_update (call, draft, stored, error);
}

static KinDemoObject *
patch_scale (const KinDemoCall  *call,
             KinDemoPatchType    type,
             const char         *text,
             gsize               length,
             KinDemoObject      *stored,
             GError            **error)
{
  g_autoptr(KinDemoDraft) object = kin_demo_object_edit (stored);
  g_autoptr(KinDemoDraft) scale = kin_demo_scale_new (call->kind, yyjson_mut_doc_get_root (object));

  if (!kin_demo_patch_apply (type, NULL, scale, text, length, error))
    return NULL;

  return kin_demo_call_finish_scale (call, scale, stored, error);
}

/**
 * kin_demo_patch_call:
 * @call: a write
 * @type: what kind of patch; not an apply
 * @text: the patch; of a Scale if the subresource is “scale”
 * @length: how many bytes
 * @error: return location for a #GError
 *
 * Patches an object.
 *
 * Returns: (transfer full): the object, or %NULL with a %KIN_DEMO_ERROR
 */
KinDemoObject *
kin_demo_patch_call (const KinDemoCall  *call,
                     KinDemoPatchType    type,
                     const char         *text,
                     gsize               length,
                     GError            **error)
{
  g_autoptr(KinDemoObject) stored = kin_demo_call_find_stored (call, error);

  if (stored == NULL)
    return NULL;

  return kin_demo_call_is_scale (call) ? patch_scale (call, type, text, length, stored, error)
                                       : patch_object (call, type, text, length, stored, error);
}
