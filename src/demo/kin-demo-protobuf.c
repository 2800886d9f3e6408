/* kin-demo-protobuf.c: reads objects in protobuf, in which Kubernetes' own clients send what they create.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-protobuf.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "kin-demo-resources.h"

#define TABLE "/com/example/KInformer/demo/protobuf.txt"

/* Before the message that says what kind it is. */
#define MAGIC "k8s\0"
#define MAGIC_LENGTH 4

#define MAX_DEPTH 40

/* How a value lies in the bytes, by the lowest bits of what stands before it. */
#define WIRE_VARINT 0
#define WIRE_BYTES 2

/* What the envelope, and messages that stand for a scalar, have. */
#define ENVELOPE_TYPE 1
#define ENVELOPE_OBJECT 2
#define TYPE_VERSION 1
#define TYPE_KIND 2
#define ENTRY_KEY 1
#define ENTRY_VALUE 2
#define TIME_SECONDS 1
#define TIME_NANOSECONDS 2
#define INT_OR_STRING_IS_STRING 1
#define INT_OR_STRING_INT 2
#define INT_OR_STRING_STRING 3
#define ONLY 1

typedef struct
{
  const guint8 *data;
  gsize length;
} Slice;

/* One field as it came. */
typedef struct
{
  guint64 number;
  gboolean is_bytes;
  gint64 integer;
  Slice bytes;
} Item;

/* A field as the table has it. */
typedef struct
{
  char **words;                 /* number, name, type */
  const char *name;
  const char *type;
  gboolean is_list;
  gboolean is_map;
  gboolean keep_empty;
} Field;

typedef struct
{
  GBytes *table;
  GHashTable *messages;         /* name → its lines of the table, as far as they were needed */
  KinDemoDraft *draft;
  guint depth;
} Decoder;

static gboolean decode_message (Decoder         *self,
                                const char      *type,
                                Slice            message,
                                yyjson_mut_val  *object,
                                GError         **error);

static void
field_clear (Field *field)
{
  g_strfreev (field->words);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Field, field_clear)

static void
decoder_clear (Decoder *self)
{
  g_clear_pointer (&self->table, g_bytes_unref);
  g_clear_pointer (&self->messages, g_hash_table_unref);
  g_clear_pointer (&self->draft, yyjson_mut_doc_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Decoder, decoder_clear)

static gboolean
refuse (GError     **error,
        const char  *message)
{
  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
               "the object provided is unrecognized: %s", message);

  return FALSE;
}

/* Bytes */

static gboolean
take_varint (Slice    *rest,
             guint64  *value,
             GError  **error)
{
  *value = 0;
  for (guint shift = 0; shift < 64 && rest->length > 0; shift += 7)
    {
      guint8 byte = *rest->data++;

      rest->length--;
      *value |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return TRUE;
    }

  return refuse (error, "a number in it has no end");
}

/* Of the four ways in which protobuf lays out a value, Kubernetes uses two. */
static gboolean
take_item (Slice   *rest,
           Item    *item,
           GError **error)
{
  guint64 tag;
  guint64 value;

  if (!take_varint (rest, &tag, error) || !take_varint (rest, &value, error))
    return FALSE;

  *item = (Item) { .number = tag >> 3, .is_bytes = (tag & 7) == WIRE_BYTES };
  if ((tag & 7) == WIRE_VARINT)
    {
      item->integer = (gint64) value;
      return TRUE;
    }
  if (!item->is_bytes)
    return refuse (error, "it has a value of a sort that Kubernetes does not use");
  if (value > rest->length)
    return refuse (error, "it ends within a field");

  item->bytes = (Slice) { rest->data, value };
  rest->data += value;
  rest->length -= value;

  return TRUE;
}

/* The last one counts, as for all readers of protobuf; one that is not there is empty, or 0. */
static gboolean
find_item (Slice     message,
           guint64   number,
           Item     *found,
           GError  **error)
{
  *found = (Item) { .number = number };
  while (message.length > 0)
    {
      Item item;

      if (!take_item (&message, &item, error))
        return FALSE;
      if (item.number == number)
        *found = item;
    }

  return TRUE;
}

/* The table */

