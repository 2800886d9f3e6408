/* kin-watch-decoder.h: a watch's bytes, made into events by a worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-watch-event.h"

G_BEGIN_DECLS

typedef struct _KinWatchDecoder KinWatchDecoder;

KinWatchDecoder *kin_watch_decoder_new  (KinKind         *kind,
                                         gboolean         compressed,
                                         const char      *what);
GPtrArray       *kin_watch_decoder_feed (KinWatchDecoder *self,
                                         GBytes          *bytes);
void             kin_watch_decoder_free (KinWatchDecoder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinWatchDecoder, kin_watch_decoder_free)

G_END_DECLS
