/* kin-watch-command.c: what kinformer-watch does: one informer, told in a terminal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "programs/kin-watch-command.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <unistd.h>

#include "base/kin-error.h"
#include "cache/kin-event-log.h"
#include "cache/kin-informer-factory.h"
#include "client/kin-client.h"
#include "config/kin-kubeconfig.h"
#include "journal/kin-change-log.h"
#include "object/kin-time.h"
#include "programs/kin-demo-host.h"
#include "programs/kin-watch-bench.h"

struct _KinWatchCommand
{
  GObject parent_instance;

  const KinWatchArguments *arguments;
  GMainLoop *loop;
  GCancellable *cancellable;
  KinDemoHost *demo;
  KinKubeconfig *kubeconfig;
  KinContext *context;
  KinClient *client;
  KinInformerFactory *factory;
  KinSharedInformer *informer;    /* the factory's */
  KinEventLog *event_log;
  KinChangeLog *change_log;
  KinWatchBench *bench;
  guint int_source;
  guint term_source;
  int exit_status;
};

G_DEFINE_FINAL_TYPE (KinWatchCommand, kin_watch_command, G_TYPE_OBJECT)

static void
finish (KinWatchCommand *self,
        int              exit_status)
{
  self->exit_status = exit_status;
  g_cancellable_cancel (self->cancellable);
  g_main_loop_quit (self->loop);
}

static void
fail (KinWatchCommand *self,
      const char      *message)
{
  g_printerr ("kinformer-watch: %s\n", message);
  finish (self, 1);
}

static gboolean
signal_cb (gpointer user_data)
{
  finish (user_data, 0);

  return G_SOURCE_CONTINUE;
}

static int
compare_objects (gconstpointer a,
                 gconstpointer b)
{
  return strcmp (kin_object_get_key (*(KinObject **) a), kin_object_get_key (*(KinObject **) b));
}

static void
collect_object_cb (KinObject *object,
                   gpointer   user_data)
{
  g_ptr_array_add (user_data, kin_object_ref (object));
}

/* The main loop has ended by now, so that nothing waits for this file. */
static gboolean
write_store (KinWatchCommand *self)
{
  g_autoptr(GPtrArray) objects = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_object_unref);
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GError) error = NULL;

  if (self->arguments->store_on_exit == NULL || self->informer == NULL)
    return TRUE;

  kin_indexer_foreach (kin_shared_informer_get_indexer (self->informer), collect_object_cb, objects);
  g_ptr_array_sort (objects, compare_objects);
  for (guint i = 0; i < objects->len; i++)
    {
      KinObject *object = g_ptr_array_index (objects, i);

      g_string_append_printf (text, "%s %s %s\n", kin_object_get_key (object),
                              kin_object_get_uid (object), kin_object_get_resource_version (object));
    }

  if (g_file_set_contents (self->arguments->store_on_exit, text->str, text->len, &error))
    return TRUE;

  g_printerr ("kinformer-watch: %s\n", error->message);
  return FALSE;
}

static void
tell_retry (KinReflector *reflector)
{
  gint64 retry = kin_reflector_get_retry_time (reflector);
  gint64 seconds = (retry - kin_clock_get_monotonic (kin_clock_get_default ())) / G_USEC_PER_SEC + 1;

  if (retry > 0)
    g_printerr (ngettext (" (next try in %d second)", " (next try in %d seconds)", seconds), (int) seconds);
}

/* People read states on standard error, so that standard output stays a list of changes. */
static void
state_changed_cb (KinWatchCommand *self)
{
  KinReflector *reflector = kin_shared_informer_get_reflector (self->informer);
  KinReflectorState state = kin_reflector_get_state (reflector);
  gboolean waits = kin_reflector_get_retry_time (reflector) > 0;
  const GError *error = waits ? kin_reflector_get_last_error (reflector) : NULL;
  g_autofree char *time = kin_time_dup_clock (g_get_real_time ());

  /* A try that begins after a wait is no news: how it ends will be. */
  if (state == KIN_REFLECTOR_BACKING_OFF && !waits)
    return;

  g_printerr ("%s  %s", time, kin_reflector_state_to_string (state));
  if (error != NULL)
    g_printerr (": %s", error->message);
  tell_retry (reflector);
  g_printerr ("\n");
}

static void
synced_cb (KinWatchCommand *self)
{
  guint n = kin_indexer_get_size (kin_shared_informer_get_indexer (self->informer));
  KinResource *resource = kin_kind_get_resource (kin_shared_informer_get_kind (self->informer));

  /* Translators: a number of objects, the name of their resource, the address of a server. */
  g_printerr (ngettext ("%u object of %s on %s; changes follow\n", "%u objects of %s on %s; changes follow\n", n),
              n, kin_resource_get_id (resource), kin_context_get_server_label (self->context));
}

