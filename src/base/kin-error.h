/* kin-error.h: the error domains that a caller acts on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once
#include "base/kin-types.h"
G_BEGIN_DECLS

/* What went wrong on the way to a server (client/ sets it; message names the host). */
#define KIN_CONNECTION_ERROR (kin_connection_error_quark ())
typedef enum {
  KIN_CONNECTION_ERROR_REFUSED,
  KIN_CONNECTION_ERROR_DNS,
  KIN_CONNECTION_ERROR_TLS,
  KIN_CONNECTION_ERROR_CLOSED,       /* reset, EOF, GOAWAY: "EOF-like", a watch re-opens at its last version */
  KIN_CONNECTION_ERROR_TIMED_OUT,
  KIN_CONNECTION_ERROR_PROXY,
  KIN_CONNECTION_ERROR_NOT_KUBERNETES, /* an HTML page, a sign-in page, garbage instead of an API answer */
  KIN_CONNECTION_ERROR_CREDENTIALS,  /* a credential could not be had, or would have gone over plain http */
  KIN_CONNECTION_ERROR_FAILED,
} KinConnectionError;
GQuark kin_connection_error_quark (void);

/* The API server said no. The GError carries its whole Status: kin_error_get_status() (client/kin-status.h). */
#define KIN_API_ERROR (kin_api_error_quark ())
typedef enum {
  KIN_API_ERROR_UNKNOWN,
  KIN_API_ERROR_BAD_REQUEST,        /* 400 */
  KIN_API_ERROR_UNAUTHORIZED,       /* 401 */
  KIN_API_ERROR_FORBIDDEN,          /* 403 */
  KIN_API_ERROR_NOT_FOUND,          /* 404 */
  KIN_API_ERROR_CONFLICT,           /* 409 */
  KIN_API_ERROR_EXPIRED,            /* 410, reason Expired or Gone, or code 410 with an unknown reason (spec 1.3) */
  KIN_API_ERROR_INVALID,            /* 422 */
  KIN_API_ERROR_TOO_MANY_REQUESTS,  /* 429 */
  KIN_API_ERROR_INTERNAL,           /* 500 */
  KIN_API_ERROR_UNAVAILABLE,        /* 503 */
  KIN_API_ERROR_VERSION_TOO_LARGE,  /* 504, the three encodings of spec 1.3 */
  KIN_API_ERROR_TIMEOUT,            /* other 504 */
} KinApiError;
GQuark kin_api_error_quark (void);

/* A document could not be read: kubeconfig, JSON of a server, a selector. */
#define KIN_PARSE_ERROR (kin_parse_error_quark ())
typedef enum { KIN_PARSE_ERROR_SYNTAX, KIN_PARSE_ERROR_TRUNCATED, KIN_PARSE_ERROR_TOO_LARGE, KIN_PARSE_ERROR_MISSING, KIN_PARSE_ERROR_WRONG_TYPE } KinParseError;
GQuark kin_parse_error_quark (void);

/* config/: message names file, entry and field. */
#define KIN_CONFIG_ERROR (kin_config_error_quark ())
typedef enum { KIN_CONFIG_ERROR_NO_FILE, KIN_CONFIG_ERROR_UNREADABLE, KIN_CONFIG_ERROR_SYNTAX, KIN_CONFIG_ERROR_NO_CONTEXT, KIN_CONFIG_ERROR_BROKEN_CONTEXT, KIN_CONFIG_ERROR_UNSUPPORTED } KinConfigError;
GQuark kin_config_error_quark (void);
G_END_DECLS
