/* kin-sidebar.c: the cluster, and its kinds by section.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-sidebar.h"

#include <glib/gi18n.h>

#include "model/kin-kind-list.h"
#include "ui/kin-kind-row.h"
#include "ui/kin-ticker.h"

struct _KinSidebar
{
  AdwBin parent_instance;

  KinContextButton *context_button;
  GtkListBox *list_box;

  KinKindList *kinds;
  KinCluster *cluster;
  KinDeploymentController *controller;
  GHashTable *rolling; /* keys of Deployments */
  guint ticker;
};

G_DEFINE_FINAL_TYPE (KinSidebar, kin_sidebar, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_KIND,
  N_PROPS
};

enum
{
  SIGNAL_KIND_ACTIVATED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  return kin_kind_row_new (KIN_KIND_ITEM (item));
}

static const char *
get_section (GtkListBoxRow *row)
{
  return kin_kind_item_get_section_title (kin_kind_row_get_item (KIN_KIND_ROW (row)));
}

static void
update_header (GtkListBoxRow *row,
               GtkListBoxRow *before,
               gpointer       user_data)
{
  GtkWidget *label;

  if (before != NULL && strcmp (get_section (row), get_section (before)) == 0)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }

  if (gtk_list_box_row_get_header (row) != NULL)
    return;

  label = g_object_new (GTK_TYPE_LABEL,
                        "label", get_section (row),
                        "xalign", 0.0,
                        "ellipsize", PANGO_ELLIPSIZE_MIDDLE,
                        "accessible-role", GTK_ACCESSIBLE_ROLE_HEADING,
                        NULL);
  gtk_widget_add_css_class (label, "section-title");
  gtk_list_box_row_set_header (row, label);
}

static KinKindRow *
find_row (KinSidebar *self,
          const char *resource_id)
{
  KinKindItem *item = kin_kind_list_find (self->kinds, resource_id);
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list_box, i)) != NULL; i++)
    {
      if (item != NULL && kin_kind_row_get_item (KIN_KIND_ROW (row)) == item)
        return KIN_KIND_ROW (row);
    }

  return NULL;
}

/* A count is a running informer's; kinds that nobody has looked at have none. */
static void
show_counts (gpointer user_data)
{
  KinSidebar *self = user_data;
  KinInformerFactory *factory = self->cluster != NULL ? kin_cluster_get_factory (self->cluster) : NULL;
  GListModel *informers = factory != NULL ? kin_informer_factory_get_informers (factory) : NULL;
  guint n = informers != NULL ? g_list_model_get_n_items (informers) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(KinSharedInformer) informer = g_list_model_get_item (informers, i);
      KinResource *resource = kin_kind_get_resource (kin_shared_informer_get_kind (informer));
      KinKindItem *item = kin_kind_list_find (self->kinds, kin_resource_get_id (resource));

      if (item != NULL && kin_shared_informer_has_synced (informer))
        kin_kind_item_set_count (item, kin_indexer_get_size (kin_shared_informer_get_indexer (informer)));
    }
}

static void
show_rolling (KinSidebar *self)
{
  KinKindRow *row = find_row (self, "deployments.apps");
  guint n = g_hash_table_size (self->rolling);
  g_autofree char *words = NULL;

  if (row == NULL)
    return;

  if (n > 0)
    /* Translators: how many Deployments are being rolled out. */
    words = g_strdup_printf (ngettext ("%u rolling", "%u rolling", n), n);
  kin_kind_row_set_news (row, words);
}

static void
rollout_changed_cb (KinSidebar *self,
                    const char *key)
{
  KinRollout *rollout = kin_deployment_controller_get_rollout (self->controller, key);

  if (rollout != NULL && kin_rollout_get_state (rollout) != KIN_ROLLOUT_COMPLETE)
    g_hash_table_add (self->rolling, g_strdup (key));
  else
    g_hash_table_remove (self->rolling, key);

  show_rolling (self);
}

static void
set_controller (KinSidebar              *self,
                KinDeploymentController *controller)
{
  if (self->controller != NULL)
    g_signal_handlers_disconnect_by_func (self->controller, rollout_changed_cb, self);
  g_hash_table_remove_all (self->rolling);
  g_set_object (&self->controller, controller);
  if (controller != NULL)
    g_signal_connect_swapped (controller, "rollout-changed", G_CALLBACK (rollout_changed_cb), self);
}

static void
cluster_changed_cb (KinSidebar *self)
{
  g_autoptr(GPtrArray) none = g_ptr_array_new ();
  GPtrArray *resources = self->cluster != NULL ? kin_cluster_get_resources (self->cluster) : NULL;

  set_controller (self, self->cluster != NULL ? kin_cluster_get_controller (self->cluster) : NULL);
  kin_kind_list_set_resources (self->kinds, resources != NULL ? resources : none);
  show_counts (self);
  show_rolling (self);
}

static void
row_selected_cb (KinSidebar *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_KIND]);
}

static void
row_activated_cb (KinSidebar *self)
{
  g_signal_emit (self, signals[SIGNAL_KIND_ACTIVATED], 0);
}

