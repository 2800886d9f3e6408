/* demo-bench.h: a quiet demo cluster whose time a test steps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include "base/kin-clock.h"
#include "demo/kin-demo-controllers.h"
#include "demo/kin-demo-kinds.h"
#include "demo/kin-demo-object.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-shop.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-world.h"
#include "object/kin-yaml.h"

/* 2026-12-01T12:00:00Z, a Tuesday */
#define DEMO_BENCH_START (G_GINT64_CONSTANT (1796126400) * G_USEC_PER_SEC)

typedef struct
{
  KinClock *clock;
  KinDemoWorld *world;
  KinDemoControllers *controllers;
} DemoBench;

/* With the namespaces and nodes that every cluster has. */
static G_GNUC_UNUSED void
demo_bench_init (DemoBench *bench)
{
  bench->clock = kin_clock_new_stepped (DEMO_BENCH_START);
  bench->world = kin_demo_world_new (bench->clock, 1);
  bench->controllers = kin_demo_controllers_new (bench->world);
  kin_demo_shop_create_basics (bench->world);
  kin_demo_controllers_drain (bench->controllers);
}

static G_GNUC_UNUSED void
demo_bench_clear (DemoBench *bench)
{
  g_object_run_dispose (G_OBJECT (bench->controllers));
  g_assert_finalize_object (bench->controllers);
  g_assert_finalize_object (bench->world);
  g_assert_finalize_object (bench->clock);
}

static G_GNUC_UNUSED void
demo_bench_live (DemoBench *bench,
                 int        seconds)
{
  gint64 now_us = kin_clock_get_real (bench->clock);

  kin_demo_controllers_settle (bench->controllers, now_us + seconds * (gint64) G_USEC_PER_SEC);
}

static G_GNUC_UNUSED KinDemoKind *
demo_bench_find_kind (DemoBench  *bench,
                      const char *kind)
{
  GPtrArray *kinds = kin_demo_kinds_list (kin_demo_world_get_kinds (bench->world));

  for (guint i = 0; i < kinds->len; i++)
    {
      KinDemoKind *found = g_ptr_array_index (kinds, i);

      if (g_str_equal (kin_resource_get_kind (kin_demo_kind_get_resource (found)), kind))
        return found;
    }

  g_assert_not_reached ();
}

/* Of YAML; quotes that are single there make double ones needless here. */
static G_GNUC_UNUSED void
demo_bench_create (DemoBench  *bench,
                   const char *kind,
                   const char *namespace_,
                   const char *yaml)
{
  const KinDemoWrite write = { .manager = "test", .validation = KIN_DEMO_VALIDATION_STRICT };
  g_autoptr(GError) error = NULL;
  g_autoptr(KinJson) json = kin_yaml_parse (yaml, strlen (yaml), &error);
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(KinDemoObject) created = NULL;
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = kin_json_value_dup_text (kin_json_get_root (json));
  draft = kin_demo_draft_parse (text, strlen (text), &error);
  g_assert_no_error (error);
  created = kin_demo_registry_create (kin_demo_world_get_registry (bench->world), demo_bench_find_kind (bench, kind),
                                      namespace_, draft, &write, &error);
  g_assert_no_error (error);
}

static G_GNUC_UNUSED KinDemoObject *
demo_bench_get (DemoBench  *bench,
                const char *kind,
                const char *namespace_,
                const char *name)
{
  return kin_demo_store_get (kin_demo_world_get_store (bench->world), demo_bench_find_kind (bench, kind), namespace_,
                             name);
}

/* By a merge patch. */
static G_GNUC_UNUSED void
demo_bench_patch (DemoBench  *bench,
                  const char *kind,
                  const char *namespace_,
                  const char *name,
                  const char *text)
{
  const KinDemoWrite write = { .manager = "test" };
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoDraft) patch = kin_demo_draft_parse (text, strlen (text), &error);
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (demo_bench_get (bench, kind, namespace_, name));
  g_autoptr(KinDemoObject) patched = NULL;

  g_assert_no_error (error);
  yyjson_mut_doc_set_root (draft, yyjson_mut_merge_patch (draft, yyjson_mut_doc_get_root (draft),
                                                          yyjson_mut_doc_get_root (patch)));
  patched = kin_demo_registry_update (kin_demo_world_get_registry (bench->world), demo_bench_find_kind (bench, kind),
                                      namespace_, name, draft, &write, &error);
  g_assert_no_error (error);
}

