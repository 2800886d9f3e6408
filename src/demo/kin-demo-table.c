/* kin-demo-table.c: lists as kubectl asks for them: a Table with a row for each object.
 *
 * The cells are those of object/; this knows their names and places in the API server's tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-table.h"

#include <string.h>

#include "demo/kin-demo-crd.h"
#include "demo/kin-demo-json-path.h"
#include "object/kin-json-member.h"
#include "object/kin-kind.h"
#include "object/kin-time.h"

#define POD_TEMPLATE "|+Containers|+Images|+Selector"

/* Columns in the server's order. Before a name, “+” says that it is shown with -o wide only, “#” that its type is
 * integer, “?” boolean, “@” date; the others are strings, which does not keep their cells from being numbers, but
 * for those with “$”. */
static const struct
{
  const char *group;
  const char *plural;
  const char *columns;
} layouts[] = {
  { "", "configmaps", "Name|Data|Age" },
  { "", "endpoints", "Name|Endpoints|Age" },
  { "", "events",
    "Last Seen|Type|Reason|Object|+Subobject|+Source|Message|+First Seen|+Count|+Name" },
  { "", "namespaces", "Name|Status|Age" },
  { "", "nodes",
    "Name|Status|Roles|Age|Version|+Internal-IP|+External-IP|+OS-Image|+Kernel-Version|+Container-Runtime" },
  { "", "persistentvolumeclaims",
    "Name|Status|Volume|Capacity|Access Modes|StorageClass|VolumeAttributesClass|Age|+VolumeMode" },
  { "", "persistentvolumes",
    "Name|Capacity|Access Modes|Reclaim Policy|Status|Claim|StorageClass|VolumeAttributesClass|Reason|Age|"
    "+VolumeMode" },
  { "", "pods", "Name|Ready|Status|Restarts|Age|+IP|+Node|+Nominated Node|+Readiness Gates" },
  { "", "replicationcontrollers", "Name|#Desired|#Current|#Ready|Age" POD_TEMPLATE },
  { "", "resourcequotas", "Name|Request|Limit|Age" },
  { "", "secrets", "Name|Type|Data|Age" },
  { "", "serviceaccounts", "Name|Age" },
  { "", "services", "Name|Type|Cluster-IP|External-IP|Port(s)|Age|+Selector" },
  { "apiregistration.k8s.io", "apiservices", "Name|Service|Available|Age" },
  { "apps", "controllerrevisions", "Name|Controller|Revision|Age" },
  { "apps", "daemonsets",
    "Name|#Desired|#Current|#Ready|#Up-to-date|#Available|Node Selector|Age" POD_TEMPLATE },
  { "apps", "deployments", "Name|Ready|Up-to-date|Available|Age" POD_TEMPLATE },
  { "apps", "replicasets", "Name|#Desired|#Current|#Ready|Age" POD_TEMPLATE },
  { "apps", "statefulsets", "Name|Ready|Age|+Containers|+Images" },
  { "autoscaling", "horizontalpodautoscalers", "Name|Reference|Targets|$MinPods|MaxPods|Replicas|Age" },
  { "batch", "cronjobs",
    "Name|Schedule|Timezone|?Suspend|#Active|Last Schedule|Age" POD_TEMPLATE },
  { "batch", "jobs", "Name|Status|Completions|Duration|Age" POD_TEMPLATE },
  { "coordination.k8s.io", "leases", "Name|Holder|Age" },
  { "discovery.k8s.io", "endpointslices", "Name|AddressType|Ports|Endpoints|Age" },
  { "networking.k8s.io", "ingressclasses", "Name|Controller|Parameters|Age" },
  { "networking.k8s.io", "ingresses", "Name|Class|Hosts|Address|Ports|Age" },
  { "networking.k8s.io", "networkpolicies", "Name|Pod-Selector|Age" },
  { "policy", "poddisruptionbudgets", "Name|Min Available|Max Unavailable|#Allowed Disruptions|Age" },
  { "rbac.authorization.k8s.io", "clusterrolebindings", "Name|Role|Age|+Users|+Groups|+ServiceAccounts" },
  { "rbac.authorization.k8s.io", "rolebindings", "Name|Role|Age|+Users|+Groups|+ServiceAccounts" },
  { "scheduling.k8s.io", "priorityclasses", "Name|#Value|?Global-Default|Age|PreemptionPolicy" },
  { "storage.k8s.io", "storageclasses",
    "Name|Provisioner|ReclaimPolicy|VolumeBindingMode|AllowVolumeExpansion|Age" },
};

typedef struct
{
  char name[32];
  const char *type;
  gboolean wide;
  gboolean quoted;
} Column;

static const char *
find_layout (KinDemoKind *kind)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      if (g_str_equal (layouts[i].plural, kin_resource_get_plural (resource)) &&
          g_str_equal (layouts[i].group, kin_resource_get_group (resource)))
        return layouts[i].columns;
    }

  return "Name|@Created At";
}

