/* kin-listener.h: what one event handler has not been told yet.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cache/kin-delta-fifo.h"
#include "cache/kin-event-handler.h"
#include "cache/kin-indexer.h"
#include "cache/kin-slice.h"
#include "cache/kin-walk.h"

G_BEGIN_DECLS

typedef struct _KinHandlerRegistration KinListener;

KinListener *kin_listener_new         (const KinEventHandler *handler,
                                       KinHandlerFlags        flags,
                                       gpointer               user_data,
                                       KinDeltaFifo          *fifo);
void         kin_listener_unref       (KinListener           *self);
void         kin_listener_set_running (KinListener           *self,
                                       gboolean               running);
void         kin_listener_remove      (KinListener           *self);

void         kin_listener_begin_late  (KinListener           *self,
                                       KinIndexer            *indexer);
gboolean     kin_listener_is_late     (KinListener           *self);
gboolean     kin_listener_catch_up    (KinListener           *self,
                                       const KinSlice        *slice);

void         kin_listener_add         (KinListener           *self,
                                       KinObject             *object);
void         kin_listener_update      (KinListener           *self,
                                       KinObject             *old_object,
                                       KinObject             *new_object);
void         kin_listener_sync        (KinListener           *self,
                                       KinObject             *object);
void         kin_listener_delete      (KinListener           *self,
                                       KinObject             *object,
                                       gboolean               final_state_unknown);
void         kin_listener_walk        (KinListener           *self,
                                       KinWalk               *walk);

void         kin_listener_deliver     (KinListener           *self,
                                       const KinSlice        *slice);
gboolean     kin_listener_has_more    (KinListener           *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinListener, kin_listener_unref)

G_END_DECLS
