/* kin-row.c: what a row of the window shows of one object or container.
 *
 * A row is made when someone looks at it. While it lives it is the same for everyone, follows its object through all
 * its versions, and remembers which cells the last one changed, so that the window can flash them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "model/kin-row.h"

#include "base/kin-clock.h"
#include "model/kin-id-table.h"
#include "model/kin-row-private.h"

/* What changes within this time is shown as one change. */
#define SAME_CHANGE_US (200 * G_TIME_SPAN_MILLISECOND)

struct _KinRow
{
  GObject       parent;

  char         *id;
  KinObject    *object;
  KinContainer *container; /* NULL but for containers */
  KinRollout   *rollout;
  guint         depth;
  gboolean      expandable;
  gboolean      expanded;
  guint64       changed_columns;
  gint64        changed_time;
};

G_DEFINE_FINAL_TYPE (KinRow, kin_row, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_EXPANDABLE,
  PROP_EXPANDED,
  PROP_OBJECT,
  PROP_ROLLOUT,
  N_PROPS
};

enum
{
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* A bit for each cell; the last one is kept for what is not a cell. */
static guint64
find_changed_cells (KinObject *old,
                    KinObject *object)
{
  guint n_columns = MIN (kin_kind_get_n_columns (kin_object_get_kind (object)), 63);
  guint64 changed = 0;

  if (kin_object_get_kind (old) != kin_object_get_kind (object))
    return KIN_ROW_CHANGED_OTHER;

  for (guint i = 0; i < n_columns; i++)
    if (!kin_cell_equal (kin_object_get_cell (old, i), kin_object_get_cell (object, i)))
      changed |= G_GUINT64_CONSTANT (1) << i;

  return changed;
}

/* A version that changes nothing to be seen must not put out the flash of the one before, nor may a rollout, which is
 * worked out a moment after the version that it is of. */
static void
mark_changed (KinRow  *self,
              guint64  columns)
{
  gint64 now = kin_clock_get_monotonic (kin_clock_get_default ());

  if (columns == 0)
    return;

  if (self->changed_time == 0 || now - self->changed_time > SAME_CHANGE_US)
    self->changed_columns = 0;
  self->changed_columns |= columns;
  self->changed_time = now;
}

static void
replace_object (KinRow    *self,
                KinObject *object)
{
  g_autoptr(KinObject) old = g_steal_pointer (&self->object);

  self->object = kin_object_ref (object);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OBJECT]);
}

static void
kin_row_finalize (GObject *object)
{
  KinRow *self = KIN_ROW (object);

  g_clear_pointer (&self->object, kin_object_unref);
  g_clear_pointer (&self->container, kin_container_unref);
  g_clear_pointer (&self->rollout, kin_rollout_unref);
  g_clear_pointer (&self->id, g_free);

  G_OBJECT_CLASS (kin_row_parent_class)->finalize (object);
}

