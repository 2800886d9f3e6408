/* kin-demo-discovery.c: the documents in which clients look up what is served: one for each group and version, or
 * one for all of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-discovery.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-group.h"

#define JSON_TYPE "application/json"
#define AGGREGATED_TYPE JSON_TYPE ";g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

static const char version_document[] =
  "{\n"
  "  \"major\": \"1\",\n"
  "  \"minor\": \"36\",\n"
  "  \"emulationMajor\": \"1\",\n"
  "  \"emulationMinor\": \"36\",\n"
  "  \"minCompatibilityMajor\": \"1\",\n"
  "  \"minCompatibilityMinor\": \"35\",\n"
  "  \"gitVersion\": \"v1.36.0+kinformer\",\n"
  "  \"gitCommit\": \"\",\n"
  "  \"gitTreeState\": \"clean\",\n"
  "  \"buildDate\": \"1970-01-01T00:00:00Z\",\n"
  "  \"goVersion\": \"none\",\n"
  "  \"compiler\": \"gcc\",\n"
  "  \"platform\": \"linux/amd64\"\n"
  "}";

/* Where it stands behind another member or element, a comma goes before it. */
static void
separate (GString *out)
{
  if (strchr ("{[", out->str[out->len - 1]) == NULL)
    g_string_append_c (out, ',');
}

static void
begin (GString    *out,
       const char *name,
       char        bracket)
{
  separate (out);
  if (name != NULL)
    {
      kin_json_append_quoted (out, name);
      g_string_append_c (out, ':');
    }
  g_string_append_c (out, bracket);
}

static void
add_text (GString    *out,
          const char *name,
          const char *text)
{
  separate (out);
  kin_json_append_quoted (out, name);
  g_string_append_c (out, ':');
  kin_json_append_quoted (out, text);
}

static void
add_texts (GString            *out,
           const char         *name,
           const char * const *texts)
{
  if (texts == NULL || texts[0] == NULL)
    return;

  begin (out, name, '[');
  for (guint i = 0; texts[i] != NULL; i++)
    {
      separate (out);
      kin_json_append_quoted (out, texts[i]);
    }
  g_string_append_c (out, ']');
}

static void
add_group_version (GString            *out,
                   const char         *member,
                   const KinDemoGroup *group,
                   guint               i)
{
  const KinDemoVersion *version = group->versions->pdata[i];
  g_autofree char *group_version = g_strdup_printf ("%s/%s", group->name, version->name);

  begin (out, member, '{');
  add_text (out, "groupVersion", group_version);
  add_text (out, "version", version->name);
  g_string_append_c (out, '}');
}

static void
add_group_members (GString            *out,
                   const KinDemoGroup *group)
{
  add_text (out, "name", group->name);
  begin (out, "versions", '[');
  for (guint i = 0; i < group->versions->len; i++)
    add_group_version (out, NULL, group, i);
  g_string_append_c (out, ']');
  add_group_version (out, "preferredVersion", group, 0);
}

static void
append_group (GString            *out,
              const KinDemoGroup *group)
{
  g_string_append (out, "{\"kind\":\"APIGroup\",\"apiVersion\":\"v1\"");
  add_group_members (out, group);
  g_string_append_c (out, '}');
}

static void
append_groups (GString   *out,
               GPtrArray *groups)
{
  g_string_append (out, "{\"kind\":\"APIGroupList\",\"apiVersion\":\"v1\",\"groups\":[");
  for (guint i = 0; i < groups->len; i++)
    {
      const KinDemoGroup *group = groups->pdata[i];

      if (*group->name == '\0')
        continue;

      begin (out, NULL, '{');
      add_group_members (out, group);
      g_string_append_c (out, '}');
    }
  g_string_append (out, "]}");
}

static void
append_core_versions (GString *out)
{
  g_string_append (out, "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"],\"serverAddressByClientCIDRs\":"
                        "[{\"clientCIDR\":\"0.0.0.0/0\",\"serverAddress\":\"localhost\"}]}");
}

static void
add_subresource (GString                  *out,
                 const KinDemoResource    *resource,
                 const KinDemoSubresource *subresource)
{
  g_autofree char *name = g_strdup_printf ("%s/%s", resource->plural, subresource->name);

  begin (out, NULL, '{');
  add_text (out, "name", name);
  add_text (out, "singularName", "");
  g_string_append_printf (out, ",\"namespaced\":%s", resource->namespaced ? "true" : "false");
  if (subresource->kind != NULL)
    {
      add_text (out, "group", subresource->group);
      add_text (out, "version", subresource->version);
    }
  add_text (out, "kind", subresource->kind != NULL ? subresource->kind : resource->kind);
  add_texts (out, "verbs", subresource->verbs);
  g_string_append_c (out, '}');
}

