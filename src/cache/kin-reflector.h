/* kin-reflector.h: keeps one KinDeltaFifo in step with one resource of the API server.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-clock.h"
#include "cache/kin-delta-fifo.h"
#include "cache/kin-indexer.h"
#include "cache/kin-reflector-state.h"
#include "client/kin-lister-watcher.h"

G_BEGIN_DECLS

#define KIN_TYPE_REFLECTOR (kin_reflector_get_type ())
G_DECLARE_FINAL_TYPE (KinReflector, kin_reflector, KIN, REFLECTOR, GObject)

/**
 * KinReflectorCounts:
 * @n_lists: whole lists that were asked for
 * @n_watches: watches that were opened, or tried
 * @n_events: events that came
 * @n_bytes: bytes of the lists and the events, uncompressed
 * @n_relists: lists that took the place of an earlier one
 *
 * What a reflector has done since it was made.
 */
typedef struct
{
  guint64 n_lists;
  guint64 n_watches;
  guint64 n_events;
  guint64 n_bytes;
  guint64 n_relists;
} KinReflectorCounts;

KinReflector      *kin_reflector_new                  (KinListerWatcher   *source,
                                                       KinDeltaFifo       *sink,
                                                       KinClock           *clock);
void               kin_reflector_set_resync_period    (KinReflector       *self,
                                                       gint64              period_us);
void               kin_reflector_set_cache            (KinReflector       *self,
                                                       KinIndexer         *cache);
void               kin_reflector_set_seed             (KinReflector       *self,
                                                       guint32             seed);
void               kin_reflector_start                (KinReflector       *self);
void               kin_reflector_stop                 (KinReflector       *self);
void               kin_reflector_retry_now            (KinReflector       *self);
KinReflectorState  kin_reflector_get_state            (KinReflector       *self);
const GError      *kin_reflector_get_last_error       (KinReflector       *self);
gint64             kin_reflector_get_retry_time       (KinReflector       *self);
gint64             kin_reflector_get_last_data_time   (KinReflector       *self);
gint64             kin_reflector_get_state_since      (KinReflector       *self);
const char        *kin_reflector_get_resource_version (KinReflector       *self);
void               kin_reflector_get_counts           (KinReflector       *self,
                                                       KinReflectorCounts *counts);

G_END_DECLS
