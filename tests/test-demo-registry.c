/* test-demo-registry.c: what the demo cluster does when one writes, and what it says when one may not.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-world.h"

/* 2026-12-01T12:00:00Z */
#define NOON (G_GINT64_CONSTANT (1796126400) * G_USEC_PER_SEC)

#define WEB                                                                                                            \
  "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"web\"},\"spec\":{\"replicas\":2,"          \
  "\"selector\":{\"matchLabels\":{\"app\":\"web\"}},\"template\":{\"metadata\":{\"labels\":{\"app\":\"web\"}},\"spec\":{"   \
  "\"containers\":[{\"name\":\"c\",\"image\":\"nginx:1\"}]}}}}"
#define POD "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"nginx:1\"}]}}"

typedef struct
{
  KinClock *clock;
  KinDemoWorld *world;
  KinDemoRegistry *registry;
  KinDemoStore *store;
  KinDemoKind *deployments;
  KinDemoKind *pods;
  KinDemoKind *services;
  KinDemoKind *secrets;
  KinDemoKind *config_maps;
  KinDemoKind *namespaces;
  KinDemoWrite write;
  gboolean created;
  GError *error;
} Fixture;

static KinDemoObject *
create (Fixture     *fixture,
        KinDemoKind *kind,
        const char  *text)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_parse (text, strlen (text), NULL);
  gboolean namespaced = kin_resource_get_namespaced (kin_demo_kind_get_resource (kind));

  g_assert_nonnull (draft);

  return kin_demo_registry_create (fixture->registry, kind, namespaced ? "shop" : NULL, draft, &fixture->write,
                                   &fixture->error);
}

static void
must_create (Fixture     *fixture,
             KinDemoKind *kind,
             const char  *text)
{
  g_autoptr(KinDemoObject) object = create (fixture, kind, text);

  g_assert_no_error (fixture->error);
  g_assert_nonnull (object);
}

static KinDemoObject *
update (Fixture     *fixture,
        KinDemoKind *kind,
        const char  *name,
        const char  *text)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_parse (text, strlen (text), NULL);

  g_assert_nonnull (draft);

  return kin_demo_registry_update (fixture->registry, kind, kind != fixture->namespaces ? "shop" : NULL, name, draft,
                                   &fixture->write, &fixture->error);
}

static KinDemoObject *
patch (Fixture          *fixture,
       KinDemoKind      *kind,
       const char       *name,
       KinDemoPatchType  type,
       const char       *text)
{
  return kin_demo_registry_patch (fixture->registry, kind, kind != fixture->namespaces ? "shop" : NULL, name, type, text,
                                  strlen (text), &fixture->write, &fixture->created, &fixture->error);
}

static KinDemoObject *
delete (Fixture               *fixture,
        KinDemoKind           *kind,
        const char            *name,
        const KinDemoDeletion *deletion,
        gboolean              *gone)
{
  return kin_demo_registry_delete (fixture->registry, kind, kind != fixture->namespaces ? "shop" : NULL, name, deletion, gone,
                                   &fixture->error);
}

static KinDemoObject *
get (Fixture     *fixture,
     KinDemoKind *kind,
     const char  *name)
{
  return kin_demo_store_get (fixture->store, kind, kind != fixture->namespaces ? "shop" : NULL, name);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  KinDemoKinds *kinds;

  fixture->clock = kin_clock_new_stepped (NOON);
  fixture->world = kin_demo_world_new (fixture->clock, 1);
  fixture->registry = kin_demo_world_get_registry (fixture->world);
  fixture->store = kin_demo_world_get_store (fixture->world);
  kinds = kin_demo_world_get_kinds (fixture->world);
  fixture->deployments = kin_demo_kinds_find (kinds, "apps", "v1", "deployments");
  fixture->pods = kin_demo_kinds_find (kinds, "", "v1", "pods");
  fixture->services = kin_demo_kinds_find (kinds, "", "v1", "services");
  fixture->secrets = kin_demo_kinds_find (kinds, "", "v1", "secrets");
  fixture->config_maps = kin_demo_kinds_find (kinds, "", "v1", "configmaps");
  fixture->namespaces = kin_demo_kinds_find (kinds, "", "v1", "namespaces");
  fixture->write = (KinDemoWrite) { .manager = "test" };
  must_create (fixture, fixture->namespaces, "{\"metadata\":{\"name\":\"shop\"}}");
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_no_error (fixture->error);
  g_assert_finalize_object (fixture->world);
  g_assert_finalize_object (fixture->clock);
}

/* Compares what is at a path such as “spec.ports.0.port” with JSON; NULL: there must be nothing. */
static void
assert_at (KinDemoObject *object,
           const char    *path,
           const char    *expected)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);
  g_autofree char *pointer = g_strconcat ("/", path, NULL);
  yyjson_mut_val *value;
  g_autofree char *text = NULL;

  g_strdelimit (pointer, ".", '/');
  value = yyjson_mut_doc_ptr_get (draft, pointer);
  if (value != NULL)
    {
      g_autoptr(GBytes) bytes = kin_demo_value_write (value);

      text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    }
  g_assert_cmpstr (text, ==, expected);
}

static void
assert_refused (Fixture       *fixture,
                KinDemoObject *object,
                KinDemoError   code,
                const char    *message)
{
  g_assert_null (object);
  g_assert_error (fixture->error, KIN_DEMO_ERROR, (int) code);
  g_assert_cmpstr (fixture->error->message, ==, message);
  g_clear_error (&fixture->error);
}

static void
assert_status (Fixture    *fixture,
               const char *expected)
{
  g_autoptr(GBytes) status = kin_demo_error_dup_status (fixture->error);
  g_autofree char *text = g_strndup (g_bytes_get_data (status, NULL), g_bytes_get_size (status));

  g_assert_cmpstr (text, ==, expected);
}

static void
test_create (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(KinDemoObject) object = create (fixture, fixture->deployments, WEB);

  g_assert_no_error (fixture->error);
  g_assert_true (get (fixture, fixture->deployments, "web") == object);
  g_assert_cmpuint (strlen (kin_demo_object_get_uid (object)), ==, 36);
  assert_at (object, "metadata.namespace", "\"shop\"");
  assert_at (object, "metadata.creationTimestamp", "\"2026-12-01T12:00:00Z\"");
  assert_at (object, "metadata.generation", "1");
  assert_at (object, "metadata.managedFields.0.manager", "\"test\"");
  assert_at (object, "spec.replicas", "2");
}

