/* kin-position.c: where in the server's history a reflector stands, and from where it may go on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-position.h"

#define PAGE_SIZE 500

static gboolean
is_real (const char *version)
{
  return version != NULL && *version != '\0' && !g_str_equal (version, "0");
}

/**
 * kin_position_clear:
 * @self: a position
 *
 * Frees what the position holds.
 */
void
kin_position_clear (KinPosition *self)
{
  g_clear_pointer (&self->version, g_free);
}

/**
 * kin_position_get_list_version:
 * @self: a position
 *
 * Gets the version to list at: "0" is any state that the server's cache has, good enough to begin with; "" is the
 * newest one; any other is a state not older than that.
 *
 * Returns: the version
 */
const char *
kin_position_get_list_version (const KinPosition *self)
{
  if (self->is_lost)
    return "";

  return self->version != NULL ? self->version : "0";
}

/**
 * kin_position_get_page_size:
 * @self: a position
 *
 * Gets the limit for the next list. Where the watch cache can answer, a limit would make the server go to etcd.
 *
 * Returns: how many objects to a page, or 0 for all
 */
guint
kin_position_get_page_size (const KinPosition *self)
{
  return self->is_paginated || !is_real (kin_position_get_list_version (self)) ? PAGE_SIZE : 0;
}

/**
 * kin_position_take_list:
 * @self: a position
 * @asked: the version that was asked for
 * @paginated: whether the list came in pages
 * @version: (nullable): the list's version
 *
 * Takes the position of a list. A server that pages even a list at version "0" has no watch cache.
 */
void
kin_position_take_list (KinPosition *self,
                        const char  *asked,
                        gboolean     paginated,
                        const char  *version)
{
  self->is_lost = FALSE;
  if (paginated && g_str_equal (asked, "0"))
    self->is_paginated = TRUE;

  g_set_str (&self->version, version != NULL ? version : "");
}

/**
 * kin_position_can_resume:
 * @self: a position
 *
 * Tells whether a watch can go on from here.
 *
 * Returns: %FALSE if the server has not told a version yet
 */
gboolean
kin_position_can_resume (const KinPosition *self)
{
  return is_real (self->version);
}

/**
 * kin_position_begin_watch:
 * @self: a position
 *
 * Notes that a watch begins here.
 */
void
kin_position_begin_watch (KinPosition *self)
{
  self->is_ordered = is_real (self->version);
}

/**
 * kin_position_take_event:
 * @self: a position
 * @event: an object's change, or a bookmark
 *
 * Goes on to an event. What a watch from nowhere tells of the objects that there are comes in no order: one can't go
 * on from there, until something has happened to one of them.
 */
void
kin_position_take_event (KinPosition         *self,
                         const KinWatchEvent *event)
{
  if (event->type != KIN_WATCH_ADDED)
    self->is_ordered = TRUE;

  if (self->is_ordered && event->resource_version != NULL && *event->resource_version != '\0')
    g_set_str (&self->version, event->resource_version);
}
