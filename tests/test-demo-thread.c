/* test-demo-thread.c: the demo cluster's thread starts, serves, stops, and leaves nothing behind, as often as one likes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-thread.h"

#include <glib/gstdio.h>

#include "base/kin-worker-pool.h"
#include "client/kin-client.h"
#include "test-util.h"

#define N_STARTS 20

static const KinDemoOptions options = { .seed = 1, .quiet = TRUE };

static void
start (KinDemoThread *thread)
{
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  kin_demo_thread_start_async (thread, NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);
  g_assert_true (kin_demo_thread_start_finish (thread, result, &error));
  g_assert_no_error (error);
}

static void
assert_serves (KinDemoThread *thread)
{
  g_autoptr(KinContext) context = kin_context_new_for_socket (kin_demo_thread_get_socket_path (thread), "demo", "Demo cluster");
  KinClient *client = kin_client_new (context);
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) body = NULL;

  kin_client_get_async (client, "/livez", "*/*", NULL, kin_test_result_cb, &slot);
  result = kin_test_wait (&slot);
  body = kin_client_get_finish (client, result, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (body, NULL), g_bytes_get_size (body), "ok", 2);

  kin_client_close (client);
  g_clear_object (&result);
  kin_test_settle ();
  g_assert_finalize_object (client);
}

static void
test_serves (void)
{
  KinDemoThread *thread = kin_demo_thread_new (&options);
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;
  GStatBuf info;

  start (thread);
  path = g_strdup (kin_demo_thread_get_socket_path (thread));
  folder = g_path_get_dirname (path);
  g_assert_cmpint (g_stat (folder, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0700);
  assert_serves (thread);
  assert_serves (thread);

  kin_demo_thread_stop (thread);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  g_assert_finalize_object (thread);
}

/* Some are stopped before the cluster is made, some with a client that waits. */
static void
test_often (void)
{
  for (guint i = 0; i < N_STARTS; i++)
    {
      KinDemoThread *thread = kin_demo_thread_new (&options);
      g_autofree char *path = NULL;

      start (thread);
      path = g_strdup (kin_demo_thread_get_socket_path (thread));
      g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
      if (i % 5 == 0)
        assert_serves (thread);
      g_assert_finalize_object (thread);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
}

/* The callback comes all the same, and only it. */
static void
test_stopped_at_once (void)
{
  KinDemoThread *thread = kin_demo_thread_new (&options);
  GAsyncResult *slot = NULL;
  g_autoptr(GAsyncResult) result = NULL;

  kin_demo_thread_start_async (thread, NULL, kin_test_result_cb, &slot);
  kin_demo_thread_stop (thread);
  g_assert_null (slot);
  result = kin_test_wait (&slot);
  g_assert_true (kin_demo_thread_start_finish (thread, result, NULL));
  g_assert_false (g_file_test (kin_demo_thread_get_socket_path (thread), G_FILE_TEST_EXISTS));

  g_clear_object (&result);
  g_assert_finalize_object (thread);
}

static void
test_never_started (void)
{
  KinDemoThread *thread = kin_demo_thread_new (&options);

  kin_demo_thread_stop (thread);
  g_assert_null (kin_demo_thread_get_socket_path (thread));
  g_assert_finalize_object (thread);
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-thread/serves", test_serves);
  g_test_add_func ("/demo-thread/often", test_often);
  g_test_add_func ("/demo-thread/stopped-at-once", test_stopped_at_once);
  g_test_add_func ("/demo-thread/never-started", test_never_started);

  status = g_test_run ();
  kin_worker_pool_shutdown ();

  return status;
}