static void
test_create_takes_nothing_of_the_servers (Fixture       *fixture,
                                          gconstpointer  data)
{
  g_autoptr(KinDemoObject) object =
    create (fixture, fixture->config_maps,
            "{\"metadata\":{\"name\":\"x\",\"uid\":\"mine\",\"creationTimestamp\":\"2020-01-01T00:00:00Z\","
            "\"deletionTimestamp\":\"2020-01-01T00:00:00Z\",\"deletionGracePeriodSeconds\":5,\"selfLink\":\"/x\","
            "\"managedFields\":[{\"manager\":\"liar\"}]}}");

  g_assert_no_error (fixture->error);
  g_assert_cmpstr (kin_demo_object_get_uid (object), !=, "mine");
  g_assert_false (kin_demo_object_is_deleting (object));
  assert_at (object, "metadata.creationTimestamp", "\"2026-12-01T12:00:00Z\"");
  assert_at (object, "metadata.deletionGracePeriodSeconds", NULL);
  assert_at (object, "metadata.selfLink", NULL);
  assert_at (object, "metadata.managedFields.0.manager", NULL);
  assert_at (object, "metadata.generation", NULL);
}

static void
test_generate_name (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(KinDemoObject) object = create (fixture, fixture->config_maps, "{\"metadata\":{\"generateName\":\"x-\"}}");

  g_assert_no_error (fixture->error);
  g_assert_true (g_regex_match_simple ("^x-[bcdfghjklmnpqrstvwxz2456789]{5}$", kin_demo_object_get_name (object), 0, 0));
}

static void
test_create_refused (Fixture       *fixture,
                     gconstpointer  data)
{
  must_create (fixture, fixture->deployments, WEB);
  g_assert_null (create (fixture, fixture->deployments, WEB));
  assert_status (fixture, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                 "\"message\":\"deployments.apps \\\"web\\\" already exists\",\"reason\":\"AlreadyExists\","
                 "\"details\":{\"name\":\"web\",\"group\":\"apps\",\"kind\":\"deployments\"},\"code\":409}");
  g_clear_error (&fixture->error);

  g_assert_null (create (fixture, fixture->config_maps, "{}"));
  assert_status (fixture, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                 "\"message\":\"ConfigMap \\\"\\\" is invalid: metadata.name: Required value: name or generateName is required\","
                 "\"reason\":\"Invalid\",\"details\":{\"kind\":\"ConfigMap\",\"causes\":[{\"reason\":\"FieldValueRequired\","
                 "\"message\":\"Required value: name or generateName is required\",\"field\":\"metadata.name\"}]},\"code\":422}");
  g_clear_error (&fixture->error);

  assert_refused (fixture, create (fixture, fixture->config_maps, "{\"metadata\":{\"name\":\"x\",\"namespace\":\"other\"}}"),
                  KIN_DEMO_ERROR_BAD_REQUEST,
                  "the namespace of the provided object does not match the namespace sent on the request");
  assert_refused (fixture, create (fixture, fixture->config_maps, "{\"kind\":\"Secret\",\"metadata\":{\"name\":\"x\"}}"),
                  KIN_DEMO_ERROR_BAD_REQUEST,
                  "Secret in version \"v1\" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): "
                  "unknown conversion");
  assert_refused (fixture, create (fixture, fixture->config_maps, "{\"apiVersion\":\"v9\",\"metadata\":{\"name\":\"x\"}}"),
                  KIN_DEMO_ERROR_BAD_REQUEST,
                  "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: no kind \"ConfigMap\" is registered for "
                  "version \"v9\" in scheme \"pkg/runtime/scheme.go:111\"");

  g_assert_null (create (fixture, fixture->config_maps, "{\"metadata\":{\"name\":\"x\",\"resourceVersion\":\"5\"}}"));
  assert_status (fixture, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                 "\"message\":\"resourceVersion should not be set on objects to be created\",\"code\":500}");
  g_clear_error (&fixture->error);
  g_assert_null (get (fixture, fixture->config_maps, "x"));
}

static void
test_namespace_missing (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_parse ("{\"metadata\":{\"name\":\"x\"}}", 25, NULL);

  assert_refused (fixture, kin_demo_registry_create (fixture->registry, fixture->config_maps, "nope", draft, &fixture->write,
                                                     &fixture->error),
                  KIN_DEMO_ERROR_NOT_FOUND, "namespaces \"nope\" not found");
}

#define UNKNOWN                                                                                                        \
  "{\"metadata\":{\"name\":\"web\",\"foo\":1},\"spec\":{\"foo\":5,\"selector\":{\"matchLabels\":{\"app\":\"web\"}}," \
  "\"template\":{\"metadata\":{\"labels\":{\"app\":\"web\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"," \
  "\"imagee\":\"nginx:1\"}]}}}}"

