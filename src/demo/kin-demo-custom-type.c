/* kin-demo-custom-type.c: makes types of the schema in a custom resource definition.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-type-private.h"

/* Nobody nests deeper; whoever does gets values that are kept as they are. */
#define MAX_DEPTH 64

static KinDemoType *read_schema (KinJsonValue *schema,
                                 guint         depth);

static gboolean
has (KinJsonValue *schema,
     const char   *name)
{
  return kin_json_get_boolean (schema, name, FALSE);
}

static char **
dup_strings (KinJsonValue *array)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  KinJsonIter iter;
  KinJsonValue *value;

  kin_json_iter_init (&iter, array);
  while (kin_json_iter_next (&iter, NULL, &value))
    {
      if (kin_json_value_get_string (value) != NULL)
        g_strv_builder_add (builder, kin_json_value_get_string (value));
    }

  return g_strv_builder_end (builder);
}

static void
require_members (KinDemoDefinition *definition,
                 KinJsonValue      *names)
{
  g_auto(GStrv) required = dup_strings (names);

  for (guint i = 0; required[i] != NULL; i++)
    {
      KinDemoMember *member = g_hash_table_lookup (definition->by_name, required[i]);

      if (member != NULL)
        member->type->required = TRUE;
    }
}

static KinDemoType *
read_object (KinJsonValue *schema,
             guint         depth)
{
  KinDemoType *self = kin_demo_type_new (KIN_DEMO_TYPE_OBJECT);
  KinJsonIter iter;
  KinJsonValue *property;
  const char *name;

  self->definition = kin_demo_definition_new (NULL);
  self->owns_definition = TRUE;
  self->definition->open = has (schema, "x-kubernetes-preserve-unknown-fields");

  kin_json_iter_init (&iter, kin_json_get (schema, "properties"));
  while (kin_json_iter_next (&iter, &name, &property))
    kin_demo_definition_add_member (self->definition, name, read_schema (property, depth));
  require_members (self->definition, kin_json_get (schema, "required"));

  return self;
}

static KinDemoType *
read_container (KinDemoTypeKind  kind,
                KinJsonValue    *item,
                guint            depth)
{
  KinDemoType *self = kin_demo_type_new (kind);

  self->item = read_schema (item, depth);

  return self;
}

static KinDemoType *
read_object_or_map (KinJsonValue *schema,
                    guint         depth)
{
  KinJsonValue *values = kin_json_get (schema, "additionalProperties");
  gboolean has_members = kin_json_get (schema, "properties") != NULL;

  if (values != NULL && !has_members)
    return read_container (KIN_DEMO_TYPE_MAP, values, depth);
  if (!has_members && has (schema, "x-kubernetes-preserve-unknown-fields"))
    return kin_demo_type_new (KIN_DEMO_TYPE_ANY);

  return read_object (schema, depth);
}

static KinDemoType *
read_type (KinJsonValue *schema,
           guint         depth)
{
  static const struct
  {
    const char *name;
    KinDemoTypeKind kind;
  } scalars[] = {
    { "boolean", KIN_DEMO_TYPE_BOOLEAN },
    { "integer", KIN_DEMO_TYPE_INTEGER },
    { "number", KIN_DEMO_TYPE_NUMBER },
    { "string", KIN_DEMO_TYPE_STRING },
  };
  const char *type = kin_json_get_string (schema, "type");

  if (has (schema, "x-kubernetes-int-or-string"))
    return kin_demo_type_new (KIN_DEMO_TYPE_INT_OR_STRING);
  if (has (schema, "x-kubernetes-embedded-resource") || depth == MAX_DEPTH)
    return kin_demo_type_new (KIN_DEMO_TYPE_ANY);
  if (g_strcmp0 (type, "object") == 0)
    return read_object_or_map (schema, depth + 1);
  if (g_strcmp0 (type, "array") == 0)
    return read_container (KIN_DEMO_TYPE_LIST, kin_json_get (schema, "items"), depth + 1);

  for (guint i = 0; i < G_N_ELEMENTS (scalars); i++)
    {
      if (g_strcmp0 (type, scalars[i].name) == 0)
        return kin_demo_type_new (scalars[i].kind);
    }

  return kin_demo_type_new (KIN_DEMO_TYPE_ANY);
}

