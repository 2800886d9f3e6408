/* kin-work-queue.h: the keys that a controller has still to look at, each once however often it was added.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "base/kin-clock.h"

G_BEGIN_DECLS

#define KIN_TYPE_WORK_QUEUE (kin_work_queue_get_type ())
G_DECLARE_FINAL_TYPE (KinWorkQueue, kin_work_queue, KIN, WORK_QUEUE, GObject)

KinWorkQueue *kin_work_queue_new              (KinClock        *clock);
void          kin_work_queue_add              (KinWorkQueue    *self,
                                               const char      *key);
void          kin_work_queue_add_after        (KinWorkQueue    *self,
                                               const char      *key,
                                               gint64           delay_us);
void          kin_work_queue_add_rate_limited (KinWorkQueue    *self,
                                               const char      *key);
void          kin_work_queue_forget           (KinWorkQueue    *self,
                                               const char      *key);
guint         kin_work_queue_get_num_requeues (KinWorkQueue    *self,
                                               const char      *key);
char         *kin_work_queue_get              (KinWorkQueue    *self);
void          kin_work_queue_done             (KinWorkQueue    *self,
                                               const char      *key);
guint         kin_work_queue_get_length       (KinWorkQueue    *self);
void          kin_work_queue_set_notify       (KinWorkQueue    *self,
                                               GSourceOnceFunc  func,
                                               gpointer         user_data);
void          kin_work_queue_shut_down        (KinWorkQueue    *self);
gboolean      kin_work_queue_is_shutting_down (KinWorkQueue    *self);

G_END_DECLS
