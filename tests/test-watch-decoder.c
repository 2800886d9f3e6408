/* test-watch-decoder.c: a watch's bytes become the same events wherever the pieces end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-watch-decoder.h"

#include <string.h>

#include "base/kin-error.h"
#include "client/kin-status.h"

#define POD(name, version) \
  "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" name "\",\"namespace\":\"shop\",\"resourceVersion\":\"" version "\",\"uid\":\"u\"}}"
#define EVENT(type, object) "{\"type\":\"" type "\",\"object\":" object "}"

static KinKind *
new_kind (void)
{
  g_autoptr(KinResource) resource = kin_resource_new ("", "v1", "pods", "Pod", TRUE);

  return kin_kind_new (resource);
}

static GPtrArray *
feed (KinWatchDecoder *decoder,
      GBytes          *bytes)
{
  g_autoptr(KinEventBatch) batch = kin_watch_decoder_split (decoder, bytes);

  return kin_event_batch_decode (batch);
}

/* Decodes a text in two pieces. */
static GPtrArray *
decode (const char *text,
        gsize       split)
{
  g_autoptr(KinKind) kind = new_kind ();
  g_autoptr(KinWatchDecoder) decoder = kin_watch_decoder_new (kind, FALSE, "watch pods");
  g_autoptr(GBytes) head = g_bytes_new (text, split);
  g_autoptr(GBytes) tail = g_bytes_new (text + split, strlen (text) - split);
  GPtrArray *events = feed (decoder, head);

  g_ptr_array_extend_and_steal (events, feed (decoder, tail));

  return events;
}

static KinWatchEvent *
decode_one (const char  *text,
            GPtrArray  **events)
{
  *events = decode (text, 0);
  g_assert_cmpuint ((*events)->len, ==, 1);

  return g_ptr_array_index (*events, 0);
}

static void
assert_event (GPtrArray         *events,
              guint              i,
              KinWatchEventType  type,
              const char        *name,
              const char        *version)
{
  KinWatchEvent *event = g_ptr_array_index (events, i);

  g_assert_cmpint (event->type, ==, type);
  g_assert_cmpstr (event->resource_version, ==, version);
  g_assert_no_error (event->error);
  if (name != NULL)
    g_assert_cmpstr (kin_object_get_name (event->object), ==, name);
  else
    g_assert_null (event->object);
}

/* With a character of two bytes and one of four, without newlines, and with all kinds of space. */
static void
test_split_at_each_byte (void)
{
  const char *text = EVENT ("ADDED", POD ("ä", "1")) EVENT ("MODIFIED", POD ("😀", "2")) "\r\n\n \t" EVENT ("DELETED", POD ("c\\\"}", "3")) "\n";

  for (gsize split = 0; split <= strlen (text); split++)
    {
      g_autoptr(GPtrArray) events = decode (text, split);

      g_assert_cmpuint (events->len, ==, 3);
      assert_event (events, 0, KIN_WATCH_ADDED, "ä", "1");
      g_assert_cmpuint (((KinWatchEvent *) events->pdata[0])->n_bytes, ==, strlen (EVENT ("ADDED", POD ("ä", "1"))));
      assert_event (events, 1, KIN_WATCH_MODIFIED, "😀", "2");
      assert_event (events, 2, KIN_WATCH_DELETED, "c\"}", "3");
    }
}

static void
test_object_before_type (void)
{
  g_autoptr(GPtrArray) events = NULL;
  KinWatchEvent *event = decode_one ("{\"object\":" POD ("a", "4") ",\"type\":\"ADDED\"}", &events);

  g_assert_cmpstr (kin_object_get_key (event->object), ==, "shop/a");
}

static void
test_more_members (void)
{
  g_autoptr(GPtrArray) events = decode ("{\"type\":\"ADDED\",\"object\":" POD ("a", "4") ",\"more\":{\"b\":1}}"
                                        "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410},\"more\":{}}", 0);

  g_assert_cmpuint (events->len, ==, 2);
  assert_event (events, 0, KIN_WATCH_ADDED, "a", "4");
  g_assert_error (((KinWatchEvent *) events->pdata[1])->error, KIN_API_ERROR, KIN_API_ERROR_EXPIRED);
}

