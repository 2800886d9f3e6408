/* kin-slice.h: a piece of time on the main loop, after which others have their turn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-clock.h"

G_BEGIN_DECLS

typedef struct
{
  KinClock *clock;
  gint64    deadline;
} KinSlice;

static inline KinSlice
kin_slice_begin (KinClock *clock,
                 gint64    budget_us)
{
  return (KinSlice) { clock, kin_clock_get_monotonic (clock) + budget_us };
}

static inline gboolean
kin_slice_is_over (const KinSlice *self)
{
  return kin_clock_get_monotonic (self->clock) >= self->deadline;
}

G_END_DECLS
