/* kin-demo-control.c: the paths by which a test, or a person with curl, tells the demo cluster what is to go wrong.
 *
 *   GET, POST, DELETE /demo/faults       all faults; add one (kin-demo-fault.h); let all go well again
 *   GET, DELETE /demo/faults/ID          one fault, with how often it was met
 *   POST /demo/compact                   forget the history: what is older answers 410
 *   POST /demo/restart {"down": 2}       as a server that was away for so many seconds
 *   POST /demo/skew {"seconds": 300}     the cluster's clock goes fast by so much, or slow if it is negative
 *   POST /demo/rate {"perSecond": 100}   so many changes besides the shop's own life
 *   POST /demo/groups {"stale": ["metrics.k8s.io"]}    groups whose servers do not answer
 *
 * Answers are JSON; what is not understood is a 400 that names it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-control.h"

#include <libsoup/soup.h>
#include <string.h>

#include "base/kin-error.h"

struct _KinDemoControl
{
  GObject parent_instance;

  KinDemoWorld *world;
  KinDemoFaults *faults;
};

G_DEFINE_FINAL_TYPE (KinDemoControl, kin_demo_control, G_TYPE_OBJECT)

enum
{
  RESTART,
  RATE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Does what is asked and writes the answer; the status, or 0 with an error that is a 400. */
typedef guint (*Handler) (KinDemoControl  *self,
                          const char      *rest,
                          KinJsonValue    *body,
                          GString         *answer,
                          GError         **error);

/* Reading */

static gboolean
check_members (KinJsonValue  *body,
               const char    *wanted,
               GError       **error)
{
  KinJsonIter iter;
  KinJsonValue *value;
  const char *name;

  if (body == NULL)
    return TRUE;

  kin_json_iter_init (&iter, body);
  while (kin_json_iter_next (&iter, &name, &value))
    if (g_strcmp0 (name, wanted) != 0)
      {
        g_set_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE, "unknown member \"%s\"", name);
        return FALSE;
      }

  return TRUE;
}

static gboolean
read_number (KinJsonValue  *body,
             const char    *name,
             double         least,
             double         most,
             double        *number,
             GError       **error)
{
  KinJsonValue *value = kin_json_get (body, name);

  if (!check_members (body, name, error))
    return FALSE;

  if (kin_json_value_get_type (value) == KIN_JSON_NUMBER)
    {
      *number = g_ascii_strtod (kin_json_value_get_number_text (value), NULL);
      if (*number >= least && *number <= most)
        return TRUE;
    }

  g_set_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE, "\"%s\" must be a number from %g to %g", name, least, most);

  return FALSE;
}

/* What the paths do */

static guint
list_faults (KinDemoControl  *self,
             const char      *rest,
             KinJsonValue    *body,
             GString         *answer,
             GError         **error)
{
  g_autofree char *json = kin_demo_faults_dup_json (self->faults);

  g_string_append (answer, json);

  return SOUP_STATUS_OK;
}

static guint
add_fault (KinDemoControl  *self,
           const char      *rest,
           KinJsonValue    *body,
           GString         *answer,
           GError         **error)
{
  g_autoptr(KinDemoFault) fault = kin_demo_fault_new_from_json (body, error);

  if (fault == NULL)
    return 0;

  kin_demo_faults_append_json (self->faults, kin_demo_faults_add (self->faults, fault), answer);

  return SOUP_STATUS_CREATED;
}

static guint
clear_faults (KinDemoControl  *self,
              const char      *rest,
              KinJsonValue    *body,
              GString         *answer,
              GError         **error)
{
  kin_demo_faults_clear (self->faults);
  g_string_append (answer, "{}");

  return SOUP_STATUS_OK;
}

static guint
read_id (const char *rest)
{
  guint64 id;

  return g_ascii_string_to_unsigned (rest, 10, 1, G_MAXUINT, &id, NULL) ? id : 0;
}

static guint
get_fault (KinDemoControl  *self,
           const char      *rest,
           KinJsonValue    *body,
           GString         *answer,
           GError         **error)
{
  return kin_demo_faults_append_json (self->faults, read_id (rest), answer) ? SOUP_STATUS_OK : SOUP_STATUS_NOT_FOUND;
}

static guint
remove_fault (KinDemoControl  *self,
              const char      *rest,
              KinJsonValue    *body,
              GString         *answer,
              GError         **error)
{
  if (!kin_demo_faults_remove (self->faults, read_id (rest)))
    return SOUP_STATUS_NOT_FOUND;

  g_string_append (answer, "{}");

  return SOUP_STATUS_OK;
}

