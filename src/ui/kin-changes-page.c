/* kin-changes-page.c: the changes of one object, newest first, as they come.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-changes-page.h"

#include "journal/kin-change-item.h"
#include "ui/kin-change-row.h"

struct _KinChangesPage
{
  AdwBin parent_instance;

  GtkStack *stack;
  GtkListView *list_view;
  GtkNoSelection *selection;

  GListModel *changes;
};

G_DEFINE_FINAL_TYPE (KinChangesPage, kin_changes_page, ADW_TYPE_BIN)

static void
show_page (KinChangesPage *self)
{
  gboolean empty = self->changes == NULL || g_list_model_get_n_items (self->changes) == 0;

  gtk_stack_set_visible_child_name (self->stack, empty ? "empty" : "list");
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

  if (self->changes != NULL)
    g_signal_handlers_disconnect_by_func (self->changes, show_page, self);
  g_clear_object (&self->changes);
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
  gtk_widget_class_bind_template_callback (widget_class, setup_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_cb);
  gtk_widget_class_bind_template_callback (widget_class, unbind_cb);
}

static void
kin_changes_page_init (KinChangesPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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

  if (self->changes == changes)
    return;

  if (self->changes != NULL)
    g_signal_handlers_disconnect_by_func (self->changes, show_page, self);
  g_set_object (&self->changes, changes);
  if (changes != NULL)
    g_signal_connect_swapped (changes, "items-changed", G_CALLBACK (show_page), self);

  gtk_no_selection_set_model (self->selection, changes);
  show_page (self);
}
