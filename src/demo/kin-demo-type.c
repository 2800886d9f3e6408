/* kin-demo-type.c: one node of the schema: a field's type, how it is merged, and what it is when it is left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-type.h"
#include "demo/kin-demo-type-private.h"

/* Of members that nobody described and that are kept. */
static const KinDemoType any_type = {
  .kind = KIN_DEMO_TYPE_ANY,
};

static void
member_free (gpointer data)
{
  KinDemoMember *self = data;

  g_free (self->name);
  kin_demo_type_free (self->type);
  g_free (self);
}

static void
limits_free (KinDemoLimits *self)
{
  g_clear_pointer (&self->pattern, g_regex_unref);
  g_free (self);
}

void
kin_demo_default_free (KinDemoDefault *self)
{
  g_free (self->other);
  g_free (self->sibling);
  g_strfreev (self->values);
  yyjson_doc_free (self->value);
  g_free (self);
}

KinDemoDefinition *
kin_demo_definition_new (const char *name)
{
  KinDemoDefinition *self = g_new0 (KinDemoDefinition, 1);

  self->name = g_strdup (name);
  self->members = g_ptr_array_new_with_free_func (member_free);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);

  return self;
}

void
kin_demo_definition_free (KinDemoDefinition *self)
{
  g_free (self->name);
  g_free (self->about);
  g_free (self->api_version);
  g_free (self->rule);
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->members);
  g_free (self);
}

/* Takes the type. */
void
kin_demo_definition_add_member (KinDemoDefinition *self,
                                const char        *name,
                                KinDemoType       *type)
{
  KinDemoMember *member = g_new0 (KinDemoMember, 1);

  member->name = g_strdup (name);
  member->type = type;
  g_ptr_array_add (self->members, member);
  g_hash_table_replace (self->by_name, member->name, member);
}

KinDemoType *
kin_demo_type_new (KinDemoTypeKind kind)
{
  KinDemoType *self = g_new0 (KinDemoType, 1);

  self->kind = kind;

  return self;
}

void
kin_demo_type_free (KinDemoType *self)
{
  if (self == NULL)
    return;

  if (self->owns_definition)
    kin_demo_definition_free (self->definition);
  kin_demo_type_free (self->item);
  g_clear_pointer (&self->defaults, g_ptr_array_unref);
  if (self->limits != NULL)
    limits_free (self->limits);
  g_strfreev (self->list_keys);
  g_strfreev (self->choices);
  g_free (self->merge_key);
  g_free (self->about);
  g_free (self->need);
  g_free (self->unique);
  g_free (self->reference);
  g_free (self);
}

/* Takes the default. */
void
kin_demo_type_add_default (KinDemoType    *self,
                           KinDemoDefault *value)
{
  if (self->defaults == NULL)
    self->defaults = g_ptr_array_new_with_free_func ((GDestroyNotify) kin_demo_default_free);
  g_ptr_array_add (self->defaults, value);
}

/* As messages of the API server name it. */
const char *
kin_demo_value_get_type_name (yyjson_mut_val *value)
{
  switch (yyjson_mut_get_type (value))
    {
    case YYJSON_TYPE_BOOL:
      return "bool";
    case YYJSON_TYPE_NUM:
      return "number";
    case YYJSON_TYPE_STR:
      return "string";
    case YYJSON_TYPE_ARR:
      return "array";
    case YYJSON_TYPE_OBJ:
    default:
      return "object";
    }
}

/**
 * kin_demo_type_get_kind:
 * @self: (nullable): a type; %NULL stands for one of which nothing is known
 *
 * Gets what values of the type may be.
 *
 * Returns: the kind
 */
KinDemoTypeKind
kin_demo_type_get_kind (const KinDemoType *self)
{
  return self != NULL ? self->kind : KIN_DEMO_TYPE_ANY;
}

/**
 * kin_demo_type_get_member:
 * @self: (nullable): a type
 * @name: a member's name
 *
 * Finds the type of a member.
 *
 * Returns: (transfer none) (nullable): the type; in a map that of all values; %NULL for a member that an object
 *   does not have, and in what has no members at all
 */
const KinDemoType *
kin_demo_type_get_member (const KinDemoType *self,
                          const char        *name)
{
  const KinDemoMember *member;

  g_return_val_if_fail (name != NULL, NULL);

  if (self == NULL || self->kind == KIN_DEMO_TYPE_MAP)
    return self != NULL ? self->item : NULL;
  if (self->definition == NULL)
    return NULL;

  member = g_hash_table_lookup (self->definition->by_name, name);
  if (member != NULL)
    return member->type;

  return self->definition->open ? &any_type : NULL;
}

/**
 * kin_demo_type_get_item:
 * @self: (nullable): a type
 *
 * Gets the type of a list's items.
 *
 * Returns: (transfer none) (nullable): the type, or %NULL if it is no list
 */
const KinDemoType *
kin_demo_type_get_item (const KinDemoType *self)
{
  return self != NULL && self->kind == KIN_DEMO_TYPE_LIST ? self->item : NULL;
}

/**
 * kin_demo_type_get_list_type:
 * @self: (nullable): a type
 *
 * Gets how server-side apply takes a list apart.
 *
 * Returns: how; atomic for what is no list
 */
KinDemoListType
kin_demo_type_get_list_type (const KinDemoType *self)
{
  return self != NULL ? self->list_type : KIN_DEMO_LIST_ATOMIC;
}

/**
 * kin_demo_type_get_list_keys:
 * @self: (nullable): a type
 *
 * Gets by which members an item of a list is known to server-side apply.
 *
 * Returns: (transfer none) (nullable) (array zero-terminated=1): the names, such as “containerPort” and “protocol”
 */
const char * const *
kin_demo_type_get_list_keys (const KinDemoType *self)
{
  return self != NULL ? (const char * const *) self->list_keys : NULL;
}

/**
 * kin_demo_type_is_atomic:
 * @self: (nullable): a type
 *
 * Tells whether an object or a map is owned as a whole, as selectors are.
 *
 * Returns: whether it is
 */
gboolean
kin_demo_type_is_atomic (const KinDemoType *self)
{
  if (self == NULL || self->granular)
    return FALSE;

  return self->atomic || (self->definition != NULL && self->definition->atomic);
}

/**
 * kin_demo_type_get_merge_key:
 * @self: (nullable): a type
 *
 * Gets by which member a strategic merge patch finds an item of a list.
 *
 * Returns: (transfer none) (nullable): the name; empty where plain values are merged, %NULL where the patch's list
 *   replaces the other
 */
const char *
kin_demo_type_get_merge_key (const KinDemoType *self)
{
  return self != NULL ? self->merge_key : NULL;
}

/**
 * kin_demo_type_get_retain_keys:
 * @self: (nullable): a type
 *
 * Tells whether a strategic merge patch may name all members that are to stay, as it does for unions.
 *
 * Returns: whether it may
 */
gboolean
kin_demo_type_get_retain_keys (const KinDemoType *self)
{
  return self != NULL && self->retain_keys;
}
