/* kin-demo-api.c: the demo cluster's API, without HTTP: finds out what a request is about and who answers it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-api.h"

#include <string.h>

#include "demo/kin-demo-discovery.h"
#include "demo/kin-demo-error.h"
#include "demo/kin-demo-open-api.h"
#include "demo/kin-demo-pod-log.h"
#include "demo/kin-demo-review.h"
#include "demo/kin-demo-writes.h"
#include "object/kin-yaml.h"

typedef gboolean (*Handler) (KinDemoWorld          *world,
                             const KinDemoRequest  *request,
                             const KinDemoRoute    *route,
                             KinDemoKind           *kind,
                             KinDemoResponse       *response,
                             GError               **error);

static const char * const health_paths[] = { "/livez", "/readyz", "/healthz" };

/* They like to read what they get. */
static const char * const pretty_agents[] = { "curl/", "Wget/", "Mozilla/" };

static gboolean
refuse_path (GError **error)
{
  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_NOT_FOUND,
                       "the server could not find the requested resource");

  return FALSE;
}

static gboolean
refuse_method (GError **error)
{
  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_METHOD_NOT_ALLOWED,
                       "the server does not allow this method on the requested resource");

  return FALSE;
}

static GBytes *
new_text (const char *text)
{
  return g_bytes_new_static (text, strlen (text));
}

static gboolean
get_filter (const KinDemoRequest  *request,
            KinDemoKind           *kind,
            KinDemoFilter        **filter,
            GError               **error)
{
  const char *labels = kin_demo_request_get_query (request, "labelSelector");
  const char *fields = kin_demo_request_get_query (request, "fieldSelector");

  *filter = NULL;
  if ((labels == NULL || *labels == '\0') && (fields == NULL || *fields == '\0'))
    return TRUE;

  *filter = kin_demo_filter_new (kind, labels, fields, error);

  return *filter != NULL;
}

static gboolean
refuse_form (const KinDemoRequest  *request,
             const KinDemoView     *view,
             KinDemoForm            form,
             const char            *message,
             GError               **error)
{
  if (view->form != form)
    return TRUE;

  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_NOT_ACCEPTABLE, message);

  return FALSE;
}

static gboolean
answer_list (KinDemoWorld          *world,
             const KinDemoRequest  *request,
             const KinDemoRoute    *route,
             KinDemoKind           *kind,
             KinDemoResponse       *response,
             GError               **error)
{
  g_auto(KinDemoListOptions) options = { 0 };
  KinDemoFilter *filter;
  KinDemoView view;

  if (!kin_demo_view_negotiate (request, &view, error) ||
      !refuse_form (request, &view, KIN_DEMO_FORM_PARTIAL,
                    "you requested PartialObjectMetadata, but the requested object is a list", error) ||
      !kin_demo_list_options_read (&options, request, route->namespace_, kin_demo_world_get_store (world), error) ||
      !get_filter (request, kind, &filter, error))
    return FALSE;

  response->list = kin_demo_list_new (world, kind, route->namespace_, filter, &view, &options, error);

  return response->list != NULL;
}

static gboolean
answer_watch (KinDemoWorld          *world,
              const KinDemoRequest  *request,
              const KinDemoRoute    *route,
              KinDemoKind           *kind,
              KinDemoResponse       *response,
              GError               **error)
{
  KinDemoWatchOptions options;
  KinDemoFilter *filter;
  KinDemoView view;

  if (!kin_demo_view_negotiate (request, &view, error) ||
      !refuse_form (request, &view, KIN_DEMO_FORM_YAML,
                    "only the following media types are accepted: application/json;stream=watch", error) ||
      !kin_demo_watch_options_read (&options, request, error) ||
      !get_filter (request, kind, &filter, error))
    return FALSE;

  response->watch = kin_demo_watch_new (world, kind, route->namespace_, filter, &view, &options);

  return TRUE;
}

