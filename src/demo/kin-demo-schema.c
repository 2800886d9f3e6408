/* kin-demo-schema.c: the fields of all kinds that the simulated cluster serves, read from schema/.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-schema.h"

#include <string.h>

#include "demo/kin-demo-type-private.h"
#include "kin-demo-resources.h"
#include "object/kin-yaml.h"

#define FOLDER "/com/example/KInformer/demo/schema/"

#define BUILTIN_PACKAGE "io.k8s.api."
#define META_PACKAGE "io.k8s.apimachinery.pkg.apis."
/* Every kind has these. */
#define API_VERSION "string -- The group and version of the kind, such as apps/v1; the version alone in the core group."
#define KIND "string -- What kind of object it is, such as Deployment."

#define METADATA META_PACKAGE "meta.v1.ObjectMeta"

struct _KinDemoSchema
{
  int ref_count;
  GHashTable *definitions;      /* full name → KinDemoDefinition */
  GHashTable *roots;            /* “apps/v1/Deployment” → KinDemoType */
  GPtrArray *former;            /* of KinDemoType: of definitions that have changed, which somebody may still look at */
};

static char *
dup_root_key (const char *group,
              const char *version,
              const char *kind)
{
  return g_strconcat (group, *group != '\0' ? "/" : "", version, "/", kind, NULL);
}

/* Beside it, in another package of the API, or one of what all kinds share. */
static KinDemoDefinition *
find_definition (KinDemoSchema *self,
                 const char    *package,
                 const char    *reference)
{
  g_autofree char *beside = g_strconcat (package, ".", reference, NULL);
  g_autofree char *builtin = g_strconcat (BUILTIN_PACKAGE, reference, NULL);
  g_autofree char *meta = g_strconcat (META_PACKAGE, reference, NULL);
  const char *names[] = { beside, builtin, meta };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      KinDemoDefinition *found = g_hash_table_lookup (self->definitions, names[i]);

      if (found != NULL)
        return found;
    }

  g_error ("The demo schema has no type “%s” for %s", reference, package);
}

static void
resolve (KinDemoSchema *self,
         const char    *package,
         KinDemoType   *type)
{
  if (type->reference != NULL)
    type->definition = find_definition (self, package, type->reference);
  if (type->item != NULL)
    resolve (self, package, type->item);
}

static void
resolve_all (KinDemoSchema *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->definitions);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      KinDemoDefinition *definition = value;
      g_autofree char *package = g_strndup (definition->name, (gsize) (strrchr (definition->name, '.') - definition->name));

      for (guint i = 0; i < definition->members->len; i++)
        resolve (self, package, ((KinDemoMember *) definition->members->pdata[i])->type);
    }
}

static void
add_root (KinDemoSchema     *self,
          KinDemoDefinition *definition)
{
  KinDemoType *root = kin_demo_type_new (KIN_DEMO_TYPE_OBJECT);

  root->definition = definition;
  g_hash_table_replace (self->roots, dup_root_key ("", definition->api_version, strrchr (definition->name, '.') + 1), root);
}

/* What is said of a definition itself begins with a dot. */
static gboolean
read_property (KinDemoDefinition *definition,
               const char        *name,
               KinJsonValue      *value)
{
  const char *text = kin_json_value_get_string (value);

  if (g_str_equal (name, ".about"))
    definition->about = g_strdup (text);
  else if (g_str_equal (name, ".atomic"))
    definition->atomic = kin_json_value_get_boolean (value);
  else if (g_str_equal (name, ".kind"))
    definition->api_version = g_strdup (text);
  else if (g_str_equal (name, ".rule"))
    definition->rule = g_strdup (text);
  else
    return FALSE;

  return TRUE;
}

static void
add_definition (KinDemoSchema *self,
                const char    *package,
                const char    *name,
                KinJsonValue  *members)
{
  g_autofree char *full_name = g_strconcat (package, ".", name, NULL);
  KinDemoDefinition *definition = kin_demo_definition_new (full_name);
  KinJsonIter iter;
  KinJsonValue *value;

  g_hash_table_replace (self->definitions, definition->name, definition);

  kin_json_iter_init (&iter, members);
  while (kin_json_iter_next (&iter, &name, &value))
    {
      if (!read_property (definition, name, value))
        kin_demo_definition_add_member (definition, name, kin_demo_type_parse (kin_json_value_get_string (value)));
    }

  if (definition->api_version != NULL)
    {
      kin_demo_definition_add_member (definition, "apiVersion", kin_demo_type_parse (API_VERSION));
      kin_demo_definition_add_member (definition, "kind", kin_demo_type_parse (KIND));
      add_root (self, definition);
    }
}

