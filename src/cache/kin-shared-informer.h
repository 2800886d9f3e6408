/* kin-shared-informer.h: one cache of one resource, kept live, for everyone who wants to know of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cache/kin-event-handler.h"
#include "cache/kin-indexer.h"
#include "cache/kin-reflector.h"

G_BEGIN_DECLS

#define KIN_TYPE_SHARED_INFORMER (kin_shared_informer_get_type ())
G_DECLARE_FINAL_TYPE (KinSharedInformer, kin_shared_informer, KIN, SHARED_INFORMER, GObject)

KinSharedInformer      *kin_shared_informer_new             (KinListerWatcher       *source,
                                                             KinClock               *clock,
                                                             gint64                  resync_period_us);
KinKind                *kin_shared_informer_get_kind        (KinSharedInformer      *self);
KinClock               *kin_shared_informer_get_clock       (KinSharedInformer      *self);
KinIndexer             *kin_shared_informer_get_indexer     (KinSharedInformer      *self);
KinReflector           *kin_shared_informer_get_reflector   (KinSharedInformer      *self);
KinDeltaFifo           *kin_shared_informer_get_fifo        (KinSharedInformer      *self);
KinReflectorState       kin_shared_informer_get_state       (KinSharedInformer      *self);
guint64                 kin_shared_informer_get_n_unchanged (KinSharedInformer      *self);

KinHandlerRegistration *kin_shared_informer_add_handler     (KinSharedInformer      *self,
                                                             const KinEventHandler  *handler,
                                                             KinHandlerFlags         flags,
                                                             gpointer                user_data);
void                    kin_shared_informer_remove_handler  (KinSharedInformer      *self,
                                                             KinHandlerRegistration *registration);

void                    kin_shared_informer_start           (KinSharedInformer      *self);
void                    kin_shared_informer_stop            (KinSharedInformer      *self);
gboolean                kin_shared_informer_is_started      (KinSharedInformer      *self);
gboolean                kin_shared_informer_has_synced      (KinSharedInformer      *self);

gboolean                kin_handler_registration_has_synced  (KinHandlerRegistration *registration);
gsize                   kin_handler_registration_get_backlog (KinHandlerRegistration *registration);

G_END_DECLS
