/* kin-demo-server.c: the demo cluster's API over HTTP, for this machine only and for those who know the path to it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-server.h"

#include <errno.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "demo/kin-demo-api.h"
#include "demo/kin-demo-error.h"
#include "demo/kin-demo-exchange.h"
#include "demo/kin-demo-mute-listener.h"
#include "demo/kin-demo-stream.h"

/* What kube-apiserver takes. */
#define MAX_BODY (3 * 1024 * 1024)
#define PREFIX_BYTES 16
#define CONTROL_PATH "/demo/"

#define SIGN_IN_PAGE "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><h1>Sign in to go on</h1></body></html>\n"

struct _KinDemoServer
{
  GObject parent_instance;

  KinDemoWorld *world;
  KinDemoFaults *faults;
  KinDemoControl *control;
  char *prefix;                 /* (nullable) */

  SoupServer *soup;
  GSocketService *service;      /* (nullable): NULL while it is down */
  GSocketAddress *address;      /* (nullable): what it listens at */
  GHashTable *streams;          /* KinDemoStream (weak) → GSocket */
  GHashTable *exchanges;        /* SoupServerMessage → KinDemoExchange */

  gint64 restart_down;          /* what the control path has asked for; -1 = nothing */
  KinClock *clock;              /* what the restart waits on */
  guint restart_handle;
};

G_DEFINE_FINAL_TYPE (KinDemoServer, kin_demo_server, G_TYPE_OBJECT)

/* What the faults name. */
static const struct
{
  guint status;
  KinDemoError code;
} refusals[] = {
  { 401, KIN_DEMO_ERROR_UNAUTHORIZED },
  { 403, KIN_DEMO_ERROR_FORBIDDEN },
  { 404, KIN_DEMO_ERROR_NOT_FOUND },
  { 410, KIN_DEMO_ERROR_EXPIRED },
  { 429, KIN_DEMO_ERROR_TOO_MANY_REQUESTS },
  { 503, KIN_DEMO_ERROR_UNAVAILABLE },
};

static const char * const hosts[] = { "127.0.0.1", "localhost", "[::1]" };

static gboolean
is_unix (GSocketAddress *address)
{
  return G_IS_UNIX_SOCKET_ADDRESS (address);
}

static gboolean
is_loopback (GSocketAddress *address)
{
  return G_IS_INET_SOCKET_ADDRESS (address) &&
         g_inet_address_get_is_loopback (g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)));
}

static gboolean
check_address (GSocketAddress  *address,
               GError         **error)
{
  g_autofree char *text = NULL;

  if (is_unix (address) || is_loopback (address))
    return TRUE;

  text = g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (address));
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
               _("the demo cluster is for this machine only: it does not listen at “%s”"), text);

  return FALSE;
}

/* Takes as long whatever the difference is. */
static gboolean
has_prefix (const char *path,
            const char *prefix)
{
  gsize length = strlen (prefix);
  guint8 difference = 0;

  if (strlen (path) < length)
    return FALSE;

  for (gsize i = 0; i < length; i++)
    difference |= path[i] ^ prefix[i];

  return difference == 0 && (path[length] == '\0' || path[length] == '/');
}

/* A page in a browser may know the port, and bend a name of its own to this machine; its requests bear that name. */
static gboolean
is_known_host (const char *host)
{
  for (guint i = 0; host != NULL && i < G_N_ELEMENTS (hosts); i++)
    {
      gsize length = strlen (hosts[i]);

      if (g_ascii_strncasecmp (host, hosts[i], length) == 0 && (host[length] == '\0' || host[length] == ':'))
        return TRUE;
    }

  return FALSE;
}

static const char *
get_path (SoupServerMessage *message)
{
  return g_uri_get_path (soup_server_message_get_uri (message));
}

static const char *
get_header (SoupServerMessage *message,
            const char        *name)
{
  return soup_message_headers_get_one (soup_server_message_get_request_headers (message), name);
}

