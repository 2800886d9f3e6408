/* kin-demo-validate.c: what the API server refuses although all fields are known and of their types.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-validate.h"

#include <string.h>

#include "demo/kin-demo-custom-validate.h"
#include "demo/kin-demo-kind.h"
#include "demo/kin-demo-names.h"
#include "demo/kin-demo-validate-private.h"

#define MAX_ANNOTATIONS (256 * 1024)

/* What objects of a kind are named like, where it is not a domain name. */
static const struct
{
  const char *kind;
  KinDemoNameCheck check;
} name_checks[] = {
  { "APIService", kin_demo_names_check_segment },
  { "ClusterRole", kin_demo_names_check_segment },
  { "ClusterRoleBinding", kin_demo_names_check_segment },
  { "Event", kin_demo_names_check_segment },
  { "Namespace", kin_demo_names_check_label },
  { "PodDisruptionBudget", kin_demo_names_check_segment },
  { "Role", kin_demo_names_check_segment },
  { "RoleBinding", kin_demo_names_check_segment },
  { "Service", kin_demo_names_check_label },
  { "StatefulSet", kin_demo_names_check_label },
};

static const char * const standard_finalizers[] = {
  "customresourcecleanup.apiextensions.k8s.io", "foregroundDeletion", "kubernetes", "orphan", NULL
};

static KinDemoNameCheck
find_name_check (const char *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (name_checks); i++)
    {
      if (g_str_equal (name_checks[i].kind, kind))
        return name_checks[i].check;
    }

  return kin_demo_names_check_subdomain;
}

static void
validate_name (KinDemoComplaints *complaints,
               const char        *kind,
               yyjson_mut_val    *metadata)
{
  KinDemoNameCheck check = find_name_check (kind);
  const char *name = kin_demo_get_string (metadata, "name", NULL);
  const char *prefix = kin_demo_get_string (metadata, "generateName", NULL);

  if (prefix != NULL && *prefix != '\0')
    {
      g_autofree char *filled = g_strconcat (prefix, "a", NULL);
      g_autoptr(KinDemoComplaints) trial = kin_demo_complaints_new ();

      /* What follows the prefix makes up for its end, but the words are about the prefix. */
      check (trial, "generateName", filled);
      if (!kin_demo_complaints_settle (trial, "", kind, "", NULL))
        check (complaints, "generateName", prefix);
    }

  if (name != NULL && *name != '\0')
    check (complaints, "name", name);
  else if (prefix == NULL || *prefix == '\0')
    kin_demo_complain_required (complaints, "name", "name or generateName is required");
}

static void
validate_annotations (KinDemoComplaints *complaints,
                      yyjson_mut_val    *annotations)
{
  gsize size = 0;
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  yyjson_mut_obj_foreach (annotations, i, n, key, value)
    {
      g_autofree char *name = g_ascii_strdown (yyjson_mut_get_str (key), -1);

      kin_demo_names_check_qualified (complaints, "annotations", name);
      size += yyjson_mut_get_len (key) + yyjson_mut_get_len (value);
    }

  if (size > MAX_ANNOTATIONS)
    kin_demo_complain (complaints, "FieldValueTooLong", "annotations", "Too long: may not be more than %d bytes",
                       MAX_ANNOTATIONS);
}