static guint
compact (KinDemoControl  *self,
         const char      *rest,
         KinJsonValue    *body,
         GString         *answer,
         GError         **error)
{
  KinDemoStore *store = kin_demo_world_get_store (self->world);

  if (!check_members (body, NULL, error))
    return 0;

  kin_demo_store_compact (store);
  g_string_append_printf (answer, "{\"oldest\":\"%" G_GUINT64_FORMAT "\"}", kin_demo_store_get_oldest (store));

  return SOUP_STATUS_OK;
}

static guint
restart (KinDemoControl  *self,
         const char      *rest,
         KinJsonValue    *body,
         GString         *answer,
         GError         **error)
{
  double down;

  if (!read_number (body, "down", 0, 3600, &down, error))
    return 0;

  g_signal_emit (self, signals[RESTART], 0, (gint64) (down * G_USEC_PER_SEC));
  g_string_append (answer, "{}");

  return SOUP_STATUS_ACCEPTED;
}

static guint
skew (KinDemoControl  *self,
      const char      *rest,
      KinJsonValue    *body,
      GString         *answer,
      GError         **error)
{
  const double year = 366 * 24 * 3600;
  g_autofree char *time = NULL;
  double seconds;

  if (!read_number (body, "seconds", -year, year, &seconds, error))
    return 0;

  kin_demo_world_set_skew (self->world, seconds * G_USEC_PER_SEC);
  time = kin_demo_world_dup_time (self->world);
  g_string_append_printf (answer, "{\"now\":\"%s\"}", time);

  return SOUP_STATUS_OK;
}

static guint
set_rate (KinDemoControl  *self,
          const char      *rest,
          KinJsonValue    *body,
          GString         *answer,
          GError         **error)
{
  double rate;

  if (!read_number (body, "perSecond", 0, 100000, &rate, error))
    return 0;

  g_signal_emit (self, signals[RATE], 0, rate);
  g_string_append (answer, "{}");

  return SOUP_STATUS_OK;
}

static guint
set_stale_groups (KinDemoControl  *self,
                  const char      *rest,
                  KinJsonValue    *body,
                  GString         *answer,
                  GError         **error)
{
  KinJsonValue *stale = kin_json_get (body, "stale");
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) groups = NULL;
  gboolean valid = kin_json_value_get_type (stale) == KIN_JSON_ARRAY;

  if (!check_members (body, "stale", error))
    return 0;

  for (gsize i = 0; valid && i < kin_json_value_get_size (stale); i++)
    {
      const char *group = kin_json_value_get_string (kin_json_array_get (stale, i));

      valid = group != NULL;
      if (valid)
        g_strv_builder_add (builder, group);
    }
  if (!valid)
    {
      g_set_error_literal (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE, "\"stale\" must be an array of API groups");
      return 0;
    }

  groups = g_strv_builder_end (builder);
  kin_demo_faults_set_stale_groups (self->faults, (const char * const *) groups);
  g_string_append (answer, "{}");

  return SOUP_STATUS_OK;
}

/* Which does what. A path that ends in a slash has something after it. */
static const struct
{
  const char *method;
  const char *path;
  Handler handler;
} routes[] = {
  { "GET", "/demo/faults", list_faults },
  { "POST", "/demo/faults", add_fault },
  { "DELETE", "/demo/faults", clear_faults },
  { "GET", "/demo/faults/", get_fault },
  { "DELETE", "/demo/faults/", remove_fault },
  { "POST", "/demo/compact", compact },
  { "POST", "/demo/restart", restart },
  { "POST", "/demo/skew", skew },
  { "POST", "/demo/rate", set_rate },
  { "POST", "/demo/groups", set_stale_groups },
};

static gboolean
is_path (const char *path,
         const char *wanted)
{
  if (g_str_has_suffix (wanted, "/"))
    return g_str_has_prefix (path, wanted) && path[strlen (wanted)] != '\0';

  return g_str_equal (path, wanted);
}

static Handler
find_handler (const char *method,
              const char *path,
              guint      *status)
{
  *status = SOUP_STATUS_NOT_FOUND;
  for (guint i = 0; i < G_N_ELEMENTS (routes); i++)
    {
      if (!is_path (path, routes[i].path))
        continue;
      if (g_str_equal (method, routes[i].method))
        return routes[i].handler;
      *status = SOUP_STATUS_METHOD_NOT_ALLOWED;
    }

  return NULL;
}

