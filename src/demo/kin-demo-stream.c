/* kin-demo-stream.c: one accepted connection, as the stream that the HTTP server reads and writes, on which things may go wrong.
 *
 * As long as no fault is armed bytes go straight through. A fault is armed for one answer: its bytes go through a mangler
 * first, and how fast and how far the rest gets is decided here. libsoup reads and writes without blocking, so both ends
 * are pollable; an end that has to wait for a clock, or for nothing at all, waits at a gate: a source without a time.
 *
 * But the end of a chunked body, a few bytes, libsoup (3.6) writes from a thread of GIO's. They are handed to our own
 * thread as the stream's tail; whatever comes next waits until the tail is sent.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-stream.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "demo/kin-demo-mangler.h"
#include "demo/kin-demo-stream-input.h"
#include "demo/kin-demo-stream-output.h"
#include "demo/kin-demo-stream-private.h"

/* A slow connection gets its share so many times a second. */
#define SHARES_PER_SECOND 20

struct _KinDemoStream
{
  GIOStream parent_instance;

  GSocketConnection *connection;
  KinClock *clock;
  KinDemoFaults *faults;
  GSocketAddress *address;
  KinDemoStreamInput *input;
  KinDemoStreamOutput *output;

  GMainContext *context;

  KinDemoMangler *mangler;    /* of the answer under way */
  GByteArray *out;            /* what could not be sent at once */
  GSource *drain;             /* sends it */
  GByteArray *tail;           /* the end of an answer that another thread has written */
  GSource *tail_source;       /* sends it */
  GPtrArray *gates;           /* of GSource: who waits for us and not for the socket */
  guint share_timeout;        /* until a slow connection may send again */
  gboolean rests;             /* for one turn of the main loop, so that each byte travels by itself */
  gboolean cut;
};

G_DEFINE_FINAL_TYPE (KinDemoStream, kin_demo_stream, G_TYPE_IO_STREAM)

static G_DEFINE_QUARK (kin-demo-stream, kin_demo_stream)

/* What a thread has written, on its way to ours. */
typedef struct
{
  KinDemoStream *stream;
  GBytes *bytes;
} Tail;

static void flush (KinDemoStream *self);
static void send_tail (KinDemoStream *self);

static KinDemoMangle
get_mangle (KinDemoStream *self)
{
  return self->mangler != NULL ? kin_demo_mangler_get_state (self->mangler) : KIN_DEMO_MANGLE_DONE;
}

static GSocket *
get_socket (KinDemoStream *self)
{
  return g_socket_connection_get_socket (self->connection);
}

static GPollableOutputStream *
get_base_output (KinDemoStream *self)
{
  return G_POLLABLE_OUTPUT_STREAM (g_io_stream_get_output_stream (G_IO_STREAM (self->connection)));
}

static GPollableInputStream *
get_base_input (KinDemoStream *self)
{
  return G_POLLABLE_INPUT_STREAM (g_io_stream_get_input_stream (G_IO_STREAM (self->connection)));
}

static gssize
refuse (GIOErrorEnum   code,
        GError       **error)
{
  g_set_error_literal (error, G_IO_ERROR, code, code == G_IO_ERROR_WOULD_BLOCK ? "not now" : "the connection was cut");

  return -1;
}

/* Gates */

static GSource *
make_gate (KinDemoStream *self)
{
  /* Of a kind that GIO can attach a stream's source to; its own time never comes. */
  GSource *gate = g_timeout_source_new (G_MAXINT);

  g_source_set_ready_time (gate, -1);
  g_ptr_array_add (self->gates, g_source_ref (gate));

  return gate;
}

static void
open_gates (KinDemoStream *self)
{
  for (guint i = 0; i < self->gates->len; i++)
    g_source_set_ready_time (g_ptr_array_index (self->gates, i), 0);
  g_ptr_array_set_size (self->gates, 0);
}

static void
share_cb (gpointer user_data)
{
  KinDemoStream *self = user_data;

  self->share_timeout = 0;
  open_gates (self);
}

