/* kin-demo-fault.c: one thing that is to go wrong, and at which requests; as JSON it is what the control path speaks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-fault.h"

#include <string.h>

#include "base/kin-error.h"

#define ON_WIRE ((1 << KIN_DEMO_FAULT_STATUS) - 1)
#define ALL ((1 << (KIN_DEMO_FAULT_BOOKMARKS_ONLY + 1)) - 1)

#define TOO_MANY_REQUESTS 429
#define UNAVAILABLE 503

#define DEFAULT_BYTES_PER_SECOND 1000
#define DEFAULT_RETRY_AFTER 1

static const char * const action_names[] = {
  [KIN_DEMO_FAULT_CUT] = "cut",
  [KIN_DEMO_FAULT_STALL] = "stall",
  [KIN_DEMO_FAULT_HALF_OPEN] = "half-open",
  [KIN_DEMO_FAULT_SLOW] = "slow",
  [KIN_DEMO_FAULT_BYTES] = "bytes",
  [KIN_DEMO_FAULT_TRUNCATE] = "truncate",
  [KIN_DEMO_FAULT_DOUBLE] = "double",
  [KIN_DEMO_FAULT_GARBAGE] = "garbage",
  [KIN_DEMO_FAULT_STATUS] = "status",
  [KIN_DEMO_FAULT_GONE_EVENT] = "gone-event",
  [KIN_DEMO_FAULT_HTML] = "html",
  [KIN_DEMO_FAULT_NO_END_MARK] = "no-end-mark",
  [KIN_DEMO_FAULT_BOOKMARKS_ONLY] = "bookmarks-only",
  NULL
};

/* A number that does nothing for an action is a mistake of whoever asks: a test would pass that tests nothing. */
static const struct
{
  const char *name;
  gsize offset;
  guint actions;
} numbers[] = {
  { "nth", G_STRUCT_OFFSET (KinDemoFault, nth), ALL },
  { "count", G_STRUCT_OFFSET (KinDemoFault, count), ALL },
  { "afterBytes", G_STRUCT_OFFSET (KinDemoFault, after_bytes), ON_WIRE },
  { "afterEvents", G_STRUCT_OFFSET (KinDemoFault, after_events), ON_WIRE | 1 << KIN_DEMO_FAULT_GONE_EVENT },
  { "bytesPerSecond", G_STRUCT_OFFSET (KinDemoFault, bytes_per_second), 1 << KIN_DEMO_FAULT_SLOW },
  { "status", G_STRUCT_OFFSET (KinDemoFault, status), 1 << KIN_DEMO_FAULT_STATUS },
  { "retryAfter", G_STRUCT_OFFSET (KinDemoFault, retry_after), 1 << KIN_DEMO_FAULT_STATUS },
};

/* Reading */

static gboolean G_GNUC_PRINTF (2, 3)
refuse (GError     **error,
        const char  *format,
        ...)
{
  va_list args;

  va_start (args, format);
  if (error != NULL)
    *error = g_error_new_valist (KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE, format, args);
  va_end (args);

  return FALSE;
}

static gboolean
read_action (KinDemoFault  *self,
             KinJsonValue  *value,
             GError       **error)
{
  const char *name = kin_json_get_string (value, "action");
  g_autofree char *names = g_strjoinv (", ", (char **) action_names);

  if (name == NULL)
    return refuse (error, "\"action\" is missing: it is one of %s", names);

  for (guint i = 0; action_names[i] != NULL; i++)
    if (g_str_equal (action_names[i], name))
      {
        self->action = i;
        return TRUE;
      }

  return refuse (error, "unknown action \"%s\": it is one of %s", name, names);
}

static gboolean
read_text (const char   **slot,
           const char    *name,
           KinJsonValue  *value,
           GError       **error)
{
  if (kin_json_value_get_string (value) == NULL)
    return refuse (error, "\"match.%s\" must be a string", name);

  *slot = g_strdup (kin_json_value_get_string (value));

  return TRUE;
}

static gboolean
read_scope (KinDemoFault  *self,
            KinJsonValue  *value,
            GError       **error)
{
  if (kin_json_value_get_type (value) != KIN_JSON_BOOLEAN)
    return refuse (error, "\"match.watch\" must be true or false");

  self->scope = kin_json_value_get_boolean (value) ? KIN_DEMO_FAULT_WATCHES : KIN_DEMO_FAULT_OTHERS;

  return TRUE;
}

