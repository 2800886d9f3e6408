/* kin-demo-request.c: one request to the demo cluster's API: its parameters and its body, read as kube-apiserver does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-request.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-protobuf.h"
#include "object/kin-yaml.h"

/* YAML goes through JSON's text: the draft's parser is the one that keeps numbers as they were written. */
static KinDemoDraft *
parse_yaml (const char  *text,
            gsize        length,
            GError     **error)
{
  g_autoptr(GError) local_error = NULL;
  g_autoptr(KinJson) json = kin_yaml_parse (text, length, &local_error);
  g_autofree char *copy = NULL;

  if (json == NULL)
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                   "error decoding YAML: %s", local_error->message);
      return NULL;
    }

  copy = kin_json_value_dup_text (kin_json_get_root (json));

  return kin_demo_draft_parse (copy, strlen (copy), error);
}

/**
 * kin_demo_request_get_query:
 * @self: a request
 * @name: a parameter
 *
 * Returns: (transfer none) (nullable): its value, or %NULL if it is not there
 */
const char *
kin_demo_request_get_query (const KinDemoRequest *self,
                            const char           *name)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->query != NULL ? g_hash_table_lookup (self->query, name) : NULL;
}

/**
 * kin_demo_request_get_flag:
 * @self: a request
 * @name: a parameter
 *
 * Reads a parameter that is true or false; all but “false” and “0” is true, even nothing at all.
 *
 * Returns: %FALSE also if it is not there
 */
gboolean
kin_demo_request_get_flag (const KinDemoRequest *self,
                           const char           *name)
{
  const char *value = kin_demo_request_get_query (self, name);

  return value != NULL && !g_str_equal (value, "0") && g_ascii_strcasecmp (value, "false") != 0;
}

/**
 * kin_demo_request_get_integer:
 * @self: a request
 * @name: a parameter
 * @value: (inout): the number; kept as it is if the parameter is not there or is empty
 * @error: return location
 *
 * Returns: %FALSE with @error set if it is no number
 */
gboolean
kin_demo_request_get_integer (const KinDemoRequest  *self,
                              const char            *name,
                              gint64                *value,
                              GError               **error)
{
  const char *text = kin_demo_request_get_query (self, name);

  if (text == NULL || *text == '\0' || g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, value, NULL))
    return TRUE;

  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
               "strconv.ParseInt: parsing \"%s\": invalid syntax", text);

  return FALSE;
}

/**
 * kin_demo_request_has_body:
 * @self: a request
 *
 * Returns: whether something was sent with it
 */
gboolean
kin_demo_request_has_body (const KinDemoRequest *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->body != NULL && g_bytes_get_size (self->body) > 0;
}

/**
 * kin_demo_request_is_type:
 * @self: a request
 * @media_type: such as “application/json”
 *
 * Returns: whether the body is said to be of that type, whatever the header's parameters are
 */
gboolean
kin_demo_request_is_type (const KinDemoRequest *self,
                          const char           *media_type)
{
  gsize length = strlen (media_type);

  g_return_val_if_fail (self != NULL, FALSE);

  return self->content_type != NULL && g_ascii_strncasecmp (self->content_type, media_type, length) == 0 &&
         (self->content_type[length] == '\0' || strchr ("; ", self->content_type[length]) != NULL);
}

/**
 * kin_demo_request_dup_manager:
 * @self: a request
 *
 * Works out who is to own the fields that are written: who says so, else the program that asks.
 *
 * Returns: (transfer full): the field manager
 */
char *
kin_demo_request_dup_manager (const KinDemoRequest *self)
{
  const char *manager = kin_demo_request_get_query (self, "fieldManager");
  const char *agent;

  if (manager != NULL && *manager != '\0')
    return g_strdup (manager);

  agent = self->user_agent != NULL && *self->user_agent != '\0' ? self->user_agent : "unknown";

  return g_strndup (agent, strcspn (agent, "/"));
}

/**
 * kin_demo_request_parse_body:
 * @self: a request
 * @error: return location
 *
 * Reads the body: JSON, YAML or Kubernetes’ protobuf. Who names no type sends JSON.
 *
 * Returns: (transfer full) (nullable): the document, or %NULL with @error set
 */
KinDemoDraft *
kin_demo_request_parse_body (const KinDemoRequest  *self,
                             GError               **error)
{
  const char *text;
  gsize length;

  g_return_val_if_fail (self != NULL, NULL);

  text = self->body != NULL ? g_bytes_get_data (self->body, &length) : NULL;
  if (text == NULL)
    {
      text = "";
      length = 0;
    }

  if (self->content_type == NULL || *self->content_type == '\0' || kin_demo_request_is_type (self, "application/json"))
    return kin_demo_draft_parse (text, length, error);
  if (kin_demo_request_is_type (self, "application/yaml"))
    return parse_yaml (text, length, error);
  if (kin_demo_request_is_type (self, KIN_DEMO_PROTOBUF_TYPE))
    return kin_demo_protobuf_parse (text, length, error);

  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_UNSUPPORTED_MEDIA_TYPE,
                       "the body of the request was in an unknown format - accepted media types include: "
                       "application/json, application/yaml, " KIN_DEMO_PROTOBUF_TYPE);

  return NULL;
}