static void
clear_share (KinDemoStream *self)
{
  if (self->share_timeout != 0)
    kin_clock_remove (self->clock, self->share_timeout);
  self->share_timeout = 0;
}

/* Ends */

/* The kernel sends a reset when a TCP socket is asked to forget its peer; unlike a close this leaves the descriptor to
 * those who still poll it. */
static void
cut_connection (KinDemoStream *self)
{
  struct sockaddr nobody = { .sa_family = AF_UNSPEC };
  GSocket *socket = get_socket (self);

  if (self->cut || g_socket_is_closed (socket))
    return;

  self->cut = TRUE;
  if (g_socket_get_family (socket) == G_SOCKET_FAMILY_UNIX || connect (g_socket_get_fd (socket), &nobody, sizeof nobody) != 0)
    g_socket_shutdown (socket, TRUE, TRUE, NULL);
  open_gates (self);
}

static void
end_answer (KinDemoStream *self)
{
  clear_share (self);
  self->rests = FALSE;
  g_clear_pointer (&self->mangler, kin_demo_mangler_free);
}

/* What a fault comes to, when all that goes before it has been sent. */
static void
settle (KinDemoStream *self)
{
  switch (get_mangle (self))
    {
    case KIN_DEMO_MANGLE_CUT:
      cut_connection (self);
      break;

    case KIN_DEMO_MANGLE_END:
      g_socket_shutdown (get_socket (self), FALSE, TRUE, NULL);
      self->cut = TRUE;
      open_gates (self);
      break;

    case KIN_DEMO_MANGLE_DONE:
      end_answer (self);
      break;

    case KIN_DEMO_MANGLE_PASS:
    case KIN_DEMO_MANGLE_PACE:
    case KIN_DEMO_MANGLE_SWALLOW:
    case KIN_DEMO_MANGLE_DEAD:
    default:
      break;
    }
}

/* Writing */

static gboolean
drain_cb (GObject  *pollable,
          gpointer  user_data)
{
  KinDemoStream *self = user_data;

  g_clear_pointer (&self->drain, g_source_unref);
  flush (self);

  return G_SOURCE_REMOVE;
}

static void
wait_to_drain (KinDemoStream *self)
{
  if (self->drain != NULL)
    return;

  self->drain = g_pollable_output_stream_create_source (get_base_output (self), NULL);
  g_source_set_static_name (self->drain, "[kinformer] demo stream");
  g_source_set_callback (self->drain, G_SOURCE_FUNC (drain_cb), self, NULL);
  g_source_attach (self->drain, self->context);
}

static void
stop_draining (KinDemoStream *self)
{
  if (self->drain != NULL)
    g_source_destroy (self->drain);
  g_clear_pointer (&self->drain, g_source_unref);
}

static void
flush (KinDemoStream *self)
{
  g_autoptr(GError) error = NULL;
  gssize n = 0;

  while (n >= 0 && self->out->len > 0)
    {
      n = g_pollable_output_stream_write_nonblocking (get_base_output (self), self->out->data, self->out->len, NULL, &error);
      if (n > 0)
        g_byte_array_remove_range (self->out, 0, n);
    }

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    {
      wait_to_drain (self);
      return;
    }

  /* A peer that is gone is found by the next write that goes straight through. */
  g_byte_array_set_size (self->out, 0);
  settle (self);
}

static gsize
get_share (KinDemoStream *self)
{
  KinDemoFault *fault = kin_demo_mangler_get_fault (self->mangler);

  return fault->action == KIN_DEMO_FAULT_BYTES ? 1 : MAX (1, fault->bytes_per_second / SHARES_PER_SECOND);
}

static void
rest (KinDemoStream *self,
      gsize          n_sent)
{
  KinDemoFault *fault = kin_demo_mangler_get_fault (self->mangler);

  if (fault->action == KIN_DEMO_FAULT_BYTES)
    self->rests = TRUE;
  else
    self->share_timeout = kin_clock_add_timeout (self->clock, n_sent * G_USEC_PER_SEC / MAX (1, fault->bytes_per_second), share_cb, self);
}

