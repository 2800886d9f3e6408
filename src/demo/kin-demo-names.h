/* kin-demo-names.h: what names, labels, keys and addresses may look like.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-complaints.h"

G_BEGIN_DECLS

/* Complains, at the member or, without one, at the place, of a text that is not of a form. */
typedef void (*KinDemoNameCheck) (KinDemoComplaints *complaints,
                                  const char        *member,
                                  const char        *text);

KinDemoNameCheck kin_demo_names_find              (const char        *form);
void             kin_demo_names_check_label       (KinDemoComplaints *complaints,
                                                   const char        *member,
                                                   const char        *text);
void             kin_demo_names_check_label_value (KinDemoComplaints *complaints,
                                                   const char        *member,
                                                   const char        *text);
void             kin_demo_names_check_subdomain   (KinDemoComplaints *complaints,
                                                   const char        *member,
                                                   const char        *text);
void             kin_demo_names_check_segment     (KinDemoComplaints *complaints,
                                                   const char        *member,
                                                   const char        *text);
void             kin_demo_names_check_qualified   (KinDemoComplaints *complaints,
                                                   const char        *member,
                                                   const char        *text);

G_END_DECLS
