/* kin-demo-kinds.c: all resources that the demo cluster serves: the built-in ones and those of its CRDs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-kinds.h"

#include <string.h>

#include "demo/kin-demo-error.h"
#include "demo/kin-demo-schema.h"

#define ALL_VERBS                                                                                                      \
  (KIN_VERB_GET | KIN_VERB_LIST | KIN_VERB_WATCH | KIN_VERB_CREATE | KIN_VERB_UPDATE | KIN_VERB_PATCH |                \
   KIN_VERB_DELETE | KIN_VERB_DELETE_COLLECTION)
#define STATUS KIN_DEMO_KIND_STATUS
#define SCALE KIN_DEMO_KIND_SCALE

struct _KinDemoKinds
{
  GObject parent_instance;

  KinDemoSchema *schema;
  GPtrArray *kinds;         /* of KinDemoKind, in discovery's order: built-in ones, then custom ones */
};

G_DEFINE_FINAL_TYPE (KinDemoKinds, kin_demo_kinds, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* In the order of a cluster's own discovery. */
static const struct
{
  const char *group;
  const char *version;
  const char *plural;
  const char *kind;
  gboolean namespaced;
  const char *short_names;      /* (nullable): separated by commas */
  const char *category;         /* (nullable) */
  KinDemoKindFlags flags;
} builtin[] = {
  { "", "v1", "configmaps", "ConfigMap", TRUE, "cm", NULL, 0 },
  { "", "v1", "endpoints", "Endpoints", TRUE, "ep", NULL, 0 },
  { "", "v1", "events", "Event", TRUE, "ev", NULL, 0 },
  { "", "v1", "limitranges", "LimitRange", TRUE, "limits", NULL, 0 },
  { "", "v1", "namespaces", "Namespace", FALSE, "ns", NULL, STATUS },
  { "", "v1", "nodes", "Node", FALSE, "no", NULL, STATUS },
  { "", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", TRUE, "pvc", NULL, STATUS },
  { "", "v1", "persistentvolumes", "PersistentVolume", FALSE, "pv", NULL, STATUS },
  { "", "v1", "pods", "Pod", TRUE, "po", "all", STATUS },
  { "", "v1", "replicationcontrollers", "ReplicationController", TRUE, "rc", "all", STATUS | SCALE },
  { "", "v1", "resourcequotas", "ResourceQuota", TRUE, "quota", NULL, STATUS },
  { "", "v1", "secrets", "Secret", TRUE, NULL, NULL, 0 },
  { "", "v1", "serviceaccounts", "ServiceAccount", TRUE, "sa", NULL, 0 },
  { "", "v1", "services", "Service", TRUE, "svc", "all", STATUS },
  { "apiregistration.k8s.io", "v1", "apiservices", "APIService", FALSE, NULL, "api-extensions", STATUS },
  { "apps", "v1", "controllerrevisions", "ControllerRevision", TRUE, NULL, NULL, 0 },
  { "apps", "v1", "daemonsets", "DaemonSet", TRUE, "ds", "all", STATUS },
  { "apps", "v1", "deployments", "Deployment", TRUE, "deploy", "all", STATUS | SCALE },
  { "apps", "v1", "replicasets", "ReplicaSet", TRUE, "rs", "all", STATUS | SCALE },
  { "apps", "v1", "statefulsets", "StatefulSet", TRUE, "sts", "all", STATUS | SCALE },
  { "autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", TRUE, "hpa", "all", STATUS },
  { "batch", "v1", "cronjobs", "CronJob", TRUE, "cj", "all", STATUS },
  { "batch", "v1", "jobs", "Job", TRUE, NULL, "all", STATUS },
  { "networking.k8s.io", "v1", "ingressclasses", "IngressClass", FALSE, NULL, NULL, 0 },
  { "networking.k8s.io", "v1", "ingresses", "Ingress", TRUE, "ing", NULL, STATUS },
  { "networking.k8s.io", "v1", "networkpolicies", "NetworkPolicy", TRUE, "netpol", NULL, 0 },
  { "policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", TRUE, "pdb", NULL, STATUS },
  { "rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding", FALSE, NULL, NULL, 0 },
  { "rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", FALSE, NULL, NULL, 0 },
  { "rbac.authorization.k8s.io", "v1", "rolebindings", "RoleBinding", TRUE, NULL, NULL, 0 },
  { "rbac.authorization.k8s.io", "v1", "roles", "Role", TRUE, NULL, NULL, 0 },
  { "storage.k8s.io", "v1", "storageclasses", "StorageClass", FALSE, "sc", NULL, 0 },
  { "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", FALSE, "crd,crds",
    "api-extensions", STATUS },
  { "scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", FALSE, "pc", NULL, 0 },
  { "coordination.k8s.io", "v1", "leases", "Lease", TRUE, NULL, NULL, 0 },
  { "discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", TRUE, NULL, NULL, 0 },
};

/* A namespace is emptied by its deletion: all of them at once is more than the API offers. */
static KinVerbs
get_verbs (const char *plural)
{
  return g_str_equal (plural, "namespaces") ? ALL_VERBS & ~KIN_VERB_DELETE_COLLECTION : ALL_VERBS;
}

static void
add_builtin (KinDemoKinds *self,
             guint         i)
{
  g_auto(GStrv) short_names = g_strsplit (builtin[i].short_names != NULL ? builtin[i].short_names : "", ",", -1);
  const char *categories[] = { builtin[i].category, NULL };
  g_autoptr(KinResource) resource = NULL;
  const KinDemoType *type;

  resource = kin_resource_new_full (builtin[i].group, builtin[i].version, builtin[i].plural, NULL, builtin[i].kind,
                                    builtin[i].namespaced, get_verbs (builtin[i].plural),
                                    (const char * const *) short_names, categories);
  type = kin_demo_schema_find (self->schema, builtin[i].group, builtin[i].version, builtin[i].kind);
  g_ptr_array_add (self->kinds, kin_demo_kind_new (resource, builtin[i].flags, type, NULL));
}

static gboolean
is_custom (KinDemoKind *kind)
{
  return (kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_CUSTOM) != 0;
}

static int
compare_resources (KinResource *a,
                   KinResource *b)
{
  int order = strcmp (kin_resource_get_group (a), kin_resource_get_group (b));

  return order != 0 ? order : strcmp (kin_resource_get_plural (a), kin_resource_get_plural (b));
}

/* Custom kinds stand after the built-in ones, sorted. */
static guint
find_place (KinDemoKinds *self,
            KinResource  *resource)
{
  for (guint i = G_N_ELEMENTS (builtin); i < self->kinds->len; i++)
    {
      KinDemoKind *kind = g_ptr_array_index (self->kinds, i);

      if (compare_resources (kin_demo_kind_get_resource (kind), resource) >= 0)
        return i;
    }

  return self->kinds->len;
}

/* The version that is stored is the one that is served: nothing here could turn one into another. */
static KinJsonValue *
find_stored_version (KinJsonValue *crd)
{
  KinJsonIter iter;
  KinJsonValue *version;

  kin_json_iter_init (&iter, kin_json_get_path (crd, "spec", "versions", NULL));
  while (kin_json_iter_next (&iter, NULL, &version))
    {
      if (kin_json_get_boolean (version, "storage", FALSE) && kin_json_get_string (version, "name") != NULL)
        return version;
    }

  return NULL;
}

static char **
dup_strings (KinJsonValue *array)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  KinJsonIter iter;
  KinJsonValue *value;

  kin_json_iter_init (&iter, array);
  while (kin_json_iter_next (&iter, NULL, &value))
    {
      const char *text = kin_json_value_get_string (value);

      if (text != NULL)
        g_strv_builder_add (builder, text);
    }

  return g_strv_builder_end (builder);
}

static KinDemoKindFlags
get_custom_flags (KinJsonValue *version)
{
  KinDemoKindFlags flags = KIN_DEMO_KIND_CUSTOM;

  if (kin_json_get_path (version, "subresources", "status", NULL) != NULL)
    flags |= KIN_DEMO_KIND_STATUS;
  if (kin_json_get_path (version, "subresources", "scale", NULL) != NULL)
    flags |= KIN_DEMO_KIND_SCALE;

  return flags;
}

static KinResource *
new_custom_resource (KinJsonValue *crd,
                     KinJsonValue *version)
{
  KinJsonValue *spec = kin_json_get (crd, "spec");
  KinJsonValue *names = kin_json_get (spec, "names");
  const char *group = kin_json_get_string (spec, "group");
  const char *plural = kin_json_get_string (names, "plural");
  const char *kind = kin_json_get_string (names, "kind");
  g_auto(GStrv) short_names = dup_strings (kin_json_get (names, "shortNames"));
  g_auto(GStrv) categories = dup_strings (kin_json_get (names, "categories"));

  if (group == NULL || plural == NULL || kind == NULL || version == NULL)
    return NULL;

  return kin_resource_new_full (group, kin_json_get_string (version, "name"), plural,
                                kin_json_get_string (names, "singular"), kind,
                                g_strcmp0 (kin_json_get_string (spec, "scope"), "Namespaced") == 0, ALL_VERBS,
                                (const char * const *) short_names, (const char * const *) categories);
}

static KinJson *
copy_crd (KinJsonValue *crd)
{
  g_autofree char *text = kin_json_value_dup_text (crd);

  return kin_json_parse (text, strlen (text), NULL);
}

static void
place_custom (KinDemoKinds *self,
              KinDemoKind  *kind)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);
  guint i = find_place (self, resource);

  if (i < self->kinds->len &&
      compare_resources (kin_demo_kind_get_resource (g_ptr_array_index (self->kinds, i)), resource) == 0)
    g_ptr_array_remove_index (self->kinds, i);
  g_ptr_array_insert (self->kinds, (int) i, kin_demo_kind_ref (kind));

  g_signal_emit (self, signals[CHANGED], 0);
}

