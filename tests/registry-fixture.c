/* registry-fixture.c: a demo cluster to write to, on a clock that stands still.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "registry-fixture.h"

#include <string.h>

#include "demo/kin-demo-kinds.h"

static char *
quote (const char *text)
{
  return text != NULL ? g_strdelimit (g_strdup (text), "'", '"') : NULL;
}

static KinDemoDraft *
parse (const char *text)
{
  g_autofree char *json = quote (text);
  g_autoptr(GError) error = NULL;
  KinDemoDraft *draft = kin_demo_draft_parse (json, strlen (json), &error);

  g_assert_no_error (error);

  return draft;
}

static const char *
get_namespace (KinDemoKind *kind)
{
  return kin_resource_get_namespaced (kin_demo_kind_get_resource (kind)) ? "shop" : NULL;
}

KinDemoObject *
registry_create (RegistryFixture *fixture,
                 KinDemoKind     *kind,
                 const char      *text)
{
  g_autoptr(KinDemoDraft) draft = parse (text);

  return kin_demo_registry_create (fixture->registry, kind, get_namespace (kind), draft, &fixture->write,
                                   &fixture->error);
}

void
registry_must_create (RegistryFixture *fixture,
                      KinDemoKind     *kind,
                      const char      *text)
{
  g_autoptr(KinDemoObject) object = registry_create (fixture, kind, text);

  g_assert_no_error (fixture->error);
  g_assert_nonnull (object);
}

KinDemoObject *
registry_update (RegistryFixture *fixture,
                 KinDemoKind     *kind,
                 const char      *name,
                 const char      *text)
{
  g_autoptr(KinDemoDraft) draft = parse (text);

  return kin_demo_registry_update (fixture->registry, kind, get_namespace (kind), name, draft, &fixture->write,
                                   &fixture->error);
}

KinDemoObject *
registry_patch (RegistryFixture  *fixture,
                KinDemoKind      *kind,
                const char       *name,
                KinDemoPatchType  type,
                const char       *text)
{
  g_autofree char *json = quote (text);

  return kin_demo_registry_patch (fixture->registry, kind, get_namespace (kind), name, type, json, strlen (json),
                                  &fixture->write, &fixture->created, &fixture->error);
}

KinDemoObject *
registry_delete (RegistryFixture       *fixture,
                 KinDemoKind           *kind,
                 const char            *name,
                 const KinDemoDeletion *deletion,
                 gboolean              *gone)
{
  return kin_demo_registry_delete (fixture->registry, kind, get_namespace (kind), name, deletion, gone,
                                   &fixture->error);
}

KinDemoObject *
registry_get (RegistryFixture *fixture,
              KinDemoKind     *kind,
              const char      *name)
{
  return kin_demo_store_get (fixture->store, kind, get_namespace (kind), name);
}

void
registry_set_up (RegistryFixture *fixture,
                 gconstpointer    data)
{
  KinDemoKinds *kinds;

  fixture->clock = kin_clock_new_stepped (REGISTRY_NOON);
  fixture->world = kin_demo_world_new (fixture->clock, 1);
  fixture->registry = kin_demo_world_get_registry (fixture->world);
  fixture->store = kin_demo_world_get_store (fixture->world);
  kinds = kin_demo_world_get_kinds (fixture->world);
  fixture->deployments = kin_demo_kinds_find (kinds, "apps", "v1", "deployments");
  fixture->pods = kin_demo_kinds_find (kinds, "", "v1", "pods");
  fixture->services = kin_demo_kinds_find (kinds, "", "v1", "services");
  fixture->secrets = kin_demo_kinds_find (kinds, "", "v1", "secrets");
  fixture->config_maps = kin_demo_kinds_find (kinds, "", "v1", "configmaps");
  fixture->namespaces = kin_demo_kinds_find (kinds, "", "v1", "namespaces");
  fixture->write = (KinDemoWrite) { .manager = "test" };
  registry_must_create (fixture, fixture->namespaces, "{'metadata':{'name':'shop'}}");
}

void
registry_tear_down (RegistryFixture *fixture,
                    gconstpointer    data)
{
  g_assert_no_error (fixture->error);
  g_assert_finalize_object (fixture->world);
  g_assert_finalize_object (fixture->clock);
}

/* Compares what is at a path such as “spec.ports.0.port” with JSON; NULL: there must be nothing. */
void
registry_assert_at (KinDemoObject *object,
                    const char    *path,
                    const char    *expected)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (object);
  g_autofree char *pointer = g_strconcat ("/", path, NULL);
  g_autofree char *json = quote (expected);
  yyjson_mut_val *value;
  g_autofree char *text = NULL;

  g_strdelimit (pointer, ".", '/');
  value = yyjson_mut_doc_ptr_get (draft, pointer);
  if (value != NULL)
    {
      g_autoptr(GBytes) bytes = kin_demo_value_write (value);

      text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    }
  g_assert_cmpstr (text, ==, json);
}

void
registry_assert_refused (RegistryFixture *fixture,
                         KinDemoObject   *object,
                         KinDemoError     code,
                         const char      *message)
{
  g_assert_null (object);
  g_assert_error (fixture->error, KIN_DEMO_ERROR, (int) code);
  g_assert_cmpstr (fixture->error->message, ==, message);
  g_clear_error (&fixture->error);
}

void
registry_assert_status (RegistryFixture *fixture,
                        const char      *expected)
{
  g_autoptr(GBytes) status = kin_demo_error_dup_status (fixture->error);
  g_autofree char *json = quote (expected);
  g_autofree char *text = g_strndup (g_bytes_get_data (status, NULL), g_bytes_get_size (status));

  g_assert_cmpstr (text, ==, json);
}
