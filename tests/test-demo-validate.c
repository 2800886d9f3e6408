/* test-demo-validate.c: what makes no sense is refused in a real API server's words (demo-refusals.yaml).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-kind.h"
#include "demo/kin-demo-schema.h"
#include "demo/kin-demo-validate.h"
#include "object/kin-yaml.h"

typedef struct
{
  KinJson *document;
  KinDemoSchema *schema;
} Fixture;

typedef struct
{
  Fixture *fixture;
  KinJsonValue *value;
} Case;

static KinDemoDraft *
copy_value (KinJsonValue *value)
{
  g_autofree char *text = kin_json_value_dup_text (value);
  g_autoptr(GError) error = NULL;
  KinDemoDraft *draft = kin_demo_draft_parse (text, strlen (text), &error);

  g_assert_no_error (error);

  return draft;
}

static void
change (KinDemoDraft *draft,
        KinJsonValue *value)
{
  g_autoptr(KinDemoDraft) patch = copy_value (value);

  yyjson_mut_doc_set_root (draft, yyjson_mut_merge_patch (draft, yyjson_mut_doc_get_root (draft),
                                                          yyjson_mut_doc_get_root (patch)));
}

static KinDemoKind *
make_kind (Fixture    *self,
           const char *kind)
{
  KinJsonValue *fine = kin_json_get_path (kin_json_get_root (self->document), "fine", kind, NULL);
  const char *group = kin_json_get_string (fine, "group");
  const char *version = kin_json_get_string (fine, "version");
  g_autoptr(KinResource) resource = kin_resource_new (group, version, kin_json_get_string (fine, "plural"), kind, TRUE);

  return kin_demo_kind_new (resource, 0, kin_demo_schema_find (self->schema, group, version, kind), NULL);
}

static KinDemoDraft *
make_fine (Fixture    *self,
           const char *kind)
{
  return copy_value (kin_json_get_path (kin_json_get_root (self->document), "fine", kind, "object", NULL));
}

/* As the registry does it before. */
static void
settle (KinDemoKind  *kind,
        KinDemoDraft *draft)
{
  g_autoptr(GError) error = NULL;

  g_assert_true (kin_demo_type_check (kin_demo_kind_get_type_ (kind), draft, yyjson_mut_doc_get_root (draft), NULL, &error));
  g_assert_no_error (error);
  kin_demo_type_fill_defaults (kin_demo_kind_get_type_ (kind), draft, yyjson_mut_doc_get_root (draft));
}

static void
test_refused (gconstpointer data)
{
  const Case *test = data;
  const char *name = kin_json_get_string (test->value, "kind");
  KinJsonValue *before = kin_json_get (test->value, "before");
  g_autoptr(KinDemoKind) kind = make_kind (test->fixture, name);
  g_autoptr(KinDemoDraft) draft = make_fine (test->fixture, name);
  g_autoptr(KinDemoDraft) old = NULL;
  g_autoptr(GError) error = NULL;

  if (before != NULL)
    {
      change (draft, before);
      old = kin_demo_draft_copy (draft);
      settle (kind, old);
    }
  change (draft, kin_json_get (test->value, "change"));
  settle (kind, draft);

  g_assert_false (kin_demo_validate (kind, yyjson_mut_doc_get_root (draft),
                                     old != NULL ? yyjson_mut_doc_get_root (old) : NULL, NULL, &error));
  g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, kin_json_get_string (test->value, "message"));
}

/* New, and as an update that changes nothing. */
static void
test_fine (gconstpointer data)
{
  Fixture *self = (Fixture *) data;
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;

  kin_json_iter_init (&iter, kin_json_get (kin_json_get_root (self->document), "fine"));
  while (kin_json_iter_next (&iter, &name, &value))
    {
      g_autoptr(KinDemoKind) kind = make_kind (self, name);
      g_autoptr(KinDemoDraft) draft = make_fine (self, name);
      g_autoptr(KinDemoDraft) old = NULL;
      g_autoptr(GError) error = NULL;

      settle (kind, draft);
      old = kin_demo_draft_copy (draft);
      kin_demo_validate (kind, yyjson_mut_doc_get_root (draft), NULL, NULL, &error);
      g_assert_no_error (error);
      kin_demo_validate (kind, yyjson_mut_doc_get_root (draft), yyjson_mut_doc_get_root (old), NULL, &error);
      g_assert_no_error (error);
    }
}

