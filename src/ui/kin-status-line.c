/* kin-status-line.c: the line below a list: how it is kept up to date, in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-status-line.h"

#include "ui/kin-ticker.h"
#include "ui/kin-words.h"

struct _KinStatusLine
{
  GtkWidget parent_instance;

  GtkImage *image;
  GtkLabel *state_label;
  GtkLabel *count_label;
  GtkWidget *retry_button;

  GSignalGroup *informer_signals;
  guint ticker;
};

G_DEFINE_FINAL_TYPE (KinStatusLine, kin_status_line, GTK_TYPE_WIDGET)

static const struct
{
  const char *icon_name;
  const char *css_class;
} looks[] = {
  [KIN_REFLECTOR_IDLE] = { "kin-dot-old-symbolic", "dimmed" },
  [KIN_REFLECTOR_LISTING] = { "kin-dot-starting-symbolic", "accent" },
  [KIN_REFLECTOR_STREAMING] = { "kin-dot-starting-symbolic", "accent" },
  [KIN_REFLECTOR_WATCHING] = { "kin-dot-ready-symbolic", "success" },
  [KIN_REFLECTOR_BACKING_OFF] = { "dialog-warning-symbolic", "warning" },
  [KIN_REFLECTOR_FORBIDDEN] = { "kin-dot-failed-symbolic", "error" },
  [KIN_REFLECTOR_GONE] = { "kin-dot-failed-symbolic", "error" },
  [KIN_REFLECTOR_STOPPED] = { "kin-dot-old-symbolic", "dimmed" },
};

static KinSharedInformer *
dup_informer (KinStatusLine *self)
{
  return g_signal_group_dup_target (self->informer_signals);
}

static void
show_state (gpointer user_data)
{
  KinStatusLine *self = user_data;
  g_autoptr(KinSharedInformer) informer = dup_informer (self);
  g_autofree char *words = informer != NULL ? kin_words_dup_state (informer) : NULL;

  gtk_label_set_label (self->state_label, words != NULL ? words : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->state_label), words);
}

static void
show_look (KinStatusLine     *self,
           KinReflectorState  state)
{
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (self->image), looks[i].css_class);

  gtk_widget_add_css_class (GTK_WIDGET (self->image), looks[state].css_class);
  gtk_image_set_from_icon_name (self->image, looks[state].icon_name);
}

static void
state_changed_cb (KinStatusLine *self)
{
  g_autoptr(KinSharedInformer) informer = dup_informer (self);
  gboolean retries = informer != NULL &&
                     kin_reflector_get_retry_time (kin_shared_informer_get_reflector (informer)) > 0;

  show_state (self);
  show_look (self, informer != NULL ? kin_shared_informer_get_state (informer) : KIN_REFLECTOR_IDLE);
  gtk_widget_set_visible (self->retry_button, retries);

  /* The seconds until the next try are counted down. */
  if (retries && self->ticker == 0)
    self->ticker = kin_ticker_add (show_state, self);
  else if (!retries)
    g_clear_handle_id (&self->ticker, kin_ticker_remove);
}

static void
retry_clicked_cb (KinStatusLine *self)
{
  g_autoptr(KinSharedInformer) informer = dup_informer (self);

  if (informer != NULL)
    kin_reflector_retry_now (kin_shared_informer_get_reflector (informer));
}

static void
kin_status_line_dispose (GObject *object)
{
  KinStatusLine *self = KIN_STATUS_LINE (object);

  g_clear_handle_id (&self->ticker, kin_ticker_remove);
  g_clear_object (&self->informer_signals);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_STATUS_LINE);

  G_OBJECT_CLASS (kin_status_line_parent_class)->dispose (object);
}

static void
kin_status_line_class_init (KinStatusLineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = kin_status_line_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-status-line.ui");
  gtk_widget_class_bind_template_child (widget_class, KinStatusLine, image);
  gtk_widget_class_bind_template_child (widget_class, KinStatusLine, state_label);
  gtk_widget_class_bind_template_child (widget_class, KinStatusLine, count_label);
  gtk_widget_class_bind_template_child (widget_class, KinStatusLine, retry_button);
  gtk_widget_class_bind_template_callback (widget_class, retry_clicked_cb);
}

static void
kin_status_line_init (KinStatusLine *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->informer_signals = g_signal_group_new (KIN_TYPE_SHARED_INFORMER);
  g_signal_group_connect_swapped (self->informer_signals, "notify::state", G_CALLBACK (state_changed_cb), self);
}

/**
 * kin_status_line_set_informer:
 * @self: the line
 * @informer: (nullable) (transfer none): what it tells the state of
 */
void
kin_status_line_set_informer (KinStatusLine     *self,
                              KinSharedInformer *informer)
{
  g_return_if_fail (KIN_IS_STATUS_LINE (self));
  g_return_if_fail (informer == NULL || KIN_IS_SHARED_INFORMER (informer));

  g_signal_group_set_target (self->informer_signals, informer);
  state_changed_cb (self);
}

/**
 * kin_status_line_set_count:
 * @self: the line
 * @words: how many rows there are, in words
 */
void
kin_status_line_set_count (KinStatusLine *self,
                           const char    *words)
{
  g_return_if_fail (KIN_IS_STATUS_LINE (self));

  gtk_label_set_label (self->count_label, words);
}
