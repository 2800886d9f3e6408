/* kin-demo-error.h: the API's refusals.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

/**
 * KinDemoError:
 * @KIN_DEMO_ERROR_BAD_REQUEST: 400
 * @KIN_DEMO_ERROR_UNAUTHORIZED: 401
 * @KIN_DEMO_ERROR_FORBIDDEN: 403
 * @KIN_DEMO_ERROR_NOT_FOUND: 404
 * @KIN_DEMO_ERROR_ALREADY_EXISTS: 409, of a create
 * @KIN_DEMO_ERROR_CONFLICT: 409, of an update
 * @KIN_DEMO_ERROR_EXPIRED: 410
 * @KIN_DEMO_ERROR_INVALID: 422
 * @KIN_DEMO_ERROR_METHOD_NOT_ALLOWED: 405
 * @KIN_DEMO_ERROR_NOT_ACCEPTABLE: 406
 * @KIN_DEMO_ERROR_UNSUPPORTED_MEDIA_TYPE: 415
 * @KIN_DEMO_ERROR_TOO_MANY_REQUESTS: 429
 * @KIN_DEMO_ERROR_INTERNAL: 500
 * @KIN_DEMO_ERROR_UNAVAILABLE: 503
 * @KIN_DEMO_ERROR_VERSION_TOO_LARGE: 504, of a version that is not there yet
 * @KIN_DEMO_ERROR_PLAIN: 500, with a message and nothing else, not even a reason
 *
 * The API says no, in the words of kube-apiserver. An extended error: it carries what a Status has in its details.
 */
typedef enum
{
  KIN_DEMO_ERROR_BAD_REQUEST,
  KIN_DEMO_ERROR_UNAUTHORIZED,
  KIN_DEMO_ERROR_FORBIDDEN,
  KIN_DEMO_ERROR_NOT_FOUND,
  KIN_DEMO_ERROR_ALREADY_EXISTS,
  KIN_DEMO_ERROR_CONFLICT,
  KIN_DEMO_ERROR_EXPIRED,
  KIN_DEMO_ERROR_INVALID,
  KIN_DEMO_ERROR_METHOD_NOT_ALLOWED,
  KIN_DEMO_ERROR_NOT_ACCEPTABLE,
  KIN_DEMO_ERROR_UNSUPPORTED_MEDIA_TYPE,
  KIN_DEMO_ERROR_TOO_MANY_REQUESTS,
  KIN_DEMO_ERROR_INTERNAL,
  KIN_DEMO_ERROR_UNAVAILABLE,
  KIN_DEMO_ERROR_VERSION_TOO_LARGE,
  KIN_DEMO_ERROR_PLAIN,
} KinDemoError;

#define KIN_DEMO_ERROR (kin_demo_error_quark ())
GQuark  kin_demo_error_quark           (void);

void    kin_demo_error_set_object      (GError       *error,
                                        const char   *group,
                                        const char   *plural_or_kind,
                                        const char   *name);
void    kin_demo_error_add_cause       (GError       *error,
                                        const char   *reason,
                                        const char   *field,
                                        const char   *message);
void    kin_demo_error_set_retry_after (GError       *error,
                                        guint         seconds);
void    kin_demo_error_set_continue    (GError       *error,
                                        const char   *token);
guint   kin_demo_error_get_code        (const GError *error);
guint   kin_demo_error_get_retry_after (const GError *error);
guint   kin_demo_error_get_n_causes    (const GError *error);
GBytes *kin_demo_error_dup_status      (const GError *error);

GError *kin_demo_error_new_object      (KinDemoError  code,
                                        KinResource  *resource,
                                        const char   *name,
                                        const char   *format,
                                        ...) G_GNUC_PRINTF (4, 5);
GError *kin_demo_error_new_not_found   (KinResource  *resource,
                                        const char   *name);
GError *kin_demo_error_new_invalid     (const char   *group,
                                        const char   *kind,
                                        const char   *name);
void    kin_demo_error_add_field       (GError       *error,
                                        const char   *reason,
                                        const char   *field,
                                        const char   *message);

G_END_DECLS
