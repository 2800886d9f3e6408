/* kin-demo-strategy.c: what the API server sees to in objects of some kinds: namespaces, pods, secrets, services.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-strategy.h"

#include "demo/kin-demo-addresses.h"
#include "demo/kin-demo-admission.h"
#include "demo/kin-demo-type.h"
#include "object/kin-quantity.h"

/* How long a pod stays on a node that is gone. */
#define TOLERATION_SECONDS 300

static gboolean
is_kind (KinDemoKind *kind,
         const char  *id)
{
  return g_str_equal (kin_demo_kind_get_id (kind), id);
}

static void
encode_string_data (KinDemoDraft   *draft,
                    yyjson_mut_val *secret)
{
  yyjson_mut_val *strings = kin_demo_get (secret, "stringData", NULL);
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (strings, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      yyjson_mut_val *value = yyjson_mut_obj_iter_get_val (key);
      g_autofree char *encoded = NULL;

      if (!yyjson_mut_is_str (value))
        continue;

      encoded = g_base64_encode ((const guchar *) yyjson_mut_get_str (value), yyjson_mut_get_len (value));
      kin_demo_set_string (draft, kin_demo_ensure_object (draft, secret, "data", NULL), yyjson_mut_get_str (key),
                           encoded);
    }

  kin_demo_remove (secret, "stringData");
}

static void
label_namespace (KinDemoDraft   *draft,
                 yyjson_mut_val *namespace_)
{
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, namespace_, "metadata", "labels", NULL),
                       "kubernetes.io/metadata.name", kin_demo_get_string (namespace_, "metadata", "name", NULL));
}

static void
begin_namespace (KinDemoDraft   *draft,
                 yyjson_mut_val *namespace_)
{
  yyjson_mut_val *finalizers = kin_demo_ensure_array (draft, kin_demo_ensure_object (draft, namespace_, "spec", NULL),
                                                      "finalizers");

  yyjson_mut_arr_clear (finalizers);
  yyjson_mut_arr_add_str (draft, finalizers, "kubernetes");
  kin_demo_set_string (draft, kin_demo_ensure_object (draft, namespace_, "status", NULL), "phase", "Active");
}

static gboolean
is_set (yyjson_mut_val *quantities,
        const char     *name)
{
  return kin_demo_get (quantities, name, NULL) != NULL;
}

static gboolean
is_same_quantity (yyjson_mut_val *limits,
                  yyjson_mut_val *requests,
                  const char     *name)
{
  double limit;
  double request;
  const char *limit_text = kin_demo_get_string (limits, name, NULL);
  const char *request_text = kin_demo_get_string (requests, name, NULL);

  if (limit_text == NULL)
    return yyjson_mut_equals (kin_demo_get (limits, name, NULL), kin_demo_get (requests, name, NULL));

  return kin_quantity_parse (limit_text, &limit) && kin_quantity_parse (request_text, &request) &&
         ABS (limit - request) < 1e-9;
}

