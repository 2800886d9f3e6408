/* kinformer-demo-server.c: a cluster that is not there: serves the demo cluster to kubectl, KInformer and tests.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <locale.h>

#include "demo/kin-demo-server.h"

static int port;
static int seed;
static gboolean version;

static const GOptionEntry entries[] = {
  { "port", 0, 0, G_OPTION_ARG_INT, &port, N_("Listen at this port of this machine; any that is free by default"), N_("PORT") },
  { "seed", 0, 0, G_OPTION_ARG_INT, &seed, N_("Let the same happen each time"), N_("SEED") },
  { "version", 0, 0, G_OPTION_ARG_NONE, &version, N_("Print the version and exit"), NULL },
  { 0 }
};

static gboolean
check_range (const char  *option,
             int          value,
             int          maximum,
             GError     **error)
{
  if (value >= 0 && value <= maximum)
    return TRUE;

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("--%s %d: choose a number from 0 to %d"), option, value, maximum);

  return FALSE;
}

static gboolean
parse_arguments (int     *argc,
                 char  ***argv,
                 GError **error)
{
  g_autoptr(GOptionContext) context = g_option_context_new (NULL);

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, _("Serve a simulated Kubernetes cluster to this machine, and print its URL."));

  return g_option_context_parse (context, argc, argv, error) &&
         check_range ("port", port, G_MAXUINT16, error) && check_range ("seed", seed, G_MAXINT, error);
}

static gboolean
quit_cb (gpointer user_data)
{
  g_main_loop_quit (user_data);

  return G_SOURCE_CONTINUE;
}

static void
run_until_signal (void)
{
  g_autoptr(GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  guint interrupt = g_unix_signal_add (SIGINT, quit_cb, loop);
  guint terminate = g_unix_signal_add (SIGTERM, quit_cb, loop);

  g_main_loop_run (loop);
  g_source_remove (interrupt);
  g_source_remove (terminate);
}

static gboolean
serve (GError **error)
{
  g_autoptr(KinDemoWorld) world = kin_demo_world_new (kin_clock_get_default (), seed);
  g_autofree char *prefix = kin_demo_server_new_prefix ();
  g_autoptr(KinDemoServer) server = kin_demo_server_new (world, NULL, prefix);
  g_autoptr(GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", port);
  g_autofree char *url = NULL;

  if (!kin_demo_server_listen (server, address, error))
    return FALSE;

  url = kin_demo_server_dup_url (server);
  g_print ("%s\n", url);
  run_until_signal ();

  return TRUE;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(GError) error = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  if (!parse_arguments (&argc, &argv, &error))
    {
      g_printerr ("kinformer-demo-server: %s\n", error->message);
      return 2;
    }

  if (version)
    {
      g_print ("kinformer-demo-server %s\n", PACKAGE_VERSION);
      return 0;
    }

  if (!serve (&error))
    {
      g_printerr ("kinformer-demo-server: %s\n", error->message);
      return 1;
    }

  return 0;
}
