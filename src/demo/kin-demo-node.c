/* kin-demo-node.c: the kubelet's word that a node is well: a lease that it renews, and a status now and then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-node.h"

#include "demo/kin-demo-recorder.h"
#include "demo/kin-demo-time.h"
#include "demo/kin-demo-upkeep.h"
#include "demo/kin-demo-world.h"

#define KUBELET "kubelet"
#define LEASE_NAMESPACE "kube-node-lease"
#define RENEWAL_US (10 * (gint64) G_USEC_PER_SEC)
#define STATUS_S (5 * 60)
#define CORDON_TAINT "node.kubernetes.io/unschedulable"

static const struct
{
  const char *type;
  gboolean holds;
  const char *reason;
  const char *message;
} conditions[] = {
  { "MemoryPressure", FALSE, "KubeletHasSufficientMemory", "kubelet has sufficient memory available" },
  { "DiskPressure", FALSE, "KubeletHasNoDiskPressure", "kubelet has no disk pressure" },
  { "PIDPressure", FALSE, "KubeletHasSufficientPID", "kubelet has sufficient PID available" },
  { "Ready", TRUE, "KubeletReady", "kubelet is posting ready status" },
};

static yyjson_mut_val *
make_owner (KinDemoDraft  *draft,
            KinDemoObject *node)
{
  yyjson_mut_val *owner = yyjson_mut_obj (draft);

  kin_demo_set_string (draft, owner, "apiVersion", "v1");
  kin_demo_set_string (draft, owner, "kind", "Node");
  kin_demo_set_string (draft, owner, "name", kin_demo_object_get_name (node));
  kin_demo_set_string (draft, owner, "uid", kin_demo_object_get_uid (node));

  return owner;
}

static void
create_lease (KinDemoWorld  *world,
              KinDemoObject *node,
              const char    *now)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  g_autoptr(KinDemoObject) created = NULL;
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *metadata = kin_demo_ensure_object (draft, root, "metadata", NULL);
  yyjson_mut_val *spec = kin_demo_ensure_object (draft, root, "spec", NULL);
  const char *name = kin_demo_object_get_name (node);

  kin_demo_set_string (draft, metadata, "name", name);
  yyjson_mut_arr_append (kin_demo_ensure_array (draft, metadata, "ownerReferences"), make_owner (draft, node));
  kin_demo_set_string (draft, spec, "holderIdentity", name);
  kin_demo_set_integer (draft, spec, "leaseDurationSeconds", 40);
  kin_demo_set_string (draft, spec, "renewTime", now);

  /* Without its namespace there is no lease: the next time, then. */
  created = kin_demo_upkeep_create (world, kin_demo_upkeep_find_kind (world, "coordination.k8s.io", "v1", "leases"),
                                    LEASE_NAMESPACE, draft, KUBELET, NULL);
}

/* Returns: microseconds until it is to be renewed */
static gint64
renew_lease (KinDemoWorld  *world,
             KinDemoObject *node)
{
  gint64 now_us = kin_demo_world_get_now (world);
  g_autofree char *now = kin_demo_time_dup_micro (now_us);
  g_autoptr(KinDemoObject) lease = kin_demo_upkeep_get (world, "coordination.k8s.io", "v1", "leases", LEASE_NAMESPACE,
                                                        kin_demo_object_get_name (node));
  g_autoptr(KinDemoDraft) draft = NULL;
  yyjson_mut_val *spec;
  gint64 due;

  if (lease == NULL)
    {
      create_lease (world, node, now);
      return RENEWAL_US;
    }

  draft = kin_demo_object_edit (lease);
  spec = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "spec", NULL);
  due = kin_demo_get_seconds (spec, "renewTime") * G_USEC_PER_SEC + RENEWAL_US;
  if (due > now_us)
    return due - now_us;

  kin_demo_set_string (draft, spec, "renewTime", now);
  kin_demo_upkeep_update (world, lease, draft, KUBELET, NULL);

  return RENEWAL_US;
}

/* A node that somebody made without saying how large it is. */
static void
fill_capacity (KinDemoDraft   *draft,
               yyjson_mut_val *status,
               const char     *name)
{
  yyjson_mut_val *amounts;

  if (kin_demo_get (status, name, NULL) != NULL)
    return;

  amounts = kin_demo_ensure_object (draft, status, name, NULL);
  kin_demo_set_string (draft, amounts, "cpu", "8");
  kin_demo_set_string (draft, amounts, "memory", "32Gi");
  kin_demo_set_string (draft, amounts, "pods", "110");
}

