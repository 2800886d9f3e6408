/* test-server.h: servers in the test's own main loop: one that speaks HTTP, and one that sends the very bytes it is told.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gunixsocketaddress.h>
#include <libsoup/soup.h>
#include <string.h>

#include "test-util.h"

G_BEGIN_DECLS

/* Over TLS the handshakes are made here: a SoupServer that is let go of during one uses it after it was freed. */
typedef struct
{
  SoupServer *soup;
  GSocketService *listener;      /* TLS and unix sockets only */
  GTlsCertificate *certificate;
  GTlsDatabase *client_ca;       /* (nullable): whom clients' certificates must come from */
  char *client_subject;          /* (nullable): of the last client's certificate */
  guint n_handshakes;            /* under way */
  char *url;                     /* without a slash at its end */
} KinTestServer;

static inline void
kin_test_server_handshake_cb (GObject      *source,
                              GAsyncResult *result,
                              gpointer      user_data)
{
  KinTestServer *self = user_data;
  GTlsCertificate *peer;
  g_autoptr(GIOStream) base = NULL;
  g_autoptr(GSocketAddress) local = NULL;
  g_autoptr(GSocketAddress) remote = NULL;

  self->n_handshakes--;
  if (!g_tls_connection_handshake_finish (G_TLS_CONNECTION (source), result, NULL))
    return;

  peer = g_tls_connection_get_peer_certificate (G_TLS_CONNECTION (source));
  g_clear_pointer (&self->client_subject, g_free);
  if (peer != NULL)
    self->client_subject = g_tls_certificate_get_subject_name (peer);

  g_object_get (source, "base-io-stream", &base, NULL);
  local = g_socket_connection_get_local_address (G_SOCKET_CONNECTION (base), NULL);
  remote = g_socket_connection_get_remote_address (G_SOCKET_CONNECTION (base), NULL);
  soup_server_accept_iostream (self->soup, G_IO_STREAM (source), local, remote, NULL);
}

/* GIO leaves it to a server whether a client's certificate that was verified is enough. */
static inline gboolean
kin_test_server_accept_cb (GTlsConnection       *connection,
                           GTlsCertificate      *certificate,
                           GTlsCertificateFlags  flags,
                           gpointer              user_data)
{
  return flags == 0;
}

static inline gboolean
kin_test_server_incoming_cb (GSocketService    *listener,
                             GSocketConnection *connection,
                             GObject           *source,
                             gpointer           user_data)
{
  KinTestServer *self = user_data;
  g_autoptr(GIOStream) tls = g_tls_server_connection_new (G_IO_STREAM (connection), self->certificate, NULL);

  if (self->client_ca != NULL)
    {
      g_tls_connection_set_database (G_TLS_CONNECTION (tls), self->client_ca);
      g_object_set (tls, "authentication-mode", G_TLS_AUTHENTICATION_REQUIRED, NULL);
      g_signal_connect (tls, "accept-certificate", G_CALLBACK (kin_test_server_accept_cb), NULL);
    }

  self->n_handshakes++;
  g_tls_connection_handshake_async (G_TLS_CONNECTION (tls), G_PRIORITY_DEFAULT, NULL, kin_test_server_handshake_cb, self);

  return TRUE;
}

static inline KinTestServer *
kin_test_server_new (GTlsCertificate    *certificate,
                     SoupServerCallback  callback,
                     gpointer            user_data)
{
  KinTestServer *self = g_new0 (KinTestServer, 1);
  g_autoptr(GError) error = NULL;
  guint16 port;

  self->soup = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->soup, NULL, callback, user_data, NULL);

  if (certificate == NULL)
    {
      GSList *uris;

      soup_server_listen_local (self->soup, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error);
      g_assert_no_error (error);
      uris = soup_server_get_uris (self->soup);
      self->url = g_strdup_printf ("http://127.0.0.1:%d", g_uri_get_port (uris->data));
      g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
    }
  else
    {
      self->certificate = g_object_ref (certificate);
      self->listener = g_socket_service_new ();
      port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (self->listener), NULL, &error);
      g_assert_no_error (error);
      g_signal_connect (self->listener, "incoming", G_CALLBACK (kin_test_server_incoming_cb), self);
      self->url = g_strdup_printf ("https://127.0.0.1:%u", port);
    }

  return self;
}

static inline gboolean
kin_test_server_incoming_local_cb (GSocketService    *listener,
                                   GSocketConnection *connection,
                                   GObject           *source,
                                   gpointer           user_data)
{
  KinTestServer *self = user_data;
  g_autoptr(GSocketAddress) local = g_socket_connection_get_local_address (connection, NULL);
  g_autoptr(GSocketAddress) remote = g_socket_connection_get_remote_address (connection, NULL);

  soup_server_accept_iostream (self->soup, G_IO_STREAM (connection), local, remote, NULL);

  return TRUE;
}

/* One that listens at a unix socket. */
static inline KinTestServer *
kin_test_server_new_local (const char         *path,
                           SoupServerCallback  callback,
                           gpointer            user_data)
{
  KinTestServer *self = g_new0 (KinTestServer, 1);
  g_autoptr(GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr(GError) error = NULL;

  self->soup = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->soup, NULL, callback, user_data, NULL);
  self->listener = g_socket_service_new ();
  g_socket_listener_add_address (G_SOCKET_LISTENER (self->listener), address, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT,
                                 NULL, NULL, &error);
  g_assert_no_error (error);
  g_signal_connect (self->listener, "incoming", G_CALLBACK (kin_test_server_incoming_local_cb), self);

  return self;
}

