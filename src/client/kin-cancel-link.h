/* kin-cancel-link.h: cancels one thing when another is cancelled.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef GSource KinCancelLink;

KinCancelLink *kin_cancel_link_new  (GCancellable  *from,
                                     GCancellable  *to);
void           kin_cancel_link_free (KinCancelLink *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinCancelLink, kin_cancel_link_free)

G_END_DECLS
