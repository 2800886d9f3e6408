/* kin-watch-event.c: one line of a watch: an object that came, changed or went, a bookmark, or an error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-watch-event.h"

/**
 * kin_watch_event_new:
 * @type: what happened
 * @object: (transfer full) (nullable): the object
 *
 * Returns: (transfer full): an event with @object's version
 */
KinWatchEvent *
kin_watch_event_new (KinWatchEventType  type,
                     KinObject         *object)
{
  KinWatchEvent *self = g_new0 (KinWatchEvent, 1);

  self->type = type;
  self->object = object;
  if (object != NULL)
    self->resource_version = g_strdup (kin_object_get_resource_version (object));

  return self;
}

/**
 * kin_watch_event_new_error:
 * @error: (transfer full): what the server said, or what is wrong with it
 *
 * Returns: (transfer full): an event that ends a watch
 */
KinWatchEvent *
kin_watch_event_new_error (GError *error)
{
  KinWatchEvent *self;

  g_return_val_if_fail (error != NULL, NULL);

  self = kin_watch_event_new (KIN_WATCH_ERROR, NULL);
  self->error = error;

  return self;
}

/**
 * kin_watch_event_free:
 * @self: (transfer full): an event
 */
void
kin_watch_event_free (KinWatchEvent *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->object, kin_object_unref);
  g_free (self->resource_version);
  g_clear_error (&self->error);
  g_free (self);
}
