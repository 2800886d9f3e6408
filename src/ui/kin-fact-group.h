/* kin-fact-group.h: a titled list of names and values that is updated in place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define KIN_TYPE_FACT_GROUP (kin_fact_group_get_type ())
G_DECLARE_FINAL_TYPE (KinFactGroup, kin_fact_group, KIN, FACT_GROUP, AdwPreferencesGroup)

void       kin_fact_group_begin (KinFactGroup *self);
void       kin_fact_group_add   (KinFactGroup *self,
                                 const char   *name,
                                 const char   *value);
void       kin_fact_group_end   (KinFactGroup *self);

G_END_DECLS
