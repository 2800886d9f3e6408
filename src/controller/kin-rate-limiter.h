/* kin-rate-limiter.h: how long a key that failed has to wait before it is tried again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "base/kin-clock.h"

G_BEGIN_DECLS

typedef struct _KinRateLimiter KinRateLimiter;

KinRateLimiter *kin_rate_limiter_new              (KinClock       *clock);
void            kin_rate_limiter_free             (KinRateLimiter *self);
gint64          kin_rate_limiter_next             (KinRateLimiter *self,
                                                   const char     *key);
guint           kin_rate_limiter_get_num_requeues (KinRateLimiter *self,
                                                   const char     *key);
void            kin_rate_limiter_forget           (KinRateLimiter *self,
                                                   const char     *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinRateLimiter, kin_rate_limiter_free)

G_END_DECLS
