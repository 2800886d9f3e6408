/* kin-demo-quantity.h: quantities as the API server writes them, whatever way they came in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

char *kin_demo_quantity_dup_canonical (const char *text);

G_END_DECLS
