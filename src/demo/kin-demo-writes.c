/* kin-demo-writes.c: the requests that write: their options and bodies are read here, the registry does the rest.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-writes.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-refusals.h"
#include "object/kin-yaml.h"

/* One request that writes, and what its parameters say. */
typedef struct
{
  KinDemoWorld *world;
  const KinDemoRequest *request;
  const KinDemoRoute *route;
  KinDemoKind *kind;
  KinDemoResponse *response;
  KinDemoView view;
  char *manager;
  KinDemoWrite write;
} Call;

static const struct
{
  const char *media_type;
  KinDemoPatchType type;
} patch_types[] = {
  { "application/json-patch+json", KIN_DEMO_PATCH_JSON },
  { "application/merge-patch+json", KIN_DEMO_PATCH_MERGE },
  { "application/strategic-merge-patch+json", KIN_DEMO_PATCH_STRATEGIC },
  { "application/apply-patch+yaml", KIN_DEMO_PATCH_APPLY },
};

static const struct
{
  const char *word;
  KinDemoValidation validation;
} validations[] = {
  { "", KIN_DEMO_VALIDATION_WARN },
  { "Warn", KIN_DEMO_VALIDATION_WARN },
  { "Ignore", KIN_DEMO_VALIDATION_IGNORE },
  { "Strict", KIN_DEMO_VALIDATION_STRICT },
};

static const struct
{
  const char *word;
  KinDemoPropagation propagation;
} propagations[] = {
  { "Orphan", KIN_DEMO_PROPAGATION_ORPHAN },
  { "Background", KIN_DEMO_PROPAGATION_BACKGROUND },
  { "Foreground", KIN_DEMO_PROPAGATION_FOREGROUND },
};

static void
call_clear (Call *call)
{
  g_free (call->manager);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Call, call_clear)

static void
read_validation (const KinDemoRequest *request,
                 KinDemoRefusals      *refusals,
                 KinDemoValidation    *validation)
{
  const char *word = kin_demo_request_get_query (request, "fieldValidation");
  g_autofree char *quoted = NULL;

  *validation = KIN_DEMO_VALIDATION_WARN;
  for (guint i = 0; i < G_N_ELEMENTS (validations); i++)
    {
      if (g_strcmp0 (word != NULL ? word : "", validations[i].word) == 0)
        {
          *validation = validations[i].validation;
          return;
        }
    }

  quoted = g_strdup_printf ("\"%s\"", word);
  kin_demo_refusals_add_unsupported (refusals, "fieldValidation", quoted, "\"\", \"Ignore\", \"Strict\", \"Warn\"");
}

static void
read_dry_run (const char      *word,
              KinDemoRefusals *refusals,
              gboolean        *dry_run)
{
  g_autofree char *quoted = NULL;

  if (word == NULL || *word == '\0')
    return;

  *dry_run = TRUE;
  if (g_str_equal (word, "All"))
    return;

  quoted = g_strdup_printf ("[\"%s\"]", word);
  kin_demo_refusals_add_unsupported (refusals, "dryRun", quoted, "\"All\"");
}

static gboolean
call_init (Call             *call,
           KinDemoRefusals  *refusals,
           GError          **error)
{
  call->manager = kin_demo_request_dup_manager (call->request);
  call->write = (KinDemoWrite) {
    .manager = call->manager,
    .subresource = call->route->subresource,
    .warnings = call->response->warnings,
  };
  read_validation (call->request, refusals, &call->write.validation);
  read_dry_run (kin_demo_request_get_query (call->request, "dryRun"), refusals, &call->write.dry_run);

  return kin_demo_refusals_end (refusals, error) && kin_demo_view_negotiate (call->request, &call->view, error);
}

static gboolean
is_scale (Call *call)
{
  return g_strcmp0 (call->route->subresource, "scale") == 0;
}

static gboolean
refuse (GError     **error,
        const char  *message)
{
  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, message);

  return FALSE;
}

