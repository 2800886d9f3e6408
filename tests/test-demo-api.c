/* test-demo-api.c: the demo cluster's API: which request goes where, and how it is refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-world.h"
#include "demo/kin-demo-registry.h"

#define CONFIG_MAPS "/api/v1/namespaces/default/configmaps"
#define JSON "application/json"
#define UNKNOWN_PATH "the server could not find the requested resource"
#define WRONG_METHOD "the server does not allow this method on the requested resource"

typedef struct
{
  KinClock *clock;
  KinDemoWorld *world;
} Fixture;

static KinJson *
send_as (Fixture    *fixture,
         const char *method,
         const char *target,
         const char *content_type,
         const char *body,
         guint       status)
{
  g_autoptr(KinDemoResponse) response = demo_world_send (fixture->world, method, target, NULL, content_type, body);
  g_autofree char *text = demo_response_dup_text (response);

  if (response->status != status)
    g_error ("%s %s: %u: %s", method, target, response->status, text);

  return demo_response_parse (response);
}

static void
send_json (Fixture    *fixture,
           const char *method,
           const char *target,
           const char *body,
           guint       status)
{
  g_autoptr(KinJson) json = send_as (fixture, method, target, JSON, body, status);
}

static const char *
get_message (KinJson *json)
{
  return kin_json_get_string (kin_json_get_root (json), "message");
}

static const char *
get_metadata (KinJson    *json,
              const char *name)
{
  return kin_json_get_string (kin_json_get (kin_json_get_root (json), "metadata"), name);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->clock = kin_clock_new_stepped (NOON);
  fixture->world = demo_world_new (fixture->clock);
  send_json (fixture, "POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"default\"}}", 201);
  send_json (fixture, "POST", CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}", 201);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->world);
  g_assert_finalize_object (fixture->clock);
}

static void
test_health (Fixture       *fixture,
             gconstpointer  data)
{
  static const char * const paths[] = { "/livez", "/readyz", "/healthz", "/healthz/ping", "/readyz?verbose" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr(KinDemoResponse) response = demo_world_get (fixture->world, paths[i]);
      g_autofree char *text = demo_response_dup_text (response);

      g_assert_cmpuint (response->status, ==, 200);
      g_assert_cmpstr (text, ==, "ok");
      g_assert_cmpstr (response->content_type, ==, "text/plain; charset=utf-8");
    }
}

static void
test_get (Fixture       *fixture,
          gconstpointer  data)
{
  g_autoptr(KinJson) json = send_as (fixture, "GET", CONFIG_MAPS "/a", NULL, NULL, 200);
  g_autoptr(KinJson) watch = send_as (fixture, "GET", CONFIG_MAPS "/a?watch=true", NULL, NULL, 200);
  g_autoptr(KinJson) namespace_ = send_as (fixture, "GET", "/api/v1/namespaces/default", NULL, NULL, 200);

  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (json), "kind"), ==, "ConfigMap");
  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (json), "apiVersion"), ==, "v1");
  g_assert_cmpstr (get_metadata (json, "name"), ==, "a");
  g_assert_cmpstr (get_metadata (watch, "name"), ==, "a");
  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (namespace_), "kind"), ==, "Namespace");
}

static void
test_paths (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct
  {
    const char *path;
    const char *message;
  } paths[] = {
    { "/api/v1/foo", UNKNOWN_PATH },
    { "/apis/apps/v1/foo", UNKNOWN_PATH },
    { "/apis/apps/v2/deployments", UNKNOWN_PATH },
    { "/api/v1/configmaps/a", UNKNOWN_PATH },
    { "/api/v1/namespaces/default/nodes", UNKNOWN_PATH },
    { "/api/v1/namespaces/default/configmaps/a/status", UNKNOWN_PATH },
    { "/api/v1/namespaces/default/configmaps/a/scale", UNKNOWN_PATH },
    { "/api/v1/namespaces/default/configmaps/a/log", UNKNOWN_PATH },
    { CONFIG_MAPS "/b", "configmaps \"b\" not found" },
    { "/api/v1/namespaces/nowhere", "namespaces \"nowhere\" not found" },
    { "/api/v1/namespaces/default/pods/x/log", "pods \"x\" not found" },
    { "/apis/apps/v1/namespaces/default/deployments/x/scale", "deployments.apps \"x\" not found" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    demo_world_assert_refused (fixture->world, paths[i].path, 404, paths[i].message);
}

static void
test_methods (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct
  {
    const char *method;
    const char *path;
  } refused[] = {
    { "POST", CONFIG_MAPS "/a" },
    { "PUT", CONFIG_MAPS },
    { "PATCH", CONFIG_MAPS },
    { "POST", "/api/v1/configmaps" },
    { "DELETE", "/api/v1/configmaps" },
    { "DELETE", "/api/v1/namespaces/default/status" },
    { "PUT", "/api/v1/namespaces/default/pods/x/log" },
    { "POST", "/api/v1" },
    { "GET", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr(KinJson) json = send_as (fixture, refused[i].method, refused[i].path, JSON, "{}", 405);

      g_assert_cmpstr (get_message (json), ==, WRONG_METHOD);
    }
}

static void
test_accept (Fixture       *fixture,
             gconstpointer  data)
{
  static const struct
  {
    const char *target;
    const char *accept;
    guint status;
    const char *kind;
  } cases[] = {
    { CONFIG_MAPS, "application/vnd.kubernetes.protobuf,application/json", 200, "ConfigMapList" },
    { CONFIG_MAPS, "*/*", 200, "ConfigMapList" },
    { CONFIG_MAPS, "application/json;as=Table;g=meta.k8s.io;v=v7,application/json", 200, "ConfigMapList" },
    { CONFIG_MAPS, "application/json;as=Table;v=v1;g=meta.k8s.io", 200, "Table" },
    { CONFIG_MAPS "/a", "application/json;as=Table;v=v1;g=meta.k8s.io", 200, "Table" },
    { CONFIG_MAPS "/a", "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io", 200, "PartialObjectMetadata" },
    { CONFIG_MAPS, "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io", 200, "PartialObjectMetadataList" },
    { CONFIG_MAPS, "application/vnd.kubernetes.protobuf", 406, "Status" },
    { CONFIG_MAPS, "application/cbor", 406, "Status" },
    { CONFIG_MAPS, "text/html", 406, "Status" },
    { CONFIG_MAPS, "application/json;as=Foo;v=v1;g=meta.k8s.io", 406, "Status" },
    { CONFIG_MAPS, "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io", 406, "Status" },
    { CONFIG_MAPS "/a", "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io", 406, "Status" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(KinDemoResponse) response = demo_world_send (fixture->world, "GET", cases[i].target, cases[i].accept, NULL, NULL);
      g_autoptr(KinJson) json = demo_response_parse (response);

      g_assert_cmpstr (kin_json_get_string (kin_json_get_root (json), "kind"), ==, cases[i].kind);
      g_assert_cmpuint (response->status, ==, cases[i].status);
    }
}