static gboolean
check_version (const KinDemoRequest  *request,
               KinDemoStore          *store,
               GError               **error)
{
  const char *text = kin_demo_request_get_query (request, "resourceVersion");
  guint64 version = 0;

  if (text == NULL || *text == '\0')
    return TRUE;

  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &version, NULL))
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INTERNAL,
                   "resourceVersion: Invalid value: \"%s\": strconv.ParseUint: parsing \"%s\": invalid syntax", text, text);
      return FALSE;
    }

  if (version <= kin_demo_store_get_version (store))
    return TRUE;

  g_propagate_error (error, kin_demo_new_too_large (version, store));

  return FALSE;
}

static gboolean
answer_view (KinDemoWorld          *world,
             const KinDemoRequest  *request,
             KinDemoObject         *object,
             KinDemoResponse       *response,
             GError               **error)
{
  g_autoptr(GString) text = NULL;
  KinDemoView view;

  if (!kin_demo_view_negotiate (request, &view, error) ||
      !refuse_form (request, &view, KIN_DEMO_FORM_PARTIAL_LIST,
                    "you requested PartialObjectMetadataList, but the requested object is not a list", error))
    return FALSE;

  text = g_string_new (NULL);
  kin_demo_view_append_object (&view, kin_demo_object_get_kind (object), object, TRUE,
                               kin_demo_world_get_now (world) / G_USEC_PER_SEC, text);
  g_string_append_c (text, '\n');
  kin_demo_response_take_body (response, "application/json", g_string_free_to_bytes (g_steal_pointer (&text)));

  return TRUE;
}

static gboolean
answer_log (KinDemoWorld          *world,
            const KinDemoRequest  *request,
            KinDemoObject         *pod,
            KinDemoResponse       *response,
            GError               **error)
{
  GBytes *log = kin_demo_pod_log_dup (world, request, pod, error);

  if (log == NULL)
    return FALSE;

  kin_demo_response_take_body (response, "text/plain", log);

  return TRUE;
}

static gboolean
answer_get (KinDemoWorld          *world,
            const KinDemoRequest  *request,
            const KinDemoRoute    *route,
            KinDemoKind           *kind,
            KinDemoResponse       *response,
            GError               **error)
{
  KinDemoStore *store = kin_demo_world_get_store (world);
  KinDemoObject *object;

  if (!check_version (request, store, error))
    return FALSE;

  object = kin_demo_store_get (store, kind, route->namespace_, route->name);
  if (object == NULL)
    {
      g_propagate_error (error, kin_demo_error_new_not_found (kin_demo_kind_get_resource (kind), route->name));
      return FALSE;
    }

  if (g_strcmp0 (route->subresource, "log") == 0)
    return answer_log (world, request, object, response, error);
  if (g_strcmp0 (route->subresource, "scale") != 0)
    return answer_view (world, request, object, response, error);

  kin_demo_response_take_body (response, "application/json",
                               kin_demo_registry_dup_scale (kin_demo_world_get_registry (world), object));

  return TRUE;
}

/* What a kind has below its objects. */
static gboolean
has_subresource (KinDemoKind *kind,
                 const char  *subresource)
{
  KinDemoKindFlags flags = kin_demo_kind_get_flags (kind);
  const char *plural = kin_resource_get_plural (kin_demo_kind_get_resource (kind));

  if (subresource == NULL)
    return TRUE;
  if (g_str_equal (subresource, "status"))
    return (flags & KIN_DEMO_KIND_STATUS) != 0;
  if (g_str_equal (subresource, "scale"))
    return (flags & KIN_DEMO_KIND_SCALE) != 0;

  if (g_str_equal (subresource, "finalize"))
    return g_str_equal (plural, "namespaces");

  return g_str_equal (subresource, "log") && g_str_equal (plural, "pods");
}

static Handler
find_object_handler (const char *method,
                     const char *subresource)
{
  gboolean finalizes = g_strcmp0 (subresource, "finalize") == 0;

  if (g_str_equal (method, "GET"))
    return finalizes ? NULL : answer_get;
  if (g_strcmp0 (subresource, "log") == 0 || (finalizes && !g_str_equal (method, "PUT")))
    return NULL;
  if (g_str_equal (method, "PUT"))
    return kin_demo_writes_update;
  if (g_str_equal (method, "PATCH"))
    return kin_demo_writes_patch;
  if (g_str_equal (method, "DELETE") && subresource == NULL)
    return kin_demo_writes_delete;

  return NULL;
}

