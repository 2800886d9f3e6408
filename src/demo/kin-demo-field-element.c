/* kin-demo-field-element.c: one step of a field's path, as managedFields writes it: a member f:name, an item of a
 * list of objects k:{"name":"web"}, an item of a set v:"text".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-field-element.h"

#include <string.h>

#include "object/kin-json.h"

/* The one key that the API server fills in by itself, in the ports of containers and services. */
#define DEFAULT_PROTOCOL "TCP"

#define MAX_KEYS 8

static void
append_value (GString        *out,
              yyjson_mut_val *value)
{
  g_autofree char *text = NULL;

  if (yyjson_mut_is_str (value))
    {
      kin_json_append_quoted (out, yyjson_mut_get_str (value));
      return;
    }

  text = yyjson_mut_val_write (value, YYJSON_WRITE_NOFLAG, NULL);
  g_string_append (out, text);
}

/* The keys of an element stand in the order of their names, whatever the schema's is. */
static guint
sort_keys (const KinDemoType *list,
           const char        *sorted[MAX_KEYS])
{
  const char * const *keys = kin_demo_type_get_list_keys (list);
  guint n_keys = 0;

  for (; keys != NULL && keys[n_keys] != NULL && n_keys < MAX_KEYS; n_keys++)
    {
      guint place = n_keys;

      for (; place > 0 && strcmp (sorted[place - 1], keys[n_keys]) > 0; place--)
        sorted[place] = sorted[place - 1];
      sorted[place] = keys[n_keys];
    }

  return n_keys;
}

static gboolean
is_default_protocol (const char     *key,
                     yyjson_mut_val *value)
{
  return g_str_equal (key, "protocol") && (value == NULL || yyjson_mut_equals_str (value, DEFAULT_PROTOCOL));
}

static gboolean
append_key (GString        *element,
            const char     *key,
            yyjson_mut_val *value)
{
  if (value == NULL && !is_default_protocol (key, value))
    return FALSE;

  if (element->str[element->len - 1] != '{')
    g_string_append_c (element, ',');
  g_string_append_printf (element, "\"%s\":", key);

  if (value != NULL)
    append_value (element, value);
  else
    g_string_append (element, "\"" DEFAULT_PROTOCOL "\"");

  return TRUE;
}

static gboolean
set_key_item (GString           *element,
              const KinDemoType *list,
              yyjson_mut_val    *item)
{
  const char *keys[MAX_KEYS];
  guint n_keys = sort_keys (list, keys);
  gboolean found = FALSE;

  g_string_assign (element, "k:{");
  for (guint i = 0; i < n_keys; i++)
    found |= append_key (element, keys[i], yyjson_mut_obj_get (item, keys[i]));
  g_string_append_c (element, '}');

  return found;
}

static gboolean
is_same_key (const char     *key,
             yyjson_mut_val *a,
             yyjson_mut_val *b)
{
  if (a != NULL && b != NULL)
    return yyjson_mut_equals (a, b);

  return a == b || (is_default_protocol (key, a) && is_default_protocol (key, b));
}

/* 443 comes before 8080 where they are numbers, after it where they are texts. */
static gboolean
is_in_number (const char *start,
              const char *cursor)
{
  while (cursor > start && g_ascii_isdigit (cursor[-1]))
    cursor--;

  return cursor - start >= 2 && cursor[-1] == ':' && cursor[-2] == '"';
}

static void
append_keys_path (GString    *path,
                  const char *keys)
{
  g_autoptr(KinJson) json = kin_json_parse (keys, strlen (keys), NULL);
  const char *separator = "";
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;

  kin_json_iter_init (&iter, json != NULL ? kin_json_get_root (json) : NULL);
  while (kin_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *text = kin_json_value_dup_text (value);

      g_string_append_printf (path, "%s%s=%s", separator, name, text);
      separator = ",";
    }
}

/**
 * kin_demo_field_element_set_item:
 * @element: a text to set
 * @list: the type of a list that is a set or a map
 * @item: an item of the list
 *
 * Writes what tells an item from the others.
 *
 * Returns: %FALSE if the item lacks all that would
 */
gboolean
kin_demo_field_element_set_item (GString           *element,
                                 const KinDemoType *list,
                                 yyjson_mut_val    *item)
{
  g_return_val_if_fail (element != NULL, FALSE);
  g_return_val_if_fail (item != NULL, FALSE);

  if (kin_demo_type_get_list_type (list) == KIN_DEMO_LIST_MAP)
    return yyjson_mut_is_obj (item) && set_key_item (element, list, item);

  if (yyjson_mut_is_ctn (item) || yyjson_mut_is_null (item))
    return FALSE;

  g_string_assign (element, "v:");
  append_value (element, item);

  return TRUE;
}

/**
 * kin_demo_field_element_set_member:
 * @element: a text to set
 * @name: the name of a member
 *
 * Writes the member of an object.
 */
void
kin_demo_field_element_set_member (GString    *element,
                                   const char *name)
{
  g_return_if_fail (element != NULL);
  g_return_if_fail (name != NULL);

  g_string_assign (element, "f:");
  g_string_append (element, name);
}

/**
 * kin_demo_field_element_same_item:
 * @list: the type of a list that is a set or a map
 * @a: an item
 * @b: another
 *
 * Tells whether two items are the same one, as a list of named things has it.
 *
 * Returns: whether their elements are equal
 */
gboolean
kin_demo_field_element_same_item (const KinDemoType *list,
                                  yyjson_mut_val    *a,
                                  yyjson_mut_val    *b)
{
  const char * const *keys;

  if (kin_demo_type_get_list_type (list) != KIN_DEMO_LIST_MAP)
    return yyjson_mut_equals (a, b);

  keys = kin_demo_type_get_list_keys (list);
  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      if (!is_same_key (keys[i], yyjson_mut_obj_get (a, keys[i]), yyjson_mut_obj_get (b, keys[i])))
        return FALSE;
    }

  return TRUE;
}

/**
 * kin_demo_field_element_compare:
 * @a: an element
 * @b: another
 *
 * Compares elements in the order in which the API server writes them.
 *
 * Returns: negative, 0 or positive
 */
int
kin_demo_field_element_compare (const char *a,
                                const char *b)
{
  const char *one = a;
  const char *two = b;

  while (*one == *two && *one != '\0')
    {
      one++;
      two++;
    }

  if (*a == 'k' && *b == 'k' && is_in_number (a, one) && is_in_number (b, two))
    {
      gsize n_one = strspn (one, "0123456789");
      gsize n_two = strspn (two, "0123456789");

      if (n_one != n_two)
        return n_one < n_two ? -1 : 1;
    }

  return (guchar) *one - (guchar) *two;
}

/**
 * kin_demo_field_element_append_path:
 * @element: an element
 * @path: the path so far
 *
 * Appends an element as people are told it: .name, [name="web"], [="text"].
 */
void
kin_demo_field_element_append_path (const char *element,
                                    GString    *path)
{
  g_return_if_fail (element != NULL);
  g_return_if_fail (path != NULL);

  if (g_str_has_prefix (element, "f:"))
    {
      g_string_append_c (path, '.');
      g_string_append (path, element + 2);
      return;
    }

  g_string_append_c (path, '[');
  if (g_str_has_prefix (element, "k:"))
    append_keys_path (path, element + 2);
  else if (g_str_has_prefix (element, "v:"))
    g_string_append_printf (path, "=%s", element + 2);
  else
    g_string_append (path, element + 2);
  g_string_append_c (path, ']');
}
