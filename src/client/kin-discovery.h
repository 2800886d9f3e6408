/* kin-discovery.h: which resources a server has.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-client.h"

G_BEGIN_DECLS

/**
 * KinDiscovery:
 * @resources: (element-type KinResource): each in the version that its group prefers
 * @failed_groups: (element-type utf8): the groups, or their versions, that could not be asked
 *
 * What a server told of itself.
 */
typedef struct
{
  GPtrArray *resources;
  GPtrArray *failed_groups;
} KinDiscovery;

void          kin_discovery_run_async  (KinClient            *client,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
KinDiscovery *kin_discovery_run_finish (KinClient            *client,
                                        GAsyncResult         *result,
                                        GError              **error);
void          kin_discovery_free       (KinDiscovery         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDiscovery, kin_discovery_free)

G_END_DECLS
