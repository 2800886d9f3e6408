/* kin-demo-cron-job.h: CronJobs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-controller.h"

G_BEGIN_DECLS

extern const KinDemoController kin_demo_cron_job_controller;

G_END_DECLS
