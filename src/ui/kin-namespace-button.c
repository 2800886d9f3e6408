/* kin-namespace-button.c: the button that says which namespaces are shown, and changes that.
 *
 * Who may not list namespaces can still type the name of theirs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-namespace-button.h"

#include <glib/gi18n.h>

#include "model/kin-object-list.h"

struct _KinNamespaceButton
{
  AdwBin parent_instance;

  GtkMenuButton *menu_button;
  GtkPopover *popover;
  GtkLabel *label;
  GtkEditable *search_entry;
  GtkWidget *scrolled_window;
  GtkNoSelection *selection;
  GtkLabel *hint_label;

  KinObjectList *namespaces;
  char *namespace_;
  gboolean compact;
};

G_DEFINE_FINAL_TYPE (KinNamespaceButton, kin_namespace_button, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_NAMESPACE,
  PROP_COMPACT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
show_namespace (KinNamespaceButton *self)
{
  const char *words = self->namespace_ != NULL ? self->namespace_ : _("All Namespaces");
  g_autofree char *spoken = g_strdup_printf (_("Namespace: %s"), words);

  gtk_label_set_label (self->label, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu_button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

static gboolean
may_list (KinNamespaceButton *self)
{
  KinSharedInformer *informer = self->namespaces != NULL ? kin_object_list_get_informer (self->namespaces) : NULL;

  return informer != NULL && kin_shared_informer_get_state (informer) != KIN_REFLECTOR_FORBIDDEN;
}

static guint
count_matches (KinNamespaceButton *self)
{
  return self->namespaces != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->namespaces)) : 0;
}

static void
show_hint (KinNamespaceButton *self)
{
  guint n = count_matches (self);

  gtk_widget_set_visible (self->scrolled_window, n > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->hint_label), n == 0);
  gtk_label_set_label (self->hint_label,
                       may_list (self) ? _("No namespace of that name. Press Enter to look there all the same.")
                                       : _("You may not list the namespaces here. Type the name of yours and press Enter."));
}

static void
choose (KinNamespaceButton *self,
        const char         *namespace_)
{
  gtk_popover_popdown (self->popover);
  kin_namespace_button_set_namespace (self, namespace_);
}

static void
search_changed_cb (KinNamespaceButton *self)
{
  if (self->namespaces != NULL)
    kin_object_list_set_query (self->namespaces, gtk_editable_get_text (self->search_entry));

  show_hint (self);
}

static void
row_activate_cb (KinNamespaceButton *self,
                 guint               position)
{
  g_autoptr(KinRow) row = g_list_model_get_item (G_LIST_MODEL (self->namespaces), position);

  choose (self, kin_row_get_title (row));
}

/* Enter takes the first match; where nothing matches, what was typed. */
static void
search_activate_cb (KinNamespaceButton *self)
{
  g_autofree char *typed = g_strstrip (g_strdup (gtk_editable_get_text (self->search_entry)));

  if (*typed == '\0')
    choose (self, NULL);
  else if (count_matches (self) > 0)
    row_activate_cb (self, 0);
  else
    choose (self, typed);
}

static void
stop_search_cb (KinNamespaceButton *self)
{
  gtk_popover_popdown (self->popover);
}

static void
all_clicked_cb (KinNamespaceButton *self)
{
  choose (self, NULL);
}

static void
popover_show_cb (KinNamespaceButton *self)
{
  gtk_editable_set_text (self->search_entry, "");
  search_changed_cb (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item)
{
  const char *name = kin_row_get_title (gtk_list_item_get_item (item));

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), name);
  gtk_list_item_set_accessible_label (item, name);
}