static void
validate_finalizers (KinDemoComplaints *complaints,
                     yyjson_mut_val    *finalizers)
{
  yyjson_mut_val *item;
  size_t i, n;

  yyjson_mut_arr_foreach (finalizers, i, n, item)
    {
      const char *name = yyjson_mut_get_str (item);
      gsize mark;

      if (name == NULL)
        continue;

      kin_demo_names_check_qualified (complaints, "finalizers", name);
      if (strchr (name, '/') != NULL || g_strv_contains (standard_finalizers, name))
        continue;

      mark = kin_demo_complaints_enter (complaints, "finalizers");
      kin_demo_complaints_enter_item (complaints, i);
      kin_demo_complain_invalid_text (complaints, NULL, name,
                                      "name is neither a standard finalizer name nor is it fully qualified");
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_owner (KinDemoComplaints *complaints,
                yyjson_mut_val    *owner)
{
  static const char * const names[] = { "apiVersion", "kind", "name", "uid" };
  gsize mark = kin_demo_complaints_enter (complaints, "ownerReferences");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *text = kin_demo_get_string (owner, names[i], NULL);

      if (text == NULL || *text == '\0')
        kin_demo_complain_invalid_text (complaints, names[i], "",
                                        i == 0 ? "version must not be empty" : "must not be empty");
    }
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_owners (KinDemoComplaints *complaints,
                 yyjson_mut_val    *owners)
{
  yyjson_mut_val *controller = NULL;
  yyjson_mut_val *owner;
  size_t i, n;

  yyjson_mut_arr_foreach (owners, i, n, owner)
    {
      validate_owner (complaints, owner);
      if (!kin_demo_get_boolean (owner, FALSE, "controller", NULL))
        continue;

      if (controller != NULL)
        kin_demo_complain_invalid (complaints, "ownerReferences", owners,
                                   "Only one reference can have Controller set to true. Found \"true\" in references for "
                                   "%s/%s and %s/%s",
                                   kin_demo_get_string (controller, "kind", NULL),
                                   kin_demo_get_string (controller, "name", NULL),
                                   kin_demo_get_string (owner, "kind", NULL), kin_demo_get_string (owner, "name", NULL));
      controller = owner;
    }
}

static void
validate_metadata (KinDemoComplaints *complaints,
                   const char        *kind,
                   yyjson_mut_val    *metadata,
                   gboolean           is_new)
{
  gsize mark = kin_demo_complaints_enter (complaints, "metadata");

  if (is_new)
    validate_name (complaints, kind, metadata);
  validate_annotations (complaints, kin_demo_get (metadata, "annotations", NULL));
  validate_owners (complaints, kin_demo_get (metadata, "ownerReferences", NULL));
  validate_finalizers (complaints, kin_demo_get (metadata, "finalizers", NULL));
  kin_demo_complaints_leave (complaints, mark);
}

static KinDemoValidator
find_validator (const char *id)
{
  KinDemoValidator validator = kin_demo_validate_find_workload (id);

  if (validator == NULL)
    validator = kin_demo_validate_find_network (id);
  if (validator == NULL)
    validator = kin_demo_validate_find_config (id);

  return validator;
}

static void
validate_builtin (KinDemoComplaints *complaints,
                  KinDemoKind       *kind,
                  yyjson_mut_val    *object,
                  yyjson_mut_val    *old)
{
  KinDemoValidator validator = find_validator (kin_demo_kind_get_id (kind));

  kin_demo_type_validate (kin_demo_kind_get_type_ (kind), object, complaints);
  if (validator != NULL)
    validator (complaints, object, old);
}

/**
 * kin_demo_validate:
 * @kind: a kind
 * @object: what is about to be stored, defaults filled in
 * @old: (nullable): what is stored, of an update
 * @subresource: (nullable): the subresource that was written
 * @error: return location for a #GError
 *
 * Asks whether an object makes sense.
 *
 * Returns: whether it does; else %KIN_DEMO_ERROR_INVALID with a cause for each field
 */
gboolean
kin_demo_validate (KinDemoKind     *kind,
                   yyjson_mut_val  *object,
                   yyjson_mut_val  *old,
                   const char      *subresource,
                   GError         **error)
{
  g_autoptr(KinDemoComplaints) complaints = kin_demo_complaints_new ();
  KinResource *resource;
  const char *name;

  g_return_val_if_fail (kind != NULL, FALSE);
  g_return_val_if_fail (yyjson_mut_is_obj (object), FALSE);

  /* Controllers write these, and are trusted. */
  if (g_strcmp0 (subresource, "status") == 0)
    return TRUE;

  resource = kin_demo_kind_get_resource (kind);
  name = kin_demo_get_string (object, "metadata", "name", NULL);
  validate_metadata (complaints, kin_resource_get_kind (resource), kin_demo_get (object, "metadata", NULL), old == NULL);
  if (kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_CUSTOM)
    kin_demo_custom_validate (kin_demo_kind_get_type_ (kind), object, complaints);
  else
    validate_builtin (complaints, kind, object, old);

  return kin_demo_complaints_settle (complaints, kin_resource_get_group (resource), kin_resource_get_kind (resource),
                                     name != NULL ? name : "", error);
}
