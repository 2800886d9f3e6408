/* kin-columns-network.c: the columns of what leads to pods.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-columns.h"

#include <string.h>

/* kubectl names so many and counts the others. */
#define MAX_NAMED 3

static const KinColumn service_columns[] = {
  { "TYPE", KIN_CELL_TEXT, FALSE, FALSE },
  { "CLUSTER-IP", KIN_CELL_TEXT, FALSE, FALSE },
  { "EXTERNAL-IP", KIN_CELL_TEXT, FALSE, FALSE },
  { "PORT(S)", KIN_CELL_TEXT, FALSE, FALSE },
  { "SELECTOR", KIN_CELL_TEXT, TRUE, FALSE },
};

static const KinColumn ingress_columns[] = {
  { "CLASS", KIN_CELL_TEXT, FALSE, FALSE },
  { "HOSTS", KIN_CELL_TEXT, FALSE, FALSE },
  { "ADDRESS", KIN_CELL_TEXT, FALSE, FALSE },
  { "PORTS", KIN_CELL_TEXT, FALSE, FALSE },
};

static const KinColumn ingress_class_columns[] = {
  { "CONTROLLER", KIN_CELL_TEXT, FALSE, FALSE },
  { "PARAMETERS", KIN_CELL_TEXT, FALSE, FALSE },
};

static const KinColumn endpoints_columns[] = {
  { "ENDPOINTS", KIN_CELL_TEXT, FALSE, FALSE },
};

static const KinColumn endpoint_slice_columns[] = {
  { "ADDRESSTYPE", KIN_CELL_TEXT, FALSE, FALSE },
  { "PORTS", KIN_CELL_TEXT, FALSE, FALSE },
  { "ENDPOINTS", KIN_CELL_TEXT, FALSE, FALSE },
};

static const KinColumn network_policy_columns[] = {
  { "POD-SELECTOR", KIN_CELL_TEXT, FALSE, FALSE },
};

/* Names the first few pieces of a list and counts them all. */
typedef struct
{
  KinCellRow *row;
  GString *text;
  guint n_named;
  guint n_all;
} ShortList;

static void
begin_short_list (ShortList  *list,
                  KinCellRow *row)
{
  list->row = row;
  list->text = kin_cell_row_begin_text (row);
  list->n_named = 0;
  list->n_all = 0;
}

static void
add_to_short_list (ShortList  *list,
                   const char *piece)
{
  list->n_all++;
  if (list->n_named == MAX_NAMED)
    return;

  kin_cell_row_join (list->row, ",", piece);
  list->n_named++;
}

static void
end_short_list (ShortList  *list,
                const char *fallback)
{
  if (list->n_all > MAX_NAMED)
    g_string_append_printf (list->text, " + %u more...", list->n_all - MAX_NAMED);

  kin_cell_row_end_text (list->row, fallback);
}

/* The addresses that a load balancer gave, sorted, none twice. */
static GPtrArray *
collect_ingress (KinJsonValue *status)
{
  GPtrArray *addresses = g_ptr_array_new ();
  KinJsonIter iter;
  KinJsonValue *ingress;

  kin_json_iter_init (&iter, kin_json_get_path (status, "loadBalancer", "ingress", NULL));
  while (kin_json_iter_next (&iter, NULL, &ingress))
    {
      const char *address = kin_json_get_string (ingress, "ip");

      if (address == NULL || *address == '\0')
        address = kin_json_get_string (ingress, "hostname");
      if (address != NULL && *address != '\0' &&
          !g_ptr_array_find_with_equal_func (addresses, address, g_str_equal, NULL))
        g_ptr_array_add (addresses, (gpointer) address);
    }
  g_ptr_array_sort_values (addresses, (GCompareFunc) g_strcmp0);

  return addresses;
}

static void
join_strings (KinCellRow   *row,
              KinJsonValue *array)
{
  KinJsonIter iter;
  KinJsonValue *value;

  kin_json_iter_init (&iter, array);
  while (kin_json_iter_next (&iter, NULL, &value))
    {
      const char *text = kin_json_value_get_string (value);

      if (text != NULL)
        kin_cell_row_join (row, ",", text);
    }
}

