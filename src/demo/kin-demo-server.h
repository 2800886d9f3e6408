/* kin-demo-server.h: the demo cluster's API over HTTP, for this machine only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-control.h"
#include "demo/kin-demo-faults.h"
#include "demo/kin-demo-world.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_SERVER (kin_demo_server_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoServer, kin_demo_server, KIN, DEMO_SERVER, GObject)

KinDemoServer  *kin_demo_server_new           (KinDemoWorld   *world,
                                               KinDemoFaults  *faults,
                                               const char     *prefix);
gboolean        kin_demo_server_listen        (KinDemoServer  *self,
                                               GSocketAddress *address,
                                               GError        **error);
gboolean        kin_demo_server_listen_socket (KinDemoServer  *self,
                                               GSocket        *socket,
                                               GError        **error);
char           *kin_demo_server_dup_url       (KinDemoServer  *self);
KinDemoControl *kin_demo_server_get_control   (KinDemoServer  *self);
guint           kin_demo_server_get_n_open    (KinDemoServer  *self);
void            kin_demo_server_close_all     (KinDemoServer  *self);
void            kin_demo_server_restart       (KinDemoServer  *self,
                                               gint64          down_us);
void            kin_demo_server_stop          (KinDemoServer  *self);
char           *kin_demo_server_new_prefix    (void);

G_END_DECLS
