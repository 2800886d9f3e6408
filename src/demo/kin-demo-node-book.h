/* kin-demo-node-book.h: what the scheduler and the kubelets know of the nodes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-object.h"

G_BEGIN_DECLS

typedef struct
{
  char *key;
  char *value;
  char *effect;
} KinDemoTaint;

/**
 * KinDemoNodeFacts:
 * @object: the node
 * @is_ready: whether its kubelet works
 * @is_unschedulable: whether it is cordoned
 * @taints: (element-type KinDemoTaint): what its pods must tolerate
 * @address: (nullable): its IP address
 * @images: (element-type utf8): which images were pulled there
 *
 * What is known of a node.
 */
typedef struct
{
  KinDemoObject *object;
  gboolean is_ready;
  gboolean is_unschedulable;
  GPtrArray *taints;
  char *address;
  GHashTable *images;

  /*< private >*/
  guint32 pod_network;
  guint32 pod_network_size;
  guint32 last_pod;
} KinDemoNodeFacts;

KinDemoKind      *kin_demo_node_book_get_kind     (KinDemoWorld     *world);
KinDemoNodeFacts *kin_demo_node_book_find         (KinDemoWorld     *world,
                                                   const char       *name);
GPtrArray        *kin_demo_node_book_list         (KinDemoWorld     *world);
char             *kin_demo_node_facts_take_pod_ip (KinDemoNodeFacts *self);
gboolean          kin_demo_node_is_ready          (KinDemoObject    *node);

G_END_DECLS
