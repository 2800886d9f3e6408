/* kin-transport.c: the way to one cluster: its sessions, how they trust the server, and what they sign in with.
 *
 * A request goes through these steps: the certificates are loaded (once), then the token of the moment, a stream of a
 * session is got, the message is sent. A 401 makes the token be read again, once.
 *
 * Watches and lists go over HTTP/1.1, short requests over HTTP/2 where the server has it. Over HTTP/2 libsoup (3.6) hands
 * a body out with its first bytes only, notices that a message was cancelled when bytes come for it, and does not notice
 * at all when a connection ends under a body: a quiet watch would seem neither open nor closed nor cut. So a request is
 * returned when it is cancelled or its time is up; what libsoup still has under way ends by itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-transport.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gi18n.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>

#include "base/kin-clock.h"
#include "base/kin-error.h"
#include "client/kin-network-error.h"
#include "client/kin-refusal.h"
#include "client/kin-server-address.h"
#include "client/kin-trust.h"

#define SEND_PRIORITY G_PRIORITY_DEFAULT_IDLE

/* An API server allows 100 streams a connection. Watches and requests do not share sessions, so that a proxy that
 * ends long streams does not take the lists with it. */
#define STREAMS_PER_SESSION 80
#define MAX_WATCH_SESSIONS 4
#define MAX_REQUEST_SESSIONS 2
#define MAX_REQUEST_CONNECTIONS 16

/* Until the answer begins. What comes after may take its time. */
#define WATCH_DEADLINE (30 * G_USEC_PER_SEC)
#define REQUEST_DEADLINE (60 * G_USEC_PER_SEC)
#define REQUEST_IO_TIMEOUT 60

/* A peer whose packets are lost is noticed after 45 seconds. */
#define KEEPALIVE_IDLE 30
#define KEEPALIVE_INTERVAL 5
#define KEEPALIVE_PROBES 3

struct _KinTransport
{
  GObject parent_instance;

  KinContext *context;
  char *host;                /* as errors name it */
  gboolean tls;
  gboolean no_streamed_lists;
  gboolean near;             /* on this machine, where compressing costs more than it saves */
  KinTrust *trust;
  KinSessionPool *requests;
  KinSessionPool *watches;
  GCancellable *closing;
  GPtrArray *sockets;        /* of GSocket */
};

G_DEFINE_FINAL_TYPE (KinTransport, kin_transport, G_TYPE_OBJECT)

/* One request on its way. The task's data. */
typedef struct
{
  KinTransport *transport;   /* lent by the task */
  char *path;
  char *what;
  char *accept;
  KinRequestFlags flags;

  gboolean returned;         /* the caller has its answer, though libsoup may not be done */
  GSource *cancel_source;    /* the caller's cancellable */
  guint deadline;
  GCancellable *cancellable; /* libsoup's */

  KinSessionLease *lease;
  char *token;
  KinResponse *refused;      /* the 401 that waits for a newer token */
  gboolean refreshed;
  gboolean http1;            /* tried again so */
  SoupMessage *message;
  GTlsCertificateFlags certificate_flags;
  char *issuer;
} Send;

static void get_stream (GTask *task);
static void send_message (GTask *task);

static void
clear_timers (Send *send)
{
  if (send->deadline != 0)
    kin_clock_remove (kin_clock_get_default (), send->deadline);
  send->deadline = 0;

  if (send->cancel_source != NULL)
    g_source_destroy (send->cancel_source);
  g_clear_pointer (&send->cancel_source, g_source_unref);
}

static void
send_free (gpointer data)
{
  Send *send = data;

  clear_timers (send);
  g_clear_object (&send->cancellable);
  g_clear_object (&send->refused);
  g_clear_pointer (&send->lease, kin_session_lease_free);
  g_clear_object (&send->message);
  g_free (send->token);
  g_free (send->issuer);
  g_free (send->path);
  g_free (send->what);
  g_free (send->accept);
  g_free (send);
}

