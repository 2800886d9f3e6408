/* kin-demo-registry.h: the verbs that write, with all that the API server does when one writes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-object.h"

G_BEGIN_DECLS

/**
 * KinDemoValidation:
 * @KIN_DEMO_VALIDATION_WARN: unknown fields are dropped with a warning: the API's default
 * @KIN_DEMO_VALIDATION_IGNORE: unknown fields are dropped
 * @KIN_DEMO_VALIDATION_STRICT: unknown fields are refused
 *
 * What becomes of fields that the schema does not have.
 */
typedef enum
{
  KIN_DEMO_VALIDATION_WARN,
  KIN_DEMO_VALIDATION_IGNORE,
  KIN_DEMO_VALIDATION_STRICT,
} KinDemoValidation;

typedef enum
{
  KIN_DEMO_PATCH_JSON,
  KIN_DEMO_PATCH_MERGE,
  KIN_DEMO_PATCH_STRATEGIC,
  KIN_DEMO_PATCH_APPLY,
} KinDemoPatchType;

/**
 * KinDemoPropagation:
 * @KIN_DEMO_PROPAGATION_DEFAULT: as the object's finalizers say, else in the background
 * @KIN_DEMO_PROPAGATION_ORPHAN: what it owns stays
 * @KIN_DEMO_PROPAGATION_BACKGROUND: what it owns is deleted after it
 * @KIN_DEMO_PROPAGATION_FOREGROUND: what it owns is deleted before it
 *
 * What becomes of what an object owns.
 */
typedef enum
{
  KIN_DEMO_PROPAGATION_DEFAULT,
  KIN_DEMO_PROPAGATION_ORPHAN,
  KIN_DEMO_PROPAGATION_BACKGROUND,
  KIN_DEMO_PROPAGATION_FOREGROUND,
} KinDemoPropagation;

/**
 * KinDemoWrite:
 * @manager: (nullable): who writes; needed to apply
 * @subresource: (nullable): “status”, “scale”, or “finalize” of a namespace
 * @validation: what becomes of unknown fields
 * @dry_run: whether nothing is stored
 * @force: whether an apply takes fields from others
 * @warnings: (nullable) (element-type utf8): where warnings are added
 *
 * How one writes.
 */
typedef struct
{
  const char *manager;
  const char *subresource;
  KinDemoValidation validation;
  gboolean dry_run;
  gboolean force;
  GPtrArray *warnings;
} KinDemoWrite;

/**
 * KinDemoDeletion:
 * @propagation: what becomes of what the object owns
 * @grace_s: how long a pod may take to end; -1 for as long as itself says
 * @uid: (nullable): the object must have this uid
 * @resource_version: (nullable): the object must have this resourceVersion
 * @dry_run: whether nothing is deleted
 *
 * How one deletes.
 */
typedef struct
{
  KinDemoPropagation propagation;
  gint64 grace_s;
  const char *uid;
  const char *resource_version;
  gboolean dry_run;
} KinDemoDeletion;

#define KIN_TYPE_DEMO_REGISTRY (kin_demo_registry_get_type ())
G_DECLARE_FINAL_TYPE (KinDemoRegistry, kin_demo_registry, KIN, DEMO_REGISTRY, GObject)

KinDemoRegistry *kin_demo_registry_new       (KinDemoWorld           *world);
KinDemoObject   *kin_demo_registry_create    (KinDemoRegistry        *self,
                                              KinDemoKind            *kind,
                                              const char             *namespace_,
                                              KinDemoDraft           *draft,
                                              const KinDemoWrite     *write,
                                              GError                **error);
KinDemoObject   *kin_demo_registry_update    (KinDemoRegistry        *self,
                                              KinDemoKind            *kind,
                                              const char             *namespace_,
                                              const char             *name,
                                              KinDemoDraft           *draft,
                                              const KinDemoWrite     *write,
                                              GError                **error);
KinDemoObject   *kin_demo_registry_patch     (KinDemoRegistry        *self,
                                              KinDemoKind            *kind,
                                              const char             *namespace_,
                                              const char             *name,
                                              KinDemoPatchType        type,
                                              const char             *text,
                                              gsize                   length,
                                              const KinDemoWrite     *write,
                                              gboolean               *created,
                                              GError                **error);
KinDemoObject   *kin_demo_registry_delete    (KinDemoRegistry        *self,
                                              KinDemoKind            *kind,
                                              const char             *namespace_,
                                              const char             *name,
                                              const KinDemoDeletion  *deletion,
                                              gboolean               *gone,
                                              GError                **error);
GBytes          *kin_demo_registry_dup_scale (KinDemoRegistry        *self,
                                              KinDemoObject          *object);

G_END_DECLS
