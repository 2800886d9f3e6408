/* kin-item-splitter.c: cuts a stream of bytes into JSON values as they come, without parsing them.
 *
 * Chunks may end anywhere, in a number or within a character. A value that lies whole in a chunk is told from
 * there, without being copied.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-item-splitter.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/kin-error.h"
#include "object/kin-json-scanner.h"
#include "object/kin-json.h"

#define DEFAULT_MAX_ITEM (16 * 1024 * 1024)

/* What an unusually long value needed is given back after it. */
#define MAX_KEPT (1024 * 1024)

/* What comes next, white space aside. */
typedef enum
{
  EXPECT_VALUE,             /* of a stream of values */
  EXPECT_LIST,              /* { */
  EXPECT_KEY_OR_END,        /* " or } */
  EXPECT_KEY,
  EXPECT_COLON,
  EXPECT_MEMBER,            /* the value of a member */
  EXPECT_COMMA_OR_END,      /* , or } */
  EXPECT_ITEM_OR_END,       /* an item or ] */
  EXPECT_ITEM,
  EXPECT_ITEM_COMMA_OR_END, /* , or ] */
  EXPECT_NOTHING,
} Expectation;

struct _KinItemSplitter
{
  KinSplitMode mode;
  gsize max_item;
  KinItemFunc func;
  gpointer user_data;

  Expectation expectation;
  KinJsonScanner scanner;
  gboolean in_value;        /* the one that is expected */
  gboolean failed;
  guint64 offset;           /* of the chunk, for messages */

  GByteArray *pending;      /* of an item, what came with earlier chunks */

  GString *envelope;
  gsize key_start;          /* in the envelope */
  gboolean is_items;        /* the member at hand */
  gboolean had_items;
};

static gboolean
fail (KinItemSplitter  *self,
      int               code,
      const char       *message,
      guint64           offset,
      GError          **error)
{
  self->failed = TRUE;
  /* Translators: the first %s is a sentence about what is wrong. */
  g_set_error (error, KIN_PARSE_ERROR, code, _("%s (at byte %" G_GUINT64_FORMAT ")"), message, offset);

  return FALSE;
}

static gboolean
fail_syntax (KinItemSplitter  *self,
             guint64           offset,
             GError          **error)
{
  return fail (self, KIN_PARSE_ERROR_SYNTAX, _("The server’s answer is not valid JSON"), offset, error);
}

