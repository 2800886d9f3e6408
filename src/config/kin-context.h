/* kin-context.h: one context of the kubeconfig: a server, how to trust it, and who to be there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-clock.h"
#include "base/kin-types.h"
#include "config/kin-config-entry.h"

G_BEGIN_DECLS

#define KIN_TYPE_CONTEXT (kin_context_get_type ())
G_DECLARE_FINAL_TYPE (KinContext, kin_context, KIN, CONTEXT, GObject)

KinContext         *kin_context_new_for_server          (const char            *server_url);
KinContext         *kin_context_new_for_socket          (const char            *path,
                                                         const char            *name,
                                                         const char            *label);
KinContext         *kin_context_new_from_entries        (const KinConfigEntry  *context,
                                                         const KinConfigEntry  *cluster,
                                                         const KinConfigEntry  *user);
const char         *kin_context_get_name                (KinContext            *self);
const char         *kin_context_get_cluster_name        (KinContext            *self);
const char         *kin_context_get_user_name           (KinContext            *self);
const char         *kin_context_get_namespace           (KinContext            *self);
const char         *kin_context_get_file                (KinContext            *self);
const GError       *kin_context_get_error               (KinContext            *self);
const char         *kin_context_get_server              (KinContext            *self);
const char         *kin_context_get_server_label        (KinContext            *self);
const char         *kin_context_get_socket_path         (KinContext            *self);
gboolean            kin_context_get_insecure            (KinContext            *self);
gboolean            kin_context_get_disable_compression (KinContext            *self);
const char         *kin_context_get_tls_server_name     (KinContext            *self);
const char         *kin_context_get_proxy_url           (KinContext            *self);
const char * const *kin_context_get_headers             (KinContext            *self);
gboolean            kin_context_has_credentials         (KinContext            *self);
char               *kin_context_dup_cluster_label       (KinContext            *self);
char               *kin_context_dup_basic_authorization (KinContext            *self);
GTlsDatabase       *kin_context_load_ca                 (KinContext            *self,
                                                         GError               **error);
GTlsCertificate    *kin_context_load_client_certificate (KinContext            *self,
                                                         GError               **error);
void                kin_context_get_token_async         (KinContext            *self,
                                                         gboolean               refresh,
                                                         GCancellable          *cancellable,
                                                         GAsyncReadyCallback    callback,
                                                         gpointer               user_data);
char               *kin_context_get_token_finish        (KinContext            *self,
                                                         GAsyncResult          *result,
                                                         GError               **error);
void                kin_context_set_clock               (KinContext            *self,
                                                         KinClock              *clock);

G_END_DECLS