static void
test_unknown_fields (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr(GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(KinDemoObject) object = NULL;

  fixture->write.validation = KIN_DEMO_VALIDATION_STRICT;
  assert_refused (fixture, create (fixture, fixture->deployments, UNKNOWN), KIN_DEMO_ERROR_BAD_REQUEST,
                  "Deployment in version \"v1\" cannot be handled as a Deployment: strict decoding error: unknown field "
                  "\"metadata.foo\", unknown field \"spec.foo\", unknown field \"spec.template.spec.containers[0].imagee\"");

  fixture->write.validation = KIN_DEMO_VALIDATION_WARN;
  fixture->write.warnings = warnings;
  object = create (fixture, fixture->deployments, UNKNOWN);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (warnings->len, ==, 3);
  g_assert_cmpstr (g_ptr_array_index (warnings, 1), ==, "unknown field \"spec.foo\"");
  assert_at (object, "spec.foo", NULL);

  fixture->write.validation = KIN_DEMO_VALIDATION_IGNORE;
  g_clear_pointer (&object, kin_demo_object_unref);
  object = update (fixture, fixture->deployments, "web", UNKNOWN);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (warnings->len, ==, 3);
}

static void
test_wrong_type (Fixture       *fixture,
                 gconstpointer  data)
{
  assert_refused (fixture, create (fixture, fixture->config_maps, "{\"metadata\":5}"), KIN_DEMO_ERROR_BAD_REQUEST,
                  "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct "
                  "field ConfigMap.metadata of type v1.ObjectMeta");
}

static void
test_defaults (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(KinDemoObject) deployment = create (fixture, fixture->deployments, WEB);
  g_autoptr(KinDemoObject) service = create (fixture, fixture->services,
                                             "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"ports\":[{\"port\":80}]}}");

  g_assert_no_error (fixture->error);
  assert_at (deployment, "spec.strategy", "{\"type\":\"RollingUpdate\",\"rollingUpdate\":{\"maxSurge\":\"25%\","
             "\"maxUnavailable\":\"25%\"}}");
  assert_at (deployment, "spec.template.spec.dnsPolicy", "\"ClusterFirst\"");
  assert_at (deployment, "status", "{}");
  assert_at (service, "spec.ports.0.targetPort", "80");
  assert_at (service, "spec.type", "\"ClusterIP\"");
  assert_at (service, "status", "{\"loadBalancer\":{}}");
}

static void
test_invalid (Fixture       *fixture,
              gconstpointer  data)
{
  assert_refused (fixture, create (fixture, fixture->config_maps, "{\"metadata\":{\"name\":\"A\"}}"), KIN_DEMO_ERROR_INVALID,
                  "ConfigMap \"A\" is invalid: metadata.name: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist "
                  "of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. "
                  "'example.com', regex used for validation is "
                  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");

  must_create (fixture, fixture->deployments, WEB);
  assert_refused (fixture, patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE, "{\"spec\":{\"replicas\":-1}}"),
                  KIN_DEMO_ERROR_INVALID,
                  "Deployment.apps \"web\" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0");
}

static void
test_update (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(KinDemoObject) first = create (fixture, fixture->config_maps, "{\"metadata\":{\"name\":\"x\"},\"data\":{\"a\":\"1\"}}");
  g_autoptr(KinDemoObject) second = update (fixture, fixture->config_maps, "x",
                                            "{\"metadata\":{\"name\":\"x\",\"creationTimestamp\":\"2020-01-01T00:00:00Z\"},"
                                            "\"data\":{\"a\":\"2\"}}");

  g_assert_no_error (fixture->error);
  g_assert_true (get (fixture, fixture->config_maps, "x") == second);
  g_assert_cmpuint (kin_demo_object_get_version (second), ==, kin_demo_object_get_version (first) + 1);
  g_assert_cmpstr (kin_demo_object_get_uid (second), ==, kin_demo_object_get_uid (first));
  assert_at (second, "metadata.creationTimestamp", "\"2026-12-01T12:00:00Z\"");
  assert_at (second, "data", "{\"a\":\"2\"}");
}

static void
test_update_nothing (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr(KinDemoObject) first = create (fixture, fixture->deployments, WEB);
  g_autoptr(KinDemoObject) second = NULL;
  guint64 version = kin_demo_store_get_version (fixture->store);

  kin_clock_advance (fixture->clock, G_USEC_PER_SEC);
  second = update (fixture, fixture->deployments, "web", WEB);
  g_assert_no_error (fixture->error);
  g_assert_true (second == first);
  g_assert_cmpuint (kin_demo_store_get_version (fixture->store), ==, version);
}

static void
test_update_refused (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *message = NULL;

  must_create (fixture, fixture->deployments, WEB);
  must_create (fixture, fixture->config_maps, "{\"metadata\":{\"name\":\"x\"}}");

  assert_refused (fixture, update (fixture, fixture->config_maps, "nope", "{\"metadata\":{\"name\":\"nope\"}}"),
                  KIN_DEMO_ERROR_NOT_FOUND, "configmaps \"nope\" not found");
  assert_refused (fixture, update (fixture, fixture->config_maps, "x", "{\"metadata\":{\"name\":\"y\"}}"),
                  KIN_DEMO_ERROR_BAD_REQUEST, "the name of the object (y) does not match the name on the URL (x)");
  assert_refused (fixture, update (fixture, fixture->config_maps, "x", "{\"data\":{}}"), KIN_DEMO_ERROR_BAD_REQUEST,
                  "the name of the object (x based on URL) was undeterminable: name must be provided");
  assert_refused (fixture, update (fixture, fixture->config_maps, "x",
                                   "{\"metadata\":{\"name\":\"x\",\"resourceVersion\":\"5\"}}"),
                  KIN_DEMO_ERROR_CONFLICT,
                  "Operation cannot be fulfilled on configmaps \"x\": the object has been modified; please apply your changes "
                  "to the latest version and try again");

  message = g_strdup_printf ("Operation cannot be fulfilled on configmaps \"x\": Precondition failed: UID in precondition: "
                             "abc, UID in object meta: %s",
                             kin_demo_object_get_uid (get (fixture, fixture->config_maps, "x")));
  assert_refused (fixture, update (fixture, fixture->config_maps, "x", "{\"metadata\":{\"name\":\"x\",\"uid\":\"abc\"}}"),
                  KIN_DEMO_ERROR_CONFLICT, message);
}

static void
test_generation (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(KinDemoObject) object = create (fixture, fixture->deployments, WEB);

  draft = kin_demo_object_edit (object);
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", "annotations", NULL),
                       "a", "b");
  kin_demo_object_unref (object);
  object = kin_demo_registry_update (fixture->registry, fixture->deployments, "shop", "web", draft, &fixture->write,
                                     &fixture->error);
  g_assert_no_error (fixture->error);
  assert_at (object, "metadata.generation", "1");
  assert_at (object, "metadata.annotations.a", "\"b\"");

  g_clear_pointer (&draft, yyjson_mut_doc_free);
  draft = kin_demo_object_edit (object);
  kin_demo_set_integer (draft, kin_demo_get (yyjson_mut_doc_get_root (draft), "spec", NULL), "replicas", 3);
  kin_demo_object_unref (object);
  object = kin_demo_registry_update (fixture->registry, fixture->deployments, "shop", "web", draft, &fixture->write,
                                     &fixture->error);
  g_assert_no_error (fixture->error);
  assert_at (object, "metadata.generation", "2");
}

static void
test_status (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(KinDemoObject) object = NULL;

  must_create (fixture, fixture->deployments, WEB);
  fixture->write.subresource = "status";
  object = update (fixture, fixture->deployments, "web",
                   "{\"metadata\":{\"name\":\"web\",\"labels\":{\"x\":\"y\"},\"annotations\":{\"i\":\"j\"}},"
                   "\"spec\":{\"replicas\":9,\"selector\":{\"matchLabels\":{\"app\":\"web\"}}},\"status\":{\"replicas\":7}}");
  g_assert_no_error (fixture->error);
  assert_at (object, "spec.replicas", "2");
  assert_at (object, "spec.template.metadata.labels.app", "\"web\"");
  assert_at (object, "metadata.labels", NULL);
  assert_at (object, "metadata.annotations.i", "\"j\"");
  assert_at (object, "metadata.generation", "1");
  assert_at (object, "status.replicas", "7");
  g_clear_pointer (&object, kin_demo_object_unref);

  fixture->write.subresource = NULL;
  object = update (fixture, fixture->deployments, "web", WEB);
  g_assert_no_error (fixture->error);
  assert_at (object, "status.replicas", "7");
}

