/* kin-initial-events.c: a list that comes as the first events of a watch, until the server says that it is whole.
 *
 * The server goes on telling what changes while it sends what there is, so that an object may come, change and go
 * before the mark: what is kept is the last that was said of it. Nobody else sees any of it until then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-initial-events.h"

/* A server, or a proxy before it, may send all objects and never the mark: no event for so long, or no end after so
 * long, and nobody should wait any more. A person looks at an empty window meanwhile; that a server was only slow is
 * the lesser harm. */
#define MAX_SILENCE (5 * G_TIME_SPAN_SECOND)
#define MAX_DURATION (3 * G_TIME_SPAN_MINUTE)

struct _KinInitialEvents
{
  KinClock *clock;
  GSourceOnceFunc overdue;
  gpointer user_data;
  gint64 end;           /* monotonic: not later than that */
  guint handle;
  GPtrArray *objects;   /* as they came; NULL where one has gone again */
  GHashTable *places;   /* key, the object's own → its place */
};

static void
clear_object (gpointer object)
{
  g_clear_pointer ((KinObject **) &object, kin_object_unref);
}

static void
disarm (KinInitialEvents *self)
{
  if (self->handle > 0)
    kin_clock_remove (self->clock, self->handle);
  self->handle = 0;
}

static void
overdue_cb (gpointer user_data)
{
  KinInitialEvents *self = user_data;

  self->handle = 0;
  self->overdue (self->user_data);
}

static void
arm (KinInitialEvents *self)
{
  gint64 left = self->end - kin_clock_get_monotonic (self->clock);

  disarm (self);
  self->handle = kin_clock_add_timeout (self->clock, CLAMP (left, 0, MAX_SILENCE), overdue_cb, self);
}

static void
put (KinInitialEvents *self,
     KinObject        *object)
{
  const char *key = kin_object_get_key (object);
  gpointer place;

  if (!g_hash_table_lookup_extended (self->places, key, NULL, &place))
    {
      place = GUINT_TO_POINTER (self->objects->len);
      g_ptr_array_add (self->objects, NULL);
    }

  /* The new object's key first: the old one's goes with it. */
  g_hash_table_replace (self->places, (gpointer) key, place);
  clear_object (self->objects->pdata[GPOINTER_TO_UINT (place)]);
  self->objects->pdata[GPOINTER_TO_UINT (place)] = kin_object_ref (object);
}

static void
drop (KinInitialEvents *self,
      KinObject        *object)
{
  gpointer place;

  if (!g_hash_table_steal_extended (self->places, kin_object_get_key (object), NULL, &place))
    return;

  clear_object (g_steal_pointer (&self->objects->pdata[GPOINTER_TO_UINT (place)]));
}

/**
 * kin_initial_events_new:
 * @clock: the time
 * @overdue: called once if the end of the list does not come in time; may free the list
 * @user_data: for @overdue
 *
 * Makes an empty list, of which the first event should come soon.
 *
 * Returns: (transfer full): the list
 */
KinInitialEvents *
kin_initial_events_new (KinClock        *clock,
                        GSourceOnceFunc  overdue,
                        gpointer         user_data)
{
  KinInitialEvents *self;

  g_return_val_if_fail (KIN_IS_CLOCK (clock), NULL);
  g_return_val_if_fail (overdue != NULL, NULL);

  self = g_new0 (KinInitialEvents, 1);
  self->clock = g_object_ref (clock);
  self->overdue = overdue;
  self->user_data = user_data;
  self->end = kin_clock_get_monotonic (clock) + MAX_DURATION;
  self->objects = g_ptr_array_new_with_free_func (clear_object);
  self->places = g_hash_table_new (g_str_hash, g_str_equal);
  arm (self);

  return self;
}

/**
 * kin_initial_events_free:
 * @self: (transfer full): a list
 *
 * Frees a list and what it holds.
 */
void
kin_initial_events_free (KinInitialEvents *self)
{
  g_return_if_fail (self != NULL);

  disarm (self);
  g_object_unref (self->clock);
  g_hash_table_unref (self->places);
  g_ptr_array_unref (self->objects);
  g_free (self);
}

/**
 * kin_initial_events_take:
 * @self: a list
 * @event: what came; no error
 *
 * Takes an event into the list. A bookmark ends it only if it says so (Kubernetes Enhancement Proposal 3157).
 *
 * Returns: %TRUE if the list is whole now
 */
gboolean
kin_initial_events_take (KinInitialEvents    *self,
                         const KinWatchEvent *event)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (event != NULL && event->type != KIN_WATCH_ERROR, FALSE);

  if (event->type == KIN_WATCH_BOOKMARK && event->initial_events_end)
    {
      disarm (self);
      return TRUE;
    }

  if (event->type == KIN_WATCH_DELETED && event->object != NULL)
    drop (self, event->object);
  else if (event->object != NULL)
    put (self, event->object);

  arm (self);

  return FALSE;
}

/**
 * kin_initial_events_get_n_objects:
 * @self: a list
 *
 * Gets how many objects have come so far.
 *
 * Returns: the number
 */
guint
kin_initial_events_get_n_objects (KinInitialEvents *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return g_hash_table_size (self->places);
}

/**
 * kin_initial_events_steal_objects:
 * @self: a list
 *
 * Takes the objects out of the list.
 *
 * Returns: (transfer full) (element-type KinObject): the objects, as they came
 */
GPtrArray *
kin_initial_events_steal_objects (KinInitialEvents *self)
{
  GPtrArray *objects;

  g_return_val_if_fail (self != NULL, NULL);

  objects = g_ptr_array_new_full (g_hash_table_size (self->places), (GDestroyNotify) kin_object_unref);
  for (guint i = 0; i < self->objects->len; i++)
    if (self->objects->pdata[i] != NULL)
      g_ptr_array_add (objects, g_steal_pointer (&self->objects->pdata[i]));

  g_hash_table_remove_all (self->places);
  g_ptr_array_set_size (self->objects, 0);

  return objects;
}
