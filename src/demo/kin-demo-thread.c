/* kin-demo-thread.c: the demo cluster in a thread and a main context of its own, behind a unix socket in a private folder.
 *
 * The socket listens before the cluster is there: who connects early waits in its queue, and sees a slow server rather
 * than none. All that belongs to the cluster is made, used and let go of in its thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-thread.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/un.h>

#include "demo/kin-demo-control.h"
#include "demo/kin-demo-server.h"

#define FOLDER "kinformer-demo-XXXXXX"
#define SOCKET "socket"

/* Where the machine is busy, whoever looks at the cluster goes first. */
#define NICENESS 5

struct _KinDemoThread
{
  GObject parent_instance;

  KinDemoOptions options;
  GThread *thread;           /* NULL before the start and after the stop */
  GMainContext *context;     /* the thread's */
  gboolean stopping;         /* atomic */
  char *socket_path;         /* written by the thread before the start is told */
};

G_DEFINE_FINAL_TYPE (KinDemoThread, kin_demo_thread, G_TYPE_OBJECT)

/* What lives in the thread. The folder is written down first and removed last. */
typedef struct
{
  char *folder;
  GSocket *socket;
  KinDemoCluster *cluster;
  KinDemoFaults *faults;
  KinDemoServer *server;
} Home;

typedef struct
{
  GTask *task;
  GError *error;
} Started;

/* The runtime folder goes away with the session. But there may be none, and the longest path of a unix socket is short. */
static char *
make_folder (GError **error)
{
  const char *parent = g_getenv ("XDG_RUNTIME_DIR");
  g_autofree char *path = NULL;

  if (parent != NULL && strlen (parent) + strlen ("/" FOLDER "/" SOCKET) < sizeof ((struct sockaddr_un *) NULL)->sun_path)
    {
      path = g_build_filename (parent, FOLDER, NULL);
      if (g_mkdtemp_full (path, 0700) != NULL)
        return g_steal_pointer (&path);
    }

  return g_dir_make_tmp (FOLDER, error);
}

static GSocket *
listen_at (const char  *path,
           GError     **error)
{
  g_autoptr(GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr(GSocket) socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, error);

  if (socket == NULL || !g_socket_bind (socket, address, FALSE, error) || !g_socket_listen (socket, error))
    {
      g_prefix_error (error, _("the demo cluster can’t listen at %s: "), path);
      return NULL;
    }

  return g_steal_pointer (&socket);
}

static gboolean
move_in (KinDemoThread  *self,
         Home           *home,
         GError        **error)
{
  home->folder = make_folder (error);
  if (home->folder == NULL)
    return FALSE;

  self->socket_path = g_build_filename (home->folder, SOCKET, NULL);
  home->socket = listen_at (self->socket_path, error);

  return home->socket != NULL;
}

static void
rate_cb (KinDemoControl *control,
         double          per_second,
         KinDemoCluster *cluster)
{
  kin_demo_cluster_set_rate (cluster, per_second);
}

static gboolean
is_stopping (KinDemoThread *self)
{
  return g_atomic_int_get (&self->stopping);
}

static void
live (KinDemoThread *self,
      Home          *home)
{
  g_autoptr(GError) error = NULL;

  home->cluster = kin_demo_cluster_new (&self->options);
  home->faults = kin_demo_faults_new ();
  home->server = kin_demo_server_new (kin_demo_cluster_get_world (home->cluster), home->faults, NULL);
  g_signal_connect_object (kin_demo_server_get_control (home->server), "rate", G_CALLBACK (rate_cb), home->cluster, G_CONNECT_DEFAULT);

  if (!kin_demo_server_listen_socket (home->server, home->socket, &error))
    {
      g_warning ("the demo cluster can’t listen: %s", error->message);
      return;
    }

  while (!is_stopping (self))
    g_main_context_iteration (self->context, TRUE);
}

/* Whatever has still been told to this context must be heard, or it would not be freed. */
static void
move_out (KinDemoThread *self,
          Home          *home)
{
  if (home->server != NULL)
    kin_demo_server_stop (home->server);
  g_clear_object (&home->server);
  g_clear_object (&home->faults);
  g_clear_object (&home->cluster);
  while (g_main_context_iteration (self->context, FALSE))
    ;

  g_clear_object (&home->socket);
  if (self->socket_path != NULL)
    g_unlink (self->socket_path);
  if (home->folder != NULL)
    g_rmdir (home->folder);
  g_clear_pointer (&home->folder, g_free);
}

