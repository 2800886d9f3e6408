/* test-demo-faults.c: faults are read from JSON, meet the requests they are about, and no others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-faults.h"

#include <string.h>

#include "base/kin-error.h"

static KinDemoFault *
parse (const char  *text,
       GError     **error)
{
  g_autoptr(KinJson) json = kin_json_parse (text, strlen (text), NULL);

  g_assert_nonnull (json);

  return kin_demo_fault_new_from_json (kin_json_get_root (json), error);
}

static void
test_json (void)
{
  static const struct
  {
    const char *text;
    const char *written;
  } cases[] = {
    { "{\"action\":\"cut\"}", "\"action\":\"cut\",\"match\":{}" },
    { "{\"match\":{\"watch\":true,\"path\":\"/api/v1/pods\",\"method\":\"GET\",\"resource\":\"pods\"},"
      "\"afterEvents\":3,\"count\":1,\"nth\":2,\"afterBytes\":10,\"action\":\"double\"}",
      "\"action\":\"double\",\"match\":{\"method\":\"GET\",\"path\":\"/api/v1/pods\",\"resource\":\"pods\",\"watch\":true},"
      "\"nth\":2,\"count\":1,\"afterBytes\":10,\"afterEvents\":3" },
    { "{\"action\":\"slow\"}", "\"action\":\"slow\",\"match\":{},\"bytesPerSecond\":1000" },
    { "{\"action\":\"slow\",\"bytesPerSecond\":20}", "\"action\":\"slow\",\"match\":{},\"bytesPerSecond\":20" },
    { "{\"action\":\"status\",\"status\":429}", "\"action\":\"status\",\"match\":{},\"status\":429,\"retryAfter\":1" },
    { "{\"action\":\"status\",\"status\":503,\"retryAfter\":0}", "\"action\":\"status\",\"match\":{},\"status\":503" },
    { "{\"action\":\"status\",\"status\":500}", "\"action\":\"status\",\"match\":{},\"status\":500" },
    { "{\"action\":\"gone-event\",\"afterEvents\":2,\"match\":{\"watch\":false}}",
      "\"action\":\"gone-event\",\"match\":{\"watch\":false},\"afterEvents\":2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(KinDemoFault) fault = parse (cases[i].text, &error);
      g_autoptr(GString) written = g_string_new (NULL);

      g_assert_no_error (error);
      kin_demo_fault_append_json (fault, written);
      g_assert_cmpstr (written->str, ==, cases[i].written);
    }
}

static void
test_actions (void)
{
  static const struct
  {
    const char *name;
    KinDemoFaultAction action;
    gboolean on_wire;
  } cases[] = {
    { "cut", KIN_DEMO_FAULT_CUT, TRUE }, { "stall", KIN_DEMO_FAULT_STALL, TRUE },
    { "half-open", KIN_DEMO_FAULT_HALF_OPEN, TRUE }, { "slow", KIN_DEMO_FAULT_SLOW, TRUE },
    { "bytes", KIN_DEMO_FAULT_BYTES, TRUE }, { "truncate", KIN_DEMO_FAULT_TRUNCATE, TRUE },
    { "double", KIN_DEMO_FAULT_DOUBLE, TRUE }, { "garbage", KIN_DEMO_FAULT_GARBAGE, TRUE },
    { "gone-event", KIN_DEMO_FAULT_GONE_EVENT, FALSE }, { "html", KIN_DEMO_FAULT_HTML, FALSE },
    { "no-end-mark", KIN_DEMO_FAULT_NO_END_MARK, FALSE }, { "bookmarks-only", KIN_DEMO_FAULT_BOOKMARKS_ONLY, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"action\":\"%s\"}", cases[i].name);
      g_autoptr(GError) error = NULL;
      g_autoptr(KinDemoFault) fault = parse (text, &error);

      g_assert_no_error (error);
      g_assert_cmpint (fault->action, ==, cases[i].action);
      g_assert_cmpint (kin_demo_fault_is_on_wire (fault), ==, cases[i].on_wire);
    }
}

/* What is wrong is named, or a test's mistake would look like a fault that does not work. */
static void
test_bad_json (void)
{
  static const struct
  {
    const char *text;
    const char *words;
  } cases[] = {
    { "[]", "a fault must be an object" },
    { "{}", "\"action\" is missing" },
    { "{\"action\":7}", "\"action\" is missing" },
    { "{\"action\":\"explode\"}", "unknown action \"explode\": it is one of cut, stall" },
    { "{\"action\":\"cut\",\"speed\":1}", "unknown member \"speed\"" },
    { "{\"action\":\"cut\",\"status\":500}", "\"status\" means nothing for the action \"cut\"" },
    { "{\"action\":\"html\",\"afterBytes\":1}", "\"afterBytes\" means nothing for the action \"html\"" },
    { "{\"action\":\"cut\",\"count\":-1}", "\"count\" must be a whole number" },
    { "{\"action\":\"cut\",\"count\":1.5}", "\"count\" must be a whole number" },
    { "{\"action\":\"cut\",\"count\":\"1\"}", "\"count\" must be a whole number" },
    { "{\"action\":\"cut\",\"count\":4294967296}", "\"count\" must be a whole number" },
    { "{\"action\":\"cut\",\"match\":[]}", "\"match\" must be an object" },
    { "{\"action\":\"cut\",\"match\":{\"verb\":\"GET\"}}", "unknown member \"match.verb\"" },
    { "{\"action\":\"cut\",\"match\":{\"path\":1}}", "\"match.path\" must be a string" },
    { "{\"action\":\"cut\",\"match\":{\"watch\":1}}", "\"match.watch\" must be true or false" },
    { "{\"action\":\"status\"}", "\"status\" must be that of an error" },
    { "{\"action\":\"status\",\"status\":200}", "\"status\" must be that of an error" },
    { "{\"action\":\"status\",\"status\":600}", "\"status\" must be that of an error" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (parse (cases[i].text, &error));
      g_assert_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE);
      if (!g_str_has_prefix (error->message, cases[i].words))
        g_error ("%s: “%s” does not begin with “%s”", cases[i].text, error->message, cases[i].words);
    }
}

