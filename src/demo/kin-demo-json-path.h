/* kin-demo-json-path.h: the JSONPath of a custom resource's columns.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-json.h"

G_BEGIN_DECLS

KinJsonValue *kin_demo_json_path_find (const char   *path,
                                       KinJsonValue *root);

G_END_DECLS