static gboolean
read_match_member (KinDemoFault  *self,
                   const char    *name,
                   KinJsonValue  *value,
                   GError       **error)
{
  if (g_str_equal (name, "method"))
    return read_text (&self->method, name, value, error);
  if (g_str_equal (name, "path"))
    return read_text (&self->path, name, value, error);
  if (g_str_equal (name, "resource"))
    return read_text (&self->resource, name, value, error);
  if (g_str_equal (name, "watch"))
    return read_scope (self, value, error);

  return refuse (error, "unknown member \"match.%s\": there are method, path, resource and watch", name);
}

static gboolean
read_match (KinDemoFault  *self,
            KinJsonValue  *match,
            GError       **error)
{
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;

  if (kin_json_value_get_type (match) != KIN_JSON_OBJECT)
    return refuse (error, "\"match\" must be an object");

  kin_json_iter_init (&iter, match);
  while (kin_json_iter_next (&iter, &name, &value))
    if (!read_match_member (self, name, value, error))
      return FALSE;

  return TRUE;
}

static gboolean
read_number (KinDemoFault  *self,
             const char    *name,
             KinJsonValue  *value,
             GError       **error)
{
  guint64 number;
  guint i = 0;

  while (i < G_N_ELEMENTS (numbers) && !g_str_equal (numbers[i].name, name))
    i++;
  if (i == G_N_ELEMENTS (numbers))
    return refuse (error, "unknown member \"%s\"", name);
  if (!(numbers[i].actions & 1u << self->action))
    return refuse (error, "\"%s\" means nothing for the action \"%s\"", name, action_names[self->action]);

  if (kin_json_value_get_type (value) != KIN_JSON_NUMBER ||
      !g_ascii_string_to_unsigned (kin_json_value_get_number_text (value), 10, 0, G_MAXUINT, &number, NULL))
    return refuse (error, "\"%s\" must be a whole number that is not negative", name);

  G_STRUCT_MEMBER (guint, self, numbers[i].offset) = number;

  return TRUE;
}

static gboolean
read_member (KinDemoFault  *self,
             const char    *name,
             KinJsonValue  *value,
             GError       **error)
{
  if (g_str_equal (name, "action"))
    return TRUE;
  if (g_str_equal (name, "match"))
    return read_match (self, value, error);

  return read_number (self, name, value, error);
}

static gboolean
complete (KinDemoFault  *self,
          KinJsonValue  *value,
          GError       **error)
{
  if (self->action == KIN_DEMO_FAULT_SLOW && self->bytes_per_second == 0)
    self->bytes_per_second = DEFAULT_BYTES_PER_SECOND;
  if (self->action != KIN_DEMO_FAULT_STATUS)
    return TRUE;

  if (self->status < 400 || self->status > 599)
    return refuse (error, "\"status\" must be that of an error, 400 to 599");
  if ((self->status == TOO_MANY_REQUESTS || self->status == UNAVAILABLE) &&
      kin_json_get (value, "retryAfter") == NULL)
    self->retry_after = DEFAULT_RETRY_AFTER;

  return TRUE;
}

static void
clear (gpointer data)
{
  KinDemoFault *self = data;

  g_free ((char *) self->method);
  g_free ((char *) self->path);
  g_free ((char *) self->resource);
}

/* Matching */

/* "/api/v1/namespaces/shop/pods/web-1" → "pods", "/apis/apps/v1/deployments" → "deployments" and "apps". */
static const char *
find_resource (char       **segments,
               const char **group)
{
  guint n = g_strv_length (segments);
  guint at;

  if (n < 3 || *segments[0] != '\0')
    return NULL;

  at = g_str_equal (segments[1], "apis") ? 4 : 3;
  *group = at == 4 ? segments[2] : "";
  if (n > at + 2 && g_str_equal (segments[at], "namespaces") &&
      !g_str_equal (segments[at + 2], "status") && !g_str_equal (segments[at + 2], "finalize"))
    at += 2;

  return n > at ? segments[at] : NULL;
}

static gboolean
is_of_resource (const char *path,
                const char *wanted)
{
  g_auto(GStrv) segments = g_strsplit (path, "/", -1);
  const char *group = "";
  const char *plural = find_resource (segments, &group);
  const char *dot = strchr (wanted, '.');

  if (plural == NULL)
    return FALSE;
  if (dot == NULL)
    return g_str_equal (plural, wanted);

  return strlen (plural) == (gsize) (dot - wanted) && g_str_has_prefix (wanted, plural) && g_str_equal (dot + 1, group);
}

static gboolean
is_below (const char *path,
          const char *folder)
{
  gsize length = strlen (folder);

  return g_str_has_prefix (path, folder) &&
         (path[length] == '\0' || path[length] == '/' || (length > 0 && folder[length - 1] == '/'));
}

/* Writing */

