/* kin-quantity.c: the API's quantities, such as 500m and 1Gi, as numbers to sort by.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-quantity.h"

#include <math.h>
#include <string.h>

static const struct
{
  const char *suffix;
  double factor;
} units[] = {
  { "", 1 },
  { "n", 1e-9 },
  { "u", 1e-6 },
  { "m", 1e-3 },
  { "k", 1e3 },
  { "M", 1e6 },
  { "G", 1e9 },
  { "T", 1e12 },
  { "P", 1e15 },
  { "E", 1e18 },
  { "Ki", 1024.0 },
  { "Mi", 1024.0 * 1024 },
  { "Gi", 1024.0 * 1024 * 1024 },
  { "Ti", 1024.0 * 1024 * 1024 * 1024 },
  { "Pi", 1024.0 * 1024 * 1024 * 1024 * 1024 },
  { "Ei", 1024.0 * 1024 * 1024 * 1024 * 1024 * 1024 },
};

/* Stops before a suffix, where strtod() would take the E of 1E for an exponent and 0x1 for a number. */
static const char *
skip_digits (const char *text)
{
  const char *cursor = text;

  if (*cursor == '+' || *cursor == '-')
    cursor++;
  while (g_ascii_isdigit (*cursor) || *cursor == '.')
    cursor++;

  return cursor;
}

static gboolean
parse_digits (const char *text,
              const char *end,
              double     *value)
{
  char digits[64];
  gsize length = (gsize) (end - text);
  char *rest;

  if (length == 0 || length >= sizeof digits)
    return FALSE;

  memcpy (digits, text, length);
  digits[length] = '\0';
  *value = g_ascii_strtod (digits, &rest);

  return rest != digits && *rest == '\0';
}

static gboolean
parse_exponent (const char *text,
                double     *factor)
{
  char *rest;
  gint64 exponent;

  if ((*text != 'e' && *text != 'E') || text[1] == '\0')
    return FALSE;

  exponent = g_ascii_strtoll (text + 1, &rest, 10);
  if (*rest != '\0' || rest == text + 1 || g_ascii_isspace (text[1]))
    return FALSE;

  *factor = pow (10, (double) CLAMP (exponent, -400, 400));

  return TRUE;
}

static gboolean
parse_suffix (const char *text,
              double     *factor)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (g_str_equal (units[i].suffix, text))
        {
          *factor = units[i].factor;
          return TRUE;
        }
    }

  return parse_exponent (text, factor);
}

/**
 * kin_quantity_parse:
 * @text: (nullable): a quantity such as “500m”, “1Gi”, “2e3” or “128974848”
 * @value: (out): its value
 *
 * Reads a quantity.
 *
 * Returns: whether @text is one
 */
gboolean
kin_quantity_parse (const char *text,
                    double     *value)
{
  const char *suffix;
  double factor;

  g_return_val_if_fail (value != NULL, FALSE);

  if (text == NULL)
    return FALSE;

  suffix = skip_digits (text);
  if (!parse_digits (text, suffix, value) || !parse_suffix (suffix, &factor))
    return FALSE;

  *value *= factor;

  return TRUE;
}