static gboolean
next_column (const char **layout,
             Column      *column)
{
  static const char prefixes[] = "+#?@$";
  static const char * const types[] = { "string", "integer", "boolean", "date", "string" };
  const char *prefix;
  gsize length;

  if (**layout == '\0')
    return FALSE;

  column->type = "string";
  column->wide = **layout == '+';
  column->quoted = **layout == '$';
  prefix = strchr (prefixes, **layout);
  if (prefix != NULL)
    {
      column->type = types[prefix - prefixes];
      (*layout)++;
    }

  length = strcspn (*layout, "|");
  g_strlcpy (column->name, *layout, MIN (length + 1, sizeof column->name));
  *layout += length + ((*layout)[length] == '|' ? 1 : 0);

  return TRUE;
}

static void
append_definition (GString    *out,
                   const char *name,
                   const char *type,
                   const char *format,
                   const char *description,
                   gint64      priority)
{
  if (out->str[out->len - 1] != '[')
    g_string_append_c (out, ',');
  g_string_append (out, "{\"name\":");
  kin_json_append_quoted (out, name);
  g_string_append (out, ",\"type\":");
  kin_json_append_quoted (out, type);
  g_string_append (out, ",\"format\":");
  kin_json_append_quoted (out, format);
  g_string_append (out, ",\"description\":");
  kin_json_append_quoted (out, description);
  g_string_append_printf (out, ",\"priority\":%" G_GINT64_FORMAT "}", priority);
}

static KinJsonValue *
find_custom_columns (KinDemoKind *kind)
{
  return kin_json_get (kin_demo_crd_get_version (kind), "additionalPrinterColumns");
}

static const char *
get_text (KinJsonValue *object,
          const char   *name)
{
  const char *text = kin_json_get_string (object, name);

  return text != NULL ? text : "";
}

static void
append_custom_definitions (KinDemoKind *kind,
                           GString     *out)
{
  KinJsonValue *columns = find_custom_columns (kind);
  KinJsonIter iter;
  KinJsonValue *column;

  append_definition (out, "Name", "string", "name", "", 0);
  if (kin_json_value_get_size (columns) == 0)
    append_definition (out, "Age", "date", "", "", 0);

  kin_json_iter_init (&iter, columns);
  while (kin_json_iter_next (&iter, NULL, &column))
    append_definition (out, get_text (column, "name"), get_text (column, "type"), get_text (column, "format"),
                       get_text (column, "description"), kin_json_get_integer (column, "priority", 0));
}

static void
append_separator (GString *out)
{
  if (out->str[out->len - 1] != '[')
    g_string_append_c (out, ',');
}

static void
append_age (GString    *out,
            const char *timestamp,
            gint64      now_s)
{
  gint64 time_s = kin_time_parse (timestamp);
  g_autofree char *age = time_s != 0 ? kin_age_dup_text (now_s - time_s) : NULL;

  kin_json_append_quoted (out, age != NULL ? age : "<unknown>");
}

static void
append_cell (GString       *out,
             const KinCell *cell,
             gboolean       quoted,
             gint64         now_s)
{
  KinCellType type = kin_cell_get_type_ (cell);
  g_autofree char *text = NULL;

  if (type == KIN_CELL_INTEGER && !quoted)
    {
      g_string_append_printf (out, "%" G_GINT64_FORMAT, kin_cell_get_integer (cell));
      return;
    }

  if (type == KIN_CELL_BOOLEAN)
    {
      g_string_append (out, kin_cell_get_integer (cell) ? "true" : "false");
      return;
    }

  text = kin_cell_dup_text (cell, now_s);
  kin_json_append_quoted (out, text);
}

static void
append_cells (KinDemoKind  *kind,
              KinJsonValue *root,
              gint64        now_s,
              GString      *out)
{
  g_autofree KinCell *cells = kin_kind_dup_cells (kin_demo_kind_get_columns (kind), root);
  KinJsonValue *metadata = kin_json_get (root, "metadata");
  const char *created = kin_json_get_string (metadata, "creationTimestamp");
  const char *layout = find_layout (kind);
  guint n_cells = 0;
  Column column;

  while (next_column (&layout, &column))
    {
      append_separator (out);
      if (g_str_equal (column.name, "Name"))
        kin_json_append_quoted (out, get_text (metadata, "name"));
      else if (g_str_equal (column.name, "Age"))
        append_age (out, created, now_s);
      else if (g_str_equal (column.name, "Created At"))
        kin_json_append_quoted (out, created != NULL ? created : "");
      else
        append_cell (out, kin_cell_get_nth (cells, n_cells++), column.quoted, now_s);
    }
}

