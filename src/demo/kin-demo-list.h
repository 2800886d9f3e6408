/* kin-demo-list.h: the answer to a list, made piece by piece.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-filter.h"
#include "demo/kin-demo-list-options.h"
#include "demo/kin-demo-view.h"
#include "demo/kin-demo-world.h"

G_BEGIN_DECLS

typedef struct _KinDemoList KinDemoList;

KinDemoList *kin_demo_list_new             (KinDemoWorld              *world,
                                            KinDemoKind               *kind,
                                            const char                *namespace_,
                                            KinDemoFilter             *filter,
                                            const KinDemoView         *view,
                                            const KinDemoListOptions  *options,
                                            GError                   **error);
KinDemoList *kin_demo_list_new_for_objects (KinDemoWorld              *world,
                                            KinDemoKind               *kind,
                                            const KinDemoView         *view,
                                            GPtrArray                 *objects);
void         kin_demo_list_free            (KinDemoList               *self);
gboolean     kin_demo_list_is_short        (KinDemoList               *self);
GBytes      *kin_demo_list_read            (KinDemoList               *self);
GBytes      *kin_demo_list_read_all        (KinDemoList               *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoList, kin_demo_list_free)

G_END_DECLS
