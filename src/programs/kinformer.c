/* kinformer.c: the window's program: reads its arguments and runs the application.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "base/kin-worker-pool.h"
#include "programs/kin-demo-host.h"
#include "ui/kin-application.h"

static const GOptionEntry options[] = {
  { "kubeconfig", 'k', 0, G_OPTION_ARG_FILENAME, NULL, N_("Read this file instead of those that kubectl finds"), N_("FILE") },
  { "context", 'c', 0, G_OPTION_ARG_STRING, NULL, N_("Open this context instead of the current one"), N_("NAME") },
  { "demo", 'd', 0, G_OPTION_ARG_NONE, NULL, N_("Open a demo cluster, which runs inside this program"), NULL },
  { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Print the version and exit"), NULL },
  G_OPTION_ENTRY_NULL
};

/* A call in flight keeps the program running: there may be no window yet. */
typedef struct
{
  GApplication *app;
  GApplicationCommandLine *line;     /* (nullable): whoever typed it hears of an error */
} DemoCall;

static void
demo_call_free (DemoCall *call)
{
  g_application_release (call->app);
  g_clear_object (&call->line);
  g_object_unref (call->app);
  g_free (call);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DemoCall, demo_call_free)

static void
tell_demo_error (DemoCall   *call,
                 const char *words)
{
  if (call->line != NULL)
    {
      g_application_command_line_printerr (call->line, "%s\n", words);
      g_application_command_line_set_exit_status (call->line, 1);
    }
  else if (!kin_application_tell (KIN_APPLICATION (call->app), words))
    {
      g_printerr ("%s\n", words);
    }
}

static void
demo_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(DemoCall) call = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(KinContext) context = kin_demo_host_open_finish (KIN_DEMO_HOST (source), result, &error);

  if (context != NULL)
    kin_application_open_context (KIN_APPLICATION (call->app), context);
  else
    tell_demo_error (call, error->message);
}

static void
open_demo (GApplication            *app,
           KinDemoHost             *demo,
           GApplicationCommandLine *line)
{
  DemoCall *call = g_new0 (DemoCall, 1);

  call->app = g_object_ref (app);
  g_set_object (&call->line, line);
  g_application_hold (app);
  kin_demo_host_open_async (demo, NULL, demo_cb, call);
}

static void
demo_action_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  open_demo (g_application_get_default (), user_data, NULL);
}

static int
handle_local_options_cb (GApplication *app,
                         GVariantDict *values,
                         gpointer      user_data)
{
  if (!g_variant_dict_contains (values, "version"))
    return -1;

  g_print ("kinformer %s\n", PACKAGE_VERSION);
  return 0;
}

/* The file's path as the caller's folder makes it: a second call runs in the first one's process. */
static char *
dup_kubeconfig (GApplicationCommandLine *line,
                GVariantDict            *values)
{
  g_autoptr(GFile) file = NULL;
  const char *path;

  if (!g_variant_dict_lookup (values, "kubeconfig", "^&ay", &path))
    return NULL;

  file = g_application_command_line_create_file_for_arg (line, path);
  return g_file_get_path (file);
}

static int
command_line_cb (GApplication            *app,
                 GApplicationCommandLine *line,
                 gpointer                 user_data)
{
  KinDemoHost *demo = user_data;
  GVariantDict *values = g_application_command_line_get_options_dict (line);
  gboolean wants_demo = g_variant_dict_contains (values, "demo");
  g_autofree char *kubeconfig = dup_kubeconfig (line, values);
  g_auto(GStrv) arguments = NULL;
  const char *context = NULL;
  int n_arguments;

  arguments = g_application_command_line_get_arguments (line, &n_arguments);
  if (n_arguments > 1)
    {
      g_application_command_line_printerr (line, _("Unknown argument “%s”; see --help\n"), arguments[1]);
      return 2;
    }

  g_variant_dict_lookup (values, "context", "&s", &context);

  if (wants_demo && (kubeconfig != NULL || context != NULL))
    {
      g_application_command_line_printerr (line, _("--demo goes without --kubeconfig and --context\n"));
      return 2;
    }

  if (wants_demo)
    open_demo (app, demo, line);
  else if (kubeconfig == NULL && context == NULL)
    g_application_activate (app);
  else
    kin_application_open_window (KIN_APPLICATION (app), kubeconfig, context);

  return 0;
}

int
main (int    argc,
      char **argv)
{
  static const GActionEntry actions[] = {
    { .name = "demo", .activate = demo_action_cb },
  };
  g_autoptr(KinApplication) app = NULL;
  g_autoptr(KinDemoHost) demo = kin_demo_host_new ();
  int status;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  app = kin_application_new ();
  g_application_add_main_option_entries (G_APPLICATION (app), options);
  g_signal_connect (app, "handle-local-options", G_CALLBACK (handle_local_options_cb), NULL);
  g_signal_connect (app, "command-line", G_CALLBACK (command_line_cb), demo);
  g_action_map_add_action_entries (G_ACTION_MAP (app), actions, G_N_ELEMENTS (actions), demo);
  status = g_application_run (G_APPLICATION (app), argc, argv);

  /* What the library still holds is an open task of a worker: wait for it, so that a leak report tells the truth. */
  g_clear_object (&app);
  g_clear_object (&demo);
  kin_worker_pool_shutdown ();

  return status;
}
