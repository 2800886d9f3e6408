/* test-demo-object.c: what is looked up in one stored version of an object.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-object.h"

static KinDemoObject *
make (const char *text)
{
  g_autoptr(KinResource) resource = kin_resource_new ("", "v1", "pods", "Pod", TRUE);
  g_autoptr(KinDemoKind) kind = kin_demo_kind_new (resource, 0, NULL, NULL);
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_parse (text, strlen (text), NULL);

  return kin_demo_object_new (kind, draft);
}

static void
test_namespaced (void)
{
  static const char text[] =
    "{\"metadata\":{\"namespace\":\"shop\",\"name\":\"web-1\",\"uid\":\"u-1\",\"resourceVersion\":\"18446744073709551615\","
    "\"deletionTimestamp\":\"2026-12-01T12:00:00Z\",\"ownerReferences\":[{\"uid\":\"o-1\"},{\"uid\":\"o-2\",\"controller\":true}],"
    "\"labels\":{\"tier\":\"front\",\"app\":\"web\",\"zone\":\"\"}}}";
  static const char * const labels[] = { "app", "web", "tier", "front", "zone", "", NULL };
  g_autoptr(KinDemoObject) object = make (text);
  GBytes *bytes = kin_demo_object_get_text (object);

  g_assert_cmpstr (kin_demo_object_get_key (object), ==, "shop/web-1");
  g_assert_cmpstr (kin_demo_object_get_namespace (object), ==, "shop");
  g_assert_cmpstr (kin_demo_object_get_name (object), ==, "web-1");
  g_assert_cmpstr (kin_demo_object_get_uid (object), ==, "u-1");
  g_assert_cmpstr (kin_demo_object_get_owner_uid (object), ==, "o-2");
  g_assert_cmpuint (kin_demo_object_get_version (object), ==, G_MAXUINT64);
  g_assert_true (kin_demo_object_is_deleting (object));
  g_assert_cmpstrv (kin_demo_object_get_labels (object), labels);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), text, sizeof text - 1);
}

static void
test_bare (void)
{
  g_autoptr(KinDemoObject) object = make ("{\"metadata\":{\"name\":\"node-1\"}}");

  g_assert_cmpstr (kin_demo_object_get_key (object), ==, "node-1");
  g_assert_null (kin_demo_object_get_namespace (object));
  g_assert_cmpstr (kin_demo_object_get_name (object), ==, "node-1");
  g_assert_null (kin_demo_object_get_uid (object));
  g_assert_null (kin_demo_object_get_owner_uid (object));
  g_assert_cmpuint (kin_demo_object_get_version (object), ==, 0);
  g_assert_false (kin_demo_object_is_deleting (object));
  g_assert_null (kin_demo_object_get_labels (object)[0]);
}

/* A draft of an object is another document: what is done to it leaves the object as it is. */
static void
test_edit (void)
{
  g_autoptr(KinDemoObject) object = make ("{\"metadata\":{\"name\":\"x\"},\"data\":{\"a\":\"1\"}}");
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);
  g_autoptr(KinDemoObject) edited = NULL;
  g_autoptr(KinJson) before = NULL;
  g_autoptr(KinJson) after = NULL;

  kin_demo_set_string (draft, kin_demo_get (yyjson_mut_doc_get_root (draft), "data", NULL), "a", "2");
  edited = kin_demo_object_new (kin_demo_object_get_kind (object), draft);
  before = kin_demo_object_parse (object);
  after = kin_demo_object_parse (edited);

  g_assert_cmpstr (kin_json_get_string (kin_json_get (kin_json_get_root (before), "data"), "a"), ==, "1");
  g_assert_cmpstr (kin_json_get_string (kin_json_get (kin_json_get_root (after), "data"), "a"), ==, "2");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-object/namespaced", test_namespaced);
  g_test_add_func ("/demo-object/bare", test_bare);
  g_test_add_func ("/demo-object/edit", test_edit);

  return g_test_run ();
}
