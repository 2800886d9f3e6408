/* kin-json.c: reading JSON, with numbers kept as their text: the only file that knows yyjson.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-json.h"
#include "object/kin-json-private.h"

#include <glib/gi18n.h>
#include <string.h>
#include <yyjson.h>

#include "base/kin-error.h"
#include "object/kin-json-scanner.h"

/* What is kept from one document to the next: a thread must not keep what one huge Secret once needed. */
#define MAX_KEPT (2 * 1024 * 1024)

static yyjson_doc *
get_doc (KinJson *self)
{
  return (yyjson_doc *) self;
}

static yyjson_val *
get_val (KinJsonValue *value)
{
  return (yyjson_val *) value;
}

static KinJsonValue *
wrap (yyjson_val *val)
{
  return (KinJsonValue *) val;
}

static void
set_read_error (GError                **error,
                const yyjson_read_err  *failure,
                gsize                   length)
{
  int code = failure->code == YYJSON_READ_ERROR_UNEXPECTED_END ? KIN_PARSE_ERROR_TRUNCATED : KIN_PARSE_ERROR_SYNTAX;

  /* Translators: the second %s is a reason in English, from a library. */
  g_set_error (error, KIN_PARSE_ERROR, code, _("Not valid JSON at byte %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT ": %s"),
               failure->pos, length, failure->msg);
}

static KinJson *
read_doc (char              *text,
          gsize              length,
          yyjson_read_flag   flags,
          const yyjson_alc  *allocator,
          GError           **error)
{
  yyjson_read_err failure;
  yyjson_doc *doc = yyjson_read_opts (text, length, flags | YYJSON_READ_NUMBER_AS_RAW, allocator, &failure);

  if (doc == NULL)
    set_read_error (error, &failure, length);

  return (KinJson *) doc;
}

/* Documents are compared and written out by recursion: one that nests a million arrays would end the stack. */
static gboolean
check_depth (const char  *text,
             gsize        length,
             GError     **error)
{
  const char *end = text + length;
  const char *cursor = kin_json_skip_space (text, end);
  KinJsonScanner scanner;

  kin_json_scanner_init (&scanner);
  if (kin_json_scanner_feed (&scanner, &cursor, end) != KIN_JSON_SCAN_TOO_DEEP)
    return TRUE;

  g_set_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_TOO_LARGE, _("JSON is nested more than %d levels deep"),
               KIN_JSON_MAX_DEPTH);

  return FALSE;
}

static gint64
clamp_number (double number)
{
  if (number >= (double) G_MAXINT64)
    return G_MAXINT64;
  if (number <= (double) G_MININT64)
    return G_MININT64;

  return (gint64) number;
}

/* "1e3" and "2.0" are integers too, to the API server. */
static gint64
parse_integer (const char *text)
{
  if (strpbrk (text, ".eE") != NULL)
    return clamp_number (g_ascii_strtod (text, NULL));

  return g_ascii_strtoll (text, NULL, 10);
}

static void
append_escaped (GString *out,
                guchar   c)
{
  switch (c)
    {
    case '"':
      g_string_append (out, "\\\"");
      break;
    case '\\':
      g_string_append (out, "\\\\");
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
      g_string_append_printf (out, "\\u%04x", c);
      break;
    }
}

/**
 * kin_json_parse:
 * @text: JSON, which need not end in a NUL
 * @length: its length in bytes
 * @error: return location for a %KIN_PARSE_ERROR
 *
 * Reads a document. Nothing of @text is needed afterwards.
 *
 * Returns: (transfer full) (nullable): the document
 */
KinJson *
kin_json_parse (const char  *text,
                gsize        length,
                GError     **error)
{
  g_return_val_if_fail (text != NULL, NULL);

  if (!check_depth (text, length, error))
    return NULL;

  /* Without the in-situ flag the text is only read from. */
  return read_doc ((char *) text, length, YYJSON_READ_NOFLAG, NULL, error);
}

/**
 * kin_json_parse_trusted:
 * @text: JSON that this program wrote itself
 * @length: its length in bytes
 *
 * Reads a document that is known to be well formed and not to be deep: it was, when it came in.
 *
 * Returns: (transfer full): the document
 */
