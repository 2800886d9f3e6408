/* kin-demo-history.h: the last changes of the store, in order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-event.h"

G_BEGIN_DECLS

typedef struct _KinDemoHistory KinDemoHistory;

KinDemoHistory     *kin_demo_history_new        (guint64             version,
                                                 guint               bound);
void                kin_demo_history_free       (KinDemoHistory     *self);
void                kin_demo_history_add        (KinDemoHistory     *self,
                                                 const KinDemoEvent *event);
void                kin_demo_history_clear      (KinDemoHistory     *self);
void                kin_demo_history_set_bound  (KinDemoHistory     *self,
                                                 guint               bound);
guint64             kin_demo_history_get_oldest (KinDemoHistory     *self);
guint               kin_demo_history_get_length (KinDemoHistory     *self);
const KinDemoEvent *kin_demo_history_get        (KinDemoHistory     *self,
                                                 guint               i);
guint               kin_demo_history_find       (KinDemoHistory     *self,
                                                 guint64             since);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoHistory, kin_demo_history_free)

G_END_DECLS
