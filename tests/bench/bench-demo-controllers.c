/* bench-demo-controllers.c: how long the demo cluster takes to bring up many Deployments.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "demo/kin-demo-controllers.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-world.h"

/* 2026-12-01T12:00:00Z */
#define NOON (G_GINT64_CONSTANT (1796126400) * G_USEC_PER_SEC)

#define N_NODES 20
#define REPLICAS 10
#define SECONDS 60

static KinDemoKind *
find_kind (KinDemoWorld *world,
           const char   *group,
           const char   *plural)
{
  return kin_demo_kinds_find (kin_demo_world_get_kinds (world), group, "v1", plural);
}

static void
create (KinDemoWorld *world,
        KinDemoKind  *kind,
        const char   *namespace_,
        const char   *json)
{
  g_autofree char *text = g_strdelimit (g_strdup (json), "'", '"');
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_parse (text, strlen (text), NULL);
  const KinDemoWrite write = { .manager = "bench" };
  g_autoptr(GError) error = NULL;
  g_autoptr(KinDemoObject) object = NULL;

  object = kin_demo_registry_create (kin_demo_world_get_registry (world), kind, namespace_, draft, &write, &error);
  g_assert_no_error (error);
}

static void
fill (KinDemoWorld *world,
      int           n_deployments)
{
  create (world, find_kind (world, "", "namespaces"), NULL, "{'metadata': {'name': 'shop'}}");

  for (int i = 0; i < N_NODES; i++)
    {
      g_autofree char *json = g_strdup_printf ("{'metadata': {'name': 'node-%d'}, 'spec': {'podCIDR': '10.%d.0.0/16'}}", i, i);

      create (world, find_kind (world, "", "nodes"), NULL, json);
    }

  for (int i = 0; i < n_deployments; i++)
    {
      g_autofree char *json = g_strdup_printf (
        "{'metadata': {'name': 'web-%d'}, 'spec': {'replicas': %d, 'selector': {'matchLabels': {'app': 'web-%d'}}, "
        "'template': {'metadata': {'labels': {'app': 'web-%d'}}, 'spec': {'containers': [{'name': 'web', "
        "'image': 'nginx:1', 'ports': [{'containerPort': 80}]}]}}}}", i, REPLICAS, i, i);

      create (world, find_kind (world, "apps", "deployments"), "shop", json);
    }
}

int
main (int   argc,
      char *argv[])
{
  int n_deployments = argc > 1 ? atoi (argv[1]) : 1000;
  g_autoptr(KinClock) clock = kin_clock_new_stepped (NOON);
  g_autoptr(KinDemoWorld) world = kin_demo_world_new (clock, 1);
  g_autoptr(KinDemoControllers) controllers = kin_demo_controllers_new (world);
  KinDemoStore *store = kin_demo_world_get_store (world);
  guint64 version;
  gint64 began;
  double seconds;

  fill (world, n_deployments);
  version = kin_demo_store_get_version (store);
  began = g_get_monotonic_time ();
  kin_demo_controllers_settle (controllers, NOON + SECONDS * G_USEC_PER_SEC);
  seconds = (g_get_monotonic_time () - began) / (double) G_USEC_PER_SEC;

  g_print ("%d Deployments, %u pods, %u events: %.2f s, %.0f writes/s\n", n_deployments,
           kin_demo_store_count (store, find_kind (world, "", "pods"), NULL),
           kin_demo_store_count (store, find_kind (world, "", "events"), NULL), seconds,
           (kin_demo_store_get_version (store) - version) / seconds);

  return 0;
}
