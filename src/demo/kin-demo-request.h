/* kin-demo-request.h: one request to the demo cluster's API, without HTTP.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"

G_BEGIN_DECLS

/**
 * KinDemoRequest:
 * @method: the HTTP method
 * @path: the path without the server's prefix, still percent-encoded
 * @query: (nullable): the parameters, name to value, decoded
 * @accept: (nullable): the header of that name
 * @content_type: (nullable): the header of that name
 * @user_agent: (nullable): the header of that name
 * @body: (nullable): what was sent
 * @stale_groups: (nullable): the API groups whose own servers do not answer
 *
 * A request. It lends what it points to.
 */
typedef struct
{
  const char *method;
  const char *path;
  GHashTable *query;
  const char *accept;
  const char *content_type;
  const char *user_agent;
  GBytes *body;
  const char * const *stale_groups;
} KinDemoRequest;

const char   *kin_demo_request_get_query   (const KinDemoRequest  *self,
                                            const char            *name);
gboolean      kin_demo_request_get_flag    (const KinDemoRequest  *self,
                                            const char            *name);
gboolean      kin_demo_request_get_integer (const KinDemoRequest  *self,
                                            const char            *name,
                                            gint64                *value,
                                            GError               **error);
gboolean      kin_demo_request_has_body    (const KinDemoRequest  *self);
gboolean      kin_demo_request_is_type     (const KinDemoRequest  *self,
                                            const char            *media_type);
char         *kin_demo_request_dup_manager (const KinDemoRequest  *self);
KinDemoDraft *kin_demo_request_parse_body  (const KinDemoRequest  *self,
                                            GError               **error);

G_END_DECLS