static void
test_yaml (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(KinDemoResponse) response = demo_world_send (fixture->world, "GET", CONFIG_MAPS "/a", "application/yaml", NULL, NULL);
  g_autofree char *text = demo_response_dup_text (response);
  g_autoptr(KinJson) created = send_as (fixture, "POST", CONFIG_MAPS, "application/yaml", "metadata: {name: y}\n", 201);
  g_autoptr(KinDemoResponse) watch = demo_world_send (fixture->world, "GET", CONFIG_MAPS "?watch=1", "application/yaml", NULL, NULL);
  g_autofree char *refusal = demo_response_dup_text (watch);

  g_assert_cmpstr (response->content_type, ==, "application/yaml");
  g_assert_nonnull (strstr (text, "\nkind: ConfigMap\n"));
  g_assert_cmpstr (get_metadata (created, "name"), ==, "y");
  g_assert_cmpuint (watch->status, ==, 406);
  g_assert_nonnull (strstr (refusal, "\nkind: Status\n"));
}

static void
test_pretty (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(KinDemoResponse) pretty = demo_world_get (fixture->world, CONFIG_MAPS "/a?pretty=true");
  g_autoptr(KinDemoResponse) plain = demo_world_get (fixture->world, CONFIG_MAPS "/a?pretty=false");
  g_autofree char *pretty_text = demo_response_dup_text (pretty);
  g_autofree char *plain_text = demo_response_dup_text (plain);

  g_assert_nonnull (strstr (pretty_text, "\n  \"kind\": \"ConfigMap\",\n"));
  g_assert_nonnull (strstr (plain_text, "\"kind\":\"ConfigMap\","));
}