static void
add_resource (GString               *out,
              const KinDemoResource *resource)
{
  const KinDemoSubresource *below;

  begin (out, NULL, '{');
  add_text (out, "name", resource->plural);
  add_text (out, "singularName", resource->singular);
  g_string_append_printf (out, ",\"namespaced\":%s", resource->namespaced ? "true" : "false");
  add_text (out, "kind", resource->kind);
  add_texts (out, "verbs", (const char * const *) resource->verbs);
  add_texts (out, "shortNames", resource->short_names);
  add_texts (out, "categories", resource->categories);
  g_string_append_c (out, '}');

  for (guint i = 0; (below = kin_demo_resource_get_nth_below (resource, i)) != NULL; i++)
    add_subresource (out, resource, below);
}

static void
append_resources (GString              *out,
                  const KinDemoGroup   *group,
                  const KinDemoVersion *version)
{
  gboolean core = *group->name == '\0';
  g_autofree char *group_version = g_strdup_printf ("%s%s%s", group->name, core ? "" : "/", version->name);

  g_string_append (out, core ? "{\"kind\":\"APIResourceList\"" : "{\"kind\":\"APIResourceList\",\"apiVersion\":\"v1\"");
  add_text (out, "groupVersion", group_version);
  begin (out, "resources", '[');
  for (guint i = 0; i < version->resources->len; i++)
    add_resource (out, version->resources->pdata[i]);
  g_string_append (out, "]}");
}

/* Of what is built in, the server tells only the kind. */
static void
add_response_kind (GString    *out,
                   const char *group,
                   const char *version,
                   const char *kind)
{
  begin (out, "responseKind", '{');
  add_text (out, "group", group);
  add_text (out, "version", version);
  add_text (out, "kind", kind);
  g_string_append_c (out, '}');
}

static void
add_aggregated_subresource (GString                  *out,
                            const KinDemoResource    *resource,
                            const KinDemoSubresource *below,
                            const char               *group,
                            const char               *version)
{
  begin (out, NULL, '{');
  add_text (out, "subresource", below->name);
  if (below->kind != NULL)
    add_response_kind (out, below->group, below->version, below->kind);
  else
    add_response_kind (out, group, version, resource->kind);
  add_texts (out, "verbs", below->verbs);
  g_string_append_c (out, '}');
}

static void
add_aggregated_resource (GString               *out,
                         const KinDemoResource *resource,
                         const char            *group,
                         const char            *version)
{
  const KinDemoSubresource *below;

  begin (out, NULL, '{');
  add_text (out, "resource", resource->plural);
  add_response_kind (out, group, version, resource->kind);
  add_text (out, "scope", resource->namespaced ? "Namespaced" : "Cluster");
  add_text (out, "singularResource", resource->singular);
  add_texts (out, "verbs", (const char * const *) resource->verbs);
  add_texts (out, "shortNames", resource->short_names);
  add_texts (out, "categories", resource->categories);
  if (kin_demo_resource_get_nth_below (resource, 0) != NULL)
    {
      begin (out, "subresources", '[');
      for (guint i = 0; (below = kin_demo_resource_get_nth_below (resource, i)) != NULL; i++)
        add_aggregated_subresource (out, resource, below, group, version);
      g_string_append_c (out, ']');
    }
  g_string_append_c (out, '}');
}

static void
add_aggregated_version (GString              *out,
                        const KinDemoGroup   *group,
                        const KinDemoVersion *version)
{
  begin (out, NULL, '{');
  add_text (out, "version", version->name);
  if (!group->stale)
    {
      begin (out, "resources", '[');
      for (guint i = 0; i < version->resources->len; i++)
        {
          const KinDemoResource *resource = version->resources->pdata[i];

          add_aggregated_resource (out, resource, resource->custom ? group->name : "",
                                   resource->custom ? version->name : "");
        }
      g_string_append_c (out, ']');
    }
  add_text (out, "freshness", group->stale ? "Stale" : "Current");
  g_string_append_c (out, '}');
}

static void
add_aggregated_group (GString            *out,
                      const KinDemoGroup *group)
{
  begin (out, NULL, '{');
  begin (out, "metadata", '{');
  if (*group->name != '\0')
    add_text (out, "name", group->name);
  g_string_append_c (out, '}');
  begin (out, "versions", '[');
  for (guint i = 0; i < group->versions->len; i++)
    add_aggregated_version (out, group, group->versions->pdata[i]);
  g_string_append (out, "]}");
}

