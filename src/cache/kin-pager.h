/* kin-pager.h: gets a whole list, page by page where the server pages.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-clock.h"
#include "cache/kin-indexer.h"
#include "client/kin-lister-watcher.h"

G_BEGIN_DECLS

void         kin_pager_list_async  (KinListerWatcher      *source,
                                    const KinListOptions  *options,
                                    KinIndexer            *cache,
                                    KinClock              *clock,
                                    GCancellable          *cancellable,
                                    GAsyncReadyCallback    callback,
                                    gpointer               user_data);
KinListPage *kin_pager_list_finish (GAsyncResult          *result,
                                    gboolean              *paginated,
                                    GError               **error);

G_END_DECLS
