/* kin-json-private.h: what object/ alone may do with a document.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-json.h"

G_BEGIN_DECLS

KinJson *kin_json_parse_scratch (const char  *text,
                                 gsize        length,
                                 GError     **error);

G_END_DECLS