/* 0 if the request may go on. */
static guint
check_request (KinDemoServer     *self,
               SoupServerMessage *message)
{
  goffset length = soup_message_headers_get_content_length (soup_server_message_get_request_headers (message));

  if (!is_unix (self->address) && !is_known_host (get_header (message, "Host")))
    return SOUP_STATUS_FORBIDDEN;
  if (self->prefix != NULL && !has_prefix (get_path (message), self->prefix))
    return SOUP_STATUS_NOT_FOUND;

  return length > MAX_BODY ? SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE : 0;
}

/* Before the body comes: whoever may not ask is not listened to either. */
static void
head_cb (SoupServer        *soup,
         SoupServerMessage *message,
         const char        *path,
         GHashTable        *query,
         gpointer           user_data)
{
  KinDemoServer *self = user_data;
  guint status = check_request (self, message);

  if (status == 0)
    return;

  soup_message_body_set_accumulate (soup_server_message_get_request_body (message), FALSE);
  soup_server_message_set_status (message, status, NULL);
}

static void
add_warnings (SoupMessageHeaders *headers,
              GPtrArray          *warnings)
{
  for (guint i = 0; i < warnings->len; i++)
    {
      g_autoptr(GString) text = g_string_new (g_ptr_array_index (warnings, i));
      g_autofree char *value = NULL;

      g_string_replace (text, "\\", "\\\\", 0);
      g_string_replace (text, "\"", "\\\"", 0);
      value = g_strdup_printf ("299 - \"%s\"", text->str);
      soup_message_headers_append (headers, "Warning", value);
    }
}

/* By the cluster's clock, which may be wrong. */
static void
set_date (KinDemoServer      *self,
          SoupMessageHeaders *headers)
{
  g_autoptr(GDateTime) now = g_date_time_new_from_unix_utc (kin_demo_world_get_now (self->world) / G_USEC_PER_SEC);
  g_autofree char *date = soup_date_time_to_string (now, SOUP_DATE_HTTP);

  soup_message_headers_replace (headers, "Date", date);
}

static void
set_head (KinDemoServer         *self,
          SoupServerMessage     *message,
          const KinDemoResponse *response)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  /* libsoup has no phrase for it. */
  soup_server_message_set_status (message, response->status, response->status == 429 ? "Too Many Requests" : NULL);
  soup_message_headers_set_content_type (headers, response->content_type, NULL);
  soup_message_headers_append (headers, "Cache-Control", "no-cache, private");
  set_date (self, headers);
  add_warnings (headers, response->warnings);
  if (response->retry_after > 0)
    {
      g_autofree char *seconds = g_strdup_printf ("%u", response->retry_after);

      soup_message_headers_append (headers, "Retry-After", seconds);
    }
}

static void
finished_cb (SoupServerMessage *message,
             KinDemoServer     *self)
{
  g_hash_table_remove (self->exchanges, message);
}

static void
send_response (KinDemoServer     *self,
               SoupServerMessage *message,
               GSocket           *socket,
               KinDemoResponse   *response)
{
  set_head (self, message, response);

  if (response->body != NULL)
    {
      soup_message_body_append_bytes (soup_server_message_get_response_body (message), response->body);
      return;
    }

  g_hash_table_insert (self->exchanges, g_object_ref (message), kin_demo_exchange_new (message, response, socket));
  g_signal_connect_object (message, "finished", G_CALLBACK (finished_cb), self, G_CONNECT_DEFAULT);
}

static KinDemoError
find_refusal (guint status)
{
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      if (refusals[i].status == status)
        return refusals[i].code;
    }

  return KIN_DEMO_ERROR_INTERNAL;
}

static KinDemoResponse *
new_refusal (const KinDemoFault *fault)
{
  KinDemoResponse *response = kin_demo_response_new ();
  g_autoptr(GError) error = g_error_new_literal (KIN_DEMO_ERROR, find_refusal (fault->status), "the demo cluster was told to refuse this");

  if (fault->retry_after > 0)
    kin_demo_error_set_retry_after (error, fault->retry_after);
  kin_demo_response_set_error (response, error);
  response->status = fault->status;
  response->retry_after = fault->retry_after;

  return response;
}

static KinDemoResponse *
new_page (void)
{
  KinDemoResponse *response = kin_demo_response_new ();

  kin_demo_response_take_body (response, "text/html", g_bytes_new_static (SIGN_IN_PAGE, strlen (SIGN_IN_PAGE)));

  return response;
}

