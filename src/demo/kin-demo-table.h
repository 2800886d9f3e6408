/* kin-demo-table.h: lists as kubectl asks for them: a Table with a row for each object.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-object.h"

G_BEGIN_DECLS

/**
 * KinDemoInclude:
 * @KIN_DEMO_INCLUDE_METADATA: its metadata
 * @KIN_DEMO_INCLUDE_NONE: nothing
 * @KIN_DEMO_INCLUDE_OBJECT: all of it
 *
 * How much of the object stands in its row.
 */
typedef enum
{
  KIN_DEMO_INCLUDE_METADATA,
  KIN_DEMO_INCLUDE_NONE,
  KIN_DEMO_INCLUDE_OBJECT,
} KinDemoInclude;

void kin_demo_table_append_columns (KinDemoKind    *kind,
                                    GString        *out);
void kin_demo_table_append_row     (KinDemoKind    *kind,
                                    KinDemoObject  *object,
                                    KinDemoInclude  include,
                                    gint64          now_s,
                                    GString        *out);
void kin_demo_partial_append       (KinDemoObject  *object,
                                    GString        *out);

G_END_DECLS
