/* test-http-lister-watcher.c: lists and watches over HTTP, whole, cut, compressed, too many at once, and cancelled.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-client.h"

#include <glib/gstdio.h>

#include "base/kin-clock.h"
#include "base/kin-error.h"
#include "base/kin-worker-pool.h"
#include "client/kin-status.h"
#include "test-server.h"

#define POD(name, version) \
  "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" name "\",\"namespace\":\"shop\",\"resourceVersion\":\"" version "\",\"uid\":\"u-" name "\"}}"
#define EVENT(type, object) "{\"type\":\"" type "\",\"object\":" object "}\n"
#define LIST(items) "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"77\"},\"items\":[" items "]}"
#define WATCH_HEAD "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"

/* One client of one server, for one kind. */
typedef struct
{
  KinClient *client;
  KinListerWatcher *pods;
} Fixture;

static void
set_up_context (Fixture    *fixture,
                KinContext *context,
                const char *namespace_)
{
  g_autoptr(KinResource) resource = kin_resource_new ("", "v1", "pods", "Pod", TRUE);
  g_autoptr(KinKind) kind = kin_kind_new (resource);

  fixture->client = kin_client_new (context);
  fixture->pods = kin_client_new_lister_watcher (fixture->client, kind, namespace_, "app=a b", "spec.nodeName!=");
  g_assert_true (kin_lister_watcher_get_kind (fixture->pods) == kind);
}

static void
set_up (Fixture    *fixture,
        const char *url,
        const char *namespace_)
{
  g_autoptr(KinContext) context = kin_context_new_for_server (url);

  set_up_context (fixture, context, namespace_);
}

static void
tear_down (Fixture *fixture)
{
  kin_client_close (fixture->client);
  kin_test_settle ();
  g_assert_finalize_object (fixture->pods);
  g_assert_finalize_object (fixture->client);
}

static KinListPage *
list (Fixture               *fixture,
      const KinListOptions  *options,
      GError               **error)
{
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;

  kin_lister_watcher_list_async (fixture->pods, options, NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);

  return kin_lister_watcher_list_finish (fixture->pods, result, error);
}

static KinWatch *
watch (Fixture                *fixture,
       const KinWatchOptions  *options,
       GError                **error)
{
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;

  kin_lister_watcher_watch_async (fixture->pods, options, NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);

  return kin_lister_watcher_watch_finish (fixture->pods, result, error);
}

static GPtrArray *
next (KinWatch  *watch,
      GError   **error)
{
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;

  kin_watch_next_async (watch, NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);

  return kin_watch_next_finish (watch, result, error);
}

/* The keys of all events up to the end, or up to an error. */
static char *
read_events (KinWatch  *watch,
             GError   **error)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (;;)
    {
      g_autoptr(GPtrArray) events = next (watch, error);

      if (events == NULL || events->len == 0)
        break;

      for (guint i = 0; i < events->len; i++)
        {
          KinWatchEvent *event = g_ptr_array_index (events, i);

          g_string_append_printf (text, "%d %s %s;", (int) event->type,
                                  event->object != NULL ? kin_object_get_key (event->object) : "-",
                                  event->resource_version != NULL ? event->resource_version : "-");
        }
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}

/* Keeps what was asked for and answers with its data. */
typedef struct
{
  char *path;
  char *query;
  char *encoding;
  guint status;
  const char *type;
  const char *body;
} Answer;

static void
answer_clear (Answer *answer)
{
  g_free (answer->path);
  g_free (answer->query);
  g_free (answer->encoding);
}

static void
answer_cb (SoupServer        *server,
           SoupServerMessage *message,
           const char        *path,
           GHashTable        *query,
           gpointer           user_data)
{
  Answer *answer = user_data;
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);

  g_set_str (&answer->path, g_uri_get_path (soup_server_message_get_uri (message)));
  g_set_str (&answer->query, g_uri_get_query (soup_server_message_get_uri (message)));
  g_set_str (&answer->encoding, soup_message_headers_get_one (headers, "Accept-Encoding"));
  kin_test_answer (message, answer->status, answer->type, answer->body);
}

