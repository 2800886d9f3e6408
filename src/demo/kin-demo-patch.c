/* kin-demo-patch.c: the patches that say what to change: JSON, merge and strategic merge.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-patch.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-strategic.h"
#include "demo/kin-demo-type-private.h"

/* The API server takes no longer ones. */
#define MAX_OPERATIONS 10000

/* Nor does it copy more within an object: each operation could double it. */
#define MAX_COPIED (3 * 1024 * 1024)

#define GO_MAP "map[string]interface {}"
#define GO_OPERATIONS "[]handlers.jsonPatchOp"

typedef gboolean (*Operation) (KinDemoDraft   *draft,
                               yyjson_mut_val *operation,
                               const char     *path);

/* All that kube-apiserver says of an operation that cannot be done. */
static gboolean
refuse (GError **error)
{
  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID,
                       "the server rejected our request due to an error in our request");

  return FALSE;
}

static KinDemoDraft *
parse (const char   *text,
       gsize         length,
       gboolean      wants_array,
       const char   *prefix,
       GError      **error)
{
  g_autoptr(KinDemoDraft) patch = kin_demo_draft_parse (text, length, NULL);
  yyjson_mut_val *root = patch != NULL ? yyjson_mut_doc_get_root (patch) : NULL;

  if (root == NULL)
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "%sunexpected end of JSON input", prefix);
      return NULL;
    }
  if (wants_array ? !yyjson_mut_is_arr (root) : !yyjson_mut_is_obj (root))
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                   "%sjson: cannot unmarshal %s into Go value of type %s", prefix, kin_demo_value_get_type_name (root),
                   wants_array ? GO_OPERATIONS : GO_MAP);
      return NULL;
    }

  return g_steal_pointer (&patch);
}

static yyjson_mut_val *
find (KinDemoDraft *draft,
      const char   *path)
{
  return yyjson_mut_doc_ptr_get (draft, path);
}

/* An operation without a value means null. */
static yyjson_mut_val *
copy_value (KinDemoDraft   *draft,
            yyjson_mut_val *operation)
{
  yyjson_mut_val *value = yyjson_mut_obj_get (operation, "value");

  return value != NULL ? yyjson_mut_val_mut_copy (draft, value) : yyjson_mut_null (draft);
}

static gboolean
is_in_array (KinDemoDraft *draft,
             const char   *path)
{
  const char *slash = strrchr (path, '/');
  g_autofree char *parent = g_strndup (path, slash != NULL ? (gsize) (slash - path) : 0);

  return yyjson_mut_is_arr (find (draft, parent));
}

/* Sets a member, which may be there already; in an array, moves up what is there. */
static gboolean
add_value (KinDemoDraft   *draft,
           const char     *path,
           yyjson_mut_val *value)
{
  if (is_in_array (draft, path))
    return yyjson_mut_doc_ptr_addx (draft, path, strlen (path), value, FALSE, NULL, NULL);

  return yyjson_mut_doc_ptr_setx (draft, path, strlen (path), value, FALSE, NULL, NULL);
}

static gboolean
add (KinDemoDraft   *draft,
     yyjson_mut_val *operation,
     const char     *path)
{
  return add_value (draft, path, copy_value (draft, operation));
}

static gboolean
remove_ (KinDemoDraft   *draft,
         yyjson_mut_val *operation,
         const char     *path)
{
  return yyjson_mut_doc_ptr_remove (draft, path) != NULL;
}

/* In an object, kube-apiserver replaces even what is not there. */
static gboolean
replace (KinDemoDraft   *draft,
         yyjson_mut_val *operation,
         const char     *path)
{
  yyjson_mut_val *value = copy_value (draft, operation);

  if (find (draft, path) != NULL)
    return yyjson_mut_doc_ptr_replace (draft, path, value) != NULL;

  return !is_in_array (draft, path) && add_value (draft, path, value);
}

static gboolean
test (KinDemoDraft   *draft,
      yyjson_mut_val *operation,
      const char     *path)
{
  yyjson_mut_val *expected = yyjson_mut_obj_get (operation, "value");
  yyjson_mut_val *value = find (draft, path);

  if (value == NULL || yyjson_mut_is_null (value))
    return expected == NULL || yyjson_mut_is_null (expected);

  return expected != NULL && yyjson_mut_equals (value, expected);
}

static gboolean
copy (KinDemoDraft   *draft,
      yyjson_mut_val *operation,
      const char     *path)
{
  const char *from = kin_demo_get_string (operation, "from", NULL);
  yyjson_mut_val *value = from != NULL ? find (draft, from) : NULL;

  return from != NULL &&
         add_value (draft, path, value != NULL ? yyjson_mut_val_mut_copy (draft, value) : yyjson_mut_null (draft));
}