static void
test_create (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(KinJson) created = send_as (fixture, "POST", CONFIG_MAPS, JSON, "{\"metadata\":{\"name\":\"b\"}}", 201);
  g_autoptr(KinJson) again = send_as (fixture, "POST", CONFIG_MAPS, JSON, "{\"metadata\":{\"name\":\"b\"}}", 409);

  g_assert_cmpstr (get_metadata (created, "namespace"), ==, "default");
  g_assert_nonnull (get_metadata (created, "uid"));
  g_assert_cmpstr (get_message (again), ==, "configmaps \"b\" already exists");
}

/* The program that writes is who owns the fields, unless it says otherwise. */
static void
test_field_manager (Fixture       *fixture,
                    gconstpointer  data)
{
  static const struct
  {
    const char *target;
    const char *manager;
  } cases[] = {
    { CONFIG_MAPS, "kubectl" },
    { CONFIG_MAPS "?fieldManager=me", "me" },
    { CONFIG_MAPS "?fieldManager=", "kubectl" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *body = g_strdup_printf ("{\"metadata\":{\"name\":\"m%u\"},\"data\":{\"k\":\"v\"}}", i);
      g_autoptr(KinJson) json = send_as (fixture, "POST", cases[i].target, JSON, body, 201);
      KinJsonValue *entries = kin_json_get_path (kin_json_get_root (json), "metadata", "managedFields", NULL);

      g_assert_cmpstr (kin_json_get_string (kin_json_array_get (entries, 0), "manager"), ==, cases[i].manager);
    }
}

static void
test_warnings (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(KinDemoResponse) response =
    demo_world_send (fixture->world, "POST", CONFIG_MAPS, NULL, JSON, "{\"metadata\":{\"name\":\"w\"},\"foo\":1}");
  g_autoptr(KinJson) strict = send_as (fixture, "POST", CONFIG_MAPS "?fieldValidation=Strict", JSON,
                                       "{\"metadata\":{\"name\":\"x\"},\"foo\":1}", 400);

  g_assert_cmpuint (response->status, ==, 201);
  g_assert_cmpuint (response->warnings->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (response->warnings, 0), ==, "unknown field \"foo\"");
  g_assert_cmpstr (get_message (strict), ==,
                   "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error: unknown field \"foo\"");
}

static void
test_bad_bodies (Fixture       *fixture,
                 gconstpointer  data)
{
  static const struct
  {
    const char *method;
    const char *target;
    const char *content_type;
    const char *body;
    guint status;
    const char *message;
  } cases[] = {
    { "POST", CONFIG_MAPS, JSON, "{\"kind\":\"Secret\",\"metadata\":{\"name\":\"x\"}}", 400,
      "Secret in version \"v1\" cannot be handled as a ConfigMap" },
    { "POST", CONFIG_MAPS, JSON, "{\"apiVersion\":\"v2\",\"metadata\":{\"name\":\"x\"}}", 400,
      "the API version in the data (v2) does not match the expected API version (v1)" },
    { "POST", CONFIG_MAPS, JSON, "[]", 400, "the object provided is unrecognized: it is no JSON object" },
    { "POST", CONFIG_MAPS, JSON, "{\"metadata\":{\"name\":\"x\",\"namespace\":\"other\"}}", 400,
      "the namespace of the provided object does not match the namespace sent on the request" },
    { "POST", CONFIG_MAPS, "application/cbor", "{}", 415,
      "the body of the request was in an unknown format - accepted media types include: application/json, "
      "application/yaml, application/vnd.kubernetes.protobuf" },
    { "PUT", CONFIG_MAPS "/a", JSON, "{\"metadata\":{\"name\":\"b\"}}", 400,
      "the name of the object (b) does not match the name on the URL (a)" },
    { "PUT", CONFIG_MAPS "/a", JSON, "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"5\"}}", 409,
      "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please apply your changes to the "
      "latest version and try again" },
    { "PATCH", CONFIG_MAPS "/a", JSON, "{}", 415,
      "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, "
      "application/merge-patch+json, application/strategic-merge-patch+json, application/apply-patch+yaml" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(KinJson) json = send_as (fixture, cases[i].method, cases[i].target, cases[i].content_type, cases[i].body,
                                         cases[i].status);

      g_assert_cmpstr (get_message (json), ==, cases[i].message);
    }
}

static void
test_bad_options (Fixture       *fixture,
                  gconstpointer  data)
{
  static const struct
  {
    const char *method;
    const char *target;
    const char *content_type;
    const char *message;
  } cases[] = {
    { "POST", CONFIG_MAPS "?fieldValidation=foo", JSON,
      "CreateOptions.meta.k8s.io \"\" is invalid: fieldValidation: Unsupported value: \"foo\": supported values: \"\", "
      "\"Ignore\", \"Strict\", \"Warn\"" },
    { "POST", CONFIG_MAPS "?dryRun=foo", JSON,
      "CreateOptions.meta.k8s.io \"\" is invalid: dryRun: Unsupported value: [\"foo\"]: supported values: \"All\"" },
    { "DELETE", CONFIG_MAPS "/a?propagationPolicy=foo", JSON,
      "DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Unsupported value: \"foo\": supported values: "
      "\"Foreground\", \"Background\", \"Orphan\", \"nil\"" },
    { "PATCH", CONFIG_MAPS "/a", "application/apply-patch+yaml",
      "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for apply patch" },
    { "PATCH", CONFIG_MAPS "/a?force=true", "application/merge-patch+json",
      "PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: may not be specified for non-apply patch" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(KinJson) json = send_as (fixture, cases[i].method, cases[i].target, cases[i].content_type, "{}", 422);

      g_assert_cmpstr (get_message (json), ==, cases[i].message);
      g_assert_cmpstr (kin_json_get_string (kin_json_get_root (json), "reason"), ==, "Invalid");
    }
}

static void
test_update (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(KinJson) updated = send_as (fixture, "PUT", CONFIG_MAPS "/a", JSON, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"w\"}}", 200);
  g_autoptr(KinJson) missing = send_as (fixture, "PUT", CONFIG_MAPS "/z", JSON, "{\"metadata\":{\"name\":\"z\"}}", 404);

  g_assert_cmpstr (kin_json_get_string (kin_json_get (kin_json_get_root (updated), "data"), "k"), ==, "w");
  g_assert_cmpstr (get_message (missing), ==, "configmaps \"z\" not found");
}

static void
test_patch (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct
  {
    const char *target;
    const char *content_type;
    const char *body;
    guint status;
    const char *value;
  } cases[] = {
    { CONFIG_MAPS "/a", "application/merge-patch+json", "{\"data\":{\"k\":\"1\"}}", 200, "1" },
    { CONFIG_MAPS "/a", "application/strategic-merge-patch+json", "{\"data\":{\"k\":\"2\"}}", 200, "2" },
    { CONFIG_MAPS "/a", "application/json-patch+json; charset=utf-8",
      "[{\"op\":\"replace\",\"path\":\"/data/k\",\"value\":\"3\"}]", 200, "3" },
    { CONFIG_MAPS "/new?fieldManager=me", "application/apply-patch+yaml",
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: new}\ndata: {k: \"4\"}\n", 201, "4" },
    { CONFIG_MAPS "/new?fieldManager=me&force=true", "application/apply-patch+yaml",
      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"new\"},\"data\":{\"k\":\"5\"}}", 200, "5" },
    { CONFIG_MAPS "/a?dryRun=All", "application/merge-patch+json", "{\"data\":{\"k\":\"6\"}}", 200, "6" },
  };
  g_autoptr(KinJson) kept = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(KinJson) json = send_as (fixture, "PATCH", cases[i].target, cases[i].content_type, cases[i].body, cases[i].status);

      g_assert_cmpstr (kin_json_get_string (kin_json_get (kin_json_get_root (json), "data"), "k"), ==, cases[i].value);
    }

  kept = send_as (fixture, "GET", CONFIG_MAPS "/a", NULL, NULL, 200);
  g_assert_cmpstr (kin_json_get_string (kin_json_get (kin_json_get_root (kept), "data"), "k"), ==, "3");
}

/* kubectl takes over what it applied before it did so on the server: it writes whose fields are whose. */
static void
test_written_managers (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr(KinJson) json = send_as (
    fixture, "PATCH", CONFIG_MAPS "/a", "application/json-patch+json",
    "[{\"op\":\"add\",\"path\":\"/metadata/managedFields\",\"value\":[{\"manager\":\"me\",\"operation\":\"Apply\","
    "\"apiVersion\":\"v1\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:data\":{\"f:k\":{}}}}]}]", 200);
  KinJsonValue *manager;
  KinJsonIter iter;

  kin_json_iter_init (&iter, kin_json_get_path (kin_json_get_root (json), "metadata", "managedFields", NULL));
  g_assert_true (kin_json_iter_next (&iter, NULL, &manager));
  g_assert_cmpstr (kin_json_get_string (manager, "manager"), ==, "me");
  g_assert_false (kin_json_iter_next (&iter, NULL, &manager));
}

/* In protobuf, and without a kind: all that kubectl needs of it. */
static void
test_old_description (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr(KinDemoResponse) response = demo_world_send (fixture->world, "GET", "/openapi/v2", NULL, NULL, NULL);
  g_autofree char *text = demo_response_dup_text (response);

  g_assert_cmpuint (response->status, ==, 200);
  g_assert_cmpstr (response->content_type, ==, "application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
  g_assert_cmpstr (text, ==, "\012\0032.0");
}

static void
test_delete (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(KinJson) wrong = send_as (fixture, "DELETE", CONFIG_MAPS "/a", JSON, "{\"preconditions\":{\"uid\":\"foo\"}}", 409);
  g_autoptr(KinJson) dry = send_as (fixture, "DELETE", CONFIG_MAPS "/a", JSON, "{\"dryRun\":[\"All\"]}", 200);
  g_autoptr(KinJson) gone = send_as (fixture, "DELETE", CONFIG_MAPS "/a?propagationPolicy=Background", JSON, NULL, 200);
  g_autoptr(KinJson) again = send_as (fixture, "DELETE", CONFIG_MAPS "/a", JSON, NULL, 404);
  KinJsonValue *details = kin_json_get (kin_json_get_root (gone), "details");

  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (gone), "status"), ==, "Success");
  g_assert_cmpstr (kin_json_get_string (details, "name"), ==, "a");
  g_assert_cmpstr (kin_json_get_string (details, "kind"), ==, "configmaps");
  g_assert_nonnull (kin_json_get_string (details, "uid"));
}

static void
test_delete_collection (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr(KinJson) deleted = NULL;
  g_autoptr(KinJson) left = NULL;
  g_autofree char *names = NULL;
  g_autofree char *left_names = NULL;

  send_json (fixture, "POST", CONFIG_MAPS, "{\"metadata\":{\"name\":\"b\",\"labels\":{\"x\":\"y\"}}}", 201);
  send_json (fixture, "POST", CONFIG_MAPS, "{\"metadata\":{\"name\":\"c\",\"labels\":{\"x\":\"y\"}}}", 201);

  deleted = send_as (fixture, "DELETE", CONFIG_MAPS "?labelSelector=x%3Dy", JSON, NULL, 200);
  names = demo_json_dup_names (deleted, "items");
  g_assert_cmpstr (names, ==, "b c");

  left = send_as (fixture, "GET", CONFIG_MAPS, NULL, NULL, 200);
  left_names = demo_json_dup_names (left, "items");
  g_assert_cmpstr (left_names, ==, "a");
}

static void
test_reviews (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(KinJson) access = send_as (fixture, "POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", JSON,
                                       "{\"spec\":{\"resourceAttributes\":{\"verb\":\"list\"}}}", 201);
  g_autoptr(KinJson) rules = send_as (fixture, "POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", JSON,
                                      "{\"spec\":{\"namespace\":\"default\"}}", 201);
  g_autoptr(KinJson) self = send_as (fixture, "POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", JSON, "{}", 201);
  KinJsonValue *status = kin_json_get (kin_json_get_root (access), "status");

  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (access), "kind"), ==, "SelfSubjectAccessReview");
  g_assert_true (kin_json_get_boolean (status, "allowed", FALSE));
  g_assert_cmpstr (kin_json_get_string (kin_json_get_path (kin_json_get_root (access), "spec", "resourceAttributes", NULL), "verb"), ==, "list");
  g_assert_cmpuint (kin_json_value_get_size (kin_json_get_path (kin_json_get_root (rules), "status", "resourceRules", NULL)), ==, 1);
  g_assert_cmpstr (kin_json_get_string (kin_json_get_path (kin_json_get_root (self), "status", "userInfo", NULL), "username"), ==, "demo");
}

