/* kin-json-scanner.c: finds where a JSON value ends, without parsing it, though the bytes come in pieces.
 *
 * It looks at strings, escapes and brackets and at nothing else: what is between them is for the parser.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-json-scanner.h"

#include <string.h>

#define LOW_BITS  G_GUINT64_CONSTANT (0x0101010101010101)
#define HIGH_BITS G_GUINT64_CONSTANT (0x8080808080808080)

/* Has a bit set in each byte of word that equals byte, and perhaps in bytes above such a one. */
static inline guint64
find_byte (guint64 word,
           guchar  byte)
{
  guint64 difference = word ^ (LOW_BITS * byte);

  return (difference - LOW_BITS) & ~difference & HIGH_BITS;
}

/* The next quote or backslash; eight bytes at a time, as most of a document is text inside strings. */
static inline const char *
find_quote (const char *cursor,
            const char *end)
{
  while (end - cursor >= 8)
    {
      guint64 word;

      memcpy (&word, cursor, sizeof word);
      word = GUINT64_FROM_LE (word);
      word = find_byte (word, '"') | find_byte (word, '\\');
      if (word != 0)
        return cursor + __builtin_ctzll (word) / 8;

      cursor += 8;
    }

  while (cursor < end && *cursor != '"' && *cursor != '\\')
    cursor++;

  return cursor;
}

/* Goes from within a string to behind its closing quote, or to the end; only there the state is kept. */
static inline const char *
skip_string (KinJsonScanner *self,
             const char     *cursor,
             const char     *end)
{
  for (;;)
    {
      cursor = find_quote (cursor, end);
      if (cursor == end || *cursor == '"')
        {
          self->in_string = cursor == end;
          return self->in_string ? end : cursor + 1;
        }

      self->escaped = cursor + 1 == end;
      if (self->escaped)
        {
          self->in_string = TRUE;
          return end;
        }

      cursor += 2;
    }
}

static const char *
resume_string (KinJsonScanner *self,
               const char     *cursor,
               const char     *end)
{
  if (self->escaped)
    {
      self->escaped = FALSE;
      cursor++;
    }

  return skip_string (self, cursor, end);
}

static gboolean
open_level (KinJsonScanner *self,
            gboolean        is_array)
{
  guint8 bit = 1u << (self->depth % 8);

  if (self->depth == KIN_JSON_MAX_DEPTH)
    return FALSE;

  if (is_array)
    self->arrays[self->depth / 8] |= bit;
  else
    self->arrays[self->depth / 8] &= ~bit;

  self->depth++;

  return TRUE;
}

static gboolean
close_level (KinJsonScanner *self,
             gboolean        is_array)
{
  if (self->depth == 0)
    return FALSE;

  self->depth--;

  return ((self->arrays[self->depth / 8] >> (self->depth % 8)) & 1) == is_array;
}

static inline gboolean
is_space (char c)
{
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* Behind a bare number, true, false or null: that only shows with the byte that follows. */
static inline gboolean
ends_scalar (char c)
{
  return is_space (c) || c == ',' || c == ':' || c == ']' || c == '}' || c == '[' || c == '{' || c == '"';
}

static KinJsonScan
scan_scalar (const char **cursor,
             const char  *end)
{
  while (*cursor < end && !ends_scalar (**cursor))
    (*cursor)++;

  return *cursor < end ? KIN_JSON_SCAN_DONE : KIN_JSON_SCAN_MORE;
}

static KinJsonScan
begin_value (KinJsonScanner  *self,
             const char     **cursor)
{
  char c = **cursor;

  self->begun = TRUE;

  if (c == '{' || c == '[')
    open_level (self, c == '[');
  else if (c == '"')
    self->in_string = TRUE;
  else
    return ends_scalar (c) ? KIN_JSON_SCAN_SYNTAX : KIN_JSON_SCAN_MORE;

  (*cursor)++;

  return KIN_JSON_SCAN_MORE;
}

static inline const char *
skip_plain (const char *cursor,
            const char *end)
{
  static const guint8 is_structure[256] = { ['"'] = 1, ['{'] = 1, ['}'] = 1, ['['] = 1, [']'] = 1 };

  while (cursor < end && !is_structure[(guchar) *cursor])
    cursor++;

  return cursor;
}

static KinJsonScan
scan_bracket (KinJsonScanner *self,
              char            bracket)
{
  if (bracket == '{' || bracket == '[')
    return open_level (self, bracket == '[') ? KIN_JSON_SCAN_MORE : KIN_JSON_SCAN_TOO_DEEP;

  if (!close_level (self, bracket == ']'))
    return KIN_JSON_SCAN_SYNTAX;

  return self->depth == 0 ? KIN_JSON_SCAN_DONE : KIN_JSON_SCAN_MORE;
}

/* Within an object or an array. */
static KinJsonScan
scan_container (KinJsonScanner  *self,
                const char     **cursor,
                const char      *end)
{
  const char *p = self->in_string ? resume_string (self, *cursor, end) : *cursor;
  KinJsonScan scan = KIN_JSON_SCAN_MORE;

  while (scan == KIN_JSON_SCAN_MORE && (p = skip_plain (p, end)) < end)
    {
      char c = *p++;

      if (c == '"')
        p = skip_string (self, p, end);
      else
        scan = scan_bracket (self, c);
    }

  *cursor = p;

  return scan;
}

/**
 * kin_json_scanner_init:
 * @self: a scanner
 *
 * Makes @self ready for a value.
 */
void
kin_json_scanner_init (KinJsonScanner *self)
{
  self->depth = 0;
  self->begun = FALSE;
  self->in_string = FALSE;
  self->escaped = FALSE;
}

/**
 * kin_json_scanner_feed:
 * @self: a scanner
 * @cursor: (inout): the next bytes; the first byte of all must not be white space
 * @end: their end
 *
 * Goes on through the value. When it is done, @cursor is behind the value; a bare number or word is done with
 * the byte that follows it.
 *
 * Returns: whether the value is done
 */
KinJsonScan
kin_json_scanner_feed (KinJsonScanner  *self,
                       const char     **cursor,
                       const char      *end)
{
  if (*cursor == end)
    return KIN_JSON_SCAN_MORE;

  if (!self->begun && begin_value (self, cursor) == KIN_JSON_SCAN_SYNTAX)
    return KIN_JSON_SCAN_SYNTAX;

  if (self->depth > 0)
    return scan_container (self, cursor, end);
  if (!self->in_string)
    return scan_scalar (cursor, end);

  *cursor = resume_string (self, *cursor, end);

  return self->in_string ? KIN_JSON_SCAN_MORE : KIN_JSON_SCAN_DONE;
}

/**
 * kin_json_skip_space:
 * @cursor: some bytes
 * @end: their end
 *
 * Skips white space.
 *
 * Returns: the first byte that is none, or @end
 */
const char *
kin_json_skip_space (const char *cursor,
                     const char *end)
{
  while (cursor < end && is_space (*cursor))
    cursor++;

  return cursor;
}

/**
 * kin_json_skip_value:
 * @cursor: the first byte of a value
 * @end: the end of the bytes
 *
 * Skips a value that is followed by something.
 *
 * Returns: (nullable): the byte behind the value, or %NULL if it has no end or is none
 */
const char *
kin_json_skip_value (const char *cursor,
                     const char *end)
{
  KinJsonScanner scanner;

  kin_json_scanner_init (&scanner);

  return kin_json_scanner_feed (&scanner, &cursor, end) == KIN_JSON_SCAN_DONE ? cursor : NULL;
}