static KinDemoResponse *
answer (KinDemoServer        *self,
        const KinDemoRequest *request,
        KinDemoFault         *fault)
{
  KinDemoResponse *response;

  if (fault != NULL && fault->action == KIN_DEMO_FAULT_STATUS)
    return new_refusal (fault);
  if (fault != NULL && fault->action == KIN_DEMO_FAULT_HTML)
    return new_page ();

  response = kin_demo_api_handle (self->world, request);
  if (fault != NULL && response->watch != NULL)
    kin_demo_watch_set_fault (response->watch, fault);

  return response;
}

static void
restart_asked_cb (KinDemoControl *control,
                  gint64          down_us,
                  KinDemoServer  *self)
{
  self->restart_down = down_us;
}

/* The answer has gone out. */
static void
control_finished_cb (SoupServerMessage *message,
                     KinDemoServer     *self)
{
  gint64 down_us = self->restart_down;

  self->restart_down = -1;
  if (down_us >= 0)
    kin_demo_server_restart (self, down_us);
}

static void
handle_control (KinDemoServer        *self,
                SoupServerMessage    *message,
                const KinDemoRequest *request)
{
  g_autoptr(KinDemoResponse) response = kin_demo_response_new ();
  GBytes *body = NULL;

  response->status = kin_demo_control_handle (self->control, request->method, request->path, request->body, &body);
  kin_demo_response_take_body (response, "application/json", body);
  set_head (self, message, response);
  soup_message_body_append_bytes (soup_server_message_get_response_body (message), response->body);
  g_signal_connect_object (message, "finished", G_CALLBACK (control_finished_cb), self, G_CONNECT_DEFAULT);
}

static void
handle_request (KinDemoServer     *self,
                SoupServerMessage *message,
                KinDemoStream     *stream,
                GHashTable        *query)
{
  g_autoptr(GBytes) body = soup_message_body_flatten (soup_server_message_get_request_body (message));
  const KinDemoRequest request = {
    .method = soup_server_message_get_method (message),
    .path = get_path (message) + (self->prefix != NULL ? strlen (self->prefix) : 0),
    .query = query,
    .accept = get_header (message, "Accept"),
    .content_type = get_header (message, "Content-Type"),
    .user_agent = get_header (message, "User-Agent"),
    .body = body,
    .stale_groups = kin_demo_faults_get_stale_groups (self->faults),
  };
  g_autoptr(KinDemoFault) fault = NULL;
  g_autoptr(KinDemoResponse) response = NULL;

  if (g_str_has_prefix (request.path, CONTROL_PATH))
    {
      handle_control (self, message, &request);
      return;
    }

  fault = kin_demo_faults_match (self->faults, request.method, request.path, kin_demo_api_is_watch (&request));
  if (fault != NULL && kin_demo_fault_is_on_wire (fault))
    kin_demo_stream_arm (stream, fault);

  response = answer (self, &request, fault);
  send_response (self, message, g_hash_table_lookup (self->streams, stream), response);
}

static void
request_cb (SoupServer        *soup,
            SoupServerMessage *message,
            const char        *decoded_path,
            GHashTable        *query,
            gpointer           user_data)
{
  KinDemoServer *self = user_data;
  KinDemoStream *stream = kin_demo_stream_find (soup_server_message_get_remote_address (message));

  /* Cut, before its request was read to the end. */
  if (stream == NULL || !g_hash_table_contains (self->streams, stream))
    {
      soup_server_message_set_status (message, SOUP_STATUS_SERVICE_UNAVAILABLE, NULL);
      return;
    }

  handle_request (self, message, stream, query);
}

static void
stream_gone_cb (gpointer  user_data,
                GObject  *stream)
{
  KinDemoServer *self = user_data;

  g_hash_table_remove (self->streams, stream);
}

