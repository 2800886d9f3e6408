/* kin-demo-framing.c: follows the framing of an HTTP/1.1 answer that passes: its head, its chunks, its end.
 *
 * It reads what our own server writes, so it takes no care of what a server may not write.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-framing.h"

#include <string.h>

struct _KinDemoFraming
{
  KinDemoPiece next;
  GString *line;             /* what has come of the line under way */
  guint status;
  gboolean chunked;
  guint64 left;              /* of the chunk, or of a body that has no chunks */
};

static void
read_status (KinDemoFraming *self)
{
  const char *space = strchr (self->line->str, ' ');

  self->status = space != NULL ? g_ascii_strtoull (space + 1, NULL, 10) : 0;
  self->chunked = FALSE;
  /* A body whose length is not told ends with the connection. */
  self->left = G_MAXUINT64;
}

static void
read_header (KinDemoFraming *self)
{
  const char *colon = strchr (self->line->str, ':');
  gsize length;

  if (colon == NULL)
    return;

  length = colon - self->line->str;
  if (length == strlen ("Content-Length") && g_ascii_strncasecmp (self->line->str, "Content-Length", length) == 0)
    self->left = g_ascii_strtoull (colon + 1, NULL, 10);
  else if (length == strlen ("Transfer-Encoding") && g_ascii_strncasecmp (self->line->str, "Transfer-Encoding", length) == 0)
    self->chunked = strstr (colon, "chunked") != NULL;
}

/* An informational answer (100 Continue) goes before the real one. */
static void
end_head (KinDemoFraming *self)
{
  if (self->status >= 100 && self->status < 200)
    self->status = 0;
  else if (self->status == 204 || self->status == 304 || (!self->chunked && self->left == 0))
    self->next = KIN_DEMO_PIECE_NONE;
  else
    self->next = self->chunked ? KIN_DEMO_PIECE_CHUNK_HEAD : KIN_DEMO_PIECE_DATA;
}

static void
read_head_line (KinDemoFraming *self)
{
  if (self->line->len == 0)
    end_head (self);
  else if (self->status == 0)
    read_status (self);
  else
    read_header (self);
}

static void
read_line (KinDemoFraming *self)
{
  switch (self->next)
    {
    case KIN_DEMO_PIECE_HEAD:
      read_head_line (self);
      break;

    case KIN_DEMO_PIECE_CHUNK_HEAD:
      self->left = g_ascii_strtoull (self->line->str, NULL, 16);
      self->next = self->left > 0 ? KIN_DEMO_PIECE_DATA : KIN_DEMO_PIECE_TRAILER;
      break;

    case KIN_DEMO_PIECE_CHUNK_TAIL:
      self->next = KIN_DEMO_PIECE_CHUNK_HEAD;
      break;

    case KIN_DEMO_PIECE_TRAILER:
      if (self->line->len == 0)
        self->next = KIN_DEMO_PIECE_NONE;
      break;

    case KIN_DEMO_PIECE_DATA:
    case KIN_DEMO_PIECE_NONE:
    default:
      g_assert_not_reached ();
    }
}

/* A line may come in parts: it counts when its end has come. */
static void
advance_in_line (KinDemoFraming *self,
                 const char     *bytes,
                 gsize           n)
{
  g_string_append_len (self->line, bytes, n);
  if (self->line->len == 0 || self->line->str[self->line->len - 1] != '\n')
    return;

  g_string_truncate (self->line, self->line->len - 1);
  if (self->line->len > 0 && self->line->str[self->line->len - 1] == '\r')
    g_string_truncate (self->line, self->line->len - 1);
  read_line (self);
  g_string_truncate (self->line, 0);
}

static void
advance_in_data (KinDemoFraming *self,
                 gsize           n)
{
  self->left -= n;
  if (self->left == 0)
    self->next = self->chunked ? KIN_DEMO_PIECE_CHUNK_TAIL : KIN_DEMO_PIECE_NONE;
}

/**
 * kin_demo_framing_new:
 *
 * Returns: (transfer full): the framing of an answer that is still to come
 */
KinDemoFraming *
kin_demo_framing_new (void)
{
  KinDemoFraming *self = g_new0 (KinDemoFraming, 1);

  self->line = g_string_new (NULL);

  return self;
}

/**
 * kin_demo_framing_free:
 * @self: (transfer full): the framing
 */
void
kin_demo_framing_free (KinDemoFraming *self)
{
  g_return_if_fail (self != NULL);

  g_string_free (self->line, TRUE);
  g_free (self);
}

/**
 * kin_demo_framing_peek:
 * @self: the framing
 * @bytes: (array length=length): what comes next
 * @length: how much it is, at least 1
 * @n: (out): how many of @bytes belong together: a line, or data of one chunk
 *
 * Returns: what the first @n bytes are
 */
KinDemoPiece
kin_demo_framing_peek (KinDemoFraming *self,
                       const char     *bytes,
                       gsize           length,
                       gsize          *n)
{
  const char *end;

  g_return_val_if_fail (self != NULL, KIN_DEMO_PIECE_NONE);
  g_return_val_if_fail (bytes != NULL && length > 0, KIN_DEMO_PIECE_NONE);
  g_return_val_if_fail (n != NULL, KIN_DEMO_PIECE_NONE);

  *n = length;
  if (self->next == KIN_DEMO_PIECE_DATA)
    {
      *n = MIN (length, self->left);
    }
  else if (self->next != KIN_DEMO_PIECE_NONE)
    {
      end = memchr (bytes, '\n', length);
      if (end != NULL)
        *n = end - bytes + 1;
    }

  return self->next;
}

/**
 * kin_demo_framing_advance:
 * @self: the framing
 * @bytes: (array length=n): the bytes that kin_demo_framing_peek() was asked about
 * @n: how many of those that belong together have passed
 */
void
kin_demo_framing_advance (KinDemoFraming *self,
                          const char     *bytes,
                          gsize           n)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (bytes != NULL);

  if (self->next == KIN_DEMO_PIECE_DATA)
    advance_in_data (self, n);
  else if (self->next != KIN_DEMO_PIECE_NONE)
    advance_in_line (self, bytes, n);
}

/**
 * kin_demo_framing_get_next:
 * @self: the framing
 *
 * Returns: what the next byte will be
 */
KinDemoPiece
kin_demo_framing_get_next (KinDemoFraming *self)
{
  g_return_val_if_fail (self != NULL, KIN_DEMO_PIECE_NONE);

  return self->next;
}

/**
 * kin_demo_framing_get_left:
 * @self: the framing
 *
 * Returns: while data is next: how much there is still of its chunk, or of a body without chunks
 */
guint64
kin_demo_framing_get_left (KinDemoFraming *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->next == KIN_DEMO_PIECE_DATA ? self->left : 0;
}
