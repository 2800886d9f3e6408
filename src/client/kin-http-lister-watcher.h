/* kin-http-lister-watcher.h: lists and watches one resource of an API server.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-lister-watcher.h"
#include "client/kin-transport.h"

G_BEGIN_DECLS

#define KIN_TYPE_HTTP_LISTER_WATCHER (kin_http_lister_watcher_get_type ())
G_DECLARE_FINAL_TYPE (KinHttpListerWatcher, kin_http_lister_watcher, KIN, HTTP_LISTER_WATCHER, GObject)

KinListerWatcher *kin_http_lister_watcher_new (KinTransport *transport,
                                               KinKind      *kind,
                                               const char   *namespace_,
                                               const char   *label_selector,
                                               const char   *field_selector);

G_END_DECLS
