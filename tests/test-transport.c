/* test-transport.c: how requests reach a server: over TLS, with the credentials of the moment, and what is said when they don't.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-transport.h"

#include <glib/gstdio.h>

#include "base/kin-error.h"
#include "base/kin-worker-pool.h"
#include "client/kin-status.h"
#include "test-server.h"

#define KIND_OF_JSON "application/json"

/* What the server saw of the last request, and what it answers. */
typedef struct
{
  KinTestServer *server;
  char *url;
  char *folder;

  guint n_requests;
  char *path;
  char *query;
  char *authorization;
  char *accept;
  char *agent;
  char *impersonated;
  char *encoding;

  const char *wanted_token;   /* others get a 401 */
  guint status;
  const char *type;
  const char *body;
} Fixture;

static void
keep_header (SoupServerMessage  *message,
             const char         *name,
             char              **slot)
{
  g_set_str (slot, soup_message_headers_get_one (soup_server_message_get_request_headers (message), name));
}

static void
handler_cb (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           user_data)
{
  Fixture *fixture = user_data;
  g_autofree char *wanted = g_strconcat ("Bearer ", fixture->wanted_token, NULL);

  fixture->n_requests++;
  g_set_str (&fixture->path, g_uri_get_path (soup_server_message_get_uri (message)));
  g_set_str (&fixture->query, g_uri_get_query (soup_server_message_get_uri (message)));
  keep_header (message, "Authorization", &fixture->authorization);
  keep_header (message, "Accept", &fixture->accept);
  keep_header (message, "User-Agent", &fixture->agent);
  keep_header (message, "Impersonate-User", &fixture->impersonated);
  keep_header (message, "Accept-Encoding", &fixture->encoding);

  if (fixture->wanted_token != NULL && g_strcmp0 (fixture->authorization, wanted) != 0)
    kin_test_answer (message, 401, KIND_OF_JSON, "{\"kind\":\"Status\",\"code\":401,\"reason\":\"Unauthorized\",\"message\":\"Unauthorized\"}");
  else
    kin_test_answer (message, fixture->status, fixture->type, fixture->body);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  const char *certificate_name = user_data;
  g_autoptr(GTlsCertificate) certificate = NULL;
  g_autoptr(GError) error = NULL;

  if (certificate_name != NULL)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tls", certificate_name, NULL);

      certificate = g_tls_certificate_new_from_file (path, &error);
      g_assert_no_error (error);
    }

  fixture->status = 200;
  fixture->type = KIND_OF_JSON;
  fixture->body = "{}";
  fixture->server = kin_test_server_new (certificate, handler_cb, fixture);
  fixture->url = g_strdup (fixture->server->url);
  fixture->folder = g_dir_make_tmp ("kinformer-transport-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  kin_test_server_free (fixture->server);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
  g_free (fixture->url);
  g_free (fixture->path);
  g_free (fixture->query);
  g_free (fixture->authorization);
  g_free (fixture->accept);
  g_free (fixture->agent);
  g_free (fixture->impersonated);
  g_free (fixture->encoding);
}

/* The cluster's fields but its server, and the user's fields. Relative paths mean the folder of the certificates. */
static KinTransport *
new_transport (Fixture    *fixture,
               const char *prefix,
               const char *cluster,
               const char *user)
{
  static const char names[] = "{\"cluster\":\"c\",\"user\":\"u\"}";
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "tls", "config", NULL);
  g_autofree char *cluster_text = g_strdup_printf ("{\"server\":\"%s%s\"%s}", fixture->url, prefix, cluster);
  g_autoptr(KinJson) context_json = kin_json_parse (names, strlen (names), NULL);
  g_autoptr(KinJson) cluster_json = kin_json_parse (cluster_text, strlen (cluster_text), NULL);
  g_autoptr(KinJson) user_json = kin_json_parse (user, strlen (user), NULL);
  KinConfigEntry context_entry = { "x", file, kin_json_get_root (context_json) };
  KinConfigEntry cluster_entry = { "c", file, kin_json_get_root (cluster_json) };
  KinConfigEntry user_entry = { "u", file, kin_json_get_root (user_json) };
  g_autoptr(KinContext) context = kin_context_new_from_entries (&context_entry, &cluster_entry, &user_entry);

  return kin_transport_new (context);
}

