/* test-demo-list.c: lists of the demo cluster: pages, versions, selectors, forms.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-world.h"

#define PATH "/api/v1/namespaces/shop/configmaps"
#define TABLE "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"

typedef struct
{
  KinClock *clock;
  KinDemoWorld *world;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->clock = kin_clock_new_stepped (NOON);
  fixture->world = demo_world_new (fixture->clock);
  demo_world_put (fixture->world, "shop", "a", "front");
  demo_world_put (fixture->world, "shop", "b", "back");
  demo_world_put (fixture->world, "shop", "c", "front");
  demo_world_put (fixture->world, "shop", "d", "back");
  demo_world_put (fixture->world, "shop", "e", "front");
  demo_world_put (fixture->world, "tools", "f", "front");
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->world);
  g_assert_finalize_object (fixture->clock);
}

static guint64
get_version (Fixture *fixture)
{
  return kin_demo_store_get_version (kin_demo_world_get_store (fixture->world));
}

static const char *
get_token (KinJson *page)
{
  return kin_json_get_string (kin_json_get (kin_json_get_root (page), "metadata"), "continue");
}

static KinJson *
list (Fixture    *fixture,
      const char *target,
      const char *names)
{
  g_autoptr(KinDemoResponse) response = demo_world_get (fixture->world, target);
  g_autoptr(KinJson) json = demo_response_parse (response);
  g_autofree char *got = demo_json_dup_names (json, "items");

  g_assert_cmpuint (response->status, ==, 200);
  g_assert_cmpstr (got, ==, names);

  return g_steal_pointer (&json);
}

static void
assert_version (KinJson *page,
                guint64  version)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, version);

  g_assert_cmpstr (kin_json_get_string (kin_json_get (kin_json_get_root (page), "metadata"), "resourceVersion"), ==, text);
}

static void
test_all (Fixture       *fixture,
          gconstpointer  data)
{
  g_autoptr(KinJson) json = list (fixture, "/api/v1/configmaps", "a b c d e f");
  g_autoptr(KinJson) one = list (fixture, "/api/v1/namespaces/tools/configmaps", "f");
  g_autoptr(KinJson) none = list (fixture, "/api/v1/namespaces/nowhere/configmaps", "");

  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (json), "kind"), ==, "ConfigMapList");
  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (json), "apiVersion"), ==, "v1");
  g_assert_null (get_token (json));
  assert_version (none, get_version (fixture));
}

/* The items of a typed list leave out what the list says. */
static void
test_items (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(KinDemoResponse) response = demo_world_get (fixture->world, "/api/v1/namespaces/tools/configmaps");
  g_autofree char *text = demo_response_dup_text (response);

  g_assert_cmpstr (text, ==,
                   "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"4206\"},\"items\":["
                   "{\"metadata\":{\"name\":\"f\",\"namespace\":\"tools\",\"uid\":\"uid-f\",\"resourceVersion\":\"4206\","
                   "\"labels\":{\"tier\":\"front\"}}}]}\n");
}

static void
test_pages (Fixture       *fixture,
            gconstpointer  data)
{
  guint64 version = get_version (fixture);
  g_autoptr(KinJson) first = list (fixture, PATH "?limit=2", "a b");
  g_autofree char *target = g_strconcat (PATH "?limit=2&continue=", get_token (first), NULL);
  g_autoptr(KinJson) second = NULL;
  g_autofree char *next = NULL;
  g_autoptr(KinJson) last = NULL;

  g_assert_cmpint (kin_json_get_integer (kin_json_get (kin_json_get_root (first), "metadata"), "remainingItemCount", 0), ==, 3);

  /* What has come since is not in the pages of before. */
  demo_world_put (fixture->world, "shop", "bb", "new");
  demo_world_remove (fixture->world, "shop", "c");

  second = list (fixture, target, "c d");
  assert_version (second, version);
  next = g_strconcat (PATH "?limit=2&resourceVersion=0&continue=", get_token (second), NULL);
  last = list (fixture, next, "e");
  assert_version (last, version);
  g_assert_null (get_token (last));
}

static void
test_pages_of_all_namespaces (Fixture       *fixture,
                              gconstpointer  data)
{
  g_autoptr(KinJson) first = list (fixture, "/api/v1/configmaps?limit=5", "a b c d e");
  g_autofree char *target = g_strconcat ("/api/v1/configmaps?limit=5&continue=", get_token (first), NULL);
  g_autoptr(KinJson) last = list (fixture, target, "f");

  g_assert_cmpstr (get_token (first), ==, "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NDIwNiwic3RhcnQiOiIvc2hvcC9lXHUwMDAwIn0");
}