static void
test_dry_run (Fixture       *fixture,
              gconstpointer  data)
{
  const KinDemoDeletion deletion = { .grace_s = -1, .dry_run = TRUE };
  guint64 version = kin_demo_store_get_version (fixture->store);
  g_autoptr(KinDemoObject) made = NULL;
  g_autoptr(KinDemoObject) gone_object = NULL;
  gboolean gone = FALSE;

  fixture->write.dry_run = TRUE;
  made = create (fixture, fixture->config_maps, "{\"metadata\":{\"name\":\"x\"}}");
  g_assert_no_error (fixture->error);
  g_assert_nonnull (kin_demo_object_get_uid (made));
  g_assert_null (get (fixture, fixture->config_maps, "x"));
  g_assert_cmpuint (kin_demo_store_get_version (fixture->store), ==, version);

  fixture->write.dry_run = FALSE;
  must_create (fixture, fixture->config_maps, "{\"metadata\":{\"name\":\"x\"}}");
  gone_object = delete (fixture, fixture->config_maps, "x", &deletion, &gone);
  g_assert_no_error (fixture->error);
  g_assert_true (gone);
  g_assert_true (get (fixture, fixture->config_maps, "x") == gone_object);
}

static void
test_delete (Fixture       *fixture,
             gconstpointer  data)
{
  const KinDemoDeletion deletion = { .grace_s = -1 };
  g_autoptr(KinDemoObject) object = NULL;
  gboolean gone = FALSE;

  assert_refused (fixture, delete (fixture, fixture->config_maps, "x", &deletion, &gone), KIN_DEMO_ERROR_NOT_FOUND,
                  "configmaps \"x\" not found");

  must_create (fixture, fixture->config_maps, "{\"metadata\":{\"name\":\"x\"}}");
  object = delete (fixture, fixture->config_maps, "x", &deletion, &gone);
  g_assert_no_error (fixture->error);
  g_assert_true (gone);
  g_assert_cmpstr (kin_demo_object_get_name (object), ==, "x");
  g_assert_null (get (fixture, fixture->config_maps, "x"));
}

static void
test_preconditions (Fixture       *fixture,
                    gconstpointer  data)
{
  const KinDemoDeletion other_uid = { .grace_s = -1, .uid = "abc" };
  const KinDemoDeletion other_version = { .grace_s = -1, .resource_version = "5" };
  g_autoptr(KinDemoObject) object = create (fixture, fixture->deployments, WEB);
  g_autofree char *uid_message = NULL;
  g_autofree char *version_message = NULL;

  uid_message = g_strdup_printf ("Operation cannot be fulfilled on Deployment.apps \"web\": the UID in the precondition (abc) "
                                 "does not match the UID in record (%s). The object might have been deleted and then recreated",
                                 kin_demo_object_get_uid (object));
  assert_refused (fixture, delete (fixture, fixture->deployments, "web", &other_uid, NULL), KIN_DEMO_ERROR_CONFLICT,
                  uid_message);

  version_message = g_strdup_printf ("Operation cannot be fulfilled on Deployment.apps \"web\": the ResourceVersion in the "
                                     "precondition (5) does not match the ResourceVersion in record (%" G_GUINT64_FORMAT "). "
                                     "The object might have been modified", kin_demo_object_get_version (object));
  assert_refused (fixture, delete (fixture, fixture->deployments, "web", &other_version, NULL), KIN_DEMO_ERROR_CONFLICT,
                  version_message);
}

static void
test_finalizers (Fixture       *fixture,
                 gconstpointer  data)
{
  const KinDemoDeletion deletion = { .grace_s = -1 };
  g_autoptr(KinDemoObject) begun = NULL;
  g_autoptr(KinDemoObject) again = NULL;
  g_autoptr(KinDemoObject) last = NULL;
  gboolean gone = TRUE;

  must_create (fixture, fixture->config_maps, "{\"metadata\":{\"name\":\"x\",\"finalizers\":[\"a.io/b\"],\"generation\":5}}");
  begun = delete (fixture, fixture->config_maps, "x", &deletion, &gone);
  g_assert_no_error (fixture->error);
  g_assert_false (gone);
  g_assert_true (kin_demo_object_is_deleting (begun));
  assert_at (begun, "metadata.deletionTimestamp", "\"2026-12-01T12:00:00Z\"");
  assert_at (begun, "metadata.deletionGracePeriodSeconds", "0");
  assert_at (begun, "metadata.generation", "6");

  again = delete (fixture, fixture->config_maps, "x", &deletion, &gone);
  g_assert_true (again == begun);
  g_assert_false (gone);

  assert_refused (fixture, update (fixture, fixture->config_maps, "x",
                                   "{\"metadata\":{\"name\":\"x\",\"finalizers\":[\"a.io/b\",\"a.io/c\"]}}"),
                  KIN_DEMO_ERROR_INVALID,
                  "ConfigMap \"x\" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is "
                  "being deleted, found new finalizers []string{\"a.io/c\"}");

  last = update (fixture, fixture->config_maps, "x", "{\"metadata\":{\"name\":\"x\"}}");
  g_assert_no_error (fixture->error);
  assert_at (last, "metadata.deletionTimestamp", "\"2026-12-01T12:00:00Z\"");
  g_assert_null (get (fixture, fixture->config_maps, "x"));
}

static void
assert_propagation (Fixture            *fixture,
                    KinDemoPropagation  propagation,
                    gboolean            waits,
                    const char         *finalizers)
{
  const KinDemoDeletion deletion = { .propagation = propagation, .grace_s = -1 };
  const KinDemoDeletion background = { .propagation = KIN_DEMO_PROPAGATION_BACKGROUND, .grace_s = -1 };
  g_autoptr(KinDemoObject) object = NULL;
  g_autoptr(KinDemoObject) rest = NULL;
  gboolean gone;

  must_create (fixture, fixture->deployments, WEB);
  object = delete (fixture, fixture->deployments, "web", &deletion, &gone);
  g_assert_no_error (fixture->error);
  g_assert_true (gone == !waits);
  if (!waits)
    return;

  assert_at (object, "metadata.finalizers", finalizers);
  assert_at (object, "metadata.generation", "2");

  /* Who asks again in another way changes his mind. */
  rest = delete (fixture, fixture->deployments, "web", &background, &gone);
  g_assert_no_error (fixture->error);
  g_assert_true (gone);
  g_assert_null (get (fixture, fixture->deployments, "web"));
}

