/* kin-demo-time.h: writes the API's timestamps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

char *kin_demo_time_dup       (gint64 real_us);
char *kin_demo_time_dup_micro (gint64 real_us);

G_END_DECLS
