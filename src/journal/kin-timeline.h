/* kin-timeline.h: what has happened to each object of an informer since it began to watch.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cache/kin-shared-informer.h"

G_BEGIN_DECLS

#define KIN_TYPE_TIMELINE (kin_timeline_get_type ())
G_DECLARE_FINAL_TYPE (KinTimeline, kin_timeline, KIN, TIMELINE, GObject)

KinTimeline *kin_timeline_new         (KinSharedInformer *informer,
                                       gsize              budget_bytes);
GListModel  *kin_timeline_get_changes (KinTimeline       *self,
                                       const char        *uid);
void         kin_timeline_detach      (KinTimeline       *self);

G_END_DECLS
