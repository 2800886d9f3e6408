/* kin-discard.c: frees many objects without holding up the main loop.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-discard.h"

#include "base/kin-worker-pool.h"

/* So many are freed in less than a millisecond. */
#define FEW_OBJECTS 2000

typedef struct
{
  gpointer data;
  GDestroyNotify destroy;
} Job;

static gpointer
destroy_in_worker (gpointer   user_data,
                   GError   **error)
{
  Job *job = user_data;

  job->destroy (job->data);

  return NULL;
}

/**
 * kin_discard:
 * @data: what nobody else has
 * @destroy: frees @data, on any thread
 * @n_objects: how many objects that may free
 *
 * Frees a whole cache or list: 100,000 objects, each with its strings and its body, take longer than a frame. So
 * a worker does it, unless they are few.
 */
void
kin_discard (gpointer       data,
             GDestroyNotify destroy,
             guint          n_objects)
{
  Job *job;

  if (n_objects <= FEW_OBJECTS)
    {
      destroy (data);
      return;
    }

  job = g_new (Job, 1);
  *job = (Job) { data, destroy };
  kin_worker_pool_push_async (NULL, destroy_in_worker, job, g_free, NULL, G_PRIORITY_LOW, NULL, NULL, NULL);
}
