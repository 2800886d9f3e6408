/* kin-managed-fields.c: finds metadata.managedFields in an object's JSON, to be cut out before the object is parsed.
 *
 * It is a third of an object, of no use to most readers, and dense: skipping it takes a tenth of the time that
 * parsing it would.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-managed-fields.h"

#include <string.h>

#include "object/kin-json-scanner.h"

/* A member as it stands in the text. */
typedef struct
{
  const char *key;          /* at its quote */
  const char *key_end;
  const char *value;
  const char *value_end;
  const char *next;         /* the comma or the closing brace behind it */
} Member;

static gboolean
read_member (const char *cursor,
             const char *end,
             Member     *member)
{
  member->key = kin_json_skip_space (cursor, end);
  if (member->key == end || *member->key != '"')
    return FALSE;

  member->key_end = kin_json_skip_value (member->key, end);
  if (member->key_end == NULL)
    return FALSE;

  cursor = kin_json_skip_space (member->key_end, end);
  if (cursor == end || *cursor != ':')
    return FALSE;

  member->value = kin_json_skip_space (cursor + 1, end);

  return member->value < end;
}

static gboolean
skip_member (const char *end,
             Member     *member)
{
  member->value_end = kin_json_skip_value (member->value, end);
  if (member->value_end == NULL)
    return FALSE;

  member->next = kin_json_skip_space (member->value_end, end);

  return member->next < end && (*member->next == ',' || *member->next == '}');
}

static gboolean
is_key (const Member *member,
        const char   *name)
{
  gsize length = strlen (name);

  return (gsize) (member->key_end - member->key) == length + 2 && memcmp (member->key + 1, name, length) == 0;
}

/* With the comma behind it, or, if it is the last member, with the one before it. */
static void
set_cut (KinManagedFields *fields,
         const Member     *member,
         const char       *comma_before)
{
  fields->value = member->value;
  fields->value_end = member->value_end;

  if (*member->next == ',')
    {
      fields->cut = member->key;
      fields->cut_end = member->next + 1;
    }
  else
    {
      fields->cut = comma_before != NULL ? comma_before : member->key;
      fields->cut_end = member->value_end;
    }
}

static gboolean
find_in_metadata (const char       *brace,
                  const char       *end,
                  KinManagedFields *fields)
{
  const char *comma = NULL;
  const char *cursor = brace + 1;
  Member member;

  while (read_member (cursor, end, &member) && skip_member (end, &member))
    {
      if (is_key (&member, "managedFields"))
        {
          set_cut (fields, &member, comma);
          return *member.value == '[';
        }

      if (*member.next == '}')
        return FALSE;

      comma = member.next;
      cursor = comma + 1;
    }

  return FALSE;
}

/**
 * kin_managed_fields_find:
 * @json: an object
 * @length: its length
 * @fields: (out caller-allocates): where they are
 *
 * Finds the managed fields. What is no well-formed object has none: the parser will say what is wrong with it.
 *
 * Returns: whether there are any
 */
gboolean
kin_managed_fields_find (const char       *json,
                         gsize             length,
                         KinManagedFields *fields)
{
  const char *end = json + length;
  const char *cursor = kin_json_skip_space (json, end);
  Member member;

  if (cursor == end || *cursor != '{')
    return FALSE;

  for (cursor++; read_member (cursor, end, &member); cursor = member.next + 1)
    {
      if (is_key (&member, "metadata"))
        return *member.value == '{' && find_in_metadata (member.value, end, fields);

      if (!skip_member (end, &member) || *member.next == '}')
        return FALSE;
    }

  return FALSE;
}
