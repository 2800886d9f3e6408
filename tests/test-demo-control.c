/* test-demo-control.c: the control path does what it is asked, and names what it does not understand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-control.h"

#include <string.h>

#define NOON (G_GINT64_CONSTANT (1764590400) * G_USEC_PER_SEC)   /* 2025-12-01T12:00:00Z */

typedef struct
{
  KinClock *clock;
  KinDemoWorld *world;
  KinDemoFaults *faults;
  KinDemoControl *control;
  gint64 down;
  int rate;
} Fixture;

static void
restart_cb (KinDemoControl *control,
            gint64          down,
            gpointer        user_data)
{
  ((Fixture *) user_data)->down = down;
}

static void
rate_cb (KinDemoControl *control,
         double          rate,
         gpointer        user_data)
{
  ((Fixture *) user_data)->rate = rate;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  user_data)
{
  fixture->clock = kin_clock_new_stepped (NOON);
  fixture->world = kin_demo_world_new (fixture->clock, 1);
  fixture->faults = kin_demo_faults_new ();
  fixture->control = kin_demo_control_new (fixture->world, fixture->faults);
  fixture->down = -1;
  fixture->rate = -1;
  g_signal_connect (fixture->control, "restart", G_CALLBACK (restart_cb), fixture);
  g_signal_connect (fixture->control, "rate", G_CALLBACK (rate_cb), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  user_data)
{
  g_assert_finalize_object (fixture->control);
  g_assert_finalize_object (fixture->faults);
  g_assert_finalize_object (fixture->world);
  g_assert_finalize_object (fixture->clock);
}

static void
assert_answers (Fixture    *fixture,
                const char *method,
                const char *path,
                const char *body,
                guint       status,
                const char *answer)
{
  g_autoptr(GBytes) sent = body != NULL ? g_bytes_new_static (body, strlen (body)) : NULL;
  g_autoptr(GBytes) got = NULL;
  g_autofree char *text = NULL;
  guint got_status = kin_demo_control_handle (fixture->control, method, path, sent, &got);

  text = g_strndup (g_bytes_get_data (got, NULL), g_bytes_get_size (got));
  g_assert_cmpstr (text, ==, answer);
  g_assert_cmpuint (got_status, ==, status);
}

static void
test_faults (Fixture       *fixture,
             gconstpointer  user_data)
{
  g_autoptr(KinDemoFault) met = NULL;

  assert_answers (fixture, "GET", "/demo/faults", NULL, 200, "{\"faults\":[]}");
  assert_answers (fixture, "POST", "/demo/faults", "{\"action\":\"html\",\"match\":{\"path\":\"/api\"},\"count\":1}", 201,
                  "{\"id\":1,\"hits\":0,\"action\":\"html\",\"match\":{\"path\":\"/api\"},\"count\":1}");
  assert_answers (fixture, "POST", "/demo/faults", "{\"action\":\"cut\"}", 201, "{\"id\":2,\"hits\":0,\"action\":\"cut\",\"match\":{}}");

  met = kin_demo_faults_match (fixture->faults, "GET", "/api/v1", FALSE);
  g_assert_cmpint (met->action, ==, KIN_DEMO_FAULT_HTML);
  assert_answers (fixture, "GET", "/demo/faults/1", "", 200,
                  "{\"id\":1,\"hits\":1,\"action\":\"html\",\"match\":{\"path\":\"/api\"},\"count\":1}");

  assert_answers (fixture, "DELETE", "/demo/faults/1", NULL, 200, "{}");
  assert_answers (fixture, "GET", "/demo/faults/1", NULL, 404, "{\"error\":\"Not Found\"}");
  assert_answers (fixture, "DELETE", "/demo/faults/1", NULL, 404, "{\"error\":\"Not Found\"}");
  assert_answers (fixture, "GET", "/demo/faults/x", NULL, 404, "{\"error\":\"Not Found\"}");
  assert_answers (fixture, "GET", "/demo/faults", NULL, 200, "{\"faults\":[{\"id\":2,\"hits\":0,\"action\":\"cut\",\"match\":{}}]}");
  assert_answers (fixture, "DELETE", "/demo/faults", NULL, 200, "{}");
  assert_answers (fixture, "GET", "/demo/faults", NULL, 200, "{\"faults\":[]}");
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  user_data)
{
  static const struct
  {
    const char *method;
    const char *path;
    const char *body;
    guint status;
    const char *answer;
  } cases[] = {
    { "GET", "/demo/", NULL, 404, "{\"error\":\"Not Found\"}" },
    { "GET", "/demo/explode", NULL, 404, "{\"error\":\"Not Found\"}" },
    { "GET", "/demo/faults/", NULL, 404, "{\"error\":\"Not Found\"}" },
    { "PUT", "/demo/faults", NULL, 405, "{\"error\":\"Method Not Allowed\"}" },
    { "GET", "/demo/compact", NULL, 405, "{\"error\":\"Method Not Allowed\"}" },
    { "POST", "/demo/faults", NULL, 400, "{\"error\":\"a fault must be an object\"}" },
    { "POST", "/demo/faults", "[]", 400, "{\"error\":\"the body must be an object\"}" },
    { "POST", "/demo/faults", "{\"action\":\"cut\",\"x\":1}", 400, "{\"error\":\"unknown member \\\"x\\\"\"}" },
    { "POST", "/demo/compact", "{\"x\":1}", 400, "{\"error\":\"unknown member \\\"x\\\"\"}" },
    { "POST", "/demo/restart", NULL, 400, "{\"error\":\"\\\"down\\\" must be a number from 0 to 3600\"}" },
    { "POST", "/demo/restart", "{\"down\":-1}", 400, "{\"error\":\"\\\"down\\\" must be a number from 0 to 3600\"}" },
    { "POST", "/demo/skew", "{\"seconds\":\"1\"}", 400, "{\"error\":\"\\\"seconds\\\" must be a number from -3.16224e+07 to 3.16224e+07\"}" },
    { "POST", "/demo/skew", "{\"minutes\":1}", 400, "{\"error\":\"unknown member \\\"minutes\\\"\"}" },
    { "POST", "/demo/rate", "{\"perSecond\":1e9}", 400, "{\"error\":\"\\\"perSecond\\\" must be a number from 0 to 100000\"}" },
    { "POST", "/demo/groups", "{\"stale\":\"x\"}", 400, "{\"error\":\"\\\"stale\\\" must be an array of API groups\"}" },
    { "POST", "/demo/groups", "{\"stale\":[1]}", 400, "{\"error\":\"\\\"stale\\\" must be an array of API groups\"}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_answers (fixture, cases[i].method, cases[i].path, cases[i].body, cases[i].status, cases[i].answer);
  g_assert_cmpint (fixture->down, ==, -1);
  g_assert_cmpint (fixture->rate, ==, -1);
}

static void
test_no_json (Fixture       *fixture,
              gconstpointer  user_data)
{
  g_autoptr(GBytes) body = g_bytes_new_static ("{", 1);
  g_autoptr(GBytes) answer = NULL;

  g_assert_cmpuint (kin_demo_control_handle (fixture->control, "POST", "/demo/faults", body, &answer), ==, 400);
  g_assert_true (g_str_has_prefix (g_bytes_get_data (answer, NULL), "{\"error\":\""));
}

static void
test_compact (Fixture       *fixture,
              gconstpointer  user_data)
{
  KinDemoStore *store = kin_demo_world_get_store (fixture->world);
  g_autofree char *answer = g_strdup_printf ("{\"oldest\":\"%" G_GUINT64_FORMAT "\"}", kin_demo_store_get_version (store));

  assert_answers (fixture, "POST", "/demo/compact", NULL, 200, answer);
  g_assert_cmpuint (kin_demo_store_get_oldest (store), ==, kin_demo_store_get_version (store));
}

static void
test_skew (Fixture       *fixture,
           gconstpointer  user_data)
{
  assert_answers (fixture, "POST", "/demo/skew", "{\"seconds\":300}", 200, "{\"now\":\"2025-12-01T12:05:00Z\"}");
  g_assert_cmpint (kin_demo_world_get_now (fixture->world), ==, NOON + 300 * G_USEC_PER_SEC);
  assert_answers (fixture, "POST", "/demo/skew", "{\"seconds\":-60.5}", 200, "{\"now\":\"2025-12-01T11:58:59Z\"}");
}

static void
test_signals (Fixture       *fixture,
              gconstpointer  user_data)
{
  assert_answers (fixture, "POST", "/demo/restart", "{\"down\":1.5}", 202, "{}");
  g_assert_cmpint (fixture->down, ==, 1500000);
  assert_answers (fixture, "POST", "/demo/rate", "{\"perSecond\":100}", 200, "{}");
  g_assert_cmpint (fixture->rate, ==, 100);
}

static void
test_groups (Fixture       *fixture,
             gconstpointer  user_data)
{
  const char * const groups[] = { "metrics.k8s.io", "x", NULL };

  assert_answers (fixture, "POST", "/demo/groups", "{\"stale\":[\"metrics.k8s.io\",\"x\"]}", 200, "{}");
  g_assert_cmpstrv (kin_demo_faults_get_stale_groups (fixture->faults), groups);
  assert_answers (fixture, "POST", "/demo/groups", "{\"stale\":[]}", 200, "{}");
  g_assert_null (kin_demo_faults_get_stale_groups (fixture->faults)[0]);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/demo-control/faults", test_faults);
  ADD ("/demo-control/refused", test_refused);
  ADD ("/demo-control/no-json", test_no_json);
  ADD ("/demo-control/compact", test_compact);
  ADD ("/demo-control/skew", test_skew);
  ADD ("/demo-control/signals", test_signals);
  ADD ("/demo-control/groups", test_groups);

  return g_test_run ();
}
