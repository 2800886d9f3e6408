/* kin-window.h: one window on the clusters of one kubeconfig.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ui/kin-application.h"

G_BEGIN_DECLS

#define KIN_TYPE_WINDOW (kin_window_get_type ())
G_DECLARE_FINAL_TYPE (KinWindow, kin_window, KIN, WINDOW, AdwApplicationWindow)

KinWindow *kin_window_new (KinApplication *application,
                           const char     *kubeconfig,
                           const char     *context);

G_END_DECLS
