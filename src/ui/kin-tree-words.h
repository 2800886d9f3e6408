/* kin-tree-words.h: what the Deployments' columns say of ReplicaSets, pods and containers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "model/kin-tree-model.h"

G_BEGIN_DECLS

const KinCell *kin_tree_words_find_cell  (KinRow       *row,
                                          const char   *header,
                                          int          *index);
gboolean       kin_tree_words_is_new     (KinTreeModel *tree,
                                          KinRow       *row);
char          *kin_tree_words_dup_where  (KinTreeModel *tree,
                                          KinRow       *row);
char          *kin_tree_words_dup_ready  (KinRow       *row);
char          *kin_tree_words_dup_images (KinRow       *row);

G_END_DECLS
