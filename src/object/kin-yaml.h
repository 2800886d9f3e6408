/* kin-yaml.h: YAML for people, and YAML from files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-json.h"

G_BEGIN_DECLS

char    *kin_yaml_from_json (KinJsonValue  *value);
KinJson *kin_yaml_parse     (const char    *text,
                             gsize          length,
                             GError       **error);

G_END_DECLS