static void
test_bookmark (void)
{
  g_autoptr(GPtrArray) events = decode (EVENT ("BOOKMARK", "{\"kind\":\"Pod\",\"metadata\":{\"resourceVersion\":\"50\"}}")
                                        EVENT ("BOOKMARK", "{\"metadata\":{\"resourceVersion\":\"51\",\"annotations\":{\"k8s.io/initial-events-end\":\"false\"}}}")
                                        EVENT ("BOOKMARK", "{\"metadata\":{\"resourceVersion\":\"52\",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}"), 0);
  static const gboolean ends[] = { FALSE, FALSE, TRUE };

  g_assert_cmpuint (events->len, ==, 3);
  assert_event (events, 0, KIN_WATCH_BOOKMARK, NULL, "50");
  assert_event (events, 2, KIN_WATCH_BOOKMARK, NULL, "52");
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (((KinWatchEvent *) events->pdata[i])->initial_events_end, ==, ends[i]);
}

static void
test_error_event (void)
{
  g_autoptr(GPtrArray) events = NULL;
  KinWatchEvent *event = decode_one (EVENT ("ERROR", "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\",\"message\":\"too old\"}"), &events);

  g_assert_cmpint (event->type, ==, KIN_WATCH_ERROR);
  g_assert_error (event->error, KIN_API_ERROR, KIN_API_ERROR_EXPIRED);
  g_assert_cmpstr (event->error->message, ==, "watch pods: expired: too old");
  g_assert_cmpint (kin_status_get_code (kin_error_get_status (event->error)), ==, 410);
}

/* What precedes the nonsense is told first. */
static void
assert_nonsense (const char *nonsense,
                 GQuark      domain,
                 int         code)
{
  g_autofree char *text = g_strconcat (EVENT ("ADDED", POD ("a", "1")), nonsense, NULL);
  g_autoptr(GPtrArray) events = decode (text, 0);
  KinWatchEvent *last;

  g_assert_cmpuint (events->len, ==, 2);
  assert_event (events, 0, KIN_WATCH_ADDED, "a", "1");
  last = g_ptr_array_index (events, 1);
  g_assert_cmpint (last->type, ==, KIN_WATCH_ERROR);
  g_assert_error (last->error, domain, code);
}

static void
test_nonsense (void)
{
  assert_nonsense ("<html>\n", KIN_PARSE_ERROR, KIN_PARSE_ERROR_SYNTAX);
  assert_nonsense ("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\" \"a\"}}}", KIN_PARSE_ERROR, KIN_PARSE_ERROR_SYNTAX);
  assert_nonsense (EVENT ("PATCHED", POD ("a", "2")), KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE);
  assert_nonsense ("{}", KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE);
  assert_nonsense (EVENT ("ERROR", "{\"kind\":\"Pod\"}"), KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE);
  assert_nonsense ("{\"kind\":\"Status\",\"code\":500,\"reason\":\"InternalError\"}", KIN_API_ERROR, KIN_API_ERROR_INTERNAL);
}

static void
assert_without_object (const char *text)
{
  g_autoptr(GPtrArray) events = NULL;
  KinWatchEvent *event = decode_one (text, &events);

  g_assert_cmpint (event->type, ==, KIN_WATCH_DELETED);
  g_assert_null (event->object);
  g_assert_null (event->resource_version);
}

static void
test_event_without_object (void)
{
  assert_without_object (EVENT ("DELETED", "null"));
  assert_without_object ("{\"type\":\"DELETED\"}");
  assert_without_object (EVENT ("DELETED", "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}"));
}