static gboolean
incoming_cb (GSocketService    *service,
             GSocketConnection *connection,
             GObject           *source,
             KinDemoServer     *self)
{
  g_autoptr(KinDemoStream) stream = kin_demo_stream_new (connection, kin_demo_world_get_clock (self->world), self->faults);
  g_autoptr(GSocketAddress) local = g_socket_connection_get_local_address (connection, NULL);
  g_autoptr(GError) error = NULL;

  /* Known before it is handed over: a request that has come already is answered from within. */
  g_hash_table_insert (self->streams, stream, g_object_ref (g_socket_connection_get_socket (connection)));
  g_object_weak_ref (G_OBJECT (stream), stream_gone_cb, self);

  if (!soup_server_accept_iostream (self->soup, G_IO_STREAM (stream), local, kin_demo_stream_get_address (stream), &error))
    g_debug ("a connection to the demo cluster was not taken: %s", error->message);

  return TRUE;
}

/* A socket's file stays behind when its server ends. */
static void
remove_socket_file (KinDemoServer *self)
{
  if (is_unix (self->address))
    unlink (g_unix_socket_address_get_path (G_UNIX_SOCKET_ADDRESS (self->address)));
}

static void
take_service (KinDemoServer  *self,
              GSocketService *service,
              GSocketAddress *address)
{
  g_set_object (&self->address, address);
  g_signal_connect_object (service, "incoming", G_CALLBACK (incoming_cb), self, G_CONNECT_DEFAULT);
  self->service = service;
}

static gboolean
start_listening (KinDemoServer   *self,
                 GSocketAddress  *address,
                 GError         **error)
{
  g_autoptr(GSocketService) service = g_socket_service_new ();
  g_autoptr(GSocketAddress) effective = NULL;

  if (!g_socket_listener_add_address (G_SOCKET_LISTENER (service), address, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT,
                                      NULL, &effective, error))
    return FALSE;

  take_service (self, g_steal_pointer (&service), effective);

  return TRUE;
}

static void
stop_listening (KinDemoServer *self)
{
  if (self->service == NULL)
    return;

  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  g_clear_object (&self->service);
  remove_socket_file (self);
}

static void
clear_restart (KinDemoServer *self)
{
  if (self->restart_handle > 0)
    kin_clock_remove (self->clock, self->restart_handle);
  self->restart_handle = 0;
}

static void
restart_cb (gpointer user_data)
{
  KinDemoServer *self = user_data;
  g_autoptr(GError) error = NULL;

  self->restart_handle = 0;
  if (!start_listening (self, self->address, &error))
    g_warning ("the demo cluster can’t listen again: %s", error->message);
}

static void
shut_down (KinDemoServer *self)
{
  clear_restart (self);
  stop_listening (self);
  if (self->soup != NULL)
    {
      soup_server_remove_handler (self->soup, NULL);
      kin_demo_server_close_all (self);
      soup_server_disconnect (self->soup);
    }
  g_hash_table_remove_all (self->exchanges);
  g_clear_object (&self->soup);
}

static gboolean
patience_cb (gpointer user_data)
{
  gboolean *is_over = user_data;

  *is_over = TRUE;

  return G_SOURCE_CONTINUE;
}

static void
kin_demo_server_dispose (GObject *object)
{
  KinDemoServer *self = KIN_DEMO_SERVER (object);
  GHashTableIter iter;
  gpointer stream;

  shut_down (self);

  g_hash_table_iter_init (&iter, self->streams);
  while (g_hash_table_iter_next (&iter, &stream, NULL))
    {
      g_object_weak_unref (stream, stream_gone_cb, self);
      g_hash_table_iter_remove (&iter);
    }

  g_clear_object (&self->clock);
  g_clear_object (&self->control);
  g_clear_object (&self->faults);
  g_clear_object (&self->world);

  G_OBJECT_CLASS (kin_demo_server_parent_class)->dispose (object);
}

static void
kin_demo_server_finalize (GObject *object)
{
  KinDemoServer *self = KIN_DEMO_SERVER (object);

  g_clear_object (&self->address);
  g_hash_table_unref (self->exchanges);
  g_hash_table_unref (self->streams);
  g_free (self->prefix);

  G_OBJECT_CLASS (kin_demo_server_parent_class)->finalize (object);
}

static void
kin_demo_server_class_init (KinDemoServerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_demo_server_dispose;
  object_class->finalize = kin_demo_server_finalize;
}