/* In the caller's main context. */
static gboolean
started_cb (gpointer user_data)
{
  Started *started = user_data;

  if (started->error == NULL)
    g_task_return_boolean (started->task, TRUE);
  else
    g_task_return_error (started->task, g_steal_pointer (&started->error));

  return G_SOURCE_REMOVE;
}

static void
started_free (gpointer data)
{
  Started *started = data;

  g_object_unref (started->task);
  g_clear_error (&started->error);
  g_free (started);
}

/* Not by returning the task from here: its last reference, and with it perhaps ours, would be dropped by the thread that
 * we wait for then. */
static void
tell_started (Started *started)
{
  g_autoptr(GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (source, "[kinformer] demo cluster started");
  g_source_set_callback (source, started_cb, started, started_free);
  g_source_attach (source, g_task_get_context (started->task));
}

static gpointer
thread_func (gpointer data)
{
  Started *started = data;
  KinDemoThread *self = g_task_get_source_object (started->task);
  Home home = { 0 };
  gboolean moved_in;

  /* On Linux it is a thread's own; where it is not, or may not be set, nothing is lost. */
  setpriority (PRIO_PROCESS, 0, NICENESS);
  g_main_context_push_thread_default (self->context);

  moved_in = move_in (self, &home, &started->error);
  tell_started (started);
  if (moved_in && !is_stopping (self))
    live (self, &home);
  move_out (self, &home);

  g_main_context_pop_thread_default (self->context);

  return NULL;
}

static void
kin_demo_thread_dispose (GObject *object)
{
  kin_demo_thread_stop (KIN_DEMO_THREAD (object));

  G_OBJECT_CLASS (kin_demo_thread_parent_class)->dispose (object);
}

static void
kin_demo_thread_finalize (GObject *object)
{
  KinDemoThread *self = KIN_DEMO_THREAD (object);

  g_clear_object (&self->options.clock);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_pointer (&self->socket_path, g_free);

  G_OBJECT_CLASS (kin_demo_thread_parent_class)->finalize (object);
}

static void
kin_demo_thread_class_init (KinDemoThreadClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = kin_demo_thread_dispose;
  object_class->finalize = kin_demo_thread_finalize;
}

static void
kin_demo_thread_init (KinDemoThread *self)
{
  self->context = g_main_context_new ();
}

/**
 * kin_demo_thread_new:
 * @options: what the cluster is to be; copied
 *
 * Returns: (transfer full): a thread that has not started yet
 */
KinDemoThread *
kin_demo_thread_new (const KinDemoOptions *options)
{
  KinDemoThread *self;

  g_return_val_if_fail (options != NULL, NULL);

  self = g_object_new (KIN_TYPE_DEMO_THREAD, NULL);
  self->options = *options;
  if (self->options.clock != NULL)
    g_object_ref (self->options.clock);

  return self;
}

/**
 * kin_demo_thread_start_async:
 * @self: a thread that has not started yet
 * @cancellable: (nullable): a cancellable, which leaves the thread running
 * @callback: called when the socket listens
 * @user_data: for @callback
 *
 * Starts it. The first answer comes when the cluster has been made, which takes a moment.
 */
void
kin_demo_thread_start_async (KinDemoThread       *self,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  Started *started;

  g_return_if_fail (KIN_IS_DEMO_THREAD (self));
  g_return_if_fail (self->thread == NULL && self->socket_path == NULL);

  started = g_new0 (Started, 1);
  started->task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (started->task, kin_demo_thread_start_async);
  self->thread = g_thread_new ("demo cluster", thread_func, started);
}

/**
 * kin_demo_thread_start_finish:
 * @self: the thread
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: %TRUE: it listens at kin_demo_thread_get_socket_path(); or %FALSE with @error set
 */
gboolean
kin_demo_thread_start_finish (KinDemoThread  *self,
                              GAsyncResult   *result,
                              GError        **error)
{
  g_return_val_if_fail (KIN_IS_DEMO_THREAD (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * kin_demo_thread_get_socket_path:
 * @self: a thread that has started
 *
 * Returns: the path of its socket, which only this user can reach
 */
const char *
kin_demo_thread_get_socket_path (KinDemoThread *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_THREAD (self), NULL);

  return self->socket_path;
}

/**
 * kin_demo_thread_stop:
 * @self: a thread
 *
 * Ends the cluster and its thread, and waits for that; the socket and its folder are gone then.
 */
void
kin_demo_thread_stop (KinDemoThread *self)
{
  g_return_if_fail (KIN_IS_DEMO_THREAD (self));

  if (self->thread == NULL)
    return;

  g_atomic_int_set (&self->stopping, TRUE);
  g_main_context_wakeup (self->context);
  g_thread_join (g_steal_pointer (&self->thread));
}
