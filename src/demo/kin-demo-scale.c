/* kin-demo-scale.c: the scale subresource: how many replicas, and nothing else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-scale.h"

#include "demo/kin-demo-error.h"

/* Where a CRD says that a scale's fields are; NULL for a built-in kind. */
static const char *
get_path (KinDemoKind *kind,
          const char  *name)
{
  KinJsonValue *crd = kin_demo_kind_get_crd (kind);
  const char *served = kin_resource_get_version (kin_demo_kind_get_resource (kind));
  KinJsonIter iter;
  KinJsonValue *version;

  kin_json_iter_init (&iter, kin_json_get_path (crd, "spec", "versions", NULL));
  while (kin_json_iter_next (&iter, NULL, &version))
    {
      if (g_strcmp0 (kin_json_get_string (version, "name"), served) == 0)
        return kin_json_get_string (kin_json_get_path (version, "subresources", "scale", NULL), name);
    }

  return NULL;
}

/* “.spec.replicas” as the names of members. */
static char **
split_path (KinDemoKind *kind,
            const char  *name,
            const char  *fallback)
{
  const char *path = get_path (kind, name);

  if (path == NULL)
    path = fallback;

  return g_strsplit (*path == '.' ? path + 1 : path, ".", -1);
}

static yyjson_mut_val *
walk_path (yyjson_mut_val  *value,
           char           **path)
{
  for (guint i = 0; path[i] != NULL && value != NULL; i++)
    value = yyjson_mut_obj_get (value, path[i]);

  return value;
}

static yyjson_mut_val *
find_value (KinDemoKind    *kind,
            yyjson_mut_val *object,
            const char     *name,
            const char     *fallback)
{
  g_auto(GStrv) path = split_path (kind, name, fallback);

  return walk_path (object, path);
}

static void
append_pairs (GString        *words,
              yyjson_mut_val *labels)
{
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (labels, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      yyjson_mut_val *value = yyjson_mut_obj_iter_get_val (key);

      if (yyjson_mut_is_str (value))
        g_string_append_printf (words, "%s%s=%s", words->len > 0 ? "," : "", yyjson_mut_get_str (key),
                                yyjson_mut_get_str (value));
    }
}

