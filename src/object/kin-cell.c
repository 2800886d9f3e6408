/* kin-cell.c: what stands in one column of an object's row: a typed value that prints as kubectl prints it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-cell.h"
#include "object/kin-cell-private.h"

#include <string.h>

#include "object/kin-quantity.h"

#define MINUTE 60
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)
#define YEAR   (365 * DAY)

static const char *
get_own_text (const KinCell *self)
{
  return (const char *) self + self->extra;
}

static char *
dup_two_units (gint64      big,
               const char *big_unit,
               gint64      small,
               const char *small_unit)
{
  if (small == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT "%s", big, big_unit);

  return g_strdup_printf ("%" G_GINT64_FORMAT "%s%" G_GINT64_FORMAT "%s", big, big_unit, small, small_unit);
}

static char *
dup_restarts_text (const KinCell *self,
                   gint64         now_s)
{
  g_autofree char *age = NULL;

  if (self->extra == 0 || self->value.integer == 0)
    return g_strdup_printf ("%u", self->extra);

  age = kin_age_dup_text (now_s - self->value.integer);

  return g_strdup_printf ("%u (%s ago)", self->extra, age);
}

static int
compare_integers (gint64 a,
                  gint64 b)
{
  return a < b ? -1 : a > b;
}

static int
compare_ratios (const KinCell *a,
                const KinCell *b)
{
  int order = compare_integers (a->value.integer, b->value.integer);

  return order != 0 ? order : compare_integers (a->extra, b->extra);
}

static int
compare_restarts (const KinCell *a,
                  const KinCell *b)
{
  int order = compare_integers (a->extra, b->extra);

  return order != 0 ? order : compare_integers (a->value.integer, b->value.integer);
}

static const char *
skip_zeros (const char *text)
{
  while (*text == '0' && g_ascii_isdigit (text[1]))
    text++;

  return text;
}

/* Two runs of digits by the number they mean, however long; both are skipped. */
static int
compare_digits (const char **a,
                const char **b)
{
  const char *one = skip_zeros (*a);
  const char *two = skip_zeros (*b);
  gsize n_one = strspn (one, "0123456789");
  gsize n_two = strspn (two, "0123456789");

  *a = one + n_one;
  *b = two + n_two;

  return n_one != n_two ? (n_one < n_two ? -1 : 1) : memcmp (one, two, n_one);
}

/* node-2 before node-10. The same everywhere: a locale's order would sort the same cluster in two ways. */
static int
compare_naturally (const char *a,
                   const char *b)
{
  const char *one = a;
  const char *two = b;

  while (*one != '\0' && *two != '\0')
    {
      int order;

      if (g_ascii_isdigit (*one) && g_ascii_isdigit (*two))
        order = compare_digits (&one, &two);
      else
        order = (guchar) g_ascii_tolower (*one++) - (guchar) g_ascii_tolower (*two++);

      if (order != 0)
        return order;
    }

  if (*one != *two)
    return *one == '\0' ? -1 : 1;

  /* Equal but for case or leading zeros: still one order. */
  return strcmp (a, b);
}

static KinCell *
add_cell (KinCellRow  *self,
          KinCellType  type)
{
  KinCell cell = { .type = type };

  g_array_append_val (self->cells, cell);

  return &g_array_index (self->cells, KinCell, self->cells->len - 1);
}

static gboolean
has_text (const KinCell *cell)
{
  return cell->type == KIN_CELL_TEXT || cell->type == KIN_CELL_QUANTITY;
}

/**
 * kin_cell_get_nth:
 * @cells: a row of cells, such as kin_kind_dup_cells() makes
 * @i: a position in it
 *
 * Gets a cell of a row.
 *
 * Returns: (transfer none): the cell
 */
const KinCell *
kin_cell_get_nth (const KinCell *cells,
                  guint          i)
{
  g_return_val_if_fail (cells != NULL, NULL);

  return &cells[i];
}

/**
 * kin_cell_get_type_:
 * @self: a cell
 *
 * Tells what a cell holds.
 *
 * Returns: the type
 */
KinCellType
kin_cell_get_type_ (const KinCell *self)
{
  g_return_val_if_fail (self != NULL, KIN_CELL_NONE);

  return self->type;
}

/**
 * kin_cell_get_text:
 * @self: a cell
 *
 * Gets the text of a text cell.
 *
 * Returns: (transfer none) (nullable): the text, as long as its object lives; %NULL for other types
 */
const char *
kin_cell_get_text (const KinCell *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->type == KIN_CELL_TEXT ? get_own_text (self) : NULL;
}

