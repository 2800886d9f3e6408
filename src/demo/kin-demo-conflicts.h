/* kin-demo-conflicts.h: fields of others that an apply would change.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-managers.h"

G_BEGIN_DECLS

typedef struct _KinDemoConflicts KinDemoConflicts;

KinDemoConflicts *kin_demo_conflicts_new      (KinDemoDraft     *draft,
                                               KinDemoManagers  *managers,
                                               yyjson_mut_val   *own,
                                               KinDemoFieldSet  *changed);
void              kin_demo_conflicts_free     (KinDemoConflicts *self);
void              kin_demo_conflicts_allow    (KinDemoConflicts *self,
                                               KinDemoFieldSet  *allowed);
gboolean          kin_demo_conflicts_is_empty (KinDemoConflicts *self);
GError           *kin_demo_conflicts_to_error (KinDemoConflicts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoConflicts, kin_demo_conflicts_free)

G_END_DECLS
