/* test-worker-pool.c: jobs run on threads of the pool and their results come back where they were asked for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "base/kin-error.h"
#include "base/kin-worker-pool.h"

#include <pthread.h>

#define PATIENCE_S 20

/* Two jobs meet here: that only works where two workers run at the same time. */
typedef struct
{
  pthread_mutex_t lock;
  pthread_cond_t changed;
  guint n_inside;
  guint n_wanted;
} Gate;

typedef struct
{
  guint n_results;
  guint n_jobs_freed;
  GThread *thread;
  GString *order;
} Tally;

typedef struct
{
  Tally *tally;
  Gate *gate;
  char name;
} Job;

static Job *
job_new (Tally *tally,
         char   name)
{
  Job *job = g_new0 (Job, 1);

  job->tally = tally;
  job->name = name;

  return job;
}

static void
job_free (gpointer data)
{
  Job *job = data;

  g_assert_true (g_thread_self () == job->tally->thread);
  job->tally->n_jobs_freed++;
  g_free (job);
}

static gpointer
do_job (gpointer   data,
        GError   **error)
{
  Job *job = data;

  g_assert_true (g_thread_self () != job->tally->thread);

  return g_strdup_printf ("did %c", job->name);
}

static gpointer
fail_job (gpointer   data,
          GError   **error)
{
  g_set_error_literal (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_SYNTAX, "no");

  return NULL;
}

static gpointer
must_not_run (gpointer   data,
              GError   **error)
{
  g_assert_not_reached ();
}

static gpointer
meet_in_gate (gpointer   data,
              GError   **error)
{
  Gate *gate = ((Job *) data)->gate;

  pthread_mutex_lock (&gate->lock);
  gate->n_inside++;
  pthread_cond_broadcast (&gate->changed);
  while (gate->n_inside < gate->n_wanted)
    pthread_cond_wait (&gate->changed, &gate->lock);
  pthread_mutex_unlock (&gate->lock);

  return NULL;
}

static void
result_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Tally *tally = user_data;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = kin_worker_pool_push_finish (result, &error);

  g_assert_no_error (error);
  g_assert_true (g_thread_self () == tally->thread);
  tally->n_results++;
  if (text != NULL && tally->order != NULL)
    g_string_append_c (tally->order, text[4]);
}

static void
syntax_error_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  Tally *tally = user_data;
  g_autoptr(GError) error = NULL;

  g_assert_null (kin_worker_pool_push_finish (result, &error));
  g_assert_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_SYNTAX);
  tally->n_results++;
}

static void
cancelled_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Tally *tally = user_data;
  g_autoptr(GError) error = NULL;

  g_assert_null (kin_worker_pool_push_finish (result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  tally->n_results++;
}

static void
ignore_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Tally *tally = user_data;

  tally->n_results++;
}

static gboolean
give_up_cb (gpointer user_data)
{
  g_error ("No answer within %d s", PATIENCE_S);

  return G_SOURCE_REMOVE;
}

static void
wait_for_results (Tally *tally,
                  guint  n_results)
{
  guint patience = g_timeout_add_seconds (PATIENCE_S, give_up_cb, NULL);

  while (tally->n_results < n_results)
    g_main_context_iteration (NULL, TRUE);

  g_source_remove (patience);
}

static void
test_round_trip (void)
{
  g_autoptr(GObject) source = g_object_new (G_TYPE_OBJECT, NULL);
  Tally tally = { .thread = g_thread_self () };

  for (guint i = 0; i < 100; i++)
    kin_worker_pool_push_async (source, do_job, job_new (&tally, 'x'), job_free, g_free, 200, NULL, result_cb, &tally);
  g_assert_cmpuint (tally.n_results, ==, 0);
  wait_for_results (&tally, 100);
  g_assert_cmpuint (tally.n_jobs_freed, ==, 100);

  kin_worker_pool_shutdown ();
  g_assert_finalize_object (g_steal_pointer (&source));
}

static void
test_error (void)
{
  Tally tally = { .thread = g_thread_self () };

  kin_worker_pool_push_async (NULL, fail_job, job_new (&tally, 'x'), job_free, g_free, 0, NULL, syntax_error_cb, &tally);
  wait_for_results (&tally, 1);
  g_assert_cmpuint (tally.n_jobs_freed, ==, 1);

  kin_worker_pool_shutdown ();
}