static void
post_status (KinDemoWorld  *world,
             KinDemoObject *node)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (node);
  g_autofree char *now = kin_demo_world_dup_time (world);
  yyjson_mut_val *status = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "status", NULL);
  yyjson_mut_val *ready = kin_demo_find_condition (kin_demo_get (status, "conditions", NULL), "Ready");
  gint64 last = kin_demo_get_seconds (ready, "lastHeartbeatTime");

  if (last >= 0 && last + STATUS_S > kin_demo_world_get_now (world) / G_USEC_PER_SEC)
    return;

  fill_capacity (draft, status, "capacity");
  fill_capacity (draft, status, "allocatable");
  for (gsize i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      yyjson_mut_val *condition = kin_demo_set_condition (draft, status, conditions[i].type, conditions[i].holds,
                                                          conditions[i].reason, conditions[i].message, now);

      kin_demo_set_string (draft, condition, "lastHeartbeatTime", now);
    }
  kin_demo_upkeep_update (world, node, draft, KUBELET, "status");
}

static gboolean
remove_taint (yyjson_mut_val *taints)
{
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *taint;

  if (!yyjson_mut_arr_iter_init (taints, &iter))
    return FALSE;

  while ((taint = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      if (g_strcmp0 (kin_demo_get_string (taint, "key", NULL), CORDON_TAINT) != 0)
        continue;

      yyjson_mut_arr_iter_remove (&iter);
      return TRUE;
    }

  return FALSE;
}

static void
add_taint (KinDemoWorld   *world,
           KinDemoDraft   *draft,
           yyjson_mut_val *spec)
{
  g_autofree char *now = kin_demo_world_dup_time (world);
  yyjson_mut_val *taint = yyjson_mut_arr_add_obj (draft, kin_demo_ensure_array (draft, spec, "taints"));

  kin_demo_set_string (draft, taint, "key", CORDON_TAINT);
  kin_demo_set_string (draft, taint, "effect", "NoSchedule");
  kin_demo_set_string (draft, taint, "timeAdded", now);
}

/* What cordon wrote becomes a taint, and the kubelet tells. */
static void
follow_cordon (KinDemoWorld  *world,
               KinDemoObject *node)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_object_edit (node);
  g_autofree char *message = NULL;
  yyjson_mut_val *spec = kin_demo_ensure_object (draft, yyjson_mut_doc_get_root (draft), "spec", NULL);
  gboolean cordoned = kin_demo_get_boolean (spec, FALSE, "unschedulable", NULL);
  gboolean tainted = remove_taint (kin_demo_get (spec, "taints", NULL));

  if (cordoned == tainted)
    return;

  if (cordoned)
    add_taint (world, draft, spec);
  else if (yyjson_mut_arr_size (kin_demo_get (spec, "taints", NULL)) == 0)
    kin_demo_remove (spec, "taints");

  kin_demo_upkeep_update (world, node, draft, KIN_DEMO_MANAGER, NULL);
  message = g_strdup_printf ("Node %s status is now: %s", kin_demo_object_get_name (node),
                             cordoned ? "NodeNotSchedulable" : "NodeSchedulable");
  kin_demo_recorder_event (world, node, "Normal", cordoned ? "NodeNotSchedulable" : "NodeSchedulable", NULL, message,
                           KUBELET);
}

static gint64
reconcile (KinDemoWorld *world,
           const char   *namespace_,
           const char   *name)
{
  g_autoptr(KinDemoObject) node = kin_demo_upkeep_get (world, "", "v1", "nodes", NULL, name);
  g_autoptr(KinDemoObject) followed = NULL;

  if (node == NULL || kin_demo_object_is_deleting (node))
    return -1;

  follow_cordon (world, node);
  followed = kin_demo_upkeep_get (world, "", "v1", "nodes", NULL, name);
  post_status (world, followed);

  return renew_lease (world, followed);
}

const KinDemoController kin_demo_node_controller = {
  .name = "node-controller",
  .group = "",
  .version = "v1",
  .plural = "nodes",
  .reconcile = reconcile,
};