static void
attach_output (KinWatchCommand *self)
{
  if (self->arguments->bench_updates > 0)
    {
      self->bench = kin_watch_bench_new (self->informer, self->client, self->arguments->bench_updates);
      g_signal_connect_object (self->bench, "finished", G_CALLBACK (signal_cb), self,
                               G_CONNECT_SWAPPED);
    }
  else if (self->arguments->output == KIN_WATCH_OUTPUT_EVENTS)
    {
      self->event_log = kin_event_log_new (self->informer, stdout);
    }
  else
    {
      self->change_log = kin_change_log_new (self->informer, stdout,
                                             isatty (STDOUT_FILENO) && g_getenv ("NO_COLOR") == NULL);
      g_signal_connect_object (self->informer, "notify::state", G_CALLBACK (state_changed_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->informer, "notify::has-synced", G_CALLBACK (synced_cb), self,
                               G_CONNECT_SWAPPED);
    }
}

static const char *
choose_namespace (KinWatchCommand *self,
                  KinResource     *resource)
{
  if (self->arguments->all_namespaces || !kin_resource_get_namespaced (resource))
    return NULL;
  if (self->arguments->namespace_ != NULL)
    return self->arguments->namespace_;
  /* Nobody knows yet which namespaces it has. */
  if (self->arguments->demo)
    return NULL;

  return kin_context_get_namespace (self->context);
}

static void
start_informer (KinWatchCommand *self,
                KinResource     *resource)
{
  self->factory = kin_informer_factory_new_for_client (self->client, 0);
  self->informer = kin_informer_factory_get_informer (self->factory, resource,
                                                      choose_namespace (self, resource),
                                                      self->arguments->selector);
  attach_output (self);
  kin_informer_factory_start (self->factory);
}

/* The server's word for it does not say whose credentials they are, nor what to do. */
static void
fail_to_discover (KinWatchCommand *self,
                  const GError    *error)
{
  g_autofree char *message = NULL;

  if (!g_error_matches (error, KIN_API_ERROR, KIN_API_ERROR_UNAUTHORIZED))
    {
      fail (self, error->message);
      return;
    }

  message = g_strdup_printf (_("%s: %s does not accept the credentials of the context “%s”: "
                               "sign in again, or choose another with --context"),
                             error->message, kin_context_get_server_label (self->context),
                             kin_context_get_name (self->context));
  fail (self, message);
}

static void
discovered_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr(KinWatchCommand) self = user_data;
  g_autoptr(GPtrArray) resources = NULL;
  g_autoptr(GPtrArray) failed_groups = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *message = NULL;
  KinResource *resource;

  resources = kin_client_discover_finish (KIN_CLIENT (source), result, &failed_groups, &error);
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (resources == NULL)
    {
      fail_to_discover (self, error);
      return;
    }

  resource = kin_resource_match (resources, self->arguments->resource);
  if (resource != NULL)
    {
      start_informer (self, resource);
      return;
    }

  message = g_strdup_printf (_("the server %s has no resource “%s”: name one by its plural, such as “pods” or “deployments.apps”"),
                             kin_context_get_server_label (self->context), self->arguments->resource);
  for (guint i = 0; i < failed_groups->len; i++)
    g_printerr (_("kinformer-watch: the API group %s did not answer\n"),
                (const char *) g_ptr_array_index (failed_groups, i));
  fail (self, message);
}

static void
connect_context (KinWatchCommand *self)
{
  const GError *error = kin_context_get_error (self->context);

  if (error != NULL)
    {
      fail (self, error->message);
      return;
    }

  self->client = kin_client_new (self->context);
  kin_client_discover_async (self->client, self->cancellable, discovered_cb, g_object_ref (self));
}

static void
fail_to_choose (KinWatchCommand *self,
                const char      *name)
{
  GListModel *contexts = kin_kubeconfig_get_contexts (self->kubeconfig);
  g_autofree char *files = g_strjoinv (", ", (char **) kin_kubeconfig_get_paths (self->kubeconfig));
  g_autoptr(GString) names = g_string_new (NULL);
  g_autofree char *message = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (contexts); i++)
    {
      g_autoptr(KinContext) context = g_list_model_get_item (contexts, i);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", kin_context_get_name (context));
    }

  /* Translators: the names of files, of a context that is not in them, and of those that are. */
  message = g_strdup_printf (_("%s has no context “%s”; there are: %s"), files, name, names->str);
  fail (self, message);
}