static void
test_cancelled_before (void)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  Tally tally = { .thread = g_thread_self () };

  g_cancellable_cancel (cancellable);
  kin_worker_pool_push_async (NULL, must_not_run, job_new (&tally, 'x'), job_free, g_free, 0, cancellable,
                              cancelled_cb, &tally);
  wait_for_results (&tally, 1);

  kin_worker_pool_shutdown ();
  g_assert_finalize_object (g_steal_pointer (&cancellable));
}

/* The job has been done, yet its caller gets the cancellation, and the result is freed. */
static void
test_cancelled_after (void)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  Tally tally = { .thread = g_thread_self () };

  kin_worker_pool_push_async (NULL, do_job, job_new (&tally, 'x'), job_free, g_free, 0, cancellable, cancelled_cb, &tally);
  kin_worker_pool_shutdown ();
  g_cancellable_cancel (cancellable);
  wait_for_results (&tally, 1);

  g_assert_cmpuint (tally.n_jobs_freed, ==, 1);
}

static void
test_unclaimed (void)
{
  Tally tally = { .thread = g_thread_self () };

  kin_worker_pool_push_async (NULL, do_job, job_new (&tally, 'x'), job_free, g_free, 0, NULL, ignore_cb, &tally);
  wait_for_results (&tally, 1);

  kin_worker_pool_shutdown ();
}

static void
test_priority (void)
{
  Tally tally = { .thread = g_thread_self (), .order = g_string_new (NULL) };

  kin_worker_pool_push_async (NULL, do_job, job_new (&tally, 'c'), job_free, g_free, 300, NULL, result_cb, &tally);
  kin_worker_pool_push_async (NULL, do_job, job_new (&tally, 'a'), job_free, g_free, 0, NULL, result_cb, &tally);
  kin_worker_pool_push_async (NULL, do_job, job_new (&tally, 'b'), job_free, g_free, 200, NULL, result_cb, &tally);
  kin_worker_pool_shutdown ();
  wait_for_results (&tally, 3);

  g_assert_cmpstr (tally.order->str, ==, "abc");
  g_string_free (tally.order, TRUE);
}

static void
test_side_by_side (void)
{
  Gate gate = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER, .n_wanted = 2 };
  Tally tally = { .thread = g_thread_self () };

  for (guint i = 0; i < 2; i++)
    {
      Job *job = job_new (&tally, 'x');

      job->gate = &gate;
      kin_worker_pool_push_async (NULL, meet_in_gate, job, job_free, NULL, 0, NULL, result_cb, &tally);
    }

  wait_for_results (&tally, 2);
  kin_worker_pool_shutdown ();
}

static void
test_own_context (void)
{
  g_autoptr(GMainContext) context = g_main_context_new ();
  Tally tally = { .thread = g_thread_self () };

  g_main_context_push_thread_default (context);
  kin_worker_pool_push_async (NULL, do_job, job_new (&tally, 'x'), job_free, g_free, 0, NULL, result_cb, &tally);
  g_main_context_pop_thread_default (context);
  kin_worker_pool_shutdown ();

  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (tally.n_results, ==, 0);

  while (g_main_context_iteration (context, FALSE))
    ;
  g_assert_cmpuint (tally.n_results, ==, 1);
}

static void
test_again_after_shutdown (void)
{
  Tally tally = { .thread = g_thread_self () };

  kin_worker_pool_shutdown ();

  for (guint i = 1; i <= 3; i++)
    {
      kin_worker_pool_push_async (NULL, do_job, job_new (&tally, 'x'), job_free, g_free, 0, NULL, result_cb, &tally);
      kin_worker_pool_shutdown ();
      wait_for_results (&tally, i);
    }

  g_assert_cmpuint (tally.n_jobs_freed, ==, 3);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/worker-pool/round-trip", test_round_trip);
  g_test_add_func ("/worker-pool/error", test_error);
  g_test_add_func ("/worker-pool/cancelled-before", test_cancelled_before);
  g_test_add_func ("/worker-pool/cancelled-after", test_cancelled_after);
  g_test_add_func ("/worker-pool/unclaimed", test_unclaimed);
  g_test_add_func ("/worker-pool/priority", test_priority);
  g_test_add_func ("/worker-pool/side-by-side", test_side_by_side);
  g_test_add_func ("/worker-pool/own-context", test_own_context);
  g_test_add_func ("/worker-pool/again-after-shutdown", test_again_after_shutdown);

  return g_test_run ();
}
