/* kin-time.h: the API's timestamps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

gint64  kin_time_parse       (const char *rfc3339);
gint64  kin_time_parse_micro (const char *rfc3339);
char   *kin_time_dup_clock   (gint64      real_us);

G_END_DECLS
