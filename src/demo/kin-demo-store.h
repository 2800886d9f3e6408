/* kin-demo-store.h: all objects, one revision for all of them, and the recent history: etcd and the watch cache in one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-event.h"

G_BEGIN_DECLS

/**
 * KIN_DEMO_STORE_HISTORY:
 *
 * How many events a store remembers unless told otherwise.
 */
#define KIN_DEMO_STORE_HISTORY 20000

#define KIN_TYPE_DEMO_STORE (kin_demo_store_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoStore, kin_demo_store, KIN, DEMO_STORE, GObject)

KinDemoStore  *kin_demo_store_new         (void);
guint64        kin_demo_store_get_version (KinDemoStore      *self);
guint64        kin_demo_store_get_oldest  (KinDemoStore      *self);

KinDemoObject *kin_demo_store_get         (KinDemoStore      *self,
                                           KinDemoKind       *kind,
                                           const char        *namespace_,
                                           const char        *name);
guint          kin_demo_store_count       (KinDemoStore      *self,
                                           KinDemoKind       *kind,
                                           const char        *namespace_);
GPtrArray     *kin_demo_store_list        (KinDemoStore      *self,
                                           KinDemoKind       *kind,
                                           const char        *namespace_);
GPtrArray     *kin_demo_store_list_page   (KinDemoStore      *self,
                                           KinDemoKind       *kind,
                                           const char        *namespace_,
                                           guint64            at,
                                           const char        *after_key,
                                           guint              limit,
                                           guint64           *n_remaining,
                                           GError           **error);
GPtrArray     *kin_demo_store_list_owned  (KinDemoStore      *self,
                                           KinDemoKind       *kind,
                                           const char        *owner_uid);

KinDemoObject *kin_demo_store_put         (KinDemoStore      *self,
                                           KinDemoKind       *kind,
                                           KinDemoDraft      *draft);
void           kin_demo_store_remove      (KinDemoStore      *self,
                                           KinDemoObject     *object);

gboolean       kin_demo_store_replay      (KinDemoStore      *self,
                                           KinDemoKind       *kind,
                                           guint64            since,
                                           KinDemoEventFunc   func,
                                           gpointer           user_data,
                                           GError           **error);
guint          kin_demo_store_subscribe   (KinDemoStore      *self,
                                           KinDemoEventFunc   func,
                                           gpointer           user_data);
void           kin_demo_store_unsubscribe (KinDemoStore      *self,
                                           guint              id);
void           kin_demo_store_compact     (KinDemoStore      *self);
void           kin_demo_store_set_history (KinDemoStore      *self,
                                           guint              n_events);

G_END_DECLS
