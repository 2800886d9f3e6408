/* kin-demo-go-text.c: values as Go's fmt writes them: kube-apiserver's messages have such.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-go-text.h"

#include <string.h>

static void append_value (GString        *out,
                          yyjson_mut_val *value);

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  return strcmp (yyjson_mut_get_str (*(yyjson_mut_val * const *) a),
                 yyjson_mut_get_str (*(yyjson_mut_val * const *) b));
}

static void
append_map (GString        *out,
            yyjson_mut_val *object)
{
  g_autoptr(GPtrArray) keys = g_ptr_array_new ();
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (object, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    g_ptr_array_add (keys, key);
  g_ptr_array_sort (keys, compare_keys);

  g_string_append (out, "map[");
  for (guint i = 0; i < keys->len; i++)
    {
      key = g_ptr_array_index (keys, i);
      g_string_append_printf (out, "%s%s:", i > 0 ? " " : "", yyjson_mut_get_str (key));
      append_value (out, yyjson_mut_obj_iter_get_val (key));
    }
  g_string_append_c (out, ']');
}

static void
append_slice (GString        *out,
              yyjson_mut_val *array)
{
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *item;
  const char *space = "";

  g_string_append_c (out, '[');
  yyjson_mut_arr_iter_init (array, &iter);
  while ((item = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      g_string_append (out, space);
      append_value (out, item);
      space = " ";
    }
  g_string_append_c (out, ']');
}

static void
append_value (GString        *out,
              yyjson_mut_val *value)
{
  g_autoptr(GBytes) text = NULL;
  gsize length;
  const char *data;

  if (yyjson_mut_is_obj (value))
    append_map (out, value);
  else if (yyjson_mut_is_arr (value))
    append_slice (out, value);
  else if (yyjson_mut_is_str (value))
    g_string_append (out, yyjson_mut_get_str (value));
  else if (value == NULL || yyjson_mut_is_null (value))
    g_string_append (out, "<nil>");
  else
    {
      text = kin_demo_value_write (value);
      data = g_bytes_get_data (text, &length);
      g_string_append_len (out, data, (gssize) length);
    }
}

/**
 * kin_demo_go_text_quote:
 * @text: a text
 * @length: how many bytes
 *
 * Quotes a text as %q does.
 *
 * Returns: (transfer full): a text
 */
char *
kin_demo_go_text_quote (const char *text,
                        gsize       length)
{
  GString *out;

  g_return_val_if_fail (text != NULL, NULL);

  out = g_string_new ("\"");
  for (gsize i = 0; i < length; i++)
    {
      switch (text[i])
        {
        case '"':
        case '\\':
          g_string_append_c (out, '\\');
          g_string_append_c (out, text[i]);
          break;
        case '\n':
          g_string_append (out, "\\n");
          break;
        case '\r':
          g_string_append (out, "\\r");
          break;
        case '\t':
          g_string_append (out, "\\t");
          break;
        default:
          g_string_append_c (out, text[i]);
        }
    }
  g_string_append_c (out, '"');

  return g_string_free (out, FALSE);
}

/**
 * kin_demo_go_text_format:
 * @value: (nullable): a value
 *
 * Writes a value as %v does.
 *
 * Returns: (transfer full): such as “map[spec:map[replicas:3]]”
 */
char *
kin_demo_go_text_format (yyjson_mut_val *value)
{
  GString *out = g_string_new (NULL);

  append_value (out, value);

  return g_string_free (out, FALSE);
}
