/* kin-list-decoder.c: cuts a list into its items as the bytes come, and makes objects of them.
 *
 * Cutting has to go from the first byte to the last; making objects, which takes most of the time, does not: the items
 * that were cut out of one piece are a batch, and several workers may each have one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-list-decoder.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/kin-error.h"
#include "client/kin-inflater.h"
#include "client/kin-status.h"
#include "object/kin-item-splitter.h"
#include "object/kin-json-member.h"
#include "object/kin-json.h"

struct _KinItemBatch
{
  GByteArray *text;   /* the items, one behind the other */
  GArray *ends;       /* gsize: where each of them ends in text */
};

struct _KinListDecoder
{
  KinKind *kind;
  char *what;
  char *host;
  KinInflater *inflater;
  KinItemSplitter *splitter;
  KinItemBatch *batch;   /* what is being cut now */
  guint64 n_bytes;
};

static KinItemBatch *
item_batch_new (void)
{
  KinItemBatch *self = g_new (KinItemBatch, 1);

  self->text = g_byte_array_new ();
  self->ends = g_array_new (FALSE, FALSE, sizeof (gsize));

  return self;
}

static gboolean
take_item (const char  *json,
           gsize        length,
           gpointer     user_data,
           GError     **error)
{
  KinListDecoder *self = user_data;
  gsize end;

  g_byte_array_append (self->batch->text, (const guint8 *) json, length);
  end = self->batch->text->len;
  g_array_append_val (self->batch->ends, end);

  return TRUE;
}

static void
set_not_kubernetes (KinListDecoder  *self,
                    GError         **error)
{
  g_set_error (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES,
               _("%s: %s did not answer with JSON: it is not a Kubernetes API server, or one behind a gateway"),
               self->what, self->host);
}

static gboolean
split_text (const char  *data,
            gsize        length,
            gpointer     user_data,
            GError     **error)
{
  KinListDecoder *self = user_data;

  if (self->n_bytes == 0)
    {
      const char *end = data + length;
      const char *first = data;

      while (first < end && g_ascii_isspace (*first))
        first++;
      if (first < end && *first != '{')
        {
          set_not_kubernetes (self, error);
          return FALSE;
        }
    }

  self->n_bytes += length;

  return kin_item_splitter_feed (self->splitter, data, length, error);
}

/* NULL where it is a list; a list of another kind is one too: servers name them as they like. */
static GError *
check_kind (KinListDecoder *self,
            KinJsonValue   *envelope)
{
  const char *kind = kin_json_get_string (envelope, "kind");
  g_autoptr(KinStatus) status = NULL;

  if (kind != NULL && g_str_has_suffix (kind, "List"))
    return NULL;

  status = kin_status_new_from_json (envelope);
  if (status != NULL)
    return kin_status_to_error (status, 0, 0, self->what);

  return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES,
                      _("%s: %s answered with a “%s” instead of a list"), self->what, self->host, kind != NULL ? kind : "");
}

static KinListPage *
read_envelope (KinListDecoder *self,
               KinJsonValue   *envelope)
{
  KinListPage *page = kin_list_page_new ();
  KinJsonValue *metadata = kin_json_get (envelope, "metadata");
  const char *version = kin_json_get_string (metadata, "resourceVersion");
  const char *token = kin_json_get_string (metadata, "continue");

  page->resource_version = g_strdup (version != NULL ? version : "");
  page->continue_token = token != NULL && *token != '\0' ? g_strdup (token) : NULL;
  page->remaining = kin_json_get_integer (metadata, "remainingItemCount", -1);
  page->n_bytes = self->n_bytes;

  return page;
}

/* The text between the quotes of a string; FALSE where it has escapes, which uids and versions have not. */
static gboolean
get_plain_string (const char  *json,
                  gsize        length,
                  const char  *name,
                  const char **text,
                  gsize       *text_length)
{
  if (!kin_json_member_find (json, length, name, text, text_length) || **text != '"')
    return FALSE;

  *text += 1;
  *text_length -= 2;

  return memchr (*text, '\\', *text_length) == NULL;
}

/* The stored object, where it is of the same uid and version: a relist then costs no memory and hardly any time. */
static KinObject *
find_known (GHashTable *known,
            const char *json,
            gsize       length)
{
  char uid[64];
  const char *metadata, *text, *version;
  gsize metadata_length, text_length, version_length;
  KinObject *object;
  const char *known_version;

  if (!kin_json_member_find (json, length, "metadata", &metadata, &metadata_length) ||
      !get_plain_string (metadata, metadata_length, "uid", &text, &text_length) ||
      !get_plain_string (metadata, metadata_length, "resourceVersion", &version, &version_length) ||
      text_length >= sizeof uid)
    return NULL;

  memcpy (uid, text, text_length);
  uid[text_length] = '\0';

  object = g_hash_table_lookup (known, uid);
  if (object == NULL)
    return NULL;

  known_version = kin_object_get_resource_version (object);
  if (strlen (known_version) != version_length || memcmp (known_version, version, version_length) != 0)
    return NULL;

  return kin_object_ref (object);
}

