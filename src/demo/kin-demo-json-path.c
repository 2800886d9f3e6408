/* kin-demo-json-path.c: the JSONPath of a custom resource's columns, as far as it leads to one value:
 * .spec.ports[0].name, .metadata.labels['a.b/c'], .status.conditions[?(@.type=="Ready")].status
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-json-path.h"

#include <string.h>

/* Up to one of the characters, with backslashes taken out. */
static char *
take_until (const char **cursor,
            const char  *ends)
{
  GString *text = g_string_new (NULL);

  for (; **cursor != '\0' && strchr (ends, **cursor) == NULL; (*cursor)++)
    {
      if (**cursor == '\\' && (*cursor)[1] != '\0')
        (*cursor)++;
      g_string_append_c (text, **cursor);
    }

  return g_string_free (text, FALSE);
}

static gboolean
take (const char **cursor,
      const char  *text)
{
  if (!g_str_has_prefix (*cursor, text))
    return FALSE;

  *cursor += strlen (text);

  return TRUE;
}

static char *
take_literal (const char **cursor)
{
  char quote[2] = { **cursor, '\0' };
  char *text;

  if (*quote != '"' && *quote != '\'')
    return take_until (cursor, ")");

  (*cursor)++;
  text = take_until (cursor, quote);
  take (cursor, quote);

  return text;
}

static gboolean
has_text (KinJsonValue *value,
          const char   *text)
{
  g_autofree char *own = NULL;

  if (value == NULL)
    return FALSE;
  if (kin_json_value_get_type (value) == KIN_JSON_STRING)
    return g_strcmp0 (kin_json_value_get_string (value), text) == 0;

  own = kin_json_value_dup_text (value);

  return g_str_equal (own, text);
}

/* Behind “[?(@.”: the first item whose member is the literal. */
static KinJsonValue *
find_matching (const char   **cursor,
               KinJsonValue  *list)
{
  g_autofree char *member = take_until (cursor, "=");
  g_autofree char *literal = NULL;
  KinJsonIter iter;
  KinJsonValue *item;

  if (!take (cursor, "=="))
    return NULL;

  literal = take_literal (cursor);
  if (!take (cursor, ")]"))
    return NULL;

  kin_json_iter_init (&iter, list);
  while (kin_json_iter_next (&iter, NULL, &item))
    {
      if (has_text (kin_json_get (item, g_strchomp (member)), literal))
        return item;
    }

  return NULL;
}

/* Behind “[”. */
static KinJsonValue *
find_in_brackets (const char   **cursor,
                  KinJsonValue  *value)
{
  g_autofree char *inside = NULL;
  gboolean quoted;

  if (take (cursor, "?(@."))
    return find_matching (cursor, value);

  quoted = **cursor == '\'' || **cursor == '"';
  inside = quoted ? take_literal (cursor) : take_until (cursor, "]");
  if (!take (cursor, "]"))
    return NULL;

  if (quoted)
    return kin_json_get (value, inside);

  return kin_json_array_get (value, (gsize) g_ascii_strtoull (inside, NULL, 10));
}

/**
 * kin_demo_json_path_find:
 * @path: a JSONPath, with or without braces around it
 * @root: (nullable): an object
 *
 * Finds the first value that a path leads to.
 *
 * Returns: (transfer none) (nullable): the value
 */
KinJsonValue *
kin_demo_json_path_find (const char   *path,
                         KinJsonValue *root)
{
  const char *cursor = path;
  KinJsonValue *value = root;

  g_return_val_if_fail (path != NULL, NULL);

  take (&cursor, "{");
  while (value != NULL && *cursor != '\0' && *cursor != '}')
    {
      if (take (&cursor, "["))
        value = find_in_brackets (&cursor, value);
      else if (take (&cursor, "."))
        {
          g_autofree char *name = take_until (&cursor, ".[}");

          if (*name != '\0')
            value = kin_json_get (value, name);
        }
      else
        return NULL;
    }

  return value;
}