static G_GNUC_UNUSED void
demo_bench_delete (DemoBench          *bench,
                   const char         *kind,
                   const char         *namespace_,
                   const char         *name,
                   KinDemoPropagation  propagation)
{
  const KinDemoDeletion deletion = { .propagation = propagation, .grace_s = -1 };
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoObject) deleted = NULL;

  deleted = kin_demo_registry_delete (kin_demo_world_get_registry (bench->world), demo_bench_find_kind (bench, kind),
                                      namespace_, name, &deletion, NULL, &error);
  g_assert_no_error (error);
}

/* The names of the objects of a kind, with a space between. */
static G_GNUC_UNUSED char *
demo_bench_dup_names (DemoBench  *bench,
                      const char *kind,
                      const char *namespace_)
{
  g_autoptr(GPtrArray) objects = kin_demo_store_list (kin_demo_world_get_store (bench->world),
                                                      demo_bench_find_kind (bench, kind), namespace_);
  g_autoptr(GString) names = g_string_new (NULL);

  for (guint i = 0; i < objects->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " " : "", kin_demo_object_get_name (g_ptr_array_index (objects, i)));

  return g_string_free_and_steal (g_steal_pointer (&names));
}

static G_GNUC_UNUSED guint
demo_bench_count (DemoBench  *bench,
                  const char *kind,
                  const char *namespace_)
{
  return kin_demo_store_count (kin_demo_world_get_store (bench->world), demo_bench_find_kind (bench, kind), namespace_);
}

/* A value of an object as JSON; "" if it is not there. */
static G_GNUC_UNUSED char *
demo_bench_dup_at (DemoBench  *bench,
                   const char *kind,
                   const char *namespace_,
                   const char *name,
                   const char *pointer)
{
  KinDemoObject *object = demo_bench_get (bench, kind, namespace_, name);
  g_autoptr(KinDemoDraft) draft = NULL;
  yyjson_mut_val *value;
  g_autoptr(GBytes) text = NULL;

  g_assert_nonnull (object);
  draft = kin_demo_object_edit (object);
  value = yyjson_mut_ptr_get (yyjson_mut_doc_get_root (draft), pointer);
  if (value == NULL)
    return g_strdup ("");

  text = kin_demo_value_write (value);

  return g_strndup (g_bytes_get_data (text, NULL), g_bytes_get_size (text));
}

static G_GNUC_UNUSED void
demo_bench_assert_at (DemoBench  *bench,
                      const char *kind,
                      const char *namespace_,
                      const char *name,
                      const char *pointer,
                      const char *expected)
{
  g_autofree char *value = demo_bench_dup_at (bench, kind, namespace_, name, pointer);

  g_assert_cmpstr (value, ==, expected);
}

/* "True SufficientPods"; "" if there is no such condition. */
static G_GNUC_UNUSED void
demo_bench_assert_condition (DemoBench  *bench,
                             const char *kind,
                             const char *namespace_,
                             const char *name,
                             const char *type,
                             const char *expected)
{
  g_autoptr(KinJson) json = kin_demo_object_parse (demo_bench_get (bench, kind, namespace_, name));
  g_autofree char *found = g_strdup ("");
  KinJsonIter iter;
  KinJsonValue *condition;

  kin_json_iter_init (&iter, kin_json_get_path (kin_json_get_root (json), "status", "conditions", NULL));
  while (kin_json_iter_next (&iter, NULL, &condition))
    {
      if (g_strcmp0 (kin_json_get_string (condition, "type"), type) != 0)
        continue;

      g_free (found);
      found = g_strjoin (" ", kin_json_get_string (condition, "status"), kin_json_get_string (condition, "reason"), NULL);
    }

  g_assert_cmpstr (found, ==, expected);
}

static G_GNUC_UNUSED void
demo_bench_assert_names (DemoBench  *bench,
                         const char *kind,
                         const char *namespace_,
                         const char *expected)
{
  g_autofree char *names = demo_bench_dup_names (bench, kind, namespace_);

  g_assert_cmpstr (names, ==, expected);
}

/* How many Events there are about an object, for a reason. */
static G_GNUC_UNUSED guint
demo_bench_count_events (DemoBench  *bench,
                         const char *namespace_,
                         const char *reason,
                         const char *message)
{
  g_autoptr(GPtrArray) events = kin_demo_store_list (kin_demo_world_get_store (bench->world),
                                                     demo_bench_find_kind (bench, "Event"), namespace_);
  guint n = 0;

  for (guint i = 0; i < events->len; i++)
    {
      g_autoptr(KinJson) json = kin_demo_object_parse (g_ptr_array_index (events, i));
      KinJsonValue *root = kin_json_get_root (json);

      n += g_strcmp0 (kin_json_get_string (root, "reason"), reason) == 0 &&
           (message == NULL || g_strcmp0 (kin_json_get_string (root, "message"), message) == 0);
    }

  return n;
}
