/* kin-tree-node.h: the open rows below one Deployment: its ReplicaSets, their pods, their containers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cache/kin-indexer.h"
#include "model/kin-container.h"

G_BEGIN_DECLS

/* One row below a root. */
typedef struct
{
  grefcount     ref_count;
  char         *id;
  KinObject    *object;      /* of a container, its pod */
  KinContainer *container;   /* NULL but for containers */
  GPtrArray    *containers;  /* KinContainer, of an open pod */
  gint64        revision;    /* of a ReplicaSet */
  guint         depth;
  gboolean      expandable;
  const char   *root_id;     /* borrowed from the branch */
  guint         index;       /* among the rows of its root */
  int           parent;      /* likewise; -1 = the root itself */
} KinTreeNode;

/* Where nodes come from. */
typedef struct
{
  KinIndexer *replica_sets;
  KinIndexer *pods;
  GHashTable *expanded;      /* set of ids */
  GHashTable *nodes;         /* id → KinTreeNode: what is known already */
  gboolean    show_old;
} KinTreeSource;

KinTreeNode *kin_tree_node_ref               (KinTreeNode         *self);
void         kin_tree_node_unref             (KinTreeNode         *self);
GPtrArray   *kin_tree_source_list_nodes      (const KinTreeSource *self,
                                              const char          *root_id);
gboolean     kin_tree_source_has_replica_set (const KinTreeSource *self,
                                              const char          *root_id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinTreeNode, kin_tree_node_unref)

G_END_DECLS
