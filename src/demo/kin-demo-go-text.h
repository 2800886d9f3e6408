/* kin-demo-go-text.h: values as Go's fmt writes them: kube-apiserver's messages have such.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"

G_BEGIN_DECLS

char *kin_demo_go_text_quote  (const char     *text,
                               gsize           length);
char *kin_demo_go_text_format (yyjson_mut_val *value);

G_END_DECLS
