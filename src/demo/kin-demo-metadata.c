/* kin-demo-metadata.c: what the API server sees to in the metadata of every object.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-metadata.h"

#include "demo/kin-demo-error.h"

/* How many letters follow a generateName. */
#define SUFFIX_LENGTH 5
#define MAX_GENERATED_BASE 58

/* Objects whose spec's changes are counted; those of custom kinds are, too. */
static const char * const counted[] = {
  "cronjobs.batch", "customresourcedefinitions.apiextensions.k8s.io", "daemonsets.apps", "deployments.apps",
  "endpointslices.discovery.k8s.io", "ingressclasses.networking.k8s.io", "ingresses.networking.k8s.io", "jobs.batch",
  "networkpolicies.networking.k8s.io", "poddisruptionbudgets.policy", "pods", "priorityclasses.scheduling.k8s.io",
  "replicasets.apps", "replicationcontrollers", "statefulsets.apps", NULL,
};

/* Of these, an update has to say which version it is of. */
static const char * const conditional[] = {
  "leases.coordination.k8s.io", "poddisruptionbudgets.policy", NULL,
};

static gboolean
is_custom (KinDemoKind *kind)
{
  return (kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_CUSTOM) != 0;
}

static yyjson_mut_val *
ensure_metadata (KinDemoDraft *draft)
{
  return kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", NULL);
}

static void
set_undeterminable (const char  *name,
                    GError     **error)
{
  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
               "the name of the object (%s based on URL) was undeterminable: name must be provided", name);
}

static GError *
new_invalid (KinDemoKind *kind,
             const char  *name)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);

  return kin_demo_error_new_invalid (kin_resource_get_group (resource), kin_resource_get_kind (resource), name);
}

static gboolean
is_one_of_these (yyjson_mut_val *array,
                 yyjson_mut_val *value)
{
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *item;

  yyjson_mut_arr_iter_init (array, &iter);
  while ((item = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (yyjson_mut_equals (item, value))
        return TRUE;
    }

  return FALSE;
}

/* Go's %#v of a []string. */
static char *
describe_new_finalizers (yyjson_mut_val *finalizers,
                         yyjson_mut_val *old)
{
  GString *words = g_string_new (NULL);
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *item;

  yyjson_mut_arr_iter_init (finalizers, &iter);
  while ((item = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (yyjson_mut_is_str (item) && !is_one_of_these (old, item))
        g_string_append_printf (words, "%s\"%s\"", words->len > 0 ? ", " : "", yyjson_mut_get_str (item));
    }

  return g_string_free (words, FALSE);
}

/* Metadata and status do not count, nor does what only names the type. */
static gboolean
is_counted_member (const char *name)
{
  static const char * const not_counted[] = { "apiVersion", "kind", "metadata", "status", NULL };

  return !g_strv_contains (not_counted, name);
}

static gboolean
has_all_of (yyjson_mut_val *object,
            yyjson_mut_val *other)
{
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (other, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      const char *name = yyjson_mut_get_str (key);

      if (is_counted_member (name) &&
          !yyjson_mut_equals (yyjson_mut_obj_get (object, name), yyjson_mut_obj_iter_get_val (key)))
        return FALSE;
    }

  return TRUE;
}

/**
 * kin_demo_metadata_settle_type:
 * @kind: what the path names
 * @draft: what was sent
 * @error: return location for a #GError
 *
 * Fills in apiVersion and kind, or compares them.
 *
 * Returns: whether they are those of @kind; if not, %KIN_DEMO_ERROR_BAD_REQUEST is set
 */
gboolean
kin_demo_metadata_settle_type (KinDemoKind   *kind,
                               KinDemoDraft  *draft,
                               GError       **error)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  const char *api_version = kin_demo_get_string (root, "apiVersion", NULL);
  const char *name = kin_demo_get_string (root, "kind", NULL);

  if (name != NULL && !g_str_equal (name, kin_resource_get_kind (resource)))
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                   "%s in version \"%s\" cannot be handled as a %s: converting (%s.%s) to (%s.%s): unknown conversion",
                   name, kin_resource_get_version (resource), kin_resource_get_kind (resource),
                   kin_resource_get_version (resource), name,
                   *kin_resource_get_group (resource) != '\0' ? kin_resource_get_group (resource) : "core",
                   kin_resource_get_kind (resource));
      return FALSE;
    }
  if (api_version != NULL && !g_str_equal (api_version, kin_resource_get_api_version (resource)))
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                   "%s in version \"%s\" cannot be handled as a %s: no kind \"%s\" is registered for version \"%s\" "
                   "in scheme \"pkg/runtime/scheme.go:111\"", kin_resource_get_kind (resource),
                   kin_resource_get_version (resource), kin_resource_get_kind (resource),
                   kin_resource_get_kind (resource), api_version);
      return FALSE;
    }

  if (api_version == NULL)
    yyjson_mut_obj_insert (root, yyjson_mut_str (draft, "apiVersion"),
                           yyjson_mut_strcpy (draft, kin_resource_get_api_version (resource)), 0);
  if (name == NULL)
    yyjson_mut_obj_insert (root, yyjson_mut_str (draft, "kind"),
                           yyjson_mut_strcpy (draft, kin_resource_get_kind (resource)), 0);

  return TRUE;
}

