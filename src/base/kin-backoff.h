/* kin-backoff.h: how long to wait before the next try.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-clock.h"
#include "base/kin-types.h"

G_BEGIN_DECLS

KinBackoff *kin_backoff_new           (KinClock   *clock,
                                       gint64      initial_us,
                                       gint64      cap_us,
                                       double      factor,
                                       double      jitter,
                                       gint64      reset_us);
KinBackoff *kin_backoff_new_reflector (KinClock   *clock);
void        kin_backoff_free          (KinBackoff *self);
void        kin_backoff_set_seed      (KinBackoff *self,
                                       guint32     seed);
gint64      kin_backoff_step          (KinBackoff *self);
void        kin_backoff_restart       (KinBackoff *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinBackoff, kin_backoff_free)

G_END_DECLS
