/* kin-window.c: one window on the clusters of one kubeconfig.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-window.h"

#include <glib/gi18n.h>

#include "config/kin-kubeconfig.h"
#include "model/kin-cluster.h"
#include "ui/kin-namespace-button.h"
#include "ui/kin-object-pane.h"
#include "ui/kin-problem.h"
#include "ui/kin-resource-page.h"
#include "ui/kin-sidebar.h"
#include "ui/kin-state-page.h"
#include "ui/kin-words.h"

/* Long enough to read a sentence with a path in it. */
#define TOAST_SECONDS 10

struct _KinWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toast_overlay;
  GtkStack *stack;
  KinStatePage *start_page;
  AdwOverlaySplitView *sidebar_view;
  KinSidebar *sidebar;
  AdwOverlaySplitView *pane_view;
  KinObjectPane *object_pane;
  AdwWindowTitle *title;
  GtkWidget *search_button;
  KinNamespaceButton *namespace_button;
  GtkStack *content_stack;
  AdwStatusPage *connecting_page;
  KinStatePage *problem_page;
  GtkStack *kinds_stack;

  GSettings *settings;
  char      *kubeconfig_path;
  char      *context_name;
  KinContext *own_context;

  KinKubeconfig *kubeconfig;
  GCancellable *cancellable;
  KinCluster *cluster;
  GSignalGroup *cluster_signals;
  GBindingGroup *page_bindings;
  GSignalGroup *page_signals;
};

G_DEFINE_FINAL_TYPE (KinWindow, kin_window, ADW_TYPE_APPLICATION_WINDOW)

enum
{
  PROP_0,
  PROP_KUBECONFIG,
  PROP_CONTEXT,
  PROP_OWN_CONTEXT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static KinResourcePage *
get_page (KinWindow *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->kinds_stack);

  return page != NULL ? KIN_RESOURCE_PAGE (page) : NULL;
}

static void
show_toast (KinWindow  *self,
            const char *words)
{
  AdwToast *toast = adw_toast_new (words);

  adw_toast_set_use_markup (toast, FALSE);
  adw_toast_set_timeout (toast, TOAST_SECONDS);
  adw_toast_overlay_add_toast (self->toast_overlay, toast);
}

/* Kinds */

static void
show_title (KinWindow *self)
{
  KinKindItem *kind = kin_sidebar_get_kind (self->sidebar);
  const char *context = self->cluster != NULL ? kin_context_get_name (kin_cluster_get_context (self->cluster)) : "";
  const char *namespace_ = kin_namespace_button_get_namespace (self->namespace_button);
  gboolean namespaced = kind != NULL && kin_resource_get_namespaced (kin_kind_item_get_resource (kind));
  g_autofree char *subtitle = NULL;

  if (kind == NULL)
    subtitle = g_strdup ("");
  else if (!namespaced)
    subtitle = g_strdup (context);
  else
    /* Translators: the name of a context, and which namespaces are shown. */
    subtitle = g_strdup_printf (_("%s · %s"), context, namespace_ != NULL ? namespace_ : _("all namespaces"));

  adw_window_title_set_title (self->title, kind != NULL ? kin_kind_item_get_title (kind) : context);
  adw_window_title_set_subtitle (self->title, subtitle);
  gtk_widget_set_sensitive (self->search_button, kind != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->namespace_button), namespaced);
  gtk_window_set_title (GTK_WINDOW (self), kind != NULL ? kin_kind_item_get_title (kind) : "KInformer");
}

static void
show_selected (KinWindow *self)
{
  KinResourcePage *page = get_page (self);
  KinRow *row = page != NULL ? kin_resource_page_get_selected (page) : NULL;

  /* A row that has gone leaves its last state in the pane, which says so. */
  if (row != NULL)
    kin_object_pane_set_object (self->object_pane, self->cluster, row);
}

static void
selected_cb (KinWindow *self)
{
  if (adw_overlay_split_view_get_show_sidebar (self->pane_view))
    show_selected (self);
}

static void
open_cb (KinWindow *self)
{
  show_selected (self);
  adw_overlay_split_view_set_show_sidebar (self->pane_view, TRUE);
}

static void
close_pane (KinWindow *self)
{
  KinResourcePage *page = get_page (self);

  adw_overlay_split_view_set_show_sidebar (self->pane_view, FALSE);
  if (page != NULL)
    kin_resource_page_focus_list (page);
}

