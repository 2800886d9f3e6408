/* kinformer-watch.c: the same informers as the window's, in a terminal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "base/kin-worker-pool.h"
#include "object/kin-selector.h"
#include "programs/kin-watch-command.h"

static KinWatchArguments arguments;
static char *output;
static char **remaining;
static gboolean version;
static int bench_updates;

static const GOptionEntry entries[] = {
  { "kubeconfig", 0, 0, G_OPTION_ARG_FILENAME, &arguments.kubeconfig, N_("Read this kubeconfig file"), N_("FILE") },
  { "context", 0, 0, G_OPTION_ARG_STRING, &arguments.context, N_("Use this context of the kubeconfig"), N_("CONTEXT") },
  { "server", 's', 0, G_OPTION_ARG_STRING, &arguments.server, N_("Talk to this API server, without credentials"), N_("URL") },
  { "demo", 0, 0, G_OPTION_ARG_NONE, &arguments.demo, N_("Watch a demo cluster, which runs inside this program; all its namespaces, unless one is named"), NULL },
  { "namespace", 'n', 0, G_OPTION_ARG_STRING, &arguments.namespace_, N_("Watch this namespace"), N_("NAMESPACE") },
  { "all-namespaces", 'A', 0, G_OPTION_ARG_NONE, &arguments.all_namespaces, N_("Watch all namespaces"), NULL },
  { "selector", 'l', 0, G_OPTION_ARG_STRING, &arguments.selector, N_("Watch objects with these labels"), N_("SELECTOR") },
  { "output", 'o', 0, G_OPTION_ARG_STRING, &output, N_("“diff”, for people, or “events”, one JSON object a line"), N_("FORMAT") },
  { "store-on-exit", 0, 0, G_OPTION_ARG_FILENAME, &arguments.store_on_exit, N_("At the end, write the cache to a file: key, UID and resourceVersion"), N_("FILE") },
  { "bench", 0, 0, G_OPTION_ARG_INT, &bench_updates, N_("Print figures of the first list and of so many updates, then exit"), N_("UPDATES") },
  { "version", 0, 0, G_OPTION_ARG_NONE, &version, N_("Print the version and exit"), NULL },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &remaining, NULL, N_("RESOURCE") },
  { 0 }
};

static gboolean
read_output (GError **error)
{
  if (output == NULL || g_str_equal (output, "diff"))
    arguments.output = KIN_WATCH_OUTPUT_DIFF;
  else if (g_str_equal (output, "events"))
    arguments.output = KIN_WATCH_OUTPUT_EVENTS;
  else
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("there is no output “%s”: choose “diff” or “events”"), output);
      return FALSE;
    }

  return TRUE;
}

static gboolean
read_resource (GError **error)
{
  if (remaining == NULL || g_strv_length (remaining) != 1)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                           _("name one resource, such as “pods” or “deployments.apps”"));
      return FALSE;
    }

  arguments.resource = remaining[0];

  return TRUE;
}

/* The server would refuse it for ever. */
static gboolean
read_selector (GError **error)
{
  g_autoptr(KinSelector) selector = NULL;

  if (arguments.selector == NULL)
    return TRUE;

  selector = kin_selector_parse (arguments.selector, error);

  return selector != NULL;
}

static gboolean
read_bench (GError **error)
{
  if (bench_updates < 0)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--bench %d: the number of updates can’t be negative"), bench_updates);
      return FALSE;
    }

  arguments.bench_updates = bench_updates;

  return TRUE;
}

static gboolean
parse_arguments (int     *argc,
                 char  ***argv,
                 GError **error)
{
  g_autoptr(GOptionContext) context = g_option_context_new (NULL);

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, _("Watch a Kubernetes resource and tell its changes live."));

  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (version)
    return TRUE;

  return read_output (error) && read_bench (error) && read_selector (error) && read_resource (error);
}

static void
free_arguments (void)
{
  g_free (arguments.kubeconfig);
  g_free (arguments.context);
  g_free (arguments.server);
  g_free (arguments.namespace_);
  g_free (arguments.selector);
  g_free (arguments.store_on_exit);
  g_free (output);
  g_strfreev (remaining);
}

static int
watch (void)
{
  g_autoptr(KinWatchCommand) command = kin_watch_command_new (&arguments);

  return kin_watch_command_run (command);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(GError) error = NULL;
  int exit_status = 0;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  if (!parse_arguments (&argc, &argv, &error))
    {
      g_printerr ("kinformer-watch: %s\n", error->message);
      exit_status = 2;
    }
  else if (version)
    g_print ("kinformer-watch %s\n", PACKAGE_VERSION);
  else
    exit_status = watch ();

  kin_worker_pool_shutdown ();
  free_arguments ();

  return exit_status;
}