static void
append_member (GString    *out,
               const char *name,
               const char *text)
{
  if (text == NULL)
    return;

  if (out->str[out->len - 1] != '{')
    g_string_append_c (out, ',');
  kin_json_append_quoted (out, name);
  g_string_append_c (out, ':');
  kin_json_append_quoted (out, text);
}

static void
append_match (const KinDemoFault *self,
              GString            *out)
{
  g_string_append (out, ",\"match\":{");
  append_member (out, "method", self->method);
  append_member (out, "path", self->path);
  append_member (out, "resource", self->resource);
  if (self->scope != KIN_DEMO_FAULT_EITHER)
    {
      if (out->str[out->len - 1] != '{')
        g_string_append_c (out, ',');
      g_string_append_printf (out, "\"watch\":%s", self->scope == KIN_DEMO_FAULT_WATCHES ? "true" : "false");
    }
  g_string_append_c (out, '}');
}

/**
 * kin_demo_fault_copy:
 * @fault: a fault, perhaps on the stack
 *
 * Returns: (transfer full): a counted copy
 */
KinDemoFault *
kin_demo_fault_copy (const KinDemoFault *fault)
{
  KinDemoFault *self;

  g_return_val_if_fail (fault != NULL, NULL);

  self = g_rc_box_new0 (KinDemoFault);
  *self = *fault;
  self->method = g_strdup (fault->method);
  self->path = g_strdup (fault->path);
  self->resource = g_strdup (fault->resource);

  return self;
}

/**
 * kin_demo_fault_new_from_json:
 * @value: `{"action":"cut","match":{"path":"/api/v1/pods","watch":true},"afterEvents":3}`
 * @error: return location for a #KinParseError that names what is wrong
 *
 * Returns: (transfer full): the fault, or %NULL with @error set
 */
KinDemoFault *
kin_demo_fault_new_from_json (KinJsonValue  *value,
                              GError       **error)
{
  g_autoptr(KinDemoFault) self = g_rc_box_new0 (KinDemoFault);
  KinJsonIter iter;
  KinJsonValue *member;
  const char *name;

  if (kin_json_value_get_type (value) != KIN_JSON_OBJECT)
    {
      refuse (error, "a fault must be an object");
      return NULL;
    }
  if (!read_action (self, value, error))
    return NULL;

  kin_json_iter_init (&iter, value);
  while (kin_json_iter_next (&iter, &name, &member))
    if (!read_member (self, name, member, error))
      return NULL;

  return complete (self, value, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * kin_demo_fault_ref:
 * @self: a counted fault
 *
 * Returns: (transfer full): @self
 */
KinDemoFault *
kin_demo_fault_ref (KinDemoFault *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_rc_box_acquire (self);
}

/**
 * kin_demo_fault_unref:
 * @self: (transfer full): a counted fault
 */
void
kin_demo_fault_unref (KinDemoFault *self)
{
  g_return_if_fail (self != NULL);

  g_rc_box_release_full (self, clear);
}

/**
 * kin_demo_fault_is_on_wire:
 * @self: a fault
 *
 * Returns: whether it happens to the bytes of an answer, and not to what is answered
 */
gboolean
kin_demo_fault_is_on_wire (const KinDemoFault *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->action < KIN_DEMO_FAULT_STATUS;
}

/**
 * kin_demo_fault_matches:
 * @self: a fault
 * @method: a request's method
 * @path: its path, without the server's prefix
 * @is_watch: whether it is a watch
 *
 * Returns: whether @self is about such requests
 */
gboolean
kin_demo_fault_matches (const KinDemoFault *self,
                        const char         *method,
                        const char         *path,
                        gboolean            is_watch)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (method != NULL, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  if (self->scope != KIN_DEMO_FAULT_EITHER && (self->scope == KIN_DEMO_FAULT_WATCHES) != !!is_watch)
    return FALSE;

  return (self->method == NULL || g_str_equal (self->method, method)) &&
         (self->path == NULL || is_below (path, self->path)) &&
         (self->resource == NULL || is_of_resource (path, self->resource));
}

/**
 * kin_demo_fault_append_json:
 * @self: a fault
 * @out: added to
 *
 * Writes the members of a JSON object, without its braces.
 */
void
kin_demo_fault_append_json (const KinDemoFault *self,
                            GString            *out)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (out != NULL);

  g_string_append_printf (out, "\"action\":\"%s\"", action_names[self->action]);
  append_match (self, out);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      guint number = G_STRUCT_MEMBER (guint, self, numbers[i].offset);

      if (number > 0)
        g_string_append_printf (out, ",\"%s\":%u", numbers[i].name, number);
    }
}
