/* kin-backoff.c: how long to wait before the next try: longer each time, never quite the same, up to a cap.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "base/kin-backoff.h"

struct _KinBackoff
{
  KinClock *clock;
  GRand *random;

  gint64 initial;
  gint64 cap;
  double factor;
  double jitter;
  gint64 reset;

  gint64 next;          /* the next wait, before jitter */
  gint64 last_start;    /* when the ladder was last begun */
};

/* As client-go has it, the ladder starts anew when this long has passed since it was last begun: a source that
 * fails for ever is asked a little more often every two minutes, and one that failed long ago starts low. */
static void
restart_when_old (KinBackoff *self)
{
  gint64 now = kin_clock_get_monotonic (self->clock);

  if (self->reset <= 0 || now - self->last_start <= self->reset)
    return;

  self->next = self->initial;
  self->last_start = now;
}

static gint64
grow (KinBackoff *self,
      gint64      wait)
{
  double grown = (double) wait * self->factor;

  return grown >= (double) self->cap ? self->cap : (gint64) grown;
}

/**
 * kin_backoff_new:
 * @clock: where the time is taken from
 * @initial_us: the first wait, in microseconds
 * @cap_us: no wait is longer, before jitter
 * @factor: what each wait is multiplied by for the next
 * @jitter: a random part of this share of the wait is added to it; 1.0 means up to twice as long
 * @reset_us: start anew when this long has passed since the last start; 0 = never
 *
 * Makes a ladder of waits.
 *
 * Returns: (transfer full): a backoff
 */
KinBackoff *
kin_backoff_new (KinClock *clock,
                 gint64    initial_us,
                 gint64    cap_us,
                 double    factor,
                 double    jitter,
                 gint64    reset_us)
{
  KinBackoff *self;

  g_return_val_if_fail (KIN_IS_CLOCK (clock), NULL);
  g_return_val_if_fail (initial_us > 0 && cap_us >= initial_us, NULL);
  g_return_val_if_fail (factor >= 1.0 && jitter >= 0.0, NULL);

  self = g_new0 (KinBackoff, 1);
  self->clock = g_object_ref (clock);
  self->random = g_rand_new ();
  self->initial = initial_us;
  self->cap = cap_us;
  self->factor = factor;
  self->jitter = jitter;
  self->reset = reset_us;
  self->next = initial_us;
  self->last_start = kin_clock_get_monotonic (clock);

  return self;
}

/**
 * kin_backoff_new_reflector:
 * @clock: where the time is taken from
 *
 * Makes a backoff with the figures of client-go's reflector: 800 ms, doubled up to 30 s, each up to twice as
 * long by jitter, from the start again after two minutes.
 *
 * Returns: (transfer full): a backoff
 */
KinBackoff *
kin_backoff_new_reflector (KinClock *clock)
{
  return kin_backoff_new (clock, 800 * G_TIME_SPAN_MILLISECOND, 30 * G_TIME_SPAN_SECOND, 2.0, 1.0, 2 * G_TIME_SPAN_MINUTE);
}

/**
 * kin_backoff_free:
 * @self: (transfer full): a backoff
 *
 * Frees the backoff.
 */
void
kin_backoff_free (KinBackoff *self)
{
  g_return_if_fail (self != NULL);

  g_clear_object (&self->clock);
  g_clear_pointer (&self->random, g_rand_free);
  g_free (self);
}

/**
 * kin_backoff_set_seed:
 * @self: a backoff
 * @seed: any number
 *
 * Makes the jitter repeatable, for tests.
 */
void
kin_backoff_set_seed (KinBackoff *self,
                      guint32     seed)
{
  g_return_if_fail (self != NULL);

  g_rand_set_seed (self->random, seed);
}

/**
 * kin_backoff_step:
 * @self: a backoff
 *
 * Takes the next step of the ladder.
 *
 * Returns: how long to wait now, in microseconds
 */
gint64
kin_backoff_step (KinBackoff *self)
{
  gint64 wait;

  g_return_val_if_fail (self != NULL, 0);

  restart_when_old (self);
  wait = self->next;
  self->next = grow (self, wait);

  return wait + (gint64) (g_rand_double (self->random) * self->jitter * (double) wait);
}

/**
 * kin_backoff_restart:
 * @self: a backoff
 *
 * Begins anew: what it waited for longer and longer is over.
 */
void
kin_backoff_restart (KinBackoff *self)
{
  g_return_if_fail (self != NULL);

  self->next = self->initial;
  self->last_start = kin_clock_get_monotonic (self->clock);
}
