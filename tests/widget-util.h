/* widget-util.h: a window around a widget under test, and its frames.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

/* Positions are worked out while the window is drawn; after so many frames they are. */
#define WIDGET_UTIL_FRAMES 20

static inline void
widget_util_timed_out_cb (gpointer user_data)
{
  g_assertion_message (G_LOG_DOMAIN, __FILE__, __LINE__, G_STRFUNC, "waited for 10 s");
}

static inline guint
widget_util_bound (void)
{
  return g_timeout_add_seconds_once (10, widget_util_timed_out_cb, NULL);
}

static inline gboolean
widget_util_count_frame_cb (GtkWidget     *widget,
                            GdkFrameClock *clock,
                            gpointer       user_data)
{
  guint *n_frames = user_data;

  (*n_frames)++;

  return G_SOURCE_CONTINUE;
}

/* Lets the window draw itself some times. */
static inline void
widget_util_draw (GtkWidget *window)
{
  guint n_frames = 0;
  guint bound = widget_util_bound ();
  guint tick = gtk_widget_add_tick_callback (window, widget_util_count_frame_cb, &n_frames, NULL);

  while (n_frames < WIDGET_UTIL_FRAMES)
    g_main_context_iteration (NULL, TRUE);

  gtk_widget_remove_tick_callback (window, tick);
  g_source_remove (bound);
}

/* A shown window with the widget in it: destroy it at the end. */
static inline GtkWidget *
widget_util_show (GtkWidget *widget)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_default_size (GTK_WINDOW (window), 500, 400);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));

  return window;
}

/* The first widget of a type below another. */
static inline GtkWidget *
widget_util_find (GtkWidget *widget,
                  GType      type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = widget_util_find (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}