static void
kin_demo_server_init (KinDemoServer *self)
{
  g_autoptr(GError) error = NULL;

  self->restart_down = -1;
  self->streams = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  self->exchanges = g_hash_table_new_full (NULL, NULL, g_object_unref, (GDestroyNotify) kin_demo_exchange_free);
  self->soup = soup_server_new (NULL, NULL);
  if (!kin_demo_mute_listener_add (self->soup, &error))
    g_warning ("the demo cluster’s connections serve one request each: %s", error->message);
  soup_server_add_early_handler (self->soup, NULL, head_cb, self, NULL);
  soup_server_add_handler (self->soup, NULL, request_cb, self, NULL);
}

/**
 * kin_demo_server_new:
 * @world: what is served
 * @faults: (nullable): what goes wrong on the way
 * @prefix: (nullable): what all paths begin with, such as kin_demo_server_new_prefix() makes; %NULL where only the user
 *   can reach the socket
 *
 * Makes a server that does not listen yet.
 *
 * Returns: (transfer full): a server
 */
KinDemoServer *
kin_demo_server_new (KinDemoWorld  *world,
                     KinDemoFaults *faults,
                     const char    *prefix)
{
  KinDemoServer *self;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (faults == NULL || KIN_IS_DEMO_FAULTS (faults), NULL);
  g_return_val_if_fail (prefix == NULL || *prefix == '/', NULL);

  self = g_object_new (KIN_TYPE_DEMO_SERVER, NULL);
  self->world = g_object_ref (world);
  self->faults = faults != NULL ? g_object_ref (faults) : kin_demo_faults_new ();
  self->prefix = g_strdup (prefix);
  self->control = kin_demo_control_new (self->world, self->faults);
  g_signal_connect_object (self->control, "restart", G_CALLBACK (restart_asked_cb), self, G_CONNECT_DEFAULT);

  return self;
}

/**
 * kin_demo_server_listen:
 * @self: a server that does not listen yet
 * @address: a unix socket, or an address of this machine's loopback; port 0 is any that is free
 * @error: return location
 *
 * Begins to serve, in the thread-default main context.
 *
 * Returns: %FALSE with @error set if that can't be
 */
gboolean
kin_demo_server_listen (KinDemoServer   *self,
                        GSocketAddress  *address,
                        GError         **error)
{
  g_return_val_if_fail (KIN_IS_DEMO_SERVER (self), FALSE);
  g_return_val_if_fail (G_IS_SOCKET_ADDRESS (address), FALSE);
  g_return_val_if_fail (self->address == NULL, FALSE);

  return check_address (address, error) && start_listening (self, address, error);
}

/**
 * kin_demo_server_listen_socket:
 * @self: a server that does not listen yet
 * @socket: a socket that listens already, at a path or at this machine's loopback
 * @error: return location
 *
 * Begins to serve, in the thread-default main context, whoever has connected to @socket and whoever will.
 *
 * Returns: %FALSE with @error set if that can't be
 */
gboolean
kin_demo_server_listen_socket (KinDemoServer  *self,
                               GSocket        *socket,
                               GError        **error)
{
  g_autoptr(GSocketService) service = NULL;
  g_autoptr(GSocketAddress) address = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_SERVER (self), FALSE);
  g_return_val_if_fail (G_IS_SOCKET (socket), FALSE);
  g_return_val_if_fail (self->address == NULL, FALSE);

  address = g_socket_get_local_address (socket, error);
  if (address == NULL || !check_address (address, error))
    return FALSE;

  service = g_socket_service_new ();
  if (!g_socket_listener_add_socket (G_SOCKET_LISTENER (service), socket, NULL, error))
    return FALSE;

  take_service (self, g_steal_pointer (&service), address);

  return TRUE;
}

/**
 * kin_demo_server_dup_url:
 * @self: a server that listens
 *
 * Returns: (transfer full): the URL that clients are given; over a unix socket its host means nothing
 */
