/* kin-demo-stream-output.c: the end of a connection that the HTTP server writes, without blocking.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-stream-output.h"

#include "demo/kin-demo-stream-private.h"

/* It belongs to the stream; libsoup may hold it a little longer, and writes to it from another thread as well. */
struct _KinDemoStreamOutput
{
  GOutputStream parent_instance;

  GMutex lock;
  KinDemoStream *stream;      /* NULL when it is gone */
};

static void kin_demo_stream_output_pollable_init (GPollableOutputStreamInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (KinDemoStreamOutput, kin_demo_stream_output, G_TYPE_OUTPUT_STREAM,
                               G_IMPLEMENT_INTERFACE (G_TYPE_POLLABLE_OUTPUT_STREAM, kin_demo_stream_output_pollable_init))

static gssize
refuse (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED, "the connection is closed");

  return -1;
}

static gssize
kin_demo_stream_output_write_nonblocking (GPollableOutputStream  *stream,
                                          const void             *buffer,
                                          gsize                   count,
                                          GError                **error)
{
  KinDemoStreamOutput *self = KIN_DEMO_STREAM_OUTPUT (stream);

  return self->stream != NULL ? kin_demo_stream_write (self->stream, buffer, count, error) : refuse (error);
}

/* In another thread. */
static gssize
kin_demo_stream_output_write (GOutputStream  *stream,
                              const void     *buffer,
                              gsize           count,
                              GCancellable   *cancellable,
                              GError        **error)
{
  KinDemoStreamOutput *self = KIN_DEMO_STREAM_OUTPUT (stream);
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->stream == NULL)
    return refuse (error);

  kin_demo_stream_hand_over (self->stream, buffer, count);

  return count;
}

static gboolean
kin_demo_stream_output_is_writable (GPollableOutputStream *stream)
{
  KinDemoStreamOutput *self = KIN_DEMO_STREAM_OUTPUT (stream);

  return self->stream == NULL || kin_demo_stream_is_writable (self->stream);
}

static GSource *
kin_demo_stream_output_create_source (GPollableOutputStream *stream,
                                      GCancellable          *cancellable)
{
  KinDemoStreamOutput *self = KIN_DEMO_STREAM_OUTPUT (stream);
  g_autoptr(GSource) child = NULL;

  child = self->stream != NULL ? kin_demo_stream_make_write_source (self->stream) : g_timeout_source_new (0);

  return g_pollable_source_new_full (stream, child, cancellable);
}

static void
kin_demo_stream_output_pollable_init (GPollableOutputStreamInterface *iface)
{
  iface->is_writable = kin_demo_stream_output_is_writable;
  iface->create_source = kin_demo_stream_output_create_source;
  iface->write_nonblocking = kin_demo_stream_output_write_nonblocking;
}

static void
kin_demo_stream_output_finalize (GObject *object)
{
  KinDemoStreamOutput *self = KIN_DEMO_STREAM_OUTPUT (object);

  g_mutex_clear (&self->lock);

  G_OBJECT_CLASS (kin_demo_stream_output_parent_class)->finalize (object);
}

static void
kin_demo_stream_output_class_init (KinDemoStreamOutputClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = kin_demo_stream_output_finalize;
  G_OUTPUT_STREAM_CLASS (klass)->write_fn = kin_demo_stream_output_write;
}

static void
kin_demo_stream_output_init (KinDemoStreamOutput *self)
{
  g_mutex_init (&self->lock);
}

/**
 * kin_demo_stream_output_new:
 * @stream: a stream, whose end it is
 *
 * Returns: (transfer full): the end
 */
KinDemoStreamOutput *
kin_demo_stream_output_new (KinDemoStream *stream)
{
  KinDemoStreamOutput *self;

  g_return_val_if_fail (KIN_IS_DEMO_STREAM (stream), NULL);

  self = g_object_new (KIN_TYPE_DEMO_STREAM_OUTPUT, NULL);
  self->stream = stream;

  return self;
}

/**
 * kin_demo_stream_output_forget:
 * @self: the end of a stream that goes now
 */
void
kin_demo_stream_output_forget (KinDemoStreamOutput *self)
{
  g_autoptr(GMutexLocker) locker = NULL;

  g_return_if_fail (KIN_IS_DEMO_STREAM_OUTPUT (self));

  locker = g_mutex_locker_new (&self->lock);
  self->stream = NULL;
}
