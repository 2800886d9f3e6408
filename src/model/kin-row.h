/* kin-row.h: what a row of the window shows of one object or container.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "controller/kin-rollout.h"
#include "object/kin-object.h"

G_BEGIN_DECLS

typedef enum
{
  KIN_ROW_OBJECT,
  KIN_ROW_CONTAINER,
} KinRowType;

/* The bit of kin_row_get_changed_columns() for what is not a cell: a rollout, a container's state. */
#define KIN_ROW_CHANGED_OTHER (G_GUINT64_CONSTANT (1) << 63)

#define KIN_TYPE_ROW (kin_row_get_type ())
G_DECLARE_FINAL_TYPE (KinRow, kin_row, KIN, ROW, GObject)

KinRowType   kin_row_get_row_type           (KinRow *self);
const char  *kin_row_get_id                 (KinRow *self);
KinObject   *kin_row_get_object             (KinRow *self);
const char  *kin_row_get_title              (KinRow *self);
guint        kin_row_get_depth              (KinRow *self);
gboolean     kin_row_get_expandable         (KinRow *self);
gboolean     kin_row_get_expanded           (KinRow *self);
guint64      kin_row_get_changed_columns    (KinRow *self);
gint64       kin_row_get_changed_time       (KinRow *self);
KinRollout  *kin_row_get_rollout            (KinRow *self);
const char  *kin_row_get_container_image    (KinRow *self);
const char  *kin_row_get_container_state    (KinRow *self);
gboolean     kin_row_get_container_ready    (KinRow *self);
gint64       kin_row_get_container_restarts (KinRow *self);
gboolean     kin_row_get_container_init     (KinRow *self);

G_END_DECLS