static void
set_page (KinWindow       *self,
          KinResourcePage *page)
{
  g_binding_group_set_source (self->page_bindings, page);
  g_signal_group_set_target (self->page_signals, page);

  if (page == NULL || kin_resource_page_get_selected (page) == NULL)
    {
      adw_overlay_split_view_set_show_sidebar (self->pane_view, FALSE);
      kin_object_pane_set_object (self->object_pane, NULL, NULL);
    }
  else
    {
      show_selected (self);
    }
}

/* A page that has been seen keeps its selection, its order and what is expanded. */
static void
show_kind (KinWindow   *self,
           KinKindItem *kind)
{
  KinResource *resource = kin_kind_item_get_resource (kind);
  const char *name = kin_resource_get_id (resource);
  GtkWidget *page = gtk_stack_get_child_by_name (self->kinds_stack, name);

  if (page == NULL)
    {
      page = kin_resource_page_new (self->cluster, resource);
      gtk_stack_add_named (self->kinds_stack, page, name);
      g_object_bind_property (self->namespace_button, "compact", page, "compact", G_BINDING_SYNC_CREATE);
    }

  if (kin_cluster_get_scope (self->cluster) == NULL)
    kin_resource_page_set_namespace (KIN_RESOURCE_PAGE (page), kin_namespace_button_get_namespace (self->namespace_button));
  gtk_stack_set_visible_child (self->kinds_stack, page);
  set_page (self, KIN_RESOURCE_PAGE (page));
}

static void
remove_pages (KinWindow *self)
{
  GtkWidget *page;

  set_page (self, NULL);
  while ((page = gtk_widget_get_first_child (GTK_WIDGET (self->kinds_stack))) != NULL)
    gtk_stack_remove (self->kinds_stack, page);
}

static void
kind_changed_cb (KinWindow *self)
{
  KinKindItem *kind = self->cluster != NULL ? kin_sidebar_get_kind (self->sidebar) : NULL;

  if (kind != NULL && kin_cluster_get_state (self->cluster) == KIN_CLUSTER_CONNECTED)
    show_kind (self, kind);

  show_title (self);
}

static void
kind_activated_cb (KinWindow *self)
{
  if (adw_overlay_split_view_get_collapsed (self->sidebar_view))
    adw_overlay_split_view_set_show_sidebar (self->sidebar_view, FALSE);
}

static void
namespace_changed_cb (KinWindow *self)
{
  KinResourcePage *page = get_page (self);
  const char *namespace_ = kin_namespace_button_get_namespace (self->namespace_button);

  show_title (self);
  if (page == NULL)
    return;

  /* Who may not see all the namespaces is shown one for itself, not a part of all. */
  if (kin_cluster_get_scope (self->cluster) != NULL || kin_resource_page_is_forbidden (page))
    kin_cluster_set_scope (self->cluster, namespace_);
  else
    kin_resource_page_set_namespace (page, namespace_);
}

/* Cluster */

static void
show_problem (KinWindow  *self,
              KinProblem *problem,
              gint64      retry_time)
{
  kin_state_page_set_problem (self->problem_page, problem);
  kin_state_page_set_retry_time (self->problem_page, retry_time);
  gtk_stack_set_visible_child_name (self->content_stack, "problem");
}

static void
show_connecting (KinWindow *self)
{
  g_autofree char *words = NULL;

  /* While it is tried again and again, the reason stays in sight. */
  if (kin_cluster_get_error (self->cluster) != NULL)
    return;

  /* Translators: %s is the name of a context. */
  words = g_strdup_printf (_("Connecting to %s…"), kin_context_get_name (kin_cluster_get_context (self->cluster)));
  adw_status_page_set_title (self->connecting_page, words);
  adw_status_page_set_description (self->connecting_page, kin_context_get_server_label (kin_cluster_get_context (self->cluster)));
  gtk_stack_set_visible_child_name (self->content_stack, "connecting");
}

static void
show_failure (KinWindow *self)
{
  g_autoptr(KinProblem) problem = kin_problem_new_for_connection (kin_cluster_get_error (self->cluster),
                                                                  kin_cluster_get_context (self->cluster));

  show_problem (self, problem, kin_cluster_get_retry_time (self->cluster));
}

