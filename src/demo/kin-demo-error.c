/* kin-demo-error.c: the API's refusals, and the Status documents that tell of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-error.h"

#include "demo/kin-demo-json.h"
#include "object/kin-resource.h"

typedef struct
{
  char *reason;      /* (nullable) */
  char *field;       /* (nullable) */
  char *message;
} Cause;

typedef struct
{
  char *group;       /* (nullable) */
  char *kind;        /* (nullable) */
  char *name;        /* (nullable) */
  GPtrArray *causes; /* of Cause */
  guint retry_after;
  char *token;       /* (nullable) */
} KinDemoErrorPrivate;

/* What HTTP and the Status say to each code. */
static const struct
{
  guint code;
  const char *reason;
} refusals[] = {
  [KIN_DEMO_ERROR_BAD_REQUEST] = { 400, "BadRequest" },
  [KIN_DEMO_ERROR_UNAUTHORIZED] = { 401, "Unauthorized" },
  [KIN_DEMO_ERROR_FORBIDDEN] = { 403, "Forbidden" },
  [KIN_DEMO_ERROR_NOT_FOUND] = { 404, "NotFound" },
  [KIN_DEMO_ERROR_ALREADY_EXISTS] = { 409, "AlreadyExists" },
  [KIN_DEMO_ERROR_CONFLICT] = { 409, "Conflict" },
  [KIN_DEMO_ERROR_EXPIRED] = { 410, "Expired" },
  [KIN_DEMO_ERROR_INVALID] = { 422, "Invalid" },
  [KIN_DEMO_ERROR_METHOD_NOT_ALLOWED] = { 405, "MethodNotAllowed" },
  [KIN_DEMO_ERROR_NOT_ACCEPTABLE] = { 406, "NotAcceptable" },
  [KIN_DEMO_ERROR_UNSUPPORTED_MEDIA_TYPE] = { 415, "UnsupportedMediaType" },
  [KIN_DEMO_ERROR_TOO_MANY_REQUESTS] = { 429, "TooManyRequests" },
  [KIN_DEMO_ERROR_INTERNAL] = { 500, "InternalError" },
  [KIN_DEMO_ERROR_UNAVAILABLE] = { 503, "ServiceUnavailable" },
  [KIN_DEMO_ERROR_VERSION_TOO_LARGE] = { 504, "Timeout" },
  [KIN_DEMO_ERROR_PLAIN] = { 500, NULL },
};

static Cause *
new_cause (const char *reason,
           const char *field,
           const char *message)
{
  Cause *cause = g_new (Cause, 1);

  cause->reason = g_strdup (reason);
  cause->field = g_strdup (field);
  cause->message = g_strdup (message);

  return cause;
}

static void
free_cause (gpointer data)
{
  Cause *cause = data;

  g_free (cause->reason);
  g_free (cause->field);
  g_free (cause->message);
  g_free (cause);
}

static void
kin_demo_error_private_init (KinDemoErrorPrivate *priv)
{
  priv->causes = g_ptr_array_new_with_free_func (free_cause);
}

static void
kin_demo_error_private_copy (const KinDemoErrorPrivate *source,
                             KinDemoErrorPrivate       *copy)
{
  copy->group = g_strdup (source->group);
  copy->kind = g_strdup (source->kind);
  copy->name = g_strdup (source->name);
  copy->retry_after = source->retry_after;
  copy->token = g_strdup (source->token);

  for (guint i = 0; i < source->causes->len; i++)
    {
      const Cause *cause = g_ptr_array_index (source->causes, i);

      g_ptr_array_add (copy->causes, new_cause (cause->reason, cause->field, cause->message));
    }
}

static void
kin_demo_error_private_clear (KinDemoErrorPrivate *priv)
{
  g_free (priv->group);
  g_free (priv->kind);
  g_free (priv->name);
  g_ptr_array_unref (priv->causes);
  g_free (priv->token);
}