static char *
dup_message (Decoder    *self,
             const char *name)
{
  g_autofree char *heading = g_strdup_printf ("\n\n%s\n", name);
  const char *found = strstr (g_bytes_get_data (self->table, NULL), heading);
  const char *text;
  const char *end;

  g_assert (found != NULL);

  text = found + strlen (heading) - 1;
  end = strstr (text, "\n\n");

  return end != NULL ? g_strndup (text, end - text) : g_strdup (text);
}

/* The text below a message's name. A body may have a million fields, and the table is long. */
static const char *
find_message (Decoder    *self,
              const char *name)
{
  char *text = g_hash_table_lookup (self->messages, name);

  if (text == NULL)
    {
      text = dup_message (self, name);
      g_hash_table_insert (self->messages, g_strdup (name), text);
    }

  return text;
}

static gboolean
find_field (Decoder    *self,
            const char *message,
            guint64     number,
            Field      *field)
{
  g_autofree char *start = g_strdup_printf ("\n%" G_GUINT64_FORMAT " ", number);
  const char *line = strstr (find_message (self, message), start);
  g_autofree char *copy = NULL;

  if (line == NULL)
    return FALSE;

  copy = g_strndup (line + 1, strcspn (line + 1, "\n"));
  field->words = g_strsplit (copy, " ", 3);
  field->name = field->words[1];
  field->type = field->words[2];
  field->keep_empty = *field->type == '!';
  field->type += field->keep_empty ? 1 : 0;
  field->is_list = g_str_has_prefix (field->type, "[]");
  field->is_map = g_str_has_prefix (field->type, "{}");
  field->type += field->is_list || field->is_map ? 2 : 0;

  return TRUE;
}

static char *
dup_root (Decoder    *self,
          const char *api_version,
          const char *kind)
{
  g_autofree char *own = g_strdup_printf ("\n%s/%s = ", api_version, kind);
  g_autofree char *of_all = g_strdup_printf ("\n*/%s = ", kind);
  const char *text = g_bytes_get_data (self->table, NULL);
  const char *found = strstr (text, own);

  if (found != NULL)
    return g_strndup (found + strlen (own), strcspn (found + strlen (own), "\n"));

  found = strstr (text, of_all);
  if (found == NULL)
    return NULL;

  return g_strndup (found + strlen (of_all), strcspn (found + strlen (of_all), "\n"));
}

/* Values */

static yyjson_mut_val *
new_string (Decoder  *self,
            Slice     text,
            GError  **error)
{
  const char *start = text.data != NULL ? (const char *) text.data : "";

  if (!g_utf8_validate_len (start, text.length, NULL))
    {
      refuse (error, "a text in it is no UTF-8");
      return NULL;
    }

  return yyjson_mut_strncpy (self->draft, start, text.length);
}

static yyjson_mut_val *
new_base64 (Decoder *self,
            Slice    bytes)
{
  g_autofree char *text = g_base64_encode (bytes.data, bytes.length);

  return yyjson_mut_strcpy (self->draft, text);
}

static yyjson_mut_val *
new_raw (Decoder  *self,
         Slice     message,
         GError  **error)
{
  g_autoptr(KinDemoDraft) json = NULL;
  Item item;

  if (!find_item (message, ONLY, &item, error))
    return NULL;

  json = item.bytes.data != NULL ? kin_demo_draft_parse ((const char *) item.bytes.data, item.bytes.length, NULL) : NULL;
  if (json == NULL)
    {
      refuse (error, "what is to be JSON in it is none");
      return NULL;
    }

  return yyjson_mut_val_mut_copy (self->draft, yyjson_mut_doc_get_root (json));
}

static yyjson_mut_val *
new_time (Decoder   *self,
          Slice      message,
          gboolean   with_micros,
          GError   **error)
{
  Item seconds;
  Item nanoseconds;
  g_autoptr(GDateTime) time = NULL;
  g_autoptr(GString) text = NULL;
  g_autofree char *whole = NULL;

  if (!find_item (message, TIME_SECONDS, &seconds, error) || !find_item (message, TIME_NANOSECONDS, &nanoseconds, error))
    return NULL;

  time = g_date_time_new_from_unix_utc (seconds.integer);
  if (time == NULL)
    {
      refuse (error, "a time in it is out of range");
      return NULL;
    }

  whole = g_date_time_format (time, "%Y-%m-%dT%H:%M:%S");
  text = g_string_new (whole);
  if (with_micros)
    g_string_append_printf (text, ".%06" G_GINT64_FORMAT, nanoseconds.integer / 1000);
  g_string_append_c (text, 'Z');

  return yyjson_mut_strcpy (self->draft, text->str);
}

