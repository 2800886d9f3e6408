/* kin-value-text.c: a value of an object as a person reads it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-value-text.h"

#include <glib/gi18n.h>
#include <string.h>

static gboolean
looks_like_number (const char *text)
{
  char *end;

  if (!g_ascii_isdigit (*text) && *text != '-' && *text != '+' && *text != '.')
    return FALSE;

  g_ascii_strtod (text, &end);

  return *end == '\0';
}

static gboolean
has_control_characters (const char *text)
{
  for (const guchar *c = (const guchar *) text; *c != '\0'; c++)
    if (*c < ' ' || *c == 0x7f)
      return TRUE;

  return FALSE;
}

/* Without its quotes it would be read as something else, or could not be read on one line. */
static gboolean
needs_quotes (const char *text)
{
  gsize length = strlen (text);

  if (length == 0 || g_ascii_isspace (text[0]) || g_ascii_isspace (text[length - 1]) || strchr ("\"[{", text[0]) != NULL)
    return TRUE;
  if (strcmp (text, "true") == 0 || strcmp (text, "false") == 0 || strcmp (text, "null") == 0)
    return TRUE;

  return looks_like_number (text) || has_control_characters (text);
}

static char *
dup_string_text (const char *text)
{
  g_autoptr(GString) quoted = NULL;

  if (!needs_quotes (text))
    return g_strdup (text);

  quoted = g_string_new (NULL);
  kin_json_append_quoted (quoted, text);

  return g_string_free_and_steal (g_steal_pointer (&quoted));
}

static char *
dup_object_without (KinJsonValue      *object,
                    const KinMergeKey *without)
{
  g_autoptr(GString) out = g_string_new ("{");
  KinJsonIter iter;
  const char *name;
  KinJsonValue *value;

  kin_json_iter_init (&iter, object);
  while (kin_json_iter_next (&iter, &name, &value))
    {
      g_autofree char *text = NULL;

      if (kin_merge_key_has_member (without, name))
        continue;

      if (out->len > 1)
        g_string_append_c (out, ',');
      text = kin_json_value_dup_text (value);
      kin_json_append_quoted (out, name);
      g_string_append_printf (out, ":%s", text);
    }
  g_string_append_c (out, '}');

  return g_string_free_and_steal (g_steal_pointer (&out));
}

static gsize
count_bytes (KinJsonValue *value,
             gboolean      is_base64)
{
  const char *text = kin_json_value_get_string (value);
  gsize length;

  if (text == NULL)
    return 0;

  length = strlen (text);
  if (!is_base64)
    return length;

  while (length > 0 && text[length - 1] == '=')
    length--;

  return length * 3 / 4;
}

/**
 * kin_value_text_dup:
 * @value: a value
 * @without: (nullable): the key of the list that @value is an element of: what the path tells already is left out
 *
 * Returns: (transfer full): the value on one line
 */
char *
kin_value_text_dup (KinJsonValue      *value,
                    const KinMergeKey *without)
{
  if (without != NULL && kin_json_value_get_type (value) == KIN_JSON_OBJECT)
    return dup_object_without (value, without);

  if (kin_json_value_get_type (value) == KIN_JSON_STRING)
    return dup_string_text (kin_json_value_get_string (value));

  return kin_json_value_dup_text (value);
}

/**
 * kin_value_text_dup_masked:
 * @value: a value that nobody may read over a shoulder
 * @is_base64: whether the text stands for bytes
 *
 * Returns: (transfer full): its size and nothing else
 */
char *
kin_value_text_dup_masked (KinJsonValue *value,
                           gboolean      is_base64)
{
  gulong n_bytes = count_bytes (value, is_base64);

  /* Translators: stands for a secret value: dots, and how long it is. */
  return g_strdup_printf (ngettext ("•••• (%lu byte)", "•••• (%lu bytes)", n_bytes), n_bytes);
}
