/* kin-status.c: the API's Status object kept whole, and what each kind of refusal is called.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-status.h"

#include <glib/gi18n.h>
#include <string.h>

/* A plain-text answer is quoted in a message up to here. */
#define MAX_QUOTED 200

typedef struct
{
  char *field;
  char *reason;
  char *message;
} Cause;

struct _KinStatus
{
  gatomicrefcount ref_count;

  int code;
  int retry_after;
  char *reason;
  char *message;
  GArray *causes;   /* of Cause */
};

typedef struct
{
  KinStatus *status;
  int retry_after;
} KinApiErrorPrivate;

static void
kin_api_error_private_init (KinApiErrorPrivate *private)
{
}

static void
kin_api_error_private_copy (const KinApiErrorPrivate *source,
                            KinApiErrorPrivate       *target)
{
  target->status = source->status != NULL ? kin_status_ref (source->status) : NULL;
  target->retry_after = source->retry_after;
}

static void
kin_api_error_private_clear (KinApiErrorPrivate *private)
{
  g_clear_pointer (&private->status, kin_status_unref);
}

G_DEFINE_EXTENDED_ERROR (KinApiError, kin_api_error)

static const struct
{
  const char *reason;
  int http_code;
  KinApiError code;
  const char *words;
} refusals[] = {
  { "BadRequest",            400, KIN_API_ERROR_BAD_REQUEST,       N_("bad request") },
  { "Unauthorized",          401, KIN_API_ERROR_UNAUTHORIZED,      N_("not signed in") },
  { "Forbidden",             403, KIN_API_ERROR_FORBIDDEN,         N_("forbidden") },
  { "NotFound",              404, KIN_API_ERROR_NOT_FOUND,         N_("not found") },
  { "AlreadyExists",         409, KIN_API_ERROR_CONFLICT,          N_("exists already") },
  { "Conflict",              409, KIN_API_ERROR_CONFLICT,          N_("conflict") },
  { "Expired",               410, KIN_API_ERROR_EXPIRED,           N_("expired") },
  { "Gone",                  410, KIN_API_ERROR_EXPIRED,           N_("expired") },
  { "Invalid",               422, KIN_API_ERROR_INVALID,           N_("invalid") },
  { "TooManyRequests",       429, KIN_API_ERROR_TOO_MANY_REQUESTS, N_("too many requests") },
  { "InternalError",         500, KIN_API_ERROR_INTERNAL,          N_("internal error") },
  { "ServiceUnavailable",    503, KIN_API_ERROR_UNAVAILABLE,       N_("unavailable") },
  { "Timeout",               504, KIN_API_ERROR_TIMEOUT,           N_("timed out") },
  { "ServerTimeout",         504, KIN_API_ERROR_TIMEOUT,           N_("timed out") },
};

static void
clear_cause (gpointer data)
{
  Cause *cause = data;

  g_free (cause->field);
  g_free (cause->reason);
  g_free (cause->message);
}

static void
read_causes (KinStatus    *self,
             KinJsonValue *causes)
{
  for (gsize i = 0; i < kin_json_value_get_size (causes); i++)
    {
      KinJsonValue *item = kin_json_array_get (causes, i);
      Cause cause = {
        .field = g_strdup (kin_json_get_string (item, "field")),
        .reason = g_strdup (kin_json_get_string (item, "reason")),
        .message = g_strdup (kin_json_get_string (item, "message")),
      };

      g_array_append_val (self->causes, cause);
    }
}

/* Three generations of servers say it in three ways. */
static gboolean
is_version_too_large (KinStatus *self)
{
  for (guint i = 0; i < self->causes->len; i++)
    {
      const Cause *cause = &g_array_index (self->causes, Cause, i);

      if (g_strcmp0 (cause->reason, "ResourceVersionTooLarge") == 0)
        return TRUE;
      if (g_str_equal (self->reason, "Timeout") && g_strcmp0 (cause->message, "Too large resource version") == 0)
        return TRUE;
    }

  return g_str_equal (self->reason, "Timeout") && strstr (self->message, "Too large resource version") != NULL;
}

/* By the reason; a reason nobody knows leaves the code. Returns an index into refusals, or -1. */
static int
find_refusal (const char *reason,
              int         http_code)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refusals); i++)
    if (g_str_equal (refusals[i].reason, reason))
      return i;

  for (gsize i = 0; i < G_N_ELEMENTS (refusals); i++)
    if (refusals[i].http_code == http_code)
      return i;

  return -1;
}

