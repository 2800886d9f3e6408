/* kin-refusal.h: an answer that is not what was asked for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-response.h"

G_BEGIN_DECLS

gboolean  kin_refusal_is_one      (SoupMessage          *message);
void      kin_refusal_read_async  (KinResponse          *response,
                                   GCancellable         *cancellable,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data);
GError   *kin_refusal_read_finish (KinResponse          *response,
                                   GAsyncResult         *result);

G_END_DECLS
