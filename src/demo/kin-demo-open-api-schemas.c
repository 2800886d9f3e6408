/* kin-demo-open-api-schemas.c: the schema as OpenAPI's: what fields kinds have, in the words of every client.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-open-api-private.h"

#include "demo/kin-demo-type-private.h"

#define QUANTITY "io.k8s.apimachinery.pkg.api.resource.Quantity"
#define INT_OR_STRING "io.k8s.apimachinery.pkg.util.intstr.IntOrString"
#define TIME "io.k8s.apimachinery.pkg.apis.meta.v1.Time"
#define MICRO_TIME "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime"

typedef struct
{
  KinDemoDraft *draft;
  yyjson_mut_val *schemas;
} Writer;

static yyjson_mut_val *new_schema (Writer            *writer,
                                   const KinDemoType *type);
static void            add_definition (Writer                  *writer,
                                       const KinDemoDefinition *definition);

static void
set_text (Writer         *writer,
          yyjson_mut_val *object,
          const char     *name,
          const char     *text)
{
  yyjson_mut_obj_add_strcpy (writer->draft, object, name, text);
}

static void
set_strings (Writer             *writer,
             yyjson_mut_val     *object,
             const char         *name,
             const char * const *strings)
{
  yyjson_mut_val *array = yyjson_mut_obj_add_arr (writer->draft, object, name);

  for (guint i = 0; strings[i] != NULL; i++)
    yyjson_mut_arr_add_strcpy (writer->draft, array, strings[i]);
}

static yyjson_mut_val *
new_reference (Writer     *writer,
               const char *name)
{
  yyjson_mut_val *reference = yyjson_mut_obj (writer->draft);
  g_autofree char *path = g_strconcat (KIN_DEMO_OPEN_API_REFERENCE, name, NULL);

  set_text (writer, reference, "$ref", path);

  return reference;
}

/* Beside a bare reference nothing else counts, so it stands in a list of one. */
static void
set_reference (Writer         *writer,
               yyjson_mut_val *schema,
               const char     *name)
{
  yyjson_mut_arr_append (yyjson_mut_obj_add_arr (writer->draft, schema, "allOf"), new_reference (writer, name));
}

/* A scalar that has a name of its own in the API. */
static void
set_scalar (Writer         *writer,
            yyjson_mut_val *schema,
            const char     *name,
            const char     *first,
            const char     *second,
            const char     *format)
{
  yyjson_mut_val *definition;
  yyjson_mut_val *choices;

  set_reference (writer, schema, name);
  if (yyjson_mut_obj_get (writer->schemas, name) != NULL)
    return;

  definition = yyjson_mut_obj_add_obj (writer->draft, writer->schemas, name);
  if (format != NULL)
    set_text (writer, definition, "format", format);
  if (second == NULL)
    {
      set_text (writer, definition, "type", first);
      return;
    }

  choices = yyjson_mut_obj_add_arr (writer->draft, definition, "oneOf");
  set_text (writer, yyjson_mut_arr_add_obj (writer->draft, choices), "type", first);
  set_text (writer, yyjson_mut_arr_add_obj (writer->draft, choices), "type", second);
}

static void
set_members (Writer                  *writer,
             yyjson_mut_val          *schema,
             const KinDemoDefinition *definition)
{
  g_autoptr(GPtrArray) required = g_ptr_array_new ();
  yyjson_mut_val *properties;

  set_text (writer, schema, "type", "object");
  if (definition->open)
    yyjson_mut_obj_add_bool (writer->draft, schema, "x-kubernetes-preserve-unknown-fields", true);
  if (definition->members->len == 0)
    return;

  properties = yyjson_mut_obj_add_obj (writer->draft, schema, "properties");
  for (guint i = 0; i < definition->members->len; i++)
    {
      const KinDemoMember *member = definition->members->pdata[i];

      yyjson_mut_obj_add (properties, yyjson_mut_strcpy (writer->draft, member->name), new_schema (writer, member->type));
      if (member->type->required)
        g_ptr_array_add (required, member->name);
    }
  g_ptr_array_add (required, NULL);
  if (required->len > 1)
    set_strings (writer, schema, "required", (const char * const *) required->pdata);
}

static void
set_object (Writer            *writer,
            yyjson_mut_val    *schema,
            const KinDemoType *type)
{
  const KinDemoDefinition *definition = type->definition;

  if (definition->name == NULL)
    {
      set_members (writer, schema, definition);
      return;
    }

  add_definition (writer, definition);
  set_reference (writer, schema, definition->name);
}

