/* kin-arrangement.h: which objects a list shows, in which order, worked out by a worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/kin-id-table.h"
#include "model/kin-row-filter.h"
#include "model/kin-row-sort.h"

G_BEGIN_DECLS

typedef struct _KinArrangement KinArrangement;

KinArrangement *kin_arrangement_new  (KinIdTable        *objects,
                                      KinRowFilter      *filter,
                                      const KinRowSort  *sort);
void            kin_arrangement_free (KinArrangement    *self);
gpointer        kin_arrangement_run  (gpointer           self,
                                      GError           **error);

G_END_DECLS
