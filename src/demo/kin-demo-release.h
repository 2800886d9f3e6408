/* kin-demo-release.h: another version of what a Deployment runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"

G_BEGIN_DECLS

char *kin_demo_release_dup_earlier_tag (const char     *tag,
                                        GRand          *random);
char *kin_demo_release_dup_later_tag   (const char     *tag,
                                        GRand          *random);
char *kin_demo_release_dup_tag         (yyjson_mut_val *deployment);
void  kin_demo_release_set_tag         (KinDemoDraft   *draft,
                                        const char     *tag);
void  kin_demo_release_set_cause       (KinDemoDraft   *draft,
                                        const char     *cause);
char *kin_demo_release_dup_cause       (const char     *manager,
                                        const char     *name,
                                        const char     *tag);

G_END_DECLS
