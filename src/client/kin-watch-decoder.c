/* kin-watch-decoder.c: makes events of a watch's bytes, which come in pieces that end anywhere.
 *
 * As with lists, cutting goes from the first byte to the last, and what was cut out of a piece is a batch that any
 * worker may decode.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-watch-decoder.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/kin-error.h"
#include "client/kin-inflater.h"
#include "client/kin-status.h"
#include "object/kin-item-splitter.h"
#include "object/kin-json-member.h"
#include "object/kin-json.h"

struct _KinEventBatch
{
  KinKind *kind;
  char *what;
  GByteArray *text;    /* the events, one behind the other */
  GArray *ends;        /* gsize: where each of them ends in text */
  GError *error;       /* what came after them can't be understood */
  GPtrArray *events;   /* what has been decoded */
};

struct _KinWatchDecoder
{
  KinKind *kind;
  char *what;
  KinInflater *inflater;
  KinItemSplitter *splitter;
  KinEventBatch *batch;   /* what is being cut now */
};

static const struct
{
  const char *name;
  KinWatchEventType type;
} event_types[] = {
  { "ADDED", KIN_WATCH_ADDED },
  { "MODIFIED", KIN_WATCH_MODIFIED },
  { "DELETED", KIN_WATCH_DELETED },
  { "BOOKMARK", KIN_WATCH_BOOKMARK },
  { "ERROR", KIN_WATCH_ERROR },
};

static gboolean
find_type (const char        *json,
           gsize              length,
           KinWatchEventType *type)
{
  for (gsize i = 0; i < G_N_ELEMENTS (event_types); i++)
    if (kin_json_member_equals (json, length, "type", event_types[i].name))
      {
        *type = event_types[i].type;
        return TRUE;
      }

  return FALSE;
}

/* Objects of other kinds turn up in streams of broken servers, and so do Tables. A kind that is not told is ours. */
static gboolean
is_of_kind (KinEventBatch *self,
            const char    *json,
            gsize          length)
{
  KinResource *resource = kin_kind_get_resource (self->kind);
  const char *value;
  gsize value_length;

  return (!kin_json_member_find (json, length, "kind", &value, &value_length) ||
          kin_json_member_equals (json, length, "kind", kin_resource_get_kind (resource))) &&
         (!kin_json_member_find (json, length, "apiVersion", &value, &value_length) ||
          kin_json_member_equals (json, length, "apiVersion", kin_resource_get_api_version (resource)));
}

/* What stands in the place of events: a whole Status, or nonsense. */
static void
set_unknown (KinEventBatch  *self,
             const char     *json,
             gsize           length,
             GError        **error)
{
  g_autoptr(KinJson) document = kin_json_parse (json, length, error);
  g_autoptr(KinStatus) status = NULL;

  if (document == NULL)
    return;

  status = kin_status_new_from_json (kin_json_get_root (document));
  if (status != NULL)
    g_propagate_error (error, kin_status_to_error (status, 0, 0, self->what));
  else
    g_set_error_literal (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE, _("an event of an unknown type"));
}

static gboolean
add_error (KinEventBatch  *self,
           const char     *json,
           gsize           length,
           GError        **error)
{
  g_autoptr(KinJson) document = kin_json_parse (json, length, error);
  g_autoptr(KinStatus) status = NULL;

  if (document == NULL)
    return FALSE;

  status = kin_status_new_from_json (kin_json_get_root (document));
  if (status == NULL)
    {
      g_set_error_literal (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE, _("an error event without a status"));
      return FALSE;
    }

  g_ptr_array_add (self->events, kin_watch_event_new_error (kin_status_to_error (status, 0, 0, self->what)));

  return TRUE;
}

static gboolean
add_bookmark (KinEventBatch  *self,
              const char     *json,
              gsize           length,
              GError        **error)
{
  g_autoptr(KinJson) document = kin_json_parse (json, length, error);
  KinJsonValue *metadata;
  KinWatchEvent *event;

  if (document == NULL)
    return FALSE;

  metadata = kin_json_get (kin_json_get_root (document), "metadata");
  event = kin_watch_event_new (KIN_WATCH_BOOKMARK, NULL);
  event->resource_version = g_strdup (kin_json_get_string (metadata, "resourceVersion"));
  event->initial_events_end = g_strcmp0 (kin_json_get_string (kin_json_get (metadata, "annotations"), "k8s.io/initial-events-end"), "true") == 0;
  g_ptr_array_add (self->events, event);

  return TRUE;
}

