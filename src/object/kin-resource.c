/* kin-resource.c: one resource of the API: what discovery tells of it, and where it is found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "object/kin-resource.h"

#include <string.h>

#define ALL_VERBS                                                                                                      \
  (KIN_VERB_GET | KIN_VERB_LIST | KIN_VERB_WATCH | KIN_VERB_CREATE | KIN_VERB_UPDATE | KIN_VERB_PATCH |                \
   KIN_VERB_DELETE | KIN_VERB_DELETE_COLLECTION)

struct _KinResource
{
  int ref_count;
  gboolean namespaced;
  KinVerbs verbs;
  char *group;
  char *version;
  char *plural;
  char *singular;
  char *kind;
  char *api_version;
  char *id;
  char **short_names;
  char **categories;
};

/* What a server without discovery is asked for, in the order of a cluster's own discovery. */
static const struct
{
  const char *group;
  const char *version;
  const char *plural;
  const char *kind;
  gboolean namespaced;
  const char *short_name;
} builtin[] = {
  { "", "v1", "configmaps", "ConfigMap", TRUE, "cm" },
  { "", "v1", "endpoints", "Endpoints", TRUE, "ep" },
  { "", "v1", "events", "Event", TRUE, "ev" },
  { "", "v1", "limitranges", "LimitRange", TRUE, "limits" },
  { "", "v1", "namespaces", "Namespace", FALSE, "ns" },
  { "", "v1", "nodes", "Node", FALSE, "no" },
  { "", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", TRUE, "pvc" },
  { "", "v1", "persistentvolumes", "PersistentVolume", FALSE, "pv" },
  { "", "v1", "pods", "Pod", TRUE, "po" },
  { "", "v1", "replicationcontrollers", "ReplicationController", TRUE, "rc" },
  { "", "v1", "resourcequotas", "ResourceQuota", TRUE, "quota" },
  { "", "v1", "secrets", "Secret", TRUE, NULL },
  { "", "v1", "serviceaccounts", "ServiceAccount", TRUE, "sa" },
  { "", "v1", "services", "Service", TRUE, "svc" },
  { "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", FALSE, "crd" },
  { "apps", "v1", "controllerrevisions", "ControllerRevision", TRUE, NULL },
  { "apps", "v1", "daemonsets", "DaemonSet", TRUE, "ds" },
  { "apps", "v1", "deployments", "Deployment", TRUE, "deploy" },
  { "apps", "v1", "replicasets", "ReplicaSet", TRUE, "rs" },
  { "apps", "v1", "statefulsets", "StatefulSet", TRUE, "sts" },
  { "autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", TRUE, "hpa" },
  { "batch", "v1", "cronjobs", "CronJob", TRUE, "cj" },
  { "batch", "v1", "jobs", "Job", TRUE, NULL },
  { "coordination.k8s.io", "v1", "leases", "Lease", TRUE, NULL },
  { "discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", TRUE, NULL },
  { "networking.k8s.io", "v1", "ingressclasses", "IngressClass", FALSE, NULL },
  { "networking.k8s.io", "v1", "ingresses", "Ingress", TRUE, "ing" },
  { "networking.k8s.io", "v1", "networkpolicies", "NetworkPolicy", TRUE, "netpol" },
  { "policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", TRUE, "pdb" },
  { "rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding", FALSE, NULL },
  { "rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", FALSE, NULL },
  { "rbac.authorization.k8s.io", "v1", "rolebindings", "RoleBinding", TRUE, NULL },
  { "rbac.authorization.k8s.io", "v1", "roles", "Role", TRUE, NULL },
  { "scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", FALSE, "pc" },
  { "storage.k8s.io", "v1", "storageclasses", "StorageClass", FALSE, "sc" },
};

/* How well a name fits. kubectl, too, takes a plural before what is merely short for something. */
typedef enum
{
  FIT_NONE,
  FIT_SHORT,
  FIT_SINGULAR,
  FIT_PLURAL,
} Fit;

static char *
join_unless_empty (const char *first,
                   const char *separator,
                   const char *second)
{
  return *first == '\0' ? g_strdup (second) : g_strconcat (first, separator, second, NULL);
}

static void
append_segment (GString    *path,
                const char *segment)
{
  g_string_append_c (path, '/');
  g_string_append_uri_escaped (path, segment, G_URI_RESERVED_CHARS_ALLOWED_IN_PATH_ELEMENT, FALSE);
}

static gboolean
is_one_of (char       **names,
           const char  *name)
{
  return names != NULL && g_strv_contains ((const char * const *) names, name);
}

static Fit
fit_name (const KinResource *self,
          const char        *name)
{
  if (g_ascii_strcasecmp (self->plural, name) == 0)
    return FIT_PLURAL;
  if (g_ascii_strcasecmp (self->singular, name) == 0 || g_ascii_strcasecmp (self->kind, name) == 0)
    return FIT_SINGULAR;

  return is_one_of (self->short_names, name) ? FIT_SHORT : FIT_NONE;
}

/* "apps", "v1.apps", and "v1" of the core group: what may follow the first dot. */
static gboolean
fits_qualifier (const KinResource *self,
                const char        *qualifier)
{
  g_autofree char *versioned = g_strconcat (self->version, *self->group != '\0' ? "." : "", self->group, NULL);

  return g_str_equal (qualifier, versioned) || (*self->group != '\0' && g_str_equal (qualifier, self->group));
}

static Fit
fit_typed (const KinResource *self,
           const char        *typed)
{
  const char *slash = strrchr (typed, '/');
  const char *dot;
  g_autofree char *head = NULL;

  if (slash != NULL)
    {
      head = g_strndup (typed, (gsize) (slash - typed));
      return g_str_equal (head, self->api_version) ? fit_name (self, slash + 1) : FIT_NONE;
    }

  dot = strchr (typed, '.');
  if (dot == NULL)
    return fit_name (self, typed);

  head = g_strndup (typed, (gsize) (dot - typed));

  return fits_qualifier (self, dot + 1) ? fit_name (self, head) : FIT_NONE;
}

/**
 * kin_resource_new:
 * @group: the group; empty for the core group
 * @version: the version
 * @plural: the plural name, as in paths
 * @kind: the kind
 * @namespaced: whether its objects are in namespaces
 *
 * Makes a resource with all verbs.
 *
 * Returns: (transfer full): a resource
 */
KinResource *
kin_resource_new (const char *group,
                  const char *version,
                  const char *plural,
                  const char *kind,
                  gboolean    namespaced)
{
  return kin_resource_new_full (group, version, plural, NULL, kind, namespaced, ALL_VERBS, NULL, NULL);
}

/**
 * kin_resource_new_full:
 * @group: the group; empty for the core group
 * @version: the version
 * @plural: the plural name, as in paths
 * @singular: (nullable): the singular name; by default the kind in small letters
 * @kind: the kind
 * @namespaced: whether its objects are in namespaces
 * @verbs: what the server lets one do
 * @short_names: (nullable) (array zero-terminated=1): what people type
 * @categories: (nullable) (array zero-terminated=1): such as “all”
 *
 * Makes a resource from what discovery tells.
 *
 * Returns: (transfer full): a resource
 */
KinResource *
kin_resource_new_full (const char         *group,
                       const char         *version,
                       const char         *plural,
                       const char         *singular,
                       const char         *kind,
                       gboolean            namespaced,
                       KinVerbs            verbs,
                       const char * const *short_names,
                       const char * const *categories)
{
  static const char * const none[] = { NULL };
  KinResource *self;

  g_return_val_if_fail (group != NULL && version != NULL, NULL);
  g_return_val_if_fail (plural != NULL && kind != NULL, NULL);

  self = g_new0 (KinResource, 1);
  self->ref_count = 1;
  self->group = g_strdup (group);
  self->version = g_strdup (version);
  self->plural = g_strdup (plural);
  self->singular = singular != NULL && *singular != '\0' ? g_strdup (singular) : g_ascii_strdown (kind, -1);
  self->kind = g_strdup (kind);
  self->api_version = join_unless_empty (group, "/", version);
  self->id = *group == '\0' ? g_strdup (plural) : g_strconcat (plural, ".", group, NULL);
  self->namespaced = namespaced;
  self->verbs = verbs;
  self->short_names = g_strdupv ((char **) (short_names != NULL ? short_names : none));
  self->categories = g_strdupv ((char **) (categories != NULL ? categories : none));

  return self;
}

/**
 * kin_resource_ref:
 * @self: a resource
 *
 * Takes a reference, from any thread.
 *
 * Returns: (transfer full): @self
 */
KinResource *
kin_resource_ref (KinResource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_int_inc (&self->ref_count);

  return self;
}

/**
 * kin_resource_unref:
 * @self: (transfer full): a resource
 *
 * Gives a reference back, from any thread.
 */
void
kin_resource_unref (KinResource *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;

  g_free (self->group);
  g_free (self->version);
  g_free (self->plural);
  g_free (self->singular);
  g_free (self->kind);
  g_free (self->api_version);
  g_free (self->id);
  g_strfreev (self->short_names);
  g_strfreev (self->categories);
  g_free (self);
}

/**
 * kin_resource_get_group:
 * @self: a resource
 *
 * Gets the group.
 *
 * Returns: (transfer none): the group; empty for the core group
 */
const char *
kin_resource_get_group (const KinResource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->group;
}

/**
 * kin_resource_get_version:
 * @self: a resource
 *
 * Gets the version.
 *
 * Returns: (transfer none): the version, such as “v1”
 */
const char *
kin_resource_get_version (const KinResource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->version;
}

/**
 * kin_resource_get_plural:
 * @self: a resource
 *
 * Gets the plural name.
 *
 * Returns: (transfer none): the name, such as “deployments”
 */
const char *
kin_resource_get_plural (const KinResource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->plural;
}

/**
 * kin_resource_get_singular:
 * @self: a resource
 *
 * Gets the singular name.
 *
 * Returns: (transfer none): the name, such as “deployment”
 */
const char *
kin_resource_get_singular (const KinResource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->singular;
}

/**
 * kin_resource_get_kind:
 * @self: a resource
 *
 * Gets the kind of its objects.
 *
 * Returns: (transfer none): the kind, such as “Deployment”
 */
const char *
kin_resource_get_kind (const KinResource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->kind;
}

/**
 * kin_resource_get_api_version:
 * @self: a resource
 *
 * Gets group and version as objects name them.
 *
 * Returns: (transfer none): “apps/v1”, or “v1” in the core group
 */
const char *
kin_resource_get_api_version (const KinResource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->api_version;
}

/**
 * kin_resource_get_id:
 * @self: a resource
 *
 * Gets the name that kubectl prints.
 *
 * Returns: (transfer none): “deployments.apps”, or “pods” in the core group
 */
const char *
kin_resource_get_id (const KinResource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->id;
}

/**
 * kin_resource_get_namespaced:
 * @self: a resource
 *
 * Tells whether its objects are in namespaces.
 *
 * Returns: whether they are
 */
gboolean
kin_resource_get_namespaced (const KinResource *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->namespaced;
}

/**
 * kin_resource_get_verbs:
 * @self: a resource
 *
 * Gets what the server offers to do with it.
 *
 * Returns: the verbs
 */
KinVerbs
kin_resource_get_verbs (const KinResource *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->verbs;
}

/**
 * kin_resource_get_short_names:
 * @self: a resource
 *
 * Gets what people type for it.
 *
 * Returns: (transfer none) (array zero-terminated=1): the names
 */
const char * const *
kin_resource_get_short_names (const KinResource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (const char * const *) self->short_names;
}

/**
 * kin_resource_get_categories:
 * @self: a resource
 *
 * Gets the groups of kinds it belongs to, such as “all”.
 *
 * Returns: (transfer none) (array zero-terminated=1): the names
 */
const char * const *
kin_resource_get_categories (const KinResource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (const char * const *) self->categories;
}

/**
 * kin_resource_dup_path:
 * @self: a resource
 * @namespace_: (nullable): a namespace; %NULL for all, or for what is in none
 * @name: (nullable): an object; %NULL for all
 * @subresource: (nullable): such as “scale”
 *
 * Puts a path together, each segment escaped exactly once.
 *
 * Returns: (transfer full): such as “/apis/apps/v1/namespaces/shop/deployments/checkout/scale”
 */
char *
kin_resource_dup_path (const KinResource *self,
                       const char        *namespace_,
                       const char        *name,
                       const char        *subresource)
{
  GString *path;

  g_return_val_if_fail (self != NULL, NULL);

  path = g_string_new (*self->group == '\0' ? "/api" : "/apis");
  if (*self->group != '\0')
    append_segment (path, self->group);
  append_segment (path, self->version);

  if (namespace_ != NULL)
    {
      g_string_append (path, "/namespaces");
      append_segment (path, namespace_);
    }

  append_segment (path, self->plural);
  if (name != NULL)
    append_segment (path, name);
  if (subresource != NULL)
    append_segment (path, subresource);

  return g_string_free (path, FALSE);
}

/**
 * kin_resource_equal:
 * @a: a resource
 * @b: another
 *
 * Tells whether both are the same resource of the same version.
 *
 * Returns: whether group, version and plural are equal
 */
gboolean
kin_resource_equal (const KinResource *a,
                    const KinResource *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return g_str_equal (a->id, b->id) && g_str_equal (a->version, b->version);
}

/**
 * kin_resource_hash:
 * @self: a resource
 *
 * Makes a key for hash tables.
 *
 * Returns: equal for equal resources
 */
guint
kin_resource_hash (const KinResource *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return g_str_hash (self->id) ^ g_str_hash (self->version);
}

/**
 * kin_resource_list_builtin:
 *
 * Lists what every cluster has, for servers without discovery.
 *
 * Returns: (transfer full) (element-type KinResource): the resources
 */
GPtrArray *
kin_resource_list_builtin (void)
{
  GPtrArray *resources = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_resource_unref);

  for (guint i = 0; i < G_N_ELEMENTS (builtin); i++)
    {
      const char *short_names[] = { builtin[i].short_name, NULL };

      g_ptr_array_add (resources,
                       kin_resource_new_full (builtin[i].group, builtin[i].version, builtin[i].plural, NULL,
                                              builtin[i].kind, builtin[i].namespaced, ALL_VERBS, short_names, NULL));
    }

  return resources;
}

/**
 * kin_resource_match:
 * @candidates: (element-type KinResource): what there is, preferred first
 * @typed: what a person typed: “pods”, “po”, “Pod”, “deployments.apps”, “deployments.v1.apps”, “apps/v1/deployments”
 *
 * Finds what a person means.
 *
 * Returns: (transfer none) (nullable): the resource, or %NULL if there is none
 */
KinResource *
kin_resource_match (GPtrArray  *candidates,
                    const char *typed)
{
  KinResource *best = NULL;
  Fit best_fit = FIT_NONE;

  g_return_val_if_fail (candidates != NULL, NULL);
  g_return_val_if_fail (typed != NULL, NULL);

  for (guint i = 0; i < candidates->len; i++)
    {
      Fit fit = fit_typed (candidates->pdata[i], typed);

      if (fit > best_fit)
        {
          best = candidates->pdata[i];
          best_fit = fit;
        }
    }

  return best;
}
