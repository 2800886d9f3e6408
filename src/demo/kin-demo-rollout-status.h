/* kin-demo-rollout-status.h: the status of a Deployment: its counts, and whether its rollout goes on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-rollout.h"

G_BEGIN_DECLS

const char *kin_demo_rollout_get_progress_reason (const KinDemoRollout *self);
void        kin_demo_rollout_announce            (KinDemoRollout       *self,
                                                  gint64                revision,
                                                  const char           *status,
                                                  const char           *reason,
                                                  const char           *message);
gboolean    kin_demo_rollout_is_complete         (const KinDemoRollout *self);
gint64      kin_demo_rollout_sync_status         (KinDemoRollout       *self,
                                                  gboolean              judge);

G_END_DECLS
