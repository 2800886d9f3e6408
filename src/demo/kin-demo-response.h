/* kin-demo-response.h: the demo cluster's answer to one request, without HTTP.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-list.h"
#include "demo/kin-demo-watch.h"

G_BEGIN_DECLS

/**
 * KinDemoResponse:
 * @status: of HTTP
 * @content_type: of the body
 * @body: (nullable): the body, if it is known as a whole
 * @list: (nullable): else what makes it piece by piece,
 * @watch: (nullable): or as things happen
 * @warnings: (element-type utf8): for Warning headers
 * @retry_after: seconds for a Retry-After header; 0 for none
 *
 * An answer. What reads a list or a watch may take it out.
 */
typedef struct
{
  guint status;
  char *content_type;
  GBytes *body;
  KinDemoList *list;
  KinDemoWatch *watch;
  GPtrArray *warnings;
  guint retry_after;
} KinDemoResponse;

KinDemoResponse *kin_demo_response_new       (void);
void             kin_demo_response_free      (KinDemoResponse *self);
void             kin_demo_response_take_body (KinDemoResponse *self,
                                              const char      *content_type,
                                              GBytes          *body);
void             kin_demo_response_set_error (KinDemoResponse *self,
                                              const GError    *error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoResponse, kin_demo_response_free)

G_END_DECLS
