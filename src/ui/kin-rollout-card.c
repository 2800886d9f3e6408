/* kin-rollout-card.c: where a Deployment's rollout stands, in words and as a bar.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-rollout-card.h"

#include <glib/gi18n.h>

#include "object/kin-cell.h"
#include "ui/kin-rollout-dots.h"

struct _KinRolloutCard
{
  AdwBin parent_instance;

  GtkLabel *title_label;
  GtkLabel *elapsed_label;
  GtkLabel *sentence_label;
  GtkProgressBar *progress_bar;
  KinRolloutDots *dots;
  GtkLabel *images_label;

  KinRollout *rollout;
  guint tick_source;       /* while a rollout is under way and someone can see the card */
};

G_DEFINE_FINAL_TYPE (KinRolloutCard, kin_rollout_card, ADW_TYPE_BIN)

static gboolean
is_under_way (KinRolloutCard *self)
{
  return self->rollout != NULL && kin_rollout_get_state (self->rollout) != KIN_ROLLOUT_COMPLETE;
}

static void
show_elapsed (KinRolloutCard *self)
{
  gint64 started = self->rollout != NULL ? kin_rollout_get_started (self->rollout) : 0;
  g_autofree char *age = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->elapsed_label), is_under_way (self) && started > 0);
  if (started == 0)
    return;

  age = kin_age_dup_text (g_get_real_time () / G_USEC_PER_SEC - started);
  gtk_label_set_label (self->elapsed_label, age);
}

static gboolean
tick_cb (gpointer user_data)
{
  show_elapsed (user_data);

  return G_SOURCE_CONTINUE;
}

static void
update_tick (KinRolloutCard *self)
{
  gboolean needed = is_under_way (self) && gtk_widget_get_mapped (GTK_WIDGET (self));

  if (needed && self->tick_source == 0)
    self->tick_source = g_timeout_add_seconds (1, tick_cb, self);
  else if (!needed)
    g_clear_handle_id (&self->tick_source, g_source_remove);
}

static char *
dup_title (KinRollout *rollout)
{
  gint64 revision = kin_rollout_get_revision (rollout);

  if (kin_rollout_is_paused (rollout))
    /* Translators: the number is that of a Deployment’s revision. */
    return g_strdup_printf (_("Paused at revision %" G_GINT64_FORMAT), revision);

  switch (kin_rollout_get_state (rollout))
    {
    case KIN_ROLLOUT_COMPLETE:
      return g_strdup_printf (_("Revision %" G_GINT64_FORMAT " is rolled out"), revision);

    case KIN_ROLLOUT_DEADLINE_EXCEEDED:
      return g_strdup_printf (_("Revision %" G_GINT64_FORMAT " is stuck"), revision);

    case KIN_ROLLOUT_WAITING_FOR_OBSERVATION:
      return g_strdup (_("Rollout about to begin"));

    case KIN_ROLLOUT_UPDATING:
    case KIN_ROLLOUT_TERMINATING_OLD:
    case KIN_ROLLOUT_WAITING_FOR_AVAILABILITY:
    default:
      return g_strdup_printf (_("Rolling out revision %" G_GINT64_FORMAT), revision);
    }
}

static char *
dup_available_sentence (KinRollout *rollout)
{
  gint64 available = kin_rollout_get_available (rollout);
  gint64 desired = kin_rollout_get_desired (rollout);

  return g_strdup_printf (ngettext ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " pod is available.",
                                    "%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " pods are available.",
                                    desired),
                          available, desired);
}

