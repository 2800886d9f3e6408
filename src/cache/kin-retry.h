/* kin-retry.h: how long a reflector waits before it tries again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-clock.h"

G_BEGIN_DECLS

typedef struct _KinRetry KinRetry;

KinRetry *kin_retry_new              (KinClock     *clock);
void      kin_retry_free             (KinRetry     *self);
void      kin_retry_set_seed         (KinRetry     *self,
                                      guint32       seed);
gint64    kin_retry_after_error      (KinRetry     *self,
                                      const GError *error);
gint64    kin_retry_after_refusal    (KinRetry     *self);
gint64    kin_retry_after_cut        (KinRetry     *self);
gint64    kin_retry_after_watch      (KinRetry     *self,
                                      gint64        lasted);
void      kin_retry_note_list        (KinRetry     *self);
void      kin_retry_note_watch       (KinRetry     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinRetry, kin_retry_free)

G_END_DECLS
