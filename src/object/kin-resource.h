/* kin-resource.h: one resource of the API: an entry of discovery.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/kin-types.h"

G_BEGIN_DECLS

typedef enum
{
  KIN_VERB_GET = 1 << 0,
  KIN_VERB_LIST = 1 << 1,
  KIN_VERB_WATCH = 1 << 2,
  KIN_VERB_CREATE = 1 << 3,
  KIN_VERB_UPDATE = 1 << 4,
  KIN_VERB_PATCH = 1 << 5,
  KIN_VERB_DELETE = 1 << 6,
  KIN_VERB_DELETE_COLLECTION = 1 << 7,
} KinVerbs;

KinResource         *kin_resource_new             (const char         *group,
                                                   const char         *version,
                                                   const char         *plural,
                                                   const char         *kind,
                                                   gboolean            namespaced);
KinResource         *kin_resource_new_full        (const char         *group,
                                                   const char         *version,
                                                   const char         *plural,
                                                   const char         *singular,
                                                   const char         *kind,
                                                   gboolean            namespaced,
                                                   KinVerbs            verbs,
                                                   const char * const *short_names,
                                                   const char * const *categories);
KinResource         *kin_resource_ref             (KinResource        *self);
void                 kin_resource_unref           (KinResource        *self);
const char          *kin_resource_get_group       (const KinResource  *self);
const char          *kin_resource_get_version     (const KinResource  *self);
const char          *kin_resource_get_plural      (const KinResource  *self);
const char          *kin_resource_get_singular    (const KinResource  *self);
const char          *kin_resource_get_kind        (const KinResource  *self);
const char          *kin_resource_get_api_version (const KinResource  *self);
const char          *kin_resource_get_id          (const KinResource  *self);
gboolean             kin_resource_get_namespaced  (const KinResource  *self);
KinVerbs             kin_resource_get_verbs       (const KinResource  *self);
const char * const  *kin_resource_get_short_names (const KinResource  *self);
const char * const  *kin_resource_get_categories  (const KinResource  *self);
char                *kin_resource_dup_path        (const KinResource  *self,
                                                   const char         *namespace_,
                                                   const char         *name,
                                                   const char         *subresource);
gboolean             kin_resource_equal           (const KinResource  *a,
                                                   const KinResource  *b);
guint                kin_resource_hash            (const KinResource  *self);
GPtrArray           *kin_resource_list_builtin    (void);
KinResource         *kin_resource_match           (GPtrArray          *candidates,
                                                   const char         *typed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinResource, kin_resource_unref)

G_END_DECLS
