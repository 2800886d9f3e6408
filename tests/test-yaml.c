/* test-yaml.c: YAML is written as kubectl writes it, and read as people write it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "base/kin-error.h"
#include "object/kin-yaml.h"

static void
assert_yaml (const char *json,
             const char *expected)
{
  g_autoptr(KinJson) document = kin_json_parse (json, strlen (json), NULL);
  g_autoptr(KinJson) again = NULL;
  g_autofree char *yaml = kin_yaml_from_json (kin_json_get_root (document));
  g_autoptr(GError) error = NULL;

  g_assert_cmpstr (yaml, ==, expected);

  /* What was written is read as the same. */
  again = kin_yaml_parse (yaml, strlen (yaml), &error);
  g_assert_no_error (error);
  g_assert_true (kin_json_value_equal (kin_json_get_root (document), kin_json_get_root (again)));
}

static void
assert_json (const char *yaml,
             const char *expected)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(KinJson) document = kin_yaml_parse (yaml, strlen (yaml), &error);
  g_autofree char *json = document != NULL ? kin_json_value_dup_text (kin_json_get_root (document)) : NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (json, ==, expected);
}

static void
assert_fails (const char *yaml,
              int         code,
              const char *message)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (kin_yaml_parse (yaml, strlen (yaml), &error));
  g_assert_error (error, KIN_PARSE_ERROR, code);
  if (message != NULL)
    g_assert_cmpstr (error->message, ==, message);
}

static void
test_write (void)
{
  assert_yaml ("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"spec\":{\"containers\":[{\"name\":\"a\",\"args\":[\"x\",\"y\"]},{\"name\":\"b\"}],"
               "\"volumes\":[],\"securityContext\":{},\"nodeName\":null,\"hostNetwork\":true}}",
               "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - args:\n    - x\n    - \"y\"\n    name: a\n  - name: b\n"
               "  hostNetwork: true\n  nodeName: null\n  securityContext: {}\n  volumes: []\n");
  assert_yaml ("[[1,2],[],{\"a\":[{\"b\":1}]}]", "- - 1\n  - 2\n- []\n- a:\n  - b: 1\n");
  assert_yaml ("{}", "{}\n");
}

static void
test_write_numbers (void)
{
  assert_yaml ("[1,1.50,1e3,12345678901234567890]", "- 1\n- 1.50\n- 1e3\n- 12345678901234567890\n");
}

/* In the order of kubectl. */
static void
test_write_order (void)
{
  assert_yaml ("{\"b10\":1,\"b2\":1,\"b-1\":1,\"b\":1,\"bA\":1,\"b2a\":1,\"b19\":1,\"äb\":1,\"ä\":1,\"ö\":1,\"9\":1,\"1.2\":1,\"a/b\":1,\"a\":1}",
               "\"1.2\": 1\n\"9\": 1\na: 1\na/b: 1\nb: 1\nb-1: 1\nb2: 1\nb2a: 1\nb10: 1\nb19: 1\nbA: 1\nä: 1\näb: 1\nö: 1\n");
}

