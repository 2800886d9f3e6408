/* test-demo-stream.c: each fault of the wire does to the bytes of a real connection what it says, and nothing else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-stream.h"

#include <glib/gstdio.h>
#include <string.h>

#include "demo/kin-demo-framing.h"
#include "demo/kin-demo-mute-listener.h"
#include "test-server.h"

#define CHUNKS "4\r\none\n\r\n4\r\ntwo\n\r\n6\r\nthree\n\r\n0\r\n\r\n"
#define LENGTH "0123456789"

/* An HTTP server behind streams that may go wrong. */
typedef struct
{
  SoupServer *soup;
  GSocketService *service;
  KinClock *clock;
  KinDemoFaults *faults;
  GSocketConnectable *address;
  guint n_answered;
  guint n_streams;
  KinDemoStream *stream;     /* the last one, lent */
} Fixture;

/* The other side: a socket, and what has come over it. */
typedef struct
{
  GSocketConnection *connection;
  GSource *source;
  GString *got;
  guint n_reads;
  gboolean ended;
  GError *error;
} Peer;

static void
handler_cb (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           user_data)
{
  Fixture *fixture = user_data;
  KinDemoStream *stream = kin_demo_stream_find (soup_server_message_get_remote_address (message));
  g_autoptr(KinDemoFault) fault = kin_demo_faults_match (fixture->faults, soup_server_message_get_method (message), path, FALSE);
  SoupMessageBody *body = soup_server_message_get_response_body (message);

  g_assert_nonnull (stream);
  if (fault != NULL)
    kin_demo_stream_arm (stream, fault);

  soup_server_message_set_status (message, 200, NULL);
  if (g_str_equal (path, "/length"))
    {
      soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_STATIC, LENGTH, strlen (LENGTH));
      return;
    }

  soup_message_headers_set_encoding (soup_server_message_get_response_headers (message), SOUP_ENCODING_CHUNKED);
  soup_message_body_append (body, SOUP_MEMORY_STATIC, "one\n", 4);
  soup_message_body_append (body, SOUP_MEMORY_STATIC, "two\n", 4);
  soup_message_body_append (body, SOUP_MEMORY_STATIC, "three\n", 6);
  soup_message_body_complete (body);
}

static void
answered_cb (Fixture *fixture)
{
  fixture->n_answered++;
}

static void
stream_gone_cb (gpointer  user_data,
                GObject  *object)
{
  Fixture *fixture = user_data;

  fixture->n_streams--;
}

static gboolean
incoming_cb (GSocketService    *service,
             GSocketConnection *connection,
             GObject           *source,
             gpointer           user_data)
{
  Fixture *fixture = user_data;
  g_autoptr(KinDemoStream) stream = kin_demo_stream_new (connection, fixture->clock, fixture->faults);
  g_autoptr(GSocketAddress) local = g_socket_connection_get_local_address (connection, NULL);
  g_autoptr(GError) error = NULL;

  fixture->n_streams++;
  fixture->stream = stream;
  g_object_weak_ref (G_OBJECT (stream), stream_gone_cb, fixture);
  soup_server_accept_iostream (fixture->soup, G_IO_STREAM (stream), local, kin_demo_stream_get_address (stream), &error);
  g_assert_no_error (error);

  return TRUE;
}

