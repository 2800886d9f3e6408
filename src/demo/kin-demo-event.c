/* kin-demo-event.c: one change of the store.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-event.h"

/**
 * kin_demo_event_copy:
 * @event: an event
 *
 * Copies an event; the objects are shared.
 *
 * Returns: (transfer full): an event
 */
KinDemoEvent *
kin_demo_event_copy (const KinDemoEvent *event)
{
  KinDemoEvent *copy;

  g_return_val_if_fail (event != NULL, NULL);

  copy = g_new (KinDemoEvent, 1);
  *copy = *event;
  kin_demo_object_ref (copy->object);
  if (copy->previous != NULL)
    kin_demo_object_ref (copy->previous);

  return copy;
}

/**
 * kin_demo_event_free:
 * @event: (transfer full): an event
 *
 * Frees a copy.
 */
void
kin_demo_event_free (KinDemoEvent *event)
{
  g_return_if_fail (event != NULL);

  kin_demo_object_unref (event->object);
  g_clear_pointer (&event->previous, kin_demo_object_unref);
  g_free (event);
}
