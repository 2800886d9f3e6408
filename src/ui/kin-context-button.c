/* kin-context-button.c: the button that says which cluster is shown, and changes that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-context-button.h"

#include <glib/gi18n.h>

#include "ui/kin-context-row.h"

/* With fewer contexts the list is as fast as typing. */
#define SEARCH_FROM 9

struct _KinContextButton
{
  AdwBin parent_instance;

  GtkMenuButton *menu_button;
  GtkImage *image;
  GtkWidget *insecure_image;
  GtkLabel *label;
  GtkPopover *popover;
  GtkEditable *search_entry;
  GtkListBox *list_box;

  GListModel *contexts;
  KinCluster *cluster;
};

G_DEFINE_FINAL_TYPE (KinContextButton, kin_context_button, ADW_TYPE_BIN)

enum
{
  SIGNAL_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

typedef struct
{
  const char *icon_name;
  const char *css_class;
  const char *words;
} Look;

static const Look looks[] = {
  [KIN_CLUSTER_CLOSED] = { "kin-dot-old-symbolic", "dimmed", N_("not connected") },
  [KIN_CLUSTER_CONNECTING] = { "kin-dot-starting-symbolic", "accent", N_("connecting") },
  [KIN_CLUSTER_CONNECTED] = { "kin-dot-ready-symbolic", "success", N_("connected") },
  [KIN_CLUSTER_FAILED] = { "kin-dot-failed-symbolic", "error", N_("failed") },
};

/* Connected once, and not any more: the lists stand still. */
static const Look lost_look = { "kin-dot-starting-symbolic", "warning", N_("disconnected") };

static const Look *
get_look (KinContextButton *self)
{
  KinClusterState state = self->cluster != NULL ? kin_cluster_get_state (self->cluster) : KIN_CLUSTER_CLOSED;

  if (state == KIN_CLUSTER_CONNECTED && !kin_cluster_is_live (self->cluster))
    return &lost_look;

  return &looks[state];
}

static void
show_look (KinContextButton *self,
           const Look       *look)
{
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    gtk_widget_remove_css_class (GTK_WIDGET (self->image), looks[i].css_class);
  gtk_widget_remove_css_class (GTK_WIDGET (self->image), lost_look.css_class);

  gtk_widget_add_css_class (GTK_WIDGET (self->image), look->css_class);
  gtk_image_set_from_icon_name (self->image, look->icon_name);
}

static char *
dup_spoken (KinContextButton *self,
            const Look       *look)
{
  KinContext *context = kin_cluster_get_context (self->cluster);
  const char *version = kin_cluster_get_version (self->cluster);

  if (kin_context_get_insecure (context))
    /* Translators: the name of a context and the state of the connection. */
    return g_strdup_printf (_("Context %s: %s, the server’s certificate is not verified"),
                            kin_context_get_name (context), _(look->words));

  if (kin_cluster_is_live (self->cluster) && version != NULL)
    /* Translators: the name of a context, the state of the connection, the server's version. */
    return g_strdup_printf (_("Context %s: %s, Kubernetes %s"), kin_context_get_name (context), _(look->words), version);

  /* Translators: the name of a context and the state of the connection. */
  return g_strdup_printf (_("Context %s: %s"), kin_context_get_name (context), _(look->words));
}

static void
show_cluster (KinContextButton *self)
{
  const Look *look = get_look (self);
  KinContext *context = self->cluster != NULL ? kin_cluster_get_context (self->cluster) : NULL;
  g_autofree char *spoken = context != NULL ? dup_spoken (self, look) : g_strdup (_("Choose Context"));

  show_look (self, look);
  gtk_label_set_label (self->label, context != NULL ? kin_context_get_name (context) : _("No Context"));
  gtk_widget_set_visible (self->insecure_image, context != NULL && kin_context_get_insecure (context));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->menu_button), spoken);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu_button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

static gboolean
matches (KinContext *context,
         const char *query)
{
  const char *server = kin_context_get_server_label (context);

  return g_str_match_string (query, kin_context_get_name (context), TRUE) ||
         (server != NULL && strstr (server, query) != NULL);
}

static void
fill_list (KinContextButton *self)
{
  guint n = self->contexts != NULL ? g_list_model_get_n_items (self->contexts) : 0;
  KinContext *current = self->cluster != NULL ? kin_cluster_get_context (self->cluster) : NULL;
  const char *query = gtk_editable_get_text (self->search_entry);

  gtk_list_box_remove_all (self->list_box);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(KinContext) context = g_list_model_get_item (self->contexts, i);

      if (*query == '\0' || matches (context, query))
        gtk_list_box_append (self->list_box, kin_context_row_new (context, context == current));
    }
}