static void
add_packages (KinDemoSchema *self,
              KinJsonValue  *packages)
{
  KinJsonIter iter;
  KinJsonValue *definitions;
  const char *package;

  kin_json_iter_init (&iter, packages);
  while (kin_json_iter_next (&iter, &package, &definitions))
    {
      KinJsonIter inner;
      KinJsonValue *members;
      const char *name;

      kin_json_iter_init (&inner, definitions);
      while (kin_json_iter_next (&inner, &name, &members))
        add_definition (self, package, name, members);
    }
}

/* The files are part of the program: one that cannot be read is a fault of ours. */
static void
load_file (KinDemoSchema *self,
           GResource     *resource,
           const char    *name)
{
  g_autofree char *path = g_strconcat (FOLDER, name, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = g_resource_lookup_data (resource, path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  g_autoptr(KinJson) document = NULL;

  if (bytes != NULL)
    document = kin_yaml_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  if (document == NULL)
    g_error ("%s: %s", path, error->message);

  add_packages (self, kin_json_get_root (document));
}

/**
 * kin_demo_schema_new:
 *
 * Reads the built-in kinds.
 *
 * Returns: (transfer full): a schema
 */
KinDemoSchema *
kin_demo_schema_new (void)
{
  KinDemoSchema *self = g_new0 (KinDemoSchema, 1);
  GResource *resource = kin_demo_get_resource ();
  g_auto(GStrv) names = g_resource_enumerate_children (resource, FOLDER, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  self->ref_count = 1;
  self->definitions = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) kin_demo_definition_free);
  self->roots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) kin_demo_type_free);
  self->former = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_demo_type_free);

  for (guint i = 0; names[i] != NULL; i++)
    load_file (self, resource, names[i]);
  resolve_all (self);

  return self;
}

/**
 * kin_demo_schema_ref:
 * @self: a schema
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 */
KinDemoSchema *
kin_demo_schema_ref (KinDemoSchema *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  self->ref_count++;

  return self;
}

/**
 * kin_demo_schema_unref:
 * @self: (transfer full): a schema
 *
 * Gives a reference back. The types go with the last one.
 */
void
kin_demo_schema_unref (KinDemoSchema *self)
{
  g_return_if_fail (self != NULL);

  if (--self->ref_count > 0)
    return;

  g_ptr_array_unref (self->former);
  g_hash_table_unref (self->roots);
  g_hash_table_unref (self->definitions);
  g_free (self);
}

/**
 * kin_demo_schema_find:
 * @self: a schema
 * @group: the group; empty for the core group
 * @version: the version
 * @kind: the kind, such as “Deployment”
 *
 * Finds the type of a kind's objects.
 *
 * Returns: (transfer none) (nullable): the type, which lives as long as the schema
 */
const KinDemoType *
kin_demo_schema_find (KinDemoSchema *self,
                      const char    *group,
                      const char    *version,
                      const char    *kind)
{
  g_autofree char *key = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (group != NULL && version != NULL && kind != NULL, NULL);

  key = dup_root_key (group, version, kind);

  return g_hash_table_lookup (self->roots, key);
}

/**
 * kin_demo_schema_add_custom:
 * @self: a schema
 * @group: a group
 * @version: a version
 * @kind: a kind
 * @open_api_v3_schema: (nullable): the schema in a custom resource definition; without one anything goes
 *
 * Adds a kind, or replaces it by a changed one.
 *
 * Returns: (transfer none): the type of its objects, which lives as long as the schema
 */
const KinDemoType *
kin_demo_schema_add_custom (KinDemoSchema *self,
                            const char    *group,
                            const char    *version,
                            const char    *kind,
                            KinJsonValue  *open_api_v3_schema)
{
  g_autofree char *key = NULL;
  g_autofree char *old_key = NULL;
  KinDemoType *old = NULL;
  KinDemoType *type;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (group != NULL && version != NULL && kind != NULL, NULL);

  key = dup_root_key (group, version, kind);
  if (g_hash_table_steal_extended (self->roots, key, (gpointer *) &old_key, (gpointer *) &old))
    g_ptr_array_add (self->former, old);

  type = kin_demo_type_new_custom (open_api_v3_schema, g_hash_table_lookup (self->definitions, METADATA));
  g_hash_table_insert (self->roots, g_steal_pointer (&key), type);

  return type;
}
