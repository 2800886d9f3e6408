/* kin-demo-response.c: the demo cluster's answer to one request: a document, a list in pieces, or a watch.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-response.h"

#include "demo/kin-demo-error.h"

/**
 * kin_demo_response_new:
 *
 * Returns: (transfer full): an answer that says 200 and nothing else
 */
KinDemoResponse *
kin_demo_response_new (void)
{
  KinDemoResponse *self = g_new0 (KinDemoResponse, 1);

  self->status = 200;
  self->content_type = g_strdup ("application/json");
  self->warnings = g_ptr_array_new_with_free_func (g_free);

  return self;
}

/**
 * kin_demo_response_free:
 * @self: (transfer full): an answer
 */
void
kin_demo_response_free (KinDemoResponse *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->content_type);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_clear_pointer (&self->list, kin_demo_list_free);
  g_clear_object (&self->watch);
  g_ptr_array_unref (self->warnings);
  g_free (self);
}

/**
 * kin_demo_response_take_body:
 * @self: an answer
 * @content_type: the type of @body
 * @body: (transfer full): the whole body
 *
 * Answers with a document.
 */
void
kin_demo_response_take_body (KinDemoResponse *self,
                             const char      *content_type,
                             GBytes          *body)
{
  g_return_if_fail (self != NULL && body != NULL);

  g_set_str (&self->content_type, content_type);
  g_clear_pointer (&self->body, g_bytes_unref);
  self->body = body;
}

/**
 * kin_demo_response_set_error:
 * @self: an answer
 * @error: why there is no other
 *
 * Answers with a Status.
 */
void
kin_demo_response_set_error (KinDemoResponse *self,
                             const GError    *error)
{
  g_return_if_fail (self != NULL && error != NULL);

  self->status = kin_demo_error_get_code (error);
  self->retry_after = kin_demo_error_get_retry_after (error);
  kin_demo_response_take_body (self, "application/json", kin_demo_error_dup_status (error));
}