/* What a pod may change. */
static void
test_allowed_update (gconstpointer data)
{
  static const char * const patches[] = {
    "{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"other\"}]}}",
    "{\"spec\":{\"activeDeadlineSeconds\":5}}",
    "{\"spec\":{\"tolerations\":[{\"key\":\"a\",\"operator\":\"Exists\"}]}}",
    "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}",
  };
  Fixture *self = (Fixture *) data;
  g_autoptr(KinDemoKind) kind = make_kind (self, "Pod");
  g_autoptr(KinDemoDraft) old = make_fine (self, "Pod");

  settle (kind, old);
  for (guint i = 0; i < G_N_ELEMENTS (patches); i++)
    {
      g_autoptr(KinDemoDraft) draft = make_fine (self, "Pod");
      g_autoptr(KinJson) patch = kin_json_parse (patches[i], strlen (patches[i]), NULL);
      g_autoptr(GError) error = NULL;

      change (draft, kin_json_get_root (patch));
      settle (kind, draft);
      kin_demo_validate (kind, yyjson_mut_doc_get_root (draft), yyjson_mut_doc_get_root (old), NULL, &error);
      g_assert_no_error (error);
    }
}

/* Each refused field is a cause of its own, for programs. */
static void
test_causes (gconstpointer data)
{
  Fixture *self = (Fixture *) data;
  g_autoptr(KinDemoKind) kind = make_kind (self, "ConfigMap");
  g_autoptr(KinDemoDraft) draft = make_fine (self, "ConfigMap");
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) status = NULL;
  g_autoptr(KinJson) document = NULL;
  KinJsonValue *causes;

  kin_demo_set_string (draft, yyjson_mut_doc_get_root (draft), "data", NULL);
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "data", NULL), "..", "x");
  kin_demo_set_string (draft, kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", NULL), "name", NULL);
  g_assert_false (kin_demo_validate (kind, yyjson_mut_doc_get_root (draft), NULL, NULL, &error));

  status = kin_demo_error_dup_status (error);
  document = kin_json_parse (g_bytes_get_data (status, NULL), g_bytes_get_size (status), NULL);
  causes = kin_json_get_path (kin_json_get_root (document), "details", "causes", NULL);
  g_assert_cmpint (kin_json_value_get_size (causes), ==, 2);
  g_assert_cmpstr (kin_json_get_string (kin_json_array_get (causes, 0), "field"), ==, "metadata.name");
  g_assert_cmpstr (kin_json_get_string (kin_json_array_get (causes, 0), "reason"), ==, "FieldValueRequired");
  g_assert_cmpstr (kin_json_get_string (kin_json_array_get (causes, 1), "field"), ==, "data[..]");
  g_assert_cmpstr (kin_json_get_string (kin_json_array_get (causes, 1), "message"), ==,
                   "Invalid value: \"..\": must not be '..'");
}

/* Controllers are believed. */
static void
test_status (gconstpointer data)
{
  Fixture *self = (Fixture *) data;
  g_autoptr(KinDemoKind) kind = make_kind (self, "Deployment");
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  g_autoptr(GError) error = NULL;

  g_assert_true (kin_demo_validate (kind, yyjson_mut_doc_get_root (draft), NULL, "status", &error));
  g_assert_no_error (error);
}

#define WIDGET                                                                                                         \
  "{\"type\":\"object\",\"required\":[\"spec\"],\"properties\":{\"spec\":{\"type\":\"object\",\"required\":[\"size\"]," \
  "\"properties\":{\"size\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":5},"                                       \
  "\"color\":{\"type\":\"string\",\"enum\":[\"red\",\"blue\"]},"                                                       \
  "\"name\":{\"type\":\"string\",\"pattern\":\"^[a-z]+$\",\"minLength\":2,\"maxLength\":4},"                           \
  "\"list\":{\"type\":\"array\",\"maxItems\":2,\"minItems\":1,\"items\":{\"type\":\"string\"}},"                       \
  "\"map\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}},"                                     \
  "\"either\":{\"x-kubernetes-int-or-string\":true}}}}}"

