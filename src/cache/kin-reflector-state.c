/* kin-reflector-state.c: what a reflector is doing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-reflector-state.h"

G_DEFINE_ENUM_TYPE (KinReflectorState, kin_reflector_state,
                    G_DEFINE_ENUM_VALUE (KIN_REFLECTOR_IDLE, "idle"),
                    G_DEFINE_ENUM_VALUE (KIN_REFLECTOR_LISTING, "listing"),
                    G_DEFINE_ENUM_VALUE (KIN_REFLECTOR_STREAMING, "streaming"),
                    G_DEFINE_ENUM_VALUE (KIN_REFLECTOR_WATCHING, "watching"),
                    G_DEFINE_ENUM_VALUE (KIN_REFLECTOR_BACKING_OFF, "backing-off"),
                    G_DEFINE_ENUM_VALUE (KIN_REFLECTOR_FORBIDDEN, "forbidden"),
                    G_DEFINE_ENUM_VALUE (KIN_REFLECTOR_GONE, "gone"),
                    G_DEFINE_ENUM_VALUE (KIN_REFLECTOR_STOPPED, "stopped"))

/**
 * kin_reflector_state_to_string:
 * @state: a state
 *
 * Gets the state's name for programs and tests: it is not translated.
 *
 * Returns: such as "watching"
 */
const char *
kin_reflector_state_to_string (KinReflectorState state)
{
  g_autoptr(GEnumClass) klass = g_type_class_ref (KIN_TYPE_REFLECTOR_STATE);
  GEnumValue *value = g_enum_get_value (klass, state);

  g_return_val_if_fail (value != NULL, NULL);

  return value->value_nick;
}
