/* kin-changes-page.c: the changes of one object, newest first, as they come.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-changes-page.h"

#include "journal/kin-change-item.h"
#include "ui/kin-change-row.h"

/* So many pixels below the top are still the top. */
#define TOP 8

struct _KinChangesPage
{
  AdwBin parent_instance;

  GtkStack *stack;
  GtkListView *list_view;
  GtkNoSelection *selection;
  GtkScrolledWindow *scroller;
};

G_DEFINE_FINAL_TYPE (KinChangesPage, kin_changes_page, ADW_TYPE_BIN)

static void
show_page (KinChangesPage *self)
{
  gboolean empty = g_list_model_get_n_items (G_LIST_MODEL (self->selection)) == 0;

  gtk_stack_set_visible_child_name (self->stack, empty ? "empty" : "list");
}

/* Who looks at the newest change goes on looking at the newest; who has scrolled to an older one keeps that. GTK
 * would keep the older one in both cases. */
static void
follow_newest (KinChangesPage *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  if (gtk_adjustment_get_value (adjustment) < TOP && g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0)
    gtk_list_view_scroll_to (self->list_view, 0, GTK_LIST_SCROLL_NONE, NULL);
}

static void
changes_changed_cb (KinChangesPage *self)
{
  show_page (self);
  follow_newest (self);
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          gpointer                  user_data)
{
  gtk_list_item_set_child (item, kin_change_row_new ());
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         gpointer                  user_data)
{
  KinChangeRow *row = KIN_CHANGE_ROW (gtk_list_item_get_child (item));
  KinChangeItem *change_item = KIN_CHANGE_ITEM (gtk_list_item_get_item (item));
  g_autofree char *words = NULL;

  kin_change_row_set_change (row, kin_change_item_get_change (change_item));
  words = kin_change_row_dup_words (row);
  gtk_list_item_set_accessible_label (item, words);
}

static void
unbind_cb (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           gpointer                  user_data)
{
  kin_change_row_set_change (KIN_CHANGE_ROW (gtk_list_item_get_child (item)), NULL);
}

static void
kin_changes_page_dispose (GObject *object)
{
  KinChangesPage *self = KIN_CHANGES_PAGE (object);

  /* First, or AdwBin would let go of a template's child once more. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_CHANGES_PAGE);

  G_OBJECT_CLASS (kin_changes_page_parent_class)->dispose (object);
}

static void
kin_changes_page_class_init (KinChangesPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = kin_changes_page_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-changes-page.ui");
  gtk_widget_class_bind_template_child (widget_class, KinChangesPage, stack);
  gtk_widget_class_bind_template_child (widget_class, KinChangesPage, list_view);
  gtk_widget_class_bind_template_child (widget_class, KinChangesPage, selection);
  gtk_widget_class_bind_template_child (widget_class, KinChangesPage, scroller);
  gtk_widget_class_bind_template_callback (widget_class, setup_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_cb);
  gtk_widget_class_bind_template_callback (widget_class, unbind_cb);
}

static void
kin_changes_page_init (KinChangesPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* After the list view, which has to know of a change before it can scroll to it. */
  g_signal_connect_object (self->selection, "items-changed", G_CALLBACK (changes_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  show_page (self);
}

/**
 * kin_changes_page_new:
 *
 * Returns: (transfer floating): a page without changes
 */
GtkWidget *
kin_changes_page_new (void)
{
  return g_object_new (KIN_TYPE_CHANGES_PAGE, NULL);
}

/**
 * kin_changes_page_set_changes:
 * @self: the page
 * @changes: (nullable) (transfer none): a live list of #KinChangeItem, newest first
 */
void
kin_changes_page_set_changes (KinChangesPage *self,
                              GListModel     *changes)
{
  g_return_if_fail (KIN_IS_CHANGES_PAGE (self));
  g_return_if_fail (changes == NULL || G_IS_LIST_MODEL (changes));

  gtk_no_selection_set_model (self->selection, changes);
}
