/* test-demo-server.c: the demo cluster over real sockets.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>

#include "demo-world.h"
#include "demo/kin-demo-server.h"
#include "test-util.h"

#define PREFIX "/0123456789abcdef0123456789abcdef"
#define CONFIG_MAPS "/api/v1/namespaces/shop/configmaps"

typedef struct
{
  KinClock *clock;
  KinDemoWorld *world;
  KinDemoFaults *faults;
  KinDemoServer *server;
  guint16 port;
} Fixture;

/* A client that does just what it is told. */
typedef struct
{
  GSocketConnection *connection;
  GString *got;
  gboolean closed;
} Client;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr(GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr(GError) error = NULL;
  g_autofree char *url = NULL;
  g_autoptr(GUri) uri = NULL;

  fixture->clock = kin_clock_new_stepped (NOON);
  fixture->world = demo_world_new (fixture->clock);
  fixture->faults = kin_demo_faults_new ();
  fixture->server = kin_demo_server_new (fixture->world, fixture->faults, PREFIX);
  kin_demo_server_listen (fixture->server, address, &error);
  g_assert_no_error (error);

  url = kin_demo_server_dup_url (fixture->server);
  uri = g_uri_parse (url, G_URI_FLAGS_NONE, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (g_uri_get_host (uri), ==, "127.0.0.1");
  g_assert_cmpstr (g_uri_get_path (uri), ==, PREFIX);
  fixture->port = g_uri_get_port (uri);

  demo_world_put (fixture->world, "shop", "a", "front");
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  KinDemoFaults *faults = fixture->faults;

  g_assert_finalize_object (fixture->server);

  /* libsoup ends a chunked body in a thread, and its connection, which knows the faults, lives until then. */
  g_object_add_weak_pointer (G_OBJECT (faults), (gpointer *) &fixture->faults);
  g_object_unref (faults);
  kin_test_wait_for (fixture->faults == NULL);
  g_assert_finalize_object (fixture->world);
  g_assert_finalize_object (fixture->clock);
}

static Client *
connect_to (GSocketConnectable *where)
{
  g_autoptr(GSocketClient) opener = g_socket_client_new ();
  g_autoptr(GError) error = NULL;
  Client *client = g_new0 (Client, 1);

  client->connection = g_socket_client_connect (opener, where, NULL, &error);
  g_assert_no_error (error);
  client->got = g_string_new (NULL);

  return client;
}

static Client *
connect_client (Fixture *fixture)
{
  g_autoptr(GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", fixture->port);

  return connect_to (G_SOCKET_CONNECTABLE (address));
}

static void
client_free (Client *client)
{
  g_object_unref (client->connection);
  g_string_free (client->got, TRUE);
  g_free (client);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Client, client_free)

static void
client_send (Client     *client,
             const char *request)
{
  g_autoptr(GError) error = NULL;

  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (client->connection)), request, strlen (request),
                             NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
client_get (Client     *client,
            const char *path)
{
  g_autofree char *request = g_strdup_printf ("GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", path);

  client_send (client, request);
}

static void
client_read (Client *client)
{
  GPollableInputStream *input = G_POLLABLE_INPUT_STREAM (g_io_stream_get_input_stream (G_IO_STREAM (client->connection)));
  g_autoptr(GError) error = NULL;
  char buffer[65536];
  gssize n;

  do
    {
      n = g_pollable_input_stream_read_nonblocking (input, buffer, sizeof buffer, NULL, &error);
      if (n > 0)
        g_string_append_len (client->got, buffer, n);
    }
  while (n > 0);

  if (n == 0 || !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    client->closed = TRUE;
}

static gboolean
set_flag_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;

  return G_SOURCE_CONTINUE;
}

/* Whether text is there; what was searched before is not searched again. */
static gboolean
client_has (Client     *client,
            const char *text,
            gsize      *n_searched)
{
  gsize from = *n_searched > strlen (text) ? *n_searched - strlen (text) : 0;

  *n_searched = client->got->len;

  return strstr (client->got->str + from, text) != NULL;
}

/* Until text has come; NULL: until the connection has ended. */
static void
client_await (Client     *client,
              const char *text)
{
  gboolean late = FALSE;
  gboolean tick = FALSE;
  guint bound = g_timeout_add_seconds (30, set_flag_cb, &late);
  guint ticker = g_timeout_add (2, set_flag_cb, &tick);
  gsize n_searched = 0;

  while (!(text != NULL ? client_has (client, text, &n_searched) : client->closed))
    {
      g_main_context_iteration (NULL, TRUE);
      client_read (client);
      if (late)
        g_error ("waited for “%s”, got: %.2000s", text, client->got->str);
    }

  g_source_remove (bound);
  g_source_remove (ticker);
}

static void
await_n_open (Fixture *fixture,
              guint    n)
{
  gboolean late = FALSE;
  guint bound = g_timeout_add_seconds (30, set_flag_cb, &late);

  while (kin_demo_server_get_n_open (fixture->server) != n)
    {
      g_main_context_iteration (NULL, TRUE);
      g_assert_false (late);
    }

  g_source_remove (bound);
}

static void
assert_answer (Fixture    *fixture,
               const char *request,
               const char *status_line)
{
  g_autoptr(Client) client = connect_client (fixture);

  client_send (client, request);
  client_await (client, "\r\n\r\n");
  g_assert_true (g_str_has_prefix (client->got->str, status_line));
}

static void
test_prefix (Fixture       *fixture,
             gconstpointer  data)
{
  static const char * const wrong[] = {
    "GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "GET /0123456789abcdef0123456789abcdee/livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "GET /0123456789abcdef0123456789abcdef0/livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "POST /0123456789abcdef/demo/faults HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}",
  };
  g_autoptr(Client) client = connect_client (fixture);

  client_get (client, PREFIX "/livez");
  client_await (client, "\r\n\r\nok");
  g_assert_true (g_str_has_prefix (client->got->str, "HTTP/1.1 200 OK\r\n"));

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    assert_answer (fixture, wrong[i], "HTTP/1.1 404 Not Found\r\n");
}

static void
test_host (Fixture       *fixture,
           gconstpointer  data)
{
  static const char * const ours[] = { "localhost", "LOCALHOST:80", "[::1]:8001" };
  static const char * const others[] = { "example.com", "127.0.0.1.example.com", "localhost.example.com:80" };

  for (guint i = 0; i < G_N_ELEMENTS (ours); i++)
    {
      g_autofree char *request = g_strdup_printf ("GET " PREFIX "/livez HTTP/1.1\r\nHost: %s\r\n\r\n", ours[i]);

      assert_answer (fixture, request, "HTTP/1.1 200 OK\r\n");
    }

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *request = g_strdup_printf ("GET " PREFIX "/livez HTTP/1.1\r\nHost: %s\r\n\r\n", others[i]);

      assert_answer (fixture, request, "HTTP/1.1 403 Forbidden\r\n");
    }
}

