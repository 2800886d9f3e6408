/* kin-ticker.h: one timer for all the words on screen that change with time alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

guint kin_ticker_add    (GSourceOnceFunc func,
                         gpointer        user_data);
void  kin_ticker_remove (guint           id);

G_END_DECLS
