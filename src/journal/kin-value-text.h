/* kin-value-text.h: a value of an object as a person reads it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "journal/kin-merge-key.h"

G_BEGIN_DECLS

char *kin_value_text_dup        (KinJsonValue      *value,
                                 const KinMergeKey *without);
char *kin_value_text_dup_masked (KinJsonValue      *value,
                                 gboolean           is_base64);

G_END_DECLS
