/* kin-gap-clock.c: until when everything that happened to an informer's objects was seen.
 *
 * When a handler is told of a gap the informer has new data already, so that it is too late to ask it how old the
 * data were before.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-gap-clock.h"

struct _KinGapClock
{
  KinSharedInformer *informer;
  KinClock *clock;

  gint64 last_told;       /* real µs: when the last change was told */
  gint64 last_live;       /* real µs: the last data before the watch was last lost */
  gboolean is_watching;
};

static void
state_changed_cb (KinGapClock *self)
{
  gboolean was_watching = self->is_watching;

  self->is_watching = kin_shared_informer_get_state (self->informer) == KIN_REFLECTOR_WATCHING;

  if (was_watching && !self->is_watching)
    self->last_live = kin_reflector_get_last_data_time (kin_shared_informer_get_reflector (self->informer));
}

/**
 * kin_gap_clock_new:
 * @informer: whose watch to follow
 *
 * Begins to follow the informer's state; what was before now counts as seen.
 *
 * Returns: (transfer full): a gap clock
 */
KinGapClock *
kin_gap_clock_new (KinSharedInformer *informer)
{
  KinGapClock *self;

  g_return_val_if_fail (KIN_IS_SHARED_INFORMER (informer), NULL);

  self = g_new0 (KinGapClock, 1);
  self->informer = g_object_ref (informer);
  self->clock = g_object_ref (kin_shared_informer_get_clock (informer));
  self->last_live = kin_clock_get_real (self->clock);

  g_signal_connect_swapped (informer, "notify::state", G_CALLBACK (state_changed_cb), self);
  state_changed_cb (self);

  return self;
}

/**
 * kin_gap_clock_free:
 * @self: (transfer full): a gap clock
 *
 * Ends it.
 */
void
kin_gap_clock_free (KinGapClock *self)
{
  g_return_if_fail (self != NULL);

  g_signal_handlers_disconnect_by_data (self->informer, self);
  g_object_unref (self->informer);
  g_object_unref (self->clock);
  g_free (self);
}

/**
 * kin_gap_clock_tick:
 * @self: a gap clock
 *
 * To be called for each change that the informer tells.
 *
 * Returns: the time of the change, in microseconds since the epoch
 */
gint64
kin_gap_clock_tick (KinGapClock *self)
{
  g_return_val_if_fail (self != NULL, 0);

  self->last_told = kin_clock_get_real (self->clock);

  return self->last_told;
}

/**
 * kin_gap_clock_make_gap:
 * @self: a gap clock
 *
 * To be called when the informer tells of a gap.
 *
 * Returns: (transfer full): the mark of the time in which changes may have been missed
 */
KinChange *
kin_gap_clock_make_gap (KinGapClock *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return kin_change_new_gap (MAX (self->last_told, self->last_live), kin_clock_get_real (self->clock));
}