static gboolean
move (KinDemoDraft   *draft,
      yyjson_mut_val *operation,
      const char     *path)
{
  const char *from = kin_demo_get_string (operation, "from", NULL);
  yyjson_mut_val *value = from != NULL ? yyjson_mut_doc_ptr_remove (draft, from) : NULL;

  return value != NULL && add_value (draft, path, value);
}

static const struct
{
  const char *name;
  Operation operation;
} operations[] = {
  { "add", add },
  { "copy", copy },
  { "move", move },
  { "remove", remove_ },
  { "replace", replace },
  { "test", test },
};

static gboolean
operate (KinDemoDraft   *draft,
         yyjson_mut_val *operation)
{
  const char *name = kin_demo_get_string (operation, "op", NULL);
  const char *path = kin_demo_get_string (operation, "path", NULL);

  for (guint i = 0; name != NULL && path != NULL && i < G_N_ELEMENTS (operations); i++)
    {
      if (g_str_equal (operations[i].name, name))
        return operations[i].operation (draft, operation, path);
    }

  return FALSE;
}

/* Whether the patch may still copy what this operation asks for. */
static gboolean
has_room (KinDemoDraft   *draft,
          yyjson_mut_val *operation,
          gsize          *copied)
{
  const char *from = kin_demo_get_string (operation, "from", NULL);
  yyjson_mut_val *value = from != NULL ? find (draft, from) : NULL;
  g_autoptr(GBytes) text = NULL;

  if (value == NULL || g_strcmp0 (kin_demo_get_string (operation, "op", NULL), "copy") != 0)
    return TRUE;

  text = kin_demo_value_write (value);
  *copied += g_bytes_get_size (text);

  return *copied <= MAX_COPIED;
}

static gboolean
apply_json_patch (KinDemoDraft  *draft,
                  const char    *text,
                  gsize          length,
                  GError       **error)
{
  g_autoptr(KinDemoDraft) patch = parse (text, length, TRUE, "error decoding patch: ", error);
  yyjson_mut_val *operation;
  gsize copied = 0;
  size_t i, n;

  if (patch == NULL)
    return FALSE;
  if (yyjson_mut_arr_size (yyjson_mut_doc_get_root (patch)) > MAX_OPERATIONS)
    return refuse (error);

  yyjson_mut_arr_foreach (yyjson_mut_doc_get_root (patch), i, n, operation)
    {
      if (!has_room (draft, operation, &copied) || !operate (draft, operation))
        return refuse (error);
    }

  return yyjson_mut_is_obj (yyjson_mut_doc_get_root (draft)) || refuse (error);
}

static gboolean
apply_merge_patch (KinDemoDraft  *draft,
                   const char    *text,
                   gsize          length,
                   GError       **error)
{
  g_autoptr(KinDemoDraft) patch = parse (text, length, FALSE, "error decoding patch: ", error);

  if (patch == NULL)
    return FALSE;

  yyjson_mut_doc_set_root (draft, yyjson_mut_merge_patch (draft, yyjson_mut_doc_get_root (draft),
                                                          yyjson_mut_doc_get_root (patch)));

  return TRUE;
}

static gboolean
apply_strategic_patch (const KinDemoType  *type,
                       KinDemoDraft       *draft,
                       const char         *text,
                       gsize               length,
                       GError            **error)
{
  g_autoptr(KinDemoDraft) patch = parse (text, length, FALSE, "", error);

  if (patch == NULL)
    return FALSE;

  return kin_demo_strategic_merge (type, draft, yyjson_mut_doc_get_root (draft), yyjson_mut_doc_get_root (patch), error);
}

/**
 * kin_demo_patch_apply:
 * @patch_type: any but %KIN_DEMO_PATCH_APPLY
 * @type: (nullable): the type of what @draft holds
 * @draft: a document, changed in place
 * @text: the patch
 * @length: its length in bytes
 * @error: return location for a #GError
 *
 * Applies a patch. If that fails, @draft is left half changed.
 *
 * Returns: whether the patch could be applied
 */
gboolean
kin_demo_patch_apply (KinDemoPatchType    patch_type,
                      const KinDemoType  *type,
                      KinDemoDraft       *draft,
                      const char         *text,
                      gsize               length,
                      GError            **error)
{
  g_return_val_if_fail (draft != NULL && text != NULL, FALSE);
  g_return_val_if_fail (yyjson_mut_is_obj (yyjson_mut_doc_get_root (draft)), FALSE);

  switch (patch_type)
    {
    case KIN_DEMO_PATCH_JSON:
      return apply_json_patch (draft, text, length, error);

    case KIN_DEMO_PATCH_MERGE:
      return apply_merge_patch (draft, text, length, error);

    case KIN_DEMO_PATCH_STRATEGIC:
      return apply_strategic_patch (type, draft, text, length, error);

    case KIN_DEMO_PATCH_APPLY:
    default:
      g_return_val_if_reached (FALSE);
    }
}