static void
choose_context (KinWatchCommand *self)
{
  const char *name = self->arguments->context;
  KinContext *context;

  if (name == NULL)
    name = kin_kubeconfig_get_current_context (self->kubeconfig);
  if (name == NULL)
    {
      fail (self, _("the kubeconfig has no current-context: choose one with --context"));
      return;
    }

  context = kin_kubeconfig_find_context (self->kubeconfig, name);
  if (context == NULL)
    {
      fail_to_choose (self, name);
      return;
    }

  self->context = g_object_ref (context);
  connect_context (self);
}

static void
kubeconfig_loaded_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr(KinWatchCommand) self = user_data;
  g_autoptr(GError) error = NULL;
  gboolean loaded = kin_kubeconfig_load_finish (KIN_KUBECONFIG (source), result, &error);

  if (g_cancellable_is_cancelled (self->cancellable))
    return;

  if (loaded)
    choose_context (self);
  else
    fail (self, error->message);
}

static void
demo_opened_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr(KinWatchCommand) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(KinContext) context = kin_demo_host_open_finish (KIN_DEMO_HOST (source), result, &error);

  if (g_cancellable_is_cancelled (self->cancellable))
    return;

  if (context == NULL)
    {
      fail (self, error->message);
      return;
    }

  self->context = g_steal_pointer (&context);
  connect_context (self);
}

static void
begin (KinWatchCommand *self)
{
  const char *paths[] = { self->arguments->kubeconfig, NULL };

  if (self->arguments->demo)
    {
      self->demo = kin_demo_host_new ();
      kin_demo_host_open_async (self->demo, self->cancellable, demo_opened_cb, g_object_ref (self));
      return;
    }

  if (self->arguments->server != NULL)
    {
      self->context = kin_context_new_for_server (self->arguments->server);
      connect_context (self);
      return;
    }

  self->kubeconfig = kin_kubeconfig_new (self->arguments->kubeconfig != NULL ? paths : NULL);
  kin_kubeconfig_load_async (self->kubeconfig, self->cancellable, kubeconfig_loaded_cb,
                             g_object_ref (self));
}

static void
end (KinWatchCommand *self)
{
  g_clear_pointer (&self->event_log, kin_event_log_free);
  g_clear_pointer (&self->change_log, kin_change_log_free);
  g_clear_object (&self->bench);
  if (self->factory != NULL)
    kin_informer_factory_shutdown (self->factory);
  if (self->client != NULL)
    kin_client_close (self->client);
  if (self->demo != NULL)
    kin_demo_host_close (self->demo);
}

static void
kin_watch_command_dispose (GObject *object)
{
  KinWatchCommand *self = KIN_WATCH_COMMAND (object);

  g_clear_handle_id (&self->int_source, g_source_remove);
  g_clear_handle_id (&self->term_source, g_source_remove);
  self->informer = NULL;
  g_clear_object (&self->factory);
  g_clear_object (&self->client);
  g_clear_object (&self->context);
  g_clear_object (&self->kubeconfig);
  g_clear_object (&self->demo);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->loop, g_main_loop_unref);

  G_OBJECT_CLASS (kin_watch_command_parent_class)->dispose (object);
}

static void
kin_watch_command_class_init (KinWatchCommandClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kin_watch_command_dispose;
}

static void
kin_watch_command_init (KinWatchCommand *self)
{
  self->loop = g_main_loop_new (NULL, FALSE);
  self->cancellable = g_cancellable_new ();
  self->int_source = g_unix_signal_add (SIGINT, signal_cb, self);
  self->term_source = g_unix_signal_add (SIGTERM, signal_cb, self);
}

/**
 * kin_watch_command_new:
 * @arguments: (transfer none): what was asked for; must outlive the command
 *
 * Returns: (transfer full): a command that has not begun yet
 */
KinWatchCommand *
kin_watch_command_new (const KinWatchArguments *arguments)
{
  KinWatchCommand *self;

  g_return_val_if_fail (arguments != NULL, NULL);
  g_return_val_if_fail (arguments->resource != NULL, NULL);

  self = g_object_new (KIN_TYPE_WATCH_COMMAND, NULL);
  self->arguments = arguments;

  return self;
}

/**
 * kin_watch_command_run:
 * @self: the command
 *
 * Watches until SIGINT or SIGTERM, until the bench has its updates, or until the server or the
 * kubeconfig cannot be used.
 *
 * Returns: the process' exit status
 */
int
kin_watch_command_run (KinWatchCommand *self)
{
  g_return_val_if_fail (KIN_IS_WATCH_COMMAND (self), 1);

  begin (self);
  /* A server that can't be used may have ended it already. */
  if (!g_cancellable_is_cancelled (self->cancellable))
    g_main_loop_run (self->loop);

  if (!write_store (self))
    self->exit_status = 1;
  end (self);

  return self->exit_status;
}
