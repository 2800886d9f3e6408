/* kin-demo-thread.h: the demo cluster in a thread of its own, behind a unix socket.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-cluster.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_THREAD (kin_demo_thread_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoThread, kin_demo_thread, KIN, DEMO_THREAD, GObject)

KinDemoThread *kin_demo_thread_new             (const KinDemoOptions  *options);
void           kin_demo_thread_start_async     (KinDemoThread         *self,
                                                GCancellable          *cancellable,
                                                GAsyncReadyCallback    callback,
                                                gpointer               user_data);
gboolean       kin_demo_thread_start_finish    (KinDemoThread         *self,
                                                GAsyncResult          *result,
                                                GError               **error);
const char    *kin_demo_thread_get_socket_path (KinDemoThread         *self);
void           kin_demo_thread_stop            (KinDemoThread         *self);

G_END_DECLS
