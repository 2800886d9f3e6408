/* kin-demo-controller.h: a controller of the demo cluster: a table of functions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-event.h"

G_BEGIN_DECLS

/**
 * KinDemoController:
 * @name: what it is called: "deployment-controller"
 * @group: of the kind whose objects it looks after
 * @version: of that kind
 * @plural: (nullable): of that kind; %NULL if it has no kind of its own, and gets only the keys that @map enqueues
 * @map: (nullable): told of each event of every kind, to enqueue the keys that the event concerns. What is not
 *   needed here: the kind's own objects, and objects whose controller is of the kind, are mapped already
 * @reconcile: brings one object nearer to what it is to be. It may be gone. Returns microseconds until it wants
 *   to be asked again, or -1
 *
 * What looks after the objects of one kind. It keeps nothing between two calls: all it knows is in the store.
 */
typedef struct
{
  const char *name;
  const char *group;
  const char *version;
  const char *plural;
  void   (*map)       (KinDemoControllers *controllers,
                       KinDemoWorld       *world,
                       const KinDemoEvent *event);
  gint64 (*reconcile) (KinDemoWorld       *world,
                       const char         *namespace_,
                       const char         *name);
} KinDemoController;

G_END_DECLS
