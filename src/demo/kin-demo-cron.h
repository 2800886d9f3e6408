/* kin-demo-cron.h: when a cron job is to run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

/**
 * KinDemoCron:
 *
 * A schedule that was read.
 */
typedef struct _KinDemoCron KinDemoCron;

KinDemoCron *kin_demo_cron_parse    (const char   *text,
                                     GError      **error);
void         kin_demo_cron_free     (KinDemoCron  *self);
gint64       kin_demo_cron_get_next (KinDemoCron  *self,
                                     gint64        after_s,
                                     GTimeZone    *zone);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoCron, kin_demo_cron_free)

G_END_DECLS
