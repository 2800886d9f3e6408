/* kin-demo-job-indexes.c: which indexes of an indexed Job are done: "0-2,5".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-job-indexes.h"

struct _KinDemoIndexes
{
  GArray *sorted;     /* of int */
};

/* Returns: whether it is in; @place is where it is or would be */
static gboolean
find (KinDemoIndexes *self,
      int             index,
      guint          *place)
{
  guint i = 0;

  while (i < self->sorted->len && g_array_index (self->sorted, int, i) < index)
    i++;
  *place = i;

  return i < self->sorted->len && g_array_index (self->sorted, int, i) == index;
}

static void
add_span (KinDemoIndexes *self,
          const char     *text)
{
  char *end;
  int first = (int) g_ascii_strtoll (text, &end, 10);
  int last = *end == '-' ? (int) g_ascii_strtoll (end + 1, NULL, 10) : first;

  for (int index = first; index <= last; index++)
    kin_demo_indexes_add (self, index);
}

/**
 * kin_demo_indexes_parse:
 * @text: (nullable): a set as a Job's status has it
 *
 * Reads a set.
 *
 * Returns: (transfer full): the set
 */
KinDemoIndexes *
kin_demo_indexes_parse (const char *text)
{
  KinDemoIndexes *self = g_new0 (KinDemoIndexes, 1);
  g_auto(GStrv) spans = g_strsplit (text != NULL ? text : "", ",", -1);

  self->sorted = g_array_new (FALSE, FALSE, sizeof (int));
  for (guint i = 0; spans[i] != NULL; i++)
    add_span (self, spans[i]);

  return self;
}

/**
 * kin_demo_indexes_free:
 * @self: a set
 *
 * Frees a set.
 */
void
kin_demo_indexes_free (KinDemoIndexes *self)
{
  g_array_unref (self->sorted);
  g_free (self);
}

/**
 * kin_demo_indexes_add:
 * @self: a set
 * @index: an index
 *
 * Adds an index.
 *
 * Returns: whether it was not in yet
 */
gboolean
kin_demo_indexes_add (KinDemoIndexes *self,
                      int             index)
{
  guint place;

  g_return_val_if_fail (self != NULL, FALSE);

  if (index < 0 || find (self, index, &place))
    return FALSE;

  g_array_insert_val (self->sorted, place, index);

  return TRUE;
}

/**
 * kin_demo_indexes_contains:
 * @self: a set
 * @index: an index
 *
 * Returns: whether it is in
 */
gboolean
kin_demo_indexes_contains (KinDemoIndexes *self,
                           int             index)
{
  guint place;

  g_return_val_if_fail (self != NULL, FALSE);

  return find (self, index, &place);
}

/* Two in a row are a list still, as the real controller writes them. */
static void
append_span (GString *text,
             int      first,
             int      last)
{
  if (text->len > 0)
    g_string_append_c (text, ',');
  g_string_append_printf (text, "%d", first);
  if (last > first)
    g_string_append_printf (text, "%c%d", last == first + 1 ? ',' : '-', last);
}

/**
 * kin_demo_indexes_dup_text:
 * @self: a set
 *
 * Writes a set.
 *
 * Returns: (transfer full): what a Job's status has, "" if it is empty
 */
char *
kin_demo_indexes_dup_text (KinDemoIndexes *self)
{
  g_autoptr(GString) text = g_string_new (NULL);
  const int *sorted;
  guint n;

  g_return_val_if_fail (self != NULL, NULL);

  sorted = (const int *) (gpointer) self->sorted->data;
  n = self->sorted->len;
  for (guint first = 0, last; first < n; first = last + 1)
    {
      for (last = first; last + 1 < n && sorted[last + 1] == sorted[last] + 1;)
        last++;
      append_span (text, sorted[first], sorted[last]);
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}
