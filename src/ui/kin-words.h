/* kin-words.h: what the window says of columns, states, times and what is missing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cache/kin-shared-informer.h"

G_BEGIN_DECLS

char *kin_words_dup_column        (const char         *kubectl_header);
char *kin_words_dup_reason        (const GError       *error);
char *kin_words_dup_state         (KinSharedInformer  *informer);
char *kin_words_dup_banner        (KinSharedInformer  *informer);
char *kin_words_dup_count         (KinResource        *resource,
                                   guint               n);
char *kin_words_dup_failed_groups (GPtrArray          *groups);
char *kin_words_dup_left_out      (GPtrArray          *warnings);

G_END_DECLS