static void
set_string (Writer            *writer,
            yyjson_mut_val    *schema,
            const KinDemoType *type)
{
  switch (type->format)
    {
    case KIN_DEMO_FORMAT_TIME:
      set_scalar (writer, schema, TIME, "string", NULL, "date-time");
      return;

    case KIN_DEMO_FORMAT_MICRO_TIME:
      set_scalar (writer, schema, MICRO_TIME, "string", NULL, "date-time");
      return;

    case KIN_DEMO_FORMAT_BYTES:
      set_text (writer, schema, "format", "byte");
      break;

    case KIN_DEMO_FORMAT_NONE:
    case KIN_DEMO_FORMAT_INT32:
    case KIN_DEMO_FORMAT_INT64:
    default:
      break;
    }
  set_text (writer, schema, "type", "string");
}

static void
set_kind (Writer            *writer,
          yyjson_mut_val    *schema,
          const KinDemoType *type)
{
  switch (type->kind)
    {
    case KIN_DEMO_TYPE_OBJECT:
      set_object (writer, schema, type);
      break;

    case KIN_DEMO_TYPE_MAP:
      set_text (writer, schema, "type", "object");
      yyjson_mut_obj_add_val (writer->draft, schema, "additionalProperties", new_schema (writer, type->item));
      break;

    case KIN_DEMO_TYPE_LIST:
      set_text (writer, schema, "type", "array");
      yyjson_mut_obj_add_val (writer->draft, schema, "items", new_schema (writer, type->item));
      break;

    case KIN_DEMO_TYPE_STRING:
      set_string (writer, schema, type);
      break;

    case KIN_DEMO_TYPE_INTEGER:
      set_text (writer, schema, "type", "integer");
      if (type->format != KIN_DEMO_FORMAT_NONE)
        set_text (writer, schema, "format", type->format == KIN_DEMO_FORMAT_INT32 ? "int32" : "int64");
      break;

    case KIN_DEMO_TYPE_NUMBER:
      set_text (writer, schema, "type", "number");
      set_text (writer, schema, "format", "double");
      break;

    case KIN_DEMO_TYPE_BOOLEAN:
      set_text (writer, schema, "type", "boolean");
      break;

    case KIN_DEMO_TYPE_QUANTITY:
      set_scalar (writer, schema, QUANTITY, "string", "number", NULL);
      break;

    case KIN_DEMO_TYPE_INT_OR_STRING:
      set_scalar (writer, schema, INT_OR_STRING, "integer", "string", "int-or-string");
      break;

    /* kubectl explain takes an empty schema for a missing one. */
    case KIN_DEMO_TYPE_ANY:
    default:
      yyjson_mut_obj_add_bool (writer->draft, schema, "x-kubernetes-preserve-unknown-fields", true);
      break;
    }
}

static void
set_merging (Writer            *writer,
             yyjson_mut_val    *schema,
             const KinDemoType *type)
{
  static const char * const list_types[] = {
    [KIN_DEMO_LIST_ATOMIC] = "atomic",
    [KIN_DEMO_LIST_SET] = "set",
    [KIN_DEMO_LIST_MAP] = "map",
  };
  const char *strategy = type->merge_key == NULL ? "retainKeys" : type->retain_keys ? "merge,retainKeys" : "merge";

  if (type->kind == KIN_DEMO_TYPE_LIST)
    set_text (writer, schema, "x-kubernetes-list-type", list_types[type->list_type]);
  if (type->list_keys != NULL)
    set_strings (writer, schema, "x-kubernetes-list-map-keys", (const char * const *) type->list_keys);
  if (type->merge_key != NULL && *type->merge_key != '\0')
    set_text (writer, schema, "x-kubernetes-patch-merge-key", type->merge_key);
  if (type->merge_key != NULL || type->retain_keys)
    set_text (writer, schema, "x-kubernetes-patch-strategy", strategy);
  if (type->atomic || type->granular)
    set_text (writer, schema, "x-kubernetes-map-type", type->atomic ? "atomic" : "granular");
}

static void
set_default (Writer            *writer,
             yyjson_mut_val    *schema,
             const KinDemoType *type)
{
  for (guint i = 0; type->defaults != NULL && i < type->defaults->len; i++)
    {
      const KinDemoDefault *value = type->defaults->pdata[i];

      if (value->when == KIN_DEMO_DEFAULT_ALWAYS && value->value != NULL)
        yyjson_mut_obj_add_val (writer->draft, schema, "default",
                                yyjson_val_mut_copy (writer->draft, yyjson_doc_get_root (value->value)));
    }
}

static yyjson_mut_val *
new_schema (Writer            *writer,
            const KinDemoType *type)
{
  yyjson_mut_val *schema = yyjson_mut_obj (writer->draft);

  if (type->about != NULL)
    set_text (writer, schema, "description", type->about);
  set_default (writer, schema, type);
  set_kind (writer, schema, type);
  if (type->choices != NULL)
    set_strings (writer, schema, "enum", (const char * const *) type->choices);
  if (type->nullable)
    yyjson_mut_obj_add_bool (writer->draft, schema, "nullable", true);
  set_merging (writer, schema, type);

  return schema;
}

