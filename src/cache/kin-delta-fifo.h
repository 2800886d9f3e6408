/* kin-delta-fifo.h: what has changed and is not in the cache yet: keys in order, each with its deltas.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cache/kin-delta.h"

G_BEGIN_DECLS

#define KIN_TYPE_DELTA_FIFO (kin_delta_fifo_get_type ())
G_DECLARE_FINAL_TYPE (KinDeltaFifo, kin_delta_fifo, KIN, DELTA_FIFO, GObject)

/* From so many deltas on the queue is full: a second's work for a slow machine, and a few MB. */
#define KIN_DELTA_FIFO_ROOM 4096

/**
 * KinFifoEntryType:
 * @KIN_FIFO_KEY: the deltas of one key
 * @KIN_FIFO_REPLACE: a whole list: a fence that no key passes
 * @KIN_FIFO_BOOKMARK: nothing but a newer resourceVersion
 * @KIN_FIFO_RESYNC: the cache is to be told again
 */
typedef enum
{
  KIN_FIFO_KEY,
  KIN_FIFO_REPLACE,
  KIN_FIFO_BOOKMARK,
  KIN_FIFO_RESYNC,
} KinFifoEntryType;

/**
 * KinFifoEntry:
 * @type: what the entry is
 * @key: (nullable): of KIN_FIFO_KEY: namespace/name
 * @deltas: (array length=n_deltas) (nullable): of KIN_FIFO_KEY: in the order in which they came
 * @n_deltas: how many
 * @objects: (element-type KinObject) (nullable): of KIN_FIFO_REPLACE: the list
 * @resource_version: (nullable): of KIN_FIFO_REPLACE and KIN_FIFO_BOOKMARK
 * @is_in_initial_list: of KIN_FIFO_REPLACE: it is the first list
 *
 * An entry as it is shown to who takes it; valid during the call only.
 */
typedef struct
{
  KinFifoEntryType  type;
  const char       *key;
  const KinDelta   *deltas;
  guint             n_deltas;
  GPtrArray        *objects;
  const char       *resource_version;
  gboolean          is_in_initial_list;
} KinFifoEntry;

/**
 * KinPopFunc:
 * @entry: the entry that was taken
 * @user_data: what kin_delta_fifo_pop() was given
 *
 * Handles an entry.
 */
typedef void (*KinPopFunc) (const KinFifoEntry *entry,
                            gpointer            user_data);

KinDeltaFifo *kin_delta_fifo_new             (void);
void          kin_delta_fifo_add             (KinDeltaFifo    *self,
                                              KinObject       *object);
void          kin_delta_fifo_update          (KinDeltaFifo    *self,
                                              KinObject       *object);
void          kin_delta_fifo_delete          (KinDeltaFifo    *self,
                                              KinObject       *object);
void          kin_delta_fifo_replace         (KinDeltaFifo    *self,
                                              GPtrArray       *objects,
                                              const char      *resource_version);
void          kin_delta_fifo_resync          (KinDeltaFifo    *self);
void          kin_delta_fifo_bookmark        (KinDeltaFifo    *self,
                                              const char      *resource_version);
gboolean      kin_delta_fifo_peek            (KinDeltaFifo    *self,
                                              KinFifoEntry    *entry);
gboolean      kin_delta_fifo_pop             (KinDeltaFifo    *self,
                                              KinPopFunc       func,
                                              gpointer         user_data);
gboolean      kin_delta_fifo_has_key         (KinDeltaFifo    *self,
                                              const char      *key);
guint         kin_delta_fifo_get_size        (KinDeltaFifo    *self);
gboolean      kin_delta_fifo_has_synced      (KinDeltaFifo    *self);
gboolean      kin_delta_fifo_is_full         (KinDeltaFifo    *self);
void          kin_delta_fifo_set_notify      (KinDeltaFifo    *self,
                                              GSourceOnceFunc  func,
                                              gpointer         user_data);
void          kin_delta_fifo_set_room_notify (KinDeltaFifo    *self,
                                              GSourceOnceFunc  func,
                                              gpointer         user_data);
void          kin_delta_fifo_clear           (KinDeltaFifo    *self);
void          kin_delta_fifo_close           (KinDeltaFifo    *self);

G_END_DECLS
