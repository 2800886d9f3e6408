/* kin-demo-collection.h: all objects of one kind, sorted as lists are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-object.h"

G_BEGIN_DECLS

typedef struct _KinDemoCollection KinDemoCollection;

KinDemoCollection *kin_demo_collection_new        (void);
void               kin_demo_collection_free       (KinDemoCollection *self);
KinDemoObject     *kin_demo_collection_lookup     (KinDemoCollection *self,
                                                   const char        *key);
void               kin_demo_collection_put        (KinDemoCollection *self,
                                                   KinDemoObject     *object);
void               kin_demo_collection_remove     (KinDemoCollection *self,
                                                   const char        *key);
guint              kin_demo_collection_count      (KinDemoCollection *self,
                                                   const char        *namespace_);
GPtrArray         *kin_demo_collection_page       (KinDemoCollection *self,
                                                   const char        *namespace_,
                                                   GHashTable        *then,
                                                   const char        *after_key,
                                                   guint              limit,
                                                   guint64           *n_remaining);
GPtrArray         *kin_demo_collection_list_owned (KinDemoCollection *self,
                                                   const char        *owner_uid);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoCollection, kin_demo_collection_free)

G_END_DECLS
