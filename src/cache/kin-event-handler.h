/* kin-event-handler.h: the functions that are told what has changed: client-go's ResourceEventHandler.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-object.h"

G_BEGIN_DECLS

/**
 * KinEventHandler:
 * @on_add: (nullable): an object that the handler did not know; @is_in_initial_list is %TRUE for those of the first list
 * @on_update: (nullable): a newer state of an object; its identity is the same
 * @on_delete: (nullable): an object is gone; with @final_state_unknown it was missed when it went, and @object is
 *   the last state that was seen
 * @begin: (nullable): a slice of calls begins
 * @end: (nullable): the slice ends: what came between is one burst
 * @gap: (nullable): changes may have been missed: told before those of a list that was not the first
 *
 * Called in the main context in which the informer was started, in slices with a time budget.
 */
struct _KinEventHandler
{
  void (*on_add)    (KinObject *object,
                     gboolean   is_in_initial_list,
                     gpointer   user_data);
  void (*on_update) (KinObject *old_object,
                     KinObject *new_object,
                     gpointer   user_data);
  void (*on_delete) (KinObject *object,
                     gboolean   final_state_unknown,
                     gpointer   user_data);
  void (*begin)     (gpointer   user_data);
  void (*end)       (gpointer   user_data);
  void (*gap)       (gpointer   user_data);
};

/**
 * KinHandlerFlags:
 * @KIN_HANDLER_DEFAULT: each change is told by itself
 * @KIN_HANDLER_COALESCE: changes of one object that wait may be told as one
 * @KIN_HANDLER_RESYNC: updates that change nothing are wanted too: those of a resync and of a relist
 */
typedef enum
{
  KIN_HANDLER_DEFAULT  = 0,
  KIN_HANDLER_COALESCE = 1 << 0,
  KIN_HANDLER_RESYNC   = 1 << 1,
} KinHandlerFlags;

G_END_DECLS
