/* kin-demo-container.h: the life of one container of a pod.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-pod-life.h"

G_BEGIN_DECLS

/**
 * KinDemoContainer:
 * @life: its pod's
 * @spec: what it is to be
 * @status: what it is
 * @name: its name
 * @image: its image
 * @field_path: where it stands in the pod, for Events
 * @is_init: whether it has to end before the next one starts
 * @since: when it may start, in microseconds since the epoch; %G_MAXINT64 if that is not known
 *
 * One container of a pod.
 */
typedef struct
{
  KinDemoPodLife *life;
  yyjson_mut_val *spec;
  yyjson_mut_val *status;
  const char *name;
  const char *image;
  char *field_path;
  gboolean is_init;
  gint64 since;
} KinDemoContainer;

void     kin_demo_container_init     (KinDemoContainer *self,
                                      KinDemoPodLife   *life,
                                      yyjson_mut_val   *spec,
                                      yyjson_mut_val   *status,
                                      const char       *list,
                                      gint64            since);
void     kin_demo_container_clear    (KinDemoContainer *self);
void     kin_demo_container_go_on    (KinDemoContainer *self);
void     kin_demo_container_stop     (KinDemoContainer *self,
                                      gint64            time_us);
void     kin_demo_container_kill     (KinDemoContainer *self);
gint64   kin_demo_container_get_done (KinDemoContainer *self);
void     kin_demo_container_fill     (KinDemoDraft     *draft,
                                      yyjson_mut_val   *status,
                                      const char       *name,
                                      const char       *image,
                                      const char       *reason);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KinDemoContainer, kin_demo_container_clear)

G_END_DECLS
