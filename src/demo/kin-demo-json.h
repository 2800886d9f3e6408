/* kin-demo-json.h: editing JSON: a thin layer over yyjson's mutable documents.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <yyjson.h>

#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

/**
 * KinDemoDraft:
 *
 * A document that is being edited. What is not here is done with yyjson_mut_… itself. A stored object that is
 * only read is read as a #KinJson.
 */
typedef yyjson_mut_doc KinDemoDraft;

KinDemoDraft   *kin_demo_draft_new         (void);
KinDemoDraft   *kin_demo_draft_parse       (const char      *text,
                                            gsize            length,
                                            GError         **error);
KinDemoDraft   *kin_demo_draft_read        (GBytes          *text);
KinDemoDraft   *kin_demo_draft_copy        (KinDemoDraft    *draft);
GBytes         *kin_demo_draft_write       (KinDemoDraft    *draft);
GBytes         *kin_demo_value_write       (yyjson_mut_val  *value);

yyjson_mut_val *kin_demo_get               (yyjson_mut_val  *object,
                                            ...) G_GNUC_NULL_TERMINATED;
const char     *kin_demo_get_string        (yyjson_mut_val  *object,
                                            ...) G_GNUC_NULL_TERMINATED;
gint64          kin_demo_get_integer       (yyjson_mut_val  *object,
                                            gint64           fallback,
                                            ...) G_GNUC_NULL_TERMINATED;
gboolean        kin_demo_get_boolean       (yyjson_mut_val  *object,
                                            gboolean         fallback,
                                            ...) G_GNUC_NULL_TERMINATED;

yyjson_mut_val *kin_demo_ensure_object     (KinDemoDraft    *draft,
                                            yyjson_mut_val  *object,
                                            ...) G_GNUC_NULL_TERMINATED;
yyjson_mut_val *kin_demo_ensure_array      (KinDemoDraft    *draft,
                                            yyjson_mut_val  *object,
                                            const char      *name);
void            kin_demo_set               (KinDemoDraft    *draft,
                                            yyjson_mut_val  *object,
                                            const char      *name,
                                            yyjson_mut_val  *value);
void            kin_demo_set_string        (KinDemoDraft    *draft,
                                            yyjson_mut_val  *object,
                                            const char      *name,
                                            const char      *value);
void            kin_demo_set_integer       (KinDemoDraft    *draft,
                                            yyjson_mut_val  *object,
                                            const char      *name,
                                            gint64           value);
void            kin_demo_set_boolean       (KinDemoDraft    *draft,
                                            yyjson_mut_val  *object,
                                            const char      *name,
                                            gboolean         value);
void            kin_demo_set_copy          (KinDemoDraft    *draft,
                                            yyjson_mut_val  *object,
                                            const char      *name,
                                            yyjson_mut_val  *value);
void            kin_demo_remove            (yyjson_mut_val  *object,
                                            const char      *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoDraft, yyjson_mut_doc_free)

G_END_DECLS