/* Who leaves out kind and version means those of the path. */
static gboolean
check_type_meta (Call          *call,
                 KinDemoDraft  *draft,
                 GError       **error)
{
  KinResource *resource = kin_demo_kind_get_resource (call->kind);
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  const char *kind = is_scale (call) ? "Scale" : kin_resource_get_kind (resource);
  const char *api_version = is_scale (call) ? "autoscaling/v1" : kin_resource_get_api_version (resource);
  const char *own_kind;
  const char *own_version;

  if (!yyjson_mut_is_obj (root))
    return refuse (error, "the object provided is unrecognized: it is no JSON object");

  own_kind = kin_demo_get_string (root, "kind", NULL);
  own_version = kin_demo_get_string (root, "apiVersion", NULL);

  if ((own_kind == NULL || g_str_equal (own_kind, kind)) &&
      (own_version == NULL || g_str_equal (own_version, api_version)))
    return TRUE;

  if (own_version != NULL && !g_str_equal (own_version, api_version))
    g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                 "the API version in the data (%s) does not match the expected API version (%s)", own_version, api_version);
  else
    g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
                 "%s in version \"%s\" cannot be handled as a %s", own_kind, kin_resource_get_version (resource), kind);

  return FALSE;
}

static gboolean
check_names (Call          *call,
             KinDemoDraft  *draft,
             GError       **error)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  const char *namespace_ = kin_demo_get_string (root, "metadata", "namespace", NULL);
  const char *name = kin_demo_get_string (root, "metadata", "name", NULL);

  if (namespace_ != NULL && *namespace_ != '\0' && call->route->namespace_ != NULL &&
      !g_str_equal (namespace_, call->route->namespace_))
    return refuse (error, "the namespace of the provided object does not match the namespace sent on the request");

  if (call->route->name == NULL || name == NULL || g_str_equal (name, call->route->name))
    return TRUE;

  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST,
               "the name of the object (%s) does not match the name on the URL (%s)", name, call->route->name);

  return FALSE;
}

static KinDemoDraft *
parse_object (Call    *call,
              GError **error)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_request_parse_body (call->request, error);

  if (draft == NULL || !check_type_meta (call, draft, error) || !check_names (call, draft, error))
    return NULL;

  return g_steal_pointer (&draft);
}

static void
answer_object (Call          *call,
               KinDemoObject *object)
{
  g_autoptr(GString) text = NULL;

  if (is_scale (call))
    {
      KinDemoRegistry *registry = kin_demo_world_get_registry (call->world);

      kin_demo_response_take_body (call->response, "application/json", kin_demo_registry_dup_scale (registry, object));
      return;
    }

  text = g_string_new (NULL);
  kin_demo_view_append_object (&call->view, call->kind, object, TRUE,
                               kin_demo_world_get_now (call->world) / G_USEC_PER_SEC, text);
  kin_demo_response_take_body (call->response, "application/json", g_string_free_to_bytes (g_steal_pointer (&text)));
}

static gboolean
find_patch_type (Call              *call,
                 KinDemoPatchType  *type,
                 GError           **error)
{
  gboolean custom = (kin_demo_kind_get_flags (call->kind) & KIN_DEMO_KIND_CUSTOM) != 0;

  for (guint i = 0; i < G_N_ELEMENTS (patch_types); i++)
    {
      *type = patch_types[i].type;
      if (kin_demo_request_is_type (call->request, patch_types[i].media_type) &&
          !(custom && *type == KIN_DEMO_PATCH_STRATEGIC))
        return TRUE;
    }

  g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_UNSUPPORTED_MEDIA_TYPE,
               "the body of the request was in an unknown format - accepted media types include: "
               "application/json-patch+json, application/merge-patch+json, %sapplication/apply-patch+yaml",
               custom ? "" : "application/strategic-merge-patch+json, ");

  return FALSE;
}

/* Server-side apply sends YAML, of which JSON is a part. */
static GBytes *
dup_patch (Call              *call,
           KinDemoPatchType   type,
           GError           **error)
{
  const char *text = "";
  gsize length = 0;
  g_autoptr(GError) local_error = NULL;
  g_autoptr(KinJson) json = NULL;
  char *copy;

  if (kin_demo_request_has_body (call->request))
    text = g_bytes_get_data (call->request->body, &length);
  if (type != KIN_DEMO_PATCH_APPLY || *text == '{')
    return g_bytes_new (text, length);

  json = kin_yaml_parse (text, length, &local_error);
  if (json == NULL)
    {
      g_set_error (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_BAD_REQUEST, "error decoding YAML: %s", local_error->message);
      return NULL;
    }

  copy = kin_json_value_dup_text (kin_json_get_root (json));

  return g_bytes_new_take (copy, strlen (copy));
}