static void
search_changed_cb (KinContextButton *self)
{
  fill_list (self);
}

static void
row_activated_cb (KinContextButton *self,
                  GtkListBoxRow    *row)
{
  /* Popping down may already free the row. */
  g_autoptr(KinContext) context = g_object_ref (kin_context_row_get_context (KIN_CONTEXT_ROW (row)));

  gtk_popover_popdown (self->popover);
  g_signal_emit (self, signals[SIGNAL_CHOSEN], 0, context);
}

static void
search_activate_cb (KinContextButton *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list_box, 0);

  if (row != NULL)
    row_activated_cb (self, row);
}

static void
stop_search_cb (KinContextButton *self)
{
  gtk_popover_popdown (self->popover);
}

static void
popover_show_cb (KinContextButton *self)
{
  gboolean searchable = self->contexts != NULL && g_list_model_get_n_items (self->contexts) >= SEARCH_FROM;

  gtk_editable_set_text (self->search_entry, "");
  gtk_widget_set_visible (GTK_WIDGET (self->search_entry), searchable);
  fill_list (self);
  gtk_widget_grab_focus (searchable ? GTK_WIDGET (self->search_entry) : GTK_WIDGET (self->list_box));
}

static void
kin_context_button_dispose (GObject *object)
{
  KinContextButton *self = KIN_CONTEXT_BUTTON (object);

  if (self->cluster != NULL)
    g_signal_handlers_disconnect_by_func (self->cluster, show_cluster, self);
  g_clear_object (&self->cluster);
  g_clear_object (&self->contexts);
  /* First, or AdwBin would let go of a template's child once more. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_CONTEXT_BUTTON);

  G_OBJECT_CLASS (kin_context_button_parent_class)->dispose (object);
}

static void
kin_context_button_class_init (KinContextButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = kin_context_button_dispose;

  /**
   * KinContextButton::chosen:
   * @self: the button
   * @context: the context that a person has chosen
   */
  signals[SIGNAL_CHOSEN] =
    g_signal_new ("chosen", KIN_TYPE_CONTEXT_BUTTON, G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, KIN_TYPE_CONTEXT);

  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-context-button.ui");
  gtk_widget_class_bind_template_child (widget_class, KinContextButton, menu_button);
  gtk_widget_class_bind_template_child (widget_class, KinContextButton, image);
  gtk_widget_class_bind_template_child (widget_class, KinContextButton, insecure_image);
  gtk_widget_class_bind_template_child (widget_class, KinContextButton, label);
  gtk_widget_class_bind_template_child (widget_class, KinContextButton, popover);
  gtk_widget_class_bind_template_child (widget_class, KinContextButton, search_entry);
  gtk_widget_class_bind_template_child (widget_class, KinContextButton, list_box);
  gtk_widget_class_bind_template_callback (widget_class, popover_show_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
}

static void
kin_context_button_init (KinContextButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  show_cluster (self);
}

/**
 * kin_context_button_set_contexts:
 * @self: the button
 * @contexts: (nullable) (transfer none): #KinContext to choose from
 */
void
kin_context_button_set_contexts (KinContextButton *self,
                                 GListModel       *contexts)
{
  g_return_if_fail (KIN_IS_CONTEXT_BUTTON (self));
  g_return_if_fail (contexts == NULL || G_IS_LIST_MODEL (contexts));

  g_set_object (&self->contexts, contexts);
}

/**
 * kin_context_button_set_cluster:
 * @self: the button
 * @cluster: (nullable) (transfer none): the cluster that is shown
 */
void
kin_context_button_set_cluster (KinContextButton *self,
                                KinCluster       *cluster)
{
  g_return_if_fail (KIN_IS_CONTEXT_BUTTON (self));
  g_return_if_fail (cluster == NULL || KIN_IS_CLUSTER (cluster));

  if (self->cluster == cluster)
    return;

  if (self->cluster != NULL)
    g_signal_handlers_disconnect_by_func (self->cluster, show_cluster, self);
  g_set_object (&self->cluster, cluster);
  if (cluster != NULL)
    {
      g_signal_connect_swapped (cluster, "notify::state", G_CALLBACK (show_cluster), self);
      g_signal_connect_swapped (cluster, "notify::live", G_CALLBACK (show_cluster), self);
    }

  show_cluster (self);
}

/**
 * kin_context_button_popup:
 * @self: the button
 *
 * Opens the list of contexts.
 */
void
kin_context_button_popup (KinContextButton *self)
{
  g_return_if_fail (KIN_IS_CONTEXT_BUTTON (self));

  gtk_menu_button_popup (self->menu_button);
}