/**
 * kin_demo_metadata_settle_namespace:
 * @kind: a kind
 * @draft: what was sent
 * @namespace_: (nullable): the namespace that the path names
 * @error: return location for a #GError
 *
 * Fills in the namespace, or compares it.
 *
 * Returns: whether it is that of the path; if not, %KIN_DEMO_ERROR_BAD_REQUEST is set
 */
gboolean
kin_demo_metadata_settle_namespace (KinDemoKind   *kind,
                                    KinDemoDraft  *draft,
                                    const char    *namespace_,
                                    GError       **error)
{
  yyjson_mut_val *metadata = ensure_metadata (draft);
  const char *own = kin_demo_get_string (metadata, "namespace", NULL);
  gboolean namespaced = kin_resource_get_namespaced (kin_demo_kind_get_resource (kind));

  if (own == NULL || *own == '\0')
    {
      kin_demo_set_string (draft, metadata, "namespace", namespaced ? namespace_ : NULL);
      return TRUE;
    }
  if (namespaced && g_strcmp0 (own, namespace_) == 0)
    return TRUE;

  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                       "the namespace of the provided object does not match the namespace sent on the request");

  return FALSE;
}

/**
 * kin_demo_metadata_settle_name:
 * @world: a world
 * @kind: a kind
 * @draft: a new object
 * @error: return location for a #GError
 *
 * Makes a name of a generateName.
 *
 * Returns: whether it has a name; if not, %KIN_DEMO_ERROR_INVALID is set
 */
gboolean
kin_demo_metadata_settle_name (KinDemoWorld  *world,
                               KinDemoKind   *kind,
                               KinDemoDraft  *draft,
                               GError       **error)
{
  yyjson_mut_val *metadata = ensure_metadata (draft);
  const char *name = kin_demo_get_string (metadata, "name", NULL);
  const char *base = kin_demo_get_string (metadata, "generateName", NULL);
  GError *refusal;

  if (name != NULL && *name != '\0')
    return TRUE;

  if (base != NULL && *base != '\0')
    {
      g_autofree char *suffix = kin_demo_world_dup_suffix (world, SUFFIX_LENGTH);
      g_autofree char *generated = g_strdup_printf ("%.*s%s", MAX_GENERATED_BASE, base, suffix);

      kin_demo_set_string (draft, metadata, "name", generated);
      return TRUE;
    }

  refusal = new_invalid (kind, "");
  kin_demo_error_add_field (refusal, "FieldValueRequired", "metadata.name",
                            "Required value: name or generateName is required");
  g_propagate_error (error, refusal);

  return FALSE;
}

/**
 * kin_demo_metadata_match_name:
 * @draft: what was sent
 * @name: the name that the path names
 * @error: return location for a #GError
 *
 * Compares the names.
 *
 * Returns: whether they are equal; if not, %KIN_DEMO_ERROR_BAD_REQUEST is set
 */
gboolean
kin_demo_metadata_match_name (KinDemoDraft  *draft,
                              const char    *name,
                              GError       **error)
{
  const char *own = kin_demo_get_string (yyjson_mut_doc_get_root (draft), "metadata", "name", NULL);

  if (own == NULL || *own == '\0')
    {
      set_undeterminable (name, error);
      return FALSE;
    }
  if (g_str_equal (own, name))
    return TRUE;

  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
               "the name of the object (%s) does not match the name on the URL (%s)", own, name);

  return FALSE;
}

/**
 * kin_demo_metadata_match_version:
 * @kind: a kind
 * @draft: what was sent
 * @stored: what is stored
 * @error: return location for a #GError
 *
 * Tells whether an update is one of what is stored, if it says of what.
 *
 * Returns: whether it may be done; if not, %KIN_DEMO_ERROR_CONFLICT or %KIN_DEMO_ERROR_INVALID is set
 */
gboolean
kin_demo_metadata_match_version (KinDemoKind    *kind,
                                 KinDemoDraft   *draft,
                                 KinDemoObject  *stored,
                                 GError        **error)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);
  const char *text = kin_demo_get_string (yyjson_mut_doc_get_root (draft), "metadata", "resourceVersion", NULL);
  guint64 version = text != NULL ? g_ascii_strtoull (text, NULL, 10) : 0;

  if (version == kin_demo_object_get_version (stored))
    return TRUE;

  if (version != 0)
    {
      g_propagate_error (error,
                         kin_demo_error_new_object (KIN_DEMO_ERROR_CONFLICT, resource,
                                                    kin_demo_object_get_name (stored),
                                                    "Operation cannot be fulfilled on %s \"%s\": the object has "
                                                    "been modified; please apply your changes to the latest version "
                                                    "and try again", kin_resource_get_id (resource),
                                                    kin_demo_object_get_name (stored)));
      return FALSE;
    }

  if (is_custom (kind) || g_strv_contains (conditional, kin_demo_kind_get_id (kind)))
    {
      GError *refusal = new_invalid (kind, kin_demo_object_get_name (stored));

      kin_demo_error_add_field (refusal, "FieldValueInvalid", "metadata.resourceVersion",
                                "Invalid value: 0: must be specified for an update");
      g_propagate_error (error, refusal);
      return FALSE;
    }

  return TRUE;
}

