/* kin-status-pill.c: a status word on a ground that tells how well things are.
 *
 * The word is the API's own, untranslated: it is what one searches for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-status-pill.h"

struct _KinStatusPill
{
  AdwBin parent_instance;

  GtkLabel *label;
  const char *css_class;
};

G_DEFINE_FINAL_TYPE (KinStatusPill, kin_status_pill, ADW_TYPE_BIN)

static const char * const well[] = { "Active", "Available", "Bound", "Ready", "Running", NULL };
static const char * const neutral[] = { "Completed", "NotReady,SchedulingDisabled", "Ready,SchedulingDisabled", "Released", "Succeeded", "Terminating", NULL };
static const char * const under_way[] = { "ContainerCreating", "Pending", "PodInitializing", "SchedulingGated", "Waiting", NULL };

static const char *
get_css_class (const char *status,
               gboolean    ready)
{
  if (g_strv_contains (well, status))
    return ready ? "success" : "warning";
  if (g_strv_contains (under_way, status))
    return "warning";
  if (g_strv_contains (neutral, status))
    return NULL;
  /* “Init:1/2” goes on, “Init:Error” does not. */
  if (g_str_has_prefix (status, "Init:"))
    return g_ascii_isdigit (status[strlen ("Init:")]) ? "warning" : "error";

  return "error";
}

static void
kin_status_pill_class_init (KinStatusPillClass *klass)
{
}

static void
kin_status_pill_init (KinStatusPill *self)
{
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "pill-label");
  gtk_widget_set_halign (GTK_WIDGET (self->label), GTK_ALIGN_START);
  gtk_widget_set_valign (GTK_WIDGET (self->label), GTK_ALIGN_CENTER);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->label));
}

/**
 * kin_status_pill_new:
 *
 * Returns: (transfer floating): a pill without a word
 */
GtkWidget *
kin_status_pill_new (void)
{
  return g_object_new (KIN_TYPE_STATUS_PILL, NULL);
}

/**
 * kin_status_pill_set_status:
 * @self: the pill
 * @status: the API's word, such as “Running”
 * @ready: whether a status that is good in itself is so in fact: a pod may run and not be ready
 */
void
kin_status_pill_set_status (KinStatusPill *self,
                            const char    *status,
                            gboolean       ready)
{
  const char *css_class;

  g_return_if_fail (KIN_IS_STATUS_PILL (self));
  g_return_if_fail (status != NULL);

  css_class = get_css_class (status, ready);
  if (self->css_class != css_class)
    {
      if (self->css_class != NULL)
        gtk_widget_remove_css_class (GTK_WIDGET (self->label), self->css_class);
      if (css_class != NULL)
        gtk_widget_add_css_class (GTK_WIDGET (self->label), css_class);
      self->css_class = css_class;
    }

  gtk_label_set_label (self->label, status);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->label), status);
}
