/* kin-demo-open-api-paths.c: what one can do with each kind, and with which parameters.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-open-api-private.h"

#define ANY_MEDIA "*/*"

typedef struct
{
  const char *name;
  const char *type;
  const char *about;
} Parameter;

/* kubectl checks that the server knows fieldValidation and dryRun before it relies on them. */
static const Parameter write_parameters[] = {
  { "dryRun", "string", "“All”: everything is done but storing the object." },
  { "fieldManager", "string", "Who writes: the owner of the fields that change." },
  { "fieldValidation", "string", "What becomes of unknown and repeated fields: “Ignore”, “Warn” or “Strict”." },
  { NULL, NULL, NULL },
};
static const Parameter patch_parameters[] = {
  { "force", "boolean", "Whether an apply takes fields away from other managers." },
  { NULL, NULL, NULL },
};
static const Parameter delete_parameters[] = {
  { "dryRun", "string", "“All”: everything is done but deleting the object." },
  { "gracePeriodSeconds", "integer", "How long a pod may take to end." },
  { "propagationPolicy", "string", "What becomes of what the object owns: “Orphan”, “Background” or “Foreground”." },
  { NULL, NULL, NULL },
};
static const Parameter list_parameters[] = {
  { "allowWatchBookmarks", "boolean", "Whether a watch tells its version from time to time." },
  { "continue", "string", "Where the last page ended." },
  { "fieldSelector", "string", "Which fields the objects have." },
  { "labelSelector", "string", "Which labels the objects have." },
  { "limit", "integer", "How many objects a page has at most." },
  { "resourceVersion", "string", "The version that is asked for." },
  { "resourceVersionMatch", "string", "How that version is meant: “Exact” or “NotOlderThan”." },
  { "sendInitialEvents", "boolean", "Whether a watch begins with all objects that there are." },
  { "timeoutSeconds", "integer", "How long the call may take." },
  { "watch", "boolean", "Whether changes follow." },
  { NULL, NULL, NULL },
};
static const Parameter no_parameters[] = {
  { NULL, NULL, NULL },
};

static const char * const patch_media[] = {
  "application/apply-patch+yaml",
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
};

typedef struct
{
  KinDemoDraft *draft;
  yyjson_mut_val *paths;
  KinDemoKind *kind;
  KinResource *resource;
  char *reference;              /* (nullable): the schema of what is sent and answered */
} Writer;

static void
add_parameter (Writer          *writer,
               yyjson_mut_val  *list,
               const Parameter *parameter,
               const char      *place)
{
  yyjson_mut_val *value = yyjson_mut_arr_add_obj (writer->draft, list);

  yyjson_mut_obj_add_str (writer->draft, value, "name", parameter->name);
  yyjson_mut_obj_add_str (writer->draft, value, "in", place);
  yyjson_mut_obj_add_str (writer->draft, value, "description", parameter->about);
  if (g_str_equal (place, "path"))
    yyjson_mut_obj_add_bool (writer->draft, value, "required", true);
  yyjson_mut_obj_add_str (writer->draft, yyjson_mut_obj_add_obj (writer->draft, value, "schema"), "type", parameter->type);
}

static void
add_parameters (Writer          *writer,
                yyjson_mut_val  *list,
                const Parameter *parameters)
{
  for (; parameters->name != NULL; parameters++)
    add_parameter (writer, list, parameters, "query");
}

static void
add_media (Writer         *writer,
           yyjson_mut_val *content,
           const char     *media,
           const char     *reference)
{
  yyjson_mut_val *value = yyjson_mut_obj_add_obj (writer->draft, content, media);

  if (reference != NULL)
    yyjson_mut_obj_add_strcpy (writer->draft, yyjson_mut_obj_add_obj (writer->draft, value, "schema"), "$ref", reference);
}

static void
add_response (Writer         *writer,
              yyjson_mut_val *operation,
              const char     *reference)
{
  yyjson_mut_val *responses = yyjson_mut_obj_add_obj (writer->draft, operation, "responses");
  yyjson_mut_val *response = yyjson_mut_obj_add_obj (writer->draft, responses, "200");

  yyjson_mut_obj_add_str (writer->draft, response, "description", "OK");
  add_media (writer, yyjson_mut_obj_add_obj (writer->draft, response, "content"), "application/json", reference);
}

static yyjson_mut_val *
add_operation (Writer          *writer,
               yyjson_mut_val  *path,
               const char      *method,
               const char      *action,
               const Parameter *parameters)
{
  yyjson_mut_val *operation = yyjson_mut_obj_add_obj (writer->draft, path, method);

  add_parameters (writer, yyjson_mut_obj_add_arr (writer->draft, operation, "parameters"), parameters);
  yyjson_mut_obj_add_str (writer->draft, operation, "x-kubernetes-action", action);
  yyjson_mut_obj_add_val (writer->draft, operation, "x-kubernetes-group-version-kind",
                          kin_demo_open_api_new_gvk (writer->draft, kin_resource_get_group (writer->resource),
                                                     kin_resource_get_version (writer->resource),
                                                     kin_resource_get_kind (writer->resource)));
  add_response (writer, operation, writer->reference);

  return operation;
}

static yyjson_mut_val *
add_body (Writer         *writer,
          yyjson_mut_val *operation)
{
  yyjson_mut_val *body = yyjson_mut_obj_add_obj (writer->draft, operation, "requestBody");

  yyjson_mut_obj_add_bool (writer->draft, body, "required", true);

  return yyjson_mut_obj_add_obj (writer->draft, body, "content");
}

