/* test-demo-controllers.c: what makes a controller look at an object, and when.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-controllers.h"
#include "demo/kin-demo-world.h"

#define START_US (G_GINT64_CONSTANT (1796126400) * G_USEC_PER_SEC)

typedef struct
{
  KinClock *clock;
  KinDemoWorld *world;
  KinDemoStore *store;
  KinDemoControllers *controllers;
  GString *seen;             /* “s:a/web@0 …”: which controller, key, seconds since the start */
} Fixture;

static gint64 next_delay = -1;

static gint64
note (KinDemoWorld *world,
      const char   *initial,
      const char   *namespace_,
      const char   *name)
{
  GString *seen = g_object_get_data (G_OBJECT (world), "seen");
  gint64 delay = next_delay;

  if (seen->len > 0)
    g_string_append_c (seen, ' ');
  g_string_append_printf (seen, "%s:%s/%s@%g", initial, namespace_ != NULL ? namespace_ : "", name,
                          (kin_demo_world_get_now (world) - START_US) / (double) G_USEC_PER_SEC);
  next_delay = -1;

  return delay;
}

static gint64
reconcile_set (KinDemoWorld *world,
               const char   *namespace_,
               const char   *name)
{
  return note (world, "s", namespace_, name);
}

static gint64
reconcile_node (KinDemoWorld *world,
                const char   *namespace_,
                const char   *name)
{
  return note (world, "n", namespace_, name);
}

static const KinDemoController set_controller = {
  .name = "sets",
  .group = "apps",
  .version = "v1",
  .plural = "replicasets",
  .reconcile = reconcile_set,
};

static void map_services (KinDemoControllers *controllers,
                          KinDemoWorld       *world,
                          const KinDemoEvent *event);

static const KinDemoController node_controller = {
  .name = "nodes",
  .group = "",
  .version = "v1",
  .plural = "nodes",
  .map = map_services,
  .reconcile = reconcile_node,
};

/* Whatever happens to a service concerns the node of its name. */
static void
map_services (KinDemoControllers *controllers,
              KinDemoWorld       *world,
              const KinDemoEvent *event)
{
  KinDemoKind *services = kin_demo_kinds_find (kin_demo_world_get_kinds (world), "", "v1", "services");

  if (kin_demo_object_get_kind (event->object) == services)
    kin_demo_controllers_enqueue (controllers, &node_controller, NULL, kin_demo_object_get_name (event->object), 0);
}

static const KinDemoController * const table[] = { &set_controller, &node_controller, NULL };

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->clock = kin_clock_new_stepped (START_US);
  fixture->world = kin_demo_world_new (fixture->clock, 1);
  fixture->store = kin_demo_world_get_store (fixture->world);
  fixture->seen = g_string_new (NULL);
  g_object_set_data (G_OBJECT (fixture->world), "seen", fixture->seen);
  fixture->controllers = kin_demo_controllers_new_for (fixture->world, table);
  next_delay = -1;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->controllers);
  g_assert_finalize_object (fixture->world);
  g_assert_finalize_object (fixture->clock);
  g_string_free (fixture->seen, TRUE);
}

static KinDemoKind *
find_kind (Fixture    *fixture,
           const char *group,
           const char *plural)
{
  return kin_demo_kinds_find (kin_demo_world_get_kinds (fixture->world), group, "v1", plural);
}

/* An object “a/web” whose uid is its name; a pod's owner is a ReplicaSet. */
static KinDemoObject *
put (Fixture    *fixture,
     const char *group,
     const char *plural,
     const char *name,
     const char *owner)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  yyjson_mut_val *metadata = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "metadata", NULL);

  if (!g_str_equal (plural, "nodes"))
    kin_demo_set_string (draft, metadata, "namespace", "a");
  kin_demo_set_string (draft, metadata, "name", name);
  kin_demo_set_string (draft, metadata, "uid", name);
  if (owner != NULL)
    {
      yyjson_mut_val *reference = yyjson_mut_obj (draft);

      kin_demo_set_string (draft, reference, "uid", owner);
      kin_demo_set_boolean (draft, reference, "controller", TRUE);
      yyjson_mut_arr_append (kin_demo_ensure_array (draft, metadata, "ownerReferences"), reference);
    }

  return kin_demo_store_put (fixture->store, find_kind (fixture, group, plural), draft);
}

static void
assert_seen (Fixture    *fixture,
             const char *expected)
{
  kin_demo_controllers_drain (fixture->controllers);
  g_assert_cmpstr (fixture->seen->str, ==, expected);
  g_string_truncate (fixture->seen, 0);
}

static void
settle (Fixture *fixture,
        double   seconds)
{
  kin_demo_controllers_settle (fixture->controllers, START_US + (gint64) (seconds * G_USEC_PER_SEC));
}

static void
test_once_however_often (Fixture       *fixture,
                         gconstpointer  data)
{
  put (fixture, "apps", "replicasets", "web", NULL);
  put (fixture, "apps", "replicasets", "api", NULL);
  put (fixture, "apps", "replicasets", "web", NULL);
  g_assert_cmpuint (kin_demo_controllers_get_length (fixture->controllers), ==, 2);

  assert_seen (fixture, "s:a/web@0 s:a/api@0");
  assert_seen (fixture, "");

  kin_demo_store_remove (fixture->store, kin_demo_store_get (fixture->store, find_kind (fixture, "apps", "replicasets"),
                                                             "a", "web"));
  assert_seen (fixture, "s:a/web@0");
}

