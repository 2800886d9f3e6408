/* kin-application.h: the running program: its windows and what is done to all of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "config/kin-context.h"

G_BEGIN_DECLS

#define KIN_TYPE_APPLICATION (kin_application_get_type ())
G_DECLARE_FINAL_TYPE (KinApplication, kin_application, KIN, APPLICATION, AdwApplication)

KinApplication *kin_application_new          (void);
void            kin_application_open_window  (KinApplication *self,
                                              const char     *kubeconfig,
                                              const char     *context);
void            kin_application_open_context (KinApplication *self,
                                              KinContext     *context);
gboolean        kin_application_tell         (KinApplication *self,
                                              const char     *words);

G_END_DECLS
