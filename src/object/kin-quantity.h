/* kin-quantity.h: the API's quantities, such as 500m and 1Gi.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

gboolean kin_quantity_parse (const char *text,
                             double     *value);

G_END_DECLS
