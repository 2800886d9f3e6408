/* kin-merge-key.h: what tells the elements of a list from each other, whatever their order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "object/kin-json.h"

G_BEGIN_DECLS

/**
 * KinMergeKey:
 * @names: the members of an element whose values make it the one it is; the second may be %NULL
 */
typedef struct
{
  const char *names[2];
} KinMergeKey;

const KinMergeKey *kin_merge_key_find       (const char        *list_name,
                                             KinJsonValue      *old_list,
                                             KinJsonValue      *new_list);
char              *kin_merge_key_dup_value  (const KinMergeKey *self,
                                             KinJsonValue      *element);
gboolean           kin_merge_key_has_member (const KinMergeKey *self,
                                             const char        *name);

G_END_DECLS