static void
test_pages_of_a_selector (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autoptr(KinJson) first = list (fixture, PATH "?limit=2&labelSelector=tier%3Dfront", "a c");
  g_autofree char *target = g_strconcat (PATH "?limit=2&labelSelector=tier%3Dfront&continue=", get_token (first), NULL);
  g_autoptr(KinJson) last = list (fixture, target, "e");
  g_autoptr(KinJson) exact = list (fixture, PATH "?limit=3&labelSelector=tier%3Dfront", "a c e");

  g_assert_null (kin_json_get (kin_json_get (kin_json_get_root (first), "metadata"), "remainingItemCount"));
  g_assert_null (get_token (last));
  g_assert_null (get_token (exact));
}

static void
test_expired_page (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr(KinJson) first = list (fixture, PATH "?limit=2", "a b");
  g_autofree char *target = g_strconcat (PATH "?limit=2&continue=", get_token (first), NULL);
  g_autoptr(KinDemoResponse) response = NULL;
  g_autoptr(KinJson) status = NULL;
  g_autofree char *rest = NULL;
  g_autoptr(KinJson) second = NULL;

  demo_world_remove (fixture->world, "shop", "c");
  kin_demo_store_compact (kin_demo_world_get_store (fixture->world));

  response = demo_world_get (fixture->world, target);
  status = demo_response_parse (response);
  g_assert_cmpuint (response->status, ==, 410);
  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (status), "reason"), ==, "Expired");
  g_assert_true (g_str_has_prefix (kin_json_get_string (kin_json_get_root (status), "message"),
                                   "The provided continue parameter is too old to display a consistent list result."));

  /* The token that comes with it goes on with what there is now. */
  rest = g_strconcat (PATH "?continue=", get_token (status), NULL);
  second = list (fixture, rest, "d e");
  assert_version (second, get_version (fixture));
}

static void
test_versions (Fixture       *fixture,
               gconstpointer  data)
{
  guint64 before = get_version (fixture);
  g_autofree char *exact = g_strdup_printf (PATH "?resourceVersionMatch=Exact&resourceVersion=%" G_GUINT64_FORMAT, before);
  g_autofree char *paged = g_strdup_printf (PATH "?limit=2&resourceVersion=%" G_GUINT64_FORMAT, before);
  g_autofree char *since = g_strdup_printf (PATH "?resourceVersion=%" G_GUINT64_FORMAT, before);
  g_autofree char *not_older = g_strdup_printf (PATH "?limit=1&resourceVersionMatch=NotOlderThan&resourceVersion=%" G_GUINT64_FORMAT, before);
  g_autoptr(KinJson) any = NULL;
  g_autoptr(KinJson) at = NULL;
  g_autoptr(KinJson) page = NULL;
  g_autoptr(KinJson) newer = NULL;
  g_autoptr(KinJson) newest = NULL;

  demo_world_remove (fixture->world, "shop", "a");

  any = list (fixture, PATH "?resourceVersion=0&limit=2", "b c d e");
  g_assert_null (get_token (any));
  at = list (fixture, exact, "a b c d e");
  assert_version (at, before);
  page = list (fixture, paged, "a b");
  assert_version (page, before);
  newer = list (fixture, since, "b c d e");
  assert_version (newer, before + 1);
  newest = list (fixture, not_older, "b");
  assert_version (newest, before + 1);
}

static void
test_expired (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(KinJson) old = NULL;

  demo_world_assert_refused (fixture->world, PATH "?resourceVersion=1&resourceVersionMatch=Exact", 410,
                             "The resourceVersion for the provided list is too old.");
  demo_world_assert_refused (fixture->world, PATH "?resourceVersion=1&limit=1", 410,
                             "The resourceVersion for the provided list is too old.");

  /* Not older than that: anything is. */
  old = list (fixture, PATH "?resourceVersion=1", "a b c d e");
}

static void
test_too_large (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(KinDemoResponse) response = demo_world_get (fixture->world, PATH "?resourceVersion=9999");
  g_autoptr(KinJson) json = demo_response_parse (response);
  KinJsonValue *details = kin_json_get (kin_json_get_root (json), "details");

  g_assert_cmpuint (response->status, ==, 504);
  g_assert_cmpuint (response->retry_after, ==, 1);
  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (json), "message"), ==,
                   "Timeout: Too large resource version: 9999, current: 4206");
  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (json), "reason"), ==, "Timeout");
  g_assert_cmpint (kin_json_get_integer (details, "retryAfterSeconds", 0), ==, 1);
  g_assert_cmpstr (kin_json_get_string (kin_json_array_get (kin_json_get (details, "causes"), 0), "reason"), ==,
                   "ResourceVersionTooLarge");
}