static gboolean
fail_too_large (KinItemSplitter  *self,
                guint64           offset,
                GError          **error)
{
  g_autofree char *size = g_format_size_full (self->max_item, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *message = NULL;

  /* Translators: %s is a size such as “16.0 MiB”. */
  message = g_strdup_printf (_("The server sent an object larger than %s"), size);

  return fail (self, KIN_PARSE_ERROR_TOO_LARGE, message, offset, error);
}

static void
clear_pending (KinItemSplitter *self)
{
  if (self->pending->len > MAX_KEPT)
    {
      g_byte_array_unref (self->pending);
      self->pending = g_byte_array_new ();
    }

  g_byte_array_set_size (self->pending, 0);
}

static gboolean
tell (KinItemSplitter  *self,
      const char       *json,
      gsize             length,
      GError          **error)
{
  if (self->func (json, length, self->user_data, error))
    return TRUE;

  self->failed = TRUE;

  return FALSE;
}

static void
begin_value (KinItemSplitter *self)
{
  self->in_value = TRUE;
  kin_json_scanner_init (&self->scanner);
}

/* A key may be spelled with escapes. */
static gboolean
is_items_key (const char *key,
              gsize       length)
{
  g_autoptr(KinJson) json = NULL;

  if (memchr (key, '\\', length) == NULL)
    return length == strlen ("\"items\"") && memcmp (key, "\"items\"", length) == 0;

  json = kin_json_parse (key, length, NULL);

  return json != NULL && g_strcmp0 (kin_json_value_get_string (kin_json_get_root (json)), "items") == 0;
}

static gboolean
end_key (KinItemSplitter  *self,
         guint64           offset,
         GError          **error)
{
  self->is_items = is_items_key (self->envelope->str + self->key_start, self->envelope->len - self->key_start);
  self->expectation = EXPECT_COLON;

  /* A parser takes one of the two; ours would have told both. */
  if (self->is_items && self->had_items)
    return fail (self, KIN_PARSE_ERROR_SYNTAX, _("The server’s list has two members “items”"), offset, error);

  self->had_items |= self->is_items;

  return TRUE;
}

static gboolean
end_item (KinItemSplitter  *self,
          const char       *start,
          const char       *end,
          GError          **error)
{
  gboolean told;

  self->expectation = self->mode == KIN_SPLIT_VALUES ? EXPECT_VALUE : EXPECT_ITEM_COMMA_OR_END;

  if (self->pending->len == 0)
    return tell (self, start, (gsize) (end - start), error);

  g_byte_array_append (self->pending, (const guint8 *) start, (guint) (end - start));
  told = tell (self, (const char *) self->pending->data, self->pending->len, error);
  clear_pending (self);

  return told;
}

static gboolean
is_item (KinItemSplitter *self)
{
  return self->expectation == EXPECT_VALUE || self->expectation == EXPECT_ITEM ||
         self->expectation == EXPECT_ITEM_OR_END;
}

static gboolean
end_value (KinItemSplitter  *self,
           const char       *start,
           const char       *end,
           guint64           offset,
           GError          **error)
{
  self->in_value = FALSE;

  if (is_item (self))
    return end_item (self, start, end, error);

  g_string_append_len (self->envelope, start, end - start);
  if (self->expectation != EXPECT_MEMBER)
    return end_key (self, offset, error);

  self->expectation = EXPECT_COMMA_OR_END;

  return TRUE;
}

static void
keep (KinItemSplitter *self,
      const char      *start,
      const char      *end)
{
  if (is_item (self))
    g_byte_array_append (self->pending, (const guint8 *) start, (guint) (end - start));
  else
    g_string_append_len (self->envelope, start, end - start);
}

static gboolean
go_on_with_value (KinItemSplitter  *self,
                  const char       *data,
                  const char      **cursor,
                  const char       *end,
                  GError          **error)
{
  const char *start = *cursor;
  KinJsonScan scan = kin_json_scanner_feed (&self->scanner, cursor, end);
  gsize length = (is_item (self) ? self->pending->len : self->envelope->len) + (gsize) (*cursor - start);
  guint64 offset = self->offset + (guint64) (*cursor - data);

  if (length > self->max_item)
    return fail_too_large (self, offset, error);

  switch (scan)
    {
    case KIN_JSON_SCAN_DONE:
      return end_value (self, start, *cursor, offset, error);

    case KIN_JSON_SCAN_MORE:
      keep (self, start, *cursor);
      return TRUE;

    case KIN_JSON_SCAN_TOO_DEEP:
      return fail (self, KIN_PARSE_ERROR_TOO_LARGE, _("The server’s answer is nested too deep"), offset, error);

    case KIN_JSON_SCAN_SYNTAX:
    default:
      return fail_syntax (self, offset, error);
    }
}

/* The member's value: of "items", only an array is split, and null is an empty one. */
static gboolean
begin_member (KinItemSplitter  *self,
              const char      **cursor,
              guint64           offset,
              GError          **error)
{
  /* What begins no value at all is for the scanner to refuse. */
  if (!self->is_items || memchr ("n,:]}", **cursor, 5) != NULL)
    {
      begin_value (self);
      return TRUE;
    }

  if (**cursor != '[')
    return fail (self, KIN_PARSE_ERROR_WRONG_TYPE, _("The “items” of the server’s list are no array"), offset, error);

  g_string_append_c (self->envelope, *(*cursor)++);
  self->expectation = EXPECT_ITEM_OR_END;

  return TRUE;
}

/* Takes a byte of the list's own structure. */
static gboolean
take (KinItemSplitter  *self,
      const char      **cursor,
      Expectation       next,
      gboolean          enveloped)
{
  if (enveloped)
    g_string_append_c (self->envelope, **cursor);

  (*cursor)++;
  self->expectation = next;

  return TRUE;
}

static gboolean
begin_key (KinItemSplitter *self)
{
  self->key_start = self->envelope->len;
  begin_value (self);

  return TRUE;
}

static gboolean
begin_item (KinItemSplitter *self)
{
  begin_value (self);

  return TRUE;
}

/* Takes the next byte that is no white space, where no value is at hand. */
static gboolean
step (KinItemSplitter  *self,
      const char       *data,
      const char      **cursor,
      GError          **error)
{
  guint64 offset = self->offset + (guint64) (*cursor - data);
  char c = **cursor;

  switch (self->expectation)
    {
    case EXPECT_VALUE:
    case EXPECT_ITEM:
      return begin_item (self);

    case EXPECT_ITEM_OR_END:
      return c == ']' ? take (self, cursor, EXPECT_COMMA_OR_END, TRUE) : begin_item (self);

    case EXPECT_MEMBER:
      return begin_member (self, cursor, offset, error);

    case EXPECT_LIST:
      if (c == '{')
        return take (self, cursor, EXPECT_KEY_OR_END, TRUE);
      break;

    case EXPECT_KEY_OR_END:
      if (c == '}')
        return take (self, cursor, EXPECT_NOTHING, TRUE);
      G_GNUC_FALLTHROUGH;

    case EXPECT_KEY:
      if (c == '"')
        return begin_key (self);
      break;

    case EXPECT_COLON:
      if (c == ':')
        return take (self, cursor, EXPECT_MEMBER, TRUE);
      break;

    case EXPECT_COMMA_OR_END:
      if (c == ',' || c == '}')
        return take (self, cursor, c == ',' ? EXPECT_KEY : EXPECT_NOTHING, TRUE);
      break;

    case EXPECT_ITEM_COMMA_OR_END:
      if (c == ',' || c == ']')
        return take (self, cursor, c == ',' ? EXPECT_ITEM : EXPECT_COMMA_OR_END, c == ']');
      break;

    case EXPECT_NOTHING:
    default:
      break;
    }

  return fail_syntax (self, offset, error);
}

/* A bare number at the end of a stream has nothing behind it that would have ended it. */
static gboolean
is_bare (KinItemSplitter *self)
{
  return self->in_value && self->scanner.depth == 0 && !self->scanner.in_string;
}

/**
 * kin_item_splitter_new:
 * @mode: what the bytes will be
 * @max_item: how long a value may be, and all that is around the items of a list; 0 = 16 MiB
 * @func: is told each value
 * @user_data: for @func
 *
 * Makes a splitter. It may be fed from any thread, but not from two at a time.
 *
 * Returns: (transfer full): a splitter
 */
KinItemSplitter *
kin_item_splitter_new (KinSplitMode mode,
                       gsize        max_item,
                       KinItemFunc  func,
                       gpointer     user_data)
{
  KinItemSplitter *self;

  g_return_val_if_fail (func != NULL, NULL);

  self = g_new0 (KinItemSplitter, 1);
  self->mode = mode;
  self->max_item = max_item != 0 ? max_item : DEFAULT_MAX_ITEM;
  self->func = func;
  self->user_data = user_data;
  self->expectation = mode == KIN_SPLIT_VALUES ? EXPECT_VALUE : EXPECT_LIST;
  self->pending = g_byte_array_new ();
  self->envelope = g_string_new (NULL);

  return self;
}

/**
 * kin_item_splitter_free:
 * @self: (transfer full): a splitter
 *
 * Frees the splitter.
 */
void
kin_item_splitter_free (KinItemSplitter *self)
{
  g_return_if_fail (self != NULL);

  g_byte_array_unref (self->pending);
  g_string_free (self->envelope, TRUE);
  g_free (self);
}

/**
 * kin_item_splitter_feed:
 * @self: a splitter that has not failed
 * @data: the next bytes
 * @length: how many
 * @error: return location for a %KIN_PARSE_ERROR, or what the function set
 *
 * Goes on, and tells each value that is complete.
 *
 * Returns: %FALSE if the bytes are broken or the function did not want to go on
 */
gboolean
kin_item_splitter_feed (KinItemSplitter  *self,
                        const char       *data,
                        gsize             length,
                        GError          **error)
{
  const char *cursor = data;
  const char *end = data + length;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (!self->failed, FALSE);
  g_return_val_if_fail (data != NULL || length == 0, FALSE);

  while (cursor < end)
    {
      if (self->in_value)
        {
          if (!go_on_with_value (self, data, &cursor, end, error))
            return FALSE;
          continue;
        }

      cursor = kin_json_skip_space (cursor, end);
      if (cursor < end && !step (self, data, &cursor, error))
        return FALSE;
    }

  self->offset += length;

  return TRUE;
}

/**
 * kin_item_splitter_finish:
 * @self: a splitter that has not failed
 * @error: return location for a %KIN_PARSE_ERROR, or what the function set
 *
 * Says that there will be no more bytes.
 *
 * Returns: %FALSE with %KIN_PARSE_ERROR_TRUNCATED if a value is unfinished
 */
gboolean
kin_item_splitter_finish (KinItemSplitter  *self,
                          GError          **error)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (!self->failed, FALSE);

  if (self->mode == KIN_SPLIT_VALUES && is_bare (self))
    return end_value (self, "", "", self->offset, error);

  if (!self->in_value && (self->expectation == EXPECT_VALUE || self->expectation == EXPECT_NOTHING))
    return TRUE;

  return fail (self, KIN_PARSE_ERROR_TRUNCATED, _("The server’s answer ends in the middle"), self->offset, error);
}

/**
 * kin_item_splitter_get_pending:
 * @self: a splitter
 *
 * Gets how much of an unfinished item has come.
 *
 * Returns: bytes
 */
gsize
kin_item_splitter_get_pending (KinItemSplitter *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->pending->len;
}

/**
 * kin_item_splitter_get_envelope:
 * @self: a splitter of a list that was finished
 * @length: (out): its length
 *
 * Gets the list without the content of “items”: its kind and its metadata.
 *
 * Returns: (transfer none): JSON, as long as the splitter lives
 */
const char *
kin_item_splitter_get_envelope (KinItemSplitter *self,
                                gsize           *length)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (self->mode == KIN_SPLIT_LIST, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = self->envelope->len;

  return self->envelope->str;
}
