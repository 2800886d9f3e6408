/* kin-demo-host.h: the demo cluster of this process, which begins when it is asked for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "config/kin-context.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_HOST (kin_demo_host_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoHost, kin_demo_host, KIN, DEMO_HOST, GObject)

KinDemoHost *kin_demo_host_new          (void);
void         kin_demo_host_open_async   (KinDemoHost          *self,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
KinContext  *kin_demo_host_open_finish  (KinDemoHost          *self,
                                         GAsyncResult         *result,
                                         GError              **error);
void         kin_demo_host_close        (KinDemoHost          *self);

G_END_DECLS