static void
set_gvk (Writer         *writer,
         yyjson_mut_val *schema,
         const char     *group,
         const char     *version,
         const char     *kind)
{
  yyjson_mut_val *list = yyjson_mut_obj_add_arr (writer->draft, schema, "x-kubernetes-group-version-kind");

  yyjson_mut_arr_append (list, kin_demo_open_api_new_gvk (writer->draft, group, version, kind));
}

/* Registered before its members are written, which may refer to it. */
static yyjson_mut_val *
register_schema (Writer                  *writer,
                 const char              *name,
                 const KinDemoDefinition *definition)
{
  yyjson_mut_val *schema = yyjson_mut_obj (writer->draft);

  yyjson_mut_obj_add (writer->schemas, yyjson_mut_strcpy (writer->draft, name), schema);
  if (definition->about != NULL)
    set_text (writer, schema, "description", definition->about);
  set_members (writer, schema, definition);
  if (definition->atomic)
    set_text (writer, schema, "x-kubernetes-map-type", "atomic");

  return schema;
}

static void
add_definition (Writer                  *writer,
                const KinDemoDefinition *definition)
{
  if (yyjson_mut_obj_get (writer->schemas, definition->name) == NULL)
    register_schema (writer, definition->name, definition);
}

static void
add_list (Writer      *writer,
          KinDemoKind *kind,
          const char  *name)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);
  g_autofree char *list_kind = g_strconcat (kin_resource_get_kind (resource), "List", NULL);
  g_autofree char *list_name = g_strconcat (name, "List", NULL);
  yyjson_mut_val *schema = yyjson_mut_obj (writer->draft);
  yyjson_mut_val *properties;
  yyjson_mut_val *items;

  yyjson_mut_obj_add (writer->schemas, yyjson_mut_strcpy (writer->draft, list_name), schema);
  set_text (writer, schema, "type", "object");
  properties = yyjson_mut_obj_add_obj (writer->draft, schema, "properties");
  set_text (writer, yyjson_mut_obj_add_obj (writer->draft, properties, "apiVersion"), "type", "string");
  items = yyjson_mut_obj_add_obj (writer->draft, properties, "items");
  set_text (writer, items, "type", "array");
  yyjson_mut_obj_add_val (writer->draft, items, "items", new_reference (writer, name));
  set_text (writer, yyjson_mut_obj_add_obj (writer->draft, properties, "kind"), "type", "string");
  set_text (writer, yyjson_mut_obj_add_obj (writer->draft, properties, "metadata"), "type", "object");
  yyjson_mut_arr_add_str (writer->draft, yyjson_mut_obj_add_arr (writer->draft, schema, "required"), "items");
  set_gvk (writer, schema, kin_resource_get_group (resource), kin_resource_get_version (resource), list_kind);
}

yyjson_mut_val *
kin_demo_open_api_new_gvk (KinDemoDraft *draft,
                           const char   *group,
                           const char   *version,
                           const char   *kind)
{
  yyjson_mut_val *gvk = yyjson_mut_obj (draft);

  yyjson_mut_obj_add_strcpy (draft, gvk, "group", group);
  yyjson_mut_obj_add_strcpy (draft, gvk, "version", version);
  yyjson_mut_obj_add_strcpy (draft, gvk, "kind", kind);

  return gvk;
}

/* Of a custom resource it is made of the group, backwards. */
char *
kin_demo_open_api_dup_name (KinDemoKind *kind)
{
  const KinDemoType *type = kin_demo_kind_get_type_ (kind);
  KinResource *resource = kin_demo_kind_get_resource (kind);
  g_auto(GStrv) parts = NULL;
  g_autoptr(GString) name = NULL;

  if (type != NULL && type->definition != NULL && type->definition->name != NULL)
    return g_strdup (type->definition->name);

  parts = g_strsplit (kin_resource_get_group (resource), ".", -1);
  name = g_string_new (NULL);
  for (guint i = g_strv_length (parts); i > 0; i--)
    g_string_append_printf (name, "%s.", parts[i - 1]);
  g_string_append_printf (name, "%s.%s", kin_resource_get_version (resource), kin_resource_get_kind (resource));

  return g_strdup (name->str);
}

/* Adds a kind, its list, and all that they refer to. */
void
kin_demo_open_api_add_schemas (KinDemoDraft   *draft,
                               yyjson_mut_val *schemas,
                               KinDemoKind    *kind)
{
  const KinDemoType *type = kin_demo_kind_get_type_ (kind);
  KinResource *resource = kin_demo_kind_get_resource (kind);
  g_autofree char *name = kin_demo_open_api_dup_name (kind);
  Writer writer = { draft, schemas };

  if (type == NULL || type->definition == NULL)
    return;

  if (yyjson_mut_obj_get (schemas, name) == NULL)
    set_gvk (&writer, register_schema (&writer, name, type->definition), kin_resource_get_group (resource),
             kin_resource_get_version (resource), kin_resource_get_kind (resource));
  add_list (&writer, kind, name);
}