static Send *
send_new (KinTransport     *self,
          const KinRequest *request)
{
  Send *send = g_new0 (Send, 1);

  send->transport = self;
  send->path = g_strdup (request->path);
  send->what = g_strdup (request->what);
  send->accept = g_strdup (request->accept != NULL ? request->accept : "application/json");
  send->flags = request->flags;
  send->cancellable = g_cancellable_new ();

  return send;
}

/* Returns */

static void
return_response (GTask       *task,
                 KinResponse *response)
{
  Send *send = g_task_get_task_data (task);

  if (send->returned)
    return;

  send->returned = TRUE;
  clear_timers (send);
  g_task_return_pointer (task, g_object_ref (response), g_object_unref);
}

static void
return_error (GTask  *task,
              GError *error)
{
  Send *send = g_task_get_task_data (task);

  if (send->returned)
    {
      g_error_free (error);
      return;
    }

  send->returned = TRUE;
  clear_timers (send);
  g_task_return_error (task, error);
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  g_autoptr(GTask) task = g_object_ref (user_data);
  Send *send = g_task_get_task_data (task);
  GError *error = NULL;

  g_cancellable_set_error_if_cancelled (cancellable, &error);
  return_error (task, error);
  g_cancellable_cancel (send->cancellable);

  return G_SOURCE_REMOVE;
}

static void
deadline_cb (gpointer user_data)
{
  g_autoptr(GTask) task = g_object_ref (user_data);
  Send *send = g_task_get_task_data (task);

  send->deadline = 0;
  return_error (task, g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TIMED_OUT,
                                   _("%s: %s did not answer in time"), send->what, send->transport->host));
  g_cancellable_cancel (send->cancellable);
}

static void
watch_cancellable (GTask *task)
{
  Send *send = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);

  if (cancellable == NULL)
    return;

  send->cancel_source = g_cancellable_source_new (cancellable);
  g_source_set_static_name (send->cancel_source, "[kinformer] request cancelled");
  g_source_set_callback (send->cancel_source, G_SOURCE_FUNC (cancelled_cb), task, NULL);
  g_source_attach (send->cancel_source, g_main_context_get_thread_default ());
}

/* Sessions */

static char *
dup_host (KinContext *context,
          GUri       *uri)
{
  const char *host = g_uri_get_host (uri);
  g_autofree char *bracketed = strchr (host, ':') != NULL ? g_strconcat ("[", host, "]", NULL) : g_strdup (host);

  if (kin_context_get_socket_path (context) != NULL)
    return g_strdup (kin_context_get_server_label (context));
  if (g_uri_get_port (uri) < 0)
    return g_steal_pointer (&bracketed);

  return g_strdup_printf ("%s:%d", bracketed, g_uri_get_port (uri));
}

static gboolean
is_near (KinContext *context,
         GUri       *uri)
{
  g_autoptr(GInetAddress) address = g_inet_address_new_from_string (g_uri_get_host (uri));

  if (kin_context_get_socket_path (context) != NULL)
    return TRUE;
  if (kin_context_get_proxy_url (context) != NULL)
    return FALSE;

  return g_str_equal (g_uri_get_host (uri), "localhost") || (address != NULL && g_inet_address_get_is_loopback (address));
}

/* remote-connectable can be given at construction only. */
static GSocketConnectable *
make_server_address (KinTransport *self)
{
  const char *path = kin_context_get_socket_path (self->context);
  const char *name = kin_context_get_tls_server_name (self->context);
  g_autoptr(GUri) uri = NULL;

  if (path != NULL)
    return G_SOCKET_CONNECTABLE (g_unix_socket_address_new (path));
  if (name == NULL || !self->tls)
    return NULL;

  uri = g_uri_parse (kin_context_get_server (self->context), SOUP_HTTP_URI_FLAGS, NULL);

  return kin_server_address_new (name, g_uri_get_host (uri), g_uri_get_port (uri));
}

