/* kin-demo-kubelet.c: the kubelets of all nodes: they let the pods live, and bury them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-kubelet.h"

#include "demo/kin-demo-controllers.h"
#include "demo/kin-demo-node-book.h"
#include "demo/kin-demo-pod-life.h"
#include "demo/kin-demo-pod.h"
#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-store.h"
#include "demo/kin-demo-world.h"

static void
write_status (KinDemoPodLife *life)
{
  const KinDemoWrite write = { .manager = "kubelet", .subresource = "status" };
  g_autoptr(KinDemoObject) written = NULL;
  g_autoptr(GError) error = NULL;

  written = kin_demo_registry_update (kin_demo_world_get_registry (life->world), kin_demo_object_get_kind (life->object),
                                      kin_demo_object_get_namespace (life->object),
                                      kin_demo_object_get_name (life->object), life->draft, &write, &error);
  if (written == NULL)
    g_debug ("Status of pod %s: %s", kin_demo_object_get_key (life->object), error->message);
}

static void
bury (KinDemoPodLife *life)
{
  const KinDemoDeletion deletion = { .grace_s = 0, .uid = kin_demo_object_get_uid (life->object) };
  g_autoptr(KinDemoObject) deleted = NULL;
  g_autoptr(GError) error = NULL;

  deleted = kin_demo_registry_delete (kin_demo_world_get_registry (life->world), kin_demo_object_get_kind (life->object),
                                      kin_demo_object_get_namespace (life->object),
                                      kin_demo_object_get_name (life->object), &deletion, NULL, &error);
  if (deleted == NULL)
    g_debug ("Pod %s: %s", kin_demo_object_get_key (life->object), error->message);
}

/* It was buried already, and stays until somebody takes its finalizers away. */
static gboolean
is_held (KinDemoPodLife *life)
{
  return yyjson_mut_arr_size (kin_demo_get (life->root, "metadata", "finalizers", NULL)) > 0
         && kin_demo_get_integer (life->root, -1, "metadata", "deletionGracePeriodSeconds", NULL) == 0;
}

static gboolean
has_ended (KinDemoPodLife *life)
{
  const char *phase = kin_demo_get_string (life->status, "phase", NULL);

  return g_strcmp0 (phase, "Succeeded") == 0 || g_strcmp0 (phase, "Failed") == 0;
}

static void
end_pod (KinDemoPodLife *life)
{
  if (is_held (life))
    return;

  /* A pod that was never placed has nobody else to bury it. */
  if (life->node == NULL)
    {
      if (kin_demo_get (life->spec, "nodeName", NULL) == NULL)
        bury (life);
      return;
    }

  kin_demo_pod_life_end (life);
  if (life->changed)
    write_status (life);
  if (life->due == G_MAXINT64)
    bury (life);
}

static void
go_on (KinDemoPodLife *life)
{
  if (life->node == NULL || has_ended (life))
    return;

  kin_demo_pod_life_go_on (life);
  if (life->changed)
    write_status (life);
}

/* On a node that does not answer nothing happens, neither life nor death. */
static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  KinDemoObject *pod = kin_demo_store_get (kin_demo_world_get_store (world), kin_demo_pod_get_kind (world), namespace_,
                                           name);
  g_auto(KinDemoPodLife) life = { 0 };

  if (pod == NULL)
    return -1;

  kin_demo_pod_life_init (&life, world, pod);
  if (life.node != NULL && !life.node->is_ready)
    return -1;

  if (kin_demo_object_is_deleting (pod))
    end_pod (&life);
  else
    go_on (&life);

  return life.due != G_MAXINT64 ? MAX (life.due - life.now, 1) : -1;
}

static gboolean
came_back (const KinDemoEvent *event)
{
  return event->type != KIN_DEMO_DELETED
         && kin_demo_node_is_ready (event->object)
         && (event->previous == NULL || !kin_demo_node_is_ready (event->previous));
}

/* A node that answers again looks after its pods. */
static void
enqueue_pods (KinDemoControllers *controllers,
              KinDemoWorld       *world)
{
  g_autoptr(GPtrArray) pods = kin_demo_store_list (kin_demo_world_get_store (world), kin_demo_pod_get_kind (world), NULL);
  for (guint i = 0; i < pods->len; i++)
    kin_demo_controllers_enqueue (controllers, &kin_demo_kubelet,
                                  kin_demo_object_get_namespace (g_ptr_array_index (pods, i)),
                                  kin_demo_object_get_name (g_ptr_array_index (pods, i)), 0);
}

static void
map (KinDemoControllers *controllers,
     KinDemoWorld       *world,
     const KinDemoEvent *event)
{
  KinDemoKind *kind = kin_demo_object_get_kind (event->object);

  if (kind == kin_demo_pod_get_kind (world) && event->type == KIN_DEMO_DELETED)
    kin_demo_pod_facts_forget (world, event->object);
  else if (kind == kin_demo_node_book_get_kind (world) && came_back (event))
    enqueue_pods (controllers, world);
}

const KinDemoController kin_demo_kubelet = {
  .name = "kubelet",
  .group = "",
  .version = "v1",
  .plural = "pods",
  .map = map,
  .reconcile = reconcile,
};
