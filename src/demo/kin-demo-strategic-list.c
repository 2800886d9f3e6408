/* kin-demo-strategic-list.c: lists on their way through a strategic merge patch: found by key, and put in order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-strategic-list.h"

#include "demo/kin-demo-error.h"

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_strcmp0 (*(const char * const *) a, *(const char * const *) b);
}

static void
append_map (GString        *out,
            yyjson_mut_val *map)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  yyjson_mut_obj_foreach (map, i, n, key, value)
    g_ptr_array_add (names, (gpointer) yyjson_mut_get_str (key));
  g_ptr_array_sort (names, compare_names);

  g_string_append (out, "map[");
  for (guint j = 0; j < names->len; j++)
    {
      g_string_append_printf (out, "%s%s:", j > 0 ? " " : "", (const char *) names->pdata[j]);
      kin_demo_strategic_append_value (out, yyjson_mut_obj_get (map, names->pdata[j]));
    }
  g_string_append_c (out, ']');
}

static void
append_list (GString        *out,
             yyjson_mut_val *list)
{
  yyjson_mut_val *item;
  size_t i, n;

  g_string_append_c (out, '[');
  yyjson_mut_arr_foreach (list, i, n, item)
    {
      if (i > 0)
        g_string_append_c (out, ' ');
      kin_demo_strategic_append_value (out, item);
    }
  g_string_append_c (out, ']');
}

/* As the API server, which is written in Go, puts a value into a message. */
void
kin_demo_strategic_append_value (GString        *out,
                                 yyjson_mut_val *value)
{
  g_autofree char *text = NULL;

  if (yyjson_mut_is_obj (value))
    {
      append_map (out, value);
    }
  else if (yyjson_mut_is_arr (value))
    {
      append_list (out, value);
    }
  else if (yyjson_mut_is_str (value))
    {
      g_string_append (out, yyjson_mut_get_str (value));
    }
  else if (yyjson_mut_is_null (value))
    {
      g_string_append (out, "<nil>");
    }
  else
    {
      text = yyjson_mut_val_write (value, YYJSON_WRITE_NOFLAG, NULL);
      g_string_append (out, text);
    }
}

static void
append_items (GString   *out,
              GPtrArray *list)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < list->len; i++)
    {
      if (i > 0)
        g_string_append_c (out, ' ');
      kin_demo_strategic_append_value (out, list->pdata[i]);
    }
  g_string_append_c (out, ']');
}

/* Returns the items, which stay their array's until it is written. Takes NULL for an array that is not there. */
GPtrArray *
kin_demo_strategic_list_new (yyjson_mut_val *array)
{
  GPtrArray *list = g_ptr_array_new ();
  yyjson_mut_val *item;
  size_t i, n;

  yyjson_mut_arr_foreach (array, i, n, item)
    g_ptr_array_add (list, item);

  return list;
}

void
kin_demo_strategic_list_write (GPtrArray      *list,
                               yyjson_mut_val *array)
{
  yyjson_mut_arr_clear (array);
  for (guint i = 0; i < list->len; i++)
    yyjson_mut_arr_append (array, list->pdata[i]);
}

/* What an item is known by: its key, or, in a list of plain values, itself. */
static yyjson_mut_val *
get_identity (yyjson_mut_val *item,
              const char     *key)
{
  return *key != '\0' ? yyjson_mut_obj_get (item, key) : item;
}

/* Returns the place of what has the key that an item has, or -1. */
int
kin_demo_strategic_list_find (GPtrArray      *list,
                              yyjson_mut_val *item,
                              const char     *key)
{
  yyjson_mut_val *identity = get_identity (item, key);

  for (guint i = 0; i < list->len; i++)
    {
      if (yyjson_mut_equals (get_identity (list->pdata[i], key), identity))
        return (int) i;
    }

  return -1;
}

static gboolean
check_keys (GPtrArray   *list,
            const char  *key,
            GError     **error)
{
  for (guint i = 0; i < list->len; i++)
    {
      g_autoptr(GString) text = NULL;

      /* That the patch's own list is to take the place of the other one is said by an item of its own. */
      if (yyjson_mut_obj_get (list->pdata[i], key) != NULL ||
          yyjson_mut_equals_str (yyjson_mut_obj_get (list->pdata[i], "$patch"), "replace"))
        continue;

      text = g_string_new (NULL);
      kin_demo_strategic_append_value (text, list->pdata[i]);
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_PLAIN, "map: %s does not contain declared merge key: %s",
                   text->str, key);
      return FALSE;
    }

  return TRUE;
}

