/* kin-resource-page.c: the live list, or tree, of one kind.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-resource-page.h"

#include <glib/gi18n.h>

#include "model/kin-kind-item.h"
#include "model/kin-object-list.h"
#include "model/kin-row-list.h"
#include "model/kin-tree-model.h"
#include "ui/kin-list-column.h"
#include "ui/kin-resource-view.h"
#include "ui/kin-state-page.h"
#include "ui/kin-status-line.h"
#include "ui/kin-words.h"

struct _KinResourcePage
{
  AdwBin parent_instance;

  GtkSearchBar *search_bar;
  GtkEditable *search_entry;
  AdwBanner *banner;
  GtkStack *stack;
  AdwStatusPage *loading_page;
  KinResourceView *view;
  AdwStatusPage *empty_page;
  KinStatePage *state_page;
  KinStatusLine *status_line;

  KinCluster *cluster;
  KinResource *resource;
  GPtrArray *informers; /* the first one's objects are the list, or the tree's roots */
  KinObjectList *list;  /* either this … */
  KinTreeModel *tree;   /* … or that */
  char *namespace_;
  gboolean search_mode;
  gboolean compact;
};

G_DEFINE_FINAL_TYPE (KinResourcePage, kin_resource_page, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_COMPACT,
  PROP_SEARCH_MODE,
  PROP_SELECTED,
  N_PROPS
};

