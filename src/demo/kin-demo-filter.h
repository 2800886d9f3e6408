/* kin-demo-filter.h: the selectors of a list or a watch.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-object.h"

G_BEGIN_DECLS

KinDemoFilter *kin_demo_filter_new     (KinDemoKind    *kind,
                                        const char     *label_selector,
                                        const char     *field_selector,
                                        GError        **error);
void           kin_demo_filter_free    (KinDemoFilter  *self);
gboolean       kin_demo_filter_matches (KinDemoFilter  *self,
                                        KinDemoObject  *object);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoFilter, kin_demo_filter_free)

G_END_DECLS
