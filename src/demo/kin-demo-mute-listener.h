/* kin-demo-mute-listener.h: what makes libsoup keep connections open.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

gboolean kin_demo_mute_listener_add (SoupServer  *server,
                                     GError     **error);

G_END_DECLS