static void
kin_row_get_property (GObject    *object,
                      guint       property_id,
                      GValue     *value,
                      GParamSpec *pspec)
{
  KinRow *self = KIN_ROW (object);

  switch (property_id)
    {
    case PROP_EXPANDABLE:
      g_value_set_boolean (value, self->expandable);
      break;
    case PROP_EXPANDED:
      g_value_set_boolean (value, self->expanded);
      break;
    case PROP_OBJECT:
      g_value_set_pointer (value, self->object);
      break;
    case PROP_ROLLOUT:
      g_value_set_pointer (value, self->rollout);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
kin_row_class_init (KinRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = kin_row_finalize;
  object_class->get_property = kin_row_get_property;

  /**
   * KinRow:expandable:
   *
   * Whether there is something to be shown below it.
   */
  properties[PROP_EXPANDABLE] =
    g_param_spec_boolean ("expandable", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinRow:expanded:
   *
   * Whether what is below it is shown.
   */
  properties[PROP_EXPANDED] =
    g_param_spec_boolean ("expanded", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinRow:object:
   *
   * The newest version of its #KinObject; of a container's row, the pod.
   */
  properties[PROP_OBJECT] =
    g_param_spec_pointer ("object", NULL, NULL,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * KinRow:rollout:
   *
   * The #KinRollout of a Deployment.
   */
  properties[PROP_ROLLOUT] =
    g_param_spec_pointer ("rollout", NULL, NULL,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * KinRow::changed:
   *
   * What it shows has changed. Emitted once for a burst of changes.
   */
  signals[CHANGED] =
    g_signal_new ("changed", KIN_TYPE_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
kin_row_init (KinRow *self)
{
}

/**
 * kin_row_new:
 * @object: what it shows
 *
 * Makes the row of an object.
 */
KinRow *
kin_row_new (KinObject *object)
{
  KinRow *self;

  g_return_val_if_fail (object != NULL, NULL);

  self = g_object_new (KIN_TYPE_ROW, NULL);
  self->id = g_strdup (kin_id_table_id_of (object));
  self->object = kin_object_ref (object);

  return self;
}

/**
 * kin_row_new_container:
 * @pod: the container's pod
 * @container: what it shows
 *
 * Makes the row of a container.
 */
KinRow *
kin_row_new_container (KinObject    *pod,
                       KinContainer *container)
{
  KinRow *self;

  g_return_val_if_fail (pod != NULL, NULL);
  g_return_val_if_fail (container != NULL, NULL);

  self = g_object_new (KIN_TYPE_ROW, NULL);
  self->id = kin_container_dup_id (pod, kin_container_get_name (container));
  self->object = kin_object_ref (pod);
  self->container = kin_container_ref (container);

  return self;
}

/**
 * kin_row_place:
 * @rollout: (nullable): of a Deployment
 *
 * Tells a new row, which nobody has seen yet, where it stands. Unlike the setters it notifies nobody, and nothing
 * flashes.
 */
void
kin_row_place (KinRow     *self,
               guint       depth,
               gboolean    expandable,
               gboolean    expanded,
               KinRollout *rollout)
{
  g_return_if_fail (KIN_IS_ROW (self));
  g_return_if_fail (self->rollout == NULL);

  self->depth = depth;
  self->expandable = expandable;
  self->expanded = expanded;
  if (rollout != NULL)
    self->rollout = kin_rollout_ref (rollout);
}

/**
 * kin_row_set_object:
 * @object: a newer version
 *
 * Shows another version of the same object.
 */
void
kin_row_set_object (KinRow    *self,
                    KinObject *object)
{
  g_return_if_fail (KIN_IS_ROW (self));
  g_return_if_fail (object != NULL);

  if (self->object == object)
    return;

  mark_changed (self, find_changed_cells (self->object, object));
  replace_object (self, object);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * kin_row_set_container:
 * @pod: a newer version of the pod
 * @container: its container of the same name
 *
 * Shows another state of the same container.
 */
void
kin_row_set_container (KinRow       *self,
                       KinObject    *pod,
                       KinContainer *container)
{
  gboolean is_equal;

  g_return_if_fail (KIN_IS_ROW (self));
  g_return_if_fail (self->container != NULL);
  g_return_if_fail (pod != NULL && container != NULL);

  if (self->object == pod)
    return;

  is_equal = kin_container_equal (self->container, container);
  g_clear_pointer (&self->container, kin_container_unref);
  self->container = kin_container_ref (container);
  if (!is_equal)
    mark_changed (self, KIN_ROW_CHANGED_OTHER);

  replace_object (self, pod);
  if (!is_equal)
    g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * kin_row_set_rollout:
 * @rollout: (nullable): where the Deployment's rollout stands
 *
 * Shows another state of the rollout.
 */
void
kin_row_set_rollout (KinRow     *self,
                     KinRollout *rollout)
{
  g_autoptr(KinRollout) old = NULL;

  g_return_if_fail (KIN_IS_ROW (self));

  if (self->rollout == rollout)
    return;

  old = g_steal_pointer (&self->rollout);
  if (rollout != NULL)
    self->rollout = kin_rollout_ref (rollout);
  if (old != NULL && rollout != NULL && !kin_rollout_equal (old, rollout))
    mark_changed (self, KIN_ROW_CHANGED_OTHER);

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ROLLOUT]);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * kin_row_set_expandable:
 *
 * Tells whether there is something below it.
 */
void
kin_row_set_expandable (KinRow   *self,
                        gboolean  expandable)
{
  g_return_if_fail (KIN_IS_ROW (self));

  if (self->expandable == expandable)
    return;

  self->expandable = expandable;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EXPANDABLE]);
}

/**
 * kin_row_set_expanded:
 *
 * Tells whether what is below it is shown.
 */
void
kin_row_set_expanded (KinRow   *self,
                      gboolean  expanded)
{
  g_return_if_fail (KIN_IS_ROW (self));

  if (self->expanded == expanded)
    return;

  self->expanded = expanded;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_EXPANDED]);
}

/**
 * kin_row_get_row_type:
 *
 * Returns: what it is a row of
 */
KinRowType
kin_row_get_row_type (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), KIN_ROW_OBJECT);

  return self->container != NULL ? KIN_ROW_CONTAINER : KIN_ROW_OBJECT;
}

/**
 * kin_row_get_id:
 *
 * Returns: (transfer none): its identity: the object's uid, or its key if it has none; "uid/container" of a container.
 *   It never changes and is the only one in its model.
 */
const char *
kin_row_get_id (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), NULL);

  return self->id;
}

/**
 * kin_row_get_object:
 *
 * Returns: (transfer none): the newest version of its object; of a container's row, the pod
 */
KinObject *
kin_row_get_object (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), NULL);

  return self->object;
}

