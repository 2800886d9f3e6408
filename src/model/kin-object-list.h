/* kin-object-list.h: the rows of one informer's objects, sorted and filtered.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cache/kin-shared-informer.h"
#include "model/kin-row.h"
#include "model/kin-row-list.h"
#include "model/kin-row-sort.h"

G_BEGIN_DECLS

#define KIN_TYPE_OBJECT_LIST (kin_object_list_get_type ())
G_DECLARE_FINAL_TYPE (KinObjectList, kin_object_list, KIN, OBJECT_LIST, GObject)

KinObjectList     *kin_object_list_new             (KinSharedInformer  *informer);
KinSharedInformer *kin_object_list_get_informer    (KinObjectList      *self);
void               kin_object_list_set_query       (KinObjectList      *self,
                                                    const char         *query);
void               kin_object_list_set_namespaces  (KinObjectList      *self,
                                                    const char * const *namespaces);
void               kin_object_list_set_sort        (KinObjectList      *self,
                                                    int                 column,
                                                    gboolean            descending);
int                kin_object_list_find            (KinObjectList      *self,
                                                    const char         *id);
guint              kin_object_list_get_n_total     (KinObjectList      *self);
guint              kin_object_list_get_n_rows_made (KinObjectList      *self);

G_END_DECLS
