/* kin-reflector-state.h: what a reflector is doing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * KinReflectorState:
 * @KIN_REFLECTOR_IDLE: it has never been started
 * @KIN_REFLECTOR_LISTING: it gets the list, or waits for the answer to the watch that follows
 * @KIN_REFLECTOR_STREAMING: it gets its first list as the beginning of a watch
 * @KIN_REFLECTOR_WATCHING: it is told changes as they come
 * @KIN_REFLECTOR_BACKING_OFF: something failed, and it tries again in a while
 * @KIN_REFLECTOR_FORBIDDEN: the server does not let us; it asks again now and then
 * @KIN_REFLECTOR_GONE: the server does not know the resource; it asks again now and then
 * @KIN_REFLECTOR_STOPPED: it has been stopped
 *
 * What a reflector is doing.
 */
typedef enum
{
  KIN_REFLECTOR_IDLE,
  KIN_REFLECTOR_LISTING,
  KIN_REFLECTOR_STREAMING,
  KIN_REFLECTOR_WATCHING,
  KIN_REFLECTOR_BACKING_OFF,
  KIN_REFLECTOR_FORBIDDEN,
  KIN_REFLECTOR_GONE,
  KIN_REFLECTOR_STOPPED,
} KinReflectorState;

#define KIN_TYPE_REFLECTOR_STATE (kin_reflector_state_get_type ())
GType       kin_reflector_state_get_type  (void);
const char *kin_reflector_state_to_string (KinReflectorState state);

G_END_DECLS
