/* kin-demo-revision.h: the ControllerRevisions in which a set keeps the templates it has had.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-object.h"

G_BEGIN_DECLS

/**
 * KinDemoRevision:
 * @name: of the ControllerRevision
 * @hash: of the template, the end of @name
 * @number: counts up
 *
 * One template of a set.
 */
typedef struct
{
  char *name;
  char *hash;
  gint64 number;
} KinDemoRevision;

KinDemoRevision *kin_demo_revision_ensure       (KinDemoWorld    *world,
                                                 KinDemoObject   *set,
                                                 const char      *hash_label);
void             kin_demo_revision_free         (KinDemoRevision *self);
KinDemoDraft    *kin_demo_revision_dup_template (KinDemoWorld    *world,
                                                 KinDemoObject   *set,
                                                 const char      *name);
void             kin_demo_revision_trim         (KinDemoWorld    *world,
                                                 KinDemoObject   *set,
                                                 GHashTable      *live);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoRevision, kin_demo_revision_free)

G_END_DECLS
