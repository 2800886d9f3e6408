/* kin-response.c: a body that is coming from the server, read in pieces of a size that suits how fast it comes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-response.h"

#include <glib/gi18n.h>

#include "base/kin-clock.h"
#include "base/kin-error.h"
#include "client/kin-cancel-link.h"
#include "client/kin-network-error.h"

/* Below GTK's redraw: a big list must not cost a frame. */
#define READ_PRIORITY G_PRIORITY_DEFAULT_IDLE

/* Many watches are quiet: each of them waits with the small one. */
#define MIN_PIECE (16 * 1024)
#define MAX_PIECE (256 * 1024)

/* A document that is wanted whole (discovery, a Status) is never longer, and never takes longer. Over HTTP/2 libsoup
 * does not tell a reader that the connection has ended under it. */
#define MAX_WHOLE (64 * 1024 * 1024)
#define WHOLE_DEADLINE (60 * G_USEC_PER_SEC)

struct _KinResponse
{
  GObject parent_instance;

  SoupMessage *message;
  GInputStream *body;  /* NULL = closed */
  KinSessionLease *lease;
  GCancellable *closing;
  KinCancelLink *transport_link;
  gboolean reading;    /* a stream can't be closed while it is being read */
  char *what;
  char *host;

  guint8 *buffer;
  gsize piece;         /* the buffer's size */
  GError *held_error;  /* came after bytes that were handed out first */
  gboolean ended;
};

G_DEFINE_FINAL_TYPE (KinResponse, kin_response, G_TYPE_OBJECT)

static void
set_piece (KinResponse *self,
           gsize        piece)
{
  if (piece == self->piece)
    return;

  g_free (self->buffer);
  self->buffer = NULL;
  self->piece = piece;
}

/* The first read takes what stands in one chunk or frame of the transfer; the rest of what has come already is
 * taken here, or a fast server would cost a turn of the main loop for each of its objects. */
static gsize
read_rest (KinResponse *self,
           gsize        n_read)
{
  GPollableInputStream *stream;

  if (!G_IS_POLLABLE_INPUT_STREAM (self->body) || !g_pollable_input_stream_can_poll (G_POLLABLE_INPUT_STREAM (self->body)))
    return n_read;

  stream = G_POLLABLE_INPUT_STREAM (self->body);
  while (n_read < self->piece)
    {
      g_autoptr(GError) error = NULL;
      gssize n = g_pollable_input_stream_read_nonblocking (stream, self->buffer + n_read, self->piece - n_read, self->closing, &error);

      if (n == 0)
        self->ended = TRUE;
      else if (n < 0 && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        self->held_error = g_steal_pointer (&error);
      if (n <= 0)
        break;

      n_read += n;
    }

  return n_read;
}

/* Hands a full buffer over and copies a little out of a big one. */
static GBytes *
take_bytes (KinResponse *self,
            gsize        n_read)
{
  gsize piece = self->piece;
  GBytes *bytes;

  if (n_read > piece / 2)
    bytes = g_bytes_new_take (g_realloc (g_steal_pointer (&self->buffer), n_read), n_read);
  else
    bytes = g_bytes_new (self->buffer, n_read);

  if (n_read == piece)
    set_piece (self, MIN (piece * 4, MAX_PIECE));
  else if (n_read < piece / 8)
    set_piece (self, MAX (piece / 4, MIN_PIECE));

  return bytes;
}

static void
close_body (KinResponse *self)
{
  /* Without it libsoup would read an endless body to its end when the stream is let go of. */
  if (self->body != NULL)
    g_input_stream_close_async (self->body, READ_PRIORITY, NULL, NULL, NULL);

  g_clear_object (&self->body);
  g_clear_pointer (&self->lease, kin_session_lease_free);
}

static GError *
explain (KinResponse  *self,
         const GError *cause)
{
  KinNetworkTrouble trouble = { .what = self->what, .host = self->host };

  return kin_network_error_new (cause, &trouble);
}

static GError *
new_closed_error (KinResponse *self)
{
  return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_CLOSED,
                      _("%s: the connection to %s was closed"), self->what, self->host);
}