static void
tell_failed_groups (KinWindow *self)
{
  GPtrArray *groups = kin_cluster_get_failed_groups (self->cluster);

  if (groups->len > 0)
    {
      g_autofree char *words = kin_words_dup_failed_groups (groups);

      show_toast (self, words);
    }
}

static void
show_kinds (KinWindow *self)
{
  kin_namespace_button_set_cluster (self->namespace_button, self->cluster);
  if (kin_sidebar_get_kind (self->sidebar) == NULL)
    kin_sidebar_select (self->sidebar, "deployments.apps");
  else
    kind_changed_cb (self);

  gtk_stack_set_visible_child_name (self->content_stack, "kinds");
}

static void
state_changed_cb (KinWindow *self)
{
  switch (kin_cluster_get_state (self->cluster))
    {
    case KIN_CLUSTER_CONNECTING:
      show_connecting (self);
      break;

    case KIN_CLUSTER_CONNECTED:
      show_kinds (self);
      tell_failed_groups (self);
      break;

    case KIN_CLUSTER_FAILED:
      show_failure (self);
      break;

    case KIN_CLUSTER_CLOSED:
    default:
      break;
    }
}

static void
scope_changed_cb (KinWindow *self)
{
  remove_pages (self);
  kin_namespace_button_set_namespace (self->namespace_button, kin_cluster_get_scope (self->cluster));
  show_kinds (self);
}

static void
close_cluster (KinWindow *self)
{
  remove_pages (self);
  kin_namespace_button_set_cluster (self->namespace_button, NULL);
  g_signal_group_set_target (self->cluster_signals, NULL);
  kin_sidebar_set_cluster (self->sidebar, NULL);
  if (self->cluster != NULL)
    kin_cluster_close (self->cluster);
  g_clear_object (&self->cluster);
}

static void
open_context (KinWindow  *self,
              KinContext *context)
{
  const GError *error = kin_context_get_error (context);

  close_cluster (self);
  adw_toast_overlay_dismiss_all (self->toast_overlay);
  self->cluster = kin_cluster_new (context);
  kin_namespace_button_set_namespace (self->namespace_button, NULL);
  kin_sidebar_set_cluster (self->sidebar, self->cluster);
  gtk_stack_set_visible_child_name (self->stack, "cluster");
  show_title (self);

  if (error != NULL)
    {
      g_autoptr(KinProblem) problem = kin_problem_new_for_connection (error, context);

      show_problem (self, problem, 0);
      return;
    }

  g_signal_group_set_target (self->cluster_signals, self->cluster);
  kin_cluster_connect (self->cluster);
}

static void
context_chosen_cb (KinWindow  *self,
                   KinContext *context)
{
  open_context (self, context);
}

/* Kubeconfig */

static void
show_start_problem (KinWindow    *self,
                    const GError *error)
{
  g_autoptr(KinProblem) problem = kin_problem_new_for_kubeconfig (error, self->kubeconfig);

  kin_state_page_set_problem (self->start_page, problem);
  gtk_stack_set_visible_child_name (self->stack, "start");
}

/* The one that was asked for, else the current one, else the only one. */
static KinContext *
pick_context (KinWindow *self)
{
  const char *name = self->context_name != NULL ? self->context_name : kin_kubeconfig_get_current_context (self->kubeconfig);
  GListModel *contexts = kin_kubeconfig_get_contexts (self->kubeconfig);
  KinContext *context = name != NULL ? kin_kubeconfig_find_context (self->kubeconfig, name) : NULL;

  if (context != NULL)
    return g_object_ref (context);
  if (name == NULL && g_list_model_get_n_items (contexts) == 1)
    return g_list_model_get_item (contexts, 0);

  return NULL;
}

static void
ask_for_context (KinWindow *self)
{
  const char *name = self->context_name != NULL ? self->context_name : kin_kubeconfig_get_current_context (self->kubeconfig);
  g_autoptr(KinProblem) problem = kin_problem_new_for_choice (name);

  show_problem (self, problem, 0);
  show_title (self);
  gtk_stack_set_visible_child_name (self->stack, "cluster");
}

static void
tell_left_out (KinWindow *self)
{
  GPtrArray *warnings = kin_kubeconfig_get_warnings (self->kubeconfig);

  if (warnings->len > 0)
    {
      g_autofree char *words = kin_words_dup_left_out (warnings);

      show_toast (self, words);
    }
}

