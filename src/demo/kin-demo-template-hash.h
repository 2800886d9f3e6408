/* kin-demo-template-hash.h: tells pod templates apart.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-json.h"

G_BEGIN_DECLS

char *kin_demo_template_hash_dup (KinJsonValue *template);

G_END_DECLS
