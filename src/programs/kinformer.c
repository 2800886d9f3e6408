/* kinformer.c: the window's program: reads its arguments and runs the application.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "base/kin-worker-pool.h"
#include "ui/kin-application.h"

static const GOptionEntry options[] = {
  { "kubeconfig", 'k', 0, G_OPTION_ARG_FILENAME, NULL, N_("Read this file instead of those that kubectl finds"), N_("FILE") },
  { "context", 'c', 0, G_OPTION_ARG_STRING, NULL, N_("Open this context instead of the current one"), N_("NAME") },
  { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Print the version and exit"), NULL },
  G_OPTION_ENTRY_NULL
};

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
  GVariantDict *values = g_application_command_line_get_options_dict (line);
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

  if (kubeconfig == NULL && context == NULL)
    g_application_activate (app);
  else
    kin_application_open_window (KIN_APPLICATION (app), kubeconfig, context);

  return 0;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(KinApplication) app = NULL;
  int status;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  app = kin_application_new ();
  g_application_add_main_option_entries (G_APPLICATION (app), options);
  g_signal_connect (app, "handle-local-options", G_CALLBACK (handle_local_options_cb), NULL);
  g_signal_connect (app, "command-line", G_CALLBACK (command_line_cb), NULL);
  status = g_application_run (G_APPLICATION (app), argc, argv);

  /* What the library still holds is an open task of a worker: wait for it, so that a leak report tells the truth. */
  g_clear_object (&app);
  kin_worker_pool_shutdown ();

  return status;
}