#define POD "{\"metadata\":{\"name\":\"%s\",\"namespace\":\"default\",\"uid\":\"1\"},\"spec\":{\"containers\":[{\"name\":\"web\"}]}," \
            "\"status\":{\"containerStatuses\":[{\"name\":\"web\",\"state\":{%s}}]}}"

static void
put_pod (Fixture    *fixture,
         const char *name,
         const char *state)
{
  g_autofree char *text = g_strdup_printf (POD, name, state);
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_parse (text, strlen (text), NULL);

  kin_demo_store_put (kin_demo_world_get_store (fixture->world), demo_world_find (fixture->world, "", "pods"), draft);
}

static char *
dup_log (Fixture    *fixture,
         const char *target)
{
  g_autoptr(KinDemoResponse) response = demo_world_get (fixture->world, target);

  g_assert_cmpuint (response->status, ==, 200);
  g_assert_cmpstr (response->content_type, ==, "text/plain");

  return demo_response_dup_text (response);
}

static void
test_log (Fixture       *fixture,
          gconstpointer  data)
{
  g_autofree char *all = NULL;
  g_autofree char *again = NULL;
  g_autofree char *last = NULL;
  g_auto(GStrv) lines = NULL;

  put_pod (fixture, "one", "\"running\":{\"startedAt\":\"2026-12-01T11:59:00Z\"}");
  put_pod (fixture, "two", "\"waiting\":{\"reason\":\"ContainerCreating\"}");

  all = dup_log (fixture, "/api/v1/namespaces/default/pods/one/log");
  again = dup_log (fixture, "/api/v1/namespaces/default/pods/one/log?container=web");
  last = dup_log (fixture, "/api/v1/namespaces/default/pods/one/log?tailLines=2");
  g_assert_cmpstr (all, ==, again);
  g_assert_true (g_str_has_suffix (all, last));
  lines = g_strsplit (all, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 9);
  g_assert_true (g_str_has_prefix (lines[0], "time=2026-12-01T11:59:0"));

  demo_world_assert_refused (fixture->world, "/api/v1/namespaces/default/pods/two/log", 400,
                             "container \"web\" in pod \"two\" is waiting to start: ContainerCreating");
  demo_world_assert_refused (fixture->world, "/api/v1/namespaces/default/pods/one/log?container=x", 400,
                             "container x is not valid for pod one");
}