static void
test_propagation (Fixture       *fixture,
                  gconstpointer  data)
{
  assert_propagation (fixture, KIN_DEMO_PROPAGATION_DEFAULT, FALSE, NULL);
  assert_propagation (fixture, KIN_DEMO_PROPAGATION_BACKGROUND, FALSE, NULL);
  assert_propagation (fixture, KIN_DEMO_PROPAGATION_FOREGROUND, TRUE, "[\"foregroundDeletion\"]");
  assert_propagation (fixture, KIN_DEMO_PROPAGATION_ORPHAN, TRUE, "[\"orphan\"]");
}

/* As the scheduler and the kubelet do, past the API. */
static void
run_pod (Fixture    *fixture,
         const char *phase)
{
  g_autoptr(KinDemoDraft) draft = NULL;
  yyjson_mut_val *root;

  must_create (fixture, fixture->pods, POD);
  draft = kin_demo_object_edit (get (fixture, fixture->pods, "p"));
  root = yyjson_mut_doc_get_root (draft);
  kin_demo_set_string (draft, kin_demo_get (root, "spec", NULL), "nodeName", "n");
  kin_demo_set_string (draft, kin_demo_get (root, "status", NULL), "phase", phase);
  kin_demo_store_put (fixture->store, fixture->pods, draft);
}

static void
assert_pod_deletion (Fixture    *fixture,
                     gint64      grace_s,
                     gboolean    gone,
                     const char *time,
                     const char *grace)
{
  const KinDemoDeletion deletion = { .grace_s = grace_s };
  gboolean is_gone;
  g_autoptr(KinDemoObject) object = delete (fixture, fixture->pods, "p", &deletion, &is_gone);

  g_assert_no_error (fixture->error);
  g_assert_true (is_gone == gone);
  g_assert_true ((get (fixture, fixture->pods, "p") == NULL) == gone);
  if (gone)
    return;

  assert_at (object, "metadata.deletionTimestamp", time);
  assert_at (object, "metadata.deletionGracePeriodSeconds", grace);
}

static void
test_pod_grace (Fixture       *fixture,
                gconstpointer  data)
{
  run_pod (fixture, "Running");
  assert_pod_deletion (fixture, -1, FALSE, "\"2026-12-01T12:00:30Z\"", "30");
  assert_pod_deletion (fixture, -1, FALSE, "\"2026-12-01T12:00:30Z\"", "30");
  assert_pod_deletion (fixture, 60, FALSE, "\"2026-12-01T12:00:30Z\"", "30");
  assert_pod_deletion (fixture, 10, FALSE, "\"2026-12-01T12:00:10Z\"", "10");
  kin_clock_advance (fixture->clock, 20 * G_USEC_PER_SEC);
  assert_pod_deletion (fixture, 5, FALSE, "\"2026-12-01T12:00:20Z\"", "1");
  assert_pod_deletion (fixture, 0, TRUE, NULL, NULL);

  run_pod (fixture, "Running");
  assert_pod_deletion (fixture, 0, TRUE, NULL, NULL);
  run_pod (fixture, "Succeeded");
  assert_pod_deletion (fixture, -1, TRUE, NULL, NULL);
  must_create (fixture, fixture->pods, POD);
  assert_pod_deletion (fixture, -1, TRUE, NULL, NULL);
}

static void
test_pod (Fixture       *fixture,
          gconstpointer  data)
{
  g_autoptr(KinDemoObject) plain = create (fixture, fixture->pods,
                                           "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":"
                                           "\"i\"}]},\"status\":{\"phase\":\"Running\"}}");
  g_autoptr(KinDemoObject) burstable = create (fixture, fixture->pods,
                                               "{\"metadata\":{\"name\":\"b\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":"
                                               "\"i\",\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]}}");
  g_autoptr(KinDemoObject) guaranteed = create (fixture, fixture->pods,
                                                "{\"metadata\":{\"name\":\"g\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":"
                                                "\"i\",\"resources\":{\"requests\":{\"cpu\":\"1\",\"memory\":\"1Gi\"},\"limits\":{"
                                                "\"cpu\":\"1000m\",\"memory\":\"1024Mi\"}}}]}}");

  g_assert_no_error (fixture->error);
  assert_at (plain, "status.phase", "\"Pending\"");
  assert_at (plain, "status.qosClass", "\"BestEffort\"");
  assert_at (plain, "spec.serviceAccountName", "\"default\"");
  assert_at (plain, "spec.tolerations.1.key", "\"node.kubernetes.io/unreachable\"");
  assert_at (burstable, "status.qosClass", "\"Burstable\"");
  assert_at (guaranteed, "status.qosClass", "\"Guaranteed\"");
}

static void
test_namespace (Fixture       *fixture,
                gconstpointer  data)
{
  const KinDemoDeletion deletion = { .grace_s = -1 };
  g_autoptr(KinDemoObject) begun = NULL;
  g_autoptr(KinDemoObject) last = NULL;
  gboolean gone = TRUE;

  assert_at (get (fixture, fixture->namespaces, "shop"), "spec.finalizers", "[\"kubernetes\"]");
  assert_at (get (fixture, fixture->namespaces, "shop"), "status.phase", "\"Active\"");
  assert_at (get (fixture, fixture->namespaces, "shop"), "metadata.labels", "{\"kubernetes.io/metadata.name\":\"shop\"}");

  begun = delete (fixture, fixture->namespaces, "shop", &deletion, &gone);
  g_assert_no_error (fixture->error);
  g_assert_false (gone);
  assert_at (begun, "status.phase", "\"Terminating\"");
  assert_at (begun, "metadata.deletionTimestamp", "\"2026-12-01T12:00:00Z\"");
  assert_at (begun, "metadata.deletionGracePeriodSeconds", NULL);

  g_assert_null (create (fixture, fixture->config_maps, "{\"metadata\":{\"name\":\"late\"}}"));
  assert_status (fixture, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                 "\"message\":\"configmaps \\\"late\\\" is forbidden: unable to create new content in namespace shop because it "
                 "is being terminated\",\"reason\":\"Forbidden\",\"details\":{\"name\":\"late\",\"kind\":\"configmaps\","
                 "\"causes\":[{\"reason\":\"NamespaceTerminating\",\"message\":\"namespace shop is being terminated\","
                 "\"field\":\"metadata.namespace\"}]},\"code\":403}");
  g_clear_error (&fixture->error);

  fixture->write.subresource = "finalize";
  last = update (fixture, fixture->namespaces, "shop", "{\"metadata\":{\"name\":\"shop\"},\"spec\":{\"finalizers\":[]}}");
  g_assert_no_error (fixture->error);
  assert_at (last, "status.phase", "\"Terminating\"");
  g_assert_null (get (fixture, fixture->namespaces, "shop"));
}

