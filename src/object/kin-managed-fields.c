/* kin-managed-fields.c: finds metadata.managedFields in an object's text, to be cut out and kept apart.
 *
 * They are a third of an object and of no use to most readers. The text was parsed already, so that it is well
 * formed, and the parser knows where each name stands.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-managed-fields.h"

#include "object/kin-json-scanner.h"

/* A member, and the name of the member that follows in the same object. */
typedef struct
{
  KinJsonValue *value;
  const char *name;
  const char *next_name;    /* NULL if it is the last */
} Member;

static gboolean
find_member (KinJsonValue *object,
             const char   *name,
             Member       *member)
{
  KinJsonIter iter;
  KinJsonValue *ignored;

  kin_json_iter_init (&iter, object);
  while (kin_json_iter_next (&iter, &member->name, &member->value))
    {
      if (!g_str_equal (member->name, name))
        continue;

      if (!kin_json_iter_next (&iter, &member->next_name, &ignored))
        member->next_name = NULL;
      return TRUE;
    }

  return FALSE;
}

static const char *
skip_space_back (const char *cursor)
{
  while (g_ascii_isspace (cursor[-1]))
    cursor--;

  return cursor;
}

/* Between the array and the next name, or the end of the text, are only spaces, commas and closing braces. */
static const char *
find_array_end (const char *cursor)
{
  while (cursor[-1] != ']')
    cursor--;

  return cursor;
}

static const char *
find_array_start (const char *key,
                  const char *end)
{
  const char *colon = kin_json_skip_space (kin_json_skip_value (key, end), end);

  return kin_json_skip_space (colon + 1, end);
}

/* With the comma behind it or, if it is the last member, with the one before. */
static void
set_cut (KinManagedFields *fields,
         const char       *key,
         const char       *end)
{
  const char *behind = kin_json_skip_space (fields->value_end, end);
  const char *before = skip_space_back (key);

  fields->cut = key;
  fields->cut_end = fields->value_end;

  if (*behind == ',')
    fields->cut_end = behind + 1;
  else if (before[-1] == ',')
    fields->cut = before - 1;
}

/**
 * kin_managed_fields_find:
 * @scratch: what the object was parsed with
 * @root: the object
 * @json: its text
 * @length: the length of the text
 * @fields: (out caller-allocates): where they are
 *
 * Finds the managed fields.
 *
 * Returns: whether there are any
 */
gboolean
kin_managed_fields_find (KinJsonScratch   *scratch,
                         KinJsonValue     *root,
                         const char       *json,
                         gsize             length,
                         KinManagedFields *fields)
{
  const char *end = json + length;
  const char *next;
  const char *key;
  Member metadata;
  Member member;

  if (!find_member (root, "metadata", &metadata) || !find_member (metadata.value, "managedFields", &member) ||
      kin_json_value_get_type (member.value) != KIN_JSON_ARRAY)
    return FALSE;

  next = member.next_name != NULL ? member.next_name : metadata.next_name;
  key = json + kin_json_scratch_get_offset (scratch, member.name) - 1;
  fields->value = find_array_start (key, end);
  fields->value_end = find_array_end (next != NULL ? json + kin_json_scratch_get_offset (scratch, next) - 1 : end);
  set_cut (fields, key, end);

  return TRUE;
}