static void
test_refusals (Fixture       *fixture,
               gconstpointer  data)
{
  static const struct
  {
    const char *query;
    guint status;
    const char *message;
  } refusals[] = {
    { "resourceVersionMatch=Exact", 422,
      "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden "
      "unless resourceVersion is provided" },
    { "resourceVersionMatch=Exact&resourceVersion=0", 422,
      "ListOptions.meta.k8s.io \"\" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch \"exact\" is "
      "forbidden for resourceVersion \"0\"" },
    { "resourceVersionMatch=Foo", 422,
      "ListOptions.meta.k8s.io \"\" is invalid: [resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden "
      "unless resourceVersion is provided, resourceVersionMatch: Unsupported value: \"Foo\": supported values: "
      "\"Exact\", \"NotOlderThan\", \"\"]" },
    { "sendInitialEvents=true", 422,
      "ListOptions.meta.k8s.io \"\" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list" },
    { "resourceVersion=abc", 400,
      "invalid resource version: resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid syntax" },
    { "limit=abc", 400, "strconv.ParseInt: parsing \"abc\": invalid syntax" },
    { "continue=%25%25", 400, "invalid continue token: continue key is not valid: illegal base64 data" },
    { "continue=eyJ2IjoieCIsInJ2Ijo1fQ", 400,
      "invalid continue token: continue key is not valid: server does not recognize this encoded version x" },
    { "continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NX0", 400,
      "invalid continue token: continue key is not valid: encoded start key empty (version meta.k8s.io/v1)" },
    { "continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NDIwNiwic3RhcnQiOiIvYVx1MDAwMCJ9&resourceVersion=5", 400,
      "specifying resource version is not allowed when using continue" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autofree char *target = g_strconcat (PATH "?", refusals[i].query, NULL);

      demo_world_assert_refused (fixture->world, target, refusals[i].status, refusals[i].message);
    }
}

static void
test_table (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(KinDemoResponse) response = demo_world_send (fixture->world, "GET", PATH "?limit=2", TABLE, NULL, NULL);
  g_autoptr(KinJson) json = demo_response_parse (response);
  KinJsonValue *root = kin_json_get_root (json);
  KinJsonValue *row = kin_json_array_get (kin_json_get (root, "rows"), 1);

  g_assert_cmpstr (kin_json_get_string (root, "kind"), ==, "Table");
  g_assert_cmpstr (kin_json_get_string (kin_json_array_get (kin_json_get (root, "columnDefinitions"), 0), "name"), ==, "Name");
  g_assert_cmpuint (kin_json_value_get_size (kin_json_get (root, "rows")), ==, 2);
  g_assert_cmpstr (kin_json_value_get_string (kin_json_array_get (kin_json_get (row, "cells"), 0)), ==, "b");
  g_assert_cmpstr (kin_json_get_string (kin_json_get (row, "object"), "kind"), ==, "PartialObjectMetadata");
  g_assert_nonnull (get_token (json));
}

static void
test_metadata_only (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(KinDemoResponse) response =
    demo_world_send (fixture->world, "GET", PATH, "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1", NULL, NULL);
  g_autoptr(KinJson) json = demo_response_parse (response);
  g_autofree char *names = demo_json_dup_names (json, "items");

  g_assert_cmpstr (kin_json_get_string (kin_json_get_root (json), "kind"), ==, "PartialObjectMetadataList");
  g_assert_cmpstr (names, ==, "a b c d e");
}

/* One that is made piece by piece while the world goes on. */
static void
test_long (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(KinDemoResponse) response = NULL;
  g_autoptr(KinJson) json = NULL;

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("n%04u", i);

      demo_world_put (fixture->world, "long", name, "x");
    }

  response = demo_world_get (fixture->world, "/api/v1/namespaces/long/configmaps");
  g_assert_null (response->body);
  g_assert_nonnull (response->list);
  demo_world_remove (fixture->world, "long", "n0500");

  json = demo_response_parse (response);
  g_assert_cmpuint (kin_json_value_get_size (kin_json_get (kin_json_get_root (json), "items")), ==, 1000);
  assert_version (json, get_version (fixture) - 1);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/demo-list/all", test_all);
  ADD ("/demo-list/items", test_items);
  ADD ("/demo-list/pages", test_pages);
  ADD ("/demo-list/pages-of-all-namespaces", test_pages_of_all_namespaces);
  ADD ("/demo-list/pages-of-a-selector", test_pages_of_a_selector);
  ADD ("/demo-list/expired-page", test_expired_page);
  ADD ("/demo-list/versions", test_versions);
  ADD ("/demo-list/expired", test_expired);
  ADD ("/demo-list/too-large", test_too_large);
  ADD ("/demo-list/refusals", test_refusals);
  ADD ("/demo-list/table", test_table);
  ADD ("/demo-list/metadata-only", test_metadata_only);
  ADD ("/demo-list/long", test_long);

  return g_test_run ();
}
