/* kin-json-member.c: finds a member in the text of a JSON object without parsing it.
 *
 * For a decoder that needs one member of many, such as the object inside a watch event: whoever parses the value
 * that is found here finds the mistakes in it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-json-member.h"

#include <string.h>

#include "object/kin-json-scanner.h"

/* Behind the separator, or NULL where there is another byte or none. */
static const char *
skip_separator (const char *cursor,
                const char *end,
                char        separator)
{
  cursor = kin_json_skip_space (cursor, end);
  if (cursor == end || *cursor != separator)
    return NULL;

  return kin_json_skip_space (cursor + 1, end);
}

/* Where the member's value begins, or NULL. */
static const char *
find_start (const char *json,
            const char *end,
            const char *name)
{
  const char *cursor = skip_separator (json, end, '{');
  gsize name_length = strlen (name);

  while (cursor != NULL && cursor < end && *cursor == '"')
    {
      const char *key = cursor;
      const char *key_end = kin_json_skip_value (key, end);
      const char *start = key_end != NULL ? skip_separator (key_end, end, ':') : NULL;

      if (start == NULL)
        return NULL;
      if ((gsize) (key_end - key) == name_length + 2 && memcmp (key + 1, name, name_length) == 0)
        return start;

      cursor = kin_json_skip_value (start, end);
      if (cursor != NULL)
        cursor = skip_separator (cursor, end, ',');
    }

  return NULL;
}

/**
 * kin_json_member_find:
 * @json: the text of a JSON object
 * @length: bytes of @json
 * @name: a member's name that needs no escapes
 * @value: (out): the text of the first member of that name, inside @json
 * @value_length: (out): its bytes
 *
 * Returns: whether the member is there
 */
gboolean
kin_json_member_find (const char  *json,
                      gsize        length,
                      const char  *name,
                      const char **value,
                      gsize       *value_length)
{
  const char *start;
  const char *stop;

  g_return_val_if_fail (name != NULL, FALSE);

  start = find_start (json, json + length, name);
  stop = start != NULL ? kin_json_skip_value (start, json + length) : NULL;
  if (stop == NULL)
    return FALSE;

  *value = start;
  *value_length = stop - start;

  return TRUE;
}

/**
 * kin_json_member_guess:
 * @json: the text of a JSON object and nothing else
 * @length: bytes of @json
 * @name: a member's name that needs no escapes
 * @value: (out): what is the text of the member if it is the last one
 * @value_length: (out): its bytes
 *
 * Finds a member as if it were the last one: then the end of a long value need not be searched for. Where it is not,
 * what is found is no JSON, and whoever parses it will know.
 *
 * Returns: whether the member is there
 */
gboolean
kin_json_member_guess (const char  *json,
                       gsize        length,
                       const char  *name,
                       const char **value,
                       gsize       *value_length)
{
  const char *end = json + length;
  const char *start;

  g_return_val_if_fail (name != NULL, FALSE);

  start = find_start (json, end, name);
  if (start == NULL)
    return FALSE;

  while (end > start && end[-1] != '}')
    end--;
  if (end - start < 2)
    return FALSE;

  *value = start;
  *value_length = end - 1 - start;

  return TRUE;
}

/**
 * kin_json_member_equals:
 * @json: the text of a JSON object
 * @length: bytes of @json
 * @name: a member's name that needs no escapes
 * @text: a text that needs no escapes
 *
 * Returns: whether the member is there and is the string @text
 */
gboolean
kin_json_member_equals (const char *json,
                        gsize       length,
                        const char *name,
                        const char *text)
{
  const char *value;
  gsize value_length;

  g_return_val_if_fail (text != NULL, FALSE);

  return kin_json_member_find (json, length, name, &value, &value_length) &&
         value_length == strlen (text) + 2 && *value == '"' &&
         memcmp (value + 1, text, value_length - 2) == 0;
}