static char *
dup_sentence (KinRollout *rollout)
{
  gint64 old = kin_rollout_get_total (rollout) - kin_rollout_get_updated (rollout);

  switch (kin_rollout_get_state (rollout))
    {
    case KIN_ROLLOUT_WAITING_FOR_OBSERVATION:
      return g_strdup (_("The controller has not seen the new specification yet."));

    case KIN_ROLLOUT_DEADLINE_EXCEEDED:
      return g_strdup (_("It made no progress within its progress deadline."));

    case KIN_ROLLOUT_UPDATING:
      return g_strdup_printf (_("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " pods have the new template."),
                              kin_rollout_get_updated (rollout), kin_rollout_get_desired (rollout));

    case KIN_ROLLOUT_TERMINATING_OLD:
      return g_strdup_printf (ngettext ("%" G_GINT64_FORMAT " old pod is pending termination.",
                                        "%" G_GINT64_FORMAT " old pods are pending termination.", old),
                              old);

    case KIN_ROLLOUT_WAITING_FOR_AVAILABILITY:
    case KIN_ROLLOUT_COMPLETE:
    default:
      return dup_available_sentence (rollout);
    }
}

static char *
dup_images (KinRollout *rollout)
{
  const char *new_image = kin_rollout_get_new_image (rollout);
  const char *old_image = kin_rollout_get_old_image (rollout);

  if (new_image == NULL)
    return NULL;
  if (old_image == NULL || g_str_equal (old_image, new_image))
    return g_strdup (new_image);

  /* Translators: the images of a Deployment's new and old pods. */
  return g_strdup_printf (_("new  %s\nold  %s"), new_image, old_image);
}

static double
get_fraction (KinRollout *rollout)
{
  gint64 desired = kin_rollout_get_desired (rollout);

  if (desired == 0)
    return 1;

  return CLAMP (MIN (kin_rollout_get_available (rollout), kin_rollout_get_updated (rollout)) / (double) desired, 0, 1);
}

static void
show_rollout (KinRolloutCard *self)
{
  g_autofree char *title = dup_title (self->rollout);
  g_autofree char *sentence = dup_sentence (self->rollout);
  g_autofree char *images = dup_images (self->rollout);

  gtk_label_set_label (self->title_label, title);
  gtk_label_set_label (self->sentence_label, sentence);
  gtk_label_set_label (self->images_label, images != NULL ? images : "");
  gtk_widget_set_visible (GTK_WIDGET (self->images_label), images != NULL);
  gtk_progress_bar_set_fraction (self->progress_bar, get_fraction (self->rollout));
  gtk_widget_set_visible (GTK_WIDGET (self->progress_bar), is_under_way (self));
  kin_rollout_dots_set_rollout (self->dots, self->rollout);
}

static void
kin_rollout_card_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (kin_rollout_card_parent_class)->map (widget);

  show_elapsed (KIN_ROLLOUT_CARD (widget));
  update_tick (KIN_ROLLOUT_CARD (widget));
}

static void
kin_rollout_card_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (kin_rollout_card_parent_class)->unmap (widget);

  update_tick (KIN_ROLLOUT_CARD (widget));
}

static void
kin_rollout_card_dispose (GObject *object)
{
  KinRolloutCard *self = KIN_ROLLOUT_CARD (object);

  g_clear_handle_id (&self->tick_source, g_source_remove);
  g_clear_pointer (&self->rollout, kin_rollout_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), KIN_TYPE_ROLLOUT_CARD);

  G_OBJECT_CLASS (kin_rollout_card_parent_class)->dispose (object);
}

static void
kin_rollout_card_class_init (KinRolloutCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = kin_rollout_card_dispose;
  widget_class->map = kin_rollout_card_map;
  widget_class->unmap = kin_rollout_card_unmap;

  g_type_ensure (KIN_TYPE_ROLLOUT_DOTS);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/KInformer/ui/kin-rollout-card.ui");
  gtk_widget_class_bind_template_child (widget_class, KinRolloutCard, title_label);
  gtk_widget_class_bind_template_child (widget_class, KinRolloutCard, elapsed_label);
  gtk_widget_class_bind_template_child (widget_class, KinRolloutCard, sentence_label);
  gtk_widget_class_bind_template_child (widget_class, KinRolloutCard, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, KinRolloutCard, dots);
  gtk_widget_class_bind_template_child (widget_class, KinRolloutCard, images_label);
}

static void
kin_rollout_card_init (KinRolloutCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * kin_rollout_card_set_rollout:
 * @self: the card
 * @rollout: (nullable) (transfer none): the rollout to show; %NULL hides the card
 */
void
kin_rollout_card_set_rollout (KinRolloutCard *self,
                              KinRollout     *rollout)
{
  g_return_if_fail (KIN_IS_ROLLOUT_CARD (self));

  if (self->rollout == rollout)
    return;

  g_clear_pointer (&self->rollout, kin_rollout_unref);
  if (rollout != NULL)
    {
      self->rollout = kin_rollout_ref (rollout);
      show_rollout (self);
    }

  gtk_widget_set_visible (GTK_WIDGET (self), rollout != NULL);
  show_elapsed (self);
  update_tick (self);
}