static void
kin_demo_kinds_finalize (GObject *object)
{
  KinDemoKinds *self = KIN_DEMO_KINDS (object);

  g_clear_pointer (&self->kinds, g_ptr_array_unref);
  g_clear_pointer (&self->schema, kin_demo_schema_unref);

  G_OBJECT_CLASS (kin_demo_kinds_parent_class)->finalize (object);
}

static void
kin_demo_kinds_class_init (KinDemoKindsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = kin_demo_kinds_finalize;

  /**
   * KinDemoKinds::changed:
   * @self: the kinds
   *
   * A custom kind came, changed or went.
   */
  signals[CHANGED] = g_signal_new ("changed", KIN_TYPE_DEMO_KINDS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   0);
}

static void
kin_demo_kinds_init (KinDemoKinds *self)
{
  self->kinds = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_demo_kind_unref);
}

/**
 * kin_demo_kinds_new:
 * @schema: the fields of each kind
 *
 * Makes the built-in kinds.
 *
 * Returns: (transfer full): the kinds
 */
KinDemoKinds *
kin_demo_kinds_new (KinDemoSchema *schema)
{
  KinDemoKinds *self;

  g_return_val_if_fail (schema != NULL, NULL);

  self = g_object_new (KIN_TYPE_DEMO_KINDS, NULL);
  self->schema = kin_demo_schema_ref (schema);
  for (guint i = 0; i < G_N_ELEMENTS (builtin); i++)
    add_builtin (self, i);

  return self;
}