static void
test_list (void)
{
  Answer answer = { .status = 200, .type = "application/json", .body = LIST (POD ("a", "1") "," POD ("b", "2")) };
  KinTestServer *server = kin_test_server_new (NULL, answer_cb, &answer);
  KinListOptions options = { .resource_version = "0", .limit = 500 };
  Fixture fixture;
  g_autoptr(GError) error = NULL;
  g_autoptr(KinListPage) page = NULL;

  set_up (&fixture, server->url, "shop");
  page = list (&fixture, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (answer.path, ==, "/api/v1/namespaces/shop/pods");
  g_assert_cmpstr (answer.query, ==, "labelSelector=app%3Da%20b&fieldSelector=spec.nodeName%21%3D&limit=500&resourceVersion=0");
  g_assert_null (answer.encoding);
  g_assert_cmpstr (page->resource_version, ==, "77");
  g_assert_cmpuint (page->objects->len, ==, 2);
  g_assert_cmpstr (kin_object_get_key (page->objects->pdata[1]), ==, "shop/b");
  g_assert_cmpuint (page->n_bad, ==, 0);
  g_assert_cmpuint (page->n_bytes, ==, strlen (answer.body));
  g_assert_cmpuint (kin_client_get_n_bytes (fixture.client), ==, strlen (answer.body));

  tear_down (&fixture);
  kin_test_server_free (server);
  answer_clear (&answer);
}

static void
test_unix_socket (void)
{
  Answer answer = { .status = 200, .type = "application/json", .body = LIST (POD ("a", "1")) };
  g_autofree char *folder = g_dir_make_tmp ("kinformer-socket-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "socket", NULL);
  KinTestServer *server = kin_test_server_new_local (path, answer_cb, &answer);
  g_autoptr(KinContext) context = kin_context_new_for_socket (path, "demo", "Demo cluster");
  KinListOptions list_options = { 0 };
  KinWatchOptions watch_options = { .resource_version = "77" };
  Fixture fixture;
  g_autoptr(GError) error = NULL;
  g_autoptr(KinListPage) page = NULL;
  g_autoptr(KinWatch) pods = NULL;
  g_autofree char *events = NULL;

  set_up_context (&fixture, context, "shop");
  page = list (&fixture, &list_options, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (kin_object_get_key (page->objects->pdata[0]), ==, "shop/a");

  answer.body = EVENT ("ADDED", POD ("b", "78")) EVENT ("DELETED", POD ("a", "79"));
  pods = watch (&fixture, &watch_options, &error);
  g_assert_no_error (error);
  events = read_events (pods, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (events, ==, "0 shop/b 78;2 shop/a 79;");

  g_clear_object (&pods);
  tear_down (&fixture);
  kin_test_server_free (server);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  answer_clear (&answer);
}

static void
test_list_page (void)
{
  Answer answer = { .status = 200, .type = "application/json", .body = "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"9\",\"continue\":\"n+xt\"},\"items\":[{}]}" };
  KinTestServer *server = kin_test_server_new (NULL, answer_cb, &answer);
  KinListOptions options = { .continue_token = "a+b/=", .limit = 2, .resource_version_match = "Exact" };
  Fixture fixture;
  g_autoptr(GError) error = NULL;
  g_autoptr(KinListPage) page = NULL;

  set_up (&fixture, server->url, NULL);
  page = list (&fixture, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (answer.path, ==, "/api/v1/pods");
  g_assert_nonnull (strstr (answer.query, "&limit=2&continue=a%2Bb%2F%3D&resourceVersionMatch=Exact"));
  g_assert_cmpstr (page->continue_token, ==, "n+xt");
  g_assert_cmpuint (page->objects->len, ==, 0);
  g_assert_cmpuint (page->n_bad, ==, 1);

  tear_down (&fixture);
  kin_test_server_free (server);
  answer_clear (&answer);
}

static void
assert_list_fails (guint       status,
                   const char *type,
                   const char *body,
                   GQuark      domain,
                   int         code)
{
  Answer answer = { .status = status, .type = type, .body = body };
  KinTestServer *server = kin_test_server_new (NULL, answer_cb, &answer);
  KinListOptions options = { 0 };
  Fixture fixture;
  g_autoptr(GError) error = NULL;

  set_up (&fixture, server->url, "shop");
  g_assert_null (list (&fixture, &options, &error));
  g_assert_error (error, domain, code);
  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_prefix (error->message, "list pods in shop: "));

  tear_down (&fixture);
  kin_test_server_free (server);
  answer_clear (&answer);
}

static void
test_list_refused (void)
{
  assert_list_fails (403, "application/json", "{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\"}", KIN_API_ERROR, KIN_API_ERROR_FORBIDDEN);
  assert_list_fails (410, "application/json", "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\"}", KIN_API_ERROR, KIN_API_ERROR_EXPIRED);
  assert_list_fails (200, "application/json", "{\"kind\":\"Table\",\"rows\":[]}", KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES);
  assert_list_fails (200, "text/html", "<html></html>", KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES);
  assert_list_fails (200, "text/plain", "ok", KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES);
  assert_list_fails (200, "application/json", "{\"kind\":\"PodList\",\"items\":[", KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED);
  assert_list_fails (200, "application/json", "{\"kind\":\"PodList\",\"items\":[{\"metadata\":nonsense}]}", KIN_PARSE_ERROR, KIN_PARSE_ERROR_SYNTAX);
}

/* Long enough for many pieces, several of them with the workers at once: the order stays. */
static void
test_long_list (void)
{
  g_autoptr(GString) body = g_string_new ("{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"5\"},\"items\":[");
  g_autofree char *filler = g_strnfill (700, 'x');
  Answer answer = { .status = 200, .type = "application/json" };
  KinTestServer *server = kin_test_server_new (NULL, answer_cb, &answer);
  KinListOptions options = { 0 };
  Fixture fixture;
  g_autoptr(GError) error = NULL;
  g_autoptr(KinListPage) page = NULL;
  const guint n = 5000;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (body, "%s{\"metadata\":{\"name\":\"p%u\",\"uid\":\"u%u\",\"resourceVersion\":\"1\"},\"data\":\"%s\"}", i > 0 ? "," : "", i, i, filler);
  g_string_append (body, "]}");
  answer.body = body->str;

  set_up (&fixture, server->url, NULL);
  page = list (&fixture, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (page->objects->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("p%u", i);

      g_assert_cmpstr (kin_object_get_name (page->objects->pdata[i]), ==, name);
    }

  tear_down (&fixture);
  kin_test_server_free (server);
  answer_clear (&answer);
}

static void
gzip_cb (SoupServer        *server,
         SoupServerMessage *message,
         const char        *path,
         GHashTable        *query,
         gpointer           user_data)
{
  g_autoptr(GConverter) converter = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1));
  const char *text = LIST (POD ("a", "1") "," POD ("b", "2"));
  g_autoptr(GBytes) plain = g_bytes_new_static (text, strlen (text));
  g_autoptr(GBytes) packed = g_converter_convert_bytes (converter, plain, NULL);
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  soup_message_headers_append (headers, "Content-Encoding", "gzip");
  soup_message_headers_set_content_type (headers, "application/json", NULL);
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_server_message_set_status (message, 200, NULL);
  soup_message_body_append_bytes (soup_server_message_get_response_body (message), packed);
  soup_message_body_complete (soup_server_message_get_response_body (message));
}

static void
test_gzip_list (void)
{
  KinTestServer *server = kin_test_server_new (NULL, gzip_cb, NULL);
  KinListOptions options = { 0 };
  Fixture fixture;
  g_autoptr(GError) error = NULL;
  g_autoptr(KinListPage) page = NULL;

  set_up (&fixture, server->url, NULL);
  page = list (&fixture, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (page->objects->len, ==, 2);
  g_assert_cmpstr (kin_object_get_key (page->objects->pdata[0]), ==, "shop/a");

  tear_down (&fixture);
  kin_test_server_free (server);
}

static void
test_known_objects (void)
{
  Answer answer = { .status = 200, .type = "application/json", .body = LIST (POD ("a", "1") "," POD ("b", "2")) };
  KinTestServer *server = kin_test_server_new (NULL, answer_cb, &answer);
  KinListOptions options = { 0 };
  Fixture fixture;
  g_autoptr(GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) kin_object_unref);
  g_autoptr(KinListPage) first = NULL;
  g_autoptr(KinListPage) second = NULL;

  set_up (&fixture, server->url, NULL);
  first = list (&fixture, &options, NULL);
  for (guint i = 0; i < 2; i++)
    g_hash_table_insert (known, (gpointer) kin_object_get_uid (first->objects->pdata[i]), kin_object_ref (first->objects->pdata[i]));

  answer.body = LIST (POD ("a", "3") "," POD ("b", "2"));
  options.known = known;
  second = list (&fixture, &options, NULL);
  g_assert_true (second->objects->pdata[0] != first->objects->pdata[0]);
  g_assert_true (second->objects->pdata[1] == first->objects->pdata[1]);

  tear_down (&fixture);
  kin_test_server_free (server);
  answer_clear (&answer);
}

static void
test_cancelled_list (void)
{
  static const char * const pieces[] = { WATCH_HEAD "10\r\n{\"kind\":\"PodList\r\n", NULL };
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, pieces, TRUE);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  KinListOptions options = { 0 };
  Fixture fixture;
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  set_up (&fixture, url, NULL);
  kin_lister_watcher_list_async (fixture.pods, &options, cancellable, kin_test_result_cb, &slot);
  kin_test_wait_for (kin_client_get_n_bytes (fixture.client) > 0);
  g_cancellable_cancel (cancellable);
  result = kin_test_wait (&slot);
  g_assert_null (kin_lister_watcher_list_finish (fixture.pods, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_object (&result);

  tear_down (&fixture);
  kin_test_raw_server_stop (&server);
}

static void
test_watch_request (void)
{
  Answer answer = { .status = 200, .type = "application/json", .body = EVENT ("ADDED", POD ("a", "1")) };
  KinTestServer *server = kin_test_server_new (NULL, answer_cb, &answer);
  KinWatchOptions options = { .resource_version = "12", .timeout_seconds = 301, .allow_bookmarks = TRUE };
  KinWatchOptions streamed = { .resource_version = "", .send_initial_events = TRUE };
  Fixture fixture;
  g_autoptr(GError) error = NULL;
  g_autofree char *events = NULL;
  g_autoptr(KinWatch) running = NULL;
  gint64 before = kin_clock_get_monotonic (kin_clock_get_default ());

  set_up (&fixture, server->url, NULL);
  running = watch (&fixture, &options, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (answer.query, "&watch=true&resourceVersion=12&timeoutSeconds=301&allowWatchBookmarks=true"));
  g_assert_null (answer.encoding);
  events = read_events (running, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (events, ==, "0 shop/a 1;");
  g_assert_cmpint (kin_watch_get_last_byte_time (running), >=, before);
  g_assert_finalize_object (g_steal_pointer (&running));

  running = watch (&fixture, &streamed, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (answer.query, "&watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"));
  g_assert_finalize_object (g_steal_pointer (&running));

  tear_down (&fixture);
  kin_test_server_free (server);
  answer_clear (&answer);
}

static char *
chunk (const char *text)
{
  return g_strdup_printf ("%zx\r\n%s\r\n", strlen (text), text);
}

/* Reads to the end what a server sends in these pieces. */
static char *
watch_pieces (const char * const  *pieces,
              GError             **error)
{
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, pieces, FALSE);
  KinWatchOptions options = { 0 };
  Fixture fixture;
  g_autoptr(KinWatch) running = NULL;
  g_autoptr(GError) open_error = NULL;
  char *events;

  set_up (&fixture, url, NULL);
  running = watch (&fixture, &options, &open_error);
  g_assert_no_error (open_error);
  events = read_events (running, error);

  g_assert_finalize_object (g_steal_pointer (&running));
  tear_down (&fixture);
  kin_test_raw_server_stop (&server);

  return events;
}

/* Split in a name of two bytes, in the middle of an event, with two in one piece. */
static void
test_watch_in_pieces (void)
{
  const char *whole = EVENT ("ADDED", POD ("ä", "1")) EVENT ("MODIFIED", POD ("b", "2")) EVENT ("DELETED", POD ("c", "3"));
  gsize middle = strstr (whole, "ä") + 1 - whole;
  g_autofree char *head = g_strndup (whole, middle);
  g_autofree char *head_chunk = chunk (head);
  g_autofree char *tail_chunk = chunk (whole + middle);
  const char *pieces[] = { WATCH_HEAD, head_chunk, tail_chunk, "0\r\n\r\n", NULL };
  g_autoptr(GError) error = NULL;
  g_autofree char *events = watch_pieces (pieces, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (events, ==, "0 shop/ä 1;1 shop/b 2;2 shop/c 3;");
}

/* A connection that ends without the last chunk, in the middle of an event. */
static void
test_watch_cut (void)
{
  g_autofree char *events_chunk = chunk (EVENT ("ADDED", POD ("a", "1")) "{\"type\":\"ADDED\",\"obj");
  const char *pieces[] = { WATCH_HEAD, events_chunk, NULL };
  g_autoptr(GError) error = NULL;
  g_autofree char *events = watch_pieces (pieces, &error);

  g_assert_cmpstr (events, ==, "0 shop/a 1;");
  g_assert_error (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED);
}

static void
test_watch_error_event (void)
{
  g_autofree char *events_chunk = chunk (EVENT ("ADDED", POD ("a", "1")) EVENT ("ERROR", "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Gone\"}"));
  const char *pieces[] = { WATCH_HEAD, events_chunk, NULL };
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, pieces, TRUE);
  KinWatchOptions options = { 0 };
  Fixture fixture;
  g_autoptr(KinWatch) running = NULL;
  g_autoptr(GPtrArray) events = NULL;
  g_autoptr(GPtrArray) end = NULL;
  KinWatchEvent *last;

  set_up (&fixture, url, "shop");
  running = watch (&fixture, &options, NULL);
  events = next (running, NULL);
  g_assert_cmpuint (events->len, ==, 2);
  last = g_ptr_array_index (events, 1);
  g_assert_error (last->error, KIN_API_ERROR, KIN_API_ERROR_EXPIRED);
  g_assert_true (g_str_has_prefix (last->error->message, "watch pods in shop: "));

  /* It ends the watch, though the server goes on. */
  end = next (running, NULL);
  g_assert_cmpuint (end->len, ==, 0);

  g_assert_finalize_object (g_steal_pointer (&running));
  tear_down (&fixture);
  kin_test_raw_server_stop (&server);
}

static void
assert_watch_fails (guint       status,
                    const char *type,
                    const char *body,
                    GQuark      domain,
                    int         code)
{
  Answer answer = { .status = status, .type = type, .body = body };
  KinTestServer *server = kin_test_server_new (NULL, answer_cb, &answer);
  KinWatchOptions options = { 0 };
  Fixture fixture;
  g_autoptr(GError) error = NULL;

  set_up (&fixture, server->url, NULL);
  g_assert_null (watch (&fixture, &options, &error));
  g_assert_error (error, domain, code);

  tear_down (&fixture);
  kin_test_server_free (server);
  answer_clear (&answer);
}

static void
test_watch_refused (void)
{
  assert_watch_fails (410, "application/json", "{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\"}", KIN_API_ERROR, KIN_API_ERROR_EXPIRED);
  assert_watch_fails (202, "application/json", "{}", KIN_API_ERROR, KIN_API_ERROR_UNKNOWN);
  assert_watch_fails (200, "text/html", "<html></html>", KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES);
}

/* A server that answers 200 with a Status in place of events. */
static void
test_watch_status_body (void)
{
  Answer answer = { .status = 200, .type = "application/json", .body = "{\"kind\":\"Status\",\"code\":500,\"reason\":\"InternalError\"}" };
  KinTestServer *server = kin_test_server_new (NULL, answer_cb, &answer);
  KinWatchOptions options = { 0 };
  Fixture fixture;
  g_autoptr(KinWatch) running = NULL;
  g_autoptr(GPtrArray) events = NULL;

  set_up (&fixture, server->url, NULL);
  running = watch (&fixture, &options, NULL);
  events = next (running, NULL);
  g_assert_cmpuint (events->len, ==, 1);
  g_assert_error (((KinWatchEvent *) events->pdata[0])->error, KIN_API_ERROR, KIN_API_ERROR_INTERNAL);

  g_assert_finalize_object (g_steal_pointer (&running));
  tear_down (&fixture);
  kin_test_server_free (server);
  answer_clear (&answer);
}

/* Nothing comes for a while, then the reader is told to stop. */
static void
test_watch_cancelled (void)
{
  static const char * const pieces[] = { WATCH_HEAD, NULL };
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, pieces, TRUE);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  KinWatchOptions options = { 0 };
  Fixture fixture;
  g_autoptr(KinWatch) running = NULL;
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  set_up (&fixture, url, NULL);
  running = watch (&fixture, &options, NULL);
  kin_watch_next_async (running, cancellable, kin_test_result_cb, &slot);
  kin_test_settle ();
  g_assert_null (slot);
  g_cancellable_cancel (cancellable);
  result = kin_test_wait (&slot);
  g_assert_null (kin_watch_next_finish (running, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  g_clear_object (&result);
  g_assert_finalize_object (g_steal_pointer (&running));
  tear_down (&fixture);
  kin_test_raw_server_stop (&server);
}

/* Closing tells the server, be it read or not. */
static void
test_watch_closed (gconstpointer user_data)
{
  gboolean reading = GPOINTER_TO_INT (user_data);
  static const char * const pieces[] = { WATCH_HEAD, NULL };
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, pieces, TRUE);
  KinWatchOptions options = { 0 };
  Fixture fixture;
  g_autoptr(KinWatch) running = NULL;
  GAsyncResult *slot = NULL;
  GInputStream *input;
  char byte;
  gssize n_read;

  set_up (&fixture, url, NULL);
  running = watch (&fixture, &options, NULL);
  if (reading)
    kin_watch_next_async (running, NULL, kin_test_result_cb, &slot);
  kin_watch_close (running);
  kin_watch_close (running);

  if (reading)
    {
      g_autoptr(GAsyncResult) result = kin_test_wait (&slot);
      g_autoptr(GError) error = NULL;

      g_assert_null (kin_watch_next_finish (running, result, &error));
      g_assert_error (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED);
    }

  input = g_io_stream_get_input_stream (g_ptr_array_index (server.connections, 0));
  g_input_stream_read_async (input, &byte, 1, G_PRIORITY_DEFAULT, NULL, kin_test_result_cb, &slot);
  {
    g_autoptr(GAsyncResult) result = kin_test_wait (&slot);

    n_read = g_input_stream_read_finish (input, result, NULL);
    g_assert_cmpint (n_read, <=, 0);
  }

  g_assert_finalize_object (g_steal_pointer (&running));
  tear_down (&fixture);
  kin_test_raw_server_stop (&server);
}

static void
test_client_closed (void)
{
  static const char * const pieces[] = { WATCH_HEAD, NULL };
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, pieces, TRUE);
  KinWatchOptions options = { 0 };
  Fixture fixture;
  g_autoptr(KinWatch) running = NULL;
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  set_up (&fixture, url, NULL);
  running = watch (&fixture, &options, NULL);
  kin_watch_next_async (running, NULL, kin_test_result_cb, &slot);
  kin_client_close (fixture.client);
  result = kin_test_wait (&slot);
  g_assert_null (kin_watch_next_finish (running, result, &error));
  g_assert_error (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED);

  g_clear_object (&result);
  g_assert_finalize_object (g_steal_pointer (&running));
  tear_down (&fixture);
  kin_test_raw_server_stop (&server);
}

/* With two streams a session and two sessions: the fifth waits until one of the four is closed. Lists do not wait. */
static void
test_more_watches_than_streams (void)
{
  static const char * const pieces[] = { WATCH_HEAD, NULL };
  KinTestRawServer server;
  g_autofree char *url = kin_test_raw_server_start (&server, pieces, TRUE);
  KinWatchOptions options = { 0 };
  Fixture fixture;
  KinWatch *running[4];
  g_autoptr(KinWatch) fifth = NULL;
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  set_up (&fixture, url, NULL);
  kin_client_set_stream_limits (fixture.client, 2, 2);
  for (guint i = 0; i < 4; i++)
    {
      running[i] = watch (&fixture, &options, &error);
      g_assert_no_error (error);
    }

  g_assert_cmpuint (kin_client_get_n_waiting (fixture.client), ==, 0);
  kin_lister_watcher_watch_async (fixture.pods, &options, NULL, kin_test_result_cb, &slot);
  kin_test_wait_for (kin_client_get_n_waiting (fixture.client) == 1);
  kin_test_settle ();
  g_assert_null (slot);
  g_assert_cmpuint (server.n_requests, ==, 4);

  kin_watch_close (running[2]);
  result = kin_test_wait (&slot);
  fifth = kin_lister_watcher_watch_finish (fixture.pods, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (kin_client_get_n_waiting (fixture.client), ==, 0);

  g_clear_object (&result);
  for (guint i = 0; i < 4; i++)
    g_assert_finalize_object (running[i]);
  g_assert_finalize_object (g_steal_pointer (&fifth));
  tear_down (&fixture);
  kin_test_raw_server_stop (&server);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/http-lister-watcher/list", test_list);
  g_test_add_func ("/http-lister-watcher/unix-socket", test_unix_socket);
  g_test_add_func ("/http-lister-watcher/list-page", test_list_page);
  g_test_add_func ("/http-lister-watcher/list-refused", test_list_refused);
  g_test_add_func ("/http-lister-watcher/long-list", test_long_list);
  g_test_add_func ("/http-lister-watcher/gzip-list", test_gzip_list);
  g_test_add_func ("/http-lister-watcher/known-objects", test_known_objects);
  g_test_add_func ("/http-lister-watcher/cancelled-list", test_cancelled_list);
  g_test_add_func ("/http-lister-watcher/watch-request", test_watch_request);
  g_test_add_func ("/http-lister-watcher/watch-in-pieces", test_watch_in_pieces);
  g_test_add_func ("/http-lister-watcher/watch-cut", test_watch_cut);
  g_test_add_func ("/http-lister-watcher/watch-error-event", test_watch_error_event);
  g_test_add_func ("/http-lister-watcher/watch-refused", test_watch_refused);
  g_test_add_func ("/http-lister-watcher/watch-status-body", test_watch_status_body);
  g_test_add_func ("/http-lister-watcher/watch-cancelled", test_watch_cancelled);
  g_test_add_data_func ("/http-lister-watcher/watch-closed", GINT_TO_POINTER (FALSE), test_watch_closed);
  g_test_add_data_func ("/http-lister-watcher/watch-closed-while-read", GINT_TO_POINTER (TRUE), test_watch_closed);
  g_test_add_func ("/http-lister-watcher/client-closed", test_client_closed);
  g_test_add_func ("/http-lister-watcher/more-watches-than-streams", test_more_watches_than_streams);

  status = g_test_run ();
  kin_worker_pool_shutdown ();

  return status;
}