/**
 * kin_cell_get_integer:
 * @self: a cell
 *
 * Gets a cell's number: the integer, the time, the seconds, the boolean, the count of restarts or the part of a
 * ratio.
 *
 * Returns: the number, or 0 for other types
 */
gint64
kin_cell_get_integer (const KinCell *self)
{
  g_return_val_if_fail (self != NULL, 0);

  switch ((KinCellType) self->type)
    {
    case KIN_CELL_INTEGER:
    case KIN_CELL_RATIO:
    case KIN_CELL_TIME:
    case KIN_CELL_DURATION:
    case KIN_CELL_BOOLEAN:
      return self->value.integer;

    case KIN_CELL_RESTARTS:
      return self->extra;

    case KIN_CELL_NONE:
    case KIN_CELL_TEXT:
    case KIN_CELL_QUANTITY:
    default:
      return 0;
    }
}

/**
 * kin_cell_get_total:
 * @self: a cell
 *
 * Gets what a ratio is part of.
 *
 * Returns: the number, or 0 for other types
 */
gint64
kin_cell_get_total (const KinCell *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->type == KIN_CELL_RATIO ? self->extra : 0;
}

/**
 * kin_cell_dup_text:
 * @self: a cell
 * @now_s: the wall clock's time in unix seconds, for ages
 *
 * Writes what kubectl prints.
 *
 * Returns: (transfer full): the text
 */
char *
kin_cell_dup_text (const KinCell *self,
                   gint64         now_s)
{
  g_return_val_if_fail (self != NULL, NULL);

  switch ((KinCellType) self->type)
    {
    case KIN_CELL_TEXT:
    case KIN_CELL_QUANTITY:
      return g_strdup (get_own_text (self));

    case KIN_CELL_INTEGER:
      return g_strdup_printf ("%" G_GINT64_FORMAT, self->value.integer);

    case KIN_CELL_RATIO:
      return g_strdup_printf ("%" G_GINT64_FORMAT "/%u", self->value.integer, self->extra);

    case KIN_CELL_TIME:
      return kin_age_dup_text (now_s - self->value.integer);

    case KIN_CELL_DURATION:
      return kin_age_dup_text (self->value.integer);

    case KIN_CELL_RESTARTS:
      return dup_restarts_text (self, now_s);

    case KIN_CELL_BOOLEAN:
      return g_strdup (self->value.integer ? "true" : "false");

    case KIN_CELL_NONE:
    default:
      return g_strdup ("<none>");
    }
}

/**
 * kin_cell_ticks:
 * @self: a cell
 *
 * Tells whether the cell's text changes with time alone.
 *
 * Returns: whether it must be written again now and then
 */
gboolean
kin_cell_ticks (const KinCell *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->type == KIN_CELL_TIME ||
         (self->type == KIN_CELL_RESTARTS && self->extra > 0 && self->value.integer != 0);
}

/**
 * kin_cell_compare:
 * @a: a cell
 * @b: another of the same column
 *
 * Compares two cells: numbers, quantities and times by value, texts with the numbers inside them by value, and
 * nothing comes last.
 *
 * Returns: negative, 0 or positive
 */
int
kin_cell_compare (const KinCell *a,
                  const KinCell *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, 0);

  if (a->type != b->type)
    {
      if (a->type == KIN_CELL_NONE || b->type == KIN_CELL_NONE)
        return a->type == KIN_CELL_NONE ? 1 : -1;

      return (int) a->type - (int) b->type;
    }

  switch ((KinCellType) a->type)
    {
    case KIN_CELL_TEXT:
      return compare_naturally (get_own_text (a), get_own_text (b));

    case KIN_CELL_QUANTITY:
      return a->value.number < b->value.number ? -1 : a->value.number > b->value.number;

    case KIN_CELL_RATIO:
      return compare_ratios (a, b);

    case KIN_CELL_RESTARTS:
      return compare_restarts (a, b);

    case KIN_CELL_INTEGER:
    case KIN_CELL_TIME:
    case KIN_CELL_DURATION:
    case KIN_CELL_BOOLEAN:
      return compare_integers (a->value.integer, b->value.integer);

    case KIN_CELL_NONE:
    default:
      return 0;
    }
}

/**
 * kin_cell_equal:
 * @a: a cell
 * @b: another of the same column
 *
 * Tells whether two cells look the same.
 *
 * Returns: whether they are equal
 */
gboolean
kin_cell_equal (const KinCell *a,
                const KinCell *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (a->type != b->type)
    return FALSE;

  if (has_text (a))
    return strcmp (get_own_text (a), get_own_text (b)) == 0;

  return a->value.integer == b->value.integer && a->extra == b->extra;
}

