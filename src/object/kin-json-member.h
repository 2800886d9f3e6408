/* kin-json-member.h: finds a member in the text of a JSON object without parsing it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

gboolean kin_json_member_find   (const char  *json,
                                 gsize        length,
                                 const char  *name,
                                 const char **value,
                                 gsize       *value_length);
gboolean kin_json_member_guess  (const char  *json,
                                 gsize        length,
                                 const char  *name,
                                 const char **value,
                                 gsize       *value_length);
gboolean kin_json_member_equals (const char  *json,
                                 gsize        length,
                                 const char  *name,
                                 const char  *text);

G_END_DECLS
