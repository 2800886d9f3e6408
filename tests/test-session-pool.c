/* test-session-pool.c: no session gets more streams than it may have, and who has to wait is served in turn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-session-pool.h"

#include "base/kin-error.h"
#include "test-util.h"

static SoupSession *
make_session (gpointer user_data)
{
  guint *n_made = user_data;

  *n_made += 1;

  return soup_session_new ();
}

static KinSessionLease *
acquire (KinSessionPool *pool)
{
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  KinSessionLease *lease;

  kin_session_pool_acquire_async (pool, NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);
  lease = kin_session_pool_acquire_finish (pool, result, &error);
  g_assert_no_error (error);

  return lease;
}

static void
test_sessions_fill_up (void)
{
  guint n_made = 0;
  g_autoptr(KinSessionPool) pool = kin_session_pool_new (2, 3, make_session, &n_made);
  KinSessionLease *leases[5];

  for (guint i = 0; i < G_N_ELEMENTS (leases); i++)
    leases[i] = acquire (pool);

  g_assert_cmpuint (n_made, ==, 3);
  g_assert_cmpuint (kin_session_pool_get_n_sessions (pool), ==, 3);
  g_assert_true (kin_session_lease_get_session (leases[0]) == kin_session_lease_get_session (leases[1]));
  g_assert_true (kin_session_lease_get_session (leases[1]) != kin_session_lease_get_session (leases[2]));
  g_assert_true (kin_session_lease_get_session (leases[4]) != kin_session_lease_get_session (leases[3]));

  /* The free stream of the first session is used again. */
  kin_session_lease_free (leases[0]);
  leases[0] = acquire (pool);
  g_assert_true (kin_session_lease_get_session (leases[0]) == kin_session_lease_get_session (leases[1]));

  for (guint i = 0; i < G_N_ELEMENTS (leases); i++)
    kin_session_lease_free (leases[i]);
  g_assert_finalize_object (g_steal_pointer (&pool));
}

static void
test_waiting_in_turn (void)
{
  guint n_made = 0;
  g_autoptr(KinSessionPool) pool = kin_session_pool_new (1, 1, make_session, &n_made);
  KinSessionLease *lease = acquire (pool);
  GAsyncResult *slots[2] = { NULL, NULL };

  for (guint i = 0; i < 2; i++)
    kin_session_pool_acquire_async (pool, NULL, kin_test_result_cb, &slots[i]);
  kin_test_settle ();
  g_assert_cmpuint (kin_session_pool_get_n_waiting (pool), ==, 2);
  g_assert_null (slots[0]);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(GAsyncResult) result = NULL;

      kin_session_lease_free (lease);
      result = kin_test_wait (&slots[i]);
      lease = kin_session_pool_acquire_finish (pool, result, NULL);
      g_assert_nonnull (lease);
      g_assert_cmpuint (kin_session_pool_get_n_waiting (pool), ==, 1 - i);
    }

  kin_session_lease_free (lease);
  g_assert_cmpuint (n_made, ==, 1);
  g_assert_finalize_object (g_steal_pointer (&pool));
}

static void
test_cancelled_while_waiting (void)
{
  guint n_made = 0;
  g_autoptr(KinSessionPool) pool = kin_session_pool_new (1, 1, make_session, &n_made);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  KinSessionLease *lease = acquire (pool);
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  kin_session_pool_acquire_async (pool, cancellable, kin_test_result_cb, &slot);
  g_cancellable_cancel (cancellable);
  result = kin_test_wait (&slot);

  g_assert_null (kin_session_pool_acquire_finish (pool, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (kin_session_pool_get_n_waiting (pool), ==, 0);

  /* The stream is free for the next one. */
  kin_session_lease_free (lease);
  kin_session_lease_free (acquire (pool));

  g_clear_object (&result);
  g_assert_finalize_object (g_steal_pointer (&pool));
}

/* A stream that is handed over and cancelled at the same moment is given back. */
static void
test_cancelled_when_served (void)
{
  guint n_made = 0;
  g_autoptr(KinSessionPool) pool = kin_session_pool_new (1, 1, make_session, &n_made);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  KinSessionLease *lease = acquire (pool);
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  kin_session_pool_acquire_async (pool, cancellable, kin_test_result_cb, &slot);
  kin_session_lease_free (lease);
  g_cancellable_cancel (cancellable);
  result = kin_test_wait (&slot);
  g_assert_null (kin_session_pool_acquire_finish (pool, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_object (&result);

  kin_session_lease_free (acquire (pool));
  g_assert_finalize_object (g_steal_pointer (&pool));
}

static void
test_closed (void)
{
  guint n_made = 0;
  g_autoptr(KinSessionPool) pool = kin_session_pool_new (1, 1, make_session, &n_made);
  KinSessionLease *lease = acquire (pool);
  GAsyncResult *slots[2] = { NULL, NULL };

  kin_session_pool_acquire_async (pool, NULL, kin_test_result_cb, &slots[0]);
  kin_session_pool_close (pool);
  kin_session_pool_acquire_async (pool, NULL, kin_test_result_cb, &slots[1]);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(GAsyncResult) result = kin_test_wait (&slots[i]);
      g_autoptr(GError) error = NULL;

      g_assert_null (kin_session_pool_acquire_finish (pool, result, &error));
      g_assert_error (error, KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED);
    }

  kin_session_lease_free (lease);
  g_assert_finalize_object (g_steal_pointer (&pool));
}

static void
test_bytes (void)
{
  guint n_made = 0;
  g_autoptr(KinSessionPool) pool = kin_session_pool_new (1, 2, make_session, &n_made);
  KinSessionLease *first = acquire (pool);
  KinSessionLease *second = acquire (pool);

  kin_session_lease_count_bytes (first, 3);
  kin_session_lease_count_bytes (second, 4);
  kin_session_lease_free (first);
  kin_session_lease_free (second);

  g_assert_cmpuint (kin_session_pool_get_n_bytes (pool), ==, 7);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session-pool/sessions-fill-up", test_sessions_fill_up);
  g_test_add_func ("/session-pool/waiting-in-turn", test_waiting_in_turn);
  g_test_add_func ("/session-pool/cancelled-while-waiting", test_cancelled_while_waiting);
  g_test_add_func ("/session-pool/cancelled-when-served", test_cancelled_when_served);
  g_test_add_func ("/session-pool/closed", test_closed);
  g_test_add_func ("/session-pool/bytes", test_bytes);

  return g_test_run ();
}