static void
test_owner (Fixture       *fixture,
            gconstpointer  data)
{
  put (fixture, "apps", "replicasets", "web", NULL);
  put (fixture, "apps", "replicasets", "api", NULL);
  assert_seen (fixture, "s:a/web@0 s:a/api@0");

  put (fixture, "", "pods", "web-1", "web");
  assert_seen (fixture, "s:a/web@0");

  put (fixture, "", "pods", "stray", "nobody");
  assert_seen (fixture, "");

  /* Both the new owner and the one that lost it look. */
  put (fixture, "", "pods", "web-1", "api");
  assert_seen (fixture, "s:a/api@0 s:a/web@0");

  put (fixture, "", "pods", "web-1", NULL);
  assert_seen (fixture, "s:a/api@0");
}

static void
test_map (Fixture       *fixture,
          gconstpointer  data)
{
  put (fixture, "", "services", "node-1", NULL);
  assert_seen (fixture, "n:/node-1@0");
}

static void
test_asked_again (Fixture       *fixture,
                  gconstpointer  data)
{
  next_delay = 1500 * 1000;
  put (fixture, "apps", "replicasets", "web", NULL);
  assert_seen (fixture, "s:a/web@0");

  settle (fixture, 1.4);
  assert_seen (fixture, "");
  settle (fixture, 60);
  assert_seen (fixture, "s:a/web@1.5");
}

static void
test_reconciled_meanwhile (Fixture       *fixture,
                           gconstpointer  data)
{
  next_delay = 10 * G_USEC_PER_SEC;
  put (fixture, "apps", "replicasets", "web", NULL);
  settle (fixture, 4);

  /* The controller was asked for another reason: what it wanted before does not count any more. */
  next_delay = 20 * G_USEC_PER_SEC;
  put (fixture, "apps", "replicasets", "web", NULL);
  settle (fixture, 60);
  assert_seen (fixture, "s:a/web@0 s:a/web@4 s:a/web@24");
}

static void
test_earliest_delay (Fixture       *fixture,
                     gconstpointer  data)
{
  kin_demo_controllers_enqueue (fixture->controllers, &set_controller, "a", "web", 3 * G_USEC_PER_SEC);
  kin_demo_controllers_enqueue (fixture->controllers, &set_controller, "a", "web", 2 * G_USEC_PER_SEC);
  kin_demo_controllers_enqueue (fixture->controllers, &set_controller, "a", "web", 5 * G_USEC_PER_SEC);
  kin_demo_controllers_enqueue (fixture->controllers, &set_controller, "a", "api", 2 * G_USEC_PER_SEC);
  kin_demo_controllers_enqueue (fixture->controllers, &node_controller, NULL, "node-1", G_USEC_PER_SEC);
  settle (fixture, 60);
  assert_seen (fixture, "n:/node-1@1 s:a/web@2 s:a/api@2");
}

static void
test_clock_changed (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(KinClock) other = kin_clock_new_stepped (START_US + 5 * G_USEC_PER_SEC);

  kin_demo_controllers_enqueue (fixture->controllers, &set_controller, "a", "web", 8 * G_USEC_PER_SEC);
  settle (fixture, 5);
  kin_demo_world_set_clock (fixture->world, other);
  settle (fixture, 7.5);
  assert_seen (fixture, "");
  settle (fixture, 9);
  assert_seen (fixture, "s:a/web@8");

  /* The fixture asserts that its own clock is let go of. */
  kin_demo_world_set_clock (fixture->world, fixture->clock);
}

static void
test_finds_what_was_there (Fixture       *fixture,
                           gconstpointer  data)
{
  KinDemoControllers *late;

  put (fixture, "apps", "replicasets", "web", NULL);
  put (fixture, "", "nodes", "node-1", NULL);
  assert_seen (fixture, "s:a/web@0 n:/node-1@0");

  late = kin_demo_controllers_new_for (fixture->world, (const KinDemoController * const []) { &set_controller, NULL });
  kin_demo_controllers_drain (late);
  assert_seen (fixture, "s:a/web@0");

  put (fixture, "", "pods", "web-1", "web");
  kin_demo_controllers_drain (late);
  assert_seen (fixture, "s:a/web@0 s:a/web@0");
  g_assert_finalize_object (late);
}

static void
test_in_main_context (Fixture       *fixture,
                      gconstpointer  data)
{
  put (fixture, "apps", "replicasets", "web", NULL);
  g_assert_cmpstr (fixture->seen->str, ==, "");

  while (kin_demo_controllers_get_length (fixture->controllers) > 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (fixture->seen->str, ==, "s:a/web@0");
  g_assert_false (g_main_context_pending (NULL));
}

static void
add_test (const char *path,
          void      (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add_test ("/demo-controllers/once-however-often", test_once_however_often);
  add_test ("/demo-controllers/owner", test_owner);
  add_test ("/demo-controllers/map", test_map);
  add_test ("/demo-controllers/asked-again", test_asked_again);
  add_test ("/demo-controllers/reconciled-meanwhile", test_reconciled_meanwhile);
  add_test ("/demo-controllers/earliest-delay", test_earliest_delay);
  add_test ("/demo-controllers/clock-changed", test_clock_changed);
  add_test ("/demo-controllers/finds-what-was-there", test_finds_what_was_there);
  add_test ("/demo-controllers/in-main-context", test_in_main_context);

  return g_test_run ();
}
