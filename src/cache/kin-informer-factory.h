/* kin-informer-factory.h: one shared informer for each resource, namespace and selector.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cache/kin-shared-informer.h"
#include "client/kin-client.h"

G_BEGIN_DECLS

#define KIN_TYPE_INFORMER_FACTORY (kin_informer_factory_get_type ())
G_DECLARE_FINAL_TYPE (KinInformerFactory, kin_informer_factory, KIN, INFORMER_FACTORY, GObject)

/**
 * KinListerWatcherMaker:
 * @kind: the kind of the objects
 * @namespace_: (nullable): where; %NULL = everywhere
 * @label_selector: (nullable): which
 * @user_data: what the factory was given
 *
 * Makes what an informer lists and watches with.
 *
 * Returns: (transfer full): the lister-watcher
 */
typedef KinListerWatcher *(*KinListerWatcherMaker) (KinKind    *kind,
                                                    const char *namespace_,
                                                    const char *label_selector,
                                                    gpointer    user_data);

KinInformerFactory *kin_informer_factory_new                        (KinListerWatcherMaker  maker,
                                                                     gpointer               user_data,
                                                                     GDestroyNotify         destroy,
                                                                     KinClock              *clock,
                                                                     gint64                 resync_period_us);
KinInformerFactory *kin_informer_factory_new_for_client             (KinClient             *client,
                                                                     gint64                 resync_period_us);
KinSharedInformer  *kin_informer_factory_get_informer               (KinInformerFactory    *self,
                                                                     KinResource           *resource,
                                                                     const char            *namespace_,
                                                                     const char            *label_selector);
GListModel         *kin_informer_factory_get_informers              (KinInformerFactory    *self);
void                kin_informer_factory_start                      (KinInformerFactory    *self);
void                kin_informer_factory_wait_for_cache_sync_async  (KinInformerFactory    *self,
                                                                     GCancellable          *cancellable,
                                                                     GAsyncReadyCallback    callback,
                                                                     gpointer               user_data);
GHashTable         *kin_informer_factory_wait_for_cache_sync_finish (KinInformerFactory    *self,
                                                                     GAsyncResult          *result,
                                                                     GError               **error);
void                kin_informer_factory_shutdown                   (KinInformerFactory    *self);

G_END_DECLS
