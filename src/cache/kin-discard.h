/* kin-discard.h: frees many objects without holding up the main loop.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void kin_discard (gpointer       data,
                  GDestroyNotify destroy,
                  guint          n_objects);

G_END_DECLS
