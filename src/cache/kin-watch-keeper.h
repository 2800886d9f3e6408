/* kin-watch-keeper.h: opens a watch, reads it, and puts a silent one to the proof.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-clock.h"
#include "client/kin-lister-watcher.h"

G_BEGIN_DECLS

typedef struct _KinWatchKeeper KinWatchKeeper;

/**
 * KinWatchKeeperFuncs:
 * @prepare: fills in what is asked for; called for each request
 * @opened: the server has answered: the watch runs
 * @refused: the watch could not be opened; nothing is in flight any more
 * @told: (element-type KinWatchEvent): events have come; may close the keeper
 * @has_room: whether more events may come; where not, kin_watch_keeper_resume() says when
 * @ended: the watch is over: by the server's will, or for @error
 *
 * What the owner of a keeper is told.
 */
typedef struct
{
  void     (*prepare)  (KinWatchOptions *options,
                        gpointer         user_data);
  void     (*opened)   (gpointer         user_data);
  void     (*refused)  (const GError    *error,
                        gpointer         user_data);
  void     (*told)     (GPtrArray       *events,
                        gpointer         user_data);
  gboolean (*has_room) (gpointer         user_data);
  void     (*ended)    (const GError    *error,
                        gpointer         user_data);
} KinWatchKeeperFuncs;

KinWatchKeeper *kin_watch_keeper_new     (KinListerWatcher          *source,
                                          KinClock                  *clock,
                                          const KinWatchKeeperFuncs *funcs,
                                          gpointer                   user_data);
void            kin_watch_keeper_unref   (KinWatchKeeper            *self);
void            kin_watch_keeper_open    (KinWatchKeeper            *self);
void            kin_watch_keeper_resume  (KinWatchKeeper            *self);
void            kin_watch_keeper_close   (KinWatchKeeper            *self);
gint64          kin_watch_keeper_get_age (KinWatchKeeper            *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinWatchKeeper, kin_watch_keeper_unref)

G_END_DECLS
