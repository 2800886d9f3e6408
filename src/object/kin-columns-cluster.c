/* kin-columns-cluster.c: the columns of what the cluster itself is made of, and of events.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-columns.h"

#include <string.h>

#include "object/kin-time.h"

#define ROLE_PREFIX "node-role.kubernetes.io/"
#define ROLE_LABEL  "kubernetes.io/role"

static const KinColumn node_columns[] = {
  { "STATUS", KIN_CELL_TEXT, FALSE, FALSE },
  { "ROLES", KIN_CELL_TEXT, FALSE, FALSE },
  { "VERSION", KIN_CELL_TEXT, FALSE, FALSE },
  { "INTERNAL-IP", KIN_CELL_TEXT, TRUE, FALSE },
  { "EXTERNAL-IP", KIN_CELL_TEXT, TRUE, FALSE },
  { "OS-IMAGE", KIN_CELL_TEXT, TRUE, FALSE },
  { "KERNEL-VERSION", KIN_CELL_TEXT, TRUE, FALSE },
  { "CONTAINER-RUNTIME", KIN_CELL_TEXT, TRUE, FALSE },
};

static const KinColumn namespace_columns[] = {
  { "STATUS", KIN_CELL_TEXT, FALSE, FALSE },
};

static const KinColumn event_columns[] = {
  { "LAST SEEN", KIN_CELL_TIME, FALSE, TRUE },
  { "TYPE", KIN_CELL_TEXT, FALSE, FALSE },
  { "REASON", KIN_CELL_TEXT, FALSE, FALSE },
  { "OBJECT", KIN_CELL_TEXT, FALSE, FALSE },
  { "SUBOBJECT", KIN_CELL_TEXT, TRUE, FALSE },
  { "SOURCE", KIN_CELL_TEXT, TRUE, FALSE },
  { "MESSAGE", KIN_CELL_TEXT, FALSE, FALSE },
  { "FIRST SEEN", KIN_CELL_TIME, TRUE, TRUE },
  { "COUNT", KIN_CELL_INTEGER, TRUE, TRUE },
};

static const KinColumn lease_columns[] = {
  { "HOLDER", KIN_CELL_TEXT, FALSE, FALSE },
};

static const KinColumn created_columns[] = {
  { "CREATED AT", KIN_CELL_TEXT, FALSE, FALSE },
};

static const KinColumn api_service_columns[] = {
  { "SERVICE", KIN_CELL_TEXT, FALSE, FALSE },
  { "AVAILABLE", KIN_CELL_TEXT, FALSE, FALSE },
};

static const char *
get_role (const char   *label,
          KinJsonValue *value)
{
  if (g_str_has_prefix (label, ROLE_PREFIX))
    return label + strlen (ROLE_PREFIX);
  if (g_str_equal (label, ROLE_LABEL))
    return kin_json_value_get_string (value);

  return NULL;
}

static void
add_roles (KinCellRow   *row,
           KinJsonValue *labels)
{
  g_autoptr(GPtrArray) roles = g_ptr_array_new ();
  KinJsonIter iter;
  KinJsonValue *value;
  const char *label;

  kin_json_iter_init (&iter, labels);
  while (kin_json_iter_next (&iter, &label, &value))
    {
      const char *role = get_role (label, value);

      if (role != NULL && *role != '\0' && !g_ptr_array_find_with_equal_func (roles, role, g_str_equal, NULL))
        g_ptr_array_add (roles, (gpointer) role);
    }
  g_ptr_array_sort_values (roles, (GCompareFunc) g_strcmp0);

  kin_cell_row_begin_text (row);
  for (guint i = 0; i < roles->len; i++)
    kin_cell_row_join (row, ",", roles->pdata[i]);
  kin_cell_row_end_text (row, NULL);
}

static void
add_address (KinCellRow   *row,
             KinJsonValue *addresses,
             const char   *type)
{
  KinJsonIter iter;
  KinJsonValue *address;

  kin_json_iter_init (&iter, addresses);
  while (kin_json_iter_next (&iter, NULL, &address))
    {
      if (g_strcmp0 (kin_json_get_string (address, "type"), type) == 0)
        {
          kin_cell_row_add_text (row, kin_json_get_string (address, "address"));
          return;
        }
    }

  kin_cell_row_add_none (row);
}

static void
add_node_status (KinCellRow   *row,
                 KinJsonValue *root)
{
  const char *ready = kin_columns_find_condition (root, "Ready");

  kin_cell_row_begin_text (row);
  if (ready == NULL)
    kin_cell_row_join (row, ",", "Unknown");
  else
    kin_cell_row_join (row, ",", g_str_equal (ready, "True") ? "Ready" : "NotReady");
  if (kin_json_get_boolean (kin_json_get (root, "spec"), "unschedulable", FALSE))
    kin_cell_row_join (row, ",", "SchedulingDisabled");
  kin_cell_row_end_text (row, "");
}

static void
add_kernel (KinCellRow   *row,
            KinJsonValue *info)
{
  const char *kernel = kin_json_get_string (info, "kernelVersion");
  const char *architecture = kin_json_get_string (info, "architecture");
  GString *text = kin_cell_row_begin_text (row);

  g_string_append (text, kernel != NULL && *kernel != '\0' ? kernel : "<unknown>");
  if (architecture != NULL && *architecture != '\0')
    g_string_append_printf (text, " (%s)", architecture);
  kin_cell_row_end_text (row, "");
}

static void
fill_node (KinJsonValue *root,
           KinCellRow   *row)
{
  KinJsonValue *status = kin_json_get (root, "status");
  KinJsonValue *info = kin_json_get (status, "nodeInfo");
  KinJsonValue *addresses = kin_json_get (status, "addresses");

  add_node_status (row, root);
  add_roles (row, kin_json_get_path (root, "metadata", "labels", NULL));
  kin_cell_row_add_text (row, kin_json_get_string (info, "kubeletVersion"));
  add_address (row, addresses, "InternalIP");
  add_address (row, addresses, "ExternalIP");
  kin_cell_row_add_word (row, kin_json_get_string (info, "osImage"), "<unknown>");
  add_kernel (row, info);
  kin_cell_row_add_word (row, kin_json_get_string (info, "containerRuntimeVersion"), "<unknown>");
}

static void
fill_namespace (KinJsonValue *root,
                KinCellRow   *row)
{
  kin_cell_row_add_text (row, kin_json_get_string (kin_json_get (root, "status"), "phase"));
}

/* An event has other names for the same in the groups "" and events.k8s.io. */
static KinJsonValue *
get_either (KinJsonValue *root,
            const char   *name,
            const char   *other_name)
{
  KinJsonValue *value = kin_json_get (root, name);

  return value != NULL ? value : kin_json_get (root, other_name);
}