static SoupSession *
make_session (KinTransport *self,
              guint         max_connections,
              guint         io_timeout)
{
  g_autoptr(GSocketConnectable) address = make_server_address (self);
  const char *proxy = kin_context_get_proxy_url (self->context);
  SoupSession *session;

  session = soup_session_new_with_options ("user-agent", "kinformer/" PACKAGE_VERSION,
                                           "max-conns", max_connections,
                                           "max-conns-per-host", max_connections,
                                           "timeout", io_timeout,
                                           "remote-connectable", address,
                                           NULL);

  /* Inflating belongs to the workers. */
  soup_session_remove_feature_by_type (session, SOUP_TYPE_CONTENT_DECODER);

  if (kin_trust_get_database (self->trust) != NULL)
    soup_session_set_tls_database (session, kin_trust_get_database (self->trust));

  if (proxy != NULL)
    {
      g_autoptr(GProxyResolver) resolver = g_simple_proxy_resolver_new (proxy, NULL);

      soup_session_set_proxy_resolver (session, resolver);
    }

  return session;
}

static SoupSession *
make_request_session (gpointer user_data)
{
  return make_session (user_data, MAX_REQUEST_CONNECTIONS, REQUEST_IO_TIMEOUT);
}

/* A quiet watch is no error: no timeout. Over HTTP/1.1 each stream has its connection. */
static SoupSession *
make_watch_session (gpointer user_data)
{
  return make_session (user_data, STREAMS_PER_SESSION, 0);
}

/* Errors */

static GError *
new_closed_error (Send *send)
{
  return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED,
                      _("%s: the connection to %s was closed"), send->what, send->transport->host);
}

static GError *
explain (Send         *send,
         const GError *cause)
{
  KinTransport *self = send->transport;
  g_autofree char *trust = kin_context_dup_cluster_label (self->context);
  KinNetworkTrouble trouble = {
    .what = send->what,
    .host = self->host,
    .proxy = kin_context_get_proxy_url (self->context),
    .trust = trust,
    .issuer = send->issuer,
    .certificate_flags = send->certificate_flags,
  };

  if (g_cancellable_is_cancelled (self->closing))
    return new_closed_error (send);

  return kin_network_error_new (cause, &trouble);
}

/* The error of what came before anything was sent. */
static GError *
explain_credentials (Send         *send,
                     const GError *cause)
{
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return g_error_copy (cause);

  return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CREDENTIALS, "%s: %s", send->what, cause->message);
}

static void
refusal_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;

  return_error (task, kin_refusal_read_finish (KIN_RESPONSE (source), result));
}

static void
judge_response (GTask       *task,
                KinResponse *response)
{
  if (kin_refusal_is_one (kin_response_get_message (response)))
    kin_refusal_read_async (response, g_task_get_cancellable (task), refusal_cb, g_object_ref (task));
  else
    return_response (task, response);
}

/* The message */

/* Sockets are closed by others: those are forgotten here, sooner or later. */
static void
keep_socket (KinTransport *self,
             GSocket      *socket)
{
  for (guint i = self->sockets->len; i > 0; i--)
    if (g_socket_is_closed (self->sockets->pdata[i - 1]))
      g_ptr_array_remove_index_fast (self->sockets, i - 1);

  g_ptr_array_add (self->sockets, g_object_ref (socket));
}

static void
network_event_cb (SoupMessage        *message,
                  GSocketClientEvent  event,
                  GIOStream          *connection,
                  gpointer            user_data)
{
  Send *send = user_data;
  GSocket *socket;

  if (event != G_SOCKET_CLIENT_CONNECTED || !G_IS_SOCKET_CONNECTION (connection))
    return;

  socket = g_socket_connection_get_socket (G_SOCKET_CONNECTION (connection));
  keep_socket (send->transport, socket);
  if (g_socket_get_family (socket) == G_SOCKET_FAMILY_UNIX)
    return;

  g_socket_set_keepalive (socket, TRUE);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_IDLE, NULL);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_INTERVAL, NULL);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_PROBES, NULL);
}

static gboolean
accept_certificate_cb (SoupMessage          *message,
                       GTlsCertificate      *certificate,
                       GTlsCertificateFlags  flags,
                       gpointer              user_data)
{
  Send *send = user_data;

  if (kin_context_get_insecure (send->transport->context))
    return TRUE;

  send->certificate_flags = flags;
  g_free (send->issuer);
  send->issuer = g_tls_certificate_get_issuer_name (certificate);

  return FALSE;
}

