/* demo-fixture.c: a demo cluster for tests of its controllers, on a clock that is stepped by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-fixture.h"

#include <string.h>

#include "demo/kin-demo-registry.h"

static const struct
{
  const char *plural;
  const char *group;
  gboolean namespaced;
} kinds[] = {
  { "nodes", "", FALSE },
  { "namespaces", "", FALSE },
  { "pods", "", TRUE },
  { "events", "", TRUE },
  { "services", "", TRUE },
  { "endpoints", "", TRUE },
  { "endpointslices", "discovery.k8s.io", TRUE },
  { "deployments", "apps", TRUE },
  { "replicasets", "apps", TRUE },
};

static gsize
find (const char *plural)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (g_str_equal (kinds[i].plural, plural))
        return i;
    }

  g_assert_not_reached ();
}

static const char *
get_namespace (const char *plural)
{
  return kinds[find (plural)].namespaced ? "shop" : NULL;
}

static KinDemoDraft *
parse (const char *json)
{
  g_autofree char *text = g_strdelimit (g_strdup (json), "'", '"');
  g_autoptr(GError) error = NULL;
  KinDemoDraft *draft = kin_demo_draft_parse (text, strlen (text), &error);

  g_assert_no_error (error);

  return draft;
}

static void
add_node (DemoFixture *fixture,
          guint        i)
{
  g_autofree char *json = g_strdup_printf (
    "{'metadata': {'name': 'node-%u', 'labels': {'disk': '%s'}}, 'spec': {'podCIDR': '10.244.%u.0/24'}, "
    "'status': {'addresses': [{'type': 'InternalIP', 'address': '192.168.0.%u'}]}}", i, i == 1 ? "fast" : "slow", i, i);

  demo_fixture_create (fixture, "nodes", json);
}

/* A world with its namespace and some nodes, and some controllers at work. */
void
demo_fixture_set_up (DemoFixture                     *fixture,
                     const KinDemoController * const *table,
                     guint                            n_nodes)
{
  fixture->clock = kin_clock_new_stepped (DEMO_NOON);
  fixture->world = kin_demo_world_new (fixture->clock, 7);
  fixture->controllers = kin_demo_controllers_new_for (fixture->world, table);
  demo_fixture_create (fixture, "namespaces", "{'metadata': {'name': 'shop'}}");

  for (guint i = 1; i <= n_nodes; i++)
    add_node (fixture, i);
}

void
demo_fixture_tear_down (DemoFixture *fixture)
{
  g_assert_finalize_object (fixture->controllers);
  g_assert_finalize_object (fixture->world);
  g_assert_finalize_object (fixture->clock);
}

KinDemoKind *
demo_fixture_find_kind (DemoFixture *fixture,
                        const char  *plural)
{
  KinDemoKind *kind = kin_demo_kinds_find (kin_demo_world_get_kinds (fixture->world), kinds[find (plural)].group, "v1",
                                           plural);

  g_assert_nonnull (kind);

  return kind;
}

KinDemoObject *
demo_fixture_get (DemoFixture *fixture,
                  const char  *plural,
                  const char  *name)
{
  return kin_demo_store_get (kin_demo_world_get_store (fixture->world), demo_fixture_find_kind (fixture, plural),
                             get_namespace (plural), name);
}

GPtrArray *
demo_fixture_list (DemoFixture *fixture,
                   const char  *plural)
{
  return kin_demo_store_list (kin_demo_world_get_store (fixture->world), demo_fixture_find_kind (fixture, plural),
                              get_namespace (plural));
}

/* A status in the JSON is written after the object, as a kubelet would. The object is the store's. */
KinDemoObject *
demo_fixture_create (DemoFixture *fixture,
                     const char  *plural,
                     const char  *json)
{
  g_autoptr(KinDemoDraft) draft = parse (json);
  yyjson_mut_val *status = kin_demo_get (yyjson_mut_doc_get_root (draft), "status", NULL);
  g_autoptr(GBytes) status_text = status != NULL ? kin_demo_value_write (status) : NULL;
  const KinDemoWrite write = { .manager = "test" };
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoObject) object = NULL;

  object = kin_demo_registry_create (kin_demo_world_get_registry (fixture->world),
                                     demo_fixture_find_kind (fixture, plural), get_namespace (plural), draft, &write,
                                     &error);
  g_assert_no_error (error);

  if (status_text != NULL)
    {
      g_autofree char *patch = g_strdup_printf ("{'status': %.*s}", (int) g_bytes_get_size (status_text),
                                                (const char *) g_bytes_get_data (status_text, NULL));

      demo_fixture_change (fixture, plural, kin_demo_object_get_name (object), "status", patch);
    }

  return demo_fixture_get (fixture, plural, kin_demo_object_get_name (object));
}

/* Of the image “nginx:1”. */
void
demo_fixture_add_deployment (DemoFixture *fixture,
                             const char  *name,
                             const char  *more_spec)
{
  g_autofree char *json = g_strdup_printf (
    "{'metadata': {'name': '%s'}, 'spec': {%s%s'selector': {'matchLabels': {'app': '%s'}}, "
    "'template': {'metadata': {'labels': {'app': '%s'}}, 'spec': {'containers': [{'name': 'c', 'image': 'nginx:1'}]}}}}",
    name, more_spec, *more_spec != '\0' ? ", " : "", name, name);

  demo_fixture_create (fixture, "deployments", json);
}

