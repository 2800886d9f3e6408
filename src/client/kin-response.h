/* kin-response.h: a body that is coming from the server.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <libsoup/soup.h>

#include "client/kin-session-pool.h"

G_BEGIN_DECLS

#define KIN_TYPE_RESPONSE (kin_response_get_type ())
G_DECLARE_FINAL_TYPE (KinResponse, kin_response, KIN, RESPONSE, GObject)

KinResponse *kin_response_new             (SoupMessage          *message,
                                           GInputStream         *body,
                                           KinSessionLease      *lease,
                                           GCancellable         *closing,
                                           const char           *what,
                                           const char           *host);
SoupMessage *kin_response_get_message     (KinResponse          *self);
const char  *kin_response_get_what        (KinResponse          *self);
const char  *kin_response_get_host        (KinResponse          *self);
gboolean     kin_response_get_compressed  (KinResponse          *self);
void         kin_response_read_async      (KinResponse          *self,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
GBytes      *kin_response_read_finish     (KinResponse          *self,
                                           GAsyncResult         *result,
                                           GError              **error);
void         kin_response_read_all_async  (KinResponse          *self,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
GBytes      *kin_response_read_all_finish (KinResponse          *self,
                                           GAsyncResult         *result,
                                           GError              **error);
void         kin_response_close           (KinResponse          *self);

G_END_DECLS