/* Nothing is kept back here: what is not sent stays with the server, which so is slow as well. */
static gssize
write_share (KinDemoStream  *self,
             const char     *bytes,
             gsize           length,
             GError        **error)
{
  gssize n;
  gsize taken = 0;

  if (self->share_timeout != 0 || self->rests)
    {
      self->rests = FALSE;
      return refuse (G_IO_ERROR_WOULD_BLOCK, error);
    }

  n = g_pollable_output_stream_write_nonblocking (get_base_output (self), bytes, MIN (length, get_share (self)), NULL, error);
  if (n <= 0)
    return n;

  rest (self, n);
  while (taken < (gsize) n && get_mangle (self) == KIN_DEMO_MANGLE_PACE)
    taken += kin_demo_mangler_push (self->mangler, bytes + taken, n - taken, self->out);
  g_byte_array_set_size (self->out, 0);
  settle (self);

  return n;
}

static gssize
write_mangled (KinDemoStream  *self,
               const char     *bytes,
               gsize           length,
               GError        **error)
{
  gsize taken = 0;

  while (taken < length && get_mangle (self) == KIN_DEMO_MANGLE_PASS)
    taken += kin_demo_mangler_push (self->mangler, bytes + taken, length - taken, self->out);
  flush (self);

  return taken;
}

static gssize
write_bytes (KinDemoStream  *self,
             const char     *bytes,
             gsize           length,
             GError        **error)
{
  if (self->cut)
    return refuse (G_IO_ERROR_CONNECTION_CLOSED, error);
  if (self->out->len > 0)
    return refuse (G_IO_ERROR_WOULD_BLOCK, error);
  if (self->mangler == NULL)
    return g_pollable_output_stream_write_nonblocking (get_base_output (self), bytes, length, NULL, error);

  switch (kin_demo_mangler_get_state (self->mangler))
    {
    case KIN_DEMO_MANGLE_PASS:
      return write_mangled (self, bytes, length, error);

    case KIN_DEMO_MANGLE_PACE:
      return write_share (self, bytes, length, error);

    case KIN_DEMO_MANGLE_SWALLOW:
      return length;

    case KIN_DEMO_MANGLE_DEAD:
      return refuse (G_IO_ERROR_WOULD_BLOCK, error);

    case KIN_DEMO_MANGLE_CUT:
    case KIN_DEMO_MANGLE_END:
    case KIN_DEMO_MANGLE_DONE:
    default:
      settle (self);
      return refuse (G_IO_ERROR_CONNECTION_CLOSED, error);
    }
}

/* Waiting for the socket, a clock, or nothing. */
static GSource *
make_output_source (KinDemoStream *self)
{
  if (self->cut)
    return g_timeout_source_new (0);
  if (self->share_timeout != 0 || get_mangle (self) == KIN_DEMO_MANGLE_DEAD)
    return make_gate (self);

  return g_pollable_output_stream_create_source (get_base_output (self), NULL);
}

/* The tail */

static gboolean
tail_cb (GObject  *pollable,
         gpointer  user_data)
{
  KinDemoStream *self = user_data;

  g_clear_pointer (&self->tail_source, g_source_unref);
  send_tail (self);

  return G_SOURCE_REMOVE;
}

static void
wait_to_send_tail (KinDemoStream *self)
{
  g_autoptr(GSource) child = make_output_source (self);

  self->tail_source = g_pollable_source_new_full (self->output, child, NULL);
  g_source_set_static_name (self->tail_source, "[kinformer] demo stream's tail goes on");
  g_source_set_callback (self->tail_source, G_SOURCE_FUNC (tail_cb), self, NULL);
  g_source_attach (self->tail_source, self->context);
}

static void
stop_tail (KinDemoStream *self)
{
  if (self->tail_source != NULL)
    g_source_destroy (self->tail_source);
  g_clear_pointer (&self->tail_source, g_source_unref);
  g_byte_array_set_size (self->tail, 0);
}

