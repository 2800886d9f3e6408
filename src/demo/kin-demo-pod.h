/* kin-demo-pod.h: what controllers read of pods, and how they make them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"
#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

typedef enum
{
  KIN_DEMO_POD_PENDING,
  KIN_DEMO_POD_UNKNOWN,
  KIN_DEMO_POD_RUNNING,
  KIN_DEMO_POD_SUCCEEDED,
  KIN_DEMO_POD_FAILED,
} KinDemoPodPhase;

/**
 * KinDemoPodFacts:
 * @object: the pod
 * @phase: how far it is
 * @node: (nullable): where it runs
 * @ip: (nullable): its address
 * @ready: whether its condition Ready holds
 * @ready_since: unix seconds, when that condition changed last
 * @created: unix seconds
 * @restarts: of the container that restarted most
 * @deletion_cost: what it costs to delete it, as its annotation says
 * @terminating: whether it is being deleted
 *
 * What a controller asks of a pod.
 */
typedef struct
{
  KinDemoObject *object;
  KinDemoPodPhase phase;
  char *node;
  char *ip;
  gboolean ready;
  gint64 ready_since;
  gint64 created;
  int restarts;
  int deletion_cost;
  gboolean terminating;

  /*< private >*/
  grefcount ref_count;
} KinDemoPodFacts;

KinDemoPodFacts *kin_demo_pod_facts_new           (KinDemoObject         *object);
KinDemoPodFacts *kin_demo_pod_facts_get           (KinDemoWorld          *world,
                                                   KinDemoObject         *object);
void             kin_demo_pod_facts_forget        (KinDemoWorld          *world,
                                                   KinDemoObject         *object);
void             kin_demo_pod_facts_free          (KinDemoPodFacts       *self);
gboolean         kin_demo_pod_facts_is_active     (const KinDemoPodFacts *self);
gint64           kin_demo_pod_facts_get_available (const KinDemoPodFacts *self,
                                                   gint64                 min_ready_s,
                                                   gint64                 now_us);

KinDemoKind     *kin_demo_pod_get_kind            (KinDemoWorld          *world);
KinDemoDraft    *kin_demo_pod_new_draft           (KinDemoObject         *owner,
                                                   yyjson_mut_val        *template,
                                                   const char            *name);
KinDemoObject   *kin_demo_pod_create              (KinDemoWorld          *world,
                                                   KinDemoObject         *owner,
                                                   KinDemoDraft          *draft,
                                                   const char            *component,
                                                   GError               **error);
gboolean         kin_demo_pod_delete              (KinDemoWorld          *world,
                                                   KinDemoObject         *owner,
                                                   KinDemoObject         *pod,
                                                   const char            *component,
                                                   GError               **error);
yyjson_mut_val  *kin_demo_owner_reference_new     (KinDemoDraft          *draft,
                                                   KinDemoObject         *owner);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoPodFacts, kin_demo_pod_facts_free)

G_END_DECLS