static Handler
find_collection_handler (const KinDemoRequest *request,
                         gboolean              complete)
{
  if (g_str_equal (request->method, "GET"))
    return kin_demo_request_get_flag (request, "watch") ? answer_watch : answer_list;
  if (g_str_equal (request->method, "POST") && complete)
    return kin_demo_writes_create;
  if (g_str_equal (request->method, "DELETE") && complete)
    return kin_demo_writes_delete_collection;

  return NULL;
}

static gboolean
answer_resource (KinDemoWorld          *world,
                 const KinDemoRequest  *request,
                 const KinDemoRoute    *route,
                 KinDemoKind           *kind,
                 KinDemoResponse       *response,
                 GError               **error)
{
  gboolean namespaced = kin_resource_get_namespaced (kin_demo_kind_get_resource (kind));
  gboolean complete = !namespaced || route->namespace_ != NULL;
  Handler handler;

  if ((!namespaced && route->namespace_ != NULL) || (!complete && route->name != NULL) ||
      !has_subresource (kind, route->subresource))
    return refuse_path (error);

  if (route->name != NULL)
    handler = find_object_handler (request->method, route->subresource);
  else
    handler = find_collection_handler (request, complete);

  return handler != NULL ? handler (world, request, route, kind, response, error) : refuse_method (error);
}

static gboolean
answer_review (const KinDemoRequest  *request,
               const KinDemoRoute    *route,
               KinDemoResponse       *response,
               GError               **error)
{
  GBytes *body;

  if (!g_str_equal (request->method, "POST"))
    return refuse_method (error);

  body = kin_demo_review_answer (request, route, error);
  if (body == NULL)
    return FALSE;

  response->status = 201;
  kin_demo_response_take_body (response, "application/json", body);

  return TRUE;
}

static gboolean
is_health (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (health_paths); i++)
    {
      gsize length = strlen (health_paths[i]);

      if (strncmp (path, health_paths[i], length) == 0 && (path[length] == '\0' || path[length] == '/'))
        return TRUE;
    }

  return FALSE;
}

static gboolean
answer_discovery (KinDemoWorld          *world,
                  const KinDemoRequest  *request,
                  KinDemoResponse       *response,
                  GError               **error)
{
  const char *content_type = "application/json";
  GBytes *body = kin_demo_discovery_dup (kin_demo_world_get_kinds (world), request->path,
                                         kin_demo_view_is_aggregated (request), request->stale_groups, &content_type, error);

  if (body == NULL)
    return FALSE;

  kin_demo_response_take_body (response, content_type, body);

  return TRUE;
}

static gboolean
answer_description (KinDemoWorld          *world,
                    const KinDemoRequest  *request,
                    KinDemoResponse       *response,
                    GError               **error)
{
  /* kubectl asks version 2, in protobuf, about kinds that version 3 lacks: it knows of none either. */
  static const char no_kinds[] = "\012\0032.0";
  GBytes *body;

  if (g_str_equal (request->path, "/openapi/v2"))
    {
      kin_demo_response_take_body (response, "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
                                   g_bytes_new_static (no_kinds, strlen (no_kinds)));
      return TRUE;
    }

  body = kin_demo_open_api_dup (kin_demo_world_get_kinds (world), request->path, error);
  if (body == NULL)
    return FALSE;

  kin_demo_response_take_body (response, "application/json", body);

  return TRUE;
}

static gboolean
answer_other (KinDemoWorld          *world,
              const KinDemoRequest  *request,
              KinDemoResponse       *response,
              GError               **error)
{
  if (!g_str_equal (request->method, "GET"))
    return refuse_method (error);

  if (g_str_has_prefix (request->path, "/openapi/"))
    return answer_description (world, request, response, error);
  if (!is_health (request->path))
    return answer_discovery (world, request, response, error);

  kin_demo_response_take_body (response, "text/plain; charset=utf-8", new_text ("ok"));

  return TRUE;
}