static gint64
get_either_time (KinJsonValue *root,
                 const char   *name,
                 const char   *other_name)
{
  return kin_time_parse (kin_json_value_get_string (get_either (root, name, other_name)));
}

static void
add_event_object (KinCellRow   *row,
                  KinJsonValue *reference)
{
  const char *kind = kin_json_get_string (reference, "kind");
  const char *name = kin_json_get_string (reference, "name");
  g_autofree char *small_kind = g_ascii_strdown (kind != NULL ? kind : "", -1);

  kin_cell_row_begin_text (row);
  kin_cell_row_join (row, "", small_kind);
  if (name != NULL && *name != '\0')
    {
      g_string_append_c (row->texts, '/');
      g_string_append (row->texts, name);
    }
  kin_cell_row_end_text (row, "");
}

static const char *
first_non_empty (const char *one,
                 const char *two)
{
  return one != NULL && *one != '\0' ? one : two;
}

static void
add_event_source (KinCellRow   *row,
                  KinJsonValue *root)
{
  KinJsonValue *source = get_either (root, "source", "deprecatedSource");
  KinJsonValue *controller = get_either (root, "reportingComponent", "reportingController");
  const char *component = first_non_empty (kin_json_get_string (source, "component"),
                                           kin_json_value_get_string (controller));
  const char *instance = first_non_empty (kin_json_get_string (source, "host"),
                                          kin_json_get_string (root, "reportingInstance"));
  GString *text = kin_cell_row_begin_text (row);

  if (component != NULL)
    g_string_append (text, component);
  if (instance != NULL && *instance != '\0')
    g_string_append_printf (text, ", %s", instance);
  kin_cell_row_end_text (row, "");
}

static void
add_event_message (KinCellRow   *row,
                   KinJsonValue *root)
{
  const char *message = kin_json_value_get_string (get_either (root, "message", "note"));
  g_autofree char *stripped = g_strdup (message != NULL ? message : "");

  kin_cell_row_add_text (row, g_strstrip (stripped));
}