KinJson *
kin_json_parse_trusted (const char *text,
                        gsize       length)
{
  KinJson *json;

  g_return_val_if_fail (text != NULL, NULL);

  json = read_doc ((char *) text, length, YYJSON_READ_NOFLAG, NULL, NULL);
  g_assert (json != NULL);

  return json;
}

/**
 * kin_json_parse_scratch:
 * @scratch: memory, of which no other document is in use
 * @text: JSON
 * @length: its length in bytes
 * @error: return location for a %KIN_PARSE_ERROR
 *
 * Reads a document into memory that is used again for the next one. Unlike kin_json_parse() it does not look at
 * how deep the document is.
 *
 * Returns: (transfer full) (nullable): the document, to be freed before @scratch is used again
 */
KinJson *
kin_json_parse_scratch (KinJsonScratch  *scratch,
                        const char      *text,
                        gsize            length,
                        GError         **error)
{
  gsize text_size = length + YYJSON_PADDING_SIZE;
  gsize values_size = yyjson_read_max_memory_usage (length, YYJSON_READ_INSITU | YYJSON_READ_NUMBER_AS_RAW);
  gboolean pooled = text_size + values_size <= MAX_KEPT;
  gsize size = pooled ? text_size + values_size : text_size;
  yyjson_alc pool;

  if (scratch->size < size)
    {
      g_free (scratch->data);
      scratch->size = pooled ? MIN (2 * size, MAX_KEPT) : size;
      scratch->data = g_malloc (scratch->size);
    }

  memcpy (scratch->data, text, length);
  memset (scratch->data + length, 0, YYJSON_PADDING_SIZE);
  if (pooled)
    yyjson_alc_pool_init (&pool, scratch->data + text_size, scratch->size - text_size);

  return read_doc (scratch->data, length, YYJSON_READ_INSITU, pooled ? &pool : NULL, error);
}

/**
 * kin_json_scratch_get_offset:
 * @self: memory with a document
 * @string: a string of the document, or the name of a member
 *
 * Finds where a string stood in the text.
 *
 * Returns: the offset of the byte behind its opening quote
 */
gsize
kin_json_scratch_get_offset (KinJsonScratch *self,
                             const char     *string)
{
  return (gsize) (string - self->data);
}

/**
 * kin_json_scratch_trim:
 * @self: memory without a document
 *
 * Gives back what an unusually large document needed.
 */
void
kin_json_scratch_trim (KinJsonScratch *self)
{
  if (self->size > MAX_KEPT)
    kin_json_scratch_clear (self);
}

/**
 * kin_json_scratch_clear:
 * @self: memory without a document
 *
 * Gives all memory back.
 */
void
kin_json_scratch_clear (KinJsonScratch *self)
{
  g_clear_pointer (&self->data, g_free);
  self->size = 0;
}

/**
 * kin_json_free:
 * @self: (transfer full): a document
 *
 * Frees the document and with it all its values.
 */
void
kin_json_free (KinJson *self)
{
  g_return_if_fail (self != NULL);

  yyjson_doc_free (get_doc (self));
}

/**
 * kin_json_get_root:
 * @self: a document
 *
 * Gets the value that the document is.
 *
 * Returns: (transfer none): the value
 */
KinJsonValue *
kin_json_get_root (KinJson *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return wrap (yyjson_doc_get_root (get_doc (self)));
}

/**
 * kin_json_get:
 * @object: (nullable): a value
 * @name: the name of a member
 *
 * Gets a member. Of several with the same name it is the first.
 *
 * Returns: (transfer none) (nullable): the value, or %NULL if it is absent or null, or @object is no object
 */
KinJsonValue *
kin_json_get (KinJsonValue *object,
              const char   *name)
{
  yyjson_val *val = yyjson_obj_get (get_val (object), name);

  return yyjson_is_null (val) ? NULL : wrap (val);
}

/**
 * kin_json_get_path:
 * @object: (nullable): a value
 * @...: names of members, each of an object inside the one before, then %NULL
 *
 * Gets a member of a member of a member.
 *
 * Returns: (transfer none) (nullable): the value, or %NULL if anything on the way is absent
 */