static char *
read_all (KinResponse *response)
{
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) body = NULL;

  kin_response_read_all_async (response, NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);
  body = kin_response_read_all_finish (response, result, &error);
  g_assert_no_error (error);

  return g_strndup (g_bytes_get_data (body, NULL), g_bytes_get_size (body));
}

static char *
get (KinTransport  *transport,
     const char    *path,
     GError       **error)
{
  KinRequest request = { .path = path, .what = "get it", .flags = KIN_REQUEST_GZIP };
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(KinResponse) response = NULL;

  kin_transport_send_async (transport, &request, NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);
  response = kin_transport_send_finish (transport, result, error);

  return response != NULL ? read_all (response) : NULL;
}

static void
assert_gets (KinTransport *transport,
             const char   *path,
             const char   *expected)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *body = get (transport, path, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (body, ==, expected);
}

static void
assert_fails (KinTransport *transport,
              GQuark        domain,
              int           code,
              const char   *words)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *body = get (transport, "/x", &error);

  g_assert_null (body);
  g_assert_error (error, domain, code);
  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_prefix (error->message, "get it: "));
  g_assert_nonnull (strstr (error->message, words));
}

static void
finish (KinTransport *transport)
{
  kin_transport_close (transport);
  kin_test_settle ();
  g_assert_finalize_object (transport);
}

static void
test_plain (Fixture       *fixture,
            gconstpointer  user_data)
{
  KinTransport *transport = new_transport (fixture, "/remote/", "", "{\"as\":\"jo\"}");

  assert_gets (transport, "/api/v1/pods?labelSelector=a%3Db%26c", "{}");
  g_assert_cmpstr (fixture->path, ==, "/remote/api/v1/pods");
  g_assert_cmpstr (fixture->query, ==, "labelSelector=a%3Db%26c");
  g_assert_cmpstr (fixture->accept, ==, "application/json");
  g_assert_cmpstr (fixture->agent, ==, "kinformer/" PACKAGE_VERSION);
  g_assert_cmpstr (fixture->impersonated, ==, "jo");
  g_assert_cmpuint (kin_transport_get_n_bytes (transport), ==, 2);
  finish (transport);
}

/* As kubectl: the request is made without it. */
static void
test_no_credential_over_plain_http (Fixture       *fixture,
                                    gconstpointer  user_data)
{
  KinTransport *token = new_transport (fixture, "", "", "{\"token\":\"secret\"}");
  KinTransport *password = new_transport (fixture, "", "", "{\"username\":\"jo\",\"password\":\"secret\"}");

  assert_gets (token, "/x", "{}");
  g_assert_null (fixture->authorization);
  assert_gets (password, "/x", "{}");
  g_assert_null (fixture->authorization);
  finish (token);
  finish (password);
}

static void
test_tls (Fixture       *fixture,
          gconstpointer  user_data)
{
  KinTransport *transport = new_transport (fixture, "", ",\"certificate-authority\":\"ca.pem\"", "{\"token\":\"secret\"}");

  assert_gets (transport, "/x", "{}");
  g_assert_cmpstr (fixture->authorization, ==, "Bearer secret");
  g_assert_null (fixture->server->client_subject);
  finish (transport);
}

static void
test_basic (Fixture       *fixture,
            gconstpointer  user_data)
{
  KinTransport *transport = new_transport (fixture, "", ",\"certificate-authority\":\"ca.pem\"", "{\"username\":\"jo\",\"password\":\"pw\"}");

  assert_gets (transport, "/x", "{}");
  g_assert_cmpstr (fixture->authorization, ==, "Basic am86cHc=");
  finish (transport);
}

static void
test_unknown_issuer (Fixture       *fixture,
                     gconstpointer  user_data)
{
  KinTransport *transport = new_transport (fixture, "", "", "{\"token\":\"secret\"}");

  assert_fails (transport, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TLS, "issuer “CN=KInformer test CA” is unknown");
  assert_fails (transport, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TLS, "cluster “c” in ");
  assert_fails (transport, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TLS, fixture->url + strlen ("https://"));
  g_assert_cmpuint (fixture->n_requests, ==, 0);
  finish (transport);
}