static void
test_immortal_namespace (Fixture       *fixture,
                         gconstpointer  data)
{
  const KinDemoDeletion deletion = { .grace_s = -1 };

  must_create (fixture, fixture->namespaces, "{\"metadata\":{\"name\":\"kube-system\"}}");
  assert_refused (fixture, delete (fixture, fixture->namespaces, "kube-system", &deletion, NULL), KIN_DEMO_ERROR_FORBIDDEN,
                  "namespaces \"kube-system\" is forbidden: this namespace may not be deleted");
}

static void
test_secret (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(KinDemoObject) object = create (fixture, fixture->secrets,
                                            "{\"metadata\":{\"name\":\"s\"},\"stringData\":{\"a\":\"b\",\"c\":\"x\"},\"data\":{"
                                            "\"c\":\"eQ==\"}}");

  g_assert_no_error (fixture->error);
  assert_at (object, "data.a", "\"Yg==\"");
  assert_at (object, "data.c", "\"eA==\"");
  assert_at (object, "stringData", NULL);
}

static char *
dup_string_at (KinDemoObject *object,
               const char    *member)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);

  return g_strdup (kin_demo_get_string (yyjson_mut_doc_get_root (draft), "spec", member, NULL));
}

static gint64
get_node_port (KinDemoObject *object)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);

  return yyjson_mut_get_sint (yyjson_mut_doc_ptr_get (draft, "/spec/ports/0/nodePort"));
}

static void
test_service (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(KinDemoObject) node_port = create (fixture, fixture->services,
                                               "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"type\":\"NodePort\",\"ports\":["
                                               "{\"port\":80,\"protocol\":\"TCP\"}]}}");
  g_autoptr(KinDemoObject) headless = create (fixture, fixture->services,
                                              "{\"metadata\":{\"name\":\"h\"},\"spec\":{\"type\":\"ClusterIP\",\"clusterIP\":"
                                              "\"None\",\"ports\":[{\"port\":80}]}}");
  g_autoptr(KinDemoObject) external = create (fixture, fixture->services,
                                              "{\"metadata\":{\"name\":\"e\"},\"spec\":{\"type\":\"ExternalName\","
                                              "\"externalName\":\"a.b\"}}");
  g_autoptr(KinDemoObject) kept = NULL;
  g_autoptr(KinDemoObject) inner = NULL;
  g_autofree char *address = dup_string_at (node_port, "clusterIP");
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", address);

  g_assert_no_error (fixture->error);
  g_assert_true (g_regex_match_simple ("^10\\.(9[6-9]|10[0-9]|11[01])\\.\\d+\\.\\d+$", address, 0, 0));
  assert_at (node_port, "spec.clusterIPs.0", quoted);
  assert_at (node_port, "spec.ipFamilyPolicy", "\"SingleStack\"");
  g_assert_cmpint (get_node_port (node_port), >=, 30000);
  g_assert_cmpint (get_node_port (node_port), <=, 32767);
  assert_at (headless, "spec.clusterIPs", "[\"None\"]");
  assert_at (external, "spec.clusterIP", NULL);

  kept = update (fixture, fixture->services, "s",
                 "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"type\":\"NodePort\",\"ports\":[{\"port\":80,\"protocol\":\"TCP\","
                 "\"targetPort\":8080}]}}");
  g_assert_no_error (fixture->error);
  assert_at (kept, "spec.clusterIP", quoted);
  g_assert_cmpint (get_node_port (kept), ==, get_node_port (node_port));

  inner = update (fixture, fixture->services, "s",
                  "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"type\":\"ClusterIP\",\"ports\":[{\"port\":80,\"protocol\":\"TCP\","
                  "\"nodePort\":31000}]}}");
  g_assert_no_error (fixture->error);
  assert_at (inner, "spec.clusterIP", quoted);
  assert_at (inner, "spec.ports.0.nodePort", NULL);
}

static void
assert_scale (Fixture    *fixture,
              const char *expected)
{
  KinDemoObject *object = get (fixture, fixture->deployments, "web");
  g_autoptr(GBytes) scale = kin_demo_registry_dup_scale (fixture->registry, object);
  g_autofree char *text = g_strndup (g_bytes_get_data (scale, NULL), g_bytes_get_size (scale));
  g_autofree char *whole = g_strdup_printf ("{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{\"name\":\"web\","
                                            "\"namespace\":\"shop\",\"uid\":\"%s\",\"resourceVersion\":\"%" G_GUINT64_FORMAT
                                            "\",\"creationTimestamp\":\"2026-12-01T12:00:00Z\"},%s}",
                                            kin_demo_object_get_uid (object), kin_demo_object_get_version (object), expected);

  g_assert_cmpstr (text, ==, whole);
}

static void
test_scale (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(KinDemoObject) scaled = NULL;
  g_autoptr(KinDemoObject) none = NULL;

  must_create (fixture, fixture->deployments, WEB);
  assert_scale (fixture, "\"spec\":{\"replicas\":2},\"status\":{\"replicas\":0,\"selector\":\"app=web\"}");

  fixture->write.subresource = "scale";
  scaled = update (fixture, fixture->deployments, "web", "{\"metadata\":{\"name\":\"web\"},\"spec\":{\"replicas\":5}}");
  g_assert_no_error (fixture->error);
  assert_at (scaled, "spec.replicas", "5");
  assert_at (scaled, "metadata.generation", "2");
  assert_scale (fixture, "\"spec\":{\"replicas\":5},\"status\":{\"replicas\":0,\"selector\":\"app=web\"}");

  none = update (fixture, fixture->deployments, "web", "{\"metadata\":{\"name\":\"web\"},\"spec\":{}}");
  g_assert_no_error (fixture->error);
  assert_scale (fixture, "\"spec\":{},\"status\":{\"replicas\":0,\"selector\":\"app=web\"}");

  assert_refused (fixture, update (fixture, fixture->deployments, "web",
                                   "{\"metadata\":{\"name\":\"web\"},\"spec\":{\"replicas\":-1}}"),
                  KIN_DEMO_ERROR_INVALID,
                  "Scale.autoscaling \"web\" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0");
  assert_refused (fixture, update (fixture, fixture->deployments, "web",
                                   "{\"metadata\":{\"name\":\"web\",\"resourceVersion\":\"5\"},\"spec\":{\"replicas\":1}}"),
                  KIN_DEMO_ERROR_CONFLICT,
                  "Operation cannot be fulfilled on deployments.apps \"web\": the object has been modified; please apply your "
                  "changes to the latest version and try again");
}