static void
set_up_at (Fixture        *fixture,
           GSocketAddress *address)
{
  g_autoptr(GSocketAddress) effective = NULL;
  g_autoptr(GError) error = NULL;

  *fixture = (Fixture) { 0 };
  fixture->clock = kin_clock_new_stepped (0);
  fixture->faults = kin_demo_faults_new ();
  fixture->soup = soup_server_new (NULL, NULL);
  soup_server_add_handler (fixture->soup, NULL, handler_cb, fixture, NULL);
  kin_demo_mute_listener_add (fixture->soup, &error);
  g_assert_no_error (error);
  g_signal_connect_swapped (fixture->soup, "request-finished", G_CALLBACK (answered_cb), fixture);
  fixture->service = g_socket_service_new ();
  g_socket_listener_add_address (G_SOCKET_LISTENER (fixture->service), address, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT,
                                 NULL, &effective, &error);
  g_assert_no_error (error);
  g_signal_connect (fixture->service, "incoming", G_CALLBACK (incoming_cb), fixture);
  fixture->address = G_SOCKET_CONNECTABLE (g_steal_pointer (&effective));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  g_autoptr(GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", 0);

  set_up_at (fixture, address);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_socket_service_stop (fixture->service);
  g_socket_listener_close (G_SOCKET_LISTENER (fixture->service));
  soup_server_disconnect (fixture->soup);
  kin_test_settle ();
  g_assert_cmpuint (fixture->n_streams, ==, 0);

  g_assert_finalize_object (fixture->soup);
  g_clear_object (&fixture->service);
  g_clear_object (&fixture->address);
  g_assert_finalize_object (fixture->faults);
  g_assert_finalize_object (fixture->clock);
}

static void
add_fault (Fixture      *fixture,
           KinDemoFault  fault)
{
  fault.count = 1;
  kin_demo_faults_add (fixture->faults, &fault);
}

static gboolean
peer_cb (GSocket      *socket,
         GIOCondition  condition,
         gpointer      user_data)
{
  Peer *peer = user_data;
  char buffer[4096];
  gssize n = g_socket_receive (socket, buffer, sizeof buffer, NULL, &peer->error);

  if (n > 0)
    {
      g_string_append_len (peer->got, buffer, n);
      peer->n_reads++;
      return G_SOURCE_CONTINUE;
    }

  peer->ended = TRUE;

  return G_SOURCE_REMOVE;
}

static void
peer_ask (Peer       *peer,
          const char *path)
{
  g_autofree char *request = g_strdup_printf ("GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path);
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (peer->connection));

  g_assert_true (g_output_stream_write_all (output, request, strlen (request), NULL, NULL, NULL));
}

static void
peer_connect (Peer       *peer,
              Fixture    *fixture,
              const char *path)
{
  g_autoptr(GSocketClient) client = g_socket_client_new ();
  g_autoptr(GError) error = NULL;
  GSocket *socket;

  *peer = (Peer) { 0 };
  peer->got = g_string_new (NULL);
  peer->connection = g_socket_client_connect (client, fixture->address, NULL, &error);
  g_assert_no_error (error);
  socket = g_socket_connection_get_socket (peer->connection);
  peer->source = g_socket_create_source (socket, G_IO_IN, NULL);
  g_source_set_callback (peer->source, G_SOURCE_FUNC (peer_cb), peer, NULL);
  g_source_attach (peer->source, NULL);
  peer_ask (peer, path);
}

static void
peer_close (Peer *peer)
{
  g_source_destroy (peer->source);
  g_source_unref (peer->source);
  g_io_stream_close (G_IO_STREAM (peer->connection), NULL, NULL);
  g_object_unref (peer->connection);
  g_string_free (peer->got, TRUE);
  g_clear_error (&peer->error);
}

/* The body as it came, with its chunks' heads; NULL if its head has not ended. */
static const char *
peer_get_body (Peer *peer)
{
  const char *body = strstr (peer->got->str, "\r\n\r\n");

  return body != NULL ? body + 4 : NULL;
}

static gboolean
peer_has (Peer       *peer,
          const char *body)
{
  return g_strcmp0 (peer_get_body (peer), body) == 0;
}

/* Until the body is exactly that, and no more comes though the server believes that it has sent all. */
static void
assert_body (Peer       *peer,
             const char *body)
{
  kin_test_wait_for (peer_has (peer, body) || peer->ended);
  kin_test_settle ();
  g_assert_cmpstr (peer_get_body (peer), ==, body);
}

static void
assert_reset (Peer *peer)
{
  kin_test_wait_for (peer->ended);
  g_assert_error (peer->error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED);
}

static void
assert_end (Peer *peer)
{
  kin_test_wait_for (peer->ended);
  g_assert_no_error (peer->error);
}

/* A connection without a fault, and one that has had one, serves as many requests as are asked. */
static void
assert_next_is_whole (Peer *peer)
{
  g_string_truncate (peer->got, 0);
  peer_ask (peer, "/length");
  assert_body (peer, LENGTH);
  g_assert_false (peer->ended);
}

static void
test_none (Fixture       *fixture,
           gconstpointer  user_data)
{
  Peer peer;

  peer_connect (&peer, fixture, "/chunks");
  assert_body (&peer, CHUNKS);
  assert_next_is_whole (&peer);
  g_assert_cmpuint (fixture->n_answered, ==, 2);
  peer_close (&peer);
}

static void
test_cut_at_once (Fixture       *fixture,
                  gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_CUT });
  peer_connect (&peer, fixture, "/chunks");
  assert_reset (&peer);
  g_assert_cmpstr (peer.got->str, ==, "");
  peer_close (&peer);
}

static void
test_cut_after_events (Fixture       *fixture,
                       gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_CUT, .after_events = 2 });
  peer_connect (&peer, fixture, "/chunks");
  assert_reset (&peer);
  assert_body (&peer, "4\r\none\n\r\n4\r\ntwo\n");
  peer_close (&peer);
}

static void
test_cut_after_bytes (Fixture       *fixture,
                      gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_CUT, .after_bytes = 6, .after_events = 1 });
  peer_connect (&peer, fixture, "/chunks");
  assert_reset (&peer);
  assert_body (&peer, "4\r\none\n\r\n4\r\ntw");
  peer_close (&peer);
}

