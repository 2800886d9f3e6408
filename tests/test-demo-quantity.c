/* test-demo-quantity.c: quantities are written as a real API server writes them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-quantity.h"

static void
test_canonical (void)
{
  static const struct
  {
    const char *text;
    const char *canonical;
  } cases[] = {
    { "0", "0" },
    { "0Gi", "0" },
    { "1", "1" },
    { "+1", "1" },
    { "0.5", "500m" },
    { "1000m", "1" },
    { "1500m", "1500m" },
    { "2000", "2k" },
    { "1000000", "1M" },
    { "0.0000000001", "1n" },
    { "-250m", "-250m" },
    { "1.5Gi", "1536Mi" },
    { "0.5Gi", "512Mi" },
    { "1024Mi", "1Gi" },
    { "1000Ki", "1000Ki" },
    { "0.5Ki", "512" },
    { "1024", "1024" },
    { "128974848", "128974848" },
    { "129e6", "129e6" },
    { "1e3", "1e3" },
    { "5E", "5E" },
    { "8Ei", "8Ei" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *canonical = kin_demo_quantity_dup_canonical (cases[i].text);

      g_assert_cmpstr (canonical, ==, cases[i].canonical);
    }
}

static void
test_none (void)
{
  static const char * const texts[] = { NULL, "", "abc", "1 Gi", "1gi", "--1", "1e", "." };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_null (kin_demo_quantity_dup_canonical (texts[i]));
}

/* More than we count with: left as it is, and no arithmetic runs over. */
static void
test_huge (void)
{
  static const char * const texts[] = { "9223372036854775807E", "1.00000000000000000000000000000001Ei", "1e300" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *canonical = kin_demo_quantity_dup_canonical (texts[i]);

      g_assert_cmpstr (canonical, ==, texts[i]);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/demo-quantity/canonical", test_canonical);
  g_test_add_func ("/demo-quantity/none", test_none);
  g_test_add_func ("/demo-quantity/huge", test_huge);

  return g_test_run ();
}
