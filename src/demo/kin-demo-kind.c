/* kin-demo-kind.c: one resource that the demo cluster serves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo/kin-demo-kind.h"

#include "object/kin-kind.h"

struct _KinDemoKind
{
  int ref_count;
  KinResource *resource;
  KinDemoKindFlags flags;
  const KinDemoType *type;
  KinKind *columns;
  KinJson *crd;               /* (nullable) */
};

/**
 * kin_demo_kind_new:
 * @resource: what discovery tells of it
 * @flags: what else it offers
 * @type: (nullable): the fields of its objects, which the schema owns; %NULL for any
 * @crd: (nullable) (transfer full): the CustomResourceDefinition that made it
 *
 * Makes a kind.
 *
 * Returns: (transfer full): a kind
 */
KinDemoKind *
kin_demo_kind_new (KinResource       *resource,
                   KinDemoKindFlags   flags,
                   const KinDemoType *type,
                   KinJson           *crd)
{
  KinDemoKind *self;

  g_return_val_if_fail (resource != NULL, NULL);

  self = g_new0 (KinDemoKind, 1);
  self->ref_count = 1;
  self->resource = kin_resource_ref (resource);
  self->flags = flags;
  self->type = type;
  self->columns = kin_kind_new (resource);
  self->crd = crd;

  return self;
}

/**
 * kin_demo_kind_ref:
 * @self: a kind
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 */
KinDemoKind *
kin_demo_kind_ref (KinDemoKind *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  self->ref_count++;

  return self;
}

/**
 * kin_demo_kind_unref:
 * @self: (transfer full): a kind
 *
 * Gives a reference back.
 */
void
kin_demo_kind_unref (KinDemoKind *self)
{
  g_return_if_fail (self != NULL);

  if (--self->ref_count > 0)
    return;

  kin_resource_unref (self->resource);
  kin_kind_unref (self->columns);
  g_clear_pointer (&self->crd, kin_json_free);
  g_free (self);
}

/**
 * kin_demo_kind_get_resource:
 * @self: a kind
 *
 * Gets what discovery tells of it.
 *
 * Returns: (transfer none): the resource
 */
KinResource *
kin_demo_kind_get_resource (KinDemoKind *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->resource;
}

/**
 * kin_demo_kind_get_id:
 * @self: a kind
 *
 * Gets the name that is the same in every version of it.
 *
 * Returns: (transfer none): such as “deployments.apps”
 */
const char *
kin_demo_kind_get_id (KinDemoKind *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return kin_resource_get_id (self->resource);
}

/**
 * kin_demo_kind_get_flags:
 * @self: a kind
 *
 * Gets what else it offers.
 *
 * Returns: the flags
 */
KinDemoKindFlags
kin_demo_kind_get_flags (KinDemoKind *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->flags;
}

/**
 * kin_demo_kind_get_type_:
 * @self: a kind
 *
 * Gets the fields of its objects. The underscore sets it apart from what makes a #GType.
 *
 * Returns: (transfer none) (nullable): the type, or %NULL for any fields
 */
const KinDemoType *
kin_demo_kind_get_type_ (KinDemoKind *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->type;
}

/**
 * kin_demo_kind_get_columns:
 * @self: a kind
 *
 * Gets the columns that kubectl prints.
 *
 * Returns: (transfer none): the columns
 */
KinKind *
kin_demo_kind_get_columns (KinDemoKind *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->columns;
}

/**
 * kin_demo_kind_get_crd:
 * @self: a kind
 *
 * Gets the CustomResourceDefinition that made it.
 *
 * Returns: (transfer none) (nullable): the definition, or %NULL for a built-in kind
 */
KinJsonValue *
kin_demo_kind_get_crd (KinDemoKind *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->crd != NULL ? kin_json_get_root (self->crd) : NULL;
}
