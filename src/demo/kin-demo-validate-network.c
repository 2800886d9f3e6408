/* kin-demo-validate-network.c: what makes no sense in who reaches which pods.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-validate-private.h"

static gboolean
is (yyjson_mut_val *object,
    const char     *name,
    const char     *text)
{
  return g_strcmp0 (kin_demo_get_string (object, name, NULL), text) == 0;
}

static gboolean
is_headless (yyjson_mut_val *spec)
{
  return is (spec, "clusterIP", "None");
}

static gboolean
is_reached_from_outside (yyjson_mut_val *spec)
{
  return is (spec, "type", "NodePort") || is (spec, "type", "LoadBalancer") ||
         yyjson_mut_arr_size (kin_demo_get (spec, "externalIPs", NULL)) > 0;
}

static gboolean
is_same_port (yyjson_mut_val *a,
              yyjson_mut_val *b)
{
  return yyjson_mut_equals (kin_demo_get (a, "port", NULL), kin_demo_get (b, "port", NULL)) &&
         yyjson_mut_equals (kin_demo_get (a, "protocol", NULL), kin_demo_get (b, "protocol", NULL));
}

/* In the words of the server's own struct. */
static void
complain_of_same_port (KinDemoComplaints *complaints,
                       yyjson_mut_val    *port)
{
  const char *protocol = kin_demo_get_string (port, "protocol", NULL);

  kin_demo_complain (complaints, "FieldValueDuplicate", NULL,
                     "Duplicate value: {\"Name\":\"\",\"Protocol\":\"%s\",\"AppProtocol\":null,\"Port\":%" G_GINT64_FORMAT
                     ",\"TargetPort\":0,\"NodePort\":0}",
                     protocol != NULL ? protocol : "", kin_demo_get_integer (port, 0, "port", NULL));
}

