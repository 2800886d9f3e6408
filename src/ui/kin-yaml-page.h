/* kin-yaml-page.h: an object as YAML, changed in place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "base/kin-types.h"

G_BEGIN_DECLS

#define KIN_TYPE_YAML_PAGE (kin_yaml_page_get_type ())
G_DECLARE_FINAL_TYPE (KinYamlPage, kin_yaml_page, KIN, YAML_PAGE, AdwBin)

GtkWidget *kin_yaml_page_new          (void);
void       kin_yaml_page_set_object   (KinYamlPage *self,
                                       KinObject   *object);
void       kin_yaml_page_begin_search (KinYamlPage *self);

G_END_DECLS