/**
 * kin_demo_kinds_find:
 * @self: the kinds
 * @group: a group; empty for the core group
 * @version: a version
 * @plural: the plural name
 *
 * Finds what a path names.
 *
 * Returns: (transfer none) (nullable): the kind, or %NULL
 */
KinDemoKind *
kin_demo_kinds_find (KinDemoKinds *self,
                     const char   *group,
                     const char   *version,
                     const char   *plural)
{
  g_return_val_if_fail (KIN_IS_DEMO_KINDS (self), NULL);
  g_return_val_if_fail (group != NULL && version != NULL && plural != NULL, NULL);

  for (guint i = 0; i < self->kinds->len; i++)
    {
      KinDemoKind *kind = g_ptr_array_index (self->kinds, i);
      KinResource *resource = kin_demo_kind_get_resource (kind);

      if (g_str_equal (kin_resource_get_plural (resource), plural) &&
          g_str_equal (kin_resource_get_group (resource), group) &&
          g_str_equal (kin_resource_get_version (resource), version))
        return kind;
    }

  return NULL;
}

/**
 * kin_demo_kinds_find_kind:
 * @self: the kinds
 * @group: a group; empty for the core group
 * @version: a version
 * @kind: the kind, such as “Deployment”
 *
 * Finds what an object or a reference to one names.
 *
 * Returns: (transfer none) (nullable): the kind, or %NULL
 */
