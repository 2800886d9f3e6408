/* kin-change-text.h: a change as lines of text for a terminal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "journal/kin-change.h"

G_BEGIN_DECLS

char *kin_change_dup_text (KinChange *self,
                           gboolean   colour);

G_END_DECLS