/* New events have a series and an event time where old ones have a count and two timestamps. */
static void
fill_event (KinJsonValue *root,
            KinCellRow   *row)
{
  KinJsonValue *series = kin_json_get (root, "series");
  KinJsonValue *object = get_either (root, "involvedObject", "regarding");
  gint64 first = get_either_time (root, "firstTimestamp", "deprecatedFirstTimestamp");
  gint64 last = get_either_time (root, "lastTimestamp", "deprecatedLastTimestamp");
  gint64 count = kin_json_value_get_integer (get_either (root, "count", "deprecatedCount"));

  if (first == 0)
    first = kin_time_parse (kin_json_get_string (root, "eventTime"));
  if (last == 0)
    last = first;
  if (series != NULL)
    {
      last = kin_time_parse (kin_json_get_string (series, "lastObservedTime"));
      count = kin_json_get_integer (series, "count", 0);
    }

  kin_cell_row_add_time (row, last);
  kin_cell_row_add_text (row, kin_json_get_string (root, "type"));
  kin_cell_row_add_text (row, kin_json_get_string (root, "reason"));
  add_event_object (row, object);
  kin_cell_row_add_text (row, kin_json_get_string (object, "fieldPath"));
  add_event_source (row, root);
  add_event_message (row, root);
  kin_cell_row_add_time (row, first);
  kin_cell_row_add_integer (row, series != NULL ? count : MAX (count, 1));
}

static void
fill_lease (KinJsonValue *root,
            KinCellRow   *row)
{
  kin_cell_row_add_text (row, kin_json_get_string (kin_json_get (root, "spec"), "holderIdentity"));
}

/* Kinds whose age is printed as a date. */
static void
fill_created (KinJsonValue *root,
              KinCellRow   *row)
{
  kin_cell_row_add_text (row, kin_json_get_string (kin_json_get (root, "metadata"), "creationTimestamp"));
}

static void
add_available (KinCellRow   *row,
               KinJsonValue *conditions)
{
  KinJsonIter iter;
  KinJsonValue *condition;

  kin_json_iter_init (&iter, conditions);
  while (kin_json_iter_next (&iter, NULL, &condition))
    {
      const char *status = kin_json_get_string (condition, "status");
      const char *reason = kin_json_get_string (condition, "reason");

      if (g_strcmp0 (kin_json_get_string (condition, "type"), "Available") != 0)
        continue;

      kin_cell_row_begin_text (row);
      kin_cell_row_join (row, "", status != NULL ? status : "");
      if (g_strcmp0 (status, "True") != 0 && reason != NULL && *reason != '\0')
        {
          kin_cell_row_join (row, " (", reason);
          kin_cell_row_join (row, "", ")");
        }
      kin_cell_row_end_text (row, "");
      return;
    }

  kin_cell_row_add_text (row, "Unknown");
}

static void
fill_api_service (KinJsonValue *root,
                  KinCellRow   *row)
{
  KinJsonValue *service = kin_json_get_path (root, "spec", "service", NULL);
  const char *namespace_ = kin_json_get_string (service, "namespace");
  const char *name = kin_json_get_string (service, "name");

  if (service == NULL)
    kin_cell_row_add_text (row, "Local");
  else
    {
      kin_cell_row_begin_text (row);
      kin_cell_row_join (row, "", namespace_ != NULL ? namespace_ : "");
      kin_cell_row_join (row, "/", name != NULL ? name : "");
      kin_cell_row_end_text (row, "");
    }

  add_available (row, kin_json_get_path (root, "status", "conditions", NULL));
}

const KinColumnSet kin_columns_cluster[] = {
  KIN_COLUMN_SET ("", "nodes", node_columns, fill_node),
  KIN_COLUMN_SET ("", "namespaces", namespace_columns, fill_namespace),
  KIN_COLUMN_SET ("", "events", event_columns, fill_event),
  KIN_COLUMN_SET ("events.k8s.io", "events", event_columns, fill_event),
  KIN_COLUMN_SET ("coordination.k8s.io", "leases", lease_columns, fill_lease),
  KIN_COLUMN_SET ("", "limitranges", created_columns, fill_created),
  KIN_COLUMN_SET ("apiextensions.k8s.io", "customresourcedefinitions", created_columns, fill_created),
  KIN_COLUMN_SET ("apiregistration.k8s.io", "apiservices", api_service_columns, fill_api_service),
  KIN_COLUMN_SET ("rbac.authorization.k8s.io", "clusterroles", created_columns, fill_created),
  KIN_COLUMN_SET ("rbac.authorization.k8s.io", "roles", created_columns, fill_created),
  { 0 },
};
