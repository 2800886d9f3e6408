/* kin-tree-branches.h: the expanded roots of a tree, and which row is at which position.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/kin-tree-node.h"

G_BEGIN_DECLS

/* An expanded root. */
typedef struct
{
  char      *id;
  gboolean   is_placed; /* the root is shown */
  guint      index;     /* of the root among the roots */
  guint      start;     /* position of the root */
  GPtrArray *nodes;     /* KinTreeNode: what is shown below it */
} KinTreeBranch;

typedef struct _KinTreeBranches KinTreeBranches;

KinTreeBranches *kin_tree_branches_new               (void);
void             kin_tree_branches_free              (KinTreeBranches  *self);
void             kin_tree_branches_clear             (KinTreeBranches  *self);
KinTreeBranch   *kin_tree_branches_add               (KinTreeBranches  *self,
                                                      const char       *id);
void             kin_tree_branches_remove            (KinTreeBranches  *self,
                                                      KinTreeBranch    *branch);
KinTreeBranch   *kin_tree_branches_get               (KinTreeBranches  *self,
                                                      const char       *id);
KinTreeBranch   *kin_tree_branches_get_placed        (KinTreeBranches  *self,
                                                      guint             i);
GPtrArray       *kin_tree_branches_list_unplaced     (KinTreeBranches  *self);
GHashTable      *kin_tree_branches_get_nodes         (KinTreeBranches  *self);
void             kin_tree_branches_set_nodes         (KinTreeBranches  *self,
                                                      KinTreeBranch    *branch,
                                                      GPtrArray        *nodes);
void             kin_tree_branches_place             (KinTreeBranches  *self,
                                                      KinTreeBranch    *branch,
                                                      guint             index);
guint            kin_tree_branches_shift             (KinTreeBranches  *self,
                                                      guint             index,
                                                      guint             n_removed,
                                                      guint             n_added);
guint            kin_tree_branches_count             (KinTreeBranches  *self);
guint            kin_tree_branches_get_root_position (KinTreeBranches  *self,
                                                      guint             index);
KinTreeNode     *kin_tree_branches_look_up           (KinTreeBranches  *self,
                                                      guint             position,
                                                      KinTreeBranch   **branch,
                                                      guint            *index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinTreeBranches, kin_tree_branches_free)

G_END_DECLS