/* Its version tells it from an event without an object, of which nobody knows what it was about. */
static void
assert_foreign (const char *text,
                const char *version)
{
  g_autoptr(GPtrArray) events = NULL;
  KinWatchEvent *event = decode_one (text, &events);

  g_assert_cmpint (event->type, ==, KIN_WATCH_DELETED);
  g_assert_null (event->object);
  g_assert_cmpstr (event->resource_version, ==, version);
}

static void
test_other_kind (void)
{
  assert_foreign (EVENT ("DELETED", "{\"kind\":\"Service\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"9\"}}"), "9");
  assert_foreign (EVENT ("DELETED", "{\"kind\":\"Pod\",\"apiVersion\":\"other/v1\",\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"9\"}}"), "9");
  assert_foreign (EVENT ("DELETED", "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"rows\":[]}"), "");
}

static void
test_unfinished_event_is_dropped (void)
{
  g_autoptr(GPtrArray) events = decode (EVENT ("ADDED", POD ("a", "1")) "{\"type\":\"ADDED\",\"object\":{\"meta", 0);

  g_assert_cmpuint (events->len, ==, 1);
  assert_event (events, 0, KIN_WATCH_ADDED, "a", "1");
}

/* A compressed stream that the server flushes gives each event at once. */
static void
test_flushed_gzip (void)
{
  g_autoptr(KinKind) kind = new_kind ();
  g_autoptr(KinWatchDecoder) decoder = kin_watch_decoder_new (kind, TRUE, "watch pods");
  g_autoptr(GConverter) converter = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1));
  const char *text = EVENT ("ADDED", POD ("a", "1"));

  for (guint i = 0; i < 3; i++)
    {
      char packed[1000];
      gsize n_taken, n_made;
      g_autoptr(GBytes) bytes = NULL;
      g_autoptr(GPtrArray) events = NULL;
      GConverterResult result = g_converter_convert (converter, text, strlen (text), packed, sizeof packed,
                                                     G_CONVERTER_FLUSH, &n_taken, &n_made, NULL);

      g_assert_cmpint (result, !=, G_CONVERTER_ERROR);
      g_assert_cmpuint (n_taken, ==, strlen (text));
      bytes = g_bytes_new (packed, n_made);
      events = feed (decoder, bytes);
      g_assert_cmpuint (events->len, ==, 1);
      assert_event (events, 0, KIN_WATCH_ADDED, "a", "1");
    }
}

static GPtrArray *
decode_event_of (gsize size)
{
  g_autofree char *filler = g_strnfill (size, 'x');
  g_autofree char *text = g_strconcat ("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"},\"data\":\"", filler, "\"}}", NULL);

  return decode (text, size / 2);
}

static void
test_long_events (void)
{
  g_autoptr(GPtrArray) long_one = decode_event_of (1536 * 1024);
  g_autoptr(GPtrArray) too_long = decode_event_of (17 * 1024 * 1024);
  KinWatchEvent *last;

  g_assert_cmpuint (long_one->len, ==, 1);
  assert_event (long_one, 0, KIN_WATCH_ADDED, "a", "1");

  g_assert_cmpuint (too_long->len, ==, 1);
  last = g_ptr_array_index (too_long, 0);
  g_assert_error (last->error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_TOO_LARGE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/watch-decoder/split-at-each-byte", test_split_at_each_byte);
  g_test_add_func ("/watch-decoder/object-before-type", test_object_before_type);
  g_test_add_func ("/watch-decoder/more-members", test_more_members);
  g_test_add_func ("/watch-decoder/bookmark", test_bookmark);
  g_test_add_func ("/watch-decoder/error-event", test_error_event);
  g_test_add_func ("/watch-decoder/nonsense", test_nonsense);
  g_test_add_func ("/watch-decoder/event-without-object", test_event_without_object);
  g_test_add_func ("/watch-decoder/other-kind", test_other_kind);
  g_test_add_func ("/watch-decoder/unfinished-event-is-dropped", test_unfinished_event_is_dropped);
  g_test_add_func ("/watch-decoder/flushed-gzip", test_flushed_gzip);
  g_test_add_func ("/watch-decoder/long-events", test_long_events);

  return g_test_run ();
}