static GError *
make_error (KinApiError  code,
            KinStatus   *status,
            int          retry_after,
            const char  *message)
{
  GError *error = g_error_new_literal (KIN_API_ERROR, code, message);
  KinApiErrorPrivate *private = kin_api_error_get_private (error);

  private->status = status != NULL ? kin_status_ref (status) : NULL;
  private->retry_after = retry_after;

  return error;
}

static gboolean
looks_like_html (const char *content_type,
                 const char *body,
                 gsize       length)
{
  if (content_type != NULL && g_ascii_strncasecmp (content_type, "text/html", strlen ("text/html")) == 0)
    return TRUE;

  while (length > 0 && g_ascii_isspace (*body))
    {
      body++;
      length--;
    }

  return length > 0 && *body == '<';
}

/* The first line of a plain answer ("404 page not found"), or NULL where it is no text for people. */
static char *
dup_first_line (const char *body,
                gsize       length)
{
  const char *end = memchr (body, '\n', length);
  gsize line = end != NULL ? (gsize) (end - body) : length;
  g_autofree char *text = NULL;

  if (line == 0 || line > MAX_QUOTED || *body == '{' || !g_utf8_validate_len (body, line, NULL))
    return NULL;

  text = g_strndup (body, line);

  return *g_strstrip (text) != '\0' ? g_steal_pointer (&text) : NULL;
}

static KinStatus *
parse_status (const char *body,
              gsize       length)
{
  g_autoptr(KinJson) document = length > 0 && *body == '{' ? kin_json_parse (body, length, NULL) : NULL;

  return document != NULL ? kin_status_new_from_json (kin_json_get_root (document)) : NULL;
}

/**
 * kin_status_new_from_json:
 * @value: a parsed document
 *
 * Returns: (transfer full) (nullable): the status, or %NULL when @value is no Status
 */