static void
check_patch_options (Call             *call,
                     KinDemoPatchType  type,
                     KinDemoRefusals  *refusals)
{
  const char *manager = kin_demo_request_get_query (call->request, "fieldManager");

  if (type == KIN_DEMO_PATCH_APPLY && (manager == NULL || *manager == '\0'))
    kin_demo_refusals_add_required (refusals, "fieldManager", "is required for apply patch");
  if (type != KIN_DEMO_PATCH_APPLY && kin_demo_request_get_query (call->request, "force") != NULL)
    kin_demo_refusals_add_forbidden (refusals, "force", "may not be specified for non-apply patch");
}

static void
read_propagation (const char         *word,
                  KinDemoRefusals    *refusals,
                  KinDemoPropagation *propagation)
{
  g_autofree char *quoted = NULL;

  if (word == NULL || *word == '\0')
    return;

  for (guint i = 0; i < G_N_ELEMENTS (propagations); i++)
    {
      *propagation = propagations[i].propagation;
      if (g_str_equal (word, propagations[i].word))
        return;
    }

  quoted = g_strdup_printf ("\"%s\"", word);
  kin_demo_refusals_add_unsupported (refusals, "propagationPolicy", quoted,
                                     "\"Foreground\", \"Background\", \"Orphan\", \"nil\"");
}

/* Strings are lent by options. */
static void
read_delete_options (yyjson_mut_val  *options,
                     KinDemoRefusals *refusals,
                     KinDemoDeletion *deletion)
{
  yyjson_mut_val *orphan = kin_demo_get (options, "orphanDependents", NULL);

  if (orphan != NULL)
    deletion->propagation = yyjson_mut_is_true (orphan) ? KIN_DEMO_PROPAGATION_ORPHAN : KIN_DEMO_PROPAGATION_BACKGROUND;
  read_propagation (kin_demo_get_string (options, "propagationPolicy", NULL), refusals, &deletion->propagation);
  deletion->grace_s = kin_demo_get_integer (options, deletion->grace_s, "gracePeriodSeconds", NULL);
  deletion->uid = kin_demo_get_string (options, "preconditions", "uid", NULL);
  deletion->resource_version = kin_demo_get_string (options, "preconditions", "resourceVersion", NULL);
  read_dry_run (yyjson_mut_get_str (yyjson_mut_arr_get_first (kin_demo_get (options, "dryRun", NULL))),
                refusals, &deletion->dry_run);
}

/* Either the body says how, or the parameters do. */
static gboolean
read_deletion (const KinDemoRequest  *request,
               KinDemoDeletion       *deletion,
               KinDemoDraft         **body,
               GError               **error)
{
  g_autoptr(KinDemoRefusals) refusals = kin_demo_refusals_new ("DeleteOptions");

  *deletion = (KinDemoDeletion) { .grace_s = -1 };
  if (!kin_demo_request_get_integer (request, "gracePeriodSeconds", &deletion->grace_s, error))
    return FALSE;

  read_propagation (kin_demo_request_get_query (request, "propagationPolicy"), refusals, &deletion->propagation);
  read_dry_run (kin_demo_request_get_query (request, "dryRun"), refusals, &deletion->dry_run);

  if (kin_demo_request_has_body (request))
    {
      *body = kin_demo_request_parse_body (request, error);
      if (*body == NULL)
        return FALSE;

      read_delete_options (yyjson_mut_doc_get_root (*body), refusals, deletion);
    }

  return kin_demo_refusals_end (refusals, error);
}

