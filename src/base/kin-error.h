/* kin-error.h: the error domains that a caller acts on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

/**
 * KinConnectionError:
 * @KIN_CONNECTION_ERROR_REFUSED: nobody listens there
 * @KIN_CONNECTION_ERROR_DNS: the host's name is not known
 * @KIN_CONNECTION_ERROR_TLS: the certificate of one side was refused
 * @KIN_CONNECTION_ERROR_CLOSED: reset, end of file or GOAWAY: a watch re-opens at its last version
 * @KIN_CONNECTION_ERROR_TIMED_OUT: no byte came for too long
 * @KIN_CONNECTION_ERROR_PROXY: the proxy in between failed
 * @KIN_CONNECTION_ERROR_NOT_KUBERNETES: an HTML page, a sign-in page, garbage instead of an API answer
 * @KIN_CONNECTION_ERROR_CREDENTIALS: a credential could not be had, or would have gone over plain http
 * @KIN_CONNECTION_ERROR_FAILED: anything else
 *
 * What went wrong on the way to a server; the message names the host.
 */
typedef enum
{
  KIN_CONNECTION_ERROR_REFUSED,
  KIN_CONNECTION_ERROR_DNS,
  KIN_CONNECTION_ERROR_TLS,
  KIN_CONNECTION_ERROR_CLOSED,
  KIN_CONNECTION_ERROR_TIMED_OUT,
  KIN_CONNECTION_ERROR_PROXY,
  KIN_CONNECTION_ERROR_NOT_KUBERNETES,
  KIN_CONNECTION_ERROR_CREDENTIALS,
  KIN_CONNECTION_ERROR_FAILED,
} KinConnectionError;

#define KIN_CONNECTION_ERROR (kin_connection_error_quark ())
GQuark kin_connection_error_quark (void);

/**
 * KinApiError:
 * @KIN_API_ERROR_UNKNOWN: a code or reason of which nothing is known
 * @KIN_API_ERROR_BAD_REQUEST: 400
 * @KIN_API_ERROR_UNAUTHORIZED: 401
 * @KIN_API_ERROR_FORBIDDEN: 403
 * @KIN_API_ERROR_NOT_FOUND: 404
 * @KIN_API_ERROR_CONFLICT: 409
 * @KIN_API_ERROR_EXPIRED: 410: reason Expired or Gone, or code 410 with an unknown reason
 * @KIN_API_ERROR_INVALID: 422
 * @KIN_API_ERROR_TOO_MANY_REQUESTS: 429
 * @KIN_API_ERROR_INTERNAL: 500
 * @KIN_API_ERROR_UNAVAILABLE: 503
 * @KIN_API_ERROR_VERSION_TOO_LARGE: 504: the server has not reached the version asked for
 * @KIN_API_ERROR_TIMEOUT: any other 504
 *
 * The API server said no. Such an error carries the server's whole Status, hence it is an extended
 * error that client/kin-status.c registers.
 */
typedef enum
{
  KIN_API_ERROR_UNKNOWN,
  KIN_API_ERROR_BAD_REQUEST,
  KIN_API_ERROR_UNAUTHORIZED,
  KIN_API_ERROR_FORBIDDEN,
  KIN_API_ERROR_NOT_FOUND,
  KIN_API_ERROR_CONFLICT,
  KIN_API_ERROR_EXPIRED,
  KIN_API_ERROR_INVALID,
  KIN_API_ERROR_TOO_MANY_REQUESTS,
  KIN_API_ERROR_INTERNAL,
  KIN_API_ERROR_UNAVAILABLE,
  KIN_API_ERROR_VERSION_TOO_LARGE,
  KIN_API_ERROR_TIMEOUT,
} KinApiError;

#define KIN_API_ERROR (kin_api_error_quark ())
GQuark kin_api_error_quark (void);

/**
 * KinParseError:
 * @KIN_PARSE_ERROR_SYNTAX: not the language it should be
 * @KIN_PARSE_ERROR_TRUNCATED: ends in the middle of a value
 * @KIN_PARSE_ERROR_TOO_LARGE: a value is longer or deeper than we take
 * @KIN_PARSE_ERROR_MISSING: a member that must be there is not
 * @KIN_PARSE_ERROR_WRONG_TYPE: a member is of another type than it must be
 *
 * A document could not be read: JSON of a server, YAML, a selector.
 */
typedef enum
{
  KIN_PARSE_ERROR_SYNTAX,
  KIN_PARSE_ERROR_TRUNCATED,
  KIN_PARSE_ERROR_TOO_LARGE,
  KIN_PARSE_ERROR_MISSING,
  KIN_PARSE_ERROR_WRONG_TYPE,
} KinParseError;

#define KIN_PARSE_ERROR (kin_parse_error_quark ())
GQuark kin_parse_error_quark (void);

/**
 * KinConfigError:
 * @KIN_CONFIG_ERROR_NO_FILE: there is no such file
 * @KIN_CONFIG_ERROR_UNREADABLE: the file may not be read
 * @KIN_CONFIG_ERROR_SYNTAX: the file is no kubeconfig
 * @KIN_CONFIG_ERROR_NO_CONTEXT: no context of that name
 * @KIN_CONFIG_ERROR_BROKEN_CONTEXT: the context lacks something that it needs
 * @KIN_CONFIG_ERROR_UNSUPPORTED: a way to log in that we do not know
 *
 * A kubeconfig cannot be used; the message names the file, the entry and the field.
 */
typedef enum
{
  KIN_CONFIG_ERROR_NO_FILE,
  KIN_CONFIG_ERROR_UNREADABLE,
  KIN_CONFIG_ERROR_SYNTAX,
  KIN_CONFIG_ERROR_NO_CONTEXT,
  KIN_CONFIG_ERROR_BROKEN_CONTEXT,
  KIN_CONFIG_ERROR_UNSUPPORTED,
} KinConfigError;

#define KIN_CONFIG_ERROR (kin_config_error_quark ())
GQuark kin_config_error_quark (void);

G_END_DECLS