static void
test_custom (gconstpointer data)
{
  static const struct
  {
    const char *json;
    const char *message;
  } cases[] = {
    { "{}", "spec: Required value" },
    { "{\"spec\":[]}", "spec: Invalid value: \"array\": spec in body must be of type object: \"array\"" },
    { "{\"spec\":{}}", "spec.size: Required value" },
    { "{\"spec\":{\"size\":\"2\"}}",
      "spec.size: Invalid value: \"string\": spec.size in body must be of type integer: \"string\"" },
    { "{\"spec\":{\"size\":0}}", "spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1" },
    { "{\"spec\":{\"size\":9}}", "spec.size: Invalid value: 9: spec.size in body should be less than or equal to 5" },
    { "{\"spec\":{\"size\":2,\"color\":\"green\"}}",
      "spec.color: Unsupported value: \"green\": supported values: \"red\", \"blue\"" },
    { "{\"spec\":{\"size\":2,\"name\":\"a\"}}",
      "spec.name: Invalid value: \"a\": spec.name in body should be at least 2 chars long" },
    { "{\"spec\":{\"size\":2,\"name\":\"AB\"}}", "spec.name: Invalid value: \"AB\": spec.name in body should match '^[a-z]+$'" },
    { "{\"spec\":{\"size\":2,\"name\":\"abcdef\"}}", "spec.name: Too long: may not be more than 4 bytes" },
    { "{\"spec\":{\"size\":2,\"list\":[1]}}",
      "spec.list[0]: Invalid value: \"integer\": spec.list[0] in body must be of type string: \"integer\"" },
    { "{\"spec\":{\"size\":2,\"list\":[]}}",
      "spec.list: Invalid value: 0: spec.list in body should have at least 1 items" },
    { "{\"spec\":{\"size\":2,\"list\":[\"a\",\"b\",\"c\"]}}", "spec.list: Too many: 3: must have at most 2 items" },
    { "{\"spec\":{\"size\":2,\"map\":{\"a\":\"b\"}}}",
      "spec.map.a: Invalid value: \"string\": spec.map.a in body must be of type integer: \"string\"" },
    { "{\"spec\":{\"size\":2,\"either\":true}}",
      "spec.either: Invalid value: \"boolean\": spec.either in body must be of type integer,string: \"boolean\"" },
    { "{\"spec\":{\"size\":2,\"either\":\"50%\",\"map\":{\"a\":1},\"list\":[\"a\"],\"name\":\"abc\"}}", NULL },
  };
  Fixture *self = (Fixture *) data;
  g_autoptr(KinJson) schema = kin_json_parse (WIDGET, strlen (WIDGET), NULL);
  const KinDemoType *type =
    kin_demo_schema_add_custom (self->schema, "schema.test", "v1", "Widget", kin_json_get_root (schema));
  g_autoptr(KinResource) resource = kin_resource_new ("schema.test", "v1", "widgets", "Widget", TRUE);
  g_autoptr(KinDemoKind) kind = kin_demo_kind_new (resource, KIN_DEMO_KIND_CUSTOM, type, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(KinDemoDraft) draft = kin_demo_draft_parse (cases[i].json, strlen (cases[i].json), NULL);
      yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
      g_autofree char *expected =
        cases[i].message != NULL ? g_strconcat ("Widget.schema.test \"x\" is invalid: ", cases[i].message, NULL) : NULL;
      g_autoptr(GError) error = NULL;

      kin_demo_set_string (draft, kin_demo_ensure_object (draft, root, "metadata", NULL), "name", "x");
      g_assert_true (kin_demo_type_check (type, draft, root, NULL, &error));
      kin_demo_validate (kind, root, NULL, NULL, &error);
      g_assert_cmpstr (error != NULL ? error->message : NULL, ==, expected);
    }
}

static void
load (Fixture *self)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "demo-refusals.yaml", NULL);
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, &error));
  self->document = kin_yaml_parse (text, length, &error);
  g_assert_no_error (error);
  self->schema = kin_demo_schema_new ();
}

static void
add_refusals (Fixture *self)
{
  KinJsonIter iter;
  KinJsonValue *value;

  kin_json_iter_init (&iter, kin_json_get (kin_json_get_root (self->document), "refused"));
  while (kin_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *path = g_strconcat ("/demo-validate/refused/", kin_json_get_string (value, "name"), NULL);
      Case *test = g_new0 (Case, 1);

      test->fixture = self;
      test->value = value;
      g_test_add_data_func_full (path, test, test_refused, g_free);
    }
}

int
main (int   argc,
      char *argv[])
{
  Fixture fixture = { 0 };
  int result;

  g_test_init (&argc, &argv, NULL);
  load (&fixture);

  g_test_add_data_func ("/demo-validate/fine", &fixture, test_fine);
  g_test_add_data_func ("/demo-validate/allowed-update", &fixture, test_allowed_update);
  g_test_add_data_func ("/demo-validate/causes", &fixture, test_causes);
  g_test_add_data_func ("/demo-validate/status", &fixture, test_status);
  g_test_add_data_func ("/demo-validate/custom", &fixture, test_custom);
  add_refusals (&fixture);
  result = g_test_run ();

  kin_demo_schema_unref (fixture.schema);
  kin_json_free (fixture.document);

  return result;
}