static void
kin_sidebar_dispose (GObject *object)
{
  KinSidebar *self = KIN_SIDEBAR (object);

  g_clear_handle_id (&self->ticker, kin_ticker_remove);
  if (self->cluster != NULL)
    g_signal_handlers_disconnect_by_func (self->cluster, cluster_changed_cb, self);
  if (self->controller != NULL)
    set_controller (self, NULL);
  g_clear_object (&self->cluster);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_SIDEBAR);
  g_clear_object (&self->kinds);

  G_OBJECT_CLASS (kin_sidebar_parent_class)->dispose (object);
}

static void
kin_sidebar_finalize (GObject *object)
{
  g_clear_pointer (&KIN_SIDEBAR (object)->rolling, g_hash_table_unref);

  G_OBJECT_CLASS (kin_sidebar_parent_class)->finalize (object);
}

static void
kin_sidebar_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_KIND:
      g_value_set_object (value, kin_sidebar_get_kind (KIN_SIDEBAR (object)));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_sidebar_class_init (KinSidebarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = kin_sidebar_dispose;
  object_class->finalize = kin_sidebar_finalize;
  object_class->get_property = kin_sidebar_get_property;

  /**
   * KinSidebar:kind: (nullable)
   *
   * The kind that is chosen.
   */
  properties[PROP_KIND] =
    g_param_spec_object ("kind", NULL, NULL,
                         KIN_TYPE_KIND_ITEM,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * KinSidebar::kind-activated:
   * @self: the sidebar
   *
   * A person has chosen a kind, perhaps the one that was chosen before.
   */
  signals[SIGNAL_KIND_ACTIVATED] =
    g_signal_new ("kind-activated", KIN_TYPE_SIDEBAR, G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);

  g_type_ensure (KIN_TYPE_CONTEXT_BUTTON);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-sidebar.ui");
  gtk_widget_class_bind_template_child (widget_class, KinSidebar, context_button);
  gtk_widget_class_bind_template_child (widget_class, KinSidebar, list_box);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_selected_cb);
}

static void
kin_sidebar_init (KinSidebar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->kinds = kin_kind_list_new ();
  self->rolling = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gtk_list_box_bind_model (self->list_box, G_LIST_MODEL (self->kinds), create_row, NULL, NULL);
  gtk_list_box_set_header_func (self->list_box, update_header, NULL, NULL);
  self->ticker = kin_ticker_add (show_counts, self);
}

/**
 * kin_sidebar_get_context_button:
 * @self: the sidebar
 *
 * Returns: (transfer none): the button to choose a context with
 */
KinContextButton *
kin_sidebar_get_context_button (KinSidebar *self)
{
  g_return_val_if_fail (KIN_IS_SIDEBAR (self), NULL);

  return self->context_button;
}

/**
 * kin_sidebar_set_cluster:
 * @self: the sidebar
 * @cluster: (nullable) (transfer none): the cluster whose kinds to show
 */
void
kin_sidebar_set_cluster (KinSidebar *self,
                         KinCluster *cluster)
{
  g_return_if_fail (KIN_IS_SIDEBAR (self));
  g_return_if_fail (cluster == NULL || KIN_IS_CLUSTER (cluster));

  if (self->cluster == cluster)
    return;

  if (self->cluster != NULL)
    g_signal_handlers_disconnect_by_func (self->cluster, cluster_changed_cb, self);
  g_set_object (&self->cluster, cluster);
  if (cluster != NULL)
    {
      g_signal_connect_swapped (cluster, "notify::state", G_CALLBACK (cluster_changed_cb), self);
      g_signal_connect_swapped (cluster, "notify::scope", G_CALLBACK (cluster_changed_cb), self);
    }

  kin_context_button_set_cluster (self->context_button, cluster);
  cluster_changed_cb (self);
}

/**
 * kin_sidebar_get_kind:
 * @self: the sidebar
 *
 * Returns: (transfer none) (nullable): the kind that is chosen
 */
KinKindItem *
kin_sidebar_get_kind (KinSidebar *self)
{
  GtkListBoxRow *row;

  g_return_val_if_fail (KIN_IS_SIDEBAR (self), NULL);

  row = gtk_list_box_get_selected_row (self->list_box);

  return row != NULL ? kin_kind_row_get_item (KIN_KIND_ROW (row)) : NULL;
}

/**
 * kin_sidebar_select:
 * @self: the sidebar
 * @resource_id: a kind as “deployments.apps”; where the cluster has none of that name, the first
 *   is chosen
 */
void
kin_sidebar_select (KinSidebar *self,
                    const char *resource_id)
{
  KinKindRow *row;

  g_return_if_fail (KIN_IS_SIDEBAR (self));
  g_return_if_fail (resource_id != NULL);

  row = find_row (self, resource_id);
  gtk_list_box_select_row (self->list_box, row != NULL ? GTK_LIST_BOX_ROW (row)
                                                       : gtk_list_box_get_row_at_index (self->list_box, 0));
}