static void
test_patch (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(KinDemoObject) merged = NULL;
  g_autoptr(KinDemoObject) edited = NULL;
  g_autoptr(KinDemoObject) strategic = NULL;

  must_create (fixture, fixture->deployments, WEB);
  merged = patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE, "{\"spec\":{\"replicas\":3}}");
  g_assert_no_error (fixture->error);
  g_assert_false (fixture->created);
  assert_at (merged, "spec.replicas", "3");
  assert_at (merged, "metadata.generation", "2");

  edited = patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_JSON,
                  "[{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":4}]");
  g_assert_no_error (fixture->error);
  assert_at (edited, "spec.replicas", "4");

  strategic = patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_STRATEGIC,
                     "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"nginx:2\"}]}}}}");
  g_assert_no_error (fixture->error);
  assert_at (strategic, "spec.template.spec.containers.0.image", "\"nginx:2\"");
  assert_at (strategic, "spec.template.spec.containers.0.imagePullPolicy", "\"IfNotPresent\"");
  assert_at (strategic, "metadata.generation", "4");
  g_assert_true (get (fixture, fixture->deployments, "web") == strategic);
}

static void
test_patch_nothing (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(KinDemoObject) object = create (fixture, fixture->deployments, WEB);
  g_autoptr(KinDemoObject) same = NULL;

  kin_clock_advance (fixture->clock, G_USEC_PER_SEC);
  same = patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE,
                "{\"spec\":{\"replicas\":2},\"status\":{\"replicas\":9},\"metadata\":{\"generation\":77,"
                "\"creationTimestamp\":null}}");
  g_assert_no_error (fixture->error);
  g_assert_true (same == object);
}

static void
test_patch_refused (Fixture       *fixture,
                    gconstpointer  data)
{
  const KinDemoPatchType merge = KIN_DEMO_PATCH_MERGE;

  must_create (fixture, fixture->deployments, WEB);
  assert_refused (fixture, patch (fixture, fixture->deployments, "nope", merge, "{}"), KIN_DEMO_ERROR_NOT_FOUND,
                  "deployments.apps \"nope\" not found");
  assert_refused (fixture, patch (fixture, fixture->deployments, "web", merge, "{\"metadata\":{\"resourceVersion\":\"5\"}}"),
                  KIN_DEMO_ERROR_CONFLICT,
                  "Operation cannot be fulfilled on deployments.apps \"web\": the object has been modified; please apply your "
                  "changes to the latest version and try again");
  assert_refused (fixture, patch (fixture, fixture->deployments, "web", merge, "{\"metadata\":{\"name\":\"abc\"}}"),
                  KIN_DEMO_ERROR_BAD_REQUEST, "the name of the object (abc) does not match the name on the URL (web)");
  assert_refused (fixture, patch (fixture, fixture->deployments, "web", merge, "{\"metadata\":{\"namespace\":\"abc\"}}"),
                  KIN_DEMO_ERROR_BAD_REQUEST,
                  "the namespace of the provided object does not match the namespace sent on the request");
  assert_refused (fixture, patch (fixture, fixture->deployments, "web", merge, "{\"metadata\":{\"uid\":\"abc\"}}"),
                  KIN_DEMO_ERROR_INVALID,
                  "Deployment.apps \"web\" is invalid: metadata.uid: Invalid value: \"abc\": field is immutable");
}

static void
test_patch_unknown (Fixture       *fixture,
                    gconstpointer  data)
{
  must_create (fixture, fixture->deployments, WEB);
  fixture->write.validation = KIN_DEMO_VALIDATION_STRICT;
  assert_refused (fixture, patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_STRATEGIC, "{\"spec\":{\"foo\":5}}"),
                  KIN_DEMO_ERROR_INVALID,
                  " \"\" is invalid: patch: Invalid value: \"map[spec:map[foo:5]]\": strict decoding error: unknown field "
                  "\"spec.foo\"");

  g_assert_null (patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE, "{\"spec\":{\"foo\":5}}"));
  g_assert_error (fixture->error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID);
  g_assert_true (g_str_has_prefix (fixture->error->message, " \"\" is invalid: patch: Invalid value: \"{\\\"apiVersion\\\":"));
  g_assert_nonnull (strstr (fixture->error->message, "\\\"foo\\\":5"));
  g_assert_true (g_str_has_suffix (fixture->error->message, "}\": strict decoding error: unknown field \"spec.foo\""));
  g_clear_error (&fixture->error);
}

static void
test_patch_scale (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(KinDemoObject) object = NULL;

  must_create (fixture, fixture->deployments, WEB);
  fixture->write.subresource = "scale";
  object = patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE, "{\"spec\":{\"replicas\":3}}");
  g_assert_no_error (fixture->error);
  assert_at (object, "spec.replicas", "3");
  assert_at (object, "spec.foo", NULL);
  assert_refused (fixture, patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE, "{\"spec\":{\"replicas\":-1}}"),
                  KIN_DEMO_ERROR_INVALID,
                  "Scale.autoscaling \"web\" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0");
  assert_refused (fixture, patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE, "{\"metadata\":{\"name\":\"q\"}}"),
                  KIN_DEMO_ERROR_BAD_REQUEST, "the name of the object (q) does not match the name on the URL (web)");
}

static void
test_patch_status (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr(KinDemoObject) object = NULL;

  must_create (fixture, fixture->deployments, WEB);
  fixture->write.subresource = "status";
  object = patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_MERGE,
                  "{\"spec\":{\"replicas\":7},\"status\":{\"replicas\":99}}");
  g_assert_no_error (fixture->error);
  assert_at (object, "spec.replicas", "2");
  assert_at (object, "status.replicas", "99");
}

