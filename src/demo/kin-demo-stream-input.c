/* kin-demo-stream-input.c: the end of a connection that the HTTP server reads, without blocking.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-stream-input.h"

#include "demo/kin-demo-stream-private.h"

/* It belongs to the stream; libsoup may hold it a little longer. */
struct _KinDemoStreamInput
{
  GInputStream parent_instance;

  KinDemoStream *stream;      /* NULL when it is gone */
};

static void kin_demo_stream_input_pollable_init (GPollableInputStreamInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (KinDemoStreamInput, kin_demo_stream_input, G_TYPE_INPUT_STREAM,
                               G_IMPLEMENT_INTERFACE (G_TYPE_POLLABLE_INPUT_STREAM, kin_demo_stream_input_pollable_init))

static gssize
kin_demo_stream_input_read_nonblocking (GPollableInputStream  *stream,
                                        void                  *buffer,
                                        gsize                  count,
                                        GError               **error)
{
  KinDemoStreamInput *self = KIN_DEMO_STREAM_INPUT (stream);

  if (self->stream != NULL)
    return kin_demo_stream_read (self->stream, buffer, count, error);

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "the connection is closed");

  return -1;
}

static gssize
kin_demo_stream_input_read (GInputStream  *stream,
                            void          *buffer,
                            gsize          count,
                            GCancellable  *cancellable,
                            GError       **error)
{
  return kin_demo_stream_input_read_nonblocking (G_POLLABLE_INPUT_STREAM (stream), buffer, count, error);
}

static gboolean
kin_demo_stream_input_is_readable (GPollableInputStream *stream)
{
  KinDemoStreamInput *self = KIN_DEMO_STREAM_INPUT (stream);

  return self->stream == NULL || kin_demo_stream_is_readable (self->stream);
}

static GSource *
kin_demo_stream_input_create_source (GPollableInputStream *stream,
                                     GCancellable         *cancellable)
{
  KinDemoStreamInput *self = KIN_DEMO_STREAM_INPUT (stream);
  g_autoptr(GSource) child = NULL;

  child = self->stream != NULL ? kin_demo_stream_make_read_source (self->stream) : g_timeout_source_new (0);

  return g_pollable_source_new_full (stream, child, cancellable);
}

static void
kin_demo_stream_input_pollable_init (GPollableInputStreamInterface *iface)
{
  iface->is_readable = kin_demo_stream_input_is_readable;
  iface->create_source = kin_demo_stream_input_create_source;
  iface->read_nonblocking = kin_demo_stream_input_read_nonblocking;
}

static void
kin_demo_stream_input_class_init (KinDemoStreamInputClass *klass)
{
  G_INPUT_STREAM_CLASS (klass)->read_fn = kin_demo_stream_input_read;
}

static void
kin_demo_stream_input_init (KinDemoStreamInput *self)
{
}

/**
 * kin_demo_stream_input_new:
 * @stream: a stream, whose end it is
 *
 * Returns: (transfer full): the end
 */
KinDemoStreamInput *
kin_demo_stream_input_new (KinDemoStream *stream)
{
  KinDemoStreamInput *self;

  g_return_val_if_fail (KIN_IS_DEMO_STREAM (stream), NULL);

  self = g_object_new (KIN_TYPE_DEMO_STREAM_INPUT, NULL);
  self->stream = stream;

  return self;
}

/**
 * kin_demo_stream_input_forget:
 * @self: the end of a stream that goes now
 */
void
kin_demo_stream_input_forget (KinDemoStreamInput *self)
{
  g_return_if_fail (KIN_IS_DEMO_STREAM_INPUT (self));

  self->stream = NULL;
}