/**
 * kin_row_get_title:
 *
 * Returns: (transfer none): the name of its object or container
 */
const char *
kin_row_get_title (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), NULL);

  return self->container != NULL ? kin_container_get_name (self->container) : kin_object_get_name (self->object);
}

/**
 * kin_row_get_depth:
 *
 * Returns: how many rows are above it in the tree; 0 in a flat list
 */
guint
kin_row_get_depth (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), 0);

  return self->depth;
}

/**
 * kin_row_get_expandable:
 *
 * Returns: whether there is something to be shown below it
 */
gboolean
kin_row_get_expandable (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), FALSE);

  return self->expandable;
}

/**
 * kin_row_get_expanded:
 *
 * Returns: whether what is below it is shown
 */
gboolean
kin_row_get_expanded (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), FALSE);

  return self->expanded;
}

/**
 * kin_row_get_changed_columns:
 *
 * Returns: a bit for each cell that the last change touched, and %KIN_ROW_CHANGED_OTHER
 */
guint64
kin_row_get_changed_columns (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), 0);

  return self->changed_columns;
}

/**
 * kin_row_get_changed_time:
 *
 * Returns: the monotonic time of the last change in microseconds, or 0 if nothing has changed since the row was made
 */
gint64
kin_row_get_changed_time (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), 0);

  return self->changed_time;
}

/**
 * kin_row_get_rollout:
 *
 * Returns: (transfer none) (nullable): where a Deployment's rollout stands, if it is known
 */
KinRollout *
kin_row_get_rollout (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), NULL);

  return self->rollout;
}

/**
 * kin_row_get_container_image:
 *
 * Returns: (transfer none): the image of a container's row
 */
const char *
kin_row_get_container_image (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), NULL);
  g_return_val_if_fail (self->container != NULL, NULL);

  return kin_container_get_image (self->container);
}

/**
 * kin_row_get_container_state:
 *
 * Returns: (transfer none): "Running", "CrashLoopBackOff", "Completed", …
 */
const char *
kin_row_get_container_state (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), NULL);
  g_return_val_if_fail (self->container != NULL, NULL);

  return kin_container_get_state (self->container);
}

/**
 * kin_row_get_container_ready:
 *
 * Returns: whether the container is ready
 */
gboolean
kin_row_get_container_ready (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), FALSE);
  g_return_val_if_fail (self->container != NULL, FALSE);

  return kin_container_get_ready (self->container);
}

/**
 * kin_row_get_container_restarts:
 *
 * Returns: how often the container was started again
 */
gint64
kin_row_get_container_restarts (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), 0);
  g_return_val_if_fail (self->container != NULL, 0);

  return kin_container_get_restarts (self->container);
}

/**
 * kin_row_get_container_init:
 *
 * Returns: whether the container runs before the others, and ends
 */
gboolean
kin_row_get_container_init (KinRow *self)
{
  g_return_val_if_fail (KIN_IS_ROW (self), FALSE);
  g_return_val_if_fail (self->container != NULL, FALSE);

  return kin_container_get_init (self->container);
}
