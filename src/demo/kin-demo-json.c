/* kin-demo-json.c: editing JSON: a thin layer over yyjson's mutable documents.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-json.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "object/kin-json-scanner.h"

/* Documents are copied, compared and written out by recursion: one that nests a million arrays would end the stack. */
static gboolean
is_too_deep (const char *text,
             gsize       length)
{
  const char *end = text + length;
  const char *cursor = kin_json_skip_space (text, end);
  KinJsonScanner scanner;

  kin_json_scanner_init (&scanner);

  return kin_json_scanner_feed (&scanner, &cursor, end) == KIN_JSON_SCAN_TOO_DEEP;
}

static yyjson_mut_val *
walk (yyjson_mut_val *object,
      va_list         names)
{
  const char *name;

  while (object != NULL && (name = va_arg (names, const char *)) != NULL)
    object = yyjson_mut_obj_get (object, name);

  return object;
}

static yyjson_mut_val *
ensure_member (KinDemoDraft   *draft,
               yyjson_mut_val *object,
               const char     *name)
{
  yyjson_mut_val *member = yyjson_mut_obj_get (object, name);

  if (yyjson_mut_is_obj (member))
    return member;

  member = yyjson_mut_obj (draft);
  kin_demo_set (draft, object, name, member);

  return member;
}

static gboolean
is_cut (yyjson_mut_val *text)
{
  const char *start = yyjson_mut_get_str (text);

  return start != NULL && memchr (start, '\0', yyjson_mut_get_len (text)) != NULL;
}

static gboolean
has_cut_text (yyjson_mut_val *value)
{
  yyjson_mut_obj_iter members;
  yyjson_mut_arr_iter elements;
  yyjson_mut_val *key;
  yyjson_mut_val *element;

  yyjson_mut_obj_iter_init (value, &members);
  while ((key = yyjson_mut_obj_iter_next (&members)) != NULL)
    if (is_cut (key) || has_cut_text (yyjson_mut_obj_iter_get_val (key)))
      return TRUE;

  yyjson_mut_arr_iter_init (value, &elements);
  while ((element = yyjson_mut_arr_iter_next (&elements)) != NULL)
    if (has_cut_text (element))
      return TRUE;

  return is_cut (value);
}

/* All that reads a document takes a NUL for the end of a text: such a name would pass as another one. */
static gboolean
check_texts (KinDemoDraft  *draft,
             const char    *text,
             gsize          length,
             GError       **error)
{
  if (g_strstr_len (text, length, "\\u0000") == NULL || !has_cut_text (yyjson_mut_doc_get_root (draft)))
    return TRUE;

  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "a text in it holds a NUL character");

  return FALSE;
}

static KinDemoDraft *
read_text (const char      *text,
           gsize            length,
           yyjson_read_err *failure)
{
  yyjson_doc *doc = yyjson_read_opts ((char *) text, length, YYJSON_READ_NOFLAG, NULL, failure);
  KinDemoDraft *draft;

  if (doc == NULL)
    return NULL;

  draft = yyjson_doc_mut_copy (doc, NULL);
  yyjson_doc_free (doc);

  return draft;
}

/* yyjson's buffer is its own guess at the length: a stored object keeps what it needs. */
static GBytes *
take_text (char  *text,
           gsize  length)
{
  g_assert (text != NULL);

  return g_bytes_new_take (g_realloc (text, length), length);
}

/**
 * kin_demo_draft_new:
 *
 * Makes a document that is an empty object.
 *
 * Returns: (transfer full): a draft
 */
KinDemoDraft *
kin_demo_draft_new (void)
{
  KinDemoDraft *draft = yyjson_mut_doc_new (NULL);

  yyjson_mut_doc_set_root (draft, yyjson_mut_obj (draft));

  return draft;
}

/**
 * kin_demo_draft_parse:
 * @text: JSON
 * @length: how many bytes
 * @error: return location for a #GError
 *
 * Reads a document to change it.
 *
 * Returns: (transfer full): a draft, or %NULL with %KIN_DEMO_ERROR_BAD_REQUEST
 */
KinDemoDraft *
kin_demo_draft_parse (const char  *text,
                      gsize        length,
                      GError     **error)
{
  yyjson_read_err failure;
  g_autoptr(KinDemoDraft) draft = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  if (is_too_deep (text, length))
    {
      g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "exceeded max depth");
      return NULL;
    }

  draft = read_text (text, length, &failure);
  if (draft == NULL)
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                   "couldn't get version/kind; json parse error: %s at byte %" G_GSIZE_FORMAT, failure.msg, failure.pos);
      return NULL;
    }

  return check_texts (draft, text, length, error) ? g_steal_pointer (&draft) : NULL;
}

