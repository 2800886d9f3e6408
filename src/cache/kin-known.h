/* kin-known.h: collects what the cache holds, for a list that takes over what has not changed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-clock.h"
#include "cache/kin-indexer.h"

G_BEGIN_DECLS

void        kin_known_collect_async  (KinIndexer           *indexer,
                                      KinClock             *clock,
                                      GCancellable         *cancellable,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);
GHashTable *kin_known_collect_finish (GAsyncResult         *result,
                                      GError              **error);

G_END_DECLS