/* The version, be it empty, tells an object that is not ours from one of which nothing is known. */
static gboolean
add_foreign (KinEventBatch      *self,
             KinWatchEventType   type,
             const char         *json,
             gsize               length,
             GError            **error)
{
  g_autoptr(KinJson) document = kin_json_parse (json, length, error);
  const char *version;
  KinWatchEvent *event;

  if (document == NULL)
    return FALSE;

  version = kin_json_get_string (kin_json_get (kin_json_get_root (document), "metadata"), "resourceVersion");
  event = kin_watch_event_new (type, NULL);
  event->resource_version = g_strdup (version != NULL ? version : "");
  g_ptr_array_add (self->events, event);

  return TRUE;
}

/* An object without metadata is told as an event without an object: what that means is the reflector's to say. */
static gboolean
add_object (KinEventBatch      *self,
            KinWatchEventType   type,
            const char         *json,
            gsize               length,
            GError            **error)
{
  g_autoptr(GError) local_error = NULL;
  KinObject *object = NULL;

  if (*json == '{' && !is_of_kind (self, json, length))
    return add_foreign (self, type, json, length, error);

  if (*json == '{')
    object = kin_object_new_from_json (self->kind, json, length, &local_error);

  if (local_error != NULL && !g_error_matches (local_error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_MISSING))
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }

  g_ptr_array_add (self->events, kin_watch_event_new (type, object));

  return TRUE;
}

static gboolean
add_event (KinEventBatch      *self,
           KinWatchEventType   type,
           const char         *object,
           gsize               length,
           GError            **error)
{
  switch (type)
    {
    case KIN_WATCH_ERROR:
      return add_error (self, object, length, error);
    case KIN_WATCH_BOOKMARK:
      return add_bookmark (self, object, length, error);
    case KIN_WATCH_ADDED:
    case KIN_WATCH_MODIFIED:
    case KIN_WATCH_DELETED:
    default:
      return add_object (self, type, object, length, error);
    }
}

/* API servers write the object last. Only where that was not so is its end searched for. */
static gboolean
decode_event (KinEventBatch  *self,
              const char     *json,
              gsize           length,
              GError        **error)
{
  g_autoptr(GError) local_error = NULL;
  KinWatchEventType type;
  const char *object;
  gsize object_length;

  if (!find_type (json, length, &type))
    {
      set_unknown (self, json, length, error);
      return FALSE;
    }

  if (!kin_json_member_guess (json, length, "object", &object, &object_length))
    return add_event (self, type, "null", strlen ("null"), error);

  if (add_event (self, type, object, object_length, &local_error))
    return TRUE;

  if (g_error_matches (local_error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_SYNTAX) &&
      kin_json_member_find (json, length, "object", &object, &object_length))
    return add_event (self, type, object, object_length, error);

  g_propagate_error (error, g_steal_pointer (&local_error));

  return FALSE;
}

static void
note_length (KinEventBatch *self,
             gsize          length)
{
  KinWatchEvent *event = g_ptr_array_index (self->events, self->events->len - 1);

  event->n_bytes = length;
}

static KinEventBatch *
event_batch_new (KinKind    *kind,
                 const char *what)
{
  KinEventBatch *self = g_new0 (KinEventBatch, 1);

  self->kind = kin_kind_ref (kind);
  self->what = g_strdup (what);
  self->text = g_byte_array_new ();
  self->ends = g_array_new (FALSE, FALSE, sizeof (gsize));

  return self;
}

static gboolean
take_event (const char  *json,
            gsize        length,
            gpointer     user_data,
            GError     **error)
{
  KinWatchDecoder *self = user_data;
  gsize end;

  g_byte_array_append (self->batch->text, (const guint8 *) json, length);
  end = self->batch->text->len;
  g_array_append_val (self->batch->ends, end);

  return TRUE;
}

