/* kin-demo-watch.h: one open watch.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-fault.h"
#include "demo/kin-demo-filter.h"
#include "demo/kin-demo-list-options.h"
#include "demo/kin-demo-view.h"
#include "demo/kin-demo-world.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_WATCH (kin_demo_watch_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoWatch, kin_demo_watch, KIN, DEMO_WATCH, GObject)

KinDemoWatch *kin_demo_watch_new         (KinDemoWorld              *world,
                                          KinDemoKind               *kind,
                                          const char                *namespace_,
                                          KinDemoFilter             *filter,
                                          const KinDemoView         *view,
                                          const KinDemoWatchOptions *options);
GBytes       *kin_demo_watch_read        (KinDemoWatch              *self);
gboolean      kin_demo_watch_has_ended   (KinDemoWatch              *self);
void          kin_demo_watch_set_backlog (KinDemoWatch              *self,
                                          gsize                      n_bytes);
void          kin_demo_watch_set_fault   (KinDemoWatch              *self,
                                          KinDemoFault              *fault);

G_END_DECLS
