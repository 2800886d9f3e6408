/* kin-interned.h: strings that many objects share: counted, and freed with their last user.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

const char *kin_interned_new   (const char *data,
                                gsize       length);
void        kin_interned_unref (const char *self);
gsize       kin_interned_count (void);

G_END_DECLS
