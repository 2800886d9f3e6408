/* kin-config-entry.c: reads the fields of a kubeconfig's entries as people write them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "config/kin-config-entry.h"

#include <string.h>

static gboolean
is_base64 (const char *text)
{
  return text[strspn (text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r\n\t ")] == '\0';
}

/**
 * kin_config_entry_dup_text:
 * @self: an entry
 * @name: a field
 *
 * YAML makes a number or a boolean of an unquoted password; its text is what was meant. An empty text is none.
 *
 * Returns: (transfer full) (nullable): the field's text
 */
char *
kin_config_entry_dup_text (const KinConfigEntry *self,
                           const char           *name)
{
  KinJsonValue *value = kin_json_get (self->value, name);
  const char *text = NULL;

  if (value == NULL)
    return NULL;

  switch (kin_json_value_get_type (value))
    {
    case KIN_JSON_STRING:
      text = kin_json_value_get_string (value);
      break;
    case KIN_JSON_NUMBER:
      text = kin_json_value_get_number_text (value);
      break;
    case KIN_JSON_BOOLEAN:
      text = kin_json_value_get_boolean (value) ? "true" : "false";
      break;
    case KIN_JSON_NULL:
    case KIN_JSON_ARRAY:
    case KIN_JSON_OBJECT:
    default:
      break;
    }

  return text != NULL && *text != '\0' ? g_strdup (text) : NULL;
}

/**
 * kin_config_entry_dup_path:
 * @self: an entry
 * @name: a field
 *
 * Relative paths are meant from the file's own folder, not from where the program was started.
 *
 * Returns: (transfer full) (nullable): the absolute path that the field means
 */
char *
kin_config_entry_dup_path (const KinConfigEntry *self,
                           const char           *name)
{
  g_autofree char *path = kin_config_entry_dup_text (self, name);
  g_autofree char *folder = NULL;

  if (path == NULL)
    return NULL;

  folder = g_path_get_dirname (self->file);

  return g_canonicalize_filename (path, folder);
}

/**
 * kin_config_entry_get_data:
 * @self: an entry
 * @name: a field
 * @data: (out) (nullable) (transfer full): what the field's base64 means; %NULL where there is no such field
 *
 * Returns: %FALSE when the field is not base64
 */
gboolean
kin_config_entry_get_data (const KinConfigEntry  *self,
                           const char            *name,
                           GBytes               **data)
{
  g_autofree char *text = kin_config_entry_dup_text (self, name);
  g_autofree guchar *decoded = NULL;
  gsize length = 0;

  *data = NULL;
  if (text == NULL)
    return TRUE;

  if (is_base64 (text))
    decoded = g_base64_decode (text, &length);
  if (length == 0)
    return FALSE;

  *data = g_bytes_new_take (g_steal_pointer (&decoded), length);

  return TRUE;
}
