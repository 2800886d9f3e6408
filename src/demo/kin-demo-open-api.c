/* kin-demo-open-api.c: describes all kinds to clients: what kubectl asks before it creates, applies or explains.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-open-api.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-open-api-private.h"

#define ROOT "/openapi/v3"

static gboolean
is_of (KinDemoKind *kind,
       const char  *group,
       const char  *version)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);

  return g_str_equal (kin_resource_get_group (resource), group) &&
         g_str_equal (kin_resource_get_version (resource), version);
}

static void
add_info (KinDemoDraft   *draft,
          yyjson_mut_val *root)
{
  yyjson_mut_val *info;

  yyjson_mut_obj_add_str (draft, root, "openapi", "3.0.0");
  info = yyjson_mut_obj_add_obj (draft, root, "info");
  yyjson_mut_obj_add_str (draft, info, "title", "Kubernetes");
  yyjson_mut_obj_add_str (draft, info, "version", PACKAGE_VERSION);
}

/* One entry for each group and version, whose address changes with what is behind it: clients keep it by that. */
static void
add_entry (KinDemoDraft   *draft,
           yyjson_mut_val *paths,
           KinDemoKinds   *kinds,
           KinResource    *resource)
{
  const char *group = kin_resource_get_group (resource);
  const char *version = kin_resource_get_version (resource);
  g_autofree char *name = g_strconcat (*group != '\0' ? "apis/" : "api", group, "/", version, NULL);
  g_autoptr(GBytes) document = NULL;
  g_autofree char *hash = NULL;
  g_autofree char *address = NULL;
  yyjson_mut_val *entry;

  if (yyjson_mut_obj_get (paths, name) != NULL)
    return;

  document = kin_demo_open_api_dup_v3 (kinds, group, version);
  hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, document);
  address = g_strconcat (ROOT "/", name, "?hash=", hash, NULL);
  entry = yyjson_mut_obj (draft);
  yyjson_mut_obj_add_strcpy (draft, entry, "serverRelativeURL", address);
  yyjson_mut_obj_add (paths, yyjson_mut_strcpy (draft, name), entry);
}

/**
 * kin_demo_open_api_dup_index:
 * @kinds: all kinds
 *
 * Makes what is at /openapi/v3: where the groups' descriptions are.
 *
 * Returns: (transfer full): JSON
 */
GBytes *
kin_demo_open_api_dup_index (KinDemoKinds *kinds)
{
  g_autoptr(KinDemoDraft) draft = NULL;
  GPtrArray *list;
  yyjson_mut_val *paths;

  g_return_val_if_fail (KIN_IS_DEMO_KINDS (kinds), NULL);

  draft = kin_demo_draft_new ();
  list = kin_demo_kinds_list (kinds);
  paths = yyjson_mut_obj_add_obj (draft, yyjson_mut_doc_get_root (draft), "paths");
  for (guint i = 0; i < list->len; i++)
    add_entry (draft, paths, kinds, kin_demo_kind_get_resource (list->pdata[i]));

  return kin_demo_draft_write (draft);
}

/**
 * kin_demo_open_api_dup_v3:
 * @kinds: all kinds
 * @group: a group; empty for the core group
 * @version: a version
 *
 * Describes the kinds of a group: what is at /openapi/v3/apis/GROUP/VERSION.
 *
 * Returns: (transfer full) (nullable): JSON, or %NULL if there are no such kinds
 */
GBytes *
kin_demo_open_api_dup_v3 (KinDemoKinds *kinds,
                          const char   *group,
                          const char   *version)
{
  g_autoptr(KinDemoDraft) draft = NULL;
  GPtrArray *list;
  yyjson_mut_val *root;
  yyjson_mut_val *paths;
  yyjson_mut_val *schemas;

  g_return_val_if_fail (KIN_IS_DEMO_KINDS (kinds), NULL);
  g_return_val_if_fail (group != NULL && version != NULL, NULL);

  draft = kin_demo_draft_new ();
  list = kin_demo_kinds_list (kinds);
  root = yyjson_mut_doc_get_root (draft);
  add_info (draft, root);
  paths = yyjson_mut_obj_add_obj (draft, root, "paths");
  schemas = yyjson_mut_obj_add_obj (draft, yyjson_mut_obj_add_obj (draft, root, "components"), "schemas");

  for (guint i = 0; i < list->len; i++)
    {
      KinDemoKind *kind = list->pdata[i];

      if (!is_of (kind, group, version))
        continue;

      kin_demo_open_api_add_schemas (draft, schemas, kind);
      kin_demo_open_api_add_paths (draft, paths, kind);
    }

  return yyjson_mut_obj_size (paths) > 0 ? kin_demo_draft_write (draft) : NULL;
}

/* “/api/v1” or “/apis/apps/v1”. */
static GBytes *
dup_at (KinDemoKinds *kinds,
        const char   *path)
{
  g_auto(GStrv) parts = g_strsplit (path, "/", -1);
  guint n_parts = g_strv_length (parts);

  if (n_parts == 3 && g_str_equal (parts[1], "api"))
    return kin_demo_open_api_dup_v3 (kinds, "", parts[2]);
  if (n_parts == 4 && g_str_equal (parts[1], "apis"))
    return kin_demo_open_api_dup_v3 (kinds, parts[2], parts[3]);

  return NULL;
}

/**
 * kin_demo_open_api_dup:
 * @kinds: all kinds
 * @path: what is asked for, such as “/openapi/v3/apis/apps/v1”
 * @error: return location for a #GError
 *
 * Answers whatever is asked below /openapi. That kubectl asks for version 2 of custom kinds, too, it does without.
 *
 * Returns: (transfer full): JSON, or %NULL with %KIN_DEMO_ERROR_NOT_FOUND
 */
GBytes *
kin_demo_open_api_dup (KinDemoKinds  *kinds,
                       const char    *path,
                       GError       **error)
{
  GBytes *document = NULL;

  g_return_val_if_fail (KIN_IS_DEMO_KINDS (kinds), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  if (g_str_equal (path, ROOT))
    document = kin_demo_open_api_dup_index (kinds);
  else if (g_str_has_prefix (path, ROOT "/"))
    document = dup_at (kinds, path + strlen (ROOT));

  if (document == NULL)
    g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_NOT_FOUND,
                         "the server could not find the requested resource");

  return document;
}
