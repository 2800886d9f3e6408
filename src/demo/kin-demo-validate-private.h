/* kin-demo-validate-private.h: what the parts of validation share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-complaints.h"
#include "demo/kin-demo-type.h"

G_BEGIN_DECLS

/* What no schema says of a kind: fields that depend on others. Of an update, also what may not change. */
typedef void (*KinDemoValidator) (KinDemoComplaints *complaints,
                                  yyjson_mut_val    *object,
                                  yyjson_mut_val    *old);

void             kin_demo_type_validate             (const KinDemoType *type,
                                                     yyjson_mut_val    *object,
                                                     KinDemoComplaints *complaints);

KinDemoValidator kin_demo_validate_find_workload    (const char        *id);
KinDemoValidator kin_demo_validate_find_network     (const char        *id);
KinDemoValidator kin_demo_validate_find_config      (const char        *id);

void             kin_demo_validate_pod              (KinDemoComplaints *complaints,
                                                     yyjson_mut_val    *pod,
                                                     yyjson_mut_val    *old);
void             kin_demo_validate_pod_spec         (KinDemoComplaints *complaints,
                                                     yyjson_mut_val    *spec,
                                                     yyjson_mut_val    *claims);
void             kin_demo_validate_label_selector   (KinDemoComplaints *complaints,
                                                     const char        *name,
                                                     yyjson_mut_val    *selector);
gboolean         kin_demo_validate_labels_match     (yyjson_mut_val    *selector,
                                                     yyjson_mut_val    *labels);
gboolean         kin_demo_validate_is_empty         (yyjson_mut_val    *value);

G_END_DECLS
