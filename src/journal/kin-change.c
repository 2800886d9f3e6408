/* kin-change.c: one event of a watch as a person reads it: what changed, when, and who did it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "journal/kin-change.h"

#include <string.h>

#include "journal/kin-managed-fields.h"

struct _KinChange
{
  KinChangeType type;
  gint64 time;
  gint64 gap_start;
  KinObject *old_object;
  KinObject *object;
  GPtrArray *fields;   /* of KinFieldChange; made when someone looks */
};

static void
clear_change (gpointer data)
{
  KinChange *self = data;

  g_clear_pointer (&self->old_object, kin_object_unref);
  g_clear_pointer (&self->object, kin_object_unref);
  g_clear_pointer (&self->fields, g_ptr_array_unref);
}

static gboolean
is_under (const char *path,
          const char *member)
{
  gsize length = strlen (member);

  return strncmp (path, member, length) == 0 && (path[length] == '\0' || path[length] == '.' || path[length] == '[');
}

static KinChangeParts
get_part (const KinFieldChange *field)
{
  if (is_under (field->path, "metadata"))
    return KIN_CHANGE_METADATA;
  if (is_under (field->path, "status"))
    return KIN_CHANGE_STATUS;

  return KIN_CHANGE_SPEC;
}

static char *
dup_creator (KinChange *self)
{
  g_autoptr(GBytes) managed_fields = kin_object_dup_managed_fields (self->object);
  g_autoptr(KinManagedFields) owners = kin_managed_fields_new (NULL, managed_fields);

  return g_strdup (kin_managed_fields_find_creator (owners));
}

static char *
dup_managers_of_fields (KinChange *self)
{
  g_autoptr(GPtrArray) managers = g_ptr_array_new ();
  GPtrArray *fields = kin_change_get_fields (self);

  for (guint i = 0; i < fields->len; i++)
    {
      KinFieldChange *field = g_ptr_array_index (fields, i);

      if (field->manager != NULL && !g_ptr_array_find_with_equal_func (managers, field->manager, g_str_equal, NULL))
        g_ptr_array_add (managers, field->manager);
    }

  if (managers->len == 0)
    return NULL;

  g_ptr_array_add (managers, NULL);

  return g_strjoinv (", ", (char **) managers->pdata);
}

/**
 * kin_change_new:
 * @type: what happened; not %KIN_CHANGE_GAP
 * @old_object: (nullable): the object as it was; needed when it was modified
 * @new_object: the object as it is; when it was deleted, as it was last
 * @real_us: when it reached us, in microseconds since the epoch
 *
 * Makes a change.
 *
 * Returns: (transfer full): a change
 */
KinChange *
kin_change_new (KinChangeType  type,
                KinObject     *old_object,
                KinObject     *new_object,
                gint64         real_us)
{
  KinChange *self;

  g_return_val_if_fail (type != KIN_CHANGE_GAP, NULL);
  g_return_val_if_fail (type != KIN_CHANGE_MODIFIED || old_object != NULL, NULL);
  g_return_val_if_fail (new_object != NULL, NULL);

  self = g_rc_box_new0 (KinChange);
  self->type = type;
  self->time = real_us;
  self->old_object = old_object != NULL ? kin_object_ref (old_object) : NULL;
  self->object = kin_object_ref (new_object);

  return self;
}

/**
 * kin_change_new_gap:
 * @from_real_us: until when everything was seen, in microseconds since the epoch
 * @to_real_us: since when it is seen again
 *
 * Makes the mark of a time in which changes may have been missed.
 *
 * Returns: (transfer full): a change
 */
KinChange *
kin_change_new_gap (gint64 from_real_us,
                    gint64 to_real_us)
{
  KinChange *self = g_rc_box_new0 (KinChange);

  self->type = KIN_CHANGE_GAP;
  self->gap_start = from_real_us;
  self->time = to_real_us;

  return self;
}

/**
 * kin_change_ref:
 * @self: a change
 *
 * Returns: (transfer full): @self
 */
KinChange *
kin_change_ref (KinChange *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_rc_box_acquire (self);
}

/**
 * kin_change_unref:
 * @self: (transfer full): a change
 *
 * Gives up a reference.
 */
void
kin_change_unref (KinChange *self)
{
  g_return_if_fail (self != NULL);

  g_rc_box_release_full (self, clear_change);
}

/**
 * kin_change_get_change_type:
 * @self: a change
 *
 * Returns: what happened
 */
KinChangeType
kin_change_get_change_type (KinChange *self)
{
  g_return_val_if_fail (self != NULL, KIN_CHANGE_GAP);

  return self->type;
}

/**
 * kin_change_get_time:
 * @self: a change
 *
 * Returns: when it reached us, or when the gap ended, in microseconds since the epoch
 */
gint64
kin_change_get_time (KinChange *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->time;
}

/**
 * kin_change_get_gap_start:
 * @self: a change
 *
 * Returns: when the gap began, in microseconds since the epoch; 0 if it is none
 */
gint64
kin_change_get_gap_start (KinChange *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->gap_start;
}

/**
 * kin_change_get_object:
 * @self: a change
 *
 * Returns: (transfer none) (nullable): the object after the change, or as it was last if it was deleted; %NULL for a gap
 */
KinObject *
kin_change_get_object (KinChange *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->object;
}

/**
 * kin_change_get_old_object:
 * @self: a change
 *
 * Returns: (transfer none) (nullable): the object before the change
 */
KinObject *
kin_change_get_old_object (KinChange *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->old_object;
}

/**
 * kin_change_get_fields:
 * @self: a change
 *
 * Gets what changed within the object, worked out at the first call; empty unless it was modified, and also when
 * only such fields changed as change all the time.
 *
 * Returns: (transfer none) (element-type KinFieldChange): the fields
 */
GPtrArray *
kin_change_get_fields (KinChange *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->fields == NULL)
    {
      if (self->type == KIN_CHANGE_MODIFIED)
        self->fields = kin_diff_objects (self->old_object, self->object, FALSE);
      else
        self->fields = g_ptr_array_new ();
    }

  return self->fields;
}

/**
 * kin_change_get_parts:
 * @self: a change
 *
 * Returns: in which parts of the object fields changed
 */
KinChangeParts
kin_change_get_parts (KinChange *self)
{
  KinChangeParts parts = 0;
  GPtrArray *fields;

  g_return_val_if_fail (self != NULL, 0);

  fields = kin_change_get_fields (self);
  for (guint i = 0; i < fields->len; i++)
    parts |= get_part (g_ptr_array_index (fields, i));

  return parts;
}

/**
 * kin_change_dup_managers:
 * @self: a change
 *
 * Gets the field managers that are known to have made the change; who deletes an object is not kept by the server.
 *
 * Returns: (transfer full) (nullable): "kubectl-set, hpa", or %NULL if it is not known
 */
char *
kin_change_dup_managers (KinChange *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  switch (self->type)
    {
    case KIN_CHANGE_ADDED:
      return dup_creator (self);

    case KIN_CHANGE_MODIFIED:
      return dup_managers_of_fields (self);

    case KIN_CHANGE_DELETED:
    case KIN_CHANGE_GAP:
    default:
      return NULL;
    }
}