/**
 * kin_age_dup_text:
 * @seconds: how long
 *
 * Writes a time span with the one or two units that matter, as kubectl does: 119s, 5m3s, 3h5m, 41d, 2y30d.
 *
 * Returns: (transfer full): the text
 */
char *
kin_age_dup_text (gint64 seconds)
{
  /* The server's clock may be a little ahead of ours. */
  if (seconds < -1)
    return g_strdup ("<invalid>");
  if (seconds < 0)
    return g_strdup ("0s");

  if (seconds < 2 * MINUTE)
    return g_strdup_printf ("%" G_GINT64_FORMAT "s", seconds);
  if (seconds < 10 * MINUTE)
    return dup_two_units (seconds / MINUTE, "m", seconds % MINUTE, "s");
  if (seconds < 3 * HOUR)
    return g_strdup_printf ("%" G_GINT64_FORMAT "m", seconds / MINUTE);
  if (seconds < 8 * HOUR)
    return dup_two_units (seconds / HOUR, "h", seconds % HOUR / MINUTE, "m");
  if (seconds < 2 * DAY)
    return g_strdup_printf ("%" G_GINT64_FORMAT "h", seconds / HOUR);
  if (seconds < 8 * DAY)
    return dup_two_units (seconds / DAY, "d", seconds % DAY / HOUR, "h");
  if (seconds < 2 * YEAR)
    return g_strdup_printf ("%" G_GINT64_FORMAT "d", seconds / DAY);
  if (seconds < 8 * YEAR)
    return dup_two_units (seconds / YEAR, "y", seconds % YEAR / DAY, "d");

  return g_strdup_printf ("%" G_GINT64_FORMAT "y", seconds / YEAR);
}

/**
 * kin_cell_row_init:
 * @self: (out): a row
 *
 * Makes an empty row.
 */
void
kin_cell_row_init (KinCellRow *self)
{
  self->cells = g_array_new (FALSE, FALSE, sizeof (KinCell));
  self->texts = g_string_new (NULL);
  self->text_start = 0;
}

/**
 * kin_cell_row_clear:
 * @self: a row
 *
 * Frees what the row holds.
 */
void
kin_cell_row_clear (KinCellRow *self)
{
  g_clear_pointer (&self->cells, g_array_unref);
  g_string_free (g_steal_pointer (&self->texts), TRUE);
}

/**
 * kin_cell_row_reset:
 * @self: a row
 *
 * Empties the row, to be used again.
 */
void
kin_cell_row_reset (KinCellRow *self)
{
  g_array_set_size (self->cells, 0);
  g_string_truncate (self->texts, 0);
}

/**
 * kin_cell_row_get_size:
 * @self: a row
 *
 * Gets what kin_cell_row_copy() needs.
 *
 * Returns: bytes
 */
gsize
kin_cell_row_get_size (KinCellRow *self)
{
  return self->cells->len * sizeof (KinCell) + self->texts->len;
}

/**
 * kin_cell_row_copy:
 * @self: a row
 * @target: memory for kin_cell_row_get_size() bytes, aligned for a cell
 *
 * Copies the cells, and right behind them their texts.
 */
void
kin_cell_row_copy (KinCellRow *self,
                   gpointer    target)
{
  KinCell *cells = target;
  gsize n_cells = self->cells->len;

  for (gsize i = 0; i < n_cells; i++)
    {
      cells[i] = g_array_index (self->cells, KinCell, i);
      if (has_text (&cells[i]))
        cells[i].extra += (n_cells - i) * sizeof (KinCell);
    }

  memcpy (cells + n_cells, self->texts->str, self->texts->len);
}

/**
 * kin_cell_row_add_none:
 * @self: a row
 *
 * Adds a cell that reads <none>.
 */
void
kin_cell_row_add_none (KinCellRow *self)
{
  add_cell (self, KIN_CELL_NONE);
}

/**
 * kin_cell_row_add_text:
 * @self: a row
 * @text: (nullable): a text; %NULL is an empty one
 *
 * Adds a text.
 */
void
kin_cell_row_add_text (KinCellRow *self,
                       const char *text)
{
  g_string_append (kin_cell_row_begin_text (self), text != NULL ? text : "");
  kin_cell_row_end_text (self, "");
}

/**
 * kin_cell_row_add_word:
 * @self: a row
 * @text: (nullable): a text
 * @fallback: (nullable): what stands for a text that is empty; %NULL stands for <none>
 *
 * Adds a text, or what kubectl prints in its place.
 */
