/* kin-gap-clock.h: until when everything that happened to an informer's objects was seen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cache/kin-shared-informer.h"
#include "journal/kin-change.h"

G_BEGIN_DECLS

typedef struct _KinGapClock KinGapClock;

KinGapClock *kin_gap_clock_new      (KinSharedInformer *informer);
void         kin_gap_clock_free     (KinGapClock       *self);
gint64       kin_gap_clock_tick     (KinGapClock       *self);
KinChange   *kin_gap_clock_make_gap (KinGapClock       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinGapClock, kin_gap_clock_free)

G_END_DECLS