enum
{
  SIGNAL_OPEN,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static GListModel *
get_model (KinResourcePage *self)
{
  return self->tree != NULL ? G_LIST_MODEL (self->tree) : G_LIST_MODEL (self->list);
}

static KinSharedInformer *
get_informer (KinResourcePage *self)
{
  return g_ptr_array_index (self->informers, 0);
}

static gboolean
is_well (KinSharedInformer *informer)
{
  KinReflectorState state = kin_shared_informer_get_state (informer);

  if (state == KIN_REFLECTOR_WATCHING)
    return TRUE;

  /* A relist is no trouble as long as nothing has gone wrong before it. */
  return (state == KIN_REFLECTOR_LISTING || state == KIN_REFLECTOR_STREAMING) &&
         kin_reflector_get_last_error (kin_shared_informer_get_reflector (informer)) == NULL;
}

/* A tree is as live as the least of its lists. */
static KinSharedInformer *
get_informer_to_tell_of (KinResourcePage *self)
{
  for (guint i = 0; i < self->informers->len; i++)
    {
      KinSharedInformer *informer = g_ptr_array_index (self->informers, i);

      if (!is_well (informer))
        return informer;
    }

  return get_informer (self);
}

static gboolean
is_filtered (KinResourcePage *self)
{
  return self->namespace_ != NULL || *gtk_editable_get_text (self->search_entry) != '\0';
}

/* The only namespace that is shown: a part of all, or all that is asked for. */
static const char *
get_shown_namespace (KinResourcePage *self)
{
  if (self->namespace_ != NULL || !kin_resource_get_namespaced (self->resource))
    return self->namespace_;

  return kin_cluster_get_scope (self->cluster);
}

static void
show_empty (KinResourcePage *self)
{
  const char *query = gtk_editable_get_text (self->search_entry);
  const char *namespace_ = get_shown_namespace (self);
  g_autofree char *none = kin_words_dup_count (self->resource, 0);

  if (*query != '\0')
    {
      adw_status_page_set_icon_name (self->empty_page, "edit-find-symbolic");
      adw_status_page_set_title (self->empty_page, _("No Results Found"));
      adw_status_page_set_description (self->empty_page, _("Try a different search"));
    }
  else
    {
      /* Translators: %s is a namespace. */
      g_autofree char *where = g_strdup_printf (_("The namespace “%s” has none"), namespace_ != NULL ? namespace_ : "");
      g_autofree char *escaped = g_markup_escape_text (where, -1);

      adw_status_page_set_icon_name (self->empty_page, "kin-cluster-symbolic");
      adw_status_page_set_title (self->empty_page, none);
      adw_status_page_set_description (self->empty_page, namespace_ != NULL ? escaped : _("New ones show up here by themselves"));
    }

  gtk_stack_set_visible_child_name (self->stack, "empty");
}

/* Nothing has ever been listed: say why, or that it is on its way. */
static void
show_waiting (KinResourcePage *self)
{
  KinReflector *reflector = kin_shared_informer_get_reflector (get_informer (self));
  const GError *error = kin_reflector_get_last_error (reflector);
  g_autoptr(KinProblem) problem = NULL;

  if (error == NULL)
    {
      gtk_stack_set_visible_child_name (self->stack, "loading");
      return;
    }

  problem = kin_problem_new_for_list (error, self->resource, kin_cluster_get_scope (self->cluster));
  kin_state_page_set_problem (self->state_page, problem);
  kin_state_page_set_retry_time (self->state_page, kin_reflector_get_retry_time (reflector));
  gtk_stack_set_visible_child_name (self->stack, "problem");
}

static void
show_count (KinResourcePage *self)
{
  guint total = kin_indexer_get_size (kin_shared_informer_get_indexer (get_informer (self)));
  g_autofree char *all = kin_words_dup_count (self->resource, total);

  /* The tree's length counts what is expanded, too: that is no figure to tell. */
  if (is_filtered (self) && self->list != NULL)
    {
      guint n = g_list_model_get_n_items (get_model (self));
      /* Translators: “3 of 31 deployments”. */
      g_autofree char *some = g_strdup_printf (_("%u of %s"), n, all);

      kin_status_line_set_count (self->status_line, some);
    }
  else
    {
      kin_status_line_set_count (self->status_line, all);
    }
}

static void
show_page (KinResourcePage *self)
{
  if (!kin_shared_informer_has_synced (get_informer (self)))
    show_waiting (self);
  else if (g_list_model_get_n_items (get_model (self)) == 0)
    show_empty (self);
  else
    gtk_stack_set_visible_child_name (self->stack, "list");

  show_count (self);
}

static void
state_changed_cb (KinResourcePage *self)
{
  KinSharedInformer *informer = get_informer_to_tell_of (self);
  gboolean old = kin_shared_informer_has_synced (informer) && !is_well (informer);

  kin_status_line_set_informer (self->status_line, informer);
  if (old)
    {
      g_autofree char *words = kin_words_dup_banner (informer);

      adw_banner_set_title (self->banner, words);
    }
  adw_banner_set_revealed (self->banner, old);
  /* A banner that is not revealed is still there for assistive technology. */
  gtk_widget_set_visible (GTK_WIDGET (self->banner), old);

  show_page (self);
}

static void
apply_query (KinResourcePage *self)
{
  const char *query = gtk_editable_get_text (self->search_entry);

  if (self->tree != NULL)
    kin_tree_model_set_query (self->tree, query);
  else
    kin_object_list_set_query (self->list, query);
}

static void
search_changed_cb (KinResourcePage *self)
{
  apply_query (self);
  show_page (self);
}

static void
search_activate_cb (KinResourcePage *self)
{
  kin_resource_page_focus_list (self);
}

static void
sort_cb (KinResourcePage *self,
         int              column,
         gboolean         descending)
{
  if (self->tree != NULL)
    kin_tree_model_set_sort (self->tree, column, descending);
  else
    kin_object_list_set_sort (self->list, column, descending);
}

static void
open_cb (KinResourcePage *self)
{
  g_signal_emit (self, signals[SIGNAL_OPEN], 0);
}

static void
selected_cb (KinResourcePage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

static void
add_informer (KinResourcePage *self,
              KinResource     *resource)
{
  KinSharedInformer *informer = kin_cluster_get_informer (self->cluster, resource);

  g_ptr_array_add (self->informers, g_object_ref (informer));
  g_signal_connect_object (informer, "notify::state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (informer, "notify::has-synced", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
}

/* Deployments are a tree where the cluster has all that the tree is made of. */
static void
create_model (KinResourcePage *self)
{
  KinResource *replica_sets = kin_cluster_find_resource (self->cluster, "replicasets.apps");
  KinResource *pods = kin_cluster_find_resource (self->cluster, "pods");
  g_autoptr(KinKindItem) item = kin_kind_item_new (self->resource);
  g_autoptr(GPtrArray) columns = NULL;
  KinKind *kind;

  add_informer (self, self->resource);
  kind = kin_shared_informer_get_kind (get_informer (self));

  if (strcmp (kin_resource_get_id (self->resource), "deployments.apps") == 0 && replica_sets != NULL && pods != NULL)
    {
      add_informer (self, replica_sets);
      add_informer (self, pods);
      self->tree = kin_tree_model_new (g_ptr_array_index (self->informers, 0),
                                       g_ptr_array_index (self->informers, 1),
                                       g_ptr_array_index (self->informers, 2),
                                       kin_cluster_get_controller (self->cluster));
      columns = kin_list_column_list_for_tree (kind, self->tree);
    }
  else
    {
      self->list = kin_object_list_new (get_informer (self));
      columns = kin_list_column_list_for_kind (kind);
    }

  kin_resource_view_set_model (self->view, KIN_ROW_LIST (get_model (self)), columns, kin_kind_item_get_title (item));
  g_signal_connect_object (get_model (self), "items-changed", G_CALLBACK (show_page), self, G_CONNECT_SWAPPED);
}

static void
set_compact (KinResourcePage *self,
             gboolean         compact)
{
  if (self->compact == compact)
    return;

  self->compact = compact;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COMPACT]);
}

static void
set_search_mode (KinResourcePage *self,
                 gboolean         search_mode)
{
  if (self->search_mode == search_mode)
    return;

  self->search_mode = search_mode;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SEARCH_MODE]);
}

