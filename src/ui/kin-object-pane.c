/* kin-object-pane.c: one object beside the list: overview, changes, YAML.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-object-pane.h"

#include <glib/gi18n.h>

#include "journal/kin-change-item.h"
#include "journal/kin-timeline.h"
#include "object/kin-time.h"
#include "ui/kin-changes-page.h"
#include "ui/kin-overview-page.h"
#include "ui/kin-rollout-card.h"
#include "ui/kin-yaml-page.h"

struct _KinObjectPane
{
  AdwBin parent_instance;

  AdwWindowTitle *title;
  AdwInlineViewSwitcher *switcher;
  AdwBanner *deleted_banner;
  GtkStack *stack;
  AdwViewStack *view_stack;
  KinRolloutCard *rollout_card;
  KinOverviewPage *overview_page;
  KinChangesPage *changes_page;
  KinYamlPage *yaml_page;

  KinRow *row;
  GListModel *changes;
  gboolean closable;
};

G_DEFINE_FINAL_TYPE (KinObjectPane, kin_object_pane, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_CLOSABLE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
show_title (KinObjectPane *self)
{
  KinObject *object = kin_row_get_object (self->row);
  KinResource *resource = kin_kind_get_resource (kin_object_get_kind (object));
  const char *namespace_ = kin_object_get_namespace (object);
  g_autofree char *subtitle = NULL;

  if (*namespace_ != '\0')
    /* Translators: a kind and a namespace: “Deployment in shop”. */
    subtitle = g_strdup_printf (_("%s in %s"), kin_resource_get_kind (resource), namespace_);
  else
    subtitle = g_strdup (kin_resource_get_kind (resource));

  adw_window_title_set_title (self->title, kin_object_get_name (object));
  adw_window_title_set_subtitle (self->title, subtitle);
}

/* What has been deleted rolls nothing out, and the YAML wants the whole height. */
static KinRollout *
get_shown_rollout (KinObjectPane *self,
                   const char    *page)
{
  if (self->row == NULL || adw_banner_get_revealed (self->deleted_banner) || g_strcmp0 (page, "yaml") == 0)
    return NULL;

  return kin_row_get_rollout (self->row);
}

/* Only the page that someone looks at is kept up to date. */
static void
show_page (KinObjectPane *self)
{
  const char *page = adw_view_stack_get_visible_child_name (self->view_stack);
  KinObject *object = self->row != NULL ? kin_row_get_object (self->row) : NULL;

  kin_rollout_card_set_rollout (self->rollout_card, get_shown_rollout (self, page));
  if (g_strcmp0 (page, "overview") == 0)
    kin_overview_page_set_object (self->overview_page, object);
  else if (g_strcmp0 (page, "yaml") == 0)
    kin_yaml_page_set_object (self->yaml_page, object);
}

static KinChange *
get_newest_change (KinObjectPane *self)
{
  g_autoptr(KinChangeItem) item = NULL;

  if (self->changes == NULL)
    return NULL;

  /* The list keeps the item alive. */
  item = g_list_model_get_item (self->changes, 0);

  return item != NULL ? kin_change_item_get_change (item) : NULL;
}

/* The last state of a deleted object stays in sight, and says that it is one. */
static void
show_deletion (KinObjectPane *self)
{
  KinChange *change = get_newest_change (self);
  gboolean deleted = change != NULL && kin_change_get_change_type (change) == KIN_CHANGE_DELETED;
  g_autofree char *time = NULL;
  g_autofree char *words = NULL;

  if (deleted)
    {
      time = kin_time_dup_clock (kin_change_get_time (change));
      /* Translators: %s is a time of day. */
      words = g_strdup_printf (_("Deleted at %s: this is its last state"), time);
      adw_banner_set_title (self->deleted_banner, words);
    }

  adw_banner_set_revealed (self->deleted_banner, deleted);
  show_page (self);
}

static void
disconnect_row (KinObjectPane *self)
{
  if (self->row != NULL)
    g_signal_handlers_disconnect_by_func (self->row, show_page, self);
  if (self->changes != NULL)
    g_signal_handlers_disconnect_by_func (self->changes, show_deletion, self);
  g_clear_object (&self->row);
  g_clear_object (&self->changes);
}