static gboolean
split_text (const char  *data,
            gsize        length,
            gpointer     user_data,
            GError     **error)
{
  KinWatchDecoder *self = user_data;

  return kin_item_splitter_feed (self->splitter, data, length, error);
}

/**
 * kin_watch_decoder_new:
 * @kind: the kind of the objects
 * @compressed: whether the bytes are gzip
 * @what: what was asked for, for messages
 *
 * Returns: (transfer full): a decoder, for one worker at a time
 */
KinWatchDecoder *
kin_watch_decoder_new (KinKind    *kind,
                       gboolean    compressed,
                       const char *what)
{
  KinWatchDecoder *self = g_new0 (KinWatchDecoder, 1);

  self->kind = kin_kind_ref (kind);
  self->what = g_strdup (what);
  self->inflater = kin_inflater_new (compressed);
  self->splitter = kin_item_splitter_new (KIN_SPLIT_VALUES, 0, take_event, self);

  return self;
}

/**
 * kin_watch_decoder_split:
 * @self: a decoder
 * @bytes: what came
 *
 * Cuts out the events that end in @bytes. After bytes that can't be understood the decoder must not be fed again.
 *
 * Returns: (transfer full): the events' text
 */
KinEventBatch *
kin_watch_decoder_split (KinWatchDecoder *self,
                         GBytes          *bytes)
{
  KinEventBatch *batch;

  g_return_val_if_fail (self != NULL, NULL);

  batch = event_batch_new (self->kind, self->what);
  self->batch = batch;
  kin_inflater_feed (self->inflater, bytes, split_text, self, &batch->error);
  self->batch = NULL;

  return batch;
}

/**
 * kin_watch_decoder_free:
 * @self: (transfer full): a decoder
 */
void
kin_watch_decoder_free (KinWatchDecoder *self)
{
  g_return_if_fail (self != NULL);

  kin_kind_unref (self->kind);
  g_free (self->what);
  kin_inflater_free (self->inflater);
  kin_item_splitter_free (self->splitter);
  g_free (self);
}

/**
 * kin_event_batch_get_size:
 * @self: a batch
 *
 * Returns: how long its events are, in bytes
 */
gsize
kin_event_batch_get_size (KinEventBatch *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->text->len;
}

/**
 * kin_event_batch_is_broken:
 * @self: a batch
 *
 * Returns: whether what came after its events can't be understood
 */
gboolean
kin_event_batch_is_broken (KinEventBatch *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->error != NULL;
}

/**
 * kin_event_batch_decode:
 * @self: a batch
 *
 * Decodes the events. What can't be understood ends a watch: it is told as a last event of type %KIN_WATCH_ERROR.
 *
 * Returns: (transfer full) (element-type KinWatchEvent): the events in order, perhaps none
 */
GPtrArray *
kin_event_batch_decode (KinEventBatch *self)
{
  g_autoptr(GPtrArray) events = NULL;
  g_autoptr(GError) error = NULL;
  const char *text = (const char *) self->text->data;
  gsize start = 0;

  g_return_val_if_fail (self != NULL, NULL);

  events = g_ptr_array_new_full (self->ends->len, (GDestroyNotify) kin_watch_event_free);
  self->events = events;
  for (guint i = 0; i < self->ends->len && error == NULL; i++)
    {
      gsize end = g_array_index (self->ends, gsize, i);

      if (decode_event (self, text + start, end - start, &error))
        note_length (self, end - start);
      start = end;
    }
  self->events = NULL;

  if (error == NULL && self->error != NULL)
    error = g_error_copy (self->error);
  if (error != NULL && error->domain == KIN_PARSE_ERROR)
    g_prefix_error (&error, "%s: ", self->what);
  if (error != NULL)
    g_ptr_array_add (events, kin_watch_event_new_error (g_steal_pointer (&error)));

  return g_steal_pointer (&events);
}

/**
 * kin_event_batch_free:
 * @self: (transfer full): a batch
 */
void
kin_event_batch_free (KinEventBatch *self)
{
  g_return_if_fail (self != NULL);

  kin_kind_unref (self->kind);
  g_free (self->what);
  g_byte_array_unref (self->text);
  g_array_unref (self->ends);
  g_clear_error (&self->error);
  g_free (self);
}
