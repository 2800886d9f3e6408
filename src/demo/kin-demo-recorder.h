/* kin-demo-recorder.h: Events: what controllers tell about the objects they look after.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-types.h"

G_BEGIN_DECLS

/**
 * KinDemoEventSource:
 * @component: who tells: "kubelet"
 * @host: (nullable): the node it runs on
 * @field_path: (nullable): which part of the object it is about: "spec.containers{web}"
 * @action: (nullable): what was tried, of components that write the newer form of events: "Binding"
 *
 * Where an Event comes from.
 */
typedef struct
{
  const char *component;
  const char *host;
  const char *field_path;
  const char *action;
} KinDemoEventSource;

void     kin_demo_recorder_event      (KinDemoWorld             *world,
                                       KinDemoObject            *object,
                                       const char               *type,
                                       const char               *reason,
                                       const char               *action,
                                       const char               *message,
                                       const char               *component);
void     kin_demo_recorder_event_from (KinDemoWorld             *world,
                                       KinDemoObject            *object,
                                       const KinDemoEventSource *source,
                                       const char               *type,
                                       const char               *reason,
                                       const char               *message);
gboolean kin_demo_recorder_has_event  (KinDemoWorld             *world,
                                       KinDemoObject            *object,
                                       const KinDemoEventSource *source,
                                       const char               *type,
                                       const char               *reason,
                                       const char               *message);

G_END_DECLS
