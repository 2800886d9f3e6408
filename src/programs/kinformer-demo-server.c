/* kinformer-demo-server.c: a cluster that is not there: serves the demo cluster to kubectl, KInformer and tests.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <locale.h>

#include "demo/kin-demo-cluster.h"
#include "demo/kin-demo-server.h"

/* The first line of a kubeconfig that is ours to write over and to remove. */
#define MARK "# Written by kinformer-demo-server: gone when it ends.\n"

#define MAX_OBJECTS 1000000
#define MAX_RATE 100000

static int port;
static int seed = 1;
static int n_objects;
static double rate;
static gboolean quiet;
static char *kubeconfig;
static gboolean version;

static const GOptionEntry entries[] = {
  { "port", 'p', 0, G_OPTION_ARG_INT, &port, N_("Listen at this port of this machine; any that is free by default"), N_("PORT") },
  { "kubeconfig", 'k', 0, G_OPTION_ARG_FILENAME, &kubeconfig, N_("Write a kubeconfig with the URL, as long as it is served"), N_("FILE") },
  { "seed", 's', 0, G_OPTION_ARG_INT, &seed, N_("Let other things happen; the same seed lets the same happen"), N_("SEED") },
  { "objects", 'n', 0, G_OPTION_ARG_INT, &n_objects, N_("Add so many pods to the shop’s"), N_("NUMBER") },
  { "rate", 'r', 0, G_OPTION_ARG_DOUBLE, &rate, N_("Let so much happen to those, a second"), N_("EVENTS") },
  { "quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, N_("Have no shop, and let nothing happen by itself"), NULL },
  { "version", 0, 0, G_OPTION_ARG_NONE, &version, N_("Print the version and exit"), NULL },
  G_OPTION_ENTRY_NULL
};

static gboolean
check_range (const char  *option,
             double       value,
             double       maximum,
             GError     **error)
{
  if (value >= 0 && value <= maximum)
    return TRUE;

  /* Translators: the name of an option, and two numbers. */
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("--%s %g: choose a number from 0 to %.0f"), option, value, maximum);

  return FALSE;
}

static gboolean
check_arguments (int      argc,
                 char   **argv,
                 GError **error)
{
  if (argc > 1)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, _("unknown argument “%s”; see --help"), argv[1]);
      return FALSE;
    }

  return check_range ("port", port, G_MAXUINT16, error) && check_range ("seed", seed, G_MAXINT, error) &&
         check_range ("objects", n_objects, MAX_OBJECTS, error) && check_range ("rate", rate, MAX_RATE, error);
}

static gboolean
parse_arguments (int     *argc,
                 char  ***argv,
                 GError **error)
{
  g_autoptr(GOptionContext) context = g_option_context_new (NULL);

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, _("Serve a simulated Kubernetes cluster to this machine, and print its URL.\n"
                                           "The URL is the key to it: nobody without it gets in."));

  return g_option_context_parse (context, argc, argv, error) && check_arguments (*argc, *argv, error);
}

/* A person's own kubeconfig is worth more than this one. */
static gboolean
is_ours (const char *path)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && g_str_has_prefix (text, MARK);
}

static gboolean
write_kubeconfig (const char  *url,
                  GError     **error)
{
  g_autofree char *text = NULL;

  if (kubeconfig == NULL)
    return TRUE;

  if (g_file_test (kubeconfig, G_FILE_TEST_EXISTS) && !is_ours (kubeconfig))
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_EXIST, _("%s is there already, and not written by this program: name another file"), kubeconfig);
      return FALSE;
    }

  text = g_strdup_printf (MARK
                          "apiVersion: v1\n"
                          "kind: Config\n"
                          "clusters:\n"
                          "- name: demo\n"
                          "  cluster:\n"
                          "    server: %s\n"
                          "contexts:\n"
                          "- name: demo\n"
                          "  context:\n"
                          "    cluster: demo\n"
                          "    user: \"\"\n"
                          "current-context: demo\n"
                          "users: []\n", url);

  return g_file_set_contents_full (kubeconfig, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

static void
remove_kubeconfig (void)
{
  if (kubeconfig != NULL && is_ours (kubeconfig))
    g_unlink (kubeconfig);
}

static void
rate_cb (KinDemoControl *control,
         double          per_second,
         KinDemoCluster *cluster)
{
  kin_demo_cluster_set_rate (cluster, per_second);
}

static gboolean
quit_cb (gpointer user_data)
{
  g_main_loop_quit (user_data);

  return G_SOURCE_CONTINUE;
}

static gboolean
serve (GMainLoop  *loop,
       GError    **error)
{
  const KinDemoOptions options = { .seed = seed, .n_objects = n_objects, .rate = rate, .quiet = quiet };
  g_autoptr(KinDemoCluster) cluster = kin_demo_cluster_new (&options);
  g_autoptr(KinDemoFaults) faults = kin_demo_faults_new ();
  g_autofree char *prefix = kin_demo_server_new_prefix ();
  g_autoptr(KinDemoServer) server = kin_demo_server_new (kin_demo_cluster_get_world (cluster), faults, prefix);
  g_autoptr(GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", port);
  g_autofree char *url = NULL;

  g_signal_connect_object (kin_demo_server_get_control (server), "rate", G_CALLBACK (rate_cb), cluster, G_CONNECT_DEFAULT);
  if (!kin_demo_server_listen (server, address, error))
    return FALSE;

  url = kin_demo_server_dup_url (server);
  if (!write_kubeconfig (url, error))
    return FALSE;

  g_print ("%s\n", url);
  g_main_loop_run (loop);
  remove_kubeconfig ();
  kin_demo_server_stop (server);

  return TRUE;
}

/* Whoever has read the URL may send a signal at once. */
static gboolean
serve_until_signal (GError **error)
{
  g_autoptr(GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  guint interrupt = g_unix_signal_add (SIGINT, quit_cb, loop);
  guint terminate = g_unix_signal_add (SIGTERM, quit_cb, loop);
  gboolean served = serve (loop, error);

  g_source_remove (interrupt);
  g_source_remove (terminate);

  return served;
}

static int
run (int    argc,
     char **argv)
{
  g_autoptr(GError) error = NULL;

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

  if (serve_until_signal (&error))
    return 0;

  g_printerr ("kinformer-demo-server: %s\n", error->message);

  return 1;
}

int
main (int    argc,
      char **argv)
{
  int status;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  status = run (argc, argv);
  g_free (kubeconfig);

  return status;
}
