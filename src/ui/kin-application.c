/* kin-application.c: the running program: its windows and what is done to all of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-application.h"

#include <glib/gi18n.h>

#include "ui/kin-window.h"

struct _KinApplication
{
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (KinApplication, kin_application, ADW_TYPE_APPLICATION)

/* The one that shows the context already, else the latest one that has nothing to show. */
static KinWindow *
find_window_for (KinApplication *self,
                 KinContext     *context)
{
  KinWindow *empty = NULL;

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    {
      if (!KIN_IS_WINDOW (l->data))
        continue;
      if (kin_window_get_context (l->data) == context)
        return l->data;
      if (empty == NULL && kin_window_is_at_start (l->data))
        empty = l->data;
    }

  return empty;
}

static void
about_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  GtkApplication *app = user_data;

  adw_show_about_dialog (GTK_WIDGET (gtk_application_get_active_window (app)),
                         "application-icon", APPLICATION_ID,
                         "application-name", "KInformer",
                         "comments", _("Watch Kubernetes resources change"),
                         "developer-name", _("The KInformer developers"),
                         "license-type", GTK_LICENSE_GPL_3_0,
                         /* Translators: put your name here, or your names, one a line. */
                         "translator-credits", _("translator-credits"),
                         "version", PACKAGE_VERSION,
                         NULL);
}

static void
quit_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  GtkApplication *app = user_data;
  g_autoptr(GList) windows = g_list_copy (gtk_application_get_windows (app));

  /* Not g_application_quit(): a window that is closed saves its size, and the last one ends the program. */
  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (l->data);
}

static void
kin_application_startup (GApplication *app)
{
  static const GActionEntry actions[] = {
    { .name = "about", .activate = about_cb },
    { .name = "quit", .activate = quit_cb },
  };

  G_APPLICATION_CLASS (kin_application_parent_class)->startup (app);

  g_action_map_add_action_entries (G_ACTION_MAP (app), actions, G_N_ELEMENTS (actions), app);
  gtk_application_set_accels_for_action (GTK_APPLICATION (app), "app.quit",
                                         (const char *[]) { "<Control>q", NULL });
  gtk_application_set_accels_for_action (GTK_APPLICATION (app), "window.close",
                                         (const char *[]) { "<Control>w", NULL });
  gtk_window_set_default_icon_name (APPLICATION_ID);
}

static void
kin_application_activate (GApplication *app)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (app));

  if (window != NULL)
    gtk_window_present (window);
  else
    kin_application_open_window (KIN_APPLICATION (app), NULL, NULL);
}

static void
kin_application_class_init (KinApplicationClass *klass)
{
  GApplicationClass *app_class = G_APPLICATION_CLASS (klass);

  app_class->startup = kin_application_startup;
  app_class->activate = kin_application_activate;
}

static void
kin_application_init (KinApplication *self)
{
}

KinApplication *
kin_application_new (void)
{
  return g_object_new (KIN_TYPE_APPLICATION,
                       "application-id", APPLICATION_ID,
                       "flags", G_APPLICATION_HANDLES_COMMAND_LINE,
                       "resource-base-path", "/com/example/KInformer",
                       NULL);
}

/**
 * kin_application_open_window:
 * @self: a `KinApplication`
 * @kubeconfig: (nullable): the one file to read instead of those that kubectl finds
 * @context: (nullable): the context to open instead of the current one
 *
 * Opens one more window and brings it to the front.
 */
void
kin_application_open_window (KinApplication *self,
                             const char     *kubeconfig,
                             const char     *context)
{
  g_return_if_fail (KIN_IS_APPLICATION (self));

  gtk_window_present (GTK_WINDOW (kin_window_new (self, kubeconfig, context)));
}

/**
 * kin_application_open_context:
 * @self: a `KinApplication`
 * @context: (transfer none): a context that no kubeconfig has
 *
 * Brings a window that shows @context to the front: the one that does, one that has nothing to show, or one more.
 */
void
kin_application_open_context (KinApplication *self,
                              KinContext     *context)
{
  KinWindow *window;

  g_return_if_fail (KIN_IS_APPLICATION (self));
  g_return_if_fail (KIN_IS_CONTEXT (context));

  window = find_window_for (self, context);
  if (window == NULL)
    window = kin_window_new_for_context (self, context);
  else if (kin_window_get_context (window) != context)
    kin_window_set_own_context (window, context);

  gtk_window_present (GTK_WINDOW (window));
}

/**
 * kin_application_tell:
 * @self: a `KinApplication`
 * @words: a sentence
 *
 * Tells something in passing, in the window that a person looks at.
 *
 * Returns: whether there was a window
 */
gboolean
kin_application_tell (KinApplication *self,
                      const char     *words)
{
  GtkWindow *window;

  g_return_val_if_fail (KIN_IS_APPLICATION (self), FALSE);
  g_return_val_if_fail (words != NULL, FALSE);

  window = gtk_application_get_active_window (GTK_APPLICATION (self));
  if (!KIN_IS_WINDOW (window))
    return FALSE;

  kin_window_tell (KIN_WINDOW (window), words);

  return TRUE;
}
