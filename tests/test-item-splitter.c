/* test-item-splitter.c: however the bytes are cut up, the same values come out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "base/kin-error.h"
#include "object/kin-item-splitter.h"

/* What came out: the items, one a line, then the envelope or the code of the error. */
typedef struct
{
  GString *text;
  guint n_items;
  guint stop_after;      /* 0 = never */
} Outcome;

static gboolean
item_cb (const char  *json,
         gsize        length,
         gpointer     user_data,
         GError     **error)
{
  Outcome *outcome = user_data;

  g_string_append_len (outcome->text, json, (gssize) length);
  g_string_append_c (outcome->text, '\n');
  outcome->n_items++;

  if (outcome->n_items == outcome->stop_after)
    {
      g_set_error_literal (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_MISSING, "enough");
      return FALSE;
    }

  return TRUE;
}

static void
append_end (Outcome         *outcome,
            KinItemSplitter *splitter,
            KinSplitMode     mode,
            const GError    *error)
{
  if (error != NULL)
    {
      g_assert_true (error->domain == KIN_PARSE_ERROR);
      g_string_append_printf (outcome->text, "error %d", error->code);
    }
  else if (mode == KIN_SPLIT_LIST)
    {
      gsize length;
      const char *envelope = kin_item_splitter_get_envelope (splitter, &length);

      g_string_append_len (outcome->text, envelope, (gssize) length);
    }
}

/* Each piece is copied to memory of its exact size, so that the sanitizer sees a read beyond it. */
static gboolean
feed_copy (KinItemSplitter  *splitter,
           const char       *data,
           gsize             length,
           GError          **error)
{
  g_autofree char *copy = g_memdup2 (data, length);

  return kin_item_splitter_feed (splitter, copy, length, error);
}

/* Splits a document that comes in pieces: [0, first), [first, second), and the rest by step bytes. */
static char *
split (KinSplitMode mode,
       const char  *document,
       gsize        length,
       gsize        first,
       gsize        step)
{
  Outcome outcome = { .text = g_string_new (NULL) };
  g_autoptr(KinItemSplitter) splitter = kin_item_splitter_new (mode, 0, item_cb, &outcome);
  g_autoptr(GError) error = NULL;
  gboolean alive = first == 0 || feed_copy (splitter, document, first, &error);

  for (gsize at = first; alive && at < length; at += step)
    alive = feed_copy (splitter, document + at, MIN (step, length - at), &error);
  if (alive)
    kin_item_splitter_finish (splitter, &error);
  append_end (&outcome, splitter, mode, error);

  return g_string_free (outcome.text, FALSE);
}

/* Whole, cut in two at every byte, and byte by byte. */
static void
assert_split (KinSplitMode mode,
              const char  *document,
              const char  *expected)
{
  gsize length = strlen (document);
  g_autofree char *bytewise = split (mode, document, length, 0, 1);

  for (gsize at = 0; at <= length; at++)
    {
      g_autofree char *text = split (mode, document, length, at, length);

      g_assert_cmpstr (text, ==, expected);
    }
  g_assert_cmpstr (bytewise, ==, expected);
}

static void
test_list (void)
{
  assert_split (KIN_SPLIT_LIST,
                "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[{\"a\":1},{\"b\":[{}]}]}",
                "{\"a\":1}\n{\"b\":[{}]}\n{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[]}");
}

/* Lists of custom resources. */
static void
test_items_first (void)
{
  assert_split (KIN_SPLIT_LIST, "{\"items\":[{\"a\":\"]}\"}],\"metadata\":{\"continue\":\"x\"}}",
                "{\"a\":\"]}\"}\n{\"items\":[],\"metadata\":{\"continue\":\"x\"}}");
}

static void
test_no_items (void)
{
  assert_split (KIN_SPLIT_LIST, "{\"items\":null,\"metadata\":{}}", "{\"items\":null,\"metadata\":{}}");
  assert_split (KIN_SPLIT_LIST, "{\"items\":[ ]}", "{\"items\":[]}");
  assert_split (KIN_SPLIT_LIST, "{\"kind\":\"Status\",\"code\":410}", "{\"kind\":\"Status\",\"code\":410}");
  assert_split (KIN_SPLIT_LIST, "{}", "{}");
}