static void
append_values (GString        *words,
               yyjson_mut_val *values)
{
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *value;
  const char *comma = "";

  yyjson_mut_arr_iter_init (values, &iter);
  while ((value = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      g_string_append_printf (words, "%s%s", comma, yyjson_mut_is_str (value) ? yyjson_mut_get_str (value) : "");
      comma = ",";
    }
}

static void
append_expression (GString        *words,
                   yyjson_mut_val *expression)
{
  const char *key = kin_demo_get_string (expression, "key", NULL);
  const char *operator = kin_demo_get_string (expression, "operator", NULL);

  if (key == NULL || operator == NULL)
    return;

  if (words->len > 0)
    g_string_append_c (words, ',');

  if (g_str_equal (operator, "Exists"))
    {
      g_string_append (words, key);
    }
  else if (g_str_equal (operator, "DoesNotExist"))
    {
      g_string_append_printf (words, "!%s", key);
    }
  else
    {
      g_string_append_printf (words, "%s %s (", key, g_str_equal (operator, "In") ? "in" : "notin");
      append_values (words, kin_demo_get (expression, "values", NULL));
      g_string_append_c (words, ')');
    }
}

/* A selector as kubectl's -l takes it. Replication controllers have a plain map. */
static char *
write_selector (yyjson_mut_val *selector)
{
  GString *words = g_string_new (NULL);
  yyjson_mut_val *labels = kin_demo_get (selector, "matchLabels", NULL);
  yyjson_mut_val *expressions = kin_demo_get (selector, "matchExpressions", NULL);
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *expression;

  append_pairs (words, labels == NULL && expressions == NULL ? selector : labels);

  yyjson_mut_arr_iter_init (expressions, &iter);
  while ((expression = yyjson_mut_arr_iter_next (&iter)) != NULL)
    append_expression (words, expression);

  return g_string_free (words, FALSE);
}

static char *
dup_selector (KinDemoKind    *kind,
              yyjson_mut_val *object)
{
  yyjson_mut_val *value;

  if (!(kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_CUSTOM))
    return write_selector (kin_demo_get (object, "spec", "selector", NULL));

  value = get_path (kind, "labelSelectorPath") != NULL ? find_value (kind, object, "labelSelectorPath", "") : NULL;

  return g_strdup (yyjson_mut_get_str (value));
}

static void
copy_metadata (KinDemoDraft   *scale,
               yyjson_mut_val *root,
               yyjson_mut_val *object)
{
  static const char * const copied[] = { "name", "namespace", "uid", "resourceVersion", "creationTimestamp" };
  yyjson_mut_val *metadata = kin_demo_ensure_object (scale, root, "metadata", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (copied); i++)
    kin_demo_set_copy (scale, metadata, copied[i], kin_demo_get (object, "metadata", copied[i], NULL));
}

/**
 * kin_demo_scale_new:
 * @kind: a kind that can be scaled
 * @object: an object of it
 *
 * Makes the Scale of an object.
 *
 * Returns: (transfer full): a document
 */
KinDemoDraft *
kin_demo_scale_new (KinDemoKind    *kind,
                    yyjson_mut_val *object)
{
  KinDemoDraft *scale = kin_demo_draft_new ();
  yyjson_mut_val *root = yyjson_mut_doc_get_root (scale);
  yyjson_mut_val *wanted = find_value (kind, object, "specReplicasPath", ".spec.replicas");
  yyjson_mut_val *actual = find_value (kind, object, "statusReplicasPath", ".status.replicas");
  g_autofree char *selector = dup_selector (kind, object);
  yyjson_mut_val *status;

  kin_demo_set_string (scale, root, "kind", "Scale");
  kin_demo_set_string (scale, root, "apiVersion", "autoscaling/v1");
  copy_metadata (scale, root, object);
  kin_demo_ensure_object (scale, root, "spec", NULL);
  if (yyjson_mut_is_int (wanted) && yyjson_mut_get_sint (wanted) != 0)
    kin_demo_set_copy (scale, kin_demo_get (root, "spec", NULL), "replicas", wanted);

  status = kin_demo_ensure_object (scale, root, "status", NULL);
  kin_demo_set_integer (scale, status, "replicas", yyjson_mut_is_int (actual) ? yyjson_mut_get_sint (actual) : 0);
  if (selector != NULL && *selector != '\0')
    kin_demo_set_string (scale, status, "selector", selector);

  return scale;
}

/**
 * kin_demo_scale_check:
 * @scale: what was sent
 * @error: return location for a #GError
 *
 * Tells whether a number of replicas is one.
 *
 * Returns: whether it is; if not, %KIN_DEMO_ERROR_BAD_REQUEST or %KIN_DEMO_ERROR_INVALID is set
 */
gboolean
kin_demo_scale_check (KinDemoDraft  *scale,
                      GError       **error)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (scale);
  yyjson_mut_val *replicas = kin_demo_get (root, "spec", "replicas", NULL);
  const char *name = kin_demo_get_string (root, "metadata", "name", NULL);

  if (replicas != NULL && !yyjson_mut_is_null (replicas) && !yyjson_mut_is_int (replicas))
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                   "Scale in version \"v1\" cannot be handled as a Scale: json: cannot unmarshal %s into Go struct "
                   "field ScaleSpec.spec.replicas of type int32", yyjson_mut_get_type_desc (replicas));
      return FALSE;
    }
  if (yyjson_mut_get_sint (replicas) < 0)
    {
      GError *refusal = kin_demo_error_new_invalid ("autoscaling", "Scale", name != NULL ? name : "");
      g_autofree char *message = g_strdup_printf ("Invalid value: %" G_GINT64_FORMAT
                                                  ": must be greater than or equal to 0",
                                                  yyjson_mut_get_sint (replicas));

      kin_demo_error_add_field (refusal, "FieldValueInvalid", "spec.replicas", message);
      g_propagate_error (error, refusal);
      return FALSE;
    }

  return TRUE;
}

/**
 * kin_demo_scale_apply:
 * @kind: a kind that can be scaled
 * @draft: an object of it
 * @scale: its new scale, which kin_demo_scale_check() has found right
 *
 * Sets the number of replicas.
 */
void
kin_demo_scale_apply (KinDemoKind  *kind,
                      KinDemoDraft *draft,
                      KinDemoDraft *scale)
{
  g_auto(GStrv) path = split_path (kind, "specReplicasPath", ".spec.replicas");
  yyjson_mut_val *object = yyjson_mut_doc_get_root (draft);
  guint i;

  for (i = 0; path[i] != NULL && path[i + 1] != NULL; i++)
    object = kin_demo_ensure_object (draft, object, path[i], NULL);

  if (path[i] != NULL)
    kin_demo_set_integer (draft, object, path[i],
                          kin_demo_get_integer (yyjson_mut_doc_get_root (scale), 0, "spec", "replicas", NULL));
}
