/* kin-demo-continue.c: where the next page of a list begins, as a token that looks like kube-apiserver's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-continue.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "object/kin-json.h"

#define TOKEN_VERSION "meta.k8s.io/v1"
#define ALPHABET "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
#define PREFIX "invalid continue token: continue key is not valid: "

/* The alphabet that an URL can bear, without padding. */
static char *
encode_base64 (const char *text)
{
  g_autofree char *padded = g_base64_encode ((const guchar *) text, strlen (text));

  g_strdelimit (g_strdelimit (padded, "+", '-'), "/", '_');

  return g_strndup (padded, strcspn (padded, "="));
}

static char *
decode_base64 (const char *token,
               gsize      *length)
{
  static const char * const paddings[] = { "", NULL, "==", "=" };
  gsize n = strlen (token);
  g_autofree char *padded = g_strconcat (token, paddings[n % 4], NULL);

  if (n % 4 == 1 || strspn (token, ALPHABET) != n)
    return NULL;

  g_strdelimit (g_strdelimit (padded, "-", '+'), "_", '/');

  return (char *) g_base64_decode (padded, length);
}

static gboolean
refuse (GError     **error,
        const char  *why)
{
  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, PREFIX "%s", why);

  return FALSE;
}

static gboolean
read_token (KinJsonValue  *root,
            const char   **start,
            gint64        *version,
            GError       **error)
{
  if (g_strcmp0 (kin_json_get_string (root, "v"), TOKEN_VERSION) != 0)
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                   PREFIX "server does not recognize this encoded version %s",
                   kin_json_get_string (root, "v") != NULL ? kin_json_get_string (root, "v") : "");
      return FALSE;
    }

  *version = kin_json_get_integer (root, "rv", 0);
  if (*version == 0)
    return refuse (error, "incorrect encoded start resourceVersion (version " TOKEN_VERSION ")");

  *start = kin_json_get_string (root, "start");
  if (*start == NULL || **start == '\0')
    return refuse (error, "encoded start key empty (version " TOKEN_VERSION ")");

  return strstr (*start, "..") == NULL || refuse (error, *start);
}

/**
 * kin_demo_continue_encode:
 * @version: the version that the list shows, or %KIN_DEMO_CONTINUE_NOW
 * @namespace_: (nullable): the namespace that is listed
 * @key: the key of the page's last object
 *
 * Returns: (transfer full): the token for the next page
 */
char *
kin_demo_continue_encode (gint64      version,
                          const char *namespace_,
                          const char *key)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *start = NULL;

  g_return_val_if_fail (key != NULL, NULL);

  start = g_strconcat ("/", namespace_ != NULL ? key + strlen (namespace_) + 1 : key, NULL);
  g_string_append_printf (text, "{\"v\":\"" TOKEN_VERSION "\",\"rv\":%" G_GINT64_FORMAT ",\"start\":", version);
  kin_json_append_quoted (text, start);

  /* The key after this one. */
  g_string_truncate (text, text->len - 1);
  g_string_append (text, "\\u0000\"}");

  return encode_base64 (text->str);
}

/**
 * kin_demo_continue_decode:
 * @token: what a page gave
 * @namespace_: (nullable): the namespace that is listed
 * @version: (out): the version to show, or %KIN_DEMO_CONTINUE_NOW
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the key after which the page begins, or %NULL with @error set
 */
char *
kin_demo_continue_decode (const char  *token,
                          const char  *namespace_,
                          gint64      *version,
                          GError     **error)
{
  g_autofree char *text = NULL;
  g_autoptr(KinJson) json = NULL;
  const char *start = NULL;
  gsize length;

  g_return_val_if_fail (token != NULL && version != NULL, NULL);

  text = decode_base64 (token, &length);
  json = text != NULL ? kin_json_parse (text, length, NULL) : NULL;
  if (json == NULL)
    {
      refuse (error, text == NULL ? "illegal base64 data" : "invalid character looking for beginning of value");
      return NULL;
    }

  if (!read_token (kin_json_get_root (json), &start, version, error))
    return NULL;

  start += *start == '/';

  return namespace_ != NULL ? g_strconcat (namespace_, "/", start, NULL) : g_strdup (start);
}
