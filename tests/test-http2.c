/* test-http2.c: short requests go over HTTP/2 and are cancelled at once; a server that ends the connection with its answer is
 * understood; watches and lists go over HTTP/1.1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-client.h"

#include <string.h>

#include "base/kin-error.h"
#include "base/kin-worker-pool.h"
#include "test-util.h"

#define VERSION "{\"gitVersion\":\"v1.36.3\"}"
#define LIST "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[]}"
#define STATUS_401 "{\"kind\":\"Status\",\"code\":401,\"reason\":\"Unauthorized\",\"message\":\"Unauthorized\"}"

/* As much of an HTTP/2 server as these tests need: SoupServer does nothing unusual. */
typedef struct
{
  GSocketService *listener;
  GTlsCertificate *certificate;
  GPtrArray *connections;  /* of Connection */
  guint n_handshakes;      /* under way */
  gboolean silent;         /* no answer at all */
  gboolean refusing;       /* 401 to all, and then the connection is to end */
  guint n_http1;           /* requests */
  guint n_streams;

  KinClient *client;
  KinListerWatcher *pods;
} Fixture;

typedef struct
{
  Fixture *fixture;
  GIOStream *stream;
  GByteArray *input;
  gboolean http2;
  gboolean begun;          /* the client's preface has come */
} Connection;

enum
{
  FRAME_DATA = 0,
  FRAME_HEADERS = 1,
  FRAME_SETTINGS = 4,
  FRAME_PING = 6,
  FRAME_GOAWAY = 7,
};

#define FRAME_HEAD 9
#define PREFACE_LENGTH 24
#define FLAG_END_STREAM 1
#define FLAG_ACK 1
#define FLAG_END_HEADERS 4

static void read_more (Connection *connection);

static void
connection_free (gpointer data)
{
  Connection *connection = data;

  g_object_unref (connection->stream);
  g_byte_array_unref (connection->input);
  g_free (connection);
}

static void
send_bytes (Connection *connection,
            const void *data,
            gsize       length)
{
  g_output_stream_write_all (g_io_stream_get_output_stream (connection->stream), data, length, NULL, NULL, NULL);
}

static void
send_frame (Connection *connection,
            guint8      type,
            guint8      flags,
            guint32     stream,
            const void *payload,
            gsize       length)
{
  g_autoptr(GByteArray) frame = g_byte_array_new ();
  guint32 id = g_htonl (stream);
  const guint8 head[5] = { length >> 16, length >> 8, length, type, flags };

  g_byte_array_append (frame, head, sizeof head);
  g_byte_array_append (frame, (const guint8 *) &id, sizeof id);
  g_byte_array_append (frame, payload, length);
  send_bytes (connection, frame->data, frame->len);
}

/* The status as a number of HPACK's static table or as a literal; then content-type, which is number 31 of it. */
static void
send_headers (Connection *connection,
              guint32     stream,
              gboolean    ok)
{
  static const guint8 status_200[] = { 0x88 };
  static const guint8 status_401[] = { 0x08, 3, '4', '0', '1' };
  static const guint8 type[] = { 0x0f, 0x10, 16, 'a', 'p', 'p', 'l', 'i', 'c', 'a', 't', 'i', 'o', 'n', '/', 'j', 's', 'o', 'n' };
  g_autoptr(GByteArray) block = g_byte_array_new ();

  if (ok)
    g_byte_array_append (block, status_200, sizeof status_200);
  else
    g_byte_array_append (block, status_401, sizeof status_401);
  g_byte_array_append (block, type, sizeof type);
  send_frame (connection, FRAME_HEADERS, FLAG_END_HEADERS, stream, block->data, block->len);
}

/* As kube-apiserver treats those it does not know. */
static void
refuse (Connection *connection,
        guint32     stream)
{
  const guint32 goaway[2] = { g_htonl (stream), 0 };

  send_frame (connection, FRAME_GOAWAY, 0, 0, goaway, sizeof goaway);
  send_headers (connection, stream, FALSE);
  send_frame (connection, FRAME_DATA, FLAG_END_STREAM, stream, STATUS_401, strlen (STATUS_401));
}

static void
answer (Connection *connection,
        guint32     stream)
{
  Fixture *fixture = connection->fixture;

  fixture->n_streams++;
  if (fixture->silent)
    return;

  if (fixture->refusing)
    {
      refuse (connection, stream);
      return;
    }

  send_headers (connection, stream, TRUE);
  send_frame (connection, FRAME_DATA, FLAG_END_STREAM, stream, VERSION, strlen (VERSION));
}

static void
take_frame (Connection   *connection,
            guint8        type,
            guint8        flags,
            guint32       stream,
            const guint8 *payload,
            gsize         length)
{
  if (type == FRAME_SETTINGS && !(flags & FLAG_ACK))
    send_frame (connection, FRAME_SETTINGS, FLAG_ACK, 0, NULL, 0);
  else if (type == FRAME_PING && !(flags & FLAG_ACK))
    send_frame (connection, FRAME_PING, FLAG_ACK, 0, payload, length);
  else if (type == FRAME_HEADERS)
    answer (connection, stream);
}

