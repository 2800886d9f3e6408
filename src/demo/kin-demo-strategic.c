/* kin-demo-strategic.c: strategic merge patches, as kubectl sends them for the built-in kinds.
 *
 * Objects are merged member by member, and lists, too, where the schema knows a key for their items. What a plain merge
 * cannot say is said by directives:
 *
 *   $patch: replace, $patch: delete        the object around it
 *   $retainKeys: [a, b]                    members that stay, all others go
 *   $deleteFromPrimitiveList/NAME: […]     values that leave a list
 *   $setElementOrder/NAME: […]             the order of a list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-strategic.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-strategic-list.h"
#include "demo/kin-demo-type-private.h"

#define PATCH "$patch"
#define RETAIN_KEYS "$retainKeys"
#define DELETE_PREFIX "$deleteFromPrimitiveList/"
#define ORDER_PREFIX "$setElementOrder/"

static gboolean merge_object (const KinDemoType  *type,
                              KinDemoDraft       *draft,
                              yyjson_mut_val     *target,
                              yyjson_mut_val     *patch,
                              GError            **error);

static gboolean
refuse_directive (yyjson_mut_val  *object,
                  GError         **error)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GString) directive = g_string_new (NULL);

  kin_demo_strategic_append_value (directive, yyjson_mut_obj_get (object, PATCH));
  kin_demo_strategic_append_value (text, object);
  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_PLAIN, "unknown patch type: %s in map: %s", directive->str,
               text->str);

  return FALSE;
}

static gboolean
is_array_or_refused (yyjson_mut_val  *value,
                     GError         **error)
{
  if (yyjson_mut_is_arr (value))
    return TRUE;

  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_PLAIN, "expected a []interface {}, but received a %s",
               yyjson_mut_is_obj (value) ? "map[string]interface {}" : kin_demo_value_get_type_name (value));

  return FALSE;
}

/* A custom resource definition has members such as “$ref”, too. */
static gboolean
is_directive (const char *name)
{
  return *name == '$' && (g_str_equal (name, PATCH) || g_str_equal (name, RETAIN_KEYS) ||
                          g_str_has_prefix (name, DELETE_PREFIX) || g_str_has_prefix (name, ORDER_PREFIX));
}

static gboolean
has_directive (yyjson_mut_val *value)
{
  return yyjson_mut_obj_get (value, PATCH) != NULL;
}

/* What is new: without directives, and without the nulls that had nothing to delete. What else goes with its directive
 * depends on who adds it: members do, what is in an item of a list does not. */
static yyjson_mut_val *
copy_new (KinDemoDraft   *draft,
          yyjson_mut_val *value,
          gboolean        keep)
{
  yyjson_mut_val *copy;
  yyjson_mut_val *key;
  yyjson_mut_val *item;
  size_t i, n;

  if (yyjson_mut_is_arr (value))
    {
      copy = yyjson_mut_arr (draft);
      yyjson_mut_arr_foreach (value, i, n, item)
        {
          if (keep || !has_directive (item))
            yyjson_mut_arr_append (copy, copy_new (draft, item, keep));
        }
      return copy;
    }
  if (!yyjson_mut_is_obj (value))
    return yyjson_mut_val_mut_copy (draft, value);

  copy = yyjson_mut_obj (draft);
  yyjson_mut_obj_foreach (value, i, n, key, item)
    {
      const char *name = yyjson_mut_get_str (key);

      if (!is_directive (name) && !yyjson_mut_is_null (item) && (keep || !has_directive (item)))
        yyjson_mut_obj_add (copy, yyjson_mut_strcpy (draft, name), copy_new (draft, item, keep));
    }

  return copy;
}

static void
set_new (KinDemoDraft   *draft,
         yyjson_mut_val *target,
         const char     *name,
         yyjson_mut_val *value)
{
  if (has_directive (value))
    kin_demo_remove (target, name);
  else
    kin_demo_set (draft, target, name, copy_new (draft, value, FALSE));
}

