/* kin-change-log.h: writes an informer's changes field by field, as a person reads them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <stdio.h>

#include "cache/kin-shared-informer.h"

G_BEGIN_DECLS

typedef struct _KinChangeLog KinChangeLog;

KinChangeLog *kin_change_log_new  (KinSharedInformer *informer,
                                   FILE              *stream,
                                   gboolean           colour);
void          kin_change_log_free (KinChangeLog      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinChangeLog, kin_change_log_free)

G_END_DECLS