static inline void
kin_test_server_free (KinTestServer *self)
{
  if (self->listener != NULL)
    {
      g_socket_service_stop (self->listener);
      g_socket_listener_close (G_SOCKET_LISTENER (self->listener));
    }
  kin_test_wait_for (self->n_handshakes == 0);
  soup_server_disconnect (self->soup);
  kin_test_settle ();

  g_clear_object (&self->listener);
  g_clear_object (&self->certificate);
  g_clear_object (&self->client_ca);
  g_object_unref (self->soup);
  g_free (self->client_subject);
  g_free (self->url);
  g_free (self);
}

static inline void
kin_test_answer (SoupServerMessage *message,
                 guint              status,
                 const char        *content_type,
                 const char        *body)
{
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, content_type, SOUP_MEMORY_COPY, body, strlen (body));
}

/* The raw server */

typedef struct
{
  GSocketService *service;
  const char * const *pieces;   /* sent one after the other, each in a segment of its own */
  gboolean keep_open;           /* after the last one */
  gboolean at_once;             /* not only after a request's headers */
  GPtrArray *connections;       /* of GIOStream */
  guint n_requests;
  guint n_answers;              /* under way */
} KinTestRawServer;

typedef struct
{
  KinTestRawServer *server;
  GIOStream *connection;
  guint next;
} KinTestRawAnswer;

static inline void
kin_test_raw_answer_free (KinTestRawAnswer *answer)
{
  answer->server->n_answers--;
  g_object_unref (answer->connection);
  g_free (answer);
}

static inline void kin_test_raw_send (KinTestRawAnswer *answer);

static inline void
kin_test_raw_later_cb (gpointer user_data)
{
  kin_test_raw_send (user_data);
}

static inline void
kin_test_raw_sent_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  KinTestRawAnswer *answer = user_data;

  g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, NULL);
  answer->next++;
  g_timeout_add_once (2, kin_test_raw_later_cb, answer);
}

static inline void
kin_test_raw_send (KinTestRawAnswer *answer)
{
  const char *piece = answer->server->pieces[answer->next];

  if (piece != NULL)
    {
      g_output_stream_write_all_async (g_io_stream_get_output_stream (answer->connection), piece, strlen (piece),
                                       G_PRIORITY_DEFAULT, NULL, kin_test_raw_sent_cb, answer);
      return;
    }

  if (!answer->server->keep_open)
    g_io_stream_close (answer->connection, NULL, NULL);
  kin_test_raw_answer_free (answer);
}

static inline void
kin_test_raw_read_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  KinTestRawAnswer *answer = user_data;
  g_autofree char *head = g_data_input_stream_read_upto_finish (G_DATA_INPUT_STREAM (source), result, NULL, NULL);

  if (head == NULL)
    {
      kin_test_raw_answer_free (answer);
      return;
    }

  answer->server->n_requests++;
  kin_test_raw_send (answer);
}

static inline gboolean
kin_test_raw_incoming_cb (GSocketService    *service,
                          GSocketConnection *connection,
                          GObject           *source,
                          gpointer           user_data)
{
  KinTestRawServer *server = user_data;
  g_autoptr(GDataInputStream) input = g_data_input_stream_new (g_io_stream_get_input_stream (G_IO_STREAM (connection)));
  KinTestRawAnswer *answer = g_new0 (KinTestRawAnswer, 1);

  g_socket_set_option (g_socket_connection_get_socket (connection), 6 /* TCP */, 1 /* TCP_NODELAY */, 1, NULL);
  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (input), FALSE);
  g_ptr_array_add (server->connections, g_object_ref (connection));
  server->n_answers++;
  answer->server = server;
  answer->connection = G_IO_STREAM (g_object_ref (connection));
  if (server->at_once)
    kin_test_raw_send (answer);
  else
    g_data_input_stream_read_upto_async (input, "\n\r", 2, G_PRIORITY_DEFAULT, NULL, kin_test_raw_read_cb, answer);

  return TRUE;
}

/* Gives the server's address. */
static inline char *
kin_test_raw_server_start (KinTestRawServer   *server,
                           const char * const *pieces,
                           gboolean            keep_open)
{
  guint16 port;

  *server = (KinTestRawServer) { 0 };
  server->service = g_socket_service_new ();
  server->pieces = pieces;
  server->keep_open = keep_open;
  server->connections = g_ptr_array_new_with_free_func (g_object_unref);
  port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (server->service), NULL, NULL);
  g_signal_connect (server->service, "incoming", G_CALLBACK (kin_test_raw_incoming_cb), server);

  return g_strdup_printf ("http://127.0.0.1:%u", port);
}

static inline void
kin_test_raw_server_stop (KinTestRawServer *server)
{
  g_socket_service_stop (server->service);
  g_socket_listener_close (G_SOCKET_LISTENER (server->service));
  for (guint i = 0; i < server->connections->len; i++)
    g_io_stream_close (g_ptr_array_index (server->connections, i), NULL, NULL);
  kin_test_wait_for (server->n_answers == 0);
  kin_test_settle ();
  g_ptr_array_unref (server->connections);
  g_object_unref (server->service);
}

G_END_DECLS
