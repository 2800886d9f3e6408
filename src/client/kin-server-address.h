/* kin-server-address.h: a server that is reached at one address and known by another name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define KIN_TYPE_SERVER_ADDRESS (kin_server_address_get_type ())
G_DECLARE_FINAL_TYPE (KinServerAddress, kin_server_address, KIN, SERVER_ADDRESS, GNetworkAddress)

GSocketConnectable *kin_server_address_new (const char *server_name,
                                            const char *host,
                                            guint16     port);

G_END_DECLS
