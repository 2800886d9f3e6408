/* kin-row-private.h: how the models make their rows and keep them up to date.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/kin-container.h"
#include "model/kin-row.h"

G_BEGIN_DECLS

KinRow *kin_row_new            (KinObject    *object);
KinRow *kin_row_new_container  (KinObject    *pod,
                                KinContainer *container);
void    kin_row_place          (KinRow       *self,
                                guint         depth,
                                gboolean      expandable,
                                gboolean      expanded,
                                KinRollout   *rollout);
void    kin_row_set_object     (KinRow       *self,
                                KinObject    *object);
void    kin_row_set_container  (KinRow       *self,
                                KinObject    *pod,
                                KinContainer *container);
void    kin_row_set_rollout    (KinRow       *self,
                                KinRollout   *rollout);
void    kin_row_set_expandable (KinRow       *self,
                                gboolean      expandable);
void    kin_row_set_expanded   (KinRow       *self,
                                gboolean      expanded);

G_END_DECLS