static void
test_insecure (Fixture       *fixture,
               gconstpointer  user_data)
{
  KinTransport *transport = new_transport (fixture, "", ",\"insecure-skip-tls-verify\":true", "{}");

  assert_gets (transport, "/x", "{}");
  finish (transport);
}

/* The server's certificate is for another name than its address. */
static void
test_server_name (Fixture       *fixture,
                  gconstpointer  user_data)
{
  KinTransport *without = new_transport (fixture, "", ",\"certificate-authority\":\"ca.pem\"", "{}");
  KinTransport *right = new_transport (fixture, "", ",\"certificate-authority\":\"ca.pem\",\"tls-server-name\":\"api.kin.test\"", "{}");
  KinTransport *wrong = new_transport (fixture, "", ",\"certificate-authority\":\"ca.pem\",\"tls-server-name\":\"api.other.test\"", "{}");

  assert_fails (without, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TLS, "made for another host");
  assert_gets (right, "/x", "{}");
  assert_fails (wrong, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TLS, "made for another host");
  finish (without);
  finish (right);
  finish (wrong);
}

static void
test_client_certificate (Fixture       *fixture,
                         gconstpointer  user_data)
{
  KinTransport *transport = new_transport (fixture, "", ",\"certificate-authority\":\"ca.pem\"",
                                           "{\"client-certificate\":\"client.crt\",\"client-key\":\"client-sec1.key\"}");

  {
    g_autofree char *path = g_test_build_filename (G_TEST_DIST, "tls", "ca.pem", NULL);

    fixture->server->client_ca = g_tls_file_database_new (path, NULL);
  }

  assert_gets (transport, "/x", "{}");
  g_assert_cmpstr (fixture->server->client_subject, ==, "CN=kin,O=testers");
  finish (transport);
}

/* A file that can't be read is told; put right, it is read at the next request. */
static void
test_ca_comes_later (Fixture       *fixture,
                     gconstpointer  user_data)
{
  g_autofree char *source = g_test_build_filename (G_TEST_DIST, "tls", "ca.pem", NULL);
  g_autofree char *path = g_build_filename (fixture->folder, "ca.pem", NULL);
  g_autofree char *cluster = g_strdup_printf (",\"certificate-authority\":\"%s\"", path);
  g_autofree char *text = NULL;
  KinTransport *transport = new_transport (fixture, "", cluster, "{}");

  assert_fails (transport, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CREDENTIALS, path);
  g_assert_true (g_file_get_contents (source, &text, NULL, NULL));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  assert_gets (transport, "/x", "{}");

  g_remove (path);
  finish (transport);
}

static void
test_refreshed_token (Fixture       *fixture,
                      gconstpointer  user_data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "token", NULL);
  g_autofree char *user = g_strdup_printf ("{\"tokenFile\":\"%s\"}", path);
  KinTransport *transport = new_transport (fixture, "", ",\"certificate-authority\":\"ca.pem\"", user);

  assert_fails (transport, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CREDENTIALS, path);
  g_assert_cmpuint (fixture->n_requests, ==, 0);

  fixture->wanted_token = "old";
  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  assert_gets (transport, "/x", "{}");
  g_assert_cmpuint (fixture->n_requests, ==, 1);

  /* The new one is found at the 401, and used once. */
  fixture->wanted_token = "new";
  g_assert_true (g_file_set_contents (path, "new", -1, NULL));
  assert_gets (transport, "/x", "{}");
  g_assert_cmpuint (fixture->n_requests, ==, 3);

  /* With no newer one, there is no second try. */
  fixture->wanted_token = "newest";
  assert_fails (transport, KIN_API_ERROR, KIN_API_ERROR_UNAUTHORIZED, "not signed in");
  g_assert_cmpuint (fixture->n_requests, ==, 4);

  g_remove (path);
  finish (transport);
}

