/* test-client.c: a server's version and its resources, as servers of each age tell them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-client.h"

#include "base/kin-error.h"
#include "base/kin-worker-pool.h"
#include "test-server.h"

/* A server is a list of documents; other paths are 404. */
typedef struct
{
  const char *path;
  guint status;
  const char *body;
} Document;

static void
documents_cb (SoupServer        *server,
              SoupServerMessage *message,
              const char        *path,
              GHashTable        *query,
              gpointer           user_data)
{
  for (const Document *document = user_data; document->path != NULL; document++)
    if (g_str_equal (document->path, path))
      {
        kin_test_answer (message, document->status, "application/json", document->body);
        return;
      }

  kin_test_answer (message, 404, "text/plain", "404 page not found");
}

typedef struct
{
  KinTestServer *server;
  KinClient *client;
} Fixture;

static void
set_up (Fixture        *fixture,
        const Document *documents)
{
  g_autoptr(KinContext) context = NULL;

  fixture->server = kin_test_server_new (NULL, documents_cb, (gpointer) documents);
  context = kin_context_new_for_server (fixture->server->url);
  fixture->client = kin_client_new (context);
  g_assert_true (kin_client_get_context (fixture->client) == context);
}

static void
tear_down (Fixture *fixture)
{
  kin_client_close (fixture->client);
  kin_test_settle ();
  g_assert_finalize_object (fixture->client);
  kin_test_server_free (fixture->server);
}

static char *
get_version (const Document  *documents,
             GError         **error)
{
  Fixture fixture;
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  char *version;

  set_up (&fixture, documents);
  kin_client_get_version_async (fixture.client, NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);
  version = kin_client_get_version_finish (fixture.client, result, error);
  g_clear_object (&result);
  tear_down (&fixture);

  return version;
}

static GPtrArray *
discover (const Document  *documents,
          GPtrArray      **failed_groups,
          GError         **error)
{
  Fixture fixture;
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  GPtrArray *resources;

  set_up (&fixture, documents);
  kin_client_discover_async (fixture.client, NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);
  resources = kin_client_discover_finish (fixture.client, result, failed_groups, error);
  g_clear_object (&result);
  tear_down (&fixture);

  return resources;
}

/* "v1/pods apps/v1/deployments" */
static char *
dup_names (GPtrArray *resources)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < resources->len; i++)
    g_string_append_printf (text, "%s%s/%s", i > 0 ? " " : "",
                            kin_resource_get_api_version (resources->pdata[i]), kin_resource_get_plural (resources->pdata[i]));

  return g_string_free_and_steal (g_steal_pointer (&text));
}

static void
assert_discovers (const Document *documents,
                  const char     *expected,
                  const char     *expected_failures)
{
  g_autoptr(GPtrArray) failed_groups = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) resources = discover (documents, &failed_groups, &error);
  g_autofree char *names = NULL;
  g_autofree char *failures = NULL;

  g_assert_no_error (error);
  names = dup_names (resources);
  g_assert_cmpstr (names, ==, expected);

  g_ptr_array_add (failed_groups, NULL);
  failures = g_strjoinv (" ", (char **) failed_groups->pdata);
  g_assert_cmpstr (failures, ==, expected_failures);
}

static void
test_version (void)
{
  static const Document real[] = { { "/version", 200, "{\"major\":\"1\",\"gitVersion\":\"v1.36.3\"}" }, { NULL } };
  static const Document other[] = { { "/version", 200, "{\"version\":3}" }, { NULL } };
  static const Document empty[] = { { "/version", 200, "" }, { NULL } };
  static const Document none[] = { { NULL } };
  g_autoptr(GError) error = NULL;
  g_autofree char *version = get_version (real, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (version, ==, "v1.36.3");

  g_assert_null (get_version (other, &error));
  g_assert_error (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES);
  g_clear_error (&error);
  g_assert_null (get_version (empty, &error));
  g_assert_error (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES);
  g_clear_error (&error);
  g_assert_null (get_version (none, &error));
  g_assert_error (error, KIN_API_ERROR, KIN_API_ERROR_NOT_FOUND);
  g_assert_true (g_str_has_prefix (error->message, "get /version: "));
}

static void
test_get_empty (void)
{
  static const Document documents[] = { { "/bench/go", 200, "" }, { NULL } };
  Fixture fixture;
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) body = NULL;

  set_up (&fixture, documents);
  kin_client_get_async (fixture.client, "/bench/go", NULL, NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);
  body = kin_client_get_finish (fixture.client, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (body), ==, 0);
  g_clear_object (&result);
  tear_down (&fixture);
}