static void
test_apply (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(KinDemoObject) created = patch (fixture, fixture->config_maps, "x", KIN_DEMO_PATCH_APPLY,
                                            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\"},"
                                            "\"data\":{\"a\":\"b\"}}");
  g_autoptr(KinDemoObject) same = NULL;
  g_autoptr(KinDemoObject) changed = NULL;

  g_assert_no_error (fixture->error);
  g_assert_true (fixture->created);
  assert_at (created, "data", "{\"a\":\"b\"}");
  assert_at (created, "metadata.namespace", "\"shop\"");
  assert_at (created, "metadata.managedFields.0.operation", "\"Apply\"");

  kin_clock_advance (fixture->clock, G_USEC_PER_SEC);
  same = patch (fixture, fixture->config_maps, "x", KIN_DEMO_PATCH_APPLY,
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\"},\"data\":{\"a\":\"b\"}}");
  g_assert_no_error (fixture->error);
  g_assert_false (fixture->created);
  g_assert_true (same == created);

  /* What one no longer applies goes. */
  changed = patch (fixture, fixture->config_maps, "x", KIN_DEMO_PATCH_APPLY,
                   "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\"},\"data\":{\"c\":\"d\"}}");
  g_assert_no_error (fixture->error);
  assert_at (changed, "data", "{\"c\":\"d\"}");
}

#define APPLIED(metadata, spec)                                                                                        \
  "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{" metadata "},\"spec\":{" spec "}}"

static void
test_apply_refused (Fixture       *fixture,
                    gconstpointer  data)
{
  const KinDemoPatchType apply = KIN_DEMO_PATCH_APPLY;

  must_create (fixture, fixture->deployments, WEB);
  fixture->write.manager = "other";
  g_assert_null (patch (fixture, fixture->deployments, "web", apply, APPLIED ("\"name\":\"web\"", "\"replicas\":5")));
  assert_status (fixture, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                 "\"message\":\"Apply failed with 1 conflict: conflict with \\\"test\\\" using apps/v1: .spec.replicas\","
                 "\"reason\":\"Conflict\",\"details\":{\"causes\":[{\"reason\":\"FieldManagerConflict\","
                 "\"message\":\"conflict with \\\"test\\\" using apps/v1\",\"field\":\".spec.replicas\"}]},\"code\":409}");
  g_clear_error (&fixture->error);

  assert_refused (fixture, patch (fixture, fixture->deployments, "web", apply, "{\"spec\":{}}"), KIN_DEMO_ERROR_BAD_REQUEST,
                  "invalid object type: /, Kind=");
  assert_refused (fixture, patch (fixture, fixture->deployments, "web", apply, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}"),
                  KIN_DEMO_ERROR_BAD_REQUEST, "invalid object type: /v1, Kind=Pod");
  assert_refused (fixture, patch (fixture, fixture->deployments, "web", apply,
                                  APPLIED ("\"managedFields\":[{\"manager\":\"x\"}]", "")),
                  KIN_DEMO_ERROR_BAD_REQUEST, "metadata.managedFields must be nil");
  assert_refused (fixture, patch (fixture, fixture->deployments, "web", apply, APPLIED ("", "\"foo\":5")), KIN_DEMO_ERROR_PLAIN,
                  "failed to create typed patch object (/; apps/v1, Kind=Deployment): .spec.foo: field not declared in schema");
  assert_refused (fixture, patch (fixture, fixture->deployments, "new", apply, APPLIED ("", "")), KIN_DEMO_ERROR_BAD_REQUEST,
                  "the name of the object (new based on URL) was undeterminable: name must be provided");
  assert_refused (fixture, patch (fixture, fixture->deployments, "new", apply, APPLIED ("\"name\":\"new\",\"uid\":\"5\"", "")),
                  KIN_DEMO_ERROR_CONFLICT,
                  "Operation cannot be fulfilled on deployments.apps \"new\": uid mismatch: the provided object specified uid "
                  "5, and no existing object was found");
}

static void
test_apply_force (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(KinDemoObject) object = NULL;

  must_create (fixture, fixture->deployments, WEB);
  fixture->write.manager = "other";
  fixture->write.force = TRUE;
  object = patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_APPLY,
                  APPLIED ("\"name\":\"web\"", "\"replicas\":5"));
  g_assert_no_error (fixture->error);
  assert_at (object, "spec.replicas", "5");
  assert_at (object, "metadata.generation", "2");
}

static void
test_apply_scale (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(KinDemoObject) object = NULL;

  must_create (fixture, fixture->deployments, WEB);
  fixture->write.subresource = "scale";
  fixture->write.force = TRUE;
  object = patch (fixture, fixture->deployments, "web", KIN_DEMO_PATCH_APPLY,
                  "{\"apiVersion\":\"autoscaling/v1\",\"kind\":\"Scale\",\"metadata\":{\"name\":\"web\"},\"spec\":{"
                  "\"replicas\":6}}");
  g_assert_no_error (fixture->error);
  assert_at (object, "spec.replicas", "6");
  assert_at (object, "kind", "\"Deployment\"");
}

#define ADD(name, func) g_test_add ("/demo-registry/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("create", test_create);
  ADD ("create-takes-nothing-of-the-servers", test_create_takes_nothing_of_the_servers);
  ADD ("generate-name", test_generate_name);
  ADD ("create-refused", test_create_refused);
  ADD ("namespace-missing", test_namespace_missing);
  ADD ("unknown-fields", test_unknown_fields);
  ADD ("wrong-type", test_wrong_type);
  ADD ("defaults", test_defaults);
  ADD ("invalid", test_invalid);
  ADD ("update", test_update);
  ADD ("update-nothing", test_update_nothing);
  ADD ("update-refused", test_update_refused);
  ADD ("generation", test_generation);
  ADD ("status", test_status);
  ADD ("dry-run", test_dry_run);
  ADD ("delete", test_delete);
  ADD ("preconditions", test_preconditions);
  ADD ("finalizers", test_finalizers);
  ADD ("propagation", test_propagation);
  ADD ("pod-grace", test_pod_grace);
  ADD ("pod", test_pod);
  ADD ("namespace", test_namespace);
  ADD ("immortal-namespace", test_immortal_namespace);
  ADD ("secret", test_secret);
  ADD ("service", test_service);
  ADD ("scale", test_scale);

  ADD ("patch", test_patch);
  ADD ("patch-nothing", test_patch_nothing);
  ADD ("patch-refused", test_patch_refused);
  ADD ("patch-unknown", test_patch_unknown);
  ADD ("patch-scale", test_patch_scale);
  ADD ("patch-status", test_patch_status);
  ADD ("apply", test_apply);
  ADD ("apply-refused", test_apply_refused);
  ADD ("apply-force", test_apply_force);
  ADD ("apply-scale", test_apply_scale);

  return g_test_run ();
}
