/* test-line-diff.c: hunks turn the old text into the new one, and are no larger than they need to be.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-line-diff.h"

/* g_strsplit() makes no line of an empty text, which has one empty line. */
static char **
split (const char *text)
{
  const char *empty[] = { "", NULL };

  return *text != '\0' ? g_strsplit (text, "\n", -1) : g_strdupv ((char **) empty);
}

/* Applies the hunks from the last to the first, as a text view does. */
static char *
apply (const char *old_text,
       const char *new_text,
       GArray     *hunks)
{
  g_auto(GStrv) old_lines = split (old_text);
  g_auto(GStrv) new_lines = split (new_text);
  g_autoptr(GPtrArray) lines = g_ptr_array_new ();

  for (guint i = 0; old_lines[i] != NULL; i++)
    g_ptr_array_add (lines, old_lines[i]);
  for (guint h = hunks->len; h > 0; h--)
    {
      KinLineHunk *hunk = &g_array_index (hunks, KinLineHunk, h - 1);

      if (hunk->n_old > 0)
        g_ptr_array_remove_range (lines, hunk->old_start, hunk->n_old);
      for (guint i = 0; i < hunk->n_new; i++)
        g_ptr_array_insert (lines, hunk->old_start + i, new_lines[hunk->new_start + i]);
    }
  g_ptr_array_add (lines, NULL);

  return g_strjoinv ("\n", (char **) lines->pdata);
}

static guint
count_lines (GArray *hunks)
{
  guint n = 0;

  for (guint i = 0; i < hunks->len; i++)
    n += g_array_index (hunks, KinLineHunk, i).n_old + g_array_index (hunks, KinLineHunk, i).n_new;

  return n;
}

static void
assert_diff (const char *old_text,
             const char *new_text,
             guint       n_hunks,
             guint       n_lines)
{
  g_autoptr(GArray) hunks = kin_line_diff (old_text, new_text);
  g_autofree char *applied = apply (old_text, new_text, hunks);

  g_assert_cmpstr (applied, ==, new_text);
  g_assert_cmpuint (hunks->len, ==, n_hunks);
  g_assert_cmpuint (count_lines (hunks), ==, n_lines);
}

static void
test_equal (void)
{
  assert_diff ("", "", 0, 0);
  assert_diff ("a\nb\n", "a\nb\n", 0, 0);
}

static void
test_small (void)
{
  assert_diff ("a\nb\nc\n", "a\nx\nc\n", 1, 2);
  assert_diff ("a\nb\nc\n", "a\nc\n", 1, 1);
  assert_diff ("a\nc\n", "a\nb\nc\n", 1, 1);
  assert_diff ("b\nc\n", "a\nb\nc\n", 1, 1);
  assert_diff ("a\nb\n", "a\nb", 1, 1);
  assert_diff ("", "a\n", 1, 1);
  assert_diff ("a\nb\nc\nd\ne\n", "a\nB\nc\nd\nE\n", 2, 4);
  assert_diff ("a\na\na\n", "a\na\na\na\n", 1, 1);
}

static void
test_too_many_edits (void)
{
  g_autoptr(GString) old_text = g_string_new ("same\n");
  g_autoptr(GString) new_text = g_string_new ("same\n");

  for (guint i = 0; i < 1000; i++)
    {
      g_string_append_printf (old_text, "old %u\n", i);
      g_string_append_printf (new_text, "new %u\n", i);
    }

  assert_diff (old_text->str, new_text->str, 1, 2000);
}

static void
test_random (void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (42);

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr(GString) old_text = g_string_new (NULL);
      g_autoptr(GString) new_text = g_string_new (NULL);
      g_autoptr(GArray) hunks = NULL;
      g_autofree char *applied = NULL;

      for (int i = g_rand_int_range (random, 0, 60); i > 0; i--)
        {
          int line = g_rand_int_range (random, 0, 8);

          if (g_rand_int_range (random, 0, 5) != 0)
            g_string_append_printf (old_text, "%d\n", line);
          if (g_rand_int_range (random, 0, 5) != 0)
            g_string_append_printf (new_text, "%d\n", line);
        }

      hunks = kin_line_diff (old_text->str, new_text->str);
      applied = apply (old_text->str, new_text->str, hunks);
      g_assert_cmpstr (applied, ==, new_text->str);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/line-diff/equal", test_equal);
  g_test_add_func ("/line-diff/small", test_small);
  g_test_add_func ("/line-diff/too-many-edits", test_too_many_edits);
  g_test_add_func ("/line-diff/random", test_random);

  return g_test_run ();
}
