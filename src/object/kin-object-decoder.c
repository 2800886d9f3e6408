/* kin-object-decoder.c: makes an object of what the server sent: parsed once, and packed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-object.h"
#include "object/kin-object-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/kin-error.h"
#include "base/kin-interned.h"
#include "object/kin-json-private.h"
#include "object/kin-managed-fields.h"
#include "object/kin-time.h"

/* Lengths are kept in 32 bits. The splitter stops far below this. */
#define MAX_LENGTH (1024 * 1024 * 1024)

/* What an object is made of on its way in, kept by each thread. */
typedef struct
{
  KinJsonScratch scratch;
  GByteArray *cut;          /* the body without its managed fields */
  GByteArray *typed;        /* and with its kind and apiVersion, where they did not come */
  GByteArray *packed;
  GByteArray *blob;         /* what is to be interned */
  KinCellRow row;
} Workshop;

static void
free_workshop (gpointer data)
{
  Workshop *workshop = data;

  kin_json_scratch_clear (&workshop->scratch);
  g_byte_array_unref (workshop->cut);
  g_byte_array_unref (workshop->typed);
  g_byte_array_unref (workshop->packed);
  g_byte_array_unref (workshop->blob);
  kin_cell_row_clear (&workshop->row);
  g_free (workshop);
}

static GPrivate workshop_key = G_PRIVATE_INIT (free_workshop);

/* A text in the making. */
typedef struct
{
  const char *text;
  gsize length;
} Text;

static Workshop *
get_workshop (void)
{
  Workshop *workshop = g_private_get (&workshop_key);

  if (workshop == NULL)
    {
      workshop = g_new0 (Workshop, 1);
      workshop->cut = g_byte_array_new ();
      workshop->typed = g_byte_array_new ();
      workshop->packed = g_byte_array_new ();
      workshop->blob = g_byte_array_new ();
      kin_cell_row_init (&workshop->row);
      g_private_set (&workshop_key, workshop);
    }

  return workshop;
}

static void
append_text (GByteArray *array,
             const char *text)
{
  g_byte_array_append (array, (const guint8 *) text, strlen (text));
}

static void
append_with_nul (GByteArray *array,
                 const char *text)
{
  g_byte_array_append (array, (const guint8 *) (text != NULL ? text : ""), text != NULL ? strlen (text) + 1 : 1);
}

/* Moves the managed fields out of what came. */
static void
take_apart (Workshop     *workshop,
            KinJsonValue *root,
            const char   *json,
            gsize         length,
            Text          texts[KIN_N_PARTS])
{
  KinManagedFields fields;

  texts[KIN_PART_BODY] = (Text) { json, length };
  texts[KIN_PART_MANAGED_FIELDS] = (Text) { NULL, 0 };

  if (!kin_managed_fields_find (&workshop->scratch, root, json, length, &fields))
    return;

  g_byte_array_set_size (workshop->cut, 0);
  g_byte_array_append (workshop->cut, (const guint8 *) json, (guint) (fields.cut - json));
  g_byte_array_append (workshop->cut, (const guint8 *) fields.cut_end, (guint) (json + length - fields.cut_end));

  texts[KIN_PART_BODY] = (Text) { (const char *) workshop->cut->data, workshop->cut->len };
  texts[KIN_PART_MANAGED_FIELDS] = (Text) { fields.value, (gsize) (fields.value_end - fields.value) };
}

static void
append_member (GByteArray *array,
               const char *name,
               const char *value)
{
  append_text (array, "\"");
  append_text (array, name);
  append_text (array, "\":\"");
  append_text (array, value);
  append_text (array, "\",");
}

/* The items of a list do not say what they are. An object must, to be shown, compared and sent back. */
static void
add_type (Workshop     *workshop,
          KinResource  *resource,
          KinJsonValue *root,
          Text         *body)
{
  const char *kind = kin_json_get_string (root, "kind");
  const char *api_version = kin_json_get_string (root, "apiVersion");
  const char *rest;

  if (kind != NULL && api_version != NULL)
    return;

  g_byte_array_set_size (workshop->typed, 0);
  append_text (workshop->typed, "{");
  if (kind == NULL)
    append_member (workshop->typed, "kind", kin_resource_get_kind (resource));
  if (api_version == NULL)
    append_member (workshop->typed, "apiVersion", kin_resource_get_api_version (resource));

  /* There are more members: metadata, at least. */
  rest = (const char *) memchr (body->text, '{', body->length) + 1;
  g_byte_array_append (workshop->typed, (const guint8 *) rest, (guint) (body->text + body->length - rest));
  *body = (Text) { (const char *) workshop->typed->data, workshop->typed->len };
}

