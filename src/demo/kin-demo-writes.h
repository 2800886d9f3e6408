/* kin-demo-writes.h: the requests that write.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-registry.h"
#include "demo/kin-demo-response.h"
#include "demo/kin-demo-route.h"

G_BEGIN_DECLS

gboolean kin_demo_writes_create            (KinDemoWorld          *world,
                                            const KinDemoRequest  *request,
                                            const KinDemoRoute    *route,
                                            KinDemoKind           *kind,
                                            KinDemoResponse       *response,
                                            GError               **error);
gboolean kin_demo_writes_update            (KinDemoWorld          *world,
                                            const KinDemoRequest  *request,
                                            const KinDemoRoute    *route,
                                            KinDemoKind           *kind,
                                            KinDemoResponse       *response,
                                            GError               **error);
gboolean kin_demo_writes_patch             (KinDemoWorld          *world,
                                            const KinDemoRequest  *request,
                                            const KinDemoRoute    *route,
                                            KinDemoKind           *kind,
                                            KinDemoResponse       *response,
                                            GError               **error);
gboolean kin_demo_writes_delete            (KinDemoWorld          *world,
                                            const KinDemoRequest  *request,
                                            const KinDemoRoute    *route,
                                            KinDemoKind           *kind,
                                            KinDemoResponse       *response,
                                            GError               **error);
gboolean kin_demo_writes_delete_collection (KinDemoWorld          *world,
                                            const KinDemoRequest  *request,
                                            const KinDemoRoute    *route,
                                            KinDemoKind           *kind,
                                            KinDemoResponse       *response,
                                            GError               **error);

G_END_DECLS
