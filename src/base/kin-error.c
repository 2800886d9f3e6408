/* kin-error.c: the error domains that a caller acts on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "base/kin-error.h"

G_DEFINE_QUARK (kin-connection-error-quark, kin_connection_error)
G_DEFINE_QUARK (kin-parse-error-quark, kin_parse_error)
G_DEFINE_QUARK (kin-config-error-quark, kin_config_error)