static void
validate_service_port (KinDemoComplaints *complaints,
                       yyjson_mut_val    *spec,
                       yyjson_mut_val    *ports,
                       size_t             i)
{
  yyjson_mut_val *port = yyjson_mut_arr_get (ports, i);
  const char *name = kin_demo_get_string (port, "name", NULL);
  const char *type = kin_demo_get_string (spec, "type", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "ports");

  kin_demo_complaints_enter_item (complaints, i);
  if (yyjson_mut_arr_size (ports) > 1 && (name == NULL || *name == '\0'))
    kin_demo_complain_required (complaints, "name", NULL);
  if (kin_demo_get_integer (port, 0, "nodePort", NULL) != 0 && g_strcmp0 (type, "ClusterIP") == 0)
    kin_demo_complain_forbidden (complaints, "nodePort", "may not be used when `type` is 'ClusterIP'");
  for (size_t j = 0; j < i; j++)
    {
      if (is_same_port (port, yyjson_mut_arr_get (ports, j)))
        {
          complain_of_same_port (complaints, port);
          break;
        }
    }
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_cluster_ip (KinDemoComplaints *complaints,
                     yyjson_mut_val    *spec,
                     yyjson_mut_val    *old)
{
  const char *address = kin_demo_get_string (spec, "clusterIP", NULL);
  const char *before = kin_demo_get_string (old, "spec", "clusterIP", NULL);
  const char *type = kin_demo_get_string (spec, "type", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "clusterIPs");

  kin_demo_complaints_enter_item (complaints, 0);
  if (is_headless (spec) && (is (spec, "type", "NodePort") || is (spec, "type", "LoadBalancer")))
    kin_demo_complain_invalid_text (complaints, NULL, "None", "may not be set to 'None' for %s services", type);
  else if (address != NULL && *address != '\0' && !is_headless (spec) && !g_hostname_is_ip_address (address))
    kin_demo_complain_invalid_text (complaints, NULL, address,
                                    "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
  else if (before != NULL && *before != '\0' && !is (spec, "type", "ExternalName") && g_strcmp0 (address, before) != 0)
    kin_demo_complain (complaints, "FieldValueInvalid", NULL, "Invalid value: [\"%s\"]: may not change once set",
                       address != NULL ? address : "");
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_service (KinDemoComplaints *complaints,
                  yyjson_mut_val    *object,
                  yyjson_mut_val    *old)
{
  yyjson_mut_val *spec = kin_demo_get (object, "spec", NULL);
  yyjson_mut_val *ports = kin_demo_get (spec, "ports", NULL);
  gboolean is_elsewhere = is (spec, "type", "ExternalName");
  gsize mark = kin_demo_complaints_enter (complaints, "spec");

  if (yyjson_mut_arr_size (ports) == 0 && !is_elsewhere && !is_headless (spec))
    kin_demo_complain_required (complaints, "ports", NULL);
  if (is_elsewhere && kin_demo_validate_is_empty (kin_demo_get (spec, "externalName", NULL)))
    kin_demo_complain_required (complaints, "externalName", NULL);
  for (size_t i = 0; i < yyjson_mut_arr_size (ports); i++)
    validate_service_port (complaints, spec, ports, i);
  validate_cluster_ip (complaints, spec, old);
  if (kin_demo_get (spec, "externalTrafficPolicy", NULL) != NULL && !is_reached_from_outside (spec))
    kin_demo_complain_invalid (complaints, "externalTrafficPolicy", kin_demo_get (spec, "externalTrafficPolicy", NULL),
                               "may only be set for externally-accessible services");
  if (kin_demo_get (spec, "loadBalancerSourceRanges", NULL) != NULL && !is (spec, "type", "LoadBalancer"))
    kin_demo_complain_forbidden (complaints, "LoadBalancerSourceRanges", "may only be used when `type` is 'LoadBalancer'");
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_backend (KinDemoComplaints *complaints,
                  const char        *name,
                  yyjson_mut_val    *backend)
{
  yyjson_mut_val *service = kin_demo_get (backend, "service", NULL);
  yyjson_mut_val *resource = kin_demo_get (backend, "resource", NULL);
  gboolean has_name = !kin_demo_validate_is_empty (kin_demo_get (service, "port", "name", NULL));
  gboolean has_number = kin_demo_get_integer (service, 0, "port", "number", NULL) != 0;

  if (service != NULL && resource != NULL)
    kin_demo_complain_invalid_text (complaints, name, "", "cannot set both resource and service backends");
  else if (service == NULL && resource == NULL)
    kin_demo_complain_invalid_text (complaints, name, "", "resource or service backend is required");
  else if (has_name && has_number)
    kin_demo_complain_invalid_text (complaints, name, "", "cannot set both port name & port number");
  else if (service != NULL && !has_name && !has_number)
    kin_demo_complain_required (complaints, name, "port name or number is required");
}

static void
validate_path (KinDemoComplaints *complaints,
               yyjson_mut_val    *path)
{
  static const char * const parts[] = { "//", "/./", "/../", "%2f", "%2F" };
  const char *text = kin_demo_get_string (path, "path", NULL);
  const char *type = kin_demo_get_string (path, "pathType", NULL);
  gboolean is_exact = g_strcmp0 (type, "Exact") == 0 || g_strcmp0 (type, "Prefix") == 0;

  validate_backend (complaints, "backend", kin_demo_get (path, "backend", NULL));
  if (is_exact && (text == NULL || *text != '/'))
    {
      kin_demo_complain_invalid_text (complaints, "path", text != NULL ? text : "", "must be an absolute path");
      return;
    }

  for (guint i = 0; is_exact && i < G_N_ELEMENTS (parts); i++)
    {
      if (strstr (text, parts[i]) != NULL)
        kin_demo_complain_invalid_text (complaints, "path", text, "must not contain '%s'", parts[i]);
    }
}

static void
validate_rule (KinDemoComplaints *complaints,
               yyjson_mut_val    *rule)
{
  yyjson_mut_val *paths = kin_demo_get (rule, "http", "paths", NULL);
  yyjson_mut_val *path;
  size_t i, n;

  yyjson_mut_arr_foreach (paths, i, n, path)
    {
      gsize mark = kin_demo_complaints_enter (complaints, "http");

      kin_demo_complaints_enter (complaints, "paths");
      kin_demo_complaints_enter_item (complaints, i);
      validate_path (complaints, path);
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_ingress (KinDemoComplaints *complaints,
                  yyjson_mut_val    *object,
                  yyjson_mut_val    *old)
{
  yyjson_mut_val *rules = kin_demo_get (object, "spec", "rules", NULL);
  yyjson_mut_val *backend = kin_demo_get (object, "spec", "defaultBackend", NULL);
  yyjson_mut_val *rule;
  size_t i, n;
  gsize mark;

  if (yyjson_mut_arr_size (rules) == 0 && backend == NULL)
    kin_demo_complain_invalid (complaints, "spec", rules, "either `defaultBackend` or `rules` must be specified");

  mark = kin_demo_complaints_enter (complaints, "spec");
  if (backend != NULL)
    validate_backend (complaints, "defaultBackend", backend);
  yyjson_mut_arr_foreach (rules, i, n, rule)
    {
      gsize inner = kin_demo_complaints_enter (complaints, "rules");

      kin_demo_complaints_enter_item (complaints, i);
      validate_rule (complaints, rule);
      kin_demo_complaints_leave (complaints, inner);
    }
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_peers (KinDemoComplaints *complaints,
                yyjson_mut_val    *rule,
                const char        *direction)
{
  yyjson_mut_val *peers = kin_demo_get (rule, direction, NULL);
  yyjson_mut_val *peer;
  size_t i, n;

  yyjson_mut_arr_foreach (peers, i, n, peer)
    {
      gsize mark = kin_demo_complaints_enter (complaints, direction);

      kin_demo_complaints_enter_item (complaints, i);
      if (yyjson_mut_obj_size (peer) == 0)
        kin_demo_complain_required (complaints, NULL, "must specify a peer");
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_traffic (KinDemoComplaints *complaints,
                  yyjson_mut_val    *spec,
                  const char        *list,
                  const char        *direction)
{
  yyjson_mut_val *rules = kin_demo_get (spec, list, NULL);
  yyjson_mut_val *rule;
  size_t i, n;

  yyjson_mut_arr_foreach (rules, i, n, rule)
    {
      gsize mark = kin_demo_complaints_enter (complaints, list);

      kin_demo_complaints_enter_item (complaints, i);
      validate_peers (complaints, rule, direction);
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_network_policy (KinDemoComplaints *complaints,
                         yyjson_mut_val    *object,
                         yyjson_mut_val    *old)
{
  yyjson_mut_val *spec = kin_demo_get (object, "spec", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "spec");

  kin_demo_validate_label_selector (complaints, "podSelector", kin_demo_get (spec, "podSelector", NULL));
  validate_traffic (complaints, spec, "ingress", "from");
  validate_traffic (complaints, spec, "egress", "to");
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_endpoint_slice (KinDemoComplaints *complaints,
                         yyjson_mut_val    *object,
                         yyjson_mut_val    *old)
{
  yyjson_mut_val *type = kin_demo_get (object, "addressType", NULL);

  if (old != NULL && type != NULL && !yyjson_mut_equals (type, kin_demo_get (old, "addressType", NULL)))
    kin_demo_complain_invalid (complaints, "addressType", type, "field is immutable");
}

static const struct
{
  const char *id;
  KinDemoValidator validator;
} validators[] = {
  { "endpointslices.discovery.k8s.io", validate_endpoint_slice },
  { "ingresses.networking.k8s.io", validate_ingress },
  { "networkpolicies.networking.k8s.io", validate_network_policy },
  { "services", validate_service },
};

/* By the id of a resource: “ingresses.networking.k8s.io”. */
KinDemoValidator
kin_demo_validate_find_network (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (validators); i++)
    {
      if (g_str_equal (validators[i].id, id))
        return validators[i].validator;
    }

  return NULL;
}
