/* kin-demo-quantity.c: quantities as the API server writes them, whatever way they came in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-quantity.h"

#include <string.h>

#include "object/kin-quantity.h"

/* Exact where a double is not: nothing is finer than a billionth, and 128 bits hold the largest in billionths. */
#define BILLION 1000000000
#define MAX_VALUE 9e18
#define MAX_LENGTH 20

static const char * const decimal_suffixes[] = { "n", "u", "m", "", "k", "M", "G", "T", "P", "E" };
static const char * const binary_suffixes[] = { "", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei" };

typedef enum
{
  FORMAT_DECIMAL,
  FORMAT_BINARY,
  FORMAT_EXPONENT,
} Format;

/* A suffix's power of a thousand above billionths, or of 1024. */
static int
find_suffix (const char * const *suffixes,
             gsize               n_suffixes,
             const char         *suffix)
{
  for (gsize i = 0; i < n_suffixes; i++)
    {
      if (g_str_equal (suffixes[i], suffix))
        return (int) i;
    }

  return -1;
}

static Format
find_factor (const char *suffix,
             __int128   *factor,
             int        *tens)
{
  int power = find_suffix (decimal_suffixes, G_N_ELEMENTS (decimal_suffixes), suffix);

  *factor = 1;
  *tens = 0;
  if (power >= 0)
    {
      *tens = 3 * power - 9;
      return FORMAT_DECIMAL;
    }

  power = find_suffix (binary_suffixes, G_N_ELEMENTS (binary_suffixes), suffix);
  if (power >= 0)
    {
      *factor = (__int128) 1 << (10 * power);
      return FORMAT_BINARY;
    }

  *tens = (int) g_ascii_strtoll (suffix + 1, NULL, 10);

  return FORMAT_EXPONENT;
}

/* Rounds away from zero, as the API server does: nobody gets less than they asked for. */
static __int128
scale (__int128 value,
       int      tens)
{
  gboolean rest = FALSE;

  for (; tens > 0; tens--)
    value *= 10;
  for (; tens < 0; tens++)
    {
      rest |= value % 10 != 0;
      value /= 10;
    }

  return value + (rest ? 1 : 0);
}

static __int128
read_digits (const char **cursor,
             int         *n_decimals)
{
  __int128 value = 0;
  gboolean fraction = FALSE;

  *n_decimals = 0;
  for (; g_ascii_isdigit (**cursor) || **cursor == '.'; (*cursor)++)
    {
      if (**cursor == '.')
        {
          fraction = TRUE;
          continue;
        }
      value = value * 10 + g_ascii_digit_value (**cursor);
      *n_decimals += fraction ? 1 : 0;
    }

  return value;
}

static char *
write_binary (__int128 billionths,
              gboolean negative)
{
  guint64 whole = (guint64) ((billionths + BILLION - 1) / BILLION);
  guint power = 0;

  while (whole % 1024 == 0 && power + 1 < G_N_ELEMENTS (binary_suffixes))
    {
      whole /= 1024;
      power++;
    }

  return g_strdup_printf ("%s%" G_GUINT64_FORMAT "%s", negative ? "-" : "", whole, binary_suffixes[power]);
}

static char *
write_decimal (__int128 billionths,
               Format   format,
               gboolean negative)
{
  guint power = 0;
  const char *sign = negative ? "-" : "";

  while (billionths % 1000 == 0 && power + 1 < G_N_ELEMENTS (decimal_suffixes))
    {
      billionths /= 1000;
      power++;
    }

  if (format == FORMAT_EXPONENT && power != 3)
    return g_strdup_printf ("%s%" G_GUINT64_FORMAT "e%d", sign, (guint64) billionths, 3 * (int) power - 9);

  return g_strdup_printf ("%s%" G_GUINT64_FORMAT "%s", sign, (guint64) billionths, decimal_suffixes[power]);
}

/**
 * kin_demo_quantity_dup_canonical:
 * @text: (nullable): a quantity, such as “0.5” or “1024Mi”
 *
 * Writes a quantity with the largest suffix that leaves a whole number: “500m”, “1Gi”.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL if @text is no quantity
 */
char *
kin_demo_quantity_dup_canonical (const char *text)
{
  double value;
  gboolean negative;
  __int128 billionths;
  __int128 factor;
  int n_decimals;
  int tens;
  Format format;

  if (!kin_quantity_parse (text, &value))
    return NULL;
  if (ABS (value) > MAX_VALUE || strlen (text) > MAX_LENGTH)
    return g_strdup (text);

  negative = *text == '-';
  text += negative || *text == '+' ? 1 : 0;
  billionths = read_digits (&text, &n_decimals);
  format = find_factor (text, &factor, &tens);
  billionths = scale (billionths * factor, CLAMP (tens - n_decimals + 9, -40, 40));
  if (billionths == 0)
    return g_strdup ("0");

  /* Below 1024 there is nothing binary to tell. */
  if (format == FORMAT_BINARY && billionths >= (__int128) 1024 * BILLION)
    return write_binary (billionths, negative);

  return write_decimal (billionths, format, negative);
}