static gboolean
parse_body (GBytes   *body,
            KinJson **json,
            GError  **error)
{
  gsize length = 0;
  const char *text = body != NULL ? g_bytes_get_data (body, &length) : NULL;

  if (length == 0)
    return TRUE;

  *json = kin_json_parse (text, length, error);
  if (*json == NULL)
    return FALSE;

  if (kin_json_value_get_type (kin_json_get_root (*json)) == KIN_JSON_OBJECT)
    return TRUE;

  g_set_error_literal (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE, "the body must be an object");

  return FALSE;
}

static guint
refuse (guint       status,
        const char *words,
        GString    *answer)
{
  g_string_assign (answer, "{\"error\":");
  kin_json_append_quoted (answer, words);
  g_string_append_c (answer, '}');

  return status;
}

static guint
handle (KinDemoControl *self,
        const char     *method,
        const char     *path,
        GBytes         *body,
        GString        *answer)
{
  g_autoptr(KinJson) json = NULL;
  g_autoptr(GError) error = NULL;
  guint status;
  Handler handler = find_handler (method, path, &status);

  if (handler != NULL)
    {
      status = 0;
      if (parse_body (body, &json, &error))
        status = handler (self, strrchr (path, '/') + 1, json != NULL ? kin_json_get_root (json) : NULL, answer, &error);
      if (status == 0)
        return refuse (SOUP_STATUS_BAD_REQUEST, error->message, answer);
    }

  return SOUP_STATUS_IS_SUCCESSFUL (status) ? status : refuse (status, soup_status_get_phrase (status), answer);
}

static void
kin_demo_control_dispose (GObject *object)
{
  KinDemoControl *self = KIN_DEMO_CONTROL (object);

  g_clear_object (&self->world);
  g_clear_object (&self->faults);

  G_OBJECT_CLASS (kin_demo_control_parent_class)->dispose (object);
}

static void
kin_demo_control_class_init (KinDemoControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kin_demo_control_dispose;

  /**
   * KinDemoControl::restart:
   * @self: the control
   * @down_us: how long to be away, in microseconds
   *
   * The server is to restart, after its answer to this has gone out.
   */
  signals[RESTART] = g_signal_new ("restart", KIN_TYPE_DEMO_CONTROL, G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_INT64);

  /**
   * KinDemoControl::rate:
   * @self: the control
   * @per_second: changes a second
   *
   * So much is to happen besides the cluster's own life.
   */
  signals[RATE] = g_signal_new ("rate", KIN_TYPE_DEMO_CONTROL, G_SIGNAL_RUN_LAST,
                                0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_DOUBLE);
}

static void
kin_demo_control_init (KinDemoControl *self)
{
}

/**
 * kin_demo_control_new:
 * @world: whose history is compacted and whose clock is set
 * @faults: what is added to
 *
 * Returns: (transfer full): the control
 */
KinDemoControl *
kin_demo_control_new (KinDemoWorld  *world,
                      KinDemoFaults *faults)
{
  KinDemoControl *self;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (KIN_IS_DEMO_FAULTS (faults), NULL);

  self = g_object_new (KIN_TYPE_DEMO_CONTROL, NULL);
  self->world = g_object_ref (world);
  self->faults = g_object_ref (faults);

  return self;
}

/**
 * kin_demo_control_handle:
 * @self: the control
 * @method: a request's method
 * @path: its path, without the server's prefix, which begins with "/demo/"
 * @body: (nullable): its body
 * @answer: (out) (transfer full): the answer, as JSON
 *
 * Returns: the answer's HTTP status
 */
guint
kin_demo_control_handle (KinDemoControl  *self,
                         const char      *method,
                         const char      *path,
                         GBytes          *body,
                         GBytes         **answer)
{
  g_autoptr(GString) text = g_string_new (NULL);
  guint status;

  g_return_val_if_fail (KIN_IS_DEMO_CONTROL (self), 0);
  g_return_val_if_fail (method != NULL, 0);
  g_return_val_if_fail (path != NULL && *path == '/', 0);
  g_return_val_if_fail (answer != NULL, 0);

  status = handle (self, method, path, body, text);
  *answer = g_string_free_to_bytes (g_steal_pointer (&text));

  return status;
}
