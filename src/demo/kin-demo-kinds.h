/* kin-demo-kinds.h: all resources that the demo cluster serves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-kind.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_KINDS (kin_demo_kinds_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoKinds, kin_demo_kinds, KIN, DEMO_KINDS, GObject)

KinDemoKinds *kin_demo_kinds_new           (KinDemoSchema  *schema);
KinDemoKind  *kin_demo_kinds_find          (KinDemoKinds   *self,
                                            const char     *group,
                                            const char     *version,
                                            const char     *plural);
KinDemoKind  *kin_demo_kinds_find_kind     (KinDemoKinds   *self,
                                            const char     *group,
                                            const char     *version,
                                            const char     *kind);
GPtrArray    *kin_demo_kinds_list          (KinDemoKinds   *self);
gboolean      kin_demo_kinds_add_custom    (KinDemoKinds   *self,
                                            KinJsonValue   *crd,
                                            GError        **error);
void          kin_demo_kinds_remove_custom (KinDemoKinds   *self,
                                            const char     *crd_name);

G_END_DECLS