static void
read_list_type (KinDemoType  *self,
                KinJsonValue *schema)
{
  const char *list_type = kin_json_get_string (schema, "x-kubernetes-list-type");

  if (g_strcmp0 (list_type, "set") == 0)
    self->list_type = KIN_DEMO_LIST_SET;
  if (g_strcmp0 (list_type, "map") != 0)
    return;

  self->list_type = KIN_DEMO_LIST_MAP;
  self->list_keys = dup_strings (kin_json_get (schema, "x-kubernetes-list-map-keys"));
}

static void
read_default (KinDemoType  *self,
              KinJsonValue *schema)
{
  KinJsonValue *value = kin_json_get (schema, "default");
  KinDemoDefault *result;
  g_autofree char *text = NULL;

  if (value == NULL)
    return;

  text = kin_json_value_dup_text (value);
  result = g_new0 (KinDemoDefault, 1);
  result->value = yyjson_read (text, strlen (text), YYJSON_READ_NOFLAG);
  kin_demo_type_add_default (self, result);
}

static gboolean
read_bound (KinJsonValue *schema,
            const char   *name,
            gint64       *bound)
{
  KinJsonValue *value = kin_json_get (schema, name);

  if (kin_json_value_get_type (value) != KIN_JSON_NUMBER)
    return FALSE;

  *bound = kin_json_value_get_integer (value);

  return TRUE;
}

static void
read_limits (KinDemoType  *self,
             KinJsonValue *schema)
{
  const char *pattern = kin_json_get_string (schema, "pattern");
  KinDemoLimits limits = { -1, -1, -1, -1, NULL };
  gboolean any = FALSE;

  self->has_minimum = read_bound (schema, "minimum", &self->minimum);
  self->has_maximum = read_bound (schema, "maximum", &self->maximum);
  any |= read_bound (schema, "minLength", &limits.min_length);
  any |= read_bound (schema, "maxLength", &limits.max_length);
  any |= read_bound (schema, "minItems", &limits.min_items);
  any |= read_bound (schema, "maxItems", &limits.max_items);
  if (pattern != NULL)
    limits.pattern = g_regex_new (pattern, G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT, NULL);

  if (any || limits.pattern != NULL)
    self->limits = g_memdup2 (&limits, sizeof limits);
}

static KinDemoType *
read_schema (KinJsonValue *schema,
             guint         depth)
{
  KinDemoType *self = read_type (schema, depth);
  g_auto(GStrv) choices = dup_strings (kin_json_get (schema, "enum"));

  self->about = g_strdup (kin_json_get_string (schema, "description"));
  self->nullable = has (schema, "nullable");
  self->atomic = g_strcmp0 (kin_json_get_string (schema, "x-kubernetes-map-type"), "atomic") == 0;
  if (self->kind == KIN_DEMO_TYPE_STRING && choices[0] != NULL)
    self->choices = g_steal_pointer (&choices);
  read_list_type (self, schema);
  read_default (self, schema);
  read_limits (self, schema);

  return self;
}

static void
add_common_member (KinDemoType *self,
                   const char  *name,
                   const char  *text)
{
  kin_demo_definition_add_member (self->definition, name, kin_demo_type_parse (text));
}

/* A type of whole objects: whatever the schema says, they have a kind and metadata. */
KinDemoType *
kin_demo_type_new_custom (KinJsonValue      *schema,
                          KinDemoDefinition *metadata)
{
  KinDemoType *self = read_object (schema, 0);
  KinDemoType *metadata_type = kin_demo_type_new (KIN_DEMO_TYPE_OBJECT);

  /* Without a schema nothing is known, and nothing is dropped. */
  if (kin_json_get (schema, "properties") == NULL)
    self->definition->open = TRUE;

  self->definition->about = g_strdup (kin_json_get_string (schema, "description"));
  metadata_type->definition = metadata;
  kin_demo_definition_add_member (self->definition, "metadata", metadata_type);
  add_common_member (self, "apiVersion", "string");
  add_common_member (self, "kind", "string");

  return self;
}