static gboolean
check_object (KinKind       *kind,
              KinJsonValue  *root,
              GError       **error)
{
  const char *expected = kin_resource_get_kind (kin_kind_get_resource (kind));
  const char *actual = kin_json_get_string (root, "kind");
  const char *name = kin_json_get_string (kin_json_get (root, "metadata"), "name");

  if (kin_json_value_get_type (root) != KIN_JSON_OBJECT)
    {
      g_set_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE, _("A %s must be a JSON object"), expected);
      return FALSE;
    }

  /* Lists of metadata alone have a kind of their own. */
  if (actual != NULL && !g_str_equal (actual, expected) && !g_str_equal (actual, "PartialObjectMetadata"))
    {
      g_set_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE, _("A %s came where a %s was expected"), actual,
                   expected);
      return FALSE;
    }

  if (name == NULL || *name == '\0')
    {
      g_set_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_MISSING, _("A %s has no metadata.name"), expected);
      return FALSE;
    }

  return TRUE;
}

/* The very object that is stored already, if this is it again, as in a relist. */
static KinObject *
find_known (GHashTable   *known,
            KinKind      *kind,
            KinJsonValue *metadata)
{
  const char *uid = kin_json_get_string (metadata, "uid");
  const char *version = kin_json_get_string (metadata, "resourceVersion");
  KinObject *object;

  if (known == NULL || uid == NULL || version == NULL)
    return NULL;

  object = g_hash_table_lookup (known, uid);
  if (object == NULL || object->kind != kind || !g_str_equal (kin_object_get_resource_version (object), version))
    return NULL;

  return object;
}

static const char *
intern_blob (Workshop *workshop)
{
  if (workshop->blob->len == 0)
    return NULL;

  return kin_interned_new ((const char *) workshop->blob->data, workshop->blob->len);
}

static const char *
intern_labels (Workshop     *workshop,
               KinJsonValue *labels,
               guint32      *n_labels)
{
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;

  *n_labels = 0;
  g_byte_array_set_size (workshop->blob, 0);
  kin_json_iter_init (&iter, labels);
  while (kin_json_iter_next (&iter, &name, &value))
    {
      append_with_nul (workshop->blob, name);
      append_with_nul (workshop->blob, kin_json_value_get_string (value));
      (*n_labels)++;
    }

  return intern_blob (workshop);
}

static const char *
intern_owner (Workshop     *workshop,
              KinJsonValue *references)
{
  KinJsonIter iter;
  KinJsonValue *owner;

  g_byte_array_set_size (workshop->blob, 0);
  kin_json_iter_init (&iter, references);
  while (workshop->blob->len == 0 && kin_json_iter_next (&iter, NULL, &owner))
    {
      if (!kin_json_get_boolean (owner, "controller", FALSE))
        continue;

      append_with_nul (workshop->blob, kin_json_get_string (owner, "uid"));
      append_with_nul (workshop->blob, kin_json_get_string (owner, "name"));
      append_with_nul (workshop->blob, kin_json_get_string (owner, "kind"));
    }

  return intern_blob (workshop);
}

static KinPacked
pack (KinKind    *kind,
      KinPart     part,
      const Text *text,
      GByteArray *out)
{
  KinDictionary *dictionary;
  KinPacked packed = { .length = (guint32) text->length };
  gsize start = out->len;

  if (text->length == 0)
    return packed;

  kin_kind_offer_sample (kind, part, text->text, text->length);
  dictionary = kin_kind_get_dictionary (kind, part);
  kin_dictionary_pack (dictionary, text->text, text->length, out);
  packed.size = (guint32) (out->len - start);
  packed.with_dictionary = dictionary != NULL;

  return packed;
}

/* Copies a string behind the ones before and returns where it is. */
static guint32
place_string (KinObject  *self,
              guint32    *end,
              const char *text)
{
  guint32 start = *end;
  gsize size = strlen (text) + 1;

  memcpy ((char *) self + start, text, size);
  *end += (guint32) size;

  return start;
}

static const char *
or_empty (const char *text)
{
  return text != NULL ? text : "";
}

/* What the strings of the metadata take, the key with its slash. */
static gsize
measure_strings (KinJsonValue *metadata)
{
  return strlen (or_empty (kin_json_get_string (metadata, "namespace"))) + 1 +
         strlen (kin_json_get_string (metadata, "name")) + 1 +
         strlen (or_empty (kin_json_get_string (metadata, "uid"))) + 1 +
         strlen (or_empty (kin_json_get_string (metadata, "resourceVersion"))) + 1;
}

static void
place_strings (KinObject    *self,
               KinJsonValue *metadata)
{
  const char *namespace_ = or_empty (kin_json_get_string (metadata, "namespace"));
  guint32 end = self->key;

  self->namespace_ = kin_interned_new (namespace_, strlen (namespace_));
  if (*namespace_ != '\0')
    {
      place_string (self, &end, namespace_);
      ((char *) self)[end - 1] = '/';
    }
  self->name = place_string (self, &end, kin_json_get_string (metadata, "name"));
  self->uid = place_string (self, &end, or_empty (kin_json_get_string (metadata, "uid")));
  self->resource_version = place_string (self, &end, or_empty (kin_json_get_string (metadata, "resourceVersion")));
  self->packed_start = end;
}

