/* kin-row-filter.c: which objects a list shows: those in some namespaces that hold all words of a query.
 *
 * Immutable, and counted atomically: a worker filters 100,000 objects while the list goes on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-row-filter.h"

#include <string.h>

typedef struct
{
  char    *text; /* case-folded */
  gboolean is_ascii;
} Word;

struct _KinRowFilter
{
  gatomicrefcount ref_count;
  GArray         *words;
  char          **namespaces; /* NULL = all */
};

static void
clear_word (gpointer data)
{
  Word *word = data;

  g_free (word->text);
}

static GArray *
split_query (const char *query)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (Word));
  g_auto(GStrv) parts = g_strsplit_set (query != NULL ? query : "", " \t\n", -1);

  g_array_set_clear_func (words, clear_word);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      Word word = { NULL, g_str_is_ascii (parts[i]) };

      if (*parts[i] == '\0')
        continue;
      word.text = g_utf8_casefold (parts[i], -1);
      g_array_append_val (words, word);
    }

  return words;
}

static gboolean
text_has_word (const char *text,
               const Word *word)
{
  g_autofree char *folded = NULL;

  /* Nearly all of what Kubernetes names is ASCII: no copy for these. */
  if (word->is_ascii)
    return strcasestr (text, word->text) != NULL;
  if (g_str_is_ascii (text))
    return FALSE;

  folded = g_utf8_casefold (text, -1);
  return strstr (folded, word->text) != NULL;
}

static gboolean
labels_have_word (KinObject  *object,
                  const Word *word)
{
  gboolean is_pair = strchr (word->text, '=') != NULL;

  for (guint i = 0; i < kin_object_get_n_labels (object); i++)
    {
      g_autofree char *pair = NULL;
      const char *name;
      const char *value;

      kin_object_get_nth_label (object, i, &name, &value);
      if (text_has_word (name, word) || text_has_word (value, word))
        return TRUE;
      if (!is_pair)
        continue;
      pair = g_strconcat (name, "=", value, NULL);
      if (text_has_word (pair, word))
        return TRUE;
    }

  return FALSE;
}

/* A cell that ticks is left out: a row that comes and goes by itself would be in no known place. */
static gboolean
cell_has_word (const KinCell *cell,
               const Word    *word)
{
  g_autofree char *copy = NULL;
  const char *text;

  if (cell == NULL || kin_cell_get_type_ (cell) == KIN_CELL_NONE || kin_cell_ticks (cell))
    return FALSE;

  text = kin_cell_get_text (cell);
  if (text == NULL)
    text = copy = kin_cell_dup_text (cell, 0);

  return text_has_word (text, word);
}

static gboolean
object_has_word (KinObject  *object,
                 const Word *word)
{
  guint n_columns = kin_kind_get_n_columns (kin_object_get_kind (object));

  if (text_has_word (kin_object_get_name (object), word) || text_has_word (kin_object_get_namespace (object), word))
    return TRUE;

  for (guint i = 0; i < n_columns; i++)
    if (cell_has_word (kin_object_get_cell (object, i), word))
      return TRUE;

  return labels_have_word (object, word);
}

/**
 * kin_row_filter_new:
 * @query: (nullable): words that must all occur in an object's name, namespace, cells or labels, in any case;
 *   `name=value` finds a label
 * @namespaces: (nullable): the namespaces to show, or %NULL for all
 *
 * Makes a filter.
 */
KinRowFilter *
kin_row_filter_new (const char         *query,
                    const char * const *namespaces)
{
  KinRowFilter *self = g_new0 (KinRowFilter, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->words = split_query (query);
  self->namespaces = g_strdupv ((char **) namespaces);

  return self;
}

/**
 * kin_row_filter_ref:
 *
 * Returns: (transfer full): @self
 */
KinRowFilter *
kin_row_filter_ref (KinRowFilter *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

/**
 * kin_row_filter_unref:
 *
 * Drops a reference.
 */
void
kin_row_filter_unref (KinRowFilter *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_array_unref (self->words);
  g_strfreev (self->namespaces);
  g_free (self);
}

/**
 * kin_row_filter_matches:
 *
 * Returns: whether @object is to be shown
 */
gboolean
kin_row_filter_matches (KinRowFilter *self,
                        KinObject    *object)
{
  const char * const *namespaces;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (object != NULL, FALSE);

  namespaces = (const char * const *) self->namespaces;
  if (namespaces != NULL && !g_strv_contains (namespaces, kin_object_get_namespace (object)))
    return FALSE;

  for (guint i = 0; i < self->words->len; i++)
    if (!object_has_word (object, &g_array_index (self->words, Word, i)))
      return FALSE;

  return TRUE;
}
