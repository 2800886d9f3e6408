/* test-json-member.c: members are found in text that nobody has parsed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-json-member.h"

#include <string.h>

static char *
find (const char *json,
      const char *name)
{
  const char *value;
  gsize length;

  return kin_json_member_find (json, strlen (json), name, &value, &length) ? g_strndup (value, length) : NULL;
}

static void
assert_member (const char *json,
               const char *name,
               const char *expected)
{
  g_autofree char *value = find (json, name);

  g_assert_cmpstr (value, ==, expected);
}

static void
test_each_type (void)
{
  const char *json = " { \"a\" : [1,{\"d\":2}], \"b\":\"x\\\"}\" ,\"c\":-1.5e3,\"d\":{\"a\":{}}, \"e\":null }";

  assert_member (json, "a", "[1,{\"d\":2}]");
  assert_member (json, "b", "\"x\\\"}\"");
  assert_member (json, "c", "-1.5e3");
  assert_member (json, "d", "{\"a\":{}}");
  assert_member (json, "e", "null");
}

/* Only the outermost object is looked into. */
static void
test_absent (void)
{
  assert_member ("{\"a\":{\"b\":1}}", "b", NULL);
  assert_member ("{}", "b", NULL);
  assert_member ("[{\"b\":1}]", "b", NULL);
  assert_member ("", "b", NULL);
  assert_member ("{\"bb\":1,\"\":2}", "b", NULL);
}

static void
test_first_of_two (void)
{
  assert_member ("{\"a\":1,\"a\":2}", "a", "1");
}

static void
test_broken (void)
{
  assert_member ("{\"a\"", "a", NULL);
  assert_member ("{\"a\":", "a", NULL);
  assert_member ("{\"a\":\"x", "a", NULL);
  assert_member ("{\"a\":[1,2", "a", NULL);
  assert_member ("{\"x\" 1,\"a\":1}", "a", NULL);
}

static void
assert_guess (const char *json,
              const char *expected)
{
  const char *value;
  gsize length;
  g_autofree char *text = NULL;

  g_assert_true (kin_json_member_guess (json, strlen (json), "a", &value, &length));
  text = g_strndup (value, length);
  g_assert_cmpstr (text, ==, expected);
}

/* What is not the last member is found with all that follows, which no parser takes. */
static void
test_guess (void)
{
  const char *value;
  gsize length;

  assert_guess ("{\"b\":1,\"a\":{\"c\":2}}\n", "{\"c\":2}");
  assert_guess ("{\"a\" : null }", "null ");
  assert_guess ("{\"a\":{},\"b\":{}}", "{},\"b\":{}");
  g_assert_false (kin_json_member_guess ("{\"b\":1}", 7, "a", &value, &length));
  g_assert_false (kin_json_member_guess ("{\"a\":", 5, "a", &value, &length));
}

static void
test_equals (void)
{
  const char *json = "{\"type\":\"ADDED\",\"n\":1}";

  g_assert_true (kin_json_member_equals (json, strlen (json), "type", "ADDED"));
  g_assert_false (kin_json_member_equals (json, strlen (json), "type", "ADDE"));
  g_assert_false (kin_json_member_equals (json, strlen (json), "n", "1"));
  g_assert_false (kin_json_member_equals (json, strlen (json), "m", ""));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/json-member/each-type", test_each_type);
  g_test_add_func ("/json-member/absent", test_absent);
  g_test_add_func ("/json-member/first-of-two", test_first_of_two);
  g_test_add_func ("/json-member/broken", test_broken);
  g_test_add_func ("/json-member/guess", test_guess);
  g_test_add_func ("/json-member/equals", test_equals);

  return g_test_run ();
}
