/* kin-demo-refusals.h: what is wrong with the options of a request, said in one error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

typedef struct _KinDemoRefusals KinDemoRefusals;

KinDemoRefusals *kin_demo_refusals_new             (const char       *options_kind);
void             kin_demo_refusals_free            (KinDemoRefusals  *self);
void             kin_demo_refusals_add_forbidden   (KinDemoRefusals  *self,
                                                    const char       *field,
                                                    const char       *message);
void             kin_demo_refusals_add_required    (KinDemoRefusals  *self,
                                                    const char       *field,
                                                    const char       *message);
void             kin_demo_refusals_add_unsupported (KinDemoRefusals  *self,
                                                    const char       *field,
                                                    const char       *value,
                                                    const char       *supported);
gboolean         kin_demo_refusals_end             (KinDemoRefusals  *self,
                                                    GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoRefusals, kin_demo_refusals_free)

G_END_DECLS