static void
send_tail (KinDemoStream *self)
{
  g_autoptr(GError) error = NULL;
  gssize n = 0;

  while (n >= 0 && self->tail->len > 0)
    {
      n = write_bytes (self, (const char *) self->tail->data, self->tail->len, &error);
      if (n > 0)
        g_byte_array_remove_range (self->tail, 0, n);
    }

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    {
      wait_to_send_tail (self);
      return;
    }

  g_byte_array_set_size (self->tail, 0);
  open_gates (self);
}

static gboolean
take_tail_cb (gpointer user_data)
{
  Tail *tail = user_data;
  KinDemoStream *self = tail->stream;

  if (g_io_stream_is_closed (G_IO_STREAM (self)))
    return G_SOURCE_REMOVE;

  g_byte_array_append (self->tail, g_bytes_get_data (tail->bytes, NULL), g_bytes_get_size (tail->bytes));
  if (self->tail_source == NULL)
    send_tail (self);

  return G_SOURCE_REMOVE;
}

static void
tail_free (gpointer data)
{
  Tail *tail = data;

  g_object_unref (tail->stream);
  g_bytes_unref (tail->bytes);
  g_free (tail);
}

/* The stream */

static GInputStream *
kin_demo_stream_get_input_stream (GIOStream *stream)
{
  return G_INPUT_STREAM (KIN_DEMO_STREAM (stream)->input);
}

static GOutputStream *
kin_demo_stream_get_output_stream (GIOStream *stream)
{
  return G_OUTPUT_STREAM (KIN_DEMO_STREAM (stream)->output);
}

