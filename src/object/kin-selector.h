/* kin-selector.h: which labels an object must have.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"
#include "object/kin-json.h"

G_BEGIN_DECLS

KinSelector *kin_selector_parse          (const char          *text,
                                          GError             **error);
KinSelector *kin_selector_new_from_json  (KinJsonValue        *value,
                                          GError             **error);
void         kin_selector_free           (KinSelector         *self);
gboolean     kin_selector_matches        (KinSelector         *self,
                                          KinObject           *object);
gboolean     kin_selector_matches_labels (KinSelector         *self,
                                          const char * const  *labels);
gboolean     kin_selector_is_empty       (KinSelector         *self);
char        *kin_selector_dup_text       (KinSelector         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinSelector, kin_selector_free)

G_END_DECLS