/* Guaranteed: each container has limits of both, and requests just that. */
static const char *
find_qos_class (yyjson_mut_val *pod)
{
  gboolean guaranteed = TRUE;
  gboolean best_effort = TRUE;
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *container;

  yyjson_mut_arr_iter_init (kin_demo_get (pod, "spec", "containers", NULL), &iter);
  while ((container = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      yyjson_mut_val *limits = kin_demo_get (container, "resources", "limits", NULL);
      yyjson_mut_val *requests = kin_demo_get (container, "resources", "requests", NULL);

      if (is_set (limits, "cpu") || is_set (limits, "memory") || is_set (requests, "cpu") ||
          is_set (requests, "memory"))
        best_effort = FALSE;
      if (!is_set (limits, "cpu") || !is_set (limits, "memory") || !is_same_quantity (limits, requests, "cpu") ||
          !is_same_quantity (limits, requests, "memory"))
        guaranteed = FALSE;
    }

  return best_effort ? "BestEffort" : guaranteed ? "Guaranteed" : "Burstable";
}

static gboolean
tolerates (yyjson_mut_val *tolerations,
           const char     *key)
{
  yyjson_mut_arr_iter iter;
  yyjson_mut_val *toleration;

  yyjson_mut_arr_iter_init (tolerations, &iter);
  while ((toleration = yyjson_mut_arr_iter_next (&iter)) != NULL)
    {
      const char *own = kin_demo_get_string (toleration, "key", NULL);

      if (own == NULL || g_str_equal (own, key))
        return TRUE;
    }

  return FALSE;
}

static void
add_toleration (KinDemoDraft   *draft,
                yyjson_mut_val *spec,
                const char     *key)
{
  yyjson_mut_val *tolerations = kin_demo_ensure_array (draft, spec, "tolerations");
  yyjson_mut_val *toleration;

  if (tolerates (tolerations, key))
    return;

  toleration = yyjson_mut_arr_add_obj (draft, tolerations);
  kin_demo_set_string (draft, toleration, "key", key);
  kin_demo_set_string (draft, toleration, "operator", "Exists");
  kin_demo_set_string (draft, toleration, "effect", "NoExecute");
  kin_demo_set_integer (draft, toleration, "tolerationSeconds", TOLERATION_SECONDS);
}

static void
admit_pod (KinDemoDraft   *draft,
           yyjson_mut_val *pod)
{
  yyjson_mut_val *spec = kin_demo_ensure_object (draft, pod, "spec", NULL);
  yyjson_mut_val *status = kin_demo_ensure_object (draft, pod, "status", NULL);

  if (kin_demo_get_string (spec, "serviceAccountName", NULL) == NULL)
    kin_demo_set_string (draft, spec, "serviceAccountName", "default");
  kin_demo_set_string (draft, spec, "serviceAccount", kin_demo_get_string (spec, "serviceAccountName", NULL));
  add_toleration (draft, spec, "node.kubernetes.io/not-ready");
  add_toleration (draft, spec, "node.kubernetes.io/unreachable");
  if (kin_demo_get (spec, "priority", NULL) == NULL)
    kin_demo_set_integer (draft, spec, "priority", 0);
  if (kin_demo_get (spec, "preemptionPolicy", NULL) == NULL)
    kin_demo_set_string (draft, spec, "preemptionPolicy", "PreemptLowerPriority");

  kin_demo_set_string (draft, status, "phase", "Pending");
  kin_demo_set_string (draft, status, "qosClass", find_qos_class (pod));
}

/* What the schema says of a status that nothing is known of yet. */
static void
begin_status (KinDemoKind    *kind,
              KinDemoDraft   *draft,
              yyjson_mut_val *root)
{
  const KinDemoType *type = kin_demo_type_get_member (kin_demo_kind_get_type_ (kind), "status");

  kin_demo_type_fill_defaults (type, draft, kin_demo_ensure_object (draft, root, "status", NULL));
}

/* Replaces the draft by the old state with a few members of the draft's metadata. */
static yyjson_mut_val *
begin_with_old (KinDemoDraft       *draft,
                yyjson_mut_val     *old,
                const char * const *taken)
{
  yyjson_mut_val *metadata = kin_demo_get (yyjson_mut_doc_get_root (draft), "metadata", NULL);
  yyjson_mut_val *kept = yyjson_mut_val_mut_copy (draft, old);
  yyjson_mut_val *kept_metadata = kin_demo_ensure_object (draft, kept, "metadata", NULL);

  for (guint i = 0; taken[i] != NULL; i++)
    kin_demo_set_copy (draft, kept_metadata, taken[i], kin_demo_get (metadata, taken[i], NULL));
  yyjson_mut_doc_set_root (draft, kept);

  return kept;
}

/* Labels stay: who writes a status does not label the object. */
static void
keep_all_but_status (KinDemoDraft   *draft,
                     yyjson_mut_val *root,
                     yyjson_mut_val *old)
{
  static const char * const taken[] = { "annotations", "finalizers", "managedFields", NULL };
  yyjson_mut_val *kept = begin_with_old (draft, old, taken);

  kin_demo_set_copy (draft, kept, "status", kin_demo_get (root, "status", NULL));
}

static void
keep_all_but_finalizers (KinDemoDraft   *draft,
                         yyjson_mut_val *root,
                         yyjson_mut_val *old)
{
  static const char * const taken[] = { "finalizers", "managedFields", NULL };
  yyjson_mut_val *kept = begin_with_old (draft, old, taken);

  kin_demo_set_copy (draft, kin_demo_ensure_object (draft, kept, "spec", NULL), "finalizers",
                     kin_demo_get (root, "spec", "finalizers", NULL));
}

/**
 * kin_demo_strategy_normalize:
 * @kind: a kind
 * @draft: what was sent, with defaults
 *
 * Brings an object into the form in which it is stored, before it is asked whose fields are whose.
 */
void
kin_demo_strategy_normalize (KinDemoKind  *kind,
                             KinDemoDraft *draft)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);

  if (is_kind (kind, "secrets"))
    encode_string_data (draft, root);
  else if (is_kind (kind, "namespaces"))
    label_namespace (draft, root);
}

