/* kin-demo-event.h: one change of the store.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-object.h"

G_BEGIN_DECLS

typedef enum
{
  KIN_DEMO_ADDED,
  KIN_DEMO_MODIFIED,
  KIN_DEMO_DELETED,
} KinDemoEventType;

/**
 * KinDemoEvent:
 * @type: what happened
 * @version: the revision that it made
 * @object: what there is now; if @type is %KIN_DEMO_DELETED the last state with the deletion's resourceVersion
 * @previous: (nullable): what was there before
 *
 * A change of one object.
 */
typedef struct
{
  KinDemoEventType type;
  guint64 version;
  KinDemoObject *object;
  KinDemoObject *previous;
} KinDemoEvent;

typedef void (*KinDemoEventFunc) (const KinDemoEvent *event,
                                  gpointer            user_data);

KinDemoEvent *kin_demo_event_copy (const KinDemoEvent *event);
void          kin_demo_event_free (KinDemoEvent       *event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoEvent, kin_demo_event_free)

G_END_DECLS
