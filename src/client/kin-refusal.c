/* kin-refusal.c: an answer that is not what was asked for: a Status, a redirection, a web page.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-refusal.h"

#include <glib/gi18n.h>

#include "base/kin-error.h"
#include "client/kin-status.h"

static const char *
get_content_type (SoupMessage *message)
{
  return soup_message_headers_get_content_type (soup_message_get_response_headers (message), NULL);
}

static int
get_retry_after (SoupMessage *message)
{
  const char *text = soup_message_headers_get_one (soup_message_get_response_headers (message), "Retry-After");
  guint64 seconds;

  if (text == NULL || !g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT, &seconds, NULL))
    return 0;

  return seconds;
}

/* The query of a sign-in page's address may hold secrets: only its host is told. */
static GError *
new_redirect_error (KinResponse *response)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (kin_response_get_message (response));
  const char *location = soup_message_headers_get_one (headers, "Location");
  g_autoptr(GUri) uri = location != NULL ? g_uri_parse (location, SOUP_HTTP_URI_FLAGS, NULL) : NULL;

  return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES,
                      _("%s: %s redirects to %s, as to a sign-in page: it is not a Kubernetes API server, or one behind a gateway"),
                      kin_response_get_what (response), kin_response_get_host (response),
                      uri != NULL ? g_uri_get_host (uri) : _("another page"));
}

static GError *
new_error (KinResponse *response,
           GBytes      *body)
{
  SoupMessage *message = kin_response_get_message (response);

  return kin_error_new_from_http (soup_message_get_status (message), get_content_type (message), get_retry_after (message),
                                  body != NULL ? g_bytes_get_data (body, NULL) : NULL,
                                  body != NULL ? g_bytes_get_size (body) : 0,
                                  kin_response_get_what (response), kin_response_get_host (response));
}

/* Even without the body the code says enough. */
static void
body_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  KinResponse *response = KIN_RESPONSE (source);
  g_autoptr(GBytes) body = kin_response_read_all_finish (response, result, NULL);

  g_task_return_error (task, new_error (response, body));
}

/**
 * kin_refusal_is_one:
 * @message: a message whose headers have come
 *
 * Returns: whether its body is something else than what was asked for
 */
gboolean
kin_refusal_is_one (SoupMessage *message)
{
  const char *type = get_content_type (message);

  return soup_message_get_status (message) != SOUP_STATUS_OK || (type != NULL && g_ascii_strcasecmp (type, "text/html") == 0);
}

/**
 * kin_refusal_read_async:
 * @response: an answer that is not what was asked for
 * @cancellable: (nullable): a cancellable
 * @callback: called when it is known what it says
 * @user_data: for @callback
 *
 * Reads why.
 */
void
kin_refusal_read_async (KinResponse         *response,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (KIN_IS_RESPONSE (response));

  task = g_task_new (response, cancellable, callback, user_data);
  g_task_set_source_tag (task, kin_refusal_read_async);

  if (SOUP_STATUS_IS_REDIRECTION (soup_message_get_status (kin_response_get_message (response))))
    g_task_return_error (task, new_redirect_error (response));
  else
    kin_response_read_all_async (response, cancellable, body_cb, g_steal_pointer (&task));
}

/**
 * kin_refusal_read_finish:
 * @response: the answer
 * @result: what the callback was given
 *
 * Returns: (transfer full): the error that it is
 */
GError *
kin_refusal_read_finish (KinResponse  *response,
                         GAsyncResult *result)
{
  GError *error = NULL;

  g_return_val_if_fail (KIN_IS_RESPONSE (response), NULL);
  g_return_val_if_fail (g_task_is_valid (result, response), NULL);

  g_task_propagate_boolean (G_TASK (result), &error);

  return error;
}