static void
add_external_ip (KinCellRow   *row,
                 KinJsonValue *spec,
                 KinJsonValue *status)
{
  const char *type = kin_json_get_string (spec, "type");
  gboolean balanced = g_strcmp0 (type, "LoadBalancer") == 0;
  g_autoptr(GPtrArray) addresses = NULL;

  if (g_strcmp0 (type, "ExternalName") == 0)
    {
      kin_cell_row_add_text (row, kin_json_get_string (spec, "externalName"));
      return;
    }

  kin_cell_row_begin_text (row);
  if (balanced)
    {
      addresses = collect_ingress (status);
      for (guint i = 0; i < addresses->len; i++)
        kin_cell_row_join (row, ",", addresses->pdata[i]);
    }
  join_strings (row, kin_json_get (spec, "externalIPs"));
  kin_cell_row_end_text (row, balanced ? "<pending>" : NULL);
}

static void
add_ports (KinCellRow   *row,
           KinJsonValue *ports)
{
  GString *text = kin_cell_row_begin_text (row);
  KinJsonIter iter;
  KinJsonValue *port;

  kin_json_iter_init (&iter, ports);
  while (kin_json_iter_next (&iter, NULL, &port))
    {
      const char *protocol = kin_json_get_string (port, "protocol");
      gint64 node_port = kin_json_get_integer (port, "nodePort", 0);

      kin_cell_row_join (row, ",", "");
      g_string_append_printf (text, "%" G_GINT64_FORMAT, kin_json_get_integer (port, "port", 0));
      if (node_port > 0)
        g_string_append_printf (text, ":%" G_GINT64_FORMAT, node_port);
      g_string_append_printf (text, "/%s", protocol != NULL ? protocol : "TCP");
    }

  kin_cell_row_end_text (row, NULL);
}

static void
fill_service (KinJsonValue *root,
              KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");
  const char *cluster_ip = kin_json_value_get_string (kin_json_array_get (kin_json_get (spec, "clusterIPs"), 0));

  kin_cell_row_add_text (row, kin_json_get_string (spec, "type"));
  kin_cell_row_add_word (row, cluster_ip != NULL ? cluster_ip : kin_json_get_string (spec, "clusterIP"), NULL);
  add_external_ip (row, spec, kin_json_get (root, "status"));
  add_ports (row, kin_json_get (spec, "ports"));
  kin_columns_add_labels (row, kin_json_get (spec, "selector"));
}

/* A rule for all hosts is none that could be named, and yet is counted. */
static void
add_hosts (KinCellRow   *row,
           KinJsonValue *rules)
{
  GString *text = kin_cell_row_begin_text (row);
  guint n_named = 0;
  gboolean more = FALSE;
  KinJsonIter iter;
  KinJsonValue *rule;

  kin_json_iter_init (&iter, rules);
  while (kin_json_iter_next (&iter, NULL, &rule))
    {
      const char *host = kin_json_get_string (rule, "host");

      more |= n_named == MAX_NAMED;
      if (!more && host != NULL && *host != '\0')
        {
          kin_cell_row_join (row, ",", host);
          n_named++;
        }
    }

  if (more)
    g_string_append_printf (text, " + %" G_GSIZE_FORMAT " more...", kin_json_value_get_size (rules) - MAX_NAMED);
  kin_cell_row_end_text (row, "*");
}

static void
fill_ingress (KinJsonValue *root,
              KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");
  g_autoptr(GPtrArray) addresses = collect_ingress (kin_json_get (root, "status"));

  kin_cell_row_add_word (row, kin_json_get_string (spec, "ingressClassName"), NULL);
  add_hosts (row, kin_json_get (spec, "rules"));

  kin_cell_row_begin_text (row);
  for (guint i = 0; i < addresses->len; i++)
    kin_cell_row_join (row, ",", addresses->pdata[i]);
  kin_cell_row_end_text (row, "");

  kin_cell_row_add_text (row, kin_json_value_get_size (kin_json_get (spec, "tls")) > 0 ? "80, 443" : "80");
}

static void
fill_ingress_class (KinJsonValue *root,
                    KinCellRow   *row)
{
  KinJsonValue *spec = kin_json_get (root, "spec");
  KinJsonValue *parameters = kin_json_get (spec, "parameters");
  const char *kind = kin_json_get_string (parameters, "kind");
  const char *group = kin_json_get_string (parameters, "apiGroup");
  const char *name = kin_json_get_string (parameters, "name");

  kin_cell_row_add_text (row, kin_json_get_string (spec, "controller"));

  kin_cell_row_begin_text (row);
  if (kind != NULL && name != NULL)
    {
      kin_cell_row_join (row, "", kind);
      if (group != NULL)
        kin_cell_row_join (row, ".", group);
      kin_cell_row_join (row, "/", name);
    }
  kin_cell_row_end_text (row, NULL);
}

