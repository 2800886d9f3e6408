/* kin-burst.h: turns one burst of changes of a sorted array into few exact items-changed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/kin-splice-array.h"

G_BEGIN_DECLS

typedef struct _KinBurst KinBurst;

typedef void (*KinBurstFunc) (guint    position,
                              guint    n_removed,
                              guint    n_added,
                              gpointer user_data);

KinBurst *kin_burst_new     (KinSpliceArray   *array);
void      kin_burst_free    (KinBurst         *self);
void      kin_burst_remove  (KinBurst         *self,
                             guint             position,
                             guint             n_removed);
void      kin_burst_insert  (KinBurst         *self,
                             guint             position,
                             gpointer          object);
void      kin_burst_place   (KinBurst         *self,
                             GArray           *removed,
                             GPtrArray        *inserted,
                             GCompareDataFunc  compare,
                             gpointer          user_data);
void      kin_burst_merge   (KinBurst         *self,
                             GPtrArray        *objects,
                             GCompareDataFunc  compare,
                             gpointer          user_data);
void      kin_burst_replace (KinBurst         *self,
                             GPtrArray        *objects);
void      kin_burst_apply   (KinBurst         *self,
                             KinBurstFunc      func,
                             gpointer          user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinBurst, kin_burst_free)

G_END_DECLS
