/* kin-demo-group.c: the groups of the API, with the versions and resources of each: what discovery tells.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-group.h"

#include <string.h>

/* A group that is registered and not served has at least this. */
#define STALE_VERSION "v1beta1"

static const char * const get_update[] = { "get", "patch", "update", NULL };
static const char * const get_only[] = { "get", NULL };
static const char * const update_only[] = { "update", NULL };

/* In the order of their names, each of a resource or of all that have its flag. */
static const struct
{
  const char *plural;
  KinDemoKindFlags flag;
  KinDemoSubresource subresource;
} subresources[] = {
  { "namespaces", 0, { "finalize", NULL, NULL, NULL, update_only } },
  { "pods", 0, { "log", NULL, NULL, NULL, get_only } },
  { NULL, KIN_DEMO_KIND_SCALE, { "scale", "autoscaling", "v1", "Scale", get_update } },
  { NULL, KIN_DEMO_KIND_STATUS, { "status", NULL, NULL, NULL, get_update } },
};

/* Questions that are asked by creating them; nothing is stored. */
static const struct
{
  const char *group;
  const char *plural;
  const char *singular;
  const char *kind;
} reviews[] = {
  { "authentication.k8s.io", "selfsubjectreviews", "selfsubjectreview", "SelfSubjectReview" },
  { "authorization.k8s.io", "selfsubjectaccessreviews", "selfsubjectaccessreview", "SelfSubjectAccessReview" },
  { "authorization.k8s.io", "selfsubjectrulesreviews", "selfsubjectrulesreview", "SelfSubjectRulesReview" },
  { "authorization.k8s.io", "subjectaccessreviews", "subjectaccessreview", "SubjectAccessReview" },
};

/* The group that stands before those of the reviews. */
#define BEFORE_REVIEWS "apps"

/* In discovery's order, which for a custom resource is another one. */
static const struct
{
  const char *name;
  KinVerbs verb;
} verb_names[] = {
  { "create", KIN_VERB_CREATE },
  { "delete", KIN_VERB_DELETE },
  { "deletecollection", KIN_VERB_DELETE_COLLECTION },
  { "get", KIN_VERB_GET },
  { "list", KIN_VERB_LIST },
  { "patch", KIN_VERB_PATCH },
  { "create", KIN_VERB_CREATE },
  { "update", KIN_VERB_UPDATE },
  { "watch", KIN_VERB_WATCH },
};

#define CREATE_OF_BUILTIN 0
#define CREATE_OF_CUSTOM  6

static char **
dup_verbs (KinVerbs verbs,
           gboolean custom)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  guint skipped = custom ? CREATE_OF_BUILTIN : CREATE_OF_CUSTOM;

  for (guint i = 0; i < G_N_ELEMENTS (verb_names); i++)
    {
      if (i != skipped && (verbs & verb_names[i].verb))
        g_strv_builder_add (builder, verb_names[i].name);
    }

  return g_strv_builder_end (builder);
}

static void
resource_free (gpointer data)
{
  KinDemoResource *self = data;

  g_strfreev (self->verbs);
  g_free (self);
}

static void
version_free (gpointer data)
{
  KinDemoVersion *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->resources);
  g_free (self);
}

static void
group_free (gpointer data)
{
  KinDemoGroup *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->versions);
  g_free (self);
}

static KinDemoGroup *
ensure_group (GPtrArray  *groups,
              const char *name)
{
  KinDemoGroup *group = kin_demo_group_find (groups, name);

  if (group == NULL)
    {
      group = g_new0 (KinDemoGroup, 1);
      group->name = g_strdup (name);
      group->versions = g_ptr_array_new_with_free_func (version_free);
      g_ptr_array_add (groups, group);
    }

  return group;
}

static KinDemoVersion *
ensure_version (KinDemoGroup *group,
                const char   *name)
{
  KinDemoVersion *version = kin_demo_group_find_version (group, name);

  if (version == NULL)
    {
      version = g_new0 (KinDemoVersion, 1);
      version->name = g_strdup (name);
      version->resources = g_ptr_array_new_with_free_func (resource_free);
      g_ptr_array_add (group->versions, version);
    }

  return version;
}