static void
append_aggregated (GString   *out,
                   GPtrArray *groups,
                   gboolean   core)
{
  g_string_append (out, "{\"kind\":\"APIGroupDiscoveryList\",\"apiVersion\":\"apidiscovery.k8s.io/v2\",\"metadata\":{},"
                        "\"items\":[");
  for (guint i = 0; i < groups->len; i++)
    {
      const KinDemoGroup *group = groups->pdata[i];

      if ((*group->name == '\0') == core)
        add_aggregated_group (out, group);
    }
  g_string_append (out, "]}");
}

static gboolean
refuse_path (GError **error)
{
  g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_NOT_FOUND,
                       "the server could not find the requested resource");

  return FALSE;
}

static gboolean
append_version_of (GString        *out,
                   KinDemoGroup   *group,
                   const char     *name,
                   GError        **error)
{
  KinDemoVersion *version = group != NULL ? kin_demo_group_find_version (group, name) : NULL;

  if (version == NULL)
    return refuse_path (error);

  if (group->stale)
    {
      g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_UNAVAILABLE, "service unavailable");
      return FALSE;
    }

  append_resources (out, group, version);

  return TRUE;
}

/* /api, /api/v1, /apis, /apis/GROUP, /apis/GROUP/VERSION */
static gboolean
append_document (GString      *out,
                 GPtrArray    *groups,
                 char        **segments,
                 gboolean      aggregated,
                 GError      **error)
{
  gboolean core = g_strcmp0 (segments[0], "api") == 0;
  guint n_segments = g_strv_length (segments);
  KinDemoGroup *group;

  if ((!core && g_strcmp0 (segments[0], "apis") != 0) || n_segments > (core ? 2 : 3))
    return refuse_path (error);

  if (n_segments == 1 && aggregated)
    append_aggregated (out, groups, core);
  else if (n_segments == 1 && core)
    append_core_versions (out);
  else if (n_segments == 1)
    append_groups (out, groups);

  if (n_segments == 1)
    return TRUE;

  group = core || *segments[1] != '\0' ? kin_demo_group_find (groups, core ? "" : segments[1]) : NULL;
  if (core || n_segments == 3)
    return append_version_of (out, group, segments[n_segments - 1], error);
  if (group == NULL)
    return refuse_path (error);

  append_group (out, group);

  return TRUE;
}

static char **
split_path (const char *path)
{
  g_autofree char *trimmed = g_strdup (path + (*path == '/'));

  if (g_str_has_suffix (trimmed, "/"))
    trimmed[strlen (trimmed) - 1] = '\0';

  return g_strsplit (trimmed, "/", -1);
}

/**
 * kin_demo_discovery_dup:
 * @kinds: what is served
 * @path: /version, /api, /apis or a path below those, without the server's prefix
 * @aggregated: whether the client takes one document for all groups, where @path is /api or /apis
 * @stale_groups: (nullable): groups whose server does not answer, %NULL-terminated
 * @content_type: (out) (optional): what the document is
 * @error: return location for a #GError
 *
 * Makes a document of discovery.
 *
 * Returns: (transfer full): the document, or %NULL with %KIN_DEMO_ERROR_NOT_FOUND or, for a group whose server does
 *   not answer, %KIN_DEMO_ERROR_UNAVAILABLE
 */
GBytes *
kin_demo_discovery_dup (KinDemoKinds        *kinds,
                        const char          *path,
                        gboolean             aggregated,
                        const char * const  *stale_groups,
                        const char         **content_type,
                        GError             **error)
{
  g_autoptr(GPtrArray) groups = NULL;
  g_autoptr(GString) out = NULL;
  g_auto(GStrv) segments = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_KINDS (kinds), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  segments = split_path (path);
  if (content_type != NULL)
    *content_type = aggregated && g_strv_length (segments) == 1 && !g_str_equal (segments[0], "version")
                      ? AGGREGATED_TYPE : JSON_TYPE;

  if (g_strcmp0 (segments[0], "version") == 0 && segments[1] == NULL)
    return g_bytes_new_static (version_document, strlen (version_document));

  groups = kin_demo_group_list (kinds, stale_groups);
  out = g_string_new (NULL);
  if (!append_document (out, groups, segments, aggregated, error))
    return NULL;

  return g_string_free_to_bytes (g_steal_pointer (&out));
}
