/* kin-window.h: one window on the clusters of one kubeconfig.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "config/kin-context.h"
#include "ui/kin-application.h"

G_BEGIN_DECLS

#define KIN_TYPE_WINDOW (kin_window_get_type ())
G_DECLARE_FINAL_TYPE (KinWindow, kin_window, KIN, WINDOW, AdwApplicationWindow)

KinWindow  *kin_window_new             (KinApplication *application,
                                        const char     *kubeconfig,
                                        const char     *context);
KinWindow  *kin_window_new_for_context (KinApplication *application,
                                        KinContext     *context);
KinContext *kin_window_get_context     (KinWindow      *self);
gboolean    kin_window_is_at_start     (KinWindow      *self);
void        kin_window_set_own_context (KinWindow      *self,
                                        KinContext     *context);
void        kin_window_tell            (KinWindow      *self,
                                        const char     *words);

G_END_DECLS
