/* kin-demo-validate-pod.c: what makes no sense in a pod, or in the template of one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-names.h"
#include "demo/kin-demo-validate-private.h"
#include "object/kin-quantity.h"

#define UPDATE_WORDS                                                                                                   \
  "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,"            \
  "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),"                          \
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)"
#define SOURCE_WORDS                                                                                                   \
  "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"

static const char * const container_lists[] = { "initContainers", "containers" };

static void
validate_variable (KinDemoComplaints *complaints,
                   yyjson_mut_val    *variable)
{
  yyjson_mut_val *source = kin_demo_get (variable, "valueFrom", NULL);
  const char *value = kin_demo_get_string (variable, "value", NULL);

  if (source == NULL)
    return;

  if (yyjson_mut_obj_size (source) == 0)
    kin_demo_complain_invalid_text (complaints, "valueFrom", "", SOURCE_WORDS);
  else if (value != NULL && *value != '\0')
    kin_demo_complain_invalid_text (complaints, "valueFrom", "", "may not be specified when `value` is not empty");
  else if (yyjson_mut_obj_size (source) > 1)
    kin_demo_complain_invalid_text (complaints, "valueFrom", "", "may not have more than one field specified at a time");
}

static void
validate_variables (KinDemoComplaints *complaints,
                    yyjson_mut_val    *container)
{
  yyjson_mut_val *variables = kin_demo_get (container, "env", NULL);
  yyjson_mut_val *variable;
  size_t i, n;

  yyjson_mut_arr_foreach (variables, i, n, variable)
    {
      gsize mark = kin_demo_complaints_enter (complaints, "env");

      kin_demo_complaints_enter_item (complaints, i);
      validate_variable (complaints, variable);
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_sources (KinDemoComplaints *complaints,
                  yyjson_mut_val    *container)
{
  yyjson_mut_val *sources = kin_demo_get (container, "envFrom", NULL);
  yyjson_mut_val *source;
  size_t i, n;

  yyjson_mut_arr_foreach (sources, i, n, source)
    {
      if (kin_demo_get (source, "configMapRef", NULL) == NULL && kin_demo_get (source, "secretRef", NULL) == NULL)
        kin_demo_complain_invalid_text (complaints, "envFrom", "", "must specify one of: `configMapRef` or `secretRef`");
    }
}

static gboolean
has_name (yyjson_mut_val *array,
          const char     *name)
{
  yyjson_mut_val *item;
  size_t i, n;

  yyjson_mut_arr_foreach (array, i, n, item)
    {
      if (g_strcmp0 (kin_demo_get_string (item, "name", NULL), name) == 0 ||
          g_strcmp0 (kin_demo_get_string (item, "metadata", "name", NULL), name) == 0)
        return TRUE;
    }

  return FALSE;
}

static void
validate_mounts (KinDemoComplaints *complaints,
                 yyjson_mut_val    *spec,
                 yyjson_mut_val    *claims,
                 yyjson_mut_val    *container)
{
  g_autoptr(GHashTable) paths = g_hash_table_new (g_str_hash, g_str_equal);
  yyjson_mut_val *mounts = kin_demo_get (container, "volumeMounts", NULL);
  yyjson_mut_val *mount;
  size_t i, n;

  yyjson_mut_arr_foreach (mounts, i, n, mount)
    {
      const char *name = kin_demo_get_string (mount, "name", NULL);
      const char *path = kin_demo_get_string (mount, "mountPath", NULL);
      gsize mark = kin_demo_complaints_enter (complaints, "volumeMounts");

      kin_demo_complaints_enter_item (complaints, i);
      if (!has_name (kin_demo_get (spec, "volumes", NULL), name) && !has_name (claims, name))
        kin_demo_complain (complaints, "FieldValueNotFound", "name", "Not found: \"%s\"", name != NULL ? name : "");
      if (path != NULL && *path != '\0' && !g_hash_table_add (paths, (gpointer) path))
        kin_demo_complain_invalid_text (complaints, "mountPath", path, "must be unique");
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_handler (KinDemoComplaints *complaints,
                  const char        *name,
                  yyjson_mut_val    *parent)
{
  static const char * const handlers[] = { "exec", "httpGet", "tcpSocket", "grpc", "sleep" };
  yyjson_mut_val *handler = kin_demo_get (parent, name, NULL);
  gsize mark = kin_demo_complaints_enter (complaints, name);
  guint n_handlers = 0;

  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    {
      if (kin_demo_get (handler, handlers[i], NULL) != NULL && n_handlers++ > 0)
        kin_demo_complain_forbidden (complaints, handlers[i], "may not specify more than 1 handler type");
    }
  if (handler != NULL && n_handlers == 0)
    kin_demo_complain_required (complaints, NULL, "must specify a handler type");
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_probes (KinDemoComplaints *complaints,
                 yyjson_mut_val    *container)
{
  static const char * const names[] = { "livenessProbe", "readinessProbe", "startupProbe" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      yyjson_mut_val *threshold = kin_demo_get (container, names[i], "successThreshold", NULL);
      gboolean is_readiness = g_str_equal (names[i], "readinessProbe");
      yyjson_mut_val *grace = kin_demo_get (container, names[i], "terminationGracePeriodSeconds", NULL);
      gsize mark;

      validate_handler (complaints, names[i], container);
      mark = kin_demo_complaints_enter (complaints, names[i]);
      if (!is_readiness && threshold != NULL && yyjson_mut_get_sint (threshold) != 1)
        kin_demo_complain_invalid (complaints, "successThreshold", threshold, "must be 1");
      if (is_readiness && grace != NULL)
        kin_demo_complain_invalid (complaints, "terminationGracePeriodSeconds", grace, "must not be set for readinessProbes");
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_lifecycle (KinDemoComplaints *complaints,
                    yyjson_mut_val    *container)
{
  yyjson_mut_val *lifecycle = kin_demo_get (container, "lifecycle", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "lifecycle");

  validate_handler (complaints, "postStart", lifecycle);
  validate_handler (complaints, "preStop", lifecycle);
  kin_demo_complaints_leave (complaints, mark);
}

/* A name without a domain is Kubernetes' own. */
static gboolean
is_standard_resource (const char *name)
{
  static const char * const standard[] = { "cpu", "ephemeral-storage", "memory", NULL };

  return g_strv_contains (standard, name) || g_str_has_prefix (name, "hugepages-");
}

