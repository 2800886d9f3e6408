/* kin-demo-type-defaults.c: fills in what a person left out, as the API server does before it stores an object.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-type.h"

#include <string.h>

#include "demo/kin-demo-type-private.h"

typedef void (*Rule) (KinDemoDraft   *draft,
                      yyjson_mut_val *object);

static void fill (const KinDemoType *type,
                  KinDemoDraft      *draft,
                  yyjson_mut_val    *value);

/* An empty string is what the API server sees where nothing was given. */
static gboolean
is_unset (yyjson_mut_val *value)
{
  return value == NULL || yyjson_mut_is_null (value) || (yyjson_mut_is_str (value) && yyjson_mut_get_len (value) == 0);
}

static void
copy_member (KinDemoDraft   *draft,
             yyjson_mut_val *object,
             const char     *name,
             yyjson_mut_val *value)
{
  kin_demo_set (draft, object, name, yyjson_mut_val_mut_copy (draft, value));
}

/* "latest" is what an image without a tag means; one with a digest has been chosen for good. */
static const char *
find_pull_policy (const char *image)
{
  const char *slash = image != NULL ? strrchr (image, '/') : NULL;
  const char *name = slash != NULL ? slash + 1 : image;
  const char *tag;

  if (name == NULL || *name == '\0' || strchr (name, '@') != NULL)
    return "IfNotPresent";

  tag = strchr (name, ':');

  return tag == NULL || g_str_equal (tag, ":latest") ? "Always" : "IfNotPresent";
}

static void
fill_container (KinDemoDraft   *draft,
                yyjson_mut_val *container)
{
  if (is_unset (kin_demo_get (container, "imagePullPolicy", NULL)))
    kin_demo_set_string (draft, container, "imagePullPolicy",
                         find_pull_policy (kin_demo_get_string (container, "image", NULL)));
}

static void
fill_image_volume (KinDemoDraft   *draft,
                   yyjson_mut_val *volume)
{
  if (is_unset (kin_demo_get (volume, "pullPolicy", NULL)))
    kin_demo_set_string (draft, volume, "pullPolicy",
                         find_pull_policy (kin_demo_get_string (volume, "reference", NULL)));
}

/* A volume that says nothing of where its files are has them nowhere but in the pod. */
static void
fill_volume (KinDemoDraft   *draft,
             yyjson_mut_val *volume)
{
  if (yyjson_mut_obj_size (volume) == (yyjson_mut_obj_get (volume, "name") != NULL ? 1 : 0))
    kin_demo_ensure_object (draft, volume, "emptyDir", NULL);
}

static void
copy_missing (KinDemoDraft   *draft,
              yyjson_mut_val *from,
              yyjson_mut_val *to)
{
  yyjson_mut_obj_iter iter;
  yyjson_mut_val *key;

  yyjson_mut_obj_iter_init (from, &iter);
  while ((key = yyjson_mut_obj_iter_next (&iter)) != NULL)
    {
      if (yyjson_mut_obj_get (to, yyjson_mut_get_str (key)) == NULL)
        copy_member (draft, to, yyjson_mut_get_str (key), yyjson_mut_obj_iter_get_val (key));
    }
}

static void
fill_host_ports (KinDemoDraft   *draft,
                 yyjson_mut_val *container)
{
  yyjson_mut_val *ports = kin_demo_get (container, "ports", NULL);
  yyjson_mut_val *port;
  size_t i, n;

  yyjson_mut_arr_foreach (ports, i, n, port)
    {
      yyjson_mut_val *number = kin_demo_get (port, "containerPort", NULL);

      if (number != NULL && kin_demo_get_integer (port, 0, "hostPort", NULL) == 0)
        copy_member (draft, port, "hostPort", number);
    }
}

/* What holds for pods, and not for the templates of pods. */
static void
fill_containers_of_pod (KinDemoDraft   *draft,
                        yyjson_mut_val *spec,
                        const char     *name)
{
  yyjson_mut_val *containers = kin_demo_get (spec, name, NULL);
  yyjson_mut_val *container;
  size_t i, n;

  yyjson_mut_arr_foreach (containers, i, n, container)
    {
      yyjson_mut_val *limits = kin_demo_get (container, "resources", "limits", NULL);

      if (yyjson_mut_obj_size (limits) > 0)
        copy_missing (draft, limits, kin_demo_ensure_object (draft, container, "resources", "requests", NULL));
      if (kin_demo_get_boolean (spec, FALSE, "hostNetwork", NULL))
        fill_host_ports (draft, container);
    }
}