/* A value that is not of the column's type is none. */
static void
append_custom_cell (GString      *out,
                    const char   *type,
                    KinJsonValue *value,
                    gint64        now_s)
{
  KinJsonType value_type = value != NULL ? kin_json_value_get_type (value) : KIN_JSON_NULL;
  gboolean is_string = value_type == KIN_JSON_STRING;
  g_autofree char *text = NULL;

  if (value_type != KIN_JSON_NULL)
    text = is_string ? g_strdup (kin_json_value_get_string (value)) : kin_json_value_dup_text (value);

  if (text == NULL)
    g_string_append (out, "null");
  else if (g_str_equal (type, "string"))
    kin_json_append_quoted (out, text);
  else if (g_str_equal (type, "date") && is_string)
    append_age (out, text, now_s);
  else if (g_str_equal (type, "integer") && value_type == KIN_JSON_NUMBER)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, kin_json_value_get_integer (value));
  else if ((g_str_equal (type, "number") && value_type == KIN_JSON_NUMBER) ||
           (g_str_equal (type, "boolean") && value_type == KIN_JSON_BOOLEAN))
    g_string_append (out, text);
  else
    g_string_append (out, "null");
}

static void
append_custom_cells (KinDemoKind  *kind,
                     KinJsonValue *root,
                     gint64        now_s,
                     GString      *out)
{
  KinJsonValue *metadata = kin_json_get (root, "metadata");
  KinJsonValue *columns = find_custom_columns (kind);
  KinJsonIter iter;
  KinJsonValue *column;

  kin_json_append_quoted (out, get_text (metadata, "name"));
  if (kin_json_value_get_size (columns) == 0)
    {
      append_separator (out);
      append_age (out, kin_json_get_string (metadata, "creationTimestamp"), now_s);
    }

  kin_json_iter_init (&iter, columns);
  while (kin_json_iter_next (&iter, NULL, &column))
    {
      append_separator (out);
      append_custom_cell (out, get_text (column, "type"),
                          kin_demo_json_path_find (get_text (column, "jsonPath"), root), now_s);
    }
}

static gboolean
is_custom (KinDemoKind *kind)
{
  return (kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_CUSTOM) != 0;
}

/**
 * kin_demo_table_append_columns:
 * @kind: a kind
 * @out: what to append to
 *
 * Appends the member columnDefinitions of a Table.
 */
void
kin_demo_table_append_columns (KinDemoKind *kind,
                               GString     *out)
{
  const char *layout;
  Column column;

  g_return_if_fail (kind != NULL);
  g_return_if_fail (out != NULL);

  g_string_append (out, "\"columnDefinitions\":[");
  layout = is_custom (kind) ? "" : find_layout (kind);
  if (is_custom (kind))
    append_custom_definitions (kind, out);
  while (next_column (&layout, &column))
    append_definition (out, column.name, column.type, g_str_equal (column.name, "Name") ? "name" : "", "",
                       column.wide);
  g_string_append_c (out, ']');
}

/**
 * kin_demo_table_append_row:
 * @kind: a kind
 * @object: an object of it
 * @include: how much of the object is to stand in the row
 * @now_s: unix seconds, for ages
 * @out: what to append to
 *
 * Appends a row of a Table.
 */
void
kin_demo_table_append_row (KinDemoKind    *kind,
                           KinDemoObject  *object,
                           KinDemoInclude  include,
                           gint64          now_s,
                           GString        *out)
{
  g_autoptr(KinJson) json = NULL;
  GBytes *text;

  g_return_if_fail (kind != NULL);
  g_return_if_fail (object != NULL);
  g_return_if_fail (out != NULL);

  json = kin_demo_object_parse (object);
  g_string_append (out, "{\"cells\":[");
  if (is_custom (kind))
    append_custom_cells (kind, kin_json_get_root (json), now_s, out);
  else
    append_cells (kind, kin_json_get_root (json), now_s, out);

  g_string_append (out, "],\"object\":");
  text = kin_demo_object_get_text (object);
  if (include == KIN_DEMO_INCLUDE_METADATA)
    kin_demo_partial_append (object, out);
  else if (include == KIN_DEMO_INCLUDE_OBJECT)
    g_string_append_len (out, g_bytes_get_data (text, NULL), (gssize) g_bytes_get_size (text));
  else
    g_string_append (out, "null");
  g_string_append_c (out, '}');
}

/**
 * kin_demo_partial_append:
 * @object: an object
 * @out: what to append to
 *
 * Appends a PartialObjectMetadata.
 */
void
kin_demo_partial_append (KinDemoObject *object,
                         GString       *out)
{
  GBytes *text;
  const char *metadata;
  gsize length;
  const char *whole;
  gsize whole_length;

  g_return_if_fail (object != NULL);
  g_return_if_fail (out != NULL);

  text = kin_demo_object_get_text (object);
  whole = g_bytes_get_data (text, &whole_length);
  g_string_append (out, "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":");
  if (kin_json_member_find (whole, whole_length, "metadata", &metadata, &length))
    g_string_append_len (out, metadata, (gssize) length);
  else
    g_string_append (out, "{}");
  g_string_append_c (out, '}');
}