/* The whole object is replaced or emptied. */
static gboolean
follow_directive (KinDemoDraft    *draft,
                  yyjson_mut_val  *target,
                  yyjson_mut_val  *patch,
                  GError         **error)
{
  const char *directive = kin_demo_get_string (patch, PATCH, NULL);
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  if (g_strcmp0 (directive, "replace") != 0 && g_strcmp0 (directive, "delete") != 0)
    return refuse_directive (patch, error);

  yyjson_mut_obj_clear (target);
  if (g_str_equal (directive, "delete"))
    return TRUE;

  yyjson_mut_obj_foreach (patch, i, n, key, value)
    {
      if (!is_directive (yyjson_mut_get_str (key)))
        yyjson_mut_obj_add (target, yyjson_mut_strcpy (draft, yyjson_mut_get_str (key)), copy_new (draft, value, TRUE));
    }

  return TRUE;
}

static gboolean
has_string (yyjson_mut_val *array,
            const char     *text)
{
  yyjson_mut_val *item;
  size_t i, n;

  yyjson_mut_arr_foreach (array, i, n, item)
    {
      if (yyjson_mut_equals_str (item, text))
        return TRUE;
    }

  return FALSE;
}

/* What the patch sets must be among what it retains. */
static gboolean
is_retaining_itself (yyjson_mut_val *patch,
                     yyjson_mut_val *names)
{
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  yyjson_mut_obj_foreach (patch, i, n, key, value)
    {
      const char *name = yyjson_mut_get_str (key);

      if (!is_directive (name) && !yyjson_mut_is_null (value) && !has_string (names, name))
        return FALSE;
    }

  return yyjson_mut_is_arr (names);
}

static gboolean
retain_keys (yyjson_mut_val  *target,
             yyjson_mut_val  *patch,
             GError         **error)
{
  yyjson_mut_val *names = yyjson_mut_obj_get (patch, RETAIN_KEYS);
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  if (names == NULL)
    return TRUE;

  if (!is_retaining_itself (patch, names))
    {
      g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "invalid patch format of retainKeys");
      return FALSE;
    }

  yyjson_mut_obj_iter_init (target, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      if (!has_string (names, yyjson_mut_get_str (key)))
        yyjson_mut_obj_iter_remove (&iter);
    }

  return TRUE;
}

static void
remove_items (GPtrArray      *list,
              yyjson_mut_val *item,
              const char     *key)
{
  int place;

  while ((place = kin_demo_strategic_list_find (list, item, key)) >= 0)
    g_ptr_array_remove_index (list, (guint) place);
}

/* Items that are directives: they delete others, or say that all others go. Returns what is left of the patch. */
static GPtrArray *
follow_item_directives (GPtrArray   *list,
                        GPtrArray   *patch,
                        const char  *key,
                        GError     **error)
{
  g_autoptr(GPtrArray) rest = g_ptr_array_new ();
  gboolean replace = FALSE;

  for (guint i = 0; i < patch->len; i++)
    {
      yyjson_mut_val *item = patch->pdata[i];
      const char *directive = kin_demo_get_string (item, PATCH, NULL);

      if (!has_directive (item))
        {
          g_ptr_array_add (rest, item);
        }
      else if (g_strcmp0 (directive, "delete") == 0)
        {
          remove_items (list, item, key);
        }
      else if (g_strcmp0 (directive, "replace") == 0)
        {
          replace = TRUE;
        }
      else
        {
          refuse_directive (item, error);
          return NULL;
        }
    }

  if (replace)
    g_ptr_array_set_size (list, 0);

  return g_steal_pointer (&rest);
}

static gboolean
merge_items (const KinDemoType  *type,
             KinDemoDraft       *draft,
             GPtrArray          *list,
             GPtrArray          *patch,
             const char         *key,
             GError            **error)
{
  for (guint i = 0; i < patch->len; i++)
    {
      yyjson_mut_val *item = patch->pdata[i];
      int place = kin_demo_strategic_list_find (list, item, key);

      if (place < 0)
        g_ptr_array_add (list, copy_new (draft, item, TRUE));
      else if (*key != '\0' &&
               !merge_object (kin_demo_type_get_item (type), draft, list->pdata[place], item, error))
        return FALSE;
    }

  return TRUE;
}

static GPtrArray *
copy_list (GPtrArray *list)
{
  return g_ptr_array_copy (list, NULL, NULL);
}