static void
test_only_own_items (void)
{
  assert_split (KIN_SPLIT_LIST,
                "{\"metadata\":{\"items\":[1,{\"items\":[2]}]},\"other\":\"items\",\"items\":[{\"items\":[3]}]}",
                "{\"items\":[3]}\n{\"metadata\":{\"items\":[1,{\"items\":[2]}]},\"other\":\"items\",\"items\":[]}");
}

static void
test_escaped_key (void)
{
  assert_split (KIN_SPLIT_LIST, "{\"\\u0069tems\":[1]}", "1\n{\"\\u0069tems\":[]}");
  assert_split (KIN_SPLIT_LIST, "{\"it\\\"ems\":[1],\"item\\u0073x\":[2]}", "{\"it\\\"ems\":[1],\"item\\u0073x\":[2]}");
}

static void
test_space_anywhere (void)
{
  assert_split (KIN_SPLIT_LIST, " \r\n{ \"a\" : 1 ,\t\"items\" : [ { \"x\" : 1 } , \"y\" , 3 ] , \"z\" : null } \n ",
                "{ \"x\" : 1 }\n\"y\"\n3\n{\"a\":1,\"items\":[],\"z\":null}");
}

static void
test_odd_items (void)
{
  assert_split (KIN_SPLIT_LIST, "{\"items\":[null,true,-1.5e3,\"a\",[],[[\"]\"]],{}]}",
                "null\ntrue\n-1.5e3\n\"a\"\n[]\n[[\"]\"]]\n{}\n{\"items\":[]}");
}

static void
test_strings (void)
{
  assert_split (KIN_SPLIT_LIST, "{\"items\":[{\"a\":\"\\\\\"},{\"b\":\"\\\"}]\"},{\"c\":\"\\\\\\\"{[\\u00e9\"}]}",
                "{\"a\":\"\\\\\"}\n{\"b\":\"\\\"}]\"}\n{\"c\":\"\\\\\\\"{[\\u00e9\"}\n{\"items\":[]}");
  assert_split (KIN_SPLIT_LIST, "{\"items\":[\"Ümläut … \xf0\x9f\x90\xb3 and more than eight bytes\"]}",
                "\"Ümläut … \xf0\x9f\x90\xb3 and more than eight bytes\"\n{\"items\":[]}");
}

static void
test_duplicate_items (void)
{
  assert_split (KIN_SPLIT_LIST, "{\"items\":[1],\"items\":[2]}", "1\nerror 0");
  assert_split (KIN_SPLIT_LIST, "{\"items\":null,\"\\u0069tems\":[2]}", "error 0");
}

static void
test_items_of_wrong_type (void)
{
  g_autofree char *expected = g_strdup_printf ("error %d", KIN_PARSE_ERROR_WRONG_TYPE);

  assert_split (KIN_SPLIT_LIST, "{\"items\":{}}", expected);
  assert_split (KIN_SPLIT_LIST, "{\"items\":1}", expected);
}

static void
test_list_syntax (void)
{
  const char * const broken[] = {
    "[]", "1", "null", "\"a\"", "<html>", "}", "{]", "{1:2}", "{\"a\"}", "{\"a\",1}", "{\"a\":1,}", "{\"a\":1 \"b\":2}",
    "{\"a\":}", "{\"a\":[}", "{\"a\":{]}", "{\"items\":[,]}", "{\"items\":[}", "{\"items\":[1", "{\"a\":1}}", "{}{}",
    "{} x", "{,}", "{\"items\":]}",
  };
  g_autofree char *syntax = g_strdup_printf ("error %d", KIN_PARSE_ERROR_SYNTAX);
  g_autofree char *truncated = g_strdup_printf ("error %d", KIN_PARSE_ERROR_TRUNCATED);

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    assert_split (KIN_SPLIT_LIST, broken[i], g_str_equal (broken[i], "{\"items\":[1") ? truncated : syntax);
  assert_split (KIN_SPLIT_LIST, "{\"items\":[{},,{}]}", "{}\nerror 0");
  assert_split (KIN_SPLIT_LIST, "{\"items\":[{},]}", "{}\nerror 0");
  assert_split (KIN_SPLIT_LIST, "{\"items\":[{} {}]}", "{}\nerror 0");
}

/* Every beginning of a list that is not all of it. */
static void
test_list_truncated (void)
{
  const char *document = "{\"kind\":\"L\",\"items\":[{\"a\":\"\\\\\"},2],\"metadata\":{}}";
  g_autofree char *error = g_strdup_printf ("error %d", KIN_PARSE_ERROR_TRUNCATED);

  for (gsize length = 0; length < strlen (document); length++)
    {
      g_autofree char *text = split (KIN_SPLIT_LIST, document, length, 0, 3);

      g_assert_true (g_str_has_suffix (text, error));
    }
}