G_DEFINE_EXTENDED_ERROR (KinDemoError, kin_demo_error)

static KinDemoError
get_refusal (const GError *error)
{
  return error->domain == KIN_DEMO_ERROR ? (KinDemoError) error->code : KIN_DEMO_ERROR_INTERNAL;
}

static void
set_if_any (KinDemoDraft   *draft,
            yyjson_mut_val *object,
            const char     *name,
            const char     *value)
{
  if (value != NULL && *value != '\0')
    kin_demo_set_string (draft, object, name, value);
}

static void
append_cause (KinDemoDraft   *draft,
              yyjson_mut_val *details,
              const Cause    *cause)
{
  yyjson_mut_val *causes = kin_demo_ensure_array (draft, details, "causes");
  yyjson_mut_val *value = yyjson_mut_arr_add_obj (draft, causes);

  set_if_any (draft, value, "reason", cause->reason);
  set_if_any (draft, value, "message", cause->message);
  set_if_any (draft, value, "field", cause->field);
}

static void
fill_details (KinDemoDraft              *draft,
              yyjson_mut_val            *details,
              const KinDemoErrorPrivate *priv)
{
  set_if_any (draft, details, "name", priv->name);
  set_if_any (draft, details, "group", priv->group);
  set_if_any (draft, details, "kind", priv->kind);
  for (guint i = 0; i < priv->causes->len; i++)
    append_cause (draft, details, g_ptr_array_index (priv->causes, i));
}

/* Some refusals have details even when these say nothing: kube-apiserver's do. */
static gboolean
has_details (const GError *error,
             KinDemoError  refusal)
{
  if (error->domain != KIN_DEMO_ERROR)
    return TRUE;

  return (refusal != KIN_DEMO_ERROR_BAD_REQUEST && refusal != KIN_DEMO_ERROR_UNAUTHORIZED &&
          refusal != KIN_DEMO_ERROR_EXPIRED && refusal != KIN_DEMO_ERROR_PLAIN) ||
         kin_demo_error_get_private (error)->kind != NULL || kin_demo_error_get_n_causes (error) > 0;
}

static void
add_details (KinDemoDraft   *draft,
             yyjson_mut_val *root,
             const GError   *error)
{
  yyjson_mut_val *details = kin_demo_ensure_object (draft, root, "details", NULL);
  guint retry_after = kin_demo_error_get_retry_after (error);

  if (error->domain == KIN_DEMO_ERROR)
    {
      fill_details (draft, details, kin_demo_error_get_private (error));
    }
  else
    {
      const Cause cause = { NULL, NULL, error->message };

      append_cause (draft, details, &cause);
    }

  if (retry_after > 0)
    kin_demo_set_integer (draft, details, "retryAfterSeconds", retry_after);
}

/* Two and more are put in brackets: that is how Go's aggregate of errors is written. */
static void
rewrite_message (GError *error)
{
  const KinDemoErrorPrivate *priv = kin_demo_error_get_private (error);
  gboolean many = priv->causes->len > 1;
  g_autoptr(GString) message = g_string_new (priv->kind);

  g_string_append_printf (message, "%s%s \"%s\" is invalid: %s", *priv->group != '\0' ? "." : "", priv->group,
                          priv->name, many ? "[" : "");
  for (guint i = 0; i < priv->causes->len; i++)
    {
      const Cause *cause = g_ptr_array_index (priv->causes, i);

      g_string_append_printf (message, "%s%s: %s", i > 0 ? ", " : "", cause->field, cause->message);
    }
  if (many)
    g_string_append_c (message, ']');

  g_set_str (&error->message, message->str);
}

/**
 * kin_demo_error_set_object:
 * @error: an error of this domain
 * @group: (nullable): the group of what it is about
 * @plural_or_kind: (nullable): its resource, or, of an invalid object, its kind
 * @name: (nullable): its name
 *
 * Tells what was refused.
 */