/* As kubectl, no credential goes over plain http. */
static void
add_credentials (Send *send)
{
  KinTransport *self = send->transport;
  SoupMessageHeaders *headers = soup_message_get_request_headers (send->message);
  g_autofree char *authorization = NULL;

  if (!self->tls)
    return;

  if (send->token != NULL)
    authorization = g_strconcat ("Bearer ", send->token, NULL);
  else
    authorization = kin_context_dup_basic_authorization (self->context);

  if (authorization != NULL)
    soup_message_headers_replace (headers, "Authorization", authorization);
  if (kin_trust_get_certificate (self->trust) != NULL)
    soup_message_set_tls_client_certificate (send->message, kin_trust_get_certificate (self->trust));
}

static void
make_message (Send *send)
{
  KinTransport *self = send->transport;
  const char * const *header = kin_context_get_headers (self->context);
  g_autofree char *address = g_strconcat (kin_context_get_server (self->context), send->path, NULL);
  SoupMessageHeaders *headers;

  g_clear_object (&send->message);
  send->message = soup_message_new ("GET", address);
  soup_message_add_flags (send->message, SOUP_MESSAGE_NO_REDIRECT);
  soup_message_set_force_http1 (send->message, send->http1 || (send->flags & (KIN_REQUEST_WATCH | KIN_REQUEST_LIST)) != 0);
  g_signal_connect (send->message, "network-event", G_CALLBACK (network_event_cb), send);
  g_signal_connect (send->message, "accept-certificate", G_CALLBACK (accept_certificate_cb), send);

  headers = soup_message_get_request_headers (send->message);
  soup_message_headers_replace (headers, "Accept", send->accept);
  if ((send->flags & KIN_REQUEST_GZIP) && !self->near && !kin_context_get_disable_compression (self->context))
    soup_message_headers_replace (headers, "Accept-Encoding", "gzip");
  for (; *header != NULL; header += 2)
    soup_message_headers_append (headers, header[0], header[1]);

  add_credentials (send);
}

/* The server may have been given a newer token since ours was read. */
static void
newer_token_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Send *send = g_task_get_task_data (task);
  g_autoptr(KinResponse) refused = g_steal_pointer (&send->refused);
  g_autofree char *token = kin_context_get_token_finish (KIN_CONTEXT (source), result, NULL);

  if (token == NULL || g_strcmp0 (token, send->token) == 0)
    {
      judge_response (task, refused);
      return;
    }

  kin_response_close (refused);
  g_set_str (&send->token, token);
  if (!send->returned)
    get_stream (task);
}

/* An API server that refuses to know us also asks for the connection to be ended, and libsoup up to 3.6 takes this
 * for the failure of all that is under way on it. Over HTTP/1.1 the answer is heard. */
static gboolean
is_http2_failure (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_FAILED) && g_str_has_prefix (error->message, "HTTP/2 Error: ");
}

static void
take_response (GTask       *task,
               KinResponse *response)
{
  Send *send = g_task_get_task_data (task);

  if (soup_message_get_status (send->message) != SOUP_STATUS_UNAUTHORIZED || send->token == NULL || send->refreshed)
    {
      judge_response (task, response);
      return;
    }

  send->refreshed = TRUE;
  send->refused = g_object_ref (response);
  kin_context_get_token_async (send->transport->context, TRUE, g_task_get_cancellable (task), newer_token_cb, g_object_ref (task));
}

static void
sent_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Send *send = g_task_get_task_data (task);
  KinTransport *self = send->transport;
  g_autoptr(GError) error = NULL;
  g_autoptr(GInputStream) body = soup_session_send_finish (SOUP_SESSION (source), result, &error);

  g_signal_handlers_disconnect_by_data (send->message, send);

  if (body != NULL)
    {
      g_autoptr(KinResponse) response = kin_response_new (send->message, g_steal_pointer (&body), g_steal_pointer (&send->lease),
                                                          self->closing, send->what, self->host);

      /* Letting go of it closes it. */
      if (!send->returned)
        take_response (task, response);
    }
  else if (!send->returned && !send->http1 && is_http2_failure (error))
    {
      send->http1 = TRUE;
      send_message (task);
    }
  else
    {
      return_error (task, explain (send, error));
    }
}

