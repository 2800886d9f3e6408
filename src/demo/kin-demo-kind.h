/* kin-demo-kind.h: one resource that the demo cluster serves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"
#include "object/kin-json.h"
#include "object/kin-resource.h"

G_BEGIN_DECLS

/**
 * KinDemoKindFlags:
 * @KIN_DEMO_KIND_STATUS: it has a status subresource
 * @KIN_DEMO_KIND_SCALE: it has a scale subresource
 * @KIN_DEMO_KIND_CUSTOM: a CustomResourceDefinition made it
 *
 * What else a resource offers.
 */
typedef enum
{
  KIN_DEMO_KIND_STATUS = 1 << 0,
  KIN_DEMO_KIND_SCALE = 1 << 1,
  KIN_DEMO_KIND_CUSTOM = 1 << 2,
} KinDemoKindFlags;

KinDemoKind       *kin_demo_kind_new          (KinResource       *resource,
                                               KinDemoKindFlags   flags,
                                               const KinDemoType *type,
                                               KinJson           *crd);
KinDemoKind       *kin_demo_kind_ref          (KinDemoKind       *self);
void               kin_demo_kind_unref        (KinDemoKind       *self);
KinResource       *kin_demo_kind_get_resource (KinDemoKind       *self);
const char        *kin_demo_kind_get_id       (KinDemoKind       *self);
KinDemoKindFlags   kin_demo_kind_get_flags    (KinDemoKind       *self);
const KinDemoType *kin_demo_kind_get_type_    (KinDemoKind       *self);
KinKind           *kin_demo_kind_get_columns  (KinDemoKind       *self);
KinJsonValue      *kin_demo_kind_get_crd      (KinDemoKind       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoKind, kin_demo_kind_unref)

G_END_DECLS