/* Each of these was compared with what sigs.k8s.io/yaml makes of it. */
static void
test_write_texts (void)
{
  static const struct
  {
    const char *json;
    const char *yaml;
  } cases[] = {
    { "\"\"", "\"\"" }, { "\"plain\"", "plain" }, { "\"8080\"", "\"8080\"" }, { "\"1.5\"", "\"1.5\"" },
    { "\"1e3\"", "\"1e3\"" }, { "\"0x1f\"", "\"0x1f\"" }, { "\"0755\"", "\"0755\"" }, { "\"1_000\"", "\"1_000\"" },
    { "\"12:30:45\"", "\"12:30:45\"" }, { "\"10.0.0.1\"", "10.0.0.1" }, { "\"1.36.3\"", "1.36.3" },
    { "\"500m\"", "500m" }, { "\"1Gi\"", "1Gi" }, { "\"80%\"", "80%" }, { "\"2026-11-01\"", "\"2026-11-01\"" },
    { "\"2026-11-01T10:00:00Z\"", "\"2026-11-01T10:00:00Z\"" }, { "\"yes\"", "\"yes\"" }, { "\"off\"", "\"off\"" },
    { "\"y\"", "\"y\"" }, { "\"true\"", "\"true\"" }, { "\"null\"", "\"null\"" }, { "\"~\"", "\"~\"" },
    { "\".inf\"", "\".inf\"" }, { "\".nan\"", "\".nan\"" }, { "\".5\"", "\".5\"" }, { "\"-5\"", "\"-5\"" },
    { "\"+1\"", "\"+1\"" }, { "\".\"", "." }, { "\"e5\"", "e5" }, { "\"-\"", "'-'" }, { "\"*/5 * * * *\"", "'*/5 * * * *'" },
    { "\"- a\"", "'- a'" }, { "\"a: b\"", "'a: b'" }, { "\"a:\"", "'a:'" }, { "\"a #b\"", "'a #b'" }, { "\"@x\"", "'@x'" },
    { "\"{a}\"", "'{a}'" }, { "\"[a]\"", "'[a]'" }, { "\"it's\"", "it's" }, { "\"say \\\"x\\\"\"", "say \"x\"" },
    { "\" lead\"", "' lead'" }, { "\"trail \"", "'trail '" }, { "\"a, b\"", "a, b" }, { "\"http://x:80/y\"", "http://x:80/y" },
    { "\"a\\tb\"", "\"a\\tb\"" }, { "\"a\\u0001b\"", "\"a\\x01b\"" }, { "\"a\\r\\nb\"", "\"a\\r\\nb\"" }, { "\"a\\\\b\"", "a\\b" },
    { "\"Ümläut …\"", "Ümläut …" }, { "\"---\"", "'---'" }, { "\"<<\"", "\"<<\"" },
    { "\"one\\ntwo\\n\"", "|\n  one\n  two" }, { "\"one\\ntwo\"", "|-\n  one\n  two" },
    { "\"one\\n\\n\"", "|+\n  one\n" }, { "\" lead\\nx\"", "|2-\n   lead\n  x" }, { "\"a \\nb\\n\"", "\"a \\nb\\n\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = g_strdup_printf ("{\"k\":%s}", cases[i].json);
      g_autofree char *yaml = g_strdup_printf ("k: %s\n", cases[i].yaml);

      assert_yaml (json, yaml);
    }
}

/* Public report 75. */
static void
test_write_final_newlines (void)
{
  assert_yaml ("{\"a\":\"x\\n\\n\",\"b\":\"y\\n\\n\\n\",\"c\":1}", "a: |+\n  x\n\nb: |+\n  y\n\n\nc: 1\n");
}

static void
test_write_long (void)
{
  assert_yaml ("{\"message\":\"Deployment does not have minimum availability and this sentence goes on beyond eighty columns.\"}",
               "message: Deployment does not have minimum availability and this sentence goes on beyond\n  eighty columns.\n");
}

static void
test_read (void)
{
  assert_json ("apiVersion: v1\nclusters:\n- name: a\n  cluster: {server: \"https://x:6443\", insecure-skip-tls-verify: true}\n"
               "current-context: ''\nusers: []\n# comment\n",
               "{\"apiVersion\":\"v1\",\"clusters\":[{\"name\":\"a\",\"cluster\":{\"server\":\"https://x:6443\",\"insecure-skip-tls-verify\":true}}],"
               "\"current-context\":\"\",\"users\":[]}");
}

static void
test_read_json (void)
{
  assert_json ("{\"a\": [1, 2.50, \"x\\ny\", null, false]}", "{\"a\":[1,2.50,\"x\\ny\",null,false]}");
}

static void
test_read_scalars (void)
{
  assert_json ("[~, null, Null, yes, Off, 12, -1.5e3, 0x1F, 012, 1_000, .5, 'true', \"1\", y, text, 2026-11-01]",
               "[null,null,null,true,false,12,-1.5e3,\"0x1F\",\"012\",\"1_000\",\".5\",\"true\",\"1\",\"y\",\"text\",\"2026-11-01\"]");
  assert_json ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", "{\"a\":\"one\\ntwo\\n\",\"b\":\"one two\"}");
  assert_json ("1: x\ntrue: y\n", "{\"1\":\"x\",\"true\":\"y\"}");
}

static void
test_read_nothing (void)
{
  assert_json ("", "null");
  assert_json ("# nothing\n", "null");
  assert_json ("---\n...\n", "null");
}

static void
test_read_first_document (void)
{
  assert_json ("a: 1\n---\nb: 2\n", "{\"a\":1}");
}

static void
test_read_duplicate_keys (void)
{
  assert_json ("a: 1\nb: 2\na: 3\n", "{\"a\":3,\"b\":2}");
}

static void
test_read_anchors (void)
{
  assert_json ("a: &x {k: 1, l: [2]}\nb: *x\nc: [*x, *x]\n",
               "{\"a\":{\"k\":1,\"l\":[2]},\"b\":{\"k\":1,\"l\":[2]},\"c\":[{\"k\":1,\"l\":[2]},{\"k\":1,\"l\":[2]}]}");
}

static void
test_read_merges (void)
{
  assert_json ("a: &x {k: 1, l: 2}\nb:\n  l: 3\n  <<: *x\n", "{\"a\":{\"k\":1,\"l\":2},\"b\":{\"l\":3,\"k\":1}}");
  assert_json ("a: &x {k: 1}\nb: &y {k: 2, m: 3}\nc:\n  <<: [*x, *y]\n  n: 4\n",
               "{\"a\":{\"k\":1},\"b\":{\"k\":2,\"m\":3},\"c\":{\"n\":4,\"k\":1,\"m\":3}}");
  assert_json ("\"<<\": 1\n", "{\"<<\":1}");
  assert_fails ("<<: 1\n", KIN_PARSE_ERROR_WRONG_TYPE, NULL);
}

static void
test_read_broken (void)
{
  assert_fails ("a: b: c\n", KIN_PARSE_ERROR_SYNTAX,
                "Not valid YAML in line 1, column 5: mapping values are not allowed in this context");
  assert_fails ("a:\n  - x\n - y\n", KIN_PARSE_ERROR_SYNTAX, NULL);
  assert_fails ("a: *nobody\n", KIN_PARSE_ERROR_SYNTAX, NULL);
  assert_fails ("a: \"x\n", KIN_PARSE_ERROR_SYNTAX, NULL);
  assert_fails ("a: \xff\n", KIN_PARSE_ERROR_SYNTAX, NULL);
  assert_fails ("a: \"\\0\"\n", KIN_PARSE_ERROR_SYNTAX, NULL);
  assert_fails ("\"\\0\": a\n", KIN_PARSE_ERROR_SYNTAX, NULL);
  assert_fails ("? [a]\n: b\n", KIN_PARSE_ERROR_WRONG_TYPE, "Not valid YAML in line 1, column 3: a key must be a text");
  assert_fails ("{", KIN_PARSE_ERROR_SYNTAX, NULL);
}

/* Documents that are small to write and huge to read. */
static void
test_read_bombs (void)
{
  g_autoptr(GString) laughs = g_string_new ("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
  g_autofree char *deep = g_strnfill (101, '[');
  g_autofree char *row = g_strnfill (1000000, '[');
  g_autofree char *too_large = g_strnfill (16 * 1024 * 1024 + 1, 'x');

  for (guint i = 1; i < 10; i++)
    g_string_append_printf (laughs, "a%u: &a%u [*a%u, *a%u, *a%u, *a%u, *a%u, *a%u, *a%u, *a%u, *a%u, *a%u]\n", i, i, i - 1, i - 1,
                            i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);

  assert_fails (laughs->str, KIN_PARSE_ERROR_TOO_LARGE, NULL);
  assert_fails ("a: &x [*x]\n", KIN_PARSE_ERROR_TOO_LARGE, NULL);
  assert_fails ("a: &x\n  <<: *x\n", KIN_PARSE_ERROR_TOO_LARGE, NULL);
  assert_fails (deep, KIN_PARSE_ERROR_SYNTAX, NULL);
  assert_fails (row, KIN_PARSE_ERROR_TOO_LARGE, NULL);
  assert_fails (too_large, KIN_PARSE_ERROR_TOO_LARGE, NULL);
}

static void
test_read_depth (void)
{
  g_autofree char *open = g_strnfill (101, '[');
  g_autofree char *close = g_strnfill (101, ']');
  g_autofree char *fits = g_strconcat (open + 1, close + 1, NULL);
  g_autofree char *too_deep = g_strdup_printf ("[%s[]%s]", open, close);

  assert_json (fits, fits);
  assert_fails (too_deep, KIN_PARSE_ERROR_TOO_LARGE, NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/yaml/write", test_write);
  g_test_add_func ("/yaml/write/numbers", test_write_numbers);
  g_test_add_func ("/yaml/write/order", test_write_order);
  g_test_add_func ("/yaml/write/texts", test_write_texts);
  g_test_add_func ("/yaml/write/final-newlines", test_write_final_newlines);
  g_test_add_func ("/yaml/write/long", test_write_long);
  g_test_add_func ("/yaml/read", test_read);
  g_test_add_func ("/yaml/read/json", test_read_json);
  g_test_add_func ("/yaml/read/scalars", test_read_scalars);
  g_test_add_func ("/yaml/read/nothing", test_read_nothing);
  g_test_add_func ("/yaml/read/first-document", test_read_first_document);
  g_test_add_func ("/yaml/read/duplicate-keys", test_read_duplicate_keys);
  g_test_add_func ("/yaml/read/anchors", test_read_anchors);
  g_test_add_func ("/yaml/read/merges", test_read_merges);
  g_test_add_func ("/yaml/read/broken", test_read_broken);
  g_test_add_func ("/yaml/read/bombs", test_read_bombs);
  g_test_add_func ("/yaml/read/depth", test_read_depth);

  return g_test_run ();
}