KinJsonValue *
kin_json_get_path (KinJsonValue *object,
                   ...)
{
  KinJsonValue *value = object;
  const char *name;
  va_list names;

  va_start (names, object);
  while (value != NULL && (name = va_arg (names, const char *)) != NULL)
    value = kin_json_get (value, name);
  va_end (names);

  return value;
}

/**
 * kin_json_get_string:
 * @object: (nullable): a value
 * @name: the name of a member
 *
 * Gets the string that a member is.
 *
 * Returns: (transfer none) (nullable): the string, or %NULL if there is none
 */
const char *
kin_json_get_string (KinJsonValue *object,
                     const char   *name)
{
  return kin_json_value_get_string (kin_json_get (object, name));
}

/**
 * kin_json_get_integer:
 * @object: (nullable): a value
 * @name: the name of a member
 * @fallback: for a member that is absent or no number
 *
 * Gets the whole number that a member is.
 *
 * Returns: the number
 */
gint64
kin_json_get_integer (KinJsonValue *object,
                      const char   *name,
                      gint64        fallback)
{
  const char *text = kin_json_value_get_number_text (kin_json_get (object, name));

  return text != NULL ? parse_integer (text) : fallback;
}

/**
 * kin_json_get_boolean:
 * @object: (nullable): a value
 * @name: the name of a member
 * @fallback: for a member that is absent or no boolean
 *
 * Gets the boolean that a member is.
 *
 * Returns: the boolean
 */
gboolean
kin_json_get_boolean (KinJsonValue *object,
                      const char   *name,
                      gboolean      fallback)
{
  yyjson_val *val = get_val (kin_json_get (object, name));

  return yyjson_is_bool (val) ? yyjson_get_bool (val) : fallback;
}

/**
 * kin_json_value_get_type:
 * @value: (nullable): a value
 *
 * Tells what a value is.
 *
 * Returns: the type; %KIN_JSON_NULL for %NULL
 */
KinJsonType
kin_json_value_get_type (KinJsonValue *value)
{
  switch (yyjson_get_type (get_val (value)))
    {
    case YYJSON_TYPE_BOOL:
      return KIN_JSON_BOOLEAN;
    case YYJSON_TYPE_RAW:
      return KIN_JSON_NUMBER;
    case YYJSON_TYPE_STR:
      return KIN_JSON_STRING;
    case YYJSON_TYPE_ARR:
      return KIN_JSON_ARRAY;
    case YYJSON_TYPE_OBJ:
      return KIN_JSON_OBJECT;
    default:
      return KIN_JSON_NULL;
    }
}

/**
 * kin_json_value_get_string:
 * @value: (nullable): a value
 *
 * Gets the string that a value is.
 *
 * Returns: (transfer none) (nullable): the string, or %NULL if it is none
 */
const char *
kin_json_value_get_string (KinJsonValue *value)
{
  return yyjson_get_str (get_val (value));
}

/**
 * kin_json_value_get_integer:
 * @value: (nullable): a value
 *
 * Gets the whole number that a value is; digits behind the point are cut off, what does not fit is clamped.
 *
 * Returns: the number, or 0 if it is none
 */
gint64
kin_json_value_get_integer (KinJsonValue *value)
{
  const char *text = kin_json_value_get_number_text (value);

  return text != NULL ? parse_integer (text) : 0;
}

/**
 * kin_json_value_get_boolean:
 * @value: (nullable): a value
 *
 * Gets the boolean that a value is.
 *
 * Returns: the boolean, or %FALSE if it is none
 */
gboolean
kin_json_value_get_boolean (KinJsonValue *value)
{
  return yyjson_get_bool (get_val (value));
}

/**
 * kin_json_value_get_number_text:
 * @value: (nullable): a value
 *
 * Gets a number exactly as it was written.
 *
 * Returns: (transfer none) (nullable): the text, or %NULL if it is no number
 */
const char *
kin_json_value_get_number_text (KinJsonValue *value)
{
  return yyjson_get_raw (get_val (value));
}