static void
fill_pod (KinDemoDraft   *draft,
          yyjson_mut_val *pod)
{
  yyjson_mut_val *spec = kin_demo_ensure_object (draft, pod, "spec", NULL);

  fill_containers_of_pod (draft, spec, "containers");
  fill_containers_of_pod (draft, spec, "initContainers");
  if (is_unset (kin_demo_get (spec, "enableServiceLinks", NULL)))
    kin_demo_set_boolean (draft, spec, "enableServiceLinks", TRUE);
}

static void
fill_job (KinDemoDraft   *draft,
          yyjson_mut_val *job)
{
  yyjson_mut_val *labels = kin_demo_get (job, "spec", "template", "metadata", "labels", NULL);

  if (labels != NULL && yyjson_mut_obj_size (kin_demo_get (job, "metadata", "labels", NULL)) == 0)
    copy_member (draft, kin_demo_ensure_object (draft, job, "metadata", NULL), "labels", labels);
}

static void
fill_replication_controller (KinDemoDraft   *draft,
                             yyjson_mut_val *controller)
{
  yyjson_mut_val *labels = kin_demo_get (controller, "spec", "template", "metadata", "labels", NULL);

  fill_job (draft, controller);
  if (labels != NULL && yyjson_mut_obj_size (kin_demo_get (controller, "spec", "selector", NULL)) == 0)
    copy_member (draft, kin_demo_get (controller, "spec", NULL), "selector", labels);
}

static void
fill_namespace (KinDemoDraft   *draft,
                yyjson_mut_val *namespace_)
{
  const char *name = kin_demo_get_string (namespace_, "metadata", "name", NULL);

  if (name != NULL)
    kin_demo_set_string (draft, kin_demo_ensure_object (draft, namespace_, "metadata", "labels", NULL),
                         "kubernetes.io/metadata.name", name);
}

static void
fill_node_status (KinDemoDraft   *draft,
                  yyjson_mut_val *status)
{
  yyjson_mut_val *capacity = kin_demo_get (status, "capacity", NULL);

  if (capacity != NULL && kin_demo_get (status, "allocatable", NULL) == NULL)
    copy_member (draft, status, "allocatable", capacity);
}

static void
fill_limit_range (KinDemoDraft   *draft,
                  yyjson_mut_val *limit)
{
  yyjson_mut_val *limits;
  yyjson_mut_val *requests;

  if (g_strcmp0 (kin_demo_get_string (limit, "type", NULL), "Container") != 0)
    return;

  limits = kin_demo_ensure_object (draft, limit, "default", NULL);
  requests = kin_demo_ensure_object (draft, limit, "defaultRequest", NULL);
  copy_missing (draft, kin_demo_get (limit, "max", NULL), limits);
  copy_missing (draft, limits, requests);
  copy_missing (draft, kin_demo_get (limit, "min", NULL), requests);
}

static void
fill_network_policy (KinDemoDraft   *draft,
                     yyjson_mut_val *spec)
{
  yyjson_mut_val *types = kin_demo_ensure_array (draft, spec, "policyTypes");

  if (yyjson_mut_arr_size (types) > 0)
    return;

  yyjson_mut_arr_add_str (draft, types, "Ingress");
  if (yyjson_mut_arr_size (kin_demo_get (spec, "egress", NULL)) > 0)
    yyjson_mut_arr_add_str (draft, types, "Egress");
}

static void
fill_subject (KinDemoDraft   *draft,
              yyjson_mut_val *subject)
{
  const char *kind = kin_demo_get_string (subject, "kind", NULL);

  if (is_unset (kin_demo_get (subject, "apiGroup", NULL)) &&
      (g_strcmp0 (kind, "User") == 0 || g_strcmp0 (kind, "Group") == 0))
    kin_demo_set_string (draft, subject, "apiGroup", "rbac.authorization.k8s.io");
}