/**
 * kin_demo_strategy_prepare_create:
 * @world: a world
 * @kind: a kind
 * @draft: a new object
 *
 * Gives it what only the server gives.
 */
void
kin_demo_strategy_prepare_create (KinDemoWorld *world,
                                  KinDemoKind  *kind,
                                  KinDemoDraft *draft)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);

  if ((kin_demo_kind_get_flags (kind) & (KIN_DEMO_KIND_STATUS | KIN_DEMO_KIND_CUSTOM)) == KIN_DEMO_KIND_STATUS)
    begin_status (kind, draft, root);

  if (is_kind (kind, "namespaces"))
    begin_namespace (draft, root);
  else if (is_kind (kind, "pods"))
    admit_pod (draft, root);
  else if (is_kind (kind, "services"))
    kin_demo_addresses_allot (world, kind, draft, NULL);
  else if (is_kind (kind, "persistentvolumeclaims") || is_kind (kind, "persistentvolumes"))
    kin_demo_set_string (draft, kin_demo_get (root, "status", NULL), "phase", "Pending");

  kin_demo_admission_admit (world, kind, draft);
}

/**
 * kin_demo_strategy_keep_rest:
 * @kind: a kind
 * @draft: the new state of an object
 * @old: the old one
 * @subresource: (nullable): what is written
 *
 * Takes from the old state all that is not written in this way: a status with the object, the object with its status.
 */
void
kin_demo_strategy_keep_rest (KinDemoKind    *kind,
                             KinDemoDraft   *draft,
                             yyjson_mut_val *old,
                             const char     *subresource)
{
  yyjson_mut_val *root = yyjson_mut_doc_get_root (draft);

  if (g_strcmp0 (subresource, "status") == 0)
    {
      keep_all_but_status (draft, root, old);
      return;
    }
  if (g_strcmp0 (subresource, "finalize") == 0)
    {
      keep_all_but_finalizers (draft, root, old);
      return;
    }

  if (kin_demo_kind_get_flags (kind) & KIN_DEMO_KIND_STATUS)
    kin_demo_set_copy (draft, root, "status", kin_demo_get (old, "status", NULL));
  if (is_kind (kind, "namespaces"))
    kin_demo_set_copy (draft, root, "spec", kin_demo_get (old, "spec", NULL));
}

/**
 * kin_demo_strategy_prepare_update:
 * @world: a world
 * @kind: a kind
 * @draft: the new state of an object
 * @old: the old one
 *
 * Gives it what only the server gives.
 */
void
kin_demo_strategy_prepare_update (KinDemoWorld   *world,
                                  KinDemoKind    *kind,
                                  KinDemoDraft   *draft,
                                  yyjson_mut_val *old)
{
  if (is_kind (kind, "services"))
    kin_demo_addresses_allot (world, kind, draft, old);
}
