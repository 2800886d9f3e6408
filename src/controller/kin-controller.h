/* kin-controller.h: what all controllers have in common: informers tell keys, a queue holds them, a function looks at each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cache/kin-shared-informer.h"
#include "controller/kin-work-queue.h"

G_BEGIN_DECLS

/**
 * KinReconcileFunc:
 * @key: what to look at: something of it has changed, or it is gone
 * @user_data: what was given to kin_controller_new()
 * @error: why @key is to be tried again
 *
 * Brings what is known of @key up to date, from the caches alone.
 *
 * Returns: %FALSE and @error if it failed
 */
typedef gboolean (*KinReconcileFunc) (const char  *key,
                                      gpointer     user_data,
                                      GError     **error);

/**
 * KinKeyFunc:
 * @object: an object that has changed
 * @user_data: what was given to kin_controller_new()
 *
 * Returns: (transfer full) (nullable): the key to look at because of @object, if any
 */
typedef char *(*KinKeyFunc) (KinObject *object,
                             gpointer   user_data);

#define KIN_TYPE_CONTROLLER (kin_controller_get_type ())
G_DECLARE_FINAL_TYPE (KinController, kin_controller, KIN, CONTROLLER, GObject)

KinController *kin_controller_new       (KinClock          *clock,
                                         KinReconcileFunc   reconcile,
                                         gpointer           user_data);
void           kin_controller_watch     (KinController     *self,
                                         KinSharedInformer *informer,
                                         KinKeyFunc         dup_key);
void           kin_controller_start     (KinController     *self);
void           kin_controller_stop      (KinController     *self);
KinWorkQueue  *kin_controller_get_queue (KinController     *self);

G_END_DECLS
