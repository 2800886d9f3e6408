/* kin-demo-endpoint-group.h: the pods behind a service, by the ports that it reaches on them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-json.h"
#include "demo/kin-demo-object.h"
#include "object/kin-json.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;
  gint64 number;
  char *protocol;
  char *app_protocol;
} KinDemoEndpointPort;

/**
 * KinDemoEndpoint:
 * @pod: the pod
 * @ip: its address
 * @node: where it runs
 * @zone: (nullable): in which zone that is
 * @is_ready: whether it can serve
 * @is_terminating: whether it is being deleted
 *
 * One pod behind a service.
 */
typedef struct
{
  KinDemoObject *pod;
  char *ip;
  char *node;
  char *zone;
  gboolean is_ready;
  gboolean is_terminating;
} KinDemoEndpoint;

/**
 * KinDemoEndpointGroup:
 * @ports: (element-type KinDemoEndpointPort): where the service reaches them
 * @endpoints: (element-type KinDemoEndpoint): pods, by address
 *
 * Pods that a service reaches at the same ports. A port of the service may be meant by name, and have another number in
 * other pods.
 */
typedef struct
{
  GPtrArray *ports;
  GPtrArray *endpoints;
} KinDemoEndpointGroup;

GPtrArray      *kin_demo_endpoint_groups_collect (KinDemoWorld          *world,
                                                  KinDemoObject         *service,
                                                  KinJsonValue          *spec);
yyjson_mut_val *kin_demo_endpoint_new_target     (const KinDemoEndpoint *self,
                                                  KinDemoDraft          *draft);

G_END_DECLS
