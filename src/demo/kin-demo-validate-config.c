/* kin-demo-validate-config.c: what makes no sense in configuration, claims, limits and rights.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo/kin-demo-validate-private.h"
#include "object/kin-quantity.h"

#define MAX_DATA (1024 * 1024)
#define MAX_PRIORITY 1000000000

#define CLAIM_WORDS                                                                                                    \
  "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims"
#define IMMUTABLE_WORDS "field is immutable when `immutable` is set"

static gboolean
is_changed (yyjson_mut_val *object,
            yyjson_mut_val *old,
            const char     *name)
{
  yyjson_mut_val *now = yyjson_mut_obj_get (object, name);
  yyjson_mut_val *before = yyjson_mut_obj_get (old, name);

  return now != before && !yyjson_mut_equals (now, before);
}

/* What was said never to change. */
static void
validate_fixed_data (KinDemoComplaints *complaints,
                     yyjson_mut_val    *object,
                     yyjson_mut_val    *old)
{
  static const char * const names[] = { "immutable", "data", "binaryData" };

  for (guint i = 0; kin_demo_get_boolean (old, FALSE, "immutable", NULL) && i < G_N_ELEMENTS (names); i++)
    {
      if (is_changed (object, old, names[i]))
        kin_demo_complain_forbidden (complaints, names[i], IMMUTABLE_WORDS);
    }
}

static gsize
measure (yyjson_mut_val *map)
{
  gsize size = 0;
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  yyjson_mut_obj_foreach (map, i, n, key, value)
    size += yyjson_mut_get_len (value);

  return size;
}

static void
validate_config_map (KinDemoComplaints *complaints,
                     yyjson_mut_val    *object,
                     yyjson_mut_val    *old)
{
  yyjson_mut_val *data = kin_demo_get (object, "data", NULL);
  yyjson_mut_val *binary = kin_demo_get (object, "binaryData", NULL);
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  validate_fixed_data (complaints, object, old);
  yyjson_mut_obj_foreach (data, i, n, key, value)
    {
      const char *name = yyjson_mut_get_str (key);
      gsize mark;

      if (yyjson_mut_obj_get (binary, name) == NULL)
        continue;

      mark = kin_demo_complaints_enter (complaints, "data");
      kin_demo_complaints_enter_key (complaints, name);
      kin_demo_complain_invalid_text (complaints, NULL, name, "duplicate of key present in binaryData");
      kin_demo_complaints_leave (complaints, mark);
    }
  if (measure (data) + measure (binary) / 4 * 3 > MAX_DATA)
    kin_demo_complain (complaints, "FieldValueTooLong", "[]", "Too long: may not be more than %d bytes", MAX_DATA);
}

static void
require_key (KinDemoComplaints *complaints,
             yyjson_mut_val    *data,
             const char        *key)
{
  gsize mark;

  if (yyjson_mut_obj_get (data, key) != NULL)
    return;

  mark = kin_demo_complaints_enter (complaints, "data");
  kin_demo_complaints_enter_key (complaints, key);
  kin_demo_complain_required (complaints, NULL, NULL);
  kin_demo_complaints_leave (complaints, mark);
}