static void
test_too_large (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(Client) client = connect_client (fixture);

  client_send (client, "POST " PREFIX CONFIG_MAPS " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n"
                       "Expect: 100-continue\r\n\r\n");
  client_await (client, "\r\n\r\n");
  g_assert_true (g_str_has_prefix (client->got->str, "HTTP/1.1 413 "));
}

static void
test_addresses (Fixture       *fixture,
                gconstpointer  data)
{
  static const char * const addresses[] = { "0.0.0.0", "192.0.2.1", "::" };

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      KinDemoServer *server = kin_demo_server_new (fixture->world, NULL, PREFIX);
      g_autoptr(GSocketAddress) address = g_inet_socket_address_new_from_string (addresses[i], 0);
      g_autoptr(GError) error = NULL;

      g_assert_false (kin_demo_server_listen (server, address, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
      g_assert_finalize_object (server);
    }
}

static void
test_new_prefix (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *one = kin_demo_server_new_prefix ();
  g_autofree char *other = kin_demo_server_new_prefix ();

  g_assert_cmpuint (strlen (one), ==, 33);
  g_assert_cmpuint (strspn (one + 1, "0123456789abcdef"), ==, 32);
  g_assert_cmpstr (one, !=, other);
}

static void
test_unix_socket (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("kinformer-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "api.sock", NULL);
  g_autoptr(GSocketAddress) address = g_unix_socket_address_new (path);
  KinDemoServer *server = kin_demo_server_new (fixture->world, NULL, NULL);
  g_autofree char *url = NULL;
  Client *client;

  kin_demo_server_listen (server, address, &error);
  g_assert_no_error (error);
  url = kin_demo_server_dup_url (server);
  g_assert_cmpstr (url, ==, "http://localhost");

  client = connect_to (G_SOCKET_CONNECTABLE (address));
  client_get (client, "/livez");
  client_await (client, "\r\n\r\nok");
  client_free (client);
  kin_test_settle ();

  /* The file goes with its server. */
  g_assert_finalize_object (server);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Who connects before the server is there is served when it is; and when it has stopped, nothing is under way any more. */
static void
test_listening_socket (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GSocketAddress) loopback = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr(GSocket) socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, &error);
  g_autoptr(GSocketAddress) address = NULL;
  KinDemoServer *server = kin_demo_server_new (fixture->world, fixture->faults, NULL);
  g_autoptr(Client) client = NULL;

  g_assert_true (g_socket_bind (socket, loopback, TRUE, NULL) && g_socket_listen (socket, NULL));
  address = g_socket_get_local_address (socket, NULL);
  client = connect_to (G_SOCKET_CONNECTABLE (address));
  client_get (client, "/livez");

  kin_demo_server_listen_socket (server, socket, &error);
  g_assert_no_error (error);
  client_await (client, "\r\n\r\nok");
  client_get (client, CONFIG_MAPS "?watch=true");
  client_await (client, "\"ADDED\"");

  kin_demo_server_stop (server);
  g_assert_finalize_object (server);
}

static void
test_foreign_socket (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GSocketAddress) any = g_inet_socket_address_new_from_string ("0.0.0.0", 0);
  g_autoptr(GSocket) socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  KinDemoServer *server = kin_demo_server_new (fixture->world, NULL, NULL);

  g_assert_true (g_socket_bind (socket, any, TRUE, NULL) && g_socket_listen (socket, NULL));
  g_assert_false (kin_demo_server_listen_socket (server, socket, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  g_assert_finalize_object (server);
}

static void
test_keep_alive (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(Client) client = connect_client (fixture);

  for (guint i = 0; i < 3; i++)
    {
      client_get (client, PREFIX CONFIG_MAPS "/a");
      client_await (client, "\"name\":\"a\"");
      g_string_truncate (client->got, 0);
    }

  g_assert_false (client->closed);
}

static void
test_watch (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(Client) client = connect_client (fixture);

  client_get (client, PREFIX CONFIG_MAPS "?watch=1&timeoutSeconds=5");
  client_await (client, "\"name\":\"a\"");
  g_assert_nonnull (strstr (client->got->str, "\r\nTransfer-Encoding: chunked\r\n"));

  g_string_truncate (client->got, 0);
  demo_world_put (fixture->world, "shop", "b", "x");
  demo_world_put (fixture->world, "shop", "c", "y");
  client_await (client, "\"name\":\"c\"");
  g_assert_nonnull (strstr (client->got->str, "{\"type\":\"ADDED\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"b\""));

  /* It ends with its time, and the connection serves the next request. */
  kin_clock_advance (fixture->clock, 5 * G_USEC_PER_SEC);
  client_await (client, "\r\n0\r\n\r\n");
  await_n_open (fixture, 0);
  g_string_truncate (client->got, 0);
  client_get (client, PREFIX "/livez");
  client_await (client, "\r\n\r\nok");
}

static void
test_many_events (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(Client) client = connect_client (fixture);
  guint n_chunks = 0;

  client_get (client, PREFIX CONFIG_MAPS "?watch=1&resourceVersion=4201");
  client_await (client, "\r\n\r\n");
  await_n_open (fixture, 1);

  g_string_truncate (client->got, 0);
  for (guint i = 0; i < 500; i++)
    demo_world_put (fixture->world, "shop", i < 499 ? "b" : "last", "x");
  client_await (client, "\"name\":\"last\"");

  for (const char *end = client->got->str; (end = strstr (end, "}\n\r\n")) != NULL; end++)
    n_chunks++;
  g_assert_cmpuint (n_chunks, <=, 5);
}

/* Nobody writes to a quiet watch: its end is found all the same. */
static void
test_client_leaves (Fixture       *fixture,
                    gconstpointer  data)
{
  Client *client = connect_client (fixture);

  client_get (client, PREFIX CONFIG_MAPS "?watch=1&resourceVersion=4201");
  client_await (client, "\r\n\r\n");
  await_n_open (fixture, 1);
  client_free (client);
  await_n_open (fixture, 0);
}

static void
test_slow_client (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(Client) client = connect_client (fixture);
  g_autofree char *big = g_strnfill (300000, 'x');
  guint n_got = 0;

  client_get (client, PREFIX CONFIG_MAPS "?watch=1&resourceVersion=4201");
  await_n_open (fixture, 1);

  /* More than the kernel and the server keep for it. */
  for (guint i = 0; i < 300; i++)
    {
      demo_world_put (fixture->world, "shop", "b", big);
      kin_test_settle ();
    }

  client_await (client, "\r\n0\r\n\r\n");
  await_n_open (fixture, 0);
  for (const char *event = client->got->str; (event = strstr (event, "\"type\":")) != NULL; event++)
    n_got++;
  g_assert_cmpuint (n_got, >, 0);
  g_assert_cmpuint (n_got, <, 300);
}

static void
test_long_list (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(Client) client = connect_client (fixture);
  g_autofree char *big = g_strnfill (10000, 'x');

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("n%04u", i);

      demo_world_put (fixture->world, "shop", name, big);
    }

  client_get (client, PREFIX CONFIG_MAPS);
  await_n_open (fixture, 1);
  client_await (client, "\r\n0\r\n\r\n");
  g_assert_nonnull (strstr (client->got->str, "\"name\":\"n0999\""));
  g_assert_nonnull (strstr (client->got->str, "]}\n\r\n0\r\n\r\n"));
  await_n_open (fixture, 0);
}

static void
test_close_all (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(Client) watching = connect_client (fixture);
  g_autoptr(Client) idle = connect_client (fixture);

  client_get (watching, PREFIX CONFIG_MAPS "?watch=1&resourceVersion=4201");
  client_get (idle, PREFIX "/livez");
  client_await (watching, "\r\n\r\n");
  client_await (idle, "ok");
  await_n_open (fixture, 1);

  kin_demo_server_close_all (fixture->server);
  client_await (watching, NULL);
  client_await (idle, NULL);
  g_assert_null (strstr (watching->got->str, "\r\n0\r\n\r\n"));
  await_n_open (fixture, 0);
}

static void
test_restart (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", fixture->port);
  g_autoptr(GSocketClient) opener = g_socket_client_new ();
  g_autoptr(Client) before = connect_client (fixture);
  g_autoptr(Client) after = NULL;
  g_autoptr(GSocketConnection) refused = NULL;
  g_autoptr(GError) error = NULL;

  client_get (before, PREFIX CONFIG_MAPS "?watch=1&resourceVersion=4201");
  client_await (before, "\r\n\r\n");
  kin_demo_server_restart (fixture->server, 2 * G_USEC_PER_SEC);
  client_await (before, NULL);

  refused = g_socket_client_connect (opener, G_SOCKET_CONNECTABLE (address), NULL, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED);

  demo_world_put (fixture->world, "shop", "b", "x");
  kin_clock_advance (fixture->clock, 2 * G_USEC_PER_SEC);
  after = connect_client (fixture);
  client_get (after, PREFIX CONFIG_MAPS "?watch=1&resourceVersion=4200");
  client_await (after, "\"message\":\"too old resource version: 4200 (4201)\"");
}

static void
test_faults (Fixture       *fixture,
             gconstpointer  data)
{
  const KinDemoFault busy = { .action = KIN_DEMO_FAULT_STATUS, .status = 429, .retry_after = 7, .count = 1 };
  const KinDemoFault page = { .action = KIN_DEMO_FAULT_HTML, .count = 1 };
  const KinDemoFault cut = { .action = KIN_DEMO_FAULT_CUT, .count = 1 };
  const KinDemoFault gone = { .action = KIN_DEMO_FAULT_GONE_EVENT, .scope = KIN_DEMO_FAULT_WATCHES, .count = 1 };
  g_autoptr(Client) client = connect_client (fixture);
  g_autoptr(Client) watching = connect_client (fixture);

  kin_demo_faults_add (fixture->faults, &busy);
  kin_demo_faults_add (fixture->faults, &page);
  kin_demo_faults_add (fixture->faults, &gone);

  client_get (client, PREFIX CONFIG_MAPS);
  client_await (client, "\"code\":429}");
  g_assert_nonnull (strstr (client->got->str, "HTTP/1.1 429 Too Many Requests\r\n"));
  g_assert_nonnull (strstr (client->got->str, "\r\nRetry-After: 7\r\n"));
  client_get (client, PREFIX CONFIG_MAPS);
  client_await (client, "</html>");
  client_get (watching, PREFIX CONFIG_MAPS "?watch=1");
  client_await (watching, "\"type\":\"ERROR\"");

  kin_demo_faults_add (fixture->faults, &cut);
  g_string_truncate (client->got, 0);
  client_get (client, PREFIX CONFIG_MAPS);
  client_await (client, NULL);
  g_assert_cmpstr (client->got->str, ==, "");
}

static void
client_post (Client     *client,
             const char *path,
             const char *body)
{
  g_autofree char *request = g_strdup_printf ("POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n\r\n%s",
                                              path, strlen (body), body);

  client_send (client, request);
}

static void
test_control (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(Client) client = connect_client (fixture);
  g_autoptr(Client) after = NULL;

  client_post (client, PREFIX "/demo/faults", "{\"action\":\"status\",\"status\":503,\"count\":1}");
  client_await (client, "HTTP/1.1 201 Created\r\n");
  client_get (client, PREFIX "/livez");
  client_await (client, "HTTP/1.1 503 Service Unavailable\r\n");

  /* The answer comes before the connection goes. */
  g_string_truncate (client->got, 0);
  client_post (client, PREFIX "/demo/restart", "{\"down\":1}");
  client_await (client, NULL);
  g_assert_true (g_str_has_prefix (client->got->str, "HTTP/1.1 202 Accepted\r\n"));
  kin_clock_advance (fixture->clock, 1 * G_USEC_PER_SEC);
  after = connect_client (fixture);
  client_get (after, PREFIX "/livez");
  client_await (after, "\r\n\r\nok");
}

/* Clients can tell that its clock is wrong. */
static void
test_skew (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(Client) client = connect_client (fixture);
  g_autoptr(GDateTime) wrong = g_date_time_new_from_unix_utc (NOON / G_USEC_PER_SEC + 300);
  g_autofree char *date = g_date_time_format (wrong, "\r\nDate: %a, %d %b %Y %T GMT\r\n");

  client_post (client, PREFIX "/demo/skew", "{\"seconds\":300}");
  client_await (client, date);
}

/* Everything is under way when the server goes. */
static void
test_ends_early (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(Client) watching = connect_client (fixture);
  g_autoptr(Client) half = connect_client (fixture);
  g_autoptr(Client) silent = connect_client (fixture);

  client_get (watching, PREFIX CONFIG_MAPS "?watch=1&resourceVersion=4201");
  client_send (half, "POST " PREFIX CONFIG_MAPS " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
  client_await (watching, "\r\n\r\n");
  await_n_open (fixture, 1);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/demo-server/prefix", test_prefix);
  ADD ("/demo-server/host", test_host);
  ADD ("/demo-server/too-large", test_too_large);
  ADD ("/demo-server/addresses", test_addresses);
  ADD ("/demo-server/new-prefix", test_new_prefix);
  ADD ("/demo-server/unix-socket", test_unix_socket);
  ADD ("/demo-server/listening-socket", test_listening_socket);
  ADD ("/demo-server/foreign-socket", test_foreign_socket);
  ADD ("/demo-server/keep-alive", test_keep_alive);
  ADD ("/demo-server/watch", test_watch);
  ADD ("/demo-server/many-events", test_many_events);
  ADD ("/demo-server/client-leaves", test_client_leaves);
  ADD ("/demo-server/slow-client", test_slow_client);
  ADD ("/demo-server/long-list", test_long_list);
  ADD ("/demo-server/close-all", test_close_all);
  ADD ("/demo-server/restart", test_restart);
  ADD ("/demo-server/faults", test_faults);
  ADD ("/demo-server/control", test_control);
  ADD ("/demo-server/skew", test_skew);
  ADD ("/demo-server/ends-early", test_ends_early);

  return g_test_run ();
}
