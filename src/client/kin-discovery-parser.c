/* kin-discovery-parser.c: reads the documents in which a server lists its resources, aggregated or one by one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "client/kin-discovery-parser.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/kin-error.h"
#include "object/kin-json.h"
#include "object/kin-resource.h"

struct _KinDiscoveryParser
{
  GPtrArray *resources;
  GPtrArray *failed_groups;
  GHashTable *seen;        /* "plural.group": the first version that has a resource is the one that counts */
  GPtrArray *versions;     /* of char*: "v1", "apps/v1": still to be asked, the preferred ones of a group first */
};

static const struct
{
  const char *name;
  KinVerbs verb;
} verb_names[] = {
  { "get", KIN_VERB_GET },
  { "list", KIN_VERB_LIST },
  { "watch", KIN_VERB_WATCH },
  { "create", KIN_VERB_CREATE },
  { "update", KIN_VERB_UPDATE },
  { "patch", KIN_VERB_PATCH },
  { "delete", KIN_VERB_DELETE },
  { "deletecollection", KIN_VERB_DELETE_COLLECTION },
};

static KinVerbs
read_verbs (KinJsonValue *verbs)
{
  KinVerbs result = 0;

  for (gsize i = 0; i < kin_json_value_get_size (verbs); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (verb_names); j++)
      if (g_strcmp0 (kin_json_value_get_string (kin_json_array_get (verbs, i)), verb_names[j].name) == 0)
        result |= verb_names[j].verb;

  return result;
}

/* Lends the strings of the document. */
static const char **
get_strings (KinJsonValue *list)
{
  gsize n = kin_json_value_get_size (list);
  const char **strings = g_new0 (const char *, n + 1);
  gsize n_strings = 0;

  for (gsize i = 0; i < n; i++)
    {
      const char *text = kin_json_value_get_string (kin_json_array_get (list, i));

      if (text != NULL)
        strings[n_strings++] = text;
    }

  return strings;
}

static void
add_resource (KinDiscoveryParser *self,
              const char         *group,
              const char         *version,
              const char         *plural,
              const char         *singular,
              const char         *kind,
              gboolean            namespaced,
              KinJsonValue       *item)
{
  g_autofree const char **short_names = get_strings (kin_json_get (item, "shortNames"));
  g_autofree const char **categories = get_strings (kin_json_get (item, "categories"));
  char *id;

  if (plural == NULL || kind == NULL || *kind == '\0' || strchr (plural, '/') != NULL)
    return;

  id = g_strconcat (plural, ".", group, NULL);
  if (!g_hash_table_add (self->seen, id))
    return;

  g_ptr_array_add (self->resources,
                   kin_resource_new_full (group, version, plural, singular != NULL ? singular : "", kind, namespaced,
                                          read_verbs (kin_json_get (item, "verbs")), short_names, categories));
}

/* The aggregated form */

static void
add_aggregated_version (KinDiscoveryParser *self,
                        const char         *group,
                        KinJsonValue       *item)
{
  const char *version = kin_json_get_string (item, "version");
  KinJsonValue *resources = kin_json_get (item, "resources");

  if (version == NULL)
    return;

  for (gsize i = 0; i < kin_json_value_get_size (resources); i++)
    {
      KinJsonValue *resource = kin_json_array_get (resources, i);

      add_resource (self, group, version,
                    kin_json_get_string (resource, "resource"),
                    kin_json_get_string (resource, "singularResource"),
                    kin_json_get_string (kin_json_get (resource, "responseKind"), "kind"),
                    g_strcmp0 (kin_json_get_string (resource, "scope"), "Namespaced") == 0,
                    resource);
    }

  /* A stale version of an extension server whose list is known from before is of use; without one it has failed. */
  if (g_strcmp0 (kin_json_get_string (item, "freshness"), "Stale") == 0)
    {
      g_autofree char *name = *group != '\0' ? g_strconcat (group, "/", version, NULL) : g_strdup (version);

      kin_discovery_parser_add_failure (self, name);
    }
}

static void
add_aggregated (KinDiscoveryParser *self,
                KinJsonValue       *groups)
{
  for (gsize i = 0; i < kin_json_value_get_size (groups); i++)
    {
      KinJsonValue *item = kin_json_array_get (groups, i);
      const char *group = kin_json_get_string (kin_json_get (item, "metadata"), "name");
      KinJsonValue *versions = kin_json_get (item, "versions");

      for (gsize j = 0; j < kin_json_value_get_size (versions); j++)
        add_aggregated_version (self, group != NULL ? group : "", kin_json_array_get (versions, j));
    }
}

/* The old form: a root names the versions, each of which is a document */

static void
add_core_versions (KinDiscoveryParser *self,
                   KinJsonValue       *versions)
{
  for (gsize i = 0; i < kin_json_value_get_size (versions); i++)
    {
      const char *version = kin_json_value_get_string (kin_json_array_get (versions, i));

      if (version != NULL)
        g_ptr_array_add (self->versions, g_strdup (version));
    }
}

static void
add_group_versions (KinDiscoveryParser *self,
                    KinJsonValue       *group)
{
  const char *preferred = kin_json_get_string (kin_json_get (group, "preferredVersion"), "groupVersion");
  KinJsonValue *versions = kin_json_get (group, "versions");

  if (preferred != NULL)
    g_ptr_array_add (self->versions, g_strdup (preferred));

  for (gsize i = 0; i < kin_json_value_get_size (versions); i++)
    {
      const char *version = kin_json_get_string (kin_json_array_get (versions, i), "groupVersion");

      if (version != NULL && g_strcmp0 (version, preferred) != 0)
        g_ptr_array_add (self->versions, g_strdup (version));
    }
}

