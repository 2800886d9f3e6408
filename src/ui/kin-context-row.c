/* kin-context-row.c: one context to choose: its name, its server, or why it can't be used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-context-row.h"

#include <glib/gi18n.h>

struct _KinContextRow
{
  GtkListBoxRow parent_instance;

  GtkLabel *name_label;
  GtkLabel *detail_label;
  GtkWidget *warning_image;
  GtkWidget *current_image;

  KinContext *context;
};

G_DEFINE_FINAL_TYPE (KinContextRow, kin_context_row, GTK_TYPE_LIST_BOX_ROW)

static void
show_context (KinContextRow *self)
{
  const GError *error = kin_context_get_error (self->context);
  const char *detail = error != NULL ? error->message : kin_context_get_server_label (self->context);

  gtk_label_set_label (self->name_label, kin_context_get_name (self->context));
  gtk_label_set_label (self->detail_label, detail);
  gtk_widget_add_css_class (GTK_WIDGET (self->detail_label), error != NULL ? "warning" : "dimmed");
  gtk_widget_set_visible (self->warning_image, error != NULL || kin_context_get_insecure (self->context));

  if (error == NULL && kin_context_get_insecure (self->context))
    gtk_widget_set_tooltip_text (self->warning_image, _("The server’s certificate is not verified"));
}

static void
kin_context_row_dispose (GObject *object)
{
  KinContextRow *self = KIN_CONTEXT_ROW (object);

  g_clear_object (&self->context);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_CONTEXT_ROW);

  G_OBJECT_CLASS (kin_context_row_parent_class)->dispose (object);
}

static void
kin_context_row_class_init (KinContextRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = kin_context_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-context-row.ui");
  gtk_widget_class_bind_template_child (widget_class, KinContextRow, name_label);
  gtk_widget_class_bind_template_child (widget_class, KinContextRow, detail_label);
  gtk_widget_class_bind_template_child (widget_class, KinContextRow, warning_image);
  gtk_widget_class_bind_template_child (widget_class, KinContextRow, current_image);
}

static void
kin_context_row_init (KinContextRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * kin_context_row_new:
 * @context: (transfer none): what it offers
 * @current: whether it is the one in use
 *
 * Returns: (transfer floating): the row
 */
GtkWidget *
kin_context_row_new (KinContext *context,
                     gboolean    current)
{
  KinContextRow *self;

  g_return_val_if_fail (KIN_IS_CONTEXT (context), NULL);

  self = g_object_new (KIN_TYPE_CONTEXT_ROW, NULL);
  self->context = g_object_ref (context);
  gtk_widget_set_visible (self->current_image, current);
  show_context (self);

  return GTK_WIDGET (self);
}

/**
 * kin_context_row_get_context:
 * @self: the row
 *
 * Returns: (transfer none): what it offers
 */
KinContext *
kin_context_row_get_context (KinContextRow *self)
{
  g_return_val_if_fail (KIN_IS_CONTEXT_ROW (self), NULL);

  return self->context;
}
