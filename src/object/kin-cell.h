/* kin-cell.h: what stands in one column of an object's row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

/**
 * KinCellType:
 * @KIN_CELL_NONE: shown as <none>
 * @KIN_CELL_TEXT: a text
 * @KIN_CELL_INTEGER: a whole number
 * @KIN_CELL_RATIO: so many of so many: 3/4
 * @KIN_CELL_TIME: unix seconds, shown as an age: 41d
 * @KIN_CELL_DURATION: seconds: 3m12s
 * @KIN_CELL_QUANTITY: a text that is sorted by the number it means: 500Mi
 * @KIN_CELL_RESTARTS: a count and the time of the last: 3 (5m ago)
 * @KIN_CELL_BOOLEAN: true or false
 *
 * What a cell holds. A column's cells are of its type or none or, where kubectl prints a word instead, a text.
 */
typedef enum
{
  KIN_CELL_NONE,
  KIN_CELL_TEXT,
  KIN_CELL_INTEGER,
  KIN_CELL_RATIO,
  KIN_CELL_TIME,
  KIN_CELL_DURATION,
  KIN_CELL_QUANTITY,
  KIN_CELL_RESTARTS,
  KIN_CELL_BOOLEAN,
} KinCellType;

/**
 * KinColumn:
 * @name: the header as kubectl prints it, in capitals
 * @type: what most of its cells are
 * @wide: only with -o wide
 * @numeric: to be aligned at the right
 *
 * A column of a kind's table.
 */
typedef struct
{
  const char *name;
  KinCellType type;
  gboolean wide;
  gboolean numeric;
} KinColumn;

const KinCell *kin_cell_get_nth     (const KinCell *cells,
                                     guint          i);
KinCellType    kin_cell_get_type_   (const KinCell *self);
const char    *kin_cell_get_text    (const KinCell *self);
gint64         kin_cell_get_integer (const KinCell *self);
gint64         kin_cell_get_total   (const KinCell *self);
char          *kin_cell_dup_text    (const KinCell *self,
                                     gint64         now_s);
gboolean       kin_cell_ticks       (const KinCell *self);
int            kin_cell_compare     (const KinCell *a,
                                     const KinCell *b);
gboolean       kin_cell_equal       (const KinCell *a,
                                     const KinCell *b);
char          *kin_age_dup_text     (gint64         seconds);

G_END_DECLS
