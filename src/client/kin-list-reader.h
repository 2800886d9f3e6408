/* kin-list-reader.h: reads a list's answer to its end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "client/kin-list-page.h"
#include "client/kin-response.h"

G_BEGIN_DECLS

void         kin_list_reader_read_async  (KinResponse          *response,
                                          KinKind              *kind,
                                          GHashTable           *known,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
KinListPage *kin_list_reader_read_finish (KinResponse          *response,
                                          GAsyncResult         *result,
                                          GError              **error);

G_END_DECLS