static gboolean
merge_list (const KinDemoType  *type,
            KinDemoDraft       *draft,
            yyjson_mut_val     *target,
            yyjson_mut_val     *patch,
            GError            **error)
{
  const char *key = kin_demo_type_get_merge_key (type);
  g_autoptr(GPtrArray) list = kin_demo_strategic_list_new (target);
  g_autoptr(GPtrArray) items = kin_demo_strategic_list_new (patch);
  g_autoptr(GPtrArray) rest = NULL;
  g_autoptr(GPtrArray) before = NULL;
  g_autoptr(GPtrArray) ordered = NULL;

  if (list->len == 0 && items->len == 0)
    return TRUE;
  if (!kin_demo_strategic_list_check (list, items, key, error))
    return FALSE;

  rest = follow_item_directives (list, items, key, error);
  if (rest == NULL)
    return FALSE;

  before = copy_list (list);
  if (!merge_items (type, draft, list, rest, key, error))
    return FALSE;

  ordered = kin_demo_strategic_list_put_in_order (list, rest, before, key);
  kin_demo_strategic_list_write (ordered, target);

  return TRUE;
}

static void
replace_list (KinDemoDraft   *draft,
              yyjson_mut_val *target,
              const char     *name,
              yyjson_mut_val *patch)
{
  kin_demo_set (draft, target, name, copy_new (draft, patch, TRUE));
}

/* Both have the list: it is merged where the schema knows how. */
static gboolean
merge_or_replace_list (const KinDemoType  *type,
                       KinDemoDraft       *draft,
                       yyjson_mut_val     *target,
                       const char         *name,
                       yyjson_mut_val     *patch,
                       GError            **error)
{
  if (kin_demo_type_get_merge_key (type) != NULL)
    return merge_list (type, draft, yyjson_mut_obj_get (target, name), patch, error);

  replace_list (draft, target, name, patch);

  return TRUE;
}

static void
delete_from_list (yyjson_mut_val *target,
                  const char     *name,
                  yyjson_mut_val *values)
{
  yyjson_mut_val *array = yyjson_mut_obj_get (target, name);
  g_autoptr(GPtrArray) list = kin_demo_strategic_list_new (array);
  yyjson_mut_val *value;
  size_t i, n;

  if (!yyjson_mut_is_arr (array))
    return;

  yyjson_mut_arr_foreach (values, i, n, value)
    remove_items (list, value, "");
  kin_demo_strategic_list_write (list, array);
}

/* Where items are taken to have been before the merge. In Kubernetes' own library, a new item takes the place that a
 * deleted one leaves at the end, and real clusters order items by that. */
static GPtrArray *
find_former_places (GPtrArray  *before,
                    GPtrArray  *patch,
                    GPtrArray  *merged,
                    const char *key)
{
  GPtrArray *places = g_ptr_array_new ();

  for (guint i = 0; i < before->len; i++)
    {
      if (kin_demo_strategic_list_find (merged, before->pdata[i], key) >= 0)
        g_ptr_array_add (places, before->pdata[i]);
    }
  for (guint i = 0; i < patch->len && places->len < before->len; i++)
    {
      if (!has_directive (patch->pdata[i]) && kin_demo_strategic_list_find (before, patch->pdata[i], key) < 0)
        g_ptr_array_add (places, patch->pdata[i]);
    }

  return places;
}

/* Merges one list and puts it in the order asked for. */
static gboolean
merge_ordered (const KinDemoType  *type,
               KinDemoDraft       *draft,
               yyjson_mut_val     *target,
               const char         *name,
               yyjson_mut_val     *patch,
               yyjson_mut_val     *order,
               GError            **error)
{
  const char *key = kin_demo_type_get_merge_key (type) != NULL ? kin_demo_type_get_merge_key (type) : "";
  yyjson_mut_val *array = yyjson_mut_obj_get (target, name);
  g_autoptr(GPtrArray) before = kin_demo_strategic_list_new (array);
  g_autoptr(GPtrArray) items = kin_demo_strategic_list_new (patch);
  g_autoptr(GPtrArray) wanted = NULL;
  g_autoptr(GPtrArray) merged = NULL;
  g_autoptr(GPtrArray) places = NULL;
  g_autoptr(GPtrArray) ordered = NULL;

  if (!is_array_or_refused (order, error))
    return FALSE;

  wanted = kin_demo_strategic_list_new (order);
  if (!kin_demo_strategic_list_check_order (items, wanted, key, error))
    return FALSE;

  if (array == NULL && patch != NULL)
    set_new (draft, target, name, patch);
  else if (patch != NULL && !merge_or_replace_list (type, draft, target, name, patch, error))
    return FALSE;

  array = yyjson_mut_obj_get (target, name);
  if (array == NULL)
    return TRUE;

  merged = kin_demo_strategic_list_new (array);
  places = find_former_places (before, items, merged, key);
  ordered = kin_demo_strategic_list_put_in_order (merged, wanted, places, key);
  kin_demo_strategic_list_write (ordered, array);

  return TRUE;
}