/* All of it came before it would have gone wrong. */
static void
test_cut_too_late (Fixture       *fixture,
                   gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_CUT, .after_bytes = 15 });
  peer_connect (&peer, fixture, "/chunks");
  assert_body (&peer, CHUNKS);
  assert_next_is_whole (&peer);
  peer_close (&peer);
}

static void
test_stall (Fixture       *fixture,
            gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_STALL, .after_events = 1 });
  peer_connect (&peer, fixture, "/chunks");
  kin_test_wait_for (fixture->n_answered == 1);
  assert_body (&peer, "4\r\none\n");

  /* Taken, and not answered. */
  peer_ask (&peer, "/length");
  kin_test_wait_for (fixture->n_answered == 2);
  assert_body (&peer, "4\r\none\n");
  g_assert_false (peer.ended);
  peer_close (&peer);
  kin_test_wait_for (fixture->n_streams == 0);
}

/* The server is told of its own end, the peer is not: until the faults are cleared. */
static void
test_half_open (Fixture       *fixture,
                gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_HALF_OPEN, .after_events = 1 });
  peer_connect (&peer, fixture, "/chunks");
  assert_body (&peer, "4\r\none\n");
  g_assert_cmpuint (fixture->n_answered, ==, 0);

  soup_server_disconnect (fixture->soup);
  kin_test_wait_for (fixture->n_streams == 0);
  kin_test_settle ();
  g_assert_false (peer.ended);

  kin_demo_faults_clear (fixture->faults);
  assert_end (&peer);
  peer_close (&peer);
}

static void
test_slow (Fixture       *fixture,
           gconstpointer  user_data)
{
  Peer peer;

  /* 40 bytes a second are 2 in 50 ms. */
  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_SLOW, .bytes_per_second = 40, .after_bytes = 4 });
  peer_connect (&peer, fixture, "/length");
  assert_body (&peer, "012345");
  kin_clock_advance (fixture->clock, 49 * G_TIME_SPAN_MILLISECOND);
  assert_body (&peer, "012345");
  kin_clock_advance (fixture->clock, 1 * G_TIME_SPAN_MILLISECOND);
  assert_body (&peer, "01234567");
  kin_clock_advance (fixture->clock, 50 * G_TIME_SPAN_MILLISECOND);
  assert_body (&peer, LENGTH);
  g_assert_cmpint (kin_clock_get_next_due (fixture->clock), ==, -1);

  assert_next_is_whole (&peer);
  peer_close (&peer);
}

/* A peer that closes in the middle leaves no timeout behind. */
static void
test_slow_closed (Fixture       *fixture,
                  gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_SLOW, .bytes_per_second = 1 });
  peer_connect (&peer, fixture, "/length");
  kin_test_wait_for (peer.got->len == 1);
  g_assert_cmpint (kin_clock_get_next_due (fixture->clock), ==, kin_clock_get_monotonic (fixture->clock) + G_USEC_PER_SEC);

  soup_server_disconnect (fixture->soup);
  kin_test_wait_for (fixture->n_streams == 0);
  g_assert_cmpint (kin_clock_get_next_due (fixture->clock), ==, -1);
  peer_close (&peer);
}

static void
test_bytes (Fixture       *fixture,
            gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_BYTES });
  peer_connect (&peer, fixture, "/chunks");
  assert_body (&peer, CHUNKS);
  g_assert_cmpuint (peer.n_reads, >, peer.got->len / 2);
  assert_next_is_whole (&peer);
  peer_close (&peer);
}

static void
test_truncate (Fixture       *fixture,
               gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_TRUNCATE });
  peer_connect (&peer, fixture, "/chunks");
  assert_end (&peer);
  assert_body (&peer, "4\r\non");
  peer_close (&peer);
}

static void
test_truncate_after_events (Fixture       *fixture,
                            gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_TRUNCATE, .after_events = 2 });
  peer_connect (&peer, fixture, "/chunks");
  assert_end (&peer);
  assert_body (&peer, "4\r\none\n\r\n4\r\ntwo\n\r\n6\r\nthr");
  peer_close (&peer);
}

static void
test_truncate_length (Fixture       *fixture,
                      gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_TRUNCATE, .after_bytes = 4 });
  peer_connect (&peer, fixture, "/length");
  assert_end (&peer);
  assert_body (&peer, "0123456");
  peer_close (&peer);
}

static void
test_double (Fixture       *fixture,
             gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_DOUBLE, .after_events = 1 });
  peer_connect (&peer, fixture, "/chunks");
  assert_body (&peer, "4\r\none\n\r\n4\r\ntwo\n\r\n4\r\ntwo\n\r\n6\r\nthree\n\r\n0\r\n\r\n");
  assert_next_is_whole (&peer);
  peer_close (&peer);
}

static void
test_double_length (Fixture       *fixture,
                    gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_DOUBLE });
  peer_connect (&peer, fixture, "/length");
  assert_body (&peer, LENGTH LENGTH);
  peer_close (&peer);
}

