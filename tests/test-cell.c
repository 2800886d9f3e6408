/* test-cell.c: cells print as kubectl prints and sort by what they mean.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-cell.h"
#include "object/kin-cell-private.h"

#define NOW 1793527209

typedef struct
{
  KinCellRow row;
  KinCell *cells;    /* the finished row */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  kin_cell_row_init (&fixture->row);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_free (fixture->cells);
  kin_cell_row_clear (&fixture->row);
}

static void
finish (Fixture *fixture)
{
  fixture->cells = g_malloc (kin_cell_row_get_size (&fixture->row));
  kin_cell_row_copy (&fixture->row, fixture->cells);
}

static void
assert_text (const KinCell *cell,
             const char    *expected)
{
  g_autofree char *text = kin_cell_dup_text (cell, NOW);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_age (void)
{
  static const struct
  {
    gint64 seconds;
    const char *text;
  } cases[] = {
    { -2, "<invalid>" }, { -1, "0s" }, { 0, "0s" }, { 1, "1s" }, { 119, "119s" }, { 120, "2m" }, { 121, "2m1s" },
    { 303, "5m3s" }, { 599, "9m59s" }, { 600, "10m" }, { 9000, "150m" }, { 10799, "179m" }, { 10800, "3h" },
    { 11100, "3h5m" }, { 28799, "7h59m" }, { 28800, "8h" }, { 108000, "30h" }, { 172799, "47h" }, { 172800, "2d" },
    { 273600, "3d4h" }, { 691199, "7d23h" }, { 691200, "8d" }, { 34560000, "400d" }, { 63071999, "729d" },
    { 63072000, "2y" }, { 65664000, "2y30d" }, { 252287999, "7y364d" }, { 252288000, "8y" }, { 284000000, "9y" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = kin_age_dup_text (cases[i].seconds);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_texts (Fixture       *fixture,
            gconstpointer  data)
{
  KinCellRow *row = &fixture->row;
  const KinCell *cell;

  kin_cell_row_add_none (row);
  kin_cell_row_add_text (row, "Running");
  kin_cell_row_add_integer (row, -7);
  kin_cell_row_add_ratio (row, 3, 4);
  kin_cell_row_add_time (row, NOW - 303);
  kin_cell_row_add_time (row, 0);
  kin_cell_row_add_duration (row, 192);
  kin_cell_row_add_quantity (row, "500Mi");
  kin_cell_row_add_quantity (row, "much");
  kin_cell_row_add_restarts (row, 3, NOW - 300);
  kin_cell_row_add_restarts (row, 3, 0);
  kin_cell_row_add_restarts (row, 0, NOW);
  kin_cell_row_add_boolean (row, TRUE);
  kin_cell_row_add_word (row, "", NULL);
  kin_cell_row_add_word (row, NULL, "<unset>");
  kin_cell_row_add_text (row, NULL);
  kin_cell_row_begin_text (row);
  kin_cell_row_join (row, ",", "a");
  kin_cell_row_join (row, ",", "b");
  kin_cell_row_end_text (row, NULL);
  finish (fixture);

  cell = fixture->cells;
  assert_text (cell++, "<none>");
  assert_text (cell++, "Running");
  assert_text (cell++, "-7");
  assert_text (cell++, "3/4");
  assert_text (cell++, "5m3s");
  assert_text (cell++, "<unknown>");
  assert_text (cell++, "3m12s");
  assert_text (cell++, "500Mi");
  assert_text (cell++, "much");
  assert_text (cell++, "3 (5m ago)");
  assert_text (cell++, "3");
  assert_text (cell++, "0");
  assert_text (cell++, "true");
  assert_text (cell++, "<none>");
  assert_text (cell++, "<unset>");
  assert_text (cell++, "");
  assert_text (cell++, "a,b");
  g_assert_cmpint (cell - fixture->cells, ==, row->cells->len);
}

static void
test_values (Fixture       *fixture,
             gconstpointer  data)
{
  KinCellRow *row = &fixture->row;

  kin_cell_row_add_text (row, "Running");
  kin_cell_row_add_ratio (row, 3, 4);
  kin_cell_row_add_restarts (row, 5, NOW);
  kin_cell_row_add_restarts (row, 0, NOW);
  kin_cell_row_add_time (row, NOW);
  kin_cell_row_add_quantity (row, "1Gi");
  finish (fixture);

  g_assert_cmpint (kin_cell_get_type_ (&fixture->cells[0]), ==, KIN_CELL_TEXT);
  g_assert_cmpstr (kin_cell_get_text (&fixture->cells[0]), ==, "Running");
  g_assert_cmpint (kin_cell_get_integer (&fixture->cells[0]), ==, 0);
  g_assert_cmpint (kin_cell_get_integer (&fixture->cells[1]), ==, 3);
  g_assert_cmpint (kin_cell_get_total (&fixture->cells[1]), ==, 4);
  g_assert_null (kin_cell_get_text (&fixture->cells[1]));
  g_assert_cmpint (kin_cell_get_integer (&fixture->cells[2]), ==, 5);
  g_assert_cmpint (kin_cell_get_total (&fixture->cells[2]), ==, 0);
  g_assert_cmpint (kin_cell_get_integer (&fixture->cells[4]), ==, NOW);
  g_assert_cmpint (kin_cell_get_type_ (&fixture->cells[5]), ==, KIN_CELL_QUANTITY);

  g_assert_false (kin_cell_ticks (&fixture->cells[0]));
  g_assert_true (kin_cell_ticks (&fixture->cells[2]));
  g_assert_false (kin_cell_ticks (&fixture->cells[3]));
  g_assert_true (kin_cell_ticks (&fixture->cells[4]));
}

/* Each cell of the row sorts before the next. */
static void
assert_ascending (Fixture *fixture)
{
  finish (fixture);

  for (guint i = 0; i < fixture->row.cells->len; i++)
    for (guint k = 0; k < fixture->row.cells->len; k++)
      {
        int order = kin_cell_compare (&fixture->cells[i], &fixture->cells[k]);

        g_assert_cmpint (CLAMP (order, -1, 1), ==, i < k ? -1 : i > k);
        g_assert_true (kin_cell_equal (&fixture->cells[i], &fixture->cells[k]) == (i == k));
      }
}

static void
test_compare_texts (Fixture       *fixture,
                    gconstpointer  data)
{
  const char * const texts[] = {
    "", "10.2.0.9", "10.2.0.10", "10.10.0.1", "Alpha", "alpha", "alpha-1", "node-02", "node-2", "node-10",
    "node-10a", "node-123456789012345678901", "node-123456789012345678902", "zeta", "Ümlaut",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    kin_cell_row_add_text (&fixture->row, texts[i]);
  kin_cell_row_add_none (&fixture->row);

  assert_ascending (fixture);
}

static void
test_compare_numbers (Fixture       *fixture,
                      gconstpointer  data)
{
  kin_cell_row_add_integer (&fixture->row, -5);
  kin_cell_row_add_integer (&fixture->row, 9);
  kin_cell_row_add_integer (&fixture->row, 10);
  kin_cell_row_add_integer (&fixture->row, G_MAXINT64);
  kin_cell_row_add_none (&fixture->row);

  assert_ascending (fixture);
}

static void
test_compare_quantities (Fixture       *fixture,
                         gconstpointer  data)
{
  const char * const texts[] = { "500m", "1", "900k", "1M", "1Mi", "2Mi", "1Gi", "1Ti" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    kin_cell_row_add_quantity (&fixture->row, texts[i]);

  assert_ascending (fixture);
}

static void
test_compare_ratios (Fixture       *fixture,
                     gconstpointer  data)
{
  kin_cell_row_add_ratio (&fixture->row, 0, 1);
  kin_cell_row_add_ratio (&fixture->row, 0, 3);
  kin_cell_row_add_ratio (&fixture->row, 1, 1);
  kin_cell_row_add_ratio (&fixture->row, 2, 3);
  kin_cell_row_add_ratio (&fixture->row, 10, 10);

  assert_ascending (fixture);
}

static void
test_compare_restarts (Fixture       *fixture,
                       gconstpointer  data)
{
  kin_cell_row_add_restarts (&fixture->row, 0, 0);
  kin_cell_row_add_restarts (&fixture->row, 1, NOW - 10);
  kin_cell_row_add_restarts (&fixture->row, 1, NOW);
  kin_cell_row_add_restarts (&fixture->row, 20, 0);

  assert_ascending (fixture);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cell/age", test_age);
  g_test_add ("/cell/texts", Fixture, NULL, set_up, test_texts, tear_down);
  g_test_add ("/cell/values", Fixture, NULL, set_up, test_values, tear_down);
  g_test_add ("/cell/compare/texts", Fixture, NULL, set_up, test_compare_texts, tear_down);
  g_test_add ("/cell/compare/numbers", Fixture, NULL, set_up, test_compare_numbers, tear_down);
  g_test_add ("/cell/compare/quantities", Fixture, NULL, set_up, test_compare_quantities, tear_down);
  g_test_add ("/cell/compare/ratios", Fixture, NULL, set_up, test_compare_ratios, tear_down);
  g_test_add ("/cell/compare/restarts", Fixture, NULL, set_up, test_compare_restarts, tear_down);

  return g_test_run ();
}
