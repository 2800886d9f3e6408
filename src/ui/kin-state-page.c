/* kin-state-page.c: a page that says why there is nothing to see, and what to do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-state-page.h"

#include <glib/gi18n.h>

#include "base/kin-clock.h"
#include "ui/kin-ticker.h"

struct _KinStatePage
{
  AdwBin parent_instance;

  AdwStatusPage *status_page;
  GtkLabel *retry_label;

  gint64 retry_time;
  guint ticker;
  gboolean offers_contexts;
  gboolean offers_demo;
};

G_DEFINE_FINAL_TYPE (KinStatePage, kin_state_page, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_OFFERS_CONTEXTS,
  PROP_OFFERS_DEMO,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
show_retry (gpointer user_data)
{
  KinStatePage *self = user_data;
  gint64 left = self->retry_time - kin_clock_get_monotonic (kin_clock_get_default ());
  g_autofree char *words = NULL;

  if (left > 0)
    words = g_strdup_printf (_("Trying again in %u s"), (guint) (left / G_USEC_PER_SEC + 1));

  gtk_label_set_label (self->retry_label, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->retry_label), words != NULL);
}

static void
kin_state_page_dispose (GObject *object)
{
  KinStatePage *self = KIN_STATE_PAGE (object);

  g_clear_handle_id (&self->ticker, kin_ticker_remove);
  /* First, or AdwBin would let go of a template's child once more. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_STATE_PAGE);

  G_OBJECT_CLASS (kin_state_page_parent_class)->dispose (object);
}

static void
set_offers_contexts (KinStatePage *self,
                     gboolean      offers_contexts)
{
  if (self->offers_contexts == offers_contexts)
    return;

  self->offers_contexts = offers_contexts;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OFFERS_CONTEXTS]);
}

static void
set_offers_demo (KinStatePage *self,
                 gboolean      offers_demo)
{
  if (self->offers_demo == offers_demo)
    return;

  self->offers_demo = offers_demo;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OFFERS_DEMO]);
}

static void
kin_state_page_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_OFFERS_CONTEXTS:
      g_value_set_boolean (value, KIN_STATE_PAGE (object)->offers_contexts);
      break;

    case PROP_OFFERS_DEMO:
      g_value_set_boolean (value, KIN_STATE_PAGE (object)->offers_demo);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_state_page_set_property (GObject      *object,
                             guint         prop_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_OFFERS_CONTEXTS:
      set_offers_contexts (KIN_STATE_PAGE (object), g_value_get_boolean (value));
      break;

    case PROP_OFFERS_DEMO:
      set_offers_demo (KIN_STATE_PAGE (object), g_value_get_boolean (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
kin_state_page_class_init (KinStatePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = kin_state_page_dispose;
  object_class->get_property = kin_state_page_get_property;
  object_class->set_property = kin_state_page_set_property;

  /**
   * KinStatePage:offers-contexts:
   *
   * Whether there is another context to choose.
   */
  properties[PROP_OFFERS_CONTEXTS] =
    g_param_spec_boolean ("offers-contexts", NULL, NULL,
                          TRUE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinStatePage:offers-demo:
   *
   * Whether the demo cluster is offered in place of what is not there.
   */
  properties[PROP_OFFERS_DEMO] =
    g_param_spec_boolean ("offers-demo", NULL, NULL,
                          FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-state-page.ui");
  gtk_widget_class_bind_template_child (widget_class, KinStatePage, status_page);
  gtk_widget_class_bind_template_child (widget_class, KinStatePage, retry_label);
}

static void
kin_state_page_init (KinStatePage *self)
{
  self->offers_contexts = TRUE;

  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * kin_state_page_set_problem:
 * @self: the page
 * @problem: (transfer none): what to tell
 */
void
kin_state_page_set_problem (KinStatePage *self,
                            KinProblem   *problem)
{
  g_autofree char *description = NULL;

  g_return_if_fail (KIN_IS_STATE_PAGE (self));
  g_return_if_fail (problem != NULL);

  description = g_markup_escape_text (kin_problem_get_description (problem), -1);
  adw_status_page_set_icon_name (self->status_page, kin_problem_get_icon_name (problem));
  adw_status_page_set_title (self->status_page, kin_problem_get_title (problem));
  adw_status_page_set_description (self->status_page, description);
}

/**
 * kin_state_page_set_retry_time:
 * @self: the page
 * @monotonic_us: when it will be tried again by itself, 0 for never
 */
void
kin_state_page_set_retry_time (KinStatePage *self,
                               gint64        monotonic_us)
{
  g_return_if_fail (KIN_IS_STATE_PAGE (self));

  self->retry_time = monotonic_us;
  g_clear_handle_id (&self->ticker, kin_ticker_remove);
  if (monotonic_us > 0)
    self->ticker = kin_ticker_add (show_retry, self);

  show_retry (self);
}