static void
take_frames (Connection *connection)
{
  GByteArray *input = connection->input;

  if (!connection->begun && input->len >= PREFACE_LENGTH)
    {
      connection->begun = TRUE;
      g_byte_array_remove_range (input, 0, PREFACE_LENGTH);
    }

  while (connection->begun && input->len >= FRAME_HEAD)
    {
      const guint8 *head = input->data;
      gsize length = head[0] << 16 | head[1] << 8 | head[2];
      guint32 stream = (guint32) (head[5] & 0x7f) << 24 | head[6] << 16 | head[7] << 8 | head[8];

      if (input->len < FRAME_HEAD + length)
        return;

      take_frame (connection, head[3], head[4], stream, head + FRAME_HEAD, length);
      g_byte_array_remove_range (input, 0, FRAME_HEAD + length);
    }
}

static void
take_http1 (Connection *connection)
{
  Fixture *fixture = connection->fixture;
  const char *body = fixture->refusing ? STATUS_401 : LIST;
  g_autofree char *answer = g_strdup_printf ("HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                                             fixture->refusing ? "401 Unauthorized" : "200 OK", strlen (body), body);

  if (g_strstr_len ((const char *) connection->input->data, connection->input->len, "\r\n\r\n") == NULL)
    return;

  g_byte_array_set_size (connection->input, 0);
  fixture->n_http1++;
  send_bytes (connection, answer, strlen (answer));
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Connection *connection = user_data;
  g_autoptr(GBytes) bytes = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, NULL);

  if (bytes == NULL || g_bytes_get_size (bytes) == 0)
    {
      g_ptr_array_remove (connection->fixture->connections, connection);
      return;
    }

  g_byte_array_append (connection->input, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  if (connection->http2)
    take_frames (connection);
  else
    take_http1 (connection);

  read_more (connection);
}

static void
read_more (Connection *connection)
{
  g_input_stream_read_bytes_async (g_io_stream_get_input_stream (connection->stream), 16384, G_PRIORITY_DEFAULT, NULL, read_cb, connection);
}

static void
handshake_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  static const guint8 at_most_100_streams[] = { 0, 3, 0, 0, 0, 100 };
  Fixture *fixture = user_data;
  Connection *connection;

  fixture->n_handshakes--;
  if (!g_tls_connection_handshake_finish (G_TLS_CONNECTION (source), result, NULL))
    return;

  connection = g_new0 (Connection, 1);
  connection->fixture = fixture;
  connection->stream = G_IO_STREAM (g_object_ref (source));
  connection->input = g_byte_array_new ();
  connection->http2 = g_strcmp0 (g_tls_connection_get_negotiated_protocol (G_TLS_CONNECTION (source)), "h2") == 0;
  g_ptr_array_add (fixture->connections, connection);

  if (connection->http2)
    send_frame (connection, FRAME_SETTINGS, 0, 0, at_most_100_streams, sizeof at_most_100_streams);
  read_more (connection);
}

static gboolean
incoming_cb (GSocketService    *listener,
             GSocketConnection *connection,
             GObject           *source,
             gpointer           user_data)
{
  static const char * const protocols[] = { "h2", "http/1.1", NULL };
  Fixture *fixture = user_data;
  g_autoptr(GIOStream) tls = g_tls_server_connection_new (G_IO_STREAM (connection), fixture->certificate, NULL);

  g_tls_connection_set_advertised_protocols (G_TLS_CONNECTION (tls), protocols);
  g_tls_connection_set_require_close_notify (G_TLS_CONNECTION (tls), FALSE);
  fixture->n_handshakes++;
  g_tls_connection_handshake_async (G_TLS_CONNECTION (tls), G_PRIORITY_DEFAULT, NULL, handshake_cb, fixture);

  return TRUE;
}