char *
kin_demo_server_dup_url (KinDemoServer *self)
{
  const char *prefix;
  g_autofree char *text = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_SERVER (self), NULL);
  g_return_val_if_fail (self->address != NULL, NULL);

  prefix = self->prefix != NULL ? self->prefix : "";
  if (is_unix (self->address))
    return g_strconcat ("http://localhost", prefix, NULL);

  text = g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (self->address));

  return g_strconcat ("http://", text, prefix, NULL);
}

/**
 * kin_demo_server_get_control:
 * @self: a server
 *
 * Gets what answers below “/demo/”.
 *
 * Returns: (transfer none): the control path, for what else it asks for
 */
KinDemoControl *
kin_demo_server_get_control (KinDemoServer *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_SERVER (self), NULL);

  return self->control;
}

/**
 * kin_demo_server_get_n_open:
 * @self: a server
 *
 * Returns: how many watches and long lists are under way
 */
guint
kin_demo_server_get_n_open (KinDemoServer *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_SERVER (self), 0);

  return g_hash_table_size (self->exchanges);
}

/**
 * kin_demo_server_close_all:
 * @self: a server
 *
 * Cuts every connection.
 */
void
kin_demo_server_close_all (KinDemoServer *self)
{
  g_autoptr(GPtrArray) streams = NULL;
  g_autoptr(GPtrArray) messages = NULL;

  g_return_if_fail (KIN_IS_DEMO_SERVER (self));

  streams = g_hash_table_get_keys_as_ptr_array (self->streams);
  for (guint i = 0; i < streams->len; i++)
    kin_demo_stream_cut (g_ptr_array_index (streams, i));

  messages = g_hash_table_get_values_as_ptr_array (self->exchanges);
  for (guint i = 0; i < messages->len; i++)
    kin_demo_exchange_end (g_ptr_array_index (messages, i));
}

/**
 * kin_demo_server_restart:
 * @self: a server that listens
 * @down_us: for how long nobody is there, in microseconds
 *
 * Does what the restart of an API server does: cuts every connection, refuses new ones for a while, and knows no history
 * afterwards, so that versions from before are expired.
 */
void
kin_demo_server_restart (KinDemoServer *self,
                         gint64         down_us)
{
  g_return_if_fail (KIN_IS_DEMO_SERVER (self));
  g_return_if_fail (self->address != NULL);

  clear_restart (self);
  stop_listening (self);
  kin_demo_server_close_all (self);
  kin_demo_store_compact (kin_demo_world_get_store (self->world));

  g_set_object (&self->clock, kin_demo_world_get_clock (self->world));
  self->restart_handle = kin_clock_add_timeout (self->clock, down_us, restart_cb, self);
}

/**
 * kin_demo_server_stop:
 * @self: a server
 *
 * Ends it for good, and runs the thread-default main context until its last connection is gone: libsoup ends an answer
 * in a thread of GIO's, and holds the connection until it has heard from there. A thread that is about to end has to
 * wait for that; but not longer than a second.
 */
void
kin_demo_server_stop (KinDemoServer *self)
{
  g_autoptr(GMainContext) context = g_main_context_ref_thread_default ();
  g_autoptr(GSource) patience = g_timeout_source_new_seconds (1);
  gboolean is_over = FALSE;

  g_return_if_fail (KIN_IS_DEMO_SERVER (self));

  shut_down (self);

  g_source_set_callback (patience, patience_cb, &is_over, NULL);
  g_source_attach (patience, context);
  while (!is_over && g_hash_table_size (self->streams) > 0)
    g_main_context_iteration (context, TRUE);
  g_source_destroy (patience);
}

/**
 * kin_demo_server_new_prefix:
 *
 * Makes a path that nobody can guess: over TCP it is what keeps other users of this machine out.
 *
 * Returns: (transfer full): a path of 32 digits
 */
char *
kin_demo_server_new_prefix (void)
{
  guint8 bytes[PREFIX_BYTES];
  GString *prefix = g_string_new ("/");

  /* So few bytes never come in part. */
  if (getrandom (bytes, sizeof bytes, 0) != sizeof bytes)
    g_error ("the system has no random bytes: %s", g_strerror (errno));

  for (guint i = 0; i < sizeof bytes; i++)
    g_string_append_printf (prefix, "%02x", bytes[i]);

  return g_string_free (prefix, FALSE);
}