/* What other programs look for in a secret of a type. */
static void
validate_secret_type (KinDemoComplaints *complaints,
                      yyjson_mut_val    *data,
                      const char        *type)
{
  static const struct
  {
    const char *type;
    const char *keys[3];
  } types[] = {
    { "kubernetes.io/dockerconfigjson", { ".dockerconfigjson", NULL } },
    { "kubernetes.io/dockercfg", { ".dockercfg", NULL } },
    { "kubernetes.io/ssh-auth", { "ssh-privatekey", NULL } },
    { "kubernetes.io/tls", { "tls.crt", "tls.key", NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      if (g_strcmp0 (types[i].type, type) != 0)
        continue;

      for (guint j = 0; types[i].keys[j] != NULL; j++)
        require_key (complaints, data, types[i].keys[j]);
    }

  /* One of both will do. */
  if (g_strcmp0 (type, "kubernetes.io/basic-auth") == 0 && yyjson_mut_obj_get (data, "username") == NULL &&
      yyjson_mut_obj_get (data, "password") == NULL)
    {
      require_key (complaints, data, "username");
      require_key (complaints, data, "password");
    }
}

static void
validate_secret (KinDemoComplaints *complaints,
                 yyjson_mut_val    *object,
                 yyjson_mut_val    *old)
{
  yyjson_mut_val *data = kin_demo_get (object, "data", NULL);

  if (old != NULL && is_changed (object, old, "type"))
    kin_demo_complain_invalid (complaints, "type", kin_demo_get (object, "type", NULL), "field is immutable");
  validate_fixed_data (complaints, object, old);
  validate_secret_type (complaints, data, kin_demo_get_string (object, "type", NULL));
  if (measure (data) / 4 * 3 > MAX_DATA)
    kin_demo_complain (complaints, "FieldValueTooLong", "data", "Too long: may not be more than %d bytes", MAX_DATA);
}

static void
validate_storage (KinDemoComplaints *complaints,
                  yyjson_mut_val    *spec)
{
  yyjson_mut_val *storage = kin_demo_get (spec, "resources", "requests", "storage", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "resources");
  double amount;

  kin_demo_complaints_enter_key (complaints, "storage");
  if (storage == NULL)
    kin_demo_complain_required (complaints, NULL, NULL);
  else if (kin_quantity_parse (yyjson_mut_get_str (storage), &amount) && amount <= 0)
    kin_demo_complain_invalid (complaints, NULL, storage, "must be greater than zero");
  kin_demo_complaints_leave (complaints, mark);
}

static gboolean
is_claim_unchanged (yyjson_mut_val *spec,
                    yyjson_mut_val *old,
                    gboolean        is_bound)
{
  static const char * const names[] = {
    "accessModes", "selector", "storageClassName", "volumeMode", "volumeName", "dataSource", "dataSourceRef",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      /* Set once, by what provides the volume. */
      if (yyjson_mut_obj_get (old, names[i]) != NULL && is_changed (spec, old, names[i]))
        return FALSE;
    }

  return is_bound || !is_changed (spec, old, "resources");
}

static void
validate_claim (KinDemoComplaints *complaints,
                yyjson_mut_val    *object,
                yyjson_mut_val    *old)
{
  yyjson_mut_val *spec = kin_demo_get (object, "spec", NULL);
  gboolean is_bound = g_strcmp0 (kin_demo_get_string (old, "status", "phase", NULL), "Bound") == 0;
  gsize mark = kin_demo_complaints_enter (complaints, "spec");

  if (yyjson_mut_arr_size (kin_demo_get (spec, "accessModes", NULL)) == 0)
    kin_demo_complain_required (complaints, "accessModes", "at least 1 access mode is required");
  kin_demo_validate_label_selector (complaints, "selector", kin_demo_get (spec, "selector", NULL));
  validate_storage (complaints, spec);
  kin_demo_complaints_leave (complaints, mark);

  if (old != NULL && !is_claim_unchanged (spec, kin_demo_get (old, "spec", NULL), is_bound))
    kin_demo_complain_forbidden (complaints, "spec", CLAIM_WORDS);
}

static void
validate_metric (KinDemoComplaints *complaints,
                 yyjson_mut_val    *metric)
{
  static const struct
  {
    const char *type;
    const char *member;
  } sources[] = {
    { "ContainerResource", "containerResource" },
    { "External", "external" },
    { "Object", "object" },
    { "Pods", "pods" },
    { "Resource", "resource" },
  };
  const char *type = kin_demo_get_string (metric, "type", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      if (g_strcmp0 (sources[i].type, type) == 0 && yyjson_mut_obj_get (metric, sources[i].member) == NULL)
        kin_demo_complain_required (complaints, sources[i].member,
                                    "must populate information for the given metric source");
    }
}

static void
validate_autoscaler (KinDemoComplaints *complaints,
                     yyjson_mut_val    *object,
                     yyjson_mut_val    *old)
{
  yyjson_mut_val *spec = kin_demo_get (object, "spec", NULL);
  yyjson_mut_val *metrics = kin_demo_get (spec, "metrics", NULL);
  gint64 maximum = kin_demo_get_integer (spec, 0, "maxReplicas", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "spec");
  yyjson_mut_val *metric;
  size_t i, n;

  if (maximum < 1)
    kin_demo_complain_required (complaints, "maxReplicas", "must be set and greater than 0");
  if (maximum < kin_demo_get_integer (spec, 1, "minReplicas", NULL))
    kin_demo_complain (complaints, "FieldValueInvalid", "maxReplicas",
                       "Invalid value: %" G_GINT64_FORMAT ": must be greater than or equal to `minReplicas`", maximum);
  yyjson_mut_arr_foreach (metrics, i, n, metric)
    {
      gsize inner = kin_demo_complaints_enter (complaints, "metrics");

      kin_demo_complaints_enter_item (complaints, i);
      validate_metric (complaints, metric);
      kin_demo_complaints_leave (complaints, inner);
    }
  kin_demo_complaints_leave (complaints, mark);
}

static void
validate_disruption_budget (KinDemoComplaints *complaints,
                            yyjson_mut_val    *object,
                            yyjson_mut_val    *old)
{
  yyjson_mut_val *spec = kin_demo_get (object, "spec", NULL);
  gsize mark;

  if (kin_demo_get (spec, "minAvailable", NULL) != NULL && kin_demo_get (spec, "maxUnavailable", NULL) != NULL)
    kin_demo_complain_invalid (complaints, "spec", spec, "minAvailable and maxUnavailable cannot be both set");

  mark = kin_demo_complaints_enter (complaints, "spec");
  kin_demo_validate_label_selector (complaints, "selector", kin_demo_get (spec, "selector", NULL));
  kin_demo_complaints_leave (complaints, mark);
}

static gboolean
has_items (yyjson_mut_val *rule,
           const char     *name)
{
  return yyjson_mut_arr_size (yyjson_mut_obj_get (rule, name)) > 0;
}

static void
validate_rule (KinDemoComplaints *complaints,
               yyjson_mut_val    *rule)
{
  if (!has_items (rule, "verbs"))
    kin_demo_complain_required (complaints, "verbs", "verbs must contain at least one value");
  if (has_items (rule, "nonResourceURLs"))
    return;

  if (!has_items (rule, "apiGroups"))
    kin_demo_complain_required (complaints, "apiGroups", "resource rules must supply at least one api group");
  if (!has_items (rule, "resources"))
    kin_demo_complain_required (complaints, "resources", "resource rules must supply at least one resource");
}

static void
validate_role (KinDemoComplaints *complaints,
               yyjson_mut_val    *object,
               yyjson_mut_val    *old)
{
  yyjson_mut_val *rules = kin_demo_get (object, "rules", NULL);
  yyjson_mut_val *rule;
  size_t i, n;

  yyjson_mut_arr_foreach (rules, i, n, rule)
    {
      gsize mark = kin_demo_complaints_enter (complaints, "rules");

      kin_demo_complaints_enter_item (complaints, i);
      validate_rule (complaints, rule);
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_role_binding (KinDemoComplaints *complaints,
                       yyjson_mut_val    *object,
                       yyjson_mut_val    *old)
{
  if (old != NULL && is_changed (object, old, "roleRef"))
    kin_demo_complain_invalid (complaints, "roleRef", kin_demo_get (object, "roleRef", NULL), "cannot change roleRef");
}

static void
validate_priority_class (KinDemoComplaints *complaints,
                         yyjson_mut_val    *object,
                         yyjson_mut_val    *old)
{
  const char *name = kin_demo_get_string (object, "metadata", "name", NULL);

  if (old != NULL && is_changed (object, old, "value"))
    kin_demo_complain_forbidden (complaints, "value", "may not be changed in an update.");
  else if (kin_demo_get_integer (object, 0, "value", NULL) > MAX_PRIORITY && name != NULL &&
           !g_str_has_prefix (name, "system-"))
    kin_demo_complain_forbidden (complaints, "value",
                                 "maximum allowed value of a user defined priority is " G_STRINGIFY (MAX_PRIORITY));
}

static void
validate_storage_class (KinDemoComplaints *complaints,
                        yyjson_mut_val    *object,
                        yyjson_mut_val    *old)
{
  static const char * const names[] = { "provisioner", "parameters", "reclaimPolicy", "volumeBindingMode" };

  for (guint i = 0; old != NULL && i < G_N_ELEMENTS (names); i++)
    {
      if (is_changed (object, old, names[i]))
        kin_demo_complain_invalid (complaints, names[i], kin_demo_get (object, names[i], NULL), "field is immutable");
    }
}

static void
validate_event (KinDemoComplaints *complaints,
                yyjson_mut_val    *object,
                yyjson_mut_val    *old)
{
  const char *namespace_ = kin_demo_get_string (object, "metadata", "namespace", NULL);
  const char *other = kin_demo_get_string (object, "involvedObject", "namespace", NULL);
  gsize mark;

  if (other == NULL || *other == '\0' || g_strcmp0 (namespace_, other) == 0)
    return;

  mark = kin_demo_complaints_enter (complaints, "involvedObject");
  kin_demo_complain_invalid_text (complaints, "namespace", other, "does not match event.namespace");
  kin_demo_complaints_leave (complaints, mark);
}

static guint
count_stored (yyjson_mut_val *versions)
{
  guint count = 0;
  yyjson_mut_val *version;
  size_t i, n;

  yyjson_mut_arr_foreach (versions, i, n, version)
    count += kin_demo_get_boolean (version, FALSE, "storage", NULL) ? 1 : 0;

  return count;
}

static void
validate_schemas (KinDemoComplaints *complaints,
                  yyjson_mut_val    *versions)
{
  yyjson_mut_val *version;
  size_t i, n;

  yyjson_mut_arr_foreach (versions, i, n, version)
    {
      gsize mark = kin_demo_complaints_enter (complaints, "versions");

      kin_demo_complaints_enter_item (complaints, i);
      kin_demo_complaints_enter (complaints, "schema");
      if (kin_demo_get (version, "schema", "openAPIV3Schema", NULL) == NULL)
        kin_demo_complain_required (complaints, "openAPIV3Schema", NULL);
      kin_demo_complaints_leave (complaints, mark);
    }
}

static void
validate_custom_resource_definition (KinDemoComplaints *complaints,
                                     yyjson_mut_val    *object,
                                     yyjson_mut_val    *old)
{
  yyjson_mut_val *spec = kin_demo_get (object, "spec", NULL);
  yyjson_mut_val *versions = kin_demo_get (spec, "versions", NULL);
  const char *name = kin_demo_get_string (object, "metadata", "name", NULL);
  const char *plural = kin_demo_get_string (spec, "names", "plural", NULL);
  const char *group = kin_demo_get_string (spec, "group", NULL);
  g_autofree char *wanted = g_strconcat (plural != NULL ? plural : "", ".", group != NULL ? group : "", NULL);
  gsize mark = kin_demo_complaints_enter (complaints, "metadata");

  if (name != NULL && !g_str_equal (name, wanted))
    kin_demo_complain_invalid_text (complaints, "name", name, "must be spec.names.plural+\".\"+spec.group");
  kin_demo_complaints_leave (complaints, mark);

  mark = kin_demo_complaints_enter (complaints, "spec");
  if (count_stored (versions) != 1)
    kin_demo_complain_invalid (complaints, "versions", versions, "must have exactly one version marked as storage version");
  validate_schemas (complaints, versions);
  kin_demo_complaints_leave (complaints, mark);
}

static const struct
{
  const char *id;
  KinDemoValidator validator;
} validators[] = {
  { "clusterrolebindings.rbac.authorization.k8s.io", validate_role_binding },
  { "clusterroles.rbac.authorization.k8s.io", validate_role },
  { "configmaps", validate_config_map },
  { "customresourcedefinitions.apiextensions.k8s.io", validate_custom_resource_definition },
  { "events", validate_event },
  { "horizontalpodautoscalers.autoscaling", validate_autoscaler },
  { "persistentvolumeclaims", validate_claim },
  { "poddisruptionbudgets.policy", validate_disruption_budget },
  { "priorityclasses.scheduling.k8s.io", validate_priority_class },
  { "rolebindings.rbac.authorization.k8s.io", validate_role_binding },
  { "roles.rbac.authorization.k8s.io", validate_role },
  { "secrets", validate_secret },
  { "storageclasses.storage.k8s.io", validate_storage_class },
};

/* By the id of a resource: “configmaps”. */
KinDemoValidator
kin_demo_validate_find_config (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (validators); i++)
    {
      if (g_str_equal (validators[i].id, id))
        return validators[i].validator;
    }

  return NULL;
}