static void
test_status (Fixture       *fixture,
             gconstpointer  user_data)
{
  KinTransport *transport = new_transport (fixture, "", "", "{}");

  fixture->status = 403;
  fixture->body = "{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\",\"message\":\"no\"}";
  assert_fails (transport, KIN_API_ERROR, KIN_API_ERROR_FORBIDDEN, "forbidden: no");
  fixture->status = 201;
  fixture->body = "{}";
  assert_fails (transport, KIN_API_ERROR, KIN_API_ERROR_UNKNOWN, "HTTP 201");
  finish (transport);
}

static void
test_web_page (Fixture       *fixture,
               gconstpointer  user_data)
{
  KinTransport *transport = new_transport (fixture, "", "", "{}");

  fixture->type = "text/html";
  fixture->body = "<html>Welcome</html>";
  assert_fails (transport, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES, "web page");
  finish (transport);
}

static void
redirect_cb (SoupServer        *server,
             SoupServerMessage *message,
             const char        *path,
             GHashTable        *query,
             gpointer           user_data)
{
  soup_server_message_set_redirect (message, 302, "https://login.example.test/?token=secret");
}

static void
test_redirect (Fixture       *fixture,
               gconstpointer  user_data)
{
  KinTransport *transport = new_transport (fixture, "", "", "{}");
  g_autoptr(GError) error = NULL;

  soup_server_add_handler (fixture->server->soup, "/x", redirect_cb, NULL, NULL);
  assert_fails (transport, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES, "redirects to login.example.test");
  g_assert_null (get (transport, "/x", &error));
  g_assert_null (strstr (error->message, "secret"));
  finish (transport);
}

static void
test_retry_after (void)
{
  static const char * const pieces[] = { "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", NULL };
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, pieces, FALSE);
  g_autoptr(KinContext) context = kin_context_new_for_server (url);
  KinTransport *transport = kin_transport_new (context);
  g_autoptr(GError) error = NULL;

  g_assert_null (get (transport, "/x", &error));
  g_assert_error (error, KIN_API_ERROR, KIN_API_ERROR_TOO_MANY_REQUESTS);
  g_assert_cmpint (kin_error_get_retry_after (error), ==, 7);

  finish (transport);
  kin_test_raw_server_stop (&server);
}

static void
test_ipv6 (void)
{
  static const char * const pieces[] = { "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", NULL };
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, pieces, FALSE);
  g_autofree char *ipv6_url = g_strconcat ("http://[::1]", strrchr (url, ':'), NULL);
  g_autoptr(KinContext) context = kin_context_new_for_server (ipv6_url);
  KinTransport *transport = kin_transport_new (context);
  g_autoptr(GError) error = NULL;
  g_autofree char *body = get (transport, "/x", &error);

  if (error != NULL)
    {
      /* Told with its brackets. */
      g_assert_nonnull (strstr (error->message, ipv6_url + strlen ("http://")));
      g_test_skip ("There is no IPv6 here");
    }
  else
    g_assert_cmpstr (body, ==, "{}");

  finish (transport);
  kin_test_raw_server_stop (&server);
}

static void
assert_raw_fails (const char * const *pieces,
                  KinConnectionError  code)
{
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, pieces, FALSE);
  g_autoptr(KinContext) context = kin_context_new_for_server (url);
  KinTransport *transport = kin_transport_new (context);

  assert_fails (transport, KIN_CONNECTION_ERROR, code, url + strlen ("http://"));
  finish (transport);
  kin_test_raw_server_stop (&server);
}

static void
test_no_http (void)
{
  static const char * const garbage[] = { "SSH-2.0-OpenSSH_9.2\r\n\r\n", NULL };
  static const char * const nothing[] = { NULL };

  assert_raw_fails (garbage, KIN_CONNECTION_ERROR_NOT_KUBERNETES);
  assert_raw_fails (nothing, KIN_CONNECTION_ERROR_CLOSED);
}

static void
test_refused (void)
{
  KinTestRawServer server;
  static const char * const nothing[] = { NULL };
  g_autofree char *url = kin_test_raw_server_start (&server, nothing, FALSE);
  g_autoptr(KinContext) context = kin_context_new_for_server (url);
  KinTransport *transport = kin_transport_new (context);

  kin_test_raw_server_stop (&server);
  assert_fails (transport, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_REFUSED, url + strlen ("http://"));
  finish (transport);
}

