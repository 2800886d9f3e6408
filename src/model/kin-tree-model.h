/* kin-tree-model.h: Deployments with their ReplicaSets, pods and containers as one flat list of rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "controller/kin-deployment-controller.h"
#include "model/kin-row.h"
#include "model/kin-row-list.h"
#include "model/kin-row-sort.h"

G_BEGIN_DECLS

#define KIN_TYPE_TREE_MODEL (kin_tree_model_get_type ())
G_DECLARE_FINAL_TYPE (KinTreeModel, kin_tree_model, KIN, TREE_MODEL, GObject)

KinTreeModel *kin_tree_model_new             (KinSharedInformer       *deployments,
                                              KinSharedInformer       *replica_sets,
                                              KinSharedInformer       *pods,
                                              KinDeploymentController *controller);
void          kin_tree_model_set_expanded    (KinTreeModel            *self,
                                              KinRow                  *row,
                                              gboolean                 expanded);
gboolean      kin_tree_model_get_expanded_id (KinTreeModel            *self,
                                              const char              *id);
void          kin_tree_model_set_query       (KinTreeModel            *self,
                                              const char              *query);
void          kin_tree_model_set_namespaces  (KinTreeModel            *self,
                                              const char * const      *namespaces);
void          kin_tree_model_set_sort        (KinTreeModel            *self,
                                              int                      column,
                                              gboolean                 descending);
void          kin_tree_model_set_show_old    (KinTreeModel            *self,
                                              gboolean                 show);
int           kin_tree_model_find            (KinTreeModel            *self,
                                              const char              *id);
int           kin_tree_model_get_parent      (KinTreeModel            *self,
                                              guint                    position);
guint         kin_tree_model_get_n_total     (KinTreeModel            *self);
guint         kin_tree_model_get_n_rows_made (KinTreeModel            *self);

G_END_DECLS
