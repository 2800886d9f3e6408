/* kin-namespace-button.h: the button that says which namespaces are shown, and changes that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "model/kin-cluster.h"

G_BEGIN_DECLS

#define KIN_TYPE_NAMESPACE_BUTTON (kin_namespace_button_get_type ())
G_DECLARE_FINAL_TYPE (KinNamespaceButton, kin_namespace_button, KIN, NAMESPACE_BUTTON, AdwBin)

void        kin_namespace_button_set_cluster   (KinNamespaceButton *self,
                                                KinCluster         *cluster);
const char *kin_namespace_button_get_namespace (KinNamespaceButton *self);
void        kin_namespace_button_set_namespace (KinNamespaceButton *self,
                                                const char         *namespace_);

G_END_DECLS
