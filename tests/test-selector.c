/* test-selector.c: selectors are read as kubectl and the API write them, and select as they do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "base/kin-error.h"
#include "object/kin-object.h"
#include "object/kin-selector.h"

static KinObject *
new_object (void)
{
  g_autoptr(KinResource) resource = kin_resource_new ("", "v1", "pods", "Pod", TRUE);
  g_autoptr(KinKind) kind = kin_kind_new (resource);
  const char *json = "{\"metadata\":{\"name\":\"a\",\"labels\":{\"app\":\"web\",\"tier\":\"front\",\"empty\":\"\","
                     "\"inside\":\"1\",\"size\":\"12\",\"app.kubernetes.io/name\":\"x\"}}}";

  return kin_object_new_from_json (kind, json, strlen (json), NULL);
}

static KinSelector *
new_from_json (const char  *text,
               GError     **error)
{
  g_autoptr(KinJson) json = kin_json_parse (text, strlen (text), NULL);

  return kin_selector_new_from_json (kin_json_get_root (json), error);
}

static void
test_matches (void)
{
  g_autoptr(KinObject) object = new_object ();
  static const struct
  {
    const char *text;
    gboolean matches;
  } cases[] = {
    { "", TRUE }, { "app=web", TRUE }, { "app==web", TRUE }, { "app=api", FALSE }, { "app!=web", FALSE },
    { "app!=api", TRUE }, { "absent!=x", TRUE }, { "absent=x", FALSE }, { "app", TRUE }, { "absent", FALSE },
    { "!app", FALSE }, { "! absent", TRUE }, { "app in (api, web)", TRUE }, { "app in (api)", FALSE },
    { "app notin (api,web)", FALSE }, { "absent notin (api)", TRUE }, { "app=web,tier=front", TRUE },
    { " app = web , tier in (back) ", FALSE }, { "empty=", TRUE }, { "app=", FALSE }, { "empty in ()", TRUE },
    { "inside", TRUE }, { "size>11", TRUE }, { "size>12", FALSE }, { "size<100", TRUE }, { "app>1", FALSE },
    { "app.kubernetes.io/name=x", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(KinSelector) selector = kin_selector_parse (cases[i].text, &error);

      g_assert_no_error (error);
      g_assert_cmpint (kin_selector_matches (selector, object), ==, cases[i].matches);
      g_assert_cmpint (kin_selector_is_empty (selector), ==, *cases[i].text == '\0');
    }
}

static void
test_labels (void)
{
  static const char * const labels[] = { "app", "web", "empty", "", "size", "12", NULL };
  static const struct
  {
    const char *text;
    gboolean matches;
  } cases[] = {
    { "", TRUE }, { "app=web", TRUE }, { "app=api", FALSE }, { "web", FALSE }, { "empty=", TRUE }, { "empty", TRUE },
    { "size>11", TRUE }, { "!tier", TRUE }, { "app,tier", FALSE }, { "tier notin (a)", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(KinSelector) selector = kin_selector_parse (cases[i].text, NULL);

      g_assert_cmpint (kin_selector_matches_labels (selector, labels), ==, cases[i].matches);
    }
}

static void
test_labels_none (void)
{
  g_autoptr(KinSelector) absent = kin_selector_parse ("!app", NULL);
  g_autoptr(KinSelector) nothing = kin_selector_new_from_json (NULL, NULL);

  g_assert_true (kin_selector_matches_labels (absent, NULL));
  g_assert_false (kin_selector_matches_labels (nothing, NULL));
}

static void
test_text (void)
{
  static const struct
  {
    const char *text;
    const char *normal;
  } cases[] = {
    { "  ", "" }, { "b=2,a==1", "a=1,b=2" }, { "x in (c,b,a)", "x in (a,b,c)" }, { "x notin ( b )", "x notin (b)" },
    { "!x , y , z!=1", "!x,y,z!=1" }, { "n>1,m<2", "m<2,n>1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(KinSelector) selector = kin_selector_parse (cases[i].text, NULL);
      g_autofree char *text = kin_selector_dup_text (selector);

      g_assert_cmpstr (text, ==, cases[i].normal);
    }
}

static void
test_syntax (void)
{
  const char * const broken[] = {
    ",", "a,", "a=b,", "=b", "!", "a b", "a in", "a in b", "a in (b", "a in (b c)", "a=b c", "a=(b)", "!a=b", "ä=1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (kin_selector_parse (broken[i], &error));
      g_assert_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_SYNTAX);
    }
}

static void
test_message (void)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (kin_selector_parse ("app=web,tier in front", &error));
  g_assert_cmpstr (error->message, ==, "“app=web,tier in front” is not a label selector: it goes wrong at character 17");
}

static void
test_json (void)
{
  g_autoptr(KinObject) object = new_object ();
  g_autoptr(KinSelector) selector =
      new_from_json ("{\"matchLabels\":{\"tier\":\"front\",\"app\":\"web\"},\"matchExpressions\":["
                     "{\"key\":\"size\",\"operator\":\"In\",\"values\":[\"7\",\"12\"]},"
                     "{\"key\":\"x\",\"operator\":\"DoesNotExist\"},{\"key\":\"inside\",\"operator\":\"Exists\",\"values\":[]},"
                     "{\"key\":\"app\",\"operator\":\"NotIn\",\"values\":[\"api\"]}]}",
                     NULL);
  g_autofree char *text = kin_selector_dup_text (selector);

  g_assert_cmpstr (text, ==, "app=web,app notin (api),inside,size in (12,7),tier=front,!x");
  g_assert_true (kin_selector_matches (selector, object));
}

/* Absent selects nothing, empty everything. */
static void
test_json_empty (void)
{
  g_autoptr(KinObject) object = new_object ();
  g_autoptr(KinSelector) absent = kin_selector_new_from_json (NULL, NULL);
  g_autoptr(KinSelector) empty = new_from_json ("{}", NULL);

  g_assert_false (kin_selector_matches (absent, object));
  g_assert_false (kin_selector_is_empty (absent));
  g_assert_true (kin_selector_matches (empty, object));
  g_assert_true (kin_selector_is_empty (empty));
}

static void
test_json_broken (void)
{
  const char * const broken[] = {
    "{\"matchLabels\":{\"a\":1}}",
    "{\"matchLabels\":[\"a\"]}",
    "{\"matchExpressions\":[{\"operator\":\"Exists\"}]}",
    "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Like\"}]}",
    "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\"}]}",
    "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Exists\",\"values\":[\"b\"]}]}",
    "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\",\"values\":[1]}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (new_from_json (broken[i], &error));
      g_assert_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/selector/matches", test_matches);
  g_test_add_func ("/selector/labels", test_labels);
  g_test_add_func ("/selector/labels-none", test_labels_none);
  g_test_add_func ("/selector/text", test_text);
  g_test_add_func ("/selector/syntax", test_syntax);
  g_test_add_func ("/selector/message", test_message);
  g_test_add_func ("/selector/json", test_json);
  g_test_add_func ("/selector/json-empty", test_json_empty);
  g_test_add_func ("/selector/json-broken", test_json_broken);

  return g_test_run ();
}
