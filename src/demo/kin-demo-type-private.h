/* kin-demo-type-private.h: what the schema's own parts know of a type: they build it, fill defaults and describe it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "demo/kin-demo-names.h"
#include "demo/kin-demo-type.h"
#include "object/kin-json.h"

G_BEGIN_DECLS

/* What a string or a number is on closer look. */
typedef enum
{
  KIN_DEMO_FORMAT_NONE,
  KIN_DEMO_FORMAT_INT32,
  KIN_DEMO_FORMAT_INT64,
  KIN_DEMO_FORMAT_BYTES,
  KIN_DEMO_FORMAT_TIME,
  KIN_DEMO_FORMAT_MICRO_TIME,
} KinDemoFormat;

/* When a default holds. */
typedef enum
{
  KIN_DEMO_DEFAULT_ALWAYS,
  KIN_DEMO_DEFAULT_IF_UNSET,
  KIN_DEMO_DEFAULT_IF_SET,
  KIN_DEMO_DEFAULT_IF_IS,
} KinDemoDefaultWhen;

typedef struct
{
  KinDemoDefaultWhen when;
  char *other;                  /* (nullable): the sibling that the condition is about */
  char **values;                /* (nullable): one of which it must be */
  yyjson_doc *value;            /* (nullable): then it is the sibling's below */
  char *sibling;
} KinDemoDefault;

typedef struct
{
  char *name;
  KinDemoType *type;
} KinDemoMember;

/* What a custom resource's schema says beyond types; -1 where it says nothing. */
typedef struct
{
  gint64 min_length;
  gint64 max_length;
  gint64 min_items;
  gint64 max_items;
  GRegex *pattern;
} KinDemoLimits;

/* The members of an object; shared by all fields of that type. */
typedef struct
{
  char *name;                   /* “io.k8s.api.apps.v1.Deployment”; NULL in a custom resource */
  char *about;
  char *api_version;            /* of a kind, else NULL */
  char *rule;                   /* (nullable): defaults that take more than a value */
  gboolean atomic;
  gboolean open;                /* other members are kept */
  GPtrArray *members;           /* of KinDemoMember, as written */
  GHashTable *by_name;          /* of KinDemoMember */
} KinDemoDefinition;

struct _KinDemoType
{
  KinDemoTypeKind kind;
  KinDemoFormat format;
  KinDemoListType list_type;
  char **list_keys;
  char *merge_key;
  char **choices;
  char *about;
  char *reference;              /* a definition's name until it is resolved */
  KinDemoDefinition *definition;
  gboolean owns_definition;
  KinDemoType *item;            /* of a list or a map */
  GPtrArray *defaults;          /* (nullable) of KinDemoDefault */
  gboolean retain_keys;
  gboolean atomic;
  gboolean granular;            /* though the definition is atomic */
  gboolean required;
  gboolean needed;              /* refused without, though the description does not say so */
  gboolean or_empty;            /* nobody is refused for that, though */
  char *need;                   /* (nullable): why it is needed */
  gboolean nullable;
  gboolean is_labels;           /* a map of labels */
  gboolean has_minimum;
  gboolean has_maximum;
  gint64 minimum;
  gint64 maximum;
  KinDemoNameCheck check;       /* (nullable): of a string, or of a map's keys */
  KinDemoLimits *limits;        /* (nullable): of a custom resource */
  char *unique;                 /* (nullable): a member that no two items have alike */
  gboolean bare;                /* the members' defaults are for what will be made of this */
};

KinDemoType       *kin_demo_type_new              (KinDemoTypeKind    kind);
void               kin_demo_type_free             (KinDemoType       *self);
void               kin_demo_type_add_default      (KinDemoType       *self,
                                                   KinDemoDefault    *value);
KinDemoType       *kin_demo_type_parse            (const char        *text);
KinDemoType       *kin_demo_type_new_custom       (KinJsonValue      *schema,
                                                   KinDemoDefinition *metadata);

KinDemoDefinition *kin_demo_definition_new        (const char        *name);
void               kin_demo_definition_free       (KinDemoDefinition *self);
void               kin_demo_definition_add_member (KinDemoDefinition *self,
                                                   const char        *name,
                                                   KinDemoType       *type);

void               kin_demo_default_free          (KinDemoDefault    *self);

const char        *kin_demo_value_get_type_name   (yyjson_mut_val    *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoType, kin_demo_type_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoDefinition, kin_demo_definition_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KinDemoDefault, kin_demo_default_free)

G_END_DECLS
