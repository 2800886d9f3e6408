/* kin-demo-list-options.h: what the parameters of a list or a watch ask for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-request.h"
#include "demo/kin-demo-store.h"

G_BEGIN_DECLS

/**
 * KinDemoListOptions:
 * @limit: how many objects a page has at most; 0 for all
 * @at: the version to show, or 0 for what there is now
 * @after: (nullable): the key after which the page begins
 *
 * A list.
 */
typedef struct
{
  guint limit;
  guint64 at;
  char *after;
} KinDemoListOptions;

/**
 * KinDemoWatchOptions:
 * @since: the version after which changes are told; 0 for now
 * @initial: whether what there is now comes first
 * @end_mark: whether a bookmark tells that this was all
 * @bookmarks: whether there are bookmarks
 * @timeout_s: when it ends; 0 if the server may choose
 *
 * A watch.
 */
typedef struct
{
  guint64 since;
  gboolean initial;
  gboolean end_mark;
  gboolean bookmarks;
  guint timeout_s;
} KinDemoWatchOptions;

gboolean kin_demo_list_options_read  (KinDemoListOptions    *self,
                                      const KinDemoRequest  *request,
                                      const char            *namespace_,
                                      KinDemoStore          *store,
                                      GError               **error);
void     kin_demo_list_options_clear (KinDemoListOptions    *self);
gboolean kin_demo_watch_options_read (KinDemoWatchOptions   *self,
                                      const KinDemoRequest  *request,
                                      GError               **error);
GError  *kin_demo_new_too_large      (guint64                version,
                                      KinDemoStore          *store);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KinDemoListOptions, kin_demo_list_options_clear)

G_END_DECLS
