/* kin-pem.h: TLS credentials from a kubeconfig's files and data.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

GTlsDatabase    *kin_pem_load_database    (const char  *file,
                                           GBytes      *data,
                                           GError     **error);
GTlsCertificate *kin_pem_load_certificate (const char  *certificate_file,
                                           GBytes      *certificate_data,
                                           const char  *key_file,
                                           GBytes      *key_data,
                                           GError     **error);

G_END_DECLS