static void
add_kind (GPtrArray   *groups,
          KinDemoKind *kind)
{
  KinResource *resource = kin_demo_kind_get_resource (kind);
  KinDemoResource *self = g_new0 (KinDemoResource, 1);

  self->flags = kin_demo_kind_get_flags (kind);
  self->plural = kin_resource_get_plural (resource);
  self->singular = kin_resource_get_singular (resource);
  self->kind = kin_resource_get_kind (resource);
  self->namespaced = kin_resource_get_namespaced (resource);
  self->custom = (self->flags & KIN_DEMO_KIND_CUSTOM) != 0;
  self->verbs = dup_verbs (kin_resource_get_verbs (resource), self->custom);
  self->short_names = kin_resource_get_short_names (resource);
  self->categories = kin_resource_get_categories (resource);

  g_ptr_array_add (ensure_version (ensure_group (groups, kin_resource_get_group (resource)),
                                   kin_resource_get_version (resource))->resources, self);
}

static void
add_reviews (GPtrArray *groups)
{
  for (guint i = 0; i < G_N_ELEMENTS (reviews); i++)
    {
      KinDemoResource *self = g_new0 (KinDemoResource, 1);

      self->plural = reviews[i].plural;
      self->singular = reviews[i].singular;
      self->kind = reviews[i].kind;
      self->verbs = dup_verbs (KIN_VERB_CREATE, FALSE);
      g_ptr_array_add (ensure_version (ensure_group (groups, reviews[i].group), "v1")->resources, self);
    }
}

static gboolean
ends_group (GPtrArray *kinds,
            guint      i,
            const char *group)
{
  KinDemoKind *kind = kinds->pdata[i];
  KinDemoKind *next = i + 1 < kinds->len ? kinds->pdata[i + 1] : NULL;

  return g_str_equal (kin_resource_get_group (kin_demo_kind_get_resource (kind)), group) &&
         (next == NULL || !g_str_equal (kin_resource_get_group (kin_demo_kind_get_resource (next)), group));
}

static void
mark_stale (GPtrArray  *groups,
            const char *name)
{
  KinDemoGroup *group = ensure_group (groups, name);

  group->stale = TRUE;
  if (group->versions->len == 0)
    ensure_version (group, STALE_VERSION);
}

/**
 * kin_demo_group_list:
 * @kinds: what is served
 * @stale_groups: (nullable): groups whose server does not answer, %NULL-terminated
 *
 * Lists the groups in the order of a cluster's own.
 *
 * Returns: (transfer full): of #KinDemoGroup, the core's first
 */
GPtrArray *
kin_demo_group_list (KinDemoKinds       *kinds,
                     const char * const *stale_groups)
{
  GPtrArray *groups;
  GPtrArray *list;

  g_return_val_if_fail (KIN_IS_DEMO_KINDS (kinds), NULL);

  groups = g_ptr_array_new_with_free_func (group_free);
  list = kin_demo_kinds_list (kinds);
  for (guint i = 0; i < list->len; i++)
    {
      add_kind (groups, list->pdata[i]);
      if (ends_group (list, i, BEFORE_REVIEWS))
        add_reviews (groups);
    }

  for (guint i = 0; stale_groups != NULL && stale_groups[i] != NULL; i++)
    mark_stale (groups, stale_groups[i]);

  return groups;
}

/**
 * kin_demo_group_find:
 * @groups: (element-type KinDemoGroup): groups
 * @name: a group
 *
 * Finds a group.
 *
 * Returns: (transfer none) (nullable): the group
 */
KinDemoGroup *
kin_demo_group_find (GPtrArray  *groups,
                     const char *name)
{
  g_return_val_if_fail (groups != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < groups->len; i++)
    {
      KinDemoGroup *group = groups->pdata[i];

      if (g_str_equal (group->name, name))
        return group;
    }

  return NULL;
}

/**
 * kin_demo_group_find_version:
 * @self: a group
 * @name: a version
 *
 * Finds a version of the group.
 *
 * Returns: (transfer none) (nullable): the version
 */
KinDemoVersion *
kin_demo_group_find_version (KinDemoGroup *self,
                             const char   *name)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < self->versions->len; i++)
    {
      KinDemoVersion *version = self->versions->pdata[i];

      if (g_str_equal (version->name, name))
        return version;
    }

  return NULL;
}

/**
 * kin_demo_resource_get_nth_below:
 * @self: a resource
 * @i: a position
 *
 * Gets a subresource.
 *
 * Returns: (transfer none) (nullable): the subresource, or %NULL behind the last
 */
const KinDemoSubresource *
kin_demo_resource_get_nth_below (const KinDemoResource *self,
                                 guint                  i)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint j = 0; j < G_N_ELEMENTS (subresources); j++)
    {
      gboolean is_below = subresources[j].plural != NULL
                            ? !self->custom && g_str_equal (subresources[j].plural, self->plural)
                            : (self->flags & subresources[j].flag) != 0;

      if (is_below && i-- == 0)
        return &subresources[j].subresource;
    }

  return NULL;
}