/* Of the same length, and not the last chunk's. */
static void
test_garbage (Fixture       *fixture,
              gconstpointer  user_data)
{
  Peer peer;

  add_fault (fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_GARBAGE, .after_events = 1 });
  peer_connect (&peer, fixture, "/chunks");
  assert_body (&peer, "4\r\none\n\r\n4\r\n\x80\x81\x82\n\r\n6\r\nthree\n\r\n0\r\n\r\n");
  assert_next_is_whole (&peer);
  peer_close (&peer);
}

/* One that waits for its next request, too, and the server takes notice. */
static void
test_cut_idle (Fixture       *fixture,
               gconstpointer  user_data)
{
  Peer peer;

  peer_connect (&peer, fixture, "/length");
  assert_body (&peer, LENGTH);
  kin_demo_stream_cut (fixture->stream);
  assert_reset (&peer);
  kin_test_wait_for (fixture->n_streams == 0);
  peer_close (&peer);
}

/* A unix socket knows no reset: it ends. */
static void
test_unix_socket (void)
{
  g_autofree char *folder = g_dir_make_tmp ("kinformer-stream-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "socket", NULL);
  g_autoptr(GSocketAddress) address = g_unix_socket_address_new (path);
  Fixture fixture;
  Peer peer;

  set_up_at (&fixture, address);
  add_fault (&fixture, (KinDemoFault) { .action = KIN_DEMO_FAULT_CUT, .after_events = 1, .path = "/chunks" });
  peer_connect (&peer, &fixture, "/length");
  assert_body (&peer, LENGTH);
  g_string_truncate (peer.got, 0);
  peer_ask (&peer, "/chunks");
  assert_end (&peer);
  assert_body (&peer, "4\r\none\n");
  peer_close (&peer);
  tear_down (&fixture, NULL);

  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Byte by byte, and after an informational answer. */
static void
test_framing (void)
{
  static const char text[] = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
                             "a;x=y\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n";
  g_autoptr(KinDemoFraming) framing = kin_demo_framing_new ();
  g_autoptr(GString) data = g_string_new (NULL);

  for (gsize i = 0; i < strlen (text); i++)
    {
      gsize n;

      g_assert_cmpint (kin_demo_framing_get_next (framing), !=, KIN_DEMO_PIECE_NONE);
      if (kin_demo_framing_peek (framing, text + i, 1, &n) == KIN_DEMO_PIECE_DATA)
        g_string_append_c (data, text[i]);
      g_assert_cmpuint (n, ==, 1);
      kin_demo_framing_advance (framing, text + i, 1);
    }

  g_assert_cmpint (kin_demo_framing_get_next (framing), ==, KIN_DEMO_PIECE_NONE);
  g_assert_cmpstr (data->str, ==, "0123456789");
}

static void
test_framing_without_body (void)
{
  static const char * const heads[] = { "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autoptr(KinDemoFraming) framing = kin_demo_framing_new ();
      const char *at = heads[i];

      while (*at != '\0')
        {
          gsize n;

          g_assert_cmpint (kin_demo_framing_peek (framing, at, strlen (at), &n), ==, KIN_DEMO_PIECE_HEAD);
          kin_demo_framing_advance (framing, at, n);
          at += n;
        }

      g_assert_cmpint (kin_demo_framing_get_next (framing), ==, KIN_DEMO_PIECE_NONE);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/demo-stream/none", test_none);
  ADD ("/demo-stream/cut-at-once", test_cut_at_once);
  ADD ("/demo-stream/cut-after-events", test_cut_after_events);
  ADD ("/demo-stream/cut-after-bytes", test_cut_after_bytes);
  ADD ("/demo-stream/cut-too-late", test_cut_too_late);
  ADD ("/demo-stream/cut-idle", test_cut_idle);
  ADD ("/demo-stream/stall", test_stall);
  ADD ("/demo-stream/half-open", test_half_open);
  ADD ("/demo-stream/slow", test_slow);
  ADD ("/demo-stream/slow-closed", test_slow_closed);
  ADD ("/demo-stream/bytes", test_bytes);
  ADD ("/demo-stream/truncate", test_truncate);
  ADD ("/demo-stream/truncate-after-events", test_truncate_after_events);
  ADD ("/demo-stream/truncate-length", test_truncate_length);
  ADD ("/demo-stream/double", test_double);
  ADD ("/demo-stream/double-length", test_double_length);
  ADD ("/demo-stream/garbage", test_garbage);
  g_test_add_func ("/demo-stream/unix-socket", test_unix_socket);
  g_test_add_func ("/demo-stream/framing", test_framing);
  g_test_add_func ("/demo-stream/framing-without-body", test_framing_without_body);

  return g_test_run ();
}
