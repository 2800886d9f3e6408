/* kin-line-diff.c: which lines of a text to replace so that it becomes another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-line-diff.h"

#include <string.h>

/* Beyond so many changed lines a reader sees a new text anyway, and the trace would grow with the square. */
#define MAX_EDITS 400

typedef struct
{
  const char *text;
  gsize length;
  guint hash;
} Line;

typedef struct
{
  const Line *old_lines;
  const Line *new_lines;
  int n_old;
  int n_new;
} Middle;

static guint
hash_line (const char *text,
           gsize       length)
{
  guint hash = 5381;

  for (gsize i = 0; i < length; i++)
    hash = hash * 33 + (guchar) text[i];

  return hash;
}

/* "a\nb" and "a\nb\n" differ in their last line, which an empty one after the final newline tells. */
static GArray *
split_lines (const char *text)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));

  for (;;)
    {
      const char *end = strchrnul (text, '\n');
      Line line = { text, end - text, hash_line (text, end - text) };

      g_array_append_val (lines, line);
      if (*end == '\0')
        return lines;
      text = end + 1;
    }
}

static gboolean
lines_equal (const Line *a,
             const Line *b)
{
  return a->hash == b->hash && a->length == b->length && memcmp (a->text, b->text, a->length) == 0;
}

static int
follow_diagonal (const Middle *middle,
                 int           x,
                 int           y)
{
  while (x < middle->n_old && y < middle->n_new &&
         lines_equal (&middle->old_lines[x], &middle->new_lines[y]))
    {
      x++;
      y++;
    }

  return x;
}

static gboolean
comes_from_above (const int *reach,
                  int        k,
                  int        d)
{
  return k == -d || (k != d && reach[k - 1] < reach[k + 1]);
}

/* Myers' greedy walk: trace[d] is how far each diagonal had come after d edits.
 * Returns the number of edits, or -1 when there are too many. */
static int
trace_edits (const Middle *middle,
             GPtrArray    *trace)
{
  int max = MIN (middle->n_old + middle->n_new, MAX_EDITS);
  g_autofree int *storage = g_new0 (int, 2 * max + 3);
  int *reach = storage + max + 1;

  for (int d = 0; d <= max; d++)
    {
      for (int k = -d; k <= d; k += 2)
        {
          int x = comes_from_above (reach, k, d) ? reach[k + 1] : reach[k - 1] + 1;

          reach[k] = follow_diagonal (middle, x, x - k);
          if (reach[k] >= middle->n_old && reach[k] - k >= middle->n_new)
            return d;
        }
      g_ptr_array_add (trace, g_memdup2 (storage, (2 * max + 3) * sizeof (int)));
    }

  return -1;
}

static void
mark_edits (const Middle *middle,
            GPtrArray    *trace,
            int           n_edits,
            gboolean     *goes,
            gboolean     *comes)
{
  int max = MIN (middle->n_old + middle->n_new, MAX_EDITS);
  int x = middle->n_old;
  int y = middle->n_new;

  for (int d = n_edits; d > 0; d--)
    {
      const int *reach = (const int *) g_ptr_array_index (trace, d - 1) + max + 1;
      int k = x - y;

      if (comes_from_above (reach, k, d))
        {
          x = reach[k + 1];
          y = x - (k + 1);
          comes[y] = TRUE;
        }
      else
        {
          x = reach[k - 1];
          y = x - (k - 1);
          goes[x] = TRUE;
        }
    }
}

static void
collect_hunks (const Middle   *middle,
               const gboolean *goes,
               const gboolean *comes,
               guint           offset,
               GArray         *hunks)
{
  int x = 0;
  int y = 0;

  while (x < middle->n_old || y < middle->n_new)
    {
      KinLineHunk hunk = { x + offset, 0, y + offset, 0 };

      for (; x < middle->n_old && goes[x]; x++)
        hunk.n_old++;
      for (; y < middle->n_new && comes[y]; y++)
        hunk.n_new++;
      if (hunk.n_old > 0 || hunk.n_new > 0)
        g_array_append_val (hunks, hunk);
      else
        x++, y++;
    }
}

static void
diff_middle (const Middle *middle,
             guint         offset,
             GArray       *hunks)
{
  g_autoptr(GPtrArray) trace = g_ptr_array_new_with_free_func (g_free);
  g_autofree gboolean *goes = g_new0 (gboolean, middle->n_old + 1);
  g_autofree gboolean *comes = g_new0 (gboolean, middle->n_new + 1);
  int n_edits = trace_edits (middle, trace);

  if (n_edits < 0)
    {
      KinLineHunk whole = { offset, middle->n_old, offset, middle->n_new };

      g_array_append_val (hunks, whole);
      return;
    }

  mark_edits (middle, trace, n_edits, goes, comes);
  collect_hunks (middle, goes, comes, offset, hunks);
}

/**
 * kin_line_diff:
 * @old_text: the text that is there
 * @new_text: the text to reach
 *
 * Finds the shortest edit (E. Myers, “An O(ND) Difference Algorithm and Its Variations”, 1986), or a
 * single hunk when it would have more than some hundred lines. Lines are ended by a newline; a text
 * that ends with one has an empty last line.
 *
 * Returns: (transfer full) (element-type KinLineHunk): the hunks from first to last, empty when the
 *   texts are equal; applied from the last to the first they leave each other's positions alone
 */
GArray *
kin_line_diff (const char *old_text,
               const char *new_text)
{
  g_autoptr(GArray) old_lines = NULL;
  g_autoptr(GArray) new_lines = NULL;
  GArray *hunks;
  Middle middle;
  guint prefix = 0;

  g_return_val_if_fail (old_text != NULL, NULL);
  g_return_val_if_fail (new_text != NULL, NULL);

  old_lines = split_lines (old_text);
  new_lines = split_lines (new_text);
  hunks = g_array_new (FALSE, FALSE, sizeof (KinLineHunk));
  middle = (Middle) { (Line *) old_lines->data, (Line *) new_lines->data, old_lines->len, new_lines->len };

  while (middle.n_old > 0 && middle.n_new > 0 && lines_equal (middle.old_lines, middle.new_lines))
    {
      middle.old_lines++;
      middle.new_lines++;
      middle.n_old--;
      middle.n_new--;
      prefix++;
    }
  while (middle.n_old > 0 && middle.n_new > 0 &&
         lines_equal (&middle.old_lines[middle.n_old - 1], &middle.new_lines[middle.n_new - 1]))
    {
      middle.n_old--;
      middle.n_new--;
    }

  if (middle.n_old > 0 || middle.n_new > 0)
    diff_middle (&middle, prefix, hunks);

  return hunks;
}
