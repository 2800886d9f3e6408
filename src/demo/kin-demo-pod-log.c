/* kin-demo-pod-log.c: what the containers of the demo cluster say: a few lines that a web service might write.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-pod-log.h"

#include "demo/kin-demo-error.h"

/* One line for each span of time, as far back as a container has been running or the log reaches. */
#define LINE_EVERY_S 7
#define MAX_LINES 200

static const char * const paths[] = {
  "/", "/api/products", "/api/products/17", "/api/cart", "/api/cart/items", "/healthz", "/api/orders", "/api/search?q=tea",
};

static KinJsonValue *
find_named (KinJsonValue *array,
            const char   *name)
{
  KinJsonIter iter;
  KinJsonValue *value;

  kin_json_iter_init (&iter, array);
  while (kin_json_iter_next (&iter, NULL, &value))
    {
      if (name == NULL || g_strcmp0 (kin_json_get_string (value, "name"), name) == 0)
        return value;
    }

  return NULL;
}

/* Without a name it is the first container. */
static const char *
find_container (KinJsonValue *pod,
                const char   *name)
{
  static const char * const lists[] = { "containers", "initContainers" };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      KinJsonValue *container = find_named (kin_json_get_path (pod, "spec", lists[i], NULL), name);

      if (container != NULL)
        return kin_json_get_string (container, "name");
    }

  return NULL;
}

static KinJsonValue *
find_state (KinJsonValue *pod,
            const char   *container)
{
  static const char * const lists[] = { "containerStatuses", "initContainerStatuses" };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      KinJsonValue *status = find_named (kin_json_get_path (pod, "status", lists[i], NULL), container);

      if (status != NULL)
        return kin_json_get (status, "state");
    }

  return NULL;
}

static gint64
parse_time (const char *text)
{
  g_autoptr(GDateTime) time = text != NULL ? g_date_time_new_from_iso8601 (text, NULL) : NULL;

  return time != NULL ? g_date_time_to_unix (time) : 0;
}

/* Where it began to run and, if it has ended, when; FALSE with error set if it has not begun. */
static gboolean
find_span (KinJsonValue  *pod,
           const char    *container,
           gint64        *from_s,
           gint64        *until_s,
           GError       **error)
{
  KinJsonValue *state = find_state (pod, container);
  KinJsonValue *running = kin_json_get (state, "running");
  KinJsonValue *terminated = kin_json_get (state, "terminated");
  const char *reason = kin_json_get_string (kin_json_get (state, "waiting"), "reason");

  if (running != NULL)
    {
      *from_s = parse_time (kin_json_get_string (running, "startedAt"));
      return TRUE;
    }
  if (terminated != NULL)
    {
      *from_s = parse_time (kin_json_get_string (terminated, "startedAt"));
      *until_s = parse_time (kin_json_get_string (terminated, "finishedAt"));
      return TRUE;
    }

  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
               "container \"%s\" in pod \"%s\" is waiting to start: %s", container,
               kin_json_get_string (kin_json_get (pod, "metadata"), "name"), reason != NULL ? reason : "PodInitializing");

  return FALSE;
}

/* The same line whenever it is read: it is made of its time and its pod. */
static void
append_line (guint    seed,
             gint64   time_s,
             gboolean with_time,
             GString *out)
{
  guint chance = g_int64_hash (&time_s) * 2654435761u ^ seed;
  g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc (time_s);
  g_autofree char *stamp = g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ");

  if (with_time)
    g_string_append_printf (out, "%s ", stamp);
  g_string_append_printf (out, "time=%s level=%s msg=\"request\" method=GET path=\"%s\" status=%d duration=%ums\n", stamp,
                          chance % 23 == 0 ? "warn" : "info", paths[chance / 23 % G_N_ELEMENTS (paths)],
                          chance % 23 == 0 ? 404 : 200, 2 + chance / 184 % 48);
}

static gint64
find_first (gint64 from_s,
            gint64 until_s,
            gint64 n_lines)
{
  return MAX (from_s, until_s - n_lines * LINE_EVERY_S) / LINE_EVERY_S * LINE_EVERY_S + LINE_EVERY_S;
}

/**
 * kin_demo_pod_log_dup:
 * @world: the world
 * @request: a GET of a pod's log
 * @pod: the pod
 * @error: return location
 *
 * Makes up a log. It is not followed.
 *
 * Returns: (transfer full) (nullable): some lines of text, or %NULL with @error set
 */
GBytes *
kin_demo_pod_log_dup (KinDemoWorld          *world,
                      const KinDemoRequest  *request,
                      KinDemoObject         *pod,
                      GError               **error)
{
  g_autoptr(KinJson) json = NULL;
  g_autoptr(GString) out = NULL;
  const char *container;
  gint64 n_lines = MAX_LINES;
  gint64 from_s = 0;
  gint64 until_s;
  gboolean with_time;
  guint seed;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (request != NULL && pod != NULL, NULL);

  json = kin_demo_object_parse (pod);
  until_s = kin_demo_world_get_now (world) / G_USEC_PER_SEC;
  container = find_container (kin_json_get_root (json), kin_demo_request_get_query (request, "container"));
  if (container == NULL)
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "container %s is not valid for pod %s",
                   kin_demo_request_get_query (request, "container"), kin_demo_object_get_name (pod));
      return NULL;
    }
  if (!kin_demo_request_get_integer (request, "tailLines", &n_lines, error) ||
      !find_span (kin_json_get_root (json), container, &from_s, &until_s, error))
    return NULL;

  out = g_string_new (NULL);
  with_time = kin_demo_request_get_flag (request, "timestamps");
  seed = g_str_hash (kin_demo_object_get_key (pod)) ^ g_str_hash (container);
  for (gint64 time_s = find_first (from_s, until_s, CLAMP (n_lines, 0, MAX_LINES)); time_s <= until_s; time_s += LINE_EVERY_S)
    append_line (seed, time_s, with_time, out);

  return g_string_free_to_bytes (g_steal_pointer (&out));
}