static GBytes *
dup_success (KinDemoKind   *kind,
             KinDemoObject *object)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);
  yyjson_mut_val *details;

  kin_demo_set_string (draft, root, "kind", "Status");
  kin_demo_set_string (draft, root, "apiVersion", "v1");
  kin_demo_ensure_object (draft, root, "metadata", NULL);
  kin_demo_set_string (draft, root, "status", "Success");
  details = kin_demo_ensure_object (draft, root, "details", NULL);
  kin_demo_set_string (draft, details, "name", kin_demo_object_get_name (object));
  if (*kin_resource_get_group (resource) != '\0')
    kin_demo_set_string (draft, details, "group", kin_resource_get_group (resource));
  kin_demo_set_string (draft, details, "kind", kin_resource_get_plural (resource));
  kin_demo_set_string (draft, details, "uid", kin_demo_object_get_uid (object));

  return kin_demo_draft_write (draft);
}

/**
 * kin_demo_writes_create:
 * @world: where to write
 * @request: a POST to a resource
 * @route: where it goes
 * @kind: what it goes to
 * @response: is filled
 * @error: return location
 *
 * Returns: %FALSE with @error set if nothing was created
 */
gboolean
kin_demo_writes_create (KinDemoWorld          *world,
                        const KinDemoRequest  *request,
                        const KinDemoRoute    *route,
                        KinDemoKind           *kind,
                        KinDemoResponse       *response,
                        GError               **error)
{
  g_auto(Call) call = {
    .world = world,
    .request = request,
    .route = route,
    .kind = kind,
    .response = response,
  };
  g_autoptr(KinDemoRefusals) refusals = kin_demo_refusals_new ("CreateOptions");
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(KinDemoObject) object = NULL;

  if (!call_init (&call, refusals, error))
    return FALSE;

  draft = parse_object (&call, error);
  if (draft == NULL)
    return FALSE;

  object = kin_demo_registry_create (kin_demo_world_get_registry (world), kind, route->namespace_, draft, &call.write, error);
  if (object == NULL)
    return FALSE;

  response->status = 201;
  answer_object (&call, object);

  return TRUE;
}

/**
 * kin_demo_writes_update:
 * @world: where to write
 * @request: a PUT to an object or a subresource of it
 * @route: where it goes
 * @kind: what it goes to
 * @response: is filled
 * @error: return location
 *
 * Returns: %FALSE with @error set if nothing was updated
 */
gboolean
kin_demo_writes_update (KinDemoWorld          *world,
                        const KinDemoRequest  *request,
                        const KinDemoRoute    *route,
                        KinDemoKind           *kind,
                        KinDemoResponse       *response,
                        GError               **error)
{
  g_auto(Call) call = {
    .world = world,
    .request = request,
    .route = route,
    .kind = kind,
    .response = response,
  };
  g_autoptr(KinDemoRefusals) refusals = kin_demo_refusals_new ("UpdateOptions");
  g_autoptr(KinDemoDraft) draft = NULL;
  g_autoptr(KinDemoObject) object = NULL;

  if (!call_init (&call, refusals, error))
    return FALSE;

  draft = parse_object (&call, error);
  if (draft == NULL)
    return FALSE;

  object = kin_demo_registry_update (kin_demo_world_get_registry (world), kind, route->namespace_, route->name, draft,
                                     &call.write, error);
  if (object == NULL)
    return FALSE;

  answer_object (&call, object);

  return TRUE;
}

/**
 * kin_demo_writes_patch:
 * @world: where to write
 * @request: a PATCH of an object or a subresource of it
 * @route: where it goes
 * @kind: what it goes to
 * @response: is filled
 * @error: return location
 *
 * Returns: %FALSE with @error set if nothing was patched
 */
