/* kin-rate-limiter.c: how long a key that failed has to wait: longer each time, and not too many keys a second.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "controller/kin-rate-limiter.h"

/* client-go's default controller rate limiter. */
#define BASE_DELAY (5 * G_TIME_SPAN_MILLISECOND)
#define MAX_DELAY (1000 * G_TIME_SPAN_SECOND)
#define TOKEN_INTERVAL (G_TIME_SPAN_SECOND / 10)
#define BURST 100

struct _KinRateLimiter
{
  KinClock *clock;
  GHashTable *failures;   /* key → GUINT_TO_POINTER (how often it failed) */
  gint64 full_at;         /* monotonic time at which the bucket has all its tokens again */
};

static gint64
next_failure_delay (KinRateLimiter *self,
                    const char     *key)
{
  guint n_failures = kin_rate_limiter_get_num_requeues (self, key);
  gint64 delay = BASE_DELAY;

  g_hash_table_insert (self->failures, g_strdup (key), GUINT_TO_POINTER (n_failures + 1));

  for (guint i = 0; i < n_failures && delay < MAX_DELAY; i++)
    delay *= 2;

  return MIN (delay, MAX_DELAY);
}

/* A token that is not there yet is taken all the same, and the taker waits for it. */
static gint64
take_token (KinRateLimiter *self)
{
  gint64 now = kin_clock_get_monotonic (self->clock);

  self->full_at = MAX (self->full_at, now) + TOKEN_INTERVAL;

  return MAX (self->full_at - now - BURST * TOKEN_INTERVAL, 0);
}

/**
 * kin_rate_limiter_new:
 * @clock: where the time is taken from
 *
 * Makes a limiter with the figures of client-go's controllers: 5 ms, doubled with each failure of the key up to
 * 1000 s; and a bucket of 100 tokens for all keys together, which gains ten a second.
 *
 * Returns: (transfer full): a limiter
 */
KinRateLimiter *
kin_rate_limiter_new (KinClock *clock)
{
  KinRateLimiter *self;

  g_return_val_if_fail (KIN_IS_CLOCK (clock), NULL);

  self = g_new0 (KinRateLimiter, 1);
  self->clock = g_object_ref (clock);
  self->failures = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return self;
}

/**
 * kin_rate_limiter_free:
 * @self: (transfer full): a limiter
 *
 * Frees the limiter.
 */
void
kin_rate_limiter_free (KinRateLimiter *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->failures);
  g_object_unref (self->clock);
  g_free (self);
}

/**
 * kin_rate_limiter_next:
 * @self: a limiter
 * @key: what failed
 *
 * Counts a failure of @key.
 *
 * Returns: how long @key has to wait from now, in microseconds
 */
gint64
kin_rate_limiter_next (KinRateLimiter *self,
                       const char     *key)
{
  gint64 own_delay;
  gint64 common_delay;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (key != NULL, 0);

  own_delay = next_failure_delay (self, key);
  common_delay = take_token (self);

  return MAX (own_delay, common_delay);
}

/**
 * kin_rate_limiter_get_num_requeues:
 * @self: a limiter
 * @key: a key
 *
 * Returns: how often @key has failed since it was last forgotten
 */
guint
kin_rate_limiter_get_num_requeues (KinRateLimiter *self,
                                   const char     *key)
{
  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (key != NULL, 0);

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->failures, key));
}

/**
 * kin_rate_limiter_forget:
 * @self: a limiter
 * @key: what succeeded, or what is given up
 *
 * Lets the next failure of @key be its first.
 */
void
kin_rate_limiter_forget (KinRateLimiter *self,
                         const char     *key)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (key != NULL);

  g_hash_table_remove (self->failures, key);
}
