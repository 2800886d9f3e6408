/* kin-demo-complaints.h: what is wrong with an object, field by field, in the API server's words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"

G_BEGIN_DECLS

typedef struct _KinDemoComplaints KinDemoComplaints;

KinDemoComplaints *kin_demo_complaints_new         (void);
void               kin_demo_complaints_free        (KinDemoComplaints  *self);

gsize              kin_demo_complaints_enter       (KinDemoComplaints  *self,
                                                    const char         *name);
gsize              kin_demo_complaints_enter_item  (KinDemoComplaints  *self,
                                                    gsize               i);
gsize              kin_demo_complaints_enter_key   (KinDemoComplaints  *self,
                                                    const char         *key);
void               kin_demo_complaints_leave       (KinDemoComplaints  *self,
                                                    gsize               mark);

void               kin_demo_complain               (KinDemoComplaints  *self,
                                                    const char         *reason,
                                                    const char         *name,
                                                    const char         *format,
                                                    ...) G_GNUC_PRINTF (4, 5);
void               kin_demo_complain_required      (KinDemoComplaints  *self,
                                                    const char         *name,
                                                    const char         *why);
void               kin_demo_complain_invalid       (KinDemoComplaints  *self,
                                                    const char         *name,
                                                    yyjson_mut_val     *value,
                                                    const char         *format,
                                                    ...) G_GNUC_PRINTF (4, 5);
void               kin_demo_complain_invalid_text  (KinDemoComplaints  *self,
                                                    const char         *name,
                                                    const char         *text,
                                                    const char         *format,
                                                    ...) G_GNUC_PRINTF (4, 5);
void               kin_demo_complain_unsupported   (KinDemoComplaints  *self,
                                                    const char         *name,
                                                    yyjson_mut_val     *value,
                                                    const char * const *choices);
void               kin_demo_complain_duplicate     (KinDemoComplaints  *self,
                                                    const char         *name,
                                                    const char         *text);
void               kin_demo_complain_forbidden     (KinDemoComplaints  *self,
                                                    const char         *name,
                                                    const char         *why);

gboolean           kin_demo_complaints_settle      (KinDemoComplaints  *self,
                                                    const char         *group,
                                                    const char         *kind,
                                                    const char         *name,
                                                    GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoComplaints, kin_demo_complaints_free)

G_END_DECLS
