/* kin-demo-history.c: the last changes of the store, in order: what a watch can be given that begins a little late.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-history.h"

struct _KinDemoHistory
{
  KinDemoEvent **ring;
  guint capacity;           /* of ring, a power of two or 0 */
  guint first;
  guint length;
  guint bound;
  guint64 oldest;           /* of all events after this version none is missing */
};

static void
drop_first (KinDemoHistory *self)
{
  KinDemoEvent *event = self->ring[self->first];

  self->oldest = event->version;
  self->first = (self->first + 1) & (self->capacity - 1);
  self->length--;
  kin_demo_event_free (event);
}

static void
grow (KinDemoHistory *self)
{
  guint capacity = MAX (2 * self->capacity, 64);
  KinDemoEvent **ring = g_new (KinDemoEvent *, capacity);

  for (guint i = 0; i < self->length; i++)
    ring[i] = self->ring[(self->first + i) & (self->capacity - 1)];

  g_free (self->ring);
  self->ring = ring;
  self->capacity = capacity;
  self->first = 0;
}

/**
 * kin_demo_history_new:
 * @version: the version of the store
 * @bound: how many events to keep at most
 *
 * Makes an empty history that begins at @version.
 *
 * Returns: (transfer full): a history
 */
KinDemoHistory *
kin_demo_history_new (guint64 version,
                      guint   bound)
{
  KinDemoHistory *self = g_new0 (KinDemoHistory, 1);

  self->oldest = version;
  self->bound = bound;

  return self;
}

/**
 * kin_demo_history_free:
 * @self: (transfer full): a history
 *
 * Frees a history.
 */
void
kin_demo_history_free (KinDemoHistory *self)
{
  g_return_if_fail (self != NULL);

  kin_demo_history_clear (self);
  g_free (self->ring);
  g_free (self);
}

/**
 * kin_demo_history_add:
 * @self: a history
 * @event: what happened; copied
 *
 * Adds the newest event, and drops the oldest ones that are too many.
 */
void
kin_demo_history_add (KinDemoHistory     *self,
                      const KinDemoEvent *event)
{
  g_return_if_fail (self != NULL && event != NULL);

  if (self->length == self->capacity)
    grow (self);

  self->ring[(self->first + self->length) & (self->capacity - 1)] = kin_demo_event_copy (event);
  self->length++;

  while (self->length > self->bound)
    drop_first (self);
}

/**
 * kin_demo_history_clear:
 * @self: a history
 *
 * Drops all events: the history begins after the last one.
 */
void
kin_demo_history_clear (KinDemoHistory *self)
{
  g_return_if_fail (self != NULL);

  while (self->length > 0)
    drop_first (self);
}

/**
 * kin_demo_history_set_bound:
 * @self: a history
 * @bound: how many events to keep at most
 *
 * Sets the bound and drops the oldest events that are too many.
 */
void
kin_demo_history_set_bound (KinDemoHistory *self,
                            guint           bound)
{
  g_return_if_fail (self != NULL);

  self->bound = bound;
  while (self->length > self->bound)
    drop_first (self);
}

/**
 * kin_demo_history_get_oldest:
 * @self: a history
 *
 * Gets where it begins.
 *
 * Returns: the version; all later events are there
 */
guint64
kin_demo_history_get_oldest (KinDemoHistory *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->oldest;
}

/**
 * kin_demo_history_get_length:
 * @self: a history
 *
 * Counts the events.
 *
 * Returns: how many there are
 */
guint
kin_demo_history_get_length (KinDemoHistory *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->length;
}

/**
 * kin_demo_history_get:
 * @self: a history
 * @i: a place; 0 is the oldest one
 *
 * Gets an event.
 *
 * Returns: (transfer none): the event
 */
const KinDemoEvent *
kin_demo_history_get (KinDemoHistory *self,
                      guint           i)
{
  g_return_val_if_fail (self != NULL && i < self->length, NULL);

  return self->ring[(self->first + i) & (self->capacity - 1)];
}

/**
 * kin_demo_history_find:
 * @self: a history
 * @since: a version
 *
 * Finds the first event after a version.
 *
 * Returns: its place, or the length if there is none
 */
guint
kin_demo_history_find (KinDemoHistory *self,
                       guint64         since)
{
  guint low = 0;
  guint high;

  g_return_val_if_fail (self != NULL, 0);

  high = self->length;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (kin_demo_history_get (self, middle)->version > since)
        high = middle;
      else
        low = middle + 1;
    }

  return low;
}