/* Cases 19 to 21 of the public reports: cut anywhere, two at once, no newline or empty lines between. */
static void
test_values (void)
{
  assert_split (KIN_SPLIT_VALUES, "{\"type\":\"ADDED\",\"object\":{\"n\":\"ä…\"}}\n{\"type\":\"BOOKMARK\"}\n",
                "{\"type\":\"ADDED\",\"object\":{\"n\":\"ä…\"}}\n{\"type\":\"BOOKMARK\"}\n");
  assert_split (KIN_SPLIT_VALUES, "{\"a\":1}{\"b\":2}\r\n\r\n \t{\"c\":3}[4]\"five\"6 7", "{\"a\":1}\n{\"b\":2}\n{\"c\":3}\n[4]\n\"five\"\n6\n7\n");
  assert_split (KIN_SPLIT_VALUES, "", "");
  assert_split (KIN_SPLIT_VALUES, " \n ", "");
}

/* Case 24. */
static void
test_values_truncated (void)
{
  g_autofree char *expected = g_strdup_printf ("{\"a\":1}\nerror %d", KIN_PARSE_ERROR_TRUNCATED);

  assert_split (KIN_SPLIT_VALUES, "{\"a\":1}\n{\"b\":", expected);
  assert_split (KIN_SPLIT_VALUES, "{\"a\":1}\n{\"b\":\"x", expected);
  assert_split (KIN_SPLIT_VALUES, "{\"a\":1}\n\"x\\", expected);
}

/* Case 25. */
static void
test_values_syntax (void)
{
  assert_split (KIN_SPLIT_VALUES, "{\"a\":1}\n{\"b\":]}\n{\"c\":1}", "{\"a\":1}\nerror 0");
  assert_split (KIN_SPLIT_VALUES, "{\"a\":1},{\"b\":1}", "{\"a\":1}\nerror 0");
  assert_split (KIN_SPLIT_VALUES, "{\"a\":1}}", "{\"a\":1}\nerror 0");
}

static void
test_function_stops (void)
{
  Outcome outcome = { .text = g_string_new (NULL), .stop_after = 2 };
  g_autoptr(KinItemSplitter) splitter = kin_item_splitter_new (KIN_SPLIT_VALUES, 0, item_cb, &outcome);
  g_autoptr(GError) error = NULL;

  g_assert_false (kin_item_splitter_feed (splitter, "1 2 3 4 ", 8, &error));
  g_assert_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_MISSING);
  g_assert_cmpuint (outcome.n_items, ==, 2);
  g_string_free (outcome.text, TRUE);
}

static void
test_pending (void)
{
  Outcome outcome = { .text = g_string_new (NULL) };
  g_autoptr(KinItemSplitter) splitter = kin_item_splitter_new (KIN_SPLIT_VALUES, 0, item_cb, &outcome);

  g_assert_true (kin_item_splitter_feed (splitter, "{\"a\":1} {\"b", 11, NULL));
  g_assert_cmpuint (kin_item_splitter_get_pending (splitter), ==, 3);
  g_assert_true (kin_item_splitter_feed (splitter, "\":2}", 4, NULL));
  g_assert_cmpuint (kin_item_splitter_get_pending (splitter), ==, 0);
  g_assert_cmpuint (outcome.n_items, ==, 2);
  g_string_free (outcome.text, TRUE);
}

/* A value of just the limit passes, one byte more does not, whether it comes at once or in pieces. */
static void
assert_limit (KinSplitMode mode,
              const char  *before,
              gsize        payload,
              gsize        step,
              gboolean     passes)
{
  Outcome outcome = { .text = g_string_new (NULL) };
  g_autoptr(KinItemSplitter) splitter = kin_item_splitter_new (mode, 1000, item_cb, &outcome);
  g_autoptr(GString) document = g_string_new (before);
  g_autoptr(GError) error = NULL;
  gboolean alive = TRUE;

  g_string_append_c (document, '"');
  for (gsize i = 0; i < payload - 2; i++)
    g_string_append_c (document, 'x');
  g_string_append (document, "\"");

  for (gsize at = 0; alive && at < document->len; at += step)
    alive = feed_copy (splitter, document->str + at, MIN (step, document->len - at), &error);

  g_assert_cmpint (alive, ==, passes);
  if (!passes)
    g_assert_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_TOO_LARGE);
  g_string_free (outcome.text, TRUE);
}

