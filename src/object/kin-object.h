/* kin-object.h: one object of the API, immutable.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-cell.h"
#include "object/kin-kind.h"

G_BEGIN_DECLS

KinObject     *kin_object_new_from_json        (KinKind      *kind,
                                                const char   *json,
                                                gsize         length,
                                                GError      **error);
KinObject     *kin_object_new_from_json_known  (KinKind      *kind,
                                                const char   *json,
                                                gsize         length,
                                                GHashTable   *known,
                                                GError      **error);
KinObject     *kin_object_ref                  (KinObject    *self);
void           kin_object_unref                (KinObject    *self);
KinKind       *kin_object_get_kind             (KinObject    *self);
const char    *kin_object_get_key              (KinObject    *self);
const char    *kin_object_get_name             (KinObject    *self);
const char    *kin_object_get_namespace        (KinObject    *self);
const char    *kin_object_get_uid              (KinObject    *self);
const char    *kin_object_get_resource_version (KinObject    *self);
gint64         kin_object_get_creation_time    (KinObject    *self);
gint64         kin_object_get_deletion_time    (KinObject    *self);
gint64         kin_object_get_generation       (KinObject    *self);
const char    *kin_object_get_owner_uid        (KinObject    *self);
const char    *kin_object_get_owner_name       (KinObject    *self);
const char    *kin_object_get_owner_kind       (KinObject    *self);
guint          kin_object_get_n_labels         (KinObject    *self);
void           kin_object_get_nth_label        (KinObject    *self,
                                                guint         i,
                                                const char  **name,
                                                const char  **value);
const char    *kin_object_get_label            (KinObject    *self,
                                                const char   *name);
const KinCell *kin_object_get_cell             (KinObject    *self,
                                                guint         column);
GBytes        *kin_object_dup_body             (KinObject    *self);
GBytes        *kin_object_dup_managed_fields   (KinObject    *self);
gsize          kin_object_get_memory           (KinObject    *self);
gboolean       kin_object_same_identity        (KinObject    *a,
                                                KinObject    *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinObject, kin_object_unref)

G_END_DECLS