static void
kin_resource_page_dispose (GObject *object)
{
  KinResourcePage *self = KIN_RESOURCE_PAGE (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_RESOURCE_PAGE);
  g_clear_object (&self->list);
  g_clear_object (&self->tree);
  g_clear_pointer (&self->informers, g_ptr_array_unref);
  g_clear_pointer (&self->resource, kin_resource_unref);
  g_clear_object (&self->cluster);

  G_OBJECT_CLASS (kin_resource_page_parent_class)->dispose (object);
}

static void
kin_resource_page_finalize (GObject *object)
{
  g_free (KIN_RESOURCE_PAGE (object)->namespace_);

  G_OBJECT_CLASS (kin_resource_page_parent_class)->finalize (object);
}

static void
kin_resource_page_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  KinResourcePage *self = KIN_RESOURCE_PAGE (object);

  switch (prop_id)
    {
    case PROP_COMPACT:
      g_value_set_boolean (value, self->compact);
      break;

    case PROP_SEARCH_MODE:
      g_value_set_boolean (value, self->search_mode);
      break;

    case PROP_SELECTED:
      g_value_set_object (value, kin_resource_page_get_selected (self));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_resource_page_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  KinResourcePage *self = KIN_RESOURCE_PAGE (object);

  switch (prop_id)
    {
    case PROP_COMPACT:
      set_compact (self, g_value_get_boolean (value));
      break;

    case PROP_SEARCH_MODE:
      set_search_mode (self, g_value_get_boolean (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_resource_page_class_init (KinResourcePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = kin_resource_page_dispose;
  object_class->finalize = kin_resource_page_finalize;
  object_class->get_property = kin_resource_page_get_property;
  object_class->set_property = kin_resource_page_set_property;

  /**
   * KinResourcePage:compact:
   *
   * Whether only the columns that matter most are shown.
   */
  properties[PROP_COMPACT] =
    g_param_spec_boolean ("compact", NULL, NULL,
                          FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinResourcePage:search-mode:
   *
   * Whether the search bar is shown.
   */
  properties[PROP_SEARCH_MODE] =
    g_param_spec_boolean ("search-mode", NULL, NULL,
                          FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinResourcePage:selected: (nullable)
   *
   * The row that is selected.
   */
  properties[PROP_SELECTED] =
    g_param_spec_object ("selected", NULL, NULL,
                         KIN_TYPE_ROW,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * KinResourcePage::open:
   * @self: the page
   *
   * A person wants to see the selected row closer.
   */
  signals[SIGNAL_OPEN] =
    g_signal_new ("open", KIN_TYPE_RESOURCE_PAGE, G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);

  g_type_ensure (KIN_TYPE_RESOURCE_VIEW);
  g_type_ensure (KIN_TYPE_STATE_PAGE);
  g_type_ensure (KIN_TYPE_STATUS_LINE);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-resource-page.ui");
  gtk_widget_class_bind_template_child (widget_class, KinResourcePage, search_bar);
  gtk_widget_class_bind_template_child (widget_class, KinResourcePage, search_entry);
  gtk_widget_class_bind_template_child (widget_class, KinResourcePage, banner);
  gtk_widget_class_bind_template_child (widget_class, KinResourcePage, stack);
  gtk_widget_class_bind_template_child (widget_class, KinResourcePage, loading_page);
  gtk_widget_class_bind_template_child (widget_class, KinResourcePage, view);
  gtk_widget_class_bind_template_child (widget_class, KinResourcePage, empty_page);
  gtk_widget_class_bind_template_child (widget_class, KinResourcePage, state_page);
  gtk_widget_class_bind_template_child (widget_class, KinResourcePage, status_line);
  gtk_widget_class_bind_template_callback (widget_class, kin_resource_page_retry);
  gtk_widget_class_bind_template_callback (widget_class, open_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, sort_cb);
}

static void
kin_resource_page_init (KinResourcePage *self)
{
  g_autoptr(AdwSpinnerPaintable) spinner = NULL;

  self->informers = g_ptr_array_new_with_free_func (g_object_unref);

  gtk_widget_init_template (GTK_WIDGET (self));

  spinner = ADW_SPINNER_PAINTABLE (adw_spinner_paintable_new (GTK_WIDGET (self->loading_page)));
  adw_status_page_set_paintable (self->loading_page, GDK_PAINTABLE (spinner));

  gtk_search_bar_connect_entry (self->search_bar, self->search_entry);
  gtk_search_bar_set_key_capture_widget (self->search_bar, GTK_WIDGET (self->stack));
}

/**
 * kin_resource_page_new:
 * @cluster: (transfer none): a connected cluster
 * @resource: (transfer none): one of its kinds
 *
 * Returns: (transfer floating): the kind's page
 */
GtkWidget *
kin_resource_page_new (KinCluster  *cluster,
                       KinResource *resource)
{
  KinResourcePage *self;

  g_return_val_if_fail (KIN_IS_CLUSTER (cluster), NULL);
  g_return_val_if_fail (resource != NULL, NULL);

  self = g_object_new (KIN_TYPE_RESOURCE_PAGE, NULL);
  self->cluster = g_object_ref (cluster);
  self->resource = kin_resource_ref (resource);
  create_model (self);
  state_changed_cb (self);

  return GTK_WIDGET (self);
}

/**
 * kin_resource_page_get_selected:
 * @self: the page
 *
 * Returns: (transfer none) (nullable): the row that is selected
 */
KinRow *
kin_resource_page_get_selected (KinResourcePage *self)
{
  g_return_val_if_fail (KIN_IS_RESOURCE_PAGE (self), NULL);

  return kin_resource_view_get_selected (self->view);
}

/**
 * kin_resource_page_is_forbidden:
 * @self: the page
 *
 * Returns: whether we may not see the kind in all the namespaces
 */
gboolean
kin_resource_page_is_forbidden (KinResourcePage *self)
{
  g_return_val_if_fail (KIN_IS_RESOURCE_PAGE (self), FALSE);

  return kin_shared_informer_get_state (get_informer (self)) == KIN_REFLECTOR_FORBIDDEN;
}

/**
 * kin_resource_page_set_namespace:
 * @self: the page
 * @namespace_: (nullable): the namespace to show, %NULL for all
 */
void
kin_resource_page_set_namespace (KinResourcePage *self,
                                 const char      *namespace_)
{
  const char *namespaces[] = { namespace_, NULL };

  g_return_if_fail (KIN_IS_RESOURCE_PAGE (self));

  /* What has no namespace is in none. */
  if (!kin_resource_get_namespaced (self->resource) || !g_set_str (&self->namespace_, namespace_))
    return;

  if (self->tree != NULL)
    kin_tree_model_set_namespaces (self->tree, namespace_ != NULL ? namespaces : NULL);
  else
    kin_object_list_set_namespaces (self->list, namespace_ != NULL ? namespaces : NULL);

  show_page (self);
}

/**
 * kin_resource_page_retry:
 * @self: the page
 *
 * Tries at once what would be tried again later.
 */
void
kin_resource_page_retry (KinResourcePage *self)
{
  g_return_if_fail (KIN_IS_RESOURCE_PAGE (self));

  for (guint i = 0; i < self->informers->len; i++)
    {
      KinSharedInformer *informer = g_ptr_array_index (self->informers, i);

      if (!is_well (informer))
        kin_reflector_retry_now (kin_shared_informer_get_reflector (informer));
    }
}

/**
 * kin_resource_page_focus_list:
 * @self: the page
 *
 * Moves the keyboard to the list.
 */
void
kin_resource_page_focus_list (KinResourcePage *self)
{
  g_return_if_fail (KIN_IS_RESOURCE_PAGE (self));

  gtk_widget_child_focus (GTK_WIDGET (self->view), GTK_DIR_TAB_FORWARD);
}
