/* kin-demo-faults.h: all that is to go wrong, asked once a request.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-fault.h"

G_BEGIN_DECLS

#define KIN_TYPE_DEMO_FAULTS (kin_demo_faults_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoFaults, kin_demo_faults, KIN, DEMO_FAULTS, GObject)

KinDemoFaults      *kin_demo_faults_new              (void);
guint               kin_demo_faults_add              (KinDemoFaults      *self,
                                                      const KinDemoFault *fault);
gboolean            kin_demo_faults_remove           (KinDemoFaults      *self,
                                                      guint               id);
void                kin_demo_faults_clear            (KinDemoFaults      *self);
KinDemoFault       *kin_demo_faults_match            (KinDemoFaults      *self,
                                                      const char         *method,
                                                      const char         *path,
                                                      gboolean            is_watch);
guint               kin_demo_faults_get_n_hits       (KinDemoFaults      *self,
                                                      guint               id);
void                kin_demo_faults_set_stale_groups (KinDemoFaults      *self,
                                                      const char * const *groups);
const char * const *kin_demo_faults_get_stale_groups (KinDemoFaults      *self);
void                kin_demo_faults_keep             (KinDemoFaults      *self,
                                                      GIOStream          *dead);
char               *kin_demo_faults_dup_json         (KinDemoFaults      *self);
gboolean            kin_demo_faults_append_json      (KinDemoFaults      *self,
                                                      guint               id,
                                                      GString            *out);

G_END_DECLS
