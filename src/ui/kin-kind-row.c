/* kin-kind-row.c: one kind of the sidebar: icon, title, what goes on, count.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-kind-row.h"

#include <glib/gi18n.h>

struct _KinKindRow
{
  GtkListBoxRow parent_instance;

  GtkImage *image;
  GtkLabel *title_label;
  GtkLabel *news_label;
  GtkLabel *count_label;

  KinKindItem *item;
};

G_DEFINE_FINAL_TYPE (KinKindRow, kin_kind_row, GTK_TYPE_LIST_BOX_ROW)

static void
count_changed_cb (KinKindRow *self)
{
  gint64 count = kin_kind_item_get_count (self->item);
  g_autofree char *words = NULL;

  if (count >= 10000)
    /* Translators: thousands: “12k” are about 12,000. */
    words = g_strdup_printf (_("%uk"), (guint) (count / 1000));
  else if (count >= 0)
    words = g_strdup_printf ("%" G_GINT64_FORMAT, count);

  gtk_label_set_label (self->count_label, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->count_label), words != NULL);
}

static void
kin_kind_row_dispose (GObject *object)
{
  KinKindRow *self = KIN_KIND_ROW (object);

  if (self->item != NULL)
    g_signal_handlers_disconnect_by_func (self->item, count_changed_cb, self);
  g_clear_object (&self->item);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_KIND_ROW);

  G_OBJECT_CLASS (kin_kind_row_parent_class)->dispose (object);
}

static void
kin_kind_row_class_init (KinKindRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = kin_kind_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-kind-row.ui");
  gtk_widget_class_bind_template_child (widget_class, KinKindRow, image);
  gtk_widget_class_bind_template_child (widget_class, KinKindRow, title_label);
  gtk_widget_class_bind_template_child (widget_class, KinKindRow, news_label);
  gtk_widget_class_bind_template_child (widget_class, KinKindRow, count_label);
}

static void
kin_kind_row_init (KinKindRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * kin_kind_row_new:
 * @item: (transfer none): the kind
 *
 * Returns: (transfer floating): its row
 */
GtkWidget *
kin_kind_row_new (KinKindItem *item)
{
  KinKindRow *self;

  g_return_val_if_fail (KIN_IS_KIND_ITEM (item), NULL);

  self = g_object_new (KIN_TYPE_KIND_ROW, NULL);
  self->item = g_object_ref (item);
  g_signal_connect_swapped (item, "notify::count", G_CALLBACK (count_changed_cb), self);

  gtk_image_set_from_icon_name (self->image, kin_kind_item_get_icon_name (item));
  gtk_label_set_label (self->title_label, kin_kind_item_get_title (item));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), kin_resource_get_id (kin_kind_item_get_resource (item)));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, kin_kind_item_get_title (item), -1);
  count_changed_cb (self);

  return GTK_WIDGET (self);
}

/**
 * kin_kind_row_get_item:
 * @self: the row
 *
 * Returns: (transfer none): the kind
 */
KinKindItem *
kin_kind_row_get_item (KinKindRow *self)
{
  g_return_val_if_fail (KIN_IS_KIND_ROW (self), NULL);

  return self->item;
}

/**
 * kin_kind_row_set_news:
 * @self: the row
 * @words: (nullable): what goes on among the objects of this kind, as “1 rolling”
 */
void
kin_kind_row_set_news (KinKindRow *self,
                       const char *words)
{
  g_return_if_fail (KIN_IS_KIND_ROW (self));

  gtk_label_set_label (self->news_label, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->news_label), words != NULL);
}
