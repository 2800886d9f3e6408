/* kin-cell-private.h: what a cell is made of, and how object/ makes a row of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-cell.h"

G_BEGIN_DECLS

/* 16 bytes, without a pointer: the text of a cell is so many bytes behind the cell itself, in the object's own
 * piece of memory. */
struct _KinCell
{
  union
  {
    gint64 integer;
    double number;      /* QUANTITY */
  } value;
  guint32 extra;        /* TEXT, QUANTITY: where the text is; RATIO: the total; RESTARTS: the count */
  guint8 type;
};

G_STATIC_ASSERT (sizeof (KinCell) == 16);

/* A row in the making. Until kin_cell_row_copy() the text of a cell is so many bytes into texts. */
typedef struct
{
  GArray *cells;        /* of KinCell */
  GString *texts;       /* each with its NUL */
  gsize text_start;     /* of the text between begin and end */
} KinCellRow;

void     kin_cell_row_init         (KinCellRow *self);
void     kin_cell_row_clear        (KinCellRow *self);
void     kin_cell_row_reset        (KinCellRow *self);
gsize    kin_cell_row_get_size     (KinCellRow *self);
void     kin_cell_row_copy         (KinCellRow *self,
                                    gpointer    target);

void     kin_cell_row_add_none     (KinCellRow *self);
void     kin_cell_row_add_text     (KinCellRow *self,
                                    const char *text);
void     kin_cell_row_add_word     (KinCellRow *self,
                                    const char *text,
                                    const char *fallback);
void     kin_cell_row_add_integer  (KinCellRow *self,
                                    gint64      integer);
void     kin_cell_row_add_ratio    (KinCellRow *self,
                                    gint64      part,
                                    gint64      total);
void     kin_cell_row_add_time     (KinCellRow *self,
                                    gint64      unix_seconds);
void     kin_cell_row_add_duration (KinCellRow *self,
                                    gint64      seconds);
void     kin_cell_row_add_quantity (KinCellRow *self,
                                    const char *text);
void     kin_cell_row_add_restarts (KinCellRow *self,
                                    gint64      count,
                                    gint64      last);
void     kin_cell_row_add_boolean  (KinCellRow *self,
                                    gboolean    boolean);
GString *kin_cell_row_begin_text   (KinCellRow *self);
void     kin_cell_row_join         (KinCellRow *self,
                                    const char *separator,
                                    const char *text);
void     kin_cell_row_end_text     (KinCellRow *self,
                                    const char *fallback);

G_END_DECLS