static void
send_message (GTask *task)
{
  Send *send = g_task_get_task_data (task);
  gint64 deadline = (send->flags & KIN_REQUEST_WATCH) ? WATCH_DEADLINE : REQUEST_DEADLINE;

  make_message (send);
  if (send->deadline == 0)
    send->deadline = kin_clock_add_timeout (kin_clock_get_default (), deadline, deadline_cb, task);
  soup_session_send_async (kin_session_lease_get_session (send->lease), send->message, SEND_PRIORITY,
                           send->cancellable, sent_cb, g_object_ref (task));
}

static void
stream_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Send *send = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;

  send->lease = kin_session_pool_acquire_finish (KIN_SESSION_POOL (source), result, &error);
  if (send->lease == NULL)
    return_error (task, g_steal_pointer (&error));
  else if (!send->returned)
    send_message (task);
}

static void
get_stream (GTask *task)
{
  Send *send = g_task_get_task_data (task);
  KinTransport *self = send->transport;

  kin_session_pool_acquire_async ((send->flags & KIN_REQUEST_WATCH) ? self->watches : self->requests,
                                  g_task_get_cancellable (task), stream_cb, g_object_ref (task));
}

static void
token_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Send *send = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;

  send->token = kin_context_get_token_finish (KIN_CONTEXT (source), result, &error);
  if (error != NULL)
    return_error (task, explain_credentials (send, error));
  else if (!send->returned)
    get_stream (task);
}

static void
get_token (GTask *task)
{
  Send *send = g_task_get_task_data (task);
  KinTransport *self = send->transport;

  kin_context_get_token_async (self->context, FALSE, g_task_get_cancellable (task), token_cb, g_object_ref (task));
}

static void
trust_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Send *send = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;

  if (!kin_trust_load_finish (KIN_TRUST (source), result, &error))
    return_error (task, explain_credentials (send, error));
  else if (!send->returned)
    get_token (task);
}

/* Over plain http there is nobody to trust, and nothing to show. */
static void
begin (GTask *task)
{
  Send *send = g_task_get_task_data (task);
  KinTransport *self = send->transport;

  if (self->tls)
    kin_trust_load_async (self->trust, trust_cb, g_object_ref (task));
  else
    get_stream (task);
}

static void
kin_transport_dispose (GObject *object)
{
  KinTransport *self = KIN_TRANSPORT (object);

  g_clear_object (&self->requests);
  g_clear_object (&self->watches);
  g_clear_object (&self->trust);
  g_clear_object (&self->context);

  G_OBJECT_CLASS (kin_transport_parent_class)->dispose (object);
}

static void
kin_transport_finalize (GObject *object)
{
  KinTransport *self = KIN_TRANSPORT (object);

  g_clear_object (&self->closing);
  g_clear_pointer (&self->sockets, g_ptr_array_unref);
  g_clear_pointer (&self->host, g_free);

  G_OBJECT_CLASS (kin_transport_parent_class)->finalize (object);
}

static void
kin_transport_class_init (KinTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_transport_dispose;
  object_class->finalize = kin_transport_finalize;
}

static void
kin_transport_init (KinTransport *self)
{
  self->closing = g_cancellable_new ();
  self->sockets = g_ptr_array_new_with_free_func (g_object_unref);
  self->requests = kin_session_pool_new (STREAMS_PER_SESSION, MAX_REQUEST_SESSIONS, make_request_session, self);
  self->watches = kin_session_pool_new (STREAMS_PER_SESSION, MAX_WATCH_SESSIONS, make_watch_session, self);
}

/**
 * kin_transport_new:
 * @context: which cluster, and who to be there
 *
 * Returns: (transfer full): a transport that has not connected yet
 */
