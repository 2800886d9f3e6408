/* test-demo-patch.c: patches change a draft, and are refused, as by a real API server.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-patch.h"
#include "demo/kin-demo-schema.h"

#define REJECTED "the server rejected our request due to an error in our request"

typedef struct
{
  const char *name;
  KinDemoPatchType type;
  const char *patch;
  const char *result;
  int code;
} Case;

static const char target[] = "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"replicas\":0,\"list\":[1,2]}}";

static const Case cases[] = {
  { "json/add", KIN_DEMO_PATCH_JSON, "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"a/b\":\"c\"}},"
    "{\"op\":\"replace\",\"path\":\"/metadata/labels/a~1b\",\"value\":\"d\"}]",
    "{\"metadata\":{\"name\":\"p\",\"labels\":{\"a/b\":\"d\"}},\"spec\":{\"replicas\":0,\"list\":[1,2]}}", 0 },
  { "json/add-what-is-there", KIN_DEMO_PATCH_JSON, "[{\"op\":\"add\",\"path\":\"/spec/replicas\",\"value\":3}]",
    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"replicas\":3,\"list\":[1,2]}}", 0 },
  { "json/add-without-value", KIN_DEMO_PATCH_JSON, "[{\"op\":\"add\",\"path\":\"/spec/replicas\"}]",
    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"replicas\":null,\"list\":[1,2]}}", 0 },
  { "json/add-to-list", KIN_DEMO_PATCH_JSON,
    "[{\"op\":\"add\",\"path\":\"/spec/list/0\",\"value\":0},{\"op\":\"add\",\"path\":\"/spec/list/-\",\"value\":3}]",
    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"replicas\":0,\"list\":[0,1,2,3]}}", 0 },
  { "json/remove", KIN_DEMO_PATCH_JSON, "[{\"op\":\"remove\",\"path\":\"/spec/list/0\"},{\"op\":\"remove\",\"path\":\"/metadata\"}]",
    "{\"spec\":{\"replicas\":0,\"list\":[2]}}", 0 },
  { "json/replace-what-is-not-there", KIN_DEMO_PATCH_JSON, "[{\"op\":\"replace\",\"path\":\"/spec/paused\",\"value\":true}]",
    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"replicas\":0,\"list\":[1,2],\"paused\":true}}", 0 },
  { "json/move-and-copy", KIN_DEMO_PATCH_JSON,
    "[{\"op\":\"move\",\"from\":\"/spec/replicas\",\"path\":\"/spec/count\"},"
    "{\"op\":\"copy\",\"from\":\"/spec/list\",\"path\":\"/spec/again\"},{\"op\":\"add\",\"path\":\"/spec/list/0\",\"value\":9}]",
    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"list\":[9,1,2],\"count\":0,\"again\":[1,2]}}", 0 },
  { "json/copy-of-nothing", KIN_DEMO_PATCH_JSON, "[{\"op\":\"copy\",\"from\":\"/spec/foo\",\"path\":\"/spec/replicas\"}]",
    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"replicas\":null,\"list\":[1,2]}}", 0 },
  { "json/test", KIN_DEMO_PATCH_JSON,
    "[{\"op\":\"test\",\"path\":\"/spec/list\",\"value\":[1,2]},{\"op\":\"test\",\"path\":\"/spec/foo\",\"value\":null},"
    "{\"op\":\"replace\",\"path\":\"/spec/replicas\",\"value\":1}]",
    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"replicas\":1,\"list\":[1,2]}}", 0 },
  { "json/test-fails", KIN_DEMO_PATCH_JSON, "[{\"op\":\"test\",\"path\":\"/spec/replicas\",\"value\":5}]", REJECTED,
    KIN_DEMO_ERROR_INVALID },
  { "json/test-of-nothing", KIN_DEMO_PATCH_JSON, "[{\"op\":\"test\",\"path\":\"/spec/foo\",\"value\":5}]", REJECTED,
    KIN_DEMO_ERROR_INVALID },
  { "json/remove-of-nothing", KIN_DEMO_PATCH_JSON, "[{\"op\":\"remove\",\"path\":\"/spec/foo\"}]", REJECTED,
    KIN_DEMO_ERROR_INVALID },
  { "json/move-of-nothing", KIN_DEMO_PATCH_JSON, "[{\"op\":\"move\",\"from\":\"/spec/foo\",\"path\":\"/spec/replicas\"}]",
    REJECTED, KIN_DEMO_ERROR_INVALID },
  { "json/add-below-nothing", KIN_DEMO_PATCH_JSON, "[{\"op\":\"add\",\"path\":\"/spec/foo/bar\",\"value\":1}]", REJECTED,
    KIN_DEMO_ERROR_INVALID },
  { "json/add-behind-the-end", KIN_DEMO_PATCH_JSON, "[{\"op\":\"add\",\"path\":\"/spec/list/5\",\"value\":1}]", REJECTED,
    KIN_DEMO_ERROR_INVALID },
  { "json/replace-behind-the-end", KIN_DEMO_PATCH_JSON, "[{\"op\":\"replace\",\"path\":\"/spec/list/5\",\"value\":1}]",
    REJECTED, KIN_DEMO_ERROR_INVALID },
  { "json/unknown-operation", KIN_DEMO_PATCH_JSON, "[{\"op\":\"frob\",\"path\":\"/spec\",\"value\":1}]", REJECTED,
    KIN_DEMO_ERROR_INVALID },
  { "json/without-path", KIN_DEMO_PATCH_JSON, "[{\"op\":\"add\",\"value\":1}]", REJECTED, KIN_DEMO_ERROR_INVALID },
  { "json/nothing-left", KIN_DEMO_PATCH_JSON, "[{\"op\":\"remove\",\"path\":\"\"}]", REJECTED, KIN_DEMO_ERROR_INVALID },
  { "json/no-list", KIN_DEMO_PATCH_JSON, "{\"op\":\"add\"}",
    "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
    KIN_DEMO_ERROR_BAD_REQUEST },
  { "json/cut-short", KIN_DEMO_PATCH_JSON, "[{\"op\":\"add\"", "error decoding patch: unexpected end of JSON input",
    KIN_DEMO_ERROR_BAD_REQUEST },

  { "merge/set-and-remove", KIN_DEMO_PATCH_MERGE, "{\"metadata\":null,\"spec\":{\"list\":[3],\"more\":{\"a\":null,\"b\":1}}}",
    "{\"spec\":{\"replicas\":0,\"list\":[3],\"more\":{\"b\":1}}}", 0 },
  { "merge/no-object", KIN_DEMO_PATCH_MERGE, "5",
    "error decoding patch: json: cannot unmarshal number into Go value of type map[string]interface {}",
    KIN_DEMO_ERROR_BAD_REQUEST },
  { "merge/cut-short", KIN_DEMO_PATCH_MERGE, "{", "error decoding patch: unexpected end of JSON input",
    KIN_DEMO_ERROR_BAD_REQUEST },

  { "strategic/set", KIN_DEMO_PATCH_STRATEGIC, "{\"metadata\":{\"finalizers\":[\"a\"]},\"spec\":{\"$patch\":\"delete\"}}",
    "{\"metadata\":{\"name\":\"p\",\"finalizers\":[\"a\"]},\"spec\":{}}", 0 },
  { "strategic/no-object", KIN_DEMO_PATCH_STRATEGIC, "[1]",
    "json: cannot unmarshal array into Go value of type map[string]interface {}", KIN_DEMO_ERROR_BAD_REQUEST },
};

static void
test_case (gconstpointer data)
{
  const Case *test = data;
  g_autoptr(KinDemoSchema) schema = kin_demo_schema_new ();
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_parse (target, strlen (target), NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = NULL;
  g_autofree char *result = NULL;

  if (!kin_demo_patch_apply (test->type, kin_demo_schema_find (schema, "apps", "v1", "Deployment"), draft, test->patch,
                             strlen (test->patch), &error))
    {
      g_assert_error (error, KIN_DEMO_ERROR, test->code);
      g_assert_cmpstr (error->message, ==, test->result);
      return;
    }

  g_assert_no_error (error);
  bytes = kin_demo_draft_write (draft);
  result = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_cmpstr (result, ==, test->result);
}

/* Each copy doubles what the next one copies. */
static void
test_copy_of_copies (void)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_parse (target, strlen (target), NULL);
  g_autoptr(GString) patch = g_string_new ("[");
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < 20; i++)
    g_string_append_printf (patch, "%s{\"op\":\"copy\",\"from\":\"/spec\",\"path\":\"/spec/more%u\"}", i > 0 ? "," : "", i);
  g_string_append_c (patch, ']');

  g_assert_false (kin_demo_patch_apply (KIN_DEMO_PATCH_JSON, NULL, draft, patch->str, patch->len, &error));
  g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, REJECTED);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/demo-patch/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  g_test_add_func ("/demo-patch/json/copy-of-copies", test_copy_of_copies);

  return g_test_run ();
}
