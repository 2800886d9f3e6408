/* kin-demo-review.h: questions about who one is and what one may do.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-request.h"
#include "demo/kin-demo-route.h"

G_BEGIN_DECLS

gboolean  kin_demo_review_is_asked (const KinDemoRoute    *route);
GBytes   *kin_demo_review_answer   (const KinDemoRequest  *request,
                                    const KinDemoRoute    *route,
                                    GError               **error);

G_END_DECLS
