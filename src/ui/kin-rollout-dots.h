/* kin-rollout-dots.h: the pods of a rollout as a row of dots: new, starting, failed, old.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "controller/kin-rollout.h"

G_BEGIN_DECLS

#define KIN_TYPE_ROLLOUT_DOTS (kin_rollout_dots_get_type ())
G_DECLARE_FINAL_TYPE (KinRolloutDots, kin_rollout_dots, KIN, ROLLOUT_DOTS, GtkWidget)

GtkWidget *kin_rollout_dots_new         (void);
void       kin_rollout_dots_set_rollout (KinRolloutDots *self,
                                         KinRollout     *rollout);
void       kin_rollout_dots_set_counts  (KinRolloutDots *self,
                                         guint           n_ready,
                                         guint           n_starting,
                                         guint           n_failed,
                                         guint           n_old);

G_END_DECLS
