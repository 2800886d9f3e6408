/* kin-demo-mangler.c: what a fault makes of the bytes of one answer, as they come from the server.
 *
 * A fault has a point in the body from which on it is in force: after so many bytes and so many events, which end with a
 * line each. Without such a point it is in force from the answer's first byte. What is done to a chunk is done to the
 * first one that begins in force (truncate: also to the rest of the one in which it begins); a body that has no chunks
 * counts as one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-mangler.h"

#include <string.h>

#include "demo/kin-demo-framing.h"

struct _KinDemoMangler
{
  KinDemoFault *fault;
  KinDemoFraming *framing;
  KinDemoMangle state;

  guint64 n_bytes;           /* of the body so far */
  guint n_events;
  gboolean in_force;

  gboolean in_chunk;         /* the one that it is done to */
  gboolean spent;            /* it has been done */
  guint64 n_until_end;       /* truncate: of the chunk */
  GByteArray *chunk;         /* double: the chunk so far */
  guint n_garbage;
};

static gboolean
has_come (KinDemoMangler *self)
{
  return self->n_bytes >= self->fault->after_bytes && self->n_events >= self->fault->after_events;
}

static void
begin_truncating (KinDemoMangler *self)
{
  self->in_chunk = TRUE;
  self->n_until_end = kin_demo_framing_get_left (self->framing) / 2;
  if (self->n_until_end == 0)
    self->state = KIN_DEMO_MANGLE_END;
}

static void
come_in_force (KinDemoMangler *self)
{
  self->in_force = TRUE;

  switch (self->fault->action)
    {
    case KIN_DEMO_FAULT_CUT:
      self->state = KIN_DEMO_MANGLE_CUT;
      break;

    case KIN_DEMO_FAULT_STALL:
      self->state = KIN_DEMO_MANGLE_SWALLOW;
      break;

    case KIN_DEMO_FAULT_HALF_OPEN:
      self->state = KIN_DEMO_MANGLE_DEAD;
      break;

    case KIN_DEMO_FAULT_SLOW:
    case KIN_DEMO_FAULT_BYTES:
      self->state = KIN_DEMO_MANGLE_PACE;
      break;

    case KIN_DEMO_FAULT_TRUNCATE:
      if (kin_demo_framing_get_left (self->framing) > 0)
        begin_truncating (self);
      break;

    case KIN_DEMO_FAULT_DOUBLE:
    case KIN_DEMO_FAULT_GARBAGE:
    case KIN_DEMO_FAULT_STATUS:
    case KIN_DEMO_FAULT_GONE_EVENT:
    case KIN_DEMO_FAULT_HTML:
    case KIN_DEMO_FAULT_NO_END_MARK:
    case KIN_DEMO_FAULT_BOOKMARKS_ONLY:
    default:
      break;
    }
}

/* How many of n bytes of the body pass before it comes in force, or before the end of a truncated chunk. */
static gsize
limit (KinDemoMangler *self,
       const char     *bytes,
       gsize           n)
{
  guint64 missing = self->fault->after_bytes - MIN (self->n_bytes, self->fault->after_bytes);
  guint n_lines = self->fault->after_events - MIN (self->n_events, self->fault->after_events);
  const char *at = bytes;

  if (self->in_chunk && self->fault->action == KIN_DEMO_FAULT_TRUNCATE)
    return MIN (n, self->n_until_end);
  if (self->in_force)
    return n;

  for (; n_lines > 0; n_lines--)
    {
      at = memchr (at, '\n', n - (at - bytes));
      if (at == NULL)
        return n;
      at++;
    }

  return MIN (n, MAX (missing, (gsize) (at - bytes)));
}

static guint
count_lines (const char *bytes,
             gsize       n)
{
  const char *end = bytes + n;
  guint n_lines = 0;

  while ((bytes = memchr (bytes, '\n', end - bytes)) != NULL)
    {
      bytes++;
      n_lines++;
    }

  return n_lines;
}

/* Never UTF-8. Ends of lines stay, or the garbage would seem to be the beginning of what comes next. */
static void
append_garbage (KinDemoMangler *self,
                const char     *bytes,
                gsize           n,
                GByteArray     *out)
{
  for (gsize i = 0; i < n; i++)
    {
      guint8 byte = bytes[i] == '\n' ? '\n' : 0x80 + self->n_garbage++ % 0x40;

      g_byte_array_append (out, &byte, 1);
    }
}

static void
emit (KinDemoMangler *self,
      KinDemoPiece    piece,
      const char     *bytes,
      gsize           n,
      GByteArray     *out)
{
  gboolean is_chunk = piece == KIN_DEMO_PIECE_CHUNK_HEAD || self->in_chunk;

  if (self->in_chunk && piece == KIN_DEMO_PIECE_DATA && self->fault->action == KIN_DEMO_FAULT_GARBAGE)
    append_garbage (self, bytes, n, out);
  else
    g_byte_array_append (out, (const guint8 *) bytes, n);

  if (self->in_force && !self->spent && is_chunk && self->fault->action == KIN_DEMO_FAULT_DOUBLE)
    g_byte_array_append (self->chunk, (const guint8 *) bytes, n);
}

