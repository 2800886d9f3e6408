/* test-interned.c: equal strings are one string, and none outlives its last user.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "base/kin-interned.h"

#include <pthread.h>

static void
test_equal_is_same (void)
{
  const char *one = kin_interned_new ("checkout", 8);
  const char *two = kin_interned_new ("checkout-api", 8);
  const char *other = kin_interned_new ("checkout-api", 12);

  g_assert_true (one == two);
  g_assert_true (one != other);
  g_assert_cmpstr (one, ==, "checkout");
  g_assert_cmpstr (other, ==, "checkout-api");
  g_assert_cmpuint (kin_interned_count (), ==, 2);

  kin_interned_unref (one);
  g_assert_cmpuint (kin_interned_count (), ==, 2);
  kin_interned_unref (two);
  g_assert_cmpuint (kin_interned_count (), ==, 1);
  kin_interned_unref (other);
  g_assert_cmpuint (kin_interned_count (), ==, 0);
}

static void
test_nul_inside (void)
{
  const char *one = kin_interned_new ("a\0b", 4);
  const char *two = kin_interned_new ("a\0c", 4);

  g_assert_true (one != two);
  g_assert_cmpmem (one, 4, "a\0b", 4);

  kin_interned_unref (one);
  kin_interned_unref (two);
  g_assert_cmpuint (kin_interned_count (), ==, 0);
}

static void
test_empty (void)
{
  const char *one = kin_interned_new ("", 0);

  g_assert_cmpstr (one, ==, "");
  kin_interned_unref (one);
  g_assert_cmpuint (kin_interned_count (), ==, 0);
}

static void *
churn (void *data)
{
  for (guint i = 0; i < 20000; i++)
    {
      char name[16];
      gsize length = (gsize) g_snprintf (name, sizeof name, "pod-%u", i % 50);
      const char *one = kin_interned_new (name, length);

      g_assert_cmpstr (one, ==, name);
      kin_interned_unref (one);
    }

  return NULL;
}

static void
test_threads (void)
{
  pthread_t threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpint (pthread_create (&threads[i], NULL, churn, NULL), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpint (pthread_join (threads[i], NULL), ==, 0);

  g_assert_cmpuint (kin_interned_count (), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/interned/equal-is-same", test_equal_is_same);
  g_test_add_func ("/interned/nul-inside", test_nul_inside);
  g_test_add_func ("/interned/empty", test_empty);
  g_test_add_func ("/interned/threads", test_threads);

  return g_test_run ();
}