static void
return_held (KinResponse *self,
             GTask       *task)
{
  if (self->held_error != NULL)
    g_task_return_error (task, explain (self, self->held_error));
  else
    g_task_return_pointer (task, g_bytes_new (NULL, 0), (GDestroyNotify) g_bytes_unref);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  KinResponse *self = g_task_get_source_object (task);
  g_autoptr(GError) error = NULL;
  gssize n_read = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  self->reading = FALSE;
  if (g_cancellable_is_cancelled (self->closing))
    {
      close_body (self);
      g_task_return_error (task, new_closed_error (self));
      return;
    }

  if (n_read < 0)
    {
      g_task_return_error (task, explain (self, error));
      return;
    }

  if (n_read == 0)
    {
      self->ended = TRUE;
      return_held (self, task);
      return;
    }

  n_read = read_rest (self, n_read);
  kin_session_lease_count_bytes (self->lease, n_read);
  g_task_return_pointer (task, take_bytes (self, n_read), (GDestroyNotify) g_bytes_unref);
}

static void
clear_link (gpointer data)
{
  if (data != NULL)
    kin_cancel_link_free (data);
}

/* A body that is read whole. The task's data. */
typedef struct
{
  GByteArray *bytes;
  guint deadline;
  GCancellable *cancellable;   /* of the read under way: the caller's or the deadline's */
  KinCancelLink *link;
  gboolean timed_out;
} Whole;

static void
whole_free (gpointer data)
{
  Whole *whole = data;

  if (whole->deadline != 0)
    kin_clock_remove (kin_clock_get_default (), whole->deadline);
  g_byte_array_unref (whole->bytes);
  g_clear_pointer (&whole->link, kin_cancel_link_free);
  g_object_unref (whole->cancellable);
  g_free (whole);
}

static void
whole_deadline_cb (gpointer user_data)
{
  Whole *whole = user_data;

  whole->deadline = 0;
  whole->timed_out = TRUE;
  g_cancellable_cancel (whole->cancellable);
}

static GError *
explain_whole (KinResponse *self,
               Whole       *whole,
               GError      *error)
{
  if (!whole->timed_out)
    return error;

  g_error_free (error);

  return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_TIMED_OUT,
                      _("%s: %s did not answer in time"), self->what, self->host);
}

static void
read_all_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  KinResponse *self = KIN_RESPONSE (source);
  Whole *whole = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr(GBytes) bytes = kin_response_read_finish (self, result, &error);

  if (bytes == NULL)
    {
      g_task_return_error (task, explain_whole (self, whole, error));
      return;
    }

  if (g_bytes_get_size (bytes) == 0)
    {
      g_task_return_pointer (task, g_byte_array_free_to_bytes (g_byte_array_ref (whole->bytes)), (GDestroyNotify) g_bytes_unref);
      return;
    }

  if (whole->bytes->len + g_bytes_get_size (bytes) > MAX_WHOLE)
    {
      g_task_return_new_error (task, KIN_PARSE_ERROR, KIN_PARSE_ERROR_TOO_LARGE,
                               _("%s: the answer of %s is too large"), self->what, self->host);
      return;
    }

  g_byte_array_append (whole->bytes, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  kin_response_read_async (self, whole->cancellable, read_all_cb, g_object_ref (task));
}

static void
kin_response_dispose (GObject *object)
{
  KinResponse *self = KIN_RESPONSE (object);

  kin_response_close (self);
  g_clear_pointer (&self->transport_link, kin_cancel_link_free);
  g_clear_object (&self->message);

  G_OBJECT_CLASS (kin_response_parent_class)->dispose (object);
}

static void
kin_response_finalize (GObject *object)
{
  KinResponse *self = KIN_RESPONSE (object);

  g_clear_object (&self->closing);
  g_clear_pointer (&self->what, g_free);
  g_clear_pointer (&self->host, g_free);
  g_clear_pointer (&self->buffer, g_free);
  g_clear_error (&self->held_error);

  G_OBJECT_CLASS (kin_response_parent_class)->finalize (object);
}

static void
kin_response_class_init (KinResponseClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_response_dispose;
  object_class->finalize = kin_response_finalize;
}

static void
kin_response_init (KinResponse *self)
{
  self->closing = g_cancellable_new ();
  self->piece = MIN_PIECE;
}

/**
 * kin_response_new:
 * @message: the message that was sent
 * @body: (transfer full): the body that is coming
 * @lease: (transfer full): the stream that it comes by
 * @closing: cancelled when all connections are to end
 * @what: what was asked for: "list pods in shop"
 * @host: who answers
 *
 * Returns: (transfer full): the response
 */
