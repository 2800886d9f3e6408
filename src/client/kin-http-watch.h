/* kin-http-watch.h: a watch that comes from an API server.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-response.h"
#include "client/kin-watch.h"

G_BEGIN_DECLS

#define KIN_TYPE_HTTP_WATCH (kin_http_watch_get_type ())
G_DECLARE_FINAL_TYPE (KinHttpWatch, kin_http_watch, KIN, HTTP_WATCH, KinWatch)

KinWatch *kin_http_watch_new (KinResponse *response,
                              KinKind     *kind);

G_END_DECLS