/* By a merge patch. */
void
demo_fixture_change (DemoFixture *fixture,
                     const char  *plural,
                     const char  *name,
                     const char  *subresource,
                     const char  *patch)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (demo_fixture_get (fixture, plural, name));
  g_autoptr(KinDemoDraft) patch_draft = parse (patch);
  const KinDemoWrite write = { .manager = "test", .subresource = subresource };
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoObject) object = NULL;

  yyjson_mut_doc_set_root (draft, yyjson_mut_merge_patch (draft, yyjson_mut_doc_get_root (draft),
                                                          yyjson_mut_doc_get_root (patch_draft)));
  object = kin_demo_registry_update (kin_demo_world_get_registry (fixture->world),
                                     demo_fixture_find_kind (fixture, plural), get_namespace (plural), name, draft,
                                     &write, &error);
  g_assert_no_error (error);
}

void
demo_fixture_delete (DemoFixture *fixture,
                     const char  *plural,
                     const char  *name)
{
  const KinDemoDeletion deletion = { .grace_s = -1 };
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoObject) object = NULL;

  object = kin_demo_registry_delete (kin_demo_world_get_registry (fixture->world),
                                     demo_fixture_find_kind (fixture, plural), get_namespace (plural), name, &deletion,
                                     NULL, &error);
  g_assert_no_error (error);
}

/* Lets time pass and does all that is due on the way. */
void
demo_fixture_step (DemoFixture *fixture,
                   double       seconds)
{
  kin_demo_controllers_settle (fixture->controllers,
                               kin_clock_get_real (fixture->clock) + (gint64) (seconds * G_USEC_PER_SEC));
}

/* What is at “status.conditions.0.reason”, as JSON; NULL if there is nothing. */
char *
demo_fixture_dup_at (KinDemoObject *object,
                     const char    *path)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);
  g_autofree char *pointer = g_strconcat ("/", path, NULL);
  g_autoptr(GBytes) text = NULL;
  yyjson_mut_val *value;

  value = yyjson_mut_doc_ptr_get (draft, g_strdelimit (pointer, ".", '/'));
  if (value == NULL)
    return NULL;

  if (yyjson_mut_is_str (value))
    return g_strdup (yyjson_mut_get_str (value));

  text = kin_demo_value_write (value);

  return g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
}

/* JSON is expected with ' for ", a plain text as it is. */
void
demo_fixture_assert_at (DemoFixture *fixture,
                        const char  *plural,
                        const char  *name,
                        const char  *path,
                        const char  *expected)
{
  KinDemoObject *object = demo_fixture_get (fixture, plural, name);
  g_autofree char *value = NULL;
  g_autofree char *expected_text = g_strdup (expected);

  if (expected != NULL && (*expected == '{' || *expected == '['))
    g_strdelimit (expected_text, "'", '"');

  g_assert_nonnull (object);
  value = demo_fixture_dup_at (object, path);
  g_assert_cmpstr (value, ==, expected_text);
}

/* “Available=True/MinimumReplicasAvailable Progressing=…” */
char *
demo_fixture_dup_conditions (DemoFixture *fixture,
                             const char  *plural,
                             const char  *name)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (demo_fixture_get (fixture, plural, name));
  yyjson_mut_arr_iter iter = yyjson_mut_arr_iter_with (kin_demo_get (yyjson_mut_doc_get_root (draft), "status",
                                                                     "conditions", NULL));
  GString *words = g_string_new (NULL);
  yyjson_mut_val *condition;

  while ((condition = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      const char *reason = kin_demo_get_string (condition, "reason", NULL);

      g_string_append_printf (words, "%s%s=%s", words->len > 0 ? " " : "", kin_demo_get_string (condition, "type", NULL),
                              kin_demo_get_string (condition, "status", NULL));
      if (reason != NULL)
        g_string_append_printf (words, "/%s", reason);
    }

  return g_string_free (words, FALSE);
}

static int
compare_versions (gconstpointer a,
                  gconstpointer b)
{
  guint64 one = kin_demo_object_get_version (*(KinDemoObject * const *) a);
  guint64 two = kin_demo_object_get_version (*(KinDemoObject * const *) b);

  return one < two ? -1 : one > two;
}

/* A line for each: “reason: message”, with “ x2” behind it; as they were told last. */
char *
demo_fixture_dup_events (DemoFixture *fixture,
                         const char  *kind,
                         const char  *name)
{
  g_autoptr(GPtrArray) events = demo_fixture_list (fixture, "events");
  GString *lines = g_string_new (NULL);

  g_ptr_array_sort (events, compare_versions);
  for (guint i = 0; i < events->len; i++)
    {
      g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (g_ptr_array_index (events, i));
      yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
      gint64 count = kin_demo_get_integer (root, 1, "count", NULL);

      if (g_strcmp0 (kin_demo_get_string (root, "involvedObject", "kind", NULL), kind) != 0
          || g_strcmp0 (kin_demo_get_string (root, "involvedObject", "name", NULL), name) != 0)
        continue;

      g_string_append_printf (lines, "%s: %s", kin_demo_get_string (root, "reason", NULL),
                              kin_demo_get_string (root, "message", NULL));
      if (count > 1)
        g_string_append_printf (lines, " x%d", (int) count);
      g_string_append_c (lines, '\n');
    }

  return g_string_free (lines, FALSE);
}
