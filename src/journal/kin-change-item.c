/* kin-change-item.c: a change as an item of a list model.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-change-item.h"

struct _KinChangeItem
{
  GObject parent_instance;

  KinChange *change;
};

G_DEFINE_FINAL_TYPE (KinChangeItem, kin_change_item, G_TYPE_OBJECT)

static void
kin_change_item_finalize (GObject *object)
{
  KinChangeItem *self = KIN_CHANGE_ITEM (object);

  g_clear_pointer (&self->change, kin_change_unref);

  G_OBJECT_CLASS (kin_change_item_parent_class)->finalize (object);
}

static void
kin_change_item_class_init (KinChangeItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = kin_change_item_finalize;
}

static void
kin_change_item_init (KinChangeItem *self)
{
}

/**
 * kin_change_item_new:
 * @change: a change
 *
 * Returns: (transfer full): an item for @change
 */
KinChangeItem *
kin_change_item_new (KinChange *change)
{
  KinChangeItem *self;

  g_return_val_if_fail (change != NULL, NULL);

  self = g_object_new (KIN_TYPE_CHANGE_ITEM, NULL);
  self->change = kin_change_ref (change);

  return self;
}

/**
 * kin_change_item_get_change:
 * @self: an item
 *
 * Returns: (transfer none): its change
 */
KinChange *
kin_change_item_get_change (KinChangeItem *self)
{
  g_return_val_if_fail (KIN_IS_CHANGE_ITEM (self), NULL);

  return self->change;
}