/**
 * kin_list_decoder_new:
 * @kind: the kind of the items
 * @compressed: whether the bytes are gzip
 * @what: what was asked for, for messages
 * @host: who answers, for messages
 *
 * Returns: (transfer full): a decoder, for one worker at a time
 */
KinListDecoder *
kin_list_decoder_new (KinKind    *kind,
                      gboolean    compressed,
                      const char *what,
                      const char *host)
{
  KinListDecoder *self = g_new0 (KinListDecoder, 1);

  self->kind = kin_kind_ref (kind);
  self->what = g_strdup (what);
  self->host = g_strdup (host);
  self->inflater = kin_inflater_new (compressed);
  self->splitter = kin_item_splitter_new (KIN_SPLIT_LIST, 0, take_item, self);

  return self;
}

/**
 * kin_list_decoder_split:
 * @self: a decoder
 * @bytes: the next bytes of the answer
 * @error: return location
 *
 * Returns: (transfer full): the items that end in @bytes, or %NULL with @error set
 */
KinItemBatch *
kin_list_decoder_split (KinListDecoder  *self,
                        GBytes          *bytes,
                        GError         **error)
{
  g_autoptr(KinItemBatch) batch = NULL;
  GError *local_error = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  batch = item_batch_new ();
  self->batch = batch;
  kin_inflater_feed (self->inflater, bytes, split_text, self, &local_error);
  self->batch = NULL;

  if (local_error == NULL)
    return g_steal_pointer (&batch);

  if (local_error->domain == KIN_PARSE_ERROR)
    g_prefix_error (&local_error, "%s: ", self->what);
  g_propagate_error (error, local_error);

  return NULL;
}

/**
 * kin_list_decoder_finish:
 * @self: a decoder that was given all bytes
 * @error: return location
 *
 * Returns: (transfer full): the page, still without its objects, or %NULL with @error set
 */
KinListPage *
kin_list_decoder_finish (KinListDecoder  *self,
                         GError         **error)
{
  g_autoptr(KinJson) document = NULL;
  g_autoptr(GError) local_error = NULL;
  const char *envelope;
  gsize length;

  g_return_val_if_fail (self != NULL, NULL);

  if (!kin_item_splitter_finish (self->splitter, &local_error))
    {
      g_set_error (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED,
                   _("%s: the answer of %s ended too early"), self->what, self->host);
      return NULL;
    }

  envelope = kin_item_splitter_get_envelope (self->splitter, &length);
  document = kin_json_parse (envelope, length, error);
  if (document == NULL)
    {
      g_prefix_error (error, "%s: ", self->what);
      return NULL;
    }

  local_error = check_kind (self, kin_json_get_root (document));
  if (local_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return NULL;
    }

  return read_envelope (self, kin_json_get_root (document));
}

/**
 * kin_list_decoder_free:
 * @self: (transfer full): a decoder
 */
void
kin_list_decoder_free (KinListDecoder *self)
{
  g_return_if_fail (self != NULL);

  kin_kind_unref (self->kind);
  g_free (self->what);
  g_free (self->host);
  kin_inflater_free (self->inflater);
  kin_item_splitter_free (self->splitter);
  g_free (self);
}

/**
 * kin_item_batch_get_size:
 * @self: a batch
 *
 * Returns: how many items it has
 */
gsize
kin_item_batch_get_size (KinItemBatch *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->ends->len;
}

/**
 * kin_item_batch_decode:
 * @self: a batch
 * @kind: the kind of the items
 * @known: (nullable) (element-type utf8 KinObject): stored objects by uid
 * @error: return location
 *
 * Makes the objects. An item without a name is no object and is left out.
 *
 * Returns: (transfer full) (element-type KinObject): the objects in order, or %NULL with @error set
 */
GPtrArray *
kin_item_batch_decode (KinItemBatch  *self,
                       KinKind       *kind,
                       GHashTable    *known,
                       GError       **error)
{
  g_autoptr(GPtrArray) objects = NULL;
  const char *text = (const char *) self->text->data;
  gsize start = 0;

  g_return_val_if_fail (self != NULL, NULL);

  objects = g_ptr_array_new_full (self->ends->len, (GDestroyNotify) kin_object_unref);
  for (guint i = 0; i < self->ends->len; i++)
    {
      gsize end = g_array_index (self->ends, gsize, i);
      KinObject *object = known != NULL ? find_known (known, text + start, end - start) : NULL;
      g_autoptr(GError) local_error = NULL;

      if (object == NULL)
        object = kin_object_new_from_json (kind, text + start, end - start, &local_error);

      if (object != NULL)
        g_ptr_array_add (objects, object);
      else if (!g_error_matches (local_error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_MISSING))
        {
          g_propagate_error (error, g_steal_pointer (&local_error));
          return NULL;
        }

      start = end;
    }

  return g_steal_pointer (&objects);
}

/**
 * kin_item_batch_free:
 * @self: (transfer full): a batch
 */
void
kin_item_batch_free (KinItemBatch *self)
{
  g_return_if_fail (self != NULL);

  g_byte_array_unref (self->text);
  g_array_unref (self->ends);
  g_free (self);
}