static KinJson *
parse (GBytes  *document,
       GError **error)
{
  gsize length;
  const char *text = g_bytes_get_data (document, &length);

  return kin_json_parse (length > 0 ? text : "", length, error);
}

/**
 * kin_discovery_parser_new:
 *
 * Returns: (transfer full): a parser that knows of no resource
 */
KinDiscoveryParser *
kin_discovery_parser_new (void)
{
  KinDiscoveryParser *self = g_new0 (KinDiscoveryParser, 1);

  self->resources = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_resource_unref);
  self->failed_groups = g_ptr_array_new_with_free_func (g_free);
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->versions = g_ptr_array_new_with_free_func (g_free);

  return self;
}

/**
 * kin_discovery_parser_add_root:
 * @self: a parser
 * @document: what /api or /apis answered
 * @error: return location
 *
 * Returns: %FALSE with @error set when @document is none of the known forms
 */
gboolean
kin_discovery_parser_add_root (KinDiscoveryParser  *self,
                               GBytes              *document,
                               GError             **error)
{
  g_autoptr(KinJson) json = NULL;
  KinJsonValue *root;
  const char *kind;

  g_return_val_if_fail (self != NULL, FALSE);

  json = parse (document, error);
  if (json == NULL)
    return FALSE;

  root = kin_json_get_root (json);
  kind = kin_json_get_string (root, "kind");

  if (g_strcmp0 (kind, "APIGroupDiscoveryList") == 0)
    add_aggregated (self, kin_json_get (root, "items"));
  else if (g_strcmp0 (kind, "APIVersions") == 0)
    add_core_versions (self, kin_json_get (root, "versions"));
  else if (g_strcmp0 (kind, "APIGroupList") == 0)
    {
      KinJsonValue *groups = kin_json_get (root, "groups");

      for (gsize i = 0; i < kin_json_value_get_size (groups); i++)
        add_group_versions (self, kin_json_array_get (groups, i));
    }
  else
    {
      g_set_error (error, KIN_PARSE_ERROR, KIN_PARSE_ERROR_WRONG_TYPE, _("“%s” is no list of resources"), kind != NULL ? kind : "");
      return FALSE;
    }

  return TRUE;
}

/**
 * kin_discovery_parser_get_n_versions:
 * @self: a parser
 *
 * Returns: how many versions of groups have to be asked for their resources
 */
guint
kin_discovery_parser_get_n_versions (KinDiscoveryParser *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->versions->len;
}

/**
 * kin_discovery_parser_get_version:
 * @self: a parser
 * @i: less than kin_discovery_parser_get_n_versions()
 *
 * Returns: "v1", "apps/v1"
 */
const char *
kin_discovery_parser_get_version (KinDiscoveryParser *self,
                                  guint               i)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (i < self->versions->len, NULL);

  return g_ptr_array_index (self->versions, i);
}

/**
 * kin_discovery_parser_dup_path:
 * @self: a parser
 * @i: less than kin_discovery_parser_get_n_versions()
 *
 * Returns: (transfer full): where to ask
 */
char *
kin_discovery_parser_dup_path (KinDiscoveryParser *self,
                               guint               i)
{
  const char *version = kin_discovery_parser_get_version (self, i);

  return g_strconcat (strchr (version, '/') != NULL ? "/apis/" : "/api/", version, NULL);
}

/**
 * kin_discovery_parser_add_version:
 * @self: a parser
 * @i: which version; to be told in order
 * @document: what it answered
 *
 * Takes the resources of a version. A document that can't be read makes a failed group of it.
 */
void
kin_discovery_parser_add_version (KinDiscoveryParser *self,
                                  guint               i,
                                  GBytes             *document)
{
  const char *name = kin_discovery_parser_get_version (self, i);
  const char *slash = strchr (name, '/');
  g_autofree char *group = slash != NULL ? g_strndup (name, slash - name) : g_strdup ("");
  g_autoptr(KinJson) json = parse (document, NULL);
  KinJsonValue *resources;

  if (json == NULL)
    {
      kin_discovery_parser_add_failure (self, name);
      return;
    }

  resources = kin_json_get (kin_json_get_root (json), "resources");
  for (gsize j = 0; j < kin_json_value_get_size (resources); j++)
    {
      KinJsonValue *item = kin_json_array_get (resources, j);

      add_resource (self, group, slash != NULL ? slash + 1 : name,
                    kin_json_get_string (item, "name"),
                    kin_json_get_string (item, "singularName"),
                    kin_json_get_string (item, "kind"),
                    kin_json_get_boolean (item, "namespaced", FALSE),
                    item);
    }
}

/**
 * kin_discovery_parser_add_failure:
 * @self: a parser
 * @group: a group or a version that could not be asked
 *
 * Notes that resources may be missing.
 */
void
kin_discovery_parser_add_failure (KinDiscoveryParser *self,
                                  const char         *group)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_add (self->failed_groups, g_strdup (group));
}

/**
 * kin_discovery_parser_finish:
 * @self: a parser
 *
 * Returns: (transfer full): what was found
 */
KinDiscovery *
kin_discovery_parser_finish (KinDiscoveryParser *self)
{
  KinDiscovery *discovery;

  g_return_val_if_fail (self != NULL, NULL);

  discovery = g_new (KinDiscovery, 1);
  discovery->resources = g_ptr_array_ref (self->resources);
  discovery->failed_groups = g_ptr_array_ref (self->failed_groups);

  return discovery;
}

/**
 * kin_discovery_parser_free:
 * @self: (transfer full): a parser
 */
void
kin_discovery_parser_free (KinDiscoveryParser *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->resources);
  g_ptr_array_unref (self->failed_groups);
  g_hash_table_unref (self->seen);
  g_ptr_array_unref (self->versions);
  g_free (self);
}