static gboolean
has_peer_ended (KinDemoStream *self)
{
  char byte;

  return recv (g_socket_get_fd (get_socket (self)), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* The peer of a connection that is stalled or dead is told of no end. */
static gboolean
kin_demo_stream_close (GIOStream     *stream,
                       GCancellable  *cancellable,
                       GError       **error)
{
  KinDemoStream *self = KIN_DEMO_STREAM (stream);
  KinDemoMangle mangle;

  if (!self->cut && self->out->len > 0)
    flush (self);
  stop_draining (self);
  stop_tail (self);
  clear_share (self);
  open_gates (self);
  mangle = get_mangle (self);
  if (!self->cut && (mangle == KIN_DEMO_MANGLE_DEAD || (mangle == KIN_DEMO_MANGLE_SWALLOW && !has_peer_ended (self))))
    {
      kin_demo_faults_keep (self->faults, G_IO_STREAM (self->connection));
      return TRUE;
    }

  return g_io_stream_close (G_IO_STREAM (self->connection), cancellable, error);
}

static void
kin_demo_stream_close_async (GIOStream           *stream,
                             int                  priority,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr(GTask) task = g_task_new (stream, cancellable, callback, user_data);
  GError *error = NULL;

  g_task_set_source_tag (task, kin_demo_stream_close_async);
  g_task_set_priority (task, priority);
  if (kin_demo_stream_close (stream, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static gboolean
kin_demo_stream_close_finish (GIOStream     *stream,
                              GAsyncResult  *result,
                              GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
kin_demo_stream_dispose (GObject *object)
{
  KinDemoStream *self = KIN_DEMO_STREAM (object);

  /* Closes it. */
  G_OBJECT_CLASS (kin_demo_stream_parent_class)->dispose (object);
  if (self->input != NULL)
    kin_demo_stream_input_forget (self->input);
  if (self->output != NULL)
    kin_demo_stream_output_forget (self->output);

  if (self->address != NULL)
    g_object_set_qdata (G_OBJECT (self->address), kin_demo_stream_quark (), NULL);
  g_clear_object (&self->address);
  g_clear_object (&self->input);
  g_clear_object (&self->output);
}

static void
kin_demo_stream_finalize (GObject *object)
{
  KinDemoStream *self = KIN_DEMO_STREAM (object);

  g_clear_pointer (&self->mangler, kin_demo_mangler_free);
  g_clear_pointer (&self->out, g_byte_array_unref);
  g_clear_pointer (&self->tail, g_byte_array_unref);
  g_clear_pointer (&self->gates, g_ptr_array_unref);
  g_clear_object (&self->connection);
  g_clear_object (&self->clock);
  g_clear_object (&self->faults);
  g_clear_pointer (&self->context, g_main_context_unref);

  G_OBJECT_CLASS (kin_demo_stream_parent_class)->finalize (object);
}

static void
kin_demo_stream_class_init (KinDemoStreamClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GIOStreamClass *stream_class = G_IO_STREAM_CLASS (klass);

  object_class->dispose = kin_demo_stream_dispose;
  object_class->finalize = kin_demo_stream_finalize;

  stream_class->get_input_stream = kin_demo_stream_get_input_stream;
  stream_class->get_output_stream = kin_demo_stream_get_output_stream;
  stream_class->close_fn = kin_demo_stream_close;
  stream_class->close_async = kin_demo_stream_close_async;
  stream_class->close_finish = kin_demo_stream_close_finish;
}

static void
kin_demo_stream_init (KinDemoStream *self)
{
  self->context = g_main_context_ref_thread_default ();
  self->out = g_byte_array_new ();
  self->tail = g_byte_array_new ();
  self->gates = g_ptr_array_new_with_free_func ((GDestroyNotify) g_source_unref);
  self->input = kin_demo_stream_input_new (self);
  self->output = kin_demo_stream_output_new (self);
}

/**
 * kin_demo_stream_new:
 * @connection: an accepted connection
 * @clock: what a slow connection goes by
 * @faults: keeps half-open connections
 *
 * Returns: (transfer full): a stream for soup_server_accept_iostream(), with kin_demo_stream_get_address()
 */
KinDemoStream *
kin_demo_stream_new (GSocketConnection *connection,
                     KinClock          *clock,
                     KinDemoFaults     *faults)
{
  KinDemoStream *self;

  g_return_val_if_fail (G_IS_SOCKET_CONNECTION (connection), NULL);
  g_return_val_if_fail (KIN_IS_CLOCK (clock), NULL);
  g_return_val_if_fail (KIN_IS_DEMO_FAULTS (faults), NULL);

  self = g_object_new (KIN_TYPE_DEMO_STREAM, NULL);
  self->connection = g_object_ref (connection);
  self->clock = g_object_ref (clock);
  self->faults = g_object_ref (faults);
  self->address = g_socket_connection_get_remote_address (connection, NULL);
  /* A peer that has already gone has no address. */
  if (self->address == NULL)
    self->address = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_object_set_qdata (G_OBJECT (self->address), kin_demo_stream_quark (), self);

  if (g_socket_get_family (get_socket (self)) != G_SOCKET_FAMILY_UNIX)
    g_socket_set_option (get_socket (self), IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);

  return self;
}

/**
 * kin_demo_stream_find:
 * @address: what soup_server_message_get_remote_address() gives
 *
 * Returns: (transfer none) (nullable): the stream that the message came over, %NULL if that has ended
 */
KinDemoStream *
kin_demo_stream_find (GSocketAddress *address)
{
  g_return_val_if_fail (address == NULL || G_IS_SOCKET_ADDRESS (address), NULL);

  return address != NULL ? g_object_get_qdata (G_OBJECT (address), kin_demo_stream_quark ()) : NULL;
}

/**
 * kin_demo_stream_get_address:
 * @self: a stream
 *
 * Gets the peer's address, by which kin_demo_stream_find() finds the stream: libsoup gives no other way from a message
 * to the stream that it came over.
 *
 * Returns: (transfer none): the address
 */
GSocketAddress *
kin_demo_stream_get_address (KinDemoStream *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_STREAM (self), NULL);

  return self->address;
}

/**
 * kin_demo_stream_arm:
 * @self: a stream, of which no answer is under way
 * @fault: a fault that happens on the wire
 *
 * Has @fault happen to the next answer.
 */
void
kin_demo_stream_arm (KinDemoStream *self,
                     KinDemoFault  *fault)
{
  g_return_if_fail (KIN_IS_DEMO_STREAM (self));
  g_return_if_fail (fault != NULL);

  /* What has stalled stays so. */
  if (get_mangle (self) == KIN_DEMO_MANGLE_SWALLOW || get_mangle (self) == KIN_DEMO_MANGLE_DEAD)
    return;

  end_answer (self);
  self->mangler = kin_demo_mangler_new (fault);
}

/**
 * kin_demo_stream_cut:
 * @self: a stream
 *
 * Resets the connection, at once.
 */
void
kin_demo_stream_cut (KinDemoStream *self)
{
  g_return_if_fail (KIN_IS_DEMO_STREAM (self));

  cut_connection (self);
}

/* For the ends */

gssize
kin_demo_stream_read (KinDemoStream  *self,
                      void           *buffer,
                      gsize           count,
                      GError        **error)
{
  g_assert (KIN_IS_DEMO_STREAM (self));

  if (get_mangle (self) == KIN_DEMO_MANGLE_DEAD && !self->cut)
    return refuse (G_IO_ERROR_WOULD_BLOCK, error);

  return g_pollable_input_stream_read_nonblocking (get_base_input (self), buffer, count, NULL, error);
}

gboolean
kin_demo_stream_is_readable (KinDemoStream *self)
{
  g_assert (KIN_IS_DEMO_STREAM (self));

  return self->cut || (get_mangle (self) != KIN_DEMO_MANGLE_DEAD && g_pollable_input_stream_is_readable (get_base_input (self)));
}

GSource *
kin_demo_stream_make_read_source (KinDemoStream *self)
{
  g_assert (KIN_IS_DEMO_STREAM (self));

  if (self->cut)
    return g_timeout_source_new (0);
  if (get_mangle (self) == KIN_DEMO_MANGLE_DEAD)
    return make_gate (self);

  return g_pollable_input_stream_create_source (get_base_input (self), NULL);
}

gssize
kin_demo_stream_write (KinDemoStream  *self,
                       const void     *buffer,
                       gsize           count,
                       GError        **error)
{
  g_assert (KIN_IS_DEMO_STREAM (self));

  if (self->tail->len > 0)
    return refuse (G_IO_ERROR_WOULD_BLOCK, error);

  return write_bytes (self, buffer, count, error);
}

gboolean
kin_demo_stream_is_writable (KinDemoStream *self)
{
  g_assert (KIN_IS_DEMO_STREAM (self));

  return self->cut || (self->share_timeout == 0 && get_mangle (self) != KIN_DEMO_MANGLE_DEAD &&
                       self->out->len == 0 && self->tail->len == 0 &&
                       g_pollable_output_stream_is_writable (get_base_output (self)));
}

GSource *
kin_demo_stream_make_write_source (KinDemoStream *self)
{
  g_assert (KIN_IS_DEMO_STREAM (self));

  return self->tail->len > 0 ? make_gate (self) : make_output_source (self);
}

/* Called in another thread, which holds the output and with it the stream. */
void
kin_demo_stream_hand_over (KinDemoStream *self,
                           const void    *buffer,
                           gsize          count)
{
  /* Not g_main_context_invoke(): that would run it right here while our thread is just not in its loop. */
  g_autoptr(GSource) source = g_idle_source_new ();
  Tail *tail = g_new (Tail, 1);

  g_assert (KIN_IS_DEMO_STREAM (self));

  tail->stream = g_object_ref (self);
  tail->bytes = g_bytes_new (buffer, count);
  g_source_set_priority (source, G_PRIORITY_HIGH);
  g_source_set_static_name (source, "[kinformer] demo stream's tail");
  g_source_set_callback (source, take_tail_cb, tail, tail_free);
  g_source_attach (source, self->context);
}