static KinObject *
assemble (Workshop        *workshop,
          KinKind         *kind,
          KinJsonValue    *metadata,
          const KinPacked  packed[KIN_N_PARTS])
{
  gsize row_size = kin_cell_row_get_size (&workshop->row);
  gsize size = sizeof (KinObject) + row_size + measure_strings (metadata) + workshop->packed->len;
  KinObject *self = g_malloc (size);

  self->ref_count = 1;
  self->kind = kin_kind_ref (kind);
  self->n_cells = workshop->row.cells->len;
  kin_cell_row_copy (&workshop->row, self->cells);
  self->key = (guint32) (sizeof (KinObject) + row_size);
  place_strings (self, metadata);
  memcpy ((char *) self + self->packed_start, workshop->packed->data, workshop->packed->len);
  memcpy (self->packed, packed, sizeof self->packed);

  self->labels = intern_labels (workshop, kin_json_get (metadata, "labels"), &self->n_labels);
  self->owner = intern_owner (workshop, kin_json_get (metadata, "ownerReferences"));
  self->creation_time = kin_time_parse (kin_json_get_string (metadata, "creationTimestamp"));
  self->deletion_time = kin_time_parse (kin_json_get_string (metadata, "deletionTimestamp"));
  self->generation = kin_json_get_integer (metadata, "generation", 0);

  return self;
}

static KinObject *
make_object (Workshop     *workshop,
             KinKind      *kind,
             KinJsonValue *root,
             const char   *json,
             gsize         length)
{
  Text texts[KIN_N_PARTS];
  KinPacked packed[KIN_N_PARTS];

  kin_cell_row_reset (&workshop->row);
  kin_kind_fill_row (kind, root, &workshop->row);

  take_apart (workshop, root, json, length, texts);
  add_type (workshop, kin_kind_get_resource (kind), root, &texts[KIN_PART_BODY]);
  g_byte_array_set_size (workshop->packed, 0);
  for (KinPart part = 0; part < KIN_N_PARTS; part++)
    packed[part] = pack (kind, part, &texts[part], workshop->packed);

  return assemble (workshop, kind, kin_json_get (root, "metadata"), packed);
}

static KinObject *
find_or_make (Workshop     *workshop,
              KinKind      *kind,
              KinJsonValue *root,
              const char   *json,
              gsize         length,
              GHashTable   *known)
{
  KinObject *same = find_known (known, kind, kin_json_get (root, "metadata"));

  return same != NULL ? kin_object_ref (same) : make_object (workshop, kind, root, json, length);
}

/**
 * kin_object_new_from_json:
 * @kind: what it is
 * @json: one object, which need not end in a NUL
 * @length: its length
 * @error: return location for a %KIN_PARSE_ERROR
 *
 * Makes an object of what the server sent. From any thread. The items of a list lack kind and apiVersion; @kind
 * supplies them. An object of another kind is %KIN_PARSE_ERROR_WRONG_TYPE, one without a name
 * %KIN_PARSE_ERROR_MISSING.
 *
 * Returns: (transfer full) (nullable): an object
 */
KinObject *
kin_object_new_from_json (KinKind     *kind,
                          const char  *json,
                          gsize        length,
                          GError     **error)
{
  return kin_object_new_from_json_known (kind, json, length, NULL, error);
}

/**
 * kin_object_new_from_json_known:
 * @kind: what it is
 * @json: one object, which need not end in a NUL
 * @length: its length
 * @known: (nullable) (element-type utf8 KinObject): objects by uid, which nobody changes meanwhile
 * @error: return location for a %KIN_PARSE_ERROR
 *
 * Makes an object of what the server sent, unless it is known in just this version: then that one is returned, so
 * that a list that comes again does not need its memory twice.
 *
 * Returns: (transfer full) (nullable): an object
 */
KinObject *
kin_object_new_from_json_known (KinKind     *kind,
                                const char  *json,
                                gsize        length,
                                GHashTable  *known,
                                GError     **error)
{
  Workshop *workshop = get_workshop ();
  KinObject *self = NULL;
  KinJson *document;

  g_return_val_if_fail (kind != NULL, NULL);
  g_return_val_if_fail (json != NULL, NULL);

  if (length > MAX_LENGTH)
    {
      g_set_error_literal (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_TOO_LARGE, _("An object is larger than 1 GiB"));
      return NULL;
    }

  document = kin_json_parse_scratch (&workshop->scratch, json, length, error);
  if (document == NULL)
    return NULL;

  if (check_object (kind, kin_json_get_root (document), error))
    self = find_or_make (workshop, kind, kin_json_get_root (document), json, length, known);

  kin_json_free (document);
  kin_json_scratch_trim (&workshop->scratch);

  return self;
}