/**
 * kin_demo_metadata_begin:
 * @world: a world
 * @kind: a kind
 * @draft: a new object
 *
 * Gives it what only the server gives.
 */
void
kin_demo_metadata_begin (KinDemoWorld *world,
                         KinDemoKind  *kind,
                         KinDemoDraft *draft)
{
  yyjson_mut_val *metadata = ensure_metadata (draft);
  g_autofree char *uid = kin_demo_world_dup_uid (world);
  g_autofree char *time = kin_demo_world_dup_time (world);

  kin_demo_set_string (draft, metadata, "uid", uid);
  kin_demo_set_string (draft, metadata, "creationTimestamp", time);
  kin_demo_remove (metadata, "deletionTimestamp");
  kin_demo_remove (metadata, "deletionGracePeriodSeconds");
  kin_demo_remove (metadata, "selfLink");
  if (is_custom (kind) || g_strv_contains (counted, kin_demo_kind_get_id (kind)))
    kin_demo_set_integer (draft, metadata, "generation", 1);
}

/**
 * kin_demo_metadata_keep:
 * @draft: the new state of an object
 * @old: the old one
 *
 * Takes from the old state what nobody can change.
 */
void
kin_demo_metadata_keep (KinDemoDraft   *draft,
                        yyjson_mut_val *old)
{
  static const char * const kept[] = {
    "uid", "resourceVersion", "generation", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds",
    "selfLink",
  };
  yyjson_mut_val *metadata = ensure_metadata (draft);

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    kin_demo_set_copy (draft, metadata, kept[i], kin_demo_get (old, "metadata", kept[i], NULL));
}

/**
 * kin_demo_metadata_check_finalizers:
 * @kind: a kind
 * @object: the new state of an object
 * @old: the old one
 * @error: return location for a #GError
 *
 * Tells whether an object that is being deleted got no further finalizer.
 *
 * Returns: whether it may be stored; if not, %KIN_DEMO_ERROR_INVALID is set
 */
gboolean
kin_demo_metadata_check_finalizers (KinDemoKind     *kind,
                                    yyjson_mut_val  *object,
                                    yyjson_mut_val  *old,
                                    GError         **error)
{
  g_autofree char *added = NULL;
  g_autofree char *message = NULL;
  GError *refusal;

  if (kin_demo_get_string (old, "metadata", "deletionTimestamp", NULL) == NULL)
    return TRUE;

  added = describe_new_finalizers (kin_demo_get (object, "metadata", "finalizers", NULL),
                                   kin_demo_get (old, "metadata", "finalizers", NULL));
  if (*added == '\0')
    return TRUE;

  message = g_strdup_printf ("Forbidden: no new finalizers can be added if the object is being deleted, found new "
                             "finalizers []string{%s}", added);
  refusal = new_invalid (kind, kin_demo_get_string (old, "metadata", "name", NULL));
  kin_demo_error_add_field (refusal, "FieldValueForbidden", "metadata.finalizers", message);
  g_propagate_error (error, refusal);

  return FALSE;
}

/**
 * kin_demo_metadata_raise_generation:
 * @draft: the new state of an object
 * @old: the old one
 *
 * Counts on if what is wanted has changed: all but metadata and status.
 */
void
kin_demo_metadata_raise_generation (KinDemoDraft   *draft,
                                    yyjson_mut_val *old)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  gint64 generation = kin_demo_get_integer (old, 0, "metadata", "generation", NULL);

  if (generation > 0 && !(has_all_of (root, old) && has_all_of (old, root)))
    kin_demo_set_integer (draft, ensure_metadata (draft), "generation", generation + 1);
}

/**
 * kin_demo_metadata_is_finished:
 * @object: an object
 *
 * Tells whether nothing stands in the way of an object's end any more.
 *
 * Returns: whether it is being deleted and nobody waits
 */
gboolean
kin_demo_metadata_is_finished (yyjson_mut_val *object)
{
  yyjson_mut_val *metadata = kin_demo_get (object, "metadata", NULL);

  return kin_demo_get_string (metadata, "deletionTimestamp", NULL) != NULL &&
         kin_demo_get_integer (metadata, 0, "deletionGracePeriodSeconds", NULL) == 0 &&
         yyjson_mut_arr_size (kin_demo_get (metadata, "finalizers", NULL)) == 0 &&
         !(g_strcmp0 (kin_demo_get_string (object, "kind", NULL), "Namespace") == 0 &&
           yyjson_mut_arr_size (kin_demo_get (object, "spec", "finalizers", NULL)) > 0);
}