static gboolean
answer (KinDemoWorld          *world,
        const KinDemoRequest  *request,
        KinDemoResponse       *response,
        GError               **error)
{
  g_autoptr(KinDemoRoute) route = kin_demo_route_parse (request->path);
  KinDemoKind *kind;

  if (route == NULL)
    return answer_other (world, request, response, error);

  if (kin_demo_review_is_asked (route))
    return answer_review (request, route, response, error);

  kind = kin_demo_kinds_find (kin_demo_world_get_kinds (world), route->group, route->version, route->plural);

  return kind != NULL ? answer_resource (world, request, route, kind, response, error) : refuse_path (error);
}

static gboolean
is_pretty (const KinDemoRequest *request)
{
  if (kin_demo_request_get_query (request, "pretty") != NULL)
    return kin_demo_request_get_flag (request, "pretty");

  for (guint i = 0; i < G_N_ELEMENTS (pretty_agents); i++)
    {
      if (request->user_agent != NULL && g_str_has_prefix (request->user_agent, pretty_agents[i]))
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_yaml (const KinDemoRequest *request)
{
  KinDemoView view;

  return kin_demo_view_negotiate (request, &view, NULL) && view.form == KIN_DEMO_FORM_YAML;
}

static void
write_yaml (KinDemoResponse *response)
{
  gsize length;
  const char *text = g_bytes_get_data (response->body, &length);
  g_autoptr(KinJson) json = kin_json_parse (text, length, NULL);
  char *yaml;

  g_assert (json != NULL);

  yaml = kin_yaml_from_json (kin_json_get_root (json));
  kin_demo_response_take_body (response, "application/yaml", g_bytes_new_take (yaml, strlen (yaml)));
}

static void
write_pretty (KinDemoResponse *response)
{
  gsize length;
  const char *text = g_bytes_get_data (response->body, &length);
  yyjson_doc *document = yyjson_read (text, length, YYJSON_READ_NUMBER_AS_RAW);
  char *pretty;

  g_assert (document != NULL);

  pretty = yyjson_write (document, YYJSON_WRITE_PRETTY_TWO_SPACES, &length);
  kin_demo_response_take_body (response, "application/json", g_bytes_new_with_free_func (pretty, length, free, pretty));
  yyjson_doc_free (document);
}

/* A long list stays as it comes, unless it is to be YAML. */
static void
finish (const KinDemoRequest *request,
        KinDemoResponse      *response)
{
  gboolean yaml = is_yaml (request);

  if (response->list != NULL && (yaml || kin_demo_list_is_short (response->list)))
    {
      kin_demo_response_take_body (response, "application/json", kin_demo_list_read_all (response->list));
      g_clear_pointer (&response->list, kin_demo_list_free);
    }

  if (response->body == NULL || !g_str_equal (response->content_type, "application/json"))
    return;

  if (yaml)
    write_yaml (response);
  else if (is_pretty (request))
    write_pretty (response);
}

/**
 * kin_demo_api_handle:
 * @world: what the API serves
 * @request: a request
 *
 * Answers a request. Refusals are answers too.
 *
 * Returns: (transfer full): the answer
 */
KinDemoResponse *
kin_demo_api_handle (KinDemoWorld         *world,
                     const KinDemoRequest *request)
{
  KinDemoResponse *response;
  g_autoptr(GError) error = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_WORLD (world), NULL);
  g_return_val_if_fail (request != NULL, NULL);

  response = kin_demo_response_new ();
  if (!answer (world, request, response, &error))
    kin_demo_response_set_error (response, error);
  finish (request, response);

  return response;
}

/**
 * kin_demo_api_is_watch:
 * @request: a request
 *
 * Returns: whether it asks for a watch of a resource
 */
gboolean
kin_demo_api_is_watch (const KinDemoRequest *request)
{
  g_autoptr(KinDemoRoute) route = NULL;

  g_return_val_if_fail (request != NULL, FALSE);

  if (!g_str_equal (request->method, "GET") || !kin_demo_request_get_flag (request, "watch"))
    return FALSE;

  route = kin_demo_route_parse (request->path);

  return route != NULL && route->name == NULL;
}
