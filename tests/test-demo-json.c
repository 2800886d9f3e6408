/* test-demo-json.c: editing JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-json.h"

static KinDemoDraft *
parse (const char *text)
{
  g_autoptr(GError) error = NULL;
  KinDemoDraft *draft = kin_demo_draft_parse (text, strlen (text), &error);

  g_assert_no_error (error);

  return draft;
}

static void
assert_text (KinDemoDraft *draft,
             const char   *expected)
{
  g_autoptr(GBytes) bytes = kin_demo_draft_write (draft);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  g_assert_cmpstr (text, ==, expected);
}

static void
test_get (void)
{
  g_autoptr(KinDemoDraft) draft = parse ("{\"a\":{\"b\":{\"s\":\"x\",\"i\":-3,\"r\":2.0,\"t\":true}},\"n\":null}");
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);

  g_assert_true (kin_demo_get (root, NULL) == root);
  g_assert_null (kin_demo_get (NULL, "a", NULL));
  g_assert_null (kin_demo_get (root, "a", "c", "s", NULL));
  g_assert_null (kin_demo_get (root, "a", "b", "s", "deeper", NULL));
  g_assert_cmpstr (kin_demo_get_string (root, "a", "b", "s", NULL), ==, "x");
  g_assert_null (kin_demo_get_string (root, "a", "b", "i", NULL));
  g_assert_cmpint (kin_demo_get_integer (root, 7, "a", "b", "i", NULL), ==, -3);
  g_assert_cmpint (kin_demo_get_integer (root, 7, "a", "b", "r", NULL), ==, 2);
  g_assert_cmpint (kin_demo_get_integer (root, 7, "a", "b", "s", NULL), ==, 7);
  g_assert_true (kin_demo_get_boolean (root, FALSE, "a", "b", "t", NULL));
  g_assert_true (kin_demo_get_boolean (root, TRUE, "a", "b", "none", NULL));
  g_assert_false (kin_demo_get_boolean (root, FALSE, "n", NULL));
}

static void
test_set (void)
{
  g_autoptr(KinDemoDraft) draft = parse ("{\"a\":1,\"b\":2,\"c\":3}");
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  char name[] = "new";

  kin_demo_set_string (draft, root, "b", "two");
  kin_demo_set_integer (draft, root, name, 4);
  name[0] = 'x';
  kin_demo_set_boolean (draft, root, "yes", TRUE);
  kin_demo_set_string (draft, root, "a", NULL);
  kin_demo_remove (root, "absent");
  kin_demo_remove (NULL, "absent");
  assert_text (draft, "{\"b\":\"two\",\"c\":3,\"new\":4,\"yes\":true}");
}

/* What is set is what is in the document, also where something was before: it can be filled later. */
static void
test_set_then_fill (void)
{
  g_autoptr(KinDemoDraft) draft = parse ("{\"a\":[1],\"b\":2}");
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *array = yyjson_mut_arr (draft);

  kin_demo_set (draft, root, "a", array);
  yyjson_mut_arr_add_int (draft, array, 5);
  g_assert_true (kin_demo_get (root, "a", NULL) == array);
  assert_text (draft, "{\"a\":[5],\"b\":2}");
}

static void
test_ensure (void)
{
  g_autoptr(KinDemoDraft) draft = parse ("{\"a\":\"no object\",\"list\":[1]}");
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *inner = kin_demo_ensure_object (draft, root, "a", "b", NULL);

  g_assert_true (kin_demo_ensure_object (draft, root, "a", "b", NULL) == inner);
  kin_demo_set_integer (draft, inner, "x", 1);
  g_assert_cmpuint (yyjson_mut_arr_size (kin_demo_ensure_array (draft, root, "list")), ==, 1);
  yyjson_mut_arr_add_int (draft, kin_demo_ensure_array (draft, root, "other"), 5);
  assert_text (draft, "{\"a\":{\"b\":{\"x\":1}},\"list\":[1],\"other\":[5]}");
}

static void
test_set_copy (void)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  KinDemoDraft *source = parse ("{\"a\":{\"b\":[1,\"x\"]}}");
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);

  kin_demo_set_copy (draft, root, "m", kin_demo_get (yyjson_mut_doc_get_root (source), "a", NULL));
  kin_demo_set_copy (draft, root, "none", NULL);
  yyjson_mut_doc_free (source);
  assert_text (draft, "{\"m\":{\"b\":[1,\"x\"]}}");

  kin_demo_set_copy (draft, root, "m", NULL);
  assert_text (draft, "{}");
}

static void
test_copy (void)
{
  KinDemoDraft *draft = parse ("{\"a\":[1,2,{\"b\":\"c\"}]}");
  g_autoptr(KinDemoDraft) copy = kin_demo_draft_copy (draft);

  yyjson_mut_doc_free (draft);
  assert_text (copy, "{\"a\":[1,2,{\"b\":\"c\"}]}");
}

/* What is set is equal to what was read: an update that changes nothing has to be seen as such. */
static void
test_equal (void)
{
  g_autoptr(KinDemoDraft) read = parse ("{\"a\":3,\"b\":-3,\"c\":true}");
  g_autoptr(KinDemoDraft) set = kin_demo_draft_new ();
  yyjson_mut_val *root = yyjson_mut_doc_get_root (set);

  kin_demo_set_boolean (set, root, "c", TRUE);
  kin_demo_set_integer (set, root, "b", -3);
  kin_demo_set_integer (set, root, "a", 3);
  g_assert_true (yyjson_mut_equals (root, yyjson_mut_doc_get_root (read)));
}

static void
test_numbers (void)
{
  g_autoptr(KinDemoDraft) draft = parse ("[0,-1,9223372036854775807,18446744073709551615,0.5,1e21]");

  assert_text (draft, "[0,-1,9223372036854775807,18446744073709551615,0.5,1e21]");
}

static void
test_refused (void)
{
  g_autoptr(GString) deep = g_string_new (NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GError) deep_error = NULL;

  g_assert_null (kin_demo_draft_parse ("{\"metadata\":", 12, &error));
  g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST);

  for (guint i = 0; i < 1000000; i++)
    g_string_append_c (deep, '[');
  g_assert_null (kin_demo_draft_parse (deep->str, deep->len, &deep_error));
  g_assert_error (deep_error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST);
  g_assert_cmpstr (deep_error->message, ==, "exceeded max depth");
}

/* In a name, in a value, and where an escaped backslash only looks like it. */
static void
test_nul (void)
{
  static const char *refused[] = { "{\"a\\u0000b\":1}", "{\"a\":[{\"b\":\"\\u0000\"}]}", "\"a\\u0000\"" };
  g_autoptr(KinDemoDraft) draft = parse ("[\"\\\\u0000\"]");

  assert_text (draft, "[\"\\\\u0000\"]");

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (kin_demo_draft_parse (refused[i], strlen (refused[i]), &error));
      g_assert_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST);
      g_assert_cmpstr (error->message, ==, "a text in it holds a NUL character");
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-json/get", test_get);
  g_test_add_func ("/demo-json/set", test_set);
  g_test_add_func ("/demo-json/set-then-fill", test_set_then_fill);
  g_test_add_func ("/demo-json/ensure", test_ensure);
  g_test_add_func ("/demo-json/set-copy", test_set_copy);
  g_test_add_func ("/demo-json/copy", test_copy);
  g_test_add_func ("/demo-json/equal", test_equal);
  g_test_add_func ("/demo-json/numbers", test_numbers);
  g_test_add_func ("/demo-json/refused", test_refused);
  g_test_add_func ("/demo-json/nul", test_nul);

  return g_test_run ();
}