static void
fill_names (KinDemoDraft   *draft,
            yyjson_mut_val *names)
{
  const char *kind = kin_demo_get_string (names, "kind", NULL);
  g_autofree char *singular = kind != NULL ? g_ascii_strdown (kind, -1) : NULL;
  g_autofree char *list_kind = kind != NULL ? g_strconcat (kind, "List", NULL) : NULL;

  if (kind == NULL)
    return;

  if (is_unset (kin_demo_get (names, "singular", NULL)))
    kin_demo_set_string (draft, names, "singular", singular);
  if (is_unset (kin_demo_get (names, "listKind", NULL)))
    kin_demo_set_string (draft, names, "listKind", list_kind);
}

static void
fill_custom_resource_definition (KinDemoDraft   *draft,
                                 yyjson_mut_val *definition)
{
  yyjson_mut_val *versions = kin_demo_get (definition, "spec", "versions", NULL);
  yyjson_mut_val *stored =
    kin_demo_ensure_array (draft, kin_demo_ensure_object (draft, definition, "status", NULL), "storedVersions");
  yyjson_mut_val *version;
  size_t i, n;

  fill_names (draft, kin_demo_ensure_object (draft, definition, "spec", "names", NULL));

  yyjson_mut_arr_foreach (versions, i, n, version)
    {
      const char *name = kin_demo_get_string (version, "name", NULL);

      if (name != NULL && yyjson_mut_arr_size (stored) == 0 && kin_demo_get_boolean (version, FALSE, "storage", NULL))
        yyjson_mut_arr_add_strcpy (draft, stored, name);
    }
}

static void
copy_missing_text (KinDemoDraft   *draft,
                   const char     *json,
                   yyjson_mut_val *object)
{
  yyjson_doc *document = yyjson_read (json, strlen (json), YYJSON_READ_NOFLAG);
  yyjson_mut_val *from = yyjson_val_mut_copy (draft, yyjson_doc_get_root (document));

  copy_missing (draft, from, object);
  yyjson_doc_free (document);
}

/* Whoever says something about scaling gets the rest of the rules, in both directions. */
static void
fill_scaling (KinDemoDraft   *draft,
              yyjson_mut_val *behavior)
{
  copy_missing_text (draft,
                     "{\"stabilizationWindowSeconds\":0,\"selectPolicy\":\"Max\",\"policies\":["
                     "{\"type\":\"Pods\",\"value\":4,\"periodSeconds\":15},"
                     "{\"type\":\"Percent\",\"value\":100,\"periodSeconds\":15}]}",
                     kin_demo_ensure_object (draft, behavior, "scaleUp", NULL));
  copy_missing_text (draft,
                     "{\"selectPolicy\":\"Max\",\"policies\":["
                     "{\"type\":\"Percent\",\"value\":100,\"periodSeconds\":15}]}",
                     kin_demo_ensure_object (draft, behavior, "scaleDown", NULL));
}

/* What the schema's files name after “.rule”. */
static const struct
{
  const char *name;
  Rule rule;
} rules[] = {
  { "container", fill_container },
  { "custom-resource-definition", fill_custom_resource_definition },
  { "horizontal-pod-autoscaler-behavior", fill_scaling },
  { "image-volume", fill_image_volume },
  { "job", fill_job },
  { "limit-range", fill_limit_range },
  { "namespace", fill_namespace },
  { "network-policy", fill_network_policy },
  { "node-status", fill_node_status },
  { "pod", fill_pod },
  { "replication-controller", fill_replication_controller },
  { "subject", fill_subject },
  { "volume", fill_volume },
};

static void
apply_rule (const char     *name,
            KinDemoDraft   *draft,
            yyjson_mut_val *object)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      if (g_str_equal (rules[i].name, name))
        {
          rules[i].rule (draft, object);
          return;
        }
    }

  g_assert_not_reached ();
}

static gboolean
holds (const KinDemoDefault *value,
       yyjson_mut_val       *object)
{
  yyjson_mut_val *other = value->other != NULL ? yyjson_mut_obj_get (object, value->other) : NULL;
  const char *text = yyjson_mut_get_str (other);

  switch (value->when)
    {
    case KIN_DEMO_DEFAULT_IF_UNSET:
      return is_unset (other);

    case KIN_DEMO_DEFAULT_IF_SET:
      return !is_unset (other);

    case KIN_DEMO_DEFAULT_IF_IS:
      return text != NULL && g_strv_contains ((const char * const *) value->values, text);

    case KIN_DEMO_DEFAULT_ALWAYS:
    default:
      return TRUE;
    }
}

