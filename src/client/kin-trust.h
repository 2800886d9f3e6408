/* kin-trust.h: whom to trust and how to show who we are, loaded once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "config/kin-context.h"

G_BEGIN_DECLS

#define KIN_TYPE_TRUST (kin_trust_get_type ())
G_DECLARE_FINAL_TYPE (KinTrust, kin_trust, KIN, TRUST, GObject)

KinTrust        *kin_trust_new             (KinContext           *context);
void             kin_trust_load_async      (KinTrust             *self,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
gboolean         kin_trust_load_finish     (KinTrust             *self,
                                            GAsyncResult         *result,
                                            GError              **error);
GTlsDatabase    *kin_trust_get_database    (KinTrust             *self);
GTlsCertificate *kin_trust_get_certificate (KinTrust             *self);

G_END_DECLS
