/* kin-worker-pool.h: threads for what would hold up the main loop.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

/**
 * KinWorkFunc:
 * @job: what kin_worker_pool_push_async() was given
 * @error: set when %NULL is returned for a failure
 *
 * Does a job, on a worker's thread.
 *
 * Returns: (transfer full) (nullable): the result
 */
typedef gpointer (*KinWorkFunc) (gpointer   job,
                                 GError   **error);

void     kin_worker_pool_push_async  (gpointer              source_object,
                                      KinWorkFunc           func,
                                      gpointer              job,
                                      GDestroyNotify        job_free,
                                      GDestroyNotify        result_free,
                                      int                   io_priority,
                                      GCancellable         *cancellable,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);
gpointer kin_worker_pool_push_finish (GAsyncResult         *result,
                                      GError              **error);
void     kin_worker_pool_shutdown    (void);

G_END_DECLS