KinResponse *
kin_response_new (SoupMessage     *message,
                  GInputStream    *body,
                  KinSessionLease *lease,
                  GCancellable    *closing,
                  const char      *what,
                  const char      *host)
{
  KinResponse *self;

  g_return_val_if_fail (SOUP_IS_MESSAGE (message), NULL);
  g_return_val_if_fail (G_IS_INPUT_STREAM (body), NULL);
  g_return_val_if_fail (lease != NULL, NULL);

  self = g_object_new (KIN_TYPE_RESPONSE, NULL);
  self->message = g_object_ref (message);
  self->body = body;
  self->lease = lease;
  self->transport_link = kin_cancel_link_new (closing, self->closing);
  self->what = g_strdup (what);
  self->host = g_strdup (host);

  return self;
}

/**
 * kin_response_get_message:
 * @self: a response
 *
 * Returns: (transfer none): the message, for its status and headers
 */
SoupMessage *
kin_response_get_message (KinResponse *self)
{
  g_return_val_if_fail (KIN_IS_RESPONSE (self), NULL);

  return self->message;
}

/**
 * kin_response_get_what:
 * @self: a response
 *
 * Returns: what was asked for, as messages name it
 */
const char *
kin_response_get_what (KinResponse *self)
{
  g_return_val_if_fail (KIN_IS_RESPONSE (self), NULL);

  return self->what;
}

/**
 * kin_response_get_host:
 * @self: a response
 *
 * Returns: who answers, as messages name it
 */
const char *
kin_response_get_host (KinResponse *self)
{
  g_return_val_if_fail (KIN_IS_RESPONSE (self), NULL);

  return self->host;
}

/**
 * kin_response_get_compressed:
 * @self: a response
 *
 * Returns: whether the body is gzip, which is for a worker to inflate
 */
gboolean
kin_response_get_compressed (KinResponse *self)
{
  SoupMessageHeaders *headers;

  g_return_val_if_fail (KIN_IS_RESPONSE (self), FALSE);

  headers = soup_message_get_response_headers (self->message);

  return soup_message_headers_header_equals (headers, "Content-Encoding", "gzip");
}

/**
 * kin_response_read_async:
 * @self: a response
 * @cancellable: (nullable): a cancellable; cancelling it closes the response
 * @callback: called when bytes have come
 * @user_data: for @callback
 *
 * Reads what has come. One call at a time.
 */
void
kin_response_read_async (KinResponse         *self,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (KIN_IS_RESPONSE (self));
  g_return_if_fail (!self->reading);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_response_read_async);
  g_task_set_priority (task, READ_PRIORITY);

  if (g_cancellable_is_cancelled (self->closing))
    {
      g_task_return_error (task, new_closed_error (self));
      return;
    }

  if (self->ended || self->held_error != NULL)
    {
      return_held (self, task);
      return;
    }

  if (self->buffer == NULL)
    self->buffer = g_malloc (self->piece);

  self->reading = TRUE;
  g_task_set_task_data (task, kin_cancel_link_new (cancellable, self->closing), clear_link);
  g_input_stream_read_async (self->body, self->buffer, self->piece, READ_PRIORITY, self->closing, read_cb, g_steal_pointer (&task));
}

/**
 * kin_response_read_finish:
 * @self: a response
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full): some bytes, none at the body's end, or %NULL with @error set
 */
GBytes *
kin_response_read_finish (KinResponse   *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (KIN_IS_RESPONSE (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * kin_response_read_all_async:
 * @self: a response
 * @cancellable: (nullable): a cancellable; cancelling it closes the response
 * @callback: called when the body has ended
 * @user_data: for @callback
 *
 * Reads a body of moderate size to its end.
 */
void
kin_response_read_all_async (KinResponse         *self,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  Whole *whole;

  g_return_if_fail (KIN_IS_RESPONSE (self));

  whole = g_new0 (Whole, 1);
  whole->bytes = g_byte_array_new ();
  whole->cancellable = g_cancellable_new ();
  whole->link = kin_cancel_link_new (cancellable, whole->cancellable);
  whole->deadline = kin_clock_add_timeout (kin_clock_get_default (), WHOLE_DEADLINE, whole_deadline_cb, whole);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_response_read_all_async);
  g_task_set_task_data (task, whole, whole_free);

  kin_response_read_async (self, whole->cancellable, read_all_cb, g_steal_pointer (&task));
}

/**
 * kin_response_read_all_finish:
 * @self: a response
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full): the body, or %NULL with @error set
 */
GBytes *
kin_response_read_all_finish (KinResponse   *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (KIN_IS_RESPONSE (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * kin_response_close:
 * @self: a response
 *
 * Ends the transfer and gives the stream back. May be called again.
 */
void
kin_response_close (KinResponse *self)
{
  g_return_if_fail (KIN_IS_RESPONSE (self));

  g_cancellable_cancel (self->closing);
  if (!self->reading)
    close_body (self);
}