/* Case 23. */
static void
test_too_large (void)
{
  const gsize steps[] = { 1, 7, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      assert_limit (KIN_SPLIT_VALUES, "", 1000, steps[i], TRUE);
      assert_limit (KIN_SPLIT_VALUES, "", 1001, steps[i], FALSE);
      assert_limit (KIN_SPLIT_LIST, "{\"items\":[", 1000, steps[i], TRUE);
      assert_limit (KIN_SPLIT_LIST, "{\"items\":[", 1001, steps[i], FALSE);
      assert_limit (KIN_SPLIT_LIST, "{\"metadata\":", 900, steps[i], TRUE);
      assert_limit (KIN_SPLIT_LIST, "{\"metadata\":", 1000, steps[i], FALSE);
    }
}

static void
test_too_deep (void)
{
  g_autoptr(GString) deep = g_string_new (NULL);
  g_autofree char *fits = NULL;
  g_autofree char *does_not = NULL;
  g_autofree char *expected = g_strdup_printf ("error %d", KIN_PARSE_ERROR_TOO_LARGE);

  for (guint i = 0; i < 1000; i++)
    g_string_append (deep, i % 2 == 0 ? "[" : "{\"a\":");
  for (guint i = 1000; i > 0; i--)
    g_string_append (deep, i % 2 == 1 ? "]" : i == 1000 ? "0}" : "}");

  fits = split (KIN_SPLIT_VALUES, deep->str, deep->len, 0, deep->len);
  g_string_prepend_c (deep, '[');
  does_not = split (KIN_SPLIT_VALUES, deep->str, deep->len, 0, 13);

  g_assert_cmpuint (strlen (fits), ==, deep->len);
  g_assert_cmpstr (does_not, ==, expected);
}

/* Case 22, and what is pending is given back. */
static void
test_large_item (void)
{
  Outcome outcome = { .text = g_string_new (NULL) };
  g_autoptr(KinItemSplitter) splitter = kin_item_splitter_new (KIN_SPLIT_VALUES, 0, item_cb, &outcome);
  g_autofree char *payload = g_strnfill (3 * 1024 * 1024 / 2, 'x');
  g_autofree char *event = g_strconcat ("{\"data\":\"", payload, "\"}\n", NULL);
  gsize length = strlen (event);

  for (gsize at = 0; at < length; at += 16384)
    g_assert_true (feed_copy (splitter, event + at, MIN (16384, length - at), NULL));

  g_assert_cmpuint (outcome.n_items, ==, 1);
  g_assert_cmpstr (outcome.text->str, ==, event);
  g_assert_cmpuint (kin_item_splitter_get_pending (splitter), ==, 0);
  g_string_free (outcome.text, TRUE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/item-splitter/list", test_list);
  g_test_add_func ("/item-splitter/items-first", test_items_first);
  g_test_add_func ("/item-splitter/no-items", test_no_items);
  g_test_add_func ("/item-splitter/only-own-items", test_only_own_items);
  g_test_add_func ("/item-splitter/escaped-key", test_escaped_key);
  g_test_add_func ("/item-splitter/space-anywhere", test_space_anywhere);
  g_test_add_func ("/item-splitter/odd-items", test_odd_items);
  g_test_add_func ("/item-splitter/strings", test_strings);
  g_test_add_func ("/item-splitter/duplicate-items", test_duplicate_items);
  g_test_add_func ("/item-splitter/items-of-wrong-type", test_items_of_wrong_type);
  g_test_add_func ("/item-splitter/list-syntax", test_list_syntax);
  g_test_add_func ("/item-splitter/list-truncated", test_list_truncated);
  g_test_add_func ("/item-splitter/values", test_values);
  g_test_add_func ("/item-splitter/values-truncated", test_values_truncated);
  g_test_add_func ("/item-splitter/values-syntax", test_values_syntax);
  g_test_add_func ("/item-splitter/function-stops", test_function_stops);
  g_test_add_func ("/item-splitter/pending", test_pending);
  g_test_add_func ("/item-splitter/too-large", test_too_large);
  g_test_add_func ("/item-splitter/too-deep", test_too_deep);
  g_test_add_func ("/item-splitter/large-item", test_large_item);

  return g_test_run ();
}
