/* kin-event-log.h: writes what an informer tells its handlers as lines of JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <stdio.h>

#include "cache/kin-shared-informer.h"

G_BEGIN_DECLS

typedef struct _KinEventLog KinEventLog;

KinEventLog *kin_event_log_new  (KinSharedInformer *informer,
                                 FILE              *stream);
void         kin_event_log_free (KinEventLog       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinEventLog, kin_event_log_free)

G_END_DECLS