KinTransport *
kin_transport_new (KinContext *context)
{
  KinTransport *self;

  g_return_val_if_fail (KIN_IS_CONTEXT (context), NULL);

  self = g_object_new (KIN_TYPE_TRANSPORT, NULL);
  self->context = g_object_ref (context);
  self->trust = kin_trust_new (context);

  if (kin_context_get_error (context) == NULL)
    {
      g_autoptr(GUri) uri = g_uri_parse (kin_context_get_server (context), SOUP_HTTP_URI_FLAGS, NULL);

      self->host = dup_host (context, uri);
      self->near = is_near (context, uri);
      self->tls = g_str_equal (g_uri_get_scheme (uri), "https");
    }

  return self;
}

/**
 * kin_transport_send_async:
 * @self: a transport
 * @request: what to get; copied
 * @cancellable: (nullable): a cancellable
 * @callback: called when the answer has begun
 * @user_data: for @callback
 *
 * Sends a request. Any answer but 200 is an error.
 */
void
kin_transport_send_async (KinTransport        *self,
                          const KinRequest    *request,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  Send *send;

  g_return_if_fail (KIN_IS_TRANSPORT (self));
  g_return_if_fail (request != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_transport_send_async);
  g_task_set_priority (task, SEND_PRIORITY);
  send = send_new (self, request);
  g_task_set_task_data (task, send, send_free);
  watch_cancellable (task);

  if (kin_context_get_error (self->context) != NULL)
    return_error (task, g_error_copy (kin_context_get_error (self->context)));
  else if (g_cancellable_is_cancelled (self->closing))
    return_error (task, new_closed_error (send));
  else
    begin (task);
}

/**
 * kin_transport_send_finish:
 * @self: a transport
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full): the answer, whose body is still to be read, or %NULL with @error set
 */
KinResponse *
kin_transport_send_finish (KinTransport  *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (KIN_IS_TRANSPORT (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * kin_transport_get_watches:
 * @self: a transport
 *
 * Returns: (transfer none): the sessions of the watches
 */
KinSessionPool *
kin_transport_get_watches (KinTransport *self)
{
  g_return_val_if_fail (KIN_IS_TRANSPORT (self), NULL);

  return self->watches;
}

/**
 * kin_transport_get_n_bytes:
 * @self: a transport
 *
 * Returns: how many bytes of bodies have come, as they came
 */
guint64
kin_transport_get_n_bytes (KinTransport *self)
{
  g_return_val_if_fail (KIN_IS_TRANSPORT (self), 0);

  return kin_session_pool_get_n_bytes (self->requests) + kin_session_pool_get_n_bytes (self->watches);
}

/**
 * kin_transport_get_streams_lists:
 * @self: a transport
 *
 * Tells whether the server may send lists as the first events of a watch.
 *
 * Returns: %FALSE once it has turned out that it does not
 */
gboolean
kin_transport_get_streams_lists (KinTransport *self)
{
  g_return_val_if_fail (KIN_IS_TRANSPORT (self), FALSE);

  return !self->no_streamed_lists;
}

/**
 * kin_transport_refuse_streamed_lists:
 * @self: a transport
 *
 * Notes that the server, or what stands before it, does not stream lists to their end.
 */
void
kin_transport_refuse_streamed_lists (KinTransport *self)
{
  g_return_if_fail (KIN_IS_TRANSPORT (self));

  self->no_streamed_lists = TRUE;
}

/**
 * kin_transport_close:
 * @self: a transport
 *
 * Ends all connections, for good.
 */
void
kin_transport_close (KinTransport *self)
{
  g_return_if_fail (KIN_IS_TRANSPORT (self));

  g_cancellable_cancel (self->closing);
  kin_session_pool_close (self->requests);
  kin_session_pool_close (self->watches);

  /* What libsoup does not know to be cancelled ends with its connection. */
  for (guint i = 0; i < self->sockets->len; i++)
    g_socket_shutdown (self->sockets->pdata[i], TRUE, TRUE, NULL);
}
