/* kin-demo-host.c: the demo cluster of this process: begins when it is first asked for, and is the same for all who ask.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "programs/kin-demo-host.h"

#include <glib/gi18n.h>

#include "demo/kin-demo-thread.h"

/* Everybody sees the same shop. */
#define SEED 1

struct _KinDemoHost
{
  GObject parent_instance;

  KinDemoThread *thread;     /* once asked for */
  KinContext *context;       /* once it has started */
  GPtrArray *waiting;        /* of GTask: who asked before */
};

G_DEFINE_FINAL_TYPE (KinDemoHost, kin_demo_host, G_TYPE_OBJECT)

static void
answer (KinDemoHost  *self,
        const GError *error)
{
  g_autoptr(GPtrArray) waiting = g_steal_pointer (&self->waiting);

  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < waiting->len; i++)
    {
      if (error == NULL)
        g_task_return_pointer (g_ptr_array_index (waiting, i), g_object_ref (self->context), g_object_unref);
      else
        g_task_return_error (g_ptr_array_index (waiting, i), g_error_copy (error));
    }
}

static void
started_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(KinDemoHost) self = user_data;
  KinDemoThread *thread = KIN_DEMO_THREAD (source);
  g_autoptr(GError) error = NULL;

  if (!kin_demo_thread_start_finish (thread, result, &error))
    g_prefix_error (&error, "%s: ", _("The demo cluster can’t start"));
  else if (thread != self->thread)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "closed");
  else
    self->context = kin_context_new_for_socket (kin_demo_thread_get_socket_path (thread), "demo", _("Demo cluster"));

  /* One that can't start now may be able to when it is asked for again. */
  if (self->context == NULL)
    kin_demo_host_close (self);
  answer (self, error);
}

static void
kin_demo_host_dispose (GObject *object)
{
  kin_demo_host_close (KIN_DEMO_HOST (object));

  G_OBJECT_CLASS (kin_demo_host_parent_class)->dispose (object);
}

static void
kin_demo_host_finalize (GObject *object)
{
  KinDemoHost *self = KIN_DEMO_HOST (object);

  g_clear_pointer (&self->waiting, g_ptr_array_unref);

  G_OBJECT_CLASS (kin_demo_host_parent_class)->finalize (object);
}

static void
kin_demo_host_class_init (KinDemoHostClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_demo_host_dispose;
  object_class->finalize = kin_demo_host_finalize;
}

static void
kin_demo_host_init (KinDemoHost *self)
{
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * kin_demo_host_new:
 *
 * Returns: (transfer full): a host whose cluster has not begun
 */
KinDemoHost *
kin_demo_host_new (void)
{
  return g_object_new (KIN_TYPE_DEMO_HOST, NULL);
}

/**
 * kin_demo_host_open_async:
 * @self: the host
 * @cancellable: (nullable): a cancellable
 * @callback: called when the cluster can be connected to
 * @user_data: for @callback
 *
 * Begins the cluster, if nobody has before.
 */
void
kin_demo_host_open_async (KinDemoHost         *self,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (KIN_IS_DEMO_HOST (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_demo_host_open_async);

  if (self->context != NULL)
    {
      g_task_return_pointer (task, g_object_ref (self->context), g_object_unref);
      return;
    }

  g_ptr_array_add (self->waiting, g_steal_pointer (&task));
  if (self->thread == NULL)
    {
      const KinDemoOptions options = { .seed = SEED };

      self->thread = kin_demo_thread_new (&options);
      kin_demo_thread_start_async (self->thread, NULL, started_cb, g_object_ref (self));
    }
}

/**
 * kin_demo_host_open_finish:
 * @self: the host
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full): the context to connect with, always the same, or %NULL with @error set
 */
KinContext *
kin_demo_host_open_finish (KinDemoHost   *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (KIN_IS_DEMO_HOST (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * kin_demo_host_close:
 * @self: the host
 *
 * Ends the cluster, and waits for that.
 */
void
kin_demo_host_close (KinDemoHost *self)
{
  g_return_if_fail (KIN_IS_DEMO_HOST (self));

  if (self->thread != NULL)
    kin_demo_thread_stop (self->thread);
  g_clear_object (&self->thread);
  g_clear_object (&self->context);
}
