/* kin-columns.h: kubectl's columns of the built-in kinds. Private to object/.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-cell-private.h"
#include "object/kin-json.h"

G_BEGIN_DECLS

typedef struct
{
  const char *group;
  const char *plural;
  const KinColumn *columns;
  guint n_columns;
  void (*fill) (KinJsonValue *root,
                KinCellRow   *row);
} KinColumnSet;

#define KIN_COLUMN_SET(group, plural, columns, fill) { group, plural, columns, G_N_ELEMENTS (columns), fill }

/* The sections; each ends with an entry that is all zeros. */
extern const KinColumnSet kin_columns_access[];
extern const KinColumnSet kin_columns_cluster[];
extern const KinColumnSet kin_columns_config[];
extern const KinColumnSet kin_columns_network[];
extern const KinColumnSet kin_columns_pod[];
extern const KinColumnSet kin_columns_workload[];

const KinColumnSet *kin_columns_find           (const char   *group,
                                                const char   *plural);

/* For the sections: what several kinds have. */
void                kin_columns_add_containers (KinCellRow   *row,
                                                KinJsonValue *pod_spec);
void                kin_columns_add_selector   (KinCellRow   *row,
                                                KinJsonValue *selector);
void                kin_columns_add_labels     (KinCellRow   *row,
                                                KinJsonValue *labels);
const char         *kin_columns_find_condition (KinJsonValue *root,
                                                const char   *type);
gboolean            kin_columns_is_condition   (KinJsonValue *root,
                                                const char   *type);

G_END_DECLS
