/* kin-clock.h: the time, and timeouts; a test's clock is stepped by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define KIN_TYPE_CLOCK (kin_clock_get_type ())
G_DECLARE_FINAL_TYPE (KinClock, kin_clock, KIN, CLOCK, GObject)

KinClock *kin_clock_get_default   (void);
KinClock *kin_clock_new_stepped   (gint64           real_us);
gint64    kin_clock_get_monotonic (KinClock        *self);
gint64    kin_clock_get_real      (KinClock        *self);
guint     kin_clock_add_timeout   (KinClock        *self,
                                   gint64           delay_us,
                                   GSourceOnceFunc  func,
                                   gpointer         user_data);
void      kin_clock_remove        (KinClock        *self,
                                   guint            handle);
void      kin_clock_advance       (KinClock        *self,
                                   gint64           delta_us);
void      kin_clock_step_real     (KinClock        *self,
                                   gint64           delta_us);
gint64    kin_clock_get_next_due  (KinClock        *self);

G_END_DECLS
