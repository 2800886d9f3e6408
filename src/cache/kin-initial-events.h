/* kin-initial-events.h: a list that comes as the first events of a watch, until the server says that it is whole.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-clock.h"
#include "client/kin-watch-event.h"

G_BEGIN_DECLS

typedef struct _KinInitialEvents KinInitialEvents;

KinInitialEvents *kin_initial_events_new           (KinClock            *clock,
                                                    GSourceOnceFunc      overdue,
                                                    gpointer             user_data);
void              kin_initial_events_free          (KinInitialEvents    *self);
gboolean          kin_initial_events_take          (KinInitialEvents    *self,
                                                    const KinWatchEvent *event);
guint             kin_initial_events_get_n_objects (KinInitialEvents    *self);
GPtrArray        *kin_initial_events_steal_objects (KinInitialEvents    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinInitialEvents, kin_initial_events_free)

G_END_DECLS