static void
set_default (const KinDemoDefault *value,
             KinDemoDraft         *draft,
             yyjson_mut_val       *object,
             const char           *name)
{
  yyjson_mut_val *sibling = value->sibling != NULL ? yyjson_mut_obj_get (object, value->sibling) : NULL;

  if (value->value != NULL)
    kin_demo_set (draft, object, name, yyjson_val_mut_copy (draft, yyjson_doc_get_root (value->value)));
  else if (sibling != NULL)
    copy_member (draft, object, name, sibling);
}

/* Those of one sort of condition: what asks for an absent sibling goes before that is filled in, what asks for a
 * value after. */
static void
fill_members (const KinDemoDefinition *definition,
              KinDemoDraft            *draft,
              yyjson_mut_val          *object,
              guint                    conditions)
{
  for (guint i = 0; i < definition->members->len; i++)
    {
      const KinDemoMember *member = definition->members->pdata[i];
      GPtrArray *defaults = member->type->defaults;

      if (defaults == NULL || !is_unset (yyjson_mut_obj_get (object, member->name)))
        continue;

      for (guint j = 0; j < defaults->len; j++)
        {
          const KinDemoDefault *value = defaults->pdata[j];

          if ((conditions & (1u << value->when)) && holds (value, object))
            set_default (value, draft, object, member->name);
        }
    }
}

static void
fill_object (const KinDemoDefinition *definition,
             KinDemoDraft            *draft,
             yyjson_mut_val          *object)
{
  if (definition->rule != NULL)
    apply_rule (definition->rule, draft, object);

  fill_members (definition, draft, object, 1u << KIN_DEMO_DEFAULT_IF_UNSET);
  fill_members (definition, draft, object, 1u << KIN_DEMO_DEFAULT_ALWAYS);
  fill_members (definition, draft, object, 1u << KIN_DEMO_DEFAULT_IF_SET | 1u << KIN_DEMO_DEFAULT_IF_IS);
}

static void
fill_below (const KinDemoDefinition *definition,
            KinDemoDraft            *draft,
            yyjson_mut_val          *object)
{
  for (guint i = 0; i < definition->members->len; i++)
    {
      const KinDemoMember *member = definition->members->pdata[i];

      if (member->type->definition != NULL || member->type->item != NULL)
        fill (member->type, draft, yyjson_mut_obj_get (object, member->name));
    }
}

static void
fill_map (const KinDemoType *type,
          KinDemoDraft      *draft,
          yyjson_mut_val    *map)
{
  yyjson_mut_val *key;
  yyjson_mut_val *value;
  size_t i, n;

  yyjson_mut_obj_foreach (map, i, n, key, value)
    fill (type->item, draft, value);
}

static void
fill_list (const KinDemoType *type,
           KinDemoDraft      *draft,
           yyjson_mut_val    *list)
{
  yyjson_mut_val *item;
  size_t i, n;

  yyjson_mut_arr_foreach (list, i, n, item)
    fill (type->item, draft, item);
}

static void
fill (const KinDemoType *type,
      KinDemoDraft      *draft,
      yyjson_mut_val    *value)
{
  if (type->definition != NULL && yyjson_mut_is_obj (value))
    {
      if (!type->bare)
        fill_object (type->definition, draft, value);
      fill_below (type->definition, draft, value);
    }
  else if (type->kind == KIN_DEMO_TYPE_MAP && type->item != NULL && yyjson_mut_is_obj (value))
    {
      fill_map (type, draft, value);
    }
  else if (type->kind == KIN_DEMO_TYPE_LIST && type->item != NULL && yyjson_mut_is_arr (value))
    {
      fill_list (type, draft, value);
    }
}

/**
 * kin_demo_type_fill_defaults:
 * @self: (nullable): a type
 * @draft: the document of @value
 * @value: an object, changed in place
 *
 * Fills in what was left out, all the way down.
 */
void
kin_demo_type_fill_defaults (const KinDemoType *self,
                             KinDemoDraft      *draft,
                             yyjson_mut_val    *value)
{
  g_return_if_fail (draft != NULL);

  if (self != NULL)
    fill (self, draft, value);
}
