/* kin-status.h: the API's Status, and the errors that carry one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-error.h"
#include "object/kin-json.h"

G_BEGIN_DECLS

KinStatus  *kin_status_new_from_json   (KinJsonValue *value);
KinStatus  *kin_status_ref             (KinStatus    *self);
void        kin_status_unref           (KinStatus    *self);
int         kin_status_get_code        (KinStatus    *self);
const char *kin_status_get_reason      (KinStatus    *self);
const char *kin_status_get_message     (KinStatus    *self);
int         kin_status_get_retry_after (KinStatus    *self);
guint       kin_status_get_n_causes    (KinStatus    *self);
void        kin_status_get_nth_cause   (KinStatus    *self,
                                        guint         i,
                                        const char  **field,
                                        const char  **reason,
                                        const char  **message);
GError     *kin_status_to_error        (KinStatus    *self,
                                        int           http_code,
                                        int           retry_after_header,
                                        const char   *what);

KinStatus  *kin_error_get_status       (const GError *error);
int         kin_error_get_retry_after  (const GError *error);
GError     *kin_error_new_from_http    (int           http_code,
                                        const char   *content_type,
                                        int           retry_after,
                                        const char   *body,
                                        gsize         length,
                                        const char   *what,
                                        const char   *host);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinStatus, kin_status_unref)

G_END_DECLS
