/* kin-demo-call.h: a write under way: what all of them have in common.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-world.h"

G_BEGIN_DECLS

/**
 * KinDemoCall:
 * @world: where one writes
 * @kind: what the path names
 * @namespace_: (nullable): the namespace that the path names
 * @name: (nullable): the object that the path names
 * @write: how one writes
 * @owned: whether it is settled already whose fields are whose
 *
 * A write under way.
 */
typedef struct
{
  KinDemoWorld *world;
  KinDemoKind *kind;
  const char *namespace_;
  const char *name;
  const KinDemoWrite *write;
  gboolean owned;
} KinDemoCall;

KinDemoObject *kin_demo_call_find_stored     (const KinDemoCall  *call,
                                              GError            **error);
gint64         kin_demo_call_get_now_s       (const KinDemoCall  *call);
gboolean       kin_demo_call_is_scale        (const KinDemoCall  *call);

gboolean       kin_demo_call_check_is_object (KinDemoDraft       *draft,
                                              GError            **error);
gboolean       kin_demo_call_check_fields    (const KinDemoCall  *call,
                                              KinDemoDraft       *draft,
                                              char              **strict,
                                              GError            **error);
gboolean       kin_demo_call_check_uid_kept  (const KinDemoCall  *call,
                                              KinDemoDraft       *draft,
                                              KinDemoObject      *stored,
                                              GError            **error);
gboolean       kin_demo_call_decode          (const KinDemoCall  *call,
                                              KinDemoDraft       *draft,
                                              GError            **error);

gboolean       kin_demo_call_is_same         (KinDemoDraft       *draft,
                                              yyjson_mut_val     *old);
KinDemoObject *kin_demo_call_store           (const KinDemoCall  *call,
                                              KinDemoDraft       *draft);
KinDemoObject *kin_demo_call_finish_create   (const KinDemoCall  *call,
                                              KinDemoDraft       *draft,
                                              GError            **error);
KinDemoObject *kin_demo_call_finish_update   (const KinDemoCall  *call,
                                              KinDemoDraft       *draft,
                                              KinDemoObject      *stored,
                                              GError            **error);
KinDemoObject *kin_demo_call_finish_scale    (const KinDemoCall  *call,
                                              KinDemoDraft       *scale,
                                              KinDemoObject      *stored,
                                              GError            **error);

G_END_DECLS