static yyjson_type
get_common_type (GPtrArray   *list,
                 yyjson_type  type)
{
  for (guint i = 0; i < list->len; i++)
    {
      if (type != YYJSON_TYPE_NONE && yyjson_mut_get_type (list->pdata[i]) != type)
        return YYJSON_TYPE_NULL;
      type = yyjson_mut_get_type (list->pdata[i]);
    }

  return type;
}

/* Whether both can be merged: of one type, and each item with its key. */
gboolean
kin_demo_strategic_list_check (GPtrArray   *list,
                               GPtrArray   *other,
                               const char  *key,
                               GError     **error)
{
  yyjson_type type = get_common_type (other, get_common_type (list, YYJSON_TYPE_NONE));
  g_autoptr(GString) text = NULL;

  if (type == YYJSON_TYPE_ARR)
    {
      g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_PLAIN, "lists of lists are not supported");
      return FALSE;
    }
  if (type == YYJSON_TYPE_NULL || (type == YYJSON_TYPE_OBJ) != (*key != '\0'))
    {
      text = g_string_new (NULL);
      append_items (text, list);
      g_string_append_c (text, ' ');
      append_items (text, other);
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_PLAIN, "list element types are not identical: [%s]", text->str);
      return FALSE;
    }

  return *key == '\0' || (check_keys (list, key, error) && check_keys (other, key, error));
}

static gboolean
is_directive (yyjson_mut_val *item)
{
  return yyjson_mut_obj_get (item, "$patch") != NULL;
}

/* Whether a patch's items are in the order that it asks for itself. */
gboolean
kin_demo_strategic_list_check_order (GPtrArray   *patch,
                                     GPtrArray   *order,
                                     const char  *key,
                                     GError     **error)
{
  g_autoptr(GString) text = NULL;
  guint n_found = 0;
  guint next = 0;

  while (n_found < patch->len)
    {
      if (is_directive (patch->pdata[n_found]))
        {
          n_found++;
          continue;
        }
      if (next == order->len)
        break;
      if (yyjson_mut_equals (get_identity (patch->pdata[n_found], key), get_identity (order->pdata[next], key)))
        n_found++;
      next++;
    }

  if (n_found == patch->len || order->len == 0)
    return TRUE;

  text = g_string_new ("The order in patch list:\n");
  append_items (text, patch);
  g_string_append (text, "\n doesn't match $setElementOrder list:\n");
  append_items (text, order);
  g_string_append_c (text, '\n');
  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_PLAIN, text->str);

  return FALSE;
}

typedef struct
{
  GPtrArray *order;
  const char *key;
} Sort;

static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const Sort *sort = user_data;

  return kin_demo_strategic_list_find (sort->order, *(yyjson_mut_val * const *) a, sort->key) -
         kin_demo_strategic_list_find (sort->order, *(yyjson_mut_val * const *) b, sort->key);
}

static gboolean
goes_first (GPtrArray      *before,
            yyjson_mut_val *kept,
            yyjson_mut_val *patched,
            const char     *key)
{
  int kept_place = kin_demo_strategic_list_find (before, kept, key);
  int patched_place = kin_demo_strategic_list_find (before, patched, key);

  return kept_place >= 0 && patched_place >= 0 && kept_place < patched_place;
}

/* Items that the patch names come in the order of the patch, the others between them where they were before. */
GPtrArray *
kin_demo_strategic_list_put_in_order (GPtrArray  *merged,
                                      GPtrArray  *order,
                                      GPtrArray  *before,
                                      const char *key)
{
  GPtrArray *result = g_ptr_array_new ();
  g_autoptr(GPtrArray) patched = g_ptr_array_new ();
  g_autoptr(GPtrArray) kept = g_ptr_array_new ();
  Sort by_patch = { order, key };
  Sort by_before = { before, key };
  guint i = 0;
  guint j = 0;

  for (guint k = 0; k < merged->len; k++)
    g_ptr_array_add (kin_demo_strategic_list_find (order, merged->pdata[k], key) >= 0 ? patched : kept,
                     merged->pdata[k]);
  g_ptr_array_sort_with_data (patched, compare_places, &by_patch);
  g_ptr_array_sort_with_data (kept, compare_places, &by_before);

  while (i < kept->len || j < patched->len)
    {
      gboolean is_kept =
        j == patched->len || (i < kept->len && goes_first (before, kept->pdata[i], patched->pdata[j], key));

      g_ptr_array_add (result, is_kept ? kept->pdata[i++] : patched->pdata[j++]);
    }

  return result;
}
