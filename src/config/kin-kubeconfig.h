/* kin-kubeconfig.h: the contexts of the kubeconfig files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "config/kin-context.h"

G_BEGIN_DECLS

#define KIN_TYPE_KUBECONFIG (kin_kubeconfig_get_type ())
G_DECLARE_FINAL_TYPE (KinKubeconfig, kin_kubeconfig, KIN, KUBECONFIG, GObject)

KinKubeconfig      *kin_kubeconfig_new                 (const char * const   *paths);
const char * const *kin_kubeconfig_get_paths           (KinKubeconfig        *self);
void                kin_kubeconfig_load_async          (KinKubeconfig        *self,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
gboolean            kin_kubeconfig_load_finish         (KinKubeconfig        *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);
GListModel         *kin_kubeconfig_get_contexts        (KinKubeconfig        *self);
const char         *kin_kubeconfig_get_current_context (KinKubeconfig        *self);
KinContext         *kin_kubeconfig_find_context        (KinKubeconfig        *self,
                                                        const char           *name);
GPtrArray          *kin_kubeconfig_get_warnings        (KinKubeconfig        *self);

G_END_DECLS
