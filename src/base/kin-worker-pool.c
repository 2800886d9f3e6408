/* kin-worker-pool.c: a few threads that do jobs in turn and hand the results back to the main loop that asked.
 *
 * Everything that crosses a thread crosses under the pool's pthread mutex: ThreadSanitizer sees that one, and
 * does not see the locks inside a GLib that was built without it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "base/kin-worker-pool.h"

#include <pthread.h>

#define MIN_WORKERS 2    /* a long list may keep one busy while a watch's line goes through the other */
#define MAX_WORKERS 4

typedef struct
{
  GList link;            /* in the pool's queue */
  GTask *task;           /* owned from the push until the result was delivered */
  KinWorkFunc func;
  gpointer job;
  GDestroyNotify job_free;
  GDestroyNotify result_free;

  gpointer result;
  GError *error;
} Call;

static struct
{
  pthread_mutex_t lock;
  pthread_cond_t wake;
  GQueue queue;          /* of Call */
  pthread_t threads[MAX_WORKERS];
  guint n_threads;
  gboolean stopping;
} pool = {
  .lock = PTHREAD_MUTEX_INITIALIZER,
  .wake = PTHREAD_COND_INITIALIZER,
  .queue = G_QUEUE_INIT,
};

/* The task's data: freed with the task, hence where the callback ran. */
static void
free_call (gpointer data)
{
  Call *call = data;

  if (call->job_free != NULL)
    call->job_free (call->job);

  g_free (call);
}

static gboolean
deliver_cb (gpointer user_data)
{
  Call *call = user_data;
  g_autoptr(GTask) task = NULL;
  gpointer result;
  GError *error;

  pthread_mutex_lock (&pool.lock);
  task = g_steal_pointer (&call->task);
  result = g_steal_pointer (&call->result);
  error = g_steal_pointer (&call->error);
  pthread_mutex_unlock (&pool.lock);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, result, call->result_free);

  return G_SOURCE_REMOVE;
}

/* The task is not returned here: whoever drops its last reference frees the job, and that must not be a worker. */
static void
post (Call *call)
{
  GMainContext *context = g_task_get_context (call->task);
  g_autoptr(GSource) source = g_idle_source_new ();

  g_source_set_static_name (source, "[kinformer] worker's result");
  g_source_set_priority (source, g_task_get_priority (call->task));
  g_source_set_callback (source, deliver_cb, call, NULL);
  g_source_attach (source, context);
}

static void
run (Call *call)
{
  GCancellable *cancellable = g_task_get_cancellable (call->task);
  GError *error = NULL;
  gpointer result = NULL;

  if (!g_cancellable_set_error_if_cancelled (cancellable, &error))
    result = call->func (call->job, &error);

  pthread_mutex_lock (&pool.lock);
  call->result = result;
  call->error = error;
  pthread_mutex_unlock (&pool.lock);

  post (call);
}

static Call *
wait_for_call (void)
{
  GList *link;

  pthread_mutex_lock (&pool.lock);
  while (g_queue_is_empty (&pool.queue) && !pool.stopping)
    pthread_cond_wait (&pool.wake, &pool.lock);
  link = g_queue_pop_head_link (&pool.queue);
  pthread_mutex_unlock (&pool.lock);

  return link != NULL ? link->data : NULL;
}

static void *
worker (void *data)
{
  Call *call;

  pthread_setname_np (pthread_self (), "kin-worker");

  while ((call = wait_for_call ()) != NULL)
    run (call);

  return NULL;
}

/* With the lock held. */
static void
start_threads (void)
{
  guint wanted = CLAMP (g_get_num_processors (), MIN_WORKERS, MAX_WORKERS);

  while (pool.n_threads < wanted && pthread_create (&pool.threads[pool.n_threads], NULL, worker, NULL) == 0)
    pool.n_threads++;

  /* As g_thread_new() does: without a single worker nothing would ever come back. */
  if (pool.n_threads == 0)
    g_error ("No thread could be started");
}

/**
 * kin_worker_pool_push_async:
 * @source_object: (type GObject) (nullable): on whose behalf
 * @func: does the job, on a worker's thread
 * @job: (transfer full): for @func
 * @job_free: (nullable): frees @job, in the caller's main context
 * @result_free: (nullable): frees a result that nobody took
 * @io_priority: the priority at which @callback is called
 * @cancellable: (nullable): a job that was not begun when this is cancelled is left out
 * @callback: called in the caller's thread-default main context
 * @user_data: for @callback
 *
 * Has a job done by the next worker that is free. How many jobs may wait is for the callers to bound.
 */
void
kin_worker_pool_push_async (gpointer             source_object,
                            KinWorkFunc          func,
                            gpointer             job,
                            GDestroyNotify       job_free,
                            GDestroyNotify       result_free,
                            int                  io_priority,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  Call *call;

  g_return_if_fail (source_object == NULL || G_IS_OBJECT (source_object));
  g_return_if_fail (func != NULL);

  call = g_new0 (Call, 1);
  call->link.data = call;
  call->func = func;
  call->job = job;
  call->job_free = job_free;
  call->result_free = result_free;
  call->task = g_task_new (source_object, cancellable, callback, user_data);
  g_task_set_source_tag (call->task, kin_worker_pool_push_async);
  g_task_set_priority (call->task, io_priority);
  g_task_set_task_data (call->task, call, free_call);

  pthread_mutex_lock (&pool.lock);
  start_threads ();
  g_queue_push_tail_link (&pool.queue, &call->link);
  pthread_cond_signal (&pool.wake);
  pthread_mutex_unlock (&pool.lock);
}

/**
 * kin_worker_pool_push_finish:
 * @result: what the callback was given
 * @error: return location
 *
 * Takes the result of a job.
 *
 * Returns: (transfer full) (nullable): what the job's function returned, or %NULL with @error set
 */
gpointer
kin_worker_pool_push_finish (GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, kin_worker_pool_push_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * kin_worker_pool_shutdown:
 *
 * Waits until all jobs are done and ends the threads: for the end of a program or a test. Results not yet
 * delivered still come when their main context runs. The next job starts new threads.
 */
void
kin_worker_pool_shutdown (void)
{
  pthread_t threads[MAX_WORKERS];
  guint n_threads;

  pthread_mutex_lock (&pool.lock);
  pool.stopping = TRUE;
  n_threads = pool.n_threads;
  for (guint i = 0; i < n_threads; i++)
    threads[i] = pool.threads[i];
  pthread_cond_broadcast (&pool.wake);
  pthread_mutex_unlock (&pool.lock);

  for (guint i = 0; i < n_threads; i++)
    pthread_join (threads[i], NULL);

  pthread_mutex_lock (&pool.lock);
  pool.n_threads = 0;
  pool.stopping = FALSE;
  pthread_mutex_unlock (&pool.lock);
}