static void
add_patch (Writer         *writer,
           yyjson_mut_val *path)
{
  yyjson_mut_val *operation = add_operation (writer, path, "patch", "patch", write_parameters);
  yyjson_mut_val *content = add_body (writer, operation);
  gboolean is_custom = kin_demo_kind_get_flags (writer->kind) & KIN_DEMO_KIND_CUSTOM;

  add_parameters (writer, yyjson_mut_obj_get (operation, "parameters"), patch_parameters);

  /* What nobody compiled in cannot be merged strategically. */
  for (guint i = 0; i < G_N_ELEMENTS (patch_media) - (is_custom ? 1 : 0); i++)
    add_media (writer, content, patch_media[i], NULL);
}

static void
add_update (Writer         *writer,
            yyjson_mut_val *path)
{
  yyjson_mut_val *operation = add_operation (writer, path, "put", "put", write_parameters);

  add_media (writer, add_body (writer, operation), ANY_MEDIA, writer->reference);
}

static void
add_create (Writer         *writer,
            yyjson_mut_val *path)
{
  yyjson_mut_val *operation = add_operation (writer, path, "post", "post", write_parameters);

  add_media (writer, add_body (writer, operation), ANY_MEDIA, writer->reference);
}

/* All parts of a path in braces. */
static void
add_path_parameters (Writer         *writer,
                     yyjson_mut_val *path,
                     gboolean        has_name,
                     gboolean        has_namespace)
{
  static const Parameter name = { "name", "string", "The object's name." };
  static const Parameter namespace_ = { "namespace", "string", "The object's namespace." };
  yyjson_mut_val *list;

  if (!has_name && !has_namespace)
    return;

  list = yyjson_mut_obj_add_arr (writer->draft, path, "parameters");
  if (has_name)
    add_parameter (writer, list, &name, "path");
  if (has_namespace)
    add_parameter (writer, list, &namespace_, "path");
}

static yyjson_mut_val *
add_path (Writer     *writer,
          gboolean    in_namespace,
          gboolean    has_name,
          const char *subresource)
{
  const char *group = kin_resource_get_group (writer->resource);
  g_autofree char *text =
    g_strconcat (*group != '\0' ? "/apis/" : "/api", group, "/", kin_resource_get_version (writer->resource),
                 in_namespace ? "/namespaces/{namespace}/" : "/", kin_resource_get_plural (writer->resource),
                 has_name ? "/{name}" : "", subresource != NULL ? "/" : "", subresource, NULL);
  yyjson_mut_val *path = yyjson_mut_obj (writer->draft);

  yyjson_mut_obj_add (writer->paths, yyjson_mut_strcpy (writer->draft, text), path);
  add_path_parameters (writer, path, has_name, in_namespace);

  return path;
}

static void
add_list (Writer   *writer,
          gboolean  in_namespace,
          gboolean  writable)
{
  yyjson_mut_val *path = add_path (writer, in_namespace, FALSE, NULL);
  g_autofree char *object = g_steal_pointer (&writer->reference);

  writer->reference = g_strconcat (object, "List", NULL);
  add_operation (writer, path, "get", "list", list_parameters);
  g_free (writer->reference);
  writer->reference = g_steal_pointer (&object);

  if (!writable)
    return;

  add_create (writer, path);
  add_operation (writer, path, "delete", "deletecollection", delete_parameters);
}

static void
add_object (Writer   *writer,
            gboolean  in_namespace)
{
  yyjson_mut_val *path = add_path (writer, in_namespace, TRUE, NULL);

  add_operation (writer, path, "get", "get", no_parameters);
  add_update (writer, path);
  add_patch (writer, path);
  add_operation (writer, path, "delete", "delete", delete_parameters);
}

static void
add_subresource (Writer     *writer,
                 gboolean    in_namespace,
                 const char *subresource)
{
  yyjson_mut_val *path = add_path (writer, in_namespace, TRUE, subresource);

  add_operation (writer, path, "get", "get", no_parameters);
  add_update (writer, path);
  add_patch (writer, path);
}

/* A Scale stands for what it scales. */
static void
add_scale (const Writer *writer,
           gboolean      in_namespace)
{
  g_autoptr(KinResource) scale = kin_resource_new ("autoscaling", "v1", "scales", "Scale", TRUE);
  Writer inner = *writer;
  yyjson_mut_val *path = add_path (&inner, in_namespace, TRUE, "scale");

  inner.resource = scale;
  inner.reference = NULL;
  add_operation (&inner, path, "get", "get", no_parameters);
  add_update (&inner, path);
  add_patch (&inner, path);
}

void
kin_demo_open_api_add_paths (KinDemoDraft   *draft,
                             yyjson_mut_val *paths,
                             KinDemoKind    *kind)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);
  gboolean in_namespace = kin_resource_get_namespaced (resource);
  g_autofree char *name = kin_demo_open_api_dup_name (kind);
  Writer writer = { draft, paths, kind, resource, g_strconcat (KIN_DEMO_OPEN_API_REFERENCE, name, NULL) };

  if (in_namespace)
    add_list (&writer, FALSE, FALSE);
  add_list (&writer, in_namespace, TRUE);
  add_object (&writer, in_namespace);
  if (kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_STATUS)
    add_subresource (&writer, in_namespace, "status");
  if (kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_SCALE)
    add_scale (&writer, in_namespace);

  g_free (writer.reference);
}
