/* kin-rollout-dots.c: the pods of a rollout as a row of dots: new, starting, failed, old.
 *
 * Each sort has a shape of its own besides its colour, and the whole is told in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ui/kin-rollout-dots.h"

#include <glib/gi18n.h>

/* More are no longer counted by eye; a figure stands for the rest. */
#define MAX_DOTS 10

static const struct
{
  const char *icon_name;
  const char *css_class;
} looks[] = {
  [KIN_POD_DOT_READY] = { "kin-dot-ready-symbolic", "success" },
  [KIN_POD_DOT_STARTING] = { "kin-dot-starting-symbolic", "warning" },
  [KIN_POD_DOT_FAILED] = { "kin-dot-failed-symbolic", "error" },
  [KIN_POD_DOT_OLD] = { "kin-dot-old-symbolic", "dimmed" },
};

/* From what is new to what goes. */
static const KinPodDot order[] = {
  KIN_POD_DOT_READY,
  KIN_POD_DOT_STARTING,
  KIN_POD_DOT_FAILED,
  KIN_POD_DOT_OLD,
};

struct _KinRolloutDots
{
  GtkWidget parent_instance;

  GtkWidget *images[MAX_DOTS];
  GtkLabel *more_label;

  guint counts[G_N_ELEMENTS (looks)];
};

G_DEFINE_FINAL_TYPE (KinRolloutDots, kin_rollout_dots, GTK_TYPE_WIDGET)

static guint
count_all (KinRolloutDots *self)
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (self->counts); i++)
    n += self->counts[i];

  return n;
}

static char *
dup_words (KinPodDot dot,
           guint     n)
{
  switch (dot)
    {
    case KIN_POD_DOT_READY:
      return g_strdup_printf (ngettext ("%u ready", "%u ready", n), n);

    case KIN_POD_DOT_STARTING:
      return g_strdup_printf (ngettext ("%u starting", "%u starting", n), n);

    case KIN_POD_DOT_FAILED:
      return g_strdup_printf (ngettext ("%u failed", "%u failed", n), n);

    case KIN_POD_DOT_OLD:
    default:
      return g_strdup_printf (ngettext ("%u old", "%u old", n), n);
    }
}

static void
tell_in_words (KinRolloutDots *self)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) parts = NULL;
  g_autofree char *words = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      if (self->counts[order[i]] > 0)
        g_strv_builder_take (builder, dup_words (order[i], self->counts[order[i]]));
    }

  parts = g_strv_builder_end (builder);
  /* Translators: what stands between the parts of “3 ready, 1 starting”. */
  words = parts[0] != NULL ? g_strjoinv (_(", "), parts) : g_strdup (_("No pods"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static void
show_dot (KinRolloutDots *self,
          guint           position,
          KinPodDot       dot)
{
  GtkWidget *image = self->images[position];

  if (image == NULL)
    {
      image = g_object_new (GTK_TYPE_IMAGE,
                            "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                            "pixel-size", 12,
                            NULL);
      gtk_widget_insert_before (image, GTK_WIDGET (self), GTK_WIDGET (self->more_label));
      self->images[position] = image;
    }

  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    gtk_widget_remove_css_class (image, looks[i].css_class);
  gtk_widget_add_css_class (image, looks[dot].css_class);
  gtk_image_set_from_icon_name (GTK_IMAGE (image), looks[dot].icon_name);
  gtk_widget_set_visible (image, TRUE);
}

static void
show_dots (KinRolloutDots *self)
{
  guint n = count_all (self);
  guint shown = 0;
  guint spare = n > MAX_DOTS ? n - MAX_DOTS : 0;
  g_autofree char *more = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      guint count = self->counts[order[i]];
      /* What starts or fails must not be among those left out. */
      guint left_out = order[i] == KIN_POD_DOT_READY || order[i] == KIN_POD_DOT_OLD ? MIN (spare, count) : 0;

      spare -= left_out;
      for (guint k = left_out; k < count && shown < MAX_DOTS; k++)
        show_dot (self, shown++, order[i]);
    }

  for (guint i = shown; i < MAX_DOTS && self->images[i] != NULL; i++)
    gtk_widget_set_visible (self->images[i], FALSE);

  /* Translators: how many more pods there are than dots. */
  more = g_strdup_printf (_("+%u"), n - shown);
  gtk_label_set_label (self->more_label, more);
  gtk_widget_set_visible (GTK_WIDGET (self->more_label), n > shown);
}

static void
kin_rollout_dots_dispose (GObject *object)
{
  KinRolloutDots *self = KIN_ROLLOUT_DOTS (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (kin_rollout_dots_parent_class)->dispose (object);
}

static void
kin_rollout_dots_class_init (KinRolloutDotsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = kin_rollout_dots_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "rollout-dots");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
kin_rollout_dots_init (KinRolloutDots *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 3);

  self->more_label = g_object_new (GTK_TYPE_LABEL,
                                   "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                   "visible", FALSE,
                                   NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->more_label), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->more_label), "dimmed");
  gtk_widget_add_css_class (GTK_WIDGET (self->more_label), "numeric");
  gtk_widget_set_parent (GTK_WIDGET (self->more_label), GTK_WIDGET (self));

  tell_in_words (self);
}

/**
 * kin_rollout_dots_new:
 *
 * Returns: (transfer floating): a row without dots
 */
GtkWidget *
kin_rollout_dots_new (void)
{
  return g_object_new (KIN_TYPE_ROLLOUT_DOTS, NULL);
}

/**
 * kin_rollout_dots_set_counts:
 * @self: the dots
 * @n_ready: pods of the new ReplicaSet that are ready
 * @n_starting: those that are not yet
 * @n_failed: those that fail
 * @n_old: pods of older ReplicaSets
 */
void
kin_rollout_dots_set_counts (KinRolloutDots *self,
                             guint           n_ready,
                             guint           n_starting,
                             guint           n_failed,
                             guint           n_old)
{
  guint counts[G_N_ELEMENTS (looks)];

  g_return_if_fail (KIN_IS_ROLLOUT_DOTS (self));

  counts[KIN_POD_DOT_READY] = n_ready;
  counts[KIN_POD_DOT_STARTING] = n_starting;
  counts[KIN_POD_DOT_FAILED] = n_failed;
  counts[KIN_POD_DOT_OLD] = n_old;
  if (memcmp (counts, self->counts, sizeof counts) == 0)
    return;

  memcpy (self->counts, counts, sizeof counts);
  show_dots (self);
  tell_in_words (self);
}

/**
 * kin_rollout_dots_set_rollout:
 * @self: the dots
 * @rollout: (nullable) (transfer none): a Deployment's rollout
 */
void
kin_rollout_dots_set_rollout (KinRolloutDots *self,
                              KinRollout     *rollout)
{
  guint counts[G_N_ELEMENTS (looks)] = { 0 };
  gsize n = rollout != NULL ? kin_rollout_get_n_dots (rollout) : 0;

  for (gsize i = 0; i < n; i++)
    counts[kin_rollout_get_dot (rollout, i)]++;

  kin_rollout_dots_set_counts (self, counts[KIN_POD_DOT_READY], counts[KIN_POD_DOT_STARTING],
                               counts[KIN_POD_DOT_FAILED], counts[KIN_POD_DOT_OLD]);
}
