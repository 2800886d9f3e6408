/* kin-retry.c: how long a reflector waits before it tries again, by what has gone wrong and how often.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-retry.h"

#include "base/kin-backoff.h"
#include "base/kin-error.h"
#include "client/kin-status.h"

/* A connection that was cut or closed is opened again so soon, and so many times before the list is made anew. */
#define REOPEN_DELAY (1 * G_TIME_SPAN_SECOND)
#define MAX_REOPENS 10

/* A watch that ends sooner than this has told nothing about the server's health. */
#define SHORT_WATCH (1 * G_TIME_SPAN_SECOND)

/* What is forbidden or gone stays so for a while: asking every 30 s would only fill the server's audit log. */
#define SLOW_INITIAL (60 * G_TIME_SPAN_SECOND)
#define SLOW_CAP (5 * G_TIME_SPAN_MINUTE)

struct _KinRetry
{
  KinClock *clock;
  KinBackoff *backoff;
  gboolean unreachable;       /* by the last error */
  KinBackoff *slow_backoff;   /* while forbidden or gone */
  guint n_short_watches;      /* in a row */
  guint n_cuts;               /* in a row */
};

/* A server that could not be reached, and now answers, is well again: no need to wait as long as while it was away. */
static void
note_answer (KinRetry     *self,
             const GError *error)
{
  gboolean unreachable = error->domain == KIN_CONNECTION_ERROR;

  if (self->unreachable && !unreachable)
    kin_backoff_restart (self->backoff);
  self->unreachable = unreachable;
}

/**
 * kin_retry_new:
 * @clock: the time
 *
 * Makes one for a reflector for which nothing has gone wrong yet.
 *
 * Returns: (transfer full): the delays
 */
KinRetry *
kin_retry_new (KinClock *clock)
{
  KinRetry *self;

  g_return_val_if_fail (KIN_IS_CLOCK (clock), NULL);

  self = g_new0 (KinRetry, 1);
  self->clock = g_object_ref (clock);
  self->backoff = kin_backoff_new_reflector (clock);

  return self;
}

/**
 * kin_retry_free:
 * @self: (transfer full): the delays
 *
 * Frees them.
 */
void
kin_retry_free (KinRetry *self)
{
  g_return_if_fail (self != NULL);

  g_object_unref (self->clock);
  kin_backoff_free (self->backoff);
  g_clear_pointer (&self->slow_backoff, kin_backoff_free);
  g_free (self);
}

/**
 * kin_retry_set_seed:
 * @self: the delays
 * @seed: any number
 *
 * Makes their jitter repeatable, for tests.
 */
void
kin_retry_set_seed (KinRetry *self,
                    guint32   seed)
{
  g_return_if_fail (self != NULL);

  kin_backoff_set_seed (self->backoff, seed);
}

/**
 * kin_retry_after_error:
 * @self: the delays
 * @error: what went wrong
 *
 * Gets how long to wait after an error. A server that says how long is believed.
 *
 * Returns: microseconds
 */
gint64
kin_retry_after_error (KinRetry     *self,
                       const GError *error)
{
  gint64 asked;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (error != NULL, 0);

  asked = kin_error_get_retry_after (error) * G_TIME_SPAN_SECOND;
  note_answer (self, error);

  return asked > 0 ? asked : kin_backoff_step (self->backoff);
}

/**
 * kin_retry_after_refusal:
 * @self: the delays
 *
 * Gets how long to wait while the server forbids us, or no longer knows, what we ask for.
 *
 * Returns: microseconds
 */
gint64
kin_retry_after_refusal (KinRetry *self)
{
  g_return_val_if_fail (self != NULL, 0);

  if (self->slow_backoff == NULL)
    self->slow_backoff = kin_backoff_new (self->clock, SLOW_INITIAL, SLOW_CAP, 2.0, 0.1, G_MAXINT64);

  return kin_backoff_step (self->slow_backoff);
}

/**
 * kin_retry_after_cut:
 * @self: the delays
 *
 * Gets how long to wait before a connection that was cut is opened again.
 *
 * Returns: microseconds; -1 if that has been tried often enough
 */
gint64
kin_retry_after_cut (KinRetry *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_cuts++ < MAX_REOPENS ? REOPEN_DELAY : -1;
}

/**
 * kin_retry_after_watch:
 * @self: the delays
 * @lasted: how long the watch lasted, in microseconds
 *
 * Gets how long to wait after a watch that told something before the server ended it. One that ends soon after an
 * event may be chance; a server that does so each time gets one request a second.
 *
 * Returns: microseconds
 */
gint64
kin_retry_after_watch (KinRetry *self,
                       gint64    lasted)
{
  g_return_val_if_fail (self != NULL, 0);

  if (lasted >= SHORT_WATCH)
    self->n_short_watches = 0;
  else
    self->n_short_watches++;

  return self->n_short_watches > 1 ? SHORT_WATCH - lasted : 0;
}

/**
 * kin_retry_note_list:
 * @self: the delays
 *
 * Notes that the server has given a list.
 */
void
kin_retry_note_list (KinRetry *self)
{
  g_return_if_fail (self != NULL);

  self->n_cuts = 0;
}

/**
 * kin_retry_note_watch:
 * @self: the delays
 *
 * Notes that the server has opened a watch.
 */
void
kin_retry_note_watch (KinRetry *self)
{
  g_return_if_fail (self != NULL);

  self->n_cuts = 0;
  g_clear_pointer (&self->slow_backoff, kin_backoff_free);
}