static void
test_is_watch (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GHashTable) query = soup_form_decode ("watch=1");
  g_autoptr(GHashTable) other = soup_form_decode ("watch=false");
  const KinDemoRequest watch = { .method = "GET", .path = CONFIG_MAPS, .query = query };
  const KinDemoRequest list = { .method = "GET", .path = CONFIG_MAPS, .query = other };
  const KinDemoRequest object = { .method = "GET", .path = CONFIG_MAPS "/a", .query = query };

  g_assert_true (kin_demo_api_is_watch (&watch));
  g_assert_false (kin_demo_api_is_watch (&list));
  g_assert_false (kin_demo_api_is_watch (&object));
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/demo-api/health", test_health);
  ADD ("/demo-api/get", test_get);
  ADD ("/demo-api/paths", test_paths);
  ADD ("/demo-api/methods", test_methods);
  ADD ("/demo-api/accept", test_accept);
  ADD ("/demo-api/yaml", test_yaml);
  ADD ("/demo-api/pretty", test_pretty);
  ADD ("/demo-api/create", test_create);
  ADD ("/demo-api/field-manager", test_field_manager);
  ADD ("/demo-api/warnings", test_warnings);
  ADD ("/demo-api/bad-bodies", test_bad_bodies);
  ADD ("/demo-api/bad-options", test_bad_options);
  ADD ("/demo-api/update", test_update);
  ADD ("/demo-api/patch", test_patch);
  ADD ("/demo-api/written-managers", test_written_managers);
  ADD ("/demo-api/old-description", test_old_description);
  ADD ("/demo-api/delete", test_delete);
  ADD ("/demo-api/delete-collection", test_delete_collection);
  ADD ("/demo-api/reviews", test_reviews);
  ADD ("/demo-api/log", test_log);
  ADD ("/demo-api/is-watch", test_is_watch);

  return g_test_run ();
}