/**
 * kin_demo_draft_read:
 * @text: JSON of our own
 *
 * Reads a document that was written here to change it: nothing can be wrong with it.
 *
 * Returns: (transfer full): a draft
 */
KinDemoDraft *
kin_demo_draft_read (GBytes *text)
{
  gsize length;
  const char *data;

  g_return_val_if_fail (text != NULL, NULL);

  data = g_bytes_get_data (text, &length);

  return read_text (data, length, NULL);
}

/**
 * kin_demo_draft_copy:
 * @draft: a draft
 *
 * Copies a document whole.
 *
 * Returns: (transfer full): another draft
 */
KinDemoDraft *
kin_demo_draft_copy (KinDemoDraft *draft)
{
  g_return_val_if_fail (draft != NULL, NULL);

  return yyjson_mut_doc_mut_copy (draft, NULL);
}

/**
 * kin_demo_draft_write:
 * @draft: a draft
 *
 * Writes a document without spaces.
 *
 * Returns: (transfer full): JSON
 */
GBytes *
kin_demo_draft_write (KinDemoDraft *draft)
{
  gsize length = 0;
  char *text;

  g_return_val_if_fail (draft != NULL, NULL);

  text = yyjson_mut_write_opts (draft, YYJSON_WRITE_NOFLAG, NULL, &length, NULL);

  return take_text (text, length);
}

/**
 * kin_demo_value_write:
 * @value: a value of a draft
 *
 * Writes a part of a document without spaces.
 *
 * Returns: (transfer full): JSON
 */
GBytes *
kin_demo_value_write (yyjson_mut_val *value)
{
  gsize length = 0;
  char *text;

  g_return_val_if_fail (value != NULL, NULL);

  text = yyjson_mut_val_write_opts (value, YYJSON_WRITE_NOFLAG, NULL, &length, NULL);

  return take_text (text, length);
}

/**
 * kin_demo_get:
 * @object: (nullable): a value
 * @...: names, ended by %NULL
 *
 * Walks from member to member.
 *
 * Returns: (transfer none) (nullable): the last one, or %NULL if one on the way is absent
 */
yyjson_mut_val *
kin_demo_get (yyjson_mut_val *object,
              ...)
{
  va_list names;

  va_start (names, object);
  object = walk (object, names);
  va_end (names);

  return object;
}

/**
 * kin_demo_get_string:
 * @object: (nullable): a value
 * @...: names, ended by %NULL
 *
 * Walks from member to member.
 *
 * Returns: (transfer none) (nullable): the string there, or %NULL if there is none
 */
const char *
kin_demo_get_string (yyjson_mut_val *object,
                     ...)
{
  va_list names;

  va_start (names, object);
  object = walk (object, names);
  va_end (names);

  return yyjson_mut_get_str (object);
}

/**
 * kin_demo_get_integer:
 * @object: (nullable): a value
 * @fallback: what to return if there is no number
 * @...: names, ended by %NULL
 *
 * Walks from member to member.
 *
 * Returns: the integer there
 */
gint64
kin_demo_get_integer (yyjson_mut_val *object,
                      gint64          fallback,
                      ...)
{
  va_list names;

  va_start (names, fallback);
  object = walk (object, names);
  va_end (names);

  if (yyjson_mut_is_int (object))
    return yyjson_mut_get_sint (object);

  return yyjson_mut_is_real (object) ? (gint64) yyjson_mut_get_real (object) : fallback;
}

/**
 * kin_demo_get_boolean:
 * @object: (nullable): a value
 * @fallback: what to return if there is no boolean
 * @...: names, ended by %NULL
 *
 * Walks from member to member.
 *
 * Returns: the boolean there
 */
gboolean
kin_demo_get_boolean (yyjson_mut_val *object,
                      gboolean        fallback,
                      ...)
{
  va_list names;

  va_start (names, fallback);
  object = walk (object, names);
  va_end (names);

  return yyjson_mut_is_bool (object) ? yyjson_mut_get_bool (object) : fallback;
}

/**
 * kin_demo_ensure_object:
 * @draft: the document of @object
 * @object: an object
 * @...: names, ended by %NULL
 *
 * Walks from member to member and makes the objects that are not there. What is no object is replaced.
 *
 * Returns: (transfer none): the last one
 */
