/* kin-walk.c: many changes that wait as one: what a list, a late handler or a resync has to tell.
 *
 * All handlers share a walk, and each has its own place in it: 100,000 additions for ten handlers wait in one
 * array and not in a million entries.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cache/kin-walk.h"

#include "cache/kin-discard.h"

struct _KinWalk
{
  grefcount ref_count;
  KinWalkType type;
  GArray *steps;   /* of KinWalkStep */
};

static void
clear_step (KinWalkStep *step)
{
  g_clear_pointer (&step->old_object, kin_object_unref);
  g_clear_pointer (&step->new_object, kin_object_unref);
}

static KinObject *
ref_if_any (KinObject *object)
{
  return object != NULL ? kin_object_ref (object) : NULL;
}

/**
 * kin_walk_new:
 * @type: where the changes come from
 *
 * Makes a walk without steps.
 *
 * Returns: (transfer full): the walk
 */
KinWalk *
kin_walk_new (KinWalkType type)
{
  KinWalk *self = g_new (KinWalk, 1);

  g_ref_count_init (&self->ref_count);
  self->type = type;
  self->steps = g_array_new (FALSE, FALSE, sizeof (KinWalkStep));
  g_array_set_clear_func (self->steps, (GDestroyNotify) clear_step);

  return self;
}

/**
 * kin_walk_ref:
 * @self: a walk
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 */
KinWalk *
kin_walk_ref (KinWalk *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_ref_count_inc (&self->ref_count);

  return self;
}

/**
 * kin_walk_unref:
 * @self: (transfer full): a walk
 *
 * Drops a reference.
 */
void
kin_walk_unref (KinWalk *self)
{
  g_return_if_fail (self != NULL);

  if (!g_ref_count_dec (&self->ref_count))
    return;

  kin_discard (self->steps, (GDestroyNotify) g_array_unref, self->steps->len);
  g_free (self);
}

/**
 * kin_walk_append:
 * @self: a walk that nobody shares yet
 * @old_object: (nullable): the object before
 * @new_object: (nullable): the object after
 *
 * Appends a step.
 */
void
kin_walk_append (KinWalk   *self,
                 KinObject *old_object,
                 KinObject *new_object)
{
  KinWalkStep step;

  g_return_if_fail (self != NULL);
  g_return_if_fail (old_object != NULL || new_object != NULL);

  step = (KinWalkStep) { ref_if_any (old_object), ref_if_any (new_object) };
  g_array_append_val (self->steps, step);
}

/**
 * kin_walk_get_type:
 * @self: a walk
 *
 * Gets where the changes come from.
 *
 * Returns: the type
 */
KinWalkType
kin_walk_get_type (KinWalk *self)
{
  g_return_val_if_fail (self != NULL, KIN_WALK_INITIAL);

  return self->type;
}

/**
 * kin_walk_get_size:
 * @self: a walk
 *
 * Gets how many steps there are.
 *
 * Returns: their number
 */
guint
kin_walk_get_size (KinWalk *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->steps->len;
}

/**
 * kin_walk_get_step:
 * @self: a walk
 * @position: less than its size
 *
 * Gets a step.
 *
 * Returns: (transfer none): the step
 */
const KinWalkStep *
kin_walk_get_step (KinWalk *self,
                   guint    position)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (position < self->steps->len, NULL);

  return &g_array_index (self->steps, KinWalkStep, position);
}