KinStatus *
kin_status_new_from_json (KinJsonValue *value)
{
  KinStatus *self;
  const char *text;

  if (g_strcmp0 (kin_json_get_string (value, "kind"), "Status") != 0)
    return NULL;

  self = g_new0 (KinStatus, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->code = kin_json_get_integer (value, "code", 0);
  text = kin_json_get_string (value, "reason");
  self->reason = g_strdup (text != NULL ? text : "");
  text = kin_json_get_string (value, "message");
  self->message = g_strdup (text != NULL ? text : "");
  self->retry_after = kin_json_get_integer (kin_json_get (value, "details"), "retryAfterSeconds", 0);
  self->causes = g_array_new (FALSE, FALSE, sizeof (Cause));
  g_array_set_clear_func (self->causes, clear_cause);
  read_causes (self, kin_json_get_path (value, "details", "causes", NULL));

  return self;
}

/**
 * kin_status_ref:
 * @self: a status
 *
 * Returns: (transfer full): @self
 */
KinStatus *
kin_status_ref (KinStatus *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

/**
 * kin_status_unref:
 * @self: (transfer full): a status
 */
void
kin_status_unref (KinStatus *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->reason);
  g_free (self->message);
  g_array_unref (self->causes);
  g_free (self);
}

/**
 * kin_status_get_code:
 * @self: a status
 *
 * Returns: the HTTP code that the server means, 0 if it did not say
 */
int
kin_status_get_code (KinStatus *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->code;
}

/**
 * kin_status_get_reason:
 * @self: a status
 *
 * Returns: the one word for machines, "Forbidden"; "" if there is none
 */
const char *
kin_status_get_reason (KinStatus *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->reason;
}

/**
 * kin_status_get_message:
 * @self: a status
 *
 * Returns: the server's sentence; "" if there is none
 */
const char *
kin_status_get_message (KinStatus *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->message;
}

/**
 * kin_status_get_retry_after:
 * @self: a status
 *
 * Returns: how many seconds the server wants us to wait; 0 if it did not say
 */
int
kin_status_get_retry_after (KinStatus *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->retry_after;
}

/**
 * kin_status_get_n_causes:
 * @self: a status
 *
 * Returns: how many causes the server gave, one a field where something was invalid
 */
guint
kin_status_get_n_causes (KinStatus *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->causes->len;
}

/**
 * kin_status_get_nth_cause:
 * @self: a status
 * @i: less than kin_status_get_n_causes()
 * @field: (out) (nullable): the path of a field
 * @reason: (out) (nullable): the one word for machines
 * @message: (out) (nullable): the words for people
 */
void
kin_status_get_nth_cause (KinStatus   *self,
                          guint        i,
                          const char **field,
                          const char **reason,
                          const char **message)
{
  const Cause *cause;

  g_return_if_fail (self != NULL);
  g_return_if_fail (i < self->causes->len);

  cause = &g_array_index (self->causes, Cause, i);
  *field = cause->field;
  *reason = cause->reason;
  *message = cause->message;
}

/**
 * kin_status_to_error:
 * @self: a status
 * @http_code: the answer's, or 0 where the status came as an event
 * @retry_after_header: the Retry-After header's seconds, or 0
 * @what: what was asked for: "list pods in shop"
 *
 * Returns: (transfer full): a #KinApiError that carries the status
 */
GError *
kin_status_to_error (KinStatus  *self,
                     int         http_code,
                     int         retry_after_header,
                     const char *what)
{
  g_autofree char *message = NULL;
  const char *words;
  KinApiError code;
  int refusal;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (what != NULL, NULL);

  refusal = find_refusal (self->reason, self->code != 0 ? self->code : http_code);
  code = refusal >= 0 ? refusals[refusal].code : KIN_API_ERROR_UNKNOWN;
  words = refusal >= 0 ? _(refusals[refusal].words) : self->reason;
  if (is_version_too_large (self))
    code = KIN_API_ERROR_VERSION_TOO_LARGE;

  if (*self->message == '\0')
    message = g_strdup_printf ("%s: %s", what, words);
  else
    message = g_strdup_printf ("%s: %s: %s", what, words, self->message);

  return make_error (code, self, retry_after_header > 0 ? retry_after_header : self->retry_after, message);
}

/**
 * kin_error_get_status:
 * @error: any error
 *
 * Returns: (transfer none) (nullable): the status that @error carries
 */
KinStatus *
kin_error_get_status (const GError *error)
{
  g_return_val_if_fail (error != NULL, NULL);

  return error->domain == KIN_API_ERROR ? kin_api_error_get_private (error)->status : NULL;
}

/**
 * kin_error_get_retry_after:
 * @error: any error
 *
 * Returns: how many seconds the server wants us to wait; 0 if it did not say
 */
int
kin_error_get_retry_after (const GError *error)
{
  g_return_val_if_fail (error != NULL, 0);

  return error->domain == KIN_API_ERROR ? kin_api_error_get_private (error)->retry_after : 0;
}

/**
 * kin_error_new_from_http:
 * @http_code: the answer's code
 * @content_type: (nullable): the answer's Content-Type
 * @retry_after: the Retry-After header's seconds, or 0
 * @body: (nullable): the answer's body
 * @length: bytes of @body
 * @what: what was asked for: "list pods in shop"
 * @host: who answered
 *
 * Makes an error of an answer that is not the one that was asked for. The page of a gateway that has no server
 * behind it just now is the gateway's error; any other page means that this is not an API server.
 *
 * Returns: (transfer full): a #KinApiError or %KIN_CONNECTION_ERROR_NOT_KUBERNETES
 */
GError *
kin_error_new_from_http (int         http_code,
                         const char *content_type,
                         int         retry_after,
                         const char *body,
                         gsize       length,
                         const char *what,
                         const char *host)
{
  g_autoptr(KinStatus) status = NULL;
  g_autofree char *line = NULL;
  g_autofree char *message = NULL;
  gboolean html;
  int refusal;

  g_return_val_if_fail (what != NULL, NULL);
  g_return_val_if_fail (host != NULL, NULL);

  if (body == NULL || length == 0)
    {
      body = "";
      length = 0;
    }

  status = parse_status (body, length);
  if (status != NULL)
    return kin_status_to_error (status, http_code, retry_after, what);

  html = looks_like_html (content_type, body, length);
  if (html && http_code != 429 && http_code < 500)
    return g_error_new (KIN_CONNECTION_ERROR, KIN_CONNECTION_ERROR_NOT_KUBERNETES,
                        _("%s: %s answered with a web page (HTTP %d), not as a Kubernetes API server: look at the server’s address, or sign in"),
                        what, host, http_code);

  refusal = find_refusal ("", http_code);
  line = html ? NULL : dup_first_line (body, length);
  if (line != NULL)
    message = g_strdup_printf (_("%s: %s answered HTTP %d: %s"), what, host, http_code, line);
  else
    message = g_strdup_printf (_("%s: %s answered HTTP %d"), what, host, http_code);

  return make_error (refusal >= 0 ? refusals[refusal].code : http_code == 502 ? KIN_API_ERROR_UNAVAILABLE : KIN_API_ERROR_UNKNOWN,
                     NULL, retry_after, message);
}