gboolean
kin_demo_writes_patch (KinDemoWorld          *world,
                       const KinDemoRequest  *request,
                       const KinDemoRoute    *route,
                       KinDemoKind           *kind,
                       KinDemoResponse       *response,
                       GError               **error)
{
  g_auto(Call) call = {
    .world = world,
    .request = request,
    .route = route,
    .kind = kind,
    .response = response,
  };
  g_autoptr(KinDemoRefusals) refusals = kin_demo_refusals_new ("PatchOptions");
  g_autoptr(KinDemoObject) object = NULL;
  g_autoptr(GBytes) patch = NULL;
  KinDemoPatchType type;
  gboolean created = FALSE;

  if (!find_patch_type (&call, &type, error))
    return FALSE;

  check_patch_options (&call, type, refusals);
  if (!call_init (&call, refusals, error))
    return FALSE;

  patch = dup_patch (&call, type, error);
  if (patch == NULL)
    return FALSE;

  call.write.force = kin_demo_request_get_flag (request, "force");
  object = kin_demo_registry_patch (kin_demo_world_get_registry (world), kind, route->namespace_, route->name, type,
                                    g_bytes_get_data (patch, NULL), g_bytes_get_size (patch), &call.write, &created, error);
  if (object == NULL)
    return FALSE;

  response->status = created ? 201 : 200;
  answer_object (&call, object);

  return TRUE;
}

/**
 * kin_demo_writes_delete:
 * @world: where to write
 * @request: a DELETE of an object
 * @route: where it goes
 * @kind: what it goes to
 * @response: is filled
 * @error: return location
 *
 * Returns: %FALSE with @error set if nothing was deleted
 */
gboolean
kin_demo_writes_delete (KinDemoWorld          *world,
                        const KinDemoRequest  *request,
                        const KinDemoRoute    *route,
                        KinDemoKind           *kind,
                        KinDemoResponse       *response,
                        GError               **error)
{
  g_auto(Call) call = {
    .world = world,
    .request = request,
    .route = route,
    .kind = kind,
    .response = response,
  };
  g_autoptr(KinDemoDraft) body = NULL;
  g_autoptr(KinDemoObject) object = NULL;
  KinDemoDeletion deletion;
  gboolean gone = FALSE;

  if (!kin_demo_view_negotiate (request, &call.view, error) || !read_deletion (request, &deletion, &body, error))
    return FALSE;

  object = kin_demo_registry_delete (kin_demo_world_get_registry (world), kind, route->namespace_, route->name, &deletion,
                                     &gone, error);
  if (object == NULL)
    return FALSE;

  if (gone)
    kin_demo_response_take_body (response, "application/json", dup_success (kind, object));
  else
    answer_object (&call, object);

  return TRUE;
}

/**
 * kin_demo_writes_delete_collection:
 * @world: where to write
 * @request: a DELETE of a resource
 * @route: where it goes
 * @kind: what it goes to
 * @response: is filled
 * @error: return location
 *
 * Returns: %FALSE with @error set if not all was deleted that was to be
 */
gboolean
kin_demo_writes_delete_collection (KinDemoWorld          *world,
                                   const KinDemoRequest  *request,
                                   const KinDemoRoute    *route,
                                   KinDemoKind           *kind,
                                   KinDemoResponse       *response,
                                   GError               **error)
{
  g_autoptr(KinDemoDraft) body = NULL;
  g_autoptr(KinDemoFilter) filter = NULL;
  g_autoptr(GPtrArray) all = NULL;
  g_autoptr(GPtrArray) wanted = NULL;
  KinDemoDeletion deletion;
  KinDemoView view;

  filter = kin_demo_filter_new (kind, kin_demo_request_get_query (request, "labelSelector"),
                                kin_demo_request_get_query (request, "fieldSelector"), error);
  if (filter == NULL || !kin_demo_view_negotiate (request, &view, error) ||
      !read_deletion (request, &deletion, &body, error))
    return FALSE;

  all = kin_demo_store_list (kin_demo_world_get_store (world), kind, route->namespace_);
  wanted = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_demo_object_unref);
  for (guint i = 0; i < all->len; i++)
    {
      KinDemoObject *object = g_ptr_array_index (all, i);
      g_autoptr(KinDemoObject) deleted = NULL;

      if (!kin_demo_filter_matches (filter, object))
        continue;

      deleted = kin_demo_registry_delete (kin_demo_world_get_registry (world), kind, kin_demo_object_get_namespace (object),
                                          kin_demo_object_get_name (object), &deletion, NULL, error);
      if (deleted == NULL)
        return FALSE;

      g_ptr_array_add (wanted, kin_demo_object_ref (object));
    }

  response->list = kin_demo_list_new_for_objects (world, kind, &view, wanted);

  return TRUE;
}
