/* kin-demo-object.h: one stored version of an object: its text, and what lists and controllers look up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"
#include "demo/kin-demo-kind.h"

G_BEGIN_DECLS

KinDemoObject      *kin_demo_object_new           (KinDemoKind   *kind,
                                                   KinDemoDraft  *draft);
KinDemoObject      *kin_demo_object_ref           (KinDemoObject *self);
void                kin_demo_object_unref         (KinDemoObject *self);
KinDemoKind        *kin_demo_object_get_kind      (KinDemoObject *self);
const char         *kin_demo_object_get_key       (KinDemoObject *self);
const char         *kin_demo_object_get_namespace (KinDemoObject *self);
const char         *kin_demo_object_get_name      (KinDemoObject *self);
const char         *kin_demo_object_get_uid       (KinDemoObject *self);
const char         *kin_demo_object_get_owner_uid (KinDemoObject *self);
guint64             kin_demo_object_get_version   (KinDemoObject *self);
gboolean            kin_demo_object_is_deleting   (KinDemoObject *self);
const char * const *kin_demo_object_get_labels    (KinDemoObject *self);
GBytes             *kin_demo_object_get_text      (KinDemoObject *self);
KinJson            *kin_demo_object_parse         (KinDemoObject *self);
KinDemoDraft       *kin_demo_object_edit          (KinDemoObject *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoObject, kin_demo_object_unref)

G_END_DECLS