static void
test_matches (void)
{
  static const struct
  {
    KinDemoFault fault;
    const char *path;
    gboolean is_watch;
    gboolean matches;
  } cases[] = {
    { { .path = NULL }, "/version", FALSE, TRUE },
    { { .method = "GET" }, "/version", FALSE, TRUE },
    { { .method = "POST" }, "/version", FALSE, FALSE },
    { { .path = "/api/v1/pods" }, "/api/v1/pods", FALSE, TRUE },
    { { .path = "/api/v1/pods" }, "/api/v1/pods/x", FALSE, TRUE },
    { { .path = "/api/v1/pods" }, "/api/v1/podsecurity", FALSE, FALSE },
    { { .path = "/api/" }, "/api/v1", FALSE, TRUE },
    { { .path = "/api" }, "/apis", FALSE, FALSE },
    { { .path = "" }, "/api", FALSE, TRUE },
    { { .scope = KIN_DEMO_FAULT_WATCHES }, "/api/v1/pods", TRUE, TRUE },
    { { .scope = KIN_DEMO_FAULT_WATCHES }, "/api/v1/pods", FALSE, FALSE },
    { { .scope = KIN_DEMO_FAULT_OTHERS }, "/api/v1/pods", TRUE, FALSE },
    { { .scope = KIN_DEMO_FAULT_OTHERS }, "/api/v1/pods", FALSE, TRUE },
    { { .resource = "pods" }, "/api/v1/pods", FALSE, TRUE },
    { { .resource = "pods" }, "/api/v1/namespaces/shop/pods/web-1/status", FALSE, TRUE },
    { { .resource = "pods" }, "/apis/metrics.k8s.io/v1beta1/pods", FALSE, TRUE },
    { { .resource = "pods." }, "/apis/metrics.k8s.io/v1beta1/pods", FALSE, FALSE },
    { { .resource = "pods." }, "/api/v1/pods", FALSE, TRUE },
    { { .resource = "pods" }, "/api/v1/namespaces/pods", FALSE, FALSE },
    { { .resource = "namespaces" }, "/api/v1/namespaces/pods", FALSE, TRUE },
    { { .resource = "namespaces" }, "/api/v1/namespaces/pods/status", FALSE, TRUE },
    { { .resource = "namespaces" }, "/api/v1/namespaces/pods/secrets", FALSE, FALSE },
    { { .resource = "deployments.apps" }, "/apis/apps/v1/namespaces/shop/deployments/web", FALSE, TRUE },
    { { .resource = "deployments.apps" }, "/apis/apps/v1/replicasets", FALSE, FALSE },
    { { .resource = "deployments.extensions" }, "/apis/apps/v1/deployments", FALSE, FALSE },
    { { .resource = "pods" }, "/version", FALSE, FALSE },
    { { .resource = "pods" }, "/api/v1", FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (kin_demo_fault_matches (&cases[i].fault, "GET", cases[i].path, cases[i].is_watch) != cases[i].matches)
      g_error ("case %u, %s: expected %d", i, cases[i].path, cases[i].matches);
}

/* The action, or -1. */
static int
match (KinDemoFaults *faults,
       const char    *path)
{
  g_autoptr(KinDemoFault) fault = kin_demo_faults_match (faults, "GET", path, FALSE);

  return fault != NULL ? (int) fault->action : -1;
}

static void
test_nth_and_count (void)
{
  KinDemoFaults *faults = kin_demo_faults_new ();
  guint id = kin_demo_faults_add (faults, &(KinDemoFault) { .action = KIN_DEMO_FAULT_HTML, .path = "/api", .nth = 2, .count = 2 });

  g_assert_cmpint (match (faults, "/api"), ==, -1);
  g_assert_cmpint (match (faults, "/apis"), ==, -1);
  g_assert_cmpint (match (faults, "/api"), ==, KIN_DEMO_FAULT_HTML);
  g_assert_cmpint (match (faults, "/api"), ==, KIN_DEMO_FAULT_HTML);
  g_assert_cmpint (match (faults, "/api"), ==, -1);
  g_assert_cmpuint (kin_demo_faults_get_n_hits (faults, id), ==, 2);
  g_assert_cmpuint (kin_demo_faults_get_n_hits (faults, id + 1), ==, 0);

  g_assert_finalize_object (faults);
}

/* The first that was added counts; the next one's turn comes when that is used up. */
static void
test_order (void)
{
  KinDemoFaults *faults = kin_demo_faults_new ();
  guint first = kin_demo_faults_add (faults, &(KinDemoFault) { .action = KIN_DEMO_FAULT_CUT, .count = 1 });
  guint second = kin_demo_faults_add (faults, &(KinDemoFault) { .action = KIN_DEMO_FAULT_STALL });
  g_autofree char *json = NULL;

  g_assert_cmpint (match (faults, "/"), ==, KIN_DEMO_FAULT_CUT);
  g_assert_cmpint (match (faults, "/"), ==, KIN_DEMO_FAULT_STALL);
  json = kin_demo_faults_dup_json (faults);
  g_assert_cmpstr (json, ==, "{\"faults\":[{\"id\":1,\"hits\":1,\"action\":\"cut\",\"match\":{},\"count\":1},"
                             "{\"id\":2,\"hits\":1,\"action\":\"stall\",\"match\":{}}]}");

  g_assert_true (kin_demo_faults_remove (faults, second));
  g_assert_false (kin_demo_faults_remove (faults, second));
  g_assert_cmpint (match (faults, "/"), ==, -1);
  g_assert_true (kin_demo_faults_remove (faults, first));

  g_assert_finalize_object (faults);
}

/* An answer under way keeps the fault that it has met. */
static void
test_outlives_clear (void)
{
  KinDemoFaults *faults = kin_demo_faults_new ();
  g_autoptr(KinDemoFault) fault = NULL;

  kin_demo_faults_add (faults, &(KinDemoFault) { .action = KIN_DEMO_FAULT_SLOW, .path = "/api", .bytes_per_second = 3 });
  fault = kin_demo_faults_match (faults, "GET", "/api", FALSE);
  kin_demo_faults_clear (faults);
  g_assert_cmpint (match (faults, "/api"), ==, -1);
  g_assert_finalize_object (faults);

  g_assert_cmpuint (fault->bytes_per_second, ==, 3);
  g_assert_cmpstr (fault->path, ==, "/api");
}

static void
test_stale_group (void)
{
  KinDemoFaults *faults = kin_demo_faults_new ();
  const char * const groups[] = { "metrics.k8s.io", NULL };
  g_autoptr(KinDemoFault) fault = NULL;

  kin_demo_faults_set_stale_groups (faults, groups);
  g_assert_cmpstrv (kin_demo_faults_get_stale_groups (faults), groups);
  fault = kin_demo_faults_match (faults, "GET", "/apis/metrics.k8s.io/v1beta1/pods", FALSE);
  g_assert_cmpint (fault->action, ==, KIN_DEMO_FAULT_STATUS);
  g_assert_cmpuint (fault->status, ==, 503);
  g_assert_cmpint (match (faults, "/apis/metrics.k8s.io"), ==, KIN_DEMO_FAULT_STATUS);
  g_assert_cmpint (match (faults, "/apis/apps/v1"), ==, -1);
  g_assert_cmpint (match (faults, "/apis"), ==, -1);

  kin_demo_faults_clear (faults);
  g_assert_null (kin_demo_faults_get_stale_groups (faults)[0]);
  g_assert_cmpint (match (faults, "/apis/metrics.k8s.io/v1beta1/pods"), ==, -1);

  g_assert_finalize_object (faults);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-faults/json", test_json);
  g_test_add_func ("/demo-faults/actions", test_actions);
  g_test_add_func ("/demo-faults/bad-json", test_bad_json);
  g_test_add_func ("/demo-faults/matches", test_matches);
  g_test_add_func ("/demo-faults/nth-and-count", test_nth_and_count);
  g_test_add_func ("/demo-faults/order", test_order);
  g_test_add_func ("/demo-faults/outlives-clear", test_outlives_clear);
  g_test_add_func ("/demo-faults/stale-group", test_stale_group);

  return g_test_run ();
}