static void
set_up_server (Fixture *fixture,
               guint16 *port)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tls", "server.pem", NULL);
  g_autoptr(GError) error = NULL;

  fixture->certificate = g_tls_certificate_new_from_file (path, &error);
  g_assert_no_error (error);
  fixture->connections = g_ptr_array_new_with_free_func (connection_free);
  fixture->listener = g_socket_service_new ();
  *port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (fixture->listener), NULL, &error);
  g_assert_no_error (error);
  g_signal_connect (fixture->listener, "incoming", G_CALLBACK (incoming_cb), fixture);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  static const char names[] = "{\"cluster\":\"c\",\"user\":\"u\"}";
  static const char user[] = "{\"token\":\"secret\"}";
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "tls", "config", NULL);
  g_autofree char *cluster = NULL;
  g_autoptr(KinJson) context_json = kin_json_parse (names, strlen (names), NULL);
  g_autoptr(KinJson) user_json = kin_json_parse (user, strlen (user), NULL);
  g_autoptr(KinJson) cluster_json = NULL;
  g_autoptr(KinResource) resource = kin_resource_new ("", "v1", "pods", "Pod", TRUE);
  g_autoptr(KinKind) kind = kin_kind_new (resource);
  g_autoptr(KinContext) context = NULL;
  guint16 port;

  set_up_server (fixture, &port);
  cluster = g_strdup_printf ("{\"server\":\"https://127.0.0.1:%u\",\"certificate-authority\":\"ca.pem\"}", port);
  cluster_json = kin_json_parse (cluster, strlen (cluster), NULL);
  context = kin_context_new_from_entries (&(KinConfigEntry) { "x", file, kin_json_get_root (context_json) },
                                          &(KinConfigEntry) { "c", file, kin_json_get_root (cluster_json) },
                                          &(KinConfigEntry) { "u", file, kin_json_get_root (user_json) });
  g_assert_no_error (kin_context_get_error (context));
  fixture->client = kin_client_new (context);
  fixture->pods = kin_client_new_lister_watcher (fixture->client, kind, NULL, NULL, NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  kin_client_close (fixture->client);
  kin_test_settle ();
  g_assert_finalize_object (fixture->pods);
  g_assert_finalize_object (fixture->client);
  g_socket_service_stop (fixture->listener);
  g_socket_listener_close (G_SOCKET_LISTENER (fixture->listener));
  kin_test_wait_for (fixture->n_handshakes == 0 && fixture->connections->len == 0);
  g_ptr_array_unref (fixture->connections);
  g_object_unref (fixture->listener);
  g_object_unref (fixture->certificate);
}

static char *
get_version (Fixture  *fixture,
             GError  **error)
{
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;

  kin_client_get_version_async (fixture->client, NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);

  return kin_client_get_version_finish (fixture->client, result, error);
}

static void
test_short_requests (Fixture       *fixture,
                     gconstpointer  user_data)
{
  for (guint i = 0; i < 120; i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *version = get_version (fixture, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (version, ==, "v1.36.3");
    }

  g_assert_cmpuint (fixture->n_streams, ==, 120);
  g_assert_cmpuint (fixture->connections->len, ==, 1);
}

/* libsoup would wait for an answer. */
static void
test_cancelled (Fixture       *fixture,
                gconstpointer  user_data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  fixture->silent = TRUE;
  kin_client_get_version_async (fixture->client, cancellable, kin_test_result_cb, &slot);
  kin_test_wait_for (fixture->n_streams == 1);
  kin_test_settle ();
  g_assert_null (slot);

  g_cancellable_cancel (cancellable);
  result = kin_test_wait (&slot);
  g_assert_null (kin_client_get_version_finish (fixture->client, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_closed (Fixture       *fixture,
             gconstpointer  user_data)
{
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  fixture->silent = TRUE;
  kin_client_get_version_async (fixture->client, NULL, kin_test_result_cb, &slot);
  kin_test_wait_for (fixture->n_streams == 1);
  kin_client_close (fixture->client);
  result = kin_test_wait (&slot);
  g_assert_null (kin_client_get_version_finish (fixture->client, result, &error));
  g_assert_error (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED);
}

static void
test_lists_and_watches (Fixture       *fixture,
                        gconstpointer  user_data)
{
  KinListOptions list_options = { 0 };
  KinWatchOptions watch_options = { 0 };
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) list_result = NULL;
  g_autoptr(GAsyncResult) watch_result = NULL;
  g_autoptr(KinListPage) page = NULL;
  g_autoptr(KinWatch) running = NULL;
  g_autoptr(GError) error = NULL;

  kin_lister_watcher_list_async (fixture->pods, &list_options, NULL, kin_test_result_cb, &slot);
  list_result = kin_test_wait (&slot);
  page = kin_lister_watcher_list_finish (fixture->pods, list_result, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (page->resource_version, ==, "7");

  kin_lister_watcher_watch_async (fixture->pods, &watch_options, NULL, kin_test_result_cb, &slot);
  watch_result = kin_test_wait (&slot);
  running = kin_lister_watcher_watch_finish (fixture->pods, watch_result, &error);
  g_assert_no_error (error);

  g_assert_cmpuint (fixture->n_http1, ==, 2);
  g_assert_cmpuint (fixture->n_streams, ==, 0);
  g_clear_object (&watch_result);
  g_assert_finalize_object (g_steal_pointer (&running));
}

/* The answer is heard though libsoup takes the connection's end for a failure: it is asked for again over HTTP/1.1. */
static void
test_refused_with_goaway (Fixture       *fixture,
                          gconstpointer  user_data)
{
  g_autoptr(GError) error = NULL;

  fixture->refusing = TRUE;
  g_assert_null (get_version (fixture, &error));
  g_assert_error (error, KIN_API_ERROR, KIN_API_ERROR_UNAUTHORIZED);
  g_assert_cmpuint (fixture->n_streams, ==, 1);
  g_assert_cmpuint (fixture->n_http1, ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/http2/short-requests", test_short_requests);
  ADD ("/http2/cancelled", test_cancelled);
  ADD ("/http2/closed", test_closed);
  ADD ("/http2/lists-and-watches", test_lists_and_watches);
  ADD ("/http2/refused-with-goaway", test_refused_with_goaway);

  status = g_test_run ();
  kin_worker_pool_shutdown ();

  return status;
}