static yyjson_mut_val *
new_int_or_string (Decoder  *self,
                   Slice     message,
                   GError  **error)
{
  Item is_string;
  Item value;

  if (!find_item (message, INT_OR_STRING_IS_STRING, &is_string, error) ||
      !find_item (message, is_string.integer != 0 ? INT_OR_STRING_STRING : INT_OR_STRING_INT, &value, error))
    return NULL;

  return is_string.integer != 0 ? new_string (self, value.bytes, error) : yyjson_mut_sint (self->draft, value.integer);
}

static yyjson_mut_val *
new_quantity (Decoder  *self,
              Slice     message,
              GError  **error)
{
  Item item;

  return find_item (message, ONLY, &item, error) ? new_string (self, item.bytes, error) : NULL;
}

static yyjson_mut_val *
new_strings (Decoder  *self,
             Slice     message,
             GError  **error)
{
  yyjson_mut_val *strings = yyjson_mut_arr (self->draft);

  while (message.length > 0)
    {
      Item item;
      yyjson_mut_val *string;

      if (!take_item (&message, &item, error))
        return NULL;
      string = new_string (self, item.bytes, error);
      if (string == NULL)
        return NULL;
      yyjson_mut_arr_append (strings, string);
    }

  return strings;
}

static yyjson_mut_val *
new_value (Decoder     *self,
           const char  *type,
           const Item  *item,
           GError     **error)
{
  yyjson_mut_val *object;

  if (g_str_equal (type, "bool"))
    return yyjson_mut_bool (self->draft, item->integer != 0);
  if (g_str_equal (type, "int"))
    return yyjson_mut_sint (self->draft, item->integer);
  if (g_str_equal (type, "string"))
    return new_string (self, item->bytes, error);
  if (g_str_equal (type, "bytes"))
    return new_base64 (self, item->bytes);
  if (g_str_equal (type, "raw"))
    return new_raw (self, item->bytes, error);
  if (g_str_equal (type, "time") || g_str_equal (type, "microtime"))
    return new_time (self, item->bytes, *type == 'm', error);
  if (g_str_equal (type, "quantity"))
    return new_quantity (self, item->bytes, error);
  if (g_str_equal (type, "int-or-string"))
    return new_int_or_string (self, item->bytes, error);
  if (g_str_equal (type, "strings"))
    return new_strings (self, item->bytes, error);

  object = yyjson_mut_obj (self->draft);

  return decode_message (self, type, item->bytes, object, error) ? object : NULL;
}

/* Messages */

static char *
dup_text (Slice bytes)
{
  return g_utf8_make_valid (bytes.data != NULL ? (const char *) bytes.data : "", bytes.length);
}

static gboolean
add_entry (Decoder         *self,
           const Field     *field,
           Slice            entry,
           yyjson_mut_val  *object,
           GError         **error)
{
  yyjson_mut_val *map = kin_demo_ensure_object (self->draft, object, field->name, NULL);
  g_autofree char *name = NULL;
  Item key;
  Item item;
  yyjson_mut_val *value;

  if (!find_item (entry, ENTRY_KEY, &key, error) || !find_item (entry, ENTRY_VALUE, &item, error))
    return FALSE;

  value = new_value (self, field->type, &item, error);
  if (value == NULL)
    return FALSE;

  name = dup_text (key.bytes);
  kin_demo_set (self->draft, map, name, value);

  return TRUE;
}

/* Go leaves out of its JSON what it sends in protobuf though it is not set. */
static gboolean
is_empty (const Item     *item,
          yyjson_mut_val *value)
{
  if (!item->is_bytes)
    return item->integer == 0;

  return item->bytes.length == 0 || (yyjson_mut_is_obj (value) && yyjson_mut_obj_size (value) == 0);
}

