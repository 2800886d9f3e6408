/* kin-watch-event.h: one line of a watch.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-object.h"

G_BEGIN_DECLS

typedef enum
{
  KIN_WATCH_ADDED,
  KIN_WATCH_MODIFIED,
  KIN_WATCH_DELETED,
  KIN_WATCH_BOOKMARK,
  KIN_WATCH_ERROR,
} KinWatchEventType;

/**
 * KinWatchEvent:
 * @type: what happened
 * @object: (nullable): the object; %NULL where the event had none, or one of another kind
 * @resource_version: (nullable): the object's or the bookmark's version; "" where an object of another kind has none
 * @initial_events_end: whether a bookmark ends the initial events of a streamed list
 * @n_bytes: how long its text was, uncompressed
 * @error: (nullable): of %KIN_WATCH_ERROR: a #KinApiError with the server's status, or a #KinParseError
 */
struct _KinWatchEvent
{
  KinWatchEventType type;
  KinObject *object;
  char *resource_version;
  gboolean initial_events_end;
  gsize n_bytes;
  GError *error;
};

KinWatchEvent *kin_watch_event_new       (KinWatchEventType  type,
                                          KinObject         *object);
KinWatchEvent *kin_watch_event_new_error (GError            *error);
void           kin_watch_event_free      (KinWatchEvent     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinWatchEvent, kin_watch_event_free)

G_END_DECLS