yyjson_mut_val *
kin_demo_ensure_object (KinDemoDraft   *draft,
                        yyjson_mut_val *object,
                        ...)
{
  va_list names;
  const char *name;

  g_return_val_if_fail (draft != NULL && yyjson_mut_is_obj (object), NULL);

  va_start (names, object);
  while ((name = va_arg (names, const char *)) != NULL)
    object = ensure_member (draft, object, name);
  va_end (names);

  return object;
}

/**
 * kin_demo_ensure_array:
 * @draft: the document of @object
 * @object: an object
 * @name: a member
 *
 * Makes the member an array unless it is one.
 *
 * Returns: (transfer none): the array
 */
yyjson_mut_val *
kin_demo_ensure_array (KinDemoDraft   *draft,
                       yyjson_mut_val *object,
                       const char     *name)
{
  yyjson_mut_val *array;

  g_return_val_if_fail (draft != NULL && yyjson_mut_is_obj (object), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  array = yyjson_mut_obj_get (object, name);
  if (yyjson_mut_is_arr (array))
    return array;

  array = yyjson_mut_arr (draft);
  kin_demo_set (draft, object, name, array);

  return array;
}

/**
 * kin_demo_set:
 * @draft: the document of @object
 * @object: an object
 * @name: a member, copied
 * @value: a value of @draft that has no place yet
 *
 * Sets a member; one that was there before keeps its place.
 */
void
kin_demo_set (KinDemoDraft   *draft,
              yyjson_mut_val *object,
              const char     *name,
              yyjson_mut_val *value)
{
  g_return_if_fail (draft != NULL && yyjson_mut_is_obj (object));
  g_return_if_fail (name != NULL && value != NULL);

  /* Not yyjson_mut_obj_replace(): that one copies the value, and what is added to it later would be lost. */
  yyjson_mut_obj_put (object, yyjson_mut_strcpy (draft, name), value);
}

/**
 * kin_demo_set_string:
 * @draft: the document of @object
 * @object: an object
 * @name: a member, copied
 * @value: (nullable): a string, copied; %NULL removes the member
 *
 * Sets a member to a string.
 */
void
kin_demo_set_string (KinDemoDraft   *draft,
                     yyjson_mut_val *object,
                     const char     *name,
                     const char     *value)
{
  if (value != NULL)
    kin_demo_set (draft, object, name, yyjson_mut_strcpy (draft, value));
  else
    kin_demo_remove (object, name);
}

/**
 * kin_demo_set_integer:
 * @draft: the document of @object
 * @object: an object
 * @name: a member, copied
 * @value: a number
 *
 * Sets a member to a number.
 */
void
kin_demo_set_integer (KinDemoDraft   *draft,
                      yyjson_mut_val *object,
                      const char     *name,
                      gint64          value)
{
  /* As it would have been read: to yyjson_mut_equals() a signed 3 is not an unsigned one. */
  kin_demo_set (draft, object, name,
                value < 0 ? yyjson_mut_sint (draft, value) : yyjson_mut_uint (draft, (guint64) value));
}

/**
 * kin_demo_set_boolean:
 * @draft: the document of @object
 * @object: an object
 * @name: a member, copied
 * @value: a boolean
 *
 * Sets a member to a boolean.
 */
void
kin_demo_set_boolean (KinDemoDraft   *draft,
                      yyjson_mut_val *object,
                      const char     *name,
                      gboolean        value)
{
  kin_demo_set (draft, object, name, yyjson_mut_bool (draft, value));
}

/**
 * kin_demo_set_copy:
 * @draft: the document of @object
 * @object: an object
 * @name: a member, copied
 * @value: (nullable): a value of any document, copied; %NULL removes the member
 *
 * Sets a member to what another document has.
 */
void
kin_demo_set_copy (KinDemoDraft   *draft,
                   yyjson_mut_val *object,
                   const char     *name,
                   yyjson_mut_val *value)
{
  if (value != NULL)
    kin_demo_set (draft, object, name, yyjson_mut_val_mut_copy (draft, value));
  else
    kin_demo_remove (object, name);
}

/**
 * kin_demo_remove:
 * @object: (nullable): an object
 * @name: a member
 *
 * Removes a member, if it is there.
 */
void
kin_demo_remove (yyjson_mut_val *object,
                 const char     *name)
{
  g_return_if_fail (name != NULL);

  yyjson_mut_obj_remove_key (object, name);
}
