/* kin-indexer.h: the local cache: objects by key, and indices over them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "object/kin-object.h"

G_BEGIN_DECLS

#define KIN_TYPE_INDEXER (kin_indexer_get_type ())
G_DECLARE_FINAL_TYPE (KinIndexer, kin_indexer, KIN, INDEXER, GObject)

/* The indices that every informer's cache has. */
#define KIN_INDEX_NAMESPACE "namespace"
#define KIN_INDEX_OWNER_UID "owner-uid"

/**
 * KinIndexerError:
 * @KIN_INDEXER_ERROR_CONFLICT: there is an index of that name
 *
 * Why an index could not be added.
 */
typedef enum
{
  KIN_INDEXER_ERROR_CONFLICT,
} KinIndexerError;

#define KIN_INDEXER_ERROR (kin_indexer_error_quark ())
GQuark kin_indexer_error_quark (void);

/**
 * KinIndexValueFunc:
 * @value: a value under which the object is found; the same one may come twice
 * @sink: what the #KinIndexFunc was given
 *
 * Takes one value of an object.
 */
typedef void (*KinIndexValueFunc) (const char *value,
                                   gpointer    sink);

/**
 * KinIndexFunc:
 * @object: an object
 * @emit: to be called with each of its values: none, one or more
 * @sink: for @emit
 * @user_data: what kin_indexer_add_index() was given
 *
 * Tells under which values an object is found. The same object must always give the same ones.
 */
typedef void (*KinIndexFunc) (KinObject         *object,
                              KinIndexValueFunc  emit,
                              gpointer           sink,
                              gpointer           user_data);

/**
 * KinObjectFunc:
 * @object: an object
 * @user_data: what the caller gave
 *
 * Is shown an object.
 */
typedef void (*KinObjectFunc) (KinObject *object,
                               gpointer   user_data);

KinIndexer  *kin_indexer_new                  (void);
gboolean     kin_indexer_add_index            (KinIndexer         *self,
                                               const char         *name,
                                               KinIndexFunc        func,
                                               gpointer            user_data,
                                               GError            **error);
gboolean     kin_indexer_has_index            (KinIndexer         *self,
                                               const char         *name);
void         kin_indexer_index_by_namespace   (KinObject          *object,
                                               KinIndexValueFunc   emit,
                                               gpointer            sink,
                                               gpointer            user_data);
void         kin_indexer_index_by_owner_uid   (KinObject          *object,
                                               KinIndexValueFunc   emit,
                                               gpointer            sink,
                                               gpointer            user_data);

KinObject   *kin_indexer_get                  (KinIndexer         *self,
                                               const char         *key);
guint        kin_indexer_get_size             (KinIndexer         *self);
void         kin_indexer_foreach              (KinIndexer         *self,
                                               KinObjectFunc       func,
                                               gpointer            user_data);
GPtrArray   *kin_indexer_by_index             (KinIndexer         *self,
                                               const char         *name,
                                               const char         *value);
guint        kin_indexer_count_by_index       (KinIndexer         *self,
                                               const char         *name,
                                               const char         *value);
char       **kin_indexer_list_index_values    (KinIndexer         *self,
                                               const char         *name);
const char  *kin_indexer_get_resource_version (KinIndexer         *self);

/* Only the informer writes. */
KinObject   *kin_indexer_put                  (KinIndexer         *self,
                                               KinObject          *object);
KinObject   *kin_indexer_remove               (KinIndexer         *self,
                                               const char         *key);
void         kin_indexer_set_resource_version (KinIndexer         *self,
                                               const char         *resource_version);

/* A replacement is staged piece by piece beside what readers see, and then swapped in. */
gboolean     kin_indexer_stage                (KinIndexer         *self,
                                               KinObject          *object);
KinObject   *kin_indexer_get_staged           (KinIndexer         *self,
                                               const char         *key);
void         kin_indexer_commit               (KinIndexer         *self,
                                               const char         *resource_version);
void         kin_indexer_abandon              (KinIndexer         *self);
void         kin_indexer_iter_init            (KinIndexer         *self,
                                               GHashTableIter     *iter);
guint64      kin_indexer_get_n_writes         (KinIndexer         *self);

G_END_DECLS
