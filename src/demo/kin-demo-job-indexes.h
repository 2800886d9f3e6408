/* kin-demo-job-indexes.h: which indexes of an indexed Job are done: "0-2,5".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

/**
 * KinDemoIndexes:
 *
 * A set of indexes.
 */
typedef struct _KinDemoIndexes KinDemoIndexes;

KinDemoIndexes *kin_demo_indexes_parse    (const char     *text);
void            kin_demo_indexes_free     (KinDemoIndexes *self);
gboolean        kin_demo_indexes_add      (KinDemoIndexes *self,
                                           int             index);
gboolean        kin_demo_indexes_contains (KinDemoIndexes *self,
                                           int             index);
char           *kin_demo_indexes_dup_text (KinDemoIndexes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoIndexes, kin_demo_indexes_free)

G_END_DECLS
