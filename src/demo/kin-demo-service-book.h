/* kin-demo-service-book.h: which labels services select.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-object.h"

G_BEGIN_DECLS

KinDemoKind *kin_demo_service_book_get_kind (KinDemoWorld       *world);
gboolean     kin_demo_service_book_selects  (KinDemoWorld       *world,
                                             KinDemoObject      *service,
                                             const char * const *labels);
void         kin_demo_service_book_forget   (KinDemoWorld       *world,
                                             KinDemoObject      *service);

G_END_DECLS
