/* kin-watch-decoder.h: a watch's bytes, made into events by the workers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-watch-event.h"

G_BEGIN_DECLS

typedef struct _KinWatchDecoder KinWatchDecoder;
typedef struct _KinEventBatch KinEventBatch;

KinWatchDecoder *kin_watch_decoder_new     (KinKind         *kind,
                                            gboolean         compressed,
                                            const char      *what);
KinEventBatch   *kin_watch_decoder_split   (KinWatchDecoder *self,
                                            GBytes          *bytes);
void             kin_watch_decoder_free    (KinWatchDecoder *self);

gsize            kin_event_batch_get_size  (KinEventBatch   *self);
gboolean         kin_event_batch_is_broken (KinEventBatch   *self);
GPtrArray       *kin_event_batch_decode    (KinEventBatch   *self);
void             kin_event_batch_free      (KinEventBatch   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinWatchDecoder, kin_watch_decoder_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinEventBatch, kin_event_batch_free)

G_END_DECLS