/* As a server written in Go does it. */
static void
test_tls_to_a_plain_server (void)
{
  static const char * const pieces[] = { "HTTP/1.0 400 Bad Request\r\n\r\nClient sent a TLS request to an HTTP server.\n", NULL };
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, pieces, FALSE);
  g_autofree char *tls_url = g_strconcat ("https", url + strlen ("http"), NULL);
  g_autoptr(KinContext) context = kin_context_new_for_server (tls_url);
  KinTransport *transport = kin_transport_new (context);

  server.at_once = TRUE;
  assert_fails (transport, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TLS, "TLS with 127.0.0.1:");
  finish (transport);
  kin_test_raw_server_stop (&server);
}

/* A server that is going down. */
static void
test_cut_in_handshake (void)
{
  static const char * const nothing[] = { NULL };
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, nothing, FALSE);
  g_autofree char *tls_url = g_strconcat ("https", url + strlen ("http"), NULL);
  g_autoptr(KinContext) context = kin_context_new_for_server (tls_url);
  KinTransport *transport = kin_transport_new (context);

  server.at_once = TRUE;
  assert_fails (transport, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED, "closed the connection");
  finish (transport);
  kin_test_raw_server_stop (&server);
}

static void
test_no_such_host (void)
{
  g_autoptr(KinContext) context = kin_context_new_for_server ("http://nowhere.invalid:1");
  KinTransport *transport = kin_transport_new (context);

  assert_fails (transport, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_DNS, "nowhere.invalid:1");
  finish (transport);
}

static void
test_broken_context (void)
{
  g_autoptr(KinContext) context = kin_context_new_for_server ("gopher://x");
  KinTransport *transport = kin_transport_new (context);
  g_autoptr(GError) error = NULL;

  g_assert_null (get (transport, "/x", &error));
  g_assert_error (error, KIN_CONFIG_ERROR, KIN_CONFIG_ERROR_BROKEN_CONTEXT);
  finish (transport);
}

/* A proxy is used for loopback too; here there is none. */
static void
test_proxy (Fixture       *fixture,
            gconstpointer  user_data)
{
  KinTransport *through = NULL;
  KinTransport *missing = new_transport (fixture, "", ",\"proxy-url\":\"http://127.0.0.1:1\"", "{}");
  g_autofree char *cluster = g_strdup_printf (",\"proxy-url\":\"%s\"", fixture->url);
  g_autofree char *url = g_steal_pointer (&fixture->url);

  assert_fails (missing, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_PROXY, "http://127.0.0.1:1");

  /* Our server is the proxy: it sees the request to a host that is nowhere. */
  fixture->url = g_strdup ("http://nowhere.invalid");
  through = new_transport (fixture, "", cluster, "{}");
  assert_gets (through, "/x", "{}");
  g_assert_cmpuint (fixture->n_requests, ==, 1);

  finish (missing);
  finish (through);
}

/* Compressed answers are asked for where they have a way to go, unless the kubeconfig says not to. */
static void
test_compression (Fixture       *fixture,
                  gconstpointer  user_data)
{
  KinTransport *near = new_transport (fixture, "", "", "{}");
  KinTransport *far = NULL;
  KinTransport *disabled = NULL;
  g_autofree char *proxy = g_strdup_printf (",\"proxy-url\":\"%s\"", fixture->url);
  g_autofree char *proxy_disabled = g_strdup_printf ("%s,\"disable-compression\":true", proxy);

  assert_gets (near, "/x", "{}");
  g_assert_null (fixture->encoding);

  g_set_str (&fixture->url, "http://nowhere.invalid");
  far = new_transport (fixture, "", proxy, "{}");
  assert_gets (far, "/x", "{}");
  g_assert_cmpstr (fixture->encoding, ==, "gzip");

  disabled = new_transport (fixture, "", proxy_disabled, "{}");
  assert_gets (disabled, "/x", "{}");
  g_assert_null (fixture->encoding);

  finish (near);
  finish (far);
  finish (disabled);
}