void
kin_demo_error_set_object (GError     *error,
                           const char *group,
                           const char *plural_or_kind,
                           const char *name)
{
  KinDemoErrorPrivate *priv;

  g_return_if_fail (error != NULL && error->domain == KIN_DEMO_ERROR);

  priv = kin_demo_error_get_private (error);
  g_set_str (&priv->group, group);
  g_set_str (&priv->kind, plural_or_kind);
  g_set_str (&priv->name, name);
}

/**
 * kin_demo_error_add_cause:
 * @error: an error of this domain
 * @reason: (nullable): a word such as “FieldValueInvalid”
 * @field: (nullable): the field it is about
 * @message: a sentence
 *
 * Tells one of the reasons.
 */
void
kin_demo_error_add_cause (GError     *error,
                          const char *reason,
                          const char *field,
                          const char *message)
{
  g_return_if_fail (error != NULL && error->domain == KIN_DEMO_ERROR);
  g_return_if_fail (message != NULL);

  g_ptr_array_add (kin_demo_error_get_private (error)->causes, new_cause (reason, field, message));
}

/**
 * kin_demo_error_set_retry_after:
 * @error: an error of this domain
 * @seconds: how long to wait; 0 for no word on it
 *
 * Tells when to try again.
 */
void
kin_demo_error_set_retry_after (GError *error,
                                guint   seconds)
{
  g_return_if_fail (error != NULL && error->domain == KIN_DEMO_ERROR);

  kin_demo_error_get_private (error)->retry_after = seconds;
}

/**
 * kin_demo_error_set_continue:
 * @error: an error of this domain
 * @token: where a list that was cut short can go on all the same
 *
 * Tells how to get the rest.
 */
void
kin_demo_error_set_continue (GError     *error,
                             const char *token)
{
  g_return_if_fail (error != NULL && error->domain == KIN_DEMO_ERROR);

  g_set_str (&kin_demo_error_get_private (error)->token, token);
}

/**
 * kin_demo_error_get_code:
 * @error: an error
 *
 * Gets what HTTP says.
 *
 * Returns: the status; 500 for an error of another domain
 */
guint
kin_demo_error_get_code (const GError *error)
{
  g_return_val_if_fail (error != NULL, 500);

  return refusals[get_refusal (error)].code;
}

/**
 * kin_demo_error_get_retry_after:
 * @error: an error
 *
 * Gets when to try again.
 *
 * Returns: seconds, or 0 if nothing is said of it
 */
guint
kin_demo_error_get_retry_after (const GError *error)
{
  guint seconds;

  g_return_val_if_fail (error != NULL, 0);

  if (error->domain != KIN_DEMO_ERROR)
    return 0;

  seconds = kin_demo_error_get_private (error)->retry_after;
  if (seconds == 0 &&
      (error->code == KIN_DEMO_ERROR_TOO_MANY_REQUESTS || error->code == KIN_DEMO_ERROR_VERSION_TOO_LARGE))
    return 1;

  return seconds;
}

/**
 * kin_demo_error_get_n_causes:
 * @error: an error
 *
 * Counts what kin_demo_error_add_cause() has added.
 *
 * Returns: how many causes there are
 */
guint
kin_demo_error_get_n_causes (const GError *error)
{
  g_return_val_if_fail (error != NULL, 0);

  return error->domain == KIN_DEMO_ERROR ? kin_demo_error_get_private (error)->causes->len : 0;
}

/**
 * kin_demo_error_dup_status:
 * @error: an error
 *
 * Makes the document that the API answers with.
 *
 * Returns: (transfer full): a Status as JSON
 */
