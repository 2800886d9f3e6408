/* kin-window.c: one window on the clusters of one kubeconfig.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-window.h"

struct _KinWindow
{
  AdwApplicationWindow parent_instance;

  AdwWindowTitle *title;

  GSettings *settings;
  char      *kubeconfig;
  char      *context;
};

G_DEFINE_FINAL_TYPE (KinWindow, kin_window, ADW_TYPE_APPLICATION_WINDOW)

enum
{
  PROP_0,
  PROP_KUBECONFIG,
  PROP_CONTEXT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
kin_window_constructed (GObject *object)
{
  KinWindow *self = KIN_WINDOW (object);

  G_OBJECT_CLASS (kin_window_parent_class)->constructed (object);

  adw_window_title_set_subtitle (self->title, self->context != NULL ? self->context : "");

  self->settings = g_settings_new (APPLICATION_ID);
  g_settings_bind (self->settings, "window-width", self, "default-width", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "window-height", self, "default-height", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "window-maximized", self, "maximized", G_SETTINGS_BIND_DEFAULT);
}

static void
kin_window_dispose (GObject *object)
{
  KinWindow *self = KIN_WINDOW (object);

  g_clear_object (&self->settings);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_WINDOW);

  G_OBJECT_CLASS (kin_window_parent_class)->dispose (object);
}

static void
kin_window_finalize (GObject *object)
{
  KinWindow *self = KIN_WINDOW (object);

  g_clear_pointer (&self->kubeconfig, g_free);
  g_clear_pointer (&self->context, g_free);

  G_OBJECT_CLASS (kin_window_parent_class)->finalize (object);
}

static void
kin_window_get_property (GObject    *object,
                         guint       prop_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  KinWindow *self = KIN_WINDOW (object);

  switch (prop_id)
    {
    case PROP_KUBECONFIG:
      g_value_set_string (value, self->kubeconfig);
      break;

    case PROP_CONTEXT:
      g_value_set_string (value, self->context);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_window_set_property (GObject      *object,
                         guint         prop_id,
                         const GValue *value,
                         GParamSpec   *pspec)
{
  KinWindow *self = KIN_WINDOW (object);

  switch (prop_id)
    {
    case PROP_KUBECONFIG:
      self->kubeconfig = g_value_dup_string (value);
      break;

    case PROP_CONTEXT:
      self->context = g_value_dup_string (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_window_class_init (KinWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = kin_window_constructed;
  object_class->dispose = kin_window_dispose;
  object_class->finalize = kin_window_finalize;
  object_class->get_property = kin_window_get_property;
  object_class->set_property = kin_window_set_property;

  /**
   * KinWindow:kubeconfig: (nullable)
   *
   * The one file to read, or none for those that kubectl finds.
   */
  properties[PROP_KUBECONFIG] =
    g_param_spec_string ("kubeconfig", NULL, NULL, NULL,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  /**
   * KinWindow:context: (nullable)
   *
   * The context to open first, or none for the current one.
   */
  properties[PROP_CONTEXT] =
    g_param_spec_string ("context", NULL, NULL, NULL,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KinWindow, title);
}

static void
kin_window_init (KinWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * kin_window_new:
 * @application: the program that it belongs to
 * @kubeconfig: (nullable): the one file to read instead of those that kubectl finds
 * @context: (nullable): the context to open instead of the current one
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
KinWindow *
kin_window_new (KinApplication *application,
                const char     *kubeconfig,
                const char     *context)
{
  g_return_val_if_fail (KIN_IS_APPLICATION (application), NULL);

  return g_object_new (KIN_TYPE_WINDOW,
                       "application", application,
                       "kubeconfig", kubeconfig,
                       "context", context,
                       NULL);
}
