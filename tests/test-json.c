/* test-json.c: documents are read with their numbers as text, and what is not there is NULL.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "base/kin-error.h"
#include "object/kin-json.h"
#include "object/kin-json-private.h"

static KinJson *
parse (const char *text)
{
  g_autoptr(GError) error = NULL;
  KinJson *json = kin_json_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_nonnull (json);

  return json;
}

static void
assert_fails (const char *text,
              int         code)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (kin_json_parse (text, strlen (text), &error));
  g_assert_error (error, KIN_PARSE_ERROR, code);
}

static void
test_get (void)
{
  g_autoptr(KinJson) json = parse ("{\"a\":{\"b\":{\"c\":\"deep\"}},\"n\":null,\"t\":true,\"i\":-42,\"l\":[1,\"two\"]}");
  KinJsonValue *root = kin_json_get_root (json);

  g_assert_cmpstr (kin_json_value_get_string (kin_json_get_path (root, "a", "b", "c", NULL)), ==, "deep");
  g_assert_null (kin_json_get_path (root, "a", "x", "c", NULL));
  g_assert_null (kin_json_get_path (NULL, "a", NULL));
  g_assert_null (kin_json_get (root, "n"));
  g_assert_null (kin_json_get (NULL, "a"));
  g_assert_null (kin_json_get (kin_json_get (root, "l"), "a"));
  g_assert_true (kin_json_get_boolean (root, "t", FALSE));
  g_assert_true (kin_json_get_boolean (root, "absent", TRUE));
  g_assert_cmpint (kin_json_get_integer (root, "i", 7), ==, -42);
  g_assert_cmpint (kin_json_get_integer (root, "t", 7), ==, 7);
  g_assert_null (kin_json_get_string (root, "i"));
  g_assert_cmpuint (kin_json_value_get_size (root), ==, 5);
  g_assert_cmpuint (kin_json_value_get_size (kin_json_get (root, "l")), ==, 2);
  g_assert_cmpuint (kin_json_value_get_size (NULL), ==, 0);
  g_assert_cmpstr (kin_json_value_get_string (kin_json_array_get (kin_json_get (root, "l"), 1)), ==, "two");
  g_assert_null (kin_json_array_get (kin_json_get (root, "l"), 2));
}

static void
test_types (void)
{
  g_autoptr(KinJson) json = parse ("[null,false,1.0,\"\",[],{}]");
  const KinJsonType expected[] = {
    KIN_JSON_NULL, KIN_JSON_BOOLEAN, KIN_JSON_NUMBER, KIN_JSON_STRING, KIN_JSON_ARRAY, KIN_JSON_OBJECT,
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpint (kin_json_value_get_type (kin_json_array_get (kin_json_get_root (json), i)), ==, expected[i]);
  g_assert_cmpint (kin_json_value_get_type (NULL), ==, KIN_JSON_NULL);
}

static void
test_numbers (void)
{
  static const struct
  {
    const char *text;
    gint64 value;
  } cases[] = {
    { "0", 0 }, { "9007199254740993", G_GINT64_CONSTANT (9007199254740993) }, { "1e3", 1000 }, { "2.0", 2 },
    { "-1.5", -1 }, { "1E400", G_MAXINT64 }, { "-1e30", G_MININT64 }, { "18446744073709551615", G_MAXINT64 },
    { "1.10", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"n\":%s}", cases[i].text);
      g_autoptr(KinJson) json = parse (text);
      g_autofree char *again = kin_json_value_dup_text (kin_json_get_root (json));
      KinJsonValue *value = kin_json_get (kin_json_get_root (json), "n");

      g_assert_cmpstr (kin_json_value_get_number_text (value), ==, cases[i].text);
      g_assert_cmpint (kin_json_value_get_integer (value), ==, cases[i].value);
      g_assert_cmpstr (again, ==, text);
    }
}

static void
test_iter (void)
{
  g_autoptr(KinJson) json = parse ("{\"one\":1,\"two\":{\"x\":[1,2,3]},\"three\":null}");
  KinJsonValue *root = kin_json_get_root (json);
  g_autoptr(GString) seen = g_string_new (NULL);
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;

  kin_json_iter_init (&iter, root);
  while (kin_json_iter_next (&iter, &name, &value))
    g_string_append_printf (seen, "%s=%d ", name, kin_json_value_get_type (value));

  kin_json_iter_init (&iter, kin_json_get_path (root, "two", "x", NULL));
  while (kin_json_iter_next (&iter, &name, &value))
    g_string_append_printf (seen, "%s%s ", name != NULL ? name : "", kin_json_value_get_number_text (value));

  kin_json_iter_init (&iter, kin_json_get (root, "one"));
  g_assert_false (kin_json_iter_next (&iter, &name, &value));
  kin_json_iter_init (&iter, NULL);
  g_assert_false (kin_json_iter_next (&iter, NULL, &value));

  g_assert_cmpstr (seen->str, ==, "one=2 two=5 three=0 1 2 3 ");
}

static void
test_equal (void)
{
  g_autoptr(KinJson) json = parse ("[{\"a\":1,\"b\":[1,2]},{\"b\":[1,2],\"a\":1},{\"b\":[2,1],\"a\":1},1,1.0,\"1\"]");
  KinJsonValue *root = kin_json_get_root (json);

  g_assert_true (kin_json_value_equal (kin_json_array_get (root, 0), kin_json_array_get (root, 1)));
  g_assert_false (kin_json_value_equal (kin_json_array_get (root, 0), kin_json_array_get (root, 2)));
  g_assert_false (kin_json_value_equal (kin_json_array_get (root, 3), kin_json_array_get (root, 4)));
  g_assert_false (kin_json_value_equal (kin_json_array_get (root, 3), kin_json_array_get (root, 5)));
  g_assert_true (kin_json_value_equal (NULL, NULL));
  g_assert_false (kin_json_value_equal (NULL, root));
}

static void
test_broken (void)
{
  assert_fails ("", KIN_PARSE_ERROR_SYNTAX);
  assert_fails ("   ", KIN_PARSE_ERROR_SYNTAX);
  assert_fails ("{\"a\":1", KIN_PARSE_ERROR_TRUNCATED);
  assert_fails ("{\"a\":1,}", KIN_PARSE_ERROR_SYNTAX);
  assert_fails ("{\"a\" 1}", KIN_PARSE_ERROR_SYNTAX);
  assert_fails ("[1] 2", KIN_PARSE_ERROR_SYNTAX);
  assert_fails ("[01]", KIN_PARSE_ERROR_SYNTAX);
  assert_fails ("[\"\xff\"]", KIN_PARSE_ERROR_SYNTAX);
  assert_fails ("<html>", KIN_PARSE_ERROR_SYNTAX);
}

static char *
nest (guint depth)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < depth; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < depth; i++)
    g_string_append_c (text, ']');

  return g_string_free (text, FALSE);
}

static void
test_depth (void)
{
  g_autofree char *deep = nest (1000);
  g_autofree char *too_deep = nest (1001);
  g_autofree char *absurd = nest (1000000);
  g_autoptr(KinJson) json = parse (deep);
  g_autofree char *again = kin_json_value_dup_text (kin_json_get_root (json));

  g_assert_cmpstr (again, ==, deep);
  g_assert_true (kin_json_value_equal (kin_json_get_root (json), kin_json_get_root (json)));
  assert_fails (too_deep, KIN_PARSE_ERROR_TOO_LARGE);
  assert_fails (absurd, KIN_PARSE_ERROR_TOO_LARGE);
}

static void
test_quoted (void)
{
  g_autoptr(GString) out = g_string_new (NULL);
  const char *text = "a \"b\" \\ \n\r\t\x01 Ümläut … \xf0\x9f\x90\xb3";
  g_autoptr(KinJson) json = NULL;

  kin_json_append_quoted (out, text);
  g_assert_cmpstr (out->str, ==, "\"a \\\"b\\\" \\\\ \\n\\r\\t\\u0001 Ümläut … \xf0\x9f\x90\xb3\"");
  json = parse (out->str);
  g_assert_cmpstr (kin_json_value_get_string (kin_json_get_root (json)), ==, text);

  g_string_truncate (out, 0);
  kin_json_append_quoted (out, "\xff!");
  g_assert_cmpstr (out->str, ==, "\"\xef\xbf\xbd!\"");

  g_string_truncate (out, 0);
  kin_json_append_quoted (out, "");
  g_assert_cmpstr (out->str, ==, "\"\"");
}

static char *
dup_document (gsize length)
{
  g_autofree char *payload = g_strnfill (length, 'x');

  return g_strdup_printf ("{\"a\":[%" G_GSIZE_FORMAT ",null],\"b\":\"%s\"}", length, payload);
}

/* The memory grows with the documents, and what a huge one needed is given back. */
static void
test_scratch (void)
{
  KinJsonScratch scratch = { 0 };

  for (gsize length = 1; length < 8 * 1024 * 1024; length = 3 * length + 1)
    {
      g_autofree char *text = dup_document (length);
      g_autofree char *copy = g_strdup (text);
      g_autoptr(GError) error = NULL;
      g_autoptr(KinJson) json = kin_json_parse_scratch (&scratch, text, strlen (text), &error);
      const char *payload;

      g_assert_no_error (error);
      g_assert_cmpstr (text, ==, copy);
      payload = kin_json_get_string (kin_json_get_root (json), "b");
      g_assert_cmpuint (strlen (payload), ==, length);
      g_assert_true (text + kin_json_scratch_get_offset (&scratch, payload) == strchr (text, 'x'));
    }

  g_assert_cmpuint (scratch.size, >, 4 * 1024 * 1024);
  kin_json_scratch_trim (&scratch);
  g_assert_cmpuint (scratch.size, ==, 0);
  kin_json_scratch_clear (&scratch);
}

static void
test_scratch_broken (void)
{
  KinJsonScratch scratch = { 0 };
  g_autoptr(GError) error = NULL;

  g_assert_null (kin_json_parse_scratch (&scratch, "{\"a\":", 5, &error));
  g_assert_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_TRUNCATED);
  g_assert_cmpuint (scratch.size, >, 0);
  kin_json_scratch_trim (&scratch);
  g_assert_cmpuint (scratch.size, >, 0);
  kin_json_scratch_clear (&scratch);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/json/get", test_get);
  g_test_add_func ("/json/types", test_types);
  g_test_add_func ("/json/numbers", test_numbers);
  g_test_add_func ("/json/iter", test_iter);
  g_test_add_func ("/json/equal", test_equal);
  g_test_add_func ("/json/broken", test_broken);
  g_test_add_func ("/json/depth", test_depth);
  g_test_add_func ("/json/quoted", test_quoted);
  g_test_add_func ("/json/scratch", test_scratch);
  g_test_add_func ("/json/scratch-broken", test_scratch_broken);

  return g_test_run ();
}