static void
validate_amounts (KinDemoComplaints *complaints,
                  const char        *list,
                  yyjson_mut_val    *amounts)
{
  gsize mark = kin_demo_complaints_enter (complaints, list);
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  yyjson_mut_obj_foreach (amounts, i, n, key, value)
    {
      const char *name = yyjson_mut_get_str (key);
      gsize inner = kin_demo_complaints_enter_key (complaints, name);
      double amount;

      if (strchr (name, '/') == NULL && !is_standard_resource (name))
        {
          kin_demo_complain_invalid_text (complaints, NULL, name, "must be a standard resource type or fully qualified");
          kin_demo_complain_invalid_text (complaints, NULL, name, "must be a standard resource for containers");
        }
      if (kin_quantity_parse (yyjson_mut_get_str (value), &amount) && amount < 0)
        kin_demo_complain_invalid (complaints, NULL, value, "must be greater than or equal to 0");
      kin_demo_complaints_leave (complaints, inner);
    }
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_resources (KinDemoComplaints *complaints,
                    yyjson_mut_val    *container)
{
  yyjson_mut_val *requests = kin_demo_get (container, "resources", "requests", NULL);
  yyjson_mut_val *limits = kin_demo_get (container, "resources", "limits", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "resources");
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  validate_amounts (complaints, "limits", limits);
  validate_amounts (complaints, "requests", requests);
  yyjson_mut_obj_foreach (requests, i, n, key, value)
    {
      const char *name = yyjson_mut_get_str (key);
      const char *limit = kin_demo_get_string (limits, name, NULL);
      double request;
      double most;

      if (kin_quantity_parse (yyjson_mut_get_str (value), &request) && kin_quantity_parse (limit, &most) && request > most)
        kin_demo_complain_invalid (complaints, "requests", value, "must be less than or equal to %s limit of %s", name, limit);
    }
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_host_ports (KinDemoComplaints *complaints,
                     yyjson_mut_val    *spec,
                     yyjson_mut_val    *container)
{
  gboolean on_host = kin_demo_get_boolean (spec, FALSE, "hostNetwork", NULL);
  yyjson_mut_val *ports = kin_demo_get (container, "ports", NULL);
  yyjson_mut_val *port;
  size_t i, n;

  yyjson_mut_arr_foreach (ports, i, n, port)
    {
      yyjson_mut_val *outer = kin_demo_get (port, "hostPort", NULL);
      gsize mark = kin_demo_complaints_enter (complaints, "ports");

      kin_demo_complaints_enter_item (complaints, i);
      if (on_host && outer != NULL && !yyjson_mut_equals (outer, kin_demo_get (port, "containerPort", NULL)))
        kin_demo_complain_invalid (complaints, "hostPort", outer, "must match `containerPort` when `hostNetwork` is true");
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_containers (KinDemoComplaints *complaints,
                     yyjson_mut_val    *spec,
                     yyjson_mut_val    *claims,
                     const char        *list)
{
  yyjson_mut_val *containers = kin_demo_get (spec, list, NULL);
  yyjson_mut_val *container;
  size_t i, n;

  yyjson_mut_arr_foreach (containers, i, n, container)
    {
      gsize mark = kin_demo_complaints_enter (complaints, list);

      kin_demo_complaints_enter_item (complaints, i);
      validate_host_ports (complaints, spec, container);
      validate_variables (complaints, container);
      validate_sources (complaints, container);
      validate_mounts (complaints, spec, claims, container);
      validate_lifecycle (complaints, container);
      validate_probes (complaints, container);
      validate_resources (complaints, container);
      kin_demo_complaints_leave (complaints, mark);
    }
}

/* Containers of all lists share their names. */
static void
validate_shared_names (KinDemoComplaints *complaints,
                       yyjson_mut_val    *spec)
{
  yyjson_mut_val *containers = kin_demo_get (spec, "containers", NULL);
  yyjson_mut_val *others = kin_demo_get (spec, "initContainers", NULL);
  yyjson_mut_val *container;
  size_t i, n;

  yyjson_mut_arr_foreach (others, i, n, container)
    {
      const char *name = kin_demo_get_string (container, "name", NULL);
      yyjson_mut_val *other;
      size_t j, m;

      yyjson_mut_arr_foreach (containers, j, m, other)
        {
          gsize mark = kin_demo_complaints_enter (complaints, "initContainers");

          kin_demo_complaints_enter_item (complaints, i);
          if (name != NULL && *name != '\0' && g_strcmp0 (name, kin_demo_get_string (other, "name", NULL)) == 0)
            kin_demo_complain_duplicate (complaints, "name", name);
          kin_demo_complaints_leave (complaints, mark);
        }
    }
}

static const char *
find_second_source (yyjson_mut_val *volume)
{
  gboolean seen = FALSE;
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  yyjson_mut_obj_foreach (volume, i, n, key, value)
    {
      const char *name = yyjson_mut_get_str (key);

      if (g_str_equal (name, "name"))
        continue;
      if (seen)
        return name;
      seen = TRUE;
    }

  return NULL;
}

static void
validate_volumes (KinDemoComplaints *complaints,
                  yyjson_mut_val    *spec)
{
  yyjson_mut_val *volumes = kin_demo_get (spec, "volumes", NULL);
  yyjson_mut_val *volume;
  size_t i, n;

  yyjson_mut_arr_foreach (volumes, i, n, volume)
    {
      const char *second = find_second_source (volume);
      gsize mark = kin_demo_complaints_enter (complaints, "volumes");

      kin_demo_complaints_enter_item (complaints, i);
      if (second != NULL)
        kin_demo_complain_forbidden (complaints, second, "may not specify more than 1 volume type");
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_toleration (KinDemoComplaints *complaints,
                     yyjson_mut_val    *toleration)
{
  const char *key = kin_demo_get_string (toleration, "key", NULL);
  const char *operator = kin_demo_get_string (toleration, "operator", NULL);
  const char *effect = kin_demo_get_string (toleration, "effect", NULL);
  const char *value = kin_demo_get_string (toleration, "value", NULL);
  gboolean exists = g_strcmp0 (operator, "Exists") == 0;

  if (key != NULL && *key != '\0')
    kin_demo_names_check_qualified (complaints, "key", key);
  else if (!exists)
    kin_demo_complain_invalid_text (complaints, "operator", operator != NULL ? operator : "",
                                    "operator must be Exists when `key` is empty, which means \"match all values and all "
                                    "keys\"");

  if (kin_demo_get (toleration, "tolerationSeconds", NULL) != NULL && g_strcmp0 (effect, "NoExecute") != 0)
    kin_demo_complain_invalid_text (complaints, "effect", effect != NULL ? effect : "",
                                    "effect must be 'NoExecute' when `tolerationSeconds` is set");
  if (exists && value != NULL && *value != '\0')
    kin_demo_complain_invalid_text (complaints, "operator", value, "value must be empty when `operator` is 'Exists'");
}

static void
validate_tolerations (KinDemoComplaints *complaints,
                      yyjson_mut_val    *spec)
{
  yyjson_mut_val *tolerations = kin_demo_get (spec, "tolerations", NULL);
  yyjson_mut_val *toleration;
  size_t i, n;

  yyjson_mut_arr_foreach (tolerations, i, n, toleration)
    {
      gsize mark = kin_demo_complaints_enter (complaints, "tolerations");

      kin_demo_complaints_enter_item (complaints, i);
      validate_toleration (complaints, toleration);
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_spec (KinDemoComplaints *complaints,
               yyjson_mut_val    *spec,
               yyjson_mut_val    *claims)
{
  validate_volumes (complaints, spec);
  for (guint i = 0; i < G_N_ELEMENTS (container_lists); i++)
    validate_containers (complaints, spec, claims, container_lists[i]);
  validate_shared_names (complaints, spec);
  validate_tolerations (complaints, spec);
  if (g_strcmp0 (kin_demo_get_string (spec, "dnsPolicy", NULL), "None") == 0 && kin_demo_get (spec, "dnsConfig", NULL) == NULL)
    kin_demo_complain_required (complaints, "dnsConfig", "must provide `dnsConfig` when `dnsPolicy` is None");
}

/* Claims are a stateful set's templates of volumes, which the pods' containers may name. */
void
kin_demo_validate_pod_spec (KinDemoComplaints *complaints,
                            yyjson_mut_val    *spec,
                            yyjson_mut_val    *claims)
{
  if (spec != NULL)
    validate_spec (complaints, spec, claims);
}

static void
replace_member (yyjson_mut_doc *draft,
                yyjson_mut_val *to,
                yyjson_mut_val *from,
                const char     *name)
{
  yyjson_mut_val *value = yyjson_mut_obj_get (from, name);

  if (value != NULL)
    kin_demo_set (draft, to, name, yyjson_mut_val_mut_copy (draft, value));
  else
    kin_demo_remove (to, name);
}

static void
replace_images (yyjson_mut_doc *draft,
                yyjson_mut_val *to,
                yyjson_mut_val *from)
{
  yyjson_mut_val *container;
  size_t i, n;

  yyjson_mut_arr_foreach (to, i, n, container)
    replace_member (draft, container, yyjson_mut_arr_get (from, i), "image");
}

static gboolean
are_kept (yyjson_mut_val *tolerations,
          yyjson_mut_val *old)
{
  yyjson_mut_val *before;
  size_t i, n;

  yyjson_mut_arr_foreach (old, i, n, before)
    {
      gboolean found = FALSE;
      yyjson_mut_val *now;
      size_t j, m;

      yyjson_mut_arr_foreach (tolerations, j, m, now)
        found |= yyjson_mut_equals (before, now);
      if (!found)
        return FALSE;
    }

  return TRUE;
}

/* Whether nothing changed but what may. */
static gboolean
is_allowed_update (yyjson_mut_val *spec,
                   yyjson_mut_val *old)
{
  g_autoptr(KinDemoDraft) draft = kin_demo_draft_new ();
  yyjson_mut_val *trial = yyjson_mut_val_mut_copy (draft, spec);

  for (guint i = 0; i < G_N_ELEMENTS (container_lists); i++)
    replace_images (draft, yyjson_mut_obj_get (trial, container_lists[i]), yyjson_mut_obj_get (old, container_lists[i]));
  replace_member (draft, trial, old, "activeDeadlineSeconds");
  if (are_kept (yyjson_mut_obj_get (trial, "tolerations"), yyjson_mut_obj_get (old, "tolerations")))
    replace_member (draft, trial, old, "tolerations");

  return yyjson_mut_equals (trial, old);
}

static void
validate_update (KinDemoComplaints *complaints,
                 yyjson_mut_val    *spec,
                 yyjson_mut_val    *old)
{
  for (guint i = 0; i < G_N_ELEMENTS (container_lists); i++)
    {
      if (yyjson_mut_arr_size (yyjson_mut_obj_get (spec, container_lists[i])) ==
          yyjson_mut_arr_size (yyjson_mut_obj_get (old, container_lists[i])))
        continue;

      kin_demo_complaints_enter (complaints, "spec");
      kin_demo_complain_forbidden (complaints, container_lists[i], "pod updates may not add or remove containers");
      kin_demo_complaints_leave (complaints, 0);
      return;
    }

  if (!is_allowed_update (spec, old))
    kin_demo_complain_forbidden (complaints, "spec", UPDATE_WORDS);
}

void
kin_demo_validate_pod (KinDemoComplaints *complaints,
                       yyjson_mut_val    *pod,
                       yyjson_mut_val    *old)
{
  yyjson_mut_val *spec = kin_demo_get (pod, "spec", NULL);
  yyjson_mut_val *old_spec = kin_demo_get (old, "spec", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "spec");

  kin_demo_validate_pod_spec (complaints, spec, NULL);
  kin_demo_complaints_leave (complaints, mark);

  if (spec != NULL && old_spec != NULL)
    validate_update (complaints, spec, old_spec);
}
