/* kin-demo-continue.h: where the next page of a list begins.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

/* Instead of a version: the list goes on with what there is now, whatever has changed since its first page. */
#define KIN_DEMO_CONTINUE_NOW (-1)

char *kin_demo_continue_encode (gint64       version,
                                const char  *namespace_,
                                const char  *key);
char *kin_demo_continue_decode (const char  *token,
                                const char  *namespace_,
                                gint64      *version,
                                GError     **error);

G_END_DECLS