static void
load_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(KinWindow) self = user_data;
  g_autoptr(GError) error = NULL;
  gboolean loaded = kin_kubeconfig_load_finish (KIN_KUBECONFIG (source), result, &error);
  g_autoptr(KinContext) context = NULL;

  if (KIN_KUBECONFIG (source) != self->kubeconfig)
    return;

  if (!loaded)
    {
      show_start_problem (self, error);
      return;
    }

  kin_context_button_set_contexts (kin_sidebar_get_context_button (self->sidebar),
                                   kin_kubeconfig_get_contexts (self->kubeconfig));
  context = pick_context (self);
  if (context != NULL)
    open_context (self, context);
  else
    ask_for_context (self);

  tell_left_out (self);
}

static void
load_kubeconfig (KinWindow *self)
{
  const char *paths[] = { self->kubeconfig_path, NULL };

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();

  g_clear_object (&self->kubeconfig);
  self->kubeconfig = kin_kubeconfig_new (self->kubeconfig_path != NULL ? paths : NULL);
  kin_kubeconfig_load_async (self->kubeconfig, self->cancellable, load_cb, g_object_ref (self));
}

static void
show_own_context (KinWindow *self)
{
  g_autoptr(GListStore) contexts = g_list_store_new (KIN_TYPE_CONTEXT);

  g_list_store_append (contexts, self->own_context);
  kin_context_button_set_contexts (kin_sidebar_get_context_button (self->sidebar), G_LIST_MODEL (contexts));
  open_context (self, self->own_context);
}

/* Actions */

static void
search_action_cb (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  KinResourcePage *page = get_page (KIN_WINDOW (widget));

  if (page != NULL)
    g_object_set (page, "search-mode", TRUE, NULL);
}

static void
retry_action_cb (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  KinWindow *self = KIN_WINDOW (widget);
  KinResourcePage *page = get_page (self);

  if (self->cluster == NULL || kin_context_get_error (kin_cluster_get_context (self->cluster)) != NULL)
    load_kubeconfig (self);
  else if (page != NULL && kin_cluster_get_state (self->cluster) == KIN_CLUSTER_CONNECTED)
    kin_resource_page_retry (page);
  else
    kin_cluster_connect (self->cluster);
}

static void
choose_context_action_cb (GtkWidget  *widget,
                          const char *name,
                          GVariant   *parameter)
{
  KinWindow *self = KIN_WINDOW (widget);

  adw_overlay_split_view_set_show_sidebar (self->sidebar_view, TRUE);
  kin_context_button_popup (kin_sidebar_get_context_button (self->sidebar));
}

static void
close_pane_action_cb (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  KinWindow *self = KIN_WINDOW (widget);

  if (adw_overlay_split_view_get_show_sidebar (self->pane_view))
    close_pane (self);
}

static void
toggle_sidebar_action_cb (GtkWidget  *widget,
                          const char *name,
                          GVariant   *parameter)
{
  KinWindow *self = KIN_WINDOW (widget);

  adw_overlay_split_view_set_show_sidebar (self->sidebar_view,
                                           !adw_overlay_split_view_get_show_sidebar (self->sidebar_view));
}

static void
kin_window_constructed (GObject *object)
{
  KinWindow *self = KIN_WINDOW (object);

  G_OBJECT_CLASS (kin_window_parent_class)->constructed (object);

  self->settings = g_settings_new (APPLICATION_ID);
  g_settings_bind (self->settings, "window-width", self, "default-width", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "window-height", self, "default-height", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "window-maximized", self, "maximized", G_SETTINGS_BIND_DEFAULT);

  if (self->own_context != NULL)
    show_own_context (self);
  else
    load_kubeconfig (self);
}

static void
kin_window_dispose (GObject *object)
{
  KinWindow *self = KIN_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->kubeconfig);
  g_clear_object (&self->own_context);
  if (self->kinds_stack != NULL)
    close_cluster (self);
  g_clear_object (&self->cluster_signals);
  g_clear_object (&self->page_bindings);
  g_clear_object (&self->page_signals);
  g_clear_object (&self->settings);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_WINDOW);

  G_OBJECT_CLASS (kin_window_parent_class)->dispose (object);
}

