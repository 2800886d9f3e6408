/* test-splice-array.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-splice-array.h"

static void
assert_equal (KinSpliceArray *array,
              GPtrArray      *expected)
{
  g_autoptr(GPtrArray) collected = g_ptr_array_new ();
  guint from = expected->len / 3;

  g_assert_cmpuint (kin_splice_array_get_size (array), ==, expected->len);
  kin_splice_array_collect (array, 0, from, collected);
  kin_splice_array_collect (array, from, expected->len - from, collected);
  g_assert_cmpmem (collected->pdata, collected->len * sizeof (gpointer), expected->pdata, expected->len * sizeof (gpointer));
  for (guint i = 0; i < expected->len; i++)
    if (kin_splice_array_get (array, i) != g_ptr_array_index (expected, i))
      g_error ("Item %u is not what it should be", i);
}

static void
test_random_splices (void)
{
  g_autoptr(KinSpliceArray) array = kin_splice_array_new ();
  g_autoptr(GPtrArray) expected = g_ptr_array_new ();
  guint next = 1;

  for (guint round = 0; round < 600; round++)
    {
      guint position = (guint) g_test_rand_int_range (0, (int) expected->len + 1);
      guint most = MIN (expected->len - position, round % 7 == 0 ? 600 : 5);
      guint n_removed = (guint) g_test_rand_int_range (0, (int) most + 1);
      guint n_added = (guint) g_test_rand_int_range (0, round % 5 == 0 ? 700 : 4);
      g_autofree gpointer *added = g_new0 (gpointer, n_added + 1);

      if (n_removed > 0)
        g_ptr_array_remove_range (expected, position, n_removed);
      for (guint i = 0; i < n_added; i++)
        {
          added[i] = GUINT_TO_POINTER (next++);
          g_ptr_array_insert (expected, (int) (position + i), added[i]);
        }
      kin_splice_array_splice (array, position, n_removed, added, n_added);

      if (round % 30 == 0)
        assert_equal (array, expected);
    }
  assert_equal (array, expected);

  kin_splice_array_splice (array, 0, expected->len, NULL, 0);
  g_assert_cmpuint (kin_splice_array_get_size (array), ==, 0);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b,
                 gpointer      user_data)
{
  return GPOINTER_TO_INT (a) - GPOINTER_TO_INT (b);
}

static void
test_bisect (void)
{
  g_autoptr(KinSpliceArray) array = kin_splice_array_new ();

  g_assert_cmpuint (kin_splice_array_bisect (array, GINT_TO_POINTER (1), compare_numbers, NULL), ==, 0);

  /* 2, 4, … 20000 */
  for (guint i = 0; i < 10000; i++)
    {
      gpointer item = GUINT_TO_POINTER (2 * (i + 1));

      kin_splice_array_splice (array, i, 0, &item, 1);
    }

  for (guint i = 0; i < 10000; i++)
    {
      g_assert_cmpuint (kin_splice_array_bisect (array, GUINT_TO_POINTER (2 * (i + 1)), compare_numbers, NULL), ==, i);
      g_assert_cmpuint (kin_splice_array_bisect (array, GUINT_TO_POINTER (2 * i + 1), compare_numbers, NULL), ==, i);
    }
  g_assert_cmpuint (kin_splice_array_bisect (array, GUINT_TO_POINTER (20001), compare_numbers, NULL), ==, 10000);
}

static void
test_set (void)
{
  g_autoptr(KinSpliceArray) array = kin_splice_array_new ();
  gpointer items[] = { GUINT_TO_POINTER (1), GUINT_TO_POINTER (2), GUINT_TO_POINTER (3) };

  kin_splice_array_splice (array, 0, 0, items, 3);
  kin_splice_array_set (array, 1, GUINT_TO_POINTER (7));

  g_assert_cmpuint (GPOINTER_TO_UINT (kin_splice_array_get (array, 0)), ==, 1);
  g_assert_cmpuint (GPOINTER_TO_UINT (kin_splice_array_get (array, 1)), ==, 7);
  g_assert_cmpuint (GPOINTER_TO_UINT (kin_splice_array_get (array, 2)), ==, 3);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/splice-array/random-splices", test_random_splices);
  g_test_add_func ("/splice-array/bisect", test_bisect);
  g_test_add_func ("/splice-array/set", test_set);

  return g_test_run ();
}