static gboolean
decode_field (Decoder         *self,
              const Field     *field,
              const Item      *item,
              yyjson_mut_val  *object,
              GError         **error)
{
  yyjson_mut_val *value;

  if (g_str_equal (field->name, "-"))
    return decode_message (self, field->type, item->bytes, object, error);
  if (field->is_map)
    return add_entry (self, field, item->bytes, object, error);
  if (item->bytes.length == 0 && (g_str_has_suffix (field->type, "time") || g_str_equal (field->type, "raw")))
    return TRUE;

  value = new_value (self, field->type, item, error);
  if (value == NULL)
    return FALSE;

  if (field->is_list)
    yyjson_mut_arr_append (kin_demo_ensure_array (self->draft, object, field->name), value);
  else if (field->keep_empty || !is_empty (item, value))
    kin_demo_set (self->draft, object, field->name, value);

  return TRUE;
}

static gboolean
decode_fields (Decoder         *self,
               const char      *type,
               Slice            message,
               yyjson_mut_val  *object,
               GError         **error)
{
  while (message.length > 0)
    {
      g_auto(Field) field = { 0 };
      Item item;

      if (!take_item (&message, &item, error))
        return FALSE;

      /* A client may be newer than the table. */
      if (find_field (self, type, item.number, &field) && !decode_field (self, &field, &item, object, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
decode_message (Decoder         *self,
                const char      *type,
                Slice            message,
                yyjson_mut_val  *object,
                GError         **error)
{
  gboolean good;

  if (self->depth == MAX_DEPTH)
    return refuse (error, "it is too deep");

  self->depth++;
  good = decode_fields (self, type, message, object, error);
  self->depth--;

  return good;
}

static gboolean
decode_envelope (Decoder  *self,
                 Slice     envelope,
                 GError  **error)
{
  yyjson_mut_val *root = yyjson_mut_obj (self->draft);
  g_autofree char *api_version_text = NULL;
  g_autofree char *kind_text = NULL;
  g_autofree char *type = NULL;
  Item meta;
  Item api_version;
  Item kind;
  Item object;

  if (!find_item (envelope, ENVELOPE_TYPE, &meta, error) || !find_item (envelope, ENVELOPE_OBJECT, &object, error) ||
      !find_item (meta.bytes, TYPE_VERSION, &api_version, error) || !find_item (meta.bytes, TYPE_KIND, &kind, error))
    return FALSE;

  api_version_text = dup_text (api_version.bytes);
  kind_text = dup_text (kind.bytes);
  type = dup_root (self, api_version_text, kind_text);
  if (type == NULL)
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                   "no kind \"%s\" is registered for version \"%s\" in protobuf", kind_text, api_version_text);
      return FALSE;
    }

  yyjson_mut_doc_set_root (self->draft, root);
  kin_demo_set_string (self->draft, root, "kind", kind_text);
  kin_demo_set_string (self->draft, root, "apiVersion", api_version_text);

  return decode_message (self, type, object.bytes, root, error);
}

/**
 * kin_demo_protobuf_parse:
 * @data: an object in Kubernetes' envelope
 * @length: of @data
 * @error: return location
 *
 * Reads an object in protobuf. What is not set is left out, as in the JSON that Go makes of it.
 *
 * Returns: (transfer full) (nullable): the object, or %NULL with @error set
 */
KinDemoDraft *
kin_demo_protobuf_parse (const char  *data,
                         gsize        length,
                         GError     **error)
{
  g_auto(Decoder) self = { 0 };

  g_return_val_if_fail (data != NULL, NULL);

  if (length < MAGIC_LENGTH || memcmp (data, MAGIC, MAGIC_LENGTH) != 0)
    {
      refuse (error, "it does not begin as protobuf");
      return NULL;
    }

  self.table = g_resource_lookup_data (kin_demo_get_resource (), TABLE, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  self.messages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self.draft = yyjson_mut_doc_new (NULL);
  if (!decode_envelope (&self, (Slice) { (const guint8 *) data + MAGIC_LENGTH, length - MAGIC_LENGTH }, error))
    return NULL;

  return g_steal_pointer (&self.draft);
}