static void
kin_window_finalize (GObject *object)
{
  KinWindow *self = KIN_WINDOW (object);

  g_clear_pointer (&self->kubeconfig_path, g_free);
  g_clear_pointer (&self->context_name, g_free);

  G_OBJECT_CLASS (kin_window_parent_class)->finalize (object);
}

static void
kin_window_get_property (GObject    *object,
                         guint       prop_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  KinWindow *self = KIN_WINDOW (object);

  switch (prop_id)
    {
    case PROP_KUBECONFIG:
      g_value_set_string (value, self->kubeconfig_path);
      break;

    case PROP_CONTEXT:
      g_value_set_string (value, self->context_name);
      break;

    case PROP_OWN_CONTEXT:
      g_value_set_object (value, self->own_context);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_window_set_property (GObject      *object,
                         guint         prop_id,
                         const GValue *value,
                         GParamSpec   *pspec)
{
  KinWindow *self = KIN_WINDOW (object);

  switch (prop_id)
    {
    case PROP_KUBECONFIG:
      self->kubeconfig_path = g_value_dup_string (value);
      break;

    case PROP_CONTEXT:
      self->context_name = g_value_dup_string (value);
      break;

    case PROP_OWN_CONTEXT:
      self->own_context = g_value_dup_object (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_window_class_init (KinWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = kin_window_constructed;
  object_class->dispose = kin_window_dispose;
  object_class->finalize = kin_window_finalize;
  object_class->get_property = kin_window_get_property;
  object_class->set_property = kin_window_set_property;

  /**
   * KinWindow:kubeconfig: (nullable)
   *
   * The one file to read, or none for those that kubectl finds.
   */
  properties[PROP_KUBECONFIG] =
    g_param_spec_string ("kubeconfig", NULL, NULL, NULL,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  /**
   * KinWindow:context: (nullable)
   *
   * The context to open first, or none for the current one.
   */
  properties[PROP_CONTEXT] =
    g_param_spec_string ("context", NULL, NULL, NULL,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  /**
   * KinWindow:own-context:
   *
   * A context to show that no kubeconfig has.
   */
  properties[PROP_OWN_CONTEXT] =
    g_param_spec_object ("own-context", NULL, NULL,
                         KIN_TYPE_CONTEXT,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (KIN_TYPE_NAMESPACE_BUTTON);
  g_type_ensure (KIN_TYPE_OBJECT_PANE);
  g_type_ensure (KIN_TYPE_SIDEBAR);
  g_type_ensure (KIN_TYPE_STATE_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KinWindow, toast_overlay);
  gtk_widget_class_bind_template_child (widget_class, KinWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, KinWindow, start_page);
  gtk_widget_class_bind_template_child (widget_class, KinWindow, sidebar_view);
  gtk_widget_class_bind_template_child (widget_class, KinWindow, sidebar);
  gtk_widget_class_bind_template_child (widget_class, KinWindow, pane_view);
  gtk_widget_class_bind_template_child (widget_class, KinWindow, object_pane);
  gtk_widget_class_bind_template_child (widget_class, KinWindow, title);
  gtk_widget_class_bind_template_child (widget_class, KinWindow, search_button);
  gtk_widget_class_bind_template_child (widget_class, KinWindow, namespace_button);
  gtk_widget_class_bind_template_child (widget_class, KinWindow, content_stack);
  gtk_widget_class_bind_template_child (widget_class, KinWindow, connecting_page);
  gtk_widget_class_bind_template_child (widget_class, KinWindow, problem_page);
  gtk_widget_class_bind_template_child (widget_class, KinWindow, kinds_stack);
  gtk_widget_class_bind_template_callback (widget_class, kind_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, kind_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, namespace_changed_cb);

  gtk_widget_class_install_action (widget_class, "win.search", NULL, search_action_cb);
  gtk_widget_class_install_action (widget_class, "win.retry", NULL, retry_action_cb);
  gtk_widget_class_install_action (widget_class, "win.choose-context", NULL, choose_context_action_cb);
  gtk_widget_class_install_action (widget_class, "win.close-pane", NULL, close_pane_action_cb);
  gtk_widget_class_install_action (widget_class, "win.toggle-sidebar", NULL, toggle_sidebar_action_cb);

  /* Bindings, not accelerators: the pane has its own search. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "win.search", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_r, GDK_CONTROL_MASK, "win.retry", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_k, GDK_CONTROL_MASK, "win.choose-context", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F9, 0, "win.toggle-sidebar", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.close-pane", NULL);
}

static void
kin_window_init (KinWindow *self)
{
  g_autoptr(AdwSpinnerPaintable) spinner = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));

  spinner = ADW_SPINNER_PAINTABLE (adw_spinner_paintable_new (GTK_WIDGET (self->connecting_page)));
  adw_status_page_set_paintable (self->connecting_page, GDK_PAINTABLE (spinner));

  self->cluster_signals = g_signal_group_new (KIN_TYPE_CLUSTER);
  g_signal_group_connect_swapped (self->cluster_signals, "notify::state", G_CALLBACK (state_changed_cb), self);
  g_signal_group_connect_swapped (self->cluster_signals, "notify::scope", G_CALLBACK (scope_changed_cb), self);

  self->page_bindings = g_binding_group_new ();
  g_binding_group_bind (self->page_bindings, "search-mode", self->search_button, "active",
                        G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);

  self->page_signals = g_signal_group_new (KIN_TYPE_RESOURCE_PAGE);
  g_signal_group_connect_swapped (self->page_signals, "open", G_CALLBACK (open_cb), self);
  g_signal_group_connect_swapped (self->page_signals, "notify::selected", G_CALLBACK (selected_cb), self);

  g_signal_connect_object (kin_sidebar_get_context_button (self->sidebar), "chosen",
                           G_CALLBACK (context_chosen_cb), self, G_CONNECT_SWAPPED);
}

/**
 * kin_window_new:
 * @application: the program that it belongs to
 * @kubeconfig: (nullable): the one file to read instead of those that kubectl finds
 * @context: (nullable): the context to open instead of the current one
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
KinWindow *
kin_window_new (KinApplication *application,
                const char     *kubeconfig,
                const char     *context)
{
  g_return_val_if_fail (KIN_IS_APPLICATION (application), NULL);

  return g_object_new (KIN_TYPE_WINDOW,
                       "application", application,
                       "kubeconfig", kubeconfig,
                       "context", context,
                       NULL);
}

/**
 * kin_window_new_for_context:
 * @application: the program that it belongs to
 * @context: (transfer none): the one context to show, which no kubeconfig has
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
KinWindow *
kin_window_new_for_context (KinApplication *application,
                            KinContext     *context)
{
  g_return_val_if_fail (KIN_IS_APPLICATION (application), NULL);
  g_return_val_if_fail (KIN_IS_CONTEXT (context), NULL);

  return g_object_new (KIN_TYPE_WINDOW,
                       "application", application,
                       "own-context", context,
                       NULL);
}

/**
 * kin_window_get_context:
 * @self: a window
 *
 * Returns: (transfer none) (nullable): the context that it shows
 */
KinContext *
kin_window_get_context (KinWindow *self)
{
  g_return_val_if_fail (KIN_IS_WINDOW (self), NULL);

  return self->cluster != NULL ? kin_cluster_get_context (self->cluster) : NULL;
}

/**
 * kin_window_is_at_start:
 * @self: a window
 *
 * Returns: whether it has found no kubeconfig that it could show something of
 */
gboolean
kin_window_is_at_start (KinWindow *self)
{
  g_return_val_if_fail (KIN_IS_WINDOW (self), FALSE);

  return g_str_equal (gtk_stack_get_visible_child_name (self->stack), "start");
}

/**
 * kin_window_set_own_context:
 * @self: a window
 * @context: (transfer none): the one context to show, which no kubeconfig has
 *
 * Shows @context in place of what a kubeconfig offers.
 */
void
kin_window_set_own_context (KinWindow  *self,
                            KinContext *context)
{
  g_return_if_fail (KIN_IS_WINDOW (self));
  g_return_if_fail (KIN_IS_CONTEXT (context));

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->kubeconfig);
  g_set_object (&self->own_context, context);
  show_own_context (self);
}

/**
 * kin_window_tell:
 * @self: a window
 * @words: a sentence
 *
 * Tells something in passing.
 */
void
kin_window_tell (KinWindow  *self,
                 const char *words)
{
  g_return_if_fail (KIN_IS_WINDOW (self));
  g_return_if_fail (words != NULL);

  show_toast (self, words);
}