/**
 * kin_json_value_get_size:
 * @value: (nullable): a value
 *
 * Counts the members of an object or the elements of an array.
 *
 * Returns: how many; 0 for other values
 */
gsize
kin_json_value_get_size (KinJsonValue *value)
{
  yyjson_val *val = get_val (value);

  return yyjson_is_obj (val) ? yyjson_obj_size (val) : yyjson_arr_size (val);
}

/**
 * kin_json_array_get:
 * @array: (nullable): a value
 * @i: a position
 *
 * Gets an element of an array. To see all of them take a #KinJsonIter: this one counts from the start.
 *
 * Returns: (transfer none) (nullable): the element, or %NULL if there is none
 */
KinJsonValue *
kin_json_array_get (KinJsonValue *array,
                    gsize         i)
{
  return wrap (yyjson_arr_get (get_val (array), i));
}

/**
 * kin_json_value_equal:
 * @a: (nullable): a value
 * @b: (nullable): another
 *
 * Compares two values with all that is in them. The order of members does not matter; numbers are equal if they
 * are written alike.
 *
 * Returns: whether they are equal
 */
gboolean
kin_json_value_equal (KinJsonValue *a,
                      KinJsonValue *b)
{
  if (a == NULL || b == NULL)
    return a == b;

  return yyjson_equals (get_val (a), get_val (b));
}

/**
 * kin_json_value_dup_text:
 * @value: (nullable): a value
 *
 * Writes a value without white space, numbers as they came.
 *
 * Returns: (transfer full) (nullable): JSON, or %NULL for %NULL
 */
char *
kin_json_value_dup_text (KinJsonValue *value)
{
  /* GLib allocates with malloc() too, so the text may be freed with g_free(). */
  return yyjson_val_write (get_val (value), YYJSON_WRITE_NOFLAG, NULL);
}

/**
 * kin_json_iter_init:
 * @iter: (out): a walk
 * @container: (nullable): an object or an array; anything else is taken for an empty one
 *
 * Begins a walk over all members or elements.
 */
void
kin_json_iter_init (KinJsonIter  *iter,
                    KinJsonValue *container)
{
  yyjson_val *val = get_val (container);

  g_return_if_fail (iter != NULL);

  iter->is_object = yyjson_is_obj (val);
  iter->n_left = kin_json_value_get_size (container);
  iter->next = iter->n_left > 0 ? wrap (unsafe_yyjson_get_first (val)) : NULL;
}

/**
 * kin_json_iter_next:
 * @iter: a walk
 * @name: (out) (optional) (nullable): the member's name; %NULL for an element
 * @value: (out): the value
 *
 * Goes to the next member or element.
 *
 * Returns: %FALSE at the end
 */
gboolean
kin_json_iter_next (KinJsonIter   *iter,
                    const char   **name,
                    KinJsonValue **value)
{
  yyjson_val *val = get_val (iter->next);

  if (iter->n_left == 0)
    return FALSE;

  if (name != NULL)
    *name = iter->is_object ? unsafe_yyjson_get_str (val) : NULL;
  if (iter->is_object)
    val++;    /* a member's value is behind its name */

  *value = wrap (val);
  iter->next = wrap (unsafe_yyjson_get_next (val));
  iter->n_left--;

  return TRUE;
}

/**
 * kin_json_append_quoted:
 * @out: what to append to
 * @text: any text; bytes that are no UTF-8 are replaced
 *
 * Appends @text as a JSON string, in its quotes.
 */
void
kin_json_append_quoted (GString    *out,
                        const char *text)
{
  g_autofree char *repaired = NULL;
  const char *from;

  g_return_if_fail (out != NULL);
  g_return_if_fail (text != NULL);

  if (!g_utf8_validate (text, -1, NULL))
    text = repaired = g_utf8_make_valid (text, -1);

  g_string_append_c (out, '"');
  for (from = text; *text != '\0'; text++)
    {
      guchar c = (guchar) *text;

      if (c >= 0x20 && c != '"' && c != '\\')
        continue;

      g_string_append_len (out, from, text - from);
      append_escaped (out, c);
      from = text + 1;
    }
  g_string_append_len (out, from, text - from);
  g_string_append_c (out, '"');
}
