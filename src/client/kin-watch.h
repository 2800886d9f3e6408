/* kin-watch.h: a running watch, pulled by its reader.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-watch-event.h"

G_BEGIN_DECLS

#define KIN_TYPE_WATCH (kin_watch_get_type ())
G_DECLARE_DERIVABLE_TYPE (KinWatch, kin_watch, KIN, WATCH, GObject)

struct _KinWatchClass
{
  GObjectClass parent_class;

  void       (*next_async)  (KinWatch             *self,
                             GCancellable         *cancellable,
                             GAsyncReadyCallback   callback,
                             gpointer              user_data);
  GPtrArray *(*next_finish) (KinWatch             *self,
                             GAsyncResult         *result,
                             GError              **error);
  void       (*close)       (KinWatch             *self);
};

void       kin_watch_next_async         (KinWatch             *self,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
GPtrArray *kin_watch_next_finish        (KinWatch             *self,
                                         GAsyncResult         *result,
                                         GError              **error);
void       kin_watch_close              (KinWatch             *self);
gint64     kin_watch_get_last_byte_time (KinWatch             *self);
void       kin_watch_touch              (KinWatch             *self,
                                         gint64                monotonic_us);

G_END_DECLS