/* As to a server on this machine: no credential and no proxy, whatever the environment says. */
static void
test_unix_socket (Fixture       *fixture,
                  gconstpointer  user_data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "socket", NULL);
  KinTestServer *server = kin_test_server_new_local (path, handler_cb, fixture);
  g_autoptr(KinContext) context = kin_context_new_for_socket (path, "demo", "Demo cluster");
  KinTransport *transport = kin_transport_new (context);

  assert_gets (transport, "/x?y=1", "{}");
  g_assert_cmpstr (fixture->path, ==, "/x");
  g_assert_cmpstr (fixture->query, ==, "y=1");
  g_assert_null (fixture->authorization);
  g_assert_null (fixture->encoding);

  kin_test_server_free (server);
  g_assert_cmpint (g_remove (path), ==, 0);
  assert_fails (transport, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_REFUSED, "Demo cluster refused the connection");

  finish (transport);
}

static void
test_cancelled (void)
{
  static const char * const nothing[] = { NULL };
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, nothing, TRUE);
  g_autoptr(KinContext) context = kin_context_new_for_server (url);
  KinTransport *transport = kin_transport_new (context);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  KinRequest request = { .path = "/x", .what = "get it" };
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  kin_transport_send_async (transport, &request, cancellable, kin_test_result_cb, &slot);
  kin_test_wait_for (server.n_requests == 1);
  g_cancellable_cancel (cancellable);
  result = kin_test_wait (&slot);
  g_assert_null (kin_transport_send_finish (transport, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  g_clear_object (&result);
  finish (transport);
  kin_test_raw_server_stop (&server);
}

static void
test_closed (void)
{
  static const char * const nothing[] = { NULL };
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, nothing, TRUE);
  g_autoptr(KinContext) context = kin_context_new_for_server (url);
  KinTransport *transport = kin_transport_new (context);
  KinRequest request = { .path = "/x", .what = "get it" };
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  kin_transport_send_async (transport, &request, NULL, kin_test_result_cb, &slot);
  kin_test_wait_for (server.n_requests == 1);
  kin_transport_close (transport);
  result = kin_test_wait (&slot);
  g_assert_null (kin_transport_send_finish (transport, result, &error));
  g_assert_error (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED);
  assert_fails (transport, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED, "closed");

  g_clear_object (&result);
  finish (transport);
  kin_test_raw_server_stop (&server);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);

#define ADD(path, certificate, func) g_test_add (path, Fixture, certificate, set_up, func, tear_down)
  ADD ("/transport/plain", NULL, test_plain);
  ADD ("/transport/no-credential-over-plain-http", NULL, test_no_credential_over_plain_http);
  ADD ("/transport/tls", "server.pem", test_tls);
  ADD ("/transport/basic", "server.pem", test_basic);
  ADD ("/transport/unknown-issuer", "server.pem", test_unknown_issuer);
  ADD ("/transport/insecure", "named.pem", test_insecure);
  ADD ("/transport/server-name", "named.pem", test_server_name);
  ADD ("/transport/client-certificate", "server.pem", test_client_certificate);
  ADD ("/transport/ca-comes-later", "server.pem", test_ca_comes_later);
  ADD ("/transport/refreshed-token", "server.pem", test_refreshed_token);
  ADD ("/transport/status", NULL, test_status);
  ADD ("/transport/web-page", NULL, test_web_page);
  ADD ("/transport/redirect", NULL, test_redirect);
  ADD ("/transport/proxy", NULL, test_proxy);
  ADD ("/transport/compression", NULL, test_compression);
  ADD ("/transport/unix-socket", NULL, test_unix_socket);
  g_test_add_func ("/transport/ipv6", test_ipv6);
  g_test_add_func ("/transport/retry-after", test_retry_after);
  g_test_add_func ("/transport/tls-to-a-plain-server", test_tls_to_a_plain_server);
  g_test_add_func ("/transport/cut-in-handshake", test_cut_in_handshake);
  g_test_add_func ("/transport/no-http", test_no_http);
  g_test_add_func ("/transport/refused", test_refused);
  g_test_add_func ("/transport/no-such-host", test_no_such_host);
  g_test_add_func ("/transport/broken-context", test_broken_context);
  g_test_add_func ("/transport/cancelled", test_cancelled);
  g_test_add_func ("/transport/closed", test_closed);

  status = g_test_run ();
  kin_worker_pool_shutdown ();

  return status;
}
