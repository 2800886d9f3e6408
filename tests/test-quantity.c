/* test-quantity.c: quantities with every suffix are the numbers they mean.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-quantity.h"

static void
test_values (void)
{
  static const struct
  {
    const char *text;
    double value;
  } cases[] = {
    { "0", 0 }, { "128974848", 128974848 }, { "1.5", 1.5 }, { ".5", 0.5 }, { "-3", -3 }, { "+3", 3 },
    { "100n", 1e-7 }, { "250u", 0.00025 }, { "500m", 0.5 }, { "2k", 2000 }, { "3M", 3e6 }, { "4G", 4e9 },
    { "5T", 5e12 }, { "6P", 6e15 }, { "1E", 1e18 }, { "1Ki", 1024 }, { "1.5Mi", 1572864 }, { "1Gi", 1073741824 },
    { "2Ti", 2199023255552.0 }, { "1Pi", 1125899906842624.0 }, { "1Ei", 1152921504606846976.0 },
    { "2e3", 2000 }, { "2E3", 2000 }, { "1e-3", 0.001 }, { "1.5e+2", 150 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double value;

      g_assert_true (kin_quantity_parse (cases[i].text, &value));
      g_assert_cmpfloat_with_epsilon (value, cases[i].value, ABS (cases[i].value) * 1e-12 + 1e-18);
    }
}

static void
test_none (void)
{
  const char * const none[] = {
    "", "Gi", "1GiB", "1 Gi", "0x10", "nan", "inf", "1.2.3", "1e", "1e3Gi", "--1", "12e ", "1e 3",
    "1111111111222222222233333333334444444444555555555566666666667777777777",
  };
  double value;

  g_assert_false (kin_quantity_parse (NULL, &value));
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    g_assert_false (kin_quantity_parse (none[i], &value));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/quantity/values", test_values);
  g_test_add_func ("/quantity/none", test_none);

  return g_test_run ();
}