void
kin_cell_row_add_word (KinCellRow *self,
                       const char *text,
                       const char *fallback)
{
  if (text != NULL && *text != '\0')
    kin_cell_row_add_text (self, text);
  else if (fallback != NULL)
    kin_cell_row_add_text (self, fallback);
  else
    kin_cell_row_add_none (self);
}

/**
 * kin_cell_row_add_integer:
 * @self: a row
 * @integer: a number
 *
 * Adds a whole number.
 */
void
kin_cell_row_add_integer (KinCellRow *self,
                          gint64      integer)
{
  add_cell (self, KIN_CELL_INTEGER)->value.integer = integer;
}

/**
 * kin_cell_row_add_ratio:
 * @self: a row
 * @part: how many
 * @total: of how many
 *
 * Adds a ratio.
 */
void
kin_cell_row_add_ratio (KinCellRow *self,
                        gint64      part,
                        gint64      total)
{
  KinCell *cell = add_cell (self, KIN_CELL_RATIO);

  cell->value.integer = part;
  cell->extra = (guint32) CLAMP (total, 0, G_MAXUINT32);
}

/**
 * kin_cell_row_add_time:
 * @self: a row
 * @unix_seconds: a time, or 0 for one that is not known
 *
 * Adds a time.
 */
void
kin_cell_row_add_time (KinCellRow *self,
                       gint64      unix_seconds)
{
  if (unix_seconds == 0)
    kin_cell_row_add_text (self, "<unknown>");
  else
    add_cell (self, KIN_CELL_TIME)->value.integer = unix_seconds;
}

/**
 * kin_cell_row_add_duration:
 * @self: a row
 * @seconds: how long
 *
 * Adds a duration.
 */
void
kin_cell_row_add_duration (KinCellRow *self,
                           gint64      seconds)
{
  add_cell (self, KIN_CELL_DURATION)->value.integer = seconds;
}

/**
 * kin_cell_row_add_quantity:
 * @self: a row
 * @text: (nullable): a quantity
 *
 * Adds a quantity; what is none stays a text.
 */
void
kin_cell_row_add_quantity (KinCellRow *self,
                           const char *text)
{
  double number;

  kin_cell_row_add_text (self, text);

  if (kin_quantity_parse (text, &number))
    {
      KinCell *cell = &g_array_index (self->cells, KinCell, self->cells->len - 1);

      cell->type = KIN_CELL_QUANTITY;
      cell->value.number = number;
    }
}

/**
 * kin_cell_row_add_restarts:
 * @self: a row
 * @count: how many
 * @last: when the last was, in unix seconds, or 0 if that is not known
 *
 * Adds a count of restarts.
 */
void
kin_cell_row_add_restarts (KinCellRow *self,
                           gint64      count,
                           gint64      last)
{
  KinCell *cell = add_cell (self, KIN_CELL_RESTARTS);

  cell->value.integer = last;
  cell->extra = (guint32) CLAMP (count, 0, G_MAXUINT32);
}

/**
 * kin_cell_row_add_boolean:
 * @self: a row
 * @boolean: true or false
 *
 * Adds a boolean.
 */
void
kin_cell_row_add_boolean (KinCellRow *self,
                          gboolean    boolean)
{
  add_cell (self, KIN_CELL_BOOLEAN)->value.integer = boolean != FALSE;
}

/**
 * kin_cell_row_begin_text:
 * @self: a row
 *
 * Begins a text that is put together from pieces.
 *
 * Returns: (transfer none): what to append to until kin_cell_row_end_text()
 */
GString *
kin_cell_row_begin_text (KinCellRow *self)
{
  self->text_start = self->texts->len;

  return self->texts;
}

/**
 * kin_cell_row_join:
 * @self: a row, its text begun
 * @separator: stands between two pieces
 * @text: a piece
 *
 * Appends a piece.
 */
void
kin_cell_row_join (KinCellRow *self,
                   const char *separator,
                   const char *text)
{
  if (self->texts->len > self->text_start)
    g_string_append (self->texts, separator);

  g_string_append (self->texts, text);
}

/**
 * kin_cell_row_end_text:
 * @self: a row, its text begun
 * @fallback: (nullable): what stands for a text that is empty; %NULL stands for <none>
 *
 * Adds the text as a cell.
 */
void
kin_cell_row_end_text (KinCellRow *self,
                       const char *fallback)
{
  gsize start = self->text_start;

  if (self->texts->len == start && fallback == NULL)
    {
      kin_cell_row_add_none (self);
      return;
    }

  if (self->texts->len == start)
    g_string_append (self->texts, fallback);

  g_string_append_c (self->texts, '\0');
  add_cell (self, KIN_CELL_TEXT)->extra = (guint32) start;
}
