/* kin-demo-group.h: the groups of the API, with the versions and resources of each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-kinds.h"

G_BEGIN_DECLS

/**
 * KinDemoResource:
 * @plural: the name in paths
 * @singular: the name for one
 * @kind: the kind of its objects
 * @namespaced: whether the objects are in namespaces
 * @custom: whether a definition made it
 * @verbs: what may be done, in discovery's order
 * @short_names: (nullable): shorter names
 * @categories: (nullable): names for several resources
 * @flags: which subresources it has
 *
 * One resource of discovery. The strings are of the kinds.
 */
typedef struct
{
  const char *plural;
  const char *singular;
  const char *kind;
  gboolean namespaced;
  gboolean custom;
  char **verbs;
  const char * const *short_names;
  const char * const *categories;
  KinDemoKindFlags flags;
} KinDemoResource;

/**
 * KinDemoSubresource:
 * @name: the name in paths
 * @group: (nullable): the group of its documents, where it is not the resource's
 * @version: (nullable): their version
 * @kind: (nullable): their kind
 * @verbs: (nullable): what may be done
 *
 * What a resource has below its objects.
 */
typedef struct
{
  const char *name;
  const char *group;
  const char *version;
  const char *kind;
  const char * const *verbs;
} KinDemoSubresource;

/**
 * KinDemoVersion:
 * @name: the version
 * @resources: (element-type KinDemoResource): its resources
 *
 * A version of a group.
 */
typedef struct
{
  char *name;
  GPtrArray *resources;
} KinDemoVersion;

/**
 * KinDemoGroup:
 * @name: the group; empty for that of the core
 * @versions: (element-type KinDemoVersion): the preferred one first
 * @stale: whether the server behind it does not answer
 *
 * A group of the API.
 */
typedef struct
{
  char *name;
  GPtrArray *versions;
  gboolean stale;
} KinDemoGroup;

GPtrArray                *kin_demo_group_list             (KinDemoKinds          *kinds,
                                                           const char * const    *stale_groups);
KinDemoGroup             *kin_demo_group_find             (GPtrArray             *groups,
                                                           const char            *name);
KinDemoVersion           *kin_demo_group_find_version     (KinDemoGroup          *self,
                                                           const char            *name);
const KinDemoSubresource *kin_demo_resource_get_nth_below (const KinDemoResource *self,
                                                           guint                  i);

G_END_DECLS