static void
count_data (KinDemoMangler *self,
            const char     *bytes,
            gsize           n)
{
  self->n_bytes += n;
  self->n_events += count_lines (bytes, n);
  if (self->in_chunk && self->fault->action == KIN_DEMO_FAULT_TRUNCATE)
    {
      self->n_until_end -= n;
      if (self->n_until_end == 0)
        self->state = KIN_DEMO_MANGLE_END;
    }
}

static void
begin_chunk (KinDemoMangler *self)
{
  if (!self->in_force || self->spent)
    return;

  if (self->fault->action == KIN_DEMO_FAULT_TRUNCATE)
    begin_truncating (self);
  else
    self->in_chunk = TRUE;
}

static void
end_chunk (KinDemoMangler *self,
           GByteArray     *out)
{
  if (!self->in_chunk)
    return;

  self->in_chunk = FALSE;
  self->spent = TRUE;
  g_byte_array_append (out, self->chunk->data, self->chunk->len);
  g_byte_array_set_size (self->chunk, 0);
}

static void
cross_border (KinDemoMangler *self,
              KinDemoPiece    before,
              GByteArray     *out)
{
  KinDemoPiece next = kin_demo_framing_get_next (self->framing);

  if (next == before)
    return;

  if (next == KIN_DEMO_PIECE_DATA)
    begin_chunk (self);
  else if (next != KIN_DEMO_PIECE_CHUNK_TAIL)
    end_chunk (self, out);

  if (next == KIN_DEMO_PIECE_NONE && self->state <= KIN_DEMO_MANGLE_PACE)
    self->state = KIN_DEMO_MANGLE_DONE;
}

/**
 * kin_demo_mangler_new:
 * @fault: a fault that happens on the wire
 *
 * Returns: (transfer full): what @fault makes of the next answer
 */
KinDemoMangler *
kin_demo_mangler_new (KinDemoFault *fault)
{
  KinDemoMangler *self;

  g_return_val_if_fail (fault != NULL, NULL);
  g_return_val_if_fail (kin_demo_fault_is_on_wire (fault), NULL);

  self = g_new0 (KinDemoMangler, 1);
  self->fault = kin_demo_fault_ref (fault);
  self->framing = kin_demo_framing_new ();
  self->chunk = g_byte_array_new ();
  if (has_come (self))
    come_in_force (self);

  return self;
}

/**
 * kin_demo_mangler_free:
 * @self: (transfer full): the mangler
 */
void
kin_demo_mangler_free (KinDemoMangler *self)
{
  g_return_if_fail (self != NULL);

  kin_demo_fault_unref (self->fault);
  kin_demo_framing_free (self->framing);
  g_byte_array_unref (self->chunk);
  g_free (self);
}

/**
 * kin_demo_mangler_get_fault:
 * @self: the mangler
 *
 * Returns: (transfer none): its fault
 */
KinDemoFault *
kin_demo_mangler_get_fault (KinDemoMangler *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->fault;
}

/**
 * kin_demo_mangler_get_state:
 * @self: the mangler
 *
 * Returns: what becomes of the next byte
 */
KinDemoMangle
kin_demo_mangler_get_state (KinDemoMangler *self)
{
  g_return_val_if_fail (self != NULL, KIN_DEMO_MANGLE_DONE);

  return self->state;
}

/**
 * kin_demo_mangler_push:
 * @self: the mangler, in a state in which bytes pass
 * @bytes: (array length=length): the answer's next bytes
 * @length: how many there are, at least 1
 * @out: what they become is added to it
 *
 * Takes bytes up to where something may happen; the state may be another one then.
 *
 * Returns: how many were taken
 */
gsize
kin_demo_mangler_push (KinDemoMangler *self,
                       const char     *bytes,
                       gsize           length,
                       GByteArray     *out)
{
  KinDemoPiece piece;
  gsize n;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (self->state <= KIN_DEMO_MANGLE_PACE, 0);
  g_return_val_if_fail (out != NULL, 0);

  piece = kin_demo_framing_peek (self->framing, bytes, length, &n);
  if (piece == KIN_DEMO_PIECE_DATA)
    n = limit (self, bytes, n);

  emit (self, piece, bytes, n, out);
  kin_demo_framing_advance (self->framing, bytes, n);
  if (piece == KIN_DEMO_PIECE_DATA)
    count_data (self, bytes, n);
  cross_border (self, piece, out);
  if (!self->in_force && self->state == KIN_DEMO_MANGLE_PASS && has_come (self))
    come_in_force (self);

  return n;
}