#define AGGREGATED(items) "{\"kind\":\"APIGroupDiscoveryList\",\"apiVersion\":\"apidiscovery.k8s.io/v2\",\"items\":[" items "]}"
#define RESOURCE(plural, kind, scope) "{\"resource\":\"" plural "\",\"responseKind\":{\"kind\":\"" kind "\"},\"scope\":\"" scope "\",\"verbs\":[\"list\",\"watch\"]}"

static void
test_aggregated (void)
{
  static const Document documents[] = {
    { "/api", 200, AGGREGATED ("{\"metadata\":{\"creationTimestamp\":null},\"versions\":[{\"version\":\"v1\",\"resources\":["
                               "{\"resource\":\"pods\",\"responseKind\":{\"group\":\"\",\"version\":\"\",\"kind\":\"Pod\"},\"scope\":\"Namespaced\",\"singularResource\":\"pod\","
                               "\"verbs\":[\"get\",\"list\",\"deletecollection\",\"proxy\"],\"shortNames\":[\"po\"],\"categories\":[\"all\"],\"subresources\":[{\"subresource\":\"log\"}]},"
                               RESOURCE ("nodes", "Node", "Cluster") "]}]}") },
    { "/apis", 200, AGGREGATED ("{\"metadata\":{\"name\":\"apps\"},\"versions\":["
                                "{\"version\":\"v1\",\"resources\":[" RESOURCE ("deployments", "Deployment", "Namespaced") "],\"freshness\":\"Current\"},"
                                "{\"version\":\"v1beta1\",\"resources\":[" RESOURCE ("deployments", "Deployment", "Namespaced") "," RESOURCE ("olds", "Old", "Namespaced") "]}]},"
                                "{\"metadata\":{\"name\":\"metrics.k8s.io\"},\"versions\":[{\"version\":\"v1beta1\",\"freshness\":\"Stale\"}]},"
                                "{\"metadata\":{\"name\":\"external.metrics.k8s.io\"},\"versions\":[{\"version\":\"v1beta1\",\"resources\":[],\"freshness\":\"Current\"}]}") },
    { NULL },
  };
  g_autoptr(GPtrArray) resources = NULL;
  g_autoptr(GError) error = NULL;
  KinResource *pods;

  assert_discovers (documents, "v1/pods v1/nodes apps/v1/deployments apps/v1beta1/olds", "metrics.k8s.io/v1beta1");

  resources = discover (documents, NULL, &error);
  g_assert_no_error (error);
  pods = g_ptr_array_index (resources, 0);
  g_assert_cmpstr (kin_resource_get_kind (pods), ==, "Pod");
  g_assert_cmpstr (kin_resource_get_singular (pods), ==, "pod");
  g_assert_true (kin_resource_get_namespaced (pods));
  g_assert_cmpint (kin_resource_get_verbs (pods), ==, KIN_VERB_GET | KIN_VERB_LIST | KIN_VERB_DELETE_COLLECTION);
  g_assert_cmpstr (kin_resource_get_short_names (pods)[0], ==, "po");
  g_assert_cmpstr (kin_resource_get_categories (pods)[0], ==, "all");
  g_assert_false (kin_resource_get_namespaced (resources->pdata[1]));
}