static void
connect_row (KinObjectPane *self,
             KinCluster    *cluster,
             KinRow        *row)
{
  self->row = g_object_ref (row);
  self->changes = kin_cluster_dup_changes (cluster, kin_row_get_object (row));
  g_signal_connect_swapped (row, "changed", G_CALLBACK (show_page), self);
  if (self->changes != NULL)
    g_signal_connect_swapped (self->changes, "items-changed", G_CALLBACK (show_deletion), self);

  show_title (self);
}

static void
find_action_cb (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  KinObjectPane *self = KIN_OBJECT_PANE (widget);

  adw_view_stack_set_visible_child_name (self->view_stack, "yaml");
  kin_yaml_page_begin_search (self->yaml_page);
}

static void
kin_object_pane_dispose (GObject *object)
{
  KinObjectPane *self = KIN_OBJECT_PANE (object);

  disconnect_row (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_OBJECT_PANE);

  G_OBJECT_CLASS (kin_object_pane_parent_class)->dispose (object);
}

static void
set_closable (KinObjectPane *self,
              gboolean       closable)
{
  if (self->closable == closable)
    return;

  self->closable = closable;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CLOSABLE]);
}

static void
kin_object_pane_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_CLOSABLE:
      g_value_set_boolean (value, KIN_OBJECT_PANE (object)->closable);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_object_pane_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_CLOSABLE:
      set_closable (KIN_OBJECT_PANE (object), g_value_get_boolean (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_object_pane_class_init (KinObjectPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = kin_object_pane_dispose;
  object_class->get_property = kin_object_pane_get_property;
  object_class->set_property = kin_object_pane_set_property;

  /**
   * KinObjectPane:closable:
   *
   * Whether it covers what it belongs to, and has a button to go back there.
   */
  properties[PROP_CLOSABLE] =
    g_param_spec_boolean ("closable", NULL, NULL,
                          FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (KIN_TYPE_CHANGES_PAGE);
  g_type_ensure (KIN_TYPE_OVERVIEW_PAGE);
  g_type_ensure (KIN_TYPE_ROLLOUT_CARD);
  g_type_ensure (KIN_TYPE_YAML_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-object-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, KinObjectPane, title);
  gtk_widget_class_bind_template_child (widget_class, KinObjectPane, switcher);
  gtk_widget_class_bind_template_child (widget_class, KinObjectPane, deleted_banner);
  gtk_widget_class_bind_template_child (widget_class, KinObjectPane, stack);
  gtk_widget_class_bind_template_child (widget_class, KinObjectPane, view_stack);
  gtk_widget_class_bind_template_child (widget_class, KinObjectPane, rollout_card);
  gtk_widget_class_bind_template_child (widget_class, KinObjectPane, overview_page);
  gtk_widget_class_bind_template_child (widget_class, KinObjectPane, changes_page);
  gtk_widget_class_bind_template_child (widget_class, KinObjectPane, yaml_page);
  gtk_widget_class_bind_template_callback (widget_class, show_page);

  gtk_widget_class_install_action (widget_class, "pane.find", NULL, find_action_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "pane.find", NULL);
}

static void
kin_object_pane_init (KinObjectPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  kin_object_pane_set_object (self, NULL, NULL);
}

/**
 * kin_object_pane_set_object:
 * @self: the pane
 * @cluster: (nullable) (transfer none): the cluster of @row
 * @row: (nullable) (transfer none): the row to follow; %NULL shows that nothing is selected
 *
 * Follows the object of @row. The page that is open stays open, so that one can walk through the
 * list and compare.
 */
void
kin_object_pane_set_object (KinObjectPane *self,
                            KinCluster    *cluster,
                            KinRow        *row)
{
  g_return_if_fail (KIN_IS_OBJECT_PANE (self));
  g_return_if_fail (row == NULL || KIN_IS_ROW (row));
  g_return_if_fail (row == NULL || KIN_IS_CLUSTER (cluster));

  if (row != NULL && self->row == row)
    return;

  disconnect_row (self);
  if (row != NULL)
    connect_row (self, cluster, row);

  gtk_stack_set_visible_child_name (self->stack, row != NULL ? "object" : "nothing");
  gtk_widget_set_visible (GTK_WIDGET (self->switcher), row != NULL);
  if (row == NULL)
    {
      adw_window_title_set_title (self->title, "");
      adw_window_title_set_subtitle (self->title, "");
    }

  kin_changes_page_set_changes (self->changes_page, self->changes);
  show_deletion (self);
}
