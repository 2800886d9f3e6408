/* kin-lister-watcher.h: where a reflector gets its list and its watch.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-list-page.h"
#include "client/kin-watch.h"

G_BEGIN_DECLS

/**
 * KinListOptions:
 * @resource_version: (nullable): %NULL = the most recent state
 * @resource_version_match: (nullable): "NotOlderThan" or "Exact"
 * @continue_token: (nullable): the last page's; %NULL on the first page
 * @limit: items a page; 0 = all
 * @known: (nullable) (element-type utf8 KinObject): by uid: an item of equal uid and version takes over that object,
 *   so that a relist does not double the memory; read by workers and not to be changed meanwhile
 */
typedef struct
{
  const char *resource_version;
  const char *resource_version_match;
  const char *continue_token;
  guint limit;
  GHashTable *known;
} KinListOptions;

/**
 * KinWatchOptions:
 * @resource_version: (nullable): where to begin; %NULL or "" = the state now, then what changes
 * @timeout_seconds: when the server is to end the stream; 0 = as it likes
 * @allow_bookmarks: whether bookmarks may come
 * @send_initial_events: whether the stream begins with a whole list
 */
typedef struct
{
  const char *resource_version;
  guint timeout_seconds;
  gboolean allow_bookmarks;
  gboolean send_initial_events;
} KinWatchOptions;

#define KIN_TYPE_LISTER_WATCHER (kin_lister_watcher_get_type ())
G_DECLARE_INTERFACE (KinListerWatcher, kin_lister_watcher, KIN, LISTER_WATCHER, GObject)

struct _KinListerWatcherInterface
{
  GTypeInterface parent;

  void         (*list_async)   (KinListerWatcher       *self,
                                const KinListOptions   *options,
                                GCancellable           *cancellable,
                                GAsyncReadyCallback     callback,
                                gpointer                user_data);
  KinListPage *(*list_finish)  (KinListerWatcher       *self,
                                GAsyncResult           *result,
                                GError                **error);
  void         (*watch_async)  (KinListerWatcher       *self,
                                const KinWatchOptions  *options,
                                GCancellable           *cancellable,
                                GAsyncReadyCallback     callback,
                                gpointer                user_data);
  KinWatch    *(*watch_finish) (KinListerWatcher       *self,
                                GAsyncResult           *result,
                                GError                **error);
  KinKind     *(*get_kind)     (KinListerWatcher       *self);

  /* Optional: without them lists are never asked for as streams. */
  gboolean     (*can_stream)     (KinListerWatcher     *self);
  void         (*refuse_streams) (KinListerWatcher     *self);
};

void         kin_lister_watcher_list_async     (KinListerWatcher       *self,
                                                const KinListOptions   *options,
                                                GCancellable           *cancellable,
                                                GAsyncReadyCallback     callback,
                                                gpointer                user_data);
KinListPage *kin_lister_watcher_list_finish    (KinListerWatcher       *self,
                                                GAsyncResult           *result,
                                                GError                **error);
void         kin_lister_watcher_watch_async    (KinListerWatcher       *self,
                                                const KinWatchOptions  *options,
                                                GCancellable           *cancellable,
                                                GAsyncReadyCallback     callback,
                                                gpointer                user_data);
KinWatch    *kin_lister_watcher_watch_finish   (KinListerWatcher       *self,
                                                GAsyncResult           *result,
                                                GError                **error);
KinKind     *kin_lister_watcher_get_kind       (KinListerWatcher       *self);
gboolean     kin_lister_watcher_can_stream     (KinListerWatcher       *self);
void         kin_lister_watcher_refuse_streams (KinListerWatcher       *self);

G_END_DECLS
