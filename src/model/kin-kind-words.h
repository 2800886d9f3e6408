/* kin-kind-words.h: the words and the place of a kind in the sidebar.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/kin-kind-item.h"

G_BEGIN_DECLS

char       *kin_kind_words_dup_title         (const KinResource *resource);
KinSection  kin_kind_words_get_section       (const KinResource *resource,
                                              guint             *rank);
const char *kin_kind_words_get_section_title (KinSection         section);
const char *kin_kind_words_get_icon_name     (KinSection         section);

G_END_DECLS