static gboolean
merge_ordered_lists (const KinDemoType  *type,
                     KinDemoDraft       *draft,
                     yyjson_mut_val     *target,
                     yyjson_mut_val     *patch,
                     GError            **error)
{
  yyjson_mut_val *key;
  yyjson_mut_val *order;
  size_t i, n;

  yyjson_mut_obj_foreach (patch, i, n, key, order)
    {
      const char *name = yyjson_mut_get_str (key);
      yyjson_mut_val *list;
      yyjson_mut_val *items;

      if (!g_str_has_prefix (name, ORDER_PREFIX))
        continue;

      name += strlen (ORDER_PREFIX);
      list = yyjson_mut_obj_get (target, name);
      items = yyjson_mut_obj_get (patch, name);
      if ((list != NULL && !is_array_or_refused (list, error)) || (items != NULL && !is_array_or_refused (items, error)))
        return FALSE;
      if (!merge_ordered (kin_demo_type_get_member (type, name), draft, target, name, items, order, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
has_order (yyjson_mut_val *patch,
           const char     *name)
{
  g_autofree char *directive = g_strconcat (ORDER_PREFIX, name, NULL);

  return yyjson_mut_obj_get (patch, directive) != NULL;
}

static gboolean
merge_member (const KinDemoType  *type,
              KinDemoDraft       *draft,
              yyjson_mut_val     *target,
              const char         *name,
              yyjson_mut_val     *patch,
              GError            **error)
{
  yyjson_mut_val *value = yyjson_mut_obj_get (target, name);

  if (yyjson_mut_is_null (patch))
    kin_demo_remove (target, name);
  else if (yyjson_mut_is_obj (value) && yyjson_mut_is_obj (patch))
    return merge_object (type, draft, value, patch, error);
  else if (yyjson_mut_is_arr (value) && yyjson_mut_is_arr (patch))
    return merge_or_replace_list (type, draft, target, name, patch, error);
  else
    set_new (draft, target, name, patch);

  return TRUE;
}

static gboolean
merge_object (const KinDemoType  *type,
              KinDemoDraft       *draft,
              yyjson_mut_val     *target,
              yyjson_mut_val     *patch,
              GError            **error)
{
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  if (has_directive (patch))
    return follow_directive (draft, target, patch, error);
  if (!retain_keys (target, patch, error) || !merge_ordered_lists (type, draft, target, patch, error))
    return FALSE;

  yyjson_mut_obj_foreach (patch, i, n, key, value)
    {
      const char *name = yyjson_mut_get_str (key);

      if (g_str_has_prefix (name, DELETE_PREFIX))
        delete_from_list (target, name + strlen (DELETE_PREFIX), value);
      else if (!is_directive (name) && !has_order (patch, name) &&
               !merge_member (kin_demo_type_get_member (type, name), draft, target, name, value, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * kin_demo_strategic_merge:
 * @type: (nullable): the type of @target
 * @draft: the document of @target
 * @target: an object, changed in place
 * @patch: an object, which may be another document's
 * @error: return location for a #GError
 *
 * Merges a strategic merge patch. If that fails, @target is left half merged.
 *
 * Returns: whether the patch could be applied
 */
gboolean
kin_demo_strategic_merge (const KinDemoType  *type,
                          KinDemoDraft       *draft,
                          yyjson_mut_val     *target,
                          yyjson_mut_val     *patch,
                          GError            **error)
{
  g_return_val_if_fail (draft != NULL, FALSE);
  g_return_val_if_fail (yyjson_mut_is_obj (target) && yyjson_mut_is_obj (patch), FALSE);

  return merge_object (type, draft, target, patch, error);
}