/* Group by group, one of which is down, another forbidden, another empty; two resources of one name are two. */
static void
test_group_by_group (void)
{
  static const Document documents[] = {
    { "/api", 200, "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}" },
    { "/api/v1", 200, "{\"kind\":\"APIResourceList\",\"groupVersion\":\"v1\",\"resources\":["
                      "{\"name\":\"pods\",\"singularName\":\"pod\",\"namespaced\":true,\"kind\":\"Pod\",\"verbs\":[\"get\"],\"shortNames\":[\"po\"]},"
                      "{\"name\":\"pods/log\",\"namespaced\":true,\"kind\":\"Pod\",\"verbs\":[\"get\"]}]}" },
    { "/apis", 200, "{\"kind\":\"APIGroupList\",\"groups\":["
                    "{\"name\":\"a.test\",\"versions\":[{\"groupVersion\":\"a.test/v2\"},{\"groupVersion\":\"a.test/v1\"}],\"preferredVersion\":{\"groupVersion\":\"a.test/v1\"}},"
                    "{\"name\":\"b.test\",\"versions\":[{\"groupVersion\":\"b.test/v1\"}]},"
                    "{\"name\":\"down.test\",\"versions\":[{\"groupVersion\":\"down.test/v1\"}]},"
                    "{\"name\":\"shut.test\",\"versions\":[{\"groupVersion\":\"shut.test/v1\"}]},"
                    "{\"name\":\"empty.test\",\"versions\":[{\"groupVersion\":\"empty.test/v1\"}]}]}" },
    { "/apis/a.test/v1", 200, "{\"resources\":[{\"name\":\"triggers\",\"namespaced\":true,\"kind\":\"Trigger\"}]}" },
    { "/apis/a.test/v2", 200, "{\"resources\":[{\"name\":\"triggers\",\"namespaced\":true,\"kind\":\"Trigger\"},{\"name\":\"newer\",\"kind\":\"Newer\"}]}" },
    { "/apis/b.test/v1", 200, "{\"resources\":[{\"name\":\"triggers\",\"namespaced\":true,\"kind\":\"Trigger\"}]}" },
    { "/apis/down.test/v1", 503, "{\"kind\":\"Status\",\"code\":503}" },
    { "/apis/shut.test/v1", 403, "{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\"}" },
    { "/apis/empty.test/v1", 200, "{\"resources\":null}" },
    { NULL },
  };

  assert_discovers (documents, "v1/pods a.test/v1/triggers a.test/v2/newer b.test/v1/triggers", "down.test/v1 shut.test/v1");
}

/* A server that plays one resource back. */
static void
test_no_discovery (void)
{
  static const Document none[] = { { NULL } };
  g_autoptr(GPtrArray) failed_groups = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) resources = discover (none, &failed_groups, &error);

  g_assert_no_error (error);
  g_assert_nonnull (kin_resource_match (resources, "deployments.apps"));
  g_assert_cmpuint (failed_groups->len, ==, 0);
}

/* One of the two roots is enough. */
static void
test_one_root (void)
{
  static const Document core_only[] = { { "/api", 200, AGGREGATED ("{\"versions\":[{\"version\":\"v1\",\"resources\":[" RESOURCE ("pods", "Pod", "Namespaced") "]}]}") }, { NULL } };
  static const Document forbidden[] = { core_only[0], { "/apis", 403, "{\"kind\":\"Status\",\"code\":403,\"reason\":\"Forbidden\"}" }, { NULL } };

  assert_discovers (core_only, "v1/pods", "");
  assert_discovers (forbidden, "v1/pods", "/apis");
}

static void
test_discovery_fails (void)
{
  static const Document forbidden[] = {
    { "/api", 401, "{\"kind\":\"Status\",\"code\":401,\"reason\":\"Unauthorized\"}" },
    { "/apis", 401, "{\"kind\":\"Status\",\"code\":401,\"reason\":\"Unauthorized\"}" },
    { NULL },
  };
  static const Document nonsense[] = { { "/api", 200, "{\"kind\":\"Pod\"}" }, { NULL } };
  g_autoptr(GError) error = NULL;

  g_assert_null (discover (forbidden, NULL, &error));
  g_assert_error (error, KIN_API_ERROR, KIN_API_ERROR_UNAUTHORIZED);
  g_clear_error (&error);
  g_assert_null (discover (nonsense, NULL, &error));
  g_assert_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE);
  g_assert_true (g_str_has_prefix (error->message, "/api: "));
}

static void
test_discovery_cancelled (void)
{
  static const Document none[] = { { NULL } };
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  Fixture fixture;
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  set_up (&fixture, none);
  kin_client_discover_async (fixture.client, cancellable, kin_test_result_cb, &slot);
  g_cancellable_cancel (cancellable);
  result = kin_test_wait (&slot);
  g_assert_null (kin_client_discover_finish (fixture.client, result, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_object (&result);
  tear_down (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/client/version", test_version);
  g_test_add_func ("/client/get-empty", test_get_empty);
  g_test_add_func ("/client/aggregated", test_aggregated);
  g_test_add_func ("/client/group-by-group", test_group_by_group);
  g_test_add_func ("/client/no-discovery", test_no_discovery);
  g_test_add_func ("/client/one-root", test_one_root);
  g_test_add_func ("/client/discovery-fails", test_discovery_fails);
  g_test_add_func ("/client/discovery-cancelled", test_discovery_cancelled);

  status = g_test_run ();
  kin_worker_pool_shutdown ();

  return status;
}