GBytes *
kin_demo_error_dup_status (const GError *error)
{
  g_autoptr(KinDemoDraft) draft = NULL;
  KinDemoError refusal;
  yyjson_mut_val *root;
  yyjson_mut_val *metadata;

  g_return_val_if_fail (error != NULL, NULL);

  draft = kin_demo_draft_new ();
  refusal = get_refusal (error);
  root = yyjson_mut_doc_get_root (draft);

  kin_demo_set_string (draft, root, "kind", "Status");
  kin_demo_set_string (draft, root, "apiVersion", "v1");
  metadata = kin_demo_ensure_object (draft, root, "metadata", NULL);
  kin_demo_set_string (draft, root, "status", "Failure");
  if (error->domain == KIN_DEMO_ERROR)
    {
      set_if_any (draft, metadata, "continue", kin_demo_error_get_private (error)->token);
      kin_demo_set_string (draft, root, "message", error->message);
    }
  else
    {
      g_autofree char *message = g_strconcat ("Internal error occurred: ", error->message, NULL);

      kin_demo_set_string (draft, root, "message", message);
    }
  set_if_any (draft, root, "reason", refusals[refusal].reason);
  if (has_details (error, refusal))
    add_details (draft, root, error);
  kin_demo_set_integer (draft, root, "code", refusals[refusal].code);

  return kin_demo_draft_write (draft);
}

/**
 * kin_demo_error_new_object:
 * @code: the code
 * @resource: the resource of the object
 * @name: (nullable): its name
 * @format: a format for the message
 * @...: what the format asks for
 *
 * Makes an error about one object.
 *
 * Returns: (transfer full): an error
 */
GError *
kin_demo_error_new_object (KinDemoError  code,
                           KinResource  *resource,
                           const char   *name,
                           const char   *format,
                           ...)
{
  GError *error;
  va_list args;

  g_return_val_if_fail (resource != NULL && format != NULL, NULL);

  va_start (args, format);
  error = g_error_new_valist (KIN_DEMO_ERROR, (int) code, format, args);
  va_end (args);
  kin_demo_error_set_object (error, kin_resource_get_group (resource), kin_resource_get_plural (resource), name);

  return error;
}

/**
 * kin_demo_error_new_not_found:
 * @resource: the resource of the object
 * @name: its name
 *
 * Makes the error that says that an object is not there.
 *
 * Returns: (transfer full): an error
 */
GError *
kin_demo_error_new_not_found (KinResource *resource,
                              const char  *name)
{
  g_return_val_if_fail (resource != NULL && name != NULL, NULL);

  return kin_demo_error_new_object (KIN_DEMO_ERROR_NOT_FOUND, resource, name, "%s \"%s\" not found",
                                    kin_resource_get_id (resource), name);
}

/**
 * kin_demo_error_new_invalid:
 * @group: a group; empty for the core group
 * @kind: a kind
 * @name: the name of the object, which may be empty
 *
 * Makes the error that says that an object is not as it should be; kin_demo_error_add_field() says why.
 *
 * Returns: (transfer full): an error
 */
GError *
kin_demo_error_new_invalid (const char *group,
                            const char *kind,
                            const char *name)
{
  GError *error;

  g_return_val_if_fail (group != NULL && kind != NULL && name != NULL, NULL);

  error = g_error_new (KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID, "%s%s%s \"%s\" is invalid", kind,
                       *group != '\0' ? "." : "", group, name);
  kin_demo_error_set_object (error, group, kind, name);

  return error;
}

/**
 * kin_demo_error_add_field:
 * @error: an error of kin_demo_error_new_invalid()
 * @reason: a word such as “FieldValueInvalid”
 * @field: the path of a field
 * @message: what is wrong with it, such as “Required value”
 *
 * Tells of one more field that is not as it should be, as a cause and in the message.
 */
void
kin_demo_error_add_field (GError     *error,
                          const char *reason,
                          const char *field,
                          const char *message)
{
  g_return_if_fail (error != NULL && field != NULL && message != NULL);

  kin_demo_error_add_cause (error, reason, field, message);
  rewrite_message (error);
}
