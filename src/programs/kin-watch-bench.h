/* kin-watch-bench.h: times an informer's first list and its updates, for tests/bench.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cache/kin-shared-informer.h"
#include "client/kin-client.h"

G_BEGIN_DECLS

#define KIN_TYPE_WATCH_BENCH (kin_watch_bench_get_type ())
G_DECLARE_FINAL_TYPE (KinWatchBench, kin_watch_bench, KIN, WATCH_BENCH, GObject)

KinWatchBench *kin_watch_bench_new (KinSharedInformer *informer,
                                    KinClient         *client,
                                    guint              n_updates);

G_END_DECLS