static char *
dup_host_port (const char *ip,
               gint64      port)
{
  if (strchr (ip, ':') != NULL)
    return g_strdup_printf ("[%s]:%" G_GINT64_FORMAT, ip, port);

  return g_strdup_printf ("%s:%" G_GINT64_FORMAT, ip, port);
}

static void
add_addresses (ShortList    *list,
               KinJsonValue *addresses,
               KinJsonValue *port)
{
  KinJsonIter iter;
  KinJsonValue *address;

  kin_json_iter_init (&iter, addresses);
  while (kin_json_iter_next (&iter, NULL, &address))
    {
      const char *ip = kin_json_get_string (address, "ip");
      g_autofree char *host_port = NULL;

      if (ip == NULL)
        continue;

      if (port != NULL)
        host_port = dup_host_port (ip, kin_json_get_integer (port, "port", 0));
      add_to_short_list (list, port != NULL ? host_port : ip);
    }
}

static void
fill_endpoints (KinJsonValue *root,
                KinCellRow   *row)
{
  ShortList list;
  KinJsonIter subsets;
  KinJsonValue *subset;

  begin_short_list (&list, row);
  kin_json_iter_init (&subsets, kin_json_get (root, "subsets"));
  while (kin_json_iter_next (&subsets, NULL, &subset))
    {
      KinJsonValue *addresses = kin_json_get (subset, "addresses");
      KinJsonIter ports;
      KinJsonValue *port;

      kin_json_iter_init (&ports, kin_json_get (subset, "ports"));
      if (ports.n_left == 0)
        add_addresses (&list, addresses, NULL);
      while (kin_json_iter_next (&ports, NULL, &port))
        add_addresses (&list, addresses, port);
    }
  end_short_list (&list, kin_json_value_get_size (kin_json_get (root, "subsets")) == 0 ? NULL : "");
}

static void
add_slice_ports (KinCellRow   *row,
                 KinJsonValue *ports)
{
  ShortList list;
  KinJsonIter iter;
  KinJsonValue *port;

  begin_short_list (&list, row);
  kin_json_iter_init (&iter, ports);
  while (kin_json_iter_next (&iter, NULL, &port))
    {
      const char *number = kin_json_value_get_number_text (kin_json_get (port, "port"));
      const char *name = kin_json_get_string (port, "name");

      add_to_short_list (&list, number != NULL ? number : name != NULL ? name : "*");
    }
  end_short_list (&list, "<unset>");
}

static void
add_slice_endpoints (KinCellRow   *row,
                     KinJsonValue *endpoints)
{
  ShortList list;
  KinJsonIter iter;
  KinJsonValue *endpoint;

  begin_short_list (&list, row);
  kin_json_iter_init (&iter, endpoints);
  while (kin_json_iter_next (&iter, NULL, &endpoint))
    {
      KinJsonIter addresses;
      KinJsonValue *address;

      kin_json_iter_init (&addresses, kin_json_get (endpoint, "addresses"));
      while (kin_json_iter_next (&addresses, NULL, &address))
        {
          if (kin_json_value_get_string (address) != NULL)
            add_to_short_list (&list, kin_json_value_get_string (address));
        }
    }
  end_short_list (&list, "<unset>");
}

static void
fill_endpoint_slice (KinJsonValue *root,
                     KinCellRow   *row)
{
  kin_cell_row_add_text (row, kin_json_get_string (root, "addressType"));
  add_slice_ports (row, kin_json_get (root, "ports"));
  add_slice_endpoints (row, kin_json_get (root, "endpoints"));
}

static void
fill_network_policy (KinJsonValue *root,
                     KinCellRow   *row)
{
  kin_columns_add_selector (row, kin_json_get_path (root, "spec", "podSelector", NULL));
}

const KinColumnSet kin_columns_network[] = {
  KIN_COLUMN_SET ("", "services", service_columns, fill_service),
  KIN_COLUMN_SET ("networking.k8s.io", "ingresses", ingress_columns, fill_ingress),
  KIN_COLUMN_SET ("networking.k8s.io", "ingressclasses", ingress_class_columns, fill_ingress_class),
  KIN_COLUMN_SET ("", "endpoints", endpoints_columns, fill_endpoints),
  KIN_COLUMN_SET ("discovery.k8s.io", "endpointslices", endpoint_slice_columns, fill_endpoint_slice),
  KIN_COLUMN_SET ("networking.k8s.io", "networkpolicies", network_policy_columns, fill_network_policy),
  { 0 },
};
