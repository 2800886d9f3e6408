/* kin-demo-route.h: which resource, object or subresource a path of the API names.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

/**
 * KinDemoRoute:
 * @group: the API group; "" is the core's
 * @version: its version
 * @namespace_: (nullable): the namespace
 * @plural: the resource
 * @name: (nullable): the object
 * @subresource: (nullable): such as “status”
 *
 * Where a request goes.
 */
typedef struct
{
  char *group;
  char *version;
  char *namespace_;
  char *plural;
  char *name;
  char *subresource;
} KinDemoRoute;

KinDemoRoute *kin_demo_route_parse (const char   *path);
void          kin_demo_route_free  (KinDemoRoute *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoRoute, kin_demo_route_free)

G_END_DECLS
