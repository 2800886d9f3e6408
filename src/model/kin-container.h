/* kin-container.h: what is shown of one container of a pod.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-object.h"

G_BEGIN_DECLS

typedef struct _KinContainer KinContainer;

GPtrArray    *kin_container_list_of_pod  (KinObject          *pod);
char         *kin_container_dup_id       (KinObject          *pod,
                                          const char         *name);
KinContainer *kin_container_ref          (KinContainer       *self);
void          kin_container_unref        (KinContainer       *self);
gboolean      kin_container_equal        (const KinContainer *a,
                                          const KinContainer *b);
const char   *kin_container_get_name     (const KinContainer *self);
const char   *kin_container_get_image    (const KinContainer *self);
const char   *kin_container_get_state    (const KinContainer *self);
gboolean      kin_container_get_ready    (const KinContainer *self);
gint64        kin_container_get_restarts (const KinContainer *self);
gboolean      kin_container_get_init     (const KinContainer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinContainer, kin_container_unref)

G_END_DECLS