static void
kin_namespace_button_dispose (GObject *object)
{
  KinNamespaceButton *self = KIN_NAMESPACE_BUTTON (object);

  g_clear_object (&self->namespaces);
  /* First, or AdwBin would let go of a template's child once more. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_NAMESPACE_BUTTON);

  G_OBJECT_CLASS (kin_namespace_button_parent_class)->dispose (object);
}

static void
kin_namespace_button_finalize (GObject *object)
{
  g_free (KIN_NAMESPACE_BUTTON (object)->namespace_);

  G_OBJECT_CLASS (kin_namespace_button_parent_class)->finalize (object);
}

static void
kin_namespace_button_get_property (GObject    *object,
                                   guint       prop_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  KinNamespaceButton *self = KIN_NAMESPACE_BUTTON (object);

  switch (prop_id)
    {
    case PROP_NAMESPACE:
      g_value_set_string (value, self->namespace_);
      break;

    case PROP_COMPACT:
      g_value_set_boolean (value, self->compact);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
set_compact (KinNamespaceButton *self,
             gboolean            compact)
{
  if (self->compact == compact)
    return;

  self->compact = compact;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COMPACT]);
}

static void
kin_namespace_button_set_property (GObject      *object,
                                   guint         prop_id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  KinNamespaceButton *self = KIN_NAMESPACE_BUTTON (object);

  switch (prop_id)
    {
    case PROP_NAMESPACE:
      kin_namespace_button_set_namespace (self, g_value_get_string (value));
      break;

    case PROP_COMPACT:
      set_compact (self, g_value_get_boolean (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_namespace_button_class_init (KinNamespaceButtonClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = kin_namespace_button_dispose;
  object_class->finalize = kin_namespace_button_finalize;
  object_class->get_property = kin_namespace_button_get_property;
  object_class->set_property = kin_namespace_button_set_property;

  /**
   * KinNamespaceButton:namespace: (nullable)
   *
   * The namespace that is chosen, %NULL for all.
   */
  properties[PROP_NAMESPACE] =
    g_param_spec_string ("namespace", NULL, NULL,
                         NULL,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinNamespaceButton:compact:
   *
   * Whether it is an icon only, for narrow windows.
   */
  properties[PROP_COMPACT] =
    g_param_spec_boolean ("compact", NULL, NULL,
                          FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-namespace-button.ui");
  gtk_widget_class_bind_template_child (widget_class, KinNamespaceButton, menu_button);
  gtk_widget_class_bind_template_child (widget_class, KinNamespaceButton, popover);
  gtk_widget_class_bind_template_child (widget_class, KinNamespaceButton, label);
  gtk_widget_class_bind_template_child (widget_class, KinNamespaceButton, search_entry);
  gtk_widget_class_bind_template_child (widget_class, KinNamespaceButton, scrolled_window);
  gtk_widget_class_bind_template_child (widget_class, KinNamespaceButton, selection);
  gtk_widget_class_bind_template_child (widget_class, KinNamespaceButton, hint_label);
  gtk_widget_class_bind_template_callback (widget_class, all_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_cb);
  gtk_widget_class_bind_template_callback (widget_class, popover_show_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, setup_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
}

static void
kin_namespace_button_init (KinNamespaceButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  show_namespace (self);
}

/**
 * kin_namespace_button_set_cluster:
 * @self: the button
 * @cluster: (nullable) (transfer none): a connected cluster, whose namespaces are to choose from
 */
void
kin_namespace_button_set_cluster (KinNamespaceButton *self,
                                  KinCluster         *cluster)
{
  KinResource *resource;
  KinSharedInformer *informer;

  g_return_if_fail (KIN_IS_NAMESPACE_BUTTON (self));
  g_return_if_fail (cluster == NULL || KIN_IS_CLUSTER (cluster));

  resource = cluster != NULL ? kin_cluster_find_resource (cluster, "namespaces") : NULL;
  informer = resource != NULL ? kin_cluster_get_informer (cluster, resource) : NULL;

  g_clear_object (&self->namespaces);
  if (informer != NULL)
    self->namespaces = kin_object_list_new (informer);

  gtk_no_selection_set_model (self->selection, G_LIST_MODEL (self->namespaces));
  show_hint (self);
}

/**
 * kin_namespace_button_get_namespace:
 * @self: the button
 *
 * Returns: (transfer none) (nullable): the namespace that is chosen, %NULL for all
 */
const char *
kin_namespace_button_get_namespace (KinNamespaceButton *self)
{
  g_return_val_if_fail (KIN_IS_NAMESPACE_BUTTON (self), NULL);

  return self->namespace_;
}

/**
 * kin_namespace_button_set_namespace:
 * @self: the button
 * @namespace_: (nullable): the namespace to choose, %NULL for all
 */
void
kin_namespace_button_set_namespace (KinNamespaceButton *self,
                                    const char         *namespace_)
{
  g_return_if_fail (KIN_IS_NAMESPACE_BUTTON (self));

  if (!g_set_str (&self->namespace_, namespace_))
    return;

  show_namespace (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAMESPACE]);
}
