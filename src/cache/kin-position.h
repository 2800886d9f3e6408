/* kin-position.h: where in the server's history a reflector stands, and from where it may go on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-watch-event.h"

G_BEGIN_DECLS

/**
 * KinPosition:
 * @version: (nullable): the last resourceVersion; opaque: stored and sent back, never compared
 * @is_lost: the server no longer has it, or does not have it yet: the next list asks for the newest state
 * @is_paginated: the server has no watch cache, so that every list is worth paging
 * @is_ordered: events move the version: not while a watch from nowhere tells what there is
 *
 * Zeroed at first.
 */
typedef struct
{
  char     *version;
  gboolean  is_lost;
  gboolean  is_paginated;
  gboolean  is_ordered;
} KinPosition;

void        kin_position_clear            (KinPosition         *self);
const char *kin_position_get_list_version (const KinPosition   *self);
guint       kin_position_get_page_size    (const KinPosition   *self);
void        kin_position_take_list        (KinPosition         *self,
                                           const char          *asked,
                                           gboolean             paginated,
                                           const char          *version);
gboolean    kin_position_can_resume       (const KinPosition   *self);
void        kin_position_begin_watch      (KinPosition         *self);
void        kin_position_take_event       (KinPosition         *self,
                                           const KinWatchEvent *event);

G_END_DECLS