KinDemoKind *
kin_demo_kinds_find_kind (KinDemoKinds *self,
                          const char   *group,
                          const char   *version,
                          const char   *kind)
{
  g_return_val_if_fail (KIN_IS_DEMO_KINDS (self), NULL);
  g_return_val_if_fail (group != NULL && version != NULL && kind != NULL, NULL);

  for (guint i = 0; i < self->kinds->len; i++)
    {
      KinDemoKind *candidate = g_ptr_array_index (self->kinds, i);
      KinResource *resource = kin_demo_kind_get_resource (candidate);

      if (g_str_equal (kin_resource_get_kind (resource), kind) &&
          g_str_equal (kin_resource_get_group (resource), group) &&
          g_str_equal (kin_resource_get_version (resource), version))
        return candidate;
    }

  return NULL;
}

/**
 * kin_demo_kinds_list:
 * @self: the kinds
 *
 * Gets all of them in discovery's order.
 *
 * Returns: (transfer none) (element-type KinDemoKind): the kinds
 */
GPtrArray *
kin_demo_kinds_list (KinDemoKinds *self)
{
  g_return_val_if_fail (KIN_IS_DEMO_KINDS (self), NULL);

  return self->kinds;
}

/**
 * kin_demo_kinds_add_custom:
 * @self: the kinds
 * @crd: a CustomResourceDefinition
 * @error: return location for a #GError
 *
 * Serves what a definition defines, instead of what an older one of the same name did.
 *
 * Returns: whether it could; if not, %KIN_DEMO_ERROR_INVALID is set
 */
gboolean
kin_demo_kinds_add_custom (KinDemoKinds  *self,
                           KinJsonValue  *crd,
                           GError       **error)
{
  g_autoptr(KinResource) resource = NULL;
  g_autoptr(KinDemoKind) kind = NULL;
  KinJsonValue *version;
  const KinDemoType *type;

  g_return_val_if_fail (KIN_IS_DEMO_KINDS (self), FALSE);
  g_return_val_if_fail (crd != NULL, FALSE);

  version = find_stored_version (crd);
  resource = new_custom_resource (crd, version);
  if (resource == NULL)
    {
      g_set_error_literal (error, KIN_DEMO_ERROR, KIN_DEMO_ERROR_INVALID,
                           "a CustomResourceDefinition needs spec.group, spec.names and a version that is stored");
      return FALSE;
    }

  type = kin_demo_schema_add_custom (self->schema, kin_resource_get_group (resource),
                                     kin_resource_get_version (resource), kin_resource_get_kind (resource),
                                     kin_json_get_path (version, "schema", "openAPIV3Schema", NULL));
  kind = kin_demo_kind_new (resource, get_custom_flags (version), type, copy_crd (crd));
  place_custom (self, kind);

  return TRUE;
}

/**
 * kin_demo_kinds_remove_custom:
 * @self: the kinds
 * @crd_name: the name of a CustomResourceDefinition, such as “backups.shop.example”
 *
 * Serves no longer what a definition defined.
 */
void
kin_demo_kinds_remove_custom (KinDemoKinds *self,
                              const char   *crd_name)
{
  g_return_if_fail (KIN_IS_DEMO_KINDS (self));
  g_return_if_fail (crd_name != NULL);

  for (guint i = G_N_ELEMENTS (builtin); i < self->kinds->len; i++)
    {
      KinDemoKind *kind = g_ptr_array_index (self->kinds, i);

      if (is_custom (kind) && g_str_equal (kin_demo_kind_get_id (kind), crd_name))
        {
          g_ptr_array_remove_index (self->kinds, i);
          g_signal_emit (self, signals[CHANGED], 0);
          return;
        }
    }
}
