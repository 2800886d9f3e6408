/* kin-client.h: one cluster's API.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-lister-watcher.h"
#include "config/kin-context.h"

G_BEGIN_DECLS

#define KIN_TYPE_CLIENT (kin_client_get_type ())
G_DECLARE_FINAL_TYPE (KinClient, kin_client, KIN, CLIENT, GObject)

KinClient        *kin_client_new                (KinContext           *context);
KinContext       *kin_client_get_context        (KinClient            *self);
void              kin_client_get_async          (KinClient            *self,
                                                 const char           *path,
                                                 const char           *accept,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
GBytes           *kin_client_get_finish         (KinClient            *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
void              kin_client_get_version_async  (KinClient            *self,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
char             *kin_client_get_version_finish (KinClient            *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);
void              kin_client_discover_async     (KinClient            *self,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
GPtrArray        *kin_client_discover_finish    (KinClient            *self,
                                                 GAsyncResult         *result,
                                                 GPtrArray           **failed_groups,
                                                 GError              **error);
KinListerWatcher *kin_client_new_lister_watcher (KinClient            *self,
                                                 KinKind              *kind,
                                                 const char           *namespace_,
                                                 const char           *label_selector,
                                                 const char           *field_selector);
guint64           kin_client_get_n_bytes        (KinClient            *self);
guint             kin_client_get_n_waiting      (KinClient            *self);
void              kin_client_set_stream_limits  (KinClient            *self,
                                                 guint                 max_streams,
                                                 guint                 max_sessions);
void              kin_client_close              (KinClient            *self);

G_END_DECLS
