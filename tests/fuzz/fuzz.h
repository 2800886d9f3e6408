/* fuzz.h: what is fuzzed: each function takes any bytes and aborts when a promise is broken.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void fuzz_item_splitter (const guint8 *data,
                         gsize         size);
void fuzz_object        (const guint8 *data,
                         gsize         size);

G_END_DECLS
